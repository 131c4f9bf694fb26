//! The walk through the tree, which emits the steps of each node. From the outside in:
//!
//! `nodes`: text and actions in their order. A constant that is written becomes text, a generator a part of a run.
//!
//! `branches` and `loops`: `if`, `with`, `range`, and calls of templates. If a condition is known, only the branch that is
//! taken is kept; the others are compiled only to find their errors.
//!
//! `unroll` and `exits`: a loop whose iterations are all known is compiled once for each of them. If only the bounds
//! of their number are known, there is an exit before each iteration that may not come. If it then cannot be known
//! how often a call has drawn in a row, the compiler goes back and compiles a loop after all.
//!
//! `pipes`: pipelines, variables, fields and constants. `args` and `shortcut`: the arguments of calls, in the order in
//! which Go evaluates them. `calls`: functions, which are computed here if all arguments are known. `draws`: generators,
//! which are built here if all arguments are known, and `Loop`, `Null` and `Pick`.
//!
//! `steps`: adds steps, moves them and takes them back, and gathers what is only written into runs.
//!
//! `compiler` is the state that all of them share, `unrolling` that of the loops being unrolled.

mod args;
mod branches;
mod calls;
mod compiler;
mod draws;
mod exits;
mod loops;
mod nodes;
mod pipes;
mod shortcut;
mod steps;
mod unroll;
mod unrolling;

pub(super) use compiler::Compiler;
