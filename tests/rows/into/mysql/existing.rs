//! Tables that are there: their rows, their types, their `AUTO_INCREMENT` columns.

use gush_testkit::{MariaDb, Scratch, need};

use super::{into, url_of};
use crate::rows::seeded;

#[test]
fn a_table_with_rows_is_refused_emptied_or_added_to() {
    need!("mariadb server");
    let server = MariaDb::start("test");
    let load = |options: &str| into(&server, &format!("{options} -t t id=seq name")).run();
    let count = |expected: &str| server.sql("test", "select count(*), max(id) from t").stdout_is(expected);
    load("-l 10").ok();
    load("-l 10").code(2).stderr_has("nothing was changed\n  t has rows; --append adds to them");
    count("10\t10\n");
    load("--rows 10..30 --append").ok();
    count("30\t30\n");
    load("-l 7 --truncate").ok();
    count("7\t7\n");
    server.sql("test", "alter table t add extra int");
    load("-l 3 --create replace").ok();
    count("3\t3\n");
    server
        .sql("test", "select count(*) from information_schema.columns where table_name = 't' and column_name = 'extra'")
        .stdout_is("0\n");
    into(&server, "-l 3 -t other --create never n=int").run().code(2).stderr_has("there is no table other");
}

/// Types of the table and not ours decide on the form; the server's own columns are left to it.
#[test]
fn the_types_of_the_table_decide() {
    need!("mariadb server");
    let server = MariaDb::start("test");
    server.sql(
        "test",
        "create table t (id bigint auto_increment primary key, n smallint, w decimal(9,2), f float, name varchar(80), code char(3), \
         mood enum('sad', 'ok'), twice int as (n * 2) stored, seen timestamp, flag bit, mask bit(8), many bit(10), uuid binary(16), \
         own uuid, digest varbinary(8), text_of text, at time, data json, extra int default 5)",
    );
    let columns = [
        "n=int:1,9",
        "w=int:1,9",
        "f=decimal:0,9,1",
        "name",
        "code=enum:abc,def",
        "mood=enum:sad,ok",
        "twice=int:1,9",
        "seen=datetime:2020-01-01,2024-01-01",
        "flag=bool",
        "mask=bits:8@type=bit(8)",
        "many=int:0,1000",
        "uuid=uuid",
        "own=uuid",
        "digest=bytes:8@null=0.5",
        "text_of=bytes:3@format=base64@prefix=<",
        "at=time",
        "data={a=int:1,5 b=name}",
    ];
    let run = into(&server, "-l 500 -t t --progress=never").args(columns).run();
    run.ok().silent();
    server
        .sql(
            "test",
            "select count(*), min(twice = 2 * n and n between 1 and 9), count(distinct mood), max(id), count(distinct flag), \
             count(distinct mask) > 100, max(many) > 900, count(distinct uuid), count(distinct own), count(digest) between 200 and 300, \
             max(length(digest)), min(extra), min(json_valid(data)) from t",
        )
        .stdout_is("500\t1\t2\t500\t2\t1\t1\t500\t500\t1\t8\t5\t1\n");
    // Digits are those of the text.
    let texts =
        seeded("--rows 0..1 -f csv -t t mask=bits:8@type=bit(8) uuid=uuid").run().ok().text().to_owned();
    server
        .sql("test", "select concat_ws(',', lpad(bin(mask), 8, '0'), lower(hex(uuid))) from t where id = 1")
        .stdout_is(texts.replace('-', ""));
}

#[test]
fn the_next_row_goes_on_after_the_rows() {
    need!("mariadb server");
    let server = MariaDb::start("test");
    server.sql("test", "create table s (id int auto_increment primary key, x int)");
    into(&server, "-l 50 -t s id=seq x=int:1,9").run().ok();
    server.sql("test", "insert into s (x) values (1) returning id").stdout_is("51\n");
    into(&server, "-l 60 --truncate -t s id=seq x=int:1,9").run().ok();
    server.sql("test", "insert into s (x) values (1) returning id").stdout_is("61\n");
    // One that is further already stays, and 0 is a value.
    server.sql("test", "alter table s auto_increment = 1000");
    into(&server, "--rows 0..1 --append -t s id=seq:0 x=int:1,9").run().ok();
    server.sql("test", "insert into s (x) values (1) returning id").stdout_is("1000\n");
    server.sql("test", "select min(id) from s").stdout_is("0\n");
}

#[test]
fn all_that_does_not_fit_is_said_at_once() {
    need!("mariadb server");
    let server = MariaDb::start("test");
    server.sql(
        "test",
        "create table t (id int, email text not null, price decimal(5,2) not null, twice int as (id * 2), dated int not null default 3); \
         create view v as select 1 as n; create user reader@localhost; grant select on test.t to reader@localhost",
    );
    let run = into(&server, "-l 5 -t t ID=seq emial=email twice=int:1,9 price=decimal:1,9,2").run().code(2);
    run.stdout_is("")
        .stderr_has("t has no column emial; did you mean email?")
        .stderr_has("t needs a value of email (text) in each row");
    into(&server, "-l 5 -t v n=seq").run().code(2).stderr_has("v is a view");
    let run = seeded("-l 5 -t t email price=decimal:1,9,2 --into").arg(url_of(&server, "reader")).run();
    run.code(2).stderr_has("this user may not insert into t");
    server.sql("test", "select count(*) from t").stdout_is("0\n");
}

/// Two tables that refer to each other by a key.
const PARENTS: &str = "[table.parents]\nrows = 5\ncolumns.id = \"seq\"\n\
                       [table.children]\nrows = 20\ncolumns.id = \"seq\"\ncolumns.parent = \"ref:parents.id\"\n";

#[test]
fn tables_that_refer_to_each_other_are_emptied_together() {
    need!("mariadb server");
    let server = MariaDb::start("test");
    let scratch = Scratch::new();
    let schema = scratch.write("s.toml", PARENTS);
    let load = |options: &str| into(&server, options).arg("--schema").arg(&schema).run();
    load("").ok();
    load("").code(2).stderr_has("parents has rows").stderr_has("children has rows");
    load("--truncate").ok();
    load("--create replace").ok();
    let run = load("--truncate --table parents").code(2);
    run.stderr_has(
        "children, which is not loaded, has rows that refer to parents; load children too, or empty it first",
    );
    server
        .sql("test", "select (select count(*) from parents), (select count(*) from children)")
        .stdout_is("5\t20\n");
    // The keys of a table that is there are held to.
    server.sql("test", "delete from children; delete from parents");
    let run = load("--table children").code(1);
    run.stderr_has("children: row 0: Cannot add or update a child row: a foreign key constraint fails")
        .stderr_has("load the table that it refers to as well, or first");
}

#[test]
fn a_table_without_transactions_is_named() {
    need!("mariadb server");
    let server = MariaDb::start("test");
    server.sql("test", "create table t (id int) engine=MyISAM");
    let run = into(&server, "-l 5 -t t --progress=never id=seq").run().ok();
    run.stderr_is(
        "gush: t is stored by MyISAM, which has no transactions: if the load fails, some of its rows stay\n",
    );
    let run = into(&server, "-l 5 -t t --append --resume id=seq").run().code(2);
    run.stderr_has("so that a load cannot be resumed");
}
