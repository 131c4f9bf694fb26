//! The formats, to the byte, with chance pinned by ranges of one value.

use crate::fakedata::{GUSH, fakedata, generated};
use gush_testkit::Program;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;

#[test]
fn column_joins_values_with_a_space() {
    generated("int:42,42 enum:foo,foo").stdout_is("42 foo\n".repeat(10));
    generated("-f column -l 2 int:42,42 enum:foo,foo").stdout_is("42 foo\n42 foo\n");
    generated("-l 0 int:42,42").stdout_is("");
}

#[test]
fn separators_are_taken_as_they_are() {
    let separated =
        |separator: &str| fakedata("-l1 int:42,42 enum:foo,foo -s").arg(separator).run().ok().silent();
    for separator in [",", "\t", "::", "", " ", r"\t", "'", "é", "-l", "\n"] {
        separated(separator).stdout_is(format!("42{separator}foo\n"));
    }
    // A number, which `gush rows` takes for a seed, and bytes that are no text.
    separated("42").stdout_is("4242foo\n");
    for option in [b"-s\xa7\xff".as_slice(), b"--separator=\xa7\xff"] {
        let run = fakedata("-l1 int:42,42 enum:foo,foo").arg(OsStr::from_bytes(option)).run().ok().silent();
        run.stdout_is(b"42\xa7\xfffoo\n");
    }
}

#[test]
fn column_never_quotes() {
    let value = |column: &str| fakedata("-s, -l1 int:1,1").arg(column).run().ok().silent();
    value("enum:a\"b").stdout_is("1,a\"b\n");
    value("enum:don't").stdout_is("1,don't\n");
    value("enum:a b").stdout_is("1,a b\n");
}

#[test]
fn a_header_names_the_columns() {
    generated("-H -l1 int:42,42 enum:foo,foo").stdout_is("int enum\n42 foo\n");
    generated("-H -l1 -s, age=int:42,42 enum:foo,foo").stdout_is("age,enum\n42,foo\n");
    generated("-H -l0 a=int b=int").stdout_is("a b\n");
    generated("-H -l1 int:1,1 int:2,2").stdout_is("int int\n1 2\n");
}

#[test]
fn sql_is_one_insert_a_row() {
    let row = "INSERT INTO TABLE (int,enum) VALUES ('42','foo');\n";
    generated("-f sql int:42,42 enum:foo,foo").stdout_is(row.repeat(10));
    let row = "INSERT INTO TABLE (age,name) VALUES ('42','foo');\n";
    generated("-f=sql -l3 age=int:42,42 name=enum:foo,foo").stdout_is(row.repeat(3));
    let row = "INSERT INTO USERS (int,enum) VALUES ('42','foo');\n";
    generated("-f sql -t=USERS -l 1 int:42,42 enum:foo,foo").stdout_is(row);
    generated("-f sql -l 1 int:42,42").stdout_is("INSERT INTO TABLE (int) VALUES ('42');\n");
}

#[test]
fn sql_keeps_the_order_and_the_names_that_were_typed() {
    let row = "INSERT INTO my.Table (z,domain.tld,a b) VALUES ('1','2','3');\n";
    let program = fakedata("-f sql -t my.Table -l1 z=int:1,1 domain.tld=int:2,2").arg("a b=int:3,3");
    program.run().ok().silent().stdout_is(row);
}

#[test]
fn sql_doubles_quotes() {
    let value = |column: &str| fakedata("-f sql -l1").arg(column).run().ok().silent();
    value("v=enum:don't").stdout_is("INSERT INTO TABLE (v) VALUES ('don''t');\n");
    value("v=enum:'").stdout_is("INSERT INTO TABLE (v) VALUES ('''');\n");
    value("v=enum:a\\b\"").stdout_is("INSERT INTO TABLE (v) VALUES ('a\\b\"');\n");
}

#[test]
fn ndjson_is_one_object_of_strings_a_line_with_sorted_keys() {
    let row = "{\"enum\":\"foo\",\"int\":\"42\"}\n";
    generated("-f ndjson int:42,42 enum:foo,foo").stdout_is(row.repeat(10));
    let row = "{\"B\":\"1\",\"a\":\"2024-02-29\",\"b\":\"1.5000\",\"z\":\"9\"}\n";
    let columns = "z=int:9,9 b=enum:1.5000 a=date:2024-02-29,2024-02-29 B=int:1,1";
    generated(&format!("-f ndjson -l 2 {columns}")).stdout_is(row.repeat(2));
}

#[test]
fn ndjson_is_escaped_as_the_go_program_did() {
    let value = |column: &str| fakedata("-f ndjson -l1").arg(column).run().ok().silent();
    value("v=enum:a\"b\\c\tπ").stdout_is("{\"v\":\"a\\\"b\\\\c\\tπ\"}\n");
    value("a\"b=int:1,1").stdout_is("{\"a\\\"b\":\"1\"}\n");
    value("v=enum:<a&b>").stdout_is("{\"v\":\"\\u003ca\\u0026b\\u003e\"}\n");
}

#[test]
fn every_row_of_many_has_its_format() {
    let columns = "id=int name email country note=sentence at=timestamp score=double";
    let run = generated(&format!("-f sql -l 5k {columns}"));
    assert_eq!(run.lines().len(), 5000);
    for line in run.lines() {
        let values = line.strip_prefix("INSERT INTO TABLE (id,name,email,country,note,at,score) VALUES ('");
        let values = values.and_then(|values| values.strip_suffix("');")).expect("a complete statement");
        assert_eq!(values.split("','").count(), 7, "{line}");
    }
    let run = generated(&format!("-f ndjson -l 5k {columns}"));
    for line in run.lines() {
        assert!(line.starts_with("{\"at\":\"") && line.ends_with("\"}"), "{line}");
        assert_eq!(line.matches("\":\"").count(), 7, "{line}");
    }
    assert_eq!(run.lines().len(), 5000);
}

#[test]
fn the_order_of_the_keys_leaves_the_values_alone() {
    let sorted = generated("--seed 7 -f ndjson -l 3 a=name b=noun").stdout;
    generated("--seed 7 -f ndjson -l 3 b=noun a=name").stdout_is(sorted);
}

#[test]
fn a_seed_gives_the_values_that_gusher_has() {
    let columns = "id=int noun domain born=date enum:a,b,c";
    let rows = Program::new(GUSH)
        .arg_line("rows --seed 7 --now 2024-05-06 -t TABLE -l 500")
        .arg_line(columns)
        .run()
        .ok();
    generated(&format!("--seed 7 --now 2024-05-06 -l 500 {columns}")).stdout_is(&rows.stdout);
    generated(&format!("--seed 7 --now 2024-05-06 -l 500 --threads 3 {columns}")).stdout_is(&rows.stdout);
    let again = [generated("-l 5 uuidv4").stdout, generated("-l 5 uuidv4").stdout];
    assert_ne!(again[0], again[1], "without a seed each run differs");
}
