//! Tables of `FlatBuffers`: each offset is checked, as nothing else says that it is right.

use crate::typed::error::{Result, TypedError, damaged};

fn wrong() -> TypedError {
    damaged("its metadata is not what Arrow has there")
}

/// A table in a buffer.
#[derive(Clone, Copy, Debug)]
pub struct Table<'b> {
    bytes: &'b [u8],
    /// Where it begins, and where the offsets of its fields are.
    at: usize,
    offsets: &'b [u8],
}

/// A vector in a buffer.
#[derive(Clone, Copy, Debug)]
pub struct Vector<'b> {
    bytes: &'b [u8],
    at: usize,
    pub len: usize,
}

fn fixed<const N: usize>(bytes: &[u8], at: usize) -> Result<[u8; N]> {
    bytes.get(at..).and_then(|bytes| bytes.first_chunk::<N>()).copied().ok_or_else(wrong)
}

/// What an offset at this position refers to.
fn target(bytes: &[u8], at: usize) -> Result<usize> {
    let offset = u32::from_le_bytes(fixed(bytes, at)?) as usize;
    at.checked_add(offset).filter(|&at| at < bytes.len()).ok_or_else(wrong)
}

impl<'b> Table<'b> {
    /// The root of a buffer.
    pub fn root(bytes: &'b [u8]) -> Result<Table<'b>> {
        Table::at(bytes, target(bytes, 0)?)
    }

    fn at(bytes: &'b [u8], at: usize) -> Result<Table<'b>> {
        let back = i32::from_le_bytes(fixed(bytes, at)?);
        let start = i64::try_from(at).map_err(|_| wrong())? - i64::from(back);
        let start = usize::try_from(start).map_err(|_| wrong())?;
        let size = usize::from(u16::from_le_bytes(fixed(bytes, start)?));
        let end = start.checked_add(size).ok_or_else(wrong)?;
        let offsets = bytes.get(start + 4..end.max(start + 4)).ok_or_else(wrong)?;
        Ok(Table { bytes, at, offsets })
    }

    /// Where a field is; none where it has its default.
    fn field(&self, index: usize) -> Option<usize> {
        let offset = self.offsets.get(2 * index..2 * index + 2)?.first_chunk::<2>()?;
        match u16::from_le_bytes(*offset) {
            0 => None,
            offset => Some(self.at + usize::from(offset)),
        }
    }

    fn number<const N: usize>(&self, index: usize) -> Result<Option<[u8; N]>> {
        self.field(index).map(|at| fixed(self.bytes, at)).transpose()
    }

    pub fn byte(&self, index: usize, default: u8) -> Result<u8> {
        Ok(self.number::<1>(index)?.map_or(default, |[byte]| byte))
    }

    pub fn short(&self, index: usize, default: i16) -> Result<i16> {
        Ok(self.number(index)?.map_or(default, i16::from_le_bytes))
    }

    pub fn int(&self, index: usize, default: i32) -> Result<i32> {
        Ok(self.number(index)?.map_or(default, i32::from_le_bytes))
    }

    pub fn long(&self, index: usize) -> Result<i64> {
        Ok(self.number(index)?.map_or(0, i64::from_le_bytes))
    }

    pub fn table(&self, index: usize) -> Result<Option<Table<'b>>> {
        self.field(index).map(|at| Table::at(self.bytes, target(self.bytes, at)?)).transpose()
    }

    pub fn text(&self, index: usize) -> Result<Option<&'b str>> {
        let Some(at) = self.field(index) else { return Ok(None) };
        let at = target(self.bytes, at)?;
        let length = u32::from_le_bytes(fixed(self.bytes, at)?) as usize;
        let end = (at + 4).checked_add(length).ok_or_else(wrong)?;
        let text = self.bytes.get(at + 4..end).ok_or_else(wrong)?;
        std::str::from_utf8(text).map(Some).map_err(|_| wrong())
    }

    /// A vector whose items have this size; an empty one where there is none.
    pub fn vector(&self, index: usize, size: usize) -> Result<Vector<'b>> {
        let Some(at) = self.field(index) else { return Ok(Vector { bytes: &[], at: 0, len: 0 }) };
        let at = target(self.bytes, at)?;
        let len = u32::from_le_bytes(fixed(self.bytes, at)?) as usize;
        let fits = len
            .checked_mul(size)
            .and_then(|all| all.checked_add(at + 4))
            .is_some_and(|end| end <= self.bytes.len());
        fits.then_some(Vector { bytes: self.bytes, at: at + 4, len }).ok_or_else(wrong)
    }
}

impl<'b> Vector<'b> {
    /// The table that an item refers to.
    pub fn table(&self, index: usize) -> Result<Table<'b>> {
        Table::at(self.bytes, target(self.bytes, self.at + 4 * index)?)
    }

    /// The 64-bit number at a distance from the beginning.
    pub fn long(&self, offset: usize) -> Result<i64> {
        Ok(i64::from_le_bytes(fixed(self.bytes, self.at + offset)?))
    }

    /// The 32-bit number at a distance from the beginning.
    pub fn int(&self, offset: usize) -> Result<i32> {
        Ok(i32::from_le_bytes(fixed(self.bytes, self.at + offset)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_beyond_the_buffer_are_errors() {
        // A root at 12 whose fields are described at 4: one 32-bit number, at 4 behind its beginning.
        let bytes = [12, 0, 0, 0, 6, 0, 8, 0, 4, 0, 0, 0, 8, 0, 0, 0, 42, 0, 0, 0];
        let table = Table::root(&bytes).expect("a table");
        assert_eq!((table.int(0, 7), table.int(1, 7)), (Ok(42), Ok(7)));
        assert!(table.table(0).is_err() && table.vector(0, 8).is_err() && table.text(0).is_err());
        for length in 0..bytes.len() - 1 {
            let read = Table::root(&bytes[..length]).and_then(|table| table.int(0, 7));
            assert!(read.is_err(), "{length}");
        }
    }
}
