//! Which program's command line is obeyed: what `gush rows` and the command of another name that it also is do not share.

use std::ffi::OsStr;

use gush_diagnostics::{Diagnostic, Message};
use gusher::encode::{DIALECTS, FORMATS, FormatSpec};
use gusher::generators::Context;
use gusher::schema::Schema;

use super::advise::{advise, no_columns};
use crate::flags::Given;

/// What `gush rows` and the command of another name that it also is do not share.
pub struct Compat {
    /// The formats, the usual one first.
    pub formats: &'static [&'static FormatSpec],
    /// What to say of a format that there is not.
    pub unknown_format: fn(&str) -> Message,
    /// The bytes of the separator that was typed.
    pub separator: fn(&OsStr) -> Result<Vec<u8>, Message>,
    /// The table's name where none is given.
    pub table: &'static str,
    /// Parses the columns.
    pub parse: fn(&str, &Given, &Context<'_>) -> Parsed,
    /// Puts the columns into the order that the format wants.
    pub arrange: fn(&mut Schema, &FormatSpec),
    /// Whether templates were written for another program.
    pub templates: Option<gush_template::Compat>,
}

/// The columns of a table that make sense, and what is wrong with the others.
pub type Parsed = (Schema, Vec<Diagnostic>);

/// `gush rows`.
pub static ROWS: Compat = Compat {
    formats: FORMATS,
    unknown_format,
    separator,
    // Not "rows" or "table", which databases reserve.
    table: "data",
    parse,
    arrange: |_, _| {},
    templates: None,
};

fn parse(table: &str, args: &Given, context: &Context<'_>) -> Parsed {
    let columns = args.operands();
    let (schema, mut mistakes) = Schema::parse(table, columns, context);
    mistakes.iter_mut().for_each(|mistake| advise(mistake, columns, context));
    if columns.is_empty() {
        mistakes.push(no_columns(args));
    }
    (schema, mistakes)
}

/// `\t` is a tab. Other programs have `-s` for the seed, and no value could be told from a number beside it.
fn separator(text: &OsStr) -> Result<Vec<u8>, Message> {
    let bytes = text.as_encoded_bytes();
    match bytes {
        br"\t" => Ok(b"\t".to_vec()),
        [_, ..] if bytes.iter().all(u8::is_ascii_digit) => {
            let seed = format!("--seed {}", text.to_string_lossy());
            Err(Message::from("a number does not separate values").suggest(Some(seed)))
        }
        _ => Ok(bytes.to_vec()),
    }
}

fn unknown_format(name: &str) -> Message {
    let is_dialect = |dialect: &&str| dialect.starts_with(&name.to_lowercase());
    if let Some(dialect) = DIALECTS.iter().map(|entry| entry.name).find(is_dialect).filter(|_| name.len() > 3)
    {
        let text = "this is a dialect of SQL, and no format";
        return Message::from(text).suggest(Some(format!("-f sql --dialect {dialect}")));
    }
    Message::unknown("there is no such format", name, FORMATS.iter().map(|entry| entry.name))
}
