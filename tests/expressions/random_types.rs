//! Random expressions over columns of declared types, against a real PostgreSQL: their types and their values. A sample is recorded
//! (`random-types.tsv`), so that it is compared where there is no server; `GUSH_RANDOM_RUNS=3000` compares as many new ones.

use std::fmt::Write as _;
use std::path::PathBuf;

use gush_testkit::{Postgres, Scratch, need};

use crate::expressions::seeded;

const COLUMNS: [&str; 17] = [
    "id=seq",
    "i2=int:-300,300@type=int16@null=0.1",
    "w2=int:-32768,32767@type=int16",
    "i4=int:-2000000,2000000@type=int32@null=0.1",
    "i8=int:-5000000000,5000000000@type=int64",
    "f4=real:-100,100@null=0.1",
    "f8=float:-1000,1000",
    "p=decimal:-99.99,150,2@null=0.1",
    "tsn=datetime:1999-12-30,2024-03-02@type=timestamp@null=0.1",
    "tsz=datetime:1999-12-30,2024-03-02@type=timestamptz",
    "d=date:1995-12-25,2028-03-05",
    "iv=interval:30,40,200000@null=0.1",
    "du=duration:0s,40h",
    "j=json:4,300",
    "js=json:4,200@type=json@null=0.1",
    "li=int:0,9@null=0.3@list=0,4",
    "st={a=int:1,9@null=0.3 b=noun c=real:-5,5@list=0,2}",
];

const TABLE: &str = "id bigint, i2 smallint, w2 smallint, i4 integer, i8 bigint, f4 real, f8 double precision, p numeric, \
                     tsn timestamp, tsz timestamptz, d date, iv interval, du interval, \
                     j jsonb, js json, li jsonb, st jsonb";

const ROWS: usize = 200;
/// How many expressions are recorded.
const SAMPLE: usize = 300;

/// Random numbers: `SplitMix64`.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % end as u64) as usize
    }

    fn of<'t>(&mut self, choices: &[&'t str]) -> &'t str {
        choices[self.below(choices.len())]
    }

    fn int(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self
                .of(&["i2", "w2", "i4", "i8", "1", "7", "-3", "100", "40000", "id", "'5'::int2"])
                .into();
        }
        let (a, b) = (self.int(depth - 1), self.int(self.below_depth(depth)));
        match self.below(11) {
            0..=2 => format!("({a} {} {b})", self.of(&["+", "-", "*"])),
            3 => {
                format!("({a} {} {})", self.of(&["/", "%"]), self.of(&["3", "-7", "11::int2", "1000::int8"]))
            }
            4 => format!("abs({a})"),
            5 => format!("(-{a})"),
            6 => format!("{a}::{}", self.of(&["int2", "integer", "bigint"])),
            7 => format!("coalesce({a}, {b})"),
            8 => format!("case when {} then {a} else {b} end", self.test(depth - 1)),
            9 => format!("{}({a}, {b})", self.of(&["least", "greatest"])),
            _ => format!("(d - date '{}')", self.of(&["2001-02-03", "1999-12-31"])),
        }
    }

    /// A depth below this one.
    fn below_depth(&self, depth: usize) -> usize {
        (depth - 1).min((self.0 >> 40) as usize % depth)
    }

    fn float(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self
                .of(&["f4", "f8", "f4", "f8", "i2::real", "p::float8", "1.5::real", "'2.5'::float8"])
                .into();
        }
        let (a, b) = (self.float(depth - 1), self.float(self.below_depth(depth)));
        match self.below(9) {
            0..=2 => format!("({a} {} {b})", self.of(&["+", "-", "*"])),
            3 => format!("({a} / {})", self.of(&["3", "-7::real", "1.5", "'0.1'"])),
            4 => format!("(-abs({a}))"),
            5 => format!("({a} + {})", self.int(depth - 1)),
            6 => format!("{a}::{}", self.of(&["real", "float8"])),
            7 => format!("coalesce({a}, {b})"),
            _ => format!("case when {} then {a} else {b} end", self.test(depth - 1)),
        }
    }

    fn numeric(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.of(&["p", "1.25", "i4::numeric", "w2::numeric(8,2)"]).into();
        }
        let a = self.numeric(depth - 1);
        match self.below(5) {
            4 => format!(
                "extract({} from {})",
                self.of(&["epoch", "day", "month", "hour", "second"]),
                self.interval(depth - 1)
            ),
            0 => format!("({a} {} {})", self.of(&["+", "-", "*"]), self.int(depth - 1)),
            1 => format!("round({a} / {}, 3)", self.of(&["3", "7::int2", "1.5"])),
            2 => format!("({a} {} {})", self.of(&["+", "-"]), self.numeric(depth - 1)),
            _ => format!("round({a}, {})", self.of(&["0", "1", "2"])),
        }
    }

    fn time(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.of(&["tsn", "tsz"]).into();
        }
        let a = self.time(depth - 1);
        match self.below(8) {
            0 | 1 => format!(
                "({a} {} interval '{}')",
                self.of(&["+", "-"]),
                self.of(&["1 day", "1 month 2 days", "03:04:05", "-2 days"])
            ),
            2 => format!("{a}::timestamp"),
            3 => format!("{a}::timestamptz"),
            4 => format!("({a} at time zone 'UTC')"),
            5 => format!("coalesce({a}, {})", self.time(depth - 1)),
            6 => format!("date_trunc('{}', {})", self.of(&["month", "hour"]), self.of(&[&a[..], "d"])),
            _ => format!("case when {} then {a} else {} end", self.test(depth - 1), self.time(depth - 1)),
        }
    }

    fn interval(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self
                .of(&[
                    "iv",
                    "iv",
                    "du",
                    "interval '1 year 2 months -3 days 04:05:06'",
                    "interval '-1 month 40 days'",
                    "interval '-36:00:00.25'",
                    "make_interval(1, i2, 2, w2, 3, i2, 1.5)",
                ])
                .into();
        }
        let (a, b) = (self.interval(depth - 1), self.interval(self.below_depth(depth)));
        match self.below(12) {
            0..=2 => format!("({a} {} {b})", self.of(&["+", "-"])),
            3 => format!("(-{a})"),
            4 => format!("({a} * {})", self.of(&["2", "-3", "0.5", "-1.1::float8", "i2"])),
            5 => format!("({a} / {})", self.of(&["2", "-7", "nullif(i2, 0)"])),
            6 => format!("justify_{}({a})", self.of(&["hours", "days", "interval"])),
            7 => format!("age({}, {})", self.time(depth - 1), self.time(depth - 1)),
            8 => format!("({} - {})", self.time(depth - 1), self.time(depth - 1)),
            9 => format!("coalesce({a}, {b})"),
            10 => format!("{}({a}, {b})", self.of(&["least", "greatest"])),
            _ => format!("case when {} then {a} else {b} end", self.test(depth - 1)),
        }
    }

    /// JSON: a `jsonb` or a `json`.
    fn json(&mut self, depth: usize, is_binary: bool) -> String {
        if depth == 0 {
            return match is_binary {
                true => self.of(&[
                    "j",
                    "j",
                    "li",
                    "st",
                    r#"'{"bb":[1,2.50e1,-0.0,1e-7], "a":null ,"a":{"b":"\\u00e9\\n"}}'::jsonb"#,
                ]),
                false => self.of(&["js", "js", r#"'{"a" : 1e3, "bb":[true, "x\\"y"]}'::json"#]),
            }
            .into();
        }
        let a = self.json(depth - 1, is_binary);
        match self.below(9) {
            0..=2 => format!("({a} -> '{}')", self.name()),
            3 => format!("({a} -> {})", self.of(&["0", "1", "-1", "i2", "-2::int2"])),
            4 => format!(
                "({a} #> '{}')",
                self.of(&["{items,0}", "{tags,-1}", "{owner}", "{}", "{c,0}", "{\"a\", b}"])
            ),
            5 => format!("coalesce({a}, {})", self.json(self.below_depth(depth), is_binary)),
            6 => format!(
                "case when {} then {a} else {} end",
                self.test(depth - 1),
                self.json(self.below_depth(depth), is_binary)
            ),
            _ => {
                format!("{}::{}", self.json(depth - 1, !is_binary), if is_binary { "jsonb" } else { "json" })
            }
        }
    }

    fn name(&mut self) -> &'static str {
        self.of(&[
            "name", "address", "count", "tags", "owner", "items", "meta", "id", "a", "b", "bb", "c", "price",
        ])
    }

    fn text(&mut self, depth: usize) -> String {
        let is_binary = self.below(2) == 0;
        let json = self.json(depth, is_binary);
        match self.below(6) {
            0..=2 => format!("({json} ->> '{}')", self.name()),
            3 => format!("({json} ->> {})", self.of(&["0", "-1", "i2"])),
            4 => format!(
                "('<' || ({json} #>> '{}'))",
                self.of(&["{items,0,name}", "{tags,0}", "{}", "{bb,1}"])
            ),
            _ => format!("coalesce({json}::text, {json} ->> '{}')", self.name()),
        }
    }

    fn test(&mut self, depth: usize) -> String {
        let order = self.of(&["<", "<=", "=", ">", "<>"]);
        match self.below(5) {
            4 => format!("{} {order} {}", self.interval(depth), self.interval(depth)),
            0 => format!("{} {order} {}", self.int(depth), self.int(depth)),
            1 => format!("{} {order} {}", self.float(depth), self.float(depth)),
            2 => format!("{} {order} {}", self.time(depth), self.time(depth)),
            _ => format!("{} {order} {}", self.float(depth), self.numeric(depth)),
        }
    }

    fn expression(&mut self) -> String {
        let depth = 1 + self.below(3);
        match self.below(17) {
            13 | 14 => {
                let is_binary = self.below(2) == 0;
                self.json(depth, is_binary)
            }
            15 | 16 => self.text(depth),
            10..=12 => self.interval(depth),
            0..=3 => self.int(depth),
            4..=6 => self.float(depth),
            7 => self.numeric(depth),
            8 => self.time(depth),
            _ => format!("({} - {})", self.time(depth - 1), self.time(depth - 1)),
        }
    }
}

/// The columns, and each expression as a text.
fn columns(expressions: &[String]) -> Vec<String> {
    let texts = expressions.iter().enumerate().map(|(at, e)| format!("e{at}=expr:({e})::text"));
    COLUMNS.into_iter().map(str::to_owned).chain(texts).collect()
}

fn computed(expressions: &[String], format: &str) -> Vec<u8> {
    let columns = columns(expressions);
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    seeded(&format!("-f {format} -l {ROWS}"), &columns).run().ok().silent().stdout
}

/// The type of the column of an expression, as `CREATE TABLE` has it; `None` where the expression is refused.
fn declared(expression: &str) -> Option<String> {
    let text = format!("t=expr:({expression})::text");
    let plain = format!("e0=expr:{expression}");
    let columns: Vec<&str> = COLUMNS.into_iter().chain([text.as_str(), &plain]).collect();
    let outcome = seeded("-f sql --dialect postgres --create-table -l 1", &columns).run();
    if outcome.end != gush_testkit::End::Code(0) {
        return None;
    }
    let script = String::from_utf8(outcome.stdout).expect("SQL is UTF-8");
    let line = script.lines().find(|line| line.trim_start().trim_start_matches('"').starts_with("e0"))?;
    let ty = line.trim().trim_end_matches([',', ';']).split_once(' ')?.1.to_lowercase();
    Some(ty.replace(" not null", "").split('(').next().unwrap_or_default().trim().to_owned())
}

fn recorded_file() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/expressions/random-types.tsv"))
}

/// A line for each expression: the CRC-32 of its values, itself, its first values.
fn answers(expressions: &[String]) -> String {
    let rows = String::from_utf8(computed(expressions, "copy")).expect("values are UTF-8");
    let mut values = vec![String::new(); expressions.len()];
    for row in rows.lines() {
        for (values, value) in values.iter_mut().zip(row.split('\t').skip(COLUMNS.len())) {
            *values += value;
            values.push('\n');
        }
    }
    let mut text = String::new();
    for (expression, values) in expressions.iter().zip(&values) {
        let first: Vec<&str> = values.lines().take(3).collect();
        let _ =
            writeln!(text, "{:08x}\t{expression}\t{}", crc32fast::hash(values.as_bytes()), first.join("\t"));
    }
    text
}

/// What PostgreSQL's types and values differ in from ours.
fn differences(expressions: &[(String, String)]) -> String {
    let server = Postgres::start();
    let scratch = Scratch::new();
    let mut wrong = String::new();
    for (chunk, some) in expressions.chunks(300).enumerate() {
        let texts: Vec<String> = some.iter().map(|(expression, _)| expression.clone()).collect();
        let file = format!("rows{chunk}.csv");
        scratch.write(&file, computed(&texts, "csv -H"));
        let fields = (0..some.len()).map(|at| format!("e{at} text")).collect::<Vec<_>>().join(", ");
        server.sql(&format!("set timezone to 'UTC'; create table t{chunk} ({TABLE}, {fields})"));
        let path = scratch.path(&file);
        server.sql(&format!("\\copy t{chunk} from '{}' with (format csv, header match)", path.display()));
        let query = |at: usize, expression: &str| {
            format!(
                "select {at}, (select pg_typeof({expression}) from t{chunk} limit 1), count(*), min(array[id::text, ({expression})::text, e{at}]::text) \
                 from t{chunk} where ({expression})::text is distinct from e{at}"
            )
        };
        let queries: Vec<String> = texts.iter().enumerate().map(|(at, text)| query(at, text)).collect();
        for queries in queries.chunks(50) {
            let all = format!("set timezone to 'UTC'; {} order by 1", queries.join(" union all "));
            for answer in server.sql(&all).lines() {
                let mut parts = answer.splitn(3, '|');
                let at: usize = parts.next().and_then(|at| at.parse().ok()).expect("an index");
                let (theirs, rest) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
                let (expression, ours) = &some[at];
                if rest != "0|" || !is_same(expression, ours, theirs) {
                    let _ = writeln!(wrong, "{expression}: {ours}, not {theirs}; {rest}");
                }
            }
        }
    }
    wrong
}

/// Whether the types are the same, where the expression reads a column whose type is kept.
fn is_same(expression: &str, ours: &str, theirs: &str) -> bool {
    let reads = |names: &[&str]| names.iter().any(|name| expression.contains(name));
    match theirs {
        "smallint" | "integer" | "bigint" => !reads(&["i2", "w2", "i4", "::int"]) || ours == theirs,
        "real" | "double precision" => !reads(&["f4", "f8", "::real", "::float8"]) || ours == theirs,
        _ if theirs.starts_with("timestamp") && !reads(&["tsn", "tsz", "::timestamp"]) => true,
        "timestamp without time zone" => ours == "timestamp",
        "timestamp with time zone" => matches!(ours, "timestamptz" | "timestamp with time zone"),
        // One without decimal places is stored as integers.
        "numeric" => matches!(ours, "numeric" | "smallint" | "integer" | "bigint"),
        _ => ours == theirs,
    }
}

#[test]
fn random_expressions_give_the_recorded_results_of_postgresql() {
    if std::env::var_os("GUSH_RECORD").is_some() {
        return;
    }
    let recorded = std::fs::read_to_string(recorded_file()).expect("the file can be read");
    let expressions: Vec<String> =
        recorded.lines().filter_map(|line| line.split('\t').nth(1)).map(str::to_owned).collect();
    assert_eq!(expressions.len(), SAMPLE);
    let given = answers(&expressions);
    for (recorded, given) in recorded.lines().zip(given.lines()) {
        assert_eq!(recorded, given, "values that PostgreSQL has not agreed with (GUSH_RECORD=1 asks it)");
    }
}

#[test]
fn random_expressions_have_the_types_and_values_of_postgresql() {
    need!("postgres");
    let number = |name: &str| std::env::var(name).ok().and_then(|value| value.parse().ok());
    let wanted: usize = number("GUSH_RANDOM_RUNS").unwrap_or(SAMPLE);
    let mut random = Random(number("GUSH_RANDOM_SEED").unwrap_or(1) as u64);
    let (mut accepted, mut refused) = (Vec::new(), 0);
    while accepted.len() < wanted {
        let expression = random.expression();
        match declared(&expression) {
            Some(ty) => accepted.push((expression, ty)),
            // What may overflow in a row that does not come is refused, too.
            None => refused += 1,
        }
        assert!(refused < 20 * wanted, "nearly all expressions are refused");
    }
    assert_eq!(differences(&accepted), "", "{refused} were refused");
    if std::env::var_os("GUSH_RECORD").is_some() {
        let expressions: Vec<String> =
            accepted.into_iter().take(SAMPLE).map(|(expression, _)| expression).collect();
        std::fs::write(recorded_file(), answers(&expressions)).expect("the file can be written");
    }
}
