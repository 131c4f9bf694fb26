use std::sync::Arc;

use super::{DatasetSpec, Sizes};
use crate::generators::Context;
use crate::plan::SeededValues;
use crate::schema::file;
use gush_diagnostics::SourceText;

fn build(text: &str) -> (DatasetSpec, usize) {
    let (read, mut diagnostics) = file::parse("x.toml", text);
    let source = read.text.unwrap_or_else(|| Arc::new(SourceText::new("x.toml", "")));
    let context = Context::default().now(0);
    let (dataset, more) =
        DatasetSpec::build(&source, read.tables, &context, &Sizes::default(), &SeededValues(1));
    diagnostics.extend(more);
    (dataset, diagnostics.len())
}

/// Columns that read others know them by their indices, which are invalid where a column is missing.
#[test]
fn nothing_is_planned_where_a_column_is_wrong() {
    let text = "seed = 1\n[table.a]\nrows = 3\ncolumns.b = \"noun\"\ncolumns.id = \"seq\"\ncolumns.day = \"date\"\n\
                [table.c]\nrows = 5\ncolumns.a = \"ref:a.id\"\ncolumns.after = \"after:a.day,9d\"\n";
    let (dataset, diagnostics) = build(text);
    assert_eq!((dataset.tables.len(), diagnostics), (2, 0));
    for wrong in ["columns.b = \"nuon\"", "columnsAb = \"noun\"", "columns.b = \"ref:c.x\""] {
        let (dataset, diagnostics) = build(&text.replace("columns.b = \"noun\"", wrong));
        assert!(diagnostics > 0, "{wrong}");
        assert!(dataset.tables.is_empty() || !wrong.starts_with("columns."), "{wrong}: {dataset:?}");
    }
}
