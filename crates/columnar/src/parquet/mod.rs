//! Apache Parquet: pages of our own, and what makes a file of them by the `parquet` crate.
//!
//! A group of rows is written column by column: the plan makes one column of it, batch by batch, and each page is encoded while
//! its values are still in the cache.

mod bloom;
mod bounds;
mod choice;
mod chunk;
mod closing;
mod column;
mod contest;
mod encode;
mod entry_hashes;
mod footer;
mod found;
mod geo;
mod group;
mod nesting;
mod order;
mod packer;
mod page;
mod physical;
mod schema;
mod schema_ids;
mod statistics;
mod stored;
mod summary;
mod table;
mod texts;
mod value_bounds;
mod values;
mod xxhash;

pub(crate) use bloom::bloom_filter;
pub(crate) use chunk::Group;
pub use closing::{Closing, closing};
pub(crate) use encode::split;
pub(crate) use footer::footer;
pub(crate) use group::GroupMaker;
pub(crate) use page::checksum;
pub use stored::refusal;
pub(crate) use summary::statistics_of;
pub(crate) use table::{MAGIC, Parquet};
