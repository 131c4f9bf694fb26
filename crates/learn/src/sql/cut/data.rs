//! Data that are counted and dropped: the rows of `INSERT`, the lines of `COPY`.

use memchr::{memchr, memchr2};

use super::rules::ends_with_e;
use super::{Cutter, End, State, Statement, Step};

/// The bytes that may matter among values, beside strings and parentheses.
const MATTERS: [bool; 256] = {
    let mut table = [false; 256];
    let bytes = b"\"`[-/*#$;";
    let mut i = 0;
    while i < bytes.len() {
        table[bytes[i] as usize] = true;
        i += 1;
    }
    table
};

impl Cutter {
    /// Reads values up to the next sign that may end them or begin what is no value.
    pub(super) fn skip_values(
        &mut self,
        bytes: &[u8],
        is_last: bool,
        each: &mut dyn FnMut(Statement<'_>),
    ) -> Step {
        let first = self.delimiter[0];
        let mut at = 0;
        while at < bytes.len() {
            let byte = bytes[at];
            match byte {
                b'(' => {
                    if self.current.depth == 0 && self.current.counts_rows {
                        *self.current.rows.get_or_insert(0) += 1;
                    }
                    self.current.depth += 1;
                }
                b')' => self.current.depth = self.current.depth.saturating_sub(1),
                b'\'' => {
                    let is_after_e = if at == 0 { self.is_after_e } else { ends_with_e(&bytes[..at]) };
                    let has_backslashes =
                        self.rules.has_backslashes || (self.rules.has_dollar_quotes && is_after_e);
                    match string_length(&bytes[at..], has_backslashes) {
                        Some(length) => {
                            at += length;
                            continue;
                        }
                        None if at > 0 => return self.take(&bytes[..at]),
                        None => {
                            return self.open(State::Quote { close: b'\'', has_backslashes }, &bytes[..1]);
                        }
                    }
                }
                // What else matters is read as it is anywhere.
                _ if MATTERS[byte as usize] || byte == first => {
                    return if at == 0 { self.sign(bytes, is_last, each) } else { self.take(&bytes[..at]) };
                }
                // After the last row, as in `ON DUPLICATE KEY UPDATE a = VALUES(a)`, parentheses are no rows.
                _ if self.current.depth == 0 && byte.is_ascii_alphabetic() => {
                    self.current.counts_rows = false;
                }
                _ => {}
            }
            at += 1;
        }
        self.take(bytes)
    }

    /// Reads the lines of a COPY, and ends it at `\.`.
    pub(super) fn copy_data(
        &mut self,
        bytes: &[u8],
        is_mid_line: bool,
        is_last: bool,
        each: &mut dyn FnMut(Statement<'_>),
    ) -> Step {
        let mut at = 0;
        let mut is_mid_line = is_mid_line;
        let mut rows = 0;
        while at < bytes.len() {
            let rest = &bytes[at..];
            if !is_mid_line && rest[0] == b'\\' {
                if rest.len() < 3 && !is_last {
                    break;
                }
                if rest.starts_with(b"\\.") && rest.get(2).is_none_or(|next| matches!(next, b'\n' | b'\r')) {
                    self.end_copy(rows, &bytes[..at], each);
                    return Step::Read(at + 2);
                }
            }
            match memchr(b'\n', rest) {
                Some(end) => {
                    rows += 1;
                    at += end + 1;
                    is_mid_line = false;
                }
                None => {
                    at = bytes.len();
                    is_mid_line = true;
                }
            }
        }
        *self.current.rows.get_or_insert(0) += rows;
        self.state = State::CopyData { is_mid_line };
        if at == 0 { Step::NeedsMore } else { self.take(&bytes[..at]) }
    }

    fn end_copy(&mut self, rows: u64, bytes: &[u8], each: &mut dyn FnMut(Statement<'_>)) {
        *self.current.rows.get_or_insert(0) += rows;
        self.take(bytes);
        self.state = State::Normal;
        self.emit(End::Complete, each);
    }
}

/// How long the string is that begins here, with its quotes, if it and the byte after it are there.
fn string_length(bytes: &[u8], has_backslashes: bool) -> Option<usize> {
    let mut at = 1;
    loop {
        let rest = &bytes[at..];
        at += if has_backslashes { memchr2(b'\'', b'\\', rest)? } else { memchr(b'\'', rest)? };
        let next = *bytes.get(at + 1)?;
        if bytes[at] == b'\'' && next != b'\'' {
            return Some(at + 1);
        }
        at += 2;
        if at > bytes.len() {
            return None;
        }
    }
}
