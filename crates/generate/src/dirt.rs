//! The list of what is dirty in the rows of a job, row by row. It follows from the seed, as the rows do: so it is made without
//! them, by a job like any other.

use std::ffi::OsStr;
use std::ops::Range;
use std::path::Path;

use gusher::plan::{DirtyValue, Plan};
use gusher::text::Buffer;

use crate::compress::Compression;
use crate::error::JobErrors;
use crate::job::{Job, JobBuilder, Script};
use crate::source::{RowFailure, RowMaker, RowSource};

/// How many rows are looked at together.
const ROWS: u64 = gusher::types::BATCH_ROWS as u64;
/// About how many bytes the list has for a row of the table: few rows are dirty.
const MEAN_BYTES: usize = 4;

/// How the list of what is dirty is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DirtFormat {
    /// Comma-separated values with a header (RFC 4180). A value that is null is empty, and an empty text is in quotes.
    Csv,
    /// An object of JSON on each line.
    Ndjson,
}

impl DirtFormat {
    /// What the name of a file says: csv, ndjson or jsonl, compressed or not. None where it says something else.
    pub fn of_name(path: &Path) -> Option<DirtFormat> {
        let plain = match Compression::of_name(path) {
            Some(_) => path.with_extension(""),
            None => path.to_owned(),
        };
        match plain.extension().map(OsStr::to_ascii_lowercase) {
            None => Some(DirtFormat::Csv),
            Some(end) if end == "csv" || end == "log" || end == "txt" => Some(DirtFormat::Csv),
            Some(end) if end == "ndjson" || end == "jsonl" => Some(DirtFormat::Ndjson),
            Some(_) => None,
        }
    }
}

impl Job {
    /// Whether some of the values are dirty.
    pub fn is_dirty(&self) -> bool {
        self.tables().iter().any(|table| table.plan().is_some_and(Plan::is_dirty))
    }

    /// A job that writes what is dirty in the rows of this one's shard: the number of the row, the column, the kind of dirt and
    /// the clean value, in the order of the rows; of several tables one after the other, each line with the table's name.
    ///
    /// # Errors
    /// If nothing is dirty.
    pub fn dirt_log(&self, format: DirtFormat, compression: Option<Compression>) -> Result<Job, JobErrors> {
        let has_tables = self.tables().len() > 1;
        let mut job = JobBuilder::new(self.seed()).threads(self.threads()).compression(compression);
        for table in self.tables() {
            let Some(plan) = table.plan().filter(|plan| plan.is_dirty()) else { continue };
            let name = has_tables.then(|| table.name().to_owned());
            let log = DirtLog { plan: plan.clone(), table: name, format };
            job = job.table(table.name(), table.rows(self.shard()), log);
        }
        let header = match (format, has_tables) {
            (DirtFormat::Csv, false) => "row,column,kind,clean\n",
            (DirtFormat::Csv, true) => "table,row,column,kind,clean\n",
            (DirtFormat::Ndjson, _) => "",
        };
        job.script(Script { before: header.into(), after: Vec::new() }).build()
    }
}

/// What is dirty in the rows of a table.
#[derive(Debug)]
struct DirtLog {
    plan: Plan,
    /// The table's name, where each line has it.
    table: Option<String>,
    format: DirtFormat,
}

impl RowSource for DirtLog {
    fn maker(&self) -> Box<dyn RowMaker + '_> {
        Box::new(LogMaker(self))
    }

    fn mean_row_bytes(&self) -> usize {
        MEAN_BYTES
    }

    fn max_row_bytes(&self) -> usize {
        MEAN_BYTES
    }
}

struct LogMaker<'l>(&'l DirtLog);

impl RowMaker for LogMaker<'_> {
    fn make(&mut self, rows: Range<u64>, limit: usize, out: &mut Buffer) -> Result<u64, RowFailure> {
        let (mut at, full) = (rows.start, out.len().saturating_add(limit));
        while at < rows.end && out.len() < full {
            let next = rows.end.min(at + ROWS);
            for (column, value) in self.0.plan.dirty_values(at..next) {
                out.extend(self.0.line(column, &value).as_bytes());
            }
            at = next;
        }
        Ok(at)
    }
}

impl DirtLog {
    fn line(&self, column: &str, value: &DirtyValue) -> String {
        let DirtyValue { row, kind, clean, .. } = value;
        let kind = kind.name();
        match self.format {
            DirtFormat::Csv => {
                let table = self.table.as_ref().map(|name| format!("{},", cell(name))).unwrap_or_default();
                let clean = clean.as_deref().map(cell).unwrap_or_default();
                format!("{table}{row},{},{kind},{clean}\n", cell(column))
            }
            DirtFormat::Ndjson => {
                let text = |text: &str| serde_json::Value::from(text).to_string();
                let table =
                    self.table.as_ref().map(|name| format!("\"table\":{},", text(name))).unwrap_or_default();
                let clean = clean.as_deref().map_or_else(|| "null".into(), text);
                let column = text(column);
                format!(
                    "{{{table}\"row\":{row},\"column\":{column},\"kind\":\"{kind}\",\"clean\":{clean}}}\n"
                )
            }
        }
    }
}

/// A text as csv has it.
fn cell(text: &str) -> String {
    match text.is_empty() || text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}
