//! The dialects of SQL, and COPY, by the databases themselves: the table is created as well, and what is read back is what
//! was written.

use crate::rows::{difficult_lines, gush, rows, seeded};
use gush_testkit::{MariaDb, Postgres, Program, Scratch, need};

/// Every shape of value that a database distinguishes, with names that need quotes and texts that need care.
pub(super) fn columns(scratch: &Scratch) -> String {
    let lines = scratch.path("lines").display().to_string();
    format!(
        "-t Order -l 2500 id=seq@unique name.first=file:{lines} select=file:{lines}@null=0.5 empty=enum:*1 b=bool \
         small=int:0,9@null=0.3 big=int:-9000000000,9000000000 m=decimal:-5000,5000,4@null=0.2 d=date u=uuidv4@unique a=ipv4@unique"
    )
}

/// What is between the fields where a test compares rows: no value has it.
const BETWEEN: &str = "\u{1f}";

/// The rows as plain text, nulls empty.
fn plain(columns: &str) -> Vec<u8> {
    seeded("-s").arg(BETWEEN).arg_line(columns).run().ok().silent().stdout
}

#[test]
fn sqlite_makes_the_table_and_has_the_values() {
    need!("sqlite3");
    let scratch = difficult_lines();
    let columns = columns(&scratch);
    let shell = |arguments: &[&str]| {
        Program::new("sqlite3")
            .args(["-bail", "-separator", BETWEEN, "db"])
            .args(arguments)
            .within(scratch.folder())
    };
    let script = rows(&format!("-f sql --dialect sqlite --create-table {columns}")).stdout;
    shell(&[]).stdin(script).run().ok().silent().stdout_is("");
    let read = "select id, \"name.first\", \"select\", empty, iif(b, 'true', 'false'), small, big, \
                iif(m is null, '', printf('%.4f', m)), d, u, a from \"Order\" order by id";
    shell(&[read]).run().ok().silent().stdout_is(plain(&columns));
    let types = "select distinct typeof(id), typeof(b), typeof(big), typeof(d) from \"Order\"";
    shell(&[types]).run().ok().stdout_is(["integer", "integer", "integer", "text"].join(BETWEEN) + "\n");
    shell(&["select count(*) from \"Order\" where \"select\" is null and empty = ''"])
        .run()
        .ok()
        .stdout_is(format!("{}\n", nulls(&columns, 2)));
}

/// How many rows have a null in the column with this number.
fn nulls(columns: &str, column: usize) -> usize {
    let copy = rows(&format!("-f copy {columns}"));
    let nulls = copy.lines().iter().filter(|line| line.split('\t').nth(column) == Some("\\N")).count();
    assert!(nulls > 1000, "{nulls} of 2500 at @null=0.5");
    nulls
}

/// What PostgreSQL itself writes of the table is our `copy`, to the byte.
#[track_caller]
fn assert_copied_back(server: &Postgres, columns: &str) {
    let back = server.sql(r#"\copy (select * from "Order" order by id) to stdout"#);
    back.stdout_is(rows(&format!("-f copy {columns}")).stdout);
    let types = "select string_agg(data_type || case is_nullable when 'YES' then '?' else '' end, ', ' order by \
                 ordinal_position) from information_schema.columns where table_name = 'Order'";
    server
        .sql(types)
        .stdout_is("bigint, text, text?, text, boolean, smallint?, bigint, numeric?, date, uuid, inet\n");
    let unique = "select count(*) from information_schema.table_constraints \
                  where constraint_type = 'UNIQUE' and table_name = 'Order'";
    server.sql(unique).stdout_is("2\n");
    let key = "select constraint_type from information_schema.table_constraints join \
               information_schema.key_column_usage using (constraint_name, table_name) \
               where column_name = 'id' and table_name = 'Order'";
    server.sql(key).stdout_is("PRIMARY KEY\n");
}

#[test]
fn postgresql_makes_the_table_and_has_the_values() {
    need!("postgres");
    let scratch = difficult_lines();
    let columns = columns(&scratch);
    let server = Postgres::start();
    for options in [
        "-f sql --dialect postgres --batch 7 --create-table",
        "-f copy --create-table",
        "-f copy -H --create-table",
    ] {
        let script = seeded(&format!("{options} {columns}"));
        script.pipe_into(&format!("{} -f -", server.psql())).ok().stdout_is("");
        assert_copied_back(&server, &columns);
        server.sql("drop table \"Order\"");
    }
}

#[test]
fn copy_is_read_by_the_client_too() {
    need!("postgres");
    let server = Postgres::start();
    server.sql("create table data (id bigint, name text, n smallint)");
    for (header, option) in [("", ""), ("-H", " with (header match)")] {
        let columns = "-l 500 id=seq name n=int:1,9@null=0.5";
        let copy = seeded(&format!("-f copy {header} {columns}"));
        copy.pipe_into(&format!(r"{} -c '\copy data from stdin{option}'", server.psql())).ok().stdout_is("");
        let back = server.sql(r"\copy (select * from data order by id) to stdout");
        back.stdout_is(rows(&format!("-f copy {columns}")).stdout);
        server.sql("truncate data");
    }
}

#[test]
fn mariadb_makes_the_table_and_has_the_values() {
    need!("mariadb server");
    let server = MariaDb::start("test");
    let scratch = difficult_lines();
    let columns = columns(&scratch);
    let script = rows(&format!("-f sql --dialect mysql --create-table {columns}")).stdout;
    server.run("test", script).ok().silent().stdout_is("");
    let read = "select concat_ws(char(31), id, `name.first`, ifnull(`select`, ''), empty, if(b, 'true', 'false'), \
                ifnull(small, ''), big, ifnull(m, ''), d, u, a) from `Order` order by id";
    server.run("test", read).ok().silent().stdout_is(plain(&columns));
    let nulls = format!("{}\n", nulls(&columns, 2));
    server.run("test", "select count(*) from `Order` where `select` is null").ok().stdout_is(nulls);
}

/// Each database takes a time for the moment that it is, whatever its zone.
#[test]
fn times_are_moments() {
    let columns = "-l 300 id=seq t=datetime@null=0.1";
    let expected = rows(&format!("-f csv {columns}")).stdout;
    let sqlite = || {
        need!("sqlite3");
        let script = rows(&format!("-f sql --dialect sqlite --create-table {columns}")).text().to_owned();
        let read = "select id, ifnull(strftime('%Y-%m-%dT%H:%M:%SZ', t), '') from data order by id;\n";
        let shell = Program::new("sqlite3").args(["-bail", "-separator", ","]).stdin(script + read);
        shell.run().ok().silent().stdout_is(&expected);
    };
    let postgres = || {
        need!("postgres");
        let server = Postgres::start();
        for options in ["-f sql --dialect postgres", "-f copy"] {
            let script = seeded(&format!("{options} --create-table {columns}"));
            let load = format!("PGTZ=Asia/Tokyo {} -f -", server.psql());
            script.pipe_into(&load).ok().stdout_is("");
            let moment = r#"to_char(t at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')"#;
            let read = format!(r"\copy (select id, {moment} from data order by id) to stdout (format csv)");
            server.sql(&read).stdout_is(&expected);
            server.sql("drop table data");
        }
    };
    let mariadb = || {
        need!("mariadb server");
        let server = MariaDb::start("test");
        let script = rows(&format!("-f sql --dialect mysql --create-table {columns}")).stdout;
        server.run("test", script).ok().silent();
        let read =
            "select concat(id, ',', ifnull(date_format(t, '%Y-%m-%dT%H:%i:%sZ'), '')) from data order by id";
        server.run("test", read).ok().stdout_is(&expected);
    };
    sqlite();
    postgres();
    mariadb();
}

/// What the usual dialect promises: names and texts without anything special go into each of the three.
#[test]
fn all_databases_load_ansi() {
    let columns = "-t people -l 2000 id=seq@unique name email born=date tier=enum:free,it's b=bool m=double@null=0.2 \
                   token=uuidv4@unique address=ipv4";
    let script = rows(&format!("-f sql --create-table {columns}")).stdout;
    let sum = "select count(*), sum(id), count(m), count(distinct token) from people";
    let expected = ["2000", "2001000", &(2000 - balance_nulls(columns)).to_string(), "2000"];
    let sqlite = || {
        need!("sqlite3");
        let both = [&script[..], sum.as_bytes(), b";\n"].concat();
        Program::new("sqlite3")
            .arg("-bail")
            .stdin(both)
            .run()
            .ok()
            .silent()
            .stdout_is(expected.join("|") + "\n");
    };
    let postgres = || {
        need!("postgres");
        let server = Postgres::start();
        let load = seeded(&format!("-f sql --create-table {columns}"));
        load.pipe_into(&format!("{} -f -", server.psql())).ok().stdout_is("");
        server.sql(sum).stdout_is(expected.join("|") + "\n");
    };
    let mariadb = || {
        need!("mariadb server");
        let server = MariaDb::start("test");
        server.run("test", script.clone()).ok().silent();
        server.run("test", sum).ok().stdout_is(expected.join("\t") + "\n");
    };
    sqlite();
    postgres();
    mariadb();
}

fn balance_nulls(columns: &str) -> usize {
    let copy = rows(&format!("-f copy {columns}"));
    copy.lines().iter().filter(|line| line.split('\t').nth(6) == Some("\\N")).count()
}

#[test]
fn conflicting_options_are_reported() {
    let reported = |arguments: &str, at: &str, text: &str| {
        let expected = format!("gush: error in the arguments; nothing was written\n{at} {text}\n");
        gush(&format!("rows {arguments} id=seq")).run().code(2).stdout_is("").stderr_is(expected);
    };
    let dialect = "  --dialect mysql\n            ^^^^^";
    reported("-f copy --dialect mysql", dialect, "copy has no dialects; csv, tsv and sql have");
    reported(
        "-f csv --dialect sqlite",
        "  --dialect sqlite\n            ^^^^^^",
        "SQLite's .import makes an empty text of a null; sql keeps nulls and types",
    );
    let transaction = "  --transaction whole\n                ^^^^^";
    reported("-f copy --transaction whole", transaction, "copy has no transactions; sql has");
    reported(
        "-f sql -S --transaction whole",
        transaction,
        "a stream has no end at which it could be committed",
    );
    reported(
        "-f sql --transaction always",
        "  --transaction always\n                ^^^^^^",
        "there is no such transaction; there are whole, shard and never",
    );
    let create = "  --create-table\n  ^^^^^^^^^^^^^^";
    reported("-f ndjson --create-table", create, "ndjson makes no table; sql and copy have one to make");
    reported(
        "-f sql --dialect postgress",
        "  --dialect postgress\n            ^^^^^^^^^",
        "there is no such dialect; did you mean `postgres`?",
    );
    reported(
        "-f sql --dialect oracle",
        "  --dialect oracle\n            ^^^^^^",
        "there is no such dialect; there are ansi, postgres, mysql, mariadb, sqlite, duckdb, excel and excel-de",
    );
    let header = "  --header\n  ^^^^^^^^";
    let having = "column, csv, tsv, copy, markdown and html have";
    reported("-f json -H", header, &format!("json has no header row; {having}"));
    reported("-f raw -H", header, &format!("raw has no header row; {having}"));
    reported(
        "-f copy -s ,",
        "  --separator ,\n              ^",
        "copy has no separator to choose; column and csv have",
    );
    reported("-f copy --batch 5", "  --batch 5\n          ^", "copy has no statements to batch; sql has");
}
