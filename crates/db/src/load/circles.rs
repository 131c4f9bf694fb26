//! Tables that are there and refer to each other in a circle: no order meets all of their keys, so one transaction has the rows of
//! all of them, and their keys are checked at its end.

use std::ops::Range;

/// A foreign key of a table to one that is loaded after it, as the server has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LateKey {
    /// The index of the table that refers.
    pub child: usize,
    /// The index of the table that it refers to, which comes later.
    pub parent: usize,
    /// Its name, as SQL writes it.
    pub name: String,
    /// Whether the server can check it at the end of a transaction as it is.
    pub is_deferrable: bool,
}

/// For each table the tables that its transaction has rows of: itself, or all from the first that refers to a later one to the last that
/// such a key leads to.
pub(crate) fn transactions(tables: usize, keys: &[LateKey]) -> Vec<Range<usize>> {
    let mut all: Vec<Range<usize>> = (0..tables).map(|table| table..table + 1).collect();
    let mut spans: Vec<Range<usize>> = keys.iter().map(|key| key.child..key.parent + 1).collect();
    spans.sort_by_key(|span| span.start);
    let mut merged: Vec<Range<usize>> = Vec::new();
    for span in spans {
        match merged.last_mut() {
            Some(last) if span.start < last.end => last.end = last.end.max(span.end),
            _ => merged.push(span),
        }
    }
    for span in merged {
        all[span.clone()].fill(span);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::{LateKey, transactions};

    fn key(child: usize, parent: usize) -> LateKey {
        LateKey { child, parent, name: String::new(), is_deferrable: false }
    }

    #[test]
    fn tables_between_both_ends_of_a_late_key_share_a_transaction() {
        assert_eq!(transactions(3, &[]), [0..1, 1..2, 2..3]);
        assert_eq!(transactions(4, &[key(1, 2)]), [0..1, 1..3, 1..3, 3..4]);
        assert_eq!(
            transactions(6, &[key(3, 5), key(0, 1), key(1, 2), key(4, 5)]),
            [0..3, 0..3, 0..3, 3..6, 3..6, 3..6]
        );
    }
}
