//! The tree of an expression: operators and special forms are calls like any other, and every node knows its span.

use std::ops::Range;

/// A node of an expression.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ExprNode {
    pub kind: NodeKind,
    /// Its bytes in the text.
    pub at: Range<usize>,
}

/// The kind of a node.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum NodeKind {
    /// A column, by its index among those that the expression reads.
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
        args: Vec<ExprNode>,
    },
    Case {
        operand: Option<Box<ExprNode>>,
        whens: Vec<(ExprNode, ExprNode)>,
        otherwise: Option<Box<ExprNode>>,
    },
    Cast {
        value: Box<ExprNode>,
        to: TypeName,
    },
}

/// A type that a value is cast to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TypeName {
    Bool,
    /// An integer type of this many bits.
    Int(u32),
    /// Its digits and its decimal places, if they are given.
    Numeric(Option<(u32, u32)>),
    /// A floating-point number of 64 bits.
    Float,
    /// One of 32 bits.
    Real,
    /// The maximum number of letters, if it is given.
    Text(Option<usize>),
    Date,
    Timestamp {
        /// The decimal places of the seconds, if they are given.
        places: Option<u32>,
        /// Whether it has a time zone.
        zoned: bool,
    },
    Time,
    Interval,
    Json {
        /// Whether it is a `jsonb`.
        is_binary: bool,
    },
}
