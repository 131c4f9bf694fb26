//! Times that depend on copied times, and children that copy their parent's values.

use serde_json::Value;

use super::rows::{seconds, table};
use crate::tables::{generated, schema, within};

const SCHEMA: &str = r#"
seed = 5
now = 2026-01-01
[table.p]
rows = 40
columns.id = "seq"
columns.n = "int:-50,900"
columns.d = "decimal:1,500,2"
columns.day = "date:2020-01-01,2024-12-31"
columns.at = "datetime:2020-01-01,2024-12-31"
columns.count = "count:c"
columns.ns = "count:c.n"
columns.sum = "sum:c.n"
columns.least = "min:c.n"
columns.most = "max:c.d"
columns.first = "min:c.day"
columns.last = "max:c.at"
columns.doubled = { expr = "sum * 2" }
[table.c]
rows = { per = "p", each = "int:0,4" }
columns.id = "seq"
columns.p = "ref:p.id"
columns.n = "ref:p.n"
columns.d = "ref:p.d"
columns.day = "ref:p.day"
columns.at = "ref:p.at"
columns.after = "after:day,9d"
columns.direct = "after:p.at,12h"
columns.before = "before:at,90m"
columns.between = "between:before,direct"
columns.next = { expr = "day + 1" }
columns.total = "ref:p.sum"
[table.g]
rows = { per = "c", each = "int:0,2" }
columns.id = "seq"
columns.c = "ref:c.id"
columns.day = "ref:c.day"
columns.after = "after:c.after,3d"
columns.next = "ref:c.next"
"#;

#[test]
fn times_follow_the_copied_ones_and_totals_are_of_the_children() {
    let scratch = schema(SCHEMA);
    let [p, c, g] = ["p", "c", "g"].map(|name| table(&scratch, name, ""));
    let within = |later: &Value, earlier: &Value, most: f64| {
        let distance = seconds(later) - seconds(earlier);
        assert!((0.0..=most).contains(&distance), "{earlier} to {later}");
    };
    for row in &c {
        let own = &p[row["p"].as_u64().expect("a number") as usize - 1];
        for name in ["n", "d", "day", "at"] {
            assert_eq!(row[name], own[name]);
        }
        assert_eq!(row["total"], own["sum"]);
        within(&row["after"], &own["day"], 9.0 * 86_400.0);
        within(&row["direct"], &own["at"], 43_200.0);
        within(&own["at"], &row["before"], 5_400.0);
        within(&row["between"], &row["before"], 5_400.0 + 43_200.0);
        within(&row["direct"], &row["between"], 5_400.0 + 43_200.0);
        assert_eq!(seconds(&row["next"]) - seconds(&own["day"]), 86_400.0);
    }
    for row in &g {
        let child = &c[row["c"].as_u64().expect("a number") as usize - 1];
        assert_eq!((&row["day"], &row["next"]), (&child["day"], &child["next"]));
        within(&row["after"], &child["after"], 3.0 * 86_400.0);
    }
    let mut lonely = 0;
    for own in &p {
        let children = c.iter().filter(|row| row["p"] == own["id"]).count() as i64;
        let of_some = |value: Value| if children > 0 { value } else { Value::Null };
        assert_eq!((own["count"].as_i64(), own["ns"].as_i64()), (Some(children), Some(children)));
        let sum = own["n"].as_i64().expect("a number") * children;
        assert_eq!((&own["sum"], &own["doubled"]), (&of_some(sum.into()), &of_some((2 * sum).into())));
        for (total, of) in [("least", "n"), ("most", "d"), ("first", "day"), ("last", "at")] {
            assert_eq!(own[total], of_some(own[of].clone()), "{total}");
        }
        lonely += i64::from(children == 0);
    }
    assert!(lonely > 0 && g.len() > 40);
}

/// A dimension of days, and what else is computed from series: possible where the table is short enough.
const DAYS: &str = r#"
seed = 5
now = 2026-01-01
[table.days]
rows = ROWS
columns.id = "seq"
columns.day = { expr = "date '2022-01-01' + id" }
columns.next = { expr = "day + 1" }
columns.year = { expr = "extract(year from day)" }
columns.small = { expr = "id::int" }
columns.millions = { expr = "id * 1000000000" }
columns.ratio = { expr = "round(id * 1000000000 / 7.0, 2)" }
columns.at = "series:2024-01-01T00:00:00Z,7m"
columns.later = { expr = "at + interval '1 hour'" }
columns.soon = "after:at,5m"
columns.events = "count:events"
columns.ids = "sum:events.wide"
[table.events]
rows = { per = "days", each = 2 }
columns.id = "seq"
columns.wide = { expr = "id * 1000000" }
columns.day = "ref:days.day"
columns.after = "after:days.next,9d"
"#;

#[test]
fn series_have_the_range_of_their_table() {
    let scratch = schema(&DAYS.replace("ROWS", "1461"));
    let [days, events] = ["days", "events"].map(|name| table(&scratch, name, ""));
    assert_eq!((days.len(), events.len()), (1461, 2922));
    let first = seconds(&Value::String("2022-01-01".into()));
    let at = seconds(&Value::String("2024-01-01T00:00:00Z".into()));
    for (row, number) in days.iter().zip(1i64..) {
        let day = |name: &str| (seconds(&row[name]) - first) / 86_400.0;
        assert_eq!((day("day"), day("next")), (number as f64, number as f64 + 1.0));
        assert_eq!(row["year"], row["day"].as_str().expect("a day")[..4].parse::<i64>().expect("a year"));
        assert_eq!((&row["small"], &row["millions"]), (&number.into(), &(number * 1_000_000_000).into()));
        assert_eq!(seconds(&row["at"]) - at, (number - 1) as f64 * 420.0);
        assert_eq!(seconds(&row["later"]) - seconds(&row["at"]), 3600.0);
        assert!((0.0..=300.0).contains(&(seconds(&row["soon"]) - seconds(&row["at"]))));
        // The children of a row are the two that come next.
        assert_eq!(row["ids"], (2 * number - 1 + 2 * number) * 1_000_000);
    }
    for event in &events {
        let passed = seconds(&event["after"]) - seconds(&event["day"]) - 86_400.0;
        assert!((0.0..=9.0 * 86_400.0).contains(&passed), "{event:?}");
    }
}

/// What is written does not depend on the number of rows: neither types nor digits.
#[test]
fn types_and_values_are_the_same_in_tables_of_any_size() {
    let scripts = [1, 10, 1461, 90_000].map(|rows| {
        let scratch = schema(&DAYS.replace("ROWS", &rows.to_string()));
        let script =
            generated(&scratch, "--schema s.toml --table days -f sql --create-table --dialect postgres -l 1");
        let rows = generated(&scratch, "--schema s.toml --table days -f csv -l 1");
        (script.text().to_owned(), rows.text().to_owned())
    });
    for script in &scripts {
        assert_eq!(*script, scripts[0]);
    }
}

#[test]
fn columns_of_the_command_line_are_computed_from_series_too() {
    let scratch = gush_testkit::Scratch::new();
    let columns = ["id=seq", "day=expr:date '2022-01-01' + id", "next=expr:day + 1"];
    let run = within(&scratch, "-l 1461 -f csv").args(columns).run().ok().silent();
    assert_eq!(run.lines().last(), Some(&"1461,2026-01-01,2026-01-02"));
    let run = within(&scratch, "-l 4000000").args(columns).run().code(2).stdout_is("");
    run.stderr_has("is too large for this after 2,913,");
    within(&scratch, "-S").args(columns).run().code(2).stdout_is("").stderr_has("but a stream has no end");
}

/// A key of a UUID needs no `@unique`.
#[test]
fn a_key_of_a_uuid_is_unique() {
    let text = "seed = 1\nnow = 2026-01-01\n[table.a]\nrows = 20\nkey = [\"id\"]\ncolumns.id = \"uuidv7\"\n\
                [table.b]\nkey = [\"id\"]\ncolumns.id = \"uuidv4\"\ncolumns.a = \"ref:a.id\"\n";
    let scratch = schema(text);
    let explicit = schema(&text.replace("uuidv7", "uuidv7@unique").replace("uuidv4", "uuidv4@unique"));
    for options in ["-f sql", "-f sql --create-table --dialect postgres"] {
        let sentence = format!("--schema s.toml {options}");
        generated(&scratch, &sentence).stdout_is(&generated(&explicit, &sentence).stdout);
    }
    let printed = generated(&scratch, "--schema s.toml --print-schema");
    scratch.write("again.toml", &printed.stdout);
    generated(&scratch, "--schema again.toml -f sql")
        .stdout_is(&generated(&explicit, "--schema s.toml -f sql").stdout);
}

/// Nor does one in a list of `unique`, or in a key of several columns.
#[test]
fn an_id_makes_each_key_unique_that_has_it() {
    for key in ["unique = [[\"id\"]]", "key = [\"n\", \"id\"]", "unique = [[\"n\", \"id\"]]"] {
        let text = format!(
            "seed = 1\nnow = 2026-01-01\n[table.a]\nrows = 20\n{key}\ncolumns.id = \"uuidv4\"\ncolumns.n = \"int:1,3\"\n"
        );
        let scratch = schema(&text);
        let unique = schema(&text.replace("uuidv4", "uuidv4@unique"));
        generated(&scratch, "--schema s.toml -f sql")
            .stdout_is(&generated(&unique, "--schema s.toml -f sql").stdout);
        // The number of rows does not matter.
        let one = generated(&schema(&text.replace("rows = 20", "rows = 1")), "--schema s.toml -f csv").stdout;
        let all = generated(&scratch, "--schema s.toml -f csv").stdout;
        assert!(all.starts_with(one.trim_ascii_end()), "{key}");
    }
    let text =
        "[table.a]\nrows = 20\nkey = [\"n\", \"m\"]\ncolumns.n = \"int:1,3\"\ncolumns.m = \"int:1,3\"\n";
    within(&schema(text), "--schema s.toml").run().code(2).stderr_has("are to be unique together");
}

/// A template, and a correlation, cannot read a copy: there is nothing to compare.
#[test]
fn unsupported_readers_of_copies_are_refused() {
    let text = "[table.a]\nrows = 5\ncolumns.id = \"seq\"\n[table.b]\nrows = 5\ncolumns.a = \"ref:a.id\"\n\
                columns.m = \"int:1,9\"\n";
    within(&schema(text), "--schema s.toml -e {{.a}}")
        .run()
        .code(2)
        .stderr_has("cannot be used with --expression");
    let text = text.replace("int:1,9", "int:1,9@with=a:0.5");
    within(&schema(&text), "--schema s.toml").run().code(2).stderr_has("nothing can be correlated with it");
}
