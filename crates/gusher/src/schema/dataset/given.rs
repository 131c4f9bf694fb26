//! Links whose parent's row a column says (`row`).

use std::ops::Range;

use super::build::DatasetBuilder;
use super::count::Reads;
use super::{Choice, DatasetSpec};
use crate::links::MAX_GIVEN;
use crate::schema::file::SpannedText;
use crate::types::{DataType, Field};
use gush_diagnostics::{Code, Diagnostic, Message, SourceText, counted, grouped};

/// What a file may say of a link, and where it does.
pub(super) type Asked = (&'static str, Option<Range<usize>>);

/// What goes together with `row`.
const BESIDES: [&str; 3] = ["distinct", "null", "when"];

impl DatasetBuilder<'_> {
    /// Applies `row`, the name of the column that has the index of the parent's row.
    pub(super) fn choose_given(&mut self, table: usize, link: usize, row: &SpannedText, asked: &[Asked]) {
        if self.tables[table].links[link].choice == Choice::Earlier {
            let text = "in a table that refers to itself each row leads to one before it; leave `row` out";
            return self.wrong(row.at.clone(), text);
        }
        let other = asked.iter().find(|(name, at)| at.is_some() && !BESIDES.contains(name));
        if let Some((name, Some(at))) = other {
            let text = format!("`row` says which row it is, so that nothing is chosen; leave `{name}` out");
            return self.wrong(at.clone(), text);
        }
        let Some(column) = self.column(table, &row.text) else {
            return self.wrong(row.at.clone(), self.no_column(table, &row.text));
        };
        let is_distinct = asked.iter().any(|(name, at)| *name == "distinct" && at.is_some());
        let own = &mut self.tables[table].links[link];
        (own.choice, own.at) = (Choice::Given { column, is_distinct }, row.at.clone());
    }

    /// Reports links whose column may say no row of the other table.
    pub(super) fn check_rows_given(&mut self) {
        for table in 0..self.tables.len() {
            for link in 0..self.tables[table].links.len() {
                let Choice::Given { column, .. } = self.tables[table].links[link].choice else { continue };
                // Where a column is broken, or rows are not counted yet, that is enough.
                let Some(field) = self.field_in_rows((table, column)) else { continue };
                if let Some(message) = self.given_message(table, link, &field) {
                    self.wrong(self.tables[table].links[link].at.clone(), message);
                }
            }
        }
    }

    /// What is wrong with the column that says the rows of a link.
    fn given_message(&self, table: usize, link: usize, field: &Field) -> Option<Message> {
        let parent = self.tables[table].links[link].parent;
        let (rows, parents) = (self.row_count(table)?, self.row_count(parent)?);
        let text = match field.data_type {
            DataType::Int64 { .. } if field.nullable => {
                "the column may be null; say `null` or `when` of the link, and let the column have a number in each row"
            }
            DataType::Int64 { min, max } if field.display.affixes.is_none() => {
                let is_within = min >= 0 && u64::try_from(max).is_ok_and(|max| max < parents);
                let (name, parent) = (&field.name, &self.tables[parent].file.name.text);
                return (rows > 0 && !is_within).then(|| outside(name, [min, max], parent, parents));
            }
            _ => "expected a column of whole numbers, as the rows of a table are counted from 0",
        };
        Some(text.into())
    }
}

/// The message for a column that may have the index of a row that is not there.
fn outside(name: &str, bounds: [i64; 2], parent: &str, parents: u64) -> Message {
    let rows = match parents {
        0 | 1 => "row 0".to_owned(),
        _ => format!("rows 0 to {}", grouped(parents - 1)),
    };
    let [min, max] = bounds.map(|end| match u64::try_from(end) {
        Ok(end) => grouped(end),
        Err(_) => format!("-{}", grouped(end.unsigned_abs())),
    });
    let advice = format!("limit it, as in `{name} % rows` with rows = \"rows:{parent}\"");
    format!("`{name}` is {min} to {max}, and `{parent}` has {rows}; {advice}").into()
}

impl DatasetSpec {
    /// A diagnostic for each link whose column follows from the link.
    pub(super) fn check_given(&self, text: &SourceText) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        for (table, of) in self.tables.iter().enumerate() {
            for (index, link) in of.links.iter().enumerate() {
                let Choice::Given { column, .. } = link.choice else { continue };
                if Reads::of(self, table, column).links.contains(&(table, index)) {
                    let (name, label) = (of.schema.columns[column].name(), &link.label);
                    let message = format!(
                        "`{name}` follows from the row that it leads to: it reads along the link `{label}`"
                    );
                    diagnostics.push(text.diagnostic(Code::Schema, link.at.clone(), message));
                }
            }
        }
        diagnostics
    }
}

/// The message where the rows of one parent are too many to lead to different ones.
pub(super) fn too_many(most: u64, candidates: u64, parent: &str) -> Option<String> {
    if most > candidates {
        let most = counted(most, "row");
        return Some(format!(
            "up to {most} lead to different rows of `{parent}`, which has {}",
            grouped(candidates)
        ));
    }
    (most > MAX_GIVEN).then(|| {
        format!(
            "at most {} rows can lead to different ones; here are up to {}",
            grouped(MAX_GIVEN),
            grouped(most)
        )
    })
}
