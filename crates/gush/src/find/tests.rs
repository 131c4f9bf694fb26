//! What people need, and what they are to find, among the first three hits.

use super::{index, rank};

/// A need in somebody's words, and what has to be among the first hits.
fn needs() -> impl Iterator<Item = (&'static str, &'static str)> {
    let table = include_str!("needs.tsv").lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    table.map(|line| line.split_once('\t').expect("a need and what is expected"))
}

#[test]
fn every_need_is_found_at_its_first_word() {
    let entries = index::entries();
    let mut missed = Vec::new();
    for (need, expected) in needs() {
        let all = rank::search(&entries, need);
        let hits = if all.is_empty() { rank::search_most(&entries, need) } else { all };
        let first: Vec<&str> = hits.iter().take(3).map(|hit| &hit.entry.form[..]).collect();
        if !first.iter().any(|form| form.starts_with(expected)) {
            missed.push(format!("{need}: {expected} is not among {first:?}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
    assert!(needs().count() >= 75);
}

#[test]
fn everything_is_found_by_its_name() {
    let entries = index::entries();
    let generators = gusher::catalogue::GENERATORS.iter().map(|generator| generator.name);
    for name in generators.chain(gusher::schema::MODIFIERS.iter().map(|modifier| modifier.name)) {
        let hits = rank::search(&entries, name);
        let first: Vec<&str> = hits.iter().take(3).map(|hit| &hit.entry.form[..]).collect();
        let is_it = |form: &&str| form.trim_start_matches('@').starts_with(name);
        assert!(first.iter().any(is_it), "{name} is not among {first:?}");
    }
}

/// What only sounds like a word of an entry is no answer.
#[test]
fn nonsense_is_not_found() {
    let entries = index::entries();
    for word in ["religion", "pigeon", "dna", "hmac", "isin", "lei", "webp", "education"] {
        let hits = rank::search(&entries, word);
        assert!(hits.is_empty(), "{word}: {:?}", hits.iter().map(|hit| &hit.entry.form).collect::<Vec<_>>());
    }
}

/// What other words there are for an entry find it.
#[test]
fn every_phrase_finds_its_entry() {
    let entries = index::entries();
    for index::Need { form, words, .. } in index::needs() {
        for phrase in words.split(", ").filter(|phrase| !phrase.is_empty()) {
            let hits = rank::search(&entries, phrase);
            let is_it = |name: &str| name == form || name.split(['[', ':', '=']).next() == Some(form);
            assert!(hits.iter().any(|hit| is_it(&hit.entry.form)), "{phrase} does not find {form}");
        }
    }
}

/// All have an example and say what they are, and no line of the file is of an entry that there is not.
#[test]
fn every_entry_is_complete() {
    for entry in index::entries() {
        assert!(!entry.about.is_empty() && !entry.form.is_empty(), "{}", entry.form);
        assert!(!entry.example.is_empty(), "{} has no example", entry.form);
    }
}

#[test]
fn every_function_of_the_reference_is_listed() {
    let page = include_str!("../../../../docs/reference/expressions.md");
    let table = page.split("## Functions").nth(1).and_then(|rest| rest.split("\n## ").next()).unwrap();
    let rows = table.lines().filter(|line| line.starts_with('|') && !line.starts_with("| topic"));
    let listed: std::collections::BTreeSet<&str> =
        rows.flat_map(|row| row.split('`').skip(1).step_by(2)).filter(|name| !name.contains(' ')).collect();
    let known: std::collections::BTreeSet<&str> = index::functions().map(|[name, ..]| name).collect();
    assert_eq!(known, listed);
}

/// The pages of the guide are found too, each at its path.
#[test]
fn every_page_of_the_guide_is_listed() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide");
    let names =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let pages: std::collections::BTreeSet<String> =
        names.filter(|name| name != "README.md").map(|name| format!("docs/guide/{name}")).collect();
    let listed: std::collections::BTreeSet<String> =
        index::needs().map(|need| need.form.to_owned()).filter(|form| form.starts_with("docs/")).collect();
    assert_eq!(listed, pages);
}

#[test]
fn all_words_have_to_match_and_whole_ones_come_first() {
    let entries = index::entries();
    let forms = |typed: &str| -> Vec<String> {
        rank::search(&entries, typed).iter().map(|hit| hit.entry.form.clone()).collect()
    };
    assert_eq!(forms("age")[0], "age[:MIN,MAX]");
    assert!(!forms("age").iter().take(5).any(|form| form.starts_with("language")));
    assert!(forms("card expiry").iter().all(|form| !form.starts_with("card.brand")));
    assert_eq!(forms("xyzzy"), Vec::<String>::new());
    // A slip of the hand, and one word of two.
    assert!(forms("gausian")[0].starts_with("@dist"));
    let some = rank::search_most(&entries, "latitude xyzzy");
    assert!(some.iter().any(|hit| hit.entry.form.starts_with("latitude")));
    assert_eq!(rank::nearest(&entries, "qqqqqq"), Vec::<String>::new());
}

/// What `gush rows` takes by the name that another program has for it is found by that name, and first.
#[test]
fn names_of_other_programs_find_what_they_stand_for() {
    let entries = index::entries();
    let first = |typed: &str| {
        let named = index::named(typed);
        super::hits(&entries, named.as_ref(), typed).first().map(|hit| hit.entry.form.clone())
    };
    let mut missed = Vec::new();
    for alias in gusher::catalogue::ALIASES.iter().filter(|alias| !alias.spec.is_empty()) {
        let meant = gusher::catalogue::alias(alias.name).expect("a name of the list");
        let generator = meant.spec.split([':', '@']).next().unwrap_or_default();
        if !first(alias.name).is_some_and(|form| form.starts_with(generator)) {
            missed.push(alias.name);
        }
    }
    assert_eq!(missed, Vec::<&str>::new());
    let found = super::found(&["bothify".to_owned()]).unwrap_or_default();
    assert!(found.starts_with("pattern:## ??  what Faker calls bothify"), "{found}");
}
