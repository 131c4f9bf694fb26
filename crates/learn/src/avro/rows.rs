//! Rows of a file, some of all blocks, into the tree of what is known.

use super::header::{Head, head, text};
use super::plan::{Plan, Plans};
use super::schema::table_of;
use crate::model::{Column, Model};
use crate::typed::codec::{Codec, MAX_PART, decompressed_any};
use crate::typed::convert::{Raw, value};
use crate::typed::error::{Result, TypedError, damaged};
use crate::typed::input::{Input, bytes};
use crate::typed::tree::{NodeId, Tree};
use crate::typed::types::Type;
use crate::typed::value::Value;
use crate::typed::varint::signed;

/// The most bytes of what is before the rows.
const MAX_HEAD: u64 = 64 << 20;
/// Rows of at most as many blocks are read.
const MAX_BLOCKS: usize = 20;
/// The most blocks of a file.
const MAX_LISTED: usize = 8_000_000;
/// Values within values are not deeper.
const MAX_DEPTH: u32 = 64;
/// The most items of all lists that are read.
const MAX_ITEMS: u64 = 10_000_000;

/// A file whose head was read.
pub struct Rows {
    /// The columns of its schema.
    pub columns: Vec<Column>,
    root: Plan,
    plans: Plans,
    codec: std::result::Result<Codec, String>,
    /// Keys of the file's metadata, and their texts.
    pub entries: Vec<(String, String)>,
    sync: [u8; 16],
    start: u64,
}

/// What was read of a file.
pub struct Read {
    /// How many rows it has.
    pub rows: u64,
    /// Why no values of it were read, if none were.
    pub unread: Option<String>,
}

/// A block of rows.
struct Block {
    rows: u64,
    start: u64,
    length: u64,
}

impl Rows {
    /// Reads the head of a file.
    ///
    /// # Errors
    /// It is damaged, or its schema is none of a table.
    pub fn open(name: &str, input: &mut dyn Input) -> Result<Rows> {
        let of_document = |error: crate::document::DocumentError| TypedError::Unsupported(error.to_string());
        let head = whole_head(name, input)?;
        let mut model = Model::default();
        table_of(&head.schema, &mut model).map_err(of_document)?;
        let columns = model.tables.pop().map(|table| table.columns).unwrap_or_default();
        let mut plans = Plans::default();
        let wrong = || damaged("its schema is none of Avro");
        let root = match plans.of(&head.schema.root, "").ok_or_else(wrong)? {
            Plan::Named(index) => plans.named.get(index).cloned().ok_or_else(wrong)?,
            _ => {
                return Err(TypedError::Unsupported("its rows are no records, which columns need".into()));
            }
        };
        let codec = match head.codec.as_str() {
            "null" => Ok(Codec::None),
            "deflate" => Ok(Codec::Deflate),
            "snappy" => Ok(Codec::Snappy),
            "zstandard" => Ok(Codec::Zstd),
            other => Err(format!(
                "its blocks have the codec {other}, which is not read: columns are those of the schema, without what their values are like"
            )),
        };
        let (sync, start) = (head.sync, head.length as u64);
        Ok(Rows { columns, root, plans, codec, entries: head.entries, sync, start })
    }

    /// Adds about `budget` rows. `roots` are the nodes of the columns; none for one that is left out.
    ///
    /// # Errors
    /// A block is damaged.
    pub fn read(
        &self,
        input: &mut dyn Input,
        roots: &[Option<NodeId>],
        tree: &mut Tree,
        budget: u64,
    ) -> Result<Read> {
        let blocks = self.blocks(input)?;
        let rows = blocks.iter().fold(0_u64, |all, block| all.saturating_add(block.rows));
        let codec = match &self.codec {
            Ok(codec) => *codec,
            Err(text) => return Ok(Read { rows, unread: Some(text.clone()) }),
        };
        let Plan::Record(fields) = &self.root else { return Err(damaged("its schema is none of a record")) };
        // Few large blocks have more rows each than many small ones.
        let picks = blocks.len().min(MAX_BLOCKS.max((budget / 100) as usize)).max(1);
        let share = budget.div_ceil(picks as u64);
        let mut decoder = Decoder { plans: &self.plans, tree, items: 0 };
        for pick in 0..picks.min(blocks.len()) {
            let block = &blocks[pick * blocks.len() / picks];
            let packed = bytes(input, block.start, block.length, MAX_PART as u64, "a block")?;
            let plain = match codec {
                // A checksum follows.
                Codec::Snappy => decompressed_any(codec, &packed[..packed.len().saturating_sub(4)])?,
                codec => decompressed_any(codec, &packed)?,
            };
            let mut rest = &plain[..];
            for _ in 0..block.rows.min(share) {
                for (field, root) in fields.iter().zip(roots) {
                    decoder.value(field, *root, &mut rest, 0)?;
                }
                if decoder.items > MAX_ITEMS {
                    return Ok(Read { rows, unread: None });
                }
            }
        }
        Ok(Read { rows, unread: None })
    }

    /// Where all blocks are.
    fn blocks(&self, input: &mut dyn Input) -> Result<Vec<Block>> {
        let (mut at, mut blocks) = (self.start, Vec::new());
        while at < input.len() {
            let length = (input.len() - at).min(20);
            let begin = bytes(input, at, length, length, "a block")?;
            let mut rest = &begin[..];
            let rows = signed(&mut rest).and_then(|rows| u64::try_from(rows).ok());
            let size = signed(&mut rest).and_then(|size| u64::try_from(size).ok());
            let (Some(rows), Some(length)) = (rows, size) else {
                return Err(damaged("a block has no number of rows"));
            };
            let start = at + (begin.len() - rest.len()) as u64;
            let end =
                start.checked_add(length).ok_or_else(|| damaged("a block would end after the file does"))?;
            if bytes(input, end, 16, 16, "a block")? != self.sync {
                return Err(damaged("a block does not end with the mark of its file"));
            }
            blocks.push(Block { rows, start, length });
            if blocks.len() > MAX_LISTED {
                return Err(TypedError::TooLarge("it has more than 8 million blocks".into()));
            }
            at = end + 16;
        }
        Ok(blocks)
    }
}

/// The head of a file, of which as much is read as it has.
fn whole_head(name: &str, input: &mut dyn Input) -> Result<Head> {
    let mut length = input.len().min(64 << 10);
    loop {
        let begin = bytes(input, 0, length, MAX_HEAD, "its head")?;
        match head(name, &begin) {
            Ok(Some(head)) => return Ok(head),
            Ok(None) if length < input.len().min(MAX_HEAD) => {
                length = (8 * length).min(input.len()).min(MAX_HEAD);
            }
            Ok(None) => return Err(damaged("its head has no end")),
            Err(error) => return Err(TypedError::Unsupported(error.to_string())),
        }
    }
}

struct Decoder<'d> {
    plans: &'d Plans,
    tree: &'d mut Tree,
    items: u64,
}

fn short() -> TypedError {
    damaged("a row of it is no row of its schema")
}

fn taken<'b>(rest: &mut &'b [u8], length: usize) -> Result<&'b [u8]> {
    let (taken, left) = rest.split_at_checked(length).ok_or_else(short)?;
    *rest = left;
    Ok(taken)
}

impl Decoder<'_> {
    /// Reads a value into its node, or passes over it.
    fn value(&mut self, plan: &Plan, id: Option<NodeId>, rest: &mut &[u8], depth: u32) -> Result<()> {
        if depth > MAX_DEPTH {
            return Err(TypedError::TooLarge(format!("its values are deeper than {MAX_DEPTH} levels")));
        }
        match plan {
            Plan::Null => {
                if let Some(id) = id {
                    self.tree.null(id);
                }
            }
            Plan::Bool => {
                let byte = taken(rest, 1)?[0];
                self.add(id, Value::Bool(byte != 0));
            }
            Plan::Long(of) => {
                let number = signed(rest).ok_or_else(short)?;
                self.add(id, value(of, Raw::Int(number)));
            }
            Plan::Float => {
                let bytes = taken(rest, 4)?.first_chunk().copied().ok_or_else(short)?;
                self.add(id, Value::Single(f32::from_le_bytes(bytes)));
            }
            Plan::Double => {
                let bytes = taken(rest, 8)?.first_chunk().copied().ok_or_else(short)?;
                self.add(id, Value::Float(f64::from_le_bytes(bytes)));
            }
            Plan::Bytes(of) => {
                let bytes = text(rest).ok_or_else(short)?;
                // A UUID is a text here.
                let value = if *of == Type::Uuid { Value::Text(bytes) } else { value(of, Raw::Bytes(bytes)) };
                self.add(id, value);
            }
            Plan::Fixed(length, of) => {
                let bytes = taken(rest, *length)?;
                self.add(id, value(of, Raw::Bytes(bytes)));
            }
            Plan::Enum(words) => {
                let index = signed(rest).and_then(|index| usize::try_from(index).ok());
                let word = index.and_then(|index| words.get(index)).ok_or_else(short)?;
                self.add(id, Value::Text(word.as_bytes()));
            }
            Plan::Array(item) => {
                let part = id.and_then(|id| self.only_part(id));
                let count =
                    self.items(rest, &mut |decoder, rest| decoder.value(item, part, rest, depth + 1))?;
                self.add_list(id, count);
            }
            Plan::Map(of) => {
                let parts = id.map_or(&[][..], |id| self.tree.parts(id));
                let (key, inner) = (parts.first().copied(), parts.get(1).copied());
                let count = self.items(rest, &mut |decoder, rest| {
                    let name = text(rest).ok_or_else(short)?;
                    decoder.add(key, Value::Text(name));
                    decoder.value(of, inner, rest, depth + 1)
                })?;
                self.add_list(id, count);
            }
            Plan::Union(branches) => {
                let index = signed(rest).and_then(|index| usize::try_from(index).ok());
                let index = index.filter(|&index| index < branches.len()).ok_or_else(short)?;
                // The column is the first branch that is not null.
                let first = branches.iter().position(|branch| *branch != Plan::Null);
                let is_own = Some(index) == first || branches[index] == Plan::Null;
                self.value(&branches[index], id.filter(|_| is_own), rest, depth + 1)?;
            }
            Plan::Named(index) => {
                let plans = self.plans;
                let plan = plans.named.get(*index).ok_or_else(short)?;
                self.value(plan, id, rest, depth + 1)?;
            }
            Plan::Record(fields) => {
                let parts: Vec<NodeId> = id.map_or(Vec::new(), |id| self.tree.parts(id).to_vec());
                if let Some(id) = id {
                    self.tree.structure(id);
                }
                for (index, field) in fields.iter().enumerate() {
                    self.value(field, parts.get(index).copied(), rest, depth + 1)?;
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, id: Option<NodeId>, value: Value<'_>) {
        if let Some(id) = id {
            self.tree.value(id, value);
        }
    }

    fn add_list(&mut self, id: Option<NodeId>, items: u64) {
        if let Some(id) = id {
            self.tree.list(id, items);
        }
    }

    fn only_part(&self, id: NodeId) -> Option<NodeId> {
        self.tree.parts(id).first().copied()
    }

    /// Reads the blocks of items of an array or a map, and says how many items there are.
    fn items(
        &mut self,
        rest: &mut &[u8],
        each: &mut dyn FnMut(&mut Self, &mut &[u8]) -> Result<()>,
    ) -> Result<u64> {
        let mut all = 0_u64;
        loop {
            let count = signed(rest).ok_or_else(short)?;
            if count == 0 {
                return Ok(all);
            }
            if count < 0 {
                // The length of the block in bytes.
                signed(rest).ok_or_else(short)?;
            }
            for _ in 0..count.unsigned_abs() {
                self.items += 1;
                all += 1;
                if self.items > MAX_ITEMS {
                    return Err(TypedError::TooLarge("its lists have more than 10 million items".into()));
                }
                each(self, rest)?;
            }
        }
    }
}
