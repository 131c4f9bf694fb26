//! Short entries that follow each other in a row become one step, and so do the texts and the short numbers between them: the
//! loop over the rows then decides once for up to four of them what to do, which costs about as much as copying an entry does.

use std::slice;
use std::sync::Arc;

use super::fixed_width;
use super::groups::{Group, Lookup};
use super::op::Op;
use super::serial;
use super::step::{Bound, Step};
use super::table::{FixedText, Slot, Table, Tail};
use crate::types::BATCH_ROWS;

/// Rows of fewer steps have loops of their own for entries of any width.
const MIN_STEPS: usize = 4;

/// Gives entries the slots that groups have: of 16 bytes, or of twice as many.
pub(super) fn prepare(ops: &mut [(Op, Tail)]) {
    if ops.len() < MIN_STEPS {
        return;
    }
    // Tables that columns share stay shared.
    let mut widened: Vec<(Arc<Table>, Arc<Table>)> = Vec::new();
    for (op, _) in ops {
        let Some(table) = op.table() else { continue };
        let known = widened.iter().find(|(narrow, _)| Arc::ptr_eq(narrow, table));
        if let Some((_, wide)) = known {
            *table = Arc::clone(wide);
        } else if let Some(wide) = table.widened() {
            let wide = Arc::new(wide);
            widened.push((Arc::clone(table), Arc::clone(&wide)));
            *table = wide;
        }
    }
}

/// Moves the steps to `fused`, entries that follow each other as one, and without entries that are empty in all rows.
pub(super) fn fused<'a>(steps: &mut Vec<Step<'a>>, rows: usize, fused: &mut Vec<Step<'a>>) {
    if steps.len() < MIN_STEPS {
        fused.append(steps);
    } else if are_few_lookups(steps) {
        fused.extend(steps.drain(..).filter(|step| !is_empty(&step.bound)));
    } else {
        fuse(steps, rows, fused);
    }
}

/// Whether those that are not empty are few entries of which some are too wide for groups: there is a loop for them as they are.
fn are_few_lookups(steps: &[Step<'_>]) -> bool {
    let is_wide = |bound: &Bound<'_>| matches!(bound, Bound::W64(..));
    let is_lookup = |bound: &Bound<'_>| is_wide(bound) || matches!(bound, Bound::W16(..) | Bound::W32(..));
    steps.iter().all(|step| is_lookup(&step.bound))
        && steps.iter().any(|step| is_wide(&step.bound))
        && steps.iter().filter(|step| !is_empty(&step.bound)).count() <= fixed_width::MAX_STEPS
}

fn fuse<'a>(steps: &mut Vec<Step<'a>>, rows: usize, fused: &mut Vec<Step<'a>>) {
    // From where on steps can be joined to.
    let mut open = 0;
    // The guards whose steps are not over, from the outside in, and where the steps that each skips end.
    let mut guards: Vec<(usize, usize)> = Vec::new();
    let end = steps.len();
    for (at, step) in steps.drain(..).enumerate() {
        while let Some((guard, _)) = guards.pop_if(|(_, end)| *end == at) {
            close(guard, fused);
            open = fused.len();
        }
        if let Bound::Null(.., skip) | Bound::Patch(.., skip) = step.bound {
            guards.push((fused.len(), at + 1 + skip));
            fused.push(step);
            open = fused.len();
        } else if !is_empty(&step.bound) {
            let [lookup, tail] = lookups_of(&step, rows);
            let Some(lookup) = lookup else {
                fused.push(step);
                continue;
            };
            push(lookup, fused, open);
            if let Some(tail) = tail {
                push(tail, fused, open);
            }
        }
    }
    for (guard, last) in guards {
        debug_assert!(last == end, "a guard skips steps that there are");
        close(guard, fused);
    }
}

/// Lets the guard at this index skip all steps after it.
fn close(guard: usize, fused: &mut [Step<'_>]) {
    let steps = fused.len() - guard - 1;
    if let Bound::Null(.., skip) | Bound::Patch(.., skip) = &mut fused[guard].bound {
        *skip = steps;
    }
}

/// Adds an entry to the last group, if it has space and is not closed, or else as a group of its own.
fn push<'a>(lookup: Lookup<'a>, fused: &mut Vec<Step<'a>>, open: usize) {
    if let Some(Step { bound: Bound::Group(group), .. }) = fused[open..].last_mut()
        && let Some(longer) = group.followed(lookup)
    {
        *group = longer;
    } else {
        fused.push(Step { bound: Bound::Group(Group::of(lookup)), tail: &serial::NO_TAIL });
    }
}

/// The first numbers in order: the indices of slots of which each row has its own.
static IN_ORDER: [u32; BATCH_ROWS] = {
    let mut numbers = [0; BATCH_ROWS];
    let mut n = 0;
    while n < BATCH_ROWS {
        numbers[n] = n as u32;
        n += 1;
    }
    numbers
};
/// The indices of a text that all rows have.
static SAME: [u32; BATCH_ROWS] = [0; BATCH_ROWS];

/// The lookup that the step is, and another one for what follows it; none where it is no lookup.
fn lookups_of<'a>(step: &Step<'a>, rows: usize) -> [Option<Lookup<'a>>; 2] {
    // Items of lists can be more than a batch has rows.
    let (in_order, same) = (IN_ORDER.get(..rows), SAME.get(..rows));
    let text = |table: &'a Option<Table>| match (table, same) {
        (Some(Table::W16(slots)), Some(same)) => Lookup::narrow(slots, same),
        (Some(Table::W32(slots)), Some(same)) => Lookup::wide(slots, same),
        _ => None,
    };
    match step.bound {
        Bound::W16(slots, indices) => [Lookup::narrow(slots, indices), None],
        Bound::W32(slots, indices) => [Lookup::wide(slots, indices), None],
        Bound::Text(FixedText { table, .. }) => [text(table), None],
        Bound::Slots(slots) => {
            let lookup = in_order.and_then(|indices| Lookup::narrow(slots, indices));
            let tail = same.filter(|_| step.tail.len > 0);
            [lookup, tail.and_then(|indices| Lookup::narrow(slice::from_ref(&step.tail.block), indices))]
        }
        _ => [None, None],
    }
}

/// Whether the entry is empty in all rows, as the further digits of a login's number mostly are.
fn is_empty(bound: &Bound<'_>) -> bool {
    fn first<const BYTES: usize>(slots: &[Slot<BYTES>], indices: &[u32]) -> bool {
        slots.first().is_some_and(|slot| slot[BYTES - 1] == 0)
            && indices.iter().fold(0, |all, index| all | index) == 0
    }
    match *bound {
        Bound::W8(slots, indices) => first(slots, indices),
        Bound::W16(slots, indices) => first(slots, indices),
        Bound::W32(slots, indices) => first(slots, indices),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Bound, Step, fused};
    use crate::text::engine::groups::Group;
    use crate::text::engine::list::List;
    use crate::text::engine::scratch::RunScratch;
    use crate::text::engine::table::{FixedText, Table};
    use crate::text::engine::{row, serial};

    const ROWS: usize = 8;

    fn written(steps: &[Step<'_>]) -> Vec<u8> {
        let groups: Vec<Group<'_>> = steps.iter().filter_map(Step::group).collect();
        let mut buffer = vec![0; ROWS * 64 * steps.len() + groups.len() * Group::CAPACITY];
        let len = row::write_run(steps, &groups, &mut RunScratch::default(), 0..ROWS, &mut buffer, &mut ());
        buffer.truncate(len);
        buffer
    }

    proptest! {
        #[test]
        fn fused_steps_write_the_same_rows(
            kinds in prop::collection::vec((0usize..5, 1usize..4, 0u32..3), 4..14),
            seed: u32,
            nulls: u8,
        ) {
            let list = |texts: &[&str]| texts.iter().collect::<List>();
            let tables = [list(&["", "b", "cd"]), list(&["", "twelve bytes", "x"]), list(&["a", "ten bytes.", "y"])];
            let tables = tables.map(|list| Table::of(&list, b"", b""));
            prop_assert!(matches!(tables, [Table::W8(_), Table::W16(_), Table::W16(_)]));
            let (text, bitmap) = (FixedText::of(b"|"), [nulls]);
            // Some entries are the same in all rows, and all rows of some are empty.
            let index = |step: usize, row: usize, same: u32| {
                if same == 0 { seed.rotate_left((5 * step + row) as u32) % 3 } else { same - 1 }
            };
            let indices: Vec<Vec<u32>> =
                kinds.iter().enumerate().map(|(step, (.., same))| (0..ROWS).map(|row| index(step, row, *same)).collect()).collect();
            let steps = || {
                let mut guarded = 0;
                let step = |(step, (kind, skip, _)): (usize, &(usize, usize, u32))| {
                    guarded = usize::saturating_sub(guarded, 1);
                    let bound = match kind {
                        0..3 => Bound::table(&tables[*kind], &indices[step]),
                        3 if guarded == 0 && step + skip < kinds.len() => {
                            guarded = skip + 1;
                            Bound::Null(&bitmap, &text, *skip)
                        }
                        _ => Bound::Text(&text),
                    };
                    Step { bound, tail: &serial::NO_TAIL }
                };
                kinds.iter().enumerate().map(step).collect::<Vec<_>>()
            };
            let mut few = Vec::new();
            fused(&mut steps(), ROWS, &mut few);
            prop_assert!(few.len() <= kinds.len());
            prop_assert_eq!(written(&few), written(&steps()));
        }

        #[test]
        fn wider_slots_have_the_same_texts(texts in prop::collection::vec("[a-z]{0,7}", 1..20)) {
            let narrow = Table::of(&texts.iter().collect::<List>(), b"", b"");
            let Some(Table::W16(wide)) = narrow.widened() else { return Err(TestCaseError::fail("not widened")) };
            let read: Vec<&[u8]> = wide.iter().map(|slot| &slot[..usize::from(slot[15])]).collect();
            prop_assert_eq!(read, texts.iter().map(String::as_bytes).collect::<Vec<_>>());
        }
    }
}
