//! Links: which columns read along which, and how each chooses.

use std::ops::Range;

use super::build::DatasetBuilder;
use super::{Choice, TableLink, TableRows};
use crate::generators::{ConstraintField, parse_span};
use crate::links::{MAX_DISTINCT, pair_count, ranks};
use crate::schema::draft::{Draft, LinkKind, Related};
use crate::schema::file::{FileLink, FileRows};
use crate::schema::relation::{Operation, Reading, Relation};
use gush_diagnostics::{Diagnostic, Message, counted, grouped, nearest};

/// A resolved name: a table and its column, or a column of the own table.
enum Named {
    Parent { table: usize, column: usize },
    Own { column: usize },
}

impl DatasetBuilder<'_> {
    /// Finds what each column reads, and by which link.
    pub(super) fn find_links(&mut self) {
        for table in 0..self.tables.len() {
            self.counted_link(table);
        }
        for table in 0..self.tables.len() {
            for column in 0..self.tables[table].columns.len() {
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
        let Some(FileRows::Per { per, each, .. }) = &self.tables[table].file.rows else { return };
        let (label, at, choice) = (per.text.clone(), per.at.clone(), Choice::Counted(each.clone()));
        let Some(parent) = self.table(&label) else { return };
        self.tables[table].links.push(TableLink { label, parent, choice, null: None, at });
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
            LinkKind::Nth => {
                if !matches!(self.tables[table].rows, TableRows::Per(_)) {
                    let text = "only rows that are counted by another table's have a place, as with \
                                rows = { per = \"orders\", each = 3 }";
                    self.diagnostics.push(related.column_diagnostic(text));
                    return None;
                }
                // Where the other table is not there, that was reported.
                (!self.tables[table].links.is_empty()).then_some(Relation::Nth(0))
            }
            LinkKind::After | LinkKind::Before => {
                let of = self.reading(table, column, related, &related.fields[0]);
                let most = self.span(related, &related.fields[1]);
                let end = self.end(related)?;
                Some(Relation::Shift {
                    of: of?,
                    most: most?,
                    is_before: related.kind == LinkKind::Before,
                    end,
                })
            }
            LinkKind::Between => {
                let from = self.reading(table, column, related, &related.fields[0]);
                let to = self.reading(table, column, related, &related.fields[1]);
                Some(Relation::Between(from?, to?))
            }
            LinkKind::Aggregate(operation) => self.aggregate(table, related, operation),
        }
    }

    /// The length of time, in thousandths of a second.
    fn span(&mut self, related: &Related, field: &ConstraintField) -> Option<u64> {
        let span = parse_span(&field.text).and_then(|span| u64::try_from(span).ok());
        if span.is_none() {
            let text = "expected a length of time such as 90d, 12h or 90s";
            self.diagnostics.push(related.diagnostic(&field.at, text));
        }
        span
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
    fn named(
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
            LinkKind::Aggregate(Operation::Count) => {
                Message::unknown(format!("there is no table `{name}`"), name, names())
            }
            LinkKind::Ref | LinkKind::Aggregate(_) => {
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
            LinkKind::Nth | LinkKind::After | LinkKind::Before | LinkKind::Between => {
                self.no_column(table, name)
            }
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
        self.tables[table].links.push(TableLink { label, parent, choice, null: None, at });
        Some(self.tables[table].links.len() - 1)
    }

    fn aggregate(&mut self, table: usize, related: &Related, operation: Operation) -> Option<Relation> {
        let field = &related.fields[0];
        let (children, column) = match self.table(&field.text) {
            Some(children) if operation == Operation::Count => (children, None),
            _ => match self.named(table, field, related.kind) {
                Ok(Named::Parent { table, column }) => (table, Some(column)),
                Ok(Named::Own { .. }) => {
                    let text = "expected the column of a table whose rows are counted by this one, such as items.amount";
                    self.diagnostics.push(related.diagnostic(&field.at, text));
                    return None;
                }
                Err((at, text)) => {
                    self.diagnostics.push(related.diagnostic(&at, text));
                    return None;
                }
            },
        };
        let (child, own) = (&self.tables[children], &self.tables[table].file.name.text);
        let is_counted = matches!(child.rows, TableRows::Per(_));
        let leads_here = child.links.first().is_some_and(|link| link.parent == table);
        if !is_counted || !leads_here {
            let text = format!(
                "the rows of `{0}` are not counted by those of `{own}`; give `{0}` rows = {{ per = \"{own}\", each = … }}",
                child.file.name.text
            );
            self.diagnostics.push(related.diagnostic(&field.at, text));
            return None;
        }
        Some(Relation::Aggregate { operation, table: children, link: 0, column })
    }

    /// Decides how each link chooses.
    pub(super) fn choose(&mut self) {
        for table in 0..self.tables.len() {
            for index in 0..self.tables[table].file.links.len() {
                self.choose_one(table, index);
            }
            self.choose_pairs(table);
            for index in 0..self.tables[table].links.len() {
                self.check_choice(table, index);
            }
        }
        self.refuse_scattered();
    }

    /// Applies what the file declares of a link.
    fn choose_one(&mut self, table: usize, index: usize) {
        let FileLink { label, dist, null, unique, distinct, shuffled } =
            self.tables[table].file.links[index].clone();
        let links = &self.tables[table].links;
        let Some(link) = links.iter().position(|link| link.label == label.text) else {
            let near = nearest(&label.text, links.iter().map(|link| link.label.as_str()));
            let text = Message::from("no column reads along this link").suggest(near);
            let text = text.otherwise("its label is the parent's name, or that of @of");
            return self.wrong(label.at, text);
        };
        let choice = links[link].choice.clone();
        let asked = [
            ("dist", dist.as_ref().map(|text| text.at.clone())),
            ("unique", unique),
            ("distinct", distinct),
            ("null", null.as_ref().map(|(_, at)| at.clone())),
        ];
        if let Choice::Counted(degrees) = choice {
            for (name, at) in asked {
                let Some(at) = at else { continue };
                let text =
                    format!("the rows are counted by this link, which leaves no choice; leave `{name}` out");
                self.wrong(at, text);
            }
            if shuffled.is_some() {
                self.tables[table].links[link].choice = Choice::Scattered(degrees);
            }
            return;
        }
        if let Some(at) = shuffled {
            let text =
                "only rows that are counted by this link have an order, as with rows = { per = …, each = … }";
            self.wrong(at, text);
        }
        self.tables[table].links[link].null = null.as_ref().map(|(share, _)| *share);
        let mut ways = asked[..3].iter().filter_map(|(name, at)| at.clone().map(|at| (*name, at)));
        let Some((name, at)) = ways.next() else { return };
        if let Some((other, at)) = ways.next() {
            return self
                .wrong(at, format!("`{name}` and `{other}` do not go together; leave one of the two out"));
        }
        if choice == Choice::Earlier {
            let text =
                format!("rows of a table that refer to rows before them choose evenly; leave `{name}` out");
            return self.wrong(at, text);
        }
        let chosen = match (name, dist) {
            ("unique", _) => Choice::Once,
            ("distinct", _) => Choice::Distinct,
            (_, Some(dist)) => {
                if let Err(error) = ranks(1, &dist.text) {
                    return self.wrong(dist.part(&error.at), error.text);
                }
                Choice::Popular(dist.text)
            }
            (_, None) => return,
        };
        let link = &mut self.tables[table].links[link];
        (link.choice, link.at) = (chosen, at);
    }

    /// Columns that are unique together, as they copy keys along several links.
    fn choose_pairs(&mut self, table: usize) {
        for list in self.tables[table].file.unique.clone() {
            let Some(columns) = self.columns(table, &list) else { continue };
            let link = |&column: &usize| match &self.tables[table].relations[column] {
                Some(Relation::Copy(reading)) => reading.link,
                _ => None,
            };
            let mut links: Vec<usize> = columns.iter().filter_map(link).collect();
            links.dedup();
            let is_free = |link: &usize| self.tables[table].links[*link].choice == Choice::Uniform;
            // Others may be unique without that; keys are checked when all is known.
            if links.len() < 2 || links.len() != columns.len() || !links.iter().all(is_free) {
                continue;
            }
            for (which, &link) in links.iter().enumerate() {
                let link = &mut self.tables[table].links[link];
                link.choice = Choice::Pairs { links: links.clone(), which };
                link.at = list[which].at.clone();
            }
        }
    }

    /// Whether there are enough parents.
    fn check_choice(&mut self, table: usize, index: usize) {
        let TableLink { parent, choice, at, null, .. } = &self.tables[table].links[index];
        let (parent, at, null) = (*parent, at.clone(), *null);
        let Some(rows) = self.row_count(table) else { return };
        let Some(parents) = self.row_count(parent) else { return };
        let name = self.tables[parent].file.name.text.clone();
        let asked = format!("{} {} asked for", counted(rows, "row"), if rows == 1 { "was" } else { "were" });
        let text = match choice {
            Choice::Counted(_) | Choice::Scattered(_) | Choice::Earlier => return,
            _ if parents == 0 && rows > 0 && null != Some(1.0) => {
                format!("`{name}` has no rows to refer to")
            }
            Choice::Once if rows > parents => {
                format!("there are {} of `{name}`, each for one row, but {asked}", counted(parents, "row"))
            }
            // Of several that choose together, the first reports.
            Choice::Uniform | Choice::Popular(_) | Choice::Once | Choice::Pairs { which: 1.., .. } => return,
            Choice::Pairs { links, .. } => {
                let parents: Option<Vec<u64>> = (links.iter())
                    .map(|&link| self.row_count(self.tables[table].links[link].parent))
                    .collect();
                let Some(parents) = parents else { return };
                match pair_count(&parents) {
                    Some(pairs) if rows > pairs => {
                        let product: Vec<String> = parents.iter().map(|&parents| grouped(parents)).collect();
                        format!("there are {} = {} pairs, but {asked}", product.join(" × "), grouped(pairs))
                    }
                    Some(_) => return,
                    None => "there are more pairs than 2^62, which is too many to tell apart".into(),
                }
            }
            Choice::Distinct => {
                let TableRows::Per(degrees) = &self.tables[table].rows else {
                    let text = "distinct is said of rows that are counted by another link, as with \
                                rows = { per = \"students\", each = 3 }";
                    return self.wrong(at, text);
                };
                let owners = self.tables[table].links.first().and_then(|link| self.row_count(link.parent));
                let most = degrees.most_of(owners.unwrap_or(0));
                if most > parents {
                    format!(
                        "up to {} choose different rows of `{name}`, which has {}",
                        counted(most, "row"),
                        grouped(parents)
                    )
                } else if most > MAX_DISTINCT {
                    format!(
                        "at most {} rows can choose different ones; here are up to {}",
                        grouped(MAX_DISTINCT),
                        grouped(most)
                    )
                } else {
                    return;
                }
            }
        };
        self.wrong(at, text);
    }

    pub(super) fn row_count(&self, table: usize) -> Option<u64> {
        self.tables[table].planned_rows.as_ref().map(|planned_rows| super::row_range(planned_rows).end)
    }

    /// Aggregates need the children of a parent one after the other.
    fn refuse_scattered(&mut self) {
        let mut diagnostics: Vec<Diagnostic> = Vec::new();
        for table in &self.tables {
            for (draft, relation) in table.columns.iter().zip(&table.relations) {
                let (Draft::Related(related), Some(Relation::Aggregate { table: children, .. })) =
                    (draft, relation)
                else {
                    continue;
                };
                let link = &self.tables[*children].links[0];
                if matches!(link.choice, Choice::Scattered(_)) {
                    let text = format!(
                        "the rows of `{}` are shuffled, and those of one parent cannot be found; leave order = \"shuffled\" out",
                        self.tables[*children].file.name.text
                    );
                    diagnostics.push(related.diagnostic(&related.fields[0].at, text));
                }
            }
        }
        self.diagnostics.extend(diagnostics);
    }
}
