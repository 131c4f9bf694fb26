//! Trees: the rows of a table choose rows before them, and how far they may be from a root.
//!
//! Without more, a row's parent is any row before it: the depth grows with the logarithm of the number of rows. Where rows come level by
//! level, the levels are intervals of the rows, each larger than the one before by the same factor, and a parent is of the level above.
//! Where only the depth is limited, a row whose parent would be too deep takes the nearest ancestor of that one that is not.

use std::ops::Range;
use std::sync::Arc;

use super::Link;
use super::popular::fill_ranks;
use crate::generators::Generate;
use crate::rng::{Rows, bounded};
use crate::types::{Array, LinkRows};

/// The shape of a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tree {
    /// How many of the first rows have no parent, at least one; of those of each ancestor, where there is one.
    pub roots: u64,
    /// How many levels there are, the roots among them, at least two.
    pub levels: Option<u64>,
    /// How many rows are above a row at most, at least one.
    pub depth: Option<u64>,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree { roots: 1, levels: None, depth: None }
    }
}

/// More levels than these are no shape, but a line.
pub const MAX_LEVELS: u64 = 1000;

/// After this many draws of a popular row, all candidates are as likely.
const MAX_DRAWS: u64 = 32;

impl Tree {
    /// How many rows are above a row of `rows` at most.
    pub fn most_above(&self, rows: u64) -> u64 {
        let levels = self.levels.map(|levels| levels - 1);
        self.depth.or(levels).unwrap_or(u64::MAX).min(rows.saturating_sub(1))
    }

    /// Where the levels of `rows` rows end; without levels, where the roots do.
    pub(super) fn ends(&self, rows: u64) -> Vec<u64> {
        let mut ends = vec![self.roots.min(rows)];
        for level in 1..self.levels.unwrap_or(1) {
            // No level is empty before the rows end.
            let last = ends[ends.len() - 1];
            ends.push(self.end_of(level, rows).max(last + 1).min(rows));
        }
        ends
    }

    /// The rows that a row may choose, by where the levels end; none for a root.
    pub(super) fn candidates(&self, row: u64, ends: &[u64]) -> Range<u64> {
        if row < self.roots {
            return 0..0;
        }
        if self.levels.is_none() {
            return 0..row;
        }
        let level = ends.partition_point(|&end| end <= row);
        let start = level.checked_sub(2).map_or(0, |before| ends[before]);
        start..ends[level - 1]
    }

    /// Where a level ends, but for rounding: the roots are the first, all rows the last.
    fn end_of(&self, level: u64, rows: u64) -> u64 {
        let last = self.levels.map_or(1, |levels| levels - 1);
        if level >= last {
            return rows;
        }
        let growth = rows as f64 / self.roots as f64;
        (self.roots as f64 * libm::pow(growth, level as f64 / last as f64) + 0.5) as u64
    }
}

impl Link {
    /// The same link to earlier rows, where these make a tree of this shape.
    #[must_use]
    pub fn grown(self, tree: Tree) -> Link {
        Link { tree, levels: tree.ends(self.parents).into(), ..self }
    }

    /// Turns random bits to rows before each of the rows; those of roots mean nothing.
    pub(super) fn choose_earlier(&self, rows: Rows<'_>, bits: &mut [u64]) {
        match self.tree.levels {
            None => rows.zip(bits, |parent, row| {
                *parent = if row == 0 { 0 } else { bounded(*parent, row) };
            }),
            Some(_) => rows.zip(bits, |parent, row| {
                let above = self.tree.candidates(row, &self.levels);
                *parent = above.start + bounded(*parent, (above.end - above.start).max(1));
            }),
        }
    }

    /// Turns random bits to rows before each of the rows, of which the earlier ones are more popular.
    pub(super) fn choose_popular_earlier(
        &self,
        ranks: &Arc<dyn Generate>,
        rows: Rows<'_>,
        bits: &mut [u64],
        array: &mut Array,
    ) {
        let mut above = Vec::with_capacity(rows.len());
        rows.zip(0..rows.len(), |_, row| above.push(self.tree.candidates(row, &self.levels)));
        let counts: Vec<u64> = above.iter().map(|above| above.end - above.start).collect();
        self.fill_tree_ranks(ranks, rows, &counts, bits, array);
        for (parent, above) in bits.iter_mut().zip(&above) {
            *parent = if above.is_empty() { 0 } else { above.start + *parent };
        }
    }

    /// Turns random bits to ranks below the number of candidates of each row, as if one were drawn again until it is. Where there are
    /// none the rank means nothing.
    pub(super) fn fill_tree_ranks(
        &self,
        ranks: &Arc<dyn Generate>,
        rows: Rows<'_>,
        counts: &[u64],
        bits: &mut [u64],
        array: &mut Array,
    ) {
        let key = self.key.derive("popular");
        let mut left: Vec<usize> = (0..rows.len()).filter(|&at| counts[at] > 0).collect();
        let (mut numbers, mut drawn) = (Vec::with_capacity(left.len()), vec![0; left.len()]);
        for draw in 0..MAX_DRAWS {
            if left.is_empty() {
                return;
            }
            numbers.clear();
            numbers.extend(left.iter().map(|&at| rows.get(at)));
            drawn.truncate(left.len());
            fill_ranks(ranks, key.draw(draw), &numbers, self.parents, array, &mut drawn);
            let mut kept = 0;
            for index in 0..left.len() {
                let at = left[index];
                if drawn[index] < counts[at] {
                    bits[at] = drawn[index];
                } else {
                    left[kept] = at;
                    kept += 1;
                }
            }
            left.truncate(kept);
        }
        left.into_iter().for_each(|at| bits[at] = bounded(bits[at], counts[at]));
    }

    /// Finds the parents in a tree whose depth is limited.
    pub(super) fn fill_limited(&self, most: u64, rows: Rows<'_>, found: &mut LinkRows) {
        let mut above = vec![0; rows.len()];
        self.go_up(rows, found, |index, _| {
            above[index] += 1;
            true
        });
        // Of a way with more rows than may be above, the first are left out: one that is not too deep remains.
        let mut left: Vec<u64> = above.iter().map(|above: &u64| above.saturating_sub(most)).collect();
        let mut parents = vec![0; rows.len()];
        self.go_up(rows, found, |index, parent| {
            parents[index] = parent;
            left[index] = left[index].wrapping_sub(1);
            left[index] != u64::MAX
        });
        found.parents = parents;
        found.validity.mark(rows.len(), |at| above[at] > 0);
    }

    /// How many rows are above each row of a tree.
    pub(crate) fn fill_depths(&self, rows: Rows<'_>, depths: &mut [i64]) {
        depths.fill(0);
        let most = self.tree.depth.map_or(i64::MAX, |depth| i64::try_from(depth).unwrap_or(i64::MAX));
        self.go_up(rows, &mut LinkRows::default(), |index, _| {
            depths[index] = (depths[index] + 1).min(most);
            true
        });
    }

    /// Goes from each row to its parent, to the parent of that one and so on, up to a root, as if no depth were given. `each` is handed the
    /// index of the row and who is above it next, and says whether it goes on.
    fn go_up(&self, rows: Rows<'_>, found: &mut LinkRows, mut each: impl FnMut(usize, u64) -> bool) {
        let mut going: Vec<usize> = (0..rows.len()).collect();
        let mut at: Vec<u64> = Vec::with_capacity(rows.len());
        rows.zip(0..rows.len(), |_, row| at.push(row));
        while !going.is_empty() {
            // What the scratch knows is of other rows.
            found.inner.reset();
            self.choose_all(Rows::At(&at), found);
            let (mut kept, all) = (0, going.len());
            for index in 0..all {
                let (row, parent) = (going[index], found.parents[index]);
                if !found.validity.is_null(index) && each(row, parent) {
                    (going[kept], at[kept]) = (row, parent);
                    kept += 1;
                }
            }
            going.truncate(kept);
            at.truncate(kept);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Tree;
    use crate::links::{Link, LinkWay, ranks};
    use crate::rng::{Key, Rows};
    use crate::types::LinkRows;

    fn parents(tree: Tree, rows: u64, null: Option<f64>, dist: Option<&str>) -> Vec<Option<u64>> {
        let ranks = dist.map(|dist| ranks(rows, dist).expect("it is a distribution"));
        let link = Link::new(Key::seed(3), rows, &LinkWay::Earlier(ranks), null)
            .expect("there are parents")
            .grown(tree);
        let mut found = LinkRows::default();
        link.fill(Rows::from(0..rows), &mut found);
        let all: Vec<Option<u64>> = (0..rows as usize)
            .map(|row| (!found.validity.is_null(row)).then_some(found.parents[row]))
            .collect();
        let mut depths = vec![0; rows as usize];
        link.fill_depths(Rows::from(0..rows), &mut depths);
        for (row, parent) in all.iter().enumerate() {
            assert_eq!(depths[row], parent.map_or(0, |parent| depths[parent as usize] + 1), "{row}");
        }
        // Any of them alone.
        let some: Vec<u64> = (0..rows).rev().step_by(3).collect();
        link.fill(Rows::At(&some), &mut found);
        for (at, &row) in some.iter().enumerate() {
            assert_eq!((!found.validity.is_null(at)).then_some(found.parents[at]), all[row as usize]);
        }
        all
    }

    fn depth(all: &[Option<u64>], row: usize) -> u64 {
        all[row].map_or(0, |parent| 1 + depth(all, parent as usize))
    }

    proptest! {
        #[test]
        fn trees_have_their_roots_levels_and_depth(
            rows in 1..700u64,
            roots in 1..9u64,
            levels in prop::option::of(2..8u64),
            depth_of in prop::option::of(1..5u64),
            is_nullable: bool,
            dist in prop::option::of(prop_oneof![Just("zipf:1.05"), Just("normal"), Just("exp:0.5")]),
        ) {
            let tree = Tree { roots, levels, depth: depth_of.filter(|_| levels.is_none()) };
            let all = parents(tree, rows, is_nullable.then_some(0.2), dist);
            let depths: Vec<u64> = (0..rows as usize).map(|row| depth(&all, row)).collect();
            for (row, parent) in all.iter().enumerate() {
                prop_assert!(parent.is_none_or(|parent| parent < row as u64));
                prop_assert!(parent.is_none() || row as u64 >= roots);
                prop_assert!(parent.is_some() || (row as u64) < roots || is_nullable);
            }
            prop_assert!(depths.iter().all(|&depth| depth <= tree.most_above(rows)));
            if levels.is_some() && !is_nullable {
                prop_assert!(depths.is_sorted());
                // Each level is reached where there are rows enough.
                let last = depths.last().copied().unwrap_or(0);
                prop_assert!(last + 1 == levels.unwrap_or(0) || rows < roots + levels.unwrap_or(0), "{:?}", depths);
            }
        }
    }

    #[test]
    fn a_limit_does_not_change_the_rows_that_are_not_too_deep() {
        let free = parents(Tree::default(), 500, None, None);
        let limited = parents(Tree { depth: Some(4), ..Tree::default() }, 500, None, None);
        let deep = (0..500).filter(|&row| depth(&free, row) > 4).count();
        assert!(deep > 100);
        for row in (0..500).filter(|&row| depth(&free, row) <= 4) {
            assert_eq!(free[row], limited[row]);
        }
    }

    /// Each row draws one of those before it by Zipf's law, so a row has as many children as the sum of its shares.
    #[test]
    fn early_rows_are_popular() {
        let (rows, exponent) = (4000u64, 1.05);
        let all = parents(Tree::default(), rows, None, Some("zipf:1.05"));
        let weight = |row: u64| ((row + 1) as f64).powf(-exponent);
        for node in [0, 1, 5, 50] {
            let found = all.iter().filter(|parent| **parent == Some(node)).count() as f64;
            let (mut expected, mut variance, mut sum) = (0.0, 0.0, 0.0);
            for row in 0..rows {
                if row > node {
                    let share = weight(node) / sum;
                    expected += share;
                    variance += share * (1.0 - share);
                }
                sum += weight(row);
            }
            assert!((found - expected).abs() < 4.0 * f64::sqrt(variance), "{node}: {found}, not {expected}");
        }
    }

    #[test]
    fn levels_grow_by_one_factor() {
        let tree = Tree { roots: 2, levels: Some(4), depth: None };
        let all = parents(tree, 2000, None, None);
        let depths: Vec<u64> = (0..2000).map(|row| depth(&all, row)).collect();
        let counts = [0, 1, 2, 3].map(|level| depths.iter().filter(|&&depth| depth == level).count());
        assert_eq!(counts, [2, 18, 180, 1800]);
    }
}
