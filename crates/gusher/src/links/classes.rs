//! Ranks by class: a column of the parents decides by which distribution each has children.
//!
//! Where its words are dealt out exactly, they are intervals of a permutation of the parents' rows. So the parents of a class are counted
//! and found by arithmetic, as all parents are: none of them is looked at. Where its values are drawn, the parents were counted and have
//! such intervals in an index.

use super::class_index::ClassOrder;
use super::degrees::{ClassDegrees, ClassStep};
use crate::rng::{Key, Permutation, Rows};

/// The parents of a class: consecutive indices of the order of all parents.
#[derive(Debug, Clone)]
struct Class {
    start: u64,
    /// Who of them has how many children.
    members: Permutation,
    /// The steps of its parents, in order.
    steps: Box<[usize]>,
}

/// Which parent has which rank, where classes of parents have steps of their own.
#[derive(Debug, Clone)]
pub(super) struct ClassRanks {
    steps: Box<[ClassStep]>,
    classes: Box<[Class]>,
    /// Row of a parent → its index in the order of the classes.
    order: ClassOrder,
}

impl ClassRanks {
    /// The ranks of parents in this order.
    pub fn new(key: Key, degrees: &ClassDegrees, order: ClassOrder) -> Option<ClassRanks> {
        let parents = order.parents();
        let (steps, _) = degrees.class_steps(parents)?;
        let steps: Box<[ClassStep]> = steps.into_iter().map(|(_, step)| step).collect();
        let intervals = degrees.shares.intervals(parents)?;
        let ends = intervals.iter().skip(1).map(|(start, _)| *start).chain([parents]);
        let class = |(class, (&(start, word), end)): (usize, (&(u64, usize), u64))| {
            let own = (0..steps.len()).filter(|&step| steps[step].class == class);
            let key = key.derive(&degrees.words[word].0);
            Class { start, members: Permutation::new(key, end - start), steps: own.collect() }
        };
        let classes = intervals.iter().zip(ends).enumerate().map(class).collect();
        Some(ClassRanks { steps, classes, order })
    }

    /// The parents of ranks.
    pub fn fill(&self, ranks: Rows<'_>, parents: &mut [u64]) {
        let mut indices = vec![0; ranks.len()];
        ranks.zip(indices.iter_mut(), |index, rank| {
            let step = self.steps[self.steps.partition_point(|step| step.first_rank <= rank) - 1];
            let class = &self.classes[step.class];
            *index = class.start + class.members.index(step.first + (rank - step.first_rank));
        });
        self.order.fill_inverse(Rows::At(&indices), parents);
    }

    /// The ranks of parents.
    pub fn fill_inverse(&self, parents: Rows<'_>, ranks: &mut [u64]) {
        self.order.fill(parents, ranks);
        for rank in ranks {
            let class = &self.classes[self.classes.partition_point(|class| class.start <= *rank) - 1];
            let index = class.members.row(*rank - class.start);
            let step = class.steps[class.steps.partition_point(|&step| self.steps[step].first <= index) - 1];
            *rank = self.steps[step].first_rank + (index - self.steps[step].first);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use crate::links::shares::Shares;
    use crate::links::{ClassDegrees, ClassIndex, ClassOrder, Degrees, Link, LinkWay};
    use crate::rng::{Key, Permutation, Rows, bounded, index_fraction};
    use crate::types::LinkRows;

    const WORDS: [&str; 4] = ["gold", "free", "off", "trial"];

    fn degrees() -> impl Strategy<Value = ClassDegrees> {
        let one = || {
            prop_oneof![
                (0..4u64).prop_map(Degrees::Constant),
                (0..3u64, 0..5u64).prop_map(|(least, more)| Degrees::Even(least, least + more)),
                (0..60u32).prop_map(|tenths| Degrees::Poisson(f64::from(tenths) / 10.0)),
            ]
        };
        (one(), one(), one(), prop::collection::vec(1..6usize, 4)).prop_map(|(gold, off, others, weights)| {
            let given = vec![(Some("gold".into()), gold), (None, others), (Some("off".into()), off)];
            let words = WORDS.iter().zip(weights).flat_map(|(word, weight)| vec![*word; weight]);
            ClassDegrees::dealt("plan", given, words).expect("all are given")
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        /// Each class has the numbers of children that it would have alone, and both ways lead back.
        #[test]
        fn classes_have_their_own_degrees(degrees in degrees(), parents in prop_oneof![1..400u64, 4000..9000u64], scattered: bool) {
            let dealt = Permutation::new(Key::seed(5), parents);
            let way = LinkWay::CountedByClass { degrees: Arc::new(degrees.clone()), order: ClassOrder::Dealt(dealt.clone()), is_scattered: false };
            let link = Link::new(Key::seed(7), parents, &way, None).unwrap();
            let rows = link.children().unwrap();
            prop_assert_eq!(Degrees::Classes(Arc::new(degrees.clone())).children(parents), Some(rows));
            let mut of: Vec<Vec<u64>> = vec![Vec::new(); degrees.words.len()];
            let Shares::Dealt(shares) = &degrees.shares else { unreachable!("they are dealt out") };
            let mut next = 0;
            let mut ranges = Vec::new();
            link.slots_of(Rows::from(0..parents), |range| ranges.push(range));
            for (parent, range) in ranges.iter().enumerate() {
                let share = bounded(index_fraction(dealt.index(parent as u64), parents), shares.len() as u64);
                of[shares[share as usize]].push(range.end - range.start);
                next += range.end - range.start;
            }
            prop_assert_eq!(next, rows);
            for (numbers, (_, given)) in of.iter_mut().zip(&degrees.words) {
                numbers.sort_unstable();
                let way = LinkWay::Counted(degrees.given[*given].1.clone());
                let alone = Link::new(Key::seed(1), numbers.len() as u64, &way, None).unwrap();
                let mut expected = Vec::new();
                alone.slots_of(Rows::from(0..numbers.len() as u64), |range| expected.push(range.end - range.start));
                expected.sort_unstable();
                prop_assert_eq!(&*numbers, &expected);
            }
            let way = LinkWay::CountedByClass { degrees: Arc::new(degrees), order: ClassOrder::Dealt(dealt), is_scattered: scattered };
            let link = Link::new(Key::seed(7), parents, &way, None).unwrap();
            let mut found = LinkRows::default();
            link.fill(Rows::from(0..rows), &mut found);
            if !scattered {
                for (row, &parent) in found.parents.iter().enumerate() {
                    prop_assert!(ranges[parent as usize].contains(&(row as u64)));
                }
            }
            let mut counts = vec![0; parents as usize];
            found.parents.iter().for_each(|&parent| counts[parent as usize] += 1);
            prop_assert!(ranges.iter().zip(&counts).all(|(range, &count)| range.end - range.start == count));
            // Any of them alone.
            let some: Vec<u64> = (0..rows).rev().step_by(7).collect();
            let all = std::mem::take(&mut found.parents);
            link.fill(Rows::At(&some), &mut found);
            prop_assert!(some.iter().zip(&found.parents).all(|(&row, &parent)| all[row as usize] == parent));
        }

        /// Parents that were counted have the numbers of children of their classes, and both ways lead back.
        #[test]
        fn counted_classes_have_their_own_degrees(of in prop::collection::vec(0..3u16, 1..3000), least in 0..3u64, scattered: bool) {
            let given = vec![(Some("gold".into()), Degrees::Constant(4)), (Some("off".into()), Degrees::Constant(0)), (None, Degrees::Even(least, least + 2))];
            let degrees = ClassDegrees::drawn("plan", given);
            prop_assert_eq!(degrees.class_of(Some("off")), Some(1));
            prop_assert_eq!((degrees.class_of(Some("any")), degrees.class_of(None)), (Some(2), Some(2)));
            let parents = of.len() as u64;
            prop_assert_eq!(Degrees::Classes(Arc::new(degrees.clone())).children(parents), None);
            let degrees = Arc::new(degrees.counted(ClassIndex::new(&of, 3)));
            let order = ClassOrder::Counted(Arc::clone(degrees.index().expect("they were counted")));
            let way = LinkWay::CountedByClass { degrees: Arc::clone(&degrees), order, is_scattered: scattered };
            let link = Link::new(Key::seed(7), parents, &way, None).unwrap();
            let rows = link.children().unwrap();
            prop_assert_eq!(Degrees::Classes(Arc::clone(&degrees)).children(parents), Some(rows));
            let mut found = LinkRows::default();
            let mut counts = vec![0u64; of.len()];
            for first in (0..rows).step_by(1000) {
                link.fill(Rows::from(first..rows.min(first + 1000)), &mut found);
                found.parents.iter().for_each(|&parent| counts[parent as usize] += 1);
            }
            let mut slots = Vec::new();
            link.slots_of(Rows::from(0..parents), |range| slots.push(range.end - range.start));
            prop_assert_eq!(&slots, &counts);
            let mut times = [0u64; 3];
            for (&class, &count) in of.iter().zip(&counts) {
                match class {
                    0 => prop_assert_eq!(count, 4),
                    1 => prop_assert_eq!(count, 0),
                    _ => times[(count - least) as usize] += 1,
                }
            }
            prop_assert!(times.iter().max().unwrap() - times.iter().min().unwrap() <= 1, "{:?}", times);
        }
    }
}
