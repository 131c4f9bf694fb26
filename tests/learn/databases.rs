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

/// Tables are loaded into the schema that they are in, and triggers, composite types and views of a server are known.
#[test]
fn schemas_of_postgresql_keep_their_tables_apart() {
    need!("postgres");
    let definitions = "create schema sales; create schema stock;
        create type sales.place as (street text, zip text);
        create table sales.items (id int generated always as identity primary key, name text not null, at sales.place);
        create table stock.items (id int primary key, item_id int not null references sales.items, qty int not null check (qty > 0));
        create materialized view stock.total as select item_id, count(*) from stock.items group by item_id;
        create unique index on stock.total (item_id);
        create function stock.f() returns trigger language plpgsql as 'begin return new; end';
        create trigger t before insert on stock.items for each row execute function stock.f()";
    let server = Postgres::start();
    server.sql(definitions);
    let url = format!("postgres://gush@/postgres?host={}", server.folder().display());
    let scratch = Scratch::new();
    let told = gush(&scratch, "learn -o s.toml --rows 50").arg(&url).run().ok();
    let text = String::from_utf8(scratch.read("s.toml")).expect("text");
    assert!(text.contains("[table.\"sales.items\"]") && text.contains("[table.\"stock.items\"]"), "{text}");
    assert!(text.contains("a trigger may change its rows"), "{text}");
    assert!(!told.errors().contains("not understood"), "{}", told.errors());
    gush(&scratch, "rows --schema s.toml --seed 7 --into").arg(&url).run().ok();
    server.sql("select count(*) from stock.items join sales.items s on s.id = item_id").stdout_is("50\n");
    gush(&scratch, "check s.toml --seed 7 --against").arg(&url).run().ok();
    gush(&scratch, "check s.toml --seed 7 --rows-of 100").run().ok();
}

/// A sample is of all parts of a table, and of columns that have no text only these are left out.
#[test]
fn rows_of_mariadb_become_shares_and_ranges() {
    need!("mariadbd");
    let server = MariaDb::start("shop");
    server
        .run(
            "shop",
            "create table t (id int primary key auto_increment, v int not null, place point, b blob);
             insert into t (v, place) select if(seq > 20000, 2, 1), point(1, 2) from seq_1_to_60000",
        )
        .ok();
    let url = format!("mysql://root@localhost/shop?socket={}", server.socket().display());
    let text = learned(&Scratch::new(), &url);
    assert!(
        text.contains("rows = 60_000") && text.contains("constraint = \"1,2\", dist = \"hist:1*3"),
        "{text}"
    );
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
    let both = gush(&scratch, "learn sqlite:none.db --from csv").run().code(2);
    both.stderr_has("the address says what this is; leave out --from");
    scratch.write("half.db", b"SQLite format 3\0 and no more");
    gush(&scratch, "learn half.db").run().code(2).stderr_has("half.db");
}

/// How many rows refer to a row is learned from the rows themselves: parents have as many children, and the popular ones are as popular.
#[test]
fn children_are_as_many_as_in_the_database() {
    let scratch = Scratch::new();
    scratch.write(
        "s.toml",
        "[table.customers]\nrows = 2_000\ncolumns.id = \"seq\"\n\n[table.products]\nrows = 300\ncolumns.id = \"seq\"\n\n\
         [table.orders]\nrows = { per = \"customers\", each = \"geometric:0.25\" }\nlink.products = { dist = \"zipf:1.1\" }\n\
         columns.id = \"seq\"\ncolumns.customer_id = \"ref:customers.id\"\ncolumns.product_id = \"ref:products.id\"\n\n\
         [table.visits]\nrows = 6_000\ncolumns.id = \"seq\"\ncolumns.customer_id = \"ref:customers.id\"\n",
    );
    gush(&scratch, "rows --schema s.toml --seed 7 --into sqlite:shop.db").run().ok();
    let text = gush(&scratch, "learn shop.db").run().ok().text().to_owned();
    for expected in [
        "rows = { per = \"customers\", each = \"geometric:0.2",
        "link.products = { dist = \"zipf:1.",
        // Equal chances need no word.
        "[table.visits]\nrows = 6_000",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
}
