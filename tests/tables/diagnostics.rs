//! Errors in a file of several tables: each with its position, and what would be right. The file `diagnostics.txt` is a table of
//! invalid files, each with the exact report. `GUSH_RECORD=1` writes it again.

use crate::tables::{schema, within};
use std::fmt::Write as _;
use std::path::Path;

#[test]
fn invalid_files_are_refused_with_the_recorded_messages() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/tables/diagnostics.txt");
    let table = std::fs::read_to_string(&path).expect("the table can be read");
    let record = std::env::var_os("GUSH_RECORD").is_some();
    let mut recorded = String::new();
    let mut count = 0;
    for case in table.split(">>>\n").skip(1) {
        let (file, message) = case.split_once("---\n").expect("a case has a file and its report");
        let run = within(&schema(file), "--schema s.toml -f sql").run().code(2).stdout_is("");
        let _ = write!(recorded, ">>>\n{file}---\n{}\n", run.errors());
        if !record {
            run.stderr_is(format!("{}\n", message.trim_end()));
        }
        count += 1;
    }
    if record {
        std::fs::write(&path, recorded).expect("the table can be written");
    }
    assert!(count > 25);
}
