//! Texts escaped for HTML, JavaScript, URLs and JSON, and quoted as Go quotes them.

use std::io::Write;

use crate::utf8::each;

/// Escapes what means something in HTML.
pub(crate) fn html(text: &[u8], out: &mut Vec<u8>) {
    for &byte in text {
        match byte {
            0 => out.extend_from_slice("\u{fffd}".as_bytes()),
            b'"' => out.extend_from_slice(b"&#34;"),
            b'\'' => out.extend_from_slice(b"&#39;"),
            b'&' => out.extend_from_slice(b"&amp;"),
            b'<' => out.extend_from_slice(b"&lt;"),
            b'>' => out.extend_from_slice(b"&gt;"),
            byte => out.push(byte),
        }
    }
}

/// Escapes what means something in JavaScript, or in HTML around it.
pub(crate) fn js(text: &[u8], out: &mut Vec<u8>) {
    each(text, |part| {
        // Writing to a vector cannot fail.
        let _ = match part {
            // Bytes that are not UTF-8 pass unchanged.
            Err(byte) => return out.push(byte),
            Ok('\\') => write!(out, "\\\\"),
            Ok('\'') => write!(out, "\\'"),
            Ok('"') => write!(out, "\\\""),
            Ok(c @ ('<' | '>' | '&' | '=' | '\0'..='\x1f')) => write!(out, "\\u{:04X}", u32::from(c)),
            Ok(c) if c.is_ascii() || is_printable(c) => write!(out, "{c}"),
            Ok(c) => write!(out, "\\u{:04X}", u32::from(c)),
        };
    });
}

/// Escapes all that is not plain in the query of a URL; a space becomes a plus.
pub(crate) fn urlquery(text: &[u8], out: &mut Vec<u8>) {
    for &byte in text {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => out.push(byte),
            b' ' => out.push(b'+'),
            byte => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
}

/// A text as JSON (RFC 8259, section 7), which is always UTF-8.
pub(crate) fn json(text: &[u8], out: &mut Vec<u8>) {
    out.push(b'"');
    each(text, |part| {
        let _ = match part {
            Err(_) => write!(out, "\\ufffd"),
            Ok('"') => write!(out, "\\\""),
            Ok('\\') => write!(out, "\\\\"),
            Ok('\n') => write!(out, "\\n"),
            Ok('\r') => write!(out, "\\r"),
            Ok('\t') => write!(out, "\\t"),
            Ok(c @ '\0'..='\x1f') => write!(out, "\\u{:04x}", u32::from(c)),
            Ok(c) => write!(out, "{c}"),
        };
    });
    out.push(b'"');
}

/// A text in Go's quotes; with `ascii`, of ASCII alone.
pub(crate) fn quote(text: &[u8], ascii: bool, out: &mut Vec<u8>) {
    out.push(b'"');
    each(text, |part| match part {
        Ok(c) => quoted_char(c, '"', ascii, out),
        Err(byte) => {
            let _ = write!(out, "\\x{byte:02x}");
        }
    });
    out.push(b'"');
}

/// A character in Go's apostrophes.
pub(crate) fn quote_char(c: char, ascii: bool, out: &mut Vec<u8>) {
    out.push(b'\'');
    quoted_char(c, '\'', ascii, out);
    out.push(b'\'');
}

/// Whether the text can be between backquotes.
pub(crate) fn can_backquote(text: &[u8]) -> bool {
    std::str::from_utf8(text).is_ok_and(|text| {
        text.chars().all(|c| c == '\t' || !(c.is_ascii_control() || c == '`' || c == '\u{feff}'))
    })
}

fn quoted_char(c: char, quote: char, ascii: bool, out: &mut Vec<u8>) {
    let code = u32::from(c);
    let _ = match c {
        c if c == quote || c == '\\' => write!(out, "\\{c}"),
        '\x07' => write!(out, "\\a"),
        '\x08' => write!(out, "\\b"),
        '\x0c' => write!(out, "\\f"),
        '\n' => write!(out, "\\n"),
        '\r' => write!(out, "\\r"),
        '\t' => write!(out, "\\t"),
        '\x0b' => write!(out, "\\v"),
        c if is_printable(c) && (c.is_ascii() || !ascii) => write!(out, "{c}"),
        '\0'..='\x1f' | '\x7f' => write!(out, "\\x{code:02x}"),
        c if code < 0x1_0000 => write!(out, "\\u{:04x}", u32::from(c)),
        _ => write!(out, "\\U{code:08x}"),
    };
}

/// Letters, marks, numbers, punctuation, symbols and the space: what shows on paper.
pub(crate) fn is_printable(c: char) -> bool {
    if c.is_ascii() {
        return c == ' ' || c.is_ascii_graphic();
    }
    // The standard library has the table for its own escapes. Marks count as printable after another character.
    let mut bytes = [0; 5];
    bytes[0] = b'a';
    let len = c.encode_utf8(&mut bytes[1..]).len();
    let text = std::str::from_utf8(&bytes[..=len]).unwrap_or_default();
    text.escape_debug().nth(1) == Some(c)
}

#[cfg(test)]
mod tests {
    use super::{can_backquote, html, js, json, quote, urlquery};

    fn text(escape: impl FnOnce(&mut Vec<u8>)) -> String {
        let mut out = Vec::new();
        escape(&mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn texts_are_escaped_as_go_does() {
        assert_eq!(
            text(|out| html("<a b='c'>&\0\"é".as_bytes(), out)),
            "&lt;a b=&#39;c&#39;&gt;&amp;\u{fffd}&#34;é"
        );
        assert_eq!(
            text(|out| js("'\\<=\n\"é\u{200b}".as_bytes(), out)),
            r#"\'\\\u003C\u003D\u000A\"é\u200B"#
        );
        assert_eq!(text(|out| urlquery("a b&é~".as_bytes(), out)), "a+b%26%C3%A9~");
        assert_eq!(text(|out| quote(b"a\"\n\x7f\xc3\xff", false, out)), r#""a\"\n\x7f\xc3\xff""#);
        assert_eq!(text(|out| quote("é😀\u{301}".as_bytes(), true, out)), r#""\u00e9\U0001f600\u0301""#);
        assert_eq!(text(|out| quote("é😀\u{301}\u{a0}".as_bytes(), false, out)), "\"é😀\u{301}\\u00a0\"");
        assert_eq!(text(|out| json("a\"\\\n\u{1}é".as_bytes(), out)), "\"a\\\"\\\\\\n\\u0001é\"");
        assert!(can_backquote(b"a\tb") && !can_backquote(b"a`") && !can_backquote(b"a\n"));
    }
}
