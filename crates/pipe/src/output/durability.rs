//! How sure it is that an output stays.

/// What has to hold once a file is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Durability {
    /// The system has it.
    #[default]
    System,
    /// The disk has it: it survives a power failure.
    Disk,
}
