//! The values of each generator, held to what Python's own readers take: its parsers of mail addresses, addresses of the
//! Internet, UUIDs and dates, its JSON and its SQLite.

use std::path::Path;

use crate::fakedata::{GENERATORS, generated};
use gush_testkit::{Program, need};

const ROWS: usize = 500;

#[test]
fn values_are_valid_for_other_readers() {
    need!("python3");
    let generators = GENERATORS.split_whitespace().filter(|generator| *generator != "file");
    let columns: Vec<String> = (0..).zip(generators).map(|(at, name)| format!("c{at}={name}")).collect();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fakedata/kinds.py");
    for format in ["ndjson", "sql"] {
        let text = generated(&format!(
            "-l {ROWS} --seed 3 --now 2024-05-06 -f {format} -t made {}",
            columns.join(" ")
        ))
        .stdout;
        let read = Program::new("python3").arg(&script).arg(format).args(&columns).stdin(text).run().ok();
        read.stdout_is(format!("read {ROWS} rows of {} columns\n", columns.len()));
    }
}
