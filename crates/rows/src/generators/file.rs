//! `file`: a line of a text file, each line as likely as any other.

use std::sync::Arc;

use super::constraint::NUL;
use super::constraint::unescape;
use super::phrase::Word;
use super::{Constraint, Entry, Made};
use crate::words::Words;

/// The generators of this file.
pub(super) static ENTRIES: &[Entry] = &[Entry::new("file", "a line of a text file", file).required(
    "PATH",
    "the file; blank lines are left out",
    "file:names.txt",
)];

/// Words of a larger file could, with their letters in another case, not be counted in 32 bits.
const MOST_BYTES: usize = 1 << 30;

/// `file:PATH`: lines end in LF or CRLF, the last one with or without; blank lines are left out. A line that
/// stands twice is drawn twice as often.
pub(crate) fn file(constraint: Constraint<'_>) -> Made {
    let path = unescape(constraint.text.unwrap_or_default());
    if path.is_empty() {
        return Err(constraint.error("the path of a text file is needed; the form is file:PATH"));
    }
    let bytes = (constraint.context.read)(&path)
        .map_err(|error| constraint.error(format!("cannot read {path}: {error}")))?;
    if bytes.len() > MOST_BYTES {
        return Err(constraint.error(format!("{path} is larger than 1 GiB, the most that is drawn from")));
    }
    let text = std::str::from_utf8(&bytes).map_err(|error| {
        let line = line_of(&bytes, error.valid_up_to());
        constraint.error(format!("line {line} of {path} is not UTF-8"))
    })?;
    if let Some(at) = bytes.iter().position(|&b| b == 0) {
        return Err(constraint.error(format!("line {} of {path} has {NUL}", line_of(&bytes, at))));
    }
    // A byte order mark is not part of the first line.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let words = Words::weighted(lines.map(|line| (line, 1)));
    if words.is_empty() {
        return Err(constraint.error(format!("{path} has no line to draw from")));
    }
    Ok(Arc::new(Word::new(words)))
}

/// The number of the line that this byte stands in, from 1.
fn line_of(bytes: &[u8], at: usize) -> usize {
    bytes[..at].iter().filter(|&&b| b == b'\n').count() + 1
}
