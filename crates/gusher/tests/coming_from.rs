//! The page of the guide that says what other programs' names are here. What is below its heading of the names is made from
//! the table of names and compared; `GUSH_RECORD=1` writes it. The shares that it states are checked too.

use std::fmt::Write as _;
use std::path::Path;

use gusher::catalogue::{ALIASES, Alias};

const PAGE: &str = "../../docs/guide/coming-from.md";

/// What the page has from here on is made.
const START: &str = "## How many names are accepted\n";

/// The programs in the order of the page, and where their names come from.
const TOOLS: [(&str, &str); 5] = [
    ("Faker", "all methods of en_US, Faker 40.54 (Python)"),
    ("faker-js", "all methods, @faker-js/faker 10.6"),
    ("mimesis", "all methods of English, mimesis 22.2"),
    ("Mockaroo", "its types, as of 2026"),
    ("gofakeit", "all functions, gofakeit 7.18"),
];

/// What a program's names must be understood at least, in per cent.
const LEAST: [(&str, usize); 2] = [("Faker", 85), ("faker-js", 85)];

fn of(tool: &str) -> Vec<&'static Alias> {
    ALIASES.iter().filter(|alias| alias.tool == tool).collect()
}

/// How many of a program's names are accepted, and how many it has.
fn accepted(tool: &str) -> (usize, usize) {
    let names = of(tool);
    (names.iter().filter(|alias| alias.is_ours()).count(), names.len())
}

/// The part of the page that is made.
fn names() -> String {
    let mut page = format!("{START}\n");
    // Writing to a string cannot fail.
    let _ = writeln!(page, "| program | its names | accepted | share |\n|---|---|---:|---:|");
    for (tool, what) in TOOLS {
        let (accepted, all) = accepted(tool);
        let share = accepted as f64 * 100.0 / all as f64;
        let _ = writeln!(page, "| {tool} | {what} | {accepted} of {all} | {share:.1} % |");
    }
    for (tool, _) in TOOLS {
        let _ = writeln!(page, "\n## {tool}\n\n| name | gusher |\n|---|---|");
        for alias in of(tool) {
            let _ = writeln!(page, "| `{}` | {} |", alias.name, meaning(alias));
        }
    }
    page
}

fn meaning(alias: &Alias) -> String {
    let word = alias.spec.replace('|', "\\|");
    match (alias.is_ours(), alias.nearest) {
        (true, _) => format!("`{word}`"),
        (false, nearest) => format!("nothing; nearest: `{nearest}`"),
    }
}

#[test]
fn the_page_says_what_the_table_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(PAGE);
    let written = std::fs::read_to_string(&path).expect("the page can be read");
    let (head, below) = written.split_once(START).expect("the page has the heading");
    if std::env::var_os("GUSH_RECORD").is_some() {
        std::fs::write(&path, head.to_owned() + &names()).expect("the page can be written");
    } else {
        assert!(format!("{START}{below}") == names(), "GUSH_RECORD=1 writes the page");
    }
}

#[test]
fn the_names_of_the_most_used_programs_are_accepted() {
    for (tool, least) in LEAST {
        let (accepted, all) = accepted(tool);
        assert!(accepted * 100 >= all * least, "{tool}: {accepted} of {all}");
    }
}
