//! The buffers of a message as columns of values, which are read from the file only where they are needed.

use super::flat::Table;
use super::message::Message;
use super::schema::{Field, Shape};
use crate::typed::codec::{Codec, MAX_PART, decompressed};
use crate::typed::error::{Result, TypedError, damaged};
use crate::typed::input::{Input, bytes};

/// A column of values, or a part of one.
#[derive(Clone, Debug, Default)]
pub struct Array {
    /// How many values it has.
    pub len: u64,
    /// How many of them are null, where its writer knew that.
    pub nulls: Option<u64>,
    pub buffers: Vec<Buffer>,
    pub parts: Vec<Array>,
}

/// Bytes of a message.
#[derive(Clone, Debug)]
pub enum Buffer {
    /// In the file, as they are.
    Stored { start: u64, length: u64 },
    /// Without their compression.
    Memory(Vec<u8>),
}

impl Buffer {
    /// How many bytes it has.
    pub fn len(&self) -> u64 {
        match self {
            Buffer::Stored { length, .. } => *length,
            Buffer::Memory(bytes) => bytes.len() as u64,
        }
    }

    /// Some of its bytes.
    pub fn part(&self, input: &mut dyn Input, at: u64, length: u64) -> Result<Vec<u8>> {
        let short = || damaged("a buffer is shorter than its column needs");
        let end = at.checked_add(length).filter(|&end| end <= self.len()).ok_or_else(short)?;
        match self {
            Buffer::Stored { start, .. } => bytes(input, start + at, length, MAX_PART as u64, "a buffer"),
            Buffer::Memory(bytes) => Ok(bytes[at as usize..end as usize].to_vec()),
        }
    }
}

impl Array {
    /// Reads all of its bytes into memory.
    pub fn load(&mut self, input: &mut dyn Input) -> Result<()> {
        for buffer in &mut self.buffers {
            *buffer = Buffer::Memory(buffer.part(input, 0, buffer.len())?);
        }
        self.parts.iter_mut().try_for_each(|part| part.load(input))
    }
}

/// The metadata of a batch of rows.
pub struct Batch<'b> {
    pub rows: u64,
    table: Table<'b>,
    codec: Option<Codec>,
}

/// What is left of the nodes and buffers of a batch.
struct Left<'b, 'm> {
    batch: &'m Batch<'b>,
    message: &'m Message,
    node: usize,
    buffer: usize,
    variadic: usize,
}

impl<'b> Batch<'b> {
    /// The batch that a table of metadata describes.
    pub fn new(table: Table<'b>) -> Result<Batch<'b>> {
        let codec = match table.table(3)? {
            None => None,
            Some(compression) => Some(match compression.byte(0, 0)? {
                0 => Codec::Lz4Frame,
                1 => Codec::Zstd,
                other => {
                    let text = format!(
                        "its buffers have the codec number {other}, which is newer than this program"
                    );
                    return Err(TypedError::Unsupported(text));
                }
            }),
        };
        let rows = u64::try_from(table.long(0)?).map_err(|_| damaged("a batch has fewer than 0 rows"))?;
        Ok(Batch { rows, table, codec })
    }

    /// How many values of each column are null, by its nodes: one that is -1 is not known.
    pub fn nulls(&self, fields: &[Field]) -> Result<Vec<Option<u64>>> {
        let nodes = self.table.vector(1, 16)?;
        let mut node = 0;
        let mut found = Vec::with_capacity(fields.len());
        for field in fields {
            if node >= nodes.len {
                return Err(damaged("a batch has fewer columns than the schema"));
            }
            found.push(u64::try_from(nodes.long(16 * node + 8)?).ok());
            node += count(field);
        }
        Ok(found)
    }

    /// Its columns. Those of which `is_read` is false have no bytes.
    pub fn arrays(
        &self,
        message: &Message,
        fields: &[Field],
        is_read: &[bool],
        input: &mut dyn Input,
    ) -> Result<Vec<Array>> {
        let mut left = Left { batch: self, message, node: 0, buffer: 0, variadic: 0 };
        let mut found = Vec::with_capacity(fields.len());
        for (field, is_read) in fields.iter().zip(is_read) {
            found.push(left.array(field, *is_read, input)?);
        }
        Ok(found)
    }
}

/// How many nodes a field has.
fn count(field: &Field) -> usize {
    match field.dictionary {
        Some(_) => 1,
        None => 1 + field.parts.iter().map(count).sum::<usize>(),
    }
}

impl Left<'_, '_> {
    fn array(&mut self, field: &Field, is_read: bool, input: &mut dyn Input) -> Result<Array> {
        let nodes = self.batch.table.vector(1, 16)?;
        if self.node >= nodes.len {
            return Err(damaged("a batch has fewer columns than the schema"));
        }
        let len = u64::try_from(nodes.long(16 * self.node)?)
            .map_err(|_| damaged("a column has fewer than 0 values"))?;
        let nulls = u64::try_from(nodes.long(16 * self.node + 8)?).ok();
        self.node += 1;
        if field.dictionary.is_some() {
            let buffers = self.buffers(2, is_read, input)?;
            return Ok(Array { len, nulls, buffers, parts: Vec::new() });
        }
        let buffers = match &field.of {
            Shape::Null | Shape::Runs => 0,
            Shape::Bool | Shape::Fixed { .. } | Shape::List { .. } => 2,
            Shape::Between { .. } | Shape::ListView { .. } => 3,
            Shape::FixedList(_) | Shape::Struct => 1,
            Shape::Union { is_dense } => 1 + usize::from(*is_dense),
            Shape::Views(_) => {
                let counts = self.batch.table.vector(4, 8)?;
                if self.variadic >= counts.len {
                    return Err(damaged("a batch does not say how many buffers a column has"));
                }
                let more = counts.long(8 * self.variadic)?;
                self.variadic += 1;
                usize::try_from(more).ok().filter(|&more| more <= 1 << 20).map_or(usize::MAX, |more| 2 + more)
            }
        };
        let buffers = self.buffers(buffers, is_read, input)?;
        let parts = field.parts.iter().map(|part| self.array(part, is_read, input)).collect::<Result<_>>()?;
        Ok(Array { len, nulls, buffers, parts })
    }

    fn buffers(&mut self, count: usize, is_read: bool, input: &mut dyn Input) -> Result<Vec<Buffer>> {
        let vector = self.batch.table.vector(2, 16)?;
        let end = self.buffer.checked_add(count).filter(|&end| end <= vector.len);
        let end = end.ok_or_else(|| damaged("a batch has fewer buffers than its columns need"))?;
        let mut found = Vec::new();
        for index in self.buffer..end {
            let beyond = || damaged("a buffer would end after its message does");
            let at = u64::try_from(vector.long(16 * index)?).map_err(|_| beyond())?;
            let length = u64::try_from(vector.long(16 * index + 8)?).map_err(|_| beyond())?;
            if at.checked_add(length).is_none_or(|end| end > self.message.body_length) {
                return Err(beyond());
            }
            let start = self.message.body + at;
            if is_read {
                found.push(self.buffer(start, length, input)?);
            }
        }
        self.buffer = end;
        Ok(found)
    }

    /// A buffer without its compression, whose length is before it.
    fn buffer(&self, start: u64, length: u64, input: &mut dyn Input) -> Result<Buffer> {
        let (Some(codec), true) = (self.batch.codec, length > 0) else {
            return Ok(Buffer::Stored { start, length });
        };
        if length < 8 {
            return Err(damaged("a compressed buffer does not say how long it is"));
        }
        let head = bytes(input, start, 8, 8, "a buffer")?;
        let plain = head.iter().rev().fold(0_u64, |all, &byte| all << 8 | u64::from(byte)) as i64;
        if plain == -1 {
            return Ok(Buffer::Stored { start: start + 8, length: length - 8 });
        }
        let plain =
            usize::try_from(plain).map_err(|_| damaged("a compressed buffer has a length below 0"))?;
        let packed = bytes(input, start + 8, length - 8, MAX_PART as u64, "a buffer")?;
        Ok(Buffer::Memory(decompressed(codec, &packed, plain)?))
    }
}
