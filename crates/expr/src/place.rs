//! Places: the parser counts lines and letters, and messages point at bytes.

use std::ops::Range;

use sqlparser::tokenizer::{Location, Span};

/// The text of an expression, by which places are found.
#[derive(Debug)]
pub(crate) struct Places<'t> {
    text: &'t str,
}

impl<'t> Places<'t> {
    pub fn of(text: &'t str) -> Places<'t> {
        Places { text }
    }

    /// The bytes of a span; those of the whole text where the parser knows none.
    pub fn bytes(&self, span: Span) -> Range<usize> {
        if span.start.line == 0 {
            return self.whole();
        }
        let (start, end) = (self.offset(span.start), self.offset(span.end));
        start..end.max(start)
    }

    pub fn whole(&self) -> Range<usize> {
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

    /// What a message of the parser says without the place at its end, and the bytes of the word there.
    pub fn of_message<'m>(&self, message: &'m str) -> (&'m str, Range<usize>) {
        let found = message.rfind(" at Line: ").and_then(|at| {
            let numbers =
                message[at..].split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
            let mut numbers = numbers.filter_map(|digits| digits.parse::<u64>().ok());
            Some((&message[..at], Location { line: numbers.next()?, column: numbers.next()? }))
        });
        match found {
            None => (message, self.text.len()..self.text.len()),
            Some((message, place)) => {
                let start = self.offset(place);
                let rest = &self.text[start..];
                let is_word = |c: char| c.is_alphanumeric() || c == '_';
                let word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
                let first = rest.chars().next().map_or(0, char::len_utf8);
                (message, start..start + word.max(first))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use sqlparser::tokenizer::{Location, Span};

    use super::Places;

    #[test]
    fn places_are_bytes_of_lines_and_letters() {
        let places = Places::of("é + b\n  'ü' || x");
        let span = |a, b, c, d| Span { start: Location::new(a, b), end: Location::new(c, d) };
        assert_eq!(places.bytes(span(1, 1, 1, 2)), 0..2);
        assert_eq!(places.bytes(span(1, 5, 1, 6)), 5..6);
        assert_eq!(places.bytes(span(2, 3, 2, 6)), 9..13);
        assert_eq!(places.bytes(Span::empty()), places.whole());
        assert_eq!(
            places.of_message("Expected: x, found: b at Line: 1, Column: 5"),
            ("Expected: x, found: b", 5..6)
        );
    }
}
