//! Compression of the output: each part becomes a gzip member or a zstd frame of its own.
//!
//! So the makers compress in parallel, the bytes do not depend on how many there are, and what was written up to the
//! end of a part can be read: both formats say that members and frames in a row are one stream (RFC 1952, section
//! 2.2; RFC 8878, section 3.1).

use std::io::{self, Write};
use std::mem;
use std::ops::{Range, RangeInclusive};
use std::path::Path;

use flate2::write::GzEncoder;
use gush_columnar::{Codec, Columnar, ZstCompressor};
use gush_diagnostics::Message;
use gusher::text::Buffer;

use crate::format::AnyFormat;
use crate::pieces::Pieces;

/// A way to compress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Method {
    Gz,
    Zst,
    Snappy,
    Lz4,
}

/// One way to compress and what it can do.
#[derive(Debug)]
struct MethodEntry {
    method: Method,
    /// Its name, and the end of the names of files that are compressed by it.
    name: &'static str,
    /// Another name of it.
    alias: Option<&'static str>,
    levels: RangeInclusive<i32>,
    /// The level of files where none is given: that of its own program.
    level: i32,
    /// The level of pages where none is given.
    page_level: i32,
    /// About how many bytes are compressed at a time. At the usual level the parts together are then less than 2 %
    /// larger than one stream.
    part_bytes: usize,
}

static ALL_METHODS: &[MethodEntry] = &[
    MethodEntry {
        method: Method::Gz,
        name: "gz",
        alias: Some("gzip"),
        levels: 1..=9,
        level: 6,
        page_level: 6,
        part_bytes: 1 << 20,
    },
    MethodEntry {
        method: Method::Zst,
        name: "zst",
        alias: Some("zstd"),
        levels: 1..=22,
        level: 3,
        page_level: 1,
        // It looks back further.
        part_bytes: 2 << 20,
    },
    MethodEntry { method: Method::Snappy, name: "snappy", ..FOR_PAGES },
    MethodEntry { method: Method::Lz4, name: "lz4", ..FOR_PAGES },
];

/// The methods of this build.
fn methods() -> impl Iterator<Item = &'static MethodEntry> {
    ALL_METHODS.iter().filter(|entry| entry.method != Method::Zst || ZstCompressor::IS_AVAILABLE)
}

/// What compresses pages only, without levels.
const FOR_PAGES: MethodEntry = MethodEntry {
    method: Method::Snappy,
    name: "",
    alias: None,
    levels: 0..=0,
    level: 0,
    page_level: 0,
    part_bytes: 0,
};

impl MethodEntry {
    /// Whether entire files can be compressed by it.
    fn is_for_files(&self) -> bool {
        self.part_bytes > 0
    }
}

/// What switches off the guess by the name of the file.
pub const NO_COMPRESSION: &str = "none";

/// How the output is compressed.
#[derive(Debug, Clone, Copy)]
pub struct Compression {
    entry: &'static MethodEntry,
    /// None for the usual one.
    level: Option<i32>,
}

/// A compression that there is not.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct CompressionError {
    /// Where in the text it is wrong, in bytes.
    pub span: Range<usize>,
    /// What is wrong, and what would be right.
    pub message: Message,
}

impl CompressionError {
    fn new(span: Range<usize>, message: impl Into<Message>) -> CompressionError {
        CompressionError { span, message: message.into() }
    }
}

impl Compression {
    /// What a file of this name wants.
    pub fn of_name(path: &Path) -> Option<Compression> {
        let end = path.extension()?.to_str()?;
        let is_meant =
            |entry: &&'static MethodEntry| entry.is_for_files() && entry.name.eq_ignore_ascii_case(end);
        Some(Compression { entry: methods().find(is_meant)?, level: None })
    }

    /// What the pages of this format are compressed by where none is given.
    pub fn of_format(format: AnyFormat) -> Option<Compression> {
        match format.columnar()? {
            Columnar::ArrowFile | Columnar::ArrowStream | Columnar::Avro => None,
            Columnar::Parquet => {
                let is_usual =
                    |entry: &&'static MethodEntry| matches!(entry.method, Method::Zst | Method::Snappy);
                let entry = methods().find(is_usual)?;
                Some(Compression { entry, level: None })
            }
        }
    }

    /// What `METHOD[:LEVEL]` asks for, as in `gz`, `zst:19` or [`none`](NO_COMPRESSION).
    ///
    /// # Errors
    /// If there is no such method, or it does not have this level.
    pub fn parse(text: &str) -> Result<Option<Compression>, CompressionError> {
        let (name, level) = match text.split_once(':') {
            Some((name, level)) => (name, Some(level)),
            None => (text, None),
        };
        let level_at = name.len() + 1..text.len();
        if name == NO_COMPRESSION {
            return match level {
                None => Ok(None),
                Some(_) => Err(CompressionError::new(level_at, "none has no levels")),
            };
        }
        let entry = methods().find(|entry| entry.name == name || entry.alias == Some(name));
        let entry = entry.ok_or_else(|| CompressionError::new(0..name.len(), unknown(name)))?;
        let Some(level) = level else { return Ok(Some(Compression { entry, level: None })) };
        if *entry.levels.end() == 0 {
            return Err(CompressionError::new(level_at, format!("{name} has no levels")));
        }
        match level.parse().ok().filter(|level| entry.levels.contains(level)) {
            Some(level) => Ok(Some(Compression { entry, level: Some(level) })),
            None => {
                let (least, most) = (entry.levels.start(), entry.levels.end());
                Err(CompressionError::new(level_at, format!("the levels of {name} are {least} to {most}")))
            }
        }
    }

    /// The name of its method, which is also what the names of files end in.
    pub fn name(self) -> &'static str {
        self.entry.name
    }

    /// The level at which it compresses this format, if it has levels.
    pub fn level_of(self, format: AnyFormat) -> Option<i32> {
        let usual = if format.columnar().is_some() { self.entry.page_level } else { self.entry.level };
        (*self.entry.levels.end() > 0).then(|| self.level.unwrap_or(usual))
    }

    /// Whether entire files can be compressed by it, and not only the pages of columnar formats.
    pub fn is_for_files(self) -> bool {
        self.entry.is_for_files()
    }

    /// Whether rows of this format can be compressed by it: entire files, or the pages of a columnar format.
    pub fn is_for(self, format: AnyFormat) -> bool {
        match format.columnar() {
            None => self.is_for_files(),
            Some(Columnar::Parquet) => true,
            Some(Columnar::Avro) => self.entry.method != Method::Lz4,
            Some(Columnar::ArrowFile | Columnar::ArrowStream) => {
                matches!(self.entry.method, Method::Zst | Method::Lz4)
            }
        }
    }

    /// The same for pages.
    pub(crate) fn codec(self) -> Codec {
        let level = self.level.unwrap_or(self.entry.page_level);
        match self.entry.method {
            Method::Gz => Codec::Gzip(level as u32),
            Method::Zst => Codec::Zstd(level),
            Method::Snappy => Codec::Snappy,
            Method::Lz4 => Codec::Lz4,
        }
    }

    /// About how many bytes are compressed at a time: the same at any number of threads, as the bytes must be.
    pub(crate) fn part_bytes(self) -> usize {
        self.entry.part_bytes
    }

    /// Compresses what `maker` makes.
    pub(crate) fn around<M>(self, maker: M) -> Compressing<M> {
        Compressing { compression: self, maker, plain: Buffer::default(), zst: None }
    }
}

fn unknown(name: &str) -> Message {
    let names = methods().flat_map(|entry| [Some(entry.name), entry.alias]).flatten();
    Message::unknown("there is no such compression", name, names.chain([NO_COMPRESSION]))
}

#[cfg(feature = "destinations")]
impl<M> Compressing<M> {
    /// What makes the parts that are compressed.
    pub(crate) fn maker_mut(&mut self) -> &mut M {
        &mut self.maker
    }
}

/// Makes compressed parts.
pub(crate) struct Compressing<M> {
    compression: Compression,
    maker: M,
    plain: Buffer,
    /// Set up once for all parts.
    zst: Option<ZstCompressor>,
}

impl<M: Pieces<Block = Buffer>> Pieces for Compressing<M> {
    type Block = Vec<u8>;

    fn make(&mut self, part: u64, block: &mut Vec<u8>) -> io::Result<bool> {
        let is_complete = self.maker.make(part, &mut self.plain)?;
        let Compression { entry, level } = self.compression;
        let level = level.unwrap_or(entry.level);
        match entry.method {
            Method::Gz => {
                block.clear();
                let mut encoder = GzEncoder::new(mem::take(block), flate2::Compression::new(level as u32));
                encoder.write_all(self.plain.as_ref())?;
                *block = encoder.finish()?;
            }
            Method::Zst => {
                let compressor = match &mut self.zst {
                    Some(compressor) => compressor,
                    // So that a reader notices a damaged file, as it does with gzip.
                    none => none.insert(ZstCompressor::new(level, true)?),
                };
                compressor.compress(self.plain.as_ref(), block)?;
            }
            Method::Snappy | Method::Lz4 => unreachable!("a job refuses it for entire files"),
        }
        Ok(is_complete)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::{Buffer, Compression, Path, Pieces, io};

    /// Parts of their own number, over and over.
    struct Numbers;

    impl Pieces for Numbers {
        type Block = Buffer;

        fn make(&mut self, part: u64, block: &mut Buffer) -> io::Result<bool> {
            block.clear();
            block.extend(part.to_string().repeat(1000 * part as usize).as_bytes());
            Ok(true)
        }
    }

    #[test]
    fn each_part_alone_is_a_stream_and_so_are_all() {
        for wish in ["gz", "gz:1", "gz:9", "zst", "zst:1", "zst:19"] {
            let compression = Compression::parse(wish).unwrap().unwrap();
            let mut maker = compression.around(Numbers);
            let (mut block, mut all, mut plain) = (Vec::new(), Vec::new(), Vec::new());
            for part in [3, 0, 2] {
                maker.make(part, &mut block).unwrap();
                all.extend_from_slice(&block);
                plain.extend(part.to_string().repeat(1000 * part as usize).bytes());
                let mut found = Vec::new();
                match wish.starts_with("gz") {
                    true => flate2::read::MultiGzDecoder::new(&all[..]).read_to_end(&mut found).unwrap(),
                    false => zstd::Decoder::new(&all[..]).unwrap().read_to_end(&mut found).unwrap(),
                };
                assert_eq!(found, plain, "{wish}");
            }
            let mut again = Vec::new();
            compression.around(Numbers).make(2, &mut again).unwrap();
            assert_eq!(again, block, "{wish}: a part does not depend on those before");
        }
    }

    #[test]
    fn names_of_files_select_a_compression() {
        for (name, wish) in [
            ("x.csv.gz", Some("gz")),
            ("x.ZST", Some("zst")),
            ("gz", None),
            ("x.gz.csv", None),
            (".gz", None),
        ] {
            let found = Compression::of_name(Path::new(name)).map(|compression| compression.entry.name);
            assert_eq!(found, wish, "{name}");
        }
    }
}
