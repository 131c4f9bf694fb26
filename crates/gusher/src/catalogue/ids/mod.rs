//! Ids: UUIDs, and those of other makers.

pub(super) mod sortable;
pub(super) mod uuid;
