//! A table: how each of its columns is written, and how many rows a group has.

use std::io;
use std::ops::Range;

use ::parquet::schema::types::SchemaDescPtr;
use gusher::plan::Plan;
use gusher::text::ColumnText;

use super::bloom::entry_hashes;
use super::column::{Column, width};
use super::nesting::{Leaf, NestedNode};
use super::stored::Stored;
use super::texts;
use super::{schema, schema_ids};
use crate::kind::Kind;
use crate::options::{GroupSize, Options, ParquetOptions, SortKey};

/// The magic bytes at the start and the end of a file.
pub(crate) const MAGIC: &[u8] = b"PAR1";

/// How many rows a group has at least, unless they are wide or it was asked for; and a large one.
const GROUP_ROWS: u64 = 1 << 17;
const LARGE_GROUP_ROWS: u64 = 1 << 20;
/// About how many groups a file has at most: what is known of each is in memory until the end.
const MAX_GROUPS: u64 = 32_000;
/// About how many bytes a group has at most, uncompressed.
const GROUP_BYTES: u64 = 64 << 20;
/// How few rows a group has where they are wide.
const MIN_ROWS: u64 = 1 << 10;
/// How few where they are wider than any row without lists.
const MIN_LISTS: u64 = 1 << 4;
/// A row that is wider than this has lists.
const WIDEST: u64 = 1 << 20;

/// How the rows of a table are written.
#[derive(Debug)]
pub(crate) struct Parquet<'p> {
    pub(super) plan: &'p Plan,
    pub(super) schema: SchemaDescPtr,
    pub(super) tops: Vec<Top>,
    /// The leaves of all columns: the columns that the file has.
    pub(super) columns: Vec<Column>,
    pub(super) options: Options,
    /// By which columns the rows of each group are sorted.
    pub(crate) sorting: Vec<SortKey>,
    /// What the end of a file has besides: keys and their texts.
    pub(crate) metadata: Vec<(String, String)>,
    group_rows: u64,
}

/// A column of the plan.
#[derive(Debug)]
pub(super) struct Top {
    pub node: NestedNode,
    /// Which columns of the file are its leaves.
    pub leaves: Range<usize>,
    /// How many rows a page has.
    pub page_rows: u64,
}

impl<'p> Parquet<'p> {
    pub fn new(plan: &'p Plan, all_rows: &Range<u64>, options: Options) -> io::Result<Parquet<'p>> {
        let Options { group_rows, field_ids, parquet, .. } = options;
        let rows = all_rows.end - all_rows.start;
        let mut leaves = Vec::new();
        let tree = |field| {
            let first = leaves.len();
            let node = NestedNode::of(field, &mut leaves);
            (node, first..leaves.len())
        };
        let trees: Vec<(NestedNode, Range<usize>)> = plan.fields().map(tree).collect();
        let text = |leaf: &Leaf<'_>| {
            let kind = Stored::of(leaf.field, parquet).kind;
            matches!(kind, Kind::Text(_)).then(|| texts::writer(leaf.field, parquet))
        };
        let texts: Vec<Option<ColumnText>> = leaves.iter().map(text).collect();
        let width = row_width(&leaves, &texts, parquet);
        let group_rows = group_rows.unwrap_or_else(|| usual_rows(rows, width, parquet.groups));
        let column = |(leaf, text)| Column::new(leaf, text, group_rows.min(rows), options);
        let columns: Vec<Column> = leaves.iter().zip(texts).map(column).collect::<io::Result<_>>()?;
        let top = |(node, leaves): (NestedNode, Range<usize>)| {
            let page_rows = columns[leaves.clone()].iter().map(|column| column.page_rows).min().unwrap_or(1);
            Top { node, leaves, page_rows }
        };
        let tops = trees.into_iter().map(top).collect();
        let schema = schema::of(plan, parquet)?;
        let schema =
            if field_ids { schema_ids::numbered(&schema).map_err(io::Error::other)? } else { schema };
        Ok(Parquet {
            plan,
            schema,
            tops,
            columns,
            options,
            sorting: Vec::new(),
            metadata: Vec::new(),
            group_rows,
        })
    }

    pub fn group_rows(&self) -> u64 {
        self.group_rows
    }

    /// Gives columns of the file bloom filters, by their indices.
    pub fn add_bloom_filters(&mut self, columns: &[usize]) {
        for column in columns {
            let column = &mut self.columns[*column];
            column.bloom = Some(entry_hashes(column));
        }
    }
}

/// About how many bytes a row has.
fn row_width(leaves: &[Leaf<'_>], texts: &[Option<ColumnText>], options: ParquetOptions) -> u64 {
    let width = |(leaf, text): (&Leaf<'_>, &Option<ColumnText>)| {
        let Stored { kind, physical } = Stored::of(leaf.field, options);
        width(kind, physical, text.as_ref()).saturating_mul(leaf.levels.values_a_row())
    };
    leaves.iter().zip(texts).map(width).fold(0, u64::saturating_add)
}

/// How many rows a group has in a table of this many rows, each about `width` bytes wide.
fn usual_rows(rows: u64, width: u64, size: GroupSize) -> u64 {
    let least = match size {
        GroupSize::Usual => GROUP_ROWS,
        GroupSize::Large => LARGE_GROUP_ROWS,
    };
    let usual = rows.div_ceil(MAX_GROUPS).next_power_of_two().max(least);
    let most = (GROUP_BYTES / width.max(1) + 1).next_power_of_two() / 2;
    usual.min(most.max(if width > WIDEST { MIN_LISTS } else { MIN_ROWS }))
}

#[cfg(test)]
mod tests {
    use super::GroupSize::{Large, Usual};
    use super::usual_rows;

    #[test]
    fn groups_grow_with_the_table_and_shrink_with_the_width() {
        assert_eq!(usual_rows(0, 8, Usual), 131_072);
        assert_eq!(usual_rows(4_000_000_000, 8, Usual), 131_072);
        assert_eq!(usual_rows(8_000_000_000, 8, Usual), 262_144);
        assert_eq!(usual_rows(1_000, 8, Large), 1_048_576);
        assert_eq!(usual_rows(1_000, 65, Large), 524_288);
        assert_eq!(usual_rows(1_000, 512, Usual), 131_072);
        assert_eq!(usual_rows(1_000, 513, Usual), 65_536);
        assert_eq!(usual_rows(1 << 53, 1 << 20, Usual), 1024);
        assert_eq!(usual_rows(1 << 53, 1 << 30, Usual), 16);
    }
}
