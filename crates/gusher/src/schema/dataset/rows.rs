//! How many rows each table has: given, or counted by another table's.

use std::ops::Range;
use std::sync::Arc;

use super::build::DatasetBuilder;
use super::when::words;
use super::{DEFAULT_ROWS, Sizes, TableRows, row_range};
use crate::links::{ClassDegrees, Degrees};
use crate::schema::STREAM_ROWS;
use crate::schema::draft::Draft;
use crate::schema::file::{FileEach, FileRows, FileTable, RowExtent, SpannedText};
use crate::types::Field;
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

    /// How many rows each table has, where the file or these sizes say it and all rows from the first on are meant. Of those that follow
    /// from values, `known` has the numbers that were found; others have none yet.
    pub(super) fn counts(&self, tables: &[FileTable], known: &[Option<u64>]) -> Vec<Option<u64>> {
        let asked = self.rows.as_ref().filter(|_| tables.len() == 1);
        let count = |table: &FileTable| {
            // A part is one of the rows that the file gives.
            let is_given = table.rows.is_some() || !self.is_part;
            let asked = asked.filter(|_| !self.is_part);
            let counted = self.count(table, asked, (tables, known), tables.len()).filter(|_| is_given)?;
            (counted.start == 0).then_some(counted.end)
        };
        tables.iter().map(count).collect()
    }

    /// The rows of a table, or those that are asked for; `depth` is how many tables are counted by others on the way at most.
    fn count(
        &self,
        table: &FileTable,
        asked: Option<&RowExtent>,
        (tables, known): (&[FileTable], &[Option<u64>]),
        depth: usize,
    ) -> Option<Range<u64>> {
        let given = match &table.rows {
            None => &RowExtent::Range(0..DEFAULT_ROWS),
            Some(FileRows::Given(rows)) => rows,
            Some(FileRows::Per { per, each: FileEach::All(each), .. }) => {
                let parent = tables.iter().find(|table| table.name.text == per.text)?;
                let parents = self.count(parent, None, (tables, known), depth.checked_sub(1)?)?.end;
                return Some(0..each.children(parents).filter(|&children| children <= STREAM_ROWS)?);
            }
            Some(FileRows::Per { each: FileEach::By { .. }, .. }) => {
                let index = tables.iter().position(|of| of.name.text == table.name.text)?;
                return Some(0..known.get(index).copied().flatten().unwrap_or(0));
            }
            // What is wrong was reported, and its columns are not wrong because of that.
            Some(FileRows::Per { each: FileEach::Broken, .. }) => return Some(0..0),
        };
        let RowExtent::Range(rows) = asked.unwrap_or(given) else { return None };
        let factor = self.scale.filter(|_| asked.is_none() && !table.fixed);
        Some(rows.start..factor.map_or(rows.end, |factor| scaled(rows.end, factor)))
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
        if self.tables[table].uncountable || self.tables[table].is_pending {
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
        self.tables[table].uncountable = planned_rows.is_none() && !self.tables[table].is_pending;
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
        let parents = self.rows_of(parent, asking);
        let each = match (each, self.counted.classes.get(&table)) {
            (FileEach::Broken, _) => return None,
            (FileEach::All(each), _) => each,
            (FileEach::By { .. }, Some(counted)) => Degrees::Classes(Arc::clone(counted)),
            (FileEach::By { by, given }, None) => self.classes(parent, &by, given)?,
        };
        self.tables[table].rows = TableRows::Per(each.clone());
        let is_unknown =
            matches!(&each, Degrees::Classes(classes) if classes.is_drawn() && classes.index().is_none());
        if is_unknown || self.tables[parent].is_pending {
            self.tables[table].is_pending = true;
            return None;
        }
        let parents = parents?;
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
            Draft::Column(column) => column.dealt_words(),
            Draft::Related(_) | Draft::Computed(_) => None,
        };
        let Some(words) = words else {
            let given = given.into_iter().map(|(word, degrees)| (word.map(|word| word.text), degrees));
            return Some(Degrees::Classes(Arc::new(ClassDegrees::drawn(&by.text, given.collect()))));
        };
        let words: Vec<&str> = words.iter().map(|word| &word[..]).collect();
        if self.refuse_words(by, &given, &words) {
            return None;
        }
        let given = given.into_iter().map(|(word, degrees)| (word.map(|word| word.text), degrees)).collect();
        match ClassDegrees::dealt(&by.text, given, words) {
            Ok(classes) => Some(Degrees::Classes(Arc::new(classes))),
            Err(word) => {
                self.wrong(by.at.clone(), missing(word));
                None
            }
        }
    }

    /// Reports each word that a column does not have, and whether there is one.
    fn refuse_words(
        &mut self,
        by: &SpannedText,
        given: &[(Option<SpannedText>, Degrees)],
        words: &[&str],
    ) -> bool {
        let unknown = given.iter().filter_map(|(word, _)| word.as_ref());
        let unknown: Vec<&SpannedText> = unknown.filter(|word| !words.contains(&&word.text[..])).collect();
        for word in &unknown {
            let mut known = words.to_vec();
            known.dedup();
            let text = format!("`{}` has no such word", by.text);
            self.wrong(word.at.clone(), Message::unknown(text, &word.text, known));
        }
        !unknown.is_empty()
    }

    /// Checks that there is a number of rows for each value of the columns that rows are counted by.
    pub(super) fn check_classes(&mut self) {
        for table in 0..self.tables.len() {
            let own = &self.tables[table];
            let Some(FileRows::Per { each: FileEach::By { by, given }, .. }) = &own.file.rows else {
                continue;
            };
            let (by, given) = (by.clone(), given.clone());
            let (TableRows::Per(Degrees::Classes(classes)), Some(link)) = (&own.rows, own.links.first())
            else {
                continue;
            };
            let (is_drawn, parent) = (classes.is_drawn(), link.parent);
            let Some(column) = self.column(parent, &by.text).filter(|_| is_drawn) else { continue };
            // Another one is broken, which was reported.
            if let Draft::Column(column) = &self.tables[parent].columns[column] {
                self.check_values(&by, &given, &column.field());
            }
        }
    }

    /// The same for drawn values of this field.
    fn check_values(&mut self, by: &SpannedText, given: &[(Option<SpannedText>, Degrees)], field: &Field) {
        if field.data_type.is_nested() {
            return self.wrong(
                by.at.clone(),
                "rows are counted by words, numbers or other values, not by lists or structs",
            );
        }
        let has_else = given.iter().any(|(word, _)| word.is_none());
        let known = words(field);
        let known: Option<Vec<&str>> =
            known.as_ref().map(|known| known.iter().map(|word| &word[..]).collect());
        if known.as_ref().is_some_and(|known| self.refuse_words(by, given, known)) || has_else {
            return;
        }
        let is_given = |word: &&str| given.iter().flat_map(|(word, _)| word).any(|given| given.text == *word);
        let text = match known.as_ref().map(|known| known.iter().find(|word| !is_given(word))) {
            None => "`else` is missing, which is for all other values".to_owned(),
            Some(Some(word)) => missing(word),
            Some(None) if field.nullable => {
                "how many rows a null has is missing; `else` is for that".to_owned()
            }
            Some(None) => return,
        };
        self.wrong(by.at.clone(), text);
    }
}

/// The message for a word without a number of rows.
fn missing(word: &str) -> String {
    format!("how many rows `{word}` has is missing; `else` is for all other words")
}

/// The message for more rows than there can be.
const MOST: &str = "rows are counted up to 9,007,199,254,740,992";
