//! Rows of a file, some of all row groups, into the tree of what is known.

use std::ops::Range;

use super::chunk::{Chunk, Group};
use super::decode::{Dictionary, Values};
use super::levels::{Runs, width_of};
use super::metadata::Footer;
use super::page::{Page, Pages};
use super::page_head::PageHead;
use super::schema::{Leaf, Schema, Shape, Step};
use crate::typed::convert::{Raw, value};
use crate::typed::error::{Result, TypedError, damaged};
use crate::typed::input::Input;
use crate::typed::stripes::stripes;
use crate::typed::tree::{NodeId, Tree};

/// Rows of at most as many row groups are read.
const MAX_GROUPS: usize = 16;
/// After as many values of lists no more rows are read.
const MAX_ITEMS: u64 = 4_000_000;

/// Adds what the footer has of the columns, and about `budget` rows. `roots` are the nodes of the columns; none for one that is left out.
///
/// # Errors
/// A column is damaged, or not read.
pub fn read(
    input: &mut dyn Input,
    footer: &Footer,
    schema: &Schema,
    roots: &[Option<NodeId>],
    tree: &mut Tree,
    budget: u64,
) -> Result<()> {
    let mut nulls: Vec<Option<u64>> = vec![Some(0); schema.leaves.len()];
    let picks = footer.groups.min(MAX_GROUPS);
    let share = (budget / picks.max(1) as u64).max(1);
    let is_picked = |index: usize| (0..picks).any(|pick| pick * footer.groups / picks == index);
    footer.each_group(&mut |index, group| {
        if group.chunks.len() != schema.leaves.len() {
            return Err(damaged("a row group has another number of columns than the schema"));
        }
        for (at, (leaf, chunk)) in schema.leaves.iter().zip(&group.chunks).enumerate() {
            bounds(leaf, chunk, roots, tree);
            nulls[at] = match chunk.nulls.or((leaf.max_definition == 0).then_some(0)) {
                Some(more) => nulls[at].and_then(|all| all.checked_add(more)),
                None => None,
            };
        }
        if is_picked(index) {
            rows_of(input, &group, schema, roots, tree, share)?;
        }
        Ok(())
    })?;
    for (leaf, nulls) in schema.leaves.iter().zip(nulls) {
        if let (Some(id), Some(nulls)) = (column_of(leaf, roots), nulls) {
            tree.known_nulls(id, nulls.min(footer.rows), footer.rows);
        }
    }
    Ok(())
}

/// The column that a leaf is, if it is no part of one.
fn column_of(leaf: &Leaf, roots: &[Option<NodeId>]) -> Option<NodeId> {
    match &leaf.steps[..] {
        [step] if step.path.len() == 1 && step.shape == Shape::Value => {
            roots.get(step.path[0]).copied().flatten()
        }
        _ => None,
    }
}

/// Adds the smallest and the largest value that the footer has of a column.
fn bounds(leaf: &Leaf, chunk: &Chunk, roots: &[Option<NodeId>], tree: &mut Tree) {
    let Some(id) = column_of(leaf, roots) else { return };
    for bound in [&chunk.min, &chunk.max].into_iter().flatten() {
        if let Some(raw) = super::decode::bound(leaf.physical, leaf.length, bound) {
            tree.widen(id, value(&leaf.of, raw));
        }
    }
}

fn rows_of(
    input: &mut dyn Input,
    group: &Group,
    schema: &Schema,
    roots: &[Option<NodeId>],
    tree: &mut Tree,
    share: u64,
) -> Result<()> {
    for (leaf, chunk) in schema.leaves.iter().zip(&group.chunks) {
        let steps: Vec<(NodeId, &Step)> =
            leaf.steps.iter().filter_map(|step| Some((node(&step.path, roots, tree)?, step))).collect();
        if steps.is_empty() {
            continue;
        }
        let pending = vec![None; steps.len()];
        let stripes = stripes(group.rows, share, leaf.max_repetition > 0);
        let mut walk = Walk { leaf, steps, pending, stripes, tree, row: None, items: 0 };
        walk.chunk(input, chunk).map_err(|error| of_column(&leaf.path, error))?;
    }
    Ok(())
}

/// The node of a part of a column.
fn node(path: &[usize], roots: &[Option<NodeId>], tree: &Tree) -> Option<NodeId> {
    let (first, parts) = path.split_first()?;
    let root = roots.get(*first).copied().flatten()?;
    parts.iter().try_fold(root, |id, part| tree.parts(id).get(*part).copied())
}

/// An error with the column that it is of.
fn of_column(path: &str, error: TypedError) -> TypedError {
    let of = |text: String| format!("column {path}: {text}");
    match error {
        TypedError::Damaged(text) => TypedError::Damaged(of(text)),
        TypedError::Unsupported(text) => TypedError::Unsupported(of(text)),
        TypedError::TooLarge(text) => TypedError::TooLarge(of(text)),
        error => error,
    }
}

/// The way through the values of a column in a row group.
struct Walk<'w> {
    leaf: &'w Leaf,
    steps: Vec<(NodeId, &'w Step)>,
    /// The items so far of the list that each step is in.
    pending: Vec<Option<u64>>,
    stripes: Vec<Range<u64>>,
    tree: &'w mut Tree,
    /// The row that was begun last.
    row: Option<u64>,
    items: u64,
}

impl Walk<'_> {
    fn chunk(&mut self, input: &mut dyn Input, chunk: &Chunk) -> Result<()> {
        let mut pages = Pages::new(input, self.leaf, chunk)?;
        let mut dictionary: Option<Dictionary> = None;
        let (mut seen, is_flat) = (0_u64, self.leaf.max_repetition == 0);
        let last = self.stripes.last().map_or(0, |stripe| stripe.end);
        while let Some(head) = pages.head()? {
            match head.kind {
                2 => dictionary = Some(pages.dictionary(&head)?),
                0 | 3 => {
                    let end = seen + head.values;
                    let is_read =
                        !is_flat || self.stripes.iter().any(|one| one.start < end && seen < one.end);
                    if is_read {
                        let page = pages.values(&head)?;
                        self.row = if is_flat { seen.checked_sub(1) } else { self.row };
                        self.page(&head, &page, dictionary.as_ref())?;
                    } else {
                        pages.skip(&head);
                    }
                    seen = end;
                }
                _ => pages.skip(&head),
            }
            let is_over = if is_flat { seen >= last } else { self.row.is_some_and(|row| row >= last) };
            if is_over || self.items > MAX_ITEMS {
                break;
            }
        }
        // The last list is complete where the column ends.
        self.flush(0);
        match is_flat && seen < last && self.items <= MAX_ITEMS {
            true => Err(damaged(format!("it has {seen} values in place of {}", chunk.values))),
            false => Ok(()),
        }
    }

    fn page(&mut self, head: &PageHead, page: &Page, dictionary: Option<&Dictionary>) -> Result<()> {
        let Leaf { physical, length, max_definition, max_repetition, .. } = *self.leaf;
        let (repetition, definition, bytes) = page.parts();
        let mut repetitions = Runs::new(repetition, width_of(max_repetition))?;
        let mut definitions = Runs::new(definition, width_of(max_definition))?;
        let mut values = Values::new(page.encoding, physical, length, bytes, dictionary)?;
        for _ in 0..head.values {
            let rep = if max_repetition == 0 { 0 } else { repetitions.next()? };
            let def = if max_definition == 0 { 0 } else { definitions.next()? };
            if rep > max_repetition || def > max_definition {
                return Err(damaged("a page has levels that its column does not have"));
            }
            if rep == 0 {
                self.row = Some(self.row.map_or(0, |row| row + 1));
            }
            let raw = if def == max_definition { Some(values.next()?) } else { None };
            let row = self.row.unwrap_or(0);
            if max_repetition > 0 {
                self.items += 1;
            }
            if self.stripes.iter().any(|stripe| stripe.contains(&row)) {
                self.entry(rep, def, raw);
            } else if self.stripes.last().is_none_or(|stripe| row >= stripe.end) {
                return Ok(());
            }
            if self.items > MAX_ITEMS {
                return Ok(());
            }
        }
        Ok(())
    }

    /// A value or a null, and what its levels say of the columns that it is a part of.
    fn entry(&mut self, rep: u32, def: u32, raw: Option<Raw<'_>>) {
        for index in 0..self.steps.len() {
            let (id, step) = self.steps[index];
            if rep > step.repetition {
                if let (Shape::List { repetition, item }, Some(items)) =
                    (step.shape, &mut self.pending[index])
                    && rep == repetition
                    && def >= item
                {
                    *items += 1;
                }
                continue;
            }
            self.flush(index);
            if def < step.slot {
                continue;
            }
            if def < step.present {
                self.tree.null(id);
                continue;
            }
            match (step.shape, raw) {
                (Shape::Struct, _) => self.tree.structure(id),
                (Shape::List { item, .. }, _) => self.pending[index] = Some(u64::from(def >= item)),
                (Shape::Value, Some(raw)) => self.tree.value(id, value(&self.leaf.of, raw)),
                // A value below an empty list.
                (Shape::Value, None) => {}
            }
        }
    }

    /// Adds the lists that end here, of this step and those within it.
    fn flush(&mut self, from: usize) {
        for index in from..self.steps.len() {
            if let Some(items) = self.pending[index].take() {
                self.tree.list(self.steps[index].0, items);
            }
        }
    }
}
