//! Checks that keys are unique and never null.

use super::DatasetSpec;
use crate::schema::relation::Relation;
use gush_diagnostics::{Code, Diagnostic};

impl DatasetSpec {
    /// A diagnostic for each key that may be null or come twice, and each table or column whose name is taken.
    pub(super) fn check_keys(&self) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        for (index, table) in self.tables.iter().enumerate() {
            for key in table.key.iter().chain(&table.unique) {
                let is_key = table.key.as_ref() == Some(key);
                diagnostics.extend(self.check_key(index, key, is_key));
            }
        }
        diagnostics
    }

    fn check_key(&self, table: usize, key: &[usize], is_key: bool) -> Option<Diagnostic> {
        let columns = &self.tables[table].schema.columns;
        let column = |index: usize| &columns[index];
        let diagnostic = |index: usize, text: String| {
            let column = column(index);
            Some(column.source.diagnostic(Code::Schema, column.generator_at.clone(), text))
        };
        if is_key && let Some(&null) = key.iter().find(|&&index| column(index).field().nullable) {
            return diagnostic(null, "a column of a key is never null".into());
        }
        if let Some(&dirty) = key.iter().find(|&&index| column(index).is_dirty()) {
            return diagnostic(
                dirty,
                "a dirty column is no key, as its values may come twice; leave @dirty".into(),
            );
        }
        if self.differ(table, key) {
            return None;
        }
        let names: Vec<String> = key.iter().map(|&index| format!("`{}`", column(index).name)).collect();
        let text = match &names[..] {
            [name] if matches!(column(key[0]).relation, Some(Relation::Computed { .. })) => format!(
                "{name} is to be unique, but nothing says that it differs: an expression does where it joins a unique column with constant \
                 texts, adds a number to it or multiplies it, or pads its digits to a length that holds all of them, as in \
                 'C-' || lpad(n::text, 9, '0') of a column n = seq"
            ),
            [name] => format!("{name} is to be unique, but may come twice; add @unique"),
            _ => format!(
                "{} are to be unique together, but may come twice; they are where one of them is unique, where they are keys of \
                 several tables, or a parent's key and nth",
                names.join(" and ")
            ),
        };
        diagnostic(*key.first()?, text)
    }
}
