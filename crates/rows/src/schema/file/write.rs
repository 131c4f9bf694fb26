//! Writes a schema as a file that makes the same rows again.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::Range;

use toml_writer::{ToTomlKey as _, ToTomlValue as _};

use super::Rows;
use super::columns::literal;
use crate::generators::{time_text, unescape};
use crate::locale::Locale;
use crate::schema::{Column, Schema, Source, grammar};

/// The generator whose constraint is a path.
const FILE: &str = "file";

/// What a schema's rows follow from besides the schema.
pub struct Run<'a> {
    /// The seed.
    pub seed: u64,
    /// "Now" in Unix seconds.
    pub now: i64,
    /// The locale of columns that name none.
    pub locale: &'a Locale,
    /// The rows.
    pub rows: &'a Rows,
    /// Another path for a file that a column names, where the schema will stand in another folder.
    pub moved: &'a dyn Fn(&str) -> Option<String>,
}

/// The schema as the text of a schema file. With the same format the file makes the same bytes.
pub fn write(schema: &Schema, run: &Run<'_>) -> String {
    let mut text = String::new();
    // Other readers of TOML know numbers up to 63 bits.
    let seed = match i64::try_from(run.seed) {
        Ok(seed) => seed.to_string(),
        Err(_) => run.seed.to_string().to_toml_value(),
    };
    let rows = match run.rows {
        Rows::Stream => "stream".to_toml_value(),
        Rows::Range(Range { start: 0, end }) => end.to_string(),
        Rows::Range(Range { start, end }) => format!("{start}..{end}").to_toml_value(),
    };
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "seed = {seed}\nnow = {}\nlocale = {}\n\n[table.{}]\nrows = {rows}\ncolumns = [\n",
        time_text(run.now).to_toml_value(),
        run.locale.name.to_toml_value(),
        schema.table.to_toml_key(),
    );
    for column in &schema.columns {
        let _ = writeln!(text, "  {},", entry(column, run));
    }
    text.push_str("]\n");
    text
}

/// A column in the words of the command line where they can say it, and as keys otherwise.
fn entry(column: &Column, run: &Run<'_>) -> String {
    let Source { name, .. } = &column.source;
    let word = moved(&column.source, run);
    match name {
        None => word.to_toml_value(),
        // These signs would end the name.
        Some(name) if name.contains([':', '@', '=']) => keys(name, &word),
        Some(name) => format!("{name}={word}").to_toml_value(),
    }
}

/// The word of a column; a file that it names may need another path.
fn moved<'a>(Source { name, word, .. }: &'a Source, run: &Run<'_>) -> Cow<'a, str> {
    let parts = grammar::split(word, name.is_some());
    let constraint = parts.constraint.filter(|_| word[parts.generator] == *FILE);
    let path = constraint.clone().and_then(|at| (run.moved)(&unescape(&word[at])));
    match (constraint, path) {
        (Some(at), Some(path)) => {
            Cow::Owned(format!("{}{}{}", &word[..at.start], literal(&path), &word[at.end..]))
        }
        _ => Cow::Borrowed(word),
    }
}

fn keys(name: &str, word: &str) -> String {
    let parts = grammar::split(word, true);
    let mut text =
        format!("{{ name = {}, generator = {}", name.to_toml_value(), word[parts.generator].to_toml_value());
    if let Some(constraint) = parts.constraint {
        let _ = write!(text, ", constraint = {}", word[constraint].to_toml_value());
    }
    for modifier in parts.modifiers {
        let modifier = &word[modifier];
        let _ = match modifier.split_once('=') {
            Some((name, value)) => write!(text, ", {name} = {}", unescape(value).to_toml_value()),
            None => write!(text, ", {modifier} = true"),
        };
    }
    text + " }"
}
