//! A table of what is known of its columns: its key, and what is doubtful.

use super::sketch::Sketch;
use crate::model::{Column, Kind, Note, Origin, Table, TableName, TextForm, Unique, UniquePart};

/// A table of a file, and what was not understood of it.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnedTable {
    /// The table.
    pub table: Table,
    /// What was not understood.
    pub notes: Vec<Note>,
}

/// All columns together tell as many values from each other exactly.
const MAX_HASHES: usize = 1_500_000;
/// As many rows of a sample differ where all may.
const MIN_SAMPLE: u64 = 1000;
/// Four times the standard error of an estimate.
const ESTIMATE_ERROR: f64 = 0.033;
/// Columns that differ in fewer rows may do so by accident.
const MIN_ROWS: u64 = 20;

/// How many different values each of these columns may tell from each other.
pub fn hashes(columns: usize) -> usize {
    (MAX_HASHES / columns.max(1)).max(1000)
}

/// The table of these columns.
pub fn table(name: &str, origin: &Origin, rows: u64, columns: Vec<(String, Sketch)>) -> LearnedTable {
    let mut table = Table::new(TableName { schema: None, name: name.to_owned() }, origin.clone());
    table.columns = columns.into_iter().map(|(name, sketch)| sketch.finish(&name, &decoded)).collect();
    table.rows = Some(rows);
    keys(&mut table, rows);
    LearnedTable { table, notes: Vec::new() }
}

/// Finds what differs in all rows, or in all that were looked at: the first of these that is called an id is the key.
pub fn keys(table: &mut Table, rows: u64) {
    let looked = |column: &Column| column.statistics.as_ref().map_or(0, |statistics| statistics.rows);
    let differs = |column: &Column| {
        let distinct = column.statistics.as_ref().and_then(|statistics| statistics.distinct);
        let is_estimated = column.statistics.as_ref().is_some_and(|statistics| statistics.is_estimated);
        let can_be = matches!(column.kind, Kind::Int(_) | Kind::Uuid | Kind::Text { .. });
        let looked = looked(column);
        can_be
            && !column.is_nullable
            && distinct.is_some_and(|distinct| {
                let is_known = distinct.is_exact || looked < rows && looked >= MIN_SAMPLE;
                is_known && distinct.count == looked
                    || is_estimated && distinct.count as f64 >= looked as f64 * (1.0 - ESTIMATE_ERROR)
            })
    };
    let unique: Vec<&Column> = table.columns.iter().filter(|column| differs(column)).collect();
    let first = table.columns.first().map(|column| column.name.as_str());
    let is_sorted =
        |column: &Column| column.statistics.as_ref().is_some_and(|statistics| statistics.is_sorted);
    let is_id = |column: &&&Column| {
        let name = column.name.to_lowercase();
        name == "id"
            || name == format!("{}_id", table.name.name.to_lowercase())
            || name == "key"
            || name == "uuid"
    };
    let is_first_id = |column: &&&Column| {
        let name = column.name.to_lowercase();
        let is_named = ["id", "no", "nr", "number", "key", "code"].iter().any(|end| name.ends_with(end));
        first == Some(&*column.name) && (is_named || is_sorted(column))
    };
    let key =
        unique.iter().find(is_id).or_else(|| unique.iter().find(is_first_id).filter(|_| rows >= MIN_ROWS));
    let key = key.map(|column| column.name.clone());
    let others = unique.iter().filter(|column| Some(&column.name) != key.as_ref());
    // Others may differ by accident: numbers, names of people, towns.
    let texts: Vec<String> = others
        .filter(|_| rows >= MIN_ROWS)
        .filter(|column| {
            let is_text = matches!(column.kind, Kind::Text { .. });
            column.kind == Kind::Uuid || is_text && is_name_of_unique(column)
        })
        .map(|column| column.name.clone())
        .collect();
    let unique = |column: String| Unique {
        name: None,
        parts: vec![UniquePart::Column(column)],
        condition: None,
        nulls_are_equal: false,
        origin: table.origin.clone(),
    };
    table.uniques = texts.iter().cloned().map(unique).collect();
    table.primary_key = key.iter().cloned().collect();
    for column in &mut table.columns {
        let looked = column.statistics.as_ref().map_or(0, |statistics| statistics.rows);
        if looked < rows && (key.as_ref() == Some(&column.name) || texts.contains(&column.name)) {
            column.doubts.push(format!("its values differ in the {looked} rows that were read"));
        }
    }
}

/// Words in the names of texts that are meant to differ.
const UNIQUE: [&str; 17] = [
    "code",
    "email",
    "guid",
    "handle",
    "iban",
    "identifier",
    "isbn",
    "key",
    "login",
    "mail",
    "serial",
    "sku",
    "slug",
    "token",
    "user",
    "username",
    "uuid",
];

/// Whether a column of texts is called as those are that are meant to differ, or has values that are.
fn is_name_of_unique(column: &Column) -> bool {
    let name = column.name.to_lowercase();
    let form = column.statistics.as_ref().and_then(|statistics| statistics.form);
    matches!(form, Some(TextForm::Email | TextForm::Uuid { .. }))
        || name.split(|c: char| !c.is_alphanumeric()).any(|word| UNIQUE.contains(&word))
}

/// A text of UTF-8, or else of Windows-1252.
pub fn decoded(bytes: &[u8]) -> String {
    /// What Windows-1252 has from 0x80 to 0x9F (the WHATWG's Encoding Standard).
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
        '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    let character = |byte: &u8| match byte {
        0x80..=0x9f => HIGH[usize::from(byte - 0x80)],
        byte => char::from(*byte),
    };
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(character).collect(),
    }
}
