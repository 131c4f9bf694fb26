//! `check` in a schema file, and `gush check --rows-of`: what breaks a condition is counted by others, too.

use gush_testkit::{Outcome, Postgres, Program, Scratch, need};

use crate::tables::checked::Database;
use crate::tables::{generated, schema};

const SCHEMA: &str = r#"
seed = 7
[table.users]
rows = 500
columns.id = "seq"
columns.tenant = "int:1,3"
columns.mail = "enum:a,A,b*40,C*5@null=0.1"
columns.age = "int:10,90"
columns.active = "bool:0.5@null=0.2"
check = ["age >= 18", { name = "one mail", unique = ["tenant", "lower(mail)"], where = "active" }, "tenant < 9", "id * 2 > age or active is null"]

[table.orders]
rows = { per = "users", each = 2 }
columns.id = "seq"
columns.user = "ref:users.id"
columns.placed = "date:2024-01-01,2024-12-31"
columns.shipped = "date:2024-01-01,2024-12-31@null=0.3"
check.order = "shipped >= placed"
"#;

/// What SQLite itself counts in the rows, in the order of the checks.
const COUNTS: [&str; 5] = [
    "select count(*) from users where not (age >= 18)",
    "select count(*) from (select 1 from users where active and mail is not null group by tenant, lower(mail) having count(*) > 1)",
    "select count(*) from users where not (tenant < 9)",
    "select count(*) from users where not (id * 2 > age or active is null)",
    "select count(*) from orders where not (shipped >= placed)",
];

fn counted(scratch: &Scratch, rows: &str) -> Outcome {
    let check = Program::new(env!("CARGO_BIN_EXE_gush")).args(["check", "s.toml", "--rows-of", rows]);
    check.within(scratch.folder()).run()
}

#[test]
fn what_breaks_a_check_is_counted() {
    let scratch = schema(SCHEMA);
    generated(&scratch, "--schema s.toml --into sqlite:s.db --progress=never");
    let database = rusqlite::Connection::open(scratch.path("s.db")).expect("it was made");
    let counts = COUNTS
        .map(|query| database.query_row(query, [], |row| row.get::<_, u64>(0)).expect("the query is right"));
    assert!(counts[0] > 0 && counts[1] > 0 && counts[2] == 0 && counts[3] > 0 && counts[4] > 0, "{counts:?}");
    let run = counted(&scratch, "500").code(1).stderr_has("4 of ");
    let text = run.text();
    for (count, promise) in counts.iter().zip([
        "users meets age >= 18: broken by {} rows, such as id = ",
        "users meets one mail: unique (tenant, lower(mail)) where active: broken by {} values, such as tenant = ",
        "",
        "users meets id * 2 > age or active is null: broken by {} rows, such as id = ",
        "orders meets order: shipped >= placed: broken by {} rows, such as id = ",
    ]) {
        let expected = promise.replace("{}", &count.to_string());
        assert!(*count == 0 || text.contains(&expected), "{expected}: {text}");
    }
    assert_eq!(text.lines().count(), 4, "{text}");
}

#[test]
fn rows_that_meet_all_checks_hold() {
    let right = SCHEMA.replace("int:10,90", "int:18,18").replace("check.order", "# ");
    let right = right.replace("check = [\"age >= 18\"", "check = [\"age >= 18\"] # ");
    let run = counted(&schema(&right), "3k").ok();
    let text = run.text();
    assert!(text.ends_with(" promises of 2 tables hold\n") && text.lines().count() == 1, "{text}");
}

#[test]
fn what_cannot_be_counted_is_refused() {
    counted(&schema(SCHEMA), "0").code(2).stderr_has("expected a number of rows from 1 to 100,000,000");
    let number = schema(&SCHEMA.replace("\"age >= 18\"", "\"age + 1\", \"tenat < 2\""));
    let run = counted(&number, "10").code(2);
    run.stderr_has("expected a condition, which is true or false").stderr_has("did you mean `tenant`?");
    let twice = schema(&SCHEMA.replace("\"age >= 18\"", "{ name = \"one mail\", condition = \"age > 1\" }"));
    counted(&twice, "10").code(2).stderr_has("two checks are called `one mail`");
}

/// Checks change no value, and a printed schema has them.
#[test]
fn checks_change_no_row() {
    let scratch = schema(SCHEMA);
    let lines = SCHEMA.lines().filter(|line| !line.starts_with("check"));
    scratch.write("plain.toml", lines.map(|line| format!("{line}\n")).collect::<String>());
    let printed = generated(&scratch, "--schema s.toml --print-schema");
    scratch.write("printed.toml", printed.text());
    let list = "check = [\"age >= 18\", { name = \"one mail\", unique = [\"tenant\", \"lower(mail)\"], where = \"active\" }";
    for expected in [list, "check.order = \"shipped >= placed\""] {
        assert!(printed.text().contains(expected), "{}", printed.text());
    }
    for table in ["users", "orders"] {
        let rows = |file: &str| {
            generated(&scratch, &format!("--schema {file} --table {table} -f csv")).text().to_owned()
        };
        assert_eq!(rows("s.toml"), rows("plain.toml"));
        assert_eq!(rows("s.toml"), rows("printed.toml"));
    }
    let again = generated(&scratch, "--schema printed.toml --print-schema");
    assert_eq!(printed.text(), again.text());
}

/// PostgreSQL is asked for conditions that it computes as gush does.
#[test]
fn a_server_is_asked_for_conditions() {
    need!("postgres");
    let database = Database::Postgres(Box::new(Postgres::start()));
    let one = SCHEMA.replace("int:10,90", "int:18,90").replace("check.order", "# ");
    let scratch = schema(&one);
    database.load(&scratch, "s.toml", "");
    let strict = one.replace("age >= 18", "age >= 30");
    scratch.write("strict.toml", &strict);
    let run = database.check(&scratch, "strict.toml", "").code(1);
    let text = run.text();
    assert!(text.contains("users meets age >= 30: broken by "), "{text}");
}
