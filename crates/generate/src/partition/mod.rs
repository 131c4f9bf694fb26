//! Partitions: to which folder of a table each row belongs, by the values of some of its columns.
//!
//! A partition follows from a row's number alone, as all values do, so the keys of any rows can be computed without the
//! rows themselves: the columns of the key are filled, and no other.
#![cfg_attr(
    not(feature = "destinations"),
    expect(dead_code, unused_imports, reason = "without files there are no folders either")
)]

mod bucket;
mod codes;
mod columns;
mod gathered;
mod hive;
mod keys;
mod row_list;
mod spec;
mod transform;
mod value;

use std::sync::Arc;

pub(crate) use columns::{KeyColumn, KeyError, key_column};
pub(crate) use gathered::Gathered;
pub(crate) use hive::folder;
pub(crate) use keys::KeyMaker;
pub(crate) use row_list::RowList;
pub use spec::PartitionField;
pub(crate) use spec::parse;
pub use transform::{Calendar, Transform};
pub(crate) use value::PartitionValue;

use gusher::plan::Plan;

/// The most partitions that a table is written as: each is an open file until the end.
pub(crate) const MAX_PARTITIONS: usize = 10_000;

/// How a table is partitioned.
#[derive(Debug)]
pub(crate) struct Partitions {
    /// The plan of all columns, by which keys are found.
    pub plan: Plan,
    pub fields: Vec<KeyColumn>,
    /// What the plan of the files reads its rows from.
    pub gathered: Arc<Gathered>,
}
