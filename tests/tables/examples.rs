//! The files of `examples/` work as they are: a database takes each of them with all keys checked.

use std::path::{Path, PathBuf};

use gush_testkit::{Program, Scratch, need};

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

/// What stands before and after a script: keys are checked while it is loaded, and once more at the end.
const CHECKED: &str = "pragma foreign_keys = on;\n";
const COUNTS: &str =
    "pragma foreign_key_check;\nselect count(*) > 1 from sqlite_master where type = 'table';\n";

#[test]
fn sqlite_takes_every_example() {
    need!("sqlite3");
    let mut count = 0;
    for entry in std::fs::read_dir(examples()).expect("there are examples") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|end| end != "toml") {
            continue;
        }
        let script = Program::new(env!("CARGO_BIN_EXE_gush"))
            .words("rows -f sql --dialect sqlite --scale 0.1 --schema")
            .arg(&path)
            .run()
            .ok()
            .silent()
            .stdout;
        let scratch = Scratch::new();
        let all = [CHECKED.as_bytes(), &script, COUNTS.as_bytes()].concat();
        Program::new("sqlite3")
            .args(["-bail", "db"])
            .within(scratch.folder())
            .stdin(all)
            .run()
            .ok()
            .silent()
            .stdout_is("1\n");
        count += 1;
    }
    assert!(count >= 4);
}
