//! What kind of file a descriptor refers to.

/// The kind of an open file, as far as it decides how to read and write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FileKind {
    /// A pipe or FIFO.
    Pipe,
    /// A regular file.
    File,
    /// A character device that is not a terminal, such as `/dev/null`.
    CharacterDevice,
    /// A socket.
    Socket,
    /// A terminal.
    Terminal,
    /// Anything else, and whatever the platform cannot distinguish.
    Other,
}
