//! Rows of a learned file go into the database whose definitions they were learned from, with all constraints on and no line changed.

use gush_testkit::{MariaDb, Postgres, Scratch, need};
use rusqlite::Connection;

use super::{MYSQL, POSTGRES, SQLITE, definitions, gush};

/// Learns from definitions and checks that the program accepts the file, `s.toml`.
#[track_caller]
fn learn(sql: &str, options: &str) -> Scratch {
    let scratch = definitions(sql);
    gush(&scratch, &format!("learn s.sql -o s.toml {options}")).run().ok().stdout_is("");
    gush(&scratch, "check s.toml").run().ok();
    scratch
}

#[test]
fn definitions_of_postgresql_take_the_rows() {
    need!("postgres");
    for rows in ["10", "2000"] {
        let server = Postgres::start();
        let scratch = learn(POSTGRES, &format!("--rows {rows}"));
        server.sql(POSTGRES);
        let url = format!("postgres://gush@/postgres?host={}", server.folder().display());
        let into = gush(&scratch, "rows --schema s.toml --seed 7").arg("--into").arg(url);
        into.run().ok().stderr_has(": 9 tables, ");
        server.sql("select count(*) from orders").stdout_is(format!("{rows}\n"));
        server.sql("select count(distinct user_id) from orders o where exists (select from users u where u.id = user_id and u.tenant_id = o.tenant_id)");
        server.sql("select bool_and(tax = round(total * 0.19, 2)) from orders").stdout_is("t\n");
        server
            .sql("select count(*) from attachments where num_nonnulls(order_id, product_sku) <> 1")
            .stdout_is("0\n");
    }
}

#[test]
fn definitions_of_mysql_take_the_rows() {
    need!("mariadbd");
    let server = MariaDb::start("shop");
    let without_rows: String =
        MYSQL.lines().filter(|line| !line.starts_with("INSERT")).map(|line| format!("{line}\n")).collect();
    let scratch = learn(&without_rows, "--rows 500");
    server
        .run(
            "shop",
            without_rows
                .replace("CREATE TABLE `orders`", "SET foreign_key_checks = 0; CREATE TABLE `orders`"),
        )
        .ok();
    let url = format!("mysql://root@localhost/shop?socket={}", server.socket().display());
    gush(&scratch, "rows --schema s.toml --seed 7").arg("--into").arg(url).run().ok();
    server.sql("shop", "select count(*) from customers").stdout_is("500\n");
    server.sql("shop", "select count(*) from orders left join customers c on c.id = customer_id where c.id is null or paid > total").stdout_is("0\n");
    let duplicates =
        "select count(*) from (select 1 from orders group by customer_id, position having count(*) > 1) d";
    server.sql("shop", duplicates).stdout_is("0\n");
}

#[test]
fn definitions_of_sqlite_take_the_rows() {
    let scratch = learn(SQLITE, "--rows 700");
    let path = scratch.path("s.db");
    Connection::open(&path)
        .expect("SQLite opens")
        .execute_batch(SQLITE)
        .expect("SQLite takes the definitions");
    gush(&scratch, "rows --schema s.toml --seed 7 --into sqlite:s.db").run().ok();
    let connection = Connection::open(&path).expect("SQLite opens");
    let count = |query: &str| -> i64 { connection.query_row(query, [], |row| row.get(0)).expect("a number") };
    assert_eq!(count("select count(*) from artists"), 700);
    assert_eq!(count("select count(*) from pragma_foreign_key_check"), 0);
    assert_eq!(count("select count(*) from ratings where (voter is null) = (guest is null)"), 0);
    assert_eq!(count("select count(*) from tracks where track is null"), 0);
}

/// What is hard in definitions, each with a query that counts what is wrong.
#[test]
fn hard_constraints_hold() {
    let cases = [
        (
            "create table t (id integer primary key, low int not null, high int not null, a text, b text, c int check (c <> 0), \
             d text check (length(d) = 5), e text not null check (e = upper(e)), check (low < high), check (a is null or b is null))",
            "select count(*) from t where low >= high or length(d) <> 5 or e <> upper(e)",
        ),
        (
            "create table u (id integer primary key, name text not null unique); create table f (a int not null references u, b int not null references u, \
             primary key (a, b), check (a <> b))",
            "select count(*) from f where a = b",
        ),
        (
            "create table x (id integer primary key, y int not null references y(id)); create table y (id integer primary key, x int references x(id))",
            "select count(*) from y where x is not null",
        ),
        (
            "create table t (id integer primary key, up int not null references t(id), code char(2) not null unique, flag boolean not null)",
            "select count(*) - count(distinct code) from t",
        ),
        (
            "create table p (id integer primary key); create table c (p int not null references p, kind text not null check (kind in ('a', 'b', 'c')), \
             is_main boolean not null, primary key (p, kind)); create unique index m on c (p) where is_main",
            "select count(*) from (select 1 from c where is_main group by p having count(*) > 1)",
        ),
    ];
    for (sql, query) in cases {
        let scratch = learn(sql, "--rows 200 --from sqlite");
        let path = scratch.path("s.db");
        let connection = Connection::open(&path).expect("SQLite opens");
        connection.execute_batch(sql).expect("SQLite takes the definitions");
        gush(&scratch, "rows --schema s.toml --seed 7 --into sqlite:s.db").run().ok();
        let wrong: i64 = connection.query_row(query, [], |row| row.get(0)).expect("a number");
        assert_eq!(wrong, 0, "{sql}\n{}", String::from_utf8_lossy(&scratch.read("s.toml")));
    }
}

/// Conditions of the source are in the file, and no row breaks one.
#[test]
fn rows_meet_the_conditions_that_were_learned() {
    for (sql, least) in [(POSTGRES, 10), (MYSQL, 3), (SQLITE, 3)] {
        let scratch = learn(sql, "--rows 500");
        let file = String::from_utf8(scratch.read("s.toml")).expect("text");
        assert!(file.lines().filter(|line| line.starts_with("check.")).count() >= least, "{file}");
        let run = gush(&scratch, "check s.toml --rows-of 2k --seed 7").run().ok();
        assert!(run.text().ends_with(" hold\n") && run.text().lines().count() == 1, "{}", run.text());
    }
}

/// What real schemas have: tables in a circle without null, a key under the name of a schema, partitions without a rest, trees without
/// twins, kinds that a condition excludes, lists that have items where something else is null, columns that the server computes.
const ODD: &str = "
create schema person;
create table person.entity (id serial primary key);
create table person.person (id int primary key references person.entity (id), name text not null);
create table store (store_id serial primary key, manager_id int not null unique);
create table staff (staff_id serial primary key, store_id int not null references store (store_id));
alter table store add foreign key (manager_id) references staff (staff_id);
create table payment (id int not null, paid_at timestamptz not null, primary key (id, paid_at)) partition by range (paid_at);
create table payment_1 partition of payment for values from ('2022-01-01 00:00:00+00') to ('2022-02-01 00:00:00+00');
create table payment_2 partition of payment for values from ('2022-02-01 00:00:00+00') to ('2022-03-01 00:00:00+00');
create table tag (id serial primary key);
create table tag_version (id serial primary key, tag_id int not null references tag (id), previous_id int references tag_version (id),
  unique (tag_id, previous_id));
create table kind (id serial primary key, name text not null);
create table alias (id serial primary key, kind_id int references kind (id), name text not null,
  check (kind_id <> 2 or (kind_id = 2 and name = '')));
create table role (id serial primary key, tenant_id int references tag (id), permissions text[] not null,
  check (tenant_id is null or cardinality(permissions) > 0), check (tenant_id is not null or cardinality(permissions) = 0));
create table film (id serial primary key, minutes int not null, hours numeric(6, 2) generated always as (round(minutes / 60.0, 2)) stored,
  words tsvector not null, area polygon not null);";

#[test]
fn odd_definitions_of_postgresql_take_the_rows() {
    need!("postgres");
    let server = Postgres::start();
    let scratch = learn(ODD, "--rows 500");
    server.sql(ODD);
    let url = format!("postgres://gush@/postgres?host={}", server.folder().display());
    gush(&scratch, "rows --schema s.toml --seed 7 --connections 3").arg("--into").arg(url).run().ok();
    let counts = "select (select count(*) from store) > 0, (select count(*) from staff) > 0, (select count(*) from payment),  \
                  (select count(*) from alias where kind_id is not null) > 300, (select count(*) from film where hours = round(minutes / 60.0, 2))";
    server.sql(counts).stdout_is("t|t|500|t|500\n");
    // The keys are checked at once again.
    server.sql("select count(*) from pg_constraint where contype = 'f' and condeferrable").stdout_is("0\n");
}

/// Tables in a circle, and one that a trigger fills.
#[test]
fn odd_definitions_of_mysql_take_the_rows() {
    need!("mariadbd");
    let sql = "
create table store (store_id int not null auto_increment primary key, manager_id int not null unique);
create table staff (staff_id int not null auto_increment primary key, store_id int not null, foreign key (store_id) references store (store_id));
alter table store add foreign key (manager_id) references staff (staff_id);
create table film (id int not null auto_increment primary key, title varchar(50) not null);
create table film_text (film_id int not null primary key, title varchar(50) not null);
create trigger ins_film after insert on film for each row insert into film_text (film_id, title) values (new.id, new.title);";
    let server = MariaDb::start("shop");
    let scratch = learn(sql, "--rows 300");
    server.run("shop", sql).ok();
    let url = format!("mysql://root@localhost/shop?socket={}", server.socket().display());
    gush(&scratch, "rows --schema s.toml --seed 7").arg("--into").arg(&url).run().ok();
    let orphans = "select count(*) from store left join staff on staff_id = manager_id where staff_id is null union all  \
                   select count(*) from staff left join store using (store_id) where store.store_id is null";
    server.sql("shop", orphans).stdout_is("0\n0\n");
    server.sql("shop", "select count(*) from film_text join film on id = film_id").stdout_is("300\n");
    // The database itself gives the same file, triggers and all.
    gush(&scratch, "learn -o live.toml").arg(url).run().ok();
    let live = std::fs::read_to_string(scratch.path("live.toml")).unwrap();
    assert!(live.contains("a trigger fills film_text, which is left out"), "{live}");
}
