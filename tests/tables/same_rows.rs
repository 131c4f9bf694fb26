//! Parts, shards, threads and the file that `--print-schema` writes have the rows that all of a table has.

use gush_testkit::Scratch;

use crate::tables::{generated, table};

/// Any part of these tables of `s.toml` has the rows of all of it.
#[track_caller]
pub(super) fn in_any_part(scratch: &Scratch, tables: &[&str]) {
    for name in tables {
        let lines: Vec<String> = table(scratch, name).iter().map(|row| row.join(",")).collect();
        let part = |options: &str| {
            let run = generated(scratch, &format!("--schema s.toml --table {name} -f csv {options}"));
            run.lines().iter().map(|line| (*line).to_owned()).collect::<Vec<_>>()
        };
        let shards: Vec<String> = (1..=3).flat_map(|shard| part(&format!("--shard {shard}/3"))).collect();
        assert_eq!(shards, lines, "{name}");
        for from in [0, lines.len() / 3, lines.len() / 2, lines.len() - 5] {
            assert_eq!(part(&format!("--rows {from}..{}", from + 5)), lines[from..from + 5], "{name}");
        }
        assert_eq!(part("-j 3"), lines, "{name}");
    }
}

/// What `--print-schema` writes of `s.toml` makes the same rows and the same keys.
#[track_caller]
pub(super) fn by_the_printed_file(scratch: &Scratch) {
    let printed = generated(scratch, "--schema s.toml --print-schema");
    scratch.write("again.toml", &printed.stdout);
    for dialect in ["sqlite", "postgres"] {
        let all = generated(scratch, &format!("--schema s.toml -f sql --dialect {dialect}")).stdout;
        generated(scratch, &format!("--schema again.toml -f sql --dialect {dialect}")).stdout_is(&all);
    }
}
