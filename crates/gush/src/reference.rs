//! The page of the reference that lists every flag: generated from the flags, and compared with what is in `docs`.
//! `GUSH_RECORD=1` writes it.

use std::path::Path;

use crate::flags::{Flag, Rule, Spec};

const PAGE: &str = "../../docs/reference/options.md";

const HEAD: &str = "\
# Options

Every option of every command. `gush COMMAND --help` says the same, and more about formats and dialects. This page is generated from
the options themselves.
";

/// The page.
fn page() -> String {
    let mut page = HEAD.to_owned();
    page += &spec(&crate::rows::SPEC);
    page += &spec(&crate::again::SPEC);
    page += &spec(&crate::check::SPEC);
    page += &spec(&crate::learn::SPEC);
    page += &spec(&crate::find::SPEC);
    page += &section("gush yes", crate::yes::flags());
    #[cfg(unix)]
    {
        page += &section("gush meter", crate::meter::flags());
        page += &spec(&crate::bench::SPEC);
    }
    page += &spec(&crate::corpus::SPEC);
    page += &spec(&crate::manual::SPEC);
    page += &section("fakedata", crate::fakedata::flags());
    page
}

/// A command, and those below it.
fn spec(command: &Spec) -> String {
    let below: String = command.commands.iter().map(|below| spec(below)).collect();
    section(command.path, command.flags.iter().copied()) + &below
}

/// The flags of a command, by group.
fn section<'a, E: 'a>(path: &str, flags: impl Iterator<Item = &'a Flag<E>>) -> String {
    let mut text = format!("\n## `{path}`\n");
    let mut group = "";
    for flag in flags {
        if flag.group != group {
            group = flag.group;
            text += &format!("\n**{group}**\n\n| option | meaning |\n|---|---|\n");
        }
        text += &row(flag);
    }
    text
}

fn row<E>(flag: &Flag<E>) -> String {
    let letter = flag.letter.map(|letter| format!("`-{letter}`, ")).unwrap_or_default();
    let value = flag.value.map_or_else(String::new, |value| match value.if_missing {
        Some(_) => format!("[={}]", value.form),
        None => format!(" {}", value.form),
    });
    let rules = describe_rules(flag.rules);
    let about = flag.summary().replace('|', "\\|").replace('<', "\\<");
    format!("| {letter}`{}{value}` | {about}{rules} |\n", flag.long())
}

/// The text of the rules of a flag in the page.
fn describe_rules(rules: &[Rule]) -> String {
    let code = |flag: &&Flag| format!("`{}`", flag.long());
    let mut text = String::new();
    let not: Vec<&Flag> = rules
        .iter()
        .filter_map(|rule| if let Rule::Not(other, _) = rule { Some(*other) } else { None })
        .collect();
    if !not.is_empty() {
        text += &format!("; not with {}", not.iter().map(code).collect::<Vec<_>>().join(", "));
    }
    for rule in rules {
        if let Rule::Needs(others, _) = rule {
            text += &format!("; only with {}", others.iter().map(code).collect::<Vec<_>>().join(" or "));
        }
    }
    text
}

#[test]
fn the_page_lists_every_flag_as_it_is() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(PAGE);
    if std::env::var_os("GUSH_RECORD").is_some() {
        std::fs::write(&path, page()).expect("the page can be written");
    }
    let written = std::fs::read_to_string(&path).expect("the page can be read");
    assert_eq!(written, page(), "GUSH_RECORD=1 writes the page");
}

/// The names and letters of a command are each used once, and so are the names of its groups.
#[test]
fn flags_are_distinguished() {
    let bench = crate::bench::SPEC.commands.iter().copied().chain([
        &crate::bench::SPEC,
        &crate::rows::SPEC,
        &crate::check::SPEC,
        &crate::learn::SPEC,
    ]);
    for command in bench {
        let mut groups: Vec<&str> = command.flags.iter().map(|flag| flag.group).collect();
        groups.dedup();
        for (at, one) in command.flags.iter().enumerate() {
            let others = &command.flags[at + 1..];
            assert!(others.iter().all(|other| !other.is(one)), "{}", one.name);
            let same = |other: &&&Flag| other.letter.is_some() && other.letter == one.letter;
            assert!(others.iter().find(same).is_none(), "{}", one.name);
        }
        for group in &groups {
            assert_eq!(groups.iter().filter(|other| *other == group).count(), 1, "{group}");
        }
    }
}
