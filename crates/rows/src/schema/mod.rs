//! The schema: what was asked for. Columns are parsed and checked here, and every mistake is explained.

mod column;
mod family;
pub mod file;
mod mistake;
mod modifier;
mod number;
mod source;
mod suggest;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use crate::generators::{Context, Generate};
use crate::locale::Locale;

pub(crate) use column::NUL;
pub use column::unknown_generator;
pub(crate) use mistake::window;
pub use mistake::{Kind, Mistake, Place};
pub(crate) use modifier::Modified;
pub use modifier::{MODIFIERS, ModifierHelp, Scope, unknown_locale};
pub(crate) use number::no_int;
pub use number::{grouped, parse_count, parse_count_at_most, parse_int, parse_range, parse_share};
pub use source::Source;
pub use suggest::nearest;

/// How many rows an endless stream counts as: years at full speed, and the largest whole number that JSON's
/// readers keep exactly.
pub const STREAM_ROWS: u64 = 1 << 53;

/// A table as it was asked for.
#[derive(Debug)]
pub struct Schema {
    /// The table's name: part of every value's key.
    pub table: String,
    /// The columns in order.
    pub columns: Vec<Column>,
}

/// One column as it was asked for.
#[derive(Debug)]
pub struct Column {
    /// Its name: given, or the generator's.
    pub name: String,
    /// How many columns before it have the same name: with the name, the column's key.
    pub occurrence: u64,
    /// How it was written.
    pub source: Source,
    /// The bytes of its word that name the generator with its constraint.
    pub generator_at: Range<usize>,
    /// What makes its values.
    pub generate: Arc<dyn Generate>,
    /// The share of null rows, from 0 to 1.
    pub null: Option<f64>,
    /// Whether all its values must differ.
    pub unique: bool,
    /// The kind of thing that it describes together with other columns.
    pub family: Option<&'static str>,
    /// The locale of its words, where it heeds one.
    pub locale: Option<&'static Locale>,
    /// Where in the word the locale stands, where it does.
    pub locale_at: Option<Range<usize>>,
    /// Which thing of that kind: columns of one family and label agree within a row.
    pub of: String,
}

impl Schema {
    /// Parses columns of the form `[NAME=]GENERATOR[:CONSTRAINT][@MODIFIER…]`.
    ///
    /// The schema has the columns that made sense; the mistakes tell of all the others.
    pub fn parse<W: AsRef<str>>(table: &str, words: &[W], context: &Context<'_>) -> (Schema, Vec<Mistake>) {
        Schema::build(table, words.iter().map(|word| Source::word(word.as_ref())), context)
    }

    /// Parses columns wherever they were written; see [`Schema::parse`].
    pub fn build(
        table: &str,
        sources: impl IntoIterator<Item = Source>,
        context: &Context<'_>,
    ) -> (Schema, Vec<Mistake>) {
        let mut columns = Vec::new();
        let mut mistakes = Vec::new();
        let mut occurrences = HashMap::new();
        let mut known = column::Known::new();
        for source in sources {
            match column::parse(source, context, &mut known) {
                Ok(mut column) => {
                    let seen = occurrences.entry(column.name.clone()).or_insert(0);
                    column.occurrence = *seen;
                    *seen += 1;
                    columns.push(column);
                }
                Err(found) => mistakes.extend(found),
            }
        }
        mistakes.extend(family::check(&columns));
        (Schema { table: table.into(), columns }, mistakes)
    }

    /// What makes it impossible to have these rows: too few different values, or a series that ends before.
    pub fn check_rows(&self, rows: &Range<u64>, stream: bool) -> Vec<Mistake> {
        self.columns.iter().filter_map(|column| column.check_rows(rows, stream)).collect()
    }

    /// How many rows the table can have at most, counted from the first: [`Schema::check_rows`] refuses more.
    pub fn max_rows(&self) -> u64 {
        self.columns.iter().map(Column::max_rows).min().unwrap_or(u64::MAX)
    }

    /// Whether the values of a column depend on "now".
    pub fn uses_now(&self) -> bool {
        self.columns.iter().any(|column| column.generate.uses_now())
    }

    /// A mistake for each column whose name an earlier one has, for formats where names must differ, or must differ in
    /// more than the `case` of their letters.
    pub fn check_names(&self, format: &str, case: bool) -> Vec<Mistake> {
        let mut seen = HashMap::new();
        let mut mistakes = Vec::new();
        for column in &self.columns {
            let name = if case { column.name.clone() } else { column.name.to_lowercase() };
            let Some(earlier) = seen.insert(name, &column.name) else { continue };
            let word = &column.source.word;
            let differ = if *earlier == column.name { "differ" } else { "differ in more than their case" };
            let text = format!(
                "{format} needs names that {differ}, and `{earlier}` is taken; write NAME={}",
                &word[column.generator_at.clone()]
            );
            mistakes.push(column.source.mistake(Kind::Name, 0..word.len(), text));
        }
        mistakes
    }
}

impl Column {
    fn max_rows(&self) -> u64 {
        let different = if self.unique { self.generate.domain() } else { u64::MAX };
        self.generate.end().map_or(different, |end| end.min(different))
    }

    fn check_rows(&self, rows: &Range<u64>, stream: bool) -> Option<Mistake> {
        let wanted = if stream {
            "a stream has no end".into()
        } else if rows.start == 0 {
            format!("{} row{} asked for", grouped(rows.end), if rows.end == 1 { " was" } else { "s were" })
        } else {
            format!("rows up to number {} were asked for, and the first is number 0", grouped(rows.end - 1))
        };
        let domain = self.generate.domain();
        if self.unique && domain < rows.end {
            let values = if domain == 1 { "is 1 value" } else { "are {} different values" };
            let text = format!("there {}, but {wanted}", values.replace("{}", &grouped(domain)));
            return Some(self.mistake(text));
        }
        let end = self.generate.end().filter(|&end| end < rows.end)?;
        let rows = if end == 1 { "1 row".into() } else { format!("{} rows", grouped(end)) };
        let text = format!("the series {} after {rows}, but {wanted}", self.generate.limit());
        Some(self.mistake(text))
    }

    fn mistake(&self, text: String) -> Mistake {
        self.source.mistake(Kind::TooFewValues, self.generator_at.clone(), text)
    }
}

#[cfg(test)]
mod tests;
