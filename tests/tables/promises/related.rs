//! What the rows of random schemas read of others: candidates of links, rows of the same parent, totals.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::model::{Table, Way};
use super::random::{Check, Counts};
use super::rows::{Row, seconds};

impl Check<'_> {
    /// The parent is none that is left out, and of the right ancestor; where there is none, there was no candidate.
    pub(super) fn narrowed(
        &self,
        number: usize,
        index: usize,
        (row, parent): (&Row, Option<&Row>),
        counts: &mut Counts,
    ) {
        let table = &self.random.tables[number];
        let (link, what) = (&table.links[index], &self.what);
        let left_out = match (link.way, link.other) {
            (Way::OtherRow, _) => Some(row),
            (_, Some(other)) => self.parent(number, other, row),
            (_, None) => None,
        };
        if left_out.is_some() && parent.is_some() {
            let ids = [left_out, parent].map(|row| row.and_then(|row| row["id"].as_u64()));
            assert_ne!(ids[0], ids[1], "{what}t{number}: {row:?} by {}", link.column);
            counts.add("other");
        }
        let Some([own, up]) = link.within else { return };
        let ancestor = self.parent(number, own, row).and_then(|row| row["id"].as_u64());
        let above = |parent: &Row| self.parent(link.parent, up, parent).and_then(|row| row["id"].as_u64());
        if let Some(parent) = parent {
            assert!(ancestor.is_some(), "{what}t{number}: {row:?} has no ancestor for {}", link.column);
            assert_eq!(above(parent), ancestor, "{what}t{number}: {row:?} by {}", link.column);
            counts.add("within");
        } else if (!link.is_optional || link.way == Way::Earlier)
            && ancestor.is_some()
            && !matches!(link.way, Way::Distinct)
        {
            let is_candidate = |candidate: &&Row| {
                above(candidate) == ancestor
                    && left_out.is_none_or(|left_out| left_out["id"] != candidate["id"])
                    && (link.way != Way::Earlier || candidate["id"].as_u64() < row["id"].as_u64())
            };
            let candidate = self.rows(link.parent).iter().find(is_candidate);
            assert!(
                candidate.is_none(),
                "{what}t{number}: {row:?} could have {candidate:?} by {}",
                link.column
            );
            counts.add("none within");
        }
    }

    /// The rows of one parent follow each other.
    pub(super) fn siblings(&self, number: usize, name: &str, (which, of): (&str, &str), counts: &mut Counts) {
        for group in self.rows(number).chunk_by(|row, next| row["l0"] == next["l0"]) {
            let mut sum: Option<f64> = None;
            for (nth, row) in group.iter().enumerate() {
                let value = row[of].as_f64();
                sum = value.map_or(sum, |value| Some(sum.unwrap_or(0.0) + value));
                let is_right = match which {
                    "prev" => {
                        row[name] == *nth.checked_sub(1).map_or(&Value::Null, |before| &group[before][of])
                    }
                    "first" => row[name] == group[0][of],
                    "last" => row[name] == group[group.len() - 1][of],
                    "chain" => {
                        let before = nth.checked_sub(1).and_then(|before| group[before][name].as_str());
                        match (before, row[name].as_str()) {
                            (None, own) => own == Some("new"),
                            (Some("new"), own) => matches!(own, Some("paid" | "off")),
                            (Some("paid"), own) => matches!(own, Some("sent" | "off")),
                            (Some("sent"), own) => matches!(own, Some("back" | "kept")),
                            (Some("back"), own) => matches!(own, Some("sent" | "lost")),
                            (before, own) => before == own,
                        }
                    }
                    "is_first" => row[name] == Value::Bool(nth == 0),
                    "is_last" => row[name] == Value::Bool(nth + 1 == group.len()),
                    _ => match (row[name].as_f64(), sum) {
                        (Some(own), Some(sum)) => (own - sum).abs() <= 1e-6,
                        (own, sum) => own.is_none() && sum.is_none(),
                    },
                };
                assert!(is_right, "{}{which} of {of} in t{number}.{name}: {row:?}", self.what);
                counts.add("sibling");
            }
        }
    }

    pub(super) fn nth(&self, number: usize, table: &Table, name: &str, counts: &mut Counts) {
        let mut seen: HashMap<u64, HashSet<u64>> = HashMap::new();
        for row in self.rows(number) {
            let (parent, nth) =
                (row["l0"].as_u64().expect("a parent"), row[name].as_u64().expect("a number"));
            let of_parent = seen.entry(parent).or_default();
            let is_new = of_parent.insert(nth);
            // The children of one parent are one after the other, unless they are scattered.
            let is_next = table.links[0].way == Way::Scattered || nth == of_parent.len() as u64;
            assert!(is_new && is_next, "{}t{number}.{name} in {row:?}", self.what);
            counts.add("nth");
        }
        for nths in seen.values() {
            assert_eq!(nths.iter().max(), Some(&(nths.len() as u64)), "{}t{number}.{name}", self.what);
        }
    }

    pub(super) fn total(
        &self,
        number: usize,
        name: &str,
        (operation, children, of): (&str, usize, Option<&str>),
        counts: &mut Counts,
    ) {
        let mut values: HashMap<u64, Vec<&Value>> = HashMap::new();
        for child in self.rows(children) {
            let value = &child[of.unwrap_or("id")];
            let own = values.entry(child["l0"].as_u64().expect("a parent")).or_default();
            own.extend((!value.is_null()).then_some(value));
        }
        for row in self.rows(number) {
            let of_row = row["id"].as_u64().and_then(|id| values.get(&id)).map_or(&[][..], |values| values);
            let numbers = || of_row.iter().map(|value| value.as_f64().unwrap_or_else(|| seconds(value)));
            let own = &row[name];
            let is_right = match operation {
                "count" => own.as_u64() == Some(of_row.len() as u64),
                _ if of_row.is_empty() => own.is_null(),
                _ if own.is_null() => false,
                _ => {
                    let own = own.as_f64().unwrap_or_else(|| seconds(own));
                    let expected = match operation {
                        "sum" => numbers().sum(),
                        "avg" => numbers().sum::<f64>() / of_row.len() as f64,
                        "min" => numbers().fold(f64::INFINITY, f64::min),
                        _ => numbers().fold(f64::NEG_INFINITY, f64::max),
                    };
                    let error: f64 = if operation == "avg" { 0.000_05 } else { 0.0 };
                    (own - expected).abs() <= error + 1e-9 * expected.abs()
                }
            };
            assert!(is_right, "{}{operation} in t{number}.{name} of {of_row:?}: {own}", self.what);
            counts.add("total");
        }
    }
}
