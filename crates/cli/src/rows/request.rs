//! From what was typed to what is to be done: every option and column is checked, and all mistakes come at once.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::{Path, PathBuf};

use gush_diagnostics::{Code, Diagnostic, nearest, parse_count};
use gush_pipe::Durability;
use gush_rows::encode::{Encoder, FORMATS, FormatError, FormatOptions, FormatSpec};
use gush_rows::generators::Context;
use gush_rows::locale::{self, Locale};
use gush_rows::plan::Plan;
use gush_rows::schema::file::{self, Rows, Run};
use gush_rows::schema::{Schema, unknown_locale};
use gush_template::{Compat, Template};

use super::args::Args;
use super::compress::Compression;
use super::files::{self, Loaded};
use super::progress::Progress;
use super::{template, which};
use crate::exit::Failure;

/// More threads than this help nobody, as all write to one place, and each has its own buffers.
const MOST_THREADS: u64 = 64;

/// A run that makes sense.
pub struct Request {
    pub work: Work,
    /// The rows to make: the whole, or its shard.
    pub rows: Range<u64>,
    /// Whether these are the first rows, before which a header belongs.
    pub is_first: bool,
    /// Whether these are the last rows, behind which a footer belongs.
    pub is_last: bool,
    pub seed: u64,
    /// How and where to.
    pub run: RunOptions,
    /// The schema as the text of a file that repeats this, where only that is wanted.
    pub print_schema: Option<String>,
    /// The same, to be kept in a file.
    pub save_schema: Option<(PathBuf, String)>,
    /// What to say about the run on stderr before it begins.
    pub notes: Vec<String>,
}

/// What is the same whatever makes the rows.
pub struct RunOptions {
    pub now: i64,
    pub show_seed: bool,
    pub threads: NonZeroUsize,
    pub output: Option<PathBuf>,
    pub compression: Option<Compression>,
    /// What has to hold once the files are there.
    pub durability: Durability,
    pub progress: Progress,
}

/// What makes the rows.
pub enum Work {
    /// Columns in a format.
    Columns { plan: Plan, encoder: Encoder },
    /// A template.
    Template(Box<Template>),
}

/// What `gush rows` and the command of another name that it also is do not share.
pub struct Face {
    /// The formats, the usual one first.
    pub formats: &'static [&'static FormatSpec],
    /// What to say of a format that there is not.
    pub unknown_format: fn(&str) -> String,
    /// The table's name where none is given.
    pub table: &'static str,
    /// Parses the columns.
    pub parse: fn(&str, &[String], &Context<'_>) -> Parsed,
    /// Puts the columns into the order that the format wants.
    pub arrange: fn(&mut Schema, &FormatSpec),
    /// Whether templates were written for another program.
    pub compat: Option<Compat>,
}

/// The columns of a table that make sense, and what is wrong with the others.
pub type Parsed = (Schema, Vec<Diagnostic>);

/// `gush rows`.
pub static ROWS: Face = Face {
    formats: FORMATS,
    unknown_format,
    // Not "rows" or "table", which databases reserve.
    table: "data",
    parse,
    arrange: |_, _| {},
    compat: None,
};

/// Collects the mistakes of a command line.
pub struct Check<'a> {
    pub(super) args: &'a Args,
    pub(super) face: &'a Face,
    pub(super) mistakes: Vec<Diagnostic>,
}

/// What is said of shards that are parts of one transaction where nobody asked for that.
const SPLIT: &str = "the first shard begins a transaction that the last one commits; give --transaction shard to load them \
                     by themselves";

/// Checks everything before anything is done. `mistakes` are those already found.
pub fn check(args: &Args, face: &Face, mistakes: Vec<Diagnostic>) -> Result<Request, Failure> {
    let mut check = Check { args, face, mistakes };
    if !args.template.is_empty() || !args.expression.is_empty() {
        return template::check(check);
    }
    let Loaded { schema: file, folder } = check.file();
    let rows = check.rows(file.rows);
    let whole = which::whole(&rows);
    let seed = check.seed(file.seed);
    let present = check.present(file.now, seed);
    let shard = check.shard(&rows, seed);
    let now = present.now;
    let locale = check.locale(file.locale);
    let options = check.format(&rows);
    let run = check.run_options(now);
    check.schema_output();
    let table = check.table(file.table.as_deref());
    let context = Context { locale, now, read: &|path| files::words(&folder, path) };
    let mut schema = check.schema(table, file.columns, &context);
    check.whole_schema(&schema, &rows, &whole, &options);
    if !check.mistakes.is_empty() {
        return Err(Failure::Mistakes(check.mistakes));
    }
    let seed = given_or_random(seed)?;
    (face.arrange)(&mut schema, options.spec());
    let written = |target: &Path| {
        file::write(
            &schema,
            &Run { seed, now, locale, rows: &rows, moved: &|path| files::moved(path, &folder, target) },
        )
    };
    let (print_schema, save_schema) = schema_texts(args, written);
    let plan = Plan::new(&schema, seed, &whole).map_err(Failure::Mistakes)?;
    let (part, parts) = shard.unwrap_or((1, 1));
    let notes = [
        present.note(schema.uses_now() && !args.show_seed),
        // Loaded by itself, such a shard would vanish without a word.
        (parts > 1 && args.transaction.is_none() && options.spec().transactions).then(|| SPLIT.into()),
    ];
    let encoder = Encoder::new(&plan, table, &options, whole.clone());
    Ok(Request {
        rows: encoder.shard(part - 1, parts),
        is_first: part == 1,
        print_schema,
        save_schema,
        is_last: part == parts,
        work: Work::Columns { plan, encoder },
        seed,
        run,
        notes: notes.into_iter().flatten().collect(),
    })
}

/// The seed that was given, or one by chance.
pub(super) fn given_or_random(seed: Option<u64>) -> Result<u64, Failure> {
    match seed {
        Some(seed) => Ok(seed),
        None => Ok(getrandom::u64().map_err(|error| anyhow::anyhow!("no random seed: {error}"))?),
    }
}

/// The schema as it is to be shown and as it is to be kept, `written` for the folder that it will stand in.
fn schema_texts(
    args: &Args,
    written: impl Fn(&Path) -> String,
) -> (Option<String>, Option<(PathBuf, String)>) {
    let kept = |path: &PathBuf| (path.clone(), written(path.parent().unwrap_or(Path::new(""))));
    (args.print_schema.then(|| written(Path::new(""))), args.save_schema.as_ref().map(kept))
}

impl<'a> Check<'a> {
    /// A check without mistakes so far.
    pub fn new(args: &'a Args, face: &'a Face) -> Check<'a> {
        Check { args, face, mistakes: Vec::new() }
    }

    /// The mistakes, if any were found.
    pub fn done(self) -> Result<(), Failure> {
        if self.mistakes.is_empty() { Ok(()) } else { Err(Failure::Mistakes(self.mistakes)) }
    }

    /// Notes that the value of an option is wrong.
    pub(super) fn wrong(&mut self, option: &str, value: &str, text: impl Into<String>) {
        let word = format!("{option} {value}");
        let at = option.len() + 1..word.len();
        self.mistakes.push(Diagnostic::new(Code::Option, word, at, text));
    }

    /// Notes that an option, or a word, should not be there.
    pub(super) fn refuse(&mut self, word: &str, text: &str) {
        self.mistakes.push(Diagnostic::new(Code::Option, word, 0..word.len(), text));
    }

    /// Notes that two options do not go together.
    pub(super) fn conflict(&mut self, one: &str, other: &str, text: &str) {
        let word = format!("{one} {other}");
        let at = 0..word.len();
        self.mistakes.push(Diagnostic::new(Code::Option, word, at, text));
    }

    pub(super) fn count(&mut self, option: &str, value: Option<&str>, expected: &str) -> Option<u64> {
        let value = value?;
        let count = parse_count(value);
        if count.is_none() {
            self.wrong(option, value, format!("expected {expected}"));
        }
        count
    }

    /// The seed: by the option, or else by a schema file.
    pub(super) fn seed(&mut self, said: Option<u64>) -> Option<u64> {
        let expected = "a number up to 18,446,744,073,709,551,615";
        self.count("--seed", self.args.seed.as_deref(), expected).or(said)
    }

    /// How and where to rows are written, as of `now`.
    pub(super) fn run_options(&mut self, now: i64) -> RunOptions {
        let threads = self.threads();
        let progress = self.progress();
        let output = self.args.output.clone().filter(|path| path.as_os_str() != "-");
        let compression = self.compression(output.as_deref());
        let durability = self.durability(output.as_deref());
        self.output_is_no_input(output.as_deref());
        RunOptions { now, show_seed: self.args.show_seed, threads, output, compression, durability, progress }
    }

    /// The table's name: by the option, or else by a schema file.
    pub(super) fn table<'t>(&mut self, said: Option<&'t str>) -> &'t str
    where
        'a: 't,
    {
        let table = self.args.table.as_deref().or(said).unwrap_or(self.face.table);
        if table.is_empty() {
            self.wrong("--table", "", "a table needs a name");
        }
        table
    }

    /// The locale of columns that name none: by the option, or else by a schema file.
    pub fn locale(&mut self, said: Option<&'static Locale>) -> &'static Locale {
        let Some(name) = self.args.locale.as_deref() else { return said.unwrap_or(locale::english()) };
        locale::find(name).unwrap_or_else(|| {
            self.wrong("--locale", name, unknown_locale(name));
            locale::english()
        })
    }

    fn format(&mut self, rows: &Rows) -> FormatOptions {
        let formats = self.face.formats;
        let by_name = self.format_by_name();
        let name = self.args.format.as_deref().or(by_name).unwrap_or(formats[0].name);
        let entry = formats.iter().find(|entry| entry.name == name);
        let mut options = FormatOptions::new(entry.copied().unwrap_or(formats[0]));
        if entry.is_none() {
            self.wrong("--format", name, (self.face.unknown_format)(name));
            return options;
        }
        if let Some(separator) = &self.args.separator {
            let result = options.separator(separator);
            self.format_choice("--separator", separator, result);
        }
        if self.args.header {
            let result = options.header();
            self.format_choice("--header", "", result);
        }
        let expected = "a number of rows such as 100 or 1k";
        if let Some(rows) = self.count("--batch", self.args.batch.as_deref(), expected) {
            let result = options.batch(rows);
            self.format_choice("--batch", self.args.batch.as_deref().unwrap_or_default(), result);
        }
        self.sql(&mut options, rows);
        options
    }

    pub(super) fn format_choice(&mut self, option: &str, value: &str, result: Result<(), FormatError>) {
        let Err(error) = result else { return };
        if value.is_empty() {
            self.mistakes.push(Diagnostic::new(Code::Option, option, 0..option.len(), error.to_string()));
        } else {
            self.wrong(option, value, error.to_string());
        }
    }

    pub(super) fn threads(&mut self) -> NonZeroUsize {
        let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let default = NonZeroUsize::new(MOST_THREADS as usize).map_or(cores, |most| cores.min(most));
        let Some(text) = self.args.threads.as_deref() else { return default };
        let threads = parse_count(text).filter(|&threads| threads <= MOST_THREADS);
        threads.and_then(|threads| NonZeroUsize::new(threads as usize)).unwrap_or_else(|| {
            self.wrong("--threads", text, format!("expected a number of threads from 1 to {MOST_THREADS}"));
            default
        })
    }

    pub(super) fn progress(&mut self) -> Progress {
        match self.args.progress.as_deref() {
            None | Some("auto") => Progress::Auto,
            Some("always") => Progress::Always,
            Some("never") => Progress::Never,
            Some(other) => {
                self.wrong("--progress", other, "expected auto, always or never");
                Progress::Never
            }
        }
    }
}

fn parse(table: &str, columns: &[String], context: &Context<'_>) -> Parsed {
    let (schema, mut mistakes) = Schema::parse(table, columns, context);
    if columns.is_empty() {
        let text = "a column is missing, such as `name` or `id=seq`; `gush rows -G` lists the generators";
        mistakes.push(Diagnostic::new(Code::Generator, "gush rows", 9..9, text));
    }
    (schema, mistakes)
}

fn unknown_format(name: &str) -> String {
    let names = || FORMATS.iter().map(|entry| entry.name);
    match nearest(name, names()) {
        Some(near) => format!("there is no such format; did you mean `{near}`?"),
        None => format!("there is no such format; there are {}", names().collect::<Vec<_>>().join(", ")),
    }
}
