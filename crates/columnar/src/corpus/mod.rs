//! A corpus of small Parquet files for authors of readers: valid ones of everything that the format has, and wrong ones.
//!
//! The valid files differ in [axes](axes): of any two axes, each two values that go together are in a file. A wrong file is a valid one
//! with one [lie](lies). What is in a file does not come from the writer of the parent module, so that the corpus has what that one never
//! writes: old annotations, deprecated encodings and statistics, lists of two levels.

mod axes;
mod chunk;
mod cover;
mod encode;
mod file;
mod json;
mod lies;
mod nesting;
mod plain;
mod statistics;
mod temporal;
mod thrift;
mod types;
mod values;
mod wrong;

use std::io;

pub(crate) use json::text as json_text;
pub(crate) use nesting::{Kind, Node, Repetition, Tree};
pub(crate) use plain::PlainFile;
pub(crate) use types::{Logical, named};
pub(crate) use values::Leaf;

use axes::{Codec, Traits};
use file::{Built, build};
use json::Object;
use wrong::Wrong;

/// A file of the corpus, before it is generated.
#[derive(Debug, Clone)]
pub struct CorpusFile {
    /// Its path in the folder of the corpus, without an extension, as in `valid/int8.PLAIN.001`.
    pub path: String,
    /// What it is, in a few words.
    pub about: String,
    body: Body,
}

#[derive(Debug, Clone)]
enum Body {
    Valid(Box<Traits>),
    Wrong(&'static Wrong),
}

/// A file of the corpus.
#[derive(Debug)]
pub struct CorpusContent {
    /// The bytes of the Parquet file.
    pub parquet: Vec<u8>,
    /// The true values, as NDJSON: of a wrong file those that it would have if it were right.
    pub values: String,
    /// What the manifest says of it: a JSON object.
    pub entry: String,
}

/// All files of the corpus, in order. They do not depend on a seed; their values do.
pub fn parquet_corpus() -> Vec<CorpusFile> {
    let valid = cover::combinations().into_iter().enumerate().map(|(index, at)| {
        let traits = Traits::of(at);
        let path = format!("valid/{}.{}.{index:03}", traits.of.name, traits.encoding.name().to_lowercase());
        CorpusFile { path, about: about(&traits), body: Body::Valid(Box::new(traits)) }
    });
    let wrong = wrong::all().map(|wrong| CorpusFile {
        path: format!("wrong/{}", wrong.name),
        about: wrong.what.to_owned(),
        body: Body::Wrong(wrong),
    });
    valid.chain(wrong).collect()
}

/// What differs from a plain file.
fn about(traits: &Traits) -> String {
    let Traits { codec, pages, nulls, rows, nesting, .. } = *traits;
    let codec = if codec == Codec::None { "uncompressed" } else { codec.name() };
    let (pages, nulls, rows, nesting) = (pages.name(), nulls.name(), rows.name(), nesting.name());
    format!("{codec}, pages of version {pages}, rows: {rows}, nulls: {nulls}, nesting: {nesting}")
}

impl CorpusFile {
    /// Whether it is a valid file.
    pub fn is_valid(&self) -> bool {
        matches!(self.body, Body::Valid(_))
    }

    /// The file with values that follow from the seed.
    ///
    /// # Errors
    /// If a compressor fails.
    pub fn make(&self, seed: u64) -> io::Result<CorpusContent> {
        let (traits, lie) = match &self.body {
            Body::Valid(traits) => (**traits, None),
            Body::Wrong(wrong) => ((wrong.base)(), Some(wrong.lie)),
        };
        let Built { bytes, values, lies_at } = build(&traits, seed, &self.path, lie)?;
        let entry = Object::default()
            .text("file", &format!("{}.parquet", self.path))
            .text("values", &format!("{}.ndjson", self.path));
        let entry = match &self.body {
            Body::Valid(_) => entry.put("valid", "true"),
            Body::Wrong(wrong) => entry
                .put("valid", "false")
                .text("what", wrong.what)
                .put("at", lies_at.map_or("null".into(), |at| at.to_string()))
                .text("expect", wrong.expected.name()),
        };
        Ok(CorpusContent { parquet: bytes, values, entry: described(entry, &traits).end() })
    }
}

/// Adds what a file is.
fn described(entry: Object, traits: &Traits) -> Object {
    entry
        .text("type", traits.of.name)
        .text("physical", traits.of.physical.name())
        .text("encoding", traits.encoding.name())
        .text("codec", traits.codec.name())
        .put("page_version", traits.pages.name())
        .text("nulls", traits.nulls.name())
        .text("rows", traits.rows.name())
        .text("nesting", traits.nesting.name())
        .text("statistics", traits.statistics.name())
        .text("index", traits.index.name())
        .text("levels", traits.levels.name())
        .text("annotation", traits.annotation.name())
        .text("checksums", traits.checksums.name())
        .text("bloom_filter", traits.bloom.name())
}
