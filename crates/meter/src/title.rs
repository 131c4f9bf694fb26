//! The command line of this process, as process listings show it: a text may replace it for a while.
//!
//! The system shows the memory in which the arguments were when the process started, so a longer text is cut.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::process;

/// The memory of the command line, which is restored when this is dropped.
#[derive(Debug)]
pub(crate) struct ProcessTitle {
    memory: File,
    start: u64,
    words: Vec<u8>,
}

impl ProcessTitle {
    /// The place, where the system shows it to us.
    pub(crate) fn take() -> Option<ProcessTitle> {
        let words = fs::read("/proc/self/cmdline").ok()?;
        let (start, end) = place(&fs::read_to_string("/proc/self/stat").ok()?)?;
        // Nothing is written where the memory may hold something else.
        if words.last() != Some(&0) || end.checked_sub(start)? != words.len() as u64 {
            return None;
        }
        let memory = OpenOptions::new().read(true).write(true).open("/proc/self/mem").ok()?;
        let mut there = vec![0; words.len()];
        (&memory).seek(SeekFrom::Start(start)).ok()?;
        (&memory).read_exact(&mut there).ok()?;
        (there == words).then_some(ProcessTitle { memory, start, words })
    }

    /// Shows `text`, as much of it as fits.
    pub(crate) fn show(&self, text: &str) {
        let _ = self.write(fitting(text, self.words.len()).as_bytes());
        // Short lists show this name, of which the system keeps 15 bytes.
        let _ = fs::write(format!("/proc/self/task/{}/comm", process::id()), fitting(text.trim(), 16));
    }

    fn write(&self, text: &[u8]) -> io::Result<()> {
        let mut place = vec![0; self.words.len()];
        place[..text.len()].copy_from_slice(text);
        (&self.memory).seek(SeekFrom::Start(self.start))?;
        (&self.memory).write_all(&place)
    }
}

impl Drop for ProcessTitle {
    fn drop(&mut self) {
        let _ = self.write(&self.words);
    }
}

/// The front of `text` that leaves a byte of `room` for its end.
fn fitting(text: &str, room: usize) -> &str {
    let mut end = text.len().min(room.saturating_sub(1));
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Where the command line begins and ends, by `/proc/PID/stat`: its fields 48 and 49.
fn place(stat: &str) -> Option<(u64, u64)> {
    // The second field is a name that may hold anything; the third follows the last bracket.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(48 - 3);
    Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_come_back() {
        if !std::path::Path::new("/proc/self/mem").exists() {
            return gush_testkit::need::not_run("there is no /proc here");
        }
        let title = ProcessTitle::take().expect("the command line is where the system says");
        let words = || fs::read("/proc/self/cmdline").unwrap();
        let before = words();
        title.show("ä");
        assert!(words().starts_with("ä\0".as_bytes()));
        title.show(&"x".repeat(100_000));
        assert!(words().starts_with(b"xxxx") && words().len() == before.len());
        drop(title);
        assert_eq!(words(), before);
    }

    #[test]
    fn a_letter_is_not_cut() {
        assert_eq!((fitting("aä", 3), fitting("aä", 4), fitting("", 0)), ("a", "aä", ""));
    }

    #[test]
    fn a_name_may_look_like_anything() {
        let fields: Vec<String> = (3..53).map(|n| n.to_string()).collect();
        assert_eq!(place(&format!("7 (a ) 1 (b)) {}", fields.join(" "))), Some((48, 49)));
    }
}
