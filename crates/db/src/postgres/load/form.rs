//! How the rows of a table are sent: in which columns, binary or as text.

use std::fmt::Write as _;

use gusher::text::TableStatements;

use super::super::binary::RowFormat;
use super::super::table::{PgTable, PgType};
use crate::options::TableToLoad;

/// How the rows of a table are sent.
pub(super) struct CopyForm {
    pub sql: String,
    /// None for text.
    pub format: Option<RowFormat>,
    /// The names of the columns that the server computes, which are not sent.
    pub skipped: Vec<String>,
    /// What to say where it is text.
    pub note: Option<String>,
}

impl CopyForm {
    /// The form for a table of the server; of one that is not there yet, as in a dry run, all columns have a binary form. What no other
    /// transaction has seen `is_frozen`: its pages need no second visit.
    pub fn of(
        table: &TableToLoad<'_>,
        statements: &TableStatements,
        found: Option<&PgTable>,
        is_frozen: bool,
    ) -> CopyForm {
        let fields: Vec<_> = table.plan.fields().collect();
        let column = |index: usize| found.and_then(|found| found.column(&fields[index].name));
        // The server computes the others.
        let sent: Vec<usize> = (0..fields.len())
            .filter(|&index| column(index).is_none_or(|column| !column.is_generated))
            .collect();
        let of = |index: usize| column(index).map_or(&PgType::Other, |column| &column.of);
        let format = RowFormat::of(sent.iter().map(|&index| (index, fields[index], of(index))));
        let note = format.as_ref().err().filter(|_| found.is_some()).map(|without| {
            let names: Vec<&str> = without.iter().map(|&index| statements.columns[index].as_str()).collect();
            format!(
                "{} is loaded as text, as no binary form is known of {}",
                statements.name,
                names.join(", ")
            )
        });
        let names: Vec<&str> = sent.iter().map(|&index| statements.columns[index].as_str()).collect();
        let mut sql = format!("COPY {} ({}) FROM STDIN", statements.name, names.join(", "));
        let binary = (format.is_ok() || found.is_none()).then_some("FORMAT binary");
        let options: Vec<&str> = binary.into_iter().chain(is_frozen.then_some("FREEZE")).collect();
        if !options.is_empty() {
            // Writing to a string cannot fail.
            let _ = write!(sql, " ({})", options.join(", "));
        }
        let skipped = (0..fields.len()).filter(|index| !sent.contains(index));
        let skipped = skipped.map(|index| fields[index].name.clone()).collect();
        CopyForm { sql, format: format.ok(), skipped, note }
    }
}
