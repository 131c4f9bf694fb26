//! Columns that follow from others: correlations of ranks, and values by values.

use std::collections::HashMap;

use crate::generators::Context;
use crate::plan::Plan;
use crate::schema::Schema;
use crate::types::{Array, Batch};

fn plan(specs: &[&str], rows: u64) -> Plan {
    let context = Context::default().now(1_750_000_000);
    let (schema, diagnostics) = Schema::parse("t", specs, &context);
    assert_eq!(diagnostics, []);
    Plan::new(&schema, 3, &(0..rows)).expect("the columns have the rows")
}

/// The numbers of each column.
fn numbers(specs: &[&str], rows: u64) -> Vec<Vec<i64>> {
    let (plan, mut batch, mut all) = (plan(specs, rows), Batch::default(), vec![Vec::new(); specs.len()]);
    for start in (0..rows).step_by(1000) {
        plan.fill(&(start..rows.min(start + 1000)), &mut batch);
        for (column, all) in batch.columns().iter().zip(&mut all) {
            match column.values() {
                Array::Ints(values) => all.extend(values),
                Array::Dates(values) => all.extend(values.iter().map(|day| i64::from(*day))),
                other => panic!("no numbers: {other:?}"),
            }
        }
    }
    all
}

/// The ranks of the values; equal ones share the middle of theirs.
fn ranks(values: &[i64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_unstable_by_key(|&at| values[at]);
    let mut ranks = vec![0.0; values.len()];
    let mut start = 0;
    while start < order.len() {
        let equal = order[start..].iter().take_while(|&&at| values[at] == values[order[start]]);
        let end = start + equal.count();
        order[start..end].iter().for_each(|&at| ranks[at] = (start + end) as f64 / 2.0);
        start = end;
    }
    ranks
}

fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (x, y) = (mean(a), mean(b));
    let dot =
        |a: &[f64], x: f64, b: &[f64], y: f64| a.iter().zip(b).map(|(a, b)| (a - x) * (b - y)).sum::<f64>();
    dot(a, x, b, y) / (dot(a, x, a, x) * dot(b, y, b, y)).sqrt()
}

/// Spearman's correlation of two columns whose normal numbers are correlated by r is 6/π · asin(r/2).
#[test]
fn ranks_are_correlated_as_was_asked_for() {
    let specs = [
        "a=int:0,1G",
        "b=decimal:0,1000,6@dist=exp:0.01@with=a:0.8",
        "c=date:1000-01-01,9000-01-01@with=a:-0.5,b:0.1",
        "d=double@with=c:1",
        "e=int:0,1G",
    ];
    let columns: Vec<Vec<f64>> = numbers(&specs, 1_000_000).iter().map(|values| ranks(values)).collect();
    for (a, b, r) in [(0, 1, 0.8), (0, 2, -0.5), (1, 2, 0.1), (2, 3, 1.0), (0, 4, 0.0), (1, 4, 0.0)] {
        let expected = 6.0 / std::f64::consts::PI * (r / 2.0_f64).asin();
        let found = correlation(&columns[a], &columns[b]);
        assert!((found - expected).abs() < 0.003, "{} and {}: {found}, not {expected}", specs[a], specs[b]);
    }
}

/// What correlates with a column leaves it as it is, and keeps its own distribution.
#[test]
fn a_correlated_column_keeps_its_distribution() {
    let alone = numbers(&["a=int:0,999"], 10_000);
    let both = numbers(&["b=int:0,9@with=a:0.9", "a=int:0,999"], 1_000_000);
    assert_eq!(alone[0], both[1][..10_000]);
    let mut counts = [0.0; 10];
    both[0].iter().for_each(|value| counts[*value as usize] += 1.0);
    let chi: f64 = counts.iter().map(|count: &f64| (count - 1e5).powi(2) / 1e5).sum();
    assert!(chi < 30.0, "{chi}");
}

/// A value belongs to the other column's value, and differs between them.
#[test]
fn values_follow_from_the_values_of_their_column() {
    let columns =
        numbers(&["device=int:1,500", "owner=int:0,1G@by=device", "size=int:0,1G@by=owner"], 50_000);
    let (mut owners, mut sizes) = (HashMap::new(), HashMap::new());
    for ((device, owner), size) in columns[0].iter().zip(&columns[1]).zip(&columns[2]) {
        assert_eq!(owners.entry(device).or_insert(owner), &owner);
        assert_eq!(sizes.entry(owner).or_insert(size), &size);
    }
    assert_eq!(owners.len(), 500);
    let different: std::collections::HashSet<_> = owners.values().collect();
    assert!(different.len() > 495, "{}", different.len());
}
