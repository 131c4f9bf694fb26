//! The formats, to the byte where chance is pinned, and by other readers where it is not.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;

use crate::rows::{DIFFICULT, difficult_lines, rows, seeded};

#[test]
fn column_joins_values_and_never_quotes() {
    rows("-l 2 int:42,42 enum:foo,foo").stdout_is("42 foo\n42 foo\n");
    rows(r#"-l 1 -s | enum:a"b const:c|d"#).stdout_is("a\"b|c|d\n");
    rows("-f column -l 1 -s :: int:1,1 int:2,2").stdout_is("1::2\n");
    crate::rows::seeded("-l 1 int:1,1 int:2,2 -s").arg("\t").run().ok().stdout_is("1\t2\n");
    crate::rows::seeded("-l 1 int:1,1 int:2,2 -s").arg("").run().ok().stdout_is("12\n");
    rows("-l 1 int:1,1 v=int:1,1@null=1 int:2,2").stdout_is("1  2\n");
}

#[test]
fn separators_are_any_bytes() {
    let separated = |format: &str, separator: &[u8]| {
        let separator = OsStr::from_bytes(separator);
        seeded(&format!("-f {format} -H -l 1 a=int:1,1 b=int:2,2 -s")).arg(separator).run()
    };
    separated("column", b"\xa7").ok().silent().stdout_is(b"a\xa7b\n1\xa72\n");
    separated("column", b"\xff\xfe").ok().silent().stdout_is(b"a\xff\xfeb\n1\xff\xfe2\n");
    separated("csv", b"\xa7").code(2).stdout_is("").stderr_has("csv needs one of these as its separator");
    separated("json", b"\xa7").code(2).stdout_is("").stderr_has("json has no separator to choose");
    // Digits beside numbers separate nothing; elsewhere `-s` is the seed.
    separated("column", b"42").code(2).stdout_is("").stderr_has("did you mean `--seed 42`?");
}

#[test]
fn headers_name_the_columns() {
    rows("-H -l 1 id=int:1,1 name.first=int:2,2 int:3,3").stdout_is("id name.first int\n1 2 3\n");
    rows("-H -f csv -l 1 id=int:1,1 int:2,2").stdout_is("id,int\n1,2\n");
    rows("-H -f tsv -l 0 id=int:1,1 int:2,2").stdout_is("id\tint\n");
    // Readers of csv take columns by their names; without names in the file, two may have the same.
    for format in ["csv", "tsv"] {
        let arguments = format!("-f {format} -l 1 id=int:1,1 id=int:2,2");
        let text = format!("{format} needs names that differ, and `id` is taken; write NAME=int:2,2");
        seeded(&arguments).arg("-H").run().code(2).stdout_is("").stderr_has(&text);
        assert_eq!(rows(&arguments).text().len(), 4);
    }
    rows("-f column -H -l 1 id=int:1,1 id=int:2,2").stdout_is("id id\n1 2\n");
    crate::rows::seeded("-H -f csv -l 0")
        .args(["a,b=int", "c\"d=int"])
        .run()
        .ok()
        .stdout_is("\"a,b\",\"c\"\"d\"\n");
}

#[test]
fn csv_is_quoted_by_rfc_4180() {
    let csv = |column: &str| crate::rows::seeded("-f csv -l 1").arg(column).run().ok().silent();
    csv("enum:plain text").stdout_is("plain text\n");
    csv(r"enum:a\,b").stdout_is("\"a,b\"\n");
    csv("enum:a\"b").stdout_is("\"a\"\"b\"\n");
    csv("enum:a\nb").stdout_is("\"a\nb\"\n");
    csv("enum:a\rb").stdout_is("\"a\rb\"\n");
    csv("v=enum:a@null=1").stdout_is("\n");
    // So that an empty text is not taken for null.
    csv("enum:*1").stdout_is("\"\"\n");
    rows("-f csv -s ; -l 1 const:a;b int:1,1").stdout_is("\"a;b\";1\n");
    rows(r"-f csv -s ; -l 1 enum:a\,b int:1,1").stdout_is("a,b;1\n");
}

#[test]
fn tsv_is_quoted_like_csv() {
    let tsv = |column: &str| crate::rows::seeded("-f tsv -l 1 int:1,1").arg(column).run().ok().silent();
    tsv(r"enum:a\,b").stdout_is("1\ta,b\n");
    tsv("enum:a\tb").stdout_is("1\t\"a\tb\"\n");
    tsv("enum:a\"b").stdout_is("1\t\"a\"\"b\"\n");
}

#[test]
fn ndjson_has_types_and_the_order_asked_for() {
    let columns = "z=int:7,7 a=enum:x b=bool:1 d=double:1.5,1.5,2 day=date:2024-02-29,2024-02-29 n=int@null=1 \
                   at=timestamp:9,9 s=seq";
    let row = r#"{"z":7,"a":"x","b":true,"d":1.50,"day":"2024-02-29","n":null,"at":9,"s":1}"#;
    rows(&format!("-f ndjson -l 1 {columns}")).stdout_is(format!("{row}\n"));
}

#[test]
fn json_is_escaped_by_rfc_8259() {
    let json = |column: &str| crate::rows::seeded("-f ndjson -l 1").arg(column).run().ok().silent();
    json("v=enum:a\"b\\c\n\t\r\u{1}π").stdout_is("{\"v\":\"a\\\"b\\\\c\\n\\t\\r\\u0001π\"}\n");
    json("a\"b=int:1,1").stdout_is("{\"a\\\"b\":1}\n");
}

#[test]
fn sql_is_typed_quoted_and_batched() {
    let columns =
        "id=seq a=enum:don't b=bool:0 d=double:0.5,0.5 n=int@null=1 domain.tld=enum:x select=int:1,1";
    let row = |id: u32| format!("({id}, 'don''t', FALSE, 0.5000, NULL, 'x', 1)");
    let insert = "INSERT INTO people (id, a, b, d, n, \"domain.tld\", \"select\") VALUES\n";
    let one = row(1);
    rows(&format!("-f sql --transaction never -t people -l 1 {columns}"))
        .stdout_is(format!("{insert}{one};\n"));
    let [first, second, third] = [row(1), row(2), row(3)];
    rows(&format!("-f sql -t people -l 3 --batch 2 {columns}"))
        .stdout_is(format!("BEGIN;\n{insert}{first},\n{second};\n{insert}{third};\nCOMMIT;\n"));
}

#[test]
fn sql_has_a_thousand_rows_a_statement() {
    let run = rows("-f sql --transaction never -l 2_500 id=seq");
    let statements: Vec<usize> = run.text().split_terminator(";\n").map(|s| s.lines().count() - 1).collect();
    assert_eq!(statements, [1000, 1000, 500]);
}

#[test]
fn table_names_are_quoted_where_they_must_be() {
    rows("-f sql --transaction never -t Order -l 1 id=seq")
        .stdout_is("INSERT INTO \"Order\" (id) VALUES\n(1);\n");
    rows("-f sql --transaction never -t order -l 1 id=seq")
        .stdout_is("INSERT INTO \"order\" (id) VALUES\n(1);\n");
    rows("-f sql --transaction never -t shop.Order -l 1 id=seq")
        .stdout_is("INSERT INTO shop.\"Order\" (id) VALUES\n(1);\n");
    rows("-f sql --transaction never -t a\"b -l 1 id=seq")
        .stdout_is("INSERT INTO \"a\"\"b\" (id) VALUES\n(1);\n");
}

#[test]
fn json_is_one_array_whatever_its_length() {
    let columns = "id=seq s=enum:x n=int@null=1";
    rows(&format!("-f json -l 0 {columns}")).stdout_is("[]\n");
    rows(&format!("-f json -l 1 {columns}")).stdout_is("[\n{\"id\":1,\"s\":\"x\",\"n\":null}\n]\n");
    rows(&format!("-f json -l 2 {columns}"))
        .stdout_is("[\n{\"id\":1,\"s\":\"x\",\"n\":null},\n{\"id\":2,\"s\":\"x\",\"n\":null}\n]\n");
    // The rows of a range are a complete file, too.
    rows("-f json --rows 5..6 id=seq").stdout_is("[\n{\"id\":6}\n]\n");
    rows("-f json --rows 5..5 id=seq").stdout_is("[]\n");
    gush_testkit::need!("jq");
    seeded("-f json -l 100k id=seq name").pipe_into("jq length").ok().stdout_is("100000\n");
}

#[test]
fn shards_of_every_format_are_all_rows() {
    for options in [
        "-f column -H",
        "-f csv -H",
        "-f tsv",
        "-f ndjson",
        "-f json",
        "-f sql --batch 10 --create-table --transaction whole",
        "-f sql --transaction never",
        "-f copy -H",
        "-f copy --create-table",
        "-f markdown",
        "-f html",
        "-f xml",
        "-f yaml",
        "-f raw",
    ] {
        for limit in [0, 1, 35] {
            let wish = format!("{options} -l {limit} id=seq b=bool d=double@null=0.3");
            let shard = |part: u32| rows(&format!("--shard {part}/4 {wish}")).stdout;
            gush_testkit::assert_same([shard(1), shard(2), shard(3), shard(4)].concat(), rows(&wish).stdout);
        }
    }
}

#[test]
fn copy_escapes_by_backslashes_and_has_its_own_nulls() {
    let copy = |column: &str| seeded("-f copy -l 1").args([column, "b=bool:1"]).run().ok().silent();
    copy("v=enum:a\tb\nc\r\\\\").stdout_is("a\\tb\\nc\\r\\\\\tt\n");
    copy("v=enum:a@null=1").stdout_is("\\N\tt\n");
    copy("v=enum:*1").stdout_is("\tt\n");
    rows("-f copy -H -l 0 id=seq name.first=noun").stdout_is("id\tname.first\n");
}

#[test]
fn markdown_is_a_table_with_everything_else_escaped() {
    let head = "| id | v\\|w |\n| ---: | --- |\n";
    let table = |value: &str| {
        seeded("-f markdown -l 1 id=seq").arg(format!("v|w=const:{value}")).run().ok().silent().stdout
    };
    assert_eq!(String::from_utf8_lossy(&table("a|b\n\\*c\\*")), format!("{head}| 1 | a\\|b<br>\\*c\\* |\n"));
    rows("-f markdown -l 1 n=int@null=1").stdout_is("| n |\n| ---: |\n|  |\n");
    rows("-f markdown -H -l 0 id=seq").stdout_is("| id |\n| ---: |\n");
}

#[test]
fn html_is_a_table_with_a_head_and_a_body() {
    let table = |body: &str| {
        format!(
            "<table>\n<thead>\n<tr><th>id</th><th>a&amp;b</th></tr>\n</thead>\n<tbody>\n{body}</tbody>\n</table>\n"
        )
    };
    let html =
        |limit: &str, column: &str| seeded("-f html id=seq -l").args([limit, column]).run().ok().silent();
    html("0", "a&b=noun").stdout_is(table(""));
    html("1", "a&b=enum:<i>\"x\"").stdout_is(table("<tr><td>1</td><td>&lt;i&gt;&quot;x&quot;</td></tr>\n"));
    html("1", "a&b=noun@null=1").stdout_is(table("<tr><td>1</td><td></td></tr>\n"));
}

#[test]
fn xml_is_an_element_a_row() {
    let document = |table: &str, body: &str| {
        let xsi = "http://www.w3.org/2001/XMLSchema-instance";
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<{table} xmlns:xsi=\"{xsi}\">\n{body}</{table}>\n"
        )
    };
    let xml = |limit: &str, column: &str| {
        seeded("-f xml -t people id=seq -l").args([limit, column]).run().ok().silent()
    };
    xml("0", "a b=noun").stdout_is(document("people", ""));
    let row = |cell: &str| document("people", &format!("  <row><id>1</id>{cell}</row>\n"));
    xml("1", "a b=enum:<i>&").stdout_is(row("<a_x0020_b>&lt;i&gt;&amp;</a_x0020_b>"));
    xml("1", "a=noun@null=1").stdout_is(row("<a xsi:nil=\"true\"/>"));
    xml("1", "a=enum:*1").stdout_is(row("<a></a>"));
    seeded("-f xml -l 1 a=int a=int").run().code(2).stdout_is("");
    gush_testkit::need!("python3");
    let count =
        "import sys, xml.etree.ElementTree as tree; print(len(tree.parse(sys.stdin.buffer).getroot()))";
    seeded("-f xml -l 10k id=seq name").pipe_into(&format!("python3 -c '{count}'")).ok().stdout_is("10000\n");
}

#[test]
fn yaml_is_a_sequence_of_mappings() {
    let yaml =
        |limit: &str, column: &str| seeded("-f yaml id=seq -l").args([limit, column]).run().ok().silent();
    yaml("0", "a=noun").stdout_is("[]\n");
    yaml("2", "no=enum:yes").stdout_is("- id: 1\n  \"no\": \"yes\"\n- id: 2\n  \"no\": \"yes\"\n");
    yaml("1", "a b=int@null=1").stdout_is("- id: 1\n  \"a b\": null\n");
    seeded("-f yaml -l 1 a=int a=int").run().code(2).stdout_is("");
}

/// The values as column format has them: the measure for what other readers find.
fn difficult_values(path: &str) -> String {
    let run = rows(&format!("-l 500 -t t v=file:{path}"));
    assert!(DIFFICULT.lines().all(|line| run.lines().contains(&line)), "500 draws of 6 lines have them all");
    run.text().to_owned()
}

#[test]
fn others_read_difficult_values_back() {
    gush_testkit::need!("sqlite3", "jq");
    let scratch = difficult_lines();
    let path = scratch.path("lines").display().to_string();
    let values = difficult_values(&path);
    let through = |format: &str, consumer: &str| {
        let program = crate::rows::seeded(&format!("-f {format} -l 500 -t t v=file:{path} id=seq"));
        program.pipe_into(consumer).ok().stdout_is(&values);
    };
    through("ndjson", "jq -r .v");
    let table = "create table t (v text, id integer)";
    let read = "select v from t order by id";
    through("csv", &format!("sqlite3 -cmd '{table}' -cmd '.import --csv /dev/stdin t' :memory: '{read}'"));
    through("sql", &format!("(echo '{table};'; cat; echo '{read};') | sqlite3 -bail"));
}
