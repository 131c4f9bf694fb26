//! The ordinary state: words and signs, up to the delimiter.

use super::words::Effect;
use super::{Cutter, End, State, Statement, Step};

/// The longest tag of a dollar quote that is looked for.
const MAX_TAG: usize = 80;
/// The longest word that may mean something.
const MAX_WORD: usize = 64;

impl Cutter {
    /// Reads a run of blanks, a word or a sign.
    pub(super) fn scan(&mut self, bytes: &[u8], is_last: bool, each: &mut dyn FnMut(Statement<'_>)) -> Step {
        let byte = bytes[0];
        if byte.is_ascii_whitespace() || (!self.current.has_begun() && bytes.starts_with(b"\xEF\xBB\xBF")) {
            return self.blanks(bytes);
        }
        if self.delimiter != b";"
            && bytes.len() < self.delimiter.len()
            && !is_last
            && self.delimiter.starts_with(bytes)
        {
            return Step::NeedsMore;
        }
        if bytes.starts_with(&self.delimiter) {
            return self.sign(bytes, is_last, each);
        }
        if is_word(byte) {
            return self.word(bytes, is_last, each);
        }
        if !self.current.has_begun() && (byte == b'\\' || (byte == b'.' && self.is_line_start)) {
            self.state = State::Command(Vec::new());
            return Step::Read(0);
        }
        self.sign(bytes, is_last, each)
    }

    fn blanks(&mut self, bytes: &[u8]) -> Step {
        let end = bytes.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(bytes.len());
        if end == 0 {
            // A byte order mark.
            return Step::Read(3);
        }
        let blanks = &bytes[..end];
        let has_newline = blanks.contains(&b'\n');
        if self.current.has_begun() {
            let was_line_start = self.is_line_start;
            let step = self.take(blanks);
            self.is_line_start = was_line_start || has_newline;
            return step;
        }
        self.blank(blanks)
    }

    fn word(&mut self, bytes: &[u8], is_last: bool, each: &mut dyn FnMut(Statement<'_>)) -> Step {
        let end = bytes.iter().position(|&byte| !(is_word(byte) || byte == b'$'));
        let Some(end) = end.or_else(|| (is_last || bytes.len() > MAX_WORD).then_some(bytes.len())) else {
            return Step::NeedsMore;
        };
        let word = &bytes[..end];
        if self.current.words.is_empty()
            && !self.current.has_begun()
            && word.eq_ignore_ascii_case(b"DELIMITER")
        {
            self.state = State::Command(Vec::new());
            return Step::Read(0);
        }
        if self.is_line_start && self.current.depth == 0 && word.eq_ignore_ascii_case(b"GO") {
            match rest_of_line_is_blank(&bytes[end..]) {
                None if !is_last => return Step::NeedsMore,
                Some(false) => {}
                None | Some(true) => {
                    self.emit(End::Complete, each);
                    return Step::Read(end);
                }
            }
        }
        let current = &mut self.current;
        let effect = current.words.push(word, current.depth, self.rules.has_begin_blocks);
        let step = self.take(word);
        if effect != Effect::None {
            self.current.is_kept = false;
            self.current.counts_rows = effect == Effect::Values;
        }
        step
    }

    /// Reads one sign, with what belongs to it.
    pub(super) fn sign(&mut self, bytes: &[u8], is_last: bool, each: &mut dyn FnMut(Statement<'_>)) -> Step {
        let byte = bytes[0];
        if bytes.starts_with(&self.delimiter) {
            return self.delimiter(bytes, is_last, each);
        }
        // Two more bytes tell what these begin.
        if bytes.len() < 3 && !is_last && matches!(byte, b'-' | b'/' | b'*' | b'\\') {
            return Step::NeedsMore;
        }
        let rules = self.rules;
        let quote = |has_backslashes| State::Quote { close: byte, has_backslashes };
        match byte {
            b'\'' => {
                let has_backslashes = rules.has_backslashes || (rules.has_dollar_quotes && self.is_after_e);
                self.open(quote(has_backslashes), &bytes[..1])
            }
            b'"' => self.open(quote(rules.has_backslashes), &bytes[..1]),
            b'`' => self.open(quote(false), &bytes[..1]),
            b'[' if rules.has_brackets => {
                self.open(State::Quote { close: b']', has_backslashes: false }, &bytes[..1])
            }
            b'-' if self.begins_line_comment(bytes) => self.open_comment(State::LineComment, &bytes[..2]),
            b'#' if rules.has_mysql_comments => self.open_comment(State::LineComment, &bytes[..1]),
            b'/' if bytes.get(1) == Some(&b'*') => self.comment(bytes, is_last),
            b'*' if self.versioned > 0 && bytes.get(1) == Some(&b'/') => {
                self.versioned -= 1;
                self.blank(&bytes[..2])
            }
            b'$' if rules.has_dollar_quotes => match dollar_tag(bytes, is_last) {
                Tag::Found(length) => self.open(State::Dollar(bytes[..length].to_vec()), &bytes[..length]),
                Tag::None => self.take(&bytes[..1]),
                Tag::NeedsMore => Step::NeedsMore,
            },
            b'\\' if rules.has_dollar_quotes && bytes.get(1) == Some(&b'g') => {
                // psql sends the statement: `\gexec`, `\gset`.
                self.emit(End::Complete, each);
                Step::Read(0)
            }
            b'(' => {
                self.current.depth += 1;
                self.take(&bytes[..1])
            }
            b')' => {
                self.current.depth = self.current.depth.saturating_sub(1);
                self.take(&bytes[..1])
            }
            _ => self.take(&bytes[..1]),
        }
    }

    /// Whether `--` begins a comment here: in MySQL, only before a blank.
    fn begins_line_comment(&self, bytes: &[u8]) -> bool {
        bytes.get(1) == Some(&b'-')
            && (!self.rules.has_mysql_comments || bytes.get(2).is_none_or(|next| *next <= b' '))
    }

    /// Begins a comment, or what only some versions of MySQL read.
    fn comment(&mut self, bytes: &[u8], is_last: bool) -> Step {
        if !self.rules.has_mysql_comments || !matches!(bytes.get(2), Some(b'!' | b'M')) {
            return self.open_comment(State::BlockComment(1), &bytes[..2]);
        }
        if bytes.len() < 16 && !is_last {
            return Step::NeedsMore;
        }
        let mark = if bytes[2] == b'M' { 4 } else { 3 };
        if bytes[2] == b'M' && bytes.get(3) != Some(&b'!') {
            return self.open_comment(State::BlockComment(1), &bytes[..2]);
        }
        let digits = bytes[mark..].iter().take(8).take_while(|byte| byte.is_ascii_digit()).count();
        self.versioned += 1;
        self.blank(&bytes[..mark + digits])
    }

    /// Ends the statement, unless a body of statements is open.
    fn delimiter(&mut self, bytes: &[u8], is_last: bool, each: &mut dyn FnMut(Statement<'_>)) -> Step {
        let length = self.delimiter.len();
        let current = &self.current;
        let is_inside = self.delimiter == b";"
            && (current.words.block_depth() > 0 || (current.depth > 0 && current.words.is_rule()));
        if is_inside {
            return self.take(&bytes[..length]);
        }
        if self.rules.has_dollar_quotes && current.words.starts_with("COPY") && reads_stdin(&current.text) {
            // The rest of the line goes with the statement.
            let end = memchr::memchr(b'\n', bytes);
            if end.is_none() && !is_last {
                return Step::NeedsMore;
            }
            let rest = end.map_or(bytes.len(), |end| end + 1);
            self.line += usize::from(end.is_some());
            self.open_line = current.line;
            self.current.is_kept = false;
            self.state = State::CopyData { is_mid_line: false };
            return Step::Read(rest);
        }
        self.emit(End::Complete, each);
        Step::Read(length)
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// Whether nothing is before the next newline; none if it is not there.
fn rest_of_line_is_blank(bytes: &[u8]) -> Option<bool> {
    let next = bytes.iter().find(|byte| **byte == b'\n' || !byte.is_ascii_whitespace())?;
    Some(*next == b'\n')
}

/// Whether the data of this COPY follow it.
fn reads_stdin(statement: &[u8]) -> bool {
    let text = String::from_utf8_lossy(statement).to_ascii_lowercase();
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    words.windows(2).any(|pair| pair[0] == "from" && pair[1].trim_end_matches(';') == "stdin")
}

enum Tag {
    Found(usize),
    None,
    NeedsMore,
}

/// The tag of a dollar quote with both its dollar signs.
fn dollar_tag(bytes: &[u8], is_last: bool) -> Tag {
    let label = bytes[1..].iter().take(MAX_TAG).take_while(|&&byte| is_word(byte)).count();
    match bytes.get(label + 1) {
        Some(b'$') if !bytes[1].is_ascii_digit() => Tag::Found(label + 2),
        None if !is_last => Tag::NeedsMore,
        _ => Tag::None,
    }
}
