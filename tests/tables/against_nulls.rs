//! `gush check --against`: nulls, what takes the place of values, and what the checker cannot know.

use gush_testkit::{MariaDb, Postgres, Program, need};
use rusqlite::Connection;

use crate::tables::checked::Database;
use crate::tables::schema;

const NULLS: &str = include_str!("against-nulls.toml");

/// A table, what breaks a promise of it, and how the only line of the report begins.
const BREAKS: [(&str, &str, &str); 8] = [
    (
        "people",
        "update people set gone = '2016-01-01' where id = (select min(id) from saved where joined is null)",
        "people.gone is up to 30 days after joined: broken by 1 row, such as id = ",
    ),
    (
        "people",
        "update people set gone = null, middle = null where id = (select min(id) from saved where joined is not null)",
        "people.gone is up to 30 days after joined: broken by 1 row, such as id = ",
    ),
    (
        "people",
        "update people set middle = null where id = (select min(id) from saved where joined is not null)",
        "people.middle is between joined and gone: broken by 1 row, such as id = ",
    ),
    (
        "people",
        "update people set boss = null where id = 7",
        "people.boss is null in the first row only: broken by 1 row, such as id = 7, boss = null\n",
    ),
    (
        "people",
        "update people set weight = 0.31 where id = 7",
        "people.weight is between 0.1 and 0.3: broken by 1 row, such as id = 7, weight = 0.31",
    ),
    (
        "visits",
        "update visits set code = null where id = (select min(id) from saved where code is not null)",
        "visits (country, code) are null in the same rows: broken by 1 row, such as id = ",
    ),
    (
        "visits",
        "update visits set size = 5 where id = (select min(id) from saved where code is null)",
        "visits.size is towns.size of its row: broken by 1 row, such as id = ",
    ),
    (
        "visits",
        "update visits set size = null where id = (select min(id) from saved where code is not null)",
        "visits.size is towns.size of its row: broken by 1 row, such as id = ",
    ),
];

#[track_caller]
fn nulls_are_looked_at(database: &Database) {
    let scratch = schema(NULLS);
    database.load(&scratch, "s.toml", "");
    database.check(&scratch, "s.toml", "").ok();
    database.free(&["people", "towns", "visits"]);
    for (table, sql, line) in BREAKS {
        database.run(&format!("create table saved as select * from {table}"));
        database.run(sql);
        let check = database.check(&scratch, "s.toml", "").code(1);
        assert!(check.text().starts_with(line), "{sql}\n{}", check.text());
        assert_eq!(check.text().lines().count(), 2, "{sql}\n{}", check.text());
        database
            .run(&format!("delete from {table}; insert into {table} select * from saved; drop table saved"));
    }
    database.check(&scratch, "s.toml", "").ok();
}

#[test]
fn nulls_are_looked_at_in_sqlite() {
    nulls_are_looked_at(&Database::sqlite());
}

#[test]
fn nulls_are_looked_at_in_postgresql() {
    need!("postgres");
    nulls_are_looked_at(&Database::Postgres(Box::new(Postgres::start())));
}

#[test]
fn nulls_are_looked_at_in_mariadb() {
    need!("mariadb server");
    nulls_are_looked_at(&Database::MariaDb(Box::new(MariaDb::start("test"))));
}

/// The columns of SQLite take any value.
#[test]
fn values_of_sqlite_are_of_their_kind() {
    let scratch = schema(
        "[table.t]\nrows = 20\ncolumns.id = \"seq\"\ncolumns.n = \"int:5,200\"\ncolumns.d = \"decimal:1,9,2\"\n\
         columns.day = \"date:2015-01-01,2024-12-31\"\ncolumns.at = \"datetime:2015-01-01,2024-12-31\"\ncolumns.later = \"after:at,5000d\"\n",
    );
    let database = Database::sqlite();
    database.load(&scratch, "s.toml", "--seed 7");
    database.check(&scratch, "s.toml", "--seed 7").ok();
    for (set, found) in [
        ("n = 5.5", "t.n is an integer: broken by 1 row, such as id = 3, n = 5.5\n"),
        ("n = '7 or so'", "t.n is an integer: broken by 1 row, such as id = 3, n = 7 or so\n"),
        ("d = '2,5'", "t.d is a number: broken by 1 row, such as id = 3, d = 2,5\n"),
        ("day = '2020-02-30'", "t.day is a date: broken by 1 row, such as id = 3, day = 2020-02-30\n"),
        ("day = 2459000", "t.day is a date: broken by 1 row, such as id = 3, day = 2459000\n"),
        (
            "at = '2020-01-01 25:00', later = '2024-12-31 00:00:00'",
            "t.at is a time: broken by 1 row, such as id = 3, at = 2020-01-01 25:00\n",
        ),
        ("later = 'later'", "t.later is a time: broken by 1 row, such as id = 3, later = later\n"),
    ] {
        database.run("create table saved as select * from t");
        database.run(&format!("update t set {set} where id = 3"));
        database.check(&scratch, "s.toml", "--seed 7").code(1).stdout_has(found);
        database.run("delete from t; insert into t select * from saved; drop table saved");
    }
    database.check(&scratch, "s.toml", "--seed 7").ok();
}

/// A check is another run than the load: what follows from the clock is not the same there.
#[test]
fn ranges_up_to_now_need_the_time_of_the_load() {
    let scratch = schema(
        "[table.t]\nrows = 20\ncolumns.id = \"seq\"\ncolumns.seen = \"datetime:-30d,now\"\ncolumns.n = \"int:5,200\"\n",
    );
    let database = Database::sqlite();
    database.load(&scratch, "s.toml", "--now 2020-05-01");
    let check = database.check(&scratch, "s.toml", "").ok();
    check.stderr_is(
        "gush: the range of t.seen follows from the time of the load and is not checked; --now TIME, or `now` in the schema file, gives that \
         time\n",
    );
    database.check(&scratch, "s.toml", "--now 2020-05-01").ok().stderr_is("");
    let check = database.check(&scratch, "s.toml", "--now 2021-05-01").code(1);
    check.stdout_has("t.seen is between 2021-04-01 00:00:00 and 2021-05-01 00:00:00: broken by 20 rows");
    // With a seed, the present is the same in each run.
    database.check(&scratch, "s.toml", "--seed 7").code(1).stdout_has("t.seen is between ");
}

#[test]
fn no_log_is_left_beside_a_file_of_sqlite() {
    let scratch = schema("[table.t]\nrows = 20\ncolumns.id = \"seq\"\n");
    let database = Database::sqlite();
    database.load(&scratch, "s.toml", "");
    database.run("pragma journal_mode = wal");
    let Database::Sqlite(folder) = &database else { return };
    assert_eq!(folder.names(), ["db"]);
    let before = folder.read("db");
    database.check(&scratch, "s.toml", "").ok();
    assert_eq!(folder.names(), ["db"]);
    assert_eq!(folder.read("db"), before);
    // A log that somebody has is read, and stays.
    let other = Connection::open(folder.path("db")).unwrap();
    other.execute_batch("delete from t where id = 3").unwrap();
    assert_eq!(folder.names(), ["db", "db-shm", "db-wal"]);
    database.check(&scratch, "s.toml", "").code(1).stdout_has("t has 20 rows: broken, it has 19");
    assert_eq!(folder.names(), ["db", "db-shm", "db-wal"]);
    assert_eq!(folder.read("db"), before);
}

#[test]
fn rights_of_mariadb_are_said_once_a_table() {
    need!("mariadb server");
    let server = MariaDb::start("test");
    server.sql("", "create user reader@localhost; grant insert on test.* to reader@localhost");
    let database = Database::MariaDb(Box::new(server));
    let scratch = schema(
        "[table.t]\nrows = 10\ncolumns.id = \"seq\"\ncolumns.n = \"int:1,5\"\n\
         [table.u]\nrows = 10\ncolumns.id = \"seq\"\ncolumns.t = \"ref:t.id\"\n",
    );
    database.load(&scratch, "s.toml", "");
    database.check(&scratch, "s.toml", "").ok();
    let Database::MariaDb(server) = &database else { return };
    server.sql("", "grant select on test.u to reader@localhost");
    let address = format!("mysql://reader@/test?socket={}", server.socket().display());
    let check = Program::new(env!("CARGO_BIN_EXE_gush")).args(["check", "s.toml", "--against", &address]);
    let check = check.within(scratch.folder()).run().code(1);
    check
        .stdout_is("t: 6 promises are not checked: this user may not read t; GRANT SELECT ON t lets it\n")
        .stderr_has("; 6 could not be checked");
}
