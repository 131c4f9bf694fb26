//! A table: what comes before its first block, and how each column is written.

use std::ops::Range;

use gusher::plan::Plan;

use super::schema;
use super::values::{Leaf, long};
use crate::codec::Codec;
use crate::options::Options;
use crate::tree::{Column, Node};

/// The magic bytes at the start of a file.
const MAGIC: &[u8] = b"Obj\x01";

/// About how many bytes a block has.
const BLOCK_BYTES: u64 = 1 << 20;
/// How many rows a block has at least and at most, unless it was asked for.
const BLOCK_ROWS: (u64, u64) = (1 << 4, 1 << 14);

/// How the rows of a table are written.
#[derive(Debug)]
pub(crate) struct Avro<'p> {
    pub(super) plan: &'p Plan,
    pub(super) columns: Vec<Node>,
    /// For each node what is needed to write its values, if it is a leaf.
    pub(super) leaves: Vec<Option<Leaf>>,
    pub(super) codec: Option<Codec>,
    group_rows: u64,
    header: Vec<u8>,
}

impl<'p> Avro<'p> {
    pub fn new(plan: &'p Plan, all_rows: &Range<u64>, options: Options) -> Avro<'p> {
        let Options { codec, group_rows, .. } = options;
        let (rows, mut nodes) = (all_rows.end - all_rows.start, 0);
        let columns: Vec<Node> = plan.fields().map(|field| Node::of(field, rows, 1, &mut nodes)).collect();
        let width = columns.iter().flat_map(Node::leaves).map(Column::width).fold(0, u64::saturating_add);
        let usual = (BLOCK_BYTES / width.max(1) + 1).next_power_of_two() / 2;
        let (least, most) = BLOCK_ROWS;
        let mut leaves = Vec::new();
        leaves.resize_with(nodes, || None);
        columns.iter().for_each(|column| Leaf::of_node(column, &mut leaves));
        let group_rows = group_rows.unwrap_or_else(|| usual.clamp(least, most));
        let header = header(&schema::of(plan), codec, &[]);
        Avro { plan, columns, leaves, codec, group_rows, header }
    }

    /// Adds entries to the metadata of the file.
    pub fn add_metadata(&mut self, entries: &[(String, String)]) {
        self.header = header(&schema::of(self.plan), self.codec, entries);
    }

    pub fn group_rows(&self) -> u64 {
        self.group_rows
    }

    pub fn header(&self) -> &[u8] {
        &self.header
    }

    /// The marker at the end of each block: the last bytes of the header.
    pub(super) fn sync(&self) -> &[u8] {
        &self.header[self.header.len() - SYNC..]
    }
}

/// How many bytes a marker has.
const SYNC: usize = 16;

/// The magic, what is to be known of the file, and the marker that ends each block.
fn header(schema: &str, codec: Option<Codec>, entries: &[(String, String)]) -> Vec<u8> {
    let codec = match codec {
        None => "null",
        Some(Codec::Gzip(_)) => "deflate",
        Some(Codec::Snappy) => "snappy",
        Some(Codec::Zstd(_)) => "zstandard",
        Some(Codec::Lz4) => unreachable!("Avro is not compressed by LZ4; a job refuses it"),
    };
    let mut out = MAGIC.to_vec();
    long(2 + entries.len() as i64, &mut out);
    let own = ["avro.schema", schema, "avro.codec", codec];
    let others = entries.iter().flat_map(|(key, text)| [key.as_str(), text]);
    for text in own.into_iter().chain(others) {
        long(text.len() as i64, &mut out);
        out.extend_from_slice(text.as_bytes());
    }
    long(0, &mut out);
    // Any bytes that are not in the rows: those that follow from the schema are the same in each file of a data set.
    for start in [0xCBF2_9CE4_8422_2325, 0x8422_2325_CBF2_9CE4] {
        out.extend_from_slice(&hash(start, schema.as_bytes()).to_le_bytes());
    }
    out
}

/// FNV-1a, from any start.
fn hash(start: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(start, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}
