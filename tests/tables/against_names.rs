//! `gush check --against`: names that are statements, schemas, and who may read.

use gush_testkit::{MariaDb, Postgres, Program, need};

use crate::tables::checked::Database;
use crate::tables::schema;

const STRANGE: &str = r#"
[table."a; drop table b"]
rows = 9
key = ["the key"]
columns."the key" = "int:1,1000@unique"
columns."select" = "enum:it's,b"
columns."quo\"te" = "int:1,5@null=0.5"

[table."Child"]
rows = { per = "a; drop table b", each = "int:1,3" }
columns.id = "seq"
columns."Of it" = "ref:a; drop table b.the key"
columns."n" = "nth"
"#;

#[track_caller]
fn strange_names_are_names(database: &Database) {
    let scratch = schema(STRANGE);
    database.load(&scratch, "s.toml", "");
    database.check(&scratch, "s.toml", "").ok();
    database.run("update \"a; drop table b\" set \"select\" = 'a\nb'");
    let check = database.check(&scratch, "s.toml", "").code(1);
    check.stdout_has("a; drop table b.select is one of ").stdout_has("select = a\\nb\n");
}

#[test]
fn strange_names_are_names_in_sqlite() {
    strange_names_are_names(&Database::sqlite());
}

#[test]
fn strange_names_are_names_in_mariadb() {
    need!("mariadb server");
    strange_names_are_names(&Database::MariaDb(Box::new(MariaDb::start("test"))));
}

#[test]
fn names_rights_and_schemas_of_postgresql() {
    need!("postgres");
    let database = Database::Postgres(Box::new(Postgres::start()));
    strange_names_are_names(&database);
    let Database::Postgres(server) = &database else { return };
    let scratch =
        schema("[table.\"shop.Orders\"]\nrows = 10\ncolumns.id = \"seq\"\ncolumns.n = \"int:1,5\"\n");
    server.sql("create schema shop");
    database.load(&scratch, "s.toml", "");
    database.check(&scratch, "s.toml", "").ok().stdout_is("5 promises of 1 table hold\n");
    // Whoever may only read can check; who may not gets an error.
    server.sql("create role reader login; grant usage on schema shop to reader");
    let by_reader = || {
        let address = format!("postgres://reader@/postgres?host={}", server.folder().display());
        let check = Program::new(env!("CARGO_BIN_EXE_gush")).args(["check", "s.toml", "--against", &address]);
        check.within(scratch.folder()).run()
    };
    by_reader().code(1).stdout_is(
        "shop.Orders: 5 promises are not checked: this user may not read shop.\"Orders\"; GRANT SELECT ON shop.\"Orders\" lets it\n",
    );
    server.sql("grant select on shop.\"Orders\" to reader");
    by_reader().ok();
}
