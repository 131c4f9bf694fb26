//! What is chosen about a format beyond its name: the dialect of SQL, whether the table is made first; and what columns
//! a format cannot have; and the compression.

use std::path::Path;

use gush_diagnostics::{Code, Diagnostic, nearest};
use gush_rows::encode::{DIALECTS, FORMATS, FormatOptions, FormatSpec, Transaction};
use gush_rows::schema::Schema;
use gush_rows::schema::file::Rows;

use super::compress::Compression;
use super::request::Check;

/// Which rows stand in one transaction, by the value of `--transaction`; the usual one first.
pub(super) const TRANSACTIONS: [(&str, Transaction); 3] =
    [("whole", Transaction::Whole), ("shard", Transaction::Shard), ("never", Transaction::Never)];

/// The format that a file of this name wants; the end that says how it is compressed is not looked at.
pub(super) fn format_of_name(path: &Path) -> Option<&'static str> {
    let name = Path::new(path.file_name()?);
    let stem = if Compression::of_name(name).is_some() { Path::new(name.file_stem()?) } else { name };
    let end = stem.extension()?.to_str()?;
    let means = |spec: &&&FormatSpec| spec.extensions.iter().any(|known| known.eq_ignore_ascii_case(end));
    FORMATS.iter().find(means).map(|spec| spec.name)
}

impl Check<'_> {
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
        let Some(wish) = self.args.compress.as_deref() else { return output.and_then(Compression::of_name) };
        let asked = Compression::parse(wish).unwrap_or_else(|(at, text)| {
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
        asked
    }

    /// Notes each column that the format cannot write.
    pub(super) fn refusals(&mut self, schema: &Schema, options: &FormatOptions) {
        for column in &schema.columns {
            if let Some(why) = options.refusal(&column.generate.shape(), column.null.is_some()) {
                let at = column.generator_at.clone();
                self.mistakes.push(column.source.mistake(Code::Generator, at, why));
            }
        }
    }
}

fn unknown(name: &str) -> String {
    let names = || DIALECTS.iter().map(|entry| entry.name);
    match nearest(name, names()) {
        Some(near) => format!("there is no such dialect; did you mean `{near}`?"),
        None => format!("there is no such dialect; there are {}", names().collect::<Vec<_>>().join(", ")),
    }
}
