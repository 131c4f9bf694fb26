//! What `--into mysql://` makes of a database: tables, keys, and what it says.

use std::path::Path;

use gush_testkit::{MariaDb, Scratch, assert_same, need};

use super::{into, url_of};
use crate::rows::{gush, seeded};

/// The columns, indexes and foreign keys of a database.
pub const CONTENTS: &str = "\
    select table_name, column_name, column_type, is_nullable from information_schema.columns where table_schema = 'test' order by 1, 2; \
    select table_name, index_name = 'PRIMARY', non_unique, seq_in_index, column_name from information_schema.statistics \
        where table_schema = 'test' order by 1, 2, 3, 4, 5; \
    select table_name, column_name, referenced_table_name, referenced_column_name from information_schema.key_column_usage \
        where table_schema = 'test' and referenced_table_name is not null order by 1, 2, 3, 4";

#[test]
fn columns_become_a_table_with_its_keys() {
    need!("mariadb server");
    let server = MariaDb::start("test");
    let run = into(&server, "-l 2500 -t people id=seq name email@unique").run().ok();
    run.stdout_is("").stderr_has(&format!(
        "gush: mysql://root@/test?socket={}: people, 2,500 rows in ",
        server.socket().display()
    ));
    server
        .sql("test", "select count(*), count(distinct email), max(id) from people")
        .stdout_is("2500\t2500\t2500\n");
    server
        .sql(
            "test",
            "select index_name, non_unique from information_schema.statistics where table_name = 'people' order by index_name = 'email'",
        )
        .stdout_is("PRIMARY\t0\nemail\t0\n");
    // What was made is InnoDB's, whatever the server makes otherwise, and the planner knows how large it is.
    server
        .sql(
            "test",
            "select engine, table_rows > 2000 from information_schema.tables where table_name = 'people'",
        )
        .stdout_is("InnoDB\t1\n");
}

#[test]
fn the_tables_of_a_schema_file_are_those_of_its_script() {
    need!("mariadb server");
    let (by_script, loaded) = (MariaDb::start("test"), MariaDb::start("test"));
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/shop.toml");
    let of_schema = |sentence: &str| seeded(sentence).arg("--schema").arg(&schema);
    let script = of_schema("-f sql --dialect mysql --scale 0.1").run().ok().stdout;
    by_script.run("test", script).ok().silent();
    let run = of_schema("--scale 0.1").arg("--into").arg(url_of(&loaded, "root")).run().ok().stdout_is("");
    run.stderr_has(": 4 tables, 16,505 rows in ").stderr_has("\n  customers: 1,000 rows\n");
    assert_same(loaded.sql("test", CONTENTS).stdout, &by_script.sql("test", CONTENTS).stdout);
    for table in ["customers", "products", "orders", "items"] {
        let rows = |server: &MariaDb| server.sql("test", &format!("select * from {table} order by 1, 2"));
        assert_same(rows(&loaded).stdout, &rows(&by_script).stdout);
    }
    // Foreign keys hold afterwards.
    loaded.run("test", "delete from customers").code(1).stderr_has("a foreign key constraint fails");
}

#[test]
fn any_rows_go_into_the_database_that_option_files_name() {
    need!("mariadb server");
    let server = MariaDb::start("test");
    let mut program = seeded("--rows 10..20 -t numbers n=seq --into mariadb://localhost/test");
    for (name, value) in server.client_env() {
        program = program.env(&name, value);
    }
    program.run().ok().stderr_has(": numbers, 10 rows in ");
    server.sql("test", "select min(n), max(n) from numbers").stdout_is("11\t20\n");
    into(&server, "-l 0 -t none n=seq").run().ok().stderr_has(": none, 0 rows in ");
    server.sql("test", "select count(*) from none").stdout_is("0\n");
}

/// Names that are statements, keywords, or lines are names all the same.
#[test]
fn names_may_be_anything() {
    need!("mariadb server");
    let server = MariaDb::start("test");
    let names = ["select", "x`y", "two\nlines", "\\", "ü '", "Id", "load"];
    for table in ["a`b'; drop table t; --x", "User", "\\", "order"] {
        let columns = names.iter().enumerate().map(|(index, name)| match index {
            0 => format!("{name}=seq"),
            1 => format!("{name}=enum:a,b@type=enum"),
            2 => format!("{name}=bytes:4"),
            _ => format!("{name}=int:1,9"),
        });
        let columns: Vec<String> = columns.collect();
        let load = |option: &str| into(&server, option).args(["-l", "20", "-t", table]).args(&columns).run();
        load("").ok();
        // They are found again.
        load("").code(2).stderr_has("has rows");
        load("--truncate").ok();
        load("--create replace").ok();
        let table = table.replace('`', "``");
        let sql = format!(
            "select count(*), count(distinct `select`), count(`two\nlines`), count(`\\`), count(`x``y`) from `{table}`"
        );
        server.sql("test", &sql).stdout_is("20\t20\t20\t20\t20\n");
    }
    let scratch = Scratch::new();
    scratch.write("s.toml", "[table.last]\nrows = 5\ncolumns.\"a; drop table `User`; --\" = \"int:0,9\"\n");
    into(&server, "").arg("--schema").arg(scratch.path("s.toml")).run().ok();
    server.sql("test", "select count(*) from last, `User`").stdout_is("100\n");
    // A table of another database.
    server.sql("", "create database `o-ther`");
    into(&server, "-l 7 -t o-ther.t id=seq").run().ok();
    into(&server, "-l 7 -t o-ther.t id=seq").run().code(2).stderr_has("has rows");
    server.sql("o-ther", "select count(*) from t").stdout_is("7\n");
}

#[test]
fn a_dry_run_shows_the_statements_and_changes_nothing() {
    need!("mariadb server");
    let server = MariaDb::start("test");
    let run = into(&server, "-l 5 -t people --dry-run id=seq email@unique key=bytes:4").run().ok().silent();
    // What tells the table from others, should the load be killed.
    let mark = run
        .text()
        .split_once("COMMENT = '")
        .and_then(|(_, rest)| rest.get(..50))
        .unwrap_or_default()
        .to_owned();
    assert!(mark.starts_with("gush has not finished this table: "), "{mark}");
    run.stdout_is(format!(
        "CREATE TABLE people (\n  id BIGINT NOT NULL,\n  email VARCHAR(48) NOT NULL,\n  `key` VARBINARY(4) NOT NULL,\n  PRIMARY KEY (id)\n) \
         CHARACTER SET utf8mb4 COLLATE utf8mb4_bin COMMENT = '{mark}';\n\
         SET SESSION unique_checks = 0, foreign_key_checks = 0;\nSTART TRANSACTION;\n\
         LOAD DATA LOCAL INFILE 'gush' INTO TABLE people CHARACTER SET utf8mb4 FIELDS TERMINATED BY '\\t' ESCAPED BY '\\\\' \
         LINES TERMINATED BY '\\n' (id, email, @c2) SET `key` = unhex(@c2);\nCOMMIT;\n\
         SET SESSION unique_checks = 1, foreign_key_checks = 1;\nALTER TABLE people ADD UNIQUE (email);\n\
         ALTER TABLE people COMMENT = '';\nANALYZE TABLE people;\n",
    ));
    server.sql("test", "show tables").stdout_is("");
}

#[test]
fn what_goes_with_no_such_database_is_refused_before_anything() {
    for (arguments, message) in [
        ("--into mysql://u:secret@h name", "the name of the database is missing"),
        ("--into mysql:h/d name", "two slashes follow the colon"),
        ("--into mysql://u:secret@h:x/d name", "`x` is no port"),
        ("--into mysql://u:secret@h/d?tls=1 name", "ssl-mode=REQUIRED"),
        ("--into mysql://h/d -f csv name", "--into loads all rows into a database"),
        ("--into mysql://h/d x=float@nan=0.1", "MySQL and MariaDB have no NaN"),
        ("--into mysql://h/d a=int A=int", "needs names that differ"),
        ("--into mysql://h/d --resume name", "give the seed of the first run"),
    ] {
        let run = gush(&format!("rows {arguments}")).run().code(2).stdout_is("");
        let run = run.stderr_has(message);
        assert!(!run.errors().contains("secret"), "{}", run.errors());
    }
    for (name, message) in [
        ("n".repeat(65), "at most 64 characters"),
        ("a ".into(), "does not end in a blank"),
        ("😀".into(), "no characters beyond U+FFFF"),
    ] {
        gush("rows --into mysql://h/d").arg(format!("{name}=int")).run().code(2).stderr_has(message);
    }
}
