//! Random schemas, whose values are held against what was promised of each column.
//!
//! `GUSH_PROMISES=2000` tries 2,000 schemas and not 100; `GUSH_PROMISES_FIRST` is the number of the first.

use std::collections::{HashMap, HashSet};

use rusqlite::Connection;
use rusqlite::types::{Value as Sqlite, ValueRef};
use serde_json::Value;

use super::model::{Column, Promise, Rows, Table, Type, Way};
use super::rows::{Row, TABLE, Tables, seconds, tables};
use super::schema::{BY_PLAN, Random};
use crate::tables::{schema, within};
use gush_testkit::Scratch;

/// How many values were held against their promises.
#[derive(Debug, Default)]
pub(super) struct Counts(HashMap<&'static str, u64>);

impl Counts {
    pub(super) fn add(&mut self, what: &'static str) {
        *self.0.entry(what).or_default() += 1;
    }
}

#[test]
fn random_schemas_keep_their_promises() {
    let setting = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().expect("a number"));
    let first = setting("GUSH_PROMISES_FIRST").unwrap_or(0);
    let count = setting("GUSH_PROMISES").unwrap_or(100);
    let mut counts = Counts::default();
    let mut refused: HashMap<String, u64> = HashMap::new();
    for seed in first..first + count {
        let random = Random::new(seed);
        let text = random.text(seed);
        let scratch = schema(&text);
        let run = within(&scratch, "--schema s.toml -f ndjson --tag").arg(TABLE).run();
        if run.end == gush_testkit::End::Code(2) {
            assert!(run.stdout.is_empty(), "schema {seed}");
            let message = run.errors();
            let reason =
                message.lines().find_map(|line| line.split_once("^ ")).map_or("?", |(_, reason)| reason);
            *refused.entry(reason.to_owned()).or_default() += 1;
            continue;
        }
        if run.end != gush_testkit::End::Code(0) {
            panic!("schema {seed}:\n{text}\n{}", run.errors());
        }
        let run = run.ok().silent();
        let check =
            Check { random: &random, tables: tables(run.text()), what: format!("schema {seed}:\n{text}\n") };
        check.all(&mut counts);
        check.part(seed, &scratch);
        counts.add("part");
    }
    let refused_count: u64 = refused.values().sum();
    println!("{count} schemas, {refused_count} refused: {refused:#?}\n{counts:#?}");
    assert!(refused_count * 10 <= count, "{refused_count} of {count} were refused: {refused:#?}");
    for what in [
        "copy",
        "link",
        "expression",
        "shift",
        "between",
        "by",
        "total",
        "extreme",
        "list",
        "when",
        "given",
        "given distinct",
        "split",
        "dealt",
        "by plan",
        "unique",
        "tree",
        "depth",
        "degree",
        "other",
        "within",
        "none within",
        "sibling",
        "compared",
        "sum",
        "sparse",
        "code",
    ] {
        assert!(counts.0.get(what).is_some_and(|&values| values >= count), "{what}: {counts:?}");
    }
}

/// The rows of one schema, to be held against its promises.
pub(super) struct Check<'r> {
    pub(super) random: &'r Random,
    tables: Tables,
    pub(super) what: String,
}

impl Check<'_> {
    fn all(&self, counts: &mut Counts) {
        for (number, table) in self.random.tables.iter().enumerate() {
            self.links(number, table, counts);
            for column in &table.columns {
                self.column(number, table, column, counts);
            }
            self.expressions(number, table, counts);
        }
    }

    /// Some rows of one table, asked for alone, are those that they are among all.
    fn part(&self, seed: u64, scratch: &Scratch) {
        let table = seed as usize % self.random.tables.len();
        let all = self.rows(table);
        let start = seed as usize * 31 % all.len().max(1);
        let end = (start + 1 + seed as usize % 7).min(all.len());
        let part = super::rows::table(scratch, &format!("t{table}"), &format!("--rows {start}..{end}"));
        assert_eq!(part, all[start..end], "{}t{table}, rows {start}..{end}", self.what);
    }

    pub(super) fn rows(&self, table: usize) -> &[Row] {
        self.tables.get(&format!("t{table}")).map_or(&[], |rows| rows)
    }

    /// The parent of a row by a link.
    pub(super) fn parent(&self, table: usize, link: usize, row: &Row) -> Option<&Row> {
        let link = &self.random.tables[table].links[link];
        let id = row[&link.column].as_u64()?;
        let parent = self.rows(link.parent).get(id as usize - 1);
        assert!(parent.is_some(), "{}t{table}: {row:?} refers to nothing", self.what);
        parent
    }

    fn links(&self, number: usize, table: &Table, counts: &mut Counts) {
        let what = &self.what;
        for (index, link) in table.links.iter().enumerate() {
            let mut seen: HashMap<Option<u64>, u64> = HashMap::new();
            for row in self.rows(number) {
                let parent = self.parent(number, index, row);
                let may_lack = link.is_optional || link.within.is_some();
                assert!(may_lack || parent.is_some(), "{what}t{number}: {row:?} has no parent");
                self.narrowed(number, index, (row, parent), counts);
                if link.when {
                    let is_right = parent.is_none() || row["plan"] != "free";
                    assert!(is_right, "{what}t{number}: {row:?} has a parent by {}", link.column);
                    counts.add("when");
                }
                let id = parent.and_then(|parent| parent["id"].as_u64());
                let times = seen.entry(id).or_default();
                *times += 1;
                assert!(
                    link.way != Way::Once || id.is_none() || *times == 1,
                    "{what}t{number}: {row:?} twice"
                );
                if link.way == Way::Earlier {
                    let own = row["id"].as_u64();
                    assert!(
                        if own <= Some(link.shape.map_or(1, |(_, roots, _)| roots)) && !link.is_narrowed() {
                            id.is_none()
                        } else {
                            id < own && (id.is_some() || link.is_narrowed())
                        },
                        "{what}t{number}: {row:?}"
                    );
                    counts.add("tree");
                }
                counts.add("link");
            }
            if let (Way::Counted | Way::Scattered, Rows::Per(_, shares, _)) = (link.way, table.rows) {
                self.degrees(number, self.rows(link.parent).len(), &seen, shares, counts);
                if table.rows == BY_PLAN {
                    self.by_plan(number, link.parent, &seen, counts);
                }
            }
            if let Some(given) = &link.given {
                self.given(number, index, given, counts);
            }
            if matches!(link.way, Way::Distinct | Way::DistinctPopular | Way::GivenDistinct) {
                let rows = || self.rows(number).iter().filter(|row| !row[&link.column].is_null());
                let pairs: HashSet<_> =
                    rows().map(|row| (row["l0"].as_u64(), row[&link.column].as_u64())).collect();
                assert_eq!(pairs.len(), rows().count(), "{what}t{number}: the same {} twice", link.column);
            }
        }
        if let Some([one, other]) = table.pair.map(|pair| pair.map(|link| &table.links[link].column)) {
            let pairs: HashSet<_> =
                self.rows(number).iter().map(|row| (row[one].as_u64(), row[other].as_u64())).collect();
            assert_eq!(pairs.len(), self.rows(number).len(), "{what}t{number}: a pair comes twice");
            let is_right = |(one, other): &(Option<u64>, Option<u64>)| match table.compared {
                Some("<") => one < other,
                Some(_) => one != other,
                None => true,
            };
            assert!(pairs.iter().all(is_right), "{what}t{number}: {:?}", table.compared);
            pairs.iter().filter(|_| table.compared.is_some()).for_each(|_| counts.add("compared"));
        }
        if let Rows::Given(rows) = table.rows {
            assert_eq!(self.rows(number).len() as u64, rows, "{what}t{number}");
        }
    }

    /// The numbers of parents with 0, 1, 2 … children are as planned.
    fn degrees(
        &self,
        number: usize,
        parents: usize,
        seen: &HashMap<Option<u64>, u64>,
        shares: &[f64],
        counts: &mut Counts,
    ) {
        for (degree, share) in shares.iter().enumerate() {
            let found = match degree {
                0 => parents - seen.len(),
                _ => seen.values().filter(|&&times| times == degree as u64).count(),
            };
            let expected = parents as f64 * share;
            assert!(
                (found as f64 - expected).abs() <= 1.0,
                "{}t{number}: {found} and not {expected} with {degree}",
                self.what
            );
            counts.add("degree");
        }
    }

    fn column(&self, number: usize, table: &Table, column: &Column, counts: &mut Counts) {
        let rows = self.rows(number);
        let name = &column.name;
        let fail =
            |row: &Row| -> ! { panic!("{}t{number}.{name} = {:?} in {row:?}", self.what, column.text) };
        match &column.promise {
            Promise::Any | Promise::Expression(_) => {}
            Promise::Serial => {
                let is_right = |(index, row): (usize, &Row)| row[name].as_u64() == Some(index as u64 + 1);
                assert!(rows.iter().enumerate().all(is_right), "{}t{number}.{name}", self.what);
            }
            Promise::Unique => {
                let different: HashSet<String> = rows.iter().map(|row| row[name].to_string()).collect();
                assert_eq!(different.len(), rows.len(), "{}t{number}.{name}", self.what);
                rows.iter().for_each(|_| counts.add("unique"));
            }
            Promise::Copy { link, of } => {
                for row in rows {
                    let expected = self.parent(number, *link, row).map_or(&Value::Null, |parent| &parent[of]);
                    if row[name] != *expected {
                        fail(row);
                    }
                    counts.add("copy");
                }
            }
            Promise::Depth(link) => {
                let most = table.links[*link].shape.map_or(u64::MAX, |(_, _, most)| most);
                for row in rows {
                    let above = self.parent(number, *link, row).and_then(|parent| parent[name].as_u64());
                    let depth = above.map_or(0, |above| above + 1);
                    if row[name].as_u64() != Some(depth) || depth > most {
                        fail(row);
                    }
                    counts.add("depth");
                }
            }
            Promise::Nth => self.nth(number, table, name, counts),
            Promise::Sibling { which, of } => self.siblings(number, name, (which, of), counts),
            Promise::Shift { link, of, least, most, is_before } => {
                for row in rows {
                    let other = match link {
                        Some(link) => self.parent(number, *link, row),
                        None => Some(row),
                    };
                    let other = other.map_or(&Value::Null, |row| &row[of]);
                    let is_right = match (other, &row[name]) {
                        (Value::Null, own) | (own, Value::Null) => {
                            *own == Value::Null && *other == Value::Null
                        }
                        (other, own) => {
                            let later = seconds(own) - seconds(other);
                            (*least..=*most).contains(&if *is_before { -later } else { later })
                        }
                    };
                    if !is_right {
                        fail(row);
                    }
                    counts.add("shift");
                }
            }
            Promise::Between(from, to) => {
                for row in rows {
                    let [own, from, to] = [name, from, to].map(|name| &row[name]);
                    let is_right = match from.is_null() || to.is_null() {
                        true => own.is_null(),
                        false => {
                            let [own, from, to] = [own, from, to].map(seconds);
                            from.min(to) <= own && own <= from.max(to)
                        }
                    };
                    if !is_right {
                        fail(row);
                    }
                    counts.add("between");
                }
            }
            Promise::By(of) => {
                let mut seen: HashMap<String, &Value> = HashMap::new();
                for row in rows {
                    if **seen.entry(row[of].to_string()).or_insert(&row[name]) != row[name] {
                        fail(row);
                    }
                    counts.add("by");
                }
            }
            Promise::Split(of) => self.split(number, name, of, counts),
            Promise::Sum(_) | Promise::Sparse | Promise::Code => self.numbers(number, column, counts),
            Promise::Dealt(shares) => self.dealt(number, name, shares, counts),
            Promise::Total { operation, children, link, of } => {
                let column = &self.random.tables[*children].links[*link].column;
                self.total(number, name, (operation, *children, column, of.as_deref()), counts);
            }
            Promise::List { children, link, columns } => {
                let link = &self.random.tables[*children].links[*link].column;
                self.list(number, name, (*children, link), columns, counts);
            }
            Promise::Extreme { is_max, children, link, of, by } => {
                let column = &self.random.tables[*children].links[*link].column;
                self.extreme(number, name, (*is_max, *children, column), [of, by], counts);
            }
        }
    }

    /// SQLite makes the same of the same columns.
    fn expressions(&self, number: usize, table: &Table, counts: &mut Counts) {
        let expressions: Vec<(&Column, &str)> = (table.columns.iter())
            .filter_map(|column| match &column.promise {
                Promise::Expression(text) => Some((column, &text[..])),
                _ => None,
            })
            .collect();
        if expressions.is_empty() {
            return;
        }
        let sqlite = Connection::open_in_memory().expect("SQLite opens");
        let names: Vec<&str> = table.columns.iter().map(|column| &column.name[..]).collect();
        sqlite.execute_batch(&format!("create table t ({})", names.join(", "))).expect("a table");
        let marks = vec!["?"; names.len()].join(", ");
        let mut insert = sqlite.prepare(&format!("insert into t values ({marks})")).expect("an insert");
        for row in self.rows(number) {
            let values = names.iter().map(|name| to_sqlite(&row[*name]));
            insert.execute(rusqlite::params_from_iter(values)).expect("a row");
        }
        for (column, text) in expressions {
            let mut select = sqlite
                .prepare(&format!("select {text} from t order by id"))
                .expect("an expression of SQLite");
            let mut found = select.query([]).expect("a query");
            for row in self.rows(number) {
                let value = found.next().expect("a value").expect("a row");
                let value = value.get_ref(0).expect("a value");
                let own = &row[&column.name];
                let is_right = match value {
                    ValueRef::Null => own.is_null(),
                    ValueRef::Integer(value) if column.data_type == Type::Bool => {
                        own.as_bool() == Some(value != 0)
                    }
                    ValueRef::Integer(value) => own.as_i64() == Some(value),
                    ValueRef::Text(text) => own.as_str().map(str::as_bytes) == Some(text),
                    ValueRef::Real(_) | ValueRef::Blob(_) => false,
                };
                assert!(
                    is_right,
                    "{}t{number}.{} = {text}: {own} where SQLite has {value:?} in {row:?}",
                    self.what, column.name
                );
                counts.add("expression");
            }
        }
    }
}

fn to_sqlite(value: &Value) -> Sqlite {
    match value {
        Value::Null => Sqlite::Null,
        Value::Bool(is) => Sqlite::Integer(i64::from(*is)),
        Value::Number(number) => {
            number.as_i64().map_or_else(|| Sqlite::Real(number.as_f64().unwrap_or(0.0)), Sqlite::Integer)
        }
        Value::String(text) => Sqlite::Text(text.clone()),
        Value::Array(_) | Value::Object(_) => Sqlite::Text(value.to_string()),
    }
}
