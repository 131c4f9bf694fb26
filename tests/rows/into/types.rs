//! The rows that `--into` loads are those that `psql` loads from the text of `-f copy`, of every generator and of every type.

use gush_testkit::{Postgres, Program, assert_same, need};

use super::into;
use crate::rows::{described, seeded};

/// Columns of each declared type, also with nulls, and at the ends of their ranges.
const TYPED: &[&str] = &[
    "int:-128,127@type=int8",
    "int:-32768,32767@null=0.1",
    "int:-2147483648,2147483647@type=int32",
    "int:-9223372036854775808,9223372036854775807",
    "int:0,9223372036854775807@type=uint64",
    "decimal:-500,500,0@type=int16",
    "decimal:-99999999.99,99999999.99,2@null=0.1",
    "decimal:0,1,18",
    "decimal:-5,5,2@type=numeric(38,30)",
    "numeric:-99999999999999999999,99999999999999999999,18",
    "decimal:0,100,4@type=float4",
    "decimal:0,100000000,3@type=float4",
    "int:0,16777216@type=float4",
    "double:-99999999.5,99999999.5@null=0.1",
    "float@nan=0.1@inf=0.1@negzero=0.1",
    "float@type=float4@nan=0.1@inf=0.1",
    "bool@null=0.2",
    "uuid@null=0.1",
    "date:0001-01-01,9999-12-31",
    "datetime:0001-01-01,9999-12-31@null=0.1",
    "datetime:1999-12-31,2000-01-02@type=timestamp",
    "datetime@type=timestamptz_ms",
    "datetime@type=timestamp_s",
    "series:2024-01-01,1ms@type=timestamptz_ms",
    "time@null=0.1",
    "duration:0,900000",
    "interval",
    "interval@format=iso",
    "bytes:0,40@null=0.1",
    "bytes:16",
    "ipv4@null=0.1",
    "ipv6",
    "ipv4@type=text",
    "ipv4@type=cidr",
    "mac@type=macaddr",
    "bits:8@type=bit(8)",
    "bits:1,30@type=varbit(30)",
    "enum:a,b\\,c,d'e@type=enum",
    "enum:free*8,pro*2@null=0.1",
    "enum:{},[1\\,2],null,{\"a\": 1.50}@type=jsonb",
    "enum:{},[1\\,2],{\"a\": 1.50}@type=json",
    "name@prefix=<@suffix=\\>\t",
    "int:1,9@prefix=n",
    "date@format=%d.%m.%Y",
    "int:-5,5@list=0,3@type=int4[]@null=0.1",
    "int:0,5@null=0.3@list=0,3@type=int2[]",
    "name@list=0,3@type=text[]",
    "datetime@list=1,2@type=timestamptz[]",
    "decimal:0,5,2@list=1,2@type=numeric(5,2)[]",
    "uuid@list=2,2@type=uuid[]",
    "bool@list=0,9@type=bool[]",
    "bytes:3@list=0,2@type=bytea[]",
    "int:0,9@list=3,3@list=0,2@type=int4[][]",
    "int:0,9@list=0,3@list=0,2@type=jsonb",
    "name@list=0,3",
    "{a=int:1,5 b=name@null=0.5 c=datetime}",
];

/// Loads columns both ways, and expects the same types and the same rows, whichever is looked for among the others.
#[track_caller]
fn loads_alike(server: &Postgres, columns: &[String]) {
    server.sql("set client_min_messages = warning; drop schema public cascade; create schema public");
    let copy = seeded("-l 700 -t t -f copy --create-table").args(columns).run().ok().stdout;
    Program::shell(&format!("{} -f -", server.psql())).stdin(copy).run().ok().silent();
    server.sql("alter table t rename to copied");
    let run = into(server, "-l 700 -t t --progress=never").args(columns).run().ok().stdout_is("");
    assert!(!run.errors().contains("as text"), "{}", run.errors());
    let types = |table: &str| {
        server.sql(&format!(
            "select attname, format_type(atttypid, atttypmod), attnotnull from pg_attribute \
             where attrelid = '{table}'::regclass and attnum > 0 order by attnum"
        ))
    };
    assert_same(types("t").stdout, &types("copied").stdout);
    for (one, other) in [("t", "copied"), ("copied", "t")] {
        let sql = format!("(select {one}::text from {one}) except all (select {other}::text from {other})");
        server.sql(&format!("select count(*) from ({sql}) q")).stdout_is("0\n");
    }
    server.sql("select count(*) from t").stdout_is("700\n");
}

/// Names for columns, as no two may have one.
fn named(columns: &[String]) -> Vec<String> {
    (0..).zip(columns).map(|(number, column)| format!("c{number}={column}")).collect()
}

#[test]
fn every_generator_loads_as_its_text_does() {
    need!("postgres");
    let server = Postgres::start();
    // The server of the test has no pgvector.
    let columns = described().iter().filter(|generator| generator.name != "vector");
    let columns: Vec<String> = columns.map(|generator| generator.column.clone()).collect();
    assert!(columns.len() > 200);
    for columns in columns.chunks(40) {
        loads_alike(&server, &named(columns));
    }
}

#[test]
fn every_type_loads_as_its_text_does() {
    need!("postgres");
    let server = Postgres::start();
    let columns: Vec<String> = TYPED.iter().map(|column| (*column).to_owned()).collect();
    loads_alike(&server, &named(&columns));
}
