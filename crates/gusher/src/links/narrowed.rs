//! Narrowed links: not every parent is a candidate of every row.
//!
//! The candidates of a row are numbered by their positions: all parents in order, or those of one group ([`Scope`](super::Scope)). What is
//! left out ([`Excluded`]) is skipped, so that a draw is over the candidates that remain; popular ones are drawn again.

use std::sync::Arc;

use super::popular;
use super::scope::NONE;
use super::{Link, Way, distinct};
use crate::rng::{Rows, bounded};
use crate::types::{LinkRows, Scratch};

/// A parent that is no candidate.
#[derive(Debug, Clone)]
pub enum Excluded {
    /// The own row, of links to the own table.
    OwnRow,
    /// The row's parent by another link to the same parents.
    ParentBy(Arc<Link>),
}

/// How often a popular parent that is left out is drawn again before its neighbour takes its place.
const MAX_TRIES: u64 = 32;

/// The candidates of some rows.
pub(super) struct Candidates {
    /// How many there are for each row, before any is left out.
    counts: Vec<u64>,
    /// The group of each row, where there is a scope.
    groups: Vec<u64>,
    /// The first slot of each row's group.
    firsts: Vec<u64>,
    /// For each row the positions that are left out, ascending; [`NONE`] at the end where they are fewer.
    excluded: Vec<u64>,
    /// How many are left out at most.
    width: usize,
}

impl Candidates {
    fn excluded(&self, at: usize) -> &[u64] {
        let all = &self.excluded[at * self.width..(at + 1) * self.width];
        let len = all.iter().position(|&position| position == NONE).unwrap_or(all.len());
        &all[..len]
    }

    /// How many candidates remain for a row.
    fn left(&self, at: usize) -> u64 {
        self.counts[at] - self.excluded(at).len() as u64
    }

    /// The position of the candidate at this index of those that remain.
    fn skip(&self, at: usize, index: u64) -> u64 {
        self.excluded(at).iter().fold(index, |position, &left_out| position + u64::from(position >= left_out))
    }
}

impl Link {
    /// Finds the parents where not all are candidates. Rows without a candidate have none.
    pub(super) fn fill_narrowed(&self, rows: Rows<'_>, found: &mut LinkRows) {
        if let (Way::Uniform, None, [excluded]) = (&self.way, &self.scope, &self.excluded[..]) {
            return self.fill_all_but_one(excluded, rows, found);
        }
        // What it knows is of other rows.
        found.inner.reset();
        let candidates = self.candidates(rows, &mut found.inner);
        found.parents.resize(rows.len(), 0);
        let mut none = found.inner.take_rows();
        self.choose(rows, &candidates, found);
        for (at, position) in found.parents.iter_mut().enumerate() {
            if *position == NONE {
                *position = 0;
                none.push(at as u64);
            } else if let Some(scope) = &self.scope {
                *position = scope.slot(candidates.firsts[at], *position);
            }
        }
        if let Some(scope) = &self.scope {
            scope.rows_of_slots(&mut found.parents, &none);
        }
        self.fill_validity(rows, found);
        let len = rows.len();
        if self.may_lack && found.validity.is_empty() {
            // Readers of what may be null expect a bitmap.
            found.validity.mark(len, |_| true);
        }
        none.iter().for_each(|&at| found.validity.set_row(at as usize, len, false));
        found.inner.give_rows(none);
    }

    /// The same where one parent of all is left out, which is most often asked for.
    fn fill_all_but_one(&self, excluded: &Excluded, rows: Rows<'_>, found: &mut LinkRows) {
        let LinkRows { parents, inner, .. } = found;
        inner.reset();
        parents.resize(rows.len(), 0);
        self.key.draw(0).fill_bits(rows, parents);
        let others = self.parents.saturating_sub(1);
        // Without another one the link is null in all rows, or the schema was refused.
        let choose = |bits: u64, left_out: u64| {
            let parent = bounded(bits, others.max(1));
            parent + u64::from(parent >= left_out && others > 0)
        };
        match excluded {
            Excluded::OwnRow => rows.zip(parents.iter_mut(), |bits, row| *bits = choose(*bits, row)),
            Excluded::ParentBy(link) => {
                let of = inner.link(Arc::as_ptr(link).addr(), |found| link.fill(rows, found));
                for (at, (bits, &left_out)) in parents.iter_mut().zip(&of.parents).enumerate() {
                    *bits = match of.validity.is_null(at) {
                        true => bounded(*bits, self.parents.max(1)),
                        false => choose(*bits, left_out),
                    };
                }
            }
        }
        self.fill_validity(rows, found);
    }

    fn candidates(&self, rows: Rows<'_>, scratch: &mut Scratch) -> Candidates {
        let len = rows.len();
        let (mut counts, mut groups, mut firsts) = (vec![self.parents; len], Vec::new(), Vec::new());
        if let Some(scope) = &self.scope {
            scope.fill_groups(rows, scratch, &mut groups);
            scope.fill_ranges(&groups, &mut firsts, &mut counts);
        }
        let width = self.excluded.len();
        let mut excluded = vec![NONE; len * width];
        for (which, of) in self.excluded.iter().enumerate() {
            match of {
                Excluded::OwnRow => rows.zip(0..len, |at, row| excluded[at * width + which] = row),
                Excluded::ParentBy(link) => {
                    let of = scratch.link(Arc::as_ptr(link).addr(), |found| link.fill(rows, found));
                    for at in (0..len).filter(|&at| !of.validity.is_null(at)) {
                        excluded[at * width + which] = of.parents[at];
                    }
                }
            }
        }
        let mut candidates = Candidates { counts, groups, firsts, excluded, width };
        self.bound(rows, &mut candidates);
        candidates
    }

    /// Turns rows that are left out to positions, and counts those before the own row in a tree.
    fn bound(&self, rows: Rows<'_>, candidates: &mut Candidates) {
        let Candidates { counts, firsts, excluded, width, .. } = candidates;
        let is_tree = matches!(self.way, Way::Earlier(_));
        // The levels of the group of the row before, which has as many.
        let mut levels = (0, Vec::new());
        rows.zip(0..rows.len(), |at, row| {
            let own = &mut excluded[at * *width..(at + 1) * *width];
            if let Some(scope) = &self.scope {
                if is_tree {
                    let before = scope.before(firsts[at], counts[at], row);
                    if self.tree.levels.is_some() && levels.0 != counts[at] {
                        levels = (counts[at], self.tree.ends(counts[at]));
                    }
                    let above = self.tree.candidates(before, &levels.1);
                    firsts[at] += above.start;
                    counts[at] = above.end - above.start;
                }
                for left_out in own.iter_mut().filter(|left_out| **left_out != NONE) {
                    *left_out = scope.position(firsts[at], counts[at], *left_out).unwrap_or(NONE);
                }
            } else if is_tree {
                counts[at] = if row < self.tree.roots { 0 } else { row };
            }
            let count = counts[at];
            own.iter_mut().filter(|left_out| **left_out >= count).for_each(|left_out| *left_out = NONE);
            own.sort_unstable();
            for index in (1..own.len()).rev() {
                if own[index] == own[index - 1] {
                    own[index] = NONE;
                }
            }
            own.sort_unstable();
        });
    }

    /// Puts the position that each row chooses into `found.parents`: [`NONE`] where no candidate remains.
    fn choose(&self, rows: Rows<'_>, candidates: &Candidates, found: &mut LinkRows) {
        let LinkRows { parents, fractions, array, .. } = found;
        match &self.way {
            Way::Earlier(Some(ranks)) => {
                self.key.draw(0).fill_bits(rows, parents);
                let counts: Vec<u64> = (0..rows.len()).map(|at| candidates.left(at)).collect();
                self.fill_tree_ranks(ranks, rows, &counts, parents, array);
                for (at, position) in parents.iter_mut().enumerate() {
                    *position = if counts[at] == 0 { NONE } else { candidates.skip(at, *position) };
                }
            }
            Way::Uniform | Way::Earlier(None) => {
                self.key.draw(0).fill_bits(rows, parents);
                for (at, position) in parents.iter_mut().enumerate() {
                    *position = match candidates.left(at) {
                        0 => NONE,
                        left => candidates.skip(at, bounded(*position, left)),
                    };
                }
            }
            Way::Distinct { owner, ranks: None } => {
                fractions.resize(rows.len(), 0);
                owner.fill_nths(rows, parents, fractions);
                for (at, (position, &nth)) in parents.iter_mut().zip(fractions.iter()).enumerate() {
                    *position = match candidates.left(at) {
                        left if nth < left => {
                            candidates.skip(at, distinct::parent(self.key, *position, nth, left))
                        }
                        _ => NONE,
                    };
                }
            }
            Way::Distinct { owner, ranks: Some(ranks) } => {
                fractions.resize(rows.len(), 0);
                owner.fill_nths(rows, parents, fractions);
                let excluded = |at: usize| candidates.excluded(at).first().copied();
                ranks.fill(self.key, parents, fractions, array, excluded);
            }
            Way::Popular { ranks, order } => {
                let mut pending: Vec<usize> = (0..rows.len()).filter(|&at| candidates.left(at) > 0).collect();
                parents.fill(NONE);
                for tried in 0..=MAX_TRIES {
                    let key = if tried == 0 { self.key } else { self.key.derive("again").draw(tried) };
                    let numbers: Vec<u64> = pending.iter().map(|&at| rows.get(at)).collect();
                    let mut drawn = vec![0; pending.len()];
                    match &self.scope {
                        None => {
                            popular::fill_ranks(ranks, key, &numbers, self.parents, array, &mut drawn);
                            order.fill(&mut drawn);
                        }
                        Some(scope) => {
                            let counts: Vec<u64> = pending.iter().map(|&at| candidates.counts[at]).collect();
                            popular::fill_by_size(&scope.ranks, key, &numbers, &counts, array, &mut drawn);
                            for (position, &at) in drawn.iter_mut().zip(&pending) {
                                let (group, count) = (candidates.groups[at], candidates.counts[at]);
                                *position = popular::shuffled(self.key.draw(group), *position, count);
                            }
                        }
                    }
                    pending = settle(candidates, &pending, &drawn, parents, tried == MAX_TRIES);
                    if pending.is_empty() {
                        break;
                    }
                }
            }
            Way::Counted(_) | Way::Scattered { .. } | Way::Once(_) | Way::Pairs { .. } => {
                unreachable!("the schema narrows no such link")
            }
        }
    }
}

/// Takes over the positions that are no ones that are left out; the others are returned, to be drawn again, unless this was
/// the last time: then the next candidate is taken.
fn settle(
    candidates: &Candidates,
    pending: &[usize],
    drawn: &[u64],
    parents: &mut [u64],
    is_last: bool,
) -> Vec<usize> {
    let mut again = Vec::new();
    for (&at, &position) in pending.iter().zip(drawn) {
        let excluded = candidates.excluded(at);
        let mut position = position;
        if excluded.contains(&position) {
            if !is_last {
                again.push(at);
                continue;
            }
            while excluded.contains(&position) {
                position = (position + 1) % candidates.counts[at];
            }
        }
        parents[at] = position;
    }
    again
}
