//! The walk through the tree, which adds the steps of each node. From the outside in:
//!
//! - `nodes`: text and actions in their order. A constant that is written becomes text, a generator a part of a run.
//! - `branches`, `loops`: `if`, `with`, `range`, and calls of templates. A condition that is known leaves one branch, and
//!   the others are compiled for their mistakes only.
//! - `unroll`: a loop whose iterations are all known is compiled once for each of them; `exits`: where only their bounds
//!   are known, with a way out before each that may not come. Where it turns out that it cannot be known how often a
//!   draw was passed, the compiler goes back and compiles the loop as a loop.
//! - `pipes`: pipelines, variables, fields and constants; `args` and `shortcut`: the arguments of calls in the order in
//!   which Go makes them; `calls`: functions, which are computed here if all their arguments are known; `draws`:
//!   generators, made here if their arguments are known, and `Loop`, `Null`, `Pick`.
//! - `steps`: where all of them end: steps are added, moved and taken back, and what is only written is gathered to runs.
//!
//! `compiler` has the state that they share, `unrolling` that of loops being unrolled.

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
