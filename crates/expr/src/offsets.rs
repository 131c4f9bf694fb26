//! Byte offsets: the parser counts lines and letters, and messages point at bytes.

use std::ops::Range;

use sqlparser::tokenizer::{Location, Span};

/// The text of an expression, to find byte offsets in.
#[derive(Debug)]
pub(crate) struct Offsets<'t> {
    text: &'t str,
}

impl<'t> Offsets<'t> {
    pub fn of(text: &'t str) -> Offsets<'t> {
        Offsets { text }
    }

    /// The bytes of a span; those of the entire text if the parser does not know them.
    pub fn bytes(&self, span: Span) -> Range<usize> {
        if span.start.line == 0 {
            return self.all();
        }
        let (start, end) = (self.offset(span.start), self.offset(span.end));
        start..end.max(start)
    }

    pub fn all(&self) -> Range<usize> {
        0..self.text.len()
    }

    /// The byte at a line and a letter in it, both from 1.
    fn offset(&self, Location { line, column }: Location) -> usize {
        let lines = self.text.split_inclusive('\n');
        let before: usize = lines.clone().take(line.saturating_sub(1) as usize).map(str::len).sum();
        let line = &self.text[before..];
        let within = line.char_indices().nth(column.saturating_sub(1) as usize);
        before + within.map_or(line.len(), |(at, _)| at)
    }

    /// A message of the parser without the location at its end, and the bytes of the token there.
    pub fn of_message<'m>(&self, message: &'m str) -> (&'m str, Range<usize>) {
        let found = message.rfind(" at Line: ").and_then(|at| {
            let numbers =
                message[at..].split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
            let mut numbers = numbers.filter_map(|digits| digits.parse::<u64>().ok());
            Some((&message[..at], Location { line: numbers.next()?, column: numbers.next()? }))
        });
        match found {
            None => (message, self.text.len()..self.text.len()),
            Some((message, location)) => {
                let start = self.offset(location);
                let rest = &self.text[start..];
                let is_in_token = |c: char| c.is_alphanumeric() || c == '_';
                let token = rest.find(|c| !is_in_token(c)).unwrap_or(rest.len());
                let first = rest.chars().next().map_or(0, char::len_utf8);
                (message, start..start + token.max(first))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use sqlparser::tokenizer::{Location, Span};

    use super::Offsets;

    #[test]
    fn offsets_are_bytes_of_lines_and_letters() {
        let offsets = Offsets::of("é + b\n  'ü' || x");
        let span = |a, b, c, d| Span { start: Location::new(a, b), end: Location::new(c, d) };
        assert_eq!(offsets.bytes(span(1, 1, 1, 2)), 0..2);
        assert_eq!(offsets.bytes(span(1, 5, 1, 6)), 5..6);
        assert_eq!(offsets.bytes(span(2, 3, 2, 6)), 9..13);
        assert_eq!(offsets.bytes(Span::empty()), offsets.all());
        assert_eq!(
            offsets.of_message("Expected: x, found: b at Line: 1, Column: 5"),
            ("Expected: x, found: b", 5..6)
        );
    }
}
