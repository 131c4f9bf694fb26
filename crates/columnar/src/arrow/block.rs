//! Where a record batch is in its file.

/// The facts about a record batch that was written.
#[derive(Debug)]
pub(crate) struct Block {
    /// The bytes before its body, and those of it.
    pub(super) metadata: u64,
    pub(super) body: u64,
}
