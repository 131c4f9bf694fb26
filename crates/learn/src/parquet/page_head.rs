//! Heads of pages.

use super::thrift::{Reader, Type};
use crate::typed::error::Result;

/// The head of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PageHead {
    pub kind: i64,
    pub plain: u64,
    pub packed: u64,
    pub values: u64,
    pub encoding: i64,
    /// How levels are encoded where a page is of the first version.
    pub definition_encoding: i64,
    pub repetition_encoding: i64,
    /// The bytes of levels, where a page is of the second version.
    pub definition_bytes: u64,
    pub repetition_bytes: u64,
    /// Whether the values of a page of the second version are compressed.
    pub is_packed: bool,
}

impl PageHead {
    /// The head at the beginning of these bytes, and how long it is.
    ///
    /// # Errors
    /// It is damaged, or not complete in them.
    pub fn read(bytes: &[u8]) -> Result<(PageHead, usize)> {
        let mut found = PageHead { kind: -1, is_packed: true, ..PageHead::default() };
        let mut reader = Reader::new(bytes);
        reader.structure(&mut |reader, id, of| {
            match (id, of) {
                (1, Type::Int) => found.kind = reader.int()?,
                (2, Type::Int) => found.plain = reader.count()?,
                (3, Type::Int) => found.packed = reader.count()?,
                (5 | 7 | 8, Type::Struct) => head_of_values(reader, id, &mut found)?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok((found, bytes.len() - reader.left()))
    }
}

fn head_of_values(reader: &mut Reader<'_>, kind: i64, found: &mut PageHead) -> Result<()> {
    reader.structure(&mut |reader, id, of| {
        match (kind, id, of) {
            (_, 1, Type::Int) => found.values = reader.count()?,
            (5 | 7, 2, Type::Int) | (8, 4, Type::Int) => found.encoding = reader.int()?,
            (5, 3, Type::Int) => found.definition_encoding = reader.int()?,
            (5, 4, Type::Int) => found.repetition_encoding = reader.int()?,
            (8, 5, Type::Int) => found.definition_bytes = reader.count()?,
            (8, 6, Type::Int) => found.repetition_bytes = reader.count()?,
            (8, 7, Type::False) => {
                found.is_packed = false;
                return Ok(false);
            }
            _ => return Ok(false),
        }
        Ok(true)
    })
}
