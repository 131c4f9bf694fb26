use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use proptest::prelude::*;

use super::degrees::Step;
use super::{Degrees, Link, LinkRows, LinkWay, PairOrder};
use crate::rng::{Key, Rows};

fn degrees() -> impl Strategy<Value = Degrees> {
    prop_oneof![
        (0..5u64).prop_map(Degrees::Constant),
        (0..4u64, 0..9u64).prop_map(|(least, more)| Degrees::Even(least, least + more)),
        (0..80u32).prop_map(|tenths| Degrees::Poisson(f64::from(tenths) / 10.0)),
        (1..=10u32).prop_map(|tenths| Degrees::Geometric(f64::from(tenths) / 10.0)),
        (1..30u32, 1..200u64).prop_map(|(tenths, most)| Degrees::Zipf { s: f64::from(tenths) / 10.0, most }),
        prop::collection::btree_map(0..20u64, 1..9u64, 1..5)
            .prop_map(|weights| Degrees::Weighted(weights.into_iter().collect())),
    ]
}

/// Numbers of parents of every size up to 10^12.
fn parents() -> impl Strategy<Value = u64> {
    (0..=12u32, 1..10u64, any::<u64>()).prop_map(|(power, digit, noise)| {
        let base = 10u64.pow(power);
        (digit * base + noise % base).min(1_000_000_000_000)
    })
}

fn link(way: &LinkWay, parents: u64, null: Option<f64>) -> Link {
    Link::new(Key::seed(7).table("t").derive("x"), parents, way, null).expect("few enough children")
}

fn found(link: &Link, rows: Rows<'_>) -> LinkRows {
    let mut found = LinkRows::default();
    link.fill(rows, &mut found);
    found
}

fn children(link: &Link, parent: u64) -> std::ops::Range<u64> {
    let mut children = 0..0;
    link.slots_of(Rows::At(&[parent]), |range| children = range);
    children
}

/// The degrees as a sum over all parents, one by one.
fn naive_counts(degrees: &Degrees, parents: u64) -> HashMap<u64, u64> {
    let (steps, _) = degrees.steps(parents).expect("few enough children");
    let mut counts = HashMap::new();
    for (at, step) in steps.iter().enumerate() {
        let end = steps.get(at + 1).map_or(parents, |next| next.first_rank);
        *counts.entry(step.degree).or_insert(0) += end - step.first_rank;
    }
    counts
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Steps are neighbours, and cover all parents and all slots.
    #[test]
    fn steps_have_all_parents_and_all_slots(degrees in degrees(), parents in parents()) {
        let (steps, slots) = degrees.steps(parents).unwrap();
        let (mut rank, mut slot, mut last) = (0, 0u64, None);
        for (at, step) in steps.iter().enumerate() {
            prop_assert_eq!((step.first_rank, step.first_slot), (rank, slot));
            prop_assert!(last < Some(step.degree));
            last = Some(step.degree);
            let end = steps.get(at + 1).map_or(parents, |next: &Step| next.first_rank);
            prop_assert!(end > rank);
            slot += (end - rank) * step.degree;
            rank = end;
        }
        prop_assert_eq!((rank, slot), (parents, slots));
    }

    /// Every row of a counted link is a child of its parent, at its index, and there is no other; at both ends and anywhere.
    #[test]
    fn children_of_the_parent_have_the_row(degrees in degrees(), parents in parents(), at: u64, len in 1..600u64) {
        let link = link(&LinkWay::Counted(degrees.clone()), parents, None);
        let rows = link.children().unwrap();
        prop_assume!(rows > 0);
        for start in [0, at % rows, rows.saturating_sub(len)] {
            let run = start..rows.min(start + len);
            let found = found(&link, Rows::from(&run));
            let (mut all, mut nths) = (vec![0; found.parents.len()], vec![0; found.parents.len()]);
            link.fill_nths(Rows::from(&run), &mut all, &mut nths);
            prop_assert_eq!(&all, &found.parents);
            for ((row, &parent), &nth) in run.clone().zip(&found.parents).zip(&nths) {
                prop_assert!(parent < parents);
                let children = children(&link, parent);
                prop_assert!(children.contains(&row), "row {} is none of {:?}", row, children);
                prop_assert_eq!(row - children.start, nth);
                prop_assert!(degrees.most().is_none_or(|most| children.end - children.start <= most));
            }
            // Gathered backwards, they are the same.
            let gathered: Vec<u64> = run.clone().rev().collect();
            link.fill_nths(Rows::At(&gathered), &mut all, &mut nths);
            all.reverse();
            prop_assert_eq!(&all, &found.parents);
        }
    }

    /// Scattered children are the same, in another order: each slot is one row's.
    #[test]
    fn scattered_children_are_as_many(degrees in degrees(), parents in 1..300u64) {
        let (grouped, scattered) =
            (link(&LinkWay::Counted(degrees.clone()), parents, None), link(&LinkWay::Scattered(degrees), parents, None));
        let rows = grouped.children().unwrap();
        prop_assert_eq!(scattered.children(), Some(rows));
        let numbers: Vec<u64> = (0..rows).collect();
        let each = |link: &Link| {
            let (mut parents, mut nths) = (vec![0; numbers.len()], vec![0; numbers.len()]);
            link.fill_nths(Rows::At(&numbers), &mut parents, &mut nths);
            let mut pairs: Vec<(u64, u64)> = parents.into_iter().zip(nths).collect();
            pairs.sort_unstable();
            pairs
        };
        prop_assert_eq!(each(&grouped), each(&scattered));
    }

    /// The numbers of children of the parents are those of the steps.
    #[test]
    fn degrees_are_exact(degrees in degrees(), parents in 1..2000u64) {
        let link = link(&LinkWay::Counted(degrees.clone()), parents, None);
        let mut counts = HashMap::new();
        let mut next = HashSet::new();
        for parent in 0..parents {
            let children = children(&link, parent);
            *counts.entry(children.end - children.start).or_insert(0) += 1;
            prop_assert!(children.is_empty() || next.insert(children.start));
        }
        prop_assert_eq!(counts, naive_counts(&degrees, parents));
    }

    /// Any rows, gathered or in a run, choose the same, within bounds.
    #[test]
    fn a_row_chooses_alone(parents in parents(), at in 0..1u64 << 50, len in 1..500u64, which in 0..4usize) {
        let (way, rows) = match which {
            0 => (LinkWay::Uniform, at..at + len),
            1 => (LinkWay::Once, at % parents..parents.min(at % parents + len)),
            2 => (LinkWay::Earlier(None), at..at + len),
            _ => (LinkWay::Popular(zipf(parents)), at..at + len),
        };
        let link = link(&way, parents.max(if which == 2 { rows.end } else { 0 }), Some(0.25));
        let run = found(&link, Rows::from(&rows));
        let gathered: Vec<u64> = rows.clone().rev().collect();
        let mut backwards = found(&link, Rows::At(&gathered)).parents;
        backwards.reverse();
        prop_assert_eq!(&backwards, &run.parents);
        for (row, &parent) in rows.clone().zip(&run.parents) {
            prop_assert!(parent < link.parents());
            prop_assert!(which != 2 || parent < row || row == 0);
        }
        if which == 1 {
            prop_assert_eq!(run.parents.iter().collect::<HashSet<_>>().len(), run.parents.len());
        }
    }

    /// No pair comes twice, and all of them come once where there are as many rows.
    #[test]
    fn pairs_differ(a in 1..60u64, b in 1..60u64) {
        let way = |which| LinkWay::Pairs { key: Key::seed(3), which, parents: vec![a, b], order: PairOrder::Any };
        let rows = Rows::from(0..a * b);
        let (one, other) = (found(&link(&way(0), a, None), rows), found(&link(&way(1), b, None), rows));
        let pairs: HashSet<(u64, u64)> = one.parents.into_iter().zip(other.parents).collect();
        prop_assert_eq!(pairs.len() as u64, a * b);
        prop_assert!(pairs.iter().all(|&(x, y)| x < a && y < b));
    }

    /// One owner's children choose different parents.
    #[test]
    fn distinct_choices_differ(owners in 1..200u64, parents in 1..12u64, degree in 1..12u64, grouped: bool) {
        let degrees = Degrees::Constant(degree.min(parents));
        let way = if grouped { LinkWay::Counted(degrees) } else { LinkWay::Scattered(degrees) };
        let owner = Arc::new(link(&way, owners, None));
        let rows = owner.children().unwrap();
        let all: Vec<u64> = (0..rows).collect();
        let chosen = found(&link(&LinkWay::Distinct { owner: Arc::clone(&owner), ranks: None }, parents, None), Rows::At(&all));
        let owned = found(&owner, Rows::At(&all));
        let pairs: HashSet<(u64, u64)> = owned.parents.into_iter().zip(chosen.parents.clone()).collect();
        prop_assert_eq!(pairs.len() as u64, rows);
        prop_assert!(chosen.parents.iter().all(|&parent| parent < parents));
    }
}

fn zipf(parents: u64) -> Arc<dyn crate::generators::Generate> {
    super::ranks(parents, "zipf:1.05").unwrap()
}

#[test]
fn a_tree_has_one_root_and_nulls_have_their_share() {
    let tree = found(&link(&LinkWay::Earlier(None), 1000, None), Rows::from(0..1000));
    assert_eq!(tree.validity.null_count(), 1);
    assert!(tree.validity.is_null(0));
    let tree = found(&link(&LinkWay::Earlier(None), 1000, Some(0.1)), Rows::from(0..1000));
    assert!((60..150).contains(&tree.validity.null_count()));
    let always = found(&link(&LinkWay::Uniform, 5, Some(1.0)), Rows::from(0..100));
    assert_eq!(always.validity.null_count(), 100);
}

/// Pearson's statistic of counts that should be as large as expected.
fn chi_square(counts: &[f64], expected: &[f64]) -> f64 {
    counts.iter().zip(expected).map(|(count, expected)| (count - expected).powi(2) / expected).sum()
}

#[test]
fn parents_are_as_popular_as_asked() {
    let count = |way: LinkWay, rows: u64| {
        let link = link(&way, 100, None);
        let mut counts = vec![0.0; 100];
        for start in (0..rows).step_by(1000) {
            found(&link, Rows::from(start..start + 1000))
                .parents
                .iter()
                .for_each(|&p| counts[p as usize] += 1.0);
        }
        counts
    };
    // 99 degrees of freedom: beyond 160 one time in ten thousand.
    let even = count(LinkWay::Uniform, 100_000);
    assert!(chi_square(&even, &[1000.0; 100]) < 160.0);
    let mut popular = count(LinkWay::Popular(zipf(100)), 100_000);
    let first = popular.iter().position(|&count| count > 15_000.0);
    assert_ne!(first, None);
    popular.sort_by(|a, b| b.total_cmp(a));
    let total: f64 = (1..=100).map(|n| f64::from(n).powf(-1.05)).sum();
    let expected: Vec<f64> = (1..=100).map(|n| 100_000.0 * f64::from(n).powf(-1.05) / total).collect();
    // Sorted counts are a little more uneven than drawn ones.
    assert!(chi_square(&popular, &expected) < 200.0);
}

/// Who has many children is by chance: the degrees of neighbours are not related.
#[test]
fn degrees_are_shuffled_among_the_parents() {
    let link = link(&LinkWay::Counted(Degrees::Even(0, 9)), 10_000, None);
    let degree = |parent| {
        let children = children(&link, parent);
        (children.end - children.start) as usize
    };
    let mut cells = vec![0.0; 100];
    (0..10_000).step_by(2).for_each(|parent| cells[degree(parent) * 10 + degree(parent + 1)] += 1.0);
    assert!(chi_square(&cells, &[50.0; 100]) < 160.0);
}

#[test]
fn invalid_distributions_of_children_are_reported() {
    let parse = |text: &str| Degrees::parse(text).map_err(|error| (text[error.at].to_owned(), error.message));
    for text in ["3", "int:0,9", "poisson:3", "geometric:0.3", "zipf:1.1,1000", "hist:0*5,1*3,2*2"] {
        assert_eq!(parse(text).unwrap().to_string(), text);
    }
    for (text, at, advice) in [
        ("x", "x", "expected a number such as 3"),
        ("normal:3", "normal", "no such distribution"),
        ("int:5", "5", "the form is int:MIN,MAX"),
        ("int:5,1", "5,1", "is above"),
        ("int:0,99999", "0,99999", "65,536 different"),
        ("int:0,x", "x", "a whole number"),
        ("poisson:-1", "-1", "a mean from 0"),
        ("geometric:0", "0", "a probability"),
        ("zipf:1.1,0", "0", "from 1 to 65,536"),
        ("hist:1,2", "1", "and its weight"),
        ("hist:1*2,1*3", "1*3", "said twice"),
        ("hist:1*0", "1*0", "must add up"),
    ] {
        let (span, message) = parse(text).unwrap_err();
        assert_eq!(span, at, "{text}: {message}");
        assert!(message.contains(advice), "{text}: {message}");
    }
}

#[test]
fn more_children_than_64_bits_count_are_none() {
    let key = Key::seed(1);
    assert!(Link::new(key, 1 << 40, &LinkWay::Counted(Degrees::Constant(1 << 30)), None).is_none());
    let way = LinkWay::Pairs { key, which: 0, parents: vec![1 << 40, 1 << 40], order: PairOrder::Any };
    assert!(Link::new(key, 1 << 40, &way, None).is_none());
}
