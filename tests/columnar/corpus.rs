//! `gush corpus parquet`: what is written, and what readers make of it, which docs/reference/parquet-corpus.md says.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use crate::columnar::files;
use gush_testkit::{Outcome, Program, Scratch, need, need::python_tool};
use serde_json::Value;

/// The page of what readers make of the files.
const PAGE: &str = "docs/reference/parquet-corpus.md";
/// Before and after the table of wrong files.
const BEGIN: &str = "<!-- wrong files -->\n";
const END: &str = "<!-- end of wrong files -->\n";
const READERS: [&str; 4] = ["pyarrow", "duckdb", "polars", "gush learn"];

fn gush(arguments: &str, scratch: &Scratch) -> Program {
    Program::new(env!("CARGO_BIN_EXE_gush")).arg_line(arguments).within(scratch.folder())
}

fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

#[test]
fn the_corpus_follows_from_its_seed_and_is_complete_or_not_there() {
    let scratch = Scratch::new();
    fs::create_dir(scratch.path("empty")).expect("a folder");
    gush("corpus parquet one", &scratch).run().ok().stdout_is("").stderr_has("gush: one: 344 valid files");
    gush("corpus parquet --seed 1 empty/", &scratch).run().ok();
    gush("corpus parquet --seed 2 deep/er", &scratch).run().ok();
    let (one, same, other) =
        (files(&scratch.path("one")), files(&scratch.path("empty")), files(&scratch.path("deep/er")));
    assert!(one == same && one != other);
    assert!(one.keys().eq(other.keys()));
    let manifest: Value = serde_json::from_slice(&one["manifest.json"]).expect("JSON");
    let entries = manifest["files"].as_array().expect("a list");
    assert_eq!(one.len(), 2 * entries.len() + 1);
    for entry in entries {
        let path = |key| entry[key].as_str().expect("a path");
        assert!(one.contains_key(path("file")) && one.contains_key(path("values")));
        assert_eq!(path("file").starts_with("valid/"), entry["valid"] == true);
    }
    let list = gush("corpus parquet --list", &scratch).run().ok().silent();
    assert_eq!(list.text().lines().count(), entries.len());
    let names = scratch.names();
    let text = "one is there and not empty; name a new folder";
    gush("corpus parquet one", &scratch).run().code(2).stdout_is("").stderr_has(text);
    scratch.write("file", "x");
    gush("corpus parquet file", &scratch).run().code(1).stderr_has("file");
    gush("corpus parquet file/below", &scratch).run().code(1);
    assert_eq!(scratch.names().len(), names.len() + 1);
}

#[test]
fn wrong_arguments_of_the_corpus_are_refused_at_once() {
    let scratch = Scratch::new();
    for (arguments, texts) in [
        ("corpus", &["a format is missing; there is parquet"][..]),
        ("corpus orc x", &["orc"]),
        ("corpus parquet", &["a folder is missing, as in `gush corpus parquet corpus/`"]),
        (
            "corpus parquet --seed x a b",
            &["expected a number from 0 to", "one argument too many: `gush corpus parquet` takes only one"],
        ),
        (
            "corpus parquet --list --seed 3 a",
            &["the list is the same with each seed", "--list writes no files"],
        ),
    ] {
        let run = gush(arguments, &scratch).run().code(2).stdout_is("");
        texts.iter().fold(run, |run, text| run.stderr_has(text));
        assert!(scratch.names().is_empty(), "{arguments}");
    }
}

/// A line of the page's table of valid files: who does not read which of them.
struct Fact {
    reader: String,
    /// Keys of the manifest, and their values, which are texts.
    conditions: Vec<(String, String)>,
    /// Whether the reader would hang, or read memory that is not its own.
    is_dangerous: bool,
}

impl Fact {
    /// Those of the page: `| reader | key: value, key: value | what happens |`.
    fn all(page: &str) -> Vec<Fact> {
        let table = page.split_once("| reader | files with |").expect("the table").1;
        let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
        let fact = |line: &str| {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            let condition = |text: &str| {
                let (key, value) = text.trim_matches('`').split_once(": ").expect("a key and a value");
                (key.to_owned(), value.to_owned())
            };
            Fact {
                reader: cells[0].to_owned(),
                conditions: cells[1].split(", ").map(condition).collect(),
                is_dangerous: cells[2].contains("not tried"),
            }
        };
        rows.map(fact).collect()
    }

    fn is_about(&self, reader: &str, entry: &Value) -> bool {
        let is = |(key, value): &(String, String)| entry[key.as_str()].as_str() == Some(value.as_str());
        self.reader == reader && entry["valid"] == true && self.conditions.iter().all(is)
    }
}

/// What a reader makes of each file, by its path, and why.
fn outcomes(reader: &str, folder: &Path, skipped: &[&str]) -> BTreeMap<String, (String, String)> {
    let python = python_tool("python").expect("the tool was there");
    let own = env!("CARGO_BIN_EXE_gush");
    let reader = if reader == "gush learn" { own } else { reader };
    let run: Outcome = Program::new(python)
        .arg(project("tests/columnar/corpus.py"))
        .args([reader.as_ref(), folder.as_os_str()])
        .args(skipped)
        .run()
        .ok();
    let line = |line: &str| {
        let mut cells = line.split('\t').map(str::to_owned);
        let mut cell = || cells.next().unwrap_or_default();
        (cell(), (cell(), cell()))
    };
    run.text().lines().map(line).collect()
}

/// The corpus, and what the manifest says of each file.
fn corpus(scratch: &Scratch) -> (PathBuf, Vec<Value>) {
    gush("corpus parquet corpus", scratch).run().ok();
    let manifest: Value = serde_json::from_slice(&scratch.read("corpus/manifest.json")).expect("JSON");
    (scratch.path("corpus"), manifest["files"].as_array().expect("a list").clone())
}

/// What the table says of an outcome.
fn in_table(what: &str) -> String {
    match what {
        "read" | "right" | "refused" | "other values" => what.to_owned(),
        _ => format!("**{what}**"),
    }
}

/// Each valid file is read by its values, unless the page names why not. What becomes of the wrong ones is a table of the page.
#[test]
fn readers_do_with_the_corpus_what_the_page_says() {
    need!("pyarrow", "duckdb", "polars");
    let scratch = Scratch::new();
    let (folder, entries) = corpus(&scratch);
    let page = fs::read_to_string(project(PAGE)).expect("the page");
    let facts = Fact::all(&page);
    let (facts, entries) = (&facts, &entries);
    let check = |reader: &'static str| {
        let is_skipped =
            |entry: &&Value| facts.iter().any(|fact| fact.is_dangerous && fact.is_about(reader, entry));
        let path = |entry: &Value| entry["file"].as_str().expect("a path").to_owned();
        let skipped: Vec<String> = entries.iter().filter(is_skipped).map(path).collect();
        let skipped: Vec<&str> = skipped.iter().map(String::as_str).collect();
        let outcomes = outcomes(reader, &folder, &skipped);
        assert_eq!(outcomes.len(), entries.len() - skipped.len(), "{reader}");
        let valid = entries.iter().filter(|entry| entry["valid"] == true);
        let missed: Vec<(&Value, &(String, String))> = valid
            .filter_map(|entry| Some((entry, outcomes.get(&path(entry))?)))
            .filter(|(_, (what, _))| what != "right" && what != "read")
            .collect();
        for (entry, (what, why)) in &missed {
            let is_known = facts.iter().any(|fact| fact.is_about(reader, entry));
            assert!(is_known, "{reader}: {what}: {why}\n{entry}");
        }
        for fact in facts.iter().filter(|fact| fact.reader == reader && !fact.is_dangerous) {
            let has_one = missed.iter().any(|(entry, _)| fact.is_about(reader, entry));
            assert!(has_one, "{reader} reads all files with {:?}", fact.conditions);
        }
        outcomes
    };
    let found: Vec<_> = thread::scope(|scope| {
        let running = READERS.map(|reader| scope.spawn(move || check(reader)));
        running.into_iter().map(|reader| reader.join().expect("the reader does what the page says")).collect()
    });
    let mut table = format!("| file | what is wrong | expected | {} |\n|---|---|---|", READERS.join(" | "));
    table += &"---|".repeat(READERS.len());
    for entry in entries.iter().filter(|entry| entry["valid"] == false) {
        let text = |key| entry[key].as_str().expect("a text");
        let name = text("file").trim_start_matches("wrong/").trim_end_matches(".parquet");
        table += &format!("\n| `{name}` | {} | {} |", text("what"), text("expect"));
        for (reader, outcomes) in READERS.iter().zip(&found) {
            let (what, why) = &outcomes[text("file")];
            assert!(
                *reader != "gush learn" || ["read", "refused"].contains(&what.as_str()),
                "{name}: {what} {why}"
            );
            table += &format!(" {} |", in_table(what));
        }
    }
    table += "\n";
    let (before, rest) = page.split_once(BEGIN).expect("where the table begins");
    let (recorded, after) = rest.split_once(END).expect("where the table ends");
    if std::env::var_os("GUSH_RECORD").is_some() {
        fs::write(project(PAGE), format!("{before}{BEGIN}{table}{END}{after}")).expect("the page is written");
    } else {
        // In which way it ends badly may depend on the machine, and so may what is read from memory that nobody has written.
        let rough = |table: &str| {
            let table = table.replace("**crash**", "**memory**").replace("**hang**", "**memory**");
            table.replace("other values", "read").replace("right", "read")
        };
        assert_eq!(rough(recorded), rough(&table), "GUSH_RECORD=1 writes the table");
    }
}
