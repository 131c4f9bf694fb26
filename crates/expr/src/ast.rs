//! The tree of an expression: operators and special forms are calls like any other, and every node knows its place.

use std::ops::Range;

/// A piece of an expression.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Node {
    pub kind: NodeKind,
    /// Its bytes in the text.
    pub at: Range<usize>,
}

/// What it is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum NodeKind {
    /// A column, by its place among the names that the expression reads.
    Column(usize),
    Null,
    Bool(bool),
    /// A number as it was written.
    Number(String),
    /// A text in quotes.
    Text(String),
    /// A function, or an operator by its sign.
    Call {
        name: String,
        args: Vec<Node>,
    },
    Case {
        operand: Option<Box<Node>>,
        whens: Vec<(Node, Node)>,
        otherwise: Option<Box<Node>>,
    },
    Cast {
        value: Box<Node>,
        to: TypeName,
    },
}

/// A type that a value is cast to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TypeName {
    Bool,
    /// An integer type of so many bits.
    Int(u32),
    /// Its digits and its decimal places, where they are said.
    Numeric(Option<(u32, u32)>),
    Float,
    /// The most letters, where they are said.
    Text(Option<usize>),
    Date,
    /// Decimal places of the seconds, where they are said.
    Timestamp(Option<u32>),
    Time,
    Interval,
}
