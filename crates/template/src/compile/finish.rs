//! The last pass: jumps lead straight to where they end, generators whose values are more than written get runs of
//! their own, and what the rows only read is fixed.

use std::sync::Arc;

use crate::draw::{Run, Site};
use crate::program::{Op, Program};
use gusher::generators::Generate;

/// A generator that steps name by its place.
pub(super) type Drawn = (Site, Arc<dyn Generate>);

/// Makes the program ready for the rows. `drawn` are the generators that its steps name.
pub(super) fn finish(mut program: Program, drawn: &[Drawn]) -> Program {
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

/// Has jumps to jumps lead where those lead.
fn shorten_jumps(ops: &mut [Op]) {
    for at in 0..ops.len() {
        let (Op::Jump(mut to) | Op::Unless(mut to) | Op::UnlessTest { mut to, .. }) = ops[at] else {
            continue;
        };
        // A chain is short; what leads in a circle is left alone.
        for _ in 0..8 {
            match ops[to as usize] {
                Op::Jump(further) => to = further,
                _ => break,
            }
        }
        ops[at] = ops[at].to(to);
    }
}
