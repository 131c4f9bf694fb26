//! Ids: UUIDs, and those of other makers.

mod by_row;
pub(super) mod cuid;
pub(super) mod snowflake;
pub(super) mod sortable;
pub(super) mod uuid;
