//! The values of the source that may be in the file: those of columns with at most 50 different ones, each in at least 20 rows.

use super::facts::Facts;
use super::spec::Spec;
use crate::model::{Column, Kind, Statistics};

/// The most different values of a column of which some are kept.
const MAX_VALUES: u64 = 50;
/// The fewest rows that a value is in.
pub const MIN_ROWS: f64 = 20.0;
/// What a reason says where values of the source are in the choice.
pub const OF_VALUES: &str = "values of the source";
/// What a reason says where numbers of the source are about as likely as each other.
const AS_OFTEN: &str = "values of the source, all about as often";

/// Whether all values of a column may be kept.
fn may_keep(statistics: &Statistics) -> bool {
    let Some(distinct) = statistics.distinct else { return false };
    let all_are_known = distinct.is_exact && distinct.count == statistics.common.len() as u64;
    let is_common = |share: f64| share * statistics.rows as f64 >= MIN_ROWS;
    (1..=MAX_VALUES).contains(&distinct.count)
        && all_are_known
        && statistics.common.iter().all(|common| is_common(common.share))
}

/// What a value of this share weighs.
fn weight(share: f64) -> u32 {
    ((share * 1000.0).round() as u32).max(1)
}

/// The values of a column with their weights, if all of them may be kept.
pub fn words(column: &Column, statistics: &Statistics, facts: &Facts) -> Option<Vec<(String, u32)>> {
    let is_text = matches!(column.kind, Kind::Text { .. } | Kind::Enum(_));
    if !is_text || !may_keep(statistics) || facts.matches.is_some() {
        return None;
    }
    let words = statistics
        .common
        .iter()
        .filter(|common| !facts.none_of.contains(&common.value) && !common.value.is_empty());
    let words: Vec<_> = words.map(|common| (common.value.clone(), weight(common.share))).collect();
    match &words[..] {
        [] => None,
        [(one, _)] => Some(vec![(one.clone(), 1)]),
        _ => Some(words),
    }
}

/// The numbers or days of a column that has few of them, each by its share, if all of them may be kept.
pub fn few(column: &Column, statistics: &Statistics, facts: &Facts) -> Option<(Spec, String)> {
    if statistics.written.is_some() || !may_keep(statistics) {
        return None;
    }
    let reason = format!("{OF_VALUES}, by their shares");
    let weighted = |values: &[(String, u32)]| {
        let entries = values.iter().map(|(value, weight)| format!("{value}*{weight}"));
        format!("hist:{}", entries.collect::<Vec<_>>().join(","))
    };
    match column.kind {
        Kind::Int(_) => {
            let values = statistics.common.iter();
            let values = values.map(|common| Some((common.value.parse::<i64>().ok()?, weight(common.share))));
            let mut values: Vec<(i64, u32)> = values.collect::<Option<_>>()?;
            values.sort_unstable();
            let is_allowed = |value: &i64| facts.allows(i128::from(*value));
            let ((low, _), (high, _)) = (values.first()?, values.last()?);
            if !values.iter().all(|(value, _)| is_allowed(value)) {
                return None;
            }
            let spec = Spec::of(&format!("int:{low},{high}"));
            let is_gapless = high.checked_sub(*low) == i64::try_from(values.len() - 1).ok();
            if is_gapless && is_even_of(&values) {
                return Some((spec, AS_OFTEN.into()));
            }
            let values: Vec<_> = values.iter().map(|(value, weight)| (value.to_string(), *weight)).collect();
            Some((spec.with("dist", weighted(&values)), reason))
        }
        Kind::Date if facts.from.is_none() && facts.until.is_none() && statistics.format.is_none() => {
            let mut values: Vec<(String, u32)> =
                statistics.common.iter().map(|common| (common.value.clone(), weight(common.share))).collect();
            values.sort_unstable();
            let is_day =
                |day: &str| day.len() == 10 && day.as_bytes()[4] == b'-' && day.as_bytes()[7] == b'-';
            if !values.iter().all(|(day, _)| is_day(day)) {
                return None;
            }
            let spec = Spec::of(&format!("date:{},{}", values.first()?.0, values.last()?.0));
            Some((spec.with("dist", weighted(&values)), reason))
        }
        _ => None,
    }
}

/// Whether values of these weights are about as likely.
fn is_even_of(values: &[(i64, u32)]) -> bool {
    let (least, most) =
        (values.iter().map(|(_, weight)| weight).min(), values.iter().map(|(_, weight)| weight).max());
    least.zip(most).is_some_and(|(least, most)| most * 4 <= least * 5)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Common, Distinct, IntSize};

    /// What is chosen for values with these numbers of rows.
    fn chosen(kind: Kind, counts: &[(&str, u32)], facts: &Facts) -> Option<String> {
        let rows: u32 = counts.iter().map(|(_, count)| count).sum();
        let common = |(value, count): &(&str, u32)| Common {
            value: (*value).to_owned(),
            share: f64::from(*count) / f64::from(rows),
        };
        let statistics = Statistics {
            rows: rows.into(),
            distinct: Some(Distinct { count: counts.len() as u64, is_exact: true }),
            common: counts.iter().map(common).collect(),
            ..Statistics::default()
        };
        few(&Column::new("x", kind, ""), &statistics, facts).map(|(spec, _)| spec.to_toml())
    }

    #[test]
    fn few_numbers_and_days_are_kept_where_each_is_in_many_rows() {
        let int = || Kind::Int(IntSize { bits: 32, is_unsigned: false });
        let facts = Facts::default();
        let text = |kind, counts: &[(&str, u32)]| chosen(kind, counts, &facts).unwrap_or_default();
        assert_eq!(text(int(), &[("2024", 100), ("2023", 95)]), "\"int:2023,2024\"");
        assert!(text(int(), &[("500", 60), ("200", 30)]).contains("dist = \"hist:200*333,500*667\""));
        assert_eq!(text(int(), &[("7", 90)]), "\"int:7,7\"");
        assert_eq!(text(int(), &[("1", 90), ("2", 19)]), "");
        assert!(
            text(Kind::Date, &[("2024-05-06", 20), ("2024-05-07", 60)])
                .contains("hist:2024-05-06*250,2024-05-07*750")
        );
        let mut facts = Facts::default();
        facts.none_of.push("7".into());
        assert_eq!(chosen(int(), &[("7", 90)], &facts), None);
    }
}
