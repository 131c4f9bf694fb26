//! Scopes: a row chooses among the parents that share its ancestor.
//!
//! Where the parents are counted by the ancestors, those of one are consecutive slots, and there is nothing to keep. Otherwise
//! the parents are grouped once, by an [`Index`].

use std::ops::Range;
use std::sync::Arc;

use super::popular::RanksBySize;
use super::{Link, ranks};
use crate::rng::Rows;
use crate::types::{BATCH_ROWS, LinkRows, Scratch};

/// No row.
pub(super) const NONE: u64 = u64::MAX;

/// The most parents, and the most ancestors, that an [`Index`] has.
pub const MAX_INDEXED: u64 = 10_000_000;

/// The most ancestors whose ranges of slots are looked up.
const MAX_RANGES: u64 = 1 << 16;

/// Which parents a row chooses among.
#[derive(Debug)]
pub struct Scope {
    /// The links from the row to its ancestor; none where the row is it itself.
    path: Vec<Arc<Link>>,
    groups: Groups,
    /// The slots of the parents of each ancestor, where these are few and counted: to look them up is faster.
    ranges: Box<[Range<u64>]>,
    /// The ranks of popular parents.
    pub(super) ranks: RanksBySize,
}

/// The parents by their ancestor.
#[derive(Debug, Clone)]
pub enum Groups {
    /// They are the children of the ancestors by this counted link.
    Counted(Arc<Link>),
    /// They are found in an index.
    Indexed(Arc<Index>),
}

impl Groups {
    /// A number that no other one has at the same time, nor has the number after it.
    pub(crate) fn id(&self) -> usize {
        match self {
            Groups::Counted(link) => Arc::as_ptr(link).addr(),
            Groups::Indexed(index) => Arc::as_ptr(index).addr(),
        }
    }

    /// Hands the slots of each of the ancestors to `each`.
    pub(crate) fn slots_of(&self, ancestors: Rows<'_>, mut each: impl FnMut(Range<u64>)) {
        match self {
            Groups::Counted(link) => link.slots_of(ancestors, each),
            Groups::Indexed(index) => ancestors.zip(0..ancestors.len(), |_, ancestor| {
                let at = ancestor as usize;
                each(u64::from(index.starts[at])..u64::from(index.starts[at + 1]));
            }),
        }
    }

    /// The most rows of one ancestor, where they are grouped.
    pub(crate) fn most(&self) -> Option<u64> {
        match self {
            Groups::Counted(_) => None,
            Groups::Indexed(index) => Some(index.sizes().max().unwrap_or(0)),
        }
    }

    /// Turns slots to the rows that they are.
    pub(crate) fn rows_of_slots(&self, slots: &mut [u64]) {
        match self {
            Groups::Counted(link) => link.rows_of_slots(slots),
            Groups::Indexed(index) => {
                slots.iter_mut().for_each(|slot| *slot = u64::from(index.rows[*slot as usize]));
            }
        }
    }
}

/// The rows of a table by their ancestors.
#[derive(Debug)]
pub struct Index {
    /// The first of each ancestor's, and the end.
    starts: Box<[u32]>,
    /// The rows, ascending for each ancestor.
    rows: Box<[u32]>,
}

impl Index {
    /// Groups `rows` rows by the ancestor, one of `ancestors`, that these links lead to.
    ///
    /// # Panics
    /// If there are more than [`MAX_INDEXED`] of either.
    pub fn new(path: &[Arc<Link>], rows: u64, ancestors: u64) -> Index {
        assert!(rows <= MAX_INDEXED && ancestors <= MAX_INDEXED, "an index has a limit");
        let (mut scratch, mut found, mut of) = (Scratch::default(), Vec::new(), Vec::new());
        let mut starts = vec![0u32; ancestors as usize + 2];
        for first in (0..rows).step_by(BATCH_ROWS) {
            let len = (rows - first).min(BATCH_ROWS as u64) as usize;
            scratch.reset();
            follow(path, Rows::Run { first, len }, &mut scratch, &mut found);
            for &ancestor in &found {
                if ancestor != NONE {
                    starts[ancestor as usize + 2] += 1;
                }
                of.push(ancestor as u32);
            }
        }
        for at in 2..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut sorted = vec![0; starts.last().copied().unwrap_or(0) as usize];
        for (row, &ancestor) in of.iter().enumerate() {
            // The number of none, cut off, is no ancestor's.
            if ancestor != NONE as u32 {
                let next = &mut starts[ancestor as usize + 1];
                sorted[*next as usize] = row as u32;
                *next += 1;
            }
        }
        starts.pop();
        Index { starts: starts.into(), rows: sorted.into() }
    }

    fn sizes(&self) -> impl Iterator<Item = u64> {
        self.starts.windows(2).map(|pair| u64::from(pair[1] - pair[0]))
    }
}

impl Scope {
    /// A scope; `dist` is the distribution of popular parents.
    pub fn new(path: Vec<Arc<Link>>, groups: Groups, dist: Option<&str>) -> Scope {
        let sizes = || match &groups {
            Groups::Counted(link) => link.degrees(),
            Groups::Indexed(index) => {
                let mut sizes: Vec<u64> = index.sizes().collect();
                sizes.sort_unstable();
                sizes.dedup();
                sizes
            }
        };
        let by_size = dist.map(|dist| {
            let sizes = sizes().into_iter().filter(|&size| size > 0).collect();
            RanksBySize::new(sizes, |size| ranks(size, dist).ok())
        });
        let mut ranges = Vec::new();
        if let Groups::Counted(link) = &groups
            && link.parents() <= MAX_RANGES
        {
            let ancestors = Rows::Run { first: 0, len: link.parents() as usize };
            link.slots_of(ancestors, |range| ranges.push(range));
        }
        Scope { path, groups, ranges: ranges.into(), ranks: by_size.unwrap_or_default() }
    }

    /// The ancestor of each row; [`NONE`] where there is none.
    pub(super) fn fill_groups(&self, rows: Rows<'_>, scratch: &mut Scratch, groups: &mut Vec<u64>) {
        follow(&self.path, rows, scratch, groups);
    }

    /// The first slot of each group, and how many it has.
    pub(super) fn fill_ranges(&self, groups: &[u64], firsts: &mut Vec<u64>, counts: &mut [u64]) {
        firsts.resize(groups.len(), 0);
        match &self.groups {
            Groups::Indexed(index) => {
                for ((&group, first), count) in groups.iter().zip(firsts).zip(counts) {
                    (*first, *count) = (0, 0);
                    if group != NONE {
                        let (start, end) = (index.starts[group as usize], index.starts[group as usize + 1]);
                        (*first, *count) = (u64::from(start), u64::from(end - start));
                    }
                }
            }
            Groups::Counted(_) if !self.ranges.is_empty() => {
                for ((&group, first), count) in groups.iter().zip(firsts).zip(counts) {
                    (*first, *count) = match self.ranges.get(group as usize) {
                        Some(range) => (range.start, range.end - range.start),
                        None => (0, 0),
                    };
                }
            }
            Groups::Counted(link) => {
                // Neighbours often share an ancestor.
                let mut different: Vec<u64> = groups.iter().copied().filter(|&group| group != NONE).collect();
                different.dedup();
                let mut ranges = Vec::with_capacity(different.len());
                link.slots_of(Rows::At(&different), |range| ranges.push(range));
                let (mut at, mut last) = (0, NONE);
                for ((&group, first), count) in groups.iter().zip(firsts).zip(counts) {
                    (*first, *count) = (0, 0);
                    if group == NONE {
                        continue;
                    }
                    if last != NONE && group != last {
                        at += 1;
                    }
                    last = group;
                    (*first, *count) = (ranges[at].start, ranges[at].end - ranges[at].start);
                }
            }
        }
    }

    /// The slot of a position in a group.
    pub(super) fn slot(&self, first: u64, position: u64) -> u64 {
        first + position
    }

    /// Turns slots to the parents' rows; those of the rows at `none` are not any.
    pub(super) fn rows_of_slots(&self, slots: &mut [u64], none: &[u64]) {
        match &self.groups {
            Groups::Indexed(index) => {
                slots.iter_mut().for_each(|slot| {
                    *slot = index.rows.get(*slot as usize).map_or(0, |&row| u64::from(row));
                });
                none.iter().for_each(|&at| slots[at as usize] = 0);
            }
            Groups::Counted(link) => link.rows_of_slots(slots),
        }
    }

    /// The position of a parent in a group; none where it is in another one.
    pub(super) fn position(&self, first: u64, count: u64, row: u64) -> Option<u64> {
        match &self.groups {
            Groups::Indexed(index) => {
                let rows = &index.rows[first as usize..(first + count) as usize];
                rows.binary_search(&u32::try_from(row).ok()?).ok().map(|at| at as u64)
            }
            Groups::Counted(link) => {
                let slot = link.slot_of_row(row);
                slot.checked_sub(first).filter(|&position| position < count)
            }
        }
    }

    /// How many of a group are rows before this one. Their slots must be in order.
    pub(super) fn before(&self, first: u64, count: u64, row: u64) -> u64 {
        match &self.groups {
            Groups::Indexed(index) => {
                let rows = &index.rows[first as usize..(first + count) as usize];
                rows.partition_point(|&other| u64::from(other) < row) as u64
            }
            Groups::Counted(_) => row.saturating_sub(first).min(count),
        }
    }
}

/// Follows the links from row to row; [`NONE`] where one of them leads nowhere.
fn follow(path: &[Arc<Link>], rows: Rows<'_>, scratch: &mut Scratch, found: &mut Vec<u64>) {
    found.resize(rows.len(), 0);
    let Some((link, rest)) = path.split_first() else {
        return rows.zip(found.iter_mut(), |found, row| *found = row);
    };
    let LinkRows { parents, validity, inner, .. } =
        scratch.link(Arc::as_ptr(link).addr(), |found| link.fill(rows, found));
    match rest.is_empty() {
        true => found.copy_from_slice(parents),
        false => follow(rest, Rows::At(parents), inner, found),
    }
    if !validity.is_empty() {
        (0..rows.len()).filter(|&at| validity.is_null(at)).for_each(|at| found[at] = NONE);
    }
}
