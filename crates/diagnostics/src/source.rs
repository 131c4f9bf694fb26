//! A text with a name: turns a span of its bytes into a diagnostic that shows the line.

use std::ops::Range;

use crate::excerpt::excerpt;
use crate::{Code, Diagnostic, Message, Position};

/// How many bytes of a line are read on each side of a span: far more than are shown.
const MAX_AROUND: usize = 4096;

/// A file or a template, as bytes that are mostly UTF-8, with the name that messages call it by.
#[derive(Debug, Clone)]
pub struct SourceText {
    name: String,
    text: Vec<u8>,
    /// Where each line begins.
    lines: Vec<usize>,
    keeps_indent: bool,
}

impl SourceText {
    /// A text whose lines are shown without their indentation.
    pub fn new(name: impl Into<String>, text: impl Into<Vec<u8>>) -> SourceText {
        let text = text.into();
        let after = |(at, byte): (usize, &u8)| (*byte == b'\n').then_some(at + 1);
        let lines = std::iter::once(0).chain(text.iter().enumerate().filter_map(after)).collect();
        SourceText { name: name.into(), text, lines, keeps_indent: false }
    }

    /// The same text; its lines are shown with their indentation.
    #[must_use]
    pub fn keep_indent(self) -> SourceText {
        SourceText { keeps_indent: true, ..self }
    }

    /// The name that messages call it by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.text
    }

    /// The line of a byte, from 0.
    pub fn line(&self, at: usize) -> usize {
        self.lines.partition_point(|&line| line <= at) - 1
    }

    /// A diagnostic for some bytes, which shows the line that they begin in. Of a long line it shows an excerpt.
    pub fn diagnostic(&self, code: Code, span: Range<usize>, message: impl Into<Message>) -> Diagnostic {
        let start = span.start.min(self.text.len());
        let number = self.line(start);
        let line_start = self.lines[number];
        let line_end = self.line_end(number, start).max(start);
        let end = span.end.clamp(start, line_end).min(start + MAX_AROUND);
        // Of a very long line, more is left than will be shown.
        let is_inside = |at: usize| self.text.get(at).is_some_and(|byte| byte & 0xC0 == 0x80);
        let near_start = (line_start.max(start.saturating_sub(MAX_AROUND))..start).find(|&at| !is_inside(at));
        let near = near_start.unwrap_or(start)..line_end.min(end + MAX_AROUND);
        let decode = |range: Range<usize>| decode(&self.text[range]);
        let [before, meant, after] = [near.start..start, start..end, end..near.end].map(decode);
        let column = count(&self.text[line_start..start]) + 1;
        let position = Position { file: self.name.clone(), line: number + 1, column };
        let line = [&*before, &meant, &after].concat();
        let indent = if self.keeps_indent { 0 } else { line.len() - line.trim_start().len() };
        let shown = if self.keeps_indent { &line[..] } else { line[indent..].trim_end() };
        // The end of a line may be meant, and even what is cut from it.
        let offset = |at: usize| at.saturating_sub(indent).min(shown.len());
        let at = offset(before.len())..offset(before.len() + meant.len());
        // A file may be one long line with many diagnostics: each keeps only the excerpt that it shows.
        let (line, at) = excerpt(shown, at);
        // A tab is as wide as the caret below it.
        Diagnostic::new(code, line.replace('\t', " "), at, message).at(position)
    }

    /// Where the text of a line ends: before its line feed, and before carriage returns that do not come before `from`.
    fn line_end(&self, number: usize, from: usize) -> usize {
        let end = self.lines.get(number + 1).map_or(self.text.len(), |next| next - 1);
        let line = &self.text[from.min(end)..end];
        end - line.iter().rev().take_while(|&&byte| byte == b'\r').count()
    }
}

/// How many characters there are; a byte that is not UTF-8 is one.
fn count(bytes: &[u8]) -> usize {
    bytes.utf8_chunks().map(|chunk| chunk.valid().chars().count() + chunk.invalid().len()).sum()
}

/// The text with each byte that is not UTF-8 as one replacement character.
fn decode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::SourceText;
    use crate::Code;

    #[test]
    fn diagnostics_show_their_position_and_line() {
        let text = SourceText::new("x.toml", "a = 1\n\té = [2,\n\t3]\n");
        let shown = |span| text.diagnostic(Code::Schema, span, "no").to_string();
        assert_eq!(shown(0..1), "  x.toml:1:1\n  a = 1\n  ^ no");
        assert_eq!(shown(7..9), "  x.toml:2:2\n  é = [2,\n  ^ no");
        assert_eq!(shown(12..20), "  x.toml:2:6\n  é = [2,\n      ^^^ no");
        assert_eq!(shown(5..5), "  x.toml:1:6\n  a = 1\n       ^ no");
        assert_eq!(shown(99..100), "  x.toml:4:1\n  \n  ^ no");
    }

    #[test]
    fn a_very_long_line_is_read_around_the_span_only() {
        let text = format!("é{}X{}", "é".repeat(10_000), "b".repeat(100_000));
        let diagnostic = SourceText::new("t", text).diagnostic(Code::Schema, 20_002..20_003, "no");
        assert_eq!(
            (diagnostic.position.map(|position| position.column), &diagnostic.text[diagnostic.span]),
            (Some(10_002), "X")
        );
    }

    fn explained(text: impl Into<Vec<u8>>, span: std::ops::Range<usize>) -> String {
        SourceText::new("t", text).keep_indent().diagnostic(Code::Template, span, "what?").to_string()
    }

    #[test]
    fn carets_are_under_the_span() {
        let text = "a\né {{ Nmae }}\nb";
        let at = text.find("Nmae").unwrap_or_default();
        assert_eq!(explained(text, at..at + 4), "  t:2:6\n  é {{ Nmae }}\n       ^^^^ what?");
        assert_eq!(explained("\t{{ x\r\n}}", 4..8), "  t:1:5\n   {{ x\n      ^ what?");
        assert_eq!(explained("漢字 {{ x }}", 10..11), "  t:1:7\n  漢字 {{ x }}\n          ^ what?");
        assert_eq!(explained("e\u{301} {{ 漢 }}", 7..10), "  t:1:7\n  e\u{301} {{ 漢 }}\n       ^^ what?");
        assert_eq!(
            explained(b"\xff\xe2\x82{{ \xfe }}".to_vec(), 6..7),
            "  t:1:7\n  ���{{ � }}\n        ^ what?"
        );
    }

    #[test]
    fn something_missing_at_the_end_is_marked_there() {
        assert_eq!(explained("{{ if 1 }}\n", 11..11), "  t:2:1\n  \n  ^ what?");
    }
}
