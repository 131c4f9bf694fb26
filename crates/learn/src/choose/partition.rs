//! What the partitions of a table say of the column that its rows are spread by: a row that none of them holds is refused.

use std::cmp::Ordering;

use super::check::Fact;
use super::number::Number;
use crate::model::Table;

/// The column and what is known of it, where the table is spread by ranges or lists of one column, and no partition takes the rest.
#[must_use]
pub fn facts(table: &Table, partitions: &[&Table]) -> Option<(String, Vec<Fact>)> {
    let (kind, rest) = table.partitioned_by.as_deref()?.trim().split_once('(')?;
    let column = rest.trim().strip_suffix(')')?.trim().trim_matches(['"', '`']);
    let column = table.columns.iter().find(|own| own.name.eq_ignore_ascii_case(column))?.name.clone();
    let bounds: Vec<&str> =
        partitions.iter().filter_map(|part| part.partition.as_ref()).map(|part| part.bound.trim()).collect();
    if bounds.is_empty() || bounds.iter().any(|bound| bound.eq_ignore_ascii_case("DEFAULT")) {
        return None;
    }
    let facts = match kind.trim().to_ascii_uppercase().as_str() {
        "RANGE" => range(&bounds)?,
        "LIST" => vec![Fact::OneOf(bounds.iter().filter_map(|bound| listed(bound)).flatten().collect())],
        _ => return None,
    };
    Some((column, facts))
}

/// The last run of ranges without a gap.
fn range(bounds: &[&str]) -> Option<Vec<Fact>> {
    let mut ranges: Vec<(String, String)> = bounds.iter().filter_map(|bound| ends(bound)).collect();
    let number = |text: &str| Number::parse(text);
    ranges.sort_by(|(a, _), (b, _)| match (number(a), number(b)) {
        (Some(a), Some(b)) => a.partial_cmp(&b).unwrap_or(Ordering::Equal),
        _ => (a != MIN, a).cmp(&(b != MIN, b)),
    });
    let (mut from, to) = ranges.pop()?;
    while let Some((before, _)) = ranges.pop().filter(|(_, end)| *end == from) {
        from = before;
    }
    let low = match (from.as_str(), number(&from)) {
        (MIN, _) => None,
        (_, Some(number)) => Some(Fact::Min(number, true)),
        _ => Some(Fact::From(moment(&from), true)),
    };
    let high = match (to.as_str(), number(&to)) {
        (MAX, _) => None,
        (_, Some(number)) => Some(Fact::Max(number, false)),
        _ => Some(Fact::Until(moment(&to), false)),
    };
    Some(low.into_iter().chain(high).collect())
}

const MIN: &str = "MINVALUE";
const MAX: &str = "MAXVALUE";

/// Both ends of `FOR VALUES FROM ('2024-01-01') TO ('2025-01-01')`.
fn ends(bound: &str) -> Option<(String, String)> {
    let upper = bound.to_ascii_uppercase();
    let (from, to) = (upper.find("FROM")?, upper.rfind(" TO ")?);
    let inner = |text: &str| {
        let text = text.trim().strip_prefix('(')?.strip_suffix(')')?.trim();
        Some(text.trim_matches('\'').to_owned())
    };
    Some((inner(bound.get(from + 4..to)?)?, inner(bound.get(to + 4..)?)?))
}

/// The words of `FOR VALUES IN ('a', 'b')`.
fn listed(bound: &str) -> Option<Vec<String>> {
    let (_, rest) = bound.split_once('(')?;
    let words = rest.trim().strip_suffix(')')?.split(',');
    Some(words.map(|word| word.trim().trim_matches('\'').to_owned()).collect())
}

/// A day or a moment without its zone and its zeros.
fn moment(text: &str) -> String {
    let text = text.get(..19).unwrap_or(text);
    text.strip_suffix(" 00:00:00").unwrap_or(text).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Column, Kind, Origin, Partition, TableName};

    fn table(by: &str, bounds: &[&str]) -> Option<(String, Vec<Fact>)> {
        let named = |name: &str| Table::new(TableName { schema: None, name: name.into() }, Origin::default());
        let mut whole = named("payment");
        whole.columns.push(Column::new("paid", Kind::Date, "date"));
        whole.partitioned_by = Some(by.into());
        let parts: Vec<Table> = bounds
            .iter()
            .map(|bound| {
                let mut part = named("part");
                part.partition = Some(Partition { bound: (*bound).into() });
                part
            })
            .collect();
        facts(&whole, &parts.iter().collect::<Vec<_>>())
    }

    #[test]
    fn ranges_without_a_gap_are_one() {
        let bounds = [
            "FOR VALUES FROM ('2022-02-01 00:00:00+00') TO ('2022-03-01 00:00:00+00')",
            "FOR VALUES FROM ('2022-01-01 00:00:00+00') TO ('2022-02-01 00:00:00+00')",
            "FOR VALUES FROM ('2020-01-01 00:00:00+00') TO ('2020-02-01 00:00:00+00')",
        ];
        let from = Fact::From("2022-01-01".into(), true);
        let until = Fact::Until("2022-03-01".into(), false);
        assert_eq!(table("RANGE (paid)", &bounds), Some(("paid".into(), vec![from, until])));
        assert_eq!(
            table("RANGE (paid)", &["FOR VALUES FROM ('2022-01-01') TO ('2023-01-01')", "DEFAULT"]),
            None
        );
        let numbers = ["FOR VALUES FROM (MINVALUE) TO (9)", "FOR VALUES FROM (9) TO (10)"];
        let max = Fact::Max(Number::whole(10), false);
        assert_eq!(table("RANGE (paid)", &numbers), Some(("paid".into(), vec![max])));
        let words = Fact::OneOf(vec!["a".into(), "b".into()]);
        assert_eq!(table("LIST (paid)", &["FOR VALUES IN ('a', 'b')"]), Some(("paid".into(), vec![words])));
        assert_eq!(table("HASH (paid)", &["FOR VALUES WITH (modulus 2, remainder 0)"]), None);
        assert_eq!(table("RANGE (lower(paid))", &bounds), None);
    }
}
