//! Tables that refer to each other: the keys are checked once the rows are there, in each database as far as it can.

use crate::tables::in_sqlite::{count, loaded_without};
use crate::tables::{generated, same_rows, schema, within};
use gush_testkit::need::python_tool;
use gush_testkit::{MariaDb, Postgres, Program, need};

/// Each team has one of its own members as its lead, and each account a default address, which is any.
const CIRCLES: &str = r#"
seed = 5
now = 2026-01-01
[table.teams]
rows = 60
columns.id = "seq"
columns.lead_id = "ref:people.id"
link.people = { within = "teams" }
columns.lead_name = "ref:people.name"
[table.people]
rows = { per = "teams", each = "int:0,9" }
columns.id = "seq"
columns.team_id = "ref:teams.id"
columns.name = "name"
[table.accounts]
rows = 200
columns.id = "seq"
columns.address_id = "ref:addresses.id"
link.addresses = { null = 0.3 }
[table.addresses]
rows = 300
columns.id = "seq"
columns.account_id = "ref:accounts.id"
"#;

/// What is wrong in the rows: each of these counts it.
const WRONG: [&str; 3] = [
    "select count(*) from teams t join people p on p.id = t.lead_id where p.team_id <> t.id or p.name <> t.lead_name",
    "select count(*) from teams t where lead_id is null and (select count(*) from people p where p.team_id = t.id) > 0",
    "select count(*) - 60 from teams",
];

const COUNTS: &str = "select (select count(*) from teams where lead_id is null) > 0, (select count(*) from people) > 200, \
                      (select count(*) from accounts where address_id is not null) > 100, (select count(*) from addresses)";

#[test]
fn sqlite_checks_circular_keys() {
    let scratch = schema(CIRCLES);
    let connection = loaded_without(&WRONG, &scratch);
    assert_eq!(count(&connection, "select count(*) from pragma_foreign_key_list('teams')"), 1);
    assert!(count(&connection, "select count(*) from teams where lead_id is null") > 0);
    same_rows::in_any_part(&scratch, &["teams", "people"]);
    same_rows::by_the_printed_file(&scratch);
    within(&scratch, "--schema s.toml --into sqlite:t.db --progress=never").run().ok();
    let check = Program::new(env!("CARGO_BIN_EXE_gush")).arg_line("check s.toml --against sqlite:t.db");
    check.within(scratch.folder()).run().ok();
    let connection = rusqlite::Connection::open(scratch.path("t.db")).expect("a database");
    assert_eq!(count(&connection, "select count(*) from pragma_foreign_key_check"), 0);
    assert_eq!(count(&connection, "select count(*) from pragma_foreign_key_list('accounts')"), 1);
}

#[test]
fn postgresql_checks_circular_keys() {
    need!("postgres");
    let scratch = schema(CIRCLES);
    let server = Postgres::start();
    let script = within(&scratch, "--schema s.toml -f sql --dialect postgres");
    script.pipe_into(&format!("{} -f -", server.psql())).ok().stdout_is("");
    let is_right = || {
        WRONG.iter().for_each(|wrong| drop(server.sql(wrong).stdout_is("0\n")));
        server.sql(COUNTS).stdout_is("t|t|t|300\n");
        server
            .sql("select count(*) from pg_constraint where contype = 'f' and convalidated")
            .stdout_is("4\n");
    };
    is_right();
    let address = format!("postgres://gush@/postgres?host={}", server.folder().display());
    within(&scratch, "--schema s.toml --create replace --progress=never --into").arg(&address).run().ok();
    is_right();
    let check = Program::new(env!("CARGO_BIN_EXE_gush")).arg_line("check s.toml --against").arg(&address);
    check.within(scratch.folder()).run().ok();
}

#[test]
fn mariadb_checks_circular_keys() {
    need!("mariadb server");
    let scratch = schema(CIRCLES);
    let server = MariaDb::start("test");
    server.run("test", generated(&scratch, "--schema s.toml -f sql --dialect mysql").stdout).ok().silent();
    let is_right = || {
        WRONG.iter().for_each(|wrong| drop(server.sql("test", wrong).stdout_is("0\n")));
        server.sql("test", COUNTS).stdout_is("1\t1\t1\t300\n");
        let keys = "select count(*) from information_schema.referential_constraints where constraint_schema = 'test'";
        server.sql("test", keys).stdout_is("4\n");
    };
    is_right();
    let address = format!("mysql://root@/test?socket={}", server.socket().display());
    within(&scratch, "--schema s.toml --create replace --progress=never --into").arg(&address).run().ok();
    is_right();
}

/// It adds no keys to tables that are there, so that it checks one of each two; the other is a comment.
#[test]
fn duckdb_checks_one_key_of_a_circle() {
    need!("duckdb");
    let scratch = schema(CIRCLES);
    let script = generated(&scratch, "--schema s.toml -f sql --dialect duckdb");
    let comment = "-- DuckDB adds no keys to tables that are there, so this is not checked: teams (lead_id) refers to people (id)";
    assert!(script.text().contains(comment), "{}", script.text());
    let load = format!(
        "import duckdb, sys\ndb = duckdb.connect()\ndb.execute(sys.stdin.read())\n\
         for query in {WRONG:?}: print(db.execute(query).fetchone()[0])\n\
         print(db.execute(\"select count(*) from duckdb_constraints() where constraint_type = 'FOREIGN KEY'\").fetchone()[0])"
    );
    let python = python_tool("python").expect("the test has asked for it");
    let run = Program::new(python).args(["-c", &load]).stdin(script.stdout).run().ok().silent();
    run.stdout_is("0\n0\n0\n2\n");
}

/// Standard SQL adds the key of a table that comes later.
#[test]
fn standard_sql_adds_the_key_of_a_circle() {
    let script = generated(&schema(CIRCLES), "--schema s.toml -f sql --dialect ansi").ok();
    let text = script.text();
    let (before, after) = text.split_once("INSERT").expect("there are rows");
    assert_eq!((before.matches("FOREIGN KEY").count(), after.matches("FOREIGN KEY").count()), (2, 2));
    assert!(after.contains("ALTER TABLE teams ADD FOREIGN KEY (lead_id) REFERENCES people (id)"), "{after}");
}
