//! The hashes of the entries of a dictionary that is known in advance.

/// What the bloom filter of a column needs to know of its dictionary: the hash of each entry, or nothing without one.
#[derive(Debug, Default)]
pub(super) struct EntryHashes(pub(super) Vec<u64>);
