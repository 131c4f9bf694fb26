//! Reads a line of JSON into what is known of those before it, without a copy of its texts.
//!
//! What is rare is left to `serde_json`: texts with escapes, numbers with exponents or many digits, values that are too deep. A line that
//! is refused is read by it once more, for its words. A test compares the two.

use serde::Deserializer as _;
use serde::de::IgnoredAny;

use super::bytes::{below, repeated, zeros};
use super::json_node::{MAX_DEPTH, Node, Seed};

/// What has no form of JSON, or one that is not read here.
#[derive(Debug)]
pub struct Refused;

/// The most digits of a whole number, which fit 63 bits, and of a decimal one, which is the nearest to the text.
const MAX_DIGITS: (usize, usize) = (18, 15);
/// A number below 1 with more decimals may be written with an exponent.
const MAX_PLACES: usize = 4;

/// Reads an object, of which the bytes are UTF-8, or even ASCII.
pub fn scan(line: &[u8], is_ascii: bool, node: &mut Node) -> Result<(), Refused> {
    let mut scanner = Scanner { bytes: line, at: 0, is_ascii };
    node.seen += 1;
    scanner.blanks();
    scanner.take(b'{')?;
    scanner.object(node, 0)?;
    scanner.blanks();
    if scanner.at == line.len() { Ok(()) } else { Err(Refused) }
}

struct Scanner<'b> {
    bytes: &'b [u8],
    at: usize,
    is_ascii: bool,
}

impl<'b> Scanner<'b> {
    fn next(&self) -> Result<u8, Refused> {
        self.bytes.get(self.at).copied().ok_or(Refused)
    }

    fn take(&mut self, byte: u8) -> Result<(), Refused> {
        if self.next()? != byte {
            return Err(Refused);
        }
        self.at += 1;
        Ok(())
    }

    fn blanks(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.bytes.get(self.at) {
            self.at += 1;
        }
    }

    /// The fields of an object, and its end.
    fn object(&mut self, node: &mut Node, depth: u32) -> Result<(), Refused> {
        node.objects += 1;
        self.blanks();
        if self.next()? == b'}' {
            self.at += 1;
            return Ok(());
        }
        let mut next = 0;
        loop {
            self.take(b'"')?;
            let found = match self.text()? {
                Ok(name) => node.field(name, next),
                Err(escaped) => {
                    let name: String = serde_json::from_slice(escaped).map_err(|_| Refused)?;
                    node.field(name.as_bytes(), next)
                }
            };
            self.blanks();
            self.take(b':')?;
            self.blanks();
            match found {
                Some(at) => {
                    next = at + 1;
                    self.value(&mut node.fields[at].1, depth + 1)?;
                }
                None => self.pass()?,
            }
            if self.is_end(b'}')? {
                return Ok(());
            }
        }
    }

    /// The items of a list, and its end.
    fn list(&mut self, node: &mut Node, depth: u32) -> Result<(), Refused> {
        node.lists += 1;
        let item = node.item.get_or_insert_default();
        let mut count = 0;
        self.blanks();
        if self.next()? == b']' {
            self.at += 1;
        } else {
            loop {
                self.value(item, depth + 1)?;
                count += 1;
                if self.is_end(b']')? {
                    break;
                }
            }
        }
        node.sketch.add_length(count);
        Ok(())
    }

    /// Whether the end follows, and not a comma with something behind it.
    fn is_end(&mut self, end: u8) -> Result<bool, Refused> {
        self.blanks();
        let byte = self.next()?;
        self.at += 1;
        match byte {
            b',' => {
                self.blanks();
                Ok(false)
            }
            byte if byte == end => Ok(true),
            _ => Err(Refused),
        }
    }

    fn value(&mut self, node: &mut Node, depth: u32) -> Result<(), Refused> {
        node.seen += 1;
        if depth > MAX_DEPTH {
            node.is_deep = true;
            return self.pass();
        }
        let first = self.next()?;
        match first {
            b'"' => {
                self.at += 1;
                match self.text()? {
                    Ok(text) => node.sketch.add_text_of(text, self.is_ascii),
                    Err(escaped) => read(escaped, node, depth)?,
                }
            }
            b'{' => {
                self.at += 1;
                return self.object(node, depth);
            }
            b'[' => {
                self.at += 1;
                return self.list(node, depth);
            }
            b't' => {
                self.word(b"true")?;
                node.sketch.add_bool(true);
            }
            b'f' => {
                self.word(b"false")?;
                node.sketch.add_bool(false);
            }
            b'n' => {
                self.word(b"null")?;
                node.nulls += 1;
            }
            _ => return self.number(node, depth),
        }
        Ok(())
    }

    fn word(&mut self, word: &[u8]) -> Result<(), Refused> {
        if !self.bytes[self.at..].starts_with(word) {
            return Err(Refused);
        }
        self.at += word.len();
        Ok(())
    }

    /// The text behind a quote: without its end where it has no escapes, or else with both quotes.
    fn text(&mut self) -> Result<Result<&'b [u8], &'b [u8]>, Refused> {
        const QUOTES: u64 = repeated(b'"');
        const ESCAPES: u64 = repeated(b'\\');
        let start = self.at;
        let mut at = start;
        while let Some(word) = self.bytes.get(at..).and_then(<[u8]>::first_chunk::<8>) {
            let word = u64::from_le_bytes(*word);
            let found = zeros(word ^ QUOTES) | zeros(word ^ ESCAPES) | below(word, b' ');
            if found != 0 {
                at += (found.trailing_zeros() / 8) as usize;
                return self.text_to(start, at);
            }
            at += 8;
        }
        let is_end = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..=0x1f);
        at += self.bytes[at..].iter().position(is_end).ok_or(Refused)?;
        self.text_to(start, at)
    }

    /// The same, once its first sign is found that is no letter.
    fn text_to(&mut self, start: usize, mut at: usize) -> Result<Result<&'b [u8], &'b [u8]>, Refused> {
        if self.bytes[at] == b'"' {
            self.at = at + 1;
            return Ok(Ok(&self.bytes[start..at]));
        }
        // Whether escapes and control characters are right is found by who reads it.
        loop {
            match self.bytes.get(at).ok_or(Refused)? {
                b'"' => break,
                b'\\' => at += 2,
                _ => at += 1,
            }
        }
        self.at = at + 1;
        Ok(Err(&self.bytes[start - 1..=at]))
    }

    fn digits(&mut self) -> usize {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.bytes.get(self.at) {
            self.at += 1;
        }
        self.at - start
    }

    fn number(&mut self, node: &mut Node, depth: u32) -> Result<(), Refused> {
        let start = self.at;
        let is_negative = self.next()? == b'-';
        self.at += usize::from(is_negative);
        let first = self.at;
        let integer = self.digits();
        if integer == 0 || integer > 1 && self.bytes[first] == b'0' {
            return Err(Refused);
        }
        let mut places = None;
        if self.bytes.get(self.at) == Some(&b'.') {
            self.at += 1;
            places = Some(self.digits());
        }
        let has_exponent = matches!(self.bytes.get(self.at), Some(b'e' | b'E'));
        if has_exponent {
            self.at += 1;
            self.at += usize::from(matches!(self.bytes.get(self.at), Some(b'+' | b'-')));
            self.digits();
        }
        let text = &self.bytes[start..self.at];
        match places {
            None if !has_exponent && integer <= MAX_DIGITS.0 && text != b"-0" => node.sketch.add_number(text),
            Some(places @ 1..) if !has_exponent && integer + places <= MAX_DIGITS.1 => {
                let zeros = text.iter().rev().take(places - 1).take_while(|byte| **byte == b'0').count();
                if self.bytes[first] == b'0' && places - zeros > MAX_PLACES {
                    return read(text, node, depth);
                }
                node.sketch.add_number(&text[..text.len() - zeros]);
            }
            _ => return read(text, node, depth),
        }
        Ok(())
    }

    /// Passes over a value.
    fn pass(&mut self) -> Result<(), Refused> {
        let mut values =
            serde_json::Deserializer::from_slice(&self.bytes[self.at..]).into_iter::<IgnoredAny>();
        values.next().and_then(Result::ok).ok_or(Refused)?;
        self.at += values.byte_offset();
        Ok(())
    }
}

/// Reads a text or a number by the crate that knows everything.
fn read(value: &[u8], node: &mut Node, depth: u32) -> Result<(), Refused> {
    let mut reader = serde_json::Deserializer::from_slice(value);
    reader.deserialize_any(Seed(node, depth)).and_then(|()| reader.end()).map_err(|_| Refused)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{Just, Strategy, any, prop};
    use proptest::{prop_assert_eq, prop_oneof, proptest};

    use super::super::json_node::read_object;
    use super::*;

    /// What is known after lines were read, one way or the other.
    fn known(lines: &[Vec<u8>], read: impl Fn(&[u8], &mut Node) -> bool) -> Vec<String> {
        let mut node = Node::default();
        let are_read = lines.iter().map(|line| read(line, &mut node)).collect::<Vec<_>>();
        let objects = node.objects;
        let columns =
            node.fields.into_iter().map(|(name, field)| format!("{:?}", field.finish(&name, objects)));
        columns.chain([format!("{are_read:?}")]).collect()
    }

    fn values() -> impl Strategy<Value = String> {
        let number = "-?(0|[1-9][0-9]{0,20})(\\.[0-9]{1,18})?([eE][-+]?[0-9]{1,3})?";
        let plain = prop_oneof![
            number,
            "-?[0-9]{1,4}\\.[0-9]{0,3}",
            "\"[ -~äé€]{0,20}\"",
            "\"([a-z]{0,9}|\\\\n|\\\\\"|\\\\u00e9|\\\\ud800|\t){0,4}\"",
            "true|false|null|nul|\\[\\]|\\{\\}",
            "\"[0-9]{4}-[01][0-9]-[0-3][0-9]\"",
        ];
        plain.prop_recursive(11, 40, 4, |inner| {
            let blank = prop_oneof![Just(""), Just(""), Just(" ")];
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(|items| format!("[{}]", items.join(","))),
                (prop::collection::vec(("[a-c]|\\\\u0061", inner), 0..4), blank).prop_map(
                    |(fields, blank)| {
                        let field = |(name, value)| format!("\"{name}\"{blank}:{blank}{value}{blank}");
                        format!("{{{}}}", fields.into_iter().map(field).collect::<Vec<_>>().join(","))
                    }
                ),
            ]
        })
    }

    /// Objects, and such with a byte that is another one.
    fn lines() -> impl Strategy<Value = Vec<Vec<u8>>> {
        let change = any::<(usize, u8)>();
        let line = (values(), values(), change, 0..4_u8).prop_map(|(one, other, (at, byte), kind)| {
            let mut line = format!("{{\"a\": {one}, \"b\":{other}}}").into_bytes();
            let at = at % line.len();
            if kind == 0 {
                line[at] = byte & 0x7f;
            }
            line
        });
        prop::collection::vec(line, 1..4)
    }

    proptest! {
        #[test]
        fn lines_are_read_as_by_serde_json(lines in lines()) {
            // After a line that is refused nothing is read any more.
            let reads = |line: &Vec<u8>| read_object(line, &mut Node::default()).is_ok() && std::str::from_utf8(line).is_ok();
            let end = lines.iter().position(|line| !reads(line)).unwrap_or(lines.len());
            if let Some(line) = lines.get(end).filter(|line| std::str::from_utf8(line).is_ok()) {
                proptest::prop_assert!(scan(line, false, &mut Node::default()).is_err(), "{}", String::from_utf8_lossy(line));
            }
            let found = known(&lines[..end], |line, node| scan(line, line.is_ascii(), node).is_ok());
            let expected = known(&lines[..end], |line, node| read_object(line, node).is_ok());
            prop_assert_eq!(found, expected);
        }
    }
}
