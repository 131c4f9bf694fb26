//! One column of a plan: its values are drawn by a generator, or derived from those of other columns.

use std::fmt::Debug;
use std::sync::Arc;

use super::avoid::Source;
use super::keyed::{With, value_numbers};
use crate::computed::{Compute, Inputs};
use crate::generators::Generate;
use crate::rng::{Draws, Key, Permutation, Rows, TWO_64};
use crate::schema::{Column, Schema};
use crate::types::{ColumnData, ColumnHead, DataType, Field, Scratch, Utf8, Validity};

/// One column of a plan.
#[derive(Debug, Clone)]
pub struct PlannedColumn {
    key: Key,
    head: ColumnHead,
    source: ValueSource,
    null: Option<Null>,
}

/// Where the values of a column come from.
#[derive(Debug, Clone)]
enum ValueSource {
    /// A generator draws them.
    Drawn {
        generate: Arc<dyn Generate>,
        key: Key,
        /// The key of the thing that the column describes together with others.
        shared: Key,
        table: Key,
        /// The label of that thing.
        label: String,
        unique: Option<Permutation>,
        /// What replaces the row numbers.
        by: Option<Arc<PlannedColumn>>,
        /// What replaces the first draw.
        with: Option<Box<With>>,
        /// What the values differ from.
        avoiding: Option<Arc<PlannedColumn>>,
    },
    /// They follow from those of other columns.
    Derived(Arc<dyn Derive>),
    /// They are computed from those of other columns of the same table.
    Computed { compute: Arc<dyn Compute>, inputs: Vec<Arc<PlannedColumn>> },
    /// They are structs of those of other columns.
    Struct(Vec<PlannedColumn>),
}

/// Derives the values of a column from those of other columns, of the same table or of others.
pub(crate) trait Derive: Debug + Send + Sync {
    /// Fills one value for each row, and marks null rows. `fractions` has the capacity for one draw of each row; `out` has
    /// no null row yet. The values must be a pure function of the rows' numbers.
    fn fill(&self, rows: Rows<'_>, fractions: &mut [u64], scratch: &mut Scratch, out: &mut ColumnData);
}

/// Which rows are null: those whose bits are below the threshold.
#[derive(Debug, Clone)]
struct Null {
    key: Key,
    /// Out of 2^64; none for "always".
    threshold: Option<u64>,
}

impl Null {
    fn new(key: Key, share: f64) -> Null {
        Null { key: key.derive("null"), threshold: u64::try_from((share * TWO_64) as u128).ok() }
    }
}

impl PlannedColumn {
    /// A column whose values a generator draws, under its table's key; `by` is the column that it is keyed by, `not` the one that it
    /// differs from.
    pub(super) fn drawn(
        schema: &Schema,
        index: usize,
        table: Key,
        by: Option<Arc<PlannedColumn>>,
        not: Option<Arc<PlannedColumn>>,
    ) -> PlannedColumn {
        let column = &schema.columns[index];
        let key_of =
            |index: usize| table.column(&schema.columns[index].name, schema.columns[index].occurrence);
        let parts = column.keyed.parts.iter().map(|(part, factor)| (key_of(*part), *factor));
        let with = (!column.keyed.parts.is_empty()).then(|| Box::new(With { parts: parts.collect() }));
        let key = table.column(&column.name, column.occurrence);
        let shared = column.entity.map_or(key, |entity| table.derive(entity).derive(&column.of));
        let permuted = if column.generate.properties().is_unique_as_entity { shared } else { key };
        let unique = || Permutation::new(permuted.derive("unique"), column.generate.cardinality());
        let source = ValueSource::Drawn {
            generate: Arc::clone(&column.generate),
            key,
            shared,
            table,
            label: column.of.clone(),
            unique: column.unique.then(unique),
            by,
            with,
            avoiding: not,
        };
        PlannedColumn {
            key,
            head: ColumnHead {
                field: column.field(),
                is_unique: column.unique,
                is_serial: column.generate.properties().is_serial,
            },
            source,
            null: column.null.map(|share| Null::new(key, share)),
        }
    }

    /// A generator without a name and a key, from which an encoder is built.
    pub(super) fn unkeyed(generate: &Arc<dyn Generate>) -> PlannedColumn {
        let key = Key::seed(0);
        PlannedColumn {
            key,
            head: ColumnHead {
                field: generate.field(),
                is_unique: false,
                is_serial: generate.properties().is_serial,
            },
            source: ValueSource::Drawn {
                generate: Arc::clone(generate),
                key,
                shared: key,
                table: key,
                label: String::new(),
                unique: None,
                by: None,
                with: None,
                avoiding: None,
            },
            null: None,
        }
    }

    /// A column whose values are derived, under its table's key.
    pub(super) fn derived(
        column: &Column,
        field: Field,
        table: Key,
        source: Arc<dyn Derive>,
    ) -> PlannedColumn {
        let key = table.column(&column.name, column.occurrence);
        PlannedColumn {
            key,
            head: head(field),
            source: ValueSource::Derived(source),
            null: column.null.map(|share| Null::new(key, share)),
        }
    }

    /// A column whose values are computed from these, under its table's key.
    pub(super) fn computed(
        column: &Column,
        table: Key,
        compute: &Arc<dyn Compute>,
        inputs: Vec<Arc<PlannedColumn>>,
    ) -> PlannedColumn {
        let key = table.column(&column.name, column.occurrence);
        PlannedColumn {
            key,
            head: head(column.field()),
            source: ValueSource::Computed { compute: Arc::clone(compute), inputs },
            null: column.null.map(|share| Null::new(key, share)),
        }
    }

    /// Structs of these columns, which are never null themselves.
    pub(super) fn structure(name: &str, fields: Vec<PlannedColumn>) -> PlannedColumn {
        let data_type = DataType::Struct(fields.iter().map(|field| field.head.field.clone()).collect());
        PlannedColumn {
            key: Key::seed(0),
            head: head(Field::from(data_type).named(name)),
            source: ValueSource::Struct(fields),
            null: None,
        }
    }

    /// The same column under another name. Its values stay as they are.
    pub(super) fn named(self, name: &str) -> PlannedColumn {
        PlannedColumn { head: ColumnHead { field: self.head.field.named(name), ..self.head }, ..self }
    }

    /// Computes the values of these rows from those of the `columns` at these indices.
    pub(super) fn compute(
        &self,
        rows: Rows<'_>,
        fractions: &mut [u64],
        columns: &[ColumnData],
        indices: &[usize],
        out: &mut ColumnData,
    ) {
        let ValueSource::Computed { compute, .. } = &self.source else {
            unreachable!("only what is computed has places")
        };
        compute.fill(&Inputs::new(columns, indices, rows.len()), out);
        self.add_nulls(rows, fractions, out);
    }

    /// Marks the rows null that `@null` draws, besides those that are null.
    fn add_nulls(&self, rows: Rows<'_>, fractions: &mut [u64], out: &mut ColumnData) {
        if let Some(null) = &self.null {
            null.key.fill_bits(rows, fractions);
            let mut drawn = Validity::default();
            drawn.draw(fractions, null.threshold);
            out.validity.intersect(&drawn);
        }
    }

    /// Numbers that are the same for rows in which the column has the same value.
    fn counters(&self, rows: Rows<'_>, fractions: &mut [u64], scratch: &mut Scratch) -> Vec<u64> {
        let mut column = scratch.take();
        self.fill(rows, fractions, scratch, &mut column);
        let numbers = value_numbers(&self.head.field, &column, rows.len());
        scratch.give(column);
        numbers
    }

    /// Fills the values of these rows. `out` has no null row before.
    pub(super) fn fill(
        &self,
        rows: Rows<'_>,
        fractions: &mut [u64],
        scratch: &mut Scratch,
        out: &mut ColumnData,
    ) {
        match &self.source {
            ValueSource::Drawn { generate, key, table, avoiding: Some(avoiding), .. } => {
                let source = Source { generate: &**generate, key: *key, table: *table };
                let others = avoiding.counters(rows, fractions, scratch);
                source.fill_without(&others, rows, fractions, scratch, out);
                self.add_nulls(rows, fractions, out);
            }
            ValueSource::Drawn { generate, key, shared, table, label, unique, by, with, avoiding: None } => {
                let counters = by.as_ref().map(|by| by.counters(rows, fractions, scratch));
                let first = with.as_ref().map(|with| with.fractions(rows, fractions));
                let mut draws = Draws::new(*key, *shared, rows, unique.as_ref(), fractions)
                    .within(*table)
                    .of_label(label);
                if let Some(counters) = &counters {
                    draws = draws.counted_by(counters);
                }
                if let Some(first) = &first {
                    draws = draws.given(first);
                }
                generate.fill(&mut draws, &mut out.values);
                if let Some(null) = &self.null {
                    null.key
                        .fill_bits(counters.as_ref().map_or(rows, |counters| Rows::At(counters)), fractions);
                    out.validity.draw(fractions, null.threshold);
                }
            }
            ValueSource::Derived(derive) => {
                derive.fill(rows, fractions, scratch, out);
                self.add_nulls(rows, fractions, out);
            }
            ValueSource::Computed { inputs, .. } => {
                let mut columns = Vec::with_capacity(inputs.len());
                for input in inputs {
                    let mut column = scratch.take();
                    input.fill(rows, fractions, scratch, &mut column);
                    columns.push(column);
                }
                let indices: Vec<usize> = (0..columns.len()).collect();
                self.compute(rows, fractions, &columns, &indices, out);
                columns.into_iter().for_each(|column| scratch.give(column));
            }
            ValueSource::Struct(fields) => {
                for (field, out) in fields.iter().zip(out.values.structs(fields.len())) {
                    out.validity.clear();
                    field.fill(rows, fractions, scratch, out);
                }
            }
        }
        debug_assert!(self.is_filled(out, rows.len()), "{:?} was filled with {out:?}", self.head.field);
    }

    /// Whether the values are what the column's field announces.
    fn is_filled(&self, out: &ColumnData, rows: usize) -> bool {
        let data_type = &self.head.field.data_type;
        let is_nullable = self.head.field.nullable || out.validity.null_count() == 0;
        is_nullable
            && match data_type {
                // Dirty values may be added later.
                DataType::Utf8(Utf8::Patched { field, .. }) => {
                    out.fits(data_type, rows) || out.fits(&field.data_type, rows)
                }
                _ => out.fits(data_type, rows),
            }
    }

    /// The key of the column.
    pub(super) fn key(&self) -> Key {
        self.key
    }

    /// The same column as it is written, with this field: where some values are dirty they may come twice.
    pub(super) fn written_as(&mut self, field: &Field) {
        self.head = head(field.clone());
    }

    /// The same column with another source of values.
    pub(super) fn with_source(self, source: Arc<dyn Derive>) -> PlannedColumn {
        PlannedColumn { source: ValueSource::Derived(source), null: None, ..self }
    }

    /// The column's name, the type of its values, whether they may be null, and how they are written as text.
    pub fn field(&self) -> &Field {
        &self.head.field
    }

    /// Stores whole numbers as the narrowest type that has their range.
    pub(super) fn narrow_ints(&mut self) {
        self.head.field.narrow_ints();
    }

    /// Writes the values of these data types as texts.
    pub(super) fn write_as_text(&mut self, is_meant: impl Fn(&Field) -> bool + Copy) {
        self.head.field.write_as_text(is_meant);
    }

    /// Whether all its values differ.
    pub fn is_unique(&self) -> bool {
        self.head.is_unique
    }

    /// Whether it counts the rows, so that it can be a table's key.
    pub fn is_serial(&self) -> bool {
        self.head.is_serial
    }

    /// What a writer has to know of it.
    pub(super) fn head(&self) -> &ColumnHead {
        &self.head
    }
}

/// The head of a column whose values may come twice.
fn head(field: Field) -> ColumnHead {
    ColumnHead { field, is_unique: false, is_serial: false }
}
