//! The last pass: jumps lead directly to their final targets, generators whose values are not only written get runs of
//! their own, and the constants are fixed on the heap.

use std::sync::Arc;

use crate::draw::{Run, Site};
use crate::program::{Op, Program};
use gusher::generators::Generate;

/// A generator that steps refer to by its index.
pub(super) type SiteGenerator = (Site, Arc<dyn Generate>);

/// Makes the program ready for the rows. `drawn` are the generators that its steps name.
pub(super) fn finish(mut program: Program, drawn: &[SiteGenerator]) -> Program {
    shorten_jumps(&mut program.ops);
    for op in &mut program.ops {
        if let Op::Draw(index) = op {
            let (site, generate) = &drawn[*index as usize];
            program.runs.push(Run::single(*site, Arc::clone(generate)));
            *index = program.runs.len() as u32 - 1;
        }
    }
    program.heap.fix();
    program.texts.slacken();
    program
}

/// Redirects jumps to jumps to their final targets.
fn shorten_jumps(ops: &mut [Op]) {
    for at in 0..ops.len() {
        let (Op::Jump(mut to) | Op::Unless(mut to) | Op::UnlessTest { mut to, .. }) = ops[at] else {
            continue;
        };
        // Chains are short; a circle is left alone.
        for _ in 0..8 {
            match ops[to as usize] {
                Op::Jump(further) => to = further,
                _ => break,
            }
        }
        ops[at] = ops[at].to(to);
    }
}
