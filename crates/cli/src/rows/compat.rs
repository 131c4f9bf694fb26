//! Which program's command line is obeyed: what `gush rows` and the command of another name that it also is do not share.

use gush_diagnostics::{Code, Diagnostic, Message, Topic, parse_count};
use gusher::encode::{FORMATS, FormatSpec};
use gusher::generators::{self, Context};
use gusher::schema::Schema;

/// What `gush rows` and the command of another name that it also is do not share.
pub struct Compat {
    /// The formats, the usual one first.
    pub formats: &'static [&'static FormatSpec],
    /// What to say of a format that there is not.
    pub unknown_format: fn(&str) -> Message,
    /// The table's name where none is given.
    pub table: &'static str,
    /// Parses the columns.
    pub parse: fn(&str, &[String], &Context<'_>) -> Parsed,
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
    // Not "rows" or "table", which databases reserve.
    table: "data",
    parse,
    arrange: |_, _| {},
    templates: None,
};

fn parse(table: &str, columns: &[String], context: &Context<'_>) -> Parsed {
    let (schema, mut mistakes) = Schema::parse(table, columns, context);
    mistakes.iter_mut().for_each(advise);
    if columns.is_empty() {
        let text = "a column is missing, as in `gush rows -l 5 name email`; `gush rows -h` has more examples, and \
                    `gush rows -G` lists the generators";
        mistakes.push(Diagnostic::new(Code::Generator, "gush rows", 9..9, text));
    }
    (schema, mistakes)
}

/// Says what is meant by a word that is no column, but something else that people type.
fn advise(mistake: &mut Diagnostic) {
    let word = mistake.word.as_str();
    let is_unknown = mistake.topic == Some(Topic::Generators) && mistake.span == (0..word.len());
    let names: Vec<&str> = word.split(',').collect();
    let is_name = |name: &&str| generators::find(name).is_some();
    if is_unknown && parse_count(word).is_some() {
        mistake.suggestion = Some(format!("-l {word}"));
    } else if is_unknown && names.len() > 1 && names.iter().all(is_name) {
        mistake.message = "columns are separated by spaces".into();
        mistake.suggestion = Some(names.join(" "));
    }
}

fn unknown_format(name: &str) -> Message {
    Message::unknown("there is no such format", name, FORMATS.iter().map(|entry| entry.name))
}
