//! The lines of a table on a terminal, drawn over those before.

use std::io::{self, Write};

use gush_meter::format;
use gush_meter::watch::Watched;

/// The descriptor and its file, at most `width` columns: of a long path the end is kept.
pub fn named(owner: &str, watched: &Watched, width: usize) -> String {
    // A name may hold anything, and must not steer the terminal.
    let path = watched.path.display().to_string();
    let path: String = path.chars().map(|c| if c.is_control() { '?' } else { c }).collect();
    let name = format!("{owner}{:4}:{path}", watched.descriptor());
    let free = width.saturating_sub(2);
    if format::columns(&name) <= free {
        return name;
    }
    let front = format!("{owner}{:4}:...", watched.descriptor());
    let kept = format::back(&path, free.saturating_sub(front.len()));
    front + kept
}

/// Keeps to the rows of the terminal, below the last of which nothing can be drawn over.
pub fn shorten(lines: &mut Vec<String>, rows: usize) {
    let max_lines = rows.saturating_sub(1).max(1);
    if lines.len() > max_lines {
        let more = lines.len() - max_lines + 1;
        lines.truncate(max_lines - 1);
        lines.push(format!("     and {more} more"));
    }
}

/// The lines, drawn over those `drawn` that were drawn last.
pub fn over(lines: &[String], drawn: usize) -> String {
    let up = if drawn > 0 { format!("\x1b[{drawn}A") } else { String::new() };
    let body: String = lines.iter().map(|line| format!("{line}\x1b[K\n")).collect();
    // Clears the lines of files that are gone.
    let rest = if lines.len() < drawn { "\x1b[J" } else { "" };
    format!("{up}\r{body}{rest}")
}

/// Writes to standard error in one write. Errors are ignored: there is nowhere to report them.
pub fn write(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_drawn_over_and_cleared() {
        let lines = |n: usize| (0..n).map(|i| i.to_string()).collect::<Vec<_>>();
        assert_eq!(over(&lines(2), 0), "\r0\x1b[K\n1\x1b[K\n");
        assert_eq!(over(&lines(1), 2), "\x1b[2A\r0\x1b[K\n\x1b[J");
        for (rows, shown) in [(5, 3), (4, 3), (3, 2), (1, 1), (0, 1)] {
            let mut three = lines(3);
            shorten(&mut three, rows);
            assert_eq!(three.len(), shown);
            assert_eq!(three.last().unwrap() == "2", rows > 3, "{three:?}");
        }
    }
}
