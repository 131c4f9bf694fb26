//! Makes the model of what is defined.

use super::change::renamed;
use super::{Draft, DraftTable, same};
use crate::model::{
    Check, Column, Identity, Kind, Model, Note, Origin, SqlDialect, Table, TableName, UniquePart,
};
use crate::sql::read::{DraftColumn, excerpt};
use crate::sql::tokens::{TokenKind, tokens};

impl Draft {
    /// Puts everything into a model.
    pub(in crate::sql) fn finish(mut self, model: &mut Model) {
        self.tables.retain(|table| !table.is_dropped);
        if self.dialect == SqlDialect::MySql {
            self.leave_out_database();
        }
        self.reindex();
        self.inherit_all();
        self.spell_references();
        let mut tables = Vec::with_capacity(self.tables.len());
        for index in 0..self.tables.len() {
            let draft = self.tables[index].clone();
            tables.push(self.table(draft));
        }
        model.dialect = Some(self.dialect);
        model.tables.append(&mut tables);
        model.functions.append(&mut self.functions);
        model.notes.append(&mut self.notes);
    }

    /// A database that all tables are in is no part of their names.
    fn leave_out_database(&mut self) {
        let Some(first) = self.tables.first().map(|table| table.table.name.schema.clone()) else { return };
        if self.tables.iter().any(|table| table.table.name.schema != first) {
            return;
        }
        for table in &mut self.tables {
            table.table.name.schema = None;
            table.table.fills.iter_mut().for_each(|name| name.schema = None);
        }
    }

    fn reindex(&mut self) {
        self.by_name.clear();
        for (index, table) in self.tables.iter().enumerate() {
            self.by_name.entry(table.table.name.name.to_lowercase()).or_default().push(index);
        }
    }

    /// Spells tables and columns in constraints as their definitions do.
    fn spell_references(&mut self) {
        for index in 0..self.tables.len() {
            let mut table = self.tables[index].table.clone();
            for key in &mut table.foreign_keys {
                spell(&mut key.columns, &self.tables[index].columns, self.dialect);
                let mut parent = key.parent.clone();
                if parent.schema.is_none() {
                    parent.schema.clone_from(&table.name.schema);
                }
                let Some(found) = self.find(&parent).or_else(|| self.find(&key.parent)) else {
                    let text = format!("it refers to table {}, which is not defined", shown(&key.parent));
                    self.notes.push(Note {
                        origin: key.origin.clone(),
                        about: format!("table {}", shown(&table.name)),
                        text,
                    });
                    continue;
                };
                key.parent = self.tables[found].table.name.clone();
                spell(&mut key.parent_columns, &self.tables[found].columns, self.dialect);
            }
            for unique in &mut table.uniques {
                for part in &mut unique.parts {
                    if let UniquePart::Column(name) = part {
                        spell(std::slice::from_mut(name), &self.tables[index].columns, self.dialect);
                    }
                }
            }
            spell(&mut table.primary_key, &self.tables[index].columns, self.dialect);
            table.parent = self.tables[index].inherits.first().map(|parent| match self.find(parent) {
                Some(found) => self.tables[found].table.name.clone(),
                None => parent.clone(),
            });
            self.tables[index].table = table;
        }
    }

    fn table(&mut self, draft: DraftTable) -> Table {
        let DraftTable { mut table, columns, collation, has_rowid, .. } = draft;
        let about = format!("table {}", shown(&table.name));
        for column in columns {
            let resolved = self.resolve(&column.of);
            if resolved.kind == Kind::Unknown {
                let origin = Origin { line: column.line, ..table.origin.clone() };
                let text = match column.of.text.as_str() {
                    "" => "it has no type".to_owned(),
                    text => format!("type `{}` is not understood", excerpt(text)),
                };
                self.notes.push(Note { origin, about: format!("{about}, column {}", column.name), text });
            }
            for check in resolved.checks() {
                let condition =
                    renamed(&check.condition, &value_word(self.dialect), &column.name, self.dialect);
                table.checks.push(Check { condition, ..check.clone() });
            }
            let domain_default = resolved.domains.iter().find_map(|domain| domain.default.clone());
            let domain_collation = resolved.domains.iter().find_map(|domain| domain.collation.clone());
            let is_nullable = column.is_nullable && resolved.domains.iter().all(|domain| domain.is_nullable);
            let is_rowid = has_rowid && is_rowid(&column, &table.primary_key, self.dialect);
            let collation = column.collation.clone().or(domain_collation).or_else(|| collation.clone());
            let mut made = Column::new(
                column.name,
                cased(resolved.kind, collation.as_deref(), self.dialect),
                column.of.text,
            );
            if self.dialect == SqlDialect::MySql && is_json(&made, &table) {
                made.kind = Kind::Json { is_binary: false };
            }
            made.is_nullable = is_nullable;
            made.default = column.default.or(domain_default);
            made.identity = column.identity.or_else(|| self.numbered_by(made.default.as_deref()));
            if is_rowid && made.identity.is_none() {
                made.identity = Some(Identity { is_always: false, start: 1, step: 1 });
            }
            made.generated = column.generated;
            made.comment = column.comment;
            table.columns.push(made);
        }
        table
    }

    /// The sequence whose next number is the default, if it is one.
    fn numbered_by(&self, default: Option<&str>) -> Option<Identity> {
        let default = default?;
        if !default.to_ascii_lowercase().contains("nextval") {
            return None;
        }
        let tokens = tokens(default, self.dialect).ok()?;
        let call = tokens
            .iter()
            .position(|token| token.kind == TokenKind::Word && token.value.eq_ignore_ascii_case("nextval"))?;
        let name = tokens[call..].iter().find(|token| token.kind == TokenKind::String)?.value.clone();
        let name = name.rsplit('.').next().unwrap_or(&name).trim_matches('"').to_owned();
        Some(self.sequences.get(&name).cloned().unwrap_or(Identity { is_always: false, start: 1, step: 1 }))
    }
}

/// What a domain calls its value.
fn value_word(dialect: SqlDialect) -> String {
    crate::sql::cursor::fold("VALUE", dialect)
}

/// Whether a column is another name of SQLite's hidden key.
fn is_rowid(column: &DraftColumn, key: &[String], dialect: SqlDialect) -> bool {
    dialect == SqlDialect::Sqlite
        && matches!(key, [only] if same(only, &column.name, dialect))
        && column.of.name == "integer"
}

/// A text with what its collation says of case. MySQL compares without it, unless something says otherwise.
fn cased(kind: Kind, collation: Option<&str>, dialect: SqlDialect) -> Kind {
    let Kind::Text { max, is_fixed, ignores_case } = kind else { return kind };
    let collation = collation.map(str::to_ascii_lowercase);
    let ignores_case = ignores_case
        || match (collation.as_deref(), dialect) {
            (Some(name), SqlDialect::MySql) => {
                !(name == "binary" || name.ends_with("_bin") || name.contains("_cs"))
            }
            (None, SqlDialect::MySql) => true,
            (Some(name), _) => name == "nocase" || name.contains("case_insensitive"),
            (None, _) => false,
        };
    Kind::Text { max, is_fixed, ignores_case }
}

/// Whether MariaDB's `json` is meant, which it writes as a text with a condition.
fn is_json(column: &Column, table: &Table) -> bool {
    let quoted = format!("json_valid(`{}`)", column.name);
    column.type_text.eq_ignore_ascii_case("longtext")
        && table.checks.iter().any(|check| check.condition.eq_ignore_ascii_case(&quoted))
}

fn spell(names: &mut [String], columns: &[DraftColumn], dialect: SqlDialect) {
    for name in names {
        if let Some(column) = columns.iter().find(|column| same(&column.name, name, dialect)) {
            name.clone_from(&column.name);
        }
    }
}

/// A name for a message.
pub(in crate::sql) fn shown(name: &TableName) -> String {
    match &name.schema {
        Some(schema) => format!("{schema}.{}", name.name),
        None => name.name.clone(),
    }
}
