//! Flags as objects: one [`Flag`] holds its names, its group, its help, its choices and what it cannot be used with, and one
//! [`Spec`] lists the flags of a command. Parsing, help, completion, conflicts and the reference are all derived from these.
//! One [`Reader`] divides the arguments of every command, by the [`Rules`] of its grammar.
//!
//! To add a flag, write its object, put it into the list of its command, and ask [`Given`] for it where it is used.

mod flag;
mod given;
mod reader;
mod spec;
mod typed;

pub use flag::{Choice, Choices, Flag, Rule, Value, ValueType};
pub use given::Given;
pub use reader::{Fault, Piece, Reader, Rules, Unknown};
pub use spec::{HELP, Operand, Purpose, Spec, TEMPLATE, VERSION, with_heading, with_help};
pub use typed::Typed;
