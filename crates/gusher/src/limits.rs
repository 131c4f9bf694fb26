//! Limits that hold everywhere.

/// How many rows an endless stream counts as: years at full speed, and the largest whole number that readers of JSON keep
/// exactly.
pub const STREAM_ROWS: u64 = 1 << 53;
