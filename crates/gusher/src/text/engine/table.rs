//! Tables of prepared texts: every entry of a column, escaped once, in slots of one width.
//!
//! A slot is copied in full, which is one or two instructions, and then only as much of it is kept as its text is
//! long. The length is in the slot's last byte, in the same cache line as the text.

use super::list::List;

/// A text and, in the last byte, its length.
pub(in crate::text) type Slot<const BYTES: usize> = [u8; BYTES];

/// The slot of a text that is shorter than it.
pub(in crate::text) fn slot<const BYTES: usize>(text: &[u8]) -> Slot<BYTES> {
    let mut slot = [0; BYTES];
    slot[..text.len()].copy_from_slice(text);
    slot[BYTES - 1] = text.len() as u8;
    slot
}

/// Prepared texts, in the narrowest slots that all of them fit.
#[derive(Debug)]
pub(in crate::text) enum Table {
    W8(Box<[Slot<8>]>),
    W16(Box<[Slot<16>]>),
    W32(Box<[Slot<32>]>),
    W64(Box<[Slot<64>]>),
    /// For texts longer than a slot.
    Long(LongTable),
}

/// Texts of any length.
#[derive(Debug)]
pub(in crate::text) struct LongTable {
    text: Box<[u8]>,
    /// Where each text ends.
    ends: Box<[usize]>,
    longest: usize,
}

impl Table {
    /// The texts, each between `before` and `after`.
    pub fn of(texts: &List, before: &[u8], after: &[u8]) -> Table {
        match before.len() + texts.longest() + after.len() {
            0..8 => Table::W8(slots(texts, before, after)),
            8..16 => Table::W16(slots(texts, before, after)),
            16..32 => Table::W32(slots(texts, before, after)),
            32..64 => Table::W64(slots(texts, before, after)),
            longest => {
                let around = before.len() + after.len();
                let mut text = Vec::with_capacity(texts.total() + texts.len() * around);
                let add = |own: &[u8]| {
                    for part in [before, own, after] {
                        text.extend_from_slice(part);
                    }
                    text.len()
                };
                let ends = texts.iter().map(add).collect();
                Table::Long(LongTable { text: text.into(), ends, longest })
            }
        }
    }

    /// The most bytes that writing one text touches.
    pub fn max_bytes(&self) -> usize {
        match self {
            Table::W8(_) => 8,
            Table::W16(_) => 16,
            Table::W32(_) => 32,
            Table::W64(_) => 64,
            Table::Long(table) => table.longest,
        }
    }
}

impl Table {
    /// The same texts in slots of 16 bytes, where these are of 8.
    pub fn widened(&self) -> Option<Table> {
        let Table::W8(slots) = self else { return None };
        Some(Table::W16(slots.iter().map(|narrow| slot(&narrow[..usize::from(narrow[7])])).collect()))
    }
}

impl LongTable {
    #[inline]
    pub fn get(&self, index: u32) -> &[u8] {
        let index = index as usize;
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.text[start..self.ends[index]]
    }
}

fn slots<const BYTES: usize>(texts: &List, before: &[u8], after: &[u8]) -> Box<[Slot<BYTES>]> {
    if before.is_empty() && after.is_empty() {
        return texts.iter().map(slot).collect();
    }
    // What is around each text is there from the start.
    let mut complete = before.to_vec();
    let one = |text: &[u8]| {
        complete.truncate(before.len());
        complete.extend_from_slice(text);
        complete.extend_from_slice(after);
        slot(&complete)
    };
    texts.iter().map(one).collect()
}

/// A short unchanging text that follows a value: it is copied in full, and then only as much of it is kept as it is long.
#[derive(Debug, Default)]
pub(in crate::text) struct Tail {
    pub block: Slot<{ Tail::MAX_LEN }>,
    pub len: usize,
}

impl Tail {
    /// How much is copied. The longest text that can be one is a byte shorter.
    pub const MAX_LEN: usize = 16;

    /// This text, if it is short enough.
    pub fn of(text: &[u8]) -> Option<Tail> {
        (text.len() < Tail::MAX_LEN).then(|| Tail { block: slot(text), len: text.len() })
    }

    /// The text.
    pub fn text(&self) -> &[u8] {
        &self.block[..self.len]
    }
}

/// An unchanging text in blocks of 16 bytes, which are copied in full.
#[derive(Debug)]
pub(in crate::text) struct FixedText {
    pub blocks: Box<[[u8; 16]]>,
    pub len: usize,
    /// The text as a table of one slot, if it is short enough.
    pub table: Option<Table>,
}

impl FixedText {
    pub fn of(text: &[u8]) -> FixedText {
        let block = |chunk: &[u8]| {
            let mut block = [0; 16];
            block[..chunk.len()].copy_from_slice(chunk);
            block
        };
        let table = match text.len() {
            0..16 => Some(Table::W16([slot(text)].into())),
            16..32 => Some(Table::W32([slot(text)].into())),
            _ => None,
        };
        FixedText { blocks: text.chunks(16).map(block).collect(), len: text.len(), table }
    }
}
