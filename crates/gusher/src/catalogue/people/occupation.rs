//! `occupation`: the work of the row's person, in the form of the person's gender where the language has one for each, and such as people of
//! their age have.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::births::{Bands, younger_than};
use super::population::{PART, WHO, genders};
use crate::generators::part_of::part_of;
use crate::generators::phrase::part;
use crate::generators::{Ages, BuildResult, Constraint};
use crate::locale::Locale;
use crate::rng::take_digit;
use crate::types::Dictionary;

/// The occupations of English, which has one form for both genders.
const ENGLISH: &str = include_str!("../../../words/occupations.txt");
/// The ages of those of them that not everybody can have.
const ENGLISH_AGES: &str = include_str!("../../../words/occupation-ages.tsv");
/// The shared draw of the occupation; others have those around it (`identity.rs`).
const OCCUPATION: u64 = 12;

/// An occupation.
struct Job {
    /// As women and as men have it.
    names: [&'static str; 2],
    /// The ages of those who have it.
    ages: Ages,
}

/// The occupations of a locale.
fn jobs(locale: &'static Locale) -> Option<Vec<Job>> {
    if locale.is_english() {
        let known = || ENGLISH_AGES.lines().filter_map(|line| line.split_once('\t'));
        let ages = |job: &str| known().find(|(name, _)| *name == job).map_or("", |(_, ages)| ages);
        let job = |job| Job { names: [job; 2], ages: ages_of(ages(job)) };
        return Some(ENGLISH.lines().map(job).collect());
    }
    let job = |line: &'static str| {
        let mut fields = line.split('\t');
        let names = [fields.next()?, fields.next()?];
        Some(Job { names, ages: ages_of(fields.next().unwrap_or_default()) })
    };
    locale.text("jobs.tsv").map(|text| text.lines().filter_map(job).collect())
}

/// The ages that a list says, such as `30` for 30 and more and `18-40`; nothing is any age.
fn ages_of(text: &str) -> Ages {
    let (youngest, oldest) = text.split_once('-').unwrap_or((text, ""));
    let Ages { youngest: least, oldest: most } = Ages::LIMITS;
    Ages { youngest: youngest.parse().unwrap_or(least), oldest: oldest.parse().unwrap_or(most) }
}

/// Which occupations people of a band of ages have.
struct Band {
    has: Vec<bool>,
    /// The same, listed: all of them where nobody of these ages has one.
    jobs: Vec<u32>,
}

impl Band {
    fn of(age: u8, jobs: &[Job]) -> Band {
        let has: Vec<bool> =
            jobs.iter().map(|job| (job.ages.youngest..=job.ages.oldest).contains(&age)).collect();
        let own: Vec<u32> = (0..).zip(&has).filter(|(_, has)| **has).map(|(job, _)| job).collect();
        match own.is_empty() {
            true => Band { has: vec![true; jobs.len()], jobs: (0..jobs.len() as u32).collect() },
            false => Band { has, jobs: own },
        }
    }

    /// An occupation off the front of the fraction: one that people of other ages have is drawn again.
    fn take(&self, x: &mut u64) -> usize {
        let job = take_digit(x, self.has.len() as u64) as usize;
        match self.has[job] {
            true => job,
            false => self.jobs[take_digit(x, self.jobs.len() as u64) as usize] as usize,
        }
    }
}

/// The bands of ages that occupations tell apart, and in which of them people of these ages were born.
fn bands(jobs: &[Job], ages: Ages) -> (Vec<Band>, Bands) {
    let limits = |job: &Job| [job.ages.youngest, job.ages.oldest + 1];
    // Who is younger than a limit is in another band; the oldest people are in the first one.
    let limits: BTreeSet<u8> = jobs.iter().flat_map(limits).collect();
    let youngest_first = || limits.iter().rev().copied();
    let of_ages = std::iter::once(Ages::LIMITS.oldest).chain(youngest_first().map(|limit| limit - 1));
    let bands = of_ages.map(|age| Band::of(age, jobs)).collect();
    (bands, Bands::of(ages, youngest_first().map(younger_than)))
}

/// `occupation`
pub(super) fn occupation(constraint: Constraint<'_>) -> BuildResult {
    let jobs = constraint.local(jobs)?;
    let (dictionary, indices) = Dictionary::indexed(jobs.iter().flat_map(|job| job.names));
    let genders = genders(constraint.settings.gender);
    let (bands, births) = bands(&jobs, constraint.settings.ages.unwrap_or_default());
    let parts = vec![part(&Arc::new(dictionary), "")];
    part_of(PART, parts, move |draws, columns| {
        let column = &mut columns[0];
        births.load(draws, column);
        for (entry, x) in column.iter_mut().zip(draws.load_shared(WHO)) {
            *entry = 2 * *entry + genders[take_digit(x, 2) as usize & 1];
        }
        for (entry, x) in column.iter_mut().zip(draws.load_shared(OCCUPATION)) {
            let (band, gender) = (*entry as usize / 2, *entry as usize & 1);
            *entry = indices[2 * bands[band].take(x) + gender];
        }
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::{ages_of, jobs};
    use crate::catalogue::tests::values;
    use crate::generators::Ages;
    use crate::locale::LOCALES;

    #[test]
    fn ages_have_one_end_or_two() {
        assert_eq!(ages_of(""), Ages::LIMITS);
        assert_eq!(ages_of("30"), Ages { youngest: 30, oldest: 120 });
        assert_eq!(ages_of("18-40"), Ages { youngest: 18, oldest: 40 });
    }

    /// By the column of ages, which knows nothing of occupations.
    #[test]
    fn nobody_has_an_occupation_of_other_ages() {
        for locale in LOCALES.iter() {
            let Some(jobs) = jobs(locale) else { continue };
            let of = |spec: &str| values(&format!("{spec}@locale={}", locale.name), 5, 0..3000);
            let known: HashMap<&str, Ages> =
                jobs.iter().flat_map(|job| job.names.map(|name| (name, job.ages))).collect();
            for (job, age) in of("occupation").iter().zip(values("age", 5, 0..3000)) {
                let ages = known[&job[..]];
                let age: u8 = age.parse().unwrap();
                assert!((ages.youngest..=ages.oldest).contains(&age), "{}: {job} of {age}", locale.name);
            }
        }
    }

    #[test]
    fn ages_that_are_asked_for_decide() {
        let jobs = values("occupation@age=18,20", 5, 0..5000);
        assert!(!jobs.iter().any(|job| ["Judge", "Professor", "Surgeon"].contains(&&job[..])));
        let jobs = values("occupation@age=60,90", 5, 0..20_000);
        assert!(jobs.iter().any(|job| job == "Judge") && !jobs.iter().any(|job| job == "Footballer"));
    }
}
