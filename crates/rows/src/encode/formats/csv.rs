//! `csv` and `tsv`: values between separators, in double quotes where needed (RFC 4180).

use crate::encode::engine::layout::Layout;
use crate::encode::engine::style::{Style, rewrite};
use crate::encode::format::{Body, Format, FormatSpec, TableHead};

pub(super) static CSV: FormatSpec = FormatSpec {
    name: "csv",
    about: "comma-separated values, quoted where needed (RFC 4180, lines end in LF); null is empty, an empty text is \"\"",
    extensions: &["csv"],
    separator: Some(","),
    header: true,
    ..FormatSpec::of(&Csv)
};

pub(super) static TSV: FormatSpec = FormatSpec {
    name: "tsv",
    about: "tab-separated values, quoted like csv",
    extensions: &["tsv"],
    separator: None,
    ..CSV
};

/// What no number, date or id has in it.
const SEPARATORS: [&str; 14] = [",", ";", "|", ":", "!", "#", "%", "&", "*", "/", "~", "^", " ", "\t"];

#[derive(Debug)]
struct Csv;

impl Format for Csv {
    fn body(&self, head: &TableHead<'_>) -> Body {
        let separator = &head.choices.separator;
        let style = Quoted { separator: separator.clone() };
        Body::Text(Layout::separated(style, separator, head.choices.header, head.names()))
    }

    fn separator_refusal(&self, separator: &str) -> Option<&'static str> {
        let refusal = "csv needs one of these as its separator: , ; | : ! # % & * / ~ ^ a space or a tab";
        (!SEPARATORS.contains(&separator)).then_some(refusal)
    }
}

/// Quoted where a value has a quote, a line end or the separator (RFC 4180, section 2).
#[derive(Debug)]
struct Quoted {
    separator: String,
}

impl Style for Quoted {
    fn escape(&self, text: &str, out: &mut Vec<u8>) {
        rewrite(text, out, |byte| if byte == b'"' { "\"\"" } else { "" });
    }

    fn growth(&self) -> usize {
        2
    }

    fn needs_quotes(&self, part: &str) -> bool {
        part.contains(['"', '\r', '\n']) || part.contains(self.separator.as_str())
    }

    fn quotes_empty(&self) -> bool {
        true
    }

    fn quotes_some(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::{Quoted, Style};

    #[test]
    fn csv_quotes_what_needs_it() {
        let csv: &dyn Style = &Quoted { separator: ",".into() };
        for (text, written) in
            [("a b", "a b"), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("a\nb", "\"a\nb\""), ("", "\"\"")]
        {
            assert_eq!(csv.text(text), written.as_bytes());
        }
    }
}
