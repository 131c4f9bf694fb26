//! The name of this process in process listings: a text may replace it for a while.

use std::fs;
use std::process;

use crate::sys::CommandLine;

/// The length of a process's short name with its terminating zero.
const SHORT_NAME: usize = 16;

/// The command line of this process as process listings show it, which is restored when this is dropped.
#[derive(Debug)]
pub struct ProcessTitle(CommandLine);

impl ProcessTitle {
    /// The title, where the system lets us change it.
    pub fn take() -> Option<ProcessTitle> {
        CommandLine::take().map(ProcessTitle)
    }

    /// Shows `text`, as much of it as fits.
    pub fn show(&self, text: &str) {
        let _ = self.0.show(fitting(text, self.0.capacity()).as_bytes());
        // Short lists show this name, which the system cuts.
        let _ =
            fs::write(format!("/proc/self/task/{}/comm", process::id()), fitting(text.trim(), SHORT_NAME));
    }
}

/// The front of `text` that leaves a byte of `capacity` for its end.
fn fitting(text: &str, capacity: usize) -> &str {
    let mut end = text.len().min(capacity.saturating_sub(1));
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::fitting;

    #[test]
    fn a_letter_is_not_cut() {
        assert_eq!((fitting("aä", 3), fitting("aä", 4), fitting("", 0)), ("a", "aä", ""));
    }
}
