//! What the rows of a plan look like: for each column how many values are null, how many are different, the least and the
//! greatest, the mean, the quantiles and the commonest values.
//!
//! The rows are made batch by batch and only counted: memory is bounded whatever their number. Counts, minima, maxima and
//! means are exact. Up to 2,048 different values of a column, or lengths below 2,048, are counted exactly, and so are quantiles and
//! histograms; above, the number of values is estimated to about 2 %, the commonest are found if they are common, and quantiles and
//! histograms are those of a sample of 4,096 rows. Parts of the rows can be counted in any order on any thread ([`Counting`]); the
//! result does not depend on it.
//!
//! A profile keeps the numbers of rows and no values, but for the first and the last text of a column: a value that is shown is
//! made again from its row.

mod bars;
mod column;
mod hash;
mod html;
mod sketch;
mod table;
mod text;
mod texts;
mod values;
mod view;

pub use column::ColumnProfile;
pub use html::page;
pub use table::{Counting, PartProfile, TableProfile};
pub use text::{Charset, Part};
pub use view::TableView;

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
