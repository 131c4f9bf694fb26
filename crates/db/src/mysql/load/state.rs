//! What a load into MySQL is of, and what is known before it.

use super::super::config::Config;
use super::super::table::MyTable;
use crate::load;

/// What is loaded, and over which connections.
pub(super) type Load<'l> = load::Load<'l, Config>;

/// What is known of a table before the load.
pub(super) type Step = load::Step<MyTable>;
