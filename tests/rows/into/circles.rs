//! Tables that are there and refer to each other: whatever is between them in the file is loaded as ever.

use gush_testkit::{MariaDb, Postgres, Scratch, need};

use crate::rows::seeded;

/// `a` and `c` refer to each other; `b` is by itself, and `d` refers to `c`, which the file does not say.
const TABLES: &str = "create table a (id int primary key, c_id int not null); \
                      create table c (id int primary key, a_id int not null, foreign key (a_id) references a (id)); \
                      alter table a add constraint to_c foreign key (c_id) references c (id); \
                      create table d (c_id int not null, foreign key (c_id) references c (id))";
const SCHEMA: &str = "
[table.a]
rows = 90
columns.id = \"seq\"
columns.c_id = \"int:1,70\"
[table.d]
rows = 80
columns.c_id = \"int:1,70\"
[table.b]
rows = 60
columns.id = \"seq\"
[table.c]
rows = 70
columns.id = \"seq\"
columns.a_id = \"ref:a.id\"
";
const COUNTS: &str = "select (select count(*) from a), (select count(*) from b), (select count(*) from c), (select count(*) from d)";

/// Loads by several connections: first one of the tables is missing, then all are there.
fn load(url: &str, counts: impl Fn()) {
    let scratch = Scratch::new();
    let file = scratch.write("s.toml", SCHEMA);
    for options in ["--connections 3", "--truncate", "--truncate --connections 2"] {
        seeded(options).arg("--schema").arg(&file).arg("--into").arg(url).run().ok();
        counts();
    }
    let file = scratch.write("orphans.toml", SCHEMA.replace("c_id = \"int:1,70\"", "c_id = \"int:500,501\""));
    let run = seeded("--truncate").arg("--schema").arg(file).arg("--into").arg(url).run().code(1);
    assert!(run.errors().contains("500") || run.errors().contains("501"), "{}", run.errors());
}

#[test]
fn postgresql_takes_tables_in_a_circle() {
    need!("postgres");
    let server = Postgres::start();
    server.sql(TABLES);
    load(&super::url_of(&server, "gush"), || {
        server.sql(COUNTS).stdout_is("90|60|70|80\n");
        server.sql("select count(*) from pg_constraint where condeferrable").stdout_is("0\n");
    });
}

#[test]
fn mariadb_takes_tables_in_a_circle() {
    need!("mariadb server");
    let server = MariaDb::start("test");
    server.run("test", TABLES).ok();
    let url = super::mysql::url_of(&server, "root");
    load(&url, || {
        server.sql("test", COUNTS).stdout_is("90\t60\t70\t80\n");
    });
    let orphans = "select count(*) from a left join c on c.id = c_id where c.id is null";
    server.sql("test", orphans).stdout_is("0\n");
}
