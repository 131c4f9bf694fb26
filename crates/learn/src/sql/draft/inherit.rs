//! What a table has from others: its parents, its partitioned table, the one that it is like.

use super::{Draft, DraftTable, same};
use crate::model::{SqlDialect, TableName};
use crate::sql::read::{DraftColumn, LikeParts};

impl Draft {
    /// Gives a table what `LIKE` takes from another one; whether that is known.
    pub(in crate::sql) fn copy_like(
        &self,
        table: &mut DraftTable,
        other: &TableName,
        what: LikeParts,
    ) -> bool {
        let Some(other) = self.find(other).map(|index| &self.tables[index]) else { return false };
        for column in &other.columns {
            let mut column = column.clone();
            column.comment = None;
            if !what.identity {
                column.identity = column.identity.filter(|_| column.default.is_some() && what.defaults);
            }
            if !what.generated {
                column.generated = None;
            }
            if !what.defaults {
                column.default = None;
            }
            table.columns.push(column);
        }
        if what.constraints {
            table.table.checks.extend(other.table.checks.iter().cloned());
        }
        if what.indexes {
            table.table.primary_key.clone_from(&other.table.primary_key);
            table.table.uniques.extend(other.table.uniques.iter().cloned());
        }
        true
    }

    /// Gives a table the columns that its parents have by now.
    pub(in crate::sql) fn take_columns(&self, table: &mut DraftTable) {
        let mut inherited: Vec<DraftColumn> = Vec::new();
        for parent in &table.inherits {
            let Some(parent) = self.find(parent) else { continue };
            for column in &self.tables[parent].columns {
                if !inherited.iter().any(|other| same(&other.name, &column.name, self.dialect)) {
                    // The default of a serial is inherited, an identity is not.
                    let identity = column.identity.clone().filter(|_| column.of.name.contains("serial"));
                    inherited.push(DraftColumn { is_inherited: true, identity, ..column.clone() });
                }
            }
        }
        merge(&mut table.columns, inherited, self.dialect);
    }

    /// Gives each table what its parents got after it was made, parents first.
    pub(super) fn inherit_all(&mut self) {
        let mut done = vec![false; self.tables.len()];
        for index in 0..self.tables.len() {
            self.inherit(index, &mut done, 0);
        }
    }

    fn inherit(&mut self, index: usize, done: &mut [bool], depth: usize) {
        // A circle of parents is no database's, but may be a file's.
        if std::mem::replace(&mut done[index], true) || depth > 64 || self.tables[index].inherits.is_empty() {
            return;
        }
        let parents: Vec<usize> = self.tables[index]
            .inherits
            .iter()
            .filter_map(|parent| self.find(parent))
            .filter(|&parent| parent != index)
            .collect();
        for &parent in &parents {
            self.inherit(parent, done, depth + 1);
        }
        let mut table = self.tables[index].clone();
        self.take_columns(&mut table);
        for parent in parents {
            take_constraints(&mut table, &self.tables[parent], self.dialect);
        }
        self.tables[index] = table;
    }
}

/// Puts inherited columns before the others, and leaves those that are there.
fn merge(columns: &mut Vec<DraftColumn>, inherited: Vec<DraftColumn>, dialect: SqlDialect) {
    let mut at = 0;
    for column in inherited {
        match columns.iter_mut().find(|other| same(&other.name, &column.name, dialect)) {
            Some(other) => {
                other.is_nullable &= column.is_nullable;
                if other.generated.is_none() && other.default.is_none() && other.identity.is_none() {
                    other.generated = column.generated;
                    other.default = column.default;
                }
            }
            None => {
                columns.insert(at.min(columns.len()), column);
                at += 1;
            }
        }
    }
}

/// Conditions are inherited; keys too, where the table is a partition.
fn take_constraints(table: &mut DraftTable, parent: &DraftTable, dialect: SqlDialect) {
    let is_partition = table.table.partition.is_some();
    let (into, from) = (&mut table.table, &parent.table);
    for check in &from.checks {
        if !into.checks.iter().any(|other| {
            other.name == check.name && (other.name.is_some() || other.condition == check.condition)
        }) {
            into.checks.push(check.clone());
        }
    }
    if !is_partition {
        return;
    }
    for column in &parent.columns {
        if let Some(other) = table.columns.iter_mut().find(|other| same(&other.name, &column.name, dialect)) {
            other.identity = other.identity.take().or_else(|| column.identity.clone());
        }
    }
    if into.primary_key.is_empty() {
        into.primary_key.clone_from(&from.primary_key);
    }
    for unique in &from.uniques {
        if !into
            .uniques
            .iter()
            .any(|other| other.parts == unique.parts && other.condition == unique.condition)
        {
            into.uniques.push(unique.clone());
        }
    }
    for exclusion in &from.exclusions {
        if !into.exclusions.iter().any(|other| other.parts == exclusion.parts) {
            into.exclusions.push(exclusion.clone());
        }
    }
    for key in &from.foreign_keys {
        if !into.foreign_keys.iter().any(|other| other.columns == key.columns && other.parent == key.parent) {
            into.foreign_keys.push(key.clone());
        }
    }
}
