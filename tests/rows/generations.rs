//! First names by generation: the share that a name has among the people of a decade is what the list says, and what offices publish.

use std::collections::HashMap;

use crate::rows::gush;
use gush_testkit::Outcome;

/// The shares by decade, and those of all ages.
const BY_DECADE: &str = include_str!("../../tools/locales/first-names-by-generation.tsv");
const OF_ALL: &str = include_str!("../../tools/locales/common-first-names.tsv");
const ROWS: usize = 200_000;

/// Rows at the time that the list has people's ages of.
#[track_caller]
fn rows(sentence: &str) -> Outcome {
    gush("rows --seed 4 --now 2026-01-01 -f csv").arg_line(sentence).run().ok().silent()
}

/// How many people of a decade and a gender have each name.
type Counts = HashMap<(usize, char), HashMap<String, usize>>;

/// The first names of people of 18 to 80 years: until 1949, in the 1950s … 1990s, since 2000.
fn counts(locale: &str) -> Counts {
    let run = rows(&format!("-l {ROWS} --locale {locale} birthdate gender name.first"));
    let mut counts = Counts::new();
    for line in run.lines() {
        let fields: Vec<&str> = line.split(',').collect();
        let [birthdate, gender, name] = fields[..] else { panic!("{line}") };
        let year: usize = birthdate[..4].parse().expect("a year");
        let decade = (year / 10).clamp(194, 200) - 194;
        let names = counts.entry((decade, gender.chars().next().expect("a gender"))).or_default();
        *names.entry(name.to_owned()).or_default() += 1;
    }
    counts
}

/// The lines of a list for a locale: the gender, and the names with what is behind their colon.
fn listed<'l>(list: &'l str, locale: &'l str) -> impl Iterator<Item = (char, Vec<(String, &'l str)>)> {
    let line = move |line: &'l str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [folder, gender, source, words] = fields[..] else { return None };
        let names = words.split(' ').filter_map(|word| word.split_once(':'));
        let names = names.map(|(name, shares)| (name.replace('_', " "), shares)).collect();
        (folder == locale && !["old", "young"].contains(&source))
            .then(|| (gender.chars().next().expect("a gender"), names))
    };
    list.lines().filter_map(line)
}

fn check_shares(locale: &str, counts: &Counts) {
    for (gender, names) in listed(BY_DECADE, locale) {
        for (name, shares) in names {
            for (decade, share) in shares.split(',').enumerate() {
                let share = share.parse::<f64>().expect("a share") / 10_000.0;
                let people = &counts[&(decade, gender)];
                let all = people.values().sum::<usize>() as f64;
                let found = people.get(&name).map_or(0, |count| *count) as f64 / all;
                // Chance, the grain of the table, and what is left for names without a known share.
                let chance = 5.0 * (share * (1.0 - share) / all).sqrt();
                let (least, most) = (share * 0.95 - chance - 0.0006, share * 1.12 + chance + 0.0006);
                assert!(found >= least && found <= most, "{locale} {name} {decade}: {found}, not {share}");
            }
        }
    }
}

fn check_all_ages(locale: &str, counts: &Counts) {
    for (gender, names) in listed(OF_ALL, locale) {
        let of_gender = || counts.iter().filter(|((_, its), _)| *its == gender).map(|(_, names)| names);
        let all: usize = of_gender().flat_map(HashMap::values).sum();
        for (name, share) in names {
            let found =
                of_gender().filter_map(|names| names.get(&name)).sum::<usize>() as f64 / all as f64 * 1000.0;
            let share: f64 = share.parse().expect("a share");
            assert!(found < 1.35 * share && share < 1.35 * found, "{locale} {name}: {found}, not {share}");
        }
    }
}

#[test]
fn the_names_of_each_decade_have_the_shares_of_the_list() {
    for (folder, locale) in [("en", "en"), ("de", "de_DE"), ("pl", "pl_PL")] {
        let counts = counts(locale);
        check_shares(folder, &counts);
        check_all_ages(folder, &counts);
    }
}

/// The five commonest names of four decades by the Social Security Administration: at least four are among the first seven.
#[test]
fn the_commonest_names_are_those_that_were_given() {
    let counts = counts("en");
    for (decade, gender, given) in [
        (1, 'm', "James Michael Robert John David"),
        (1, 'f', "Mary Linda Patricia Susan Deborah"),
        (4, 'm', "Michael Christopher Matthew Joshua David"),
        (4, 'f', "Jessica Jennifer Amanda Ashley Sarah"),
        (6, 'm', "Jacob Michael Joshua Matthew Daniel"),
        (6, 'f', "Emily Madison Emma Olivia Hannah"),
    ] {
        let mut names: Vec<(&String, &usize)> = counts[&(decade, gender)].iter().collect();
        names.sort_by_key(|(name, count)| (std::cmp::Reverse(**count), (*name).clone()));
        let first: Vec<&str> = names.iter().take(7).map(|(name, _)| &name[..]).collect();
        let known = given.split(' ').filter(|name| first.contains(name)).count();
        assert!(known >= 4, "{decade} {gender}: {first:?}");
    }
}

#[test]
fn columns_of_one_person_agree_in_any_part_of_the_rows() {
    let columns = "age name.first name email username occupation";
    for locale in ["de_DE", "en"] {
        let all = rows(&format!("-l 3000 --locale {locale} {columns}"));
        let part = rows(&format!("--rows 2000..2100 --locale {locale} {columns}"));
        assert_eq!(part.lines(), all.lines()[2000..2100]);
        let shard = rows(&format!("-l 3000 --shard 3/3 --locale {locale} {columns}"));
        assert!(all.lines().ends_with(&shard.lines()));
        for line in all.lines() {
            let fields: Vec<&str> = line.split(',').collect();
            assert!(fields[2].starts_with(&format!("{} ", fields[1])), "{line}");
        }
    }
}

#[test]
fn ages_are_asked_for_at_each_column_that_follows_from_them() {
    let old = rows("-l 2000 --locale de_DE name.first@age=70,80@gender=male");
    let young = rows("-l 2000 --locale de_DE name.first@age=18,25@gender=male");
    let count = |lines: &[&str], names: [&str; 4]| lines.iter().filter(|name| names.contains(name)).count();
    let (hans, leon) = (["Hans", "Klaus", "Jürgen", "Dieter"], ["Leon", "Lukas", "Jonas", "Finn"]);
    assert!(count(&old.lines(), hans) > 20 * count(&young.lines(), hans).max(1));
    assert!(count(&young.lines(), leon) > 20 * count(&old.lines(), leon).max(1));
    // Birth dates and ages say theirs themselves.
    rows("-l 500 birthdate:60,90 name@age=60,90 email@age=60,90");
}

#[test]
fn other_ages_beside_a_name_are_a_note_and_different_ones_an_error() {
    let note = "gush: `birthdate` is of people of 60 to 90 years, and `name` of 18 to 80; write name@age=60,90 for what people of that age have\n";
    gush("rows --seed 4 -l 1 --now 2026-01-01 birthdate:60,90 name email").run().code(0).stderr_is(note);
    gush("rows --seed 4 -l 1 --now 2026-01-01 birthdate:5,17 name").run().code(0).stderr_is("");
    gush("rows --seed 4 -l 1 --now 2026-01-01 birthdate:60,90 name --locale fi_FI")
        .run()
        .code(0)
        .stderr_is("");
    gush("rows name@age=60,90 email a=name.first@age=17,20@of=x b=name.first@age=30@of=y c=city@age=60,90")
        .run()
        .code(2)
        .stdout_is("")
        .stderr_has("`name` says ages of 60 to 90 and `email` says nothing of ages")
        .stderr_has("expected the youngest and the oldest age, from 18 to 120, such as @age=60,90");
    gush("rows name@age=90,60").run().code(2).stderr_has("the youngest age (90) is above the oldest (60)");
}
