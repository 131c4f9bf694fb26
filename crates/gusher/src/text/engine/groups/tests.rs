use proptest::prelude::*;

use super::{Group, GroupScratch, Lookup, write};
use crate::text::engine::ends::Noted;
use crate::text::engine::table::{Slot, slot};

/// More than two blocks have.
const ROWS: usize = 150;

/// The lookups of a column: narrow or wide slots, and the index of each row.
type Column = (bool, Vec<String>, Vec<u32>);

fn columns() -> impl Strategy<Value = Vec<Column>> {
    let column = any::<bool>().prop_flat_map(|is_wide| {
        let most = if is_wide { 31 } else { 15 };
        let texts = prop::collection::vec(prop::collection::vec("[a-z]", 0..=most), 1..9);
        let texts = texts.prop_map(|texts| texts.iter().map(|text| text.concat()).collect::<Vec<_>>());
        texts.prop_flat_map(move |texts| {
            let indices = prop::collection::vec(0..texts.len() as u32, ROWS);
            (Just(is_wide), Just(texts), indices)
        })
    });
    prop::collection::vec(column, 1..14)
}

fn slots<const BYTES: usize>(texts: &[String]) -> Vec<Slot<BYTES>> {
    texts.iter().map(|text| slot(text.as_bytes())).collect()
}

proptest! {
    #[test]
    fn groups_agree_with_the_naive_twin(columns in columns()) {
        let narrow: Vec<Vec<Slot<16>>> =
            columns.iter().map(|(is_wide, texts, _)| if *is_wide { Vec::new() } else { slots(texts) }).collect();
        let wide: Vec<Vec<Slot<32>>> = columns.iter().map(|(_, texts, _)| slots(texts)).collect();
        let lookups = columns.iter().zip(narrow.iter().zip(&wide)).map(|((is_wide, _, indices), (narrow, wide))| {
            if *is_wide { Lookup::wide(wide, indices) } else { Lookup::narrow(narrow, indices) }.unwrap()
        });
        let mut groups: Vec<Group<'_>> = Vec::new();
        for lookup in lookups {
            match groups.last().and_then(|last| last.followed(lookup)) {
                Some(group) => *groups.last_mut().unwrap() = group,
                None => groups.push(Group::of(lookup)),
            }
        }
        prop_assert_eq!(groups.len(), columns.len().div_ceil(Group::MAX_LOOKUPS));
        let text = |row: usize| columns.iter().map(|(_, texts, indices)| &texts[indices[row] as usize][..]).collect::<String>();
        let expected: String = (1..ROWS).map(text).collect();
        let mut buffer = vec![b'?'; expected.len() + groups.len() * Group::CAPACITY];
        let mut offsets = [0; ROWS - 1];
        let mut ends = Noted { offsets: offsets.iter_mut(), before: 7 };
        let len = write(&groups, 1..ROWS, &mut buffer, &mut GroupScratch::default(), &mut ends);
        let mut naive = 7;
        let naive = (1..ROWS).map(|row| {
            naive += text(row).len();
            naive
        });
        prop_assert!(offsets.into_iter().eq(naive));
        prop_assert_eq!(std::str::from_utf8(&buffer[..len]).unwrap(), &expected);
        let mut at = 0;
        for row in 1..ROWS {
            for group in &groups {
                at = group.put(row, &mut buffer, at);
            }
        }
        prop_assert_eq!(std::str::from_utf8(&buffer[..at]).unwrap(), &expected);
    }
}

#[test]
fn indices_without_a_slot_are_no_lookups() {
    assert!(Lookup::narrow(&[[0; 16]], &[0, 1]).is_none());
    assert!(Lookup::wide(&[[0; 32]], &[0, 1]).is_none());
    assert!(Lookup::narrow(&[], &[]).is_some());
    assert!(Lookup::wide(&[[0; 32]; 2], &[u32::MAX, 0]).is_none());
}

#[test]
#[should_panic(expected = "there is capacity")]
fn rows_beyond_the_buffer_are_refused() {
    let slots = [slot(b"fifteen letters")];
    write(
        &[Group::of(Lookup::narrow(&slots, &[0; 3]).unwrap())],
        0..3,
        &mut vec![0; Group::CAPACITY + 20],
        &mut GroupScratch::default(),
        &mut (),
    );
}

#[test]
#[should_panic(expected = "there must be such a row")]
fn an_offset_beyond_the_buffer_is_refused() {
    let group = Group::of(Lookup::narrow(&[[0; 16]], &[0]).unwrap());
    group.put(0, &mut vec![0; 2 * Group::CAPACITY], usize::MAX - Group::CAPACITY + 1);
}

#[test]
#[should_panic(expected = "must have these rows")]
fn rows_that_there_are_not_are_refused() {
    let group = Group::of(Lookup::narrow(&[[0; 16]], &[0]).unwrap());
    let group = group.followed(Lookup::narrow(&[[0; 16]], &[0; 2]).unwrap()).unwrap();
    write(&[group; 2], 0..2, &mut vec![0; 3 * Group::CAPACITY], &mut GroupScratch::default(), &mut ());
}
