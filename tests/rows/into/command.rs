//! What `--into` makes of a database: tables, keys, indexes, and what it says.

use std::path::Path;

use gush_testkit::{Postgres, Scratch, assert_same, need};

use super::{into, url_of};
use crate::rows::{gush, seeded};

/// The constraints and indexes of a database, and how many rows each table has.
pub const CONTENTS: &str = "\
    select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint \
        where contype <> 'n' and conrelid <> 0 and connamespace = 'public'::regnamespace \
    union all select indexdef from pg_indexes where schemaname = 'public' \
    union all select relname || ' ' || (xpath('/row/n/text()', query_to_xml('select count(*) n from ' || quote_ident(relname), true, true, '')))[1] \
        from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1";

#[test]
fn columns_become_a_table_with_its_keys() {
    need!("postgres");
    let server = Postgres::start();
    let run = into(&server, "-l 2500 -t people id=seq name email@unique").run().ok();
    run.stdout_is("").stderr_has(&format!(
        "gush: postgres://gush@/postgres?host={}: people, 2,500 rows in ",
        server.folder().display()
    ));
    server.sql("select count(*), count(distinct email), max(id) from people").stdout_is("2500|2500|2500\n");
    server.sql("select indexdef from pg_indexes where tablename = 'people' order by 1").stdout_is(
        "CREATE UNIQUE INDEX people_email_key ON public.people USING btree (email)\n\
         CREATE UNIQUE INDEX people_pkey ON public.people USING btree (id)\n",
    );
    // The planner knows how large it is.
    server.sql("select reltuples from pg_class where relname = 'people'").stdout_is("2500\n");
}

#[test]
fn the_tables_of_a_schema_file_are_those_of_its_script() {
    need!("postgres");
    let (by_script, loaded) = (Postgres::start(), Postgres::start());
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/shop.toml");
    let of_schema = |sentence: &str| seeded(sentence).arg("--schema").arg(&schema);
    let script = of_schema("-f sql --dialect postgres --scale 0.1");
    script.pipe_into(&format!("{} -f -", by_script.psql())).ok().stdout_is("");
    let run = of_schema("--scale 0.1").arg("--into").arg(url_of(&loaded, "gush")).run().ok().stdout_is("");
    run.stderr_has(": 4 tables, 16,505 rows in ").stderr_has("\n  customers: 1,000 rows\n");
    assert_same(loaded.sql(CONTENTS).stdout, &by_script.sql(CONTENTS).stdout);
    for table in ["customers", "products", "orders", "items"] {
        let rows = |server: &Postgres| server.sql(&format!("select * from {table} order by 1, 2"));
        assert_same(rows(&loaded).stdout, &rows(&by_script).stdout);
    }
}

#[test]
fn any_rows_go_into_the_database_that_variables_name() {
    need!("postgres");
    let server = Postgres::start();
    let mut program = seeded("--rows 10..20 -t numbers n=seq --into postgres://");
    for (name, value) in server.client_env() {
        program = program.env(&name, value);
    }
    program.run().ok().stderr_has(": numbers, 10 rows in ");
    server.sql("select min(n), max(n) from numbers").stdout_is("11|20\n");
    into(&server, "-l 0 -t none n=seq").run().ok().stderr_has(": none, 0 rows in ");
    server.sql("select count(*) from none").stdout_is("0\n");
}

/// Names that are statements, keywords, or lines are names all the same.
#[test]
fn names_may_be_anything() {
    need!("postgres");
    let server = Postgres::start();
    let names = ["select", "x\"y", "two\nlines", "\\", "ü '", "Id"];
    for table in ["a\"b'; drop table t; --\n", "User", "\\", "order"] {
        let columns = names.iter().enumerate().map(|(index, name)| match index {
            0 => format!("{name}=seq"),
            1 => format!("{name}=enum:a,b@type=enum"),
            _ => format!("{name}=int:1,9"),
        });
        let columns: Vec<String> = columns.collect();
        let load = |option: &str| into(&server, option).args(["-l", "20", "-t", table]).args(&columns).run();
        load("").ok();
        // They are found again.
        load("").code(2).stderr_has("has rows");
        load("--truncate").ok();
        let table = table.replace('"', "\"\"");
        let sql = format!(
            "select count(*), count(distinct \"select\"), count(\"two\nlines\"), count(\"\\\") from \"{table}\""
        );
        server.sql(&sql).stdout_is("20|20|20|20\n");
    }
    let scratch = Scratch::new();
    scratch.write(
        "s.toml",
        "[table.last]\nrows = 5\ncolumns.\"a; drop table \\\"User\\\"; --\" = \"int:0,9\"\n",
    );
    into(&server, "").arg("--schema").arg(scratch.path("s.toml")).run().ok();
    server.sql("select count(*) from last, \"User\"").stdout_is("100\n");
}

#[test]
fn a_dry_run_shows_the_statements_and_changes_nothing() {
    need!("postgres");
    let server = Postgres::start();
    let run = into(&server, "-l 5 -t people --dry-run id=seq name").run().ok().silent();
    run.stdout_is(
        "BEGIN;\nCREATE TABLE people (\n  id BIGINT NOT NULL,\n  name TEXT NOT NULL\n);\n\
         COPY people (id, name) FROM STDIN (FORMAT binary, FREEZE);\nALTER TABLE people ADD PRIMARY KEY (id);\nCOMMIT;\n\
         ANALYZE people;\n",
    );
    server.sql("select count(*) from pg_class where relname = 'people'").stdout_is("0\n");
}

#[test]
fn what_goes_with_no_database_is_refused_before_anything() {
    for (arguments, message) in [
        ("--into file:x.db name", "write sqlite:FILE"),
        ("--into shop.db name", "expected the address of a database"),
        ("--into postgres://u:secret@h:x/d name", "`x` is no port"),
        ("--into postgres://h -f csv name", "--into loads all rows into a database"),
        ("--into postgres://h -o x.csv name", "the rows go into the database or into a file"),
        ("--into postgres://h --drop name", "--create replace drops tables that are there"),
        ("--into postgres://h --create always name", "there is no such value"),
        ("--into postgres://h --append --truncate name", "rows that are there stay or go"),
        ("--into postgres://h --create replace --append name", "makes the tables anew"),
        ("--append name", "cannot be used without --into"),
        ("--into postgres://h --stream name", "loads all rows"),
        ("--into postgres://h a=int a=int", "needs names that differ"),
    ] {
        let run = gush(&format!("rows {arguments}")).run().code(2).stdout_is("");
        let run = run.stderr_has(message);
        assert!(!run.errors().contains("secret"), "{}", run.errors());
    }
    let long = "n".repeat(64);
    gush(&format!("rows --into postgres://h {long}=int")).run().code(2).stderr_has("at most 63 bytes");
}
