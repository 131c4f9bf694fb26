//! Rows of a table that are generated without the others: a range of them, or all that descend from some rows of another table.
//!
//! The rows of a selection are numbered from 0, and each is one of the table's: so a shard that keeps children with their
//! parents is a table like any other to its writer. No single row is kept, only some marks to continue from.

use std::ops::Range;
use std::sync::Arc;

use crate::links::Link;
use crate::rng::Rows;

/// Which rows of its table a plan generates.
#[derive(Debug)]
pub struct Selection {
    rows: Chosen,
    count: u64,
}

#[derive(Debug)]
enum Chosen {
    /// Those from this one on.
    From(u64),
    Descendants {
        links: Vec<Arc<Link>>,
        marks: Vec<Mark>,
    },
}

/// A mark to continue from: what is left to walk there, and how many rows of the selection are before it.
#[derive(Debug)]
struct Mark {
    walk: Walk,
    before: u64,
}

/// How many parents are expanded together.
const CHUNK: usize = 256;
/// The largest number of marks of a selection.
const MAX_MARKS: usize = 1 << 16;

impl Selection {
    /// Consecutive rows.
    pub fn run(rows: Range<u64>) -> Selection {
        Selection { count: rows.end.saturating_sub(rows.start), rows: Chosen::From(rows.start) }
    }

    /// The children by the last link of the children by the one before, and so on, of these rows: parent by parent.
    pub(super) fn descendants(links: Vec<Arc<Link>>, rows: Range<u64>) -> Selection {
        let Some(last) = links.last() else { return Selection::run(rows) };
        let (mut walk, mut marks, mut count) = (Walk::new(rows, links.len()), Vec::new(), 0);
        let mut parents = [0; CHUNK];
        let (mut chunk, mut every) = (0u64, 1);
        loop {
            if chunk.is_multiple_of(every) {
                marks.push(Mark { walk: walk.clone(), before: count });
            }
            if marks.len() > MAX_MARKS {
                let mut index = 0;
                marks.retain(|_| {
                    index += 1;
                    index % 2 == 1
                });
                every *= 2;
            }
            let found = walk.next(&links, &mut parents);
            if found == 0 {
                break;
            }
            last.slots_of(Rows::At(&parents[..found]), |slots| count += slots.end - slots.start);
            chunk += 1;
        }
        Selection { rows: Chosen::Descendants { links, marks }, count }
    }

    /// How many rows it has.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Finds the table's numbers of rows of the selection.
    ///
    /// # Panics
    /// If it has fewer rows.
    pub(super) fn fill(&self, rows: Rows<'_>, numbers: &mut [u64]) {
        assert!(rows.end() <= self.count, "a row up to {} is after the selection's last", rows.end());
        match (&self.rows, rows) {
            (Chosen::From(start), rows) => rows.zip(numbers.iter_mut(), |number, row| *number = start + row),
            (Chosen::Descendants { links, marks }, Rows::Run { first, .. }) => {
                fill_run(links, marks, first, numbers);
            }
            (Chosen::Descendants { links, marks }, Rows::At(rows)) => {
                for (&row, number) in rows.iter().zip(numbers.chunks_mut(1)) {
                    fill_run(links, marks, row, number);
                }
            }
        }
    }
}

fn fill_run(links: &[Arc<Link>], marks: &[Mark], first: u64, numbers: &mut [u64]) {
    let (Some(last), Some(mark)) =
        (links.last(), marks.partition_point(|mark| mark.before <= first).checked_sub(1))
    else {
        return;
    };
    let Mark { walk, before } = &marks[mark];
    let (mut walk, mut before, mut filled) = (walk.clone(), *before, 0);
    let mut parents = [0; CHUNK];
    while filled < numbers.len() {
        let found = walk.next(links, &mut parents);
        if found == 0 {
            break;
        }
        last.slots_of(Rows::At(&parents[..found]), |slots| {
            let end = before + (slots.end - slots.start);
            let next = first + filled as u64;
            if next < end && filled < numbers.len() {
                let wanted = &mut numbers[filled..];
                let count = wanted.len().min((end - next) as usize);
                let from = slots.start + (next - before);
                wanted[..count].iter_mut().zip(from..).for_each(|(number, slot)| *number = slot);
                filled += count;
            }
            before = end;
        });
    }
    last.rows_of_slots(numbers);
}

/// A walk over all rows of the table before the last, from parent to parent.
#[derive(Debug, Clone)]
struct Walk {
    /// The rows of the first table that are left, and then, for each link but the last, the slots of the current parent that are.
    left: Box<[Range<u64>]>,
}

impl Walk {
    fn new(rows: Range<u64>, links: usize) -> Walk {
        let mut left = vec![0..0; links].into_boxed_slice();
        left[0] = rows;
        Walk { left }
    }

    /// The next rows, and how many there were: fewer than asked for only at the end.
    fn next(&mut self, links: &[Arc<Link>], rows: &mut [u64]) -> usize {
        let mut found = 0;
        while found < rows.len() {
            match self.take(self.left.len() - 1, links, &mut rows[found..]) {
                0 => break,
                taken => found += taken,
            }
        }
        found
    }

    /// The next rows of one parent at a level; none at the end.
    fn take(&mut self, level: usize, links: &[Arc<Link>], rows: &mut [u64]) -> usize {
        while self.left[level].is_empty() {
            let mut parent = [0];
            if level == 0 || self.take(level - 1, links, &mut parent) == 0 {
                return 0;
            }
            links[level - 1].slots_of(Rows::At(&parent), |slots| self.left[level] = slots);
        }
        let left = &mut self.left[level];
        let count = rows.len().min(usize::try_from(left.end - left.start).unwrap_or(usize::MAX));
        let rows = &mut rows[..count];
        rows.iter_mut().zip(left.start..).for_each(|(row, number)| *row = number);
        left.start += count as u64;
        if level > 0 {
            links[level - 1].rows_of_slots(rows);
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::links::{Degrees, LinkWay};
    use crate::rng::Key;

    proptest! {
        /// The selections of all parts of the first table have every row of the last once, each below its own parents.
        #[test]
        fn parts_have_all_rows_and_each_those_of_its_parents(
            seed: u64, roots in 0u64..60, most in 0u64..9, shuffled: [bool; 2], part in 1u64..9, ask in 1usize..40,
        ) {
            let key = Key::seed(seed);
            let way = |shuffled: bool, degrees| if shuffled { LinkWay::Scattered(degrees) } else { LinkWay::Counted(degrees) };
            let first = Link::new(key.derive("a"), roots, &way(shuffled[0], Degrees::Even(0, most)), None).unwrap();
            let middle = first.children().unwrap();
            let second = Link::new(key.derive("b"), middle, &way(shuffled[1], Degrees::Geometric(0.4)), None).unwrap();
            let (first, second) = (Arc::new(first), Arc::new(second));
            let parent = |link: &Link, row: u64| {
                let mut found = crate::types::LinkRows::default();
                link.fill(Rows::At(&[row]), &mut found);
                found.parents[0]
            };
            let mut all = Vec::new();
            for start in (0..roots).step_by(part as usize) {
                let rows = start..roots.min(start + part);
                let selection = Selection::descendants(vec![Arc::clone(&first), Arc::clone(&second)], rows.clone());
                let mut numbers = vec![0; selection.count() as usize];
                let mut at = 0;
                for chunk in numbers.chunks_mut(ask) {
                    selection.fill(Rows::Run { first: at, len: chunk.len() }, chunk);
                    at += chunk.len() as u64;
                }
                for (index, &number) in numbers.iter().enumerate() {
                    prop_assert!(rows.contains(&parent(&first, parent(&second, number))));
                    let mut one = [0];
                    selection.fill(Rows::At(&[index as u64]), &mut one);
                    prop_assert_eq!(one[0], number);
                }
                all.extend(numbers);
            }
            all.sort_unstable();
            prop_assert_eq!(all, (0..second.children().unwrap()).collect::<Vec<_>>());
        }
    }
}
