//! How a format writes values: what is quoted, what is escaped, and how null, truth values, times and bytes look.

use std::fmt;
use std::sync::Arc;

use super::floats::FloatTexts;

/// How a format writes values. Only what differs from plain text has to be given.
pub(crate) trait Style: fmt::Debug + Send + Sync {
    /// Appends `text` as it is between quotes.
    fn escape(&self, text: &str, out: &mut Vec<u8>);

    /// Appends a text that is not UTF-8, which only `fakedata` makes: each wrong byte is a replacement character.
    fn escape_bytes(&self, bytes: &[u8], out: &mut Vec<u8>) {
        self.escape(&String::from_utf8_lossy(bytes), out);
    }

    /// The most bytes that one byte is escaped to.
    fn growth(&self) -> usize;

    /// What is before and after every text.
    fn quotes(&self) -> &'static str {
        ""
    }

    /// How null is written.
    fn null(&self) -> &'static str {
        ""
    }

    /// How false and true are written.
    fn bools(&self) -> [&'static str; 2] {
        ["false", "true"]
    }

    /// Whether a text with this part must be put in double quotes although the style does not quote all texts.
    fn needs_quotes(&self, _part: &str) -> bool {
        false
    }

    /// Whether an empty text is put in double quotes, so that it is not taken for null.
    fn quotes_empty(&self) -> bool {
        false
    }

    /// Whether some texts are put in double quotes and others are not.
    fn quotes_some(&self) -> bool {
        false
    }

    /// How floating-point numbers that are no digits are written.
    fn floats(&self) -> FloatTexts {
        FloatTexts::USUAL
    }

    /// What is before and after the hexadecimal digits of bytes, where the format has a type for bytes.
    fn bytes(&self) -> Option<(&'static str, &'static str)> {
        None
    }

    /// Whether bytes are written as they are: where columns have types of their own.
    fn takes_bytes(&self) -> bool {
        false
    }

    /// Whether JSON is written as it is, and not as a text.
    fn takes_json(&self) -> bool {
        false
    }

    /// Whether texts are written as they are.
    fn is_plain(&self) -> bool {
        false
    }

    /// Whether positive numbers after negative ones have a sign in spans of time.
    fn has_plus_signs(&self) -> bool {
        true
    }

    /// What is between the integer of a number, or the seconds of a time, and the decimal places. Nothing else is written by it:
    /// coordinates with a comma between them are a text.
    fn decimal_point(&self) -> u8 {
        b'.'
    }

    /// What is between the day and the hour of a time, and what follows its seconds for UTC.
    fn date_time(&self) -> (u8, &'static str) {
        (b'T', "Z")
    }

    /// What follows the seconds of a time that is declared to have a zone.
    fn zone(&self) -> &'static str {
        self.date_time().1
    }
}

impl dyn Style + '_ {
    /// A complete text: quoted where the style or the text asks for it.
    pub fn text(&self, text: &str) -> Vec<u8> {
        let mut out = Vec::with_capacity(text.len() + 2);
        self.push_text(text, &mut out);
        out
    }

    /// Appends a complete text.
    pub fn push_text(&self, text: &str, out: &mut Vec<u8>) {
        let bare_empty = text.is_empty() && self.quotes_empty();
        let quotes = if self.needs_quotes(text) || bare_empty { "\"" } else { self.quotes() };
        out.extend_from_slice(quotes.as_bytes());
        self.escape(text, out);
        out.extend_from_slice(quotes.as_bytes());
    }
}

/// Texts that were made of numbers with a decimal point, in a style that has another one.
#[derive(Debug)]
pub(super) struct NumberTexts(pub Arc<dyn Style>);

impl NumberTexts {
    /// The text with the style's own point between digits, of which one may have become a letter.
    fn pointed(&self, text: &str) -> String {
        let bytes = text.as_bytes();
        let is_part =
            |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_alphanumeric);
        let point =
            |(at, c): (usize, char)| match c == '.' && is_part(at.checked_sub(1)) && is_part(Some(at + 1)) {
                true => char::from(self.0.decimal_point()),
                false => c,
            };
        text.char_indices().map(point).collect()
    }
}

impl Style for NumberTexts {
    fn escape(&self, text: &str, out: &mut Vec<u8>) {
        self.0.escape(&self.pointed(text), out);
    }

    fn growth(&self) -> usize {
        self.0.growth()
    }

    fn quotes(&self) -> &'static str {
        self.0.quotes()
    }

    fn needs_quotes(&self, part: &str) -> bool {
        self.0.needs_quotes(&self.pointed(part))
    }

    fn quotes_empty(&self) -> bool {
        self.0.quotes_empty()
    }

    fn quotes_some(&self) -> bool {
        self.0.quotes_some()
    }
}

/// Values as they are.
#[derive(Debug)]
pub(crate) struct Plain;

impl Style for Plain {
    fn escape(&self, text: &str, out: &mut Vec<u8>) {
        out.extend_from_slice(text.as_bytes());
    }

    fn escape_bytes(&self, bytes: &[u8], out: &mut Vec<u8>) {
        out.extend_from_slice(bytes);
    }

    fn growth(&self) -> usize {
        1
    }

    fn is_plain(&self) -> bool {
        true
    }
}

/// Values as typed files store them: texts and bytes as they are.
#[derive(Debug)]
pub(crate) struct Stored;

impl Style for Stored {
    fn escape(&self, text: &str, out: &mut Vec<u8>) {
        Plain.escape(text, out);
    }

    fn escape_bytes(&self, bytes: &[u8], out: &mut Vec<u8>) {
        Plain.escape_bytes(bytes, out);
    }

    fn growth(&self) -> usize {
        1
    }

    fn takes_bytes(&self) -> bool {
        true
    }

    fn is_plain(&self) -> bool {
        true
    }
}

/// Appends `text` with each byte for which there is an `escape` written as that; all of these must be ASCII.
#[inline(always)]
pub(crate) fn rewrite(text: &str, out: &mut Vec<u8>, escape: impl Fn(u8) -> &'static str) {
    // Without a branch, so that it looks at many bytes at once; most texts have nothing to escape.
    if !text.bytes().fold(false, |found, byte| found | !escape(byte).is_empty()) {
        return out.extend_from_slice(text.as_bytes());
    }
    for byte in text.bytes() {
        match escape(byte) {
            "" => out.push(byte),
            escaped => out.extend_from_slice(escaped.as_bytes()),
        }
    }
}
