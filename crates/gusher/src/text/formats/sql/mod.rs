//! `sql`: INSERT statements of many rows, in a dialect.

mod arrays;
mod ddl;
mod enums;
mod free_names;
mod letters;
mod script;
mod statements;
mod values;

pub(in crate::text) use arrays::ArrayLiterals;
pub(super) use ddl::create_table;
pub use script::{IndexStatement, ScriptKey, ScriptTable, sql_script};
pub use statements::{ForeignKeyNames, Statements, TableStatements, TypeStatements, statements};

use crate::text::dialect::Dialect;
use crate::text::engine::layout::{Group, Layout};
use crate::text::format::{Body, Choices, FormatEntry, FormatSpec, Names, RowFormat, TableHead, Transaction};
use crate::types::Field;
use values::SqlText;

pub(super) static SPEC: FormatEntry = FormatEntry {
    rows: &Sql,
    spec: FormatSpec {
        name: "sql",
        about: "INSERT statements of many rows in one transaction, in a dialect of SQL; CREATE TABLE may come first",
        extensions: &["sql"],
        names: Names::DistinctIgnoringCase,
        batched: true,
        dialects: true,
        create_table: true,
        transactions: true,
        ..FormatSpec::NONE
    },
};

#[derive(Debug)]
struct Sql;

impl RowFormat for Sql {
    fn takes_nul(&self) -> bool {
        false
    }

    fn dialect_refusal(&self, dialect: Dialect) -> Option<&'static str> {
        dialect.is_spreadsheet().then_some("Excel reads no SQL; it reads csv and tsv")
    }

    fn refusal(&self, choices: &Choices, field: &Field) -> Option<&'static str> {
        choices.dialect.refusal(field)
    }

    fn body(&self, head: &TableHead<'_>) -> Body {
        let (dialect, rows) = (head.choices.dialect, head.choices.batch);
        let open = format!("INSERT INTO {} VALUES\n", target(dialect, head)).into();
        let before = (0..head.columns.len()).map(|column| if column == 0 { "(" } else { ", " });
        let mut layout = Layout::rows(SqlText(dialect), before, "),\n");
        match dialect {
            Dialect::Postgres => layout.arrays = Some(&ArrayLiterals),
            Dialect::DuckDb => layout.nesting = Some(&arrays::DuckLists),
            Dialect::Ansi | Dialect::MySql | Dialect::Sqlite | Dialect::Excel | Dialect::ExcelDe => {}
        }
        layout.group = Some(Group { rows, open, close: b");\n".into(), is_cut: false });
        let transaction = head.choices.transaction;
        let (begin, commit) = match transaction {
            Transaction::AllRows | Transaction::Shard if !head.is_empty => (dialect.begin(), "COMMIT;\n"),
            Transaction::AllRows | Transaction::Shard | Transaction::Never => ("", ""),
        };
        if transaction == Transaction::Shard {
            layout.between = [begin, commit].map(Vec::from);
        }
        let table = match head.choices {
            Choices { create_table: false, .. } => String::new(),
            Choices { drop_table, .. } => create_table(dialect, head.table, head.columns, *drop_table),
        };
        layout.header = match dialect.makes_tables_in_transactions() {
            true => [begin, &table].concat(),
            false => [&table, begin].concat(),
        }
        .into();
        layout.footer = commit.into();
        Body::text(layout)
    }
}

/// A table and its columns, as INSERT and COPY name them.
pub(super) fn target(dialect: Dialect, head: &TableHead<'_>) -> String {
    let names: Vec<String> = head.names().map(|name| dialect.identifier(name)).collect();
    format!("{} ({})", dialect.table(head.table), names.join(", "))
}
