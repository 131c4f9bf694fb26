//! What came of a check.

use std::fmt;

use gush_diagnostics::{counted, grouped};

use super::promise::Counted;

/// What came of a check.
#[derive(Debug, Default)]
pub struct Report {
    /// The database, without a password.
    pub server: String,
    /// How many tables were asked for.
    pub tables: usize,
    /// How many promises were checked.
    pub checked: usize,
    /// Those that do not hold.
    pub broken: Vec<Broken>,
    /// What could not be checked, and why.
    pub unchecked: Vec<String>,
    /// How many promises these are.
    pub unchecked_promises: usize,
    /// Those whose expressions the server does not know, likewise.
    pub notes: Vec<String>,
    /// The queries of a dry run, each after what it is about.
    pub queries: Vec<(String, String)>,
}

/// A promise that does not hold.
#[derive(Debug)]
pub struct Broken {
    /// The table and its columns, and what is promised of them.
    pub promise: String,
    /// How many break it.
    pub count: u64,
    /// How many of what.
    pub counted: Counted,
    /// One that does: names and values.
    pub example: Vec<(String, Option<String>)>,
    /// The query that gives all of them.
    pub query: String,
}

impl Report {
    /// Whether everything was checked, and holds.
    pub fn holds(&self) -> bool {
        self.broken.is_empty() && self.unchecked.is_empty()
    }

    /// The last line.
    pub fn summary(&self) -> String {
        let tables = counted(self.tables as u64, "table");
        let promises = counted(self.checked as u64, "promise");
        let unchecked = match self.unchecked_promises {
            0 => String::new(),
            count => format!("; {} could not be checked", grouped(count as u64)),
        };
        match self.broken.len() {
            0 if self.checked == 1 => format!("{promises} of {tables} holds{unchecked}"),
            0 => format!("{promises} of {tables} hold{unchecked}"),
            1 => format!("1 of {promises} of {tables} is broken{unchecked}"),
            count => format!("{count} of {promises} of {tables} are broken{unchecked}"),
        }
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: broken", self.promise)?;
        let what = match &self.counted {
            Counted::All => {
                let found = self.example.first().and_then(|(_, value)| value.as_deref()).unwrap_or("?");
                let found = found.parse().map_or_else(|_| found.to_owned(), grouped);
                return write!(f, ", it has {found}");
            }
            Counted::Rows => counted(self.count, "row"),
            Counted::Values => counted(self.count, "value"),
            Counted::RowsOf(table) => format!("{} of {table}", counted(self.count, "row")),
        };
        write!(f, " by {what}")?;
        for (index, (name, value)) in self.example.iter().enumerate() {
            let before = if index == 0 { ", such as " } else { ", " };
            write!(f, "{before}{name} = {}", shown(value.as_deref()))?;
        }
        Ok(())
    }
}

/// Longer values are cut.
const MAX_SHOWN: usize = 60;

/// A value of an example, on one line.
fn shown(value: Option<&str>) -> String {
    let Some(value) = value else { return "null".into() };
    let mut text: String = value.chars().take(MAX_SHOWN).flat_map(escaped).collect();
    if value.chars().nth(MAX_SHOWN).is_some() {
        text.push('…');
    }
    text
}

/// A character as it is, or escaped where a terminal would do something else with it.
fn escaped(c: char) -> Vec<char> {
    if c.is_control() { c.escape_default().collect() } else { vec![c] }
}
