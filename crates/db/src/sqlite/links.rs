//! The foreign keys of a file: in which order its tables are emptied, and what must not be.

use rusqlite::{Connection, Row};

use super::fault::Fault;

/// A foreign key of a table that is there.
#[derive(Debug)]
pub(super) struct ForeignKey {
    pub child: String,
    pub parent: String,
    /// What a row that goes does to those that refer to it, in capitals.
    pub on_delete: String,
}

/// All foreign keys of the file.
pub(super) fn foreign_keys(connection: &Connection) -> Result<Vec<ForeignKey>, Fault> {
    let sql = "SELECT m.name, f.\"table\", upper(f.on_delete) FROM sqlite_schema AS m, pragma_foreign_key_list(m.name) AS f \
               WHERE m.type = 'table' AND f.seq = 0";
    let key =
        |row: &Row<'_>| Ok(ForeignKey { child: row.get(0)?, parent: row.get(1)?, on_delete: row.get(2)? });
    Ok(connection.prepare(sql)?.query_map([], key)?.collect::<Result<_, _>>()?)
}

/// The indices of the tables of these names, each before those that it refers to: the library then looks for rows that refer to one
/// that goes among none, and not among all. Of tables that refer to each other the last one is first.
pub(super) fn children_first(names: &[&str], keys: &[ForeignKey]) -> Vec<usize> {
    let index = |name: &str| names.iter().position(|table| table.eq_ignore_ascii_case(name));
    let edges: Vec<(usize, usize)> = keys
        .iter()
        .filter_map(|key| index(&key.child).zip(index(&key.parent)))
        .filter(|(child, parent)| child != parent)
        .collect();
    let mut left: Vec<usize> = (0..names.len()).collect();
    let mut order = Vec::new();
    while !left.is_empty() {
        let is_free =
            |table: &usize| !edges.iter().any(|(child, parent)| parent == table && left.contains(child));
        let free = left.iter().rposition(is_free).unwrap_or(left.len() - 1);
        order.push(left.remove(free));
    }
    order
}

/// The keys by which other tables than the loaded ones would lose rows or change when tables are emptied.
pub(super) fn reaching_beyond<'k>(
    loaded: &[&str],
    emptied: &[&str],
    keys: &'k [ForeignKey],
) -> Vec<&'k ForeignKey> {
    let has = |names: &[&str], name: &str| names.iter().any(|table| table.eq_ignore_ascii_case(name));
    let has_action = |key: &ForeignKey| matches!(&key.on_delete[..], "CASCADE" | "SET NULL" | "SET DEFAULT");
    let reaches =
        |key: &&ForeignKey| has_action(key) && has(emptied, &key.parent) && !has(loaded, &key.child);
    keys.iter().filter(reaches).collect()
}

/// Why a key that reaches beyond the load is in the way.
pub(super) fn refusal(key: &ForeignKey) -> String {
    let ForeignKey { child, parent, on_delete } = key;
    let effect = if on_delete == "CASCADE" { "remove" } else { "change" };
    format!(
        "{child}, which is not loaded, refers to {parent} with ON DELETE {on_delete}, so that emptying {parent} would {effect} rows of \
         {child}; load {child} too, or empty it first"
    )
}

#[cfg(test)]
mod tests {
    use super::{ForeignKey, children_first};

    #[test]
    fn children_are_before_their_parents() {
        let key = |child: &str, parent: &str| ForeignKey {
            child: child.into(),
            parent: parent.into(),
            on_delete: "NO ACTION".into(),
        };
        let keys = [key("b", "A"), key("c", "b"), key("a", "a"), key("c", "other"), key("d", "a")];
        assert_eq!(children_first(&["a", "b", "c", "d"], &keys), [3, 2, 1, 0]);
        assert_eq!(children_first(&["d", "c", "b", "a"], &keys), [1, 2, 0, 3]);
        let circle = [key("a", "b"), key("b", "a"), key("c", "a")];
        assert_eq!(children_first(&["a", "b", "c"], &circle), [2, 1, 0]);
    }
}
