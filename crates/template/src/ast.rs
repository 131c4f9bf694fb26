//! The tree of a template, as the parser gives it to the compiler.

use std::collections::HashSet;
use std::ops::Range;

/// A node of a template: its text, its actions and its blocks, in order.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum TemplateNode {
    /// The bytes of the text.
    Text(Range<usize>),
    /// A pipeline whose value is written, unless it declares something.
    Action(Pipe),
    /// `if`, or `with`, which also sets the dot; each branch with its condition.
    Branches {
        with: bool,
        branches: Vec<(Pipe, Vec<TemplateNode>)>,
        otherwise: Vec<TemplateNode>,
    },
    Range {
        pipe: Pipe,
        body: Vec<TemplateNode>,
        otherwise: Vec<TemplateNode>,
    },
    /// The call of a template.
    Template {
        name: Vec<u8>,
        at: Range<usize>,
        pipe: Option<Pipe>,
    },
    Break(Range<usize>),
    Continue(Range<usize>),
}

/// A pipeline: what it declares or sets, and its commands, each of which has the value before it as last argument.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Pipe {
    pub variables: Variables,
    /// Whether the variables are set (`=`), not declared (`:=`).
    pub assigns: bool,
    /// Empty if they could not be read.
    pub commands: Vec<Command>,
    pub at: Range<usize>,
}

/// Variables and where they are.
pub(crate) type Variables = Vec<(String, Range<usize>)>;

/// A command: a function with its arguments, or a single value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Command {
    pub operands: Vec<Expr>,
    pub at: Range<usize>,
}

/// An expression in the text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Expr {
    pub kind: ExprKind,
    pub at: Range<usize>,
}

/// What kind of value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum ExprKind {
    Dot,
    Nil,
    Bool(bool),
    Int(i64),
    Float(f64),
    /// Any bytes.
    Text(Vec<u8>),
    /// With its `$`.
    Variable(String),
    Function(String),
    Pipe(Box<Pipe>),
    /// Fields of another value.
    Fields(Box<Expr>, Vec<(String, Range<usize>)>),
    /// An invalid value, which was reported.
    Wrong,
}

/// A named template.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Definition {
    pub name: Vec<u8>,
    /// Whether the name could be read.
    pub is_known: bool,
    pub at: Range<usize>,
    pub body: Vec<TemplateNode>,
}

/// The tree of a template file.
#[derive(Debug, Default, Clone, PartialEq)]
pub(crate) struct Tree {
    pub body: Vec<TemplateNode>,
    pub definitions: Vec<Definition>,
    /// The name of every call, with its offset.
    pub functions: Vec<(usize, String)>,
    /// The calls among them that are labelled (`@of`).
    pub labelled: HashSet<usize>,
    /// The variables that are assigned after their declaration.
    pub assigned: HashSet<String>,
}
