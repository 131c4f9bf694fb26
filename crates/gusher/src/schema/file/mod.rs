//! Schema files: tables in TOML, with the position of every diagnostic.
//!
//! ```toml
//! seed = 7
//!
//! [table.customers]
//! rows = "10k"
//! columns = [
//!   "id=seq",
//!   { name = "plan", generator = "enum", constraint = ["free", "pro"], null = 0.1 },
//! ]
//! ```
//!
//! What holds for all tables is at the top, and each table has a part of its own. A column becomes a column spec of the
//! command line, for which there is one parser and one registry of modifiers; each piece of such a spec keeps its span in
//! the file.

mod checks;
mod columns;
mod listed;
mod nested;
mod parts;
mod table;
mod write;

use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::{ColumnSource, unknown_locale};
use crate::catalogue::parse_now;
use crate::locale::{self, Locale};
use gush_diagnostics::SourceText;
use gush_diagnostics::{Code, Diagnostic, Message, nearest, parse_count};

pub use parts::{
    FileCheck, FileCheckKind, FileEach, FileLink, FileOther, FileRows, FileTable, FileTree, FileUnique,
    FileWhen, RowExtent, SpannedText,
};
use parts::{TABLE, TOP};
pub use table::is_file_name;
pub use write::{Run, column_texts, write, write_dataset};

/// A schema file, parsed; what it does not declare is `None`.
#[derive(Debug, Default)]
pub struct SchemaFile {
    /// The seed.
    pub seed: Option<u64>,
    /// "Now" in Unix seconds.
    pub now: Option<i64>,
    /// The locale of columns that name none.
    pub locale: Option<&'static Locale>,
    /// The tables in order, for [`super::DatasetSpec::build`].
    pub tables: Vec<FileTable>,
    /// The text of the file, for messages.
    pub text: Option<Arc<SourceText>>,
}

/// A key and its value, each with its span.
type KeyValue<'a, 'i> = (&'a Spanned<DeString<'i>>, &'a Spanned<DeValue<'i>>);

/// Parses the text of a schema file that messages call `path`. Whatever is valid is returned, and the diagnostics report all
/// the rest; the columns themselves are parsed with the schema. Where the text is no TOML, only that is reported.
pub fn parse(path: &str, text: &str) -> (SchemaFile, Vec<Diagnostic>) {
    let source = Arc::new(SourceText::new(path, text));
    let (top, errors) = DeTable::parse_recoverable(text);
    let file = SchemaFile { text: Some(Arc::clone(&source)), ..SchemaFile::default() };
    let mut reader = Reader { text: source, file, columns: Vec::new(), diagnostics: Vec::new() };
    let mut messages: Vec<_> =
        errors.iter().map(|error| (error.span().unwrap_or(0..0), error.message())).collect();
    messages.sort_by_key(|(at, _)| at.start);
    // Other errors of a line follow from its first one.
    messages.dedup_by_key(|(at, _)| reader.text.line(at.start));
    let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
    // Where hardly a line is TOML, the file is another one than was meant.
    if messages.len() > MAX_SYNTAX_ERRORS && messages.len() * 2 > lines {
        let (at, _) = messages.swap_remove(0);
        messages.clear();
        reader.wrong(at, "this file is not TOML, which schema files are: [table.NAME], and lines such as columns.id = \"seq\"");
    }
    for (at, message) in messages {
        let message = match unquoted(text, at.start) {
            // The parser reports a missing value as an unquoted text.
            _ if at.is_empty() && message.contains("must be quoted") => "a value is missing".to_owned(),
            Some(line) => format!("texts are in quotes: {line}"),
            None => message.to_owned(),
        };
        reader.wrong(at, format!("this is not valid TOML: {message}"));
    }
    if errors.is_empty() {
        reader.top(top.get_ref(), text.len());
    }
    (reader.file, reader.diagnostics)
}

/// With more syntax errors than these, in most lines, a file is taken for one that is not TOML.
const MAX_SYNTAX_ERRORS: usize = 3;

/// The line with its value in quotes, if it is a text without any: `id = "seq"`.
fn unquoted(text: &str, at: usize) -> Option<String> {
    let begin = text.get(..at)?.rfind('\n').map_or(0, |newline| newline + 1);
    let (key, value) = text[begin..].lines().next()?.split_once('=')?;
    let (key, value) = (key.trim(), value.trim());
    let is_key = key.chars().all(|char| char.is_ascii_alphanumeric() || "._-".contains(char));
    let is_text =
        value.starts_with(|char: char| char.is_ascii_alphabetic()) && !value.contains(['"', '\'', '#']);
    let is_value = matches!(value, "true" | "false" | "inf" | "nan");
    (is_key && is_text && !is_value).then(|| format!("{key} = \"{value}\""))
}

/// The entries of a table in the order in which they are in the file.
fn entries<'a, 'i>(table: &'a DeTable<'i>) -> Vec<KeyValue<'a, 'i>> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

/// Reads a [`SchemaFile`] from a TOML document.
struct Reader {
    text: Arc<SourceText>,
    file: SchemaFile,
    /// The columns of the table that is being read.
    columns: Vec<ColumnSource>,
    diagnostics: Vec<Diagnostic>,
}

impl Reader {
    fn wrong(&mut self, at: Range<usize>, message: impl Into<Message>) {
        self.diagnostics.push(self.text.diagnostic(Code::Schema, at, message));
    }

    /// The value, or a diagnostic with what was expected.
    fn expect<T>(&mut self, value: Option<T>, at: &Spanned<DeValue<'_>>, expected: &str) -> Option<T> {
        if value.is_none() {
            self.wrong(at.span(), format!("expected {expected}"));
        }
        value
    }

    fn unknown(&mut self, key: &Spanned<DeString<'_>>, known: &[&'static str], advice: &str) {
        let near = nearest(key.get_ref(), known.iter().copied());
        self.wrong(key.span(), Message::from("there is no such key").suggest(near).otherwise(advice));
    }

    fn top(&mut self, top: &DeTable<'_>, end: usize) {
        let mut has_table = false;
        for (key, value) in entries(top) {
            match key.get_ref().as_ref() {
                "seed" => {
                    let expected = "a number up to 18,446,744,073,709,551,615";
                    self.file.seed = self.expect(count(value.get_ref()), value, expected);
                }
                "now" => {
                    let now = parse_now(&time_text(value.get_ref()));
                    self.file.now = now.map_err(|text| self.wrong(value.span(), text)).ok();
                }
                "locale" => self.locale(value),
                "table" => {
                    has_table = true;
                    self.tables(key, value);
                }
                name if TABLE.contains(&name) => {
                    self.wrong(
                        key.span(),
                        format!("`{name}` is a setting of a table; write it under [table.NAME]"),
                    );
                }
                _ => {
                    // That a table is missing would follow from `[tables.NAME]`.
                    has_table |= value.get_ref().is_table();
                    self.unknown(key, &TOP, "at the top there are seed, now, locale and table");
                }
            }
        }
        if !has_table {
            self.wrong(end..end, "a table is missing; it begins with [table.NAME]");
        }
    }

    fn locale(&mut self, value: &Spanned<DeValue<'_>>) {
        let name = value.get_ref().as_str();
        let Some(name) = self.expect(name, value, "the name of a locale, such as \"de_DE\"") else { return };
        self.file.locale = locale::find(name);
        if self.file.locale.is_none() {
            self.wrong(value.span(), unknown_locale(name));
        }
    }

    fn tables(&mut self, key: &Spanned<DeString<'_>>, value: &Spanned<DeValue<'_>>) {
        let tables = value.get_ref().as_table();
        let Some(tables) = self.expect(tables, value, "a table; it begins with [table.NAME]") else { return };
        let tables = entries(tables);
        if tables.is_empty() {
            return self.wrong(key.span(), "a table needs a name; it begins with [table.NAME]");
        }
        for (name, table) in tables {
            if TABLE.contains(&name.get_ref().as_ref()) && table.get_ref().as_table().is_none() {
                self.wrong(name.span(), "a table needs a name; it begins with [table.NAME]");
                continue;
            }
            self.table(name, table);
        }
    }
}

/// A whole number that is not negative, in any of TOML's ways or in the command line's.
fn count(value: &DeValue<'_>) -> Option<u64> {
    match value {
        DeValue::Integer(number) => u64::from_str_radix(number.as_str(), number.radix()).ok(),
        DeValue::String(text) => parse_count(text),
        _ => None,
    }
}

/// The text of a time as the command line takes it; an invalid text for a value that cannot be a time.
fn time_text(value: &DeValue<'_>) -> String {
    match value {
        DeValue::Integer(number) => i128::from_str_radix(number.as_str(), number.radix())
            .map_or_else(|_| number.as_str().to_owned(), |number| number.to_string()),
        DeValue::String(text) => text.to_string(),
        DeValue::Datetime(time) => time.to_string(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests;
