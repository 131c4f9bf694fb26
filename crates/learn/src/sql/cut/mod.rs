//! Cuts SQL at its statements, whatever they contain, without understanding them.
//!
//! It is fed pieces of any size, so that a dump of many gigabytes needs the memory of its longest statement of definitions: the values of
//! `INSERT` and the lines of `COPY` are counted and dropped. `scan.rs` has the ordinary state, `quoted.rs` strings and comments, `data.rs` what is
//! dropped, `words.rs` what the words of a statement mean for its end.

mod data;
#[cfg(test)]
mod naive;
mod quoted;
mod rules;
mod scan;
#[cfg(test)]
mod tests;
mod words;

use std::borrow::Cow;

use memchr::memchr_iter;

use crate::model::SqlDialect;
use rules::{Rules, ends_with_e};
use words::Words;

/// The longest statement that is kept: a longer one is no definition of a table.
const MAX_STATEMENT: usize = 16 << 20;

/// One statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement<'a> {
    /// Without comments, which leave their newlines, and without its delimiter. Of an `INSERT` or `COPY`, what is before its data.
    pub text: Cow<'a, str>,
    /// The line of its first word, from 1.
    pub line: usize,
    /// How many rows of data were dropped, where that could be counted.
    pub rows: Option<u64>,
    /// How it ended.
    pub end: End,
}

/// How a statement ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// At its delimiter, or with the file.
    Complete,
    /// It did not: the file ended within this, which began in this line.
    Unfinished {
        /// What was not closed: `a string`, `a comment` …
        within: &'static str,
        /// Where that began.
        line: usize,
    },
    /// It is longer than a definition can be, and was dropped from there.
    TooLong,
}

/// What a piece of the text is read as.
#[derive(Clone, Debug, PartialEq, Eq)]
enum State {
    /// Words and signs.
    Normal,
    /// Up to this sign, which is doubled in the text; a backslash may hide it.
    Quote { close: u8, has_backslashes: bool },
    /// Up to this tag with its dollar signs.
    Dollar(Vec<u8>),
    /// Up to the end of the line.
    LineComment,
    /// Up to as many `*/`.
    BlockComment(usize),
    /// A line that is for the client, not for the server.
    Command(Vec<u8>),
    /// The lines after `COPY … FROM stdin`, up to `\.`; whether it is in the middle of one.
    CopyData { is_mid_line: bool },
}

/// Cuts a text that it is fed in pieces.
#[derive(Debug)]
pub struct Cutter {
    rules: Rules,
    delimiter: Vec<u8>,
    state: State,
    /// What was fed and cannot be read before more is known.
    pending: Vec<u8>,
    /// The line that is read.
    line: usize,
    /// Where the string or comment began that is read.
    open_line: usize,
    /// How many versioned comments (`/*!40101`) are open.
    versioned: usize,
    /// Whether what was read ends with the prefix of a string with backslashes.
    is_after_e: bool,
    /// Whether only blanks stand before in the line.
    is_line_start: bool,
    current: Current,
}

/// The statement that is read.
#[derive(Debug)]
struct Current {
    text: Vec<u8>,
    /// The line of its first word; 0 before that.
    line: usize,
    words: Words,
    /// How many parentheses are open.
    depth: usize,
    /// Whether what follows is kept.
    is_kept: bool,
    /// The rows of data so far; none where they cannot be counted.
    rows: Option<u64>,
    /// Whether parentheses are rows.
    counts_rows: bool,
    is_too_long: bool,
}

impl Current {
    fn new() -> Self {
        Self {
            text: Vec::new(),
            line: 0,
            words: Words::default(),
            depth: 0,
            is_kept: true,
            rows: None,
            counts_rows: false,
            is_too_long: false,
        }
    }

    fn has_begun(&self) -> bool {
        self.line > 0
    }
}

/// How a step of the cutter ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// It read n bytes.
    Read(usize),
    /// It needs more of them.
    NeedsMore,
}

impl Cutter {
    /// A cutter for the SQL of this dialect, at line 1.
    #[must_use]
    pub fn new(dialect: SqlDialect) -> Self {
        Self::at_line(dialect, 1)
    }

    /// A cutter for a text that begins in this line of its source.
    #[must_use]
    pub fn at_line(dialect: SqlDialect, line: usize) -> Self {
        Self {
            rules: Rules::of(dialect),
            delimiter: b";".to_vec(),
            state: State::Normal,
            pending: Vec::new(),
            line,
            open_line: line,
            versioned: 0,
            is_after_e: false,
            is_line_start: true,
            current: Current::new(),
        }
    }

    /// Reads a piece; gives each statement that ends in it.
    pub fn feed(&mut self, piece: &[u8], each: &mut dyn FnMut(Statement<'_>)) {
        if self.pending.is_empty() {
            let read = self.read(piece, false, each);
            self.pending.extend_from_slice(&piece[read..]);
            return;
        }
        let mut bytes = std::mem::take(&mut self.pending);
        bytes.extend_from_slice(piece);
        let read = self.read(&bytes, false, each);
        bytes.drain(..read);
        self.pending = bytes;
    }

    /// Reads what is left, and gives the last statement.
    pub fn finish(mut self, each: &mut dyn FnMut(Statement<'_>)) {
        let bytes = std::mem::take(&mut self.pending);
        let read = self.read(&bytes, true, each);
        debug_assert_eq!(read, bytes.len(), "the end is read as far as it goes");
        let within = match &self.state {
            State::Normal | State::LineComment | State::Command(_) => self.unclosed(),
            State::Quote { close: b'\'', .. } => Some("a string"),
            State::Quote { .. } => Some("a quoted name"),
            State::Dollar(_) => Some("a dollar-quoted string"),
            State::BlockComment(_) => Some("a comment"),
            State::CopyData { .. } => Some("the data of a COPY"),
        };
        if let State::Command(line) = std::mem::replace(&mut self.state, State::Normal) {
            self.command(&line, each);
        }
        match within {
            None => self.emit(End::Complete, each),
            Some(within) => {
                let line = if matches!(within, "a block" | "parentheses") {
                    self.current.line
                } else {
                    self.open_line
                };
                if !self.current.has_begun() {
                    self.current.line = line;
                }
                self.emit(End::Unfinished { within, line }, each);
            }
        }
    }

    /// What the statement lacks where the text ends between two words.
    fn unclosed(&self) -> Option<&'static str> {
        let current = &self.current;
        if !current.has_begun() {
            None
        } else if current.words.block_depth() > 0 {
            Some("a block")
        } else if current.depth > 0 {
            Some("parentheses")
        } else {
            None
        }
    }

    /// Reads as much of these bytes as can be read, and says how much that is.
    fn read(&mut self, bytes: &[u8], is_last: bool, each: &mut dyn FnMut(Statement<'_>)) -> usize {
        let mut at = 0;
        while at < bytes.len() {
            let rest = &bytes[at..];
            let step = match &self.state {
                State::Normal if self.current.is_kept => self.scan(rest, is_last, each),
                State::Normal => self.skip_values(rest, is_last, each),
                State::Quote { close, has_backslashes } => {
                    let (close, has_backslashes) = (*close, *has_backslashes);
                    self.quote(rest, close, has_backslashes, is_last)
                }
                State::Dollar(_) => self.dollar(rest, is_last),
                State::LineComment => self.line_comment(rest),
                State::BlockComment(depth) => {
                    let depth = *depth;
                    self.block_comment(rest, depth, is_last)
                }
                State::Command(_) => self.command_line(rest, each),
                State::CopyData { is_mid_line } => {
                    let is_mid_line = *is_mid_line;
                    self.copy_data(rest, is_mid_line, is_last, each)
                }
            };
            match step {
                Step::Read(length) => at += length,
                Step::NeedsMore => break,
            }
        }
        at
    }

    /// Counts the lines of what was read, and keeps it if the statement is kept.
    fn take(&mut self, bytes: &[u8]) -> Step {
        let current = &mut self.current;
        if !current.has_begun() {
            current.line = self.line;
        }
        self.line += memchr_iter(b'\n', bytes).count();
        self.is_after_e = ends_with_e(bytes);
        self.is_line_start = false;
        if current.is_kept {
            current.text.extend_from_slice(bytes);
            if current.text.len() > MAX_STATEMENT {
                current.is_kept = false;
                current.is_too_long = true;
            }
        }
        Step::Read(bytes.len())
    }

    /// Counts the lines of what is no part of the statement, and leaves them and a space in it.
    fn blank(&mut self, bytes: &[u8]) -> Step {
        let lines = memchr_iter(b'\n', bytes).count();
        self.line += lines;
        self.is_after_e = false;
        self.is_line_start |= lines > 0;
        let current = &mut self.current;
        if current.has_begun() && current.is_kept {
            if !current.text.last().is_some_and(u8::is_ascii_whitespace) {
                current.text.push(b' ');
            }
            current.text.extend(std::iter::repeat_n(b'\n', lines));
        }
        Step::Read(bytes.len())
    }

    /// Gives the statement, if there is one, and begins the next.
    fn emit(&mut self, end: End, each: &mut dyn FnMut(Statement<'_>)) {
        let current = std::mem::replace(&mut self.current, Current::new());
        self.versioned = 0;
        self.is_line_start = false;
        let end = if current.is_too_long { End::TooLong } else { end };
        if current.has_begun() && (!current.text.trim_ascii().is_empty() || end != End::Complete) {
            let text = String::from_utf8_lossy(current.text.trim_ascii_end());
            each(Statement { text, line: current.line, rows: current.rows, end });
        }
    }
}
