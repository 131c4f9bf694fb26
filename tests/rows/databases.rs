//! Many rows into real databases and back.

use crate::rows::{rows, seeded};
use gush_testkit::{Outcome, Postgres, Program, Scratch, assert_same, need};

/// A table with every shape of value that a database distinguishes. Its name is part of each value's key, and so
/// has to be also where the format has no use for it.
const COLUMNS: &str = "-t customers id=seq name email country:any born=date:1950-01-01,2005-12-31 plan=enum:free*8,pro*2 \
                       visits=int:0,500 balance=double@null=0.05 token=uuidv4 active=bool";

/// The same in SQL.
const TABLE: &str = "create table customers (id integer primary key, name text, email text, country text, \
                     born date, plan text, visits integer, balance numeric, token {uuid}, active boolean)";

/// How many rows there are: of several statements and of several batches.
const ROWS: usize = 200_000;

/// The rows as CSV without a header: the measure for what is read back.
fn expected() -> Vec<u8> {
    let csv = rows(&format!("-f csv -l 200k {COLUMNS}")).stdout;
    assert_eq!(csv.iter().filter(|&&byte| byte == b'\n').count(), ROWS);
    csv
}

/// How many rows of that have no balance: a null must come back as a null.
fn without_balance(csv: &[u8]) -> usize {
    let text = std::str::from_utf8(csv).expect("CSV is UTF-8");
    let is_null = |line: &&str| line.rsplit(',').nth(2).is_some_and(str::is_empty);
    let nulls = text.lines().filter(is_null).count();
    assert!((9_300..=10_700).contains(&nulls), "{nulls} of {ROWS} are null at @null=0.05");
    nulls
}

mod sqlite {
    use super::{
        COLUMNS, Outcome, Program, ROWS, Scratch, TABLE, expected, need, rows, seeded, without_balance,
    };

    /// What the shell of SQLite prints for a query on `scratch`'s database.
    #[track_caller]
    fn query(scratch: &Scratch, sql: &str) -> Outcome {
        Program::new("sqlite3").args(["-bail", "db", sql]).within(scratch.folder()).run().ok().silent()
    }

    fn database() -> Scratch {
        let scratch = Scratch::new();
        query(&scratch, &TABLE.replace("{uuid}", "text"));
        scratch
    }

    /// SQLite's keywords that need quotes, as its parser answered for each of its list.
    #[test]
    fn keywords_are_columns() {
        need!("sqlite3");
        let keywords = include_str!("sqlite-keywords.txt").split_whitespace().collect::<Vec<_>>();
        let scratch = Scratch::new();
        let quoted: Vec<String> = keywords.iter().map(|keyword| format!("\"{keyword}\"")).collect();
        query(&scratch, &format!("create table data ({})", quoted.join(", ")));
        let columns: Vec<String> = keywords.iter().map(|keyword| format!("{keyword}=int")).collect();
        let sql = seeded(&format!("-f sql -l 2 {}", columns.join(" ")));
        sql.pipe_into(&format!("sqlite3 -bail {}", scratch.path("db").display())).ok().stdout_is("");
        query(&scratch, "select count(*) from data").stdout_is("2\n");
    }

    /// The rows as they were written: numbers with four digits, booleans as text, joined by a character that no value has.
    const READ_BACK: &str = "select id, name, email, country, born, plan, visits, \
         iif(balance is null, '', printf('%.4f', balance)), token, iif(active, 'true', 'false') \
         from customers order by id";

    #[track_caller]
    fn assert_read_back(scratch: &Scratch) {
        assert_eq!(query(scratch, "select count(*) from customers").text(), format!("{ROWS}\n"));
        let columns = rows(&format!("-f column -s | -l 200k {COLUMNS}"));
        query(scratch, READ_BACK).stdout_is(&columns.stdout);
    }

    #[test]
    fn many_rows_by_insert() {
        need!("sqlite3");
        let scratch = database();
        // All of it is one transaction, without which it takes several times as long.
        let load = format!("sqlite3 -bail '{}'", scratch.path("db").display());
        seeded(&format!("-f sql -l 200k {COLUMNS}")).pipe_into(&load).ok().stdout_is("");
        assert_read_back(&scratch);
        let nulls = query(&scratch, "select count(*) from customers where balance is null");
        assert_eq!(nulls.text(), format!("{}\n", without_balance(&expected())));
        let types = "select distinct typeof(id), typeof(visits), typeof(name), typeof(active) from customers";
        assert_eq!(query(&scratch, types).text(), "integer|integer|text|integer\n");
    }

    #[test]
    fn many_rows_by_import() {
        need!("sqlite3");
        let scratch = Scratch::new();
        let load =
            format!("sqlite3 -bail '{}' '.import --csv /dev/stdin customers'", scratch.path("db").display());
        seeded(&format!("-f csv -H -l 200k {COLUMNS}")).pipe_into(&load).ok().stdout_is("");
        assert_eq!(query(&scratch, "select count(*) from customers").text(), format!("{ROWS}\n"));
        let columns = rows(&format!("-f column -s | -l 200k {COLUMNS}"));
        query(&scratch, "select * from customers order by cast(id as integer)").stdout_is(&columns.stdout);
    }
}

mod postgresql {
    use super::{COLUMNS, Postgres, ROWS, TABLE, assert_same, expected, need, rows, seeded, without_balance};

    fn database() -> Postgres {
        let server = Postgres::start();
        server.sql(&TABLE.replace("{uuid}", "uuid"));
        server
    }

    #[track_caller]
    fn assert_read_back(server: &Postgres) {
        let expected = expected();
        assert_eq!(server.sql("select count(*) from customers").text(), format!("{ROWS}\n"));
        let nulls = server.sql("select count(*) from customers where balance is null");
        assert_eq!(nulls.text(), format!("{}\n", without_balance(&expected)));
        let rows = "select id, name, email, country, born, plan, visits, balance, token, \
                    case when active then 'true' else 'false' end from customers order by id";
        let back = server.sql(&format!("\\copy ({rows}) to stdout with (format csv)"));
        assert_same(&back.stdout, &expected);
    }

    #[test]
    fn many_rows_by_copy() {
        need!("postgres");
        let server = database();
        let load =
            format!(r"{} -c '\copy customers from stdin with (format csv, header match)'", server.psql());
        let csv = seeded(&format!("-f csv -H -l 200k {COLUMNS}"));
        csv.pipe_into(&load).ok().stdout_is("");
        assert_read_back(&server);
    }

    #[test]
    fn many_rows_by_insert() {
        need!("postgres");
        let server = database();
        let sql = seeded(&format!("-f sql -l 200k {COLUMNS}"));
        sql.pipe_into(&format!("{} -f -", server.psql())).ok().stdout_is("");
        assert_read_back(&server);
    }

    #[test]
    fn difficult_values_and_names_arrive_as_they_were() {
        need!("postgres");
        let server = Postgres::start();
        server.sql(r#"create table "Order" (id int, "name.first" text, "select" text, empty text)"#);
        let scratch = crate::rows::difficult_lines();
        let lines = scratch.path("lines").display().to_string();
        let columns =
            format!("-l 500 id=seq name.first=file:{lines} select=file:{lines}@null=0.5 empty=enum:*1");
        let sql = seeded(&format!("-f sql -t Order {columns}"));
        sql.pipe_into(&format!("{} -f -", server.psql())).ok().stdout_is("");
        let back = server.sql(r#"\copy (select * from "Order" order by id) to stdout with (format csv)"#);
        back.stdout_is(rows(&format!("-f csv -t Order {columns}")).stdout);
    }

    /// Every keyword that PostgreSQL reserves in some context can be a column.
    #[test]
    fn keywords_are_columns() {
        need!("postgres");
        let server = Postgres::start();
        let keywords =
            server.sql("select word from pg_get_keywords() where catcode <> 'U'").text().to_owned();
        for keywords in keywords.lines().collect::<Vec<_>>().chunks(100) {
            let columns =
                |of: &str| keywords.iter().map(|keyword| of.replace("{}", keyword)).collect::<Vec<_>>();
            let create = format!("create table data ({})", columns("\"{}\" int").join(", "));
            server.sql(&create);
            let sql = seeded(&format!("-f sql -l 2 {}", columns("{}=int").join(" ")));
            sql.pipe_into(&format!("{} -f -", server.psql())).ok().stdout_is("");
            assert_eq!(server.sql("select count(*) from data").text(), "2\n");
            server.sql("drop table data");
        }
    }
}
