//! A table and its columns as they were asked for, and whether it can have the rows that are wanted.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use gush_diagnostics::{Code, Diagnostic, Message};

use super::ColumnSource;
use super::dirty::Dirt;
use super::keyed::Keyed;
use super::label::label;
use super::relation::Relation;
use crate::generators::{Ages, Gender, Generate, NUL};
use crate::links::dealt_intervals;
use crate::locale::Locale;
use crate::types::{DataType, Field, TextPart, Utf8};

/// A table as it was asked for.
#[derive(Debug)]
pub struct Schema {
    /// The table's name: part of every value's key.
    pub(crate) table: String,
    /// The columns in order.
    pub(crate) columns: Vec<Column>,
}

/// One column as it was asked for.
#[derive(Debug)]
pub struct Column {
    /// Its name: given, or the generator's.
    pub(crate) name: String,
    /// How many columns before it have the same name: with the name, the column's key.
    pub(crate) occurrence: u64,
    /// How it was written.
    pub(crate) source: ColumnSource,
    /// The span of its spec that names the generator with its constraint.
    pub(crate) generator_at: Range<usize>,
    /// How its values follow from those of other columns, where no generator draws them.
    pub(crate) relation: Option<Relation>,
    /// Its generator; where its values follow from others, it only describes them.
    pub(crate) generate: Arc<dyn Generate>,
    /// The columns that its draws follow from.
    pub(crate) keyed: Keyed,
    /// What is dirty in it.
    pub(crate) dirt: Option<Dirt>,
    /// Whether it is not written: only other columns read it.
    pub(crate) hidden: bool,
    /// The share of null rows, from 0 to 1; rows whose inputs are null are null besides.
    pub(crate) null: Option<f64>,
    /// Whether all its values must differ.
    pub(crate) unique: bool,
    /// The kind of entity that it describes together with other columns.
    pub(crate) entity: Option<&'static str>,
    /// The locale of its texts, where it heeds one.
    pub(crate) locale: Option<&'static Locale>,
    /// The span of the locale in the spec, where there is one.
    pub(crate) locale_at: Option<Range<usize>>,
    /// The gender of all its people, where only those of one are wanted.
    pub(crate) gender: Option<Gender>,
    /// The ages of all its people, where it says some.
    pub(crate) ages: Option<Ages>,
    /// Which thing of that kind: columns of one entity and label agree within a row. Given by `@of`, or by the column's
    /// name.
    pub(crate) of: String,
    /// Whether `@of` gives the label.
    pub(crate) has_explicit_label: bool,
    /// Which of several things of its kind the thing has, from 1.
    pub(crate) nth: u64,
    /// The generator's name in the registry, even if it was asked for by an alias.
    pub(crate) generator: &'static str,
}

impl Schema {
    /// The table's name: part of every value's key.
    pub fn table(&self) -> &str {
        &self.table
    }

    /// The columns in order, hidden ones too.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Takes the columns, in order.
    pub fn into_columns(self) -> Vec<Column> {
        self.columns
    }

    /// Sorts the columns by name. Columns of one name keep their order, and no value changes.
    pub fn sort_columns(&mut self) {
        self.columns.sort_by(|one, other| one.name.cmp(&other.name));
    }

    /// The columns that are written.
    pub fn visible(&self) -> impl Iterator<Item = &Column> {
        self.columns.iter().filter(|column| !column.hidden)
    }

    /// The indices of these columns among those that are written; none where one of them is hidden.
    pub fn visible_indices(&self, indices: &[usize]) -> Option<Vec<usize>> {
        let visible = |&index: &usize| {
            let before = self.columns[..index].iter().filter(|column| !column.hidden).count();
            (!self.columns[index].hidden).then_some(before)
        };
        indices.iter().map(visible).collect()
    }

    /// A table without columns.
    pub fn new(table: impl Into<String>) -> Schema {
        Schema { table: table.into(), columns: Vec::new() }
    }

    /// Adds a column after the others. A name may come again; the columns then have different values.
    ///
    /// # Errors
    /// If the name is empty or has a NUL character, or the values are to be unique and cannot be.
    pub fn push(&mut self, mut column: Column) -> Result<(), Diagnostic> {
        if column.name.is_empty() {
            return Err(column.source.diagnostic(Code::Name, 0..0, "a column needs a name"));
        }
        if column.name.contains('\0') {
            return Err(column.source.diagnostic(
                Code::Name,
                0..column.name.len(),
                format!("the name has {NUL}"),
            ));
        }
        if let (true, Err(reason)) = (column.unique, column.generate.properties().unique_support) {
            let text = format!("`@unique` is not supported: each value is {reason}");
            return Err(column.source.diagnostic(Code::Modifier, column.generator_at, text));
        }
        column.occurrence = self.columns.iter().filter(|other| other.name == column.name).count() as u64;
        self.columns.push(column);
        Ok(())
    }

    /// Adds a column after the others, whose name selects the thing that it describes. Where a column before it has the same
    /// attribute of that thing, it describes the next one of the kind: the second name is the next person's.
    ///
    /// # Errors
    /// As for [`Schema::push`].
    pub fn push_next(&mut self, mut column: Column) -> Result<(), Diagnostic> {
        let occurrence = self.columns.iter().filter(|other| other.name == column.name).count() as u64;
        column.set_occurrence(occurrence);
        let mut next = occurrence;
        while self.columns.iter().any(|other| other.has_same_attribute(&column)) {
            next += 1;
            column.set_occurrence(next);
        }
        self.push(column)
    }

    /// Whether the values of a column depend on "now".
    pub fn uses_now(&self) -> bool {
        self.columns.iter().any(|column| column.generate.properties().uses_now)
    }

    /// A diagnostic for each column whose name an earlier one has, for formats where names must differ, or must differ in
    /// more than the `case` of their letters.
    pub fn check_names(&self, format: &str, case: bool) -> Vec<Diagnostic> {
        let mut seen = HashMap::new();
        let mut diagnostics = Vec::new();
        for column in self.visible() {
            let name = if case { column.name.clone() } else { column.name.to_lowercase() };
            let Some(earlier) = seen.insert(name, &column.name) else { continue };
            let spec = &column.source.spec;
            let differ = if *earlier == column.name { "differ" } else { "differ in more than their case" };
            let text = format!(
                "{format} needs names that {differ}, and `{earlier}` is taken; write NAME={}",
                &spec[column.generator_at.clone()]
            );
            diagnostics.push(column.source.diagnostic(Code::Name, 0..spec.len(), text));
        }
        diagnostics
    }
}

impl Column {
    /// Its name: given, or the generator's.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its generator; where its values follow from other columns, it only describes them.
    pub fn generate(&self) -> &Arc<dyn Generate> {
        &self.generate
    }

    /// How its values follow from those of other columns, where no generator draws them.
    pub fn relation(&self) -> Option<&Relation> {
        self.relation.as_ref()
    }

    /// Its expression, where one computes it.
    pub fn expression(&self) -> Option<&str> {
        let is_computed = matches!(self.relation, Some(Relation::Computed { .. }));
        let text = self.source.spec.get(self.generator_at.clone())?;
        text.split_once(':').map(|(_, expression)| expression).filter(|_| is_computed)
    }

    /// The index of the column whose value its draws follow from, so that its value is the same where that is.
    pub fn follows(&self) -> Option<usize> {
        self.keyed.by_index.filter(|_| self.keyed.parts.is_empty())
    }

    /// The index of the column whose value in the row is never its own (`@not`), where there is one.
    pub fn differs_from(&self) -> Option<usize> {
        self.keyed.not_index
    }

    /// The word of each equal share of the rows, where it has words in exact shares.
    pub(super) fn dealt_words(&self) -> Option<Vec<String>> {
        if self.null.is_some() || self.keyed.is_set() || !self.generate.properties().is_dealt {
            return None;
        }
        let DataType::Utf8(Utf8::Composed(parts)) = self.generate.field().data_type else { return None };
        let [TextPart { dictionary, .. }] = &parts[..] else { return None };
        let word = |index: usize| dictionary.get(index).to_owned();
        Some(match dictionary.shares() {
            Some(shares) => shares.iter().map(|&index| word(index as usize)).collect(),
            None => (0..dictionary.len()).map(word).collect(),
        })
    }

    /// How many of all `rows` rows of its table have each word, where it has words in exact shares. A word may be there twice.
    pub fn exact_counts(&self, rows: u64) -> Option<Vec<(String, u64)>> {
        let words = self.dealt_words().filter(|_| rows > 0)?;
        let shares: Vec<usize> = (0..words.len()).collect();
        let intervals = dealt_intervals(&shares, rows);
        let ends = intervals.iter().skip(1).map(|(start, _)| *start).chain([rows]);
        let mut counts: Vec<(String, u64)> = words.into_iter().map(|word| (word, 0)).collect();
        for ((start, share), end) in intervals.iter().zip(ends) {
            counts[*share].1 += end - start;
        }
        counts.dedup_by(|next, word| {
            let is_same = next.0 == word.0;
            word.1 += if is_same { next.1 } else { 0 };
            is_same
        });
        Some(counts)
    }

    /// The share of its rows that are null by themselves, whatever its values follow from.
    pub fn null_share(&self) -> Option<f64> {
        self.null
    }

    /// Whether some of its values are dirty, so that values may come twice that are unique before.
    pub fn is_dirty(&self) -> bool {
        self.dirt.is_some()
    }

    /// What is written: its [`Column::field`], or a text where dirt makes texts of its values. The bounds are not known.
    pub fn written_field(&self) -> Field {
        let field = self.field();
        match &self.dirt {
            Some(dirt) if !dirt.kinds.iter().all(|(kind, _)| kind.keeps_type()) => {
                Field::free(0, 0, false).named(&field.name).nullable(field.nullable)
            }
            Some(_) | None => field,
        }
    }

    /// Whether it is not written: only other columns read it.
    pub fn is_hidden(&self) -> bool {
        self.hidden
    }

    /// Whether all its values differ.
    pub fn is_unique(&self) -> bool {
        self.unique
    }

    /// A diagnostic about the generator, or about what is asked of it.
    pub fn diagnostic(&self, code: Code, message: impl Into<Message>) -> Diagnostic {
        self.source.diagnostic(code, self.generator_at.clone(), message)
    }

    /// The same column, written by another grammar: its name, how it was written, and where in that its generator is.
    #[must_use]
    pub fn written(
        self,
        name: impl Into<String>,
        source: ColumnSource,
        generator_at: Range<usize>,
    ) -> Column {
        Column { name: name.into(), source, generator_at, ..self }
    }

    /// A column of a generator, which may be one's own. A schema file cannot have it: it names no generator.
    pub fn new(name: impl Into<String>, generate: Arc<dyn Generate>) -> Column {
        let name = name.into();
        Column {
            occurrence: 0,
            source: ColumnSource::named(&name),
            generator_at: 0..name.len(),
            relation: None,
            hidden: false,
            keyed: Keyed::default(),
            dirt: None,
            generate,
            null: None,
            unique: false,
            entity: None,
            locale: None,
            locale_at: None,
            gender: None,
            ages: None,
            of: String::new(),
            has_explicit_label: false,
            nth: 1,
            generator: "",
            name,
        }
    }

    /// The same, null in this share of the rows, from 0 to 1.
    #[must_use]
    pub fn nullable(self, share: f64) -> Column {
        Column { null: Some(share.clamp(0.0, 1.0)), ..self }
    }

    /// The same, with no value twice.
    #[must_use]
    pub fn unique(self) -> Column {
        Column { unique: true, ..self }
    }

    /// Its name, the type of its values, whether it may be null, and how its values are written as text.
    pub fn field(&self) -> Field {
        self.field_like(self.generate.field())
    }

    /// The same of its first `rows` values: bounds may be narrower.
    pub(super) fn field_within(&self, rows: u64) -> Field {
        let bounds = self.generate.properties().row_bounds;
        self.field_like(bounds.map_or_else(|| self.generate.field(), |bounds| bounds.field_within(rows)))
    }

    /// A field of its values with its name, and null where it may be.
    pub(super) fn field_like(&self, field: Field) -> Field {
        let field = field.named(&self.name);
        let nullable = self.null.is_some() || field.nullable;
        field.nullable(nullable)
    }

    /// Whether these are ids that can be unique without `@unique`; other values may come twice, unless `@unique` is given.
    pub(super) fn can_imply_unique(&self) -> bool {
        let is_id = matches!(self.generate.field().data_type, DataType::Uuid) && self.relation.is_none();
        is_id && !self.keyed.is_set() && self.generate.properties().unique_support.is_ok()
    }

    /// Sets how many columns before it have the same name, and so which thing it describes.
    pub(super) fn set_occurrence(&mut self, occurrence: u64) {
        self.occurrence = occurrence;
        if !self.has_explicit_label {
            let name = if self.is_default_name() { "" } else { &self.name };
            self.of = label(name, occurrence);
        }
        if self.entity == Some("place") && self.nth > 1 {
            self.of += &format!("/{}", self.nth);
        }
    }

    /// Whether no name was given, so that the column has the generator's.
    fn is_default_name(&self) -> bool {
        if let Some(typed) = &self.source.typed {
            return typed.names_column;
        }
        let generator = &self.source.spec[self.generator_at.clone()];
        generator.split(':').next() == Some(&self.name)
    }

    /// Whether the other name of its generator is the column's name and would be a label, as `book_author` would.
    pub(super) fn is_labelled_by_alias(&self) -> bool {
        let is_name = self.source.typed.as_ref().is_some_and(|typed| typed.names_column);
        is_name && self.entity.is_some() && !self.has_explicit_label && !label(&self.name, 0).is_empty()
    }
}
