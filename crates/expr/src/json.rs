//! JSON as texts: finding parts of values, and writing them as PostgreSQL's `jsonb` does. All texts are valid JSON
//! (RFC 8259), so nothing here fails.

use std::fmt::Write as _;

/// Numbers with exponents beyond this stay as they are written.
const MAX_EXPONENT: i64 = 400;
/// How many bytes one byte becomes at most, where a number without an exponent is written for one with it.
pub(crate) const GROWTH: usize = 84;

/// What is left to read of a value.
struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Reader<'t> {
        let mut reader = Reader { text, at: 0 };
        reader.skip_blanks();
        reader
    }

    fn next(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while matches!(self.next(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Skips this sign, and says whether it was there.
    fn takes(&mut self, sign: u8) -> bool {
        let found = self.next() == Some(sign);
        self.at += usize::from(found);
        self.skip_blanks();
        found
    }

    /// The next value as it is written.
    fn value(&mut self) -> &'t str {
        let start = self.at;
        let mut depth = 0;
        while let Some(byte) = self.next() {
            match byte {
                b'"' => self.skip_string(),
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                }
                b'}' | b']' | b',' | b':' | b' ' | b'\t' | b'\n' | b'\r' if depth == 0 => break,
                b'}' | b']' => {
                    depth -= 1;
                    self.at += 1;
                }
                _ => self.at += 1,
            }
            if depth == 0 && matches!(byte, b'"' | b'}' | b']') {
                break;
            }
        }
        let value = &self.text[start..self.at];
        self.skip_blanks();
        value
    }

    fn skip_string(&mut self) {
        self.at += 1;
        while let Some(byte) = self.next() {
            self.at += if byte == b'\\' { 2 } else { 1 };
            if byte == b'"' {
                break;
            }
        }
    }
}

/// The members of an object as they are written; nothing of another value.
fn members(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut reader = Reader::new(text);
    let mut is_open = reader.takes(b'{') && reader.next() != Some(b'}');
    std::iter::from_fn(move || {
        is_open.then(|| {
            let name = reader.value();
            reader.takes(b':');
            let value = reader.value();
            is_open = reader.takes(b',');
            (name, value)
        })
    })
}

/// The items of an array as they are written; nothing of another value.
pub(crate) fn items(text: &str) -> impl Iterator<Item = &str> {
    let mut reader = Reader::new(text);
    let mut is_open = reader.takes(b'[') && reader.next() != Some(b']');
    std::iter::from_fn(move || {
        is_open.then(|| {
            let value = reader.value();
            is_open = reader.takes(b',');
            value
        })
    })
}

/// The member of this name; of several the last one.
pub(crate) fn member<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let is_named = |own: &str| {
        let inside = own.trim_matches('"');
        if own.contains('\\') { unescaped(own).as_deref() == Some(name) } else { inside == name }
    };
    members(text).filter(|(own, _)| is_named(own)).last().map(|(_, value)| value)
}

/// The item at this index, from 0; negative ones count from the end. In a `jsonb`, a value that is no array and no object is its own
/// only item.
pub(crate) fn item(text: &str, index: i64, is_binary: bool) -> Option<&str> {
    if is_binary && !text.trim_ascii().starts_with(['[', '{']) {
        return matches!(index, 0 | -1).then(|| text.trim_ascii());
    }
    let from_end = usize::try_from(index.unsigned_abs()).ok()?;
    let index = if index < 0 { items(text).count().checked_sub(from_end)? } else { from_end };
    items(text).nth(index)
}

/// The part at a path of names and indices.
pub(crate) fn part<'t>(text: &'t str, path: &[String]) -> Option<&'t str> {
    path.iter().try_fold(text.trim_ascii(), |value, step| match value.as_bytes().first()? {
        b'{' => member(value, step),
        b'[' => item(value, step.trim_ascii_start().parse().ok()?, false),
        _ => None,
    })
}

/// The text that a string is; `None` if PostgreSQL has no such text: one with a NUL or half a pair of surrogates.
pub(crate) fn unescaped(string: &str) -> Option<String> {
    let inside = string.strip_prefix('"')?.strip_suffix('"')?;
    let mut out = String::with_capacity(inside.len());
    let mut rest = inside;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let escape = *rest.as_bytes().get(at + 1)?;
        rest = rest.get(at + 2..)?;
        match escape {
            b'b' => out.push('\u{8}'),
            b'f' => out.push('\u{c}'),
            b'n' => out.push('\n'),
            b'r' => out.push('\r'),
            b't' => out.push('\t'),
            b'u' => out.push(code_point(&mut rest).filter(|c| *c != '\0')?),
            other => out.push(char::from(other)),
        }
    }
    out.push_str(rest);
    Some(out)
}

/// The character of four hexadecimal digits, and of four more where the first ones are half a pair.
fn code_point(rest: &mut &str) -> Option<char> {
    let unit = |rest: &mut &str| {
        let (digits, after) = rest.split_at_checked(4)?;
        *rest = after;
        u32::from_str_radix(digits, 16).ok()
    };
    let first = unit(rest)?;
    if !(0xd800..0xdc00).contains(&first) {
        return char::from_u32(first);
    }
    *rest = rest.strip_prefix("\\u")?;
    let second = unit(rest).filter(|second| (0xdc00..0xe000).contains(second))?;
    char::from_u32(0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00))
}

/// Appends a value as `->>` gives it, and says whether it has a text: null has none.
pub(crate) fn write_text(value: &str, is_binary: bool, out: &mut String) -> bool {
    match value.as_bytes().first() {
        Some(b'"') => {
            let text = unescaped(value);
            out.push_str(text.as_deref().unwrap_or_default());
            text.is_some()
        }
        Some(b'n') => false,
        _ => {
            if is_binary {
                write_binary(value, out);
            } else {
                out.push_str(value);
            }
            true
        }
    }
}

/// The members of an object as a `jsonb` has them: by the lengths of their names, each name once.
pub(crate) fn sorted_members(object: &str) -> Vec<(String, &str)> {
    let mut sorted: Vec<(String, &str)> = Vec::new();
    for (name, value) in members(object) {
        // A name that no text has keeps its escapes.
        let name = unescaped(name).unwrap_or_else(|| name[1..name.len() - 1].to_owned());
        match sorted.iter_mut().find(|(known, _)| *known == name) {
            Some(known) => known.1 = value,
            None => sorted.push((name, value)),
        }
    }
    sorted.sort_by(|(a, _), (b, _)| (a.len(), a.as_bytes()).cmp(&(b.len(), b.as_bytes())));
    sorted
}

/// Appends a value as PostgreSQL writes a `jsonb`: members by the lengths of their names, each name once, numbers without exponents.
pub(crate) fn write_binary(value: &str, out: &mut String) {
    let value = value.trim_ascii();
    match value.as_bytes().first() {
        Some(b'{') => {
            out.push('{');
            for (at, (name, value)) in sorted_members(value).iter().enumerate() {
                out.push_str(if at > 0 { ", " } else { "" });
                write_string(name, out);
                out.push_str(": ");
                write_binary(value, out);
            }
            out.push('}');
        }
        Some(b'[') => {
            out.push('[');
            for (at, value) in items(value).enumerate() {
                out.push_str(if at > 0 { ", " } else { "" });
                write_binary(value, out);
            }
            out.push(']');
        }
        Some(b'"') => match unescaped(value) {
            Some(text) => write_string(&text, out),
            None => out.push_str(value),
        },
        Some(b't' | b'f' | b'n') | None => out.push_str(value),
        Some(_) => write_number(value, out),
    }
}

fn write_string(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\0'..' ' => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

/// A number as a `numeric` is written.
fn write_number(number: &str, out: &mut String) {
    let (sign, digits) = number.strip_prefix('-').map_or(("", number), |digits| ("-", digits));
    let (mantissa, exponent) = digits.split_once(['e', 'E']).unwrap_or((digits, "0"));
    let exponent = exponent.parse::<i64>().ok().filter(|exponent| exponent.abs() <= MAX_EXPONENT);
    let Some(exponent) = exponent else { return out.push_str(number) };
    let (integer, places) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let sign = if mantissa.bytes().all(|byte| matches!(byte, b'0' | b'.')) { "" } else { sign };
    let mut digits = [integer, places].concat();
    // Where the point is among the digits.
    let mut point = integer.len() as i64 + exponent;
    if point < 0 {
        digits.insert_str(0, &"0".repeat(point.unsigned_abs() as usize));
        point = 0;
    }
    let point = point as usize;
    if digits.len() < point {
        digits.push_str(&"0".repeat(point - digits.len()));
    }
    let (integer, places) = digits.split_at(point);
    let integer = integer.trim_start_matches('0');
    out.push_str(sign);
    out.push_str(if integer.is_empty() { "0" } else { integer });
    if !places.is_empty() {
        out.push('.');
        out.push_str(places);
    }
}

#[cfg(test)]
mod tests {
    use super::{GROWTH, item, member, part, write_binary, write_text};

    fn binary(value: &str) -> String {
        let mut out = String::new();
        write_binary(value, &mut out);
        out
    }

    #[test]
    fn parts_are_found() {
        let object = r#" { "a" : 1, "b\u0020c":[1,{"d":"x}"}, -2.5 ],"a":{"e":null} , "ü" : "" } "#;
        assert_eq!(member(object, "a"), Some(r#"{"e":null}"#));
        assert_eq!(member(object, "b c"), Some(r#"[1,{"d":"x}"}, -2.5 ]"#));
        assert_eq!(
            (member(object, "ü"), member(object, "x"), member("[1]", "0")),
            (Some("\"\""), None, None)
        );
        let list = member(object, "b c").unwrap();
        assert_eq!(
            [0, 2, 3, -1, -3, -4].map(|index| item(list, index, true)),
            [Some("1"), Some("-2.5"), None, Some("-2.5"), Some("1"), None]
        );
        let path = |steps: &[&str]| steps.iter().map(|step| (*step).to_owned()).collect::<Vec<_>>();
        assert_eq!(part(object, &path(&["b c", "1", "d"])), Some("\"x}\""));
        assert_eq!(part(object, &path(&["b c", "d"])), None);
        assert_eq!(part(" [] ", &path(&[])), Some("[]"));
        assert_eq!([0, -1, 1].map(|index| item(" 7 ", index, true)), [Some("7"), Some("7"), None]);
        assert_eq!((item("7", 0, false), item("{}", 0, true)), (None, None));
        assert_eq!((item("[]", 0, true), member("{}", "")), (None, None));
    }

    #[test]
    fn texts_are_those_of_postgresql() {
        let text = |value: &str| {
            let mut out = String::new();
            write_text(value, true, &mut out).then_some(out)
        };
        assert_eq!(text(r#""a\"\\\/\b\n\u00e9\ud83d\ude00""#).unwrap(), "a\"\\/\u{8}\né😀");
        assert_eq!((text("null"), text(r#""\u0000""#), text(r#""\ud83d""#)), (None, None, None));
        assert_eq!(text("true").unwrap(), "true");
        assert_eq!(text(r#"[1,"a"]"#).unwrap(), r#"[1, "a"]"#);
    }

    #[test]
    fn binary_json_is_written_as_postgresql_does() {
        for (value, expected) in [
            (r#"{"bb":1,"a":2,"aa":3,"a":[ ]}"#, r#"{"a": [], "aa": 3, "bb": 1}"#),
            (
                r#"[ 1 , -0, -0.0,1.50,1e3, 1.50e1,15e-1,0.5E+1,-12e-4, 0e5 ]"#,
                "[1, 0, 0.0, 1.50, 1000, 15.0, 1.5, 5, -0.0012, 0]",
            ),
            (r#""\u001f\u007f\/\t""#, "\"\\u001f\u{7f}/\\t\""),
            ("{}", "{}"),
        ] {
            assert_eq!(binary(value), expected, "{value}");
        }
        for number in ["1e400", "-1e-400", "1e99", "[1e9,1e9]", "1e401"] {
            assert!(binary(number).len() <= GROWTH * number.len());
        }
    }
}
