//! What is asked for where columns are given on the command line.

use std::path::{Path, PathBuf};

use gush_generate::JobBuilder;
use gusher::encode::FormatOptions;
use gusher::generators::Context;
use gusher::schema::file::{self, Rows, Run};

use super::check::Check;
use super::files;
use super::flags::{
    BATCH, CHECKSUMS, FORMAT, HEADER, NEST, PRINT_SCHEMA, PROFILE, RESUME, ROW_GROUP, SAVE_SCHEMA, SEPARATOR,
    SHOW_SEED, TAG, TRANSACTION,
};
use super::options::given_or_random;
use super::request::{RowsRequest, RunOptions};
use super::which;
use crate::failure::Failure;
use crate::flags::Given;

/// What is said of shards that are parts of one transaction where nobody asked for that.
pub(super) const SPLIT: &str = "the first shard begins a transaction that the last one commits; give --transaction shard to load them \
                     by themselves";

/// The request of columns.
pub(super) fn request(mut check: Check<'_>) -> Result<RowsRequest, Failure> {
    let args = check.args;
    let rows = check.rows(None);
    let whole = which::whole(&rows);
    let seed = check.seed(None);
    let present = check.present(None, seed);
    let shard = check.shard(&rows, seed);
    let now = present.now;
    let locale = check.locale(None);
    let options = check.format(&rows);
    let run = check.run_options(now, options.spec());
    check.resume(&run, seed);
    check.schema_output();
    let table = check.table(None);
    let context = Context {
        locale,
        now,
        read: &|path| files::words(Path::new(""), path),
        expressions: Some(&gush_generate::Sql),
    };
    let mut schema = check.schema(table, &context);
    check.whole_schema(&schema, &whole, &options);
    if !check.mistakes.is_empty() {
        return Err(Failure::Mistakes(check.mistakes));
    }
    let seed = given_or_random(seed)?;
    (check.compat.arrange)(&mut schema, options.spec());
    let written = |target: &Path| {
        let moved = |path: &str| files::moved(path, Path::new(""), target);
        file::write(&schema, &rows, &Run { seed, now, locale, moved: &moved })
    };
    let (print_schema, save_schema) = schema_texts(args, written);
    let notes = [
        check.name_note(options.spec()),
        present.note(schema.uses_now() && !args.has(&SHOW_SEED)),
        // Loaded by itself, such a shard would vanish without a word.
        (!shard.is_whole() && !args.has(&TRANSACTION) && options.spec().transactions).then(|| SPLIT.into()),
        schema.lone_label(),
        schema.constant_places(),
    ];
    let tables = std::iter::once((schema.table().to_owned(), whole.clone()));
    let record = run.record(seed, shard, written(Path::new("")), &options, tables);
    let job = run.job(seed, shard).columns(&schema, whole, &options);
    let job = record.into_iter().fold(job, JobBuilder::record).build()?;
    Ok(RowsRequest { job, run, print_schema, save_schema, notes: notes.into_iter().flatten().collect() })
}

/// The schema as it is to be shown and as it is to be kept, `written` for the folder that it will stand in.
pub(super) fn schema_texts(
    args: &Given,
    written: impl Fn(&Path) -> String,
) -> (Option<String>, Option<(PathBuf, String)>) {
    let kept = |path: &Path| (path.to_owned(), written(path.parent().unwrap_or(Path::new(""))));
    (args.has(&PRINT_SCHEMA).then(|| written(Path::new(""))), args.path(&SAVE_SCHEMA).map(kept))
}

impl Check<'_> {
    /// Whether a directory can be gone on with.
    pub(super) fn resume(&mut self, run: &RunOptions, seed: Option<u64>) {
        if !run.resume {
            return;
        }
        if run.files.is_none() && run.output.is_some() {
            self.refuse(&RESUME, "only a directory can be resumed; give --output with a / at its end");
        } else if seed.is_none() && run.output.is_some() {
            let text =
                "give the seed of the first run, which is in the directory's .gush.json or manifest.json";
            self.refuse(&RESUME, text);
        }
    }

    /// The format, with all that is chosen about it.
    pub(super) fn format(&mut self, rows: &Rows) -> FormatOptions {
        let formats = self.compat.formats;
        let by_name = self.format_by_name();
        let name = self.args.text(&FORMAT).or(by_name).unwrap_or(formats[0].name);
        let entry = formats.iter().find(|entry| entry.name == name);
        let mut options = FormatOptions::new(entry.copied().unwrap_or(formats[0]));
        if entry.is_none() {
            self.wrong(&FORMAT, name, (self.compat.unknown_format)(name));
            return options;
        }
        if let Some(text) = self.args.all(&SEPARATOR).next_back() {
            match (self.compat.separator)(text) {
                Ok(separator) => {
                    let result = options.separator(separator);
                    self.format_choice(&SEPARATOR, result);
                }
                Err(message) => self.wrong(&SEPARATOR, &text.to_string_lossy(), message),
            }
        }
        if self.args.has(&HEADER) {
            let result = options.header();
            self.format_choice(&HEADER, result);
        }
        let expected = "a number of rows such as 100 or 1k";
        if let Some(rows) = self.count(&BATCH, expected) {
            let result = options.batch(rows);
            self.format_choice(&BATCH, result);
        }
        if let Some(key) = self.args.text(&TAG) {
            let result = options.tag(key);
            self.format_choice(&TAG, result);
        }
        // A profile is of columns.
        if self.args.has(&NEST) && !self.args.has(&PROFILE) {
            options.nest();
        }
        let expected = "a number of rows such as 100k";
        if let Some(rows) = self.count(&ROW_GROUP, expected) {
            let result = options.row_group(rows);
            self.format_choice(&ROW_GROUP, result);
        }
        if self.args.has(&CHECKSUMS) {
            let result = options.checksums();
            self.format_choice(&CHECKSUMS, result);
        }
        self.sql(&mut options, rows);
        self.columnar(&options, rows);
        options
    }
}
