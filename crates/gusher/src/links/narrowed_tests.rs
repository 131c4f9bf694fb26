use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use proptest::prelude::*;

use super::{Degrees, Excluded, Groups, Index, Link, LinkRows, LinkWay, Scope, ranks};
use crate::rng::{Key, Rows};

fn link(name: &str, way: &LinkWay, parents: u64, null: Option<f64>) -> Link {
    Link::new(Key::seed(7).table("t").derive(name), parents, way, null).expect("few enough children")
}

/// The parent of each row; none where there is none.
fn found(link: &Link, rows: Rows<'_>) -> Vec<Option<u64>> {
    let mut found = LinkRows::default();
    link.fill(rows, &mut found);
    (0..rows.len()).map(|at| (!found.validity.is_null(at)).then_some(found.parents[at])).collect()
}

/// The parents of all rows, which are the same in any order and in any part.
fn all(link: &Link, rows: u64) -> Vec<Option<u64>> {
    let all = found(link, Rows::from(0..rows));
    let backwards: Vec<u64> = (0..rows).rev().collect();
    let mut other = found(link, Rows::At(&backwards));
    other.reverse();
    assert_eq!(all, other);
    for row in (0..rows).step_by(7) {
        assert_eq!(found(link, Rows::At(&[row]))[0], all[row as usize], "row {row}");
    }
    all
}

fn zipf(parents: u64) -> LinkWay {
    LinkWay::Popular(ranks(parents, "zipf:1.05").expect("a distribution"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// What is left out is never chosen, and everybody else is.
    #[test]
    fn others_are_never_chosen(parents in 2..20u64, popular: bool, optional: bool, twice: bool) {
        let rows = 3000;
        let one = Arc::new(link("one", &LinkWay::Uniform, parents, optional.then_some(0.3)));
        let other = Arc::new(link("other", &LinkWay::Uniform, parents, None));
        let way = if popular { zipf(parents) } else { LinkWay::Uniform };
        let mut excluded = vec![Excluded::ParentBy(Arc::clone(&one))];
        if twice && parents > 2 {
            excluded.push(Excluded::ParentBy(Arc::clone(&other)));
        }
        let count = excluded.len();
        let chosen = all(&link("x", &way, parents, None).without(excluded), rows);
        let (one, other) = (all(&one, rows), all(&other, rows));
        for ((chosen, one), other) in chosen.iter().zip(&one).zip(&other) {
            prop_assert!(chosen.is_some_and(|chosen| chosen < parents));
            prop_assert!(chosen != one && (count == 1 || chosen != other));
        }
        prop_assert_eq!(chosen.iter().collect::<HashSet<_>>().len() as u64, parents);
    }

    /// One parent that is left out has a loop of its own; leaving it out twice is done as for several.
    #[test]
    fn leaving_one_out_is_as_leaving_it_out_twice(parents in 2..20u64, is_own: bool, optional: bool, seed: u64) {
        let null = optional.then_some(0.3);
        let one = Arc::new(link(&format!("one{seed}"), &LinkWay::Uniform, parents, null));
        let excluded = if is_own { Excluded::OwnRow } else { Excluded::ParentBy(one) };
        let chosen = |excluded| all(&link("x", &LinkWay::Uniform, parents, null).without(excluded), parents);
        prop_assert_eq!(chosen(vec![excluded.clone()]), chosen(vec![excluded.clone(), excluded]));
    }

    /// Children of one owner choose different ones, popular ones more often, and never the owner. Those that hardly anybody
    /// chooses are the last ones to be left, whichever rows are asked for.
    #[test]
    fn popular_ones_are_chosen_once(
        parents in 2..40u64,
        degree in 1..40u64,
        excluded: bool,
        scattered: bool,
        dist in prop::sample::select(vec!["zipf:1.05", "zipf:2", "zipf:4"]),
    ) {
        let most = degree.min(parents - u64::from(excluded));
        let degrees = Degrees::Even(0, most);
        let way = if scattered { LinkWay::Scattered(degrees) } else { LinkWay::Counted(degrees) };
        let owner = Arc::new(link("owner", &way, parents, None));
        let rows = owner.children().expect("it is counted");
        let ranks = Some(ranks(parents, dist).expect("a distribution"));
        let mut chosen = link("x", &LinkWay::Distinct { owner: Arc::clone(&owner), ranks }, parents, None);
        if excluded {
            chosen = chosen.without(vec![Excluded::ParentBy(Arc::clone(&owner))]);
        }
        let (chosen, owners) = (all(&chosen, rows), all(&owner, rows));
        let pairs: HashSet<_> = owners.iter().zip(&chosen).collect();
        prop_assert_eq!(pairs.len() as u64, rows);
        prop_assert!(chosen.iter().all(|chosen| chosen.is_some_and(|chosen| chosen < parents)));
        prop_assert!(!excluded || pairs.iter().all(|(owner, chosen)| owner != chosen));
    }

    /// Parents of the same group, of each that has some: by arithmetic and by an index, popular or not, before the own row or
    /// not.
    #[test]
    fn scopes_are_kept(
        ancestors in 1..30u64, degree in 0..6u64, children in 1..400u64, kind in 0..3usize, way in 0..4usize, nullable: bool,
    ) {
        let degrees = Degrees::Even(0, degree);
        let up = match kind {
            0 => link("up", &LinkWay::Counted(degrees), ancestors, None),
            1 => link("up", &LinkWay::Scattered(degrees), ancestors, None),
            _ => link("up", &LinkWay::Uniform, ancestors, nullable.then_some(0.2)),
        };
        let parents = up.children().unwrap_or(ancestors * degree);
        let up = Arc::new(up);
        let index = || Groups::Indexed(Arc::new(Index::new(&[Arc::clone(&up)], parents, ancestors)));
        let is_tree = way == 3;
        let groups = if kind == 2 || is_tree && kind == 1 { index() } else { Groups::Counted(Arc::clone(&up)) };
        let of: Vec<Option<u64>> = all(&up, parents);
        // In a tree the rows are the parents.
        let path = if is_tree { Arc::clone(&up) } else { Arc::new(link("path", &LinkWay::Uniform, ancestors, Some(0.1))) };
        let rows = if is_tree { parents } else { children };
        let (way, dist) = match way {
            0 if parents > 0 => (zipf(parents), Some("zipf:1.05")),
            3 => (LinkWay::Earlier(None), None),
            _ => (LinkWay::Uniform, None),
        };
        let scope = Scope::new(vec![Arc::clone(&path)], groups.clone(), dist);
        let chosen = all(&link("x", &way, parents, None).within(scope).lacking(true), rows);
        for (row, (chosen, ancestor)) in chosen.iter().zip(all(&path, rows)).enumerate() {
            let candidates = |&parent: &u64| of[parent as usize] == ancestor && (!is_tree || parent < row as u64);
            let candidates: HashSet<u64> = match ancestor {
                None => HashSet::new(),
                Some(_) => (0..parents).filter(candidates).collect(),
            };
            match chosen {
                Some(chosen) => prop_assert!(candidates.contains(chosen)),
                None => prop_assert!(candidates.is_empty(), "row {} has {:?}", row, candidates),
            }
        }
        if kind == 0 && dist.is_none() {
            // An index has the same groups.
            let scope = Scope::new(vec![path], index(), None);
            let indexed = link("x", &way, parents, None).within(scope).lacking(true);
            prop_assert_eq!(all(&indexed, rows), chosen);
        }
    }
}

fn chi_square(counts: &[f64], expected: &[f64]) -> f64 {
    counts.iter().zip(expected).map(|(count, expected)| (count - expected).powi(2) / expected).sum()
}

/// Each of a group is as likely as any other, and so is each of those that are not left out.
#[test]
fn candidates_are_equally_likely() {
    let up = Arc::new(link("up", &LinkWay::Counted(Degrees::Constant(10)), 20, None));
    let path = Arc::new(link("path", &LinkWay::Uniform, 20, None));
    let scoped = link("x", &LinkWay::Uniform, 200, None).within(Scope::new(
        vec![Arc::clone(&path)],
        Groups::Counted(up),
        None,
    ));
    let mut counts = vec![0.0; 200];
    all(&scoped, 100_000).into_iter().flatten().for_each(|parent| counts[parent as usize] += 1.0);
    // 199 degrees of freedom: beyond 280 one time in ten thousand.
    assert!(chi_square(&counts, &[500.0; 200]) < 280.0);
    let one = Arc::new(link("one", &LinkWay::Uniform, 10, None));
    let other = link("x", &LinkWay::Uniform, 10, None).without(vec![Excluded::ParentBy(Arc::clone(&one))]);
    let mut cells = vec![0.0; 90];
    for (one, other) in all(&one, 90_000).into_iter().zip(all(&other, 90_000)) {
        let (one, other) = (one.unwrap() as usize, other.unwrap() as usize);
        cells[one * 9 + other - usize::from(other > one)] += 1.0;
    }
    // 89 degrees of freedom.
    assert!(chi_square(&cells, &[1000.0; 90]) < 147.0);
}

/// The popular ones of each group have their shares, and which of a group they are is shuffled.
#[test]
fn some_of_each_group_are_popular() {
    let up = Arc::new(link("up", &LinkWay::Counted(Degrees::Constant(8)), 500, None));
    let path = Arc::new(link("path", &LinkWay::Uniform, 500, None));
    let scope = Scope::new(vec![path], Groups::Counted(up), Some("zipf:1.05"));
    let rows = 500_000;
    let mut counts: Vec<f64> = vec![0.0; 4000];
    let popular = link("x", &zipf(4000), 4000, None).within(scope);
    for start in (0..rows).step_by(1000) {
        let found = found(&popular, Rows::from(start..start + 1000));
        found.into_iter().flatten().for_each(|parent| counts[parent as usize] += 1.0);
    }
    let weights: Vec<f64> = (1..=8).map(|rank| f64::from(rank).powf(-1.05)).collect();
    let total: f64 = weights.iter().sum();
    let (mut by_rank, mut first) = (vec![0.0; 8], vec![0.0; 8]);
    for group in counts.chunks(8) {
        let mut sorted = group.to_vec();
        sorted.sort_by(|a, b| b.total_cmp(a));
        by_rank.iter_mut().zip(&sorted).for_each(|(sum, count)| *sum += count);
        first[group.iter().position(|count| *count == sorted[0]).unwrap()] += 1.0;
    }
    let shares: Vec<f64> = by_rank.iter().map(|count| count / rows as f64).collect();
    // Sorted counts of a thousand draws are a little more uneven than drawn ones.
    for (share, weight) in shares.iter().zip(&weights) {
        assert!((share - weight / total).abs() < 0.01, "{shares:?}");
    }
    // 7 degrees of freedom: beyond 29.9 one time in ten thousand.
    assert!(chi_square(&first, &[62.5; 8]) < 29.9, "{first:?}");
}

/// Drawing without putting back: the second of an owner is as popular among the others as it is.
#[test]
fn popular_ones_stay_popular_without_the_first() {
    let owner = Arc::new(link("owner", &LinkWay::Counted(Degrees::Constant(2)), 60_000, None));
    let ranks = ranks(5, "zipf:1.05").unwrap();
    let chosen = link("x", &LinkWay::Distinct { owner, ranks: Some(ranks) }, 5, None);
    let mut pairs: HashMap<(u64, u64), f64> = HashMap::new();
    let mut firsts = HashMap::new();
    for start in (0..120_000).step_by(1000) {
        for pair in found(&chosen, Rows::from(start..start + 1000)).chunks(2) {
            *pairs.entry((pair[0].unwrap(), pair[1].unwrap())).or_insert(0.0) += 1.0;
            *firsts.entry(pair[0].unwrap()).or_insert(0.0) += 1.0;
        }
    }
    let mut order: Vec<u64> = (0..5).collect();
    order.sort_by(|a, b| f64::total_cmp(&firsts[b], &firsts[a]));
    let weight = |parent: u64| {
        let rank = order.iter().position(|&other| other == parent).unwrap() + 1;
        (rank as f64).powf(-1.05)
    };
    let total: f64 = (0..5).map(weight).sum();
    let (mut counts, mut expected) = (Vec::new(), Vec::new());
    for one in 0..5 {
        for other in (0..5).filter(|&other| other != one) {
            counts.push(pairs.get(&(one, other)).copied().unwrap_or(0.0));
            expected.push(60_000.0 * weight(one) / total * weight(other) / (total - weight(one)));
        }
    }
    // 19 degrees of freedom: beyond 50.8 one time in ten thousand.
    assert!(chi_square(&counts, &expected) < 50.8, "{counts:?} {expected:?}");
}
