//! What a wrong file says that is not so, and where it says it.

use std::cell::Cell;

/// A number or a text of a file that can be another one than it should be. Where there are several of a kind, it is that of the
/// first page of the first row group of the column of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spot {
    PageType,
    PageValues,
    PageEncoding,
    PageBytes,
    PageUncompressed,
    PageChecksum,
    PageLevelBytes,
    PageNulls,
    PageRows,
    DictionaryValues,
    DictionaryBytes,
    RootChildren,
    Children,
    TypeLength,
    Repetition,
    PhysicalType,
    Converted,
    Precision,
    Scale,
    Logical,
    ChunkType,
    ChunkValues,
    ChunkCodec,
    ChunkBytes,
    DataOffset,
    DictionaryOffset,
    NullCount,
    GroupRows,
    GroupCount,
    FileRows,
    OffsetIndex,
    PageLocation,
    ColumnIndexLength,
    BloomOffset,
    BloomBytes,
}

/// A lie.
#[derive(Debug, Clone, Copy)]
pub(super) enum Lie {
    /// Another number.
    Number(Spot, i64),
    /// Other bytes of the values of the page, before they are compressed. Gives where they differ.
    Values(fn(&mut Vec<u8>) -> usize),
    /// The same of the levels of the page: of the definition levels, or of the repetition levels.
    Definition(fn(&mut Vec<u32>)),
    Repetition(fn(&mut Vec<u32>)),
    /// The same of the dictionary.
    Dictionary(fn(&mut Vec<u8>) -> usize),
    /// The same of the page as it is in the file.
    Body(fn(&mut Vec<u8>) -> usize),
    /// Other bounds of the chunk.
    Bounds(fn(&mut Vec<u8>, &mut Vec<u8>)),
    /// Other bounds of the pages.
    PageBounds(fn(&mut Vec<u8>, &mut Vec<u8>)),
    /// The path of the column.
    Path(&'static str),
    /// Bytes of the file.
    File(fn(&mut Vec<u8>) -> usize),
    /// Bytes of the footer, and its length with them.
    Footer(fn(&mut Vec<u8>) -> usize),
}

/// The lie of a file, if it has one.
#[derive(Debug, Default)]
pub(super) struct Lies {
    lie: Option<Lie>,
    /// Where it is, in the bytes that are written at the time; those before them are added later.
    at: Cell<Option<usize>>,
}

impl Lies {
    pub fn new(lie: Option<Lie>) -> Lies {
        Lies { lie, at: Cell::new(None) }
    }

    pub fn lie(&self) -> Option<Lie> {
        self.lie
    }

    /// Where the lie is.
    pub fn at(&self) -> Option<usize> {
        self.at.get()
    }

    /// Notes where it is.
    pub fn found(&self, at: usize) {
        if self.at.get().is_none() {
            self.at.set(Some(at));
        }
    }

    /// The bytes that were written meanwhile come after this number of others.
    pub fn shift(&self, was_found: bool, bytes: usize) {
        if !was_found && let Some(at) = self.at.get() {
            self.at.set(Some(at + bytes));
        }
    }

    /// The number to write for a true one, at this offset of what is written at the time.
    pub fn number(&self, spot: Spot, truth: i64, at: usize) -> i64 {
        match self.lie {
            Some(Lie::Number(own, lie)) if own == spot => {
                self.found(at);
                lie
            }
            _ => truth,
        }
    }

    /// Whether there is a lie about this.
    pub fn has(&self, spot: Spot) -> bool {
        matches!(self.lie, Some(Lie::Number(own, _)) if own == spot)
    }
}
