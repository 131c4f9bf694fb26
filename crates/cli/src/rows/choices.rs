//! What is chosen about a format: by the name of the file, or beyond its own name (the dialect of SQL, whether the table is
//! made first).

use std::path::Path;

use gush_diagnostics::{Diagnostic, Message, nearest};
use gush_generate::{Compression, Durability};
use gush_pipe::output;
use gusher::encode::{DIALECTS, FORMATS, FormatOptions, FormatSpec, Transaction};
use gusher::schema::file::Rows;

use super::check::Check;
use super::flags::{
    CREATE_TABLE, DIALECT, FORMAT, FSYNC, OUTPUT, SAVE_SCHEMA, SCHEMA, TEMPLATE, TRANSACTION, TRANSACTIONS,
};
use super::options::is_directory;
use super::other_compressors;

/// All endings that ask for a format, and which.
fn endings() -> impl Iterator<Item = (&'static str, &'static str)> {
    FORMATS.iter().flat_map(|spec| spec.extensions.iter().map(|extension| (*extension, spec.name)))
}

/// The extension of a file's name that says what the format is: the one before those that say how it is compressed. By
/// another compressor, what it compresses may be compressed already.
fn ending(path: &Path) -> Option<&str> {
    let stem = |name| Path::new(name).file_stem();
    let mut name = path.file_name()?;
    if other_compressors::of_name(Path::new(name)).is_some() {
        name = stem(name)?;
    }
    if Compression::of_name(Path::new(name)).is_some() {
        name = stem(name)?;
    }
    // One that is not UTF-8 is none that anybody means.
    Path::new(name).extension()?.to_str().filter(|end| !end.is_empty())
}

/// Formats whose files are often called by the name of the other.
const ALIKE: [(&str, &str); 2] = [("json", "ndjson"), ("csv", "tsv")];

/// Whether a file of this name promises rows, or anything compressed.
pub(super) fn names_rows(path: &Path) -> bool {
    let known = |end: &str| endings().any(|(known, _)| known.eq_ignore_ascii_case(end));
    let packed = Compression::of_name(path).is_some() || other_compressors::of_name(path).is_some();
    packed
        || path
            .extension()
            .and_then(|end| end.to_str())
            .is_some_and(|end| known(end) && !matches!(end, "txt" | "log"))
}

fn unknown_ending(end: &str) -> Message {
    let known = || endings().map(|(known, _)| known);
    let near = nearest(end, known().chain(["gz", "zst"])).map(|near| format!(".{near}"));
    let message = Message::from("no format has this ending, and --format names none").suggest(near);
    message.otherwise(format_args!("there are .{}", known().collect::<Vec<_>>().join(", .")))
}

impl Check<'_> {
    /// The format that the name of the output asks for.
    pub(super) fn format_by_name(&mut self) -> Option<&'static str> {
        let path = self.args.path(&OUTPUT).filter(|path| !is_directory(path))?;
        let end = ending(path)?;
        let found = endings().find(|(known, _)| known.eq_ignore_ascii_case(end));
        if found.is_none() && !self.args.has(&FORMAT) {
            let mistake = OUTPUT.wrong(&path.display().to_string(), unknown_ending(end));
            let at = mistake.word.rfind(&format!(".{end}")).unwrap_or(mistake.span.start);
            self.mistakes.push(Diagnostic { span: at..at + 1 + end.len(), ..mistake });
        }
        found.map(|(_, format)| format)
    }

    /// A word on a file whose name means another format than the one that it is to have.
    pub(super) fn name_note(&self, format: &FormatSpec) -> Option<String> {
        let path = self.args.path(&OUTPUT).filter(|path| self.args.has(&FORMAT) && !is_directory(path))?;
        let end = ending(path)?;
        let (_, named) = endings().find(|(known, _)| known.eq_ignore_ascii_case(end))?;
        let is_pair = |one: &str, other: &str| [one, other] == [named, format.name];
        // What is called .txt or .log is any text, and many call lines of JSON .json.
        let is_apt = named == format.name
            || (named == FORMATS[0].name && format.columnar.is_none())
            || ALIKE.iter().any(|(one, other)| is_pair(one, other) || is_pair(other, one));
        let path = path.display();
        let format = format.name;
        (!is_apt).then(|| format!("{path} will have {format}, as --format says, though .{end} means {named}"))
    }

    /// What has to hold once the files are there.
    pub(super) fn durability(&mut self, output: Option<&Path>) -> Durability {
        if !self.args.has(&FSYNC) {
            return Durability::System;
        }
        match output {
            Some(path) if output::is_direct(path) => {
                let text = "this is not a file that can be forced to the disk; leave --fsync out";
                self.wrong(&OUTPUT, &path.display().to_string(), text);
            }
            None if !self.args.has(&SAVE_SCHEMA) => {
                self.refuse(&FSYNC, "only files are forced to the disk; say where to write with --output");
            }
            _ => {}
        }
        Durability::Disk
    }

    /// Whether the rows would replace a file that says what they are.
    pub(super) fn output_is_no_input(&mut self, output: Option<&Path>) {
        let Some(output) = output else { return };
        for flag in [&SCHEMA, &TEMPLATE] {
            let read = self.args.all(flag).next().map(Path::new);
            if read.is_some_and(|read| read.is_file() && output::are_one(read, output)) {
                let text = "both are the same file: the rows would replace it";
                self.conflict(&flag.long(), "--output", text);
            }
        }
    }

    /// Notes the choices of SQL for these rows in `options`.
    pub(super) fn sql(&mut self, options: &mut FormatOptions, rows: &Rows) {
        if let Some(name) = self.args.text(&DIALECT) {
            match DIALECTS.iter().find(|entry| entry.name == name) {
                Some(entry) => {
                    let result = options.dialect(entry.dialect);
                    self.format_choice(&DIALECT, result);
                }
                None => self.mistakes.push(DIALECT.unknown(name)),
            }
        }
        if self.args.has(&CREATE_TABLE) {
            let result = options.create_table();
            self.format_choice(&CREATE_TABLE, result);
        }
        self.transaction(options, rows);
    }

    /// Which rows stand in one transaction. One that never ends would never be committed.
    fn transaction(&mut self, options: &mut FormatOptions, rows: &Rows) {
        let is_stream = *rows == Rows::Stream;
        let Some(name) = self.args.text(&TRANSACTION) else {
            if is_stream && options.spec().transactions {
                let result = options.transaction(Transaction::Never);
                self.format_choice(&TRANSACTION, result);
            }
            return;
        };
        let Some((.., transaction)) = TRANSACTIONS.iter().find(|(known, ..)| *known == name) else {
            return self.mistakes.push(TRANSACTION.unknown(name));
        };
        if is_stream && *transaction != Transaction::Never {
            self.wrong(&TRANSACTION, name, "a stream has no end at which it could be committed");
        }
        let result = options.transaction(*transaction);
        self.format_choice(&TRANSACTION, result);
    }
}
