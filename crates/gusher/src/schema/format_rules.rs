//! Why a table cannot be written in a format.

use std::ops::Range;

use gush_diagnostics::{Code, Diagnostic};

use super::{STREAM_ROWS, Schema};
use crate::text::{FormatRules, Names};

impl Schema {
    /// Why these rows cannot be written in a format, in the order of the columns: too few values, names that are
    /// taken, columns that the format refuses. Rows that end at [`STREAM_ROWS`] are a stream.
    pub fn check_format(&self, rows: &Range<u64>, rules: &FormatRules<'_>) -> Vec<Diagnostic> {
        let mut found = self.check_rows(rows, rows.end == STREAM_ROWS);
        if rules.names != Names::Any {
            found.extend(self.check_names(rules.format, rules.names == Names::Distinct));
        }
        found.extend(self.visible().filter_map(|column| {
            let clean = rules.refusal(&column.field()).map(str::to_owned);
            let reason = clean.or_else(|| {
                let reason = rules.refusal(&column.written_field())?;
                Some(format!(
                    "dirt makes texts of these values, unless its kinds are outlier and duplicate; {reason}"
                ))
            })?;
            Some(column.diagnostic(Code::Generator, reason))
        }));
        if rules.is_nested {
            found.extend(self.check_dotted_names());
        }
        found.extend(rules.tag.into_iter().flat_map(|tag| self.check_tag(tag, rules.is_nested)));
        found
    }

    /// A diagnostic for each column that has the key of the table's name in an object, or is in a struct that has it.
    fn check_tag(&self, tag: &str, is_nested: bool) -> Vec<Diagnostic> {
        let key = |name: &str| match is_nested {
            true => name.split('.').next() == Some(tag),
            false => name == tag,
        };
        let text = format!("`{tag}` is the key of the table's name; give one of them another name");
        let taken = self.visible().filter(|column| key(column.name()));
        taken.map(|column| column.diagnostic(Code::Name, text.clone())).collect()
    }
}
