//! The memory in which the arguments of this process were when it started, which process listings show.
//!
//! It is written through `/proc/self/mem`, so no reference to it exists. The Rust runtime copies the arguments when it is asked
//! for them, and only their own bytes change: every argument still ends where it did or before, as the last byte stays 0.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};

use crate::procfs::Stat;

/// The fields of `/proc/PID/stat` with the addresses at which the arguments begin and end.
const ARGUMENTS: (usize, usize) = (48, 49);

/// The memory of the command line, which gets its old content when this is dropped.
#[derive(Debug)]
pub(crate) struct CommandLine {
    memory: File,
    start: u64,
    original: Vec<u8>,
}

impl CommandLine {
    /// The memory, where the system shows it to us: Linux does.
    pub(crate) fn take() -> Option<CommandLine> {
        let original = fs::read("/proc/self/cmdline").ok()?;
        let stat = Stat::of("self")?;
        let (start, end) = (stat.field::<u64>(ARGUMENTS.0)?, stat.field::<u64>(ARGUMENTS.1)?);
        // Nothing is written where the memory may hold something else.
        if original.last() != Some(&0) || end.checked_sub(start)? != original.len() as u64 {
            return None;
        }
        let memory = OpenOptions::new().read(true).write(true).open("/proc/self/mem").ok()?;
        let mut found = vec![0; original.len()];
        (&memory).seek(SeekFrom::Start(start)).ok()?;
        (&memory).read_exact(&mut found).ok()?;
        (found == original).then_some(CommandLine { memory, start, original })
    }

    /// How many bytes there are, the last of which stays 0.
    pub(crate) fn capacity(&self) -> usize {
        self.original.len()
    }

    /// Shows `text` instead, cut where it is too long.
    pub(crate) fn show(&self, text: &[u8]) -> io::Result<()> {
        let mut memory = vec![0; self.capacity()];
        let shown = text.len().min(memory.len() - 1);
        memory[..shown].copy_from_slice(&text[..shown]);
        self.write(&memory)
    }

    fn write(&self, bytes: &[u8]) -> io::Result<()> {
        (&self.memory).seek(SeekFrom::Start(self.start))?;
        (&self.memory).write_all(bytes)
    }
}

impl Drop for CommandLine {
    fn drop(&mut self) {
        let _ = self.write(&self.original);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_come_back() {
        if !std::path::Path::new("/proc/self/mem").exists() {
            return gush_testkit::need::not_run("there is no /proc here");
        }
        let line = CommandLine::take().expect("the command line is at the address that the system gives");
        let shown = || fs::read("/proc/self/cmdline").unwrap();
        let before = shown();
        line.show("ä".as_bytes()).unwrap();
        assert!(shown().starts_with("ä\0".as_bytes()));
        line.show(&[b'x'; 100_000]).unwrap();
        assert!(shown().starts_with(b"xxxx") && shown().len() == before.len() && shown().ends_with(b"\0"));
        drop(line);
        assert_eq!(shown(), before);
    }
}
