//! The bytes of a file, of which some are read, in any order.

use std::io;

use super::error::{Result, TypedError, damaged};

/// A file whose bytes can be read from any offset.
pub trait Input {
    /// How many bytes it has.
    fn len(&self) -> u64;

    /// Fills `into` with the bytes from an offset on.
    ///
    /// # Errors
    /// The system refuses, or the file ends before.
    fn read(&mut self, start: u64, into: &mut [u8]) -> io::Result<()>;

    /// Whether it has no bytes.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Input for &[u8] {
    fn len(&self) -> u64 {
        <[u8]>::len(self) as u64
    }

    fn read(&mut self, start: u64, into: &mut [u8]) -> io::Result<()> {
        let start = usize::try_from(start).map_err(|_| io::ErrorKind::UnexpectedEof)?;
        let end = start.checked_add(into.len()).ok_or(io::ErrorKind::UnexpectedEof)?;
        let found = self.get(start..end).ok_or(io::ErrorKind::UnexpectedEof)?;
        into.copy_from_slice(found);
        Ok(())
    }
}

/// `length` bytes from an offset on, which may be `most` at most.
///
/// # Errors
/// The file ends before, there are too many of them, or the system refuses.
pub fn bytes(input: &mut dyn Input, start: u64, length: u64, most: u64, what: &str) -> Result<Vec<u8>> {
    if start.checked_add(length).is_none_or(|end| end > input.len()) {
        return Err(damaged(format!("{what} would end after the file does")));
    }
    if length > most {
        return Err(TypedError::TooLarge(format!(
            "{what} has {} MiB; up to {} MiB are read",
            length >> 20,
            most >> 20
        )));
    }
    let mut found = vec![0; usize::try_from(length).unwrap_or(usize::MAX)];
    input.read(start, &mut found)?;
    Ok(found)
}
