//! `csv` and `tsv`: values between separators, in double quotes where needed (RFC 4180).

use crate::text::dialect::Dialect;
use crate::text::engine::layout::Layout;
use crate::text::engine::style::{Style, rewrite};
use crate::text::format::{Body, Choices, FormatEntry, FormatSpec, Names, RowFormat, TableHead};
use crate::types::{DataType, Field};

pub(super) static CSV: FormatEntry = FormatEntry {
    rows: &Csv,
    spec: FormatSpec {
        name: "csv",
        about: "comma-separated values, quoted where needed (RFC 4180, lines end in LF); null is empty, an empty text is \"\"; in the dialect mysql what LOAD DATA reads",
        extensions: &["csv"],
        separator: Some(","),
        header: true,
        names: Names::DistinctInHeader,
        dialects: true,
        ..FormatSpec::NONE
    },
};

pub(super) static TSV: FormatEntry = FormatEntry {
    rows: CSV.rows,
    spec: FormatSpec {
        name: "tsv",
        about: "tab-separated values, quoted like csv",
        extensions: &["tsv"],
        separator: None,
        ..CSV.spec
    },
};

/// What no number, date or id has in it.
const SEPARATORS: &[u8; 14] = b",;|:!#%&*/~^ \t";

#[derive(Debug)]
struct Csv;

impl RowFormat for Csv {
    fn body(&self, head: &TableHead<'_>) -> Body {
        let separator = &head.choices.separator;
        let header = head.choices.header;
        Body::text(match (head.choices.dialect, &separator[..]) {
            (Dialect::MySql, _) => Layout::separated(LoadData, separator, header, head.names()),
            // All that it can be has one byte.
            (_, &[byte, ..]) => {
                Layout::separated(Quoted { separator: byte }, separator, header, head.names())
            }
            (_, []) => Layout::separated(Quoted { separator: b',' }, b",", header, head.names()),
        })
    }

    fn dialect_refusal(&self, dialect: Dialect) -> Option<&'static str> {
        let refusal = "SQLite's .import makes an empty text of a null; sql keeps nulls and types";
        (dialect == Dialect::Sqlite).then_some(refusal)
    }

    fn refusal(&self, choices: &Choices, field: &Field) -> Option<&'static str> {
        let is_binary = matches!(field.data_type, DataType::FixedBinary { .. }) && !field.is_text();
        let refusal = "LOAD DATA reads no binary values; sql writes them, and hex their digits as a text";
        (choices.dialect == Dialect::MySql && is_binary).then_some(refusal)
    }

    fn separator_refusal(&self, separator: &[u8]) -> Option<&'static str> {
        let refusal = "csv needs one of these as its separator: , ; | : ! # % & * / ~ ^ a space or a tab";
        (!matches!(separator, [byte] if SEPARATORS.contains(byte))).then_some(refusal)
    }
}

/// Quoted where a value has a quote, a line end or the separator (RFC 4180, section 2).
#[derive(Debug)]
struct Quoted {
    separator: u8,
}

impl Style for Quoted {
    fn escape(&self, text: &str, out: &mut Vec<u8>) {
        rewrite(text, out, |byte| if byte == b'"' { "\"\"" } else { "" });
    }

    fn growth(&self) -> usize {
        2
    }

    fn needs_quotes(&self, part: &str) -> bool {
        // Without branches, so that it looks at many bytes at once.
        let is_odd = |byte| matches!(byte, b'"' | b'\r' | b'\n') | (byte == self.separator);
        part.bytes().fold(false, |found, byte| found | is_odd(byte))
    }

    fn quotes_empty(&self) -> bool {
        true
    }

    fn quotes_some(&self) -> bool {
        true
    }
}

/// Texts in quotes, with escapes for them and for backslashes (MySQL's LOAD DATA).
#[derive(Debug)]
struct LoadData;

impl Style for LoadData {
    fn escape(&self, text: &str, out: &mut Vec<u8>) {
        rewrite(text, out, |byte| match byte {
            b'"' => "\"\"",
            b'\\' => "\\\\",
            _ => "",
        });
    }

    fn growth(&self) -> usize {
        2
    }

    fn quotes(&self) -> &'static str {
        "\""
    }

    fn null(&self) -> &'static str {
        "\\N"
    }

    /// Words would be taken for 0.
    fn bools(&self) -> [&'static str; 2] {
        ["0", "1"]
    }

    fn date_time(&self) -> (u8, &'static str) {
        Dialect::MySql.date_time()
    }
}

#[cfg(test)]
mod tests {
    use super::{Quoted, Style};

    #[test]
    fn csv_quotes_what_needs_it() {
        let csv: &dyn Style = &Quoted { separator: b',' };
        for (text, written) in
            [("a b", "a b"), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("a\nb", "\"a\nb\""), ("", "\"\"")]
        {
            assert_eq!(csv.text(text), written.as_bytes());
        }
    }
}
