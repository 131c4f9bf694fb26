//! How many rows each table has: given, or counted by another table's.

use std::sync::Arc;

use super::build::DatasetBuilder;
use super::{DEFAULT_ROWS, Sizes, TableRows, row_range};
use crate::links::{ClassDegrees, Degrees};
use crate::schema::draft::Draft;
use crate::schema::file::{FileEach, FileRows, FileTable, RowExtent, SpannedText};
use crate::schema::{Column, STREAM_ROWS};
use crate::types::{DataType, TextPart, Utf8};
use gush_diagnostics::{Message, grouped};

impl Sizes {
    /// Replaces the numbers of rows that are given in the file, where these sizes have one for each table.
    pub(super) fn replace(&self, tables: &mut [FileTable]) {
        let Some(each) = self.each else { return };
        let given =
            |table: &&mut FileTable| !table.fixed && !matches!(table.rows, Some(FileRows::Per { .. }));
        for table in tables.iter_mut().filter(given) {
            table.rows = Some(FileRows::Given(RowExtent::Range(0..each)));
        }
    }

    /// How many rows a table has, where the file or these sizes say it and all rows from the first on are meant: those that follow
    /// from another table's are counted later.
    pub(super) fn count(&self, table: &FileTable, is_only: bool) -> Option<u64> {
        let given = match &table.rows {
            None => RowExtent::Range(0..DEFAULT_ROWS),
            Some(FileRows::Given(rows)) => rows.clone(),
            Some(FileRows::Per { .. }) => return None,
        };
        let (rows, is_asked) = match &self.rows {
            Some(rows) if is_only => (rows.clone(), true),
            _ => (given, false),
        };
        let RowExtent::Range(rows) = rows else { return None };
        let factor = self.scale.filter(|_| !is_asked && !table.fixed);
        let count = factor.map_or(rows.end, |factor| scaled(rows.end, factor));
        (rows.start == 0 && !(is_asked && self.is_part)).then_some(count)
    }
}

/// A number of rows by a scale: at least one where there is one.
fn scaled(rows: u64, scale: f64) -> u64 {
    nearest(rows, scale).max(u64::from(rows > 0))
}

fn nearest(row: u64, scale: f64) -> u64 {
    (row as f64 * scale + 0.5) as u64
}

impl DatasetBuilder<'_> {
    /// Counts the rows of all tables.
    pub(super) fn count_rows(&mut self) {
        for table in 0..self.tables.len() {
            self.rows_of(table, &mut Vec::new());
        }
    }

    /// How many rows a table has, once those that it is counted by are known; `asking` are the tables that wait for it.
    fn rows_of(&mut self, table: usize, asking: &mut Vec<usize>) -> Option<u64> {
        if let Some(planned_rows) = &self.tables[table].planned_rows {
            return Some(row_range(planned_rows).end);
        }
        if self.tables[table].uncountable {
            return None;
        }
        let planned_rows = match self.tables[table].rows.clone() {
            TableRows::Given(given) => self.given(table, given),
            TableRows::Per(_) => {
                asking.push(table);
                let counted = self.per(table, asking);
                asking.pop();
                counted.map(|rows| RowExtent::Range(0..rows))
            }
        };
        let count = planned_rows.as_ref().map(|planned_rows| row_range(planned_rows).end);
        // A problem is reported once, not again for each table that is counted by this one.
        self.tables[table].uncountable = planned_rows.is_none();
        self.tables[table].planned_rows = planned_rows;
        count
    }

    fn given(&mut self, table: usize, given: Option<RowExtent>) -> Option<RowExtent> {
        let is_only = self.tables.len() == 1;
        if let (true, Some(rows)) = (is_only, &self.sizes.rows) {
            return Some(rows.clone());
        }
        let rows = given.unwrap_or(RowExtent::Range(0..DEFAULT_ROWS));
        if !is_only && rows == RowExtent::Stream {
            let at = self.tables[table].file.name.at.clone();
            self.wrong(at, "a table that has no end must be the only one of its file");
            return None;
        }
        match (self.sizes.scale, rows) {
            (Some(scale), RowExtent::Range(rows)) if !self.tables[table].file.fixed => {
                let end = scaled(rows.end, scale);
                if end > STREAM_ROWS {
                    let at = self.tables[table].file.name.at.clone();
                    self.wrong(at, format!("with this scale there are too many rows; {MOST}"));
                    return None;
                }
                Some(RowExtent::Range(nearest(rows.start, scale).min(end)..end))
            }
            (_, rows) => Some(rows),
        }
    }

    fn per(&mut self, table: usize, asking: &mut Vec<usize>) -> Option<u64> {
        let Some(FileRows::Per { per, each, at }) = &self.tables[table].file.rows else { return None };
        let (per, each, each_at) = (per.clone(), each.clone(), at.clone());
        let Some(parent) = self.table(&per.text) else {
            self.wrong(per.at.clone(), self.no_table(&per.text));
            return None;
        };
        if let Some(first) = asking.iter().position(|&other| other == parent) {
            let name = |table: &usize| self.tables[*table].file.name.text.clone();
            let way: Vec<String> = asking[first..].iter().chain([&parent]).map(name).collect();
            let text = format!("the rows of a table cannot be counted by themselves: {}", way.join(" → "));
            self.wrong(per.at.clone(), text);
            return None;
        }
        let parents = self.rows_of(parent, asking)?;
        let each = match each {
            FileEach::All(each) => each,
            FileEach::By { by, given } => self.classes(parent, &by, given)?,
        };
        self.tables[table].rows = TableRows::Per(each.clone());
        let children = each.children(parents).filter(|&children| children <= STREAM_ROWS);
        if children.is_none() {
            let parents = grouped(parents);
            self.wrong(
                each_at,
                format!("with this number for each of {parents} rows there are too many; {MOST}"),
            );
        }
        children
    }
}

impl DatasetBuilder<'_> {
    /// How many rows there are for each word of a column of the parents, which are reported where they are not known.
    fn classes(
        &mut self,
        parent: usize,
        by: &SpannedText,
        given: Vec<(Option<SpannedText>, Degrees)>,
    ) -> Option<Degrees> {
        let Some(column) = self.column(parent, &by.text) else {
            self.wrong(by.at.clone(), self.no_column(parent, &by.text));
            return None;
        };
        let words = match &self.tables[parent].columns[column] {
            // It was reported.
            Draft::Broken(_) => return None,
            Draft::Column(column) => dealt_words(column),
            Draft::Related(_) | Draft::Computed(_) => None,
        };
        let Some(words) = words else {
            let text = "rows are counted before any is made, so this must be a column whose words are dealt out in exact shares and never \
                        null, such as enum:gold,free*9@exact";
            self.wrong(by.at.clone(), text);
            return None;
        };
        let words: Vec<&str> = words.iter().map(|word| &word[..]).collect();
        let unknown = given.iter().filter_map(|(word, _)| word.as_ref());
        let unknown: Vec<&SpannedText> = unknown.filter(|word| !words.contains(&&word.text[..])).collect();
        for word in &unknown {
            let mut known = words.clone();
            known.dedup();
            let text = format!("`{}` has no such word", by.text);
            self.wrong(word.at.clone(), Message::unknown(text, &word.text, known));
        }
        if !unknown.is_empty() {
            return None;
        }
        let given = given.into_iter().map(|(word, degrees)| (word.map(|word| word.text), degrees)).collect();
        match ClassDegrees::new(&by.text, given, words) {
            Ok(classes) => Some(Degrees::Classes(Arc::new(classes))),
            Err(word) => {
                let text = format!("how many rows `{word}` has is missing; `else` is for all other words");
                self.wrong(by.at.clone(), text);
                None
            }
        }
    }
}

/// The word of each equal share of the rows, where a column deals words out.
fn dealt_words(column: &Column) -> Option<Vec<String>> {
    if column.null.is_some() || column.keyed.is_set() || !column.generate.properties().is_dealt {
        return None;
    }
    let DataType::Utf8(Utf8::Composed(parts)) = column.generate.field().data_type else { return None };
    let [TextPart { dictionary, .. }] = &parts[..] else { return None };
    let word = |index: usize| dictionary.get(index).to_owned();
    Some(match dictionary.shares() {
        Some(shares) => shares.iter().map(|&index| word(index as usize)).collect(),
        None => (0..dictionary.len()).map(word).collect(),
    })
}

/// The message for more rows than there can be.
const MOST: &str = "rows are counted up to 9,007,199,254,740,992";
