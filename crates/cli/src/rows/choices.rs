//! What is chosen about a format: by the name of the file, or beyond its own name (the dialect of SQL, whether the table is
//! made first); what columns a format cannot have; and the compression.

use std::io::{self, IsTerminal};
use std::path::Path;

use gush_diagnostics::{Code, Diagnostic, Message, nearest};
use gush_generate::{Compression, CompressionError, Durability, NO_COMPRESSION};
use gush_pipe::output;
use gusher::encode::{DIALECTS, FORMATS, FormatOptions, Transaction};
use gusher::schema::Schema;
use gusher::schema::file::Rows;

use super::check::Check;
use super::foreign;
use super::options::is_directory;

/// Which rows stand in one transaction, by the value of `--transaction`; the usual one first.
pub(super) const TRANSACTIONS: [(&str, Transaction); 3] =
    [("whole", Transaction::Whole), ("shard", Transaction::Shard), ("never", Transaction::Never)];

/// All endings that ask for a format, and which.
fn endings() -> impl Iterator<Item = (&'static str, &'static str)> {
    FORMATS.iter().flat_map(|spec| spec.extensions.iter().map(|extension| (*extension, spec.name)))
}

/// The ending of a file's name that says what the format is; the one that says how it is compressed is not looked at.
fn ending(path: &Path) -> Option<&str> {
    let name = Path::new(path.file_name()?);
    let packed = Compression::of_name(name).is_some() || foreign::of_name(name).is_some();
    let stem = if packed { Path::new(name.file_stem()?) } else { name };
    // One that is not UTF-8 is none that anybody means.
    stem.extension()?.to_str().filter(|end| !end.is_empty())
}

/// Whether a file of this name promises rows, or anything compressed.
pub(super) fn names_rows(path: &Path) -> bool {
    let known = |end: &str| endings().any(|(known, _)| known.eq_ignore_ascii_case(end));
    let packed = Compression::of_name(path).is_some() || foreign::of_name(path).is_some();
    packed || path.extension().and_then(|end| end.to_str()).is_some_and(|end| known(end) && end != "txt")
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
        const OPTION: &str = "--output";
        let path = self.args.output.as_deref().filter(|path| !is_directory(path))?;
        let end = ending(path)?;
        let found = endings().find(|(known, _)| known.eq_ignore_ascii_case(end));
        if found.is_none() && self.args.format.is_none() {
            let word = format!("{OPTION} {}", path.display());
            let at = word.rfind(&format!(".{end}")).unwrap_or(OPTION.len() + 1);
            let at = at..at + 1 + end.len();
            self.mistakes.push(Diagnostic::new(Code::Option, word, at, unknown_ending(end)));
        }
        found.map(|(_, format)| format)
    }

    /// What has to hold once the files are there.
    pub(super) fn durability(&mut self, output: Option<&Path>) -> Durability {
        if !self.args.fsync {
            return Durability::System;
        }
        match output {
            Some(path) if output::is_direct(path) => {
                let text = "this is no file that could be forced to the disk; leave --fsync out";
                self.wrong("--output", &path.display().to_string(), text);
            }
            None if self.args.save_schema.is_none() => {
                self.refuse("--fsync", "only files are forced to the disk; say where to write with --output");
            }
            _ => {}
        }
        Durability::Disk
    }

    /// Whether the rows would replace a file that says what they are.
    pub(super) fn output_is_no_input(&mut self, output: Option<&Path>) {
        let Some(output) = output else { return };
        for (option, read) in
            [("--schema", &self.args.schema), ("--template", &self.args.template.first().cloned())]
        {
            if read.as_ref().is_some_and(|read| read.is_file() && output::are_one(read, output)) {
                self.conflict(option, "--output", "both are the same file: the rows would replace it");
            }
        }
    }

    /// Notes the choices of SQL for these rows in `options`.
    pub(super) fn sql(&mut self, options: &mut FormatOptions, rows: &Rows) {
        if let Some(name) = self.args.dialect.as_deref() {
            match DIALECTS.iter().find(|entry| entry.name == name) {
                Some(entry) => {
                    let result = options.dialect(entry.dialect);
                    self.format_choice("--dialect", name, result);
                }
                None => self.wrong("--dialect", name, unknown(name)),
            }
        }
        if self.args.create_table {
            let result = options.create_table();
            self.format_choice("--create-table", "", result);
        }
        self.transaction(options, rows);
    }

    /// Which rows stand in one transaction. One that never ends would never be committed.
    fn transaction(&mut self, options: &mut FormatOptions, rows: &Rows) {
        const OPTION: &str = "--transaction";
        let is_stream = *rows == Rows::Stream;
        let Some(name) = self.args.transaction.as_deref() else {
            if is_stream && options.spec().transactions {
                let result = options.transaction(Transaction::Never);
                self.format_choice(OPTION, "never", result);
            }
            return;
        };
        let Some((_, transaction)) = TRANSACTIONS.iter().find(|(known, _)| *known == name) else {
            let names: Vec<&str> = TRANSACTIONS.iter().map(|(name, _)| *name).collect();
            return self.wrong(OPTION, name, format!("expected {}", names.join(", ")));
        };
        if is_stream && *transaction != Transaction::Never {
            self.wrong(OPTION, name, "a stream has no end at which it could be committed");
        }
        let result = options.transaction(*transaction);
        self.format_choice(OPTION, name, result);
    }

    /// How the output is compressed: as asked for, or by the name of its file.
    pub(super) fn compression(&mut self, output: Option<&Path>) -> Option<Compression> {
        const OPTION: &str = "--compress";
        if self.args.compress.as_deref() != Some(NO_COMPRESSION)
            && let Some(path) = output
            && let Some(other) = foreign::of_name(path)
        {
            self.wrong("--output", &path.display().to_string(), other.advice(path));
        }
        let Some(wish) = self.args.compress.as_deref() else { return output.and_then(Compression::of_name) };
        let asked =
            Compression::parse(wish).unwrap_or_else(|CompressionError { span: at, message: text }| {
                let first = OPTION.len() + 1;
                let at = first + at.start..first + at.end;
                self.mistakes.push(Diagnostic::new(Code::Option, format!("{OPTION} {wish}"), at, text));
                None
            });
        let named = output.and_then(Compression::of_name);
        if let (Some(asked), Some(named)) = (asked, named)
            && asked.name() != named.name()
        {
            let text = format!("the name of the file ends in .{}; make the two agree", named.name());
            self.wrong(OPTION, wish, text);
        }
        let is_terminal = output.map_or_else(|| io::stdout().is_terminal(), output::is_terminal);
        if asked.is_some() && is_terminal && !self.args.print_schema {
            self.wrong(
                OPTION,
                wish,
                "this is not for a terminal to show; write to a file with --output, or to a pipe",
            );
        }
        asked
    }

    /// Notes each column that the format cannot write.
    pub(super) fn refusals(&mut self, schema: &Schema, options: &FormatOptions) {
        for column in &schema.columns {
            if let Some(why) = options.refusal(&column.field()) {
                let at = column.generator_at.clone();
                self.mistakes.push(column.source.mistake(Code::Generator, at, why));
            }
        }
    }
}

fn unknown(name: &str) -> Message {
    Message::unknown("there is no such dialect", name, DIALECTS.iter().map(|entry| entry.name))
}
