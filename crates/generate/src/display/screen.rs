//! Where a table is looked at, and what is chosen about it.

use gusher::text::{FormatSpec, Names};

/// What the format is called and what can be chosen about it.
pub(crate) static SPEC: FormatSpec = FormatSpec {
    name: "table",
    about: "a table to look at: aligned, with types under the names; cut to the width of the terminal or of --width; null is NULL",
    header: true,
    names: Names::Any,
    ..FormatSpec::NONE
};

/// What shows a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Screen {
    /// Whether somebody looks at the output: it is a terminal.
    pub is_terminal: bool,
    /// How many columns of text it has; `None` where a line may have any length.
    pub width: Option<usize>,
    /// Whether it shows more than ASCII: lines are drawn in Unicode's characters then. Values are never changed.
    pub has_unicode: bool,
    /// Whether it shows colors.
    pub has_colors: bool,
}

impl Screen {
    /// A file or a pipe: nothing is cut.
    pub const FILE: Screen = Screen { is_terminal: false, width: None, has_unicode: true, has_colors: false };
}

/// What is chosen about the format `table`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableOptions {
    /// What shows it.
    pub screen: Screen,
    /// A line above the table: its name, where there are several.
    pub title: Option<String>,
    /// Whether an empty line comes before the table.
    pub follows_another: bool,
    /// What to note of columns, by their indices: that they are a key, or refer to one.
    pub keys: Vec<(usize, Key)>,
    /// Lines below the table.
    pub notes: Vec<String>,
    /// Whether it is a look at the first rows, which nobody asked to see all of.
    pub is_preview: bool,
}

/// A column's part in the keys of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Key {
    /// It is the primary key, or a part of it.
    Primary,
    /// It refers to the key of this table.
    Foreign(String),
}

impl TableOptions {
    /// All rows on this screen.
    pub fn new(screen: Screen) -> TableOptions {
        TableOptions {
            screen,
            title: None,
            follows_another: false,
            keys: Vec::new(),
            notes: Vec::new(),
            is_preview: false,
        }
    }
}

/// How the lines of a table are drawn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pen {
    /// Between two columns.
    pub bar: &'static str,
    /// Below the names.
    pub rule: char,
    /// Where the rule and a bar meet.
    pub cross: char,
    /// After what is cut.
    pub cut: &'static str,
    /// In place of columns that are folded away.
    pub fold: &'static str,
    /// What a foreign key points with.
    pub arrow: &'static str,
    has_colors: bool,
}

impl Pen {
    /// The one for a screen.
    pub fn of(screen: &Screen) -> Pen {
        let has_colors = screen.has_colors;
        match screen.has_unicode {
            true => Pen {
                bar: "│", rule: '─', cross: '┼', cut: "…", fold: "…", arrow: "→", has_colors
            },
            // As git cuts what is too long.
            false => Pen { bar: "|", rule: '-', cross: '+', cut: "..", fold: "..", arrow: "->", has_colors },
        }
    }

    /// A text in bold letters.
    pub fn bold(self, text: &str) -> String {
        self.paint("1", text)
    }

    /// A text that is less important than others.
    pub fn dim(self, text: &str) -> String {
        self.paint("2", text)
    }

    fn paint(self, code: &str, text: &str) -> String {
        match self.has_colors && !text.is_empty() {
            true => format!("\x1b[{code}m{text}\x1b[0m"),
            false => text.to_owned(),
        }
    }
}
