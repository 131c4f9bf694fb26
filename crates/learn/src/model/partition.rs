//! Partitions of a table.

/// Which rows a partition holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    /// As SQL: `FOR VALUES FROM ('2024-01-01') TO ('2025-01-01')`, `FOR VALUES IN ('a')`, `DEFAULT`.
    pub bound: String,
}
