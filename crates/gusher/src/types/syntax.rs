//! The syntax that texts have: what lets a database or a file store them as a type of its own, such as JSON.

use std::fmt;
use std::net::IpAddr;

use super::geometry::point_of_text;

/// A syntax that all texts of a column have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Syntax {
    /// JSON (RFC 8259), in one line.
    Json,
    /// Well-formed XML: a document or its content.
    Xml,
    /// Addresses of machines, which may have the length of their network's prefix.
    Inet,
    /// Addresses of networks: no bit after the prefix is set.
    Cidr,
    /// Hardware addresses of 48 bits.
    MacAddr,
    /// Points as well-known text: `POINT (13.4 52.5)`.
    Point,
    /// Binary digits: the fewest and the most of them.
    Bits {
        /// The fewest.
        min: u32,
        /// The most.
        max: u32,
    },
}

impl Syntax {
    /// Whether texts of this syntax are of the other one as well.
    pub(super) fn is_also(self, other: Syntax) -> bool {
        match (self, other) {
            (Syntax::Bits { .. }, Syntax::Bits { .. }) | (Syntax::Cidr, Syntax::Inet) => true,
            (one, other) => one == other,
        }
    }

    /// Whether the case of letters means nothing.
    pub(crate) fn ignores_case(self) -> bool {
        match self {
            Syntax::Inet | Syntax::Cidr | Syntax::MacAddr | Syntax::Bits { .. } => true,
            Syntax::Json | Syntax::Xml | Syntax::Point => false,
        }
    }

    /// Whether a text has this syntax; XML is not parsed, and so never found.
    pub fn has(self, text: &str) -> bool {
        match self {
            Syntax::Json => is_json(text),
            Syntax::Xml => false,
            Syntax::Inet => is_address(text, false),
            Syntax::Cidr => is_address(text, true),
            Syntax::MacAddr => is_hardware_address(text),
            Syntax::Point => point_of_text(text.as_bytes()).is_some(),
            Syntax::Bits { min, max } => {
                (min as usize..=max as usize).contains(&text.len())
                    && text.bytes().all(|bit| matches!(bit, b'0' | b'1'))
            }
        }
    }
}

impl fmt::Display for Syntax {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Syntax::Json => "JSON",
            Syntax::Xml => "XML",
            Syntax::Inet => "an address",
            Syntax::Cidr => "a network such as 192.0.2.0/24",
            Syntax::MacAddr => "a hardware address such as 02:00:5e:10:00:00",
            Syntax::Point => "a point such as POINT (13.4 52.5)",
            Syntax::Bits { .. } => "binary digits",
        })
    }
}

/// Whether a text is an address, which may have the length of a prefix. A network's has no bit after that.
fn is_address(text: &str, is_network: bool) -> bool {
    let (address, length) =
        text.split_once('/').map_or((text, None), |(address, length)| (address, Some(length)));
    let (bits, most) = match address.parse() {
        Ok(IpAddr::V4(address)) => (u128::from(address.to_bits()) << 96, 32),
        Ok(IpAddr::V6(address)) => (address.to_bits(), 128),
        Err(_) => return false,
    };
    let length = match length.map(str::as_bytes) {
        None => Some(most),
        Some([b'0'..=b'9', ..]) => length.and_then(|length| length.parse().ok()),
        Some(_) => None,
    };
    length.is_some_and(|length: u32| {
        length <= most && (!is_network || bits.checked_shl(length).unwrap_or(0) == 0)
    })
}

/// Six pairs of hexadecimal digits, with colons or dashes between them.
fn is_hardware_address(text: &str) -> bool {
    let separator = if text.contains('-') { '-' } else { ':' };
    let is_pair = |pair: &str| pair.len() == 2 && pair.bytes().all(|digit| digit.is_ascii_hexdigit());
    text.split(separator).count() == 6 && text.split(separator).all(is_pair)
}

/// Nested values beyond this depth are not looked at; PostgreSQL and others refuse deeper ones sooner or later too.
const MAX_DEPTH: usize = 128;

/// Whether a text is one value of JSON (RFC 8259) without a line end.
pub(crate) fn is_json(text: &str) -> bool {
    let mut reader = Reader { rest: text.as_bytes() };
    reader.skip_blanks();
    reader.value(MAX_DEPTH).is_some() && reader.rest.is_empty() && !text.contains(['\n', '\r'])
}

/// What is left to read of a JSON text. Each function reads something and what is blank after it.
struct Reader<'t> {
    rest: &'t [u8],
}

impl Reader<'_> {
    fn skip_blanks(&mut self) {
        while let [b' ' | b'\t' | b'\n' | b'\r', rest @ ..] = self.rest {
            self.rest = rest;
        }
    }

    fn take(&mut self, bytes: &[u8]) -> Option<()> {
        self.rest = self.rest.strip_prefix(bytes)?;
        self.skip_blanks();
        Some(())
    }

    fn value(&mut self, depth: usize) -> Option<()> {
        match self.rest.first()? {
            b'{' => self.items(*b"{}", depth, |reader, depth| {
                reader.string()?;
                reader.take(b":")?;
                reader.value(depth)
            }),
            b'[' => self.items(*b"[]", depth, Reader::value),
            b'"' => self.string(),
            b't' => self.take(b"true"),
            b'f' => self.take(b"false"),
            b'n' => self.take(b"null"),
            _ => self.number(),
        }
    }

    /// What is between two brackets, separated by commas.
    fn items(
        &mut self,
        [open, close]: [u8; 2],
        depth: usize,
        one: impl Fn(&mut Self, usize) -> Option<()>,
    ) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        self.take(&[open])?;
        if self.take(&[close]).is_some() {
            return Some(());
        }
        loop {
            one(self, depth)?;
            if self.take(&[close]).is_some() {
                return Some(());
            }
            self.take(b",")?;
        }
    }

    fn string(&mut self) -> Option<()> {
        self.rest = self.rest.strip_prefix(b"\"")?;
        loop {
            let (&byte, rest) = self.rest.split_first()?;
            self.rest = rest;
            match byte {
                b'"' => break,
                0..0x20 => return None,
                b'\\' => self.escape()?,
                _ => {}
            }
        }
        self.skip_blanks();
        Some(())
    }

    /// What follows a backslash.
    fn escape(&mut self) -> Option<()> {
        let (&escape, rest) = self.rest.split_first()?;
        self.rest = match escape {
            b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => rest,
            b'u' => {
                let digits = rest.first_chunk::<4>()?;
                digits.iter().all(u8::is_ascii_hexdigit).then_some(&rest[4..])?
            }
            _ => return None,
        };
        Some(())
    }

    fn number(&mut self) -> Option<()> {
        self.rest = self.rest.strip_prefix(b"-").unwrap_or(self.rest);
        match self.rest.first()? {
            b'0' => self.rest = &self.rest[1..],
            b'1'..=b'9' => self.digits()?,
            _ => return None,
        }
        if let Some(rest) = self.rest.strip_prefix(b".") {
            self.rest = rest;
            self.digits()?;
        }
        if let [b'e' | b'E', rest @ ..] = self.rest {
            self.rest = match rest {
                [b'+' | b'-', rest @ ..] => rest,
                _ => rest,
            };
            self.digits()?;
        }
        self.skip_blanks();
        Some(())
    }

    /// One digit or more.
    fn digits(&mut self) -> Option<()> {
        let count = self.rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.rest = &self.rest[count..];
        (count > 0).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Syntax, is_json};

    proptest! {
        /// Texts of pieces of JSON, some of which are JSON, against serde.
        #[test]
        fn json_is_what_serde_reads(
            pieces in prop::collection::vec(
                prop::sample::select(vec![
                    "{", "}", "[", "]", ",", ":", "\"a\"", "\"\\u00e9\\n\"", "\"\\x\"", "\"\t\"", "-", "0", "01", "1.5",
                    "1.", ".5", "1e5", "1e501", "1e+", "true", "nul", "null", " ", "\u{a0}", "\"",
                ]),
                0..9,
            )
        ) {
            let text = pieces.concat();
            // Its grammar alone: as a value, it refuses numbers that a float cannot hold, such as 1e501.
            let read = serde_json::from_str::<serde::de::IgnoredAny>(&text);
            prop_assert_eq!(is_json(&text), read.is_ok(), "{}", text);
        }
    }

    #[test]
    fn json_is_nested_and_in_one_line() {
        for text in [
            "{}",
            "[]",
            "null",
            "\"\"",
            "-0.5e-3",
            "1e501",
            r#"{"a":[1,{"b":[]}],"c":"\"\\\/"}"#,
            " [ 1 , 2 ] ",
        ] {
            assert!(is_json(text), "{text}");
        }
        assert!(is_json(&format!("{}{}", "[".repeat(128), "]".repeat(128))));
        for text in ["", "{", "[1,]", "{\"a\"}", "{a:1}", "'a'", "NaN", "[1]\n", "1 2", &"[".repeat(100_000)]
        {
            assert!(!is_json(text), "{text}");
        }
    }

    #[test]
    fn addresses_and_bits_are_known() {
        let bits = Syntax::Bits { min: 2, max: 3 };
        for (syntax, text, expected) in [
            (Syntax::Inet, "192.0.2.1", true),
            (Syntax::Inet, "192.0.2.1/24", true),
            (Syntax::Inet, "2001:db8::1/64", true),
            (Syntax::Inet, "192.0.2.1/33", false),
            (Syntax::Inet, "192.0.2.1/", false),
            (Syntax::Inet, "192.0.2.1/+8", false),
            (Syntax::Inet, "192.0.2", false),
            (Syntax::Cidr, "192.0.2.0/24", true),
            (Syntax::Cidr, "192.0.2.1/32", true),
            (Syntax::Cidr, "192.0.2.1", true),
            (Syntax::Cidr, "0.0.0.0/0", true),
            (Syntax::Cidr, "192.0.2.1/24", false),
            (Syntax::Cidr, "2001:db8::/32", true),
            (Syntax::Cidr, "2001:db8::1/64", false),
            (Syntax::MacAddr, "02:00:5E:10:00:0f", true),
            (Syntax::MacAddr, "02-00-5e-10-00-0f", true),
            (Syntax::MacAddr, "02:00:5e:10:00", false),
            (Syntax::MacAddr, "02:00:5e:10:00:0g", false),
            (bits, "01", true),
            (bits, "0", false),
            (bits, "0101", false),
            (bits, "02", false),
        ] {
            assert_eq!(syntax.has(text), expected, "{text} as {syntax}");
        }
    }
}
