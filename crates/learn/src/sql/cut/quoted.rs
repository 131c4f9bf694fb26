//! Strings, quoted names, comments, and lines for the client.

use memchr::{memchr, memchr2, memmem};

use super::{Cutter, State, Statement, Step};

impl Cutter {
    /// Begins what lasts until something closes it.
    pub(super) fn open(&mut self, state: State, opening: &[u8]) -> Step {
        self.open_line = self.line;
        self.state = state;
        self.take(opening)
    }

    /// Begins a comment.
    pub(super) fn open_comment(&mut self, state: State, opening: &[u8]) -> Step {
        self.open_line = self.line;
        self.state = state;
        self.blank(opening)
    }

    /// Reads in a string or a quoted name.
    pub(super) fn quote(&mut self, bytes: &[u8], close: u8, has_backslashes: bool, is_last: bool) -> Step {
        let mut at = 0;
        loop {
            let next = if has_backslashes {
                memchr2(close, b'\\', &bytes[at..])
            } else {
                memchr(close, &bytes[at..])
            };
            let Some(next) = next.map(|next| at + next) else { return self.take(bytes) };
            let is_escape = bytes[next] == b'\\' || bytes.get(next + 1) == Some(&close);
            if next + 1 == bytes.len() && !is_last {
                return if next == 0 { Step::NeedsMore } else { self.take(&bytes[..next]) };
            }
            if !is_escape || next + 1 == bytes.len() {
                if bytes[next] == close {
                    self.state = State::Normal;
                }
                return self.take(&bytes[..=next]);
            }
            at = next + 2;
        }
    }

    /// Reads in a dollar-quoted string.
    pub(super) fn dollar(&mut self, bytes: &[u8], is_last: bool) -> Step {
        let State::Dollar(tag) = &self.state else { return Step::NeedsMore };
        if let Some(found) = memmem::find(bytes, tag) {
            let end = found + tag.len();
            self.state = State::Normal;
            return self.take(&bytes[..end]);
        }
        // The tag may have begun in the last bytes.
        let keep = if is_last { 0 } else { tag.len() - 1 };
        match bytes.len().saturating_sub(keep) {
            0 => Step::NeedsMore,
            length => self.take(&bytes[..length]),
        }
    }

    /// Reads a comment to the end of its line, which is no part of it.
    pub(super) fn line_comment(&mut self, bytes: &[u8]) -> Step {
        match memchr(b'\n', bytes) {
            Some(end) => {
                self.state = State::Normal;
                Step::Read(end)
            }
            None => Step::Read(bytes.len()),
        }
    }

    /// Reads in a comment that n `*/` close.
    pub(super) fn block_comment(&mut self, bytes: &[u8], depth: usize, is_last: bool) -> Step {
        let Some(found) = memchr2(b'*', b'/', bytes) else { return self.blank(bytes) };
        if found + 1 == bytes.len() && !is_last {
            return if found == 0 { Step::NeedsMore } else { self.blank(&bytes[..found]) };
        }
        let (depth, length) = match &bytes[found..] {
            [b'*', b'/', ..] => (depth - 1, found + 2),
            [b'/', b'*', ..] if self.rules.has_nested_comments => (depth + 1, found + 2),
            _ => (depth, found + 1),
        };
        self.state = if depth == 0 { State::Normal } else { State::BlockComment(depth) };
        self.blank(&bytes[..length])
    }

    /// Reads a line that is for the client.
    pub(super) fn command_line(&mut self, bytes: &[u8], each: &mut dyn FnMut(Statement<'_>)) -> Step {
        let State::Command(mut line) = std::mem::replace(&mut self.state, State::Normal) else {
            return Step::NeedsMore;
        };
        let end = memchr(b'\n', bytes);
        line.extend_from_slice(&bytes[..end.unwrap_or(bytes.len())]);
        match end {
            Some(end) => {
                self.command(&line, each);
                self.line += 1;
                Step::Read(end + 1)
            }
            None => {
                self.state = State::Command(line);
                Step::Read(bytes.len())
            }
        }
    }

    /// Does what a line for the client says: a new delimiter, another database.
    pub(super) fn command(&mut self, line: &[u8], each: &mut dyn FnMut(Statement<'_>)) {
        let line = line.trim_ascii();
        let (word, argument) = match line.iter().position(u8::is_ascii_whitespace) {
            Some(end) => (&line[..end], line[end..].trim_ascii()),
            None => (line, &line[line.len()..]),
        };
        if word.eq_ignore_ascii_case(b"delimiter") {
            if !argument.is_empty() {
                self.delimiter = argument.to_vec();
            }
        } else if word.eq_ignore_ascii_case(b"\\connect") || word == b"\\c" {
            self.current.line = self.line;
            self.current.text = line.to_vec();
            self.emit(super::End::Complete, each);
        }
    }
}
