//! Codes: texts of positions that are drawn one by one, put together to tables of several positions each.

use std::collections::HashMap;
use std::sync::Arc;

use super::phrase::{Phrase, part};
use crate::types::Dictionary;

/// Tables of up to this many entries fit the first-level cache.
pub(crate) const MAX_ENTRIES: usize = 4096;

/// A text of these positions in order, each one of its texts; none of them has more than [`MAX_ENTRIES`].
pub(crate) fn code(positions: impl IntoIterator<Item = Vec<String>>) -> Phrase {
    Phrase::long(self::positions(positions).iter().map(|table| part(table, "")).collect())
}

/// Tables of several of these positions each.
pub(crate) fn positions(positions: impl IntoIterator<Item = Vec<String>>) -> Vec<Arc<Dictionary>> {
    let mut tables: Vec<Vec<String>> = Vec::new();
    for position in positions {
        match tables.last_mut() {
            Some(last) if last.len() * position.len() <= MAX_ENTRIES => {
                let joined = |front: &String| {
                    position.iter().map(move |end| format!("{front}{end}")).collect::<Vec<_>>()
                };
                *last = last.iter().flat_map(joined).collect();
            }
            _ => tables.push(position),
        }
    }
    // Tables of the same entries are one.
    let mut known: HashMap<Vec<String>, Arc<Dictionary>> = HashMap::new();
    let dictionaries = tables.into_iter().map(|texts| {
        let table = known
            .entry(texts)
            .or_insert_with_key(|texts| Arc::new(Dictionary::exactly(texts.iter().cloned())));
        Arc::clone(table)
    });
    dictionaries.collect()
}
