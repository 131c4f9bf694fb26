//! Live databases: what is learned of them is what their definitions say, and what their rows are like without any rare value.

use gush_testkit::{MariaDb, Postgres, Scratch, need};
use rusqlite::Connection;

use super::{MYSQL, POSTGRES, SQLITE, definitions, gush};

/// The lines about columns and links, without the spelling of what is not in a catalogue, such as comments; in no order.
fn lines(text: &str) -> Vec<String> {
    let is_of_interest = |line: &&str| {
        ["columns.", "link.", "key", "unique", "[table"].iter().any(|begin| line.starts_with(begin))
    };
    let mut lines: Vec<String> = text
        .lines()
        .filter(is_of_interest)
        .map(|line| line.split(" # ").next().unwrap_or(line).trim())
        // A server writes its expressions in parentheses.
        .map(|line| line.replace("expr = \"(", "expr = \"").replace(")\" }", "\" }"))
        .collect();
    lines.sort();
    lines
}

#[track_caller]
fn learned(scratch: &Scratch, address: &str) -> String {
    gush(scratch, "learn").arg(address).run().ok().text().to_owned()
}

#[test]
fn an_empty_database_of_postgresql_is_what_its_definitions_are() {
    need!("postgres");
    let server = Postgres::start();
    server.sql(POSTGRES);
    let url = format!("postgres://gush@/postgres?host={}", server.folder().display());
    let scratch = definitions(POSTGRES);
    let file = gush(&scratch, "learn s.sql").run().ok().text().to_owned();
    assert_eq!(lines(&learned(&scratch, &url)), lines(&file));
}

#[test]
fn rows_of_postgresql_become_shares_and_ranges() {
    need!("postgres");
    let server = Postgres::start();
    let of_rows = "create table people (id int generated always as identity primary key, plan text not null, nick text, age int, born date, mail text unique);
        insert into people (plan, nick, age, born, mail) select case when i % 10 < 7 then 'free' else 'paid' end,
            case when i % 4 = 0 then null when i = 17 then 'secret-nick' else 'nick' || i end, 18 + i % 50, date '1970-01-01' + i, 'secret' || i || '@corp.example'
        from generate_series(1, 1000) i";
    server.sql(of_rows);
    let url = format!("postgres://gush@/postgres?host={}", server.folder().display());
    let scratch = Scratch::new();
    gush(&scratch, "learn -o s.toml").arg(&url).run().ok();
    let text = String::from_utf8(scratch.read("s.toml")).expect("text");
    assert!(
        text.contains("rows = 1_000") && text.contains("columns.plan = \"enum:free*700,paid*300\""),
        "{text}"
    );
    assert!(text.contains("null = 0.25") || text.contains("@null=0.25"), "{text}");
    assert!(text.contains("constraint = \"18,67\"") || text.contains("int:18,67"), "{text}");
    assert!(!text.contains("secret") && !text.contains("corp"), "{text}");
    let none = gush(&scratch, "learn --no-values").arg(&url).run().ok().text().to_owned();
    assert!(!none.contains("free") && none.contains("rows = 1_000"), "{none}");
    // The rows go into another table of the same definitions.
    let other = Postgres::start();
    other.sql(of_rows.split(';').next().unwrap_or_default());
    let address = format!("postgres://gush@/postgres?host={}", other.folder().display());
    gush(&scratch, "rows --schema s.toml --seed 7 --into").arg(address).run().ok();
    other.sql("select count(*), count(nick) between 700 and 800 from people").stdout_is("1000|t\n");
}

#[test]
fn an_empty_database_of_mariadb_is_what_its_definitions_are() {
    need!("mariadbd");
    let server = MariaDb::start("shop");
    let without_rows: String =
        MYSQL.lines().filter(|line| !line.starts_with("INSERT")).map(|line| format!("{line}\n")).collect();
    let free =
        without_rows.replace("CREATE TABLE `orders`", "SET foreign_key_checks = 0; CREATE TABLE `orders`");
    server.run("shop", free).ok();
    let url = format!("mysql://root@localhost/shop?socket={}", server.socket().display());
    let scratch = definitions(&without_rows);
    let file = gush(&scratch, "learn s.sql").run().ok().text().to_owned();
    assert_eq!(lines(&learned(&scratch, &url)), lines(&file));
}

#[test]
fn a_file_of_sqlite_is_what_its_definitions_are() {
    let scratch = definitions(SQLITE);
    Connection::open(scratch.path("shop.db"))
        .and_then(|file| file.execute_batch(SQLITE))
        .expect("SQLite takes it");
    let file = gush(&scratch, "learn s.sql").run().ok().text().to_owned();
    let address = lines(&learned(&scratch, "sqlite:shop.db"));
    assert_eq!(address, lines(&file));
    assert_eq!(lines(&learned(&scratch, "shop.db")), address);
}

#[test]
fn a_database_that_cannot_be_asked_is_told() {
    let scratch = Scratch::new();
    let run = gush(&scratch, "learn sqlite:none.db -o s.toml").run().code(2);
    run.stderr_has("sqlite:none.db").stdout_is("");
    let run = gush(&scratch, "learn postgres://me:secret@127.0.0.1:1/x").run().code(2);
    assert!(!String::from_utf8_lossy(&run.stderr).contains("secret"));
    scratch.write("half.db", b"SQLite format 3\0 and no more");
    gush(&scratch, "learn half.db").run().code(2).stderr_has("half.db");
}
