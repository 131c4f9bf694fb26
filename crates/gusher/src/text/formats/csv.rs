//! `csv` and `tsv`: values between separators, in double quotes where needed (RFC 4180).

use super::sql::ArrayLiterals;
use crate::text::dialect::Dialect;
use crate::text::engine::floats::FloatTexts;
use crate::text::engine::layout::Layout;
use crate::text::engine::style::{Style, rewrite};
use crate::text::format::{Body, Choices, FormatEntry, FormatSpec, Names, RowFormat, TableHead};
use crate::types::{DataType, Field};

pub(super) static CSV: FormatEntry = FormatEntry {
    rows: &Csv,
    spec: FormatSpec {
        name: "csv",
        about: "comma-separated values, quoted where needed (RFC 4180, lines end in LF); null is empty, an empty text is \"\"; in the dialect mysql what LOAD DATA reads, in excel and excel-de what Excel opens",
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

/// Characters that no number, date or id has.
const SEPARATORS: &[u8; 14] = b",;|:!#%&*/~^ \t";

#[derive(Debug)]
struct Csv;

impl RowFormat for Csv {
    fn body(&self, head: &TableHead<'_>) -> Body {
        let separator = &head.choices.separator;
        let header = head.choices.header;
        // All that it can be has one byte.
        let byte = separator.first().copied().unwrap_or(b',');
        let quoted = Quoted { separator: byte, dialect: head.choices.dialect };
        Body::text(match head.choices.dialect {
            Dialect::MySql => Layout::separated(LoadData, separator, header, head.names()),
            dialect if dialect.is_spreadsheet() => {
                let style = Spreadsheet { quoted, dialect };
                let mut layout = Layout::separated(style, &[byte], header, head.names());
                layout.after = CRLF.into();
                // Its own line end is the last byte.
                layout.header.pop().into_iter().for_each(|_| layout.header.extend(CRLF));
                layout.header.splice(..0, BYTE_ORDER_MARK);
                layout
            }
            Dialect::Postgres => {
                let layout = Layout::separated(quoted, &[byte], header, head.names());
                Layout { arrays: Some(&ArrayLiterals), ..layout }
            }
            _ => Layout::separated(quoted, &[byte], header, head.names()),
        })
    }

    fn dialect_refusal(&self, dialect: Dialect) -> Option<&'static str> {
        let refusal = "SQLite's .import makes an empty text of a null; sql keeps nulls and types";
        (dialect == Dialect::Sqlite).then_some(refusal)
    }

    fn refusal(&self, choices: &Choices, field: &Field) -> Option<&'static str> {
        let is_bytes = matches!(field.data_type, DataType::FixedBinary { .. } | DataType::Binary { .. });
        let is_binary = is_bytes && !field.is_text();
        let binary_refusal = match choices.dialect {
            Dialect::MySql => {
                Some("LOAD DATA reads no binary values; sql writes them, and hex their digits as a text")
            }
            Dialect::DuckDb => Some(
                "DuckDB reads binary values of csv as texts; sql writes them, and hex their digits as a text",
            ),
            Dialect::Ansi | Dialect::Postgres | Dialect::Sqlite | Dialect::Excel | Dialect::ExcelDe => None,
        };
        let of_dialect = || match choices.dialect {
            Dialect::MySql => choices.dialect.refusal(field),
            Dialect::Ansi
            | Dialect::Postgres
            | Dialect::Sqlite
            | Dialect::DuckDb
            | Dialect::Excel
            | Dialect::ExcelDe => None,
        };
        binary_refusal.filter(|_| is_binary).or_else(of_dialect)
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
    dialect: Dialect,
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

    /// PostgreSQL would take bare digits for a text.
    fn bytes(&self) -> Option<(&'static str, &'static str)> {
        (self.dialect == Dialect::Postgres).then_some(("\\x", ""))
    }
}

/// What Excel knows UTF-8 by.
const BYTE_ORDER_MARK: [u8; 3] = [0xEF, 0xBB, 0xBF];
/// How lines end there.
const CRLF: &[u8; 2] = b"\r\n";

/// What Excel reads: quoted as the others, with values as it takes them for numbers, times and truth values.
#[derive(Debug)]
struct Spreadsheet {
    quoted: Quoted,
    dialect: Dialect,
}

impl Style for Spreadsheet {
    fn escape(&self, text: &str, out: &mut Vec<u8>) {
        self.quoted.escape(text, out);
    }

    fn growth(&self) -> usize {
        self.quoted.growth()
    }

    fn needs_quotes(&self, part: &str) -> bool {
        self.quoted.needs_quotes(part)
    }

    fn quotes_empty(&self) -> bool {
        true
    }

    fn quotes_some(&self) -> bool {
        true
    }

    fn bools(&self) -> [&'static str; 2] {
        self.dialect.bools()
    }

    fn date_time(&self) -> (u8, &'static str) {
        self.dialect.date_time()
    }

    fn decimal_point(&self) -> u8 {
        self.dialect.decimal_point()
    }

    fn floats(&self) -> FloatTexts {
        self.dialect.floats()
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

    /// Texts would be taken for 0.
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
        let csv: &dyn Style = &Quoted { separator: b',', dialect: crate::text::Dialect::Ansi };
        for (text, written) in
            [("a b", "a b"), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("a\nb", "\"a\nb\""), ("", "\"\"")]
        {
            assert_eq!(csv.text(text), written.as_bytes());
        }
    }
}
