//! The `sh` blocks of the documents are not run, because they need other programs, or do not end. But they are commands of a
//! shell, and each option of `gush` in them is one that there is.

use crate::readme::{Document, root};
use gush_testkit::{Program, need};
use std::collections::HashMap;

/// The commands of `gush` in a line: their arguments, up to the next pipe, list or comment.
fn commands(line: &str) -> Vec<Vec<&str>> {
    let arguments: Vec<&str> = line.split_whitespace().collect();
    let parts = arguments.split(|argument| ["|", "&&", ";", "&", ">", "||"].contains(argument));
    let parts = parts.map(|part| part.split(|argument| argument.starts_with('#')).next().unwrap_or_default());
    parts.filter(|part| part.first() == Some(&"gush")).map(<[&str]>::to_vec).collect()
}

/// The arguments of a command that name it, and those after them.
fn named<'w>(command: &[&'w str]) -> (String, Vec<&'w str>) {
    let below = matches!(command, [_, "bench", "report" | "compare", ..] | [_, "corpus", "parquet", ..]);
    let (name, rest) = command.split_at(command.len().min(if below { 3 } else { 2 }));
    (name[1..].join(" "), rest.to_vec())
}

/// Whether a help text has this option.
fn has(help: &str, option: &str) -> bool {
    let long = |name: &str| help.split([' ', '[', '=', ',', '\n']).any(|argument| argument == name);
    match option.strip_prefix("--") {
        Some(name) => long(&format!("--{}", name.split('=').next().unwrap_or_default())),
        // Of several letters the first one is enough.
        None => option.get(..2).is_some_and(|letter| help.contains(&format!(" {letter}, --"))),
    }
}

#[test]
fn blocks_that_are_not_run_have_known_options() {
    let mut pages = vec![root().join("README.md")];
    for folder in ["docs/guide", "docs/reference"] {
        let entries = std::fs::read_dir(root().join(folder)).expect("a folder");
        pages.extend(entries.map(|entry| entry.expect("a page").path()).filter(|path| path.is_file()));
    }
    let mut helps: HashMap<String, String> = HashMap::new();
    let mut seen = 0;
    for page in pages {
        let document = Document::open(page);
        for line in document.blocks("sh").flat_map(str::lines) {
            for command in commands(line) {
                let (name, arguments) = named(&command);
                let help = helps.entry(name.clone()).or_insert_with(|| {
                    let arguments: Vec<&str> = name.split(' ').chain(["--help"]).collect();
                    Program::new(env!("CARGO_BIN_EXE_gush")).args(arguments).run().ok().text().to_owned()
                });
                for option in
                    arguments.iter().filter(|argument| argument.starts_with('-') && argument.len() > 1)
                {
                    assert!(has(help, option), "{}: {option} of {line}", document.path.display());
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 30, "{seen} options");
}

#[test]
fn blocks_that_are_not_run_are_commands_of_a_shell() {
    need!("bash");
    for page in std::fs::read_dir(root().join("docs/guide")).expect("a folder") {
        let document = Document::open(page.expect("a page").path());
        for block in document.blocks("sh") {
            Program::new("bash").args(["-n", "-c", block]).run().ok().silent();
        }
    }
}
