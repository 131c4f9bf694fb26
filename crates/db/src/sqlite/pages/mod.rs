//! The pages of a file (<https://sqlite.org/fileformat.html>): b-trees of tables and indexes, written from batches.
//!
//! Rows come in the order of their numbers, so that leaf pages are filled one after the other; threads fill blocks of them at the same
//! time. The keys of indexes are kept, sorted, and become pages in the same way. What is above the leaf pages comes last.

mod backward;
mod block;
mod file;
mod index;
mod int_keys;
mod key;
mod key_runs;
mod layout;
mod leaves;
mod maker;
mod record;
mod table;
#[cfg(test)]
mod tests;
mod tree;

pub(super) use file::{DatabaseFile, PAGE_SIZE};
pub(super) use layout::{IndexLayout, TableLayout};
pub(super) use table::fill;
