//! How the rows of a table are sent: which columns, and what the server makes of the text of each.

use gusher::text::TableStatements;
use gusher::types::{Field, StorageType};

use super::table::{MyColumn, MyTable};
use crate::options::TableToLoad;

/// What becomes of the text of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    /// It is the value.
    Plain,
    /// The value is computed from it, between these texts.
    Computed(&'static str, &'static str),
    /// The server computes the column itself.
    Skipped,
}

/// How the rows of a table are sent.
#[derive(Debug)]
pub(super) struct RowForm {
    table: String,
    /// Each with its name.
    columns: Vec<(String, Value)>,
}

impl RowForm {
    /// The form for a table of the server; `None` for one that is made.
    pub fn of(
        table: &TableToLoad<'_>,
        statements: &TableStatements,
        found: Option<&MyTable>,
        is_mariadb: bool,
    ) -> RowForm {
        let value = |(field, name): (&Field, &String)| {
            let column = found.and_then(|found| found.column(&field.name));
            (name.clone(), value(field, column, is_mariadb))
        };
        let columns = table.plan.fields().zip(&statements.columns).map(value).collect();
        RowForm { table: statements.name.clone(), columns }
    }

    /// What becomes of the text of each column.
    pub fn values(&self) -> impl Iterator<Item = Value> {
        self.columns.iter().map(|(_, value)| *value)
    }

    /// The statement that asks for the rows.
    pub fn load(&self) -> String {
        let (mut read, mut set) = (Vec::new(), Vec::new());
        for (index, (name, value)) in self.columns.iter().enumerate() {
            match value {
                Value::Plain => read.push(name.clone()),
                Value::Skipped => read.push(format!("@c{index}")),
                Value::Computed(before, after) => {
                    read.push(format!("@c{index}"));
                    set.push(format!("{name} = {before}@c{index}{after}"));
                }
            }
        }
        let set = if set.is_empty() { String::new() } else { format!(" SET {}", set.join(", ")) };
        format!(
            "LOAD DATA LOCAL INFILE 'gush' INTO TABLE {} CHARACTER SET utf8mb4 FIELDS TERMINATED BY '\\t' ESCAPED BY '\\\\' \
             LINES TERMINATED BY '\\n' ({}){set}",
            self.table,
            read.join(", ")
        )
    }

    /// What begins a statement that inserts rows.
    pub fn insert(&self) -> String {
        let sent = self.columns.iter().filter(|(_, value)| *value != Value::Skipped);
        let names: Vec<&str> = sent.map(|(name, _)| name.as_str()).collect();
        format!("INSERT INTO {} ({}) VALUES ", self.table, names.join(", "))
    }
}

fn value(field: &Field, column: Option<&MyColumn>, is_mariadb: bool) -> Value {
    if column.is_some_and(|column| column.is_generated) {
        return Value::Skipped;
    }
    let of = column.map_or("", |column| &column.of);
    match (of, field.storage()) {
        (_, StorageType::FixedBinary { .. } | StorageType::Binary) => Value::Computed("unhex(", ")"),
        ("binary" | "varbinary", StorageType::Uuid)
            if column.is_some_and(|column| column.type_text.ends_with("(16)")) =>
        {
            Value::Computed("unhex(replace(", ", '-', ''))")
        }
        ("bit", StorageType::Bits { .. } | StorageType::Text) => {
            Value::Computed("CAST(conv(", ", 2, 10) AS UNSIGNED)")
        }
        ("bit", _) => Value::Computed("CAST(", " AS UNSIGNED)"),
        ("vector", _) if is_mariadb => Value::Computed("VEC_FromText(", ")"),
        ("vector", _) => Value::Computed("STRING_TO_VECTOR(", ")"),
        _ => Value::Plain,
    }
}
