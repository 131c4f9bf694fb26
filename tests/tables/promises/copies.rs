//! What a parent has is what its children read, whoever reads it: every type of column, by every kind of reader.

use std::collections::HashMap;
use std::fmt::Write as _;

use gush_testkit::{Scratch, need};
use gusher::catalogue::GENERATORS;
use gusher::generators::Context;
use gusher::schema::Schema;
use serde_json::Value;

use super::rows::{Row, table};
use crate::tables::{generated, schema};

/// A column of each way to lay out and to write values.
const LAYOUTS: [&str; 37] = [
    "noun",
    "city",
    "enum:red*3,green,'blue,or not'",
    "noun@prefix=x-",
    "color@upper",
    "name",
    "month",
    "weekday",
    "email",
    "username",
    "phone",
    "address",
    "sentence",
    "pattern:??-###",
    "regex:[a-c]{1,5}x?",
    "url",
    "ulid",
    "hash.md5",
    "hex:10",
    "company",
    "noun@null=0.3",
    "sentence@null=0.3",
    "int:-5,900",
    "int:1,9@suffix= kg",
    "int:1,9@null=0.5",
    "decimal:1,500,2",
    "double:0,1",
    "bool",
    "date:2020-01-01,2024-12-31",
    "date:2020-01-01,2024-12-31@format=%d.%m.%Y",
    "datetime:2020-01-01,2024-12-31",
    "series:2024-01-01T00:00:00Z,250ms",
    "time",
    "duration:1h",
    "uuidv4",
    "ipv4",
    "ipv6",
];

/// Columns that no expression makes a text of.
const UNREAD: [&str; 3] = ["int:1,9@list=2", "noun@list=0,3", "bytes:5"];

fn is_unread(kind: &str) -> bool {
    UNREAD.contains(&kind) || ["bytes", "image", "vector"].contains(&kind)
}

/// The tables of these kinds: parents, their children with all kinds of readers, and children of these, fewer and more.
fn tables(kinds: &[&str], parents: u64, is_counted: bool) -> String {
    let count = |many: u64, of: &str| match is_counted {
        true => format!("{{ per = \"{of}\", each = 1 }}"),
        false => many.to_string(),
    };
    let mut text =
        format!("seed = 11\nnow = 2026-01-01\n[table.p]\nrows = {parents}\ncolumns.id = \"seq\"\n");
    for (i, kind) in kinds.iter().enumerate() {
        let _ = writeln!(text, "columns.k{i} = {}", quoted(kind));
        if !is_unread(kind) {
            let _ = writeln!(text, "columns.t{i} = {{ expr = \"k{i}::text\" }}");
        }
    }
    let _ = write!(
        text,
        "[table.c]\nrows = {}\ncolumns.id = \"seq\"\ncolumns.p = \"ref:p.id\"\nlink.maybe = {{ null = 0.3 }}\n\
         columns.maybe = \"ref:p.id@of=maybe\"\ncolumns.up = \"ref:c.id@of=up\"\n",
        count(3 * parents, "p"),
    );
    for (i, kind) in kinds.iter().enumerate() {
        let _ = writeln!(text, "columns.c{i} = \"ref:p.k{i}\"\ncolumns.m{i} = \"ref:p.k{i}@of=maybe\"");
        let _ = writeln!(text, "columns.u{i} = \"ref:c.c{i}@of=up\"\ncolumns.\"s.c{i}\" = \"ref:p.k{i}\"");
        if !is_unread(kind) {
            let _ = writeln!(text, "columns.e{i} = {{ expr = \"c{i}::text\" }}");
            let _ = writeln!(text, "columns.n{i} = {{ expr = \"m{i}::text\" }}");
            let _ = writeln!(text, "columns.v{i} = {{ expr = \"u{i}::text\" }}");
            let _ = writeln!(text, "columns.b{i} = \"int:0,1_000_000_000_000@by=c{i}\"");
            let _ = writeln!(text, "columns.hc{i} = {{ generator = \"ref:p.k{i}\", hidden = true }}");
            let _ = writeln!(text, "columns.he{i} = {{ expr = \"hc{i}::text\" }}");
        }
    }
    for (name, many) in [("few", parents.div_ceil(2)), ("many", 4 * parents)] {
        let _ = write!(
            text,
            "[table.{name}]\nrows = {}\ncolumns.id = \"seq\"\ncolumns.c = \"ref:c.id\"\n",
            count(many, "c")
        );
        for (i, kind) in kinds.iter().enumerate() {
            let _ = writeln!(text, "columns.g{i} = \"ref:c.c{i}\"");
            if !is_unread(kind) {
                let _ = writeln!(
                    text,
                    "columns.h{i} = {{ expr = \"g{i}::text\" }}\ncolumns.x{i} = \"ref:c.e{i}\""
                );
            }
        }
    }
    text
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The row that a column of an id refers to, of the first `rows` rows.
fn parent<'r>(row: &Row, column: &str, rows: &'r [Row]) -> Option<&'r Row> {
    let id = row[column].as_u64()?;
    rows.get(id as usize - 1)
}

/// Compares every value of the children with that of their parents; returns how many there were.
#[track_caller]
fn check(kinds: &[&str], scratch: &Scratch, options: &str) -> u64 {
    let [p, c, few, many] = ["p", "c", "few", "many"].map(|name| table(scratch, name, options));
    let mut compared = 0;
    let mut same = |what: &str, kind: &str, is: &Value, expected: &Value| {
        assert_eq!(is, expected, "{what} of {kind}");
        compared += 1;
    };
    for (i, kind) in kinds.iter().enumerate() {
        let [k, t] = [format!("k{i}"), format!("t{i}")];
        let unread = is_unread(kind);
        let mut by_value: HashMap<&str, &Value> = HashMap::new();
        for row in &c {
            let own = parent(row, "p", &p).expect("the parent was generated");
            same("a copy", kind, &row[&format!("c{i}")], &own[&k]);
            same("a copy with a dot", kind, &row[&format!("s.c{i}")], &own[&k]);
            let other = parent(row, "maybe", &p);
            if other.is_some() || row["maybe"].is_null() {
                same(
                    "a copy that may be null",
                    kind,
                    &row[&format!("m{i}")],
                    other.map_or(&Value::Null, |row| &row[&k]),
                );
            }
            let above = parent(row, "up", &c);
            same(
                "a copy up the tree",
                kind,
                &row[&format!("u{i}")],
                above.map_or(&Value::Null, |row| &row[&format!("c{i}")]),
            );
            if unread {
                continue;
            }
            same("an expression of a copy", kind, &row[&format!("e{i}")], &own[&t]);
            same("an expression of a hidden copy", kind, &row[&format!("he{i}")], &own[&t]);
            if other.is_some() || row["maybe"].is_null() {
                same(
                    "an expression of a copy that may be null",
                    kind,
                    &row[&format!("n{i}")],
                    other.map_or(&Value::Null, |row| &row[&t]),
                );
            }
            same(
                "an expression of a copy up the tree",
                kind,
                &row[&format!("v{i}")],
                above.map_or(&Value::Null, |row| &row[&format!("e{i}")]),
            );
            let key = own[&t].as_str().unwrap_or("null");
            let by = by_value.entry(key).or_insert(&row[&format!("b{i}")]);
            same("what is drawn @by a copy", kind, &row[&format!("b{i}")], by);
        }
        let different: std::collections::HashSet<String> =
            by_value.values().map(ToString::to_string).collect();
        assert_eq!(different.len(), by_value.len(), "different values of {kind} draw different numbers");
        for row in few.iter().chain(&many) {
            let Some(child) = parent(row, "c", &c) else { continue };
            let own = parent(child, "p", &p).expect("the parent was generated");
            same("a copy of a copy", kind, &row[&format!("g{i}")], &own[&k]);
            if !unread {
                same("an expression of a copy of a copy", kind, &row[&format!("h{i}")], &own[&t]);
                same("a copy of an expression of a copy", kind, &row[&format!("x{i}")], &own[&t]);
            }
        }
    }
    compared
}

/// The kinds that make sense by themselves: those above, and each generator.
fn all_kinds() -> Vec<&'static str> {
    let context = Context::default().now(0);
    let is_plain = |name: &&str| {
        let (schema, diagnostics) = Schema::parse("t", &[name], &context);
        diagnostics.is_empty() && schema.columns().len() == 1
    };
    let all = GENERATORS.iter().map(|generator| generator.name).filter(is_plain);
    LAYOUTS.into_iter().chain(all).chain(UNREAD).collect()
}

#[test]
fn every_generator_is_copied_as_it_is() {
    let kinds = all_kinds();
    assert!(kinds.len() > 200, "{}", kinds.len());
    let scratch = schema(&tables(&kinds, 30, false));
    let compared = check(&kinds, &scratch, "");
    assert!(compared > 200_000, "{compared}");
}

#[test]
fn one_parent_and_more_parents_than_a_dictionary_has() {
    let kinds: Vec<&str> = LAYOUTS.into_iter().chain(UNREAD).collect();
    for (parents, is_counted) in [(1, false), (1, true), (30, true), (65_536, true), (65_537, true)] {
        let scratch = schema(&tables(&kinds, parents, is_counted));
        let compared = check(&kinds, &scratch, "-l 50");
        assert!(compared > 500, "{parents}: {compared}");
    }
}

/// A table without parents has no rows, and does not fail.
#[test]
fn no_parents_have_no_children() {
    let kinds: Vec<&str> = LAYOUTS.into_iter().collect();
    let scratch = schema(&tables(&kinds, 0, true));
    for name in ["p", "c", "few", "many"] {
        generated(&scratch, &format!("--schema s.toml --table {name} -f ndjson")).stdout_is("");
    }
}

/// Fields of structs are the copies that columns are.
#[test]
fn structs_have_the_same_copies() {
    let kinds = LAYOUTS;
    let scratch = schema(&tables(&kinds, 30, false));
    let c = table(&scratch, "c", "");
    let nested = table(&scratch, "c", "--nest");
    for (flat, nested) in c.iter().zip(&nested) {
        for i in 0..kinds.len() {
            assert_eq!(nested["s"][format!("c{i}")], flat[&format!("s.c{i}")]);
            assert_eq!(nested[&format!("e{i}")], flat[&format!("e{i}")]);
        }
    }
}

#[test]
fn parquet_has_the_same_copies() {
    need!("pyarrow");
    let scratch = schema(&tables(&LAYOUTS, 30, false));
    generated(&scratch, "--schema s.toml -f parquet --time logical -o parquet/");
    generated(&scratch, "--schema s.toml -f ndjson -o ndjson/");
    let compare = "import json, pyarrow.parquet as pq\ncompared = 0\n\
         for name in ['p', 'c', 'few', 'many']:\n    \
         rows = [json.loads(line) for line in open(f'ndjson/{name}.ndjson')]\n    \
         table = pq.read_table(f'parquet/{name}.parquet').to_pylist()\n    \
         assert len(rows) == len(table)\n    \
         for own, other in zip(rows, table):\n        \
         for key, value in own.items():\n            \
         if type(value) is type(other[key]) and isinstance(value, (str, int)):\n                \
         assert value == other[key], (name, key, value, other[key])\n                \
         compared += 1\nassert compared > 15000, compared\n";
    need::python(compare).within(scratch.folder()).run().ok().silent();
}

/// Lists of children have the values that the children have, of every type.
#[test]
fn every_generator_is_listed_as_it_is() {
    let kinds = all_kinds();
    let columns: Vec<String> =
        kinds.iter().enumerate().map(|(i, kind)| format!("columns.k{i} = {}\n", quoted(kind))).collect();
    let scratch = schema(&format!(
        "seed = 12\nnow = 2026-01-01\n[table.p]\nrows = 40\ncolumns.id = \"seq\"\ncolumns.all = \"list:c\"\ncolumns.up = \"list:d\"\n\
         [table.c]\nrows = {{ per = \"p\", each = \"int:0,90\" }}\ncolumns.p = \"ref:p.id\"\ncolumns.nth = \"nth\"\n{}\
         [table.d]\nrows = 500\ncolumns.p = \"ref:p.id\"\n{}",
        columns.concat(),
        columns.concat()
    ));
    let parents = table(&scratch, "p", "");
    let mut compared = 0;
    for (name, list) in [("c", "all"), ("d", "up")] {
        let children = table(&scratch, name, "");
        for parent in &parents {
            let own = children.iter().filter(|child| child["p"] == parent["id"]);
            let found = parent[list].as_array().expect("a list");
            assert_eq!(found.len(), own.clone().count());
            for (child, item) in own.zip(found) {
                for (key, value) in child.iter().filter(|(key, _)| *key != "p") {
                    assert_eq!(item[key], *value, "{key}");
                    compared += 1;
                }
                assert_eq!(item.as_object().map(|item| item.len() + 1), Some(child.len()));
            }
        }
    }
    assert!(compared > 400_000, "{compared}");
}
