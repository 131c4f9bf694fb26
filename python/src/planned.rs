//! Tables that were asked for, checked and planned: from columns, or from the text of a schema file.

use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use gush_columnar::memory::{ColumnLayout, TextLayout};
use gush_generate::System;
use gush_generate::request::{self, Opt, PlannedDataset, Settings};
use gusher::plan::Plan;
use gusher::schema::{ColumnSource, DatasetSpec, Schema};
use gusher::types::{DataType, Field, StorageType};
use pyo3::prelude::*;

use crate::arguments::{program, program_of_tables, refused, request};
use crate::errors::error;
use crate::function::{Function, Language, Raised};

/// A table that can be made.
#[derive(Debug)]
pub struct PlannedTable {
    /// Where paths in the schema begin.
    folder: PathBuf,
    dataset: Arc<DatasetSpec>,
    index: usize,
    pub plan: Plan,
    pub settings: Settings,
    pub raised: Arc<Raised>,
    layouts: Mutex<HashMap<(usize, TextLayout), Arc<ColumnLayout>>>,
}

/// One table of several, and which of its rows.
pub type Part = (Arc<PlannedTable>, Range<u64>);

/// A column as Python has it: its name, if the spec does not have it, and what makes it.
pub type Column = (Option<String>, ColumnSpec);

/// What makes a column.
#[derive(Debug, FromPyObject)]
pub enum ColumnSpec {
    /// A generator with its constraint and modifiers, as the command has it.
    Text(String),
    /// A function, by its number among those of the table.
    Function(usize),
}

/// Whether a name can be written in a column spec as it is.
fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | ' '))
}

/// A column as the command has it.
fn source((name, word): &Column, functions: &[Arc<Function>]) -> ColumnSource {
    let expression = match word {
        ColumnSpec::Text(_) => None,
        ColumnSpec::Function(number) => {
            functions.get(*number).map(|function| format!("expr:{}", function.expression()))
        }
    };
    let word = match word {
        ColumnSpec::Text(text) => text,
        ColumnSpec::Function(_) => expression.as_deref().unwrap_or_default(),
    };
    match name {
        None => ColumnSource::new(word),
        Some(name) if is_plain(name) => ColumnSource::new(&format!("{name}={word}")),
        Some(name) => ColumnSource::with_name(name, word),
    }
}

/// A table of columns, as it is asked for.
#[derive(Debug)]
pub struct ColumnsRequest<'a> {
    pub name: &'a str,
    pub rows: Range<u64>,
    pub columns: &'a [Column],
    pub functions: Vec<Arc<Function>>,
    pub seed: Option<u64>,
    pub now: Option<&'a str>,
    pub locale: Option<&'a str>,
}

/// A table of columns.
///
/// # Errors
/// Everything that is wrong with them.
pub fn of_columns(wanted: ColumnsRequest<'_>) -> PyResult<PlannedTable> {
    let ColumnsRequest { name, rows, columns, functions, seed, now, locale } = wanted;
    if columns.is_empty() {
        return Err(error(format!("the table `{name}` has no columns; write columns={{\"id\": \"seq\"}}")));
    }
    let raised = Arc::new(Raised::default());
    let sources: Vec<ColumnSource> = columns.iter().map(|column| source(column, &functions)).collect();
    let language = Language { functions, raised: Arc::clone(&raised) };
    let program = program(&language, |table, context| Schema::build(table, sources.iter().cloned(), context));
    let request = request([
        (Opt::Table, Some(name.to_owned())),
        (Opt::Seed, seed.map(|seed| seed.to_string())),
        (Opt::Now, now.map(str::to_owned)),
        (Opt::Locale, locale.map(str::to_owned)),
    ]);
    let planned = request::plan_columns(&request, &program, &System, rows);
    raised.take().map_or(Ok(()), Err)?;
    let planned = planned.map_err(|reason| refused(&format!("the columns of `{name}`"), reason))?;
    let table = tables(planned, Path::new(""), &raised).pop();
    table.ok_or_else(|| error("there is no table"))
}

/// A schema file and what is asked of it.
#[derive(Debug)]
pub struct FileRequest<'a> {
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
/// Everything that is wrong with it.
pub fn of_file(asked: &FileRequest<'_>) -> PyResult<Vec<PlannedTable>> {
    let FileRequest { path, text, folder, seed, now, locale, scale } = *asked;
    let request = request([
        (Opt::Seed, seed.map(|seed| seed.to_string())),
        (Opt::Now, now.map(str::to_owned)),
        (Opt::Locale, locale.map(str::to_owned)),
        (Opt::Scale, scale.map(|scale| scale.to_string())),
    ]);
    let planned = request::plan_file(&request, &program_of_tables(), &System, (path, text), folder);
    let planned = planned.map_err(|reason| refused(path, reason))?;
    Ok(tables(planned, folder, &Arc::default()))
}

/// The tables of a dataset.
fn tables(planned: PlannedDataset, folder: &Path, raised: &Arc<Raised>) -> Vec<PlannedTable> {
    let PlannedDataset { dataset, plans, settings } = planned;
    let dataset = Arc::new(dataset);
    let made = |(index, plan)| PlannedTable {
        folder: folder.into(),
        dataset: Arc::clone(&dataset),
        index,
        plan,
        settings,
        raised: Arc::clone(raised),
        layouts: Mutex::default(),
    };
    plans.into_iter().enumerate().map(made).collect()
}

impl PlannedTable {
    /// The same with the values as texts that Parquet and Arrow have types for which not all of their readers know: UUIDs, spans,
    /// and times of day if `times` are meant, too.
    pub fn with_texts(&self, times: bool) -> PlannedTable {
        let is_meant = |field: &Field| match field.data_type {
            DataType::Uuid | DataType::Interval { .. } => true,
            DataType::Time { .. } => times,
            _ => field.storage() == StorageType::Interval,
        };
        PlannedTable {
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
    pub fn dataset(&self) -> &DatasetSpec {
        &self.dataset
    }

    /// Its index among them.
    pub fn index(&self) -> usize {
        self.index
    }

    /// The rows from the first to the last.
    pub fn whole(&self) -> Range<u64> {
        self.dataset.tables[self.index].row_range()
    }

    /// What each column is.
    pub fn fields(&self) -> Vec<&Field> {
        self.plan.fields().collect()
    }

    /// How a column is held in memory. It is made once.
    pub fn layout(&self, column: usize, texts: TextLayout) -> Arc<ColumnLayout> {
        let mut known = self.layouts.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || ColumnLayout::new(self.plan.columns()[column].field(), texts);
        Arc::clone(known.entry((column, texts)).or_insert_with(|| Arc::new(new())))
    }
}
