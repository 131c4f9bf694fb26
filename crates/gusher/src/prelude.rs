//! The names that most programs need: `use gusher::prelude::*`.

pub use crate::builder::{DatasetBuilder, Setting, TableBuilder};
pub use crate::dataset::Dataset;
pub use crate::generators::{Context, Generate};
pub use crate::rng::Draws;
pub use crate::schema::Column;
pub use crate::table::{Batches, Table, TableBatch};
pub use crate::text::{Format, FormatOptions};
pub use crate::types::{Array, Field};
pub use gush_diagnostics::Diagnostics;
