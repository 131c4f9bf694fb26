//! Names: `name` and its parts, their prefixes and suffixes, and the gender.

use std::sync::Arc;

use super::population::{MIDDLE, PART, People, Person, SECOND, TITLE, genders, people};
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
    let (_, people) = people(&constraint)?;
    column(people, vec![(part(&GENDERS, ""), NamePart::Gender)])
}

/// `name.first`
pub(super) fn first(constraint: Constraint<'_>) -> BuildResult {
    let (_, people) = people(&constraint)?;
    let parts = vec![(part(&people.first.dictionary, ""), NamePart::First)];
    column(people, parts)
}

/// `name.middle`: another first name, or the patronymic in the form of the gender.
pub(super) fn middle(constraint: Constraint<'_>) -> BuildResult {
    let (_, people) = people(&constraint)?;
    let parts = vec![(part(&people.middle().dictionary, ""), NamePart::Middle)];
    column(people, parts)
}

/// `name.last`: both last names, where people have two.
pub(super) fn last(constraint: Constraint<'_>) -> BuildResult {
    let (locale, people) = people(&constraint)?;
    let parts = form(locale.setting("name"), &people).into_iter();
    let parts =
        parts.filter(|(_, part)| matches!(part, NamePart::Last | NamePart::SecondLast)).collect::<Vec<_>>();
    let last = parts.len() - 1;
    let ended = parts.into_iter().enumerate().map(|(at, (part, name))| {
        (TextPart { after: if at == last { "" } else { part.after }, ..part }, name)
    });
    column(people, ended.collect())
}

/// `name`: first and last, or last and first.
pub(super) fn name(constraint: Constraint<'_>) -> BuildResult {
    let (locale, people) = people(&constraint)?;
    let parts = form(locale.setting("name"), &people);
    column(people, parts)
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
fn column(people: Arc<People>, parts: Vec<(TextPart, NamePart)>) -> BuildResult {
    let (parts, kinds): (_, Vec<NamePart>) = parts.into_iter().unzip();
    part_of(PART, parts, move |draws, columns| fill(&people, &kinds, draws, columns))
}

/// The entries of one draw of the person's own.
fn drawn(people: &People, draws: &mut Draws<'_>, draw: u64, column: &mut [u32]) {
    let names = if draw == SECOND { &people.last } else { people.middle() };
    people.draw(draws, |row, person| column[row] = person.gender);
    for (entry, x) in column.iter_mut().zip(draws.load_shared(draw)) {
        *entry = names.take(*entry, x);
    }
}

fn fill(people: &People, kinds: &[NamePart], draws: &mut Draws<'_>, columns: &mut [Vec<u32>]) {
    for (column, kind) in columns.iter_mut().zip(kinds) {
        match kind {
            NamePart::SecondLast => drawn(people, draws, SECOND, column),
            NamePart::Middle => drawn(people, draws, MIDDLE, column),
            NamePart::Gender | NamePart::First | NamePart::Last => {}
        }
    }
    let entry = |person: Person, name: NamePart| match name {
        NamePart::Gender => person.gender,
        NamePart::First => person.first,
        NamePart::Last | NamePart::SecondLast | NamePart::Middle => person.last,
    };
    // Complete names are put together in one pass, as they are what is asked for most.
    match (columns, kinds) {
        ([one, two, ..], [NamePart::First, NamePart::Last, ..]) => {
            people.draw(draws, |row, person| (one[row], two[row]) = (person.first, person.last));
        }
        ([one, two, ..], [NamePart::Last, NamePart::First, ..]) => {
            people.draw(draws, |row, person| (one[row], two[row]) = (person.last, person.first));
        }
        ([one, ..], [kind, ..]) if *kind != NamePart::Middle => {
            people.draw(draws, |row, person| one[row] = entry(person, *kind));
        }
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
