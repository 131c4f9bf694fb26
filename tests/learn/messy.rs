//! CSV files as people have them: our types are those of DuckDB's sniffer, or better ones, as a table of the documents says.

use std::path::Path;

use gush_testkit::{Program, Scratch, need, need::python_tool};

use super::gush;

/// `tools/messy-csv` writes the files, and knows what is expected of each column.
#[test]
fn types_are_those_of_duckdb_or_better() {
    need!("duckdb");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let python = python_tool("python").expect("the tool was there");
    let tool = Program::new(python).arg(root.join("tools/messy-csv"));
    let found = tool.arg("--gush").arg(env!("CARGO_BIN_EXE_gush")).run().ok();
    let page = std::fs::read_to_string(root.join("docs/engineering/learn.md")).expect("the page is there");
    for line in found.text().lines() {
        assert!(page.contains(line), "docs/engineering/learn.md lacks this: {line}");
    }
}

/// Numbers and times are written as the source has them, where the schema file has a word for it.
#[test]
fn rows_are_written_as_the_source_has_them() {
    let scratch = Scratch::new();
    let mut text = String::from("usd;share;price;at;active\n");
    for row in 0..60 {
        let active = if row % 3 == 0 { "ja" } else { "nein" };
        text += &format!(
            "$ {row}.50;{row}%;1.{row:03},25;{}/{}/24 {}:{row:02} PM;{active}\n",
            row % 12 + 1,
            row % 28 + 1,
            row % 12 + 1
        );
    }
    scratch.write("t.csv", &text);
    let learned = gush(&scratch, "learn t.csv").run().ok().text().to_owned();
    for expected in [
        "columns.usd = { generator = \"decimal\", constraint = \"0.5,60,2\", prefix = \"$ \" }",
        "columns.share = \"int:0,59@suffix=%\"",
        "columns.price = \"decimal:1000,1100,2\" # the range of the source, rounded outwards; it writes 1.234,50",
        "@format=%-m/%-d/%y %-I:%M %p\"",
        "columns.active = \"enum:nein*667,ja*333\"",
    ] {
        let is_there = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ").contains(expected);
        assert!(learned.lines().any(is_there), "{expected}: {learned}");
    }
    scratch.write("t.toml", &learned);
    let rows = gush(&scratch, "rows --schema t.toml --seed 7 -l 40 -f csv").run().ok().text().to_owned();
    assert!(
        rows.lines().all(|line| line.starts_with("$ ") && line.contains("%,") && line.contains("/24 ")),
        "{rows}"
    );
    // Few rows show no words of the source, but those for yes and no are known.
    scratch.write("few.csv", "active,n\nY,1\nN,2\nY,3\n");
    let few = gush(&scratch, "learn few.csv").run().ok().text().to_owned();
    assert!(few.contains("columns.active = \"enum:N,Y\""), "{few}");
}

/// What may mean two things is marked.
#[test]
fn what_is_doubtful_is_marked() {
    let scratch = Scratch::new();
    scratch.write("t.csv", "n;d;m\n1,234;01/02/24;1,50\n5,678;03/04/24;$2\n");
    let text = gush(&scratch, "learn t.csv --from csv").run().ok().text().to_owned();
    for expected in ["1,234 is read as 1234, and may be 1.234", "day and month may be the other way round"] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    assert!(
        text.contains("columns.m = { generator = \"regex\"") || text.contains("columns.m = \"sentence"),
        "{text}"
    );
}
