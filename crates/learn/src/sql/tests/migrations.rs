//! Files of migrations change what others have defined.

use super::{guess_dialect, learned, listing};
use crate::model::{Model, SqlDialect};
use crate::sql::Reader;

fn lines(text: &str, dialect: SqlDialect) -> Vec<String> {
    listing(&learned(text, Some(dialect))).lines().map(|line| line.trim_end().to_owned()).collect()
}

#[test]
fn columns_come_go_and_change() {
    let text = "
        create table a (id int primary key, b text unique, c int check (c > 0), d int, e int references a);
        alter table a drop column b, drop column if exists c cascade, add column f varchar(3) not null default 'x' check (f <> ''), rename column d to \"D e\";
        alter table a alter f drop not null, alter f set default 'y', alter column f type varchar(9) using f::varchar, alter e set not null;
        alter table a add check (\"D e\" > 1), add unique (\"D e\", f);
        alter table a rename column \"D e\" to d;
        alter table a rename to z;
        alter table z drop constraint a_pkey;
        alter table z add constraint k primary key (d);";
    assert_eq!(
        lines(text, SqlDialect::Postgres),
        [
            "table z, line 2",
            "  id Int(IntSize { bits: 32, is_unsigned: false }) [int] not null",
            "  d Int(IntSize { bits: 32, is_unsigned: false }) [int] not null",
            "  e Int(IntSize { bits: 32, is_unsigned: false }) [int] not null",
            "  f Text { max: Some(9), is_fixed: false, ignores_case: false } [varchar(9)] default 'y'",
            "  primary key d",
            "  unique -: d, f",
            "  foreign key -: e to z ()",
            "  check -: f <> ''",
            "  check -: d > 1",
        ]
    );
}

#[test]
fn mysql_modifies_and_moves() {
    let text = "
        create table a (id int, b int, c int);
        alter table a modify column id bigint unsigned not null auto_increment primary key, change b B2 varchar(5) not null after c, comment = 'x';
        rename table a to z;
        alter table z add (d int, e int), drop index nothing;
        create unique index u on z (d);
        alter table z drop column d;";
    assert_eq!(
        lines(text, SqlDialect::MySql),
        [
            "table z, line 2",
            "  id Int(IntSize { bits: 64, is_unsigned: true }) [bigint unsigned] not null; identity false 1 1",
            "  c Int(IntSize { bits: 32, is_unsigned: false }) [int]",
            "  B2 Text { max: Some(5), is_fixed: false, ignores_case: true } [varchar(5)] not null",
            "  e Int(IntSize { bits: 32, is_unsigned: false }) [int]",
            "  primary key id",
        ]
    );
}

#[test]
fn tables_that_are_dropped_take_keys_with_them() {
    let text = "create table a (id int primary key); create table b (a int references a); drop table a cascade; create table a (x int);";
    let model = learned(text, Some(SqlDialect::Postgres));
    assert_eq!(
        model
            .tables
            .iter()
            .map(|table| (table.name.name.as_str(), table.foreign_keys.len()))
            .collect::<Vec<_>>(),
        [("b", 0), ("a", 0)]
    );
    assert_eq!(model.notes, []);
}

#[test]
fn names_are_found_in_their_schemas() {
    let text = "
        set search_path = one, public;
        create table t (id int primary key);
        create table u (t int references t);
        set search_path to two;
        create table t (id2 int primary key);
        create table u (t int references t, o int references one.t);";
    let model = learned(text, Some(SqlDialect::Postgres));
    let parents: Vec<_> = model
        .tables
        .iter()
        .flat_map(|table| &table.foreign_keys)
        .map(|key| key.parent.schema.as_deref())
        .collect();
    assert_eq!(parents, [Some("one"), Some("two"), Some("one")]);
    let model = learned(
        "use a; create table t (x int); use b; create table t (x int, foreign key (x) references a.t (x));",
        Some(SqlDialect::MySql),
    );
    let names: Vec<_> = model.tables.iter().map(|table| table.name.schema.as_deref()).collect();
    assert_eq!(names, [Some("a"), Some("b")]);
    assert_eq!(model.tables[1].foreign_keys[0].parent.schema.as_deref(), Some("a"));
}

#[test]
fn files_may_come_in_any_order() {
    let mut reader = Reader::new(None);
    for (name, text) in [
        ("keys.sql", "alter table b add foreign key (a) references a (id); alter table c add check (x > 1);"),
        ("comments.sql", "comment on column a.id is 'x'; create unique index u on b (a);"),
        ("tables.sql", "create table b (a bigserial, m mood); create table a (id int primary key);"),
        ("types.sql", "create type mood as enum ('x');"),
    ] {
        reader.begin(name);
        reader.feed(text.as_bytes());
        reader.end();
    }
    let mut model = Model::default();
    reader.finish(&mut model);
    assert_eq!(
        listing(&model).lines().map(str::trim_end).collect::<Vec<_>>(),
        [
            "table b, line 1",
            "  a Int(IntSize { bits: 64, is_unsigned: false }) [bigserial] not null; identity false 1 1",
            "  m Enum([\"x\"]) [mood]",
            "  unique u: a",
            "  foreign key -: a to a (id)",
            "table a, line 1",
            "  id Int(IntSize { bits: 32, is_unsigned: false }) [int] not null; comment x",
            "  primary key id",
            "note, line 1: table c: `alter table c add check (x > 1)` is about a table that is not defined",
        ]
    );
}

#[test]
fn what_a_dump_drops_first_stays() {
    let text = "
        alter table if exists only public.a drop constraint if exists a_pkey;
        alter table public.a alter column id drop default;
        drop table if exists public.a;
        create table public.a (id int not null);
        create sequence public.a_seq start with 3;
        alter table only public.a alter column id set default nextval('public.a_seq'::regclass);
        alter table only public.a add constraint a_pkey primary key (id);";
    let model = learned(text, Some(SqlDialect::Postgres));
    assert_eq!(model.tables[0].primary_key, ["id"]);
    assert_eq!(model.tables[0].columns[0].identity.as_ref().map(|identity| identity.start), Some(3));
    assert_eq!(model.notes, []);
}

#[test]
fn a_schema_has_its_tables_with_it() {
    let text = "create schema shop authorization me create table a (id int)\n create table b (id int) create view v as select 1;\n create table c (id int);";
    let model = learned(text, Some(SqlDialect::Postgres));
    let found: Vec<_> = model
        .tables
        .iter()
        .map(|table| (table.name.schema.as_deref(), table.name.name.as_str(), table.origin.line))
        .collect();
    assert_eq!(found, [(Some("shop"), "a", 1), (Some("shop"), "b", 2), (None, "c", 3)]);
}

#[test]
fn a_type_of_the_source_comes_before_others_of_its_name() {
    let text = "create domain year as integer check (value > 1900); create type image as enum ('x'); create table a (y year, i image);";
    let kinds: Vec<_> = learned(text, Some(SqlDialect::Postgres)).tables[0]
        .columns
        .iter()
        .map(|column| format!("{:?}", column.kind))
        .collect();
    assert_eq!(kinds, ["Int(IntSize { bits: 32, is_unsigned: false })", "Enum([\"x\"])"]);
}

#[test]
fn a_unique_key_over_the_primary_key_is_one_key() {
    let model =
        learned("create table a (id int unique primary key, b int unique);", Some(SqlDialect::Postgres));
    assert_eq!(model.tables[0].uniques.len(), 1);
}

#[test]
fn data_do_not_tell_the_dialect() {
    let data = "insert into a values ('`AUTO_INCREMENT` engine=x [a] sqlite pragma');\n".repeat(40);
    let text = format!(
        "create database auto_increment;\\n create table a (id int generated by default as identity, b text);\n{data}"
    );
    assert_eq!(guess_dialect(text.as_bytes()), SqlDialect::Postgres);
    assert_eq!(guess_dialect(b"create table [a] ([id] integer primary key);"), SqlDialect::Sqlite);
    assert_eq!(guess_dialect(b"create table `a` (id int unsigned)"), SqlDialect::MySql);
}

#[test]
fn blocks_of_migrations_are_read() {
    let text = "
        DO $$ BEGIN
         CREATE TYPE \"mood\" AS ENUM('a', 'b');
        EXCEPTION WHEN duplicate_object THEN null; END $$;
        create table a (id int primary key, m \"mood\");
        create table b (a int);
        DO $$ BEGIN
            IF NOT EXISTS (SELECT 1) THEN
                ALTER TABLE b ADD CONSTRAINT k FOREIGN KEY (a) REFERENCES a (id);
            END IF;
        END $$;
        do $$ begin perform 'create table c (x int)'; end $$;";
    assert_eq!(
        lines(text, SqlDialect::Postgres),
        [
            "table a, line 5",
            "  id Int(IntSize { bits: 32, is_unsigned: false }) [int] not null",
            "  m Enum([\"a\", \"b\"]) [\"mood\"]",
            "  primary key id",
            "table b, line 6",
            "  a Int(IntSize { bits: 32, is_unsigned: false }) [int]",
            "  foreign key k: a to a (id)",
        ]
    );
    assert_eq!(learned(text, Some(SqlDialect::Postgres)).tables[1].foreign_keys[0].origin.line, 9);
}

#[test]
fn json_of_mariadb_is_json() {
    let text = "create table a (doc longtext COLLATE utf8mb4_bin DEFAULT NULL CHECK (json_valid(`doc`)), note longtext);";
    let kinds: Vec<_> = learned(text, Some(SqlDialect::MySql)).tables[0]
        .columns
        .iter()
        .map(|column| format!("{:?}", column.kind))
        .collect();
    assert_eq!(
        kinds,
        ["Json { is_binary: false }", "Text { max: None, is_fixed: false, ignores_case: true }"]
    );
}
