//! `copy`: the text format of PostgreSQL's COPY.

use super::sql::{ArrayLiterals, create_table, target};
use crate::text::dialect::Dialect;
use crate::text::engine::layout::Layout;
use crate::text::engine::style::{Style, rewrite};
use crate::text::format::{Body, FormatEntry, FormatSpec, Names, RowFormat, TableHead};

pub(super) static SPEC: FormatEntry = FormatEntry {
    rows: &Copy,
    spec: FormatSpec {
        name: "copy",
        about: "what PostgreSQL's COPY reads; null is \\N; with CREATE TABLE a complete script for psql",
        extensions: &["copy"],
        header: true,
        names: Names::Distinct,
        create_table: true,
        ..FormatSpec::NONE
    },
};

#[derive(Debug)]
struct Copy;

impl RowFormat for Copy {
    fn takes_nul(&self) -> bool {
        false
    }

    fn body(&self, head: &TableHead<'_>) -> Body {
        let choices = head.choices;
        let mut layout = Layout::separated(CopyText, b"\t", choices.header, head.names());
        layout.arrays = Some(&ArrayLiterals);
        if choices.create_table {
            let with = if choices.header { " WITH (HEADER)" } else { "" };
            let target = target(Dialect::Postgres, head);
            let mut script = create_table(Dialect::Postgres, head.table, head.columns, choices.drop_table);
            script.push_str(&format!("COPY {target} FROM stdin{with};\n"));
            layout.header.splice(0..0, script.into_bytes());
            layout.footer = b"\\.\n".into();
        }
        Body::text(layout)
    }
}

/// Escaped with backslashes, never quoted (PostgreSQL's manual, section "COPY", "Text Format").
#[derive(Debug)]
struct CopyText;

impl Style for CopyText {
    fn escape(&self, text: &str, out: &mut Vec<u8>) {
        rewrite(text, out, |byte| match byte {
            b'\\' => "\\\\",
            b'\t' => "\\t",
            b'\n' => "\\n",
            b'\r' => "\\r",
            _ => "",
        });
    }

    fn growth(&self) -> usize {
        2
    }

    fn null(&self) -> &'static str {
        "\\N"
    }

    /// As the database itself writes them.
    fn bools(&self) -> [&'static str; 2] {
        ["f", "t"]
    }

    fn bytes(&self) -> Option<(&'static str, &'static str)> {
        Some(("\\\\x", ""))
    }

    fn date_time(&self) -> (u8, &'static str) {
        (b' ', "+00")
    }
}

#[cfg(test)]
mod tests {
    use super::{CopyText, Style};

    #[test]
    fn copy_escapes_what_ends_a_field_or_a_row() {
        let mut out = Vec::new();
        CopyText.escape("a\tb\\N\r\n'\"π", &mut out);
        assert_eq!(String::from_utf8(out).unwrap(), "a\\tb\\\\N\\r\\n'\"π");
    }
}
