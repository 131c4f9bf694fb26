//! Which files of a folder are parts of one table.

use super::reader::is_same;
use crate::files::table_name;
use crate::model::Column;

/// Names of files that say nothing of what is in them.
const PLAIN: [&str; 9] = ["", "batch", "chunk", "data", "file", "output", "part", "rows", "shard"];

/// A file of a folder, and its columns.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its name with its folders.
    pub file: String,
    /// Its columns.
    pub columns: Vec<Column>,
}

/// Files that are one table, with its name: those with the same columns whose names differ in numbers only, as `part-0001` and `part-0002`. A
/// table whose files have no names of their own is called like `folder`.
#[must_use]
pub fn groups(folder: &str, parts: Vec<Part>) -> Vec<(String, Vec<Part>)> {
    let mut groups: Vec<(String, Vec<Part>)> = Vec::new();
    for part in parts {
        let stem = stem(&part.file);
        let is_alike = |other: &Part| {
            part.columns.len() == other.columns.len()
                && part
                    .columns
                    .iter()
                    .zip(&other.columns)
                    .all(|(one, other)| one.name == other.name && is_same(one, other))
        };
        match groups.iter_mut().find(|(known, parts)| *known == stem && parts.first().is_some_and(is_alike)) {
            Some((_, parts)) => parts.push(part),
            None => groups.push((stem, vec![part])),
        }
    }
    let mut named: Vec<(String, Vec<Part>)> = Vec::new();
    for (stem, parts) in groups {
        let name = match &parts[..] {
            [one] if !PLAIN.contains(&&*stem) => table_name(&one.file),
            _ if PLAIN.contains(&&*stem) => table_name(folder.trim_end_matches(['/', '\\'])),
            _ => stem,
        };
        let others = (2..).map(|number| format!("{name}_{number}"));
        let is_free = |name: &String| !named.iter().any(|(known, _)| known == name);
        let free = std::iter::once(name.clone()).chain(others).find(is_free).unwrap_or_default();
        named.push((free, parts));
    }
    named
}

/// The name of a file without its numbers: words of digits, and hexadecimal ones, as in `part-00000-1f2e3d4c-c000.snappy.parquet`.
fn stem(file: &str) -> String {
    let name = table_name(file);
    let is_number = |word: &&str| {
        let is_hex = word.len() >= 4
            && word.chars().all(|c| c.is_ascii_hexdigit())
            && word.chars().any(|c| c.is_ascii_digit());
        !word.is_empty() && !word.chars().all(|c| c.is_ascii_digit()) && !is_hex
    };
    let words: Vec<&str> = name.split(['-', '_', ' ', '=']).filter(is_number).collect();
    let words = words.iter().map(|word| word.trim_end_matches(|c: char| c.is_ascii_digit()));
    // What follows a number of Spark's is its own: `c000`.
    let words: Vec<&str> = words.filter(|word| !word.is_empty() && *word != "c").collect();
    words.join("_")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Kind;

    fn part(file: &str, columns: &[&str]) -> Part {
        let columns = columns.iter().map(|name| Column::new(*name, Kind::Date, "date")).collect();
        Part { file: file.into(), columns }
    }

    #[test]
    fn parts_differ_in_numbers_only() {
        let found = groups(
            "data/shop/",
            vec![
                part("data/shop/part-00000-1f2e3d4c-c000.snappy.parquet", &["a"]),
                part("data/shop/part-00001-1f2e3d4c-c000.snappy.parquet", &["a"]),
                part("data/shop/orders_2023.parquet", &["a"]),
                part("data/shop/orders_2024.parquet", &["a"]),
                part("data/shop/customers.parquet", &["a"]),
                part("data/shop/orders_2025.parquet", &["b"]),
            ],
        );
        let names: Vec<(&str, usize)> = found.iter().map(|(name, parts)| (&**name, parts.len())).collect();
        assert_eq!(names, [("shop", 2), ("orders", 2), ("customers", 1), ("orders_2025", 1)]);
    }
}
