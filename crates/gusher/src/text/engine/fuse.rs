//! Short words that follow each other in a row become one step, and so do the texts and the short numbers between them: the
//! loop over the rows then decides once for up to four of them what to do, which costs about as much as copying a word does.

use std::slice;
use std::sync::Arc;

use super::groups::{Group, Word};
use super::op::Op;
use super::serial;
use super::step::{Bound, Step};
use super::table::{Slot, Table, Tail, Text};
use super::words;
use crate::types::BATCH_ROWS;

/// Rows of fewer steps have loops of their own for words of any width.
const MIN_STEPS: usize = 4;

/// Gives words the slots that groups have: of 16 bytes, or of twice as many.
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

/// Moves the steps to `fused`, words that follow each other as one, and without words that are empty in all rows.
pub(super) fn fused<'a>(steps: &mut Vec<Step<'a>>, rows: usize, fused: &mut Vec<Step<'a>>) {
    if steps.len() < MIN_STEPS {
        fused.append(steps);
    } else if are_few_words(steps) {
        fused.extend(steps.drain(..).filter(|step| !is_empty(&step.bound)));
    } else {
        fuse(steps, rows, fused);
    }
}

/// Whether those that are not empty are few words of which some are too wide for groups: there is a loop for them as they are.
fn are_few_words(steps: &[Step<'_>]) -> bool {
    let is_wide = |bound: &Bound<'_>| matches!(bound, Bound::W64(..));
    let is_word = |bound: &Bound<'_>| is_wide(bound) || matches!(bound, Bound::W16(..) | Bound::W32(..));
    steps.iter().all(|step| is_word(&step.bound))
        && steps.iter().any(|step| is_wide(&step.bound))
        && steps.iter().filter(|step| !is_empty(&step.bound)).count() <= words::MOST
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
            let [word, tail] = words_of(&step, rows);
            let Some(word) = word else {
                fused.push(step);
                continue;
            };
            push(word, fused, open);
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

/// Lets the guard at this place skip all steps after it.
fn close(place: usize, fused: &mut [Step<'_>]) {
    let steps = fused.len() - place - 1;
    if let Bound::Null(.., skip) | Bound::Patch(.., skip) = &mut fused[place].bound {
        *skip = steps;
    }
}

/// Adds a word to the last group, if it has a place and is not closed, or else as a group of its own.
fn push<'a>(word: Word<'a>, fused: &mut Vec<Step<'a>>, open: usize) {
    if let Some(Step { bound: Bound::Group(group), .. }) = fused[open..].last_mut()
        && let Some(longer) = group.followed(word)
    {
        *group = longer;
    } else {
        fused.push(Step { bound: Bound::Group(Group::of(word)), tail: &serial::NO_TAIL });
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

/// What the step writes as a word, and as another one what follows it; none where it is no word.
fn words_of<'a>(step: &Step<'a>, rows: usize) -> [Option<Word<'a>>; 2] {
    // Items of lists can be more than a batch has rows.
    let (in_order, same) = (IN_ORDER.get(..rows), SAME.get(..rows));
    let text = |table: &'a Option<Table>| match (table, same) {
        (Some(Table::W16(slots)), Some(same)) => Word::narrow(slots, same),
        (Some(Table::W32(slots)), Some(same)) => Word::wide(slots, same),
        _ => None,
    };
    match step.bound {
        Bound::W16(slots, indices) => [Word::narrow(slots, indices), None],
        Bound::W32(slots, indices) => [Word::wide(slots, indices), None],
        Bound::Text(Text { word, .. }) => [text(word), None],
        Bound::Slots(slots) => {
            let word = in_order.and_then(|indices| Word::narrow(slots, indices));
            let tail = same.filter(|_| step.tail.len > 0);
            [word, tail.and_then(|indices| Word::narrow(slice::from_ref(&step.tail.block), indices))]
        }
        _ => [None, None],
    }
}

/// Whether the word is empty in all rows, as the further digits of a login's number mostly are.
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
    use crate::text::engine::groups::{Group, Room};
    use crate::text::engine::list::List;
    use crate::text::engine::table::{Table, Text};
    use crate::text::engine::{row, serial};

    const ROWS: usize = 8;

    fn written(steps: &[Step<'_>]) -> Vec<u8> {
        let groups: Vec<Group<'_>> = steps.iter().filter_map(Step::group).collect();
        let mut room = vec![0; ROWS * 64 * steps.len() + groups.len() * Group::ROOM];
        let len = row::write_run(steps, &groups, &mut Room::default(), 0..ROWS, &mut room, &mut ());
        room.truncate(len);
        room
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
            let (text, bitmap) = (Text::of(b"|"), [nulls]);
            // Some words are the same in all rows, and all rows of some are empty.
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
