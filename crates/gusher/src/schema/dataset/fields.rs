//! What each column is: the types of columns that read others follow from those that they read. A circle is
//! reported with all its columns.

use std::ops::Range;
use std::sync::Arc;

use super::aggregates::aggregate;
use super::build::{DatasetBuilder, Recipe, UNKNOWN_ROWS};
use super::times::{Shifted, between, shift};
use super::{Choice, TableRows};
use crate::generators::of_field;
use crate::links::{MAX_SUMMED, Sibling};
use crate::schema::draft::{Draft, Related};
use crate::schema::keyed::Keyed;
use crate::schema::relation::{Operation, Reading, Relation};
use crate::schema::{Column, Dirt};
use crate::types::{Affixes, DataType, Dictionary, Display, Field, StorageType, TextPart, Utf8};
use gush_diagnostics::{Code, Diagnostic, grouped};

/// A column, by the index of its table and its own index there.
pub(super) type ColumnId = (usize, usize);

/// A column, and how it follows from others, where that is found with its type.
pub(super) type BuiltColumn = (Option<Relation>, Column);

impl DatasetBuilder<'_> {
    /// Finds the types of all columns.
    pub(super) fn find_fields(&mut self) {
        for table in 0..self.tables.len() {
            for column in 0..self.tables[table].columns.len() {
                self.field_of((table, column), &mut Vec::new());
            }
        }
    }

    /// What a column is, once those that it reads are known; `asking` are the columns that wait for it.
    fn field_of(&mut self, id: ColumnId, asking: &mut Vec<ColumnId>) -> Option<Field> {
        let (table, column) = id;
        match &self.tables[table].columns[column] {
            Draft::Column(column) => return Some(column.field()),
            Draft::Broken(_) => return None,
            Draft::Related(_) | Draft::Computed(_) => {}
        }
        let draft = &self.tables[table];
        if draft.relations[column].is_none() && draft.expressions[column].is_none() {
            return None;
        }
        if asking.contains(&id) {
            self.report_circle(id, asking);
            return None;
        }
        let reads = self.reads_of(id)?;
        asking.push(id);
        let read: Vec<Option<Field>> = reads.iter().map(|&read| self.field_of(read, asking)).collect();
        asking.pop();
        let recipe = self.take_recipe(id)?;
        let read: Vec<Field> = read.into_iter().collect::<Option<_>>()?;
        let built = self.build_column(table, &recipe, &read).or_else(|found| {
            // Series may be too long in a table without end, and not in this one.
            let narrow = self.narrowed(table, &recipe, &reads).ok_or(found)?;
            self.build_column(table, &recipe, &narrow)
        });
        let (relation, built) = built.map_err(|found| self.diagnostics.extend(found)).ok()?;
        let field = built.field();
        let draft = &mut self.tables[table];
        (draft.relations[column], draft.recipes[column]) = (relation, Some(recipe));
        draft.columns[column] = Draft::Column(Box::new(built));
        Some(field)
    }

    /// The columns that a column reads, if it is not in a circle.
    fn reads_of(&self, (table, column): ColumnId) -> Option<Vec<ColumnId>> {
        let draft = &self.tables[table];
        if let Some((_, reads)) = &draft.expressions[column] {
            return Some(reads.iter().map(|&read| (table, read)).collect());
        }
        Some(self.reads(table, draft.relations[column].as_ref()?))
    }

    /// Takes the recipe of a column; nothing where a circle took it away.
    fn take_recipe(&mut self, (table, column): ColumnId) -> Option<Recipe> {
        let draft = &mut self.tables[table];
        let (relation, expression) = (draft.relations[column].clone(), draft.expressions[column].take());
        let name = draft.columns[column].name().map(str::to_owned);
        match std::mem::replace(&mut draft.columns[column], Draft::Broken(name)) {
            Draft::Related(related) => Some(Recipe::Related(related, relation?)),
            Draft::Computed(draft) => {
                let (expression, reads) = expression?;
                Some(Recipe::Computed(draft, expression, reads))
            }
            Draft::Column(_) | Draft::Broken(_) => None,
        }
    }

    /// The column of a recipe that reads these fields, and how it follows from them.
    pub(super) fn build_column(
        &self,
        table: usize,
        recipe: &Recipe,
        read: &[Field],
    ) -> Result<BuiltColumn, Vec<Diagnostic>> {
        match recipe {
            Recipe::Related(related, relation) => {
                let found = self.related_field(table, related, relation.clone(), read);
                let (relation, field) = found.map_err(|diagnostic| vec![diagnostic])?;
                let column = finished((**related).clone(), field).map_err(|diagnostic| vec![diagnostic])?;
                Ok((Some(relation), column))
            }
            Recipe::Computed(draft, expression, reads) => {
                draft.column(&**expression, reads.clone(), read, None).map(|column| (None, column))
            }
        }
    }

    /// The columns that a column reads.
    pub(super) fn reads(&self, table: usize, relation: &Relation) -> Vec<ColumnId> {
        match relation {
            Relation::Aggregate { table, column, .. } => {
                return column.map(|column| (*table, column)).into_iter().collect();
            }
            Relation::List { table, columns, .. } => {
                return columns.iter().map(|&column| (*table, column)).collect();
            }
            Relation::Extreme { table, column, by, .. } => return vec![(*table, *column), (*table, *by)],
            _ => {}
        }
        relation.readings().into_iter().map(|reading| self.read_column(table, reading)).collect()
    }

    /// The column that a reading of a table's row reads.
    fn read_column(&self, table: usize, reading: Reading) -> ColumnId {
        match reading.link {
            Some(link) => (self.tables[table].links[link].parent, reading.column),
            None => (table, reading.column),
        }
    }

    fn report_circle(&mut self, id: ColumnId, asking: &[ColumnId]) {
        let first = asking.iter().position(|&other| other == id).unwrap_or(0);
        let name = |&(table, column): &ColumnId| {
            let table = &self.tables[table];
            format!("{}.{}", table.file.name.text, table.columns[column].name().unwrap_or_default())
        };
        let way: Vec<String> = asking[first..].iter().chain([&id]).map(name).collect();
        let text = format!("a column cannot follow from itself: {}", way.join(" → "));
        let diagnostic = match &self.tables[id.0].columns[id.1] {
            Draft::Related(related) => related.column_diagnostic(text),
            Draft::Computed(draft) => draft.column_diagnostic(text),
            Draft::Column(_) | Draft::Broken(_) => return,
        };
        self.diagnostics.push(diagnostic);
        // A circle is reported once.
        for &(table, column) in &asking[first..] {
            self.tables[table].relations[column] = None;
            self.tables[table].expressions[column] = None;
        }
    }

    /// The field of a column that reads others of these fields.
    fn related_field(
        &self,
        table: usize,
        related: &Related,
        relation: Relation,
        read: &[Field],
    ) -> Result<(Relation, Field), Diagnostic> {
        let optional = |reading: &Reading| reading.link.is_some_and(|link| self.is_optional(table, link));
        match relation {
            Relation::Copy(reading) => {
                let nullable = read[0].nullable || optional(&reading);
                Ok((relation, self.copied_field(table, reading, &read[0], nullable)))
            }
            Relation::Computed { .. } => unreachable!("what is computed has a field of its own"),
            Relation::Nth(_) => Ok((relation, Field::int64(1, self.most(table).max(1)))),
            Relation::Depth(link) => {
                let link = &self.tables[table].links[link];
                if link.choice != Choice::Earlier {
                    let text = "a row has a depth in a tree, whose rows refer to rows before them; leave `other` of this link out";
                    return Err(related.column_diagnostic(text));
                }
                let most = link.tree.most_above(self.row_count(table).unwrap_or(0));
                Ok((relation, Field::int64(0, i64::try_from(most).unwrap_or(i64::MAX))))
            }
            Relation::RowCount(of) => {
                let rows = self.row_count(of).unwrap_or(UNKNOWN_ROWS) as i64;
                Ok((relation, Field::int64(rows, rows)))
            }
            Relation::IsEnd { .. } => Ok((relation, Field::from(DataType::Bool))),
            Relation::Sibling { which, column } => {
                let nullable = read[0].nullable || which == Sibling::Previous;
                let reading = Reading { link: None, column };
                Ok((relation, self.copied_field(table, reading, &read[0], nullable)))
            }
            Relation::Split(reading) => {
                let nullable = read[0].nullable || optional(&reading);
                let data_type = match read[0].data_type {
                    DataType::Int64 { min: 0.., max } => DataType::Int64 { min: 0, max },
                    DataType::Decimal { scale, min: 0.., max } => DataType::Decimal { scale, min: 0, max },
                    DataType::Duration { min: 0.., max } => DataType::Duration { min: 0, max },
                    _ => {
                        let text = "expected a column of whole or decimal numbers, or of durations, that are never below 0";
                        return Err(related.diagnostic(&related.fields[0].at, text));
                    }
                };
                Ok((relation, Field::from(data_type).nullable(nullable)))
            }
            Relation::Chain(ref machine) => {
                self.check_walk(table, related, &related.fields[0].at)?;
                let dictionary = Arc::new(Dictionary::exactly(machine.states.iter().cloned()));
                let parts = vec![TextPart { dictionary, after: "" }];
                Ok((relation, Field::from(DataType::Utf8(Utf8::Composed(parts)))))
            }
            Relation::RunningSum { .. } => {
                let most = self.check_walk(table, related, &related.fields[0].at)?;
                let data_type = aggregate(related, Operation::Sum, Some(&read[0].data_type), most.max(1))?;
                Ok((relation, Field::from(data_type).nullable(read[0].nullable)))
            }
            Relation::Shift { of, least, most, is_before, end, .. } => {
                let nullable = read[0].nullable || optional(&of);
                let shifted = shift(related, &read[0].data_type, [least, most], is_before, end)?;
                let Shifted { span: [least, most], end, data_type, dist } = shifted;
                let field = stored_as(time_field(data_type, &read[0]), &read[0]).nullable(nullable);
                Ok((Relation::Shift { of, least, most, is_before, end, dist }, field))
            }
            Relation::Between(from, to) => {
                let nullable = read.iter().any(|field| field.nullable) || optional(&from) || optional(&to);
                let data_type = between(related, &read[0].data_type, &read[1].data_type)?;
                Ok((relation, stored_as(time_field(data_type, &read[0]), &read[0]).nullable(nullable)))
            }
            Relation::Extreme { table: children, link, column, .. } => {
                aggregate(related, Operation::Max, Some(&read[1].data_type), 1)
                    .map_err(|_| related.diagnostic(&related.fields[1].at, NO_ORDER))?;
                let may_be_none = !self.have_children(table, children, link);
                let nullable = read[0].nullable || read[1].nullable || may_be_none;
                let reading = Reading { link: None, column };
                Ok((relation, self.copied_field(children, reading, &read[0], nullable)))
            }
            Relation::List { table: children, link, ref columns } => {
                let field = self.list_field(related, [children, link], columns, read)?;
                Ok((relation, field))
            }
            Relation::Aggregate { operation, table: children, link, .. } => {
                let most = self.most_of(children, link);
                let is_total = self.have_children(table, children, link);
                let child = read.first();
                let data_type = aggregate(related, operation, child.map(|field| &field.data_type), most)?;
                let may_be_none = !is_total || child.is_some_and(|field| field.nullable);
                let nullable = operation != Operation::Count && may_be_none;
                let field = match child {
                    Some(child) if child.data_type.times().is_some() => time_field(data_type, child),
                    Some(_) | None => data_type.into(),
                };
                let field = match (operation, child) {
                    (Operation::Min | Operation::Max, Some(child)) => stored_as(field, child),
                    _ => field,
                };
                Ok((relation, field.nullable(nullable)))
            }
        }
    }

    /// The field of a copy of a column, whose enumeration has the name that it has there.
    pub(super) fn copied_field(&self, table: usize, reading: Reading, read: &Field, nullable: bool) -> Field {
        let mut field = read.clone().nullable(nullable);
        if let Some(StorageType::Enum { name: name @ None }) = &mut field.declared {
            *name = Some(self.enum_name(table, reading).into());
        }
        field
    }

    /// The most rows of a parent, which a row may have to go through from the first one on.
    fn check_walk(&self, table: usize, related: &Related, at: &Range<usize>) -> Result<i64, Diagnostic> {
        let most = self.most(table);
        if most > MAX_SUMMED as i64 {
            let text = format!(
                "what follows from all rows before a row has at most {} of them; here a parent has up to {}",
                grouped(MAX_SUMMED),
                grouped(most as u64)
            );
            return Err(related.diagnostic(at, text));
        }
        Ok(most)
    }

    /// The name of the enumeration that a column has which is read from a table: copies are of the same type.
    pub(super) fn enum_name(&self, table: usize, reading: Reading) -> String {
        let (table, column) = self.read_column(table, reading);
        let table = &self.tables[table];
        let column = table.columns[column].name().unwrap_or_default();
        format!("{}_{}", table.file.name.text, column.replace('.', "_"))
    }

    /// Whether a row may have no parent by a link.
    fn is_optional(&self, table: usize, link: usize) -> bool {
        self.tables[table].links[link].is_optional()
    }

    /// Whether each row of a table has one of another that refers to it by a link.
    fn have_children(&self, table: usize, children: usize, link: usize) -> bool {
        let child = &self.tables[children];
        let is_counted = matches!(child.links[link].choice, Choice::Counted(_) | Choice::Scattered(_));
        is_counted
            && matches!(&child.rows, TableRows::Per(degrees)
                if degrees.is_total(self.row_count(table).unwrap_or(0)))
    }

    /// The most rows of a table that one row has by a link of it.
    pub(super) fn most_of(&self, children: usize, link: usize) -> i64 {
        match self.tables[children].links[link].choice {
            Choice::Counted(_) | Choice::Scattered(_) => self.most(children),
            _ => i64::try_from(self.row_count(children).unwrap_or(0)).unwrap_or(i64::MAX),
        }
    }

    /// The most rows that a table has for one row of the table that it is counted by.
    fn most(&self, table: usize) -> i64 {
        let TableRows::Per(degrees) = &self.tables[table].rows else { return 0 };
        let parents = self.tables[table].links.first().and_then(|link| self.row_count(link.parent));
        i64::try_from(degrees.most_of(parents.unwrap_or(0))).unwrap_or(i64::MAX)
    }
}

/// The message for a column that has no largest value.
const NO_ORDER: &str = "expected a column of numbers or times, of which there are smallest and largest";

/// The column of a draft that is known now.
fn finished(related: Related, field: Field) -> Result<Column, Diagnostic> {
    let affixed = !related.prefix.is_empty() || !related.suffix.is_empty();
    let field = if affixed { field.affixed(&related.prefix, &related.suffix) } else { field };
    let field = match &related.storage {
        Some((storage, at)) => {
            storage
                .check(&field, true)
                .map_err(|text| related.source.diagnostic(Code::Modifier, at.clone(), text))?;
            field.stored(storage.clone())
        }
        None => field,
    };
    let uses_now = related.fields.get(2).is_some();
    let dirt = Dirt::read(related.dirty.as_ref(), related.hidden, &field, &related.source)?;
    Ok(Column {
        name: related.name,
        occurrence: 0,
        source: related.source,
        generator_at: related.generator_at,
        generate: of_field(field, uses_now, None),
        relation: None,
        null: related.null,
        hidden: related.hidden,
        keyed: Keyed::default(),
        dirt,
        unique: false,
        entity: None,
        locale: None,
        locale_at: None,
        gender: None,
        ages: None,
        of: related.of.unwrap_or_default(),
        has_explicit_label: true,
        nth: 1,
        generator: "",
    })
}

/// A time that is written as another one is.
fn time_field(data_type: DataType, other: &Field) -> Field {
    let form = other.display.form.clone();
    let affixes: Option<Affixes> = None;
    Field { display: Display { form, affixes }, ..Field::from(data_type) }
}

/// A column that is stored as the one that it follows from, where that one has a type of its own which holds these values too.
fn stored_as(field: Field, other: &Field) -> Field {
    let holds = |storage: &StorageType| {
        storage.check(&field, true).is_ok() && storage.check_bounds(&field.data_type).is_ok()
    };
    match other.declared.clone().filter(|storage| holds(storage)) {
        Some(storage) => field.stored(storage),
        None => field,
    }
}
