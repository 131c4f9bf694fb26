//! The order that foreign keys of the tables that are there ask for. Tables that refer to each other in a circle have none: one
//! transaction has the rows of all of them, and their keys are checked at its end.

use super::state::{Load, Step};

/// A foreign key of one table of a load to another, as the server has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ForeignKey {
    /// The index of the table that refers.
    pub child: usize,
    /// The index of the table that it refers to.
    pub parent: usize,
    /// Its name, as SQL writes it.
    pub name: String,
    /// Whether the server can check it at the end of a transaction as it is.
    pub is_deferrable: bool,
}

/// Says of each table which others must be complete before it, and with which it shares a transaction: by the keys of the server, and by
/// those of the load. Only tables that are there already have foreign keys that the rows are held to.
pub(crate) fn order<C, T>(load: &Load<'_, C>, steps: &mut [Step<T>], keys: &[ForeignKey]) {
    let is_there = |table: usize| steps[table].found.is_some();
    let of_load = load.statements.tables.iter().enumerate();
    let of_load = of_load.flat_map(|(table, of)| of.parents.iter().map(move |&parent| (table, parent)));
    let links: Vec<(usize, usize)> = of_load
        .filter(|&(table, parent)| parent < table && is_there(table) && is_there(parent))
        .chain(keys.iter().map(|key| (key.child, key.parent)))
        .collect();
    for (table, step) in steps.iter_mut().enumerate() {
        step.parents = links.iter().filter(|(child, _)| *child == table).map(|&(_, parent)| parent).collect();
        step.circle = circle(table, &links);
        step.is_parted &= step.circle.len() == 1;
    }
}

/// The tables that lead to a table and that it leads to, in order, and the table itself.
fn circle(table: usize, links: &[(usize, usize)]) -> Vec<usize> {
    let back: Vec<(usize, usize)> = links.iter().map(|&(child, parent)| (parent, child)).collect();
    let (above, below) = (reached(table, links), reached(table, &back));
    let mut circle: Vec<usize> = above.into_iter().filter(|other| below.contains(other)).collect();
    circle.sort_unstable();
    circle
}

/// The tables that links lead to, the one that they begin at among them.
fn reached(from: usize, links: &[(usize, usize)]) -> Vec<usize> {
    let (mut found, mut at) = (vec![from], 0);
    while let Some(&table) = found.get(at) {
        for &(_, to) in links.iter().filter(|(child, _)| *child == table) {
            if !found.contains(&to) {
                found.push(to);
            }
        }
        at += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::circle;

    #[test]
    fn only_tables_that_lead_to_each_other_are_in_a_circle() {
        // 0 and 2 refer to each other, 1 to 0; 3 to 4 to 5 to 3, and 5 to 2.
        let links = [(0, 2), (2, 0), (1, 0), (3, 4), (4, 5), (5, 3), (5, 2)];
        let circles: Vec<Vec<usize>> = (0..7).map(|table| circle(table, &links)).collect();
        assert_eq!(
            circles,
            [vec![0, 2], vec![1], vec![0, 2], vec![3, 4, 5], vec![3, 4, 5], vec![3, 4, 5], vec![6]]
        );
    }
}
