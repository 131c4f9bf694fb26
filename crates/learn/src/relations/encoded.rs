//! A column of a sample of rows, each value by its number among the different ones.

use std::collections::HashMap;

use crate::model::{Kind, Table, Unique, UniquePart};

/// As few rows with a value make it one that is meant.
pub const MIN_TIMES: u32 = 20;
/// The most different values of a column whose values are looked at one by one.
pub const MAX_WORDS: usize = 50;

/// A column of numbers with more different ones is one of amounts, which decide nothing.
const MAX_NUMBERS: usize = 20;

/// A column of the sample: each value by its number among the different ones, 0 for null.
pub struct Encoded<'v> {
    pub name: &'v str,
    pub kind: &'v Kind,
    pub codes: Vec<u32>,
    /// The values with how many rows have each; the first is null.
    pub values: Vec<(&'v str, u32)>,
    pub is_key: bool,
    /// Whether it refers to another table, or is called like a column that does.
    pub is_reference: bool,
}

/// A column of these rows, by its index in them; none of one that the table does not have.
pub fn encoded<'v>(
    table: &'v Table,
    index: usize,
    name: &'v str,
    rows: &'v [Vec<Option<String>>],
) -> Option<Encoded<'v>> {
    let column = table.column(name)?;
    let is_own = |names: &[String]| names.len() == 1 && names[0] == name;
    let is_unique = |unique: &Unique| {
        unique.condition.is_none() && matches!(&unique.parts[..], [UniquePart::Column(own)] if own == name)
    };
    let is_key = is_own(&table.primary_key)
        || table.uniques.iter().any(is_unique)
        || column.identity.is_some()
        || column.generated.is_some();
    let mut known: HashMap<&str, u32> = HashMap::new();
    let mut values: Vec<(&str, u32)> = vec![("", 0)];
    let codes = rows.iter().map(|row| {
        let code = row.get(index).and_then(Option::as_deref).map_or(0, |text| {
            *known.entry(text).or_insert_with(|| {
                values.push((text, 0));
                (values.len() - 1) as u32
            })
        });
        values[code as usize].1 += 1;
        code
    });
    let codes = codes.collect();
    let is_reference = table.foreign_keys.iter().any(|key| is_own(&key.columns))
        || name.to_lowercase().trim_end().ends_with("id");
    Some(Encoded { name, kind: &column.kind, codes, values, is_key, is_reference })
}

impl Encoded<'_> {
    /// Whether it has few values, each of them in many rows.
    pub fn is_of_words(&self) -> bool {
        let set = &self.values[1..];
        let most = if matches!(self.kind, Kind::Int(_)) { MAX_NUMBERS } else { MAX_WORDS };
        (1..=most).contains(&set.len()) && set.iter().all(|(_, times)| *times >= MIN_TIMES)
    }

    /// How many values it has, null as one.
    pub fn distinct(&self) -> usize {
        self.values.iter().filter(|(_, times)| *times > 0).count()
    }

    /// The value of another column for each of its own, if it has one only.
    pub fn decides(&self, other: &Encoded<'_>) -> Option<Vec<u32>> {
        const NONE: u32 = u32::MAX;
        let mut found = vec![NONE; self.values.len()];
        for (own, of) in self.codes.iter().zip(&other.codes) {
            let known = &mut found[*own as usize];
            if *known == NONE {
                *known = *of;
            } else if *known != *of {
                return None;
            }
        }
        Some(found)
    }
}
