//! What a random schema has: tables, links, columns, and what the values of each must be.

/// What a column's values are, as far as others want to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// Integers between this and its negative.
    Int(i64),
    Decimal,
    /// Texts of ASCII letters.
    Ascii,
    Text,
    Day,
    Time,
    Bool,
    Other,
}

/// What the values of a column must be.
#[derive(Debug, Clone, PartialEq)]
pub enum Promise {
    /// Drawn: any value.
    Any,
    /// 1, 2, 3 …
    Serial,
    Unique,
    /// The parent's value by a link of the table.
    Copy {
        link: usize,
        of: String,
    },
    /// 1, 2, 3 … among the children of one parent.
    Nth,
    /// From n up to m seconds after (or before) a time of the row or of its parent by a link.
    Shift {
        link: Option<usize>,
        of: String,
        least: f64,
        most: f64,
        is_before: bool,
    },
    Between(String, String),
    /// What SQLite makes of it.
    Expression(String),
    /// The same where another column is.
    By(String),
    /// The value in the row before, or in the first or the last, of the same parent; whether the row is one of these.
    Sibling {
        which: &'static str,
        of: String,
    },
    /// A part of a number of the parent by the first link.
    Split(String),
    /// How many rows are above it in the tree of this link.
    Depth(usize),
    /// All rows add up to this.
    Sum(f64),
    /// Of each 32 numbers the first 8, from 1.
    Sparse,
    /// `C-` and nine digits of the id.
    Code,
    /// Words in exact shares, by these weights.
    Dealt(&'static [(&'static str, u64)]),
    /// Of the rows of this table that refer to the row by a link.
    Total {
        operation: &'static str,
        children: usize,
        link: usize,
        of: Option<String>,
    },
    /// The rows of this table that refer to the row by a link, with these columns.
    List {
        children: usize,
        link: usize,
        columns: Vec<String>,
    },
    /// That of the row there that has the largest, or the smallest, value in another column.
    Extreme {
        is_max: bool,
        children: usize,
        link: usize,
        of: String,
        by: String,
    },
}

#[derive(Debug, Clone)]
pub struct Column {
    pub name: String,
    pub text: String,
    pub data_type: Type,
    pub promise: Promise,
}

/// How a link chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Counted,
    Scattered,
    Any,
    Popular,
    Once,
    Distinct,
    /// The same, by popularity.
    DistinctPopular,
    Earlier,
    /// Any row of the own table but the own.
    OtherRow,
    /// The row whose index a column has.
    Given,
    /// The same, or the next one that no row before it of the same parent has.
    GivenDistinct,
}

#[derive(Debug, Clone)]
pub struct Link {
    pub parent: usize,
    pub way: Way,
    pub is_optional: bool,
    /// Whether only rows with a plan of gold or trial have a parent.
    pub when: bool,
    pub label: Option<String>,
    /// The column with the parent's id.
    pub column: String,
    /// The column that has the index of the parent's row.
    pub given: Option<String>,
    /// Another link to the same table, whose parent this one leaves out.
    pub other: Option<usize>,
    /// The shape of a tree, its roots, and how many rows are above a row at most.
    pub shape: Option<(&'static str, u64, u64)>,
    /// Whether earlier rows of a tree are popular.
    pub is_popular: bool,
    /// Another link, and one of the parents, that lead to the same row of a third table.
    pub within: Option<[usize; 2]>,
}

impl Link {
    pub fn new(parent: usize, way: Way, label: Option<String>) -> Link {
        Link {
            parent,
            way,
            is_optional: false,
            when: false,
            label,
            column: String::new(),
            given: None,
            other: None,
            shape: None,
            is_popular: false,
            within: None,
        }
    }

    /// Whether not all parents are candidates.
    pub fn is_narrowed(&self) -> bool {
        self.other.is_some() || self.within.is_some()
    }
}

/// How many rows a table has.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Rows {
    Given(u64),
    /// By the first link: the number for each parent, and what is known of the shares of parents with 0, 1, 2 … of them.
    Per(&'static str, &'static [f64], u64),
}

#[derive(Debug, Clone)]
pub struct Table {
    pub rows: Rows,
    pub links: Vec<Link>,
    pub columns: Vec<Column>,
    /// Two links whose parents are together in no other row.
    pub pair: Option<[usize; 2]>,
    /// The column that is the key in place of the id.
    pub key: Option<String>,
    /// How they compare: `<` or `<>`, where it is said.
    pub compared: Option<&'static str>,
}
