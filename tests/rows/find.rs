//! `gush find`: what is found, and that all it shows runs.

use std::collections::BTreeSet;
use std::sync::Mutex;

use crate::rows::{gush, in_parallel};
use gush_testkit::{Program, Scratch};

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

/// Other words for each recipe, one phrase a line; the unit tests look for all of them. Then the functions of expressions.
fn phrases() -> Vec<String> {
    let fields = |text: &'static str| {
        text.lines().filter(|line| !line.starts_with(['#', '='])).map(|line| line.split('\t'))
    };
    let needs = fields(include_str!("../../crates/gush/words/find.tsv")).filter_map(|mut line| line.nth(1));
    let needs = needs.filter_map(|phrases| phrases.split(", ").next());
    let functions =
        fields(include_str!("../../crates/gush/words/functions.tsv")).filter_map(|mut line| line.next());
    needs.chain(functions).map(str::to_owned).collect()
}

#[test]
fn everything_is_found_by_its_name_and_every_example_runs() {
    let examples = Mutex::new(BTreeSet::new());
    let all_examples = || examples.lock().expect("no thread failed");
    in_parallel(&phrases(), |phrase| all_examples().extend(found(phrase).1));
    // The unit tests look for each by its name; here it is for those that no phrase has shown.
    let is_shown = |name: &String| all_examples().contains(&format!("gush rows {name}"));
    let others: Vec<String> = names().into_iter().filter(|name| !is_shown(name)).collect();
    in_parallel(&others, |name| {
        let (entries, own) = found(name);
        let is_it = |entry: &String| entry.trim_start_matches('@').starts_with(name);
        assert!(entries.iter().take(3).any(is_it), "{name}: {entries:?}");
        all_examples().extend(own);
    });
    let examples: Vec<String> = all_examples().iter().cloned().collect();
    assert!(examples.len() > 350, "{}", examples.len());
    assert!(examples.iter().all(|example| !example.is_empty()), "an entry has no example");
    let tools = Scratch::new();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_gush"), tools.path("gush")).expect("a link can be made");
    let path = format!("{}:{}", tools.folder().display(), std::env::var("PATH").unwrap_or_default());
    in_parallel(&examples, |example| {
        let scratch = Scratch::new();
        scratch.write("names.txt", "Ann\nBob\n");
        let run =
            Program::shell(&format!("set -e; {example}")).within(scratch.folder()).env("PATH", &path).run();
        run.ok();
    });
}

#[test]
fn what_is_not_found_leads_to_the_nearest() {
    gush("find qqqq")
        .run()
        .code(2)
        .stdout_is("")
        .stderr_has("nothing here is called so; `gush rows -G` lists all generators");
    gush("find emial").run().ok();
    let some = gush("find email qqqq").run().ok();
    assert!(
        some.text().starts_with("Nothing has all of these words. Some of them:\n\nemail"),
        "{}",
        some.text()
    );
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
