//! Keys: what distinguishes rows, and which columns refer to a parent's key.

use std::collections::HashSet;

use super::{Choice, DatasetSpec, TableLink, TableRows};
use crate::schema::relation::Relation;
use crate::types::Field;

/// Columns of a table that refer to the key of another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForeignKey {
    /// The indices of the columns.
    pub columns: Vec<usize>,
    /// The other table.
    pub parent: usize,
    /// The indices of the columns of its key, in the same order.
    pub key: Vec<usize>,
    /// Whether rows refer to later ones of the own table.
    pub is_forward: bool,
}

impl DatasetSpec {
    /// The indices of the columns of a table's primary key: those that it names, or else the first column that counts the rows
    /// and is never null.
    pub fn primary_key(&self, table: usize) -> Option<Vec<usize>> {
        let table = &self.tables[table];
        let serial = || {
            let columns = &table.schema.columns;
            let found = columns.iter().position(|column| {
                column.generate.properties().is_serial && column.null.is_none() && !column.is_dirty()
            });
            found.map(|column| vec![column])
        };
        table.key.clone().or_else(serial)
    }

    /// The foreign keys of a table, one for each link along which a parent's complete key is copied.
    pub fn foreign_keys(&self, table: usize) -> Vec<ForeignKey> {
        let links = self.tables[table].links.iter().enumerate();
        let key = |(link, parent): (usize, usize)| {
            let key = self.primary_key(parent)?;
            let own = key.iter().map(|&column| self.copy_of(table, link, column));
            let columns =
                own.zip(&key).map(|(own, &column)| own.or_else(|| self.shared(table, link, column)));
            let columns: Vec<usize> = columns.collect::<Option<_>>()?;
            let is_own = |&column: &usize| self.copy_of(table, link, column).is_some();
            let is_forward = parent == table && self.tables[table].links[link].choice != Choice::Earlier;
            key.iter().any(is_own).then_some(ForeignKey { columns, parent, key, is_forward })
        };
        links.filter_map(|(index, link)| key((index, link.parent))).collect()
    }

    /// The column that copies a column along a link.
    fn copy_of(&self, table: usize, link: usize, of: usize) -> Option<usize> {
        self.tables[table].schema.columns.iter().position(|column| {
            let is_plain = column.generate.field().display.affixes.is_none() && !column.is_dirty();
            matches!(&column.relation, Some(Relation::Copy(reading))
                if reading.link == Some(link) && reading.column == of)
                && is_plain
        })
    }

    /// The column that a table shares with the parents of a link which chooses within an ancestor, where both copy it from that
    /// one: `of` is the parents' column.
    pub fn shared(&self, table: usize, link: usize, of: usize) -> Option<usize> {
        let TableLink { parent, within, .. } = &self.tables[table].links[link];
        let within = within.as_ref()?;
        let above = self.copied_along(*parent, of, &within.parents_path)?;
        let all = 0..self.tables[table].schema.columns.len();
        all.into_iter().find(|&own| self.copied_along(table, own, &within.path) == Some(above))
    }

    /// The column at the end of these links that a column copies along all of them, as it is.
    fn copied_along(&self, table: usize, column: usize, path: &[usize]) -> Option<usize> {
        let own = &self.tables[table].schema.columns[column];
        if own.generate.field().display.affixes.is_some() || own.is_dirty() {
            return None;
        }
        let Some((link, rest)) = path.split_first() else { return Some(column) };
        match own.relation {
            Some(Relation::Copy(reading)) if reading.link == Some(*link) => {
                self.copied_along(self.tables[table].links[*link].parent, reading.column, rest)
            }
            _ => None,
        }
    }

    /// Whether the rows of a table differ in these columns, whatever is drawn.
    pub fn differ(&self, table: usize, columns: &[usize]) -> bool {
        let table_of = &self.tables[table];
        let alone = |&index: &usize| self.differs(table, index);
        columns.iter().any(alone) || table_of.count() <= 1 || self.differ_by_link(table, columns)
    }

    /// Whether the rows of a table differ in a column because of what it is: it is unique, or an expression that is one to one in a
    /// column of which that is true.
    pub fn differs(&self, table: usize, index: usize) -> bool {
        let columns = &self.tables[table].schema.columns;
        let column = &columns[index];
        let Some(Relation::Computed { compute, reads }) = &column.relation else {
            return column.unique || column.generate.properties().is_serial && column.relation.is_none();
        };
        let rows = self.tables[table].count();
        let fields: Vec<Field> = reads.iter().map(|&read| columns[read].field_within(rows)).collect();
        let fields: Vec<&Field> = fields.iter().collect();
        compute.one_to_one(&fields).is_some_and(|at| self.differs(table, reads[at]))
    }

    /// Makes an id unique in each key that would not distinguish rows otherwise, where it has one. A key of one id has it
    /// already.
    pub(super) fn imply_unique(&mut self) {
        for table in self.parents_first() {
            let table_of = &self.tables[table];
            let keys: Vec<Vec<usize>> = table_of.key.iter().chain(&table_of.unique).cloned().collect();
            for key in keys {
                let columns = &self.tables[table].schema.columns;
                let is_unique =
                    |&index: &usize| columns[index].unique || columns[index].generate.properties().is_serial;
                let id = key.iter().find(|index| columns[**index].can_imply_unique());
                // Whatever the number of rows is, so that values do not depend on it.
                if let Some(&id) = id
                    && !key.iter().any(is_unique)
                    && !self.differ_by_link(table, &key)
                {
                    self.tables[table].schema.columns[id].unique = true;
                }
            }
        }
    }

    /// Whether the rows differ in these columns because they identify a row's parents, which have one row each.
    fn differ_by_link(&self, table: usize, columns: &[usize]) -> bool {
        let table_of = &self.tables[table];
        // The links whose parents are distinguished by what is copied.
        let identified: HashSet<usize> =
            (0..table_of.links.len()).filter(|&link| self.identify_parent(table, link, columns)).collect();
        let by = |link: usize| match &table_of.links[link].choice {
            Choice::Once => true,
            Choice::Pairs { links, .. } => links.iter().all(|link| identified.contains(link)),
            Choice::Distinct(_) | Choice::Given { is_distinct: true, .. } => identified.contains(&0),
            Choice::Counted(_) | Choice::Scattered(_) => {
                let nth = |&index: &usize| {
                    matches!(table_of.schema.columns[index].relation, Some(Relation::Nth(_)))
                };
                columns.iter().any(nth) || self.is_single(table)
            }
            Choice::Uniform
            | Choice::Popular(_)
            | Choice::Earlier
            | Choice::Given { is_distinct: false, .. } => false,
        };
        identified.iter().any(|&link| by(link))
    }

    /// Whether these columns identify a row's parent by a link.
    fn identify_parent(&self, table: usize, link: usize, columns: &[usize]) -> bool {
        let mut copied: Vec<usize> = (columns.iter())
            .filter_map(|&index| match &self.tables[table].schema.columns[index].relation {
                Some(Relation::Copy(reading)) if reading.link == Some(link) => Some(reading.column),
                _ => None,
            })
            .collect();
        let parent = self.tables[table].links[link].parent;
        if !copied.is_empty() && self.tables[table].links[link].within.is_some() {
            let all = 0..self.tables[parent].schema.columns.len();
            let is_shared =
                |&of: &usize| self.shared(table, link, of).is_some_and(|own| columns.contains(&own));
            copied.extend(all.filter(is_shared));
        }
        // A table that refers to itself adds nothing: it is being checked already.
        parent != table && !copied.is_empty() && self.differ(parent, &copied)
    }

    /// Whether there is at most one row for each of the table that it is counted by.
    fn is_single(&self, table: usize) -> bool {
        let TableRows::Per(degrees) = &self.tables[table].rows else { return false };
        degrees.most_of(self.tables[self.tables[table].links[0].parent].count()) <= 1
    }
}
