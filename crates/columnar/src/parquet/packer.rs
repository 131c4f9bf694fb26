//! Pages as they are in a file: a header, levels, and values that may be compressed.

use std::io;

use super::bounds::Bounds;
use super::choice;
use super::chunk::{Chunk, Page};
use super::column::Column;
use super::encode::{Way, put_indices};
use super::page::{DataPage, Encoding, checksum, dictionary_page};
use super::values::Values;
use crate::codec::Compressor;
use crate::kind::Kind;
use crate::options::{Options, PageVersion};

/// The choices made with the first page of a chunk.
#[derive(Debug, Default)]
pub(super) struct Habits {
    /// In which way values are written.
    way: Option<Way>,
    /// Whether compressing is worth it.
    compressed: Option<bool>,
}

/// Makes pages of values.
pub(super) struct Packer {
    /// The values of a page, in version 1 after the levels.
    body: Vec<u8>,
    /// The levels of a page of version 2.
    levels: Vec<u8>,
    pub compressor: Option<Compressor>,
    checksums: bool,
    pub version: PageVersion,
}

/// What a page is besides its bytes.
#[derive(Debug, Clone)]
pub(super) struct PageFacts {
    pub rows: u32,
    /// How many values there are, those included that are null, and how many are null.
    pub slots: u32,
    pub nulls: u32,
    pub bounds: Bounds,
}

impl PageFacts {
    /// The facts about the page of these values.
    pub fn of(values: &Values, column: &Column) -> io::Result<PageFacts> {
        let number = |count: u64| u32::try_from(count).map_err(io::Error::other);
        Ok(PageFacts {
            rows: number(values.rows)?,
            slots: number(values.slots)?,
            nulls: number(values.nulls)?,
            bounds: values.bounds(column),
        })
    }
}

/// A page whose values are indices into a dictionary.
pub(super) struct IndexPage<'p> {
    pub facts: PageFacts,
    /// How many bytes the repetition levels and the definition levels have, and these.
    pub levels: [usize; 2],
    pub level_bytes: &'p [u8],
    pub indices: &'p [u32],
    pub width: u32,
}

impl Packer {
    pub fn new(options: Options) -> Packer {
        Packer {
            body: Vec::new(),
            levels: Vec::new(),
            compressor: options.codec.map(Compressor::new),
            checksums: options.checksums,
            version: options.parquet.pages,
        }
    }

    /// Appends the page of these values, in the form that the column has.
    pub fn page(
        &mut self,
        column: &Column,
        values: &mut Values,
        facts: PageFacts,
        habits: &mut Habits,
        chunk: &mut Chunk,
        out: &mut Vec<u8>,
    ) -> io::Result<()> {
        let way = match habits.way {
            Some(way) => way,
            None => *habits.way.insert(choice::way(column, values, self.compressor.as_mut())?),
        };
        self.levels.clear();
        self.body.clear();
        // The first version compresses them with the values.
        let levels = match self.version {
            PageVersion::V1 => values.levels(column, self.version, &mut self.body),
            PageVersion::V2 => values.levels(column, self.version, &mut self.levels),
        };
        let (encoding, rest) = values.encode(column, way, &mut self.body);
        if habits.compressed.is_none()
            && encoding == Encoding::Plain
            && let Some(compressor) = &mut self.compressor
            && !is_sample_shorter(column.kind, &self.body, compressor)?
        {
            habits.compressed = Some(false);
        }
        let saving = min_saving(column.kind, encoding);
        self.finish(facts, encoding, levels, rest, saving, habits, chunk, out)
    }

    /// Appends a page of indices.
    pub fn index_page(
        &mut self,
        page: IndexPage<'_>,
        habits: &mut Habits,
        chunk: &mut Chunk,
        out: &mut Vec<u8>,
    ) -> io::Result<()> {
        let IndexPage { facts, levels, level_bytes, indices, width } = page;
        let way = match habits.way {
            Some(way) => way,
            None => *habits.way.insert(choice::way_of_indices(indices, width, self.compressor.as_mut())?),
        };
        self.levels.clear();
        self.body.clear();
        match self.version {
            PageVersion::V1 => self.body.extend_from_slice(level_bytes),
            PageVersion::V2 => self.levels.extend_from_slice(level_bytes),
        }
        put_indices(indices, width, way, &mut self.body);
        self.finish(facts, Encoding::RleDictionary, levels, &[], USUAL_SAVING, habits, chunk, out)
    }

    /// Appends the page of what is in the buffers, and of the bytes after it.
    #[expect(clippy::too_many_arguments, reason = "what both kinds of pages share")]
    fn finish(
        &mut self,
        facts: PageFacts,
        encoding: Encoding,
        levels: [usize; 2],
        rest: &[u8],
        saving: usize,
        habits: &mut Habits,
        chunk: &mut Chunk,
        out: &mut Vec<u8>,
    ) -> io::Result<()> {
        let Packer { body, levels: level_bytes, compressor, checksums, version } = self;
        let is_first = *version == PageVersion::V1;
        let uncompressed = body.len() + rest.len();
        let mut parts = [&body[..], rest];
        if let Some(compressor) = compressor {
            let mut shorter = None;
            if habits.compressed != Some(false) || is_first {
                body.extend_from_slice(rest);
                parts = [&body[..], &[]];
            }
            if habits.compressed != Some(false) {
                let len = compressor.compress(body)?.len();
                let is_worth = len < uncompressed - uncompressed / saving;
                let is_worth = *habits.compressed.get_or_insert(is_worth) && len < uncompressed;
                shorter = is_worth.then_some(len);
            }
            parts = match shorter {
                Some(len) => [compressor.output(len), &[]],
                // There a page of a compressed column is compressed.
                None if is_first => [compressor.store(body)?, &[]],
                None => parts,
            };
        }
        let bytes = parts[0].len() + parts[1].len();
        let start = out.len();
        let is_compressed = bytes < uncompressed;
        let parts = [&level_bytes[..], parts[0], parts[1]];
        let checksum = checksums.then(|| checksum(&parts));
        let PageFacts { rows, slots, nulls, bounds } = facts;
        let page =
            DataPage { rows, slots, nulls, encoding, levels, bytes, uncompressed, is_compressed, checksum };
        page.header(*version, out);
        let header = out.len() - start;
        for part in parts {
            out.extend_from_slice(part);
        }
        chunk.uncompressed += (header + level_bytes.len() + uncompressed) as u64;
        let bytes = u32::try_from(out.len() - start).map_err(io::Error::other)?;
        chunk.pages.push(Page { bytes, rows, slots, nulls, bounds, encoding });
        Ok(())
    }

    /// Appends a dictionary page of this many entries, and gives how many bytes it would have uncompressed.
    pub fn dictionary(&mut self, entries: usize, plain: &[u8], out: &mut Vec<u8>) -> io::Result<u64> {
        dictionary_page(entries, plain, self.compressor.as_mut(), self.checksums, out)
    }

    /// How many bytes these take in a file.
    pub fn size(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.compressor {
            Some(compressor) => Ok(compressor.compress(bytes)?.len().min(bytes.len())),
            None => Ok(bytes.len()),
        }
    }
}

/// Which part of a page compressing has to save: bits that are packed or random do not get shorter, and what little they do is not
/// worth the work on both sides.
const USUAL_SAVING: usize = 32;

/// The same of values of this kind. Of random floating-point numbers it saves a 16th (64 bits) or a tenth (32), for three times the time.
fn min_saving(kind: Kind, encoding: Encoding) -> usize {
    match (kind, encoding) {
        (Kind::Float { .. }, Encoding::Plain) => 8,
        _ => USUAL_SAVING,
    }
}

/// How many bytes of floating-point numbers show whether those of a group get shorter.
const SAMPLE_BYTES: usize = 16 << 10;

/// Whether it is worth to compress a chunk's first page as a trial. Trying is most of the work that random floating-point
/// numbers make: of them, a part of the page says what the others are like.
fn is_sample_shorter(kind: Kind, body: &[u8], compressor: &mut Compressor) -> io::Result<bool> {
    let Some(sample) = body.get(..SAMPLE_BYTES).filter(|_| matches!(kind, Kind::Float { .. })) else {
        return Ok(true);
    };
    let saving = sample.len() / min_saving(kind, Encoding::Plain);
    Ok(compressor.compress(sample)?.len() < sample.len() - saving)
}
