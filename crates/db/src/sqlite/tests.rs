//! Files that are made by pages against files that the library makes of the same rows as SQL.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

use gusher::generators::Context;
use gusher::plan::Plan;
use gusher::schema::Schema;
use gusher::text::{Buffer, Dialect, Encoder, Format, FormatOptions, ScriptTable, Statements, statements};
use gusher::types::Batch;
use rusqlite::Connection;
use rusqlite::types::Value;
use tempfile::TempDir;

use super::{SqlitePath, load};
use crate::error::Error;
use crate::options::{Create, Existing, LoadOptions, TableToLoad};
use crate::progress::Progress;

/// Columns of every class that SQLite has, short ones and ones that overflow their page.
const COLUMNS: &[&str] = &[
    "int:-5,5",
    "int:-9223372036854775808,9223372036854775807@null=0.1",
    "int:0,100000@null=0.5",
    "decimal:-500,500,2",
    "decimal:0,1,18@null=0.1",
    "decimal:-99999999.99,99999999.99,2@type=text",
    "numeric:-99999999999999999999,99999999999999999999,18",
    "int:0,18446744073709551615",
    "float@inf=0.1@negzero=0.1",
    "float@type=float4@null=0.1",
    "real:-1e30,1e30@null=0.1",
    "int:-3000000000000000,3000000000000000@type=float8",
    "bool@null=0.2",
    "uuid",
    "date:0001-01-01,9999-12-31",
    "datetime:1999-12-31,2000-01-02@null=0.1",
    "datetime@type=timestamptz_ms",
    "time",
    "duration:0,900000",
    "interval",
    "bytes:0,40@null=0.1",
    "bytes:0,3",
    "bytes:0,4096",
    "bytes:0,4096@type=text",
    "bytes:450,550@type=text",
    "ipv4",
    "mac",
    "enum:a,b\\,c,d'e",
    "name@prefix=<@suffix=\\>\t",
    "int:1,9@prefix=n",
    "date@format=%Y",
    "int:0,9@list=0,3",
    "{a=int:1,5 b=name@null=0.5 c=datetime}",
    "text",
];

const OPTIONS: LoadOptions = LoadOptions {
    create: Create::Missing,
    existing: Existing::Refuse,
    is_dry: false,
    connections: NonZeroUsize::MIN,
    part_rows: None,
    resume: false,
    seed: 7,
    id: String::new(),
};

fn plan(columns: &[String], seed: u64, rows: u64) -> Plan {
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    let (schema, diagnostics) = Schema::parse("t", &columns, &Context::default().now(0));
    assert_eq!(diagnostics, []);
    Plan::new(&schema, seed, &(0..rows)).expect("the columns have the rows")
}

fn of_table(plan: &Plan, primary_key: Vec<usize>, unique: Vec<Vec<usize>>) -> Statements {
    let columns = plan.heads().columns;
    let table = ScriptTable { name: "t", columns, primary_key, unique, foreign_keys: Vec::new() };
    statements(&[table], Dialect::Sqlite).unwrap()
}

/// Loads the rows of a plan into a file.
fn into(path: &Path, plan: &Plan, of: &Statements, rows: u64, threads: usize) -> Result<(), Error> {
    let path = SqlitePath::parse(path.to_str().unwrap()).unwrap();
    let tables = [TableToLoad { name: "t", plan, rows: 0..rows }];
    let progress = Progress::default();
    let summary = load(&path, &tables, of, &OPTIONS, NonZeroUsize::new(threads).unwrap(), &progress)?;
    assert_eq!((summary.rows(), progress.rows()), (rows, rows));
    Ok(())
}

/// The same rows as SQL, executed by the library.
fn by_script(plan: &Plan, of: &Statements, rows: u64) -> Connection {
    let database = Connection::open_in_memory().unwrap();
    database.execute_batch(&of.tables[0].create).unwrap();
    let mut options = FormatOptions::new(Format::SQL);
    options.dialect(Dialect::Sqlite).unwrap();
    let encoder = Encoder::new(plan, "t", &options, 0..rows);
    let (mut batch, mut out, mut at) = (Batch::default(), Buffer::default(), 0);
    let mut writer = encoder.writer();
    out.extend(encoder.header());
    while at < rows {
        let next = rows.min(at + plan.batch_rows() as u64);
        plan.fill(&(at..next), &mut batch);
        writer.write(&batch, &mut out);
        at = next;
    }
    out.extend(encoder.footer());
    database.execute_batch(std::str::from_utf8(out.as_ref()).unwrap()).unwrap();
    of.tables[0].links.iter().for_each(|link| database.execute_batch(link).unwrap());
    database
}

/// All rows with their numbers.
fn rows_of(database: &Connection) -> Vec<Vec<Value>> {
    let mut statement = database.prepare("SELECT rowid, * FROM t NOT INDEXED ORDER BY rowid").unwrap();
    let columns = statement.column_count();
    let row = |row: &rusqlite::Row<'_>| (0..columns).map(|column| row.get(column)).collect();
    statement.query_map([], row).unwrap().map(Result::unwrap).collect()
}

fn schema_of(database: &Connection) -> Vec<String> {
    let mut statement =
        database.prepare("SELECT coalesce(sql, name) FROM sqlite_schema ORDER BY name").unwrap();
    statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

/// Expects that a file is sound and has the rows and the schema of a database, and is as compact as the library makes it, where our pages
/// are to be.
#[track_caller]
fn assert_is(path: &Path, expected: &Connection, what: &str, is_compact: bool) {
    let database = Connection::open(path).unwrap();
    let check = |pragma: &str| -> Vec<String> {
        let mut statement = database.prepare(&format!("SELECT * FROM pragma_{pragma}")).unwrap();
        statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    assert_eq!(check("integrity_check"), ["ok"], "{what}");
    assert_eq!(check("foreign_key_check"), [""; 0], "{what}");
    assert_eq!(schema_of(&database), schema_of(expected), "{what}");
    let (found, expected) = (rows_of(&database), rows_of(expected));
    assert_eq!(found.len(), expected.len(), "{what}");
    for (found, expected) in found.iter().zip(&expected) {
        for (found, expected) in found.iter().zip(expected) {
            assert!(is_same(found, expected), "{what}: {found:?} is not {expected:?}");
        }
    }
    if !is_compact {
        return;
    }
    let before = fs::metadata(path).unwrap().len();
    database.execute_batch("VACUUM").unwrap();
    let after = fs::metadata(path).unwrap().len();
    assert!(before <= after + after / 20 + 8 * 4096, "{what}: {before} bytes, {after} after VACUUM");
}

/// Whether two values are the same. The library may read the last digit of a long number in another way.
fn is_same(found: &Value, expected: &Value) -> bool {
    match (found, expected) {
        (Value::Real(found), Value::Real(expected)) => {
            found.is_sign_negative() == expected.is_sign_negative()
                && (found == expected || (found - expected).abs() <= expected.abs() * f64::EPSILON)
        }
        (found, expected) => found == expected,
    }
}

#[test]
fn random_tables_are_those_of_their_scripts() {
    let folder = TempDir::new().unwrap();
    let asked = |name: &str| std::env::var(name).ok().and_then(|value| value.parse::<u64>().ok());
    let runs = asked("GUSH_RANDOM_RUNS").unwrap_or(240);
    let mut random = fastrand::Rng::with_seed(asked("GUSH_RANDOM_SEED").unwrap_or(7));
    let mut ours = 0;
    for number in 0..runs {
        let count = if number % 60 == 59 { random.usize(300..=1999) } else { random.usize(1..12) };
        let mut columns: Vec<String> =
            (0..count).map(|at| format!("c{at}={}", random.choice(COLUMNS).unwrap())).collect();
        // A wide row takes a file of its own.
        let most = if count > 100 { 40 } else { *random.choice([0, 1, 2, 40, 400, 2500].iter()).unwrap() };
        let has_blobs = columns.iter().any(|column| column.contains("4096"));
        let rows = if has_blobs { most.min(400) } else { most };
        if random.bool() {
            columns.insert(0, "id=seq:-3".into());
        }
        let is_serial = columns[0].starts_with("id=");
        columns.push("u=uuid@unique".into());
        columns.push("n=int:1,100000@unique".into());
        let (uuid, int) = (columns.len() - 2, columns.len() - 1);
        let key = match random.u8(..4) {
            0 if is_serial => vec![0],
            1 => vec![uuid],
            2 => vec![int, uuid],
            _ => Vec::new(),
        };
        let plan = plan(&columns, number, rows);
        let mut of = of_table(&plan, key, vec![vec![0, int]]);
        for index in 0..random.usize(0..4) {
            let on: Vec<String> = (0..random.usize(1..4))
                .map(|_| random.usize(0..columns.len()))
                .map(|at| columns[at].split_once('=').unwrap().0.to_owned())
                .collect();
            let special = match random.u8(..16) {
                0 => format!("{} COLLATE NOCASE", on[0]),
                1 => format!("{} DESC", on[0]),
                2 => format!("{} || 'x'", on[0]),
                _ => on.join(", "),
            };
            let part = if random.u8(..16) == 0 { " WHERE n > 500" } else { "" };
            of.tables[0].links.push(format!("CREATE INDEX i{index} ON t ({special}){part}"));
        }
        // Indexes that the library alone makes: of special columns, and of numbers beyond 64 bits.
        let is_wide =
            |column: &&String| column.contains("numeric:") || column.contains("18446744073709551615");
        let wide: Vec<&str> =
            columns.iter().filter(is_wide).map(|column| column.split_once('=').unwrap().0).collect();
        let is_ours = |link: &String| {
            let (_, on) = link.split_once('(').unwrap();
            let (on, end) = on.split_once(')').unwrap();
            end.is_empty() && on.split(", ").all(|name| !name.contains(' ') && !wide.contains(&name))
        };
        let is_ours =
            of.tables[0].links.iter().all(is_ours) && !wide.contains(&columns[0].split_once('=').unwrap().0);
        ours += u64::from(is_ours);
        let path = folder.path().join(format!("{number}.db"));
        let what = format!("{number}: {rows} rows of {columns:?}, {:?}", of.tables[0].links);
        into(&path, &plan, &of, rows, random.usize(1..4)).unwrap_or_else(|error| panic!("{what}: {error}"));
        assert_is(&path, &by_script(&plan, &of, rows), &what, is_ours);
        fs::remove_file(path).unwrap();
    }
    assert!(ours > runs / 2, "{ours}");
}

/// A table that is there decides the class of numbers; those of 32 bits are stored as their text is read.
#[test]
fn numbers_in_a_table_that_is_there_are_those_of_its_script() {
    let folder = TempDir::new().unwrap();
    let columns = [
        "a=float@type=float4",
        "b=real:-1e6,1e6",
        "c=real:0,9",
        "d=float@negzero=0.3",
        "e=int:1,9@type=float4",
    ]
    .map(str::to_owned);
    let plan = plan(&columns, 7, 500);
    let mut of = of_table(&plan, Vec::new(), Vec::new());
    for declared in ["NUMERIC", "INTEGER", "REAL"] {
        let path = folder.path().join(declared);
        let names: Vec<String> = ["a", "b", "c", "d", "e"].map(|name| format!("{name} {declared}")).into();
        of.tables[0].create = format!("CREATE TABLE t ({})", names.join(", "));
        Connection::open(&path).unwrap().execute_batch(&of.tables[0].create).unwrap();
        into(&path, &plan, &of, 500, 1).unwrap();
        assert_is(&path, &by_script(&plan, &of, 500), declared, false);
    }
}

/// No table that gush makes is such a one, so that only the library fills them.
#[test]
fn a_table_without_rowids_that_is_there_has_the_rows() {
    let folder = TempDir::new().unwrap();
    let columns = ["a=seq", "b=uuid", "c=bytes:0,4096@null=0.1", "d=int:1,9"].map(str::to_owned);
    let plan = plan(&columns, 7, 3000);
    let mut of = of_table(&plan, Vec::new(), Vec::new());
    for (number, key) in ["a", "b, a", "d, b"].into_iter().enumerate() {
        let path = folder.path().join(format!("{number}.db"));
        of.tables[0].create = format!(
            "CREATE TABLE t (a INTEGER, b TEXT, c BLOB, d INTEGER, PRIMARY KEY ({key})) WITHOUT ROWID"
        );
        let database = Connection::open(&path).unwrap();
        database
            .execute_batch(&format!("PRAGMA page_size = {}; {}", 512 << (4 * number), of.tables[0].create))
            .unwrap();
        database.execute_batch("CREATE INDEX i ON t (d, c)").unwrap();
        into(&path, &plan, &of, 3000, 2).unwrap();
        let check: String =
            database.query_row("SELECT * FROM pragma_integrity_check", [], |row| row.get(0)).unwrap();
        assert_eq!(check, "ok");
        let all = |database: &Connection| -> Vec<[Value; 4]> {
            let mut statement = database.prepare("SELECT * FROM t ORDER BY a").unwrap();
            let row = |row: &rusqlite::Row<'_>| Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?]);
            statement.query_map([], row).unwrap().map(Result::unwrap).collect()
        };
        let (found, expected) = (all(&database), all(&by_script(&plan, &of, 3000)));
        assert_eq!(found.len(), 3000);
        assert!(found == expected);
    }
}

#[test]
fn the_pages_are_the_same_by_any_number_of_threads() {
    let folder = TempDir::new().unwrap();
    let columns = ["id=seq", "name", "n=int:1,500@null=0.1"].map(str::to_owned);
    let plan = plan(&columns, 7, 300_000);
    let mut of = of_table(&plan, vec![0], Vec::new());
    of.tables[0].links.push("CREATE INDEX i ON t (n)".into());
    let made: Vec<Vec<u8>> = [1, 2, 5]
        .map(|threads| {
            let path = folder.path().join(format!("{threads}.db"));
            into(&path, &plan, &of, 300_000, threads).unwrap();
            fs::read(path).unwrap()
        })
        .into();
    assert!(made.iter().all(|bytes| *bytes == made[0]));
}

/// A key that is in no order of the rows is one that only the library can take.
#[test]
fn keys_in_any_order_are_left_to_the_library() {
    let folder = TempDir::new().unwrap();
    let columns = ["id=int:1,100000@unique", "name"].map(str::to_owned);
    let plan = plan(&columns, 7, 20_000);
    let of = of_table(&plan, vec![0], Vec::new());
    let path = folder.path().join("t.db");
    into(&path, &plan, &of, 20_000, 2).unwrap();
    assert_is(&path, &by_script(&plan, &of, 20_000), "keys in any order", false);
}

#[test]
fn values_that_must_differ_and_do_not_are_an_error() {
    let folder = TempDir::new().unwrap();
    let columns = ["a=int:1,50", "b=noun"].map(str::to_owned);
    let plan = plan(&columns, 7, 5000);
    for (unique, named) in [(vec![0], "t.a"), (vec![1], "t.b"), (vec![0, 1], "t.a, t.b")] {
        let of = of_table(&plan, Vec::new(), vec![unique]);
        let path = folder.path().join("t.db");
        let error = into(&path, &plan, &of, 5000, 2).unwrap_err().to_string();
        assert!(error.contains(&format!("{named} must be unique, but the rows")), "{error}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
