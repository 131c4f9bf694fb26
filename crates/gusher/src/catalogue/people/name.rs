//! Names: `name` and its parts, their prefixes and suffixes, and the gender.

use std::sync::Arc;

use super::population::{MIDDLE, PART, People, Persons, SECOND, TITLE, genders, people, persons};
use crate::generators::part_of::part_of;
use crate::generators::phrase::{List, part};
use crate::generators::weights::Shares;
use crate::generators::{BuildResult, Constraint};
use crate::rng::{Draws, bounded, take_digit};
use crate::types::{Dictionary, TextPart};

static GENDERS: List = List::new(|| Arc::new(Dictionary::of(["female", "male"])));
/// Suffixes, and whose they can be: `m` of men only, `u` of both.
const SUFFIXES: &str = include_str!("../../../words/name-suffixes.tsv");
/// The shared draw of the suffix; others have those around it (`identity.rs`).
const SUFFIX: u64 = 13;

/// A column that describes a person.
#[derive(Debug, Clone, Copy, PartialEq)]
enum NamePart {
    Gender,
    First,
    Last,
    /// A second last name, of a draw of its own.
    SecondLast,
    Middle,
}

/// `gender`
pub(super) fn gender(constraint: Constraint<'_>) -> BuildResult {
    let (_, persons) = persons(&constraint)?;
    column(persons, vec![(part(&GENDERS, ""), NamePart::Gender)])
}

/// `name.first`
pub(super) fn first(constraint: Constraint<'_>) -> BuildResult {
    let (_, persons) = persons(&constraint)?;
    let parts = vec![(part(&persons.people.first.dictionary, ""), NamePart::First)];
    column(persons, parts)
}

/// `name.middle`: another first name, or the patronymic in the form of the gender.
pub(super) fn middle(constraint: Constraint<'_>) -> BuildResult {
    let (_, persons) = persons(&constraint)?;
    let parts = vec![(part(&persons.people.middle().dictionary, ""), NamePart::Middle)];
    column(persons, parts)
}

/// `name.last`: both last names, where people have two.
pub(super) fn last(constraint: Constraint<'_>) -> BuildResult {
    let (locale, persons) = persons(&constraint)?;
    let parts = form(locale.setting("name"), &persons.people).into_iter();
    let parts =
        parts.filter(|(_, part)| matches!(part, NamePart::Last | NamePart::SecondLast)).collect::<Vec<_>>();
    let last = parts.len() - 1;
    let ended = parts.into_iter().enumerate().map(|(at, (part, name))| {
        (TextPart { after: if at == last { "" } else { part.after }, ..part }, name)
    });
    column(persons, ended.collect())
}

/// `name`: first and last, or last and first.
pub(super) fn name(constraint: Constraint<'_>) -> BuildResult {
    let (locale, persons) = persons(&constraint)?;
    let parts = form(locale.setting("name"), &persons.people);
    column(persons, parts)
}

/// The parts of a name by its form, such as `{first} {last}`.
fn form(form: &'static str, people: &People) -> Vec<(TextPart, NamePart)> {
    let part_of = |section: &'static str| {
        let (field, after) = section.split_once('}').expect("every field of a form is closed");
        match field {
            "first" => (part(&people.first.dictionary, after), NamePart::First),
            "last" => (part(&people.last.dictionary, after), NamePart::Last),
            _ => (part(&people.last.dictionary, after), NamePart::SecondLast),
        }
    };
    form.split('{').skip(1).map(part_of).collect()
}

/// Texts that describe a person.
fn column(persons: Persons, parts: Vec<(TextPart, NamePart)>) -> BuildResult {
    let (parts, kinds): (_, Vec<NamePart>) = parts.into_iter().unzip();
    part_of(PART, parts, move |draws, columns| fill(&persons, &kinds, draws, columns))
}

/// The entries of one draw of the person's own.
fn drawn(people: &People, draws: &mut Draws<'_>, draw: u64, column: &mut [u32]) {
    let names = if draw == SECOND { &people.last } else { people.middle() };
    people.genders(draws, column);
    for (entry, x) in column.iter_mut().zip(draws.load_shared(draw)) {
        *entry = names.take(*entry, x);
    }
}

fn fill(persons: &Persons, kinds: &[NamePart], draws: &mut Draws<'_>, columns: &mut [Vec<u32>]) {
    let people = &*persons.people;
    for (column, kind) in columns.iter_mut().zip(kinds) {
        match kind {
            NamePart::SecondLast => drawn(people, draws, SECOND, column),
            NamePart::Middle => drawn(people, draws, MIDDLE, column),
            NamePart::Gender | NamePart::First | NamePart::Last => {}
        }
    }
    match (columns, kinds) {
        ([first, last, ..], [NamePart::First, NamePart::Last, ..])
        | ([last, first, ..], [NamePart::Last, NamePart::First, ..]) => persons.names(draws, first, last),
        ([firsts, ..], [NamePart::First, ..]) => persons.firsts(draws, firsts),
        ([lasts, ..], [NamePart::Last, ..]) => people.lasts(draws, lasts),
        ([genders, ..], [NamePart::Gender, ..]) => people.genders(draws, genders),
        _ => {}
    }
}

/// How much more often a title of the gender comes than one of both, such as Dr.
const GENDERED: u64 = 6;

/// `name.prefix`: a title that fits the gender.
pub(super) fn prefix(constraint: Constraint<'_>) -> BuildResult {
    let (locale, _) = people(&constraint)?;
    let [women, men, both] = ["titles_f", "titles_m", "titles"].map(|list| locale.words(list));
    let (dictionary, indices) = Dictionary::indexed([&women[..], &men[..], &both[..]].concat());
    let (first_man, first_both) = (women.len(), women.len() + men.len());
    let shares = |own: &[u32]| {
        // Whatever the number of each, so that a doctor stays rare.
        let (own_weight, both_weight) = (GENDERED * both.len() as u64, own.len() as u64);
        let both = indices[first_both..].iter().map(move |&index| (index, both_weight));
        Shares::of(own.iter().map(|&index| (index, own_weight)).chain(both))
    };
    let by_gender = [&indices[..first_man], &indices[first_man..first_both]];
    // Those of women and of men, by the digit of the gender.
    let titles = genders(constraint.settings.gender).map(|gender| shares(by_gender[gender as usize]));
    let parts = vec![part(&Arc::new(dictionary), "")];
    part_of(PART, parts, move |draws, columns| {
        let column = &mut columns[0];
        for (gender, x) in column.iter_mut().zip(draws.load_shared(super::population::WHO)) {
            *gender = take_digit(x, 2) as u32;
        }
        for (entry, x) in column.iter_mut().zip(draws.load_shared(TITLE)) {
            *entry = titles[*entry as usize].take(x);
        }
    })
}

/// `name.suffix`: degrees of both genders, and Jr. and its like of men.
pub(super) fn suffix(constraint: Constraint<'_>) -> BuildResult {
    constraint.english("`name.suffix`")?;
    let rows: Vec<(&str, &str)> = SUFFIXES.lines().filter_map(|line| line.split_once('\t')).collect();
    let dictionary = Arc::new(Dictionary::of(rows.iter().map(|(suffix, _)| *suffix)));
    let of_both = |index: &u32| rows[*index as usize].1 == "u";
    let all: Vec<u32> = (0..rows.len() as u32).collect();
    let by_gender = [all.iter().copied().filter(of_both).collect(), all];
    let genders = genders(constraint.settings.gender);
    part_of(PART, vec![part(&dictionary, "")], move |draws, columns| {
        let column = &mut columns[0];
        for (gender, x) in column.iter_mut().zip(draws.load_shared(super::population::WHO)) {
            *gender = genders[take_digit(x, 2) as usize & 1];
        }
        for (entry, x) in column.iter_mut().zip(draws.load_shared(SUFFIX)) {
            let own: &Vec<u32> = &by_gender[*entry as usize & 1];
            *entry = own[bounded(*x, own.len() as u64) as usize];
        }
    })
}
