//! Schema files: read, written, and what wins over what.

use crate::rows::{CUSTOMER, gush, seeded};
use gush_testkit::{Outcome, Program, Scratch};

const CUSTOMERS: &str = r#"# Customers of a shop.
seed = 7
now = 2024-05-06
locale = "en"

[table.customers]
rows = 3
columns = [
  "id=seq",
  "email@unique@null=0.1",
  { name = "plan", generator = "enum", constraint = ["free, for ever", "pro"], case = "upper" },
  { name = "score", generator = "double", constraint = "0,10,1", null = 0.5, unique = false },
]
"#;

/// The same as column specs on the command line.
const WORDS: [&str; 4] = [
    "id=seq",
    "email@unique@null=0.1",
    r"plan=enum:free\, for ever,pro@upper",
    "score=double:0,10,1@null=0.5",
];

fn customers() -> Scratch {
    let scratch = Scratch::new();
    scratch.write("customers.toml", CUSTOMERS);
    scratch
}

fn within(scratch: &Scratch, sentence: &str) -> Program {
    gush(&format!("rows {sentence}")).within(scratch.folder())
}

#[track_caller]
fn generated(scratch: &Scratch, sentence: &str) -> Outcome {
    within(scratch, sentence).run().ok().silent()
}

#[test]
fn a_schema_file_gives_the_rows_of_its_arguments() {
    let scratch = customers();
    let arguments = gush("rows -f csv -H -l 3 --seed 7 --now 2024-05-06 -t customers").args(WORDS).run().ok();
    generated(&scratch, "--schema customers.toml -f csv -H").stdout_is(&arguments.stdout);
    let piped = within(&scratch, "--schema - -f csv -H").stdin(CUSTOMERS).run().ok().silent();
    assert_eq!(piped.stdout, arguments.stdout);
}

#[test]
fn the_table_has_its_name_in_sql() {
    let sql = generated(&customers(), "--schema customers.toml -f sql");
    assert!(
        sql.text().starts_with("BEGIN;\nINSERT INTO customers (id, email, \"plan\", score) VALUES"),
        "{}",
        sql.text()
    );
}

#[test]
fn options_win_over_the_file() {
    let scratch = customers();
    let with =
        |options: &str| generated(&scratch, &format!("--schema customers.toml -f csv {options}")).stdout;
    let plain = with("");
    assert_eq!(with("-l 2"), plain[..with("-l 2").len()]);
    assert_eq!(with("-l 2").iter().filter(|&&b| b == b'\n').count(), 2);
    assert_eq!(with("--rows 1..3"), plain[with("-l 1").len()..]);
    assert_ne!(with("--seed 8"), plain);
    assert_eq!(with("--seed 7 -t customers --now 2024-05-06 --locale en"), plain);
    let dated = "now = 2024-05-06\n[table.t]\nrows = 1\ncolumns = [\"date:,\", \"timestamp:1714953600\"]\n";
    scratch.write("dated.toml", dated);
    assert!(generated(&scratch, "--schema dated.toml").text().ends_with(" 1714953600\n"));
    assert!(
        !generated(&scratch, "--schema dated.toml --now 2026-01-01 --seed 1")
            .text()
            .ends_with(" 1714953600\n")
    );
}

#[test]
fn a_stream_may_be_asked_for_by_the_file_and_ended_by_an_option() {
    let scratch = Scratch::new();
    scratch.write("s.toml", "seed = 1\n[table.t]\nrows = \"stream\"\ncolumns = [\"id=seq\"]\n");
    generated(&scratch, "--schema s.toml -l 2").stdout_is("1\n2\n");
    let run = within(&scratch, "--schema s.toml").pipe_into("head -n 3");
    run.consumer.ok().stdout_is("1\n2\n3\n");
    scratch.write("r.toml", "[table.t]\nrows = \"5..7\"\ncolumns = [\"id=seq\"]\n");
    generated(&scratch, "--schema r.toml").stdout_is("6\n7\n");
}

/// The schema that a command line comes to, in a file of its own.
fn printed(arguments: &[&str]) -> (Scratch, String) {
    let scratch = Scratch::new();
    let run = gush("rows --print-schema").args(arguments).run().ok().silent();
    scratch.write("printed.toml", &run.stdout);
    (scratch, run.text().to_owned())
}

#[test]
fn a_printed_schema_makes_the_same_bytes() {
    let customer: Vec<&str> = CUSTOMER.split_whitespace().collect();
    let hard =
        [r#"a=enum:x\,y\@z\*,\\q@prefix=it's @suffix="q"@title"#, "é ü=noun", "noun", "seq:5,2@null=1"];
    for arguments in [
        &customer[..],
        &hard[..],
        &["-l", "5", "uuidv4", "date"],
        &["--rows", "2..9", "-t", "my table", "int"],
    ] {
        let (scratch, text) = printed(arguments);
        let again = generated(&scratch, "--schema printed.toml --print-schema");
        assert_eq!(again.text(), text, "the schema of the file is the file");
        for format in ["csv", "sql"] {
            let options = format!("--schema printed.toml -f {format}");
            let (seed, now) = (entry(&text, "seed"), entry(&text, "now"));
            let direct = gush(&format!("rows -f {format} --seed {seed} --now {now}"))
                .args(arguments)
                .run()
                .ok()
                .silent();
            generated(&scratch, &options).stdout_is(&direct.stdout);
        }
    }
}

/// The value of a key at the top, without its quotes.
fn entry<'t>(schema: &'t str, key: &str) -> &'t str {
    let line = schema.lines().find_map(|line| line.strip_prefix(key)).expect("the key is there");
    line.trim_matches([' ', '=', '"'])
}

#[test]
fn a_printed_schema_is_one_anybody_can_read() {
    let run = seeded("--print-schema -l 5 -t customers id=seq").arg("email@null=0.1").run().ok().silent();
    run.stdout_is(
        "seed = 7\nnow = \"2024-05-06T00:00:00Z\"\nlocale = \"en\"\n\n[table.customers]\nrows = 5\ncolumns = [\n  \
         \"id=seq\",\n  \"email@null=0.1\",\n]\n",
    );
    let run = gush("rows -S --seed 18446744073709551615 --now 0 --print-schema noun").run().ok().silent();
    assert!(run.text().starts_with("seed = \"18446744073709551615\"\nnow = \"1970-01-01T00:00:00Z\"\n"));
    assert!(run.text().contains("\nrows = \"stream\"\n"));
}

#[test]
fn names_that_no_column_spec_can_express_are_kept() {
    let scratch = Scratch::new();
    scratch.write(
        "odd.toml",
        "[table.\"a.b\".columns]\n\"a:b=c@d\" = \"int:1,2@null=0.5\"\n\"x\\\\\" = 'enum:a\\@b@prefix=p\\,q'\n",
    );
    let text = generated(&scratch, "--schema odd.toml --print-schema --seed 3").stdout;
    scratch.write("again.toml", &text);
    generated(&scratch, "--schema again.toml --print-schema").stdout_is(&text);
    let first = generated(&scratch, "--schema odd.toml --seed 3 -f csv -H").stdout;
    assert!(first.starts_with(b"a:b=c@d,x\\\n"), "{}", String::from_utf8_lossy(&first));
    generated(&scratch, "--schema again.toml -f csv -H").stdout_is(&first);
}

#[test]
fn a_schema_is_saved_and_the_rows_are_written() {
    let scratch = Scratch::new();
    let rows = generated(&scratch, "--save-schema new.toml -l 100 uuidv4 date").stdout;
    generated(&scratch, "--schema new.toml").stdout_is(&rows);
    assert_eq!(scratch.names(), ["new.toml"]);
    scratch.write("new.toml", "before");
    within(&scratch, "--save-schema new.toml emial").run().code(2);
    assert_eq!(scratch.read("new.toml"), b"before");
    let run = within(&scratch, "--save-schema nowhere/new.toml noun").run().code(1).stdout_is("");
    run.stderr_has("nowhere");
    assert_eq!(scratch.names(), ["new.toml"]);
}

#[test]
fn paths_begin_at_the_folder_of_the_schema_file() {
    let scratch = Scratch::new();
    for folder in ["tables", "tables/words", "other"] {
        std::fs::create_dir(scratch.path(folder)).expect("a folder");
    }
    scratch.write("tables/words/names", "Ada\n");
    scratch.write("tables/t.toml", "seed = 1\n[table.t]\nrows = 1\ncolumns = [\"file:words/names\"]\n");
    generated(&scratch, "--schema tables/t.toml").stdout_is("Ada\n");
    generated(&scratch, "--schema tables/t.toml --save-schema other/t.toml").stdout_is("Ada\n");
    generated(&scratch, "--schema other/t.toml").stdout_is("Ada\n");
    generated(&scratch, "-l 1 --save-schema tables/u.toml file:tables/words/names").stdout_is("Ada\n");
    generated(&scratch, "--schema tables/u.toml").stdout_is("Ada\n");
    generated(&scratch, "--schema tables/t.toml --save-schema tables/v.toml").stdout_is("Ada\n");
    let kept = String::from_utf8(scratch.read("tables/v.toml")).expect("text");
    assert!(kept.contains("\"file:words/names\""), "{kept}");
    let printed = generated(&scratch, "--schema tables/t.toml --print-schema");
    scratch.write("p.toml", &printed.stdout);
    generated(&scratch, "--schema p.toml").stdout_is("Ada\n");
}

#[test]
fn a_file_without_a_seed_is_new_each_time() {
    let scratch = Scratch::new();
    scratch.write("t.toml", "[table.t]\ncolumns = [\"uuidv4\"]\n");
    let run = generated(&scratch, "--schema t.toml");
    assert_eq!(run.lines().len(), 10);
    assert_ne!(run.stdout, generated(&scratch, "--schema t.toml").stdout);
}

/// What is a slip where somebody types a constraint is meant where a list has it, also in the file that is written again.
#[test]
fn lists_of_entries_are_literal() {
    let scratch = Scratch::new();
    let columns = [
        r#"{ name = "end", generator = "enum", constraint = ["x", ""] }"#,
        r#"{ name = "bar", generator = "enum", constraint = ["a|b"] }"#,
        r#"{ name = "none", generator = "enum", constraint = [""] }"#,
        r#"{ name = "weights", generator = "enum", constraint = ["x", ""], weights = [3, 1] }"#,
    ];
    scratch.write(
        "t.toml",
        format!("seed = 7\n[table.t]\nrows = 200\ncolumns = [\n{}\n]\n", columns.join(",\n")),
    );
    let rows = generated(&scratch, "--schema t.toml -f csv");
    let lines: std::collections::BTreeSet<&str> = rows.lines().into_iter().collect();
    let expected = [r#""",a|b,"","""#, r#""",a|b,"",x"#, r#"x,a|b,"","""#, r#"x,a|b,"",x"#];
    assert_eq!(lines.into_iter().collect::<Vec<_>>(), expected);
    let printed = generated(&scratch, "--schema t.toml --print-schema");
    scratch.write("p.toml", &printed.stdout);
    generated(&scratch, "--schema p.toml -f csv").stdout_is(&rows.stdout);
}
