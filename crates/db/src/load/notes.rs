//! What is noted of a load in the table `gush_loads`, so that a load which was interrupted, however that came, goes on where it was.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// What an earlier run of a load has done of a table.
#[derive(Debug, Default)]
pub(crate) struct Done {
    /// It made the table.
    pub is_made: bool,
    /// The rows that it has loaded.
    pub rows: HashSet<String>,
    /// The table has its keys.
    pub has_keys: bool,
    /// The table has its foreign keys and indexes.
    pub has_links: bool,
}

impl Done {
    pub fn is_empty(&self) -> bool {
        !self.is_made && self.rows.is_empty() && !self.has_keys && !self.has_links
    }

    /// Adds what was noted, as [`Note::text`] has it.
    pub fn add(&mut self, note: String) {
        match note.as_str() {
            "made" => self.is_made = true,
            "keys" => self.has_keys = true,
            "links" => self.has_links = true,
            _ => drop(self.rows.insert(note)),
        }
    }

    /// How many rows an earlier run has loaded.
    pub fn row_count(&self) -> u64 {
        let count = |text: &String| {
            let (start, end) = text.strip_prefix("rows ")?.split_once("..")?;
            end.parse::<u64>().ok()?.checked_sub(start.parse().ok()?)
        };
        self.rows.iter().filter_map(count).sum()
    }
}

/// What an earlier run has done, by the names of tables.
pub(crate) type Noted = HashMap<String, Done>;

/// What there is to note of a table.
pub(crate) enum Note<'n> {
    Made,
    /// These rows are loaded, as [`rows_text`] has them.
    Rows(&'n str),
    Keys,
    Links,
}

impl Note<'_> {
    pub fn text(&self) -> &str {
        match self {
            Note::Made => "made",
            Note::Rows(rows) => rows,
            Note::Keys => "keys",
            Note::Links => "links",
        }
    }
}

/// How rows are noted.
pub(crate) fn rows_text(rows: &Range<u64>) -> String {
    format!("rows {}..{}", rows.start, rows.end)
}
