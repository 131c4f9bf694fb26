//! Tables of prepared texts: every word of a column, escaped once, in slots of one width.
//!
//! A slot is copied whole, which is one or two instructions, and then only as much of it is kept as its text is
//! long. The length stands in the slot's last byte, in the same cache line as the text.

use super::list::List;

/// Prepared texts, in the narrowest slots that all of them fit.
#[derive(Debug)]
pub(in crate::encode) enum Table {
    W8(Box<[[u8; 8]]>),
    W16(Box<[[u8; 16]]>),
    W32(Box<[[u8; 32]]>),
    W64(Box<[[u8; 64]]>),
    /// For texts longer than a slot.
    Long(LongTable),
}

/// Texts of any length.
#[derive(Debug)]
pub(in crate::encode) struct LongTable {
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
                    for piece in [before, own, after] {
                        text.extend_from_slice(piece);
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

impl LongTable {
    #[inline]
    pub fn get(&self, index: u32) -> &[u8] {
        let index = index as usize;
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.text[start..self.ends[index]]
    }
}

fn slots<const N: usize>(texts: &List, before: &[u8], after: &[u8]) -> Box<[[u8; N]]> {
    let slot = |text: &[u8]| {
        let mut slot = [0; N];
        let mut len = 0;
        for piece in [before, text, after] {
            slot[len..len + piece.len()].copy_from_slice(piece);
            len += piece.len();
        }
        slot[N - 1] = len as u8;
        slot
    };
    texts.iter().map(slot).collect()
}

/// An unchanging text in blocks of 16 bytes, which are copied whole.
#[derive(Debug)]
pub(in crate::encode) struct Text {
    pub blocks: Box<[[u8; 16]]>,
    pub len: usize,
}

impl Text {
    pub fn of(text: &[u8]) -> Text {
        let block = |chunk: &[u8]| {
            let mut block = [0; 16];
            block[..chunk.len()].copy_from_slice(chunk);
            block
        };
        Text { blocks: text.chunks(16).map(block).collect(), len: text.len() }
    }
}
