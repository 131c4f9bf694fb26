//! What migrations change: columns, constraints and tables that go or are renamed.

use super::{Draft, DraftTable, same};
use crate::model::{SqlDialect, TableName, UniquePart};
use crate::sql::cursor::fold;
use crate::sql::tokens::{TokenKind, tokens};

impl DraftTable {
    /// Drops a column, and the constraints that use it.
    pub(in crate::sql) fn drop_column(&mut self, name: &str, dialect: SqlDialect) {
        let is = |other: &String| same(other, name, dialect);
        self.columns.retain(|column| !is(&column.name));
        let table = &mut self.table;
        if table.primary_key.iter().any(is) {
            table.primary_key.clear();
        }
        table.foreign_keys.retain(|key| !key.columns.iter().any(is));
        table.uniques.retain(|unique| !unique.parts.iter().any(|part| uses(part, name, dialect)));
        table.checks.retain(|check| !mentions(&check.condition, name, dialect));
    }

    /// Drops a constraint or an index. Whether it was there.
    pub(in crate::sql) fn drop_constraint(&mut self, name: &str, dialect: SqlDialect) -> bool {
        let is = |other: &Option<String>| other.as_deref().is_some_and(|other| same(other, name, dialect));
        let table = &mut self.table;
        let before =
            table.uniques.len() + table.foreign_keys.len() + table.checks.len() + table.exclusions.len();
        let default_name = format!("{}_pkey", table.name.name);
        let is_key = is(&self.primary_key_name)
            || (self.primary_key_name.is_none() && dialect == SqlDialect::Postgres && name == default_name);
        let had_key = is_key && !table.primary_key.is_empty();
        if had_key {
            table.primary_key.clear();
        }
        // A name that the source does not give is made by PostgreSQL of the table and the columns.
        let made = |suffix: &str, columns: &[String]| {
            format!("{}_{}_{suffix}", table.name.name, columns.join("_")) == name
        };
        table.uniques.retain(|unique| {
            !(is(&unique.name) || (unique.name.is_none() && made("key", &plain_columns(&unique.parts))))
        });
        table
            .foreign_keys
            .retain(|key| !(is(&key.name) || (key.name.is_none() && made("fkey", &key.columns))));
        table.checks.retain(|check| {
            let is_made = check.name.is_none()
                && self.columns.iter().any(|column| {
                    mentions(&check.condition, &column.name, dialect)
                        && made("check", std::slice::from_ref(&column.name))
                });
            !(is(&check.name) || is_made)
        });
        table.exclusions.retain(|exclusion| !is(&exclusion.name));
        had_key
            || before
                > table.uniques.len() + table.foreign_keys.len() + table.checks.len() + table.exclusions.len()
    }

    fn rename_in_constraints(&mut self, old: &str, new: &str, dialect: SqlDialect) {
        let rename = |name: &mut String| {
            if same(name, old, dialect) {
                new.clone_into(name);
            }
        };
        let table = &mut self.table;
        table.primary_key.iter_mut().for_each(rename);
        table.foreign_keys.iter_mut().flat_map(|key| &mut key.columns).for_each(rename);
        for unique in &mut table.uniques {
            for part in &mut unique.parts {
                match part {
                    UniquePart::Column(name) => rename(name),
                    UniquePart::Expression(sql) => *sql = renamed(sql, old, new, dialect),
                }
            }
            if let Some(condition) = &mut unique.condition {
                *condition = renamed(condition, old, new, dialect);
            }
        }
        for check in &mut table.checks {
            check.condition = renamed(&check.condition, old, new, dialect);
        }
        for column in &mut self.columns {
            rename(&mut column.name);
            if let Some(generated) = &mut column.generated {
                generated.expression = renamed(&generated.expression, old, new, dialect);
            }
        }
    }
}

impl Draft {
    /// Gives a column another name, wherever it is used.
    pub(in crate::sql) fn rename_column(&mut self, index: usize, old: &str, new: &str) {
        let dialect = self.dialect;
        self.tables[index].rename_in_constraints(old, new, dialect);
        let name = self.tables[index].table.name.clone();
        for other in 0..self.tables.len() {
            let refers = |parent: &TableName| {
                same(&parent.name, &name.name, dialect) && self.find(parent) == Some(index)
            };
            let keys: Vec<usize> = (0..self.tables[other].table.foreign_keys.len())
                .filter(|&key| refers(&self.tables[other].table.foreign_keys[key].parent))
                .collect();
            for key in keys {
                for column in &mut self.tables[other].table.foreign_keys[key].parent_columns {
                    if same(column, old, dialect) {
                        new.clone_into(column);
                    }
                }
            }
        }
    }

    /// Gives a constraint or an index another name.
    pub(in crate::sql) fn rename_constraint(&mut self, index: usize, old: &str, new: &str) {
        let table = &mut self.tables[index];
        let names = (table.table.uniques.iter_mut().map(|unique| &mut unique.name))
            .chain(table.table.foreign_keys.iter_mut().map(|key| &mut key.name))
            .chain(table.table.checks.iter_mut().map(|check| &mut check.name))
            .chain(std::iter::once(&mut table.primary_key_name));
        for name in names.filter(|name| name.as_deref() == Some(old)) {
            *name = Some(new.to_owned());
        }
    }

    /// Gives a type another name, wherever it is used.
    pub(in crate::sql) fn rename_type(&mut self, old: &str, new: &str) {
        for column in self
            .tables
            .iter_mut()
            .flat_map(|table| &mut table.columns)
            .filter(|column| column.of.spelled == old)
        {
            new.clone_into(&mut column.of.spelled);
            new.clone_into(&mut column.of.name);
        }
    }

    /// A table and the tables that inherit from it.
    pub(in crate::sql) fn with_children(&self, index: usize) -> Vec<usize> {
        let mut found = vec![index];
        let mut at = 0;
        while at < found.len() {
            for (child, table) in self.tables.iter().enumerate() {
                let inherits = table.inherits.iter().any(|parent| self.find(parent) == Some(found[at]));
                if inherits && !found.contains(&child) && !table.is_dropped {
                    found.push(child);
                }
            }
            at += 1;
        }
        found
    }

    /// Drops a table, and the keys that refer to it.
    pub(in crate::sql) fn drop_table(&mut self, index: usize) {
        let dialect = self.dialect;
        let name = self.tables[index].table.name.clone();
        for other in 0..self.tables.len() {
            let keys = std::mem::take(&mut self.tables[other].table.foreign_keys);
            let kept = keys.into_iter().filter(|key| {
                !(same(&key.parent.name, &name.name, dialect) && self.find(&key.parent) == Some(index))
            });
            self.tables[other].table.foreign_keys = kept.collect();
        }
        self.tables[index].is_dropped = true;
    }
}

fn plain_columns(parts: &[UniquePart]) -> Vec<String> {
    let column = |part: &UniquePart| match part {
        UniquePart::Column(column) => Some(column.clone()),
        UniquePart::Expression(_) => None,
    };
    parts.iter().filter_map(column).collect()
}

fn uses(part: &UniquePart, name: &str, dialect: SqlDialect) -> bool {
    match part {
        UniquePart::Column(column) => same(column, name, dialect),
        UniquePart::Expression(sql) => mentions(sql, name, dialect),
    }
}

/// Whether an expression has this column.
pub(super) fn mentions(sql: &str, name: &str, dialect: SqlDialect) -> bool {
    places(sql, name, dialect).next().is_some()
}

/// An expression with another name for a column.
pub(super) fn renamed(sql: &str, old: &str, new: &str, dialect: SqlDialect) -> String {
    let mut text = String::with_capacity(sql.len());
    let mut at = 0;
    let is_plain = new.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_' || byte.is_ascii_digit());
    let quote = if dialect == SqlDialect::MySql { '`' } else { '"' };
    for (start, end) in places(sql, old, dialect) {
        text.push_str(&sql[at..start]);
        if is_plain {
            text.push_str(new);
        } else {
            text.push(quote);
            text.push_str(new);
            text.push(quote);
        }
        at = end;
    }
    text.push_str(&sql[at..]);
    text
}

/// Where an expression has this name.
fn places(sql: &str, name: &str, dialect: SqlDialect) -> impl Iterator<Item = (usize, usize)> {
    let tokens = tokens(sql, dialect).unwrap_or_default();
    let name = name.to_owned();
    tokens.into_iter().filter_map(move |token| {
        let is = match token.kind {
            TokenKind::Word => same(&fold(&token.value, dialect), &name, dialect),
            TokenKind::QuotedName => same(&token.value, &name, dialect),
            TokenKind::String | TokenKind::Number | TokenKind::Sign => false,
        };
        is.then_some((token.start, token.end))
    })
}
