//! Which messages a file or a stream has, and where.

use super::flat::Table;
use super::schema::Field;
use crate::typed::error::{Result, TypedError, damaged};
use crate::typed::input::{Input, bytes};

/// How a file begins and ends.
const MAGIC: &[u8] = b"ARROW1";
/// How a file of the first version of Feather begins.
const FEATHER: &[u8] = b"FEA1";
/// The most bytes of the metadata of a message, and of a footer.
const MAX_METADATA: u64 = 128 << 20;
/// The most messages of a file.
const MAX_MESSAGES: usize = 4_000_000;

/// Where a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Message {
    pub start: u64,
    pub length: u64,
    pub body: u64,
    pub body_length: u64,
}

/// The schema of a file, and its messages.
#[derive(Clone, Debug)]
pub struct Layout {
    pub fields: Vec<Field>,
    /// Keys of the schema's metadata, and their texts.
    pub entries: Vec<(String, String)>,
    pub dictionaries: Vec<Message>,
    /// In a stream, dictionaries are among them.
    pub batches: Vec<Message>,
}

impl Layout {
    /// The layout of a file or a stream.
    ///
    /// # Errors
    /// It is neither, or damaged.
    pub fn read(input: &mut dyn Input) -> Result<Layout> {
        let length = input.len().min(8);
        let head = bytes(input, 0, length, 8, "its head")?;
        if head.starts_with(FEATHER) {
            return Err(TypedError::Unsupported(
                "it is Feather of version 1; `python -c \"import pyarrow.feather as f; f.write_feather(f.read_table('FILE'), 'NEW')\"` writes version 2".into(),
            ));
        }
        match head.starts_with(MAGIC) {
            true => Layout::of_file(input),
            false => Layout::of_stream(input),
        }
    }

    fn of_file(input: &mut dyn Input) -> Result<Layout> {
        let length = input.len();
        let tail = MAGIC.len() as u64 + 4;
        if length < 8 + tail {
            return Err(damaged("it is too short for an Arrow file"));
        }
        let end = bytes(input, length - tail, tail, tail, "its footer")?;
        let Some((size, MAGIC)) = end.split_at_checked(4) else {
            return Err(damaged("it begins as an Arrow file and does not end as one"));
        };
        let size = i32::from_le_bytes([size[0], size[1], size[2], size[3]]);
        let size = u64::try_from(size).ok().filter(|&size| size <= length - tail - 8);
        let size = size.ok_or_else(|| damaged("its footer is longer than the file"))?;
        let footer = bytes(input, length - tail - size, size, MAX_METADATA, "its footer")?;
        let footer = Table::root(&footer)?;
        let schema = footer.table(1)?.ok_or_else(|| damaged("its footer has no schema"))?;
        let fields = Field::all(&schema)?;
        let entries = entries(&schema)?;
        let dictionaries = blocks(&footer, 2, input)?;
        Ok(Layout { fields, entries, dictionaries, batches: blocks(&footer, 3, input)? })
    }

    fn of_stream(input: &mut dyn Input) -> Result<Layout> {
        let (mut at, mut known, mut batches) = (0, None, Vec::new());
        while let Some((message, metadata)) = next(input, at)? {
            at = message.body + message.body_length;
            let table = Table::root(&metadata)?;
            match (table.byte(1, 0)?, table.table(2)?) {
                (1, Some(schema)) if known.is_none() => {
                    known = Some((Field::all(&schema)?, entries(&schema)?));
                }
                (2 | 3, Some(_)) => batches.push(message),
                _ => {}
            }
            if batches.len() > MAX_MESSAGES {
                return Err(TypedError::TooLarge("it has more than 4 million messages".into()));
            }
        }
        let (fields, entries) = known.ok_or_else(|| damaged("it has no schema"))?;
        Ok(Layout { fields, entries, dictionaries: Vec::new(), batches })
    }
}

/// The keys of a schema's metadata, and their texts.
fn entries(schema: &Table<'_>) -> Result<Vec<(String, String)>> {
    let vector = schema.vector(2, 4)?;
    let (mut entries, mut size) = (Vec::new(), 0);
    for index in 0..vector.len {
        let entry = vector.table(index)?;
        let [key, text] = [entry.text(0)?.unwrap_or_default(), entry.text(1)?.unwrap_or_default()];
        // In a damaged file many can be the same bytes.
        size += (key.len() + text.len()) as u64;
        if size > MAX_METADATA {
            return Err(TypedError::TooLarge("its metadata has more than 128 MiB".into()));
        }
        entries.push((key.to_owned(), text.to_owned()));
    }
    Ok(entries)
}

/// The message at a position of a stream, and its metadata; none behind the last one.
fn next(input: &mut dyn Input, at: u64) -> Result<Option<(Message, Vec<u8>)>> {
    if at == input.len() {
        return Ok(None);
    }
    let head = bytes(input, at, 8, 8, "a message")?;
    let (mark, size) = head.split_at(4);
    if mark != [0xff; 4] {
        return Err(damaged("a message does not begin as one"));
    }
    let size = i32::from_le_bytes([size[0], size[1], size[2], size[3]]);
    let size = u64::try_from(size).map_err(|_| damaged("a message has a length below 0"))?;
    if size == 0 {
        return Ok(None);
    }
    let metadata = bytes(input, at + 8, size, MAX_METADATA, "a message")?;
    let body_length = u64::try_from(Table::root(&metadata)?.long(3)?).ok();
    let body = at + 8 + size;
    let body_length =
        body_length.filter(|&length| body.checked_add(length).is_some_and(|end| end <= input.len()));
    let body_length = body_length.ok_or_else(|| damaged("a message would end after the file does"))?;
    Ok(Some((Message { start: at + 8, length: size, body, body_length }, metadata)))
}

/// The messages that a footer lists.
fn blocks(footer: &Table<'_>, index: usize, input: &mut dyn Input) -> Result<Vec<Message>> {
    let beyond = || damaged("a message would end after the file does");
    let vector = footer.vector(index, 24)?;
    if vector.len > MAX_MESSAGES {
        return Err(TypedError::TooLarge("it has more than 4 million messages".into()));
    }
    let mut found = Vec::with_capacity(vector.len);
    for block in 0..vector.len {
        let at = u64::try_from(vector.long(24 * block)?).map_err(|_| beyond())?;
        let length = u64::try_from(vector.int(24 * block + 8)?).map_err(|_| beyond())?;
        let body_length = u64::try_from(vector.long(24 * block + 16)?).map_err(|_| beyond())?;
        let body = at.checked_add(length).ok_or_else(beyond)?;
        if length < 8 || body.checked_add(body_length).is_none_or(|end| end > input.len()) {
            return Err(beyond());
        }
        // Its length is before the metadata: files of before 2019 have no mark before that.
        let head = bytes(input, at, 4, 4, "a message")?;
        let before = if head == [0xff; 4] { 8 } else { 4 };
        found.push(Message { start: at + before, length: length - before, body, body_length });
    }
    Ok(found)
}
