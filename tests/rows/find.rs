//! `gush find`: what is found, and that all it shows runs.

use std::collections::BTreeSet;

use crate::rows::gush;
use gush_testkit::{Outcome, Program, Scratch};

/// The entries of a list, and their examples.
fn found(words: &str) -> (Vec<String>, Vec<String>) {
    let run = gush(&format!("find {words}")).run().ok().silent();
    let (examples, entries): (Vec<&str>, Vec<&str>) =
        run.lines().iter().partition(|line| line.starts_with("    "));
    (
        entries.into_iter().map(str::to_owned).collect(),
        examples.iter().map(|line| line.trim().to_owned()).collect(),
    )
}

/// What there is to be found: by its own name, each is among the first.
fn names() -> Vec<String> {
    let first = |line: &str| line.trim().split([' ', '[', ':', '=']).next().unwrap_or_default().to_owned();
    let generators = gush("rows -G").run().ok();
    let generators =
        generators.lines().into_iter().filter(|line| line.starts_with("  ")).map(first).collect::<Vec<_>>();
    let modifiers = gush("rows --modifiers").run().ok();
    let modifiers =
        modifiers.lines().into_iter().map(|line| first(line).replace('@', "")).collect::<Vec<_>>();
    [generators, modifiers].concat()
}

#[test]
fn everything_is_found_by_its_name_and_every_example_runs() {
    let mut examples = BTreeSet::new();
    for name in names() {
        let (entries, own) = found(&name);
        let is_it = |entry: &String| entry.trim_start_matches('@').starts_with(&name);
        assert!(entries.iter().take(3).any(is_it), "{name}: {entries:?}");
        examples.extend(own);
    }
    let needs =
        include_str!("../../crates/gush/words/find.tsv").lines().filter(|line| !line.starts_with('#'));
    let needs = needs.filter_map(|line| line.split('\t').nth(1)).flat_map(|words| words.split(", "));
    let functions = include_str!("../../crates/gush/words/functions.tsv").lines();
    let functions =
        functions.filter(|line| !line.starts_with(['#', '='])).filter_map(|line| line.split('\t').next());
    for words in needs.chain(functions) {
        examples.extend(found(words).1);
    }
    assert!(examples.len() > 350, "{}", examples.len());
    assert!(!examples.contains(""), "an entry has no example");
    let scratch = Scratch::new();
    scratch.write("names.txt", "Ann\nBob\n");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_gush"), scratch.path("gush")).expect("a link can be made");
    let lines = examples.iter().enumerate().map(|(number, example)| {
        scratch.write(&format!("{number}.sh"), format!("set -e\n{example}\n"));
        format!("sh {number}.sh > out 2> errors || {{ cat {number}.sh errors; }}\n")
    });
    scratch.write("all.sh", lines.collect::<String>());
    let path = format!("{}:{}", scratch.folder().display(), std::env::var("PATH").unwrap_or_default());
    let run: Outcome = Program::shell("sh all.sh").within(scratch.folder()).env("PATH", path).run().ok();
    run.stdout_is("");
}

#[test]
fn what_is_not_found_leads_to_the_nearest() {
    gush("find qqqq")
        .run()
        .code(2)
        .stdout_is("")
        .stderr_has("nothing matches; `gush rows -G` lists all generators");
    gush("find email qqqq").run().code(2).stderr_has("nothing matches; the nearest is `gush find email`");
    gush("find").run().code(2).stderr_has("say what you need, as in `gush find bell curve`");
    assert_eq!(found("gausian").0[0].split_whitespace().next(), Some("@dist=NAME:A,B"));
}

/// Long lists go through the pager where somebody can press its keys, and nowhere else.
#[test]
fn a_pager_shows_long_lists_on_a_terminal() {
    let scratch = Scratch::new();
    let pager = format!("cat > {}", scratch.path("paged").display());
    // `script` runs a command on a terminal of its own.
    gush_testkit::need!("script");
    let on_terminal = |command: &str, pager: &str| {
        Program::new("script")
            .args([
                "-qec",
                &format!("stty rows 24 cols 80; {} {command}", env!("CARGO_BIN_EXE_gush")),
                "/dev/null",
            ])
            .env("PAGER", pager)
            .env("TERM", "xterm")
            .run()
            .ok()
    };
    on_terminal("rows -G", &pager);
    assert!(String::from_utf8_lossy(&scratch.read("paged")).contains("vehicle.plate"));
    std::fs::remove_file(scratch.path("paged")).expect("it is there");
    on_terminal("find bell curve", &pager);
    assert!(!scratch.path("paged").exists());
    // Without a pager of that name the list is written as ever.
    assert!(on_terminal("rows -G", "no-such-pager").text().contains("vehicle.plate"));
    gush("rows -G").env("PAGER", &pager).env("TERM", "xterm").run().ok();
    assert!(!scratch.path("paged").exists());
}
