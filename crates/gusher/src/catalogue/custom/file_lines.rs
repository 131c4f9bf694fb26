//! `file`: a line of a text file, each line as likely as any other.

use std::sync::Arc;

use super::file_rows;
use crate::generators::constraint::NUL;
use crate::generators::constraint::unescape;
use crate::generators::phrase::DictionaryEntry;
use crate::generators::{BuildResult, Constraint, Generate, GeneratorSpec, Properties};
use crate::rng::{Draws, bounded};
use crate::types::{Array, Dictionary, Field};

/// The generators of this file.
pub(in crate::catalogue) static SPECS: &[GeneratorSpec] = &[GeneratorSpec::new("file", "a line of a text file, or a column of a table", file)
    .required(
        "PATH",
        "the file; blank lines are left out; with @column a file of comma-separated values whose first line has names",
        "file:names.txt",
    )
    .modifiers(&["column", "of", "weights"])];

/// Lines of a larger file could, with their letters in another case, not be counted in 32 bits.
const MAX_BYTES: usize = 1 << 30;

/// `file:PATH`: lines end in LF or CRLF, the last one with or without; blank lines are left out. A line that
/// occurs twice is drawn twice as often.
pub(crate) fn file(constraint: Constraint<'_>) -> BuildResult {
    let path = unescape(constraint.text.unwrap_or_default());
    if path.is_empty() {
        return Err(constraint.error("the path of a text file is needed; the form is file:PATH"));
    }
    let bytes = (constraint.context.read)(&path)
        .map_err(|error| constraint.error(format!("cannot read {path}: {error}")))?;
    if bytes.len() > MAX_BYTES {
        return Err(constraint.error(format!("{path} is larger than 1 GiB, the most that is drawn from")));
    }
    if constraint.generator == "fakedata.file" {
        return Ok(every_line(bytes));
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
    match (&constraint.settings.column, &constraint.settings.weights) {
        (Some(asked), _) => return file_rows::column(&constraint, &path, text, asked),
        (None, Some(weights)) => {
            let text = "weights are a column of the file; name the one to draw from, as in @column=name";
            return Err(weights.error(text));
        }
        (None, None) => {}
    }
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let dictionary = Dictionary::weighted(lines.map(|line| (line, 1)));
    if dictionary.is_empty() {
        return Err(constraint.error(format!("{path} has no line to draw from")));
    }
    Ok(Arc::new(DictionaryEntry::new(dictionary)))
}

/// The lines as the Go program `fakedata` reads them: only LF ends one, blank lines count, except those at the beginning
/// and the end of the file, and bytes may be anything. An empty file has one line, which is empty.
fn every_line(mut bytes: Vec<u8>) -> Arc<dyn Generate> {
    let is_end = |byte: &u8| *byte == b'\n';
    bytes.truncate(bytes.iter().rposition(|byte| !is_end(byte)).map_or(0, |last| last + 1));
    let start = bytes.iter().take_while(|byte| is_end(byte)).count();
    bytes.drain(..start);
    match std::str::from_utf8(&bytes) {
        Ok(text) => {
            Arc::new(DictionaryEntry::new(Dictionary::weighted(text.split('\n').map(|line| (line, 1)))))
        }
        Err(_) => Arc::new(ByteLines::new(bytes)),
    }
}

/// Lines of which at least one is not UTF-8.
#[derive(Debug)]
struct ByteLines {
    bytes: Vec<u8>,
    /// Where each line ends; the next begins one byte after it.
    ends: Vec<usize>,
    longest: usize,
}

impl ByteLines {
    fn new(bytes: Vec<u8>) -> ByteLines {
        let ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at);
        let ends = ends.chain([bytes.len()]).collect();
        let longest = bytes.split(|&byte| byte == b'\n').map(<[u8]>::len).max().unwrap_or(0);
        ByteLines { bytes, ends, longest }
    }

    fn line(&self, number: usize) -> &[u8] {
        let start = if number == 0 { 0 } else { self.ends[number - 1] + 1 };
        &self.bytes[start..self.ends[number]]
    }
}

impl Generate for ByteLines {
    fn field(&self) -> Field {
        Field::free(self.longest, self.bytes.len() / self.ends.len(), false)
    }

    fn cardinality(&self) -> u64 {
        self.ends.len() as u64
    }

    /// The same line may occur twice.
    fn properties(&self) -> Properties<'_> {
        Properties::not_unique("a line of a file that is not UTF-8")
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let texts = values.strings();
        for x in draws.load(0) {
            texts.push(self.line(bounded(*x, self.ends.len() as u64) as usize));
        }
    }
}

/// The number of the line that this byte is in, from 1.
fn line_of(bytes: &[u8], at: usize) -> usize {
    bytes[..at].iter().filter(|&&b| b == b'\n').count() + 1
}
