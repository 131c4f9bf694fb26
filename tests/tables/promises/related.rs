//! What the rows of random schemas read of others: candidates of links, rows of the same parent, totals.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::model::{Column, Promise, Table, Way};
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
            && link.shape.is_none()
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

    /// The parent is the row whose index the column has; of rows of one parent that are to differ, it is the next one that is free.
    pub(super) fn given(&self, number: usize, index: usize, name: &str, counts: &mut Counts) {
        let table = &self.random.tables[number];
        let link = &table.links[index];
        let parents = self.rows(link.parent).len() as u64;
        if link.way == Way::Given {
            for row in self.rows(number).iter().filter(|row| !row[&link.column].is_null()) {
                let found = row[&link.column].as_u64().map(|id| id - 1);
                assert_eq!(found, row[name].as_u64(), "{}t{number}: {row:?} by {}", self.what, link.column);
                counts.add("given");
            }
            return;
        }
        // Where rows are shuffled, they have another order than those of a parent.
        if table.links[0].way == Way::Scattered {
            return;
        }
        for group in self.rows(number).chunk_by(|row, next| row["l0"] == next["l0"]) {
            let mut taken = HashSet::new();
            for row in group {
                let wanted = row[name].as_u64().expect("a number");
                let free =
                    (0..parents).map(|more| (wanted + more) % parents).find(|index| taken.insert(*index));
                let found = row[&link.column].as_u64().map(|id| id - 1);
                assert_eq!(found, free, "{}t{number}: {row:?} by {}", self.what, link.column);
                counts.add("given distinct");
            }
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
        (operation, children, link, of): (&str, usize, &str, Option<&str>),
        counts: &mut Counts,
    ) {
        let mut values: HashMap<u64, Vec<&Value>> = HashMap::new();
        for child in self.rows(children) {
            let value = &child[of.unwrap_or("id")];
            let Some(parent) = child[link].as_u64() else { continue };
            let own = values.entry(parent).or_default();
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

    /// A column of the first child that has the largest, or the smallest, value in another one. Where children are shuffled, they
    /// have another order than their rows.
    pub(super) fn extreme(
        &self,
        number: usize,
        name: &str,
        (is_max, children, link): (bool, usize, &str),
        [of, by]: [&str; 2],
        counts: &mut Counts,
    ) {
        let is_shuffled = link == "l0" && self.random.tables[children].links[0].way == Way::Scattered;
        for row in self.rows(number) {
            let is_own = |child: &&Row| child[link] == row["id"] && !child[by].is_null();
            let own: Vec<&Row> = self.rows(children).iter().filter(is_own).collect();
            let value = |child: &Row| child[by].as_f64().unwrap_or_else(|| seconds(&child[by]));
            let values = own.iter().map(|child| if is_max { -value(child) } else { value(child) });
            let least = values.clone().fold(f64::INFINITY, f64::min);
            let mut best =
                own.iter().zip(values).filter(|(_, value)| *value == least).map(|(child, _)| &child[of]);
            let is_right = match (own.is_empty(), is_shuffled) {
                (true, _) => row[name].is_null(),
                (false, true) => best.any(|value| *value == row[name]),
                (false, false) => best.next() == Some(&row[name]),
            };
            assert!(is_right, "{}t{number}.{name}: {row:?}, of {own:?}", self.what);
            counts.add("extreme");
        }
    }

    /// The rows that refer to the row, each with these columns as it has them. Where children are shuffled, they have another order
    /// than their rows.
    pub(super) fn list(
        &self,
        number: usize,
        name: &str,
        (children, link): (usize, &str),
        columns: &[String],
        counts: &mut Counts,
    ) {
        let is_shuffled = link == "l0" && self.random.tables[children].links[0].way == Way::Scattered;
        let item = |child: &Row| {
            let fields = columns.iter().map(|column| (column.clone(), child[column].clone()));
            Value::Object(fields.collect())
        };
        for row in self.rows(number) {
            let own = self.rows(children).iter().filter(|child| child[link] == row["id"]);
            let mut expected: Vec<Value> = own.map(item).collect();
            let mut found = row[name].as_array().expect("a list").clone();
            if is_shuffled {
                [&mut expected, &mut found].into_iter().for_each(|rows| rows.sort_by_key(Value::to_string));
            }
            assert_eq!(found, expected, "{}t{number}.{name}: {row:?}", self.what);
            counts.add("list");
        }
    }

    /// The parts of a parent's number add up to it, and none of them is negative.
    pub(super) fn split(&self, number: usize, name: &str, of: &str, counts: &mut Counts) {
        let mut parts: HashMap<u64, Vec<&Value>> = HashMap::new();
        for row in self.rows(number) {
            parts.entry(row["l0"].as_u64().expect("a parent")).or_default().push(&row[name]);
            counts.add("split");
        }
        let parents = self.rows(self.random.tables[number].links[0].parent);
        for (id, parts) in parts {
            let total = &parents[id as usize - 1][of];
            let is_right = match total.as_f64() {
                None => parts.iter().all(|part| part.is_null()),
                Some(total) => {
                    let sum: Option<f64> =
                        parts.iter().map(|part| part.as_f64().filter(|part| *part >= 0.0)).sum();
                    sum.is_some_and(|sum| (sum - total).abs() < 1e-6)
                }
            };
            assert!(is_right, "{}t{number}.{name}: {parts:?} of {total}", self.what);
        }
    }

    /// Numbers that add up to a total, numbers with gaps, and codes of ids.
    pub(super) fn numbers(&self, number: usize, column: &Column, counts: &mut Counts) {
        let (rows, name) = (self.rows(number), &column.name);
        let what = format!("{}t{number}.{name}", self.what);
        if let Promise::Sum(total) = column.promise {
            let found: f64 = rows.iter().filter_map(|row| row[name].as_f64()).sum();
            assert!(rows.is_empty() || (found - total).abs() < 1e-6, "{what} adds up to {found}");
        }
        for (row, index) in rows.iter().zip(1_u64..) {
            let (is_right, of) = match column.promise {
                Promise::Sparse => (row[name].as_u64() == Some(index / 8 * 32 + index % 8), "sparse"),
                Promise::Code => (row[name].as_str() == Some(&format!("C-{index:09}")), "code"),
                _ => (true, "sum"),
            };
            assert!(is_right, "{what} of {row:?}");
            counts.add(of);
        }
    }

    /// Each word comes as often as its weight says.
    pub(super) fn dealt(&self, number: usize, name: &str, shares: &[(&str, u64)], counts: &mut Counts) {
        let rows = self.rows(number);
        let all: u64 = shares.iter().map(|(_, weight)| weight).sum();
        for (word, weight) in shares {
            let found = rows.iter().filter(|row| row[name] == *word).count() as f64;
            let expected = rows.len() as f64 * *weight as f64 / all as f64;
            assert!((found - expected).abs() < 1.0, "{}t{number}.{name}: {found} times {word}", self.what);
        }
        rows.iter().for_each(|_| counts.add("dealt"));
    }

    /// How many rows a parent has is decided by the word that it has.
    pub(super) fn by_plan(
        &self,
        number: usize,
        parent: usize,
        seen: &HashMap<Option<u64>, u64>,
        counts: &mut Counts,
    ) {
        for row in self.rows(parent) {
            let found = seen.get(&row["id"].as_u64()).copied().unwrap_or(0);
            let is_right = if row["plan"] == "gold" { found == 4 } else { found <= 2 };
            assert!(is_right, "{}t{number}: {found} rows of {row:?}", self.what);
            counts.add("by plan");
        }
    }
}
