//! How well counts fit their probabilities.

use std::collections::HashMap;

/// How many rows are looked at: differences of a few per cent between shares show.
pub(crate) const ROWS: u64 = 1_000_000;

/// Chi-square of what was counted against its shares, in standard deviations from its mean.
pub(crate) fn chi_square(what: &str, counts: &HashMap<String, f64>, expected: &[(String, f64)]) -> f64 {
    let mut counts = counts.clone();
    let total: f64 = counts.values().sum();
    let (mut sum, mut groups, mut rest, mut rest_expected) = (0.0, 0.0, 0.0, 0.0);
    for (value, share) in expected {
        let (found, expected) = (counts.remove(value).unwrap_or(0.0), share * total);
        if expected < 10.0 {
            (rest, rest_expected) = (rest + found, rest_expected + expected);
        } else {
            (sum, groups) = (sum + (found - expected).powi(2) / expected, groups + 1.0);
        }
    }
    assert!(counts.is_empty(), "{what} has values that it should not have: {counts:?}");
    if rest_expected > 5.0 {
        (sum, groups) = (sum + (rest - rest_expected).powi(2) / rest_expected, groups + 1.0);
    }
    let freedom = (groups - 1.0f64).max(1.0);
    (sum - freedom) / (2.0 * freedom).sqrt()
}

/// Values with their shares, from weights.
pub(crate) fn shares(values: impl IntoIterator<Item = (String, f64)>) -> Vec<(String, f64)> {
    let values: Vec<_> = values.into_iter().collect();
    let total: f64 = values.iter().map(|(_, weight)| weight).sum();
    values.into_iter().map(|(value, weight)| (value, weight / total)).collect()
}

/// Fails unless the values fit the right shares, and differ from the wrong ones.
pub(crate) fn follow(
    what: &str,
    values: impl IntoIterator<Item = String>,
    right: &[(String, f64)],
    wrong: &[(String, f64)],
) {
    let mut counts = HashMap::new();
    for value in values {
        *counts.entry(value).or_insert(0.0) += 1.0;
    }
    let (fits, differs) = (chi_square(what, &counts, right), chi_square(what, &counts, wrong));
    assert!(fits < 4.0, "{what}: {fits}");
    assert!(differs > 6.0, "{what} cannot be distinguished from another one: {differs}");
}
