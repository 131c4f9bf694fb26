//! The compact protocol of Thrift, as far as the metadata of Parquet needs it.

use crate::typed::error::{Result, damaged};
use crate::typed::varint::{signed, varint};

/// Structs within structs are not deeper.
const MAX_DEPTH: u32 = 32;

/// What a field is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    True,
    False,
    Byte,
    Int,
    Double,
    Binary,
    List,
    Map,
    Struct,
}

/// Reads values one after the other.
#[derive(Clone, Debug)]
pub struct Reader<'b> {
    bytes: &'b [u8],
    depth: u32,
}

fn wrong() -> crate::typed::error::TypedError {
    damaged("its metadata is not what Parquet has there")
}

impl<'b> Reader<'b> {
    pub fn new(bytes: &'b [u8]) -> Reader<'b> {
        Reader { bytes, depth: 0 }
    }

    /// The bytes that are left.
    pub fn left(&self) -> usize {
        self.bytes.len()
    }

    /// A number of one byte.
    pub fn byte(&mut self) -> Result<u8> {
        let (&first, rest) = self.bytes.split_first().ok_or_else(wrong)?;
        self.bytes = rest;
        Ok(first)
    }

    /// A number of seven bits a byte.
    fn varint(&mut self) -> Result<u64> {
        varint(&mut self.bytes).ok_or_else(wrong)
    }

    /// An integer.
    pub fn int(&mut self) -> Result<i64> {
        signed(&mut self.bytes).ok_or_else(wrong)
    }

    /// An integer that is a count or a position.
    pub fn count(&mut self) -> Result<u64> {
        u64::try_from(self.int()?).map_err(|_| wrong())
    }

    /// A text, or bytes.
    pub fn binary(&mut self) -> Result<&'b [u8]> {
        let length = usize::try_from(self.varint()?).map_err(|_| wrong())?;
        let (found, rest) = self.bytes.split_at_checked(length).ok_or_else(wrong)?;
        self.bytes = rest;
        Ok(found)
    }

    /// The type of the items of a list, and how many there are.
    pub fn list(&mut self) -> Result<(Type, usize)> {
        let head = self.byte()?;
        let count = match head >> 4 {
            15 => usize::try_from(self.varint()?).map_err(|_| wrong())?,
            count => usize::from(count),
        };
        // Each item has at least a byte.
        if count > self.bytes.len() {
            return Err(wrong());
        }
        Ok((of(head & 15)?, count))
    }

    /// Reads a struct: `each` is given the number and the type of each field, and says whether it has read it.
    pub fn structure(
        &mut self,
        each: &mut dyn FnMut(&mut Reader<'b>, i64, Type) -> Result<bool>,
    ) -> Result<()> {
        if self.depth >= MAX_DEPTH {
            return Err(wrong());
        }
        self.depth += 1;
        let mut last = 0;
        loop {
            let head = self.byte()?;
            if head == 0 {
                break;
            }
            last = match head >> 4 {
                0 => self.int()?,
                delta => last.wrapping_add(i64::from(delta)),
            };
            let of = of(head & 15)?;
            if !each(self, last, of)? {
                self.skip(of)?;
            }
        }
        self.depth -= 1;
        Ok(())
    }

    /// Reads the structs of a list.
    pub fn structures(
        &mut self,
        of: Type,
        each: &mut dyn FnMut(&mut Reader<'b>, usize) -> Result<()>,
    ) -> Result<()> {
        let (Type::List, (Type::Struct, count)) = (of, self.list()?) else { return Err(wrong()) };
        (0..count).try_for_each(|index| each(self, index))
    }

    /// Passes over a value.
    pub fn skip(&mut self, of: Type) -> Result<()> {
        match of {
            Type::True | Type::False => {}
            Type::Byte => {
                self.byte()?;
            }
            Type::Int => {
                self.varint()?;
            }
            Type::Double => {
                self.bytes = self.bytes.get(8..).ok_or_else(wrong)?;
            }
            Type::Binary => {
                self.binary()?;
            }
            Type::List => {
                let (of, count) = self.list()?;
                (0..count).try_for_each(|_| self.skip_item(of))?;
            }
            Type::Map => {
                let count = usize::try_from(self.varint()?).map_err(|_| wrong())?;
                if count > self.bytes.len() {
                    return Err(wrong());
                }
                if count > 0 {
                    let types = self.byte()?;
                    let (key, value) = (self::of(types >> 4)?, self::of(types & 15)?);
                    for _ in 0..count {
                        self.skip_item(key)?;
                        self.skip_item(value)?;
                    }
                }
            }
            Type::Struct => self.structure(&mut |_, _, _| Ok(false))?,
        }
        Ok(())
    }

    /// Passes over an item, which has a byte even where a field has none.
    fn skip_item(&mut self, of: Type) -> Result<()> {
        match of {
            Type::True | Type::False => self.byte().map(|_| ()),
            // Lists of lists are as deep as they say.
            Type::List | Type::Map if self.depth >= MAX_DEPTH => Err(wrong()),
            Type::List | Type::Map => {
                self.depth += 1;
                self.skip(of)?;
                self.depth -= 1;
                Ok(())
            }
            of => self.skip(of),
        }
    }
}

fn of(number: u8) -> Result<Type> {
    Ok(match number {
        1 => Type::True,
        2 => Type::False,
        3 => Type::Byte,
        4..=6 => Type::Int,
        7 => Type::Double,
        8 => Type::Binary,
        9 | 10 => Type::List,
        11 => Type::Map,
        12 => Type::Struct,
        _ => return Err(wrong()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_and_others_passed_over() {
        // 1: int -3; 2: list of two ints; 4: struct { 1: true }; 20: binary.
        let bytes = b"\x15\x05\x19\x25\x02\x04\x2c\x11\x00\x08\x28\x02ab\x00rest";
        let mut reader = Reader::new(bytes);
        let mut seen = Vec::new();
        let read = reader.structure(&mut |reader, id, of| {
            seen.push((id, of));
            if id == 1 {
                assert_eq!(reader.int(), Ok(-3));
            }
            if id == 20 {
                assert_eq!(reader.binary(), Ok(&b"ab"[..]));
            }
            Ok(id == 1 || id == 20)
        });
        assert_eq!(read, Ok(()));
        assert_eq!(seen, [(1, Type::Int), (2, Type::List), (4, Type::Struct), (20, Type::Binary)]);
        assert_eq!(reader.left(), 4);
        for length in 0..bytes.len() - 5 {
            assert!(Reader::new(&bytes[..length]).skip(Type::Struct).is_err(), "{length}");
        }
        // Structs within structs without an end.
        assert!(Reader::new(&[0x1c; 100_000]).skip(Type::Struct).is_err());
        assert!(Reader::new(&[0x19; 100_000]).skip(Type::Struct).is_err());
    }
}
