//! What values of a column decide: how many rows there are for each row of another table, and which rows have a parent.

use gusher::links::{ClassDegrees, Degrees};
use gusher::schema::TableRows;
use gusher::text::Dialect;
use gusher::types::{DataType, StorageType};

use super::links::degrees_of;
use super::names::{Names, is_number, is_text};
use super::promise::Promise;

/// The promises of a table that values decide on.
pub(super) fn of_table(names: &Names<'_>, table: usize) -> Vec<Promise> {
    let mut all = degrees(names, table);
    all.extend((0..names.spec(table).links.len()).filter_map(|link| decided(names, table, link)));
    all
}

/// How many rows there are for each row that has a value by which the rows are counted.
fn degrees(names: &Names<'_>, table: usize) -> Vec<Promise> {
    let TableRows::Per(Degrees::Classes(classes)) = &names.spec(table).rows else { return Vec::new() };
    let Some(link) = names.spec(table).links.first() else { return Vec::new() };
    let columns = names.schema(link.parent).columns();
    let Some(by) = columns.iter().position(|column| column.name() == classes.by) else { return Vec::new() };
    let of_class = |(word, degrees): &(Option<String>, Degrees)| {
        let condition = class(names, (link.parent, by), classes, word.as_deref())?;
        let range = degrees.range_of(names.spec(link.parent).count())?;
        let whose = match word {
            Some(word) => format!(" whose {} is {word}", classes.by),
            None => format!(" whose {} is another one", classes.by),
        };
        let mut promise = degrees_of(names, table, range, &whose, Some(&condition))?;
        promise.reads.push((link.parent, by));
        Some(promise)
    };
    classes.given.iter().filter_map(of_class).collect()
}

/// Whether a row of the table `p` is of a class: it has a word, or none of those that are given.
fn class(
    names: &Names<'_>,
    (table, column): (usize, usize),
    classes: &ClassDegrees,
    word: Option<&str>,
) -> Option<String> {
    if let Some(word) = word {
        return has_value(names, "p", (table, column), &[word]);
    }
    let given: Vec<&str> = classes.given.iter().filter_map(|(word, _)| word.as_deref()).collect();
    if given.is_empty() {
        return None;
    }
    let is_given = has_value(names, "p", (table, column), &given)?;
    Some(format!("({} IS NULL OR NOT {is_given})", names.column("p", table, column)?))
}

/// Rows have a parent by a link where a column has one of the words of `when`, and none where it has another.
fn decided(names: &Names<'_>, table: usize, link: usize) -> Option<Promise> {
    let of = &names.spec(table).links[link];
    let when = of.when.as_ref()?;
    let words: Vec<&str> = when.words.iter().map(String::as_str).collect();
    let has_word = has_value(names, "t", (table, when.column), &words)?;
    let own: Vec<usize> = names.copies(table, link).into_iter().map(|(own, _)| own).collect();
    let (first, column) = (*own.first()?, names.column("t", table, when.column)?);
    let has_own_nulls = names.schema(table).columns()[first].null_share().is_some();
    let parent = names.column("t", table, first)?;
    let mut wrong = format!("({parent} IS NOT NULL AND ({column} IS NULL OR NOT {has_word}))");
    // A copy may be null because what it copies is.
    let is_key = names.link_columns(table, link).is_some_and(|key| key.iter().any(|(own, _)| *own == first));
    if is_key && of.null.is_none() && !of.may_lack && !has_own_nulls {
        wrong = format!("({wrong} OR {parent} IS NULL AND {has_word})");
    }
    let text = format!("is set where {} is {}", names.name(table, when.column), words.join(" or "));
    let mut promise = names.of_rows(table, vec![first], text, wrong);
    promise.reads.push((table, when.column));
    Some(promise)
}

/// Whether a column has one of these values; none where databases do not compare them as they are.
fn has_value(
    names: &Names<'_>,
    alias: &str,
    (table, column): (usize, usize),
    words: &[&str],
) -> Option<String> {
    let (sql, field) = (names.sql, names.field(table, column)?);
    let name = names.column(alias, table, column).filter(|_| names.is_clean(table, column))?;
    let list = |texts: Vec<String>| texts.join(", ");
    let is_postgres = sql.0 == Dialect::Postgres;
    match field.data_type {
        DataType::Bool if field.storage() == StorageType::Bool && is_postgres => {
            let words = words.iter().map(|word| sql.text(word)).collect();
            Some(format!("CAST({name} AS text) IN ({})", list(words)))
        }
        DataType::Bool if field.storage() == StorageType::Bool => {
            let words = words.iter().map(|word| u8::from(*word == "true").to_string()).collect();
            Some(format!("{name} IN ({})", list(words)))
        }
        DataType::Int64 { .. } if is_number(field) => {
            let numbers: Option<Vec<i64>> = words.iter().map(|word| word.parse().ok()).collect();
            Some(format!("{name} IN ({})", list(numbers?.iter().map(i64::to_string).collect())))
        }
        DataType::Utf8(_) if is_text(field) => {
            let name = if is_postgres { format!("CAST({name} AS text)") } else { sql.exact(&name) };
            Some(format!("{name} IN ({})", list(words.iter().map(|word| sql.text(word)).collect())))
        }
        _ => None,
    }
}
