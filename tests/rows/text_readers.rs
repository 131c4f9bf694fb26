//! Every text format, read by a reader that others wrote: Python's csv, json, XML and HTML, `PyYAML`, `markdown-it`.

use std::path::Path;

use crate::rows::seeded;
use gush_testkit::{Program, Scratch, need};

/// Texts that mean something to one format or another.
const TEXTS: &str = concat!(
    "O'Brien\nsay \"hi\"\na,b;c\ttab\nback\\slash \\n \\N\nπ ≠ 3 🎉\n100%\nno\non\n~\nnull\ntrue\nNaN\n.inf\n",
    "1e3\n0x1F\n0o17\n12:30:45\n2024-01-01\n- dash\na: b\n#hash\n&amp; <b>bold</b>\n<!-- no -->\n]]>\n|pipe|\n\\|\n*x* _y_ `z`\n",
    "[a](b)\n![a](b)\nhttps://example.com/?a=1&b=2\nwww.example.com\n~~gone~~\n@x %y !z\n{a: 1}\n[1, 2]\n> quote\n1. one\n",
    "=1+2\n' or 1=1 --\n$1 ${x} `x`\na\u{a0}b\u{2028}c\n\u{feff}mark\n--- \n...\n?\n",
);
const ROWS: &str = "2000";

#[test]
fn every_text_format_is_read_back_by_others() {
    need!("yaml", "markdown_it");
    let scratch = Scratch::new();
    scratch.write("lines", TEXTS);
    let path = scratch.path("lines").display().to_string();
    for format in ["csv", "tsv", "json", "ndjson", "yaml", "xml", "html", "markdown", "copy"] {
        let mut arguments = vec!["-f", format, "-l", ROWS, "-o"];
        let file = scratch.path(format).display().to_string();
        arguments.push(&file);
        if matches!(format, "csv" | "tsv") {
            arguments.push("-H");
        }
        let column = format!("v=file:{path}");
        arguments.extend(["id=seq", &column, "n=decimal:1,999,2@null=0.3", "ok=bool"]);
        let tags = format!("tags=file:{path}@list=0,3");
        if matches!(format, "json" | "ndjson" | "yaml" | "xml") {
            arguments.push(&tags);
        }
        seeded("").args(arguments).run().ok().silent();
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/rows/text_readers.py");
    let python = gush_testkit::need::python_tool("python").expect("the tool was there");
    let run = Program::new(python).arg(script).arg(scratch.path(".")).arg(&path).run().ok();
    run.stdout_is(format!("9 formats, {ROWS} rows\n"));
}

/// Numbers with an exponent are numbers to a reader of YAML 1.1 too, whose numbers have a point.
#[test]
fn yaml_has_numbers_with_exponents() {
    need!("yaml");
    let rows =
        seeded("-f yaml -l 400 a=float:-1e30,1e30 b=float:1e20,1e20 c=float:-1e-7,-1e-7 d=real:1e-9,9e-9");
    let python = gush_testkit::need::python_tool("python").expect("the tool was there");
    let script = "import sys, yaml; rows = yaml.safe_load(sys.stdin); \
                  print({type(value).__name__ for row in rows for value in row.values()}, rows[0]['b'], rows[0]['c'])";
    let read = format!("{} -c \"{script}\"", python.display());
    rows.pipe_into(&read).ok().stdout_is("{'float'} 1e+20 -1e-07\n");
}
