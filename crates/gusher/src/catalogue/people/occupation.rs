//! `occupation`: the work of the row's person, in the form of the person's gender where the language has one for each.

use std::sync::Arc;

use super::population::{PART, WHO, genders};
use crate::generators::part_of::part_of;
use crate::generators::phrase::part;
use crate::generators::{BuildResult, Constraint};
use crate::locale::Locale;
use crate::rng::{bounded, take_digit};
use crate::types::Dictionary;

/// The occupations of English, which has one form for both genders.
pub(in crate::catalogue) const ENGLISH: &str = include_str!("../../../words/occupations.txt");
/// The shared draw of the occupation; others have those around it (`identity.rs`).
const OCCUPATION: u64 = 12;

/// The occupations of a locale as women and as men have them.
fn pairs(locale: &'static Locale) -> Option<Vec<[&'static str; 2]>> {
    if locale.is_english() {
        return Some(ENGLISH.lines().map(|job| [job, job]).collect());
    }
    locale.text("jobs.tsv").map(|_| locale.rows::<2>("jobs.tsv").collect())
}

/// `occupation`
pub(super) fn occupation(constraint: Constraint<'_>) -> BuildResult {
    let pairs = constraint.local(pairs)?;
    let (dictionary, indices) = Dictionary::indexed(pairs.iter().flatten().copied());
    let by_gender = [0, 1].map(|at| indices.iter().skip(at).step_by(2).copied().collect::<Vec<u32>>());
    let genders = genders(constraint.settings.gender);
    let jobs = pairs.len() as u64;
    let parts = vec![part(&Arc::new(dictionary), "")];
    part_of(PART, parts, move |draws, columns| {
        let column = &mut columns[0];
        for (gender, x) in column.iter_mut().zip(draws.load_shared(WHO)) {
            *gender = genders[take_digit(x, 2) as usize & 1];
        }
        for (entry, x) in column.iter_mut().zip(draws.load_shared(OCCUPATION)) {
            *entry = by_gender[*entry as usize & 1][bounded(*x, jobs) as usize];
        }
    })
}
