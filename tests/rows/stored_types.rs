//! Declared types and floating-point numbers in databases: each server loads the script, and gives back the values that
//! plain text has.

use crate::rows::{gush, rows, seeded};
use gush_testkit::{MariaDb, Postgres, Program, need, need::python_tool};

use Compare::{Bool, Bytes, Double, Json, Number, Single, Span, Text, Time};

/// When a value that a database writes is the one that was loaded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Compare {
    /// The same decimal number.
    Number,
    /// The same floating-point number of 64 bits.
    Double,
    /// The same of 32 bits.
    Single,
    /// The same time; where there is a zone it is UTC.
    Time,
    Bool,
    /// The same bytes, by their hexadecimal digits.
    Bytes,
    /// The same value of JSON, however it is written.
    Json,
    /// The same span of time, whatever its units are called.
    Span,
    Text,
}

/// A column of each type that can be declared, mostly at the ends of its range.
const COLUMNS: &[(&str, Compare)] = &[
    ("int:-128,127@type=int8", Number),
    ("int:-32768,32767@type=int16", Number),
    ("int:-2147483648,2147483647@type=int32", Number),
    ("int:-9223372036854775808,9223372036854775807@type=int64", Number),
    ("int:0,255@type=uint8", Number),
    ("int:0,65535@type=uint16", Number),
    ("int:0,4294967295@type=uint32", Number),
    ("int:0,9223372036854775807@type=uint64", Number),
    ("decimal:-500,500,0@type=int16", Number),
    ("float", Double),
    ("float:-1e300,1e300", Double),
    ("float:-9e-300,1e-300", Double),
    ("float@dist=normal:0,1@negzero=0.3", Double),
    ("double:1,9,2", Double),
    ("decimal:-1,1,18@type=float8", Double),
    ("int:-9,9@type=float8", Double),
    ("real:-5,5@negzero=0.3", Single),
    ("real:-1e30,1e30", Single),
    ("decimal:0,500,2@type=float4", Single),
    ("half:-5,5@negzero=0.3", Single),
    ("decimal:0,500,2@type=float16", Single),
    ("decimal:-5,500,2@type=numeric(18,10)", Number),
    ("decimal:-9000000,9000000,9@type=numeric(38,10)", Number),
    ("int:-9,9@type=numeric(30,20)", Number),
    ("int:0,18446744073709551615", Number),
    ("int:9223372036854775808,18446744073709551615@type=uint64", Number),
    ("int:-18446744073709551615,9", Number),
    ("decimal:-99999999999999999999999999999999999999,99999999999999999999999999999999999999,0", Number),
    ("decimal:-5,12345678901234567890.123456,9", Number),
    ("decimal:0,1,37", Number),
    ("date@type=date", Text),
    ("datetime", Time),
    ("datetime@type=timestamp", Time),
    ("datetime@type=timestamp_s", Time),
    ("series:2024-01-01T00:00:00Z,250ms@type=timestamp_ms", Time),
    ("datetime:1700-01-01,2200-01-01@type=timestamp_ns", Time),
    ("series:2024-01-01T00:00:00Z,250ms@type=timestamptz", Time),
    ("datetime@type=timestamptz_s", Time),
    ("series:2024-01-01T00:00:00Z,250ms@type=timestamptz_ms", Time),
    ("datetime:1700-01-01,2200-01-01@type=timestamptz_ns", Time),
    ("time@type=time", Time),
    ("time@type=time_s", Time),
    ("time@type=time_ms", Time),
    ("time@type=time_ns", Time),
    ("bool@type=boolean", Bool),
    ("uuidv4@type=uuid", Text),
    ("int:1,99@type=text", Text),
    ("bytes:16@type=bytea", Bytes),
    ("bytes:0,40", Bytes),
    ("json", Json),
    ("json:5,900@type=json", Json),
    ("geo.json@type=jsonb", Json),
    ("log.json@type=json", Json),
    ("enum:{},[1\\,2],\"a\"@type=jsonb", Json),
    ("noun@list=0,3@type=json", Json),
    ("int:0,9@null=0.5@list=0,3@type=jsonb", Json),
    ("ipv4@type=inet", Text),
    ("ipv6@type=inet", Text),
    ("enum:192.0.2.1,192.0.2.0/24,2001:db8::1@type=inet", Text),
    ("cidr@type=cidr", Text),
    ("mac.address@type=macaddr", Text),
    ("xml@type=xml", Text),
    ("bits:12@type=bit(12)", Text),
    ("bits:1,70", Text),
    ("enum:1010,0001@type=bit(4)", Text),
    ("enum:101,0@type=varbit(5)", Text),
    ("interval", Span),
    ("interval:0,0,3@type=interval", Span),
    ("enum:sad,ok*3,it's@type=enum(Mood)", Text),
    ("enum:back\\\\slash,b@type=enum", Text),
];
/// Vectors, for databases that have them as lists or as texts.
const VECTORS: &[(&str, Compare)] = &[("vector:8", Json), ("real:-5,5@list=3@type=vector(3)", Json)];

/// Floating-point numbers that are no digits, for databases that have them.
const SPECIALS: &[(&str, Compare)] =
    &[("float@nan=0.2@inf=0.2@negzero=0.2", Double), ("real:-5,5@nan=0.3@inf=0.1@negzero=0.1", Single)];
const INFINITE: &[(&str, Compare)] = &[("float@inf=0.4", Double), ("real@inf=0.4", Single)];

/// A table of columns, each without nulls and with some: its arguments, and how each is compared.
struct Table {
    arguments: String,
    kinds: Vec<Compare>,
}

impl Table {
    fn new(lists: &[&[(&str, Compare)]]) -> Table {
        let (mut arguments, mut kinds) = (String::from("-l 300 id=seq"), vec![Number]);
        for (i, &(spec, compare)) in lists.iter().copied().flatten().enumerate() {
            let other = if spec.starts_with("geo.") { "@of=other" } else { "" };
            arguments += &format!(" c{i}={spec} n{i}={spec}{other}@null=0.3");
            kinds.extend([compare; 2]);
        }
        Table { arguments, kinds }
    }

    /// The script that makes the table and fills it.
    fn script(&self, dialect: &str) -> String {
        rows(&format!("-f sql --dialect {dialect} --create-table {}", self.arguments)).text().to_owned()
    }

    /// The names of the columns, each as `read` reads it.
    fn select(&self, read: impl Fn(&str, Compare) -> String) -> String {
        let name = |i: usize| match i {
            0 => "id".to_owned(),
            i if i % 2 == 1 => format!("c{}", i / 2),
            i => format!("n{}", i / 2 - 1),
        };
        let columns = self.kinds.iter().enumerate().map(|(i, &compare)| read(&name(i), compare));
        columns.collect::<Vec<_>>().join(", ")
    }

    /// Compares what a server gave back, with `between` its values and nulls as `null`, with plain text.
    #[track_caller]
    fn assert_read(
        &self,
        found: &str,
        between: &str,
        null: &str,
        same: impl Fn(Compare, &str, &str) -> bool,
    ) {
        let plain = seeded("-s").arg("\u{1f}").arg_line(&self.arguments).run().ok().silent();
        let (plain, found) = (plain.lines(), found.lines().collect::<Vec<_>>());
        assert_eq!(found.len(), 300);
        let mut nulls = 0;
        for (row, (own, theirs)) in plain.iter().zip(&found).enumerate() {
            let (own, theirs): (Vec<_>, Vec<_>) =
                (own.split('\u{1f}').collect(), theirs.split(between).collect());
            assert_eq!((own.len(), theirs.len()), (self.kinds.len(), self.kinds.len()), "{theirs:?}");
            for ((i, &compare), (own, theirs)) in self.kinds.iter().enumerate().zip(own.iter().zip(&theirs)) {
                // The columns with nulls are those of even numbers; a blob may be empty as well.
                let may_be_null = own.is_empty() && i % 2 == 0;
                nulls += usize::from(may_be_null);
                let fits = (may_be_null && *theirs == null)
                    || ((!own.is_empty() || compare == Bytes) && same(compare, own, theirs));
                assert!(fits, "row {row}, column {i}: {own:?} came back as {theirs:?}");
            }
        }
        assert!(nulls > 50 * self.kinds.len() / 2, "{nulls} nulls");
    }
}

fn same(compare: Compare, own: &str, theirs: &str) -> bool {
    let number = |text: &str| text.parse::<f64>().unwrap_or_else(|_| panic!("{text:?} is no number"));
    match compare {
        Number => decimal(own) == decimal(theirs),
        Double => {
            let [own, theirs] = [number(own), number(theirs)];
            own.to_bits() == theirs.to_bits() || (own.is_nan() && theirs.is_nan())
        }
        Single => {
            let [own, theirs] = [own, theirs].map(|text| number(text) as f32);
            own.to_bits() == theirs.to_bits() || (own.is_nan() && theirs.is_nan())
        }
        Time => time(own) == time(theirs),
        Bytes => own.eq_ignore_ascii_case(theirs.trim_start_matches("\\x")),
        Span => own == theirs.replace("month", "mon"),
        Json => {
            let [own, theirs] =
                [own, theirs].map(|text| serde_json::from_str::<serde_json::Value>(text).ok());
            own.is_some() && own == theirs
        }
        Bool => matches!((own, theirs), ("true", "true" | "t" | "1") | ("false", "false" | "f" | "0")),
        Text => own == theirs,
    }
}

/// The same for databases that keep -0 as 0.
fn same_but_for_signs_of_zeros(compare: Compare, own: &str, theirs: &str) -> bool {
    let own = if own == "-0" && matches!(compare, Double | Single) { "0" } else { own };
    same(compare, own, theirs)
}

/// A decimal number in one form: without zeros at its end.
fn decimal(text: &str) -> &str {
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.'),
        false => text,
    }
}

/// A time in one form.
fn time(text: &str) -> String {
    let text = text.replace('T', " ");
    let text = text.strip_suffix('Z').unwrap_or(&text);
    decimal(text.strip_suffix("+00").unwrap_or(text)).to_owned()
}

#[test]
fn postgresql_gives_back_the_values_of_each_type() {
    need!("postgres");
    let server = Postgres::start();
    server.sql("alter role current_user set timezone = 'UTC'");
    let table = Table::new(&[COLUMNS, SPECIALS]);
    // The second script drops what the first one has made.
    for options in ["-f sql --dialect postgres --create-table", "-f copy --drop"] {
        let script = seeded(&format!("{options} {}", table.arguments));
        script.pipe_into(&format!("{} -f -", server.psql())).ok().stdout_is("");
        let found = server.sql("select * from data order by id");
        table.assert_read(found.text(), "|", "", same);
    }
}

#[test]
fn mariadb_gives_back_the_values_of_each_type() {
    need!("mariadb server");
    let server = MariaDb::start("test");
    let table = Table::new(&[COLUMNS, VECTORS]);
    server.run("test", table.script("mysql")).ok().silent().stdout_is("");
    // It writes a FLOAT with six digits.
    let read = |name: &str, compare| match compare {
        Single => format!("cast({name} as double)"),
        Bytes => format!("hex({name})"),
        Number | Double | Time | Bool | Json | Span | Text => name.to_owned(),
    };
    let found = server.run("test", format!("select {} from data order by id", table.select(read))).ok();
    table.assert_read(found.text(), "\t", "NULL", same_but_for_signs_of_zeros);
}

#[test]
fn sqlite_gives_back_the_values_of_each_type() {
    need!("sqlite3");
    let table = Table::new(&[COLUMNS, INFINITE, VECTORS]);
    let read = |name: &str, compare| match compare {
        // It writes fifteen digits of them.
        Number | Double | Single => {
            format!("iif(typeof({name}) = 'real', printf('%!.17g', {name}), {name})")
        }
        Bytes => format!("hex({name})"),
        Time | Bool | Json | Span | Text => name.to_owned(),
    };
    let read = format!("select {} from data order by id;\n", table.select(read));
    let shell = Program::new("sqlite3").args(["-bail", "-separator", "\u{1f}"]);
    let found = shell.stdin(table.script("sqlite") + &read).run().ok().silent();
    // A NUMERIC with decimal places is a floating-point number there.
    table.assert_read(found.text(), "\u{1f}", "", |compare, own, theirs| match compare {
        Number if own.contains('.') && own.len() <= 17 => same(Double, own, theirs),
        // It rounds numbers of many digits and of large exponents itself, not always to the nearest one.
        Double | Number if own.contains(['e', '.']) || own.parse::<i64>().is_err() => {
            let [own, theirs] = [own, theirs].map(|text| text.parse::<f64>().unwrap_or(f64::NAN).to_bits());
            own.abs_diff(theirs) <= 2
        }
        _ => same_but_for_signs_of_zeros(compare, own, theirs),
    });
}

#[test]
fn duckdb_gives_back_the_values_of_each_type() {
    need!("duckdb");
    let table = Table::new(&[COLUMNS, SPECIALS, VECTORS]);
    let read = table.select(|name, compare| match compare {
        Bytes => format!("hex({name})"),
        Number | Double | Single | Time | Bool | Json | Span | Text => format!("{name}::varchar"),
    });
    let load = "import duckdb, sys\n\
                db = duckdb.connect()\n\
                db.execute(\"set timezone = 'UTC'\")\n\
                db.execute(sys.stdin.read())\n\
                for row in db.execute('select ' + sys.argv[1] + ' from data order by id').fetchall():\n    \
                print('\\x1f'.join('' if value is None else value for value in row))";
    let python = python_tool("python").expect("the test has asked for it");
    let run = Program::new(python).args(["-c", load, &read]).stdin(table.script("duckdb"));
    let found = run.run().ok().silent();
    table.assert_read(found.text(), "\u{1f}", "", same);
}

/// The table of types in the reference names no type that the tests above do not load.
#[test]
fn each_type_of_the_reference_is_loaded() {
    let page = include_str!("../../docs/reference/columns.md");
    let table = page.split("| types | other names | for |").nth(1).expect("there is a table of types");
    let mut count = 0;
    // Arrays have tests of their own.
    let lines = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    for line in lines.filter(|line| !line.contains("[]`")) {
        let names = line.split('|').nth(1).unwrap_or_default().split('`').skip(1).step_by(2);
        // The tests of points load these, into DuckDB: PostgreSQL has the type with PostGIS only.
        for name in names.filter(|&name| name != "geometry") {
            let name = name.split('(').next().unwrap_or(name);
            let is_name = |spec: &&(&str, Compare)| {
                let declared = spec.0.split("@type=").nth(1).unwrap_or_default();
                declared.split(['(', '@']).next() == Some(name)
            };
            assert!(COLUMNS.iter().chain(VECTORS).any(|spec| is_name(&spec)), "no column has @type={name}");
            count += 1;
        }
    }
    assert!(count > 20, "{count} types");
}

#[test]
fn a_database_without_special_numbers_refuses_them_before_the_first_row() {
    for (dialect, column, text) in [
        ("mysql", "float@nan=0.1", "MySQL and MariaDB have no NaN"),
        ("mysql", "real@inf=0.1", "MySQL and MariaDB have no NaN"),
        ("sqlite", "real@nan=0.1", "SQLite makes a null of NaN"),
        ("ansi", "float@inf=0.1", "SQL's standard has no NaN"),
    ] {
        let run = gush(&format!("rows -l 9 -f sql --dialect {dialect} {column}")).run();
        run.code(2).stdout_is("").stderr_has(text);
    }
}
