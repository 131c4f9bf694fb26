//! Tables that were asked for, checked and planned: from words, or from the text of a schema file.

use std::collections::HashMap;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use gush_columnar::memory::{ColumnLayout, TextLayout};
use gush_diagnostics::{Diagnostic, SourceText};
use gusher::generators::{Context, parse_now};
use gusher::locale::{self, Locale};
use gusher::plan::{Plan, Planner};
use gusher::schema::file::{self, Rows};
use gusher::schema::{ColumnSource, Dataset, Schema, Sizes, Table, TableRows, unknown_locale};
use gusher::types::{DataType, Field};
use pyo3::prelude::*;

use crate::errors::{error, mistakes};
use crate::function::{Function, Language, Raised};

/// The present where a seed is given and nothing else is said, 2026-01-01T00:00:00Z, as the command has it.
const WITH_SEED: i64 = 1_767_225_600;
/// A file of words larger than this is a mistake.
const MOST_WORDS: u64 = 1 << 30;

/// What values follow from besides the columns.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    pub seed: u64,
    /// In seconds since 1970-01-01T00:00:00Z.
    pub now: i64,
    pub locale: &'static Locale,
}

/// A table that can be made.
#[derive(Debug)]
pub struct Made {
    /// Where paths in the schema begin.
    folder: PathBuf,
    dataset: Arc<Dataset>,
    index: usize,
    pub plan: Plan,
    pub settings: Settings,
    pub raised: Arc<Raised>,
    layouts: Mutex<HashMap<(usize, TextLayout), Arc<ColumnLayout>>>,
}

/// One table of several, and which of its rows.
pub type Part = (Arc<Made>, Range<u64>);

impl Settings {
    /// What is asked for, or else what a file says, or else a seed by chance, and the present of a seed or of the clock.
    fn new(
        seed: [Option<u64>; 2],
        now: Option<&str>,
        said: Option<i64>,
        locale: Option<&str>,
        said_locale: Option<&'static Locale>,
    ) -> PyResult<Settings> {
        let given = seed[0].or(seed[1]);
        let chance =
            || getrandom::u64().map_err(|reason| error(format!("there is no random seed: {reason}")));
        let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64);
        let now = match (now, said) {
            (Some("now"), _) => clock(),
            (Some(text), _) => parse_now(text).map_err(|reason| error(format!("now={text:?}: {reason}")))?,
            (None, Some(said)) => said,
            (None, None) if given.is_some() => WITH_SEED,
            (None, None) => clock(),
        };
        let locale = match locale {
            None => said_locale.unwrap_or(locale::english()),
            Some(name) => locale::find(name)
                .ok_or_else(|| error(format!("locale={name:?}: {}", unknown_locale(name))))?,
        };
        Ok(Settings { seed: given.map_or_else(chance, Ok)?, now, locale })
    }
}

/// Reads a file that a column names.
fn words(folder: &Path, path: &str) -> io::Result<Vec<u8>> {
    let path = folder.join(path);
    if std::fs::metadata(&path)?.len() > MOST_WORDS {
        return Err(io::Error::other("it is larger than 1 GiB"));
    }
    std::fs::read(path)
}

/// A column as Python has it: its name, if it is not in the word, and the word.
pub type Word = (Option<String>, String);

/// Whether a name can stand in a word as it is.
fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | ' '))
}

/// A column in the words of the command.
fn source((name, word): &Word) -> ColumnSource {
    match name {
        None => ColumnSource::word(word),
        Some(name) if is_plain(name) => ColumnSource::word(&format!("{name}={word}")),
        Some(name) => ColumnSource::with_name(name, word),
    }
}

/// What a table of words is asked for by.
#[derive(Debug)]
pub struct Wanted<'a> {
    pub name: &'a str,
    pub rows: Range<u64>,
    pub columns: &'a [Word],
    pub functions: Vec<Arc<Function>>,
    pub seed: Option<u64>,
    pub now: Option<&'a str>,
    pub locale: Option<&'a str>,
}

/// A table of words.
///
/// # Errors
/// All mistakes in them.
pub fn of_words(wanted: Wanted<'_>) -> PyResult<Made> {
    let Wanted { name, rows, columns, functions, seed, now, locale } = wanted;
    let settings = Settings::new([seed, None], now, None, locale, None)?;
    if name.is_empty() || name.contains('\0') {
        return Err(error("a table needs a name"));
    }
    if columns.is_empty() {
        return Err(error(format!("the table `{name}` has no columns; write columns={{\"id\": \"seq\"}}")));
    }
    let raised = Arc::new(Raised::default());
    let language = Language { functions, raised: Arc::clone(&raised) };
    let context = Context {
        locale: settings.locale,
        now: settings.now,
        read: &|path| words(Path::new(""), path),
        expressions: Some(&language),
    };
    let (schema, found) = Schema::build(name, columns.iter().map(source), &context);
    raised.take().map_or(Ok(()), Err)?;
    let place = format!("the columns of `{name}`");
    let dataset = Dataset { tables: vec![table(schema, rows)] };
    planned(dataset, settings, Path::new(""), (&place, &found), &raised)?
        .pop()
        .ok_or_else(|| error("there is no table"))
}

fn table(schema: Schema, rows: Range<u64>) -> Table {
    Table {
        schema,
        rows: TableRows::Given(Some(Rows::Range(rows.clone()))),
        made: Rows::Range(rows),
        is_fixed: false,
        key: None,
        unique: Vec::new(),
        links: Vec::new(),
    }
}

/// A schema file and what is asked of it.
#[derive(Debug)]
pub struct Asked<'a> {
    /// What messages call it.
    pub path: &'a str,
    pub text: &'a str,
    /// Where paths in it begin.
    pub folder: &'a Path,
    pub seed: Option<u64>,
    pub now: Option<&'a str>,
    pub locale: Option<&'a str>,
    pub scale: Option<f64>,
}

/// The tables of a schema file, in its order.
///
/// # Errors
/// All mistakes in it.
pub fn of_file(asked: &Asked<'_>) -> PyResult<Vec<Made>> {
    let Asked { path, text, folder, seed, now, locale, scale } = *asked;
    if let Some(scale) = scale.filter(|scale| !(scale.is_finite() && *scale > 0.0)) {
        return Err(error(format!("scale={scale}: expected a number above 0, such as 0.1 or 10")));
    }
    let (file, mut found) = file::parse(path, text);
    let settings = Settings::new([seed, file.seed], now, file.now, locale, file.locale)?;
    let context = Context {
        locale: settings.locale,
        now: settings.now,
        read: &|path| words(folder, path),
        expressions: Some(&gush_generate::Sql),
    };
    let source = file.text.unwrap_or_else(|| Arc::new(SourceText::new(path, "")));
    let (dataset, more) = Dataset::build(&source, file.tables, &context, &Sizes { scale, rows: None });
    found.extend(more);
    found.sort_by(|one, other| one.place.cmp(&other.place));
    planned(dataset, settings, folder, (path, &found), &Arc::default())
}

/// The tables of a dataset with their plans, if nothing is wrong.
fn planned(
    dataset: Dataset,
    settings: Settings,
    folder: &Path,
    (place, found): (&str, &[Diagnostic]),
    raised: &Arc<Raised>,
) -> PyResult<Vec<Made>> {
    if !found.is_empty() {
        return Err(mistakes(place, found));
    }
    let mut planner = Planner::new(&dataset, settings.seed);
    let (mut plans, mut wrong) = (Vec::new(), Vec::new());
    for index in 0..dataset.tables.len() {
        match planner.plan(index) {
            Ok(plan) => plans.push(plan),
            Err(found) => wrong.extend(found),
        }
    }
    if !wrong.is_empty() {
        return Err(mistakes(place, &wrong));
    }
    let dataset = Arc::new(dataset);
    let made = |(index, plan)| Made {
        folder: folder.into(),
        dataset: Arc::clone(&dataset),
        index,
        plan,
        settings,
        raised: Arc::clone(raised),
        layouts: Mutex::default(),
    };
    Ok(plans.into_iter().enumerate().map(made).collect())
}

impl Made {
    /// The same with the values as texts that Parquet and Arrow have types for which not all of their readers know: UUIDs,
    /// and times of day if `times` are meant, too.
    pub fn with_texts(&self, times: bool) -> Made {
        let is_meant = |data_type: &DataType| match data_type {
            DataType::Uuid => true,
            DataType::Time { .. } => times,
            _ => false,
        };
        Made {
            folder: self.folder.clone(),
            dataset: Arc::clone(&self.dataset),
            index: self.index,
            plan: self.plan.clone().with_texts_for(is_meant),
            settings: self.settings,
            raised: Arc::clone(&self.raised),
            layouts: Mutex::default(),
        }
    }

    /// What was asked for.
    pub fn schema(&self) -> &Schema {
        &self.dataset.tables[self.index].schema
    }

    /// Where paths in the schema begin.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// All tables, of which this is one.
    pub fn dataset(&self) -> &Dataset {
        &self.dataset
    }

    /// Its place among them.
    pub fn index(&self) -> usize {
        self.index
    }

    /// The rows from the first to the last.
    pub fn whole(&self) -> Range<u64> {
        self.dataset.tables[self.index].whole()
    }

    /// What each column is.
    pub fn fields(&self) -> Vec<&Field> {
        self.plan.fields().collect()
    }

    /// How a column is held in memory. It is made once.
    pub fn layout(&self, column: usize, texts: TextLayout) -> Arc<ColumnLayout> {
        let mut known = self.layouts.lock().unwrap_or_else(PoisonError::into_inner);
        let whole = self.whole();
        let new = || ColumnLayout::new(self.plan.columns()[column].field(), texts, whole.end - whole.start);
        Arc::clone(known.entry((column, texts)).or_insert_with(|| Arc::new(new())))
    }
}
