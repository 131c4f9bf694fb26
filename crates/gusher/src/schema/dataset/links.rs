//! Links: which columns read along which, and how each chooses.

use std::ops::Range;
use std::sync::Arc;

use super::build::DatasetBuilder;
use super::{Choice, TableLink, TableRows};
use crate::generators::{ConstraintField, parse_span};
use crate::schema::StateMachine;
use crate::schema::draft::{Draft, LinkKind, Related};
use crate::schema::file::FileRows;
use crate::schema::relation::{Operation, Reading, Relation};
use gush_diagnostics::{Message, nearest};

/// A resolved name: a table and its column, or a column of the own table.
pub(super) enum Named {
    Parent { table: usize, column: usize },
    Own { column: usize },
}

impl DatasetBuilder<'_> {
    /// Finds what each column reads, and by which link.
    pub(super) fn find_links(&mut self) {
        for table in 0..self.tables.len() {
            self.counted_link(table);
        }
        // What reads children needs the links of these.
        for is_of_children in [false, true] {
            self.find_relations(is_of_children);
        }
    }

    /// Finds what the columns read that read children or follow trees, or what the others read.
    fn find_relations(&mut self, is_of_children: bool) {
        for table in 0..self.tables.len() {
            for column in 0..self.tables[table].columns.len() {
                let is_meant = |related: &Related| {
                    let kind = related.kind;
                    let reads_children =
                        matches!(kind, LinkKind::Aggregate(_) | LinkKind::Extreme { .. } | LinkKind::List);
                    (reads_children || kind == LinkKind::Depth) == is_of_children
                };
                if !matches!(&self.tables[table].columns[column], Draft::Related(related) if is_meant(related))
                {
                    continue;
                }
                let held = std::mem::replace(&mut self.tables[table].columns[column], Draft::Broken(None));
                if let Draft::Related(related) = &held {
                    // The name is needed while others are looked up.
                    self.tables[table].columns[column] = Draft::Broken(Some(related.name.clone()));
                    let relation = self.relation(table, column, related);
                    self.tables[table].relations[column] = relation;
                }
                self.tables[table].columns[column] = held;
            }
        }
    }

    /// The link that the rows of a table are counted by, which is its first.
    fn counted_link(&mut self, table: usize) {
        let own = &self.tables[table];
        let (Some(FileRows::Per { per, .. }), TableRows::Per(each)) = (&own.file.rows, &own.rows) else {
            return;
        };
        let (label, at, choice) = (per.text.clone(), per.at.clone(), Choice::Counted(each.clone()));
        let Some(parent) = self.table(&label) else { return };
        self.tables[table].links.push(TableLink::new(label, parent, choice, at));
    }

    fn relation(&mut self, table: usize, column: usize, related: &Related) -> Option<Relation> {
        match related.kind {
            LinkKind::Ref => {
                let reading = self.reading(table, column, related, &related.fields[0])?;
                if reading.link.is_none() {
                    let text = "expected the column of a table, such as customers.id";
                    self.diagnostics.push(related.diagnostic(&related.fields[0].at, text));
                    return None;
                }
                Some(Relation::Copy(reading))
            }
            LinkKind::Nth => self.has_siblings(table, related).then_some(Relation::Nth(0)),
            LinkKind::Depth => self.tree_of(table, related).map(Relation::Depth),
            LinkKind::RowCount => match self.table(&related.fields[0].text) {
                Some(of) => Some(Relation::RowCount(of)),
                None => {
                    let text = self.no_table(&related.fields[0].text);
                    self.diagnostics.push(related.diagnostic(&related.fields[0].at, text));
                    None
                }
            },
            LinkKind::IsEnd { is_last } => {
                self.has_siblings(table, related).then_some(Relation::IsEnd { is_last })
            }
            LinkKind::Sibling(which) => {
                let column = self.sibling(table, column, related)?;
                Some(Relation::Sibling { which, column })
            }
            LinkKind::Split => {
                let is_counted = self.has_siblings(table, related);
                let reading = self.reading(table, column, related, &related.fields[0])?;
                if is_counted && reading.link != Some(0) {
                    let text =
                        "expected a column of the table that the rows are counted by: its rows add up to it";
                    self.diagnostics.push(related.diagnostic(&related.fields[0].at, text));
                    return None;
                }
                is_counted.then_some(Relation::Split(reading))
            }
            LinkKind::Chain => {
                let is_counted = self.has_siblings(table, related);
                match StateMachine::parse(&related.fields) {
                    Ok(machine) => is_counted.then(|| Relation::Chain(Arc::new(machine))),
                    Err(error) => {
                        self.diagnostics.push(related.diagnostic(&error.at, error.message));
                        None
                    }
                }
            }
            LinkKind::RunningSum => {
                let column = self.sibling(table, column, related)?;
                Some(Relation::RunningSum { column })
            }
            LinkKind::After | LinkKind::Before => {
                let of = self.reading(table, column, related, &related.fields[0]);
                let span = self.span(related, &related.fields[1]);
                let end = self.end(related)?;
                let (least, most) = span?;
                Some(Relation::Shift {
                    of: of?,
                    least,
                    most,
                    is_before: related.kind == LinkKind::Before,
                    end,
                    dist: None,
                })
            }
            LinkKind::Between => {
                let from = self.reading(table, column, related, &related.fields[0]);
                let to = self.reading(table, column, related, &related.fields[1]);
                Some(Relation::Between(from?, to?))
            }
            LinkKind::Aggregate(operation) => self.aggregate(table, related, operation),
            LinkKind::Extreme { is_max } => self.extreme(table, related, is_max),
            LinkKind::List => self.list(table, column, related),
        }
    }

    /// Whether the rows of a table have an order among those of their parent, which is reported where they have none.
    fn has_siblings(&mut self, table: usize, related: &Related) -> bool {
        if !matches!(self.tables[table].rows, TableRows::Per(_)) {
            let text = match related.kind {
                LinkKind::Split => {
                    "a number is divided among the rows that are counted by its own, as with rows = { per = \"orders\", each = 3 }"
                }
                _ => {
                    "only rows that are counted by another table's have a place, as with rows = { per = \"orders\", each = 3 }"
                }
            };
            self.diagnostics.push(related.column_diagnostic(text));
            return false;
        }
        // Where the other table is not there, that was reported.
        !self.tables[table].links.is_empty()
    }

    /// The column of the own table that is read in other rows of the same parent.
    fn sibling(&mut self, table: usize, column: usize, related: &Related) -> Option<usize> {
        let field = &related.fields[0];
        let is_counted = self.has_siblings(table, related);
        let of = match self.named(table, field, related.kind) {
            Ok(Named::Own { column: own }) if own == column => {
                self.diagnostics.push(related.diagnostic(&field.at, "a column cannot read itself"));
                return None;
            }
            Ok(Named::Own { column }) => column,
            Ok(Named::Parent { .. }) => {
                let text = "expected a column of the own table; copy that one first, as with ref:";
                self.diagnostics.push(related.diagnostic(&field.at, text));
                return None;
            }
            Err((at, text)) => {
                self.diagnostics.push(related.diagnostic(&at, text));
                return None;
            }
        };
        is_counted.then_some(of)
    }

    /// The shortest and the longest length of time, in thousandths of a second.
    fn span(&mut self, related: &Related, field: &ConstraintField) -> Option<(u64, u64)> {
        let length = |text: &str| parse_span(text).and_then(|span| u64::try_from(span).ok());
        let span = match field.text.split_once("..") {
            None => length(&field.text).map(|most| (0, most)),
            Some((least, most)) => length(least).zip(length(most)),
        };
        let text = match span {
            None => "expected a length of time such as 90d, 12h or 90s, or two such as 30d..90d",
            Some((least, most)) if least > most => "the first length is longer than the second",
            Some(_) => return span,
        };
        self.diagnostics.push(related.diagnostic(&field.at, text));
        None
    }

    /// "Now", where a time ends there; in seconds.
    fn end(&mut self, related: &Related) -> Option<Option<i64>> {
        match related.fields.get(2) {
            None => Some(None),
            Some(field) if field.text == "now" => Some(Some(self.context.now)),
            Some(field) => {
                self.diagnostics.push(related.diagnostic(&field.at, "expected now, or nothing"));
                None
            }
        }
    }

    /// What a field reads, with the link that leads there.
    fn reading(
        &mut self,
        table: usize,
        column: usize,
        related: &Related,
        field: &ConstraintField,
    ) -> Option<Reading> {
        match self.named(table, field, related.kind) {
            Ok(Named::Parent { table: parent, column }) => {
                let link = self.link(table, parent, related)?;
                Some(Reading { link: Some(link), column })
            }
            Ok(Named::Own { column: own }) if own == column => {
                self.diagnostics.push(related.diagnostic(&field.at, "a column cannot read itself"));
                None
            }
            Ok(Named::Own { column }) => Some(Reading { link: None, column }),
            Err((at, text)) => {
                self.diagnostics.push(related.diagnostic(&at, text));
                None
            }
        }
    }

    /// Resolves a name: names of tables and of columns may have dots, too.
    pub(super) fn named(
        &self,
        table: usize,
        field: &ConstraintField,
        kind: LinkKind,
    ) -> Result<Named, (Range<usize>, Message)> {
        let (text, is_same) = (&field.text, field.text.len() == field.at.len());
        let part = |range: Range<usize>| match is_same {
            true => field.at.start + range.start..field.at.start + range.end,
            false => field.at.clone(),
        };
        let mut missing = None;
        for (dot, _) in text.match_indices('.') {
            let Some(parent) = self.table(&text[..dot]) else { continue };
            match self.column(parent, &text[dot + 1..]) {
                Some(column) => return Ok(Named::Parent { table: parent, column }),
                None => missing = Some((part(dot + 1..text.len()), self.no_column(parent, &text[dot + 1..]))),
            }
        }
        if let Some(column) = self.column(table, text) {
            return Ok(Named::Own { column });
        }
        Err(missing.unwrap_or_else(|| match text.find('.') {
            Some(dot) => (part(0..dot), self.no_table(&text[..dot])),
            None => (field.at.clone(), self.no_name(table, text, kind)),
        }))
    }

    /// The message for a name without a table, which nothing has.
    fn no_name(&self, table: usize, name: &str, kind: LinkKind) -> Message {
        let first = |table: usize| self.tables[table].columns.first().and_then(Draft::name).unwrap_or("id");
        if let Some(table) = self.table(name) {
            let column = first(table);
            return format!("`{name}` is a table; write TABLE.COLUMN, such as {name}.{column}").into();
        }
        if let Some((table, column)) = name.split_once(':').filter(|(table, _)| self.table(table).is_some()) {
            return format!("a column of a table is written TABLE.COLUMN: {table}.{column}").into();
        }
        let names = || self.tables.iter().map(|table| table.file.name.text.as_str());
        match kind {
            LinkKind::Aggregate(Operation::Count) | LinkKind::RowCount => {
                Message::unknown(format!("there is no table `{name}`"), name, names())
            }
            LinkKind::Ref | LinkKind::Split | LinkKind::Aggregate(_) | LinkKind::Extreme { .. } => {
                let has = |&other: &usize| other != table && self.column(other, name).is_some();
                let example = (0..self.tables.len()).find(has);
                let example = example.map(|other| format!("{}.{name}", self.tables[other].file.name.text));
                let near = nearest(name, names()).map(|near| {
                    let column = self.table(near).map_or("id", first);
                    format!("{near}.{column}")
                });
                let example = example.or(near).unwrap_or_else(|| "customers.id".into());
                format!("expected the column of a table, such as {example}").into()
            }
            LinkKind::Nth
            | LinkKind::List
            | LinkKind::Depth
            | LinkKind::IsEnd { .. }
            | LinkKind::Sibling(_)
            | LinkKind::RunningSum
            | LinkKind::Chain
            | LinkKind::After
            | LinkKind::Before
            | LinkKind::Between => self.no_column(table, name),
        }
    }

    /// The link of the table to this parent by the column's label, which may be a new one.
    fn link(&mut self, table: usize, parent: usize, related: &Related) -> Option<usize> {
        let label = related.of.clone().unwrap_or_else(|| self.tables[parent].file.name.text.clone());
        if let Some(index) = self.tables[table].links.iter().position(|link| link.label == label) {
            let known = self.tables[table].links[index].parent;
            if known == parent {
                return Some(index);
            }
            let known = &self.tables[known].file.name.text;
            let text = format!(
                "the link `{label}` leads to `{known}`; give this one another label, such as @of=other"
            );
            self.diagnostics.push(related.label_diagnostic(text));
            return None;
        }
        let choice = if parent == table { Choice::Earlier } else { Choice::Uniform };
        let at = related.source.file_span(&related.generator_at);
        self.tables[table].links.push(TableLink::new(label, parent, choice, at));
        Some(self.tables[table].links.len() - 1)
    }

    /// Decides how each link chooses.
    pub(super) fn choose(&mut self) {
        for table in 0..self.tables.len() {
            for index in 0..self.tables[table].file.links.len() {
                self.choose_one(table, index);
            }
        }
        self.narrow();
        for table in 0..self.tables.len() {
            self.choose_pairs(table);
            for index in 0..self.tables[table].links.len() {
                self.check_choice(table, index);
            }
        }
    }
}
