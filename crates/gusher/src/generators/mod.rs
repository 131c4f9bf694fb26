//! The parts of generators: how the fractions of a row become a value. The generators that columns name are those of
//! [`catalogue`](crate::catalogue), built from the parts in this folder.

mod adapt;
pub(crate) mod codes;
pub(crate) mod constraint;
mod context;
pub(crate) mod dictionaries;
pub(crate) mod distribution;
pub(crate) mod facts;
pub(crate) mod joined;
mod local;
mod map_of;
mod mixed;
mod nested;
mod of_field;
pub(crate) mod of_list;
pub(crate) mod parse_duration;
pub(crate) mod part_of;
pub(crate) mod phrase;
mod properties;
mod ranked;
mod relation;
pub(crate) mod size;
pub(crate) mod spec;
pub(crate) mod total;
pub(crate) mod weights;

use std::fmt::Debug;
use std::sync::Arc;

use crate::rng::Draws;
use crate::types::{Array, Field};

pub use adapt::{Case, as_text};
pub use constraint::ConstraintError;
pub use context::{Context, DEFAULT_NOW};
pub use map_of::map_of;
pub use nested::{Child, MAX_CHILDREN, MAX_ITEMS, NestedError, check_children, list_of, struct_of};
pub use properties::{IntSeries, Properties, RowBounds, RowLimit};
pub use relation::{RELATIONS, relation, relation_of};
pub use spec::{AnyOfWorld, ConstraintHelp, GeneratorSpec};
pub(crate) use total::Total;

pub(crate) use adapt::{affixed, cased, of_syntax, stored};
pub(crate) use constraint::split as split_fields;
pub(crate) use constraint::{
    Ages, Constraint, ConstraintField, ESCAPED, Gender, NUL, Settings, unescape, unescaped,
};
pub(crate) use distribution::{fraction_of_normal, normal_of_fraction};
pub(crate) use local::listed;
pub(crate) use of_field::of_field;
pub(crate) use parse_duration::parse as parse_span;
pub(crate) use spec::ANY;

/// The result of building a generator.
pub(crate) type BuildResult = Result<Arc<dyn Generate>, ConstraintError>;

/// The largest cardinality that is counted exactly; a generator of more values than this says this.
pub const MAX_VALUES: u64 = 1 << 62;

/// Makes the values of a column. Implement it for values of your own: a [`Column`](crate::schema::Column) takes any generator.
///
/// [`Generate::fill`] must be a pure function of the draws and of the rows' numbers, row by row, as rows may be gathered from
/// anywhere and filled twice, on any thread. The first draw, and only it, distinguishes values: under `@unique` two
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
///             for (index, n) in [(0, 26), (1, 26), (3, 10), (4, 10), (5, 10), (6, 10)] {
///                 plate[index] += take_digit(x, n) as u8;
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

    /// How many values the first draw distinguishes, from 1 to [`MAX_VALUES`].
    fn cardinality(&self) -> u64;

    /// Properties of the values that a schema and a plan need: usually the defaults.
    fn properties(&self) -> Properties<'_> {
        Properties::default()
    }

    /// Makes one value for each row of `draws`, in the variant of `values` that the field's data type names. What `values` had
    /// before may be anything.
    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array);
}
