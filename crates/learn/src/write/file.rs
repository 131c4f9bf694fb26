//! The text of a schema file: tables in the order of their links, a reason beside each choice, `# ?` at doubts.

use std::fmt::Write as _;

use toml_writer::{ToTomlKey as _, ToTomlValue as _};

use crate::choose::{Choices, ColumnChoice, Rows, Source, TableChoice, share};
use crate::model::Note;

/// What is above all tables.
#[derive(Clone, Debug, Default)]
pub struct Head {
    /// The source, as its user called it.
    pub source: String,
    /// What was not understood of it.
    pub notes: Vec<Note>,
    /// How many of them are listed.
    pub max_notes: usize,
}

/// A file's text, and what each of its lines is about.
#[derive(Clone, Debug)]
pub struct Written {
    /// The text.
    pub text: String,
    /// What each line is about.
    pub lines: Vec<Line>,
}

/// What a line of the file is about: tables by their index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Nothing that can be taken back.
    Other,
    /// The number of a table's rows.
    Rows(usize),
    /// A table's key, or its pairs.
    Key(usize),
    /// A link, by its label.
    Link(usize, String),
    /// A column, by its name.
    Column(usize, String),
    /// A part of a column, by the names that lead to it.
    Part(usize, Vec<String>),
    /// A `check` line, by its name.
    Check(usize, String),
}

/// Where reasons begin, if there is room.
const REASON_COLUMN: usize = 60;

struct Writer {
    text: String,
    lines: Vec<Line>,
}

impl Writer {
    fn line(&mut self, text: &str, about: Line) {
        self.text.push_str(text);
        self.text.push('\n');
        self.lines.push(about);
    }

    fn comment(&mut self, text: &str) {
        self.line(&format!("# {}", one_line(text)), Line::Other);
    }

    /// A line with a comment after it.
    fn with_reason(&mut self, text: &str, reason: &str, about: Line) {
        let reason = one_line(reason);
        match reason.is_empty() {
            true => self.line(text, about),
            false => self.line(&format!("{text:<REASON_COLUMN$} # {reason}"), about),
        }
    }
}

/// The text without line breaks and other control characters, which a comment cannot have.
fn one_line(text: &str) -> String {
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    clean.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The text of the schema file.
#[must_use]
pub fn file(choices: &Choices, head: &Head) -> Written {
    let mut writer = Writer { text: String::new(), lines: Vec::new() };
    top(&mut writer, choices, head);
    for (index, table) in choices.tables.iter().enumerate() {
        writer.line("", Line::Other);
        write_table(&mut writer, index, table);
    }
    Written { text: writer.text, lines: writer.lines }
}

fn top(writer: &mut Writer, choices: &Choices, head: &Head) {
    let (columns, doubts) = choices.counts();
    writer.comment(&format!("Learned from {} by `gush learn`.", head.source));
    let counted = |count: usize, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
    writer.comment(&format!(
        "{}, {}. What is not sure has a comment that begins with `?`: {} of these.",
        counted(choices.tables.len(), "table"),
        counted(columns, "column"),
        doubts
    ));
    if choices.has_values {
        writer.comment("It has values of the source: of columns with at most 50 different ones, each in at least 20 rows.");
    }
    if !head.notes.is_empty() {
        writer.comment(&format!("Not understood: {}.", counted(head.notes.len(), "part")));
        for note in head.notes.iter().take(head.max_notes) {
            writer.comment(&format!("  {}", described(note)));
        }
        if head.notes.len() > head.max_notes {
            writer.comment(&format!("  … and {} more", head.notes.len() - head.max_notes));
        }
    }
}

/// A note with its place.
#[must_use]
pub fn described(note: &Note) -> String {
    let mut text = note.origin.source.clone();
    if note.origin.line > 0 {
        let _ = write!(text, ":{}", note.origin.line);
    }
    let about = if note.about.is_empty() { String::new() } else { format!("{}: ", note.about) };
    one_line(&format!("{text}: {about}{}", note.text))
}

/// The columns of the source.
pub(super) fn visible(table: &TableChoice) -> impl Iterator<Item = &ColumnChoice> {
    table.columns.iter().filter(|column| column.spec.as_ref().is_none_or(|spec| !spec.is_hidden))
}

fn write_table(writer: &mut Writer, index: usize, table: &TableChoice) {
    if let Some(comment) = &table.comment {
        writer.comment(comment);
    }
    writer.line(&format!("[table.{}]", table.name.to_toml_key()), Line::Other);
    let rows = match &table.rows {
        Rows::Number(rows) => grouped(*rows),
        Rows::Per { table, each } => format!("{{ per = {}, each = {each} }}", table.to_toml_value()),
    };
    writer.with_reason(&format!("rows = {rows}"), &table.rows_reason, Line::Rows(index));
    let list = |names: &[String]| {
        format!(
            "[{}]",
            names.iter().map(toml_writer::ToTomlValue::to_toml_value).collect::<Vec<_>>().join(", ")
        )
    };
    if !table.key.is_empty() {
        writer.line(&format!("key = {}", list(&table.key)), Line::Key(index));
    }
    if !table.pairs.is_empty() {
        let pair = |pair: &Vec<String>| match &pair[..] {
            // `one < other`
            [ordered] => ordered.to_toml_value(),
            names => list(names),
        };
        let pairs: Vec<String> = table.pairs.iter().map(pair).collect();
        writer.line(&format!("unique = [{}]", pairs.join(", ")), Line::Key(index));
    }
    for doubt in &table.doubts {
        writer.comment(&format!("? {doubt}"));
    }
    for link in &table.links {
        let settings: Vec<String> =
            link.settings.iter().map(|(key, value)| format!("{key} = {value}")).collect();
        let text = format!("link.{} = {{ {} }}", link.label.to_toml_key(), settings.join(", "));
        writer.with_reason(&text, &link.reason, Line::Link(index, link.label.clone()));
    }
    for column in &table.columns {
        write_column(writer, index, column);
    }
    for check in &table.checks {
        let text = format!("check.{} = {}", check.name.to_toml_key(), check.value);
        writer.line(&text, Line::Check(index, check.name.clone()));
    }
    for source in &table.uncounted {
        writer.comment(&format!("`gush check --rows-of` does not count {source}"));
    }
    if let (Some(first), None) = (table.columns.first(), visible(table).find(|column| column.spec.is_some()))
    {
        // A table needs a column.
        writer.with_reason(
            &format!("columns.{} = \"words:2\"", first.name.to_toml_key()),
            "? a table needs a column",
            Line::Column(index, first.name.clone()),
        );
    }
}

fn write_column(writer: &mut Writer, index: usize, column: &ColumnChoice) {
    let key = format!("columns.{}", column.name.to_toml_key());
    write_part(writer, index, &mut vec![column.name.clone()], &key, column);
}

/// A column, or a part of one, whose key in the table is `key`. `path` has the names that lead to it.
fn write_part(writer: &mut Writer, index: usize, path: &mut Vec<String>, key: &str, column: &ColumnChoice) {
    let reason = reason_of(column);
    let about = match &path[..] {
        [name] => Line::Column(index, name.clone()),
        _ => Line::Part(index, path.clone()),
    };
    let Some(spec) = &column.spec else {
        let type_text =
            if column.type_text.is_empty() { String::new() } else { format!(", {}", column.type_text) };
        writer.comment(&format!("{key}{type_text}: {reason}"));
        return;
    };
    if !spec.is_nested() {
        writer.with_reason(&format!("{key} = {}", spec.to_toml()), &reason, about);
        return;
    }
    let mut settings = Vec::new();
    if let Some((least, most)) = spec.list {
        settings.push(format!("{key}.list = [{least}, {most}]"));
    }
    if spec.null > 0.0 {
        settings.push(format!("{key}.null = {}", share(spec.null)));
    }
    if let Some(stored) = &spec.stored {
        settings.push(format!("{key}.type = {}", stored.to_toml_value()));
    }
    if settings.is_empty() && !reason.is_empty() {
        writer.comment(&format!("{key}: {reason}"));
    }
    for (at, setting) in settings.iter().enumerate() {
        writer.with_reason(setting, if at == 0 { &reason } else { "" }, about.clone());
    }
    let parts: Vec<(String, &ColumnChoice)> = match &spec.source {
        Source::Struct(fields) => {
            fields.iter().map(|field| (format!("{key}.struct.{}", field.name.to_toml_key()), field)).collect()
        }
        Source::Items(item) => vec![(format!("{key}.item"), item)],
        Source::Map(of_key, value) => {
            vec![(format!("{key}.map.key"), of_key), (format!("{key}.map.value"), value)]
        }
        Source::Generator { .. } | Source::Words(_) | Source::Expression(_) => Vec::new(),
    };
    for (key, part) in parts {
        path.push(part.name.clone());
        write_part(writer, index, path, &key, part);
        path.pop();
    }
}

/// The reason of a choice with what is not sure of it.
fn reason_of(column: &ColumnChoice) -> String {
    let reason = &column.reason;
    match column.doubts.join("; ") {
        doubts if doubts.is_empty() => reason.clone(),
        doubts if reason.is_empty() => format!("? {doubts}"),
        doubts => format!("? {reason}; {doubts}"),
    }
}

/// A number with an underscore between its thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push('_');
        }
        text.push(digit);
    }
    text
}
