//! What generators are made of: how the fractions of a row become a value. The generators that columns name are those of
//! [`catalogue`](crate::catalogue), made of the parts in this folder.

mod adapt;
pub(crate) mod codes;
pub(crate) mod constraint;
mod context;
pub(crate) mod distribution;
pub(crate) mod facts;
pub(crate) mod joined;
mod local;
mod mixed;
mod nested;
mod of_field;
pub(crate) mod of_list;
pub(crate) mod parse_duration;
pub(crate) mod phrase;
mod ranked;
mod relation;
pub(crate) mod size;
pub(crate) mod spec;
pub(crate) mod weights;
pub(crate) mod word_tables;

use std::fmt::Debug;
use std::sync::Arc;

use crate::rng::Draws;
use crate::types::{Array, Field};

pub use adapt::{Case, as_text};
pub use constraint::ConstraintError;
pub use context::{Context, DEFAULT_NOW};
pub use nested::{Child, MAX_ITEMS, NestedError, list_of, struct_of};
pub use relation::{RELATIONS, relation};
pub use spec::{AnyOfWorld, ConstraintHelp, GeneratorSpec};

pub(crate) use adapt::{affixed, cased};
pub(crate) use constraint::split as split_fields;
pub(crate) use constraint::{
    Constraint, ConstraintField, ESCAPED, Gender, NUL, Settings, unescape, unescaped,
};
pub(crate) use distribution::{fraction_of_normal, normal_of_fraction};
pub(crate) use local::listed;
pub(crate) use of_field::of_field;
pub(crate) use parse_duration::parse as parse_span;
pub(crate) use spec::ANY;

/// What making a generator gives.
pub(crate) type BuildResult = Result<Arc<dyn Generate>, ConstraintError>;

/// The largest cardinality that is counted exactly; a generator of more values than this says this.
pub const MAX_VALUES: u64 = 1 << 62;

/// How many rows a generator can make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowLimit {
    /// The rows below this number can be made.
    pub rows: u64,
    /// What becomes of its series there, after "the series".
    pub reason: &'static str,
}

/// Makes the values of a column. Implement it for values of your own: a [`Column`](crate::schema::Column) takes any generator.
///
/// [`Generate::fill`] must be a pure function of the draws and of the rows' numbers, row by row, as rows may be gathered from
/// anywhere and made twice, on any thread. The first draw, and only it, tells different values apart: under `@unique` two
/// fractions x with different ⌊x·cardinality / 2^64⌋ must give different values, whatever the other draws are.
/// [`take_digit`](crate::rng::take_digit) and [`bounded`](crate::rng::bounded) keep that promise.
///
/// # Example
/// Number plates, two letters and four digits, beside a generator that there is already:
/// ```
/// use std::sync::Arc;
///
/// use gusher::prelude::*;
/// use gusher::rng::take_digit;
///
/// #[derive(Debug)]
/// struct Plate;
///
/// impl Generate for Plate {
///     // Texts of at most 7 bytes, 7 in the mean, that no format has to escape.
///     fn field(&self) -> Field {
///         Field::free(7, 7, true)
///     }
///
///     fn cardinality(&self) -> u64 {
///         26 * 26 * 10_000
///     }
///
///     fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
///         let texts = values.strings();
///         for x in draws.load(0) {
///             let mut plate = *b"AA-0000";
///             for (place, n) in [(0, 26), (1, 26), (3, 10), (4, 10), (5, 10), (6, 10)] {
///                 plate[place] += take_digit(x, n) as u8;
///             }
///             texts.push(&plate);
///         }
///     }
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let id = Column::parse("id=seq", &Context::default())?;
/// let cars = Table::from_columns("cars", [id, Column::new("plate", Arc::new(Plate)).unique()])?;
/// let mut plates = std::collections::HashSet::new();
/// for batch in cars.batches(0..5_000)? {
///     plates.extend(batch.column("plate")?.texts().iter().flatten().map(str::to_owned));
/// }
/// assert_eq!(plates.len(), 5_000);
/// # Ok(())
/// # }
/// ```
pub trait Generate: Debug + Send + Sync {
    /// What the values are and how they are written; the name and whether it may be null are the plan's to say. Its bounds must
    /// hold for all values, as tables of texts and the types of databases follow from them.
    fn field(&self) -> Field;

    /// The same for the first `rows` rows alone, where its values follow from the numbers of the rows: with narrower bounds.
    fn field_within(&self, rows: u64) -> Field {
        let _ = rows;
        self.field()
    }

    /// How many values the first draw tells apart, from 1 to [`MAX_VALUES`].
    fn cardinality(&self) -> u64;

    /// Whether its values can all differ.
    ///
    /// # Errors
    /// Why `@unique` is unsupported, if it is: what each value is, such as "a part of a person".
    fn unique_support(&self) -> Result<(), &'static str> {
        Ok(())
    }

    /// Whether under `@unique` all columns of one thing take the same place in the permutation, so that they still agree.
    fn is_unique_as_entity(&self) -> bool {
        false
    }

    /// How many rows it can make, where there is a limit.
    fn max_rows(&self) -> Option<RowLimit> {
        None
    }

    /// Whether it counts the rows, so that each has a value of its own that says which row it is.
    fn is_serial(&self) -> bool {
        false
    }

    /// Whether its values follow from the numbers of the rows, so that they are not the same for rows that have the same draws.
    fn is_by_row(&self) -> bool {
        self.is_serial() || self.max_rows().is_some()
    }

    /// Whether its values depend on "now".
    fn uses_now(&self) -> bool {
        false
    }

    /// Makes one value for each row of `draws`, in the variant of `values` that the field's data type names. What `values` had
    /// before may be anything.
    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array);
}
