//! The options that columns and templates share: where rows go and how, the table's name, the locale.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::Path;

use gush_diagnostics::parse_count;
use gush_generate::MAX_THREADS;
use gusher::encode::FormatSpec;
use gusher::locale::{self, Locale};
use gusher::schema::unknown_locale;

use super::check::Check;
use super::flags::{FILES, LOCALE, OUTPUT, PROGRESS, RESUME, SHOW_SEED, TABLE, THREADS};
use super::progress::Progress;
use super::request::RunOptions;
use crate::failure::Failure;

impl<'a> Check<'a> {
    /// How and where to rows of a format are written, as of `now`.
    pub(super) fn run_options(&mut self, now: i64, format: &FormatSpec) -> RunOptions {
        let threads = self.threads();
        let progress = self.progress();
        let output = self.args.path(&OUTPUT).filter(|path| path.as_os_str() != "-").map(Path::to_owned);
        let compression = self.compression(output.as_deref(), format);
        let durability = self.durability(output.as_deref());
        self.output_is_no_input(output.as_deref());
        let files = self.files(output.as_deref());
        RunOptions {
            now,
            show_seed: self.args.has(&SHOW_SEED),
            threads,
            output,
            files,
            resume: self.args.has(&RESUME),
            compression,
            durability,
            progress,
        }
    }

    /// How many files each table has, where the output is a directory.
    fn files(&mut self, output: Option<&Path>) -> Option<NonZeroU64> {
        let is_directory = output.is_some_and(is_directory);
        let Some(text) = self.args.text(&FILES) else { return is_directory.then_some(NonZeroU64::MIN) };
        if !is_directory {
            self.refuse(&FILES, "files are in a directory; give --output with a / at its end");
        }
        let files = parse_count(text).and_then(NonZeroU64::new).filter(|files| files.get() <= 99_999);
        if files.is_none() {
            self.wrong(&FILES, text, "expected a number of files from 1 to 99,999");
        }
        files
    }

    /// The table's name: by the option, or else by a schema file.
    pub(super) fn table<'t>(&mut self, said: Option<&'t str>) -> &'t str
    where
        'a: 't,
    {
        let table = self.args.text(&TABLE).or(said).unwrap_or(self.compat.table);
        if table.is_empty() {
            self.wrong(&TABLE, "", "a table needs a name");
        }
        table
    }

    /// The locale of columns that name none: by the option, or else by a schema file.
    pub fn locale(&mut self, said: Option<&'static Locale>) -> &'static Locale {
        let Some(name) = self.args.text(&LOCALE) else { return said.unwrap_or(locale::english()) };
        locale::find(name).unwrap_or_else(|| {
            self.wrong(&LOCALE, name, unknown_locale(name));
            locale::english()
        })
    }

    fn threads(&mut self) -> Option<NonZeroUsize> {
        let text = self.args.text(&THREADS)?;
        let threads = parse_count(text).and_then(|threads| NonZeroUsize::new(usize::try_from(threads).ok()?));
        let threads = threads.filter(|&threads| threads <= MAX_THREADS);
        if threads.is_none() {
            self.wrong(&THREADS, text, format!("expected a number of threads from 1 to {MAX_THREADS}"));
        }
        threads
    }

    fn progress(&mut self) -> Progress {
        match self.args.text(&PROGRESS) {
            None | Some("auto") => Progress::Auto,
            Some("always") => Progress::Always,
            Some("never") => Progress::Never,
            Some(other) => {
                self.mistakes.push(PROGRESS.unknown(other));
                Progress::Never
            }
        }
    }
}

/// The seed that was given, or one by chance.
pub(super) fn given_or_random(seed: Option<u64>) -> Result<u64, Failure> {
    match seed {
        Some(seed) => Ok(seed),
        None => Ok(getrandom::u64().map_err(|error| anyhow::anyhow!("no random seed: {error}"))?),
    }
}

/// Whether a path is meant as that of a directory: it ends in a slash.
pub(super) fn is_directory(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().last().is_some_and(|&last| std::path::is_separator(last.into()))
}
