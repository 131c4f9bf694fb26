//! Ids: UUIDs, and those of other makers.

pub(super) mod cuid;
pub(super) mod snowflake;
pub(super) mod sortable;
pub(super) mod uuid;
