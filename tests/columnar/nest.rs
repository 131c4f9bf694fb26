//! `--nest`: columns whose names have dots are fields of structs, with the values that they have otherwise.

use crate::columnar::{need_readers, rows, script, seeded, write_both};
use gush_testkit::{Scratch, assert_same};

const COLUMNS: &str = "id=seq a.city=city a.zip=postcode name a.tags=noun@list=0,2 b.c.d=bool@null=0.5";

#[test]
fn names_with_dots_are_structs_in_formats_that_have_them() {
    let columns = "id=seq a.m=int:1,9@null=1 name a.b.c=enum:x";
    for (format, expected) in [
        ("ndjson", r#"{"id":1,"a":{"m":null,"b":{"c":"x"}},"name":"Nicholas York"}"#),
        ("json", r#"{"id":1,"a":{"m":null,"b":{"c":"x"}},"name":"Nicholas York"}"#),
        ("yaml", r#"  a: {m: null, b: {c: "x"}}"#),
        ("xml", r#"<a><m xsi:nil="true"/><b><c>x</c></b></a>"#),
    ] {
        let run = rows(&format!("-l 1 -f {format} --nest {columns}"));
        assert!(run.text().contains(expected), "{}", run.text());
    }
    rows("-l 1 -f ndjson --nest --tag t a.b=seq").stdout_is("{\"t\":\"data\",\"a\":{\"b\":1}}\n");
    for format in ["column", "csv -H", "tsv", "sql --create-table", "copy", "markdown", "html"] {
        let flat = rows(&format!("-l 3 -f {format} {COLUMNS}")).stdout;
        assert_same(rows(&format!("-l 3 -f {format} --nest {COLUMNS}")).stdout, flat);
    }
    assert_same(rows("-l 3 -f json --nest id=seq name").stdout, rows("-l 3 -f json id=seq name").stdout);
}

/// Where the format is chosen in a schema file's run, and where columns are computed from fields and fields from columns.
#[test]
fn computed_columns_read_fields() {
    let scratch = Scratch::new();
    let text = "[table.t]\nrows = 2\ncolumns = [\"id=seq\", \"m.a=int:2,2\", { name = \"m.b\", expr = '\"m.a\" * id' }, { name = \"c\", expr = '\"m.b\" + 1' }]\n";
    scratch.write("s.toml", text);
    seeded("--schema s.toml -f ndjson --nest").within(scratch.folder()).run().ok().stdout_is(
        "{\"id\":1,\"m\":{\"a\":2,\"b\":2},\"c\":3}\n{\"id\":2,\"m\":{\"a\":2,\"b\":4},\"c\":5}\n",
    );
}

#[test]
fn bytes_do_not_depend_on_threads() {
    for format in ["ndjson", "parquet --row-group 1k", "arrow", "avro"] {
        let args = format!("-l 5k -f {format} --nest {COLUMNS}");
        assert_same(rows(&format!("-j 3 {args}")).stdout, rows(&format!("-j 1 {args}")).stdout);
    }
}

#[test]
fn structs_by_name_are_read_back() {
    need_readers!();
    let scratch = Scratch::new();
    for ending in ["parquet", "arrow", "arrows", "avro"] {
        for count in [0, 1, 299, 300, 301] {
            let name = format!("{ending}-{count}");
            let columns = format!(
                "--nest {COLUMNS} b.at=datetime@null=0.2 b.c.u=uuidv4 b.c.d5=decimal:-5,500,2@null=0.1"
            );
            write_both(&scratch, &name, ending, &format!("-l {count} --row-group 300"), &columns);
        }
    }
    let values = 4 * (1 + 299 + 300 + 301) * 4;
    script("compare.py", scratch.folder()).stdout_is(format!("20 files agree in {values} values\n"));
}

#[test]
fn names_that_cannot_be_nested_are_reported() {
    let run = seeded("-f parquet --nest a=int a.b=int .x=int y.z.=int k.a.b=int k.a=int ok.x=int").run();
    run.code(2).stdout_is("").stderr_is(
        "gush: 4 errors in the arguments; nothing was written
  a.b=int
  ^^^^^^^ `a` cannot be both a column and a struct of `a.b`; give one of them another name
  .x=int
  ^^^^^^ a field's name is missing in `.x`: there must be one on each side of a dot
  y.z.=int
  ^^^^^^^^ a field's name is missing in `y.z.`: there must be one on each side of a dot
  k.a=int
  ^^^^^^^ `k.a` cannot be both a column and a struct of `k.a.b`; give one of them another name
",
    );
    let run = seeded("-f ndjson --nest --tag a id=seq a.b=int").run().code(2).stdout_is("");
    run.stderr_has("`a` is the key of the table's name; give one of them another name");
    seeded("-f csv --nest a=int a.b=int .x=int").run().ok().silent();
    let run = seeded("--nest -e x").run().code(2).stdout_is("");
    run.stderr_has("--nest").stderr_has("the template says how rows are written");
}
