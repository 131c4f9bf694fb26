//! Columnar formats of `gush rows`, read by other people's readers, one topic a file.

use gush_testkit::{Outcome, Program, Scratch, need::python_tool};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

mod again;
mod append;
mod bloom;
mod checksums;
mod corpus;
mod diagnostics;
mod faults;
mod files;
mod for_readers;
mod found;
mod lake;
mod nest;
mod points;
mod readers;
mod sorted;
mod statistics;
mod stored_types;
mod types;

/// `gush rows` with a fixed seed and a fixed now, not run yet.
fn seeded(sentence: &str) -> Program {
    Program::new(env!("CARGO_BIN_EXE_gush")).arg_line("rows --seed 7 --now 2024-05-06").arg_line(sentence)
}

/// The same, which must succeed in silence.
#[track_caller]
fn rows(sentence: &str) -> Outcome {
    seeded(sentence).run().ok().silent()
}

/// Writes a table in a columnar format, as ndjson and as csv, under one name, so that the three can be compared.
#[track_caller]
fn write_both(scratch: &Scratch, name: &str, ending: &str, options: &str, columns: &str) {
    // A generator that is the same in every row reports it.
    let to = |sentence: String| seeded(&sentence).within(scratch.folder()).run().ok();
    to(format!("{options} -o {name}.{ending} {columns}"));
    let rows = options.split(" -").map(|option| option.trim_start_matches('-'));
    let rows: Vec<String> =
        rows.filter(|option| option.starts_with("l ")).map(|option| format!("-{option}")).collect();
    // Rows of csv cannot be nested.
    let is_nested = format!("{options} {columns}").contains("--nest");
    for text in if is_nested { &["ndjson"][..] } else { &["ndjson", "csv"] } {
        to(format!("-f {text} {} -o {name}.{text} {columns}", rows.join(" ")));
    }
}

/// The output of a script of `tests/columnar` for a file or a folder.
#[track_caller]
fn script(name: &str, path: &Path) -> Outcome {
    let python = python_tool("python").expect("the tool was there");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/columnar").join(name);
    Program::new(python).arg(script).arg(path).run().ok()
}

/// All files under a folder, by their paths in it, with their bytes.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    fn add(top: &Path, folder: &Path, found: &mut BTreeMap<String, Vec<u8>>) {
        for entry in fs::read_dir(folder).expect("the folder is there") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                add(top, &path, found);
            } else {
                let name = path.strip_prefix(top).expect("it is in it").to_str().expect("text").to_owned();
                found.insert(name, fs::read(&path).expect("it is a file"));
            }
        }
    }
    let mut found = BTreeMap::new();
    add(folder, folder, &mut found);
    found
}

/// Reports why and returns where a reader is missing.
macro_rules! need_readers {
    () => {
        gush_testkit::need!("pyarrow", "duckdb", "polars", "fastavro")
    };
}
pub(crate) use need_readers;
