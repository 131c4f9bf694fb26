//! The rows that `--into mysql://` loads are those that the client loads from `-f sql`, of every generator and of every type.

use gush_testkit::{MariaDb, assert_same, need};

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
    "float@negzero=0.1",
    "float@type=float4",
    "bool@null=0.2",
    "uuid@null=0.1",
    "date:0001-01-01,9999-12-31",
    "datetime:0001-01-01,9999-12-31@null=0.1",
    "datetime:1999-12-31,2000-01-02@type=timestamp",
    "datetime@type=timestamptz_ms",
    "series:2024-01-01,1ms@type=timestamptz_ms",
    "time@null=0.1",
    "duration:0,900000",
    "interval",
    "bytes:0,40@null=0.1",
    "bytes:16",
    "ipv4@null=0.1",
    "ipv6",
    "mac@type=macaddr",
    "bits:8@type=bit(8)",
    "enum:a,b\\,c,d'e@type=enum",
    "enum:free*8,pro*2@null=0.1",
    "enum:{},[1\\,2],null,{\"a\": 1.50}@type=jsonb",
    "name@prefix=<@suffix=\\>\t",
    "int:1,9@prefix=n",
    "date@format=%d.%m.%Y",
    "int:-5,5@list=0,3@type=int4[]@null=0.1",
    "name@list=0,3@type=text[]",
    "int:0,9@list=0,3@list=0,2@type=jsonb",
    "name@list=0,3",
    "{a=int:1,5 b=name@null=0.5 c=datetime}",
];

/// Texts that LOAD DATA could take for something else.
const MISREAD: &str =
    "NULL\n\\N\nN\n\\\n\"\n\",\"\n0\ntrue\nit's\n\\\\\n\\'\n\\0\n\ta\t\n\u{1f600}\n'); drop table t; --\n";

/// Loads columns both ways, and expects the same types and the same rows.
#[track_caller]
fn loads_alike(server: &MariaDb, columns: &[String]) {
    server.sql("test", "drop table if exists t, copied");
    let script = seeded("-l 700 -t t -f sql --dialect mysql --create-table").args(columns).run().ok().stdout;
    server.run("test", script).ok().silent();
    server.sql("test", "rename table t to copied");
    into(server, "-l 700 -t t --progress=never").args(columns).run().ok().stdout_is("");
    let types = |table: &str| {
        server.sql(
            "test",
            &format!(
                "select column_name, column_type, is_nullable from information_schema.columns where table_name = '{table}' \
                 order by ordinal_position"
            ),
        )
    };
    assert_same(types("t").stdout, &types("copied").stdout);
    let rows = |table: &str| server.sql("test", &format!("select * from {table} order by 1"));
    let loaded = rows("t");
    assert!(loaded.stdout.len() > 700);
    assert_same(loaded.stdout, &rows("copied").stdout);
}

/// Columns with names, as no two may have one, behind one that counts the rows.
fn named<'c>(columns: impl IntoIterator<Item = &'c str>) -> Vec<String> {
    let columns = (0..).zip(columns).map(|(number, column)| format!("c{number}={column}"));
    std::iter::once("id=seq".to_owned()).chain(columns).collect()
}

#[test]
fn every_generator_loads_as_its_script_does() {
    need!("mariadb server");
    let server = MariaDb::start("test");
    let columns: Vec<&str> = described().iter().map(|generator| generator.column.as_str()).collect();
    assert!(columns.len() > 200);
    for columns in columns.chunks(40) {
        loads_alike(&server, &named(columns.iter().copied()));
    }
}

#[test]
fn every_type_loads_as_its_script_does() {
    need!("mariadb server");
    let server = MariaDb::start("test");
    loads_alike(&server, &named(TYPED.iter().copied()));
    let file = server.folder().write("misread", MISREAD).display().to_string();
    loads_alike(&server, &named([format!("file:{file}").as_str(), &format!("file:{file}@null=0.3")]));
}

#[test]
fn a_server_that_refuses_local_files_gets_statements() {
    need!("mariadb server");
    let (server, other) = (
        MariaDb::start_with("test", &["--skip-networking", "--local-infile=0", "--max-allowed-packet=65536"]),
        MariaDb::start("test"),
    );
    let columns = named(TYPED.iter().copied());
    let file = server.folder().write("misread", MISREAD).display().to_string();
    let load = |server: &MariaDb| {
        into(server, "-l 3000 -t t --progress=never")
            .args(&columns)
            .arg(format!("odd=file:{file}"))
            .run()
            .ok()
    };
    load(&server).stdout_is("").stderr_is(
        "gush: the server takes no rows by LOAD DATA LOCAL (local_infile is off): they go by INSERT statements, which is slower\n",
    );
    load(&other).silent();
    let rows = |server: &MariaDb| server.sql("test", "select * from t order by id").stdout;
    assert_same(rows(&server), rows(&other));
    let run = into(&server, "-l 300 -t u --append id=seq n=int:-40000,40000").run().ok();
    run.stderr_has(": u, 300 rows in ");
    server.sql("test", "create table narrow (id smallint primary key)");
    let run = into(&server, "-l 40k -t narrow id=seq").run().code(1);
    run.stderr_has("narrow: row 32767: Out of range value for column 'id'");
    server.sql("test", "select count(*) from narrow").stdout_is("0\n");
}
