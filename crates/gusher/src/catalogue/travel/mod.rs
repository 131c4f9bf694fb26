//! Travel by air.

pub(super) mod aviation;
