//! From the tree to the program, in four passes.
//!
//! 1. **Number** (`number.rs`). Every call that draws gets its ordinals: how many generators are before it in the text, and
//!    how many of the same function. The keys of its values follow from them and from nothing else, so that they are the
//!    same however the call is compiled. `Loop`, `Null` and `Pick` count for themselves: generators keep their values with
//!    them or without.
//! 2. **Define** (`define.rs`). Each `define` and `block` becomes a part of the program. As in Go, a definition takes the
//!    place of a blank one, and a name with two others is a mistake.
//! 3. **Walk** (`walk/`). The tree is gone through once, the template first and then each definition, and every node adds
//!    its steps. What is known of a value before any row (its kind, its constant, its span) goes along: constants are
//!    computed, conditions decided and loops unrolled on the way; `walk/mod.rs` tells how. A mistake is noted, and the
//!    walk goes on.
//! 4. **Finish** (`finish.rs`). Jumps to jumps are shortened, generators whose values go to steps get runs of their own, and
//!    the texts and the heap of constants are fixed. If there were mistakes, there is no program but all of them.

mod define;
mod finish;
mod number;
mod options;
mod walk;

pub use options::{Effort, Options};

use crate::ast::Tree;
use crate::draw::Outside;
use crate::error::{Fault, Source};
use crate::program::Program;
use crate::values::{Heap, RowFields, Value};
use define::Definitions;
use finish::finish;
use number::Ordinals;
use walk::Compiler;

/// The program of a tree, or all mistakes in it, with those that were seen before.
pub(crate) fn compile(
    source: Source,
    tree: &Tree,
    mut faults: Vec<Fault>,
    options: Options<'_>,
    effort: Effort,
) -> Result<Program, (Source, Vec<Fault>)> {
    let ordinals = match Ordinals::of(tree) {
        Ok(ordinals) => ordinals,
        Err(fault) => {
            faults.push(fault);
            return Err((source, faults));
        }
    };
    let text = source.0.bytes().to_vec();
    let definitions = Definitions::of(&tree.definitions, &text, &mut faults);
    let Options { context, compat, .. } = options;
    let outside = Outside { locale: context.locale, now: context.now, compat };
    let program = Program::empty(source, heap(options), outside);
    let mut compiler = Compiler::new(options, effort, &text, &tree.assigned, ordinals, program);
    compiler.faults = faults;
    compiler.whole(tree, definitions);
    let Compiler { program, faults, drawn, .. } = compiler;
    if !faults.is_empty() {
        return Err((program.source, faults));
    }
    Ok(finish(program, &drawn))
}

/// A heap with the fields of the row that are the same for all rows.
fn heap(options: Options<'_>) -> Heap {
    let mut heap = Heap::default();
    // A seed beyond the whole numbers is a text of digits.
    let seed = i64::try_from(options.seed)
        .map(Value::Int)
        .or_else(|_| heap.text(options.seed.to_string().as_bytes()));
    if let (Ok(seed), Ok(Value::Text(table))) = (seed, heap.text(options.table.as_bytes())) {
        heap.row = RowFields { row: 0, seed, table };
    }
    heap
}
