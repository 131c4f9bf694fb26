//! Every operator and function over thousands of rows, against a real PostgreSQL's answers; where there is no server, against
//! checksums of the values that one agreed with (`postgres-answers.tsv`).

use std::fmt::Write as _;
use std::path::PathBuf;

use crate::expressions::seeded;
use gush_testkit::{Postgres, Scratch, need};

/// The columns that the expressions read, with nulls, bounds, decimal places and the corners of the calendar.
const COLUMNS: [&str; 17] = [
    "id=seq",
    "n=int:-20000,20000@null=0.1",
    "small=int:-9,9",
    "z=int:0,5",
    "big=int:-4611686018427387904,4611686018427387903@null=0.05",
    "p=decimal:-99.99,150,2@null=0.1",
    "q=decimal:0,2,4",
    "wide=decimal:1,999999,6@null=0.05",
    r"t=enum:O'Brien,a\,b,,\  x ,Ärger straße,100% _x,aaa,Orange blossom,b@null=0.1",
    "s=noun",
    "name=name@null=0.05",
    "d=date:1995-12-25,2028-03-05@null=0.1",
    "ts=datetime:1999-12-30,2024-03-02",
    "tod=time@null=0.1",
    "b=bool@null=0.2",
    "dur=duration:0,200000",
    "u=uuidv4@null=0.1",
];

const TABLE: &str = "id bigint, n bigint, small bigint, z bigint, big bigint, p numeric, q numeric, wide numeric, t text, s text, \
                     name text, d date, ts timestamp, tod time, b boolean, dur interval, u uuid";

const ROWS: usize = 3000;

/// An expression, its form in PostgreSQL, and the type in which both are compared.
struct Case<'t> {
    kind: &'t str,
    ours: &'t str,
    theirs: &'t str,
}

fn cases() -> Vec<Case<'static>> {
    let lines =
        include_str!("postgres.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let case = |line: &'static str| {
        let mut fields = line.split('\t');
        let (kind, ours) = (fields.next().expect("a kind"), fields.next().expect("an expression"));
        Case { kind, ours, theirs: fields.next().unwrap_or(ours) }
    };
    lines.map(case).collect()
}

/// PostgreSQL takes integers as `integer`, which has half the bits of ours.
fn with_bigint(expression: &str) -> String {
    let functions = [
        "lpad(",
        "rpad(",
        "left(",
        "right(",
        "substr(",
        "substring(",
        "repeat(",
        "split_part(",
        "make_date(",
        "make_timestamp(",
        "make_interval(",
        "make_time(",
        "chr(",
    ];
    if functions.iter().any(|function| expression.contains(function))
        || expression.contains("d + ")
        || expression.contains("d - ")
        || expression.contains("small + d")
        || expression.contains("small::boolean")
    {
        ["small", "z"].iter().fold(expression.to_owned(), |text, name| replaced_name(&text, name))
    } else {
        expression.to_owned()
    }
}

/// The column cast to what PostgreSQL's function takes.
fn replaced_name(text: &str, name: &str) -> String {
    let is_in_name = |c: char| c.is_alphanumeric() || c == '_' || c == '\'' || c == '"';
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(name) {
        let before = rest[..at].chars().next_back().or(out.chars().next_back()).is_some_and(is_in_name);
        let after = rest[at + name.len()..].chars().next().is_some_and(is_in_name);
        out += &rest[..at];
        out += &if before || after { name.to_owned() } else { format!("{name}::integer") };
        rest = &rest[at + name.len()..];
    }
    out + rest
}

/// The rows of all expressions, in this format.
fn computed(cases: &[Case<'_>], format: &str) -> Vec<u8> {
    let named: Vec<String> =
        cases.iter().enumerate().map(|(at, case)| format!("e{at}=expr:{}", case.ours)).collect();
    let columns: Vec<&str> = COLUMNS.into_iter().chain(named.iter().map(String::as_str)).collect();
    seeded(&format!("-f {format} -l {ROWS}"), &columns).run().ok().silent().stdout
}

fn answers_file() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/expressions/postgres-answers.tsv"))
}

/// A line for each case: the CRC-32 of its values in all rows, as COPY writes them, a line each; the expression; its values in the
/// first three rows.
fn answers(cases: &[Case<'_>]) -> String {
    let mut columns = vec![String::new(); cases.len()];
    let rows = String::from_utf8(computed(cases, "copy")).expect("values are UTF-8");
    for row in rows.lines() {
        for (column, value) in columns.iter_mut().zip(row.split('\t').skip(COLUMNS.len())) {
            *column += value;
            column.push('\n');
        }
    }
    let mut text = String::from(
        "# CRC-32 of 3,000 values, expression, its values in the first three rows (postgres.rs)\n",
    );
    for (case, column) in cases.iter().zip(&columns) {
        let _ = write!(text, "{:08x}\t{}", crc32fast::hash(column.as_bytes()), case.ours);
        for value in column.lines().take(3) {
            let _ = write!(text, "\t{value}");
        }
        text.push('\n');
    }
    text
}

/// The query that gives the index of a case, the number of rows whose values differ, and one of them.
fn differing(at: usize, Case { kind, theirs, .. }: &Case<'_>) -> String {
    let theirs = with_bigint(theirs);
    let differ = match *kind {
        // Of 15 digits that count the last may differ.
        "near" => format!(
            "(({theirs}) is null) <> (e{at} is null) or abs(({theirs})::float8 - e{at}::float8) > 1e-14 * greatest(1, abs(({theirs})::float8))"
        ),
        "text" => format!("({theirs})::text is distinct from e{at}"),
        kind => format!("({theirs})::{kind} is distinct from e{at}::{kind}"),
    };
    let theirs = if *kind == "near" || *kind == "text" { theirs } else { format!("({theirs})::{kind}") };
    format!(
        "select {at}, count(*), min(array[id::text, ({theirs})::text, e{at}]::text) from t where {differ}"
    )
}

#[test]
fn every_function_gives_the_recorded_results_of_postgresql() {
    // The next test writes the file, where the server agrees.
    if std::env::var_os("GUSH_RECORD").is_some() {
        return;
    }
    let recorded = std::fs::read_to_string(answers_file()).expect("the file can be read");
    let cases = cases();
    let given = answers(&cases);
    let wrong: Vec<String> = recorded
        .lines()
        .zip(given.lines())
        .filter(|(recorded, given)| recorded != given)
        .map(|(recorded, given)| format!("was {recorded}\nis  {given}"))
        .collect();
    assert_eq!(wrong.join("\n"), "", "values that PostgreSQL has not agreed with (GUSH_RECORD=1 asks it)");
    assert_eq!(recorded.lines().count(), given.lines().count(), "GUSH_RECORD=1 asks PostgreSQL");
}

#[test]
fn every_function_gives_the_results_of_postgresql() {
    need!("postgres");
    let cases = cases();
    let scratch = Scratch::new();
    scratch.write("rows.csv", computed(&cases, "csv -H"));
    let server = Postgres::start();
    let computed = (0..cases.len()).map(|at| format!("e{at} text")).collect::<Vec<_>>().join(", ");
    server.sql(&format!("create table t ({TABLE}, {computed})"));
    server.sql(&format!(
        "\\copy t from '{}' with (format csv, header match)",
        scratch.path("rows.csv").display()
    ));
    assert_eq!(server.sql("select count(*) from t").text(), format!("{ROWS}\n"));
    let mut wrong = String::new();
    let queries: Vec<String> = cases.iter().enumerate().map(|(at, case)| differing(at, case)).collect();
    // One statement for many cases: a client a case would take most of the time.
    for queries in queries.chunks(50) {
        let all = format!("set timezone to 'UTC'; {} order by 1", queries.join(" union all "));
        for answer in server.sql(&all).lines() {
            let (at, rest) = answer.split_once('|').unwrap_or(("", answer));
            if rest != "0|" {
                let ours = at.parse().ok().and_then(|at: usize| cases.get(at)).map_or("", |case| case.ours);
                let _ = writeln!(wrong, "{ours}: {rest}");
            }
        }
    }
    assert_eq!(wrong, "", "rows that differ, and one of them as its id, PostgreSQL's value and ours");
    if std::env::var_os("GUSH_RECORD").is_some() {
        std::fs::write(answers_file(), answers(&cases)).expect("the file can be written");
    }
}
