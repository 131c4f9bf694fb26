//! What kind of file a descriptor refers to.

/// What a sink writes to, as far as that decides how to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SinkKind {
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
