//! The names of the indexes and types of a script, none of which a table, a key or another of them has.

use std::collections::HashSet;

use crate::text::dialect::Dialect;

/// PostgreSQL cuts longer names, in bytes.
const MAX_POSTGRES_LEN: usize = 63;

/// The names that are taken: in most databases tables and indexes share them, in PostgreSQL tables and types do too.
#[derive(Debug)]
pub(super) struct FreeNames {
    dialect: Dialect,
    /// Each as the database compares it, after its schema.
    taken: HashSet<(String, String)>,
}

impl FreeNames {
    /// Those of a script that has nothing yet.
    pub fn new(dialect: Dialect) -> FreeNames {
        FreeNames { dialect, taken: HashSet::new() }
    }

    /// Takes the name of a table, which may have that of its schema before a point.
    pub fn take_table(&mut self, table: &str) {
        let (schema, name) = parts(table);
        let name = self.cut(name, "");
        self.take(schema, &name);
    }

    /// Takes the name that the database gives to a key of a table by itself.
    pub fn take_key(&mut self, table: &str, columns: &[&str], kind: &str) {
        // The others have names that nobody else can have.
        if self.dialect == Dialect::Postgres {
            let (schema, name) = parts(table);
            let name = [&[name], columns, &[kind]].concat().join("_");
            self.take(schema, &name);
        }
    }

    /// A name for the index of these columns: those of the table and the columns, and a number at the end where that is taken.
    pub fn of_index(&mut self, table: &str, columns: &[&str]) -> String {
        let (schema, _) = parts(table);
        self.free(schema, &format!("{table}_{}", columns.join("_")).replace('.', "_"))
    }

    /// A name for a type, which may have that of a schema before a point: this one, or with a number at the end where it is taken.
    pub fn of_type(&mut self, wanted: &str) -> String {
        let (schema, name) = parts(wanted);
        let name = self.free(schema, name);
        if schema.is_empty() { name } else { format!("{schema}.{name}") }
    }

    /// Takes this name in a schema, with a number at the end where it is taken.
    fn free(&mut self, schema: &str, wanted: &str) -> String {
        let mut name = self.cut(wanted, "");
        let mut number = 2u64;
        while !self.take(schema, &name) {
            name = self.cut(wanted, &format!("_{number}"));
            number += 1;
        }
        name
    }

    /// Whether the name was free.
    fn take(&mut self, schema: &str, name: &str) -> bool {
        self.taken.insert((schema.to_owned(), self.compared(name)))
    }

    /// A name as the database compares it.
    fn compared(&self, name: &str) -> String {
        match self.dialect {
            Dialect::Postgres => name.to_owned(),
            Dialect::Ansi
            | Dialect::MySql
            | Dialect::Sqlite
            | Dialect::DuckDb
            | Dialect::Excel
            | Dialect::ExcelDe => name.to_lowercase(),
        }
    }

    /// A name with this end, as long as the database leaves it.
    fn cut(&self, name: &str, end: &str) -> String {
        let most = match self.dialect {
            Dialect::Postgres => MAX_POSTGRES_LEN - end.len(),
            _ => return format!("{name}{end}"),
        };
        let len = (0..=name.len().min(most)).rev().find(|&len| name.is_char_boundary(len)).unwrap_or(0);
        format!("{}{end}", &name[..len])
    }
}

/// The schema of a table, which may be empty, and its own name.
fn parts(table: &str) -> (&str, &str) {
    match table.rsplit_once('.') {
        Some((schema, name)) if !table.split('.').any(str::is_empty) => (schema, name),
        _ => ("", table),
    }
}

#[cfg(test)]
mod tests {
    use super::FreeNames;
    use crate::text::dialect::Dialect;

    #[test]
    fn names_that_are_taken_get_a_number() {
        let mut names = FreeNames::new(Dialect::Sqlite);
        ["orders", "orders_items", "A"].into_iter().for_each(|table| names.take_table(table));
        assert_eq!(names.of_index("orders", &["customer"]), "orders_customer");
        assert_eq!(names.of_index("orders", &["items"]), "orders_items_2");
        assert_eq!(names.of_index("a_b", &["c"]), "a_b_c");
        assert_eq!(names.of_index("a", &["b_c"]), "a_b_c_2");
        assert_eq!(names.of_index("A", &["b", "C"]), "A_b_C_3");
    }

    #[test]
    fn types_are_named_in_the_schema_of_their_table() {
        let mut names = FreeNames::new(Dialect::Postgres);
        ["kid_status", "shop.kid"].into_iter().for_each(|table| names.take_table(table));
        assert_eq!(names.of_type("kid_status"), "kid_status_2");
        assert_eq!(names.of_type("shop.kid_status"), "shop.kid_status");
        assert_eq!(names.of_type("a_b_c"), "a_b_c");
        assert_eq!(names.of_type("a_b_c"), "a_b_c_2");
        assert_eq!(names.of_type(&"x".repeat(70)), "x".repeat(63));
    }

    #[test]
    fn postgresql_distinguishes_case_and_schemas_and_cuts_names() {
        let mut names = FreeNames::new(Dialect::Postgres);
        ["orders", "shop.orders", "Orders"].into_iter().for_each(|table| names.take_table(table));
        names.take_key("orders", &[], "pkey");
        names.take_key("orders", &["a", "b"], "key");
        assert_eq!(names.of_index("orders", &["x"]), "orders_x");
        assert_eq!(names.of_index("Orders", &["x"]), "Orders_x");
        assert_eq!(names.of_index("shop.orders", &["x"]), "shop_orders_x");
        assert_eq!(names.of_index("orders", &["pkey"]), "orders_pkey_2");
        assert_eq!(names.of_index("orders", &["a", "b_key"]), "orders_a_b_key_2");
        let long = "ä".repeat(40);
        let first = names.of_index("t", &[&long]);
        assert_eq!(first, format!("t_{}", "ä".repeat(30)));
        assert_eq!(names.of_index("t", &[&long, "other"]), format!("t_{}_2", "ä".repeat(29)));
    }
}
