//! Makes groups whose rows are sorted.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::ops::Range;
use std::sync::{Arc, PoisonError, RwLock};

use gush_columnar::{Group, GroupMaker};
use gusher::plan::RowIndex;
use gusher::types::{BATCH_ROWS, Batch};

use super::key_values::KeyValues;
use super::order::SortOrder;
use super::sorter::{Entry, sort};

/// The rows of the groups that are being made, each by the number of its first row in the plan of the files.
#[derive(Debug, Default)]
pub(super) struct SortedRows(RwLock<BTreeMap<u64, Arc<Vec<u64>>>>);

impl SortedRows {
    fn insert(&self, first: u64, rows: Arc<Vec<u64>>) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(first, rows);
    }

    fn remove(&self, first: u64) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).remove(&first);
    }
}

impl RowIndex for SortedRows {
    fn fill(&self, first: u64, rows: &mut [u64]) {
        let groups = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let Some((start, group)) = groups.range(..=first).next_back() else {
            unreachable!("rows are generated while their group is being made")
        };
        let at = (first - start) as usize;
        rows.copy_from_slice(&group[at..at + rows.len()]);
    }
}

/// The order of rows in groups.
#[derive(Debug)]
pub(crate) struct SortedGroups {
    order: SortOrder,
    /// What row of the order's plan each number of a group means, where it is another one.
    before: Option<Arc<dyn RowIndex>>,
    rows: Arc<SortedRows>,
}

impl SortedGroups {
    pub fn new(order: SortOrder, before: Option<Arc<dyn RowIndex>>) -> SortedGroups {
        SortedGroups { order, before, rows: Arc::default() }
    }

    /// By which columns.
    pub fn order(&self) -> &SortOrder {
        &self.order
    }

    /// What the plan of the files reads its rows from.
    pub fn index(&self) -> Arc<dyn RowIndex> {
        Arc::clone(&self.rows) as _
    }

    /// What sorts the rows of groups on one thread.
    pub fn sorter(&self) -> GroupSorter<'_> {
        GroupSorter {
            groups: self,
            columns: self.order.keys.iter().map(|key| key.index).collect(),
            keys: self.order.keys.iter().map(|_| KeyValues::default()).collect(),
            batch_rows: self.order.plan.batch_rows().min(BATCH_ROWS),
            batch: Batch::default(),
            order: Vec::new(),
        }
    }
}

/// Sorts the rows of groups on one thread.
pub(crate) struct GroupSorter<'s> {
    groups: &'s SortedGroups,
    columns: Vec<usize>,
    keys: Vec<KeyValues>,
    batch_rows: usize,
    batch: Batch,
    /// The rows of a group by their indices in it.
    order: Vec<Entry>,
}

impl GroupSorter<'_> {
    /// Makes the group of these rows in their order.
    pub fn make(
        &mut self,
        maker: &mut GroupMaker<'_>,
        rows: Range<u64>,
        out: &mut Vec<u8>,
    ) -> io::Result<Group> {
        let first = rows.start;
        let sorted = self.sorted(rows.clone());
        self.groups.rows.insert(first, Arc::new(sorted));
        let group = maker.make(rows, out);
        self.groups.rows.remove(first);
        group
    }

    /// The rows of the table that these numbers mean, sorted; rows that are equal stay in their order.
    fn sorted(&mut self, numbers: Range<u64>) -> Vec<u64> {
        let mut rows: Vec<u64> = numbers.clone().collect();
        if let Some(before) = &self.groups.before {
            before.fill(numbers.start, &mut rows);
        }
        self.keys.iter_mut().for_each(KeyValues::clear);
        for (index, chunk) in rows.chunks(self.batch_rows).enumerate() {
            let GroupSorter { groups, columns, keys, batch, .. } = self;
            match groups.before {
                Some(_) => groups.order.plan.fill_columns(columns, chunk, batch),
                None => {
                    let start = numbers.start + (index * self.batch_rows) as u64;
                    groups.order.plan.fill_columns(columns, start..start + chunk.len() as u64, batch);
                }
            }
            let all = keys.iter_mut().zip(&groups.order.keys).zip(batch.columns());
            all.for_each(|((values, key), data)| values.add(data, chunk.len(), &key.form));
        }
        let GroupSorter { groups, keys, order, .. } = self;
        let directions: Vec<bool> = groups.order.keys.iter().map(|key| key.descending).collect();
        order.clear();
        order.extend((0..rows.len()).map(|row| (0, row as u32)));
        sort(order, keys, &directions);
        order.iter().map(|&(_, row)| rows[row as usize]).collect()
    }
}

impl fmt::Debug for GroupSorter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GroupSorter").field("columns", &self.columns).finish_non_exhaustive()
    }
}
