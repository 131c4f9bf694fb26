//! Writes a schema as a file that makes the same rows again.

use std::fmt::Write as _;
use std::ops::Range;

use toml_writer::{ToTomlKey as _, ToTomlValue as _};

use super::Rows;
use crate::generators::{time_text, unescape};
use crate::locale::Locale;
use crate::schema::{Column, Schema, column};

/// What a schema's rows follow from besides the schema.
#[derive(Debug)]
pub struct Run<'a> {
    /// The seed.
    pub seed: u64,
    /// "Now" in Unix seconds.
    pub now: i64,
    /// The locale of columns that name none.
    pub locale: &'a Locale,
    /// The rows.
    pub rows: &'a Rows,
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
        let _ = writeln!(text, "  {},", entry(column));
    }
    text.push_str("]\n");
    text
}

/// A column in the words of the command line where they can say it, and as keys otherwise.
fn entry(column: &Column) -> String {
    let word = &column.source.word;
    match &column.source.name {
        None => word.to_toml_value(),
        // These signs would end the name.
        Some(name) if name.contains([':', '@', '=']) => keys(name, word),
        Some(name) => format!("{name}={word}").to_toml_value(),
    }
}

fn keys(name: &str, word: &str) -> String {
    let parts = column::split(word, true);
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
