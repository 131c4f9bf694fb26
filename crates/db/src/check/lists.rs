//! What lists of rows promise. Servers do not compare what is in them with rows of tables, but count it.

use gusher::schema::Relation;
use gusher::text::Dialect;

use super::derived::Of;
use super::names::{Beside, Names};
use super::promise::Promise;

/// The lists of rows that a table has in the database, by their names.
pub(super) fn of_rows(names: &Names<'_>, table: usize) -> Vec<String> {
    let columns = names.schema(table).columns().iter().enumerate();
    columns
        .filter(|(index, column)| {
            names.is_clean(table, *index) && matches!(column.relation(), Some(Relation::List { .. }))
        })
        .map(|(_, column)| format!("{}.{}", names.schema(table).table(), column.name()))
        .collect()
}

impl Of<'_> {
    /// A list has as many values as there are rows that refer to the row.
    pub(super) fn list(&self, children: usize, link: usize) -> Option<Promise> {
        let (names, table) = (self.names, self.table);
        let keys = names.link_columns(children, link)?;
        if !names.is_whole(table) || !names.is_whole(children) {
            return None;
        }
        let own = self.own()?;
        let length = match names.sql.0 {
            Dialect::Postgres => format!("jsonb_array_length(CAST({own} AS jsonb))"),
            Dialect::MySql => format!("JSON_LENGTH({own})"),
            _ => format!("json_array_length({own})"),
        };
        let (its, of): (Vec<usize>, Vec<usize>) = keys.iter().copied().unzip();
        let from = format!(
            "{} AS t LEFT JOIN (SELECT {}, count(*) AS found FROM {} AS c GROUP BY {}) AS a ON {}",
            names.table(table),
            names.as_keys("c", children, &its),
            names.table(children),
            names.list("c", children, &its),
            names.on_keys(table, &of)
        );
        let condition = format!("({own} IS NOT NULL AND {length} <> coalesce(a.found, 0))");
        let child = names.schema(children).table();
        let beside = Beside {
            sql: "coalesce(a.found, 0)".into(),
            shown: "found".into(),
            reads: (children, *its.first()?),
        };
        let text = format!("has as many values as there are rows of {child}");
        let mut promise = names.of_query(table, vec![self.index], text, (&from, &condition), &[beside]);
        promise.reads.extend(its.iter().map(|&own| (children, own)));
        promise.reads.extend(of.iter().map(|&of| (table, of)));
        // There are servers that do not know JSON.
        promise.is_expression = true;
        Some(promise)
    }
}
