//! Lists of the rows that refer to a row: which of their columns they show, and how large they may become.

use std::collections::HashSet;

use super::build::DatasetBuilder;
use super::{Choice, TableRows};
use crate::generators::{MAX_CHILDREN, check_children};
use crate::schema::draft::{Draft, Related};
use crate::schema::relation::{Reading, Relation};
use crate::types::Field;
use gush_diagnostics::{Diagnostic, Message};

impl DatasetBuilder<'_> {
    /// The rows of which table a column lists, by which link, and which of their columns.
    pub(super) fn list(&mut self, table: usize, own: usize, related: &Related) -> Option<Relation> {
        let name = &related.fields[0];
        let Some(children) = self.table(&name.text) else {
            self.diagnostics.push(related.diagnostic(&name.at, self.no_table(&name.text)));
            return None;
        };
        let link = self.link_to(table, children, related)?;
        let columns = match &related.fields[1..] {
            [] => self.shown(children, link, (table, own)),
            _ => self.chosen(children, related)?,
        };
        let names: Vec<&str> =
            columns.iter().filter_map(|&column| self.tables[children].columns[column].name()).collect();
        let mut seen = HashSet::new();
        let twice = names.iter().find(|name| !seen.insert(**name));
        let text = match (&names[..], twice) {
            ([], _) => {
                format!("no column of `{}` is left to list; name some after the table", name.text)
            }
            (_, Some(twice)) => {
                format!(
                    "two columns of `{}` are called `{twice}`, and the fields of a struct differ",
                    name.text
                )
            }
            _ => return Some(Relation::List { table: children, link, columns }),
        };
        self.diagnostics.push(related.diagnostic(&name.at, text));
        None
    }

    /// The columns that are named.
    fn chosen(&mut self, children: usize, related: &Related) -> Option<Vec<usize>> {
        let mut columns = Vec::new();
        let mut is_right = true;
        for field in &related.fields[1..] {
            let text: Message = match self.column(children, &field.text) {
                Some(column) if columns.contains(&column) => {
                    format!("`{}` is named twice", field.text).into()
                }
                Some(column) => {
                    columns.push(column);
                    continue;
                }
                None => self.no_column(children, &field.text),
            };
            self.diagnostics.push(related.diagnostic(&field.at, text));
            is_right = false;
        }
        is_right.then_some(columns)
    }

    /// All columns but hidden ones, the list itself, and copies of the key of the row that it belongs to.
    fn shown(&self, children: usize, link: usize, (table, own): (usize, usize)) -> Vec<usize> {
        let key = self.key_of(table);
        let child = &self.tables[children];
        let is_hidden = |column: usize| match &child.columns[column] {
            Draft::Column(column) => column.hidden,
            Draft::Related(related) => related.hidden,
            Draft::Computed(computed) => computed.is_hidden(),
            Draft::Broken(_) => false,
        };
        let refers_back = |column: usize| {
            matches!(&child.relations[column], Some(Relation::Copy(reading))
                if reading.link == Some(link) && key.contains(&reading.column))
        };
        (0..child.own_columns())
            .filter(|&column| !is_hidden(column) && !refers_back(column))
            .filter(|&column| (children, column) != (table, own))
            .collect()
    }

    /// The columns of a table's key: those that it names, or else the first one that counts the rows and is never null.
    fn key_of(&self, table: usize) -> Vec<usize> {
        let draft = &self.tables[table];
        if let Some(key) = &draft.file.key {
            return key.iter().filter_map(|name| self.column(table, &name.text)).collect();
        }
        let is_serial = |column: &Draft| {
            matches!(column, Draft::Column(column)
                if column.generate.properties().is_serial && column.null.is_none() && !column.is_dirty())
        };
        draft.columns.iter().position(is_serial).into_iter().collect()
    }

    /// The field of such a list, whose items have these columns.
    pub(super) fn list_field(
        &self,
        related: &Related,
        [children, link]: [usize; 2],
        columns: &[usize],
        read: &[Field],
    ) -> Result<Field, Diagnostic> {
        let child = &self.tables[children];
        let fields = columns.iter().zip(read).map(|(&column, field)| {
            let reading = Reading { link: None, column };
            let field = self.copied_field(children, reading, field, field.nullable);
            field.named(child.columns[column].name().unwrap_or_default())
        });
        let item = Field::structure(fields);
        let most = u64::try_from(self.most_of(children, link)).unwrap_or(u64::MAX);
        let is_counted = matches!(child.rows, TableRows::Per(_))
            && matches!(child.links[link].choice, Choice::Counted(_) | Choice::Scattered(_));
        // How many refer to one row by another link is known when the rows have been grouped.
        if is_counted {
            check_children(&item, most).map_err(|text| related.diagnostic(&related.fields[0].at, text))?;
        }
        let most = u32::try_from(most).unwrap_or(u32::MAX).min(MAX_CHILDREN);
        Ok(Field::list(item, 0, most))
    }
}
