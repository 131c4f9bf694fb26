//! What is known of the columns of a typed file, with the parts of those that have some.

use super::value::{Extras, Value, add, widen};
use crate::files::{Sketch, decoded};
use crate::model::{Column, Kind};
use crate::sampled::of_sample;

/// The most items of a list that is generated.
const MAX_ITEMS: u32 = 1000;

/// A column or a part of one, by its number in a [`Tree`].
pub type NodeId = usize;

/// All columns of a table with their parts. Values may come column by column or row by row.
#[derive(Default)]
pub struct Tree {
    nodes: Vec<Node>,
    roots: Vec<NodeId>,
}

struct Node {
    column: Column,
    parts: Vec<NodeId>,
    sketch: Sketch,
    extras: Extras,
    seen: u64,
    nulls: u64,
    /// Nulls of all rows, where metadata has their number.
    known: Option<(u64, u64)>,
}

impl Tree {
    /// The tree of these columns, whose sketches distinguish `max_hashes` different values each.
    pub fn of(columns: Vec<Column>, max_hashes: usize) -> Tree {
        let mut tree = Tree::default();
        tree.roots = columns.into_iter().map(|column| tree.insert(column, max_hashes)).collect();
        tree
    }

    fn insert(&mut self, column: Column, max_hashes: usize) -> NodeId {
        let inner: Vec<Column> = match &column.kind {
            Kind::Struct(fields) => fields.clone(),
            Kind::List { item, .. } => vec![(**item).clone()],
            Kind::Entries { key, value, .. } => vec![(**key).clone(), (**value).clone()],
            _ => Vec::new(),
        };
        let parts = inner.into_iter().map(|column| self.insert(column, max_hashes)).collect();
        self.nodes.push(Node {
            column,
            parts,
            sketch: Sketch::new(max_hashes),
            extras: Extras::default(),
            seen: 0,
            nulls: 0,
            known: None,
        });
        self.nodes.len() - 1
    }

    /// The columns, in their order.
    pub fn roots(&self) -> &[NodeId] {
        &self.roots
    }

    /// The fields of a struct, the item of a list, the key and the value of a map.
    pub fn parts(&self, id: NodeId) -> &[NodeId] {
        &self.nodes[id].parts
    }

    /// Adds a null.
    pub fn null(&mut self, id: NodeId) {
        self.nulls(id, 1);
    }

    /// Adds several nulls.
    pub fn nulls(&mut self, id: NodeId, count: u64) {
        self.nodes[id].seen += count;
        self.nodes[id].nulls += count;
    }

    /// Adds a value that has no parts.
    pub fn value(&mut self, id: NodeId, value: Value<'_>) {
        let node = &mut self.nodes[id];
        node.seen += 1;
        add(value, &mut node.sketch, &mut node.extras);
    }

    /// Adds a struct that is there.
    pub fn structure(&mut self, id: NodeId) {
        self.nodes[id].seen += 1;
    }

    /// Adds a list or a map with this number of items.
    pub fn list(&mut self, id: NodeId, items: u64) {
        self.nodes[id].seen += 1;
        self.nodes[id].sketch.add_length(items);
    }

    /// Adds what metadata has of the nulls of a column, in some rows.
    pub fn known_nulls(&mut self, id: NodeId, nulls: u64, rows: u64) {
        let (known_nulls, known_rows) = self.nodes[id].known.unwrap_or_default();
        self.nodes[id].known = Some((known_nulls.saturating_add(nulls), known_rows.saturating_add(rows)));
    }

    /// Adds a bound that metadata has of the values of a column.
    pub fn widen(&mut self, id: NodeId, value: Value<'_>) {
        widen(value, &mut self.nodes[id].sketch);
    }

    /// The columns with what is known of them, of a file of this number of rows.
    pub fn finish(self, rows: u64) -> Vec<Column> {
        let mut nodes: Vec<Option<Node>> = self.nodes.into_iter().map(Some).collect();
        self.roots.into_iter().filter_map(|id| finished(&mut nodes, id, rows)).collect()
    }
}

/// The column of a node, of which there are at most `rows` values.
fn finished(nodes: &mut [Option<Node>], id: NodeId, rows: u64) -> Option<Column> {
    let Node { mut column, parts, sketch, extras, seen, nulls, known } = nodes.get_mut(id)?.take()?;
    let mut parts: Vec<Column> =
        parts.into_iter().filter_map(|part| finished(nodes, part, u64::MAX)).collect();
    if seen == 0 && known.is_none() {
        if let Kind::List { item, .. } = &mut column.kind
            && let Some(part) = parts.pop()
        {
            **item = part;
        }
        return Some(column);
    }
    let mut statistics = sketch.statistics(&column.kind, &decoded);
    let length = |n: u64| u32::try_from(n).unwrap_or(u32::MAX).min(MAX_ITEMS);
    let (least, most) = statistics.length.unwrap_or((0, 0));
    let lengths = (length(least), length(most));
    match &mut column.kind {
        Kind::Struct(fields) => *fields = parts,
        Kind::List { item, length, .. } => {
            if let Some(part) = parts.pop() {
                **item = part;
            }
            // A list of one length in the file's own type keeps it.
            *length = lengths;
        }
        Kind::Entries { key, value, length } => {
            if let (Some(part_value), Some(part_key)) = (parts.pop(), parts.pop()) {
                (**key, **value) = (part_key, part_value);
            }
            *length = lengths;
        }
        _ => {}
    }
    let (all_nulls, all) = match known {
        Some((nulls, all)) if all >= seen => (nulls.min(all), all),
        _ => (nulls, seen),
    };
    statistics.rows = seen;
    statistics.null_share = if all == 0 { 0.0 } else { all_nulls as f64 / all as f64 };
    statistics.nan_share = share(extras.nans, seen - nulls.min(seen));
    statistics.infinite_share = share(extras.infinite, seen - nulls.min(seen));
    statistics.spans = extras.spans;
    column.is_nullable = all_nulls > 0;
    column.statistics = Some(of_sample(statistics, seen == rows));
    Some(column)
}

fn share(count: u64, of: u64) -> f64 {
    if of == 0 { 0.0 } else { count as f64 / of as f64 }
}
