//! The pages of a column in a row group, one after the other.

use super::chunk::Chunk;
use super::decode::Dictionary;
use super::page_head::PageHead;
use super::schema::Leaf;
use crate::typed::codec::{Codec, MAX_PART, decompressed};
use crate::typed::error::{Result, TypedError, damaged};
use crate::typed::input::{Input, bytes};

/// As much is read at once to find the head of a page.
const WINDOW: usize = 64 << 10;
/// Heads of pages have texts in them, and are not longer.
const MAX_HEAD: usize = 16 << 20;
/// The most values of a page.
const MAX_VALUES: u64 = 1 << 26;

/// The pages of a chunk.
pub struct Pages<'i, 'l> {
    input: &'i mut dyn Input,
    leaf: &'l Leaf,
    codec: Codec,
    at: u64,
    end: u64,
    window: Vec<u8>,
    window_start: u64,
}

/// The levels and the values of a page.
pub struct Page {
    pub encoding: i64,
    bytes: Vec<u8>,
    repetition: (usize, usize),
    definition: (usize, usize),
    values: usize,
}

impl Page {
    /// The bytes of its repetition levels, of its definition levels, and of its values.
    pub fn parts(&self) -> (&[u8], &[u8], &[u8]) {
        let part = |(start, end): (usize, usize)| &self.bytes[start..end];
        (part(self.repetition), part(self.definition), &self.bytes[self.values..])
    }
}

impl<'i, 'l> Pages<'i, 'l> {
    /// The pages of a chunk of a leaf.
    pub fn new(input: &'i mut dyn Input, leaf: &'l Leaf, chunk: &Chunk) -> Result<Pages<'i, 'l>> {
        if chunk.is_encrypted {
            return Err(TypedError::Unsupported(
                "it is encrypted, and there is no way to give a key; decrypt it first".into(),
            ));
        }
        let Some(codec) = chunk.codec else {
            let text = format!(
                "its codec {} is not read; `duckdb -c \"COPY (FROM 'FILE') TO 'NEW.parquet' (CODEC zstd)\"` writes a file that is",
                codec_name(chunk.codec_number)
            );
            return Err(TypedError::Unsupported(text));
        };
        let end = chunk.start.checked_add(chunk.length).filter(|&end| end <= input.len());
        let end = end.ok_or_else(|| damaged("it would end after the file does"))?;
        Ok(Pages { input, leaf, codec, at: chunk.start, end, window: Vec::new(), window_start: 0 })
    }

    /// The head of the next page; none behind the last one. Its bytes follow, and are passed over or read.
    pub fn head(&mut self) -> Result<Option<PageHead>> {
        if self.at >= self.end {
            return Ok(None);
        }
        let mut size = WINDOW;
        loop {
            let left = usize::try_from(self.end - self.at).unwrap_or(usize::MAX);
            let (head, length) = {
                let bytes = self.windowed(size.min(left))?;
                match PageHead::read(bytes) {
                    Ok(found) => found,
                    Err(_) if bytes.len() < left && size < MAX_HEAD => {
                        size *= 8;
                        continue;
                    }
                    Err(error) => return Err(error),
                }
            };
            self.at += length as u64;
            if head.kind < 0 {
                return Err(damaged("the head of a page does not say what it is"));
            }
            if head.packed > self.end - self.at {
                return Err(damaged("a page would end after its column does"));
            }
            let is_page_of_values = matches!(head.kind, 0 | 3);
            if is_page_of_values && head.values > MAX_VALUES {
                return Err(TypedError::TooLarge(format!("a page has {} values", head.values)));
            }
            return Ok(Some(head));
        }
    }

    /// The next bytes, at least `size` of them unless the chunk ends.
    fn windowed(&mut self, size: usize) -> Result<&[u8]> {
        let has = self.window_start + self.window.len() as u64;
        let is_within = self.at >= self.window_start && self.at + size.min(1024) as u64 <= has;
        if !is_within || size > WINDOW {
            let length = (self.end - self.at).min(size.max(WINDOW) as u64);
            self.window = bytes(self.input, self.at, length, MAX_HEAD as u64 * 8, "the head of a page")?;
            self.window_start = self.at;
        }
        Ok(&self.window[(self.at - self.window_start) as usize..])
    }

    /// Passes over the bytes of a page.
    pub fn skip(&mut self, head: &PageHead) {
        self.at += head.packed;
    }

    /// Reads a page that is a dictionary.
    pub fn dictionary(&mut self, head: &PageHead) -> Result<Dictionary> {
        let packed = self.packed(head)?;
        let plain = decompressed(self.codec, &packed, size(head.plain)?)?;
        Dictionary::new(plain, head.values, self.leaf.physical, self.leaf.length)
    }

    /// Reads a page of values.
    pub fn values(&mut self, head: &PageHead) -> Result<Page> {
        let packed = self.packed(head)?;
        match head.kind {
            0 => self.first_version(head, &packed),
            _ => self.second_version(head, packed),
        }
    }

    fn packed(&mut self, head: &PageHead) -> Result<Vec<u8>> {
        let found = bytes(self.input, self.at, head.packed, MAX_PART as u64, "a page")?;
        self.at += head.packed;
        Ok(found)
    }

    /// Levels are compressed with the values, each after its length.
    fn first_version(&self, head: &PageHead, packed: &[u8]) -> Result<Page> {
        let bytes = decompressed(self.codec, packed, size(head.plain)?)?;
        let mut at = 0;
        let mut levels = |most: u32, encoding: i64| {
            if most == 0 {
                return Ok((at, at));
            }
            if encoding != 3 {
                return Err(TypedError::Unsupported(
                    "its levels are encoded as only old files have them".into(),
                ));
            }
            let short = || damaged("a page has fewer levels than it says");
            let length = bytes.get(at..at + 4).and_then(|head| head.first_chunk::<4>()).ok_or_else(short)?;
            let start = at + 4;
            let end =
                start.checked_add(u32::from_le_bytes(*length) as usize).filter(|&end| end <= bytes.len());
            at = end.ok_or_else(short)?;
            Ok((start, at))
        };
        let repetition = levels(self.leaf.max_repetition, head.repetition_encoding)?;
        let definition = levels(self.leaf.max_definition, head.definition_encoding)?;
        Ok(Page { encoding: head.encoding, values: at, bytes, repetition, definition })
    }

    /// Levels are never compressed, and without their lengths.
    fn second_version(&self, head: &PageHead, packed: Vec<u8>) -> Result<Page> {
        let short = || damaged("a page has fewer levels than it says");
        let middle = size(head.repetition_bytes)?;
        let levels = middle.checked_add(size(head.definition_bytes)?).filter(|&end| end <= packed.len());
        let levels = levels.ok_or_else(short)?;
        let plain = size(head.plain)?.checked_sub(levels).ok_or_else(short)?;
        let bytes = match head.is_packed && self.codec != Codec::None && plain > 0 {
            true => {
                let mut bytes = packed[..levels].to_vec();
                bytes.extend(decompressed(self.codec, &packed[levels..], plain)?);
                bytes
            }
            false => packed,
        };
        let (repetition, definition) = ((0, middle), (middle, levels));
        Ok(Page { encoding: head.encoding, values: levels, bytes, repetition, definition })
    }
}

fn size(bytes: u64) -> Result<usize> {
    match usize::try_from(bytes) {
        Ok(size) if size <= MAX_PART => Ok(size),
        _ => Err(TypedError::TooLarge(format!(
            "a page has {} MiB; up to {} MiB are read",
            bytes >> 20,
            MAX_PART >> 20
        ))),
    }
}

/// What Parquet calls a codec.
fn codec_name(number: i64) -> String {
    match number {
        3 => "LZO".into(),
        4 => "BROTLI".into(),
        other => format!("number {other}"),
    }
}
