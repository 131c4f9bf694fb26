//! The tables and columns of a schema as the queries name them, and the forms that queries have.

use gusher::schema::{Relation, Schema, TableSpec};
use gusher::types::{DataType, Field, StorageType};

use super::promise::{Counted, Promise};
use super::promised::Promised;
use super::sql::Sql;

/// Whether all servers compare its values for equality.
pub(super) fn is_comparable(field: &Field) -> bool {
    !field.data_type.is_nested() && !matches!(field.storage(), StorageType::Json { .. } | StorageType::Xml)
}

/// Whether it is an exact number, in the database too.
pub(super) fn is_number(field: &Field) -> bool {
    let is_number = matches!(field.data_type, DataType::Int64 { .. } | DataType::Decimal { .. });
    is_number && matches!(field.storage(), StorageType::Int(_) | StorageType::Decimal { .. })
}

/// Whether it is a text, in the database too.
pub(super) fn is_text(field: &Field) -> bool {
    matches!(field.storage(), StorageType::Text | StorageType::Enum { .. })
}

/// Whether it is a time, in the database too.
pub(super) fn is_time(field: &Field) -> bool {
    matches!(
        (&field.data_type, field.storage()),
        (DataType::Date32 { .. }, StorageType::Date)
            | (DataType::Timestamp { .. }, StorageType::Timestamp { .. })
    )
}

/// The names of what is promised.
#[derive(Debug)]
pub(super) struct Names<'a> {
    pub promised: &'a Promised<'a>,
    pub sql: Sql,
}

/// A column beside those of the table itself: what SQL calls it, and what it is called in an example.
pub(super) struct Beside {
    pub sql: String,
    pub shown: String,
    /// The table and the column that must be there.
    pub reads: (usize, usize),
}

impl<'a> Names<'a> {
    pub fn spec(&self, table: usize) -> &'a TableSpec {
        &self.promised.dataset.tables[table]
    }

    pub fn schema(&self, table: usize) -> &'a Schema {
        &self.spec(table).schema
    }

    /// The name of a table as SQL writes it.
    pub fn table(&self, table: usize) -> &'a str {
        &self.promised.tables[table].statements.name
    }

    /// The place of a column among those that are written; none for one that is hidden.
    fn place(&self, table: usize, column: usize) -> Option<usize> {
        self.schema(table).visible_indices(&[column])?.first().copied()
    }

    /// A column of the table that a query calls `alias`; none for one that is hidden.
    pub fn column(&self, alias: &str, table: usize, column: usize) -> Option<String> {
        let name = self.promised.tables[table].statements.columns.get(self.place(table, column)?)?;
        Some(format!("{alias}.{name}"))
    }

    /// The same as it is compared with others of the same column.
    pub fn compared(&self, alias: &str, table: usize, column: usize) -> Option<String> {
        let name = self.column(alias, table, column)?;
        Some(if is_text(self.field(table, column)?) { self.sql.exact(&name) } else { name })
    }

    /// What the database has of a column; none for one that is hidden.
    pub fn field(&self, table: usize, column: usize) -> Option<&'a Field> {
        self.promised.tables[table].plan.fields().nth(self.place(table, column)?)
    }

    /// The name of a column as the schema has it.
    pub fn name(&self, table: usize, column: usize) -> &'a str {
        self.schema(table).columns()[column].name()
    }

    /// Whether a column is in the database with all of its values clean.
    pub fn is_clean(&self, table: usize, column: usize) -> bool {
        let column = &self.schema(table).columns()[column];
        !column.is_hidden() && !column.is_dirty()
    }

    /// The columns of the primary key, where all are in the database; else none.
    pub fn key(&self, table: usize) -> Vec<usize> {
        let key = self.promised.dataset.primary_key(table).unwrap_or_default();
        if key.iter().all(|&column| self.is_clean(table, column)) { key } else { Vec::new() }
    }

    /// The columns that copy what a parent has along a link, each with that of the parent, as they are.
    pub fn copies(&self, table: usize, link: usize) -> Vec<(usize, usize)> {
        let parent = self.spec(table).links[link].parent;
        let copy = |(index, column): (usize, &gusher::Column)| match column.relation() {
            Some(Relation::Copy(reading)) if reading.link == Some(link) => {
                let is_plain = column.generate().field().display.affixes.is_none()
                    && self.field(table, index).is_some_and(is_comparable);
                let is_clean = self.is_clean(table, index) && self.is_clean(parent, reading.column);
                (is_plain && is_clean).then_some((index, reading.column))
            }
            _ => None,
        };
        self.schema(table).columns().iter().enumerate().filter_map(copy).collect()
    }

    /// The columns that copy the complete key of a parent along a link, each with that of the parent.
    pub fn link_columns(&self, table: usize, link: usize) -> Option<Vec<(usize, usize)>> {
        let copies = self.copies(table, link);
        let key = self.key(self.spec(table).links[link].parent);
        let copy = |of: &usize| copies.iter().find(|(_, copied)| copied == of).copied();
        let shared = |of: &usize| {
            let own = self.promised.dataset.shared(table, link, *of)?;
            self.is_clean(table, own).then_some((own, *of))
        };
        let found: Option<Vec<_>> = key.iter().map(|of| copy(of).or_else(|| shared(of))).collect();
        found.filter(|_| key.iter().any(|of| copy(of).is_some()))
    }

    /// Whether all rows of a table are promised, so that its parents have all of their children.
    pub fn is_whole(&self, table: usize) -> bool {
        self.promised.tables[table].rows == (0..self.spec(table).count())
    }

    /// Whether the columns of a table called `child` are those of its parent called `parent`.
    pub fn on(
        &self,
        [child, parent]: [&str; 2],
        [table, other]: [usize; 2],
        columns: &[(usize, usize)],
    ) -> String {
        let equal = |&(own, of): &(usize, usize)| {
            let (own, of) = (self.column(child, table, own), self.column(parent, other, of));
            format!("{} = {}", own.unwrap_or_default(), of.unwrap_or_default())
        };
        columns.iter().map(equal).collect::<Vec<_>>().join(" AND ")
    }

    /// Columns of the table that a query calls `alias`, with commas between them.
    pub fn list(&self, alias: &str, table: usize, columns: &[usize]) -> String {
        let names = columns.iter().filter_map(|&column| self.column(alias, table, column));
        names.collect::<Vec<_>>().join(", ")
    }

    /// The same under the names `k0`, `k1` and so on, for [`Names::on_keys`].
    pub fn as_keys(&self, alias: &str, table: usize, columns: &[usize]) -> String {
        let names = columns.iter().filter_map(|&column| self.column(alias, table, column));
        names.enumerate().map(|(at, name)| format!("{name} AS k{at}")).collect::<Vec<_>>().join(", ")
    }

    /// Whether columns of the table that a query calls `t` are those keys of what it calls `a`.
    pub fn on_keys(&self, table: usize, columns: &[usize]) -> String {
        let names = columns.iter().filter_map(|&column| self.column("t", table, column));
        names.enumerate().map(|(at, name)| format!("a.k{at} = {name}")).collect::<Vec<_>>().join(" AND ")
    }

    /// Whether none of these columns of a table is null.
    pub fn are_set(&self, alias: &str, table: usize, columns: &[usize]) -> String {
        let names = columns.iter().filter_map(|&column| self.column(alias, table, column));
        names.map(|name| format!("{name} IS NOT NULL")).collect::<Vec<_>>().join(" AND ")
    }

    /// Whether all of these columns of a table are null.
    pub fn are_null(&self, alias: &str, table: usize, columns: &[usize]) -> String {
        let names = columns.iter().filter_map(|&column| self.column(alias, table, column));
        names.map(|name| format!("{name} IS NULL")).collect::<Vec<_>>().join(" AND ")
    }

    /// A promise about single rows of a table, called `t`: `condition` is true of those that break it.
    pub fn of_rows(&self, table: usize, columns: Vec<usize>, text: String, condition: String) -> Promise {
        let from = format!("{} AS t", self.table(table));
        let of_query = self.of_query(table, columns, text, (&from, &condition), &[]);
        Promise { condition: Some(condition), ..of_query }
    }

    /// A promise about rows of a table, called `t`, beside others that are joined to it.
    pub fn of_query(
        &self,
        table: usize,
        columns: Vec<usize>,
        text: String,
        (from, condition): (&str, &str),
        beside: &[Beside],
    ) -> Promise {
        let mut own = self.key(table);
        own.extend(columns.iter().filter(|column| !own.contains(column)).copied().collect::<Vec<_>>());
        let mut list = vec![self.list("t", table, &own)];
        list.extend(beside.iter().map(|beside| beside.sql.clone()));
        let names = own.iter().map(|&column| self.name(table, column).to_owned());
        Promise {
            table,
            columns,
            text,
            counted: Counted::Rows,
            selected: list.join(", "),
            rest: format!("{from} WHERE {condition}"),
            shown: names.chain(beside.iter().map(|beside| beside.shown.clone())).collect(),
            condition: None,
            reads: own
                .iter()
                .map(|&column| (table, column))
                .chain(beside.iter().map(|of| of.reads))
                .collect(),
            is_expression: false,
        }
    }

    /// A promise about the values of columns together, where none of them is null: `having` is true of those that break it, and
    /// `figures` are what is shown beside them.
    pub fn of_values(
        &self,
        table: usize,
        (columns, by): (Vec<usize>, &[usize]),
        text: String,
        figures: &[(&str, String)],
        having: &str,
    ) -> Promise {
        let compared = by.iter().filter_map(|&column| self.compared("t", table, column));
        let list = compared.collect::<Vec<_>>().join(", ");
        let figure = |(name, sql): &(&str, String)| format!(", {sql} AS {name}");
        let shown: String = figures.iter().map(figure).collect();
        let names = by.iter().map(|&column| self.name(table, column).to_owned());
        let reads = by.iter().chain(&columns).map(|&column| (table, column)).collect();
        Promise {
            table,
            columns,
            text,
            counted: Counted::Values,
            selected: format!("{list}{shown}"),
            rest: format!(
                "{} AS t WHERE {} GROUP BY {list} HAVING {having}",
                self.table(table),
                self.are_set("t", table, by)
            ),
            shown: names.chain(figures.iter().map(|(name, _)| (*name).to_owned())).collect(),
            condition: None,
            reads,
            is_expression: false,
        }
    }
}
