//! What a request depends on besides itself: the clock, chance, and what is known of files.

use std::io;
use std::path::{Path, PathBuf};

/// How much of a file is read. A larger one is refused: it is no such file, or has no end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadLimit {
    /// In bytes.
    pub bytes: u64,
    /// The same as messages have it, as in `1 GiB`.
    pub text: &'static str,
}

/// What a request depends on besides itself.
pub trait Environment {
    /// The time, in seconds since 1970-01-01T00:00:00Z.
    fn clock(&self) -> i64;

    /// A seed by chance.
    ///
    /// # Errors
    /// Why there is none.
    fn random_seed(&self) -> Result<u64, String>;

    /// All bytes of a file, a device or a FIFO, if it has no more than the limit.
    ///
    /// # Errors
    /// If it cannot be read, or is larger.
    fn read(&self, path: &Path, limit: ReadLimit) -> io::Result<Vec<u8>>;

    /// All bytes of standard input, if it has no more than the limit.
    ///
    /// # Errors
    /// As [`read`](Environment::read).
    fn read_stdin(&self, limit: ReadLimit) -> io::Result<Vec<u8>>;

    /// Whether a path, or standard output, is a terminal.
    fn is_terminal(&self, path: Option<&Path>) -> bool;

    /// Whether a path is written to directly, as devices and FIFOs are, and not as a file that appears once it is complete.
    fn is_direct(&self, path: &Path) -> bool;

    /// Whether there is a file at this path.
    fn is_file(&self, path: &Path) -> bool;

    /// Whether both paths lead to one file, whether it is there yet or not.
    fn are_one(&self, one: &Path, other: &Path) -> bool;

    /// The path from the root, if it can be found out.
    fn absolute(&self, path: &Path) -> Option<PathBuf>;
}
