//! From the tree to the program, in four passes.
//!
//! **Number** (`number.rs`). Every call that draws gets two numbers: how many generators come before it in the text, and
//! how many calls of the same function. The keys of its values follow from these numbers and from nothing else, so the
//! values are the same however the call is compiled. `Loop`, `Null` and `Pick` are not counted among the generators, which
//! therefore keep their values when one of them is added.
//!
//! **Define** (`define.rs`). Each name that is defined becomes one routine of the program. As in Go, a definition replaces a
//! blank one; a name with two definitions that are not blank is an error.
//!
//! **Walk** (`walk/`). One walk through the tree, first the template and then each definition, emits the steps. It carries
//! what is known of each value before any row: its kind, its constant, the bounds of a number. So constants are
//! computed, conditions decided and loops unrolled on the way, and adjacent text and generators become one step
//! (`walk/mod.rs` has the details). After an error the walk goes on, so that all errors are reported at once.
//!
//! **Finish** (`finish.rs`). If there were errors, they are the result. Otherwise jumps to jumps are shortened, every
//! generator whose value goes to a step gets a run of its own, and the constants are fixed on the heap.

mod define;
mod finish;
mod number;
mod options;
mod walk;

pub use options::{Effort, Options};

use crate::ast::Tree;
use crate::draw::Outside;
use crate::error::{Fault, TemplateText};
use crate::program::Program;
use crate::values::{Heap, RowFields, Value};
use define::Definitions;
use finish::finish;
use number::Ordinals;
use walk::Compiler;

/// The program of a tree, or all errors in it, together with earlier ones (`faults`).
pub(crate) fn compile(
    source: TemplateText,
    tree: &Tree,
    mut faults: Vec<Fault>,
    options: Options<'_>,
    effort: Effort,
) -> Result<Program, (TemplateText, Vec<Fault>)> {
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
    compiler.template_and_definitions(tree, definitions);
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
