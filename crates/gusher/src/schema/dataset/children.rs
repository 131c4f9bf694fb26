//! Columns that read the rows which refer to their own row: `sum`, `count`, `min`, `max`, `avg`, `argmin` and `argmax`.

use super::TableRows;
use super::build::DatasetBuilder;
use super::links::Named;
use crate::links::MAX_INDEXED;
use crate::schema::draft::Related;
use crate::schema::relation::{Operation, Relation};
use gush_diagnostics::{Message, grouped};

impl DatasetBuilder<'_> {
    pub(super) fn aggregate(
        &mut self,
        table: usize,
        related: &Related,
        operation: Operation,
    ) -> Option<Relation> {
        let (children, column) = match self.table(&related.fields[0].text) {
            Some(children) if operation == Operation::Count => (children, None),
            _ => {
                let (children, column) = self.of_children(table, related)?;
                (children, Some(column))
            }
        };
        let link = self.link_to(table, children, related)?;
        Some(Relation::Aggregate { operation, table: children, link, column })
    }

    pub(super) fn extreme(&mut self, table: usize, related: &Related, is_max: bool) -> Option<Relation> {
        let (children, column) = self.of_children(table, related)?;
        let by = &related.fields[1];
        let found = match self.named(children, by, related.kind) {
            Ok(Named::Own { column }) => Ok(column),
            Ok(Named::Parent { table, column }) if table == children => Ok(column),
            Ok(Named::Parent { .. }) => {
                let name = &self.tables[children].file.name.text;
                Err((
                    by.at.clone(),
                    Message::from(format!("expected a column of `{name}`, whose rows are compared")),
                ))
            }
            Err(found) => Err(found),
        };
        let by = found.map_err(|(at, text)| self.diagnostics.push(related.diagnostic(&at, text))).ok()?;
        let link = self.link_to(table, children, related)?;
        Some(Relation::Extreme { is_max, table: children, link, column, by })
    }

    /// The column of other rows that is read, and their table.
    fn of_children(&mut self, table: usize, related: &Related) -> Option<(usize, usize)> {
        let field = &related.fields[0];
        let (at, text) = match self.named(table, field, related.kind) {
            Ok(Named::Parent { table, column }) => return Some((table, column)),
            Ok(Named::Own { .. }) => {
                let text =
                    "expected the column of a table whose rows refer to this one's, such as items.amount";
                (field.at.clone(), text.into())
            }
            Err(found) => found,
        };
        self.diagnostics.push(related.diagnostic(&at, text));
        None
    }

    /// The link by which the rows of a table refer to those of this one: that of the column's label; without one the link that
    /// counts the rows, or else the only one.
    pub(super) fn link_to(&mut self, table: usize, children: usize, related: &Related) -> Option<usize> {
        let own = &self.tables[table].file.name.text;
        let TableLinks { leading, is_counted } = self.leading(table, children);
        let name = &self.tables[children].file.name.text;
        let labels = || leading.iter().map(|&link| &self.tables[children].links[link].label[..]);
        let found = match (&related.of, &leading[..]) {
            (Some(label), _) => {
                let found = leading.iter().find(|&&link| self.tables[children].links[link].label == *label);
                let text = format!("no link of this label leads from `{name}` to `{own}`");
                found
                    .copied()
                    .ok_or_else(|| related.label_diagnostic(Message::unknown(text, label, labels())))
            }
            (None, _) if is_counted => Ok(0),
            (None, [only]) => Ok(*only),
            (None, []) => {
                let text = format!(
                    "the rows of `{name}` do not refer to those of `{own}`; give `{name}` rows = {{ per = \"{own}\", each = … }}, or a \
                     column such as \"ref:{own}.id\""
                );
                Err(related.diagnostic(&related.fields[0].at, text))
            }
            (None, [first, ..]) => {
                let first = &self.tables[children].links[*first].label;
                let all: Vec<String> = labels().map(|label| format!("`{label}`")).collect();
                let text = format!(
                    "several links lead from `{name}` to `{own}`: {}; say which one is meant, as with @of={first}",
                    all.join(", ")
                );
                Err(related.diagnostic(&related.fields[0].at, text))
            }
        };
        let link = found.map_err(|diagnostic| self.diagnostics.push(diagnostic)).ok()?;
        let rows = [children, table].map(|table| self.row_count(table).unwrap_or(0));
        if !(is_counted && link == 0) && rows.iter().any(|&rows| rows > MAX_INDEXED) {
            let text = format!(
                "the rows of `{name}` are not counted by those of `{own}`, so that they need an index, which has at most {} rows; give \
                 `{name}` rows = {{ per = \"{own}\", each = … }}",
                grouped(MAX_INDEXED)
            );
            self.diagnostics.push(related.diagnostic(&related.fields[0].at, text));
            return None;
        }
        Some(link)
    }

    /// The links that lead from one table to another.
    fn leading(&self, table: usize, children: usize) -> TableLinks {
        let child = &self.tables[children];
        let leads_here = |&link: &usize| child.links[link].parent == table;
        let leading: Vec<usize> = (0..child.links.len()).filter(leads_here).collect();
        let is_counted = matches!(child.rows, TableRows::Per(_)) && leading.first() == Some(&0);
        TableLinks { leading, is_counted }
    }
}

/// The links that lead from one table to another, and whether the first of all counts the rows.
struct TableLinks {
    leading: Vec<usize>,
    is_counted: bool,
}
