//! Mistakes in a template: where in it they are, what is wrong and what would be right.

use std::fmt;
use std::ops::Range;

use super::utf8;
use crate::schema::{Kind, Mistake, Place, grouped, window};

/// A template as it was given: its name for the messages, and its text.
#[derive(Debug, Clone)]
pub(super) struct Source {
    pub name: String,
    /// Mostly UTF-8.
    pub text: Vec<u8>,
}

/// A mistake that showed only in a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowError {
    /// The row's number, from 0.
    pub row: u64,
    /// What went wrong.
    pub mistake: Mistake,
}

/// A mistake before it is known in which template: the bytes meant, and the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    pub at: Range<usize>,
    pub text: String,
}

impl Fault {
    pub fn new(at: Range<usize>, text: impl Into<String>) -> Fault {
        Fault { at, text: text.into() }
    }
}

/// The most mistakes that are shown.
const MOST_SHOWN: usize = 20;
/// The most bytes of a line that are looked at on each side of a mistake: far more than are shown.
const MOST_AROUND: usize = 4096;
/// So many mistakes are looked for; what has more is hardly a template.
pub(super) const MOST_FAULTS: usize = 10_000;

impl Source {
    /// The mistakes in the order of the text: the first ones, and how many there are behind them.
    pub fn explain_all(&self, mut faults: Vec<Fault>) -> Vec<Mistake> {
        let at_least = if faults.len() >= MOST_FAULTS { "at least " } else { "" };
        faults.sort_by_key(|fault| fault.at.start);
        // A loop that was unrolled has each of its mistakes several times.
        faults.dedup();
        if let Some(next) = faults.get(MOST_SHOWN) {
            let more = grouped((faults.len() - MOST_SHOWN) as u64);
            let rest =
                Fault::new(next.at.clone(), format!("… and {at_least}{more} more mistakes from here on"));
            faults.truncate(MOST_SHOWN);
            faults.push(rest);
        }
        faults.iter().map(|fault| self.explain(fault)).collect()
    }

    /// The mistake with its line and its place in it.
    pub fn explain(&self, fault: &Fault) -> Mistake {
        let text = &self.text[..];
        let start = fault.at.start.min(text.len());
        let is_end = |&byte: &u8| byte == b'\n';
        let line_start = text[..start].iter().rposition(is_end).map_or(0, |at| at + 1);
        let line_end = text[start..].iter().position(is_end).map_or(text.len(), |at| start + at);
        let returns = text[start..line_end].iter().rev().take_while(|&&byte| byte == b'\r').count();
        let line_end = line_end - returns;
        // Of more lines, the first is shown.
        let end = fault.at.end.min(line_end).min(start + MOST_AROUND).max(start);
        let column = 1 + utf8::count(&text[line_start..start]);
        // Of a very long line, more is left than will be shown.
        let is_middle = |at: usize| text.get(at).is_some_and(|byte| byte & 0xC0 == 0x80);
        let near_start =
            (line_start.max(start.saturating_sub(MOST_AROUND))..start).find(|&at| !is_middle(at));
        let near_end = line_end.min(end + MOST_AROUND);
        let [before, meant, after] = [near_start.unwrap_or(start)..start, start..end, end..near_end]
            .map(|part| utf8::text(&text[part]));
        let place = Place {
            file: self.name.clone(),
            line: text[..line_start].iter().filter(|byte| is_end(byte)).count() + 1,
            column,
        };
        let at = before.len()..before.len() + meant.len();
        let line = [before, meant, after].concat();
        // Of a long line, what stands around the place is enough: each mistake keeps what it shows.
        let (line, at) = window(&line, at);
        // A tab is as wide as its caret.
        let line = line.replace('\t', " ");
        Mistake::new(Kind::Template, line, at, fault.text.clone()).placed(place)
    }
}

impl fmt::Display for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {} cannot be made\n{}", self.row, self.mistake)
    }
}

impl std::error::Error for RowError {}

#[cfg(test)]
mod tests {
    use super::{Fault, Source};

    fn explained(text: impl Into<Vec<u8>>, at: std::ops::Range<usize>) -> String {
        Source { name: "t".into(), text: text.into() }.explain(&Fault::new(at, "what?")).to_string()
    }

    #[test]
    fn carets_stand_under_the_place() {
        let text = "a\né {{ Nmae }}\nb";
        let at = text.find("Nmae").unwrap();
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
    fn what_is_missing_at_the_end_is_shown_there() {
        assert_eq!(explained("{{ if 1 }}\n", 11..11), "  t:2:1\n  \n  ^ what?");
    }
}
