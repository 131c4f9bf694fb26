//! Random schemas: tables, links and columns that read each other, with what each column must come to.

use super::expression;
use super::model::{Column, Link, Promise, Rows, Table, Type, Way};

/// Tables, each of which reads those before it, and totals of those after it.
#[derive(Debug, Default)]
pub struct Random {
    pub tables: Vec<Table>,
}

/// How many children parents have: the setting, the shares of 0, 1, 2 … children if they are exact, and the maximum.
const DEGREES: [Rows; 9] = [
    Rows::Per("1", &[0.0, 1.0], 1),
    Rows::Per("3", &[0.0, 0.0, 0.0, 1.0], 3),
    Rows::Per("\"int:0,1\"", &[0.5, 0.5], 1),
    Rows::Per("\"int:0,4\"", &[0.2, 0.2, 0.2, 0.2, 0.2], 4),
    Rows::Per("\"int:1,3\"", &[0.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0], 3),
    Rows::Per("\"hist:0*5,1*3,2*2\"", &[0.5, 0.3, 0.2], 2),
    Rows::Per("\"poisson:2\"", &[], u64::MAX),
    Rows::Per("\"geometric:0.4\"", &[], u64::MAX),
    Rows::Per("\"zipf:1.1,9\"", &[], 9),
];

/// The same by the words of [`PLANS`]: gold ones have 4, and all others up to 2.
pub(super) const BY_PLAN: Rows = Rows::Per("{ by = \"plan\", gold = 4, else = \"int:0,2\" }", &[], 4);
const PLANS: (&str, &[(&str, u64)]) =
    ("enum:gold,free*3,trial@exact", &[("gold", 1), ("free", 3), ("trial", 1)]);
/// The same words, drawn.
const DRAWN_PLANS: [&str; 2] = ["enum:gold,free*3,trial", "enum:gold,free*3,trial@null=0.2"];

const DRAWN: [(&str, Type); 35] = [
    ("noun", Type::Ascii),
    ("color", Type::Ascii),
    ("weekday", Type::Ascii),
    ("month@null=0.2", Type::Ascii),
    ("enum:red,green*3,blue", Type::Ascii),
    ("enum:small,large@upper", Type::Ascii),
    ("pattern:??-##", Type::Ascii),
    ("hex:6", Type::Ascii),
    ("regex:[a-d]{0,4}", Type::Ascii),
    ("name", Type::Text),
    ("name.first@age=60,90@of=elder", Type::Text),
    ("city", Type::Text),
    ("country:any", Type::Text),
    ("email", Type::Text),
    ("phone", Type::Text),
    ("company@null=0.3", Type::Text),
    ("sentence", Type::Text),
    ("noun@prefix=x@suffix=-y", Type::Text),
    ("hash.md5", Type::Text),
    ("int:0,9", Type::Int(9)),
    ("int:-50,50", Type::Int(50)),
    ("int:1,1000", Type::Int(1000)),
    ("int:0,9@null=0.3", Type::Int(9)),
    ("int:0,100@dist=normal", Type::Int(100)),
    ("decimal:0,100,2", Type::Decimal),
    ("decimal:-5,5,3@null=0.2", Type::Decimal),
    ("date:2020-01-01,2023-12-31", Type::Day),
    ("date:2020-01-01,2020-02-29@null=0.2", Type::Day),
    ("datetime:2020-01-01,2023-12-31", Type::Time),
    ("series:2024-01-01T00:00:00Z,7m", Type::Time),
    ("series:2024-01-01T00:00:00Z,1h,20m", Type::Time),
    ("bool@null=0.1", Type::Bool),
    ("uuidv4", Type::Other),
    ("ipv4", Type::Other),
    ("int:1,9@list=0,3", Type::Other),
];

const UNIQUE: [(&str, Type); 4] = [
    ("email@unique", Type::Text),
    ("pattern:??????@unique", Type::Ascii),
    ("int:1,100000@unique", Type::Int(100_000)),
    ("uuidv7", Type::Other),
];

/// Larger numbers than this are not computed with.
pub(super) const MAX: i64 = 1 << 40;

impl Random {
    /// The schema of a number.
    pub fn new(seed: u64) -> Random {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut random = Random::default();
        for table in 0..rng.usize(2..=6) {
            random.add_table(table, &mut rng);
            random.add_links(&mut rng);
            random.add_columns(table, &mut rng);
        }
        for table in 0..random.tables.len() {
            random.add_totals(table, &mut rng);
        }
        for table in 0..random.tables.len() {
            for _ in 0..rng.usize(0..=3) {
                random.add_reader(table, &mut rng);
            }
        }
        random
    }

    fn add_table(&mut self, table: usize, rng: &mut fastrand::Rng) {
        let is_counted = table > 0 && rng.u8(0..3) > 0;
        let given = [1, 2, 7, 30, 60, 200];
        let parent = if is_counted { rng.usize(..table) } else { 0 };
        let has_plan = is_counted && self.tables[parent].columns.iter().any(|column| column.name == "plan");
        let rows = match is_counted {
            true if has_plan && rng.bool() => BY_PLAN,
            true => DEGREES[rng.usize(..DEGREES.len())],
            false => Rows::Given(given[rng.usize(..given.len())]),
        };
        let id = Column {
            name: "id".into(),
            text: "seq".into(),
            data_type: Type::Int(MAX),
            promise: Promise::Serial,
        };
        self.tables.push(Table {
            rows,
            links: Vec::new(),
            columns: vec![id],
            pair: None,
            key: None,
            compared: None,
        });
        if rng.bool() {
            let (text, promise) = match rng.usize(..4) {
                // Shares are of rows that are counted before any value is known.
                2.. if self.is_counted_first(table, parent) => (PLANS.0, Promise::Dealt(PLANS.1)),
                drawn => (DRAWN_PLANS[drawn % 2], Promise::Any),
            };
            let plan = Column { name: "plan".into(), text: text.into(), data_type: Type::Ascii, promise };
            self.tables[table].columns.push(plan);
        }
        if is_counted {
            let way = if rng.u8(0..6) == 0 { Way::Scattered } else { Way::Counted };
            self.add_link(table, Link::new(parent, way, None));
        }
    }

    /// Whether the number of rows of a table follows from no values.
    fn is_counted_first(&self, table: usize, parent: usize) -> bool {
        match self.tables[table].rows {
            Rows::Given(_) => true,
            rows if rows == BY_PLAN => false,
            Rows::Per(..) => {
                let above = self.tables[parent].links.first().map_or(0, |link| link.parent);
                self.is_counted_first(parent, above)
            }
        }
    }

    pub(super) fn push(&mut self, table: usize, text: impl Into<String>, data_type: Type, promise: Promise) {
        let columns = &mut self.tables[table].columns;
        let name = format!("c{}", columns.len());
        columns.push(Column { name, text: text.into(), data_type, promise });
    }

    fn add_columns(&mut self, table: usize, rng: &mut fastrand::Rng) {
        for _ in 0..rng.usize(2..=5) {
            let (text, data_type) = DRAWN[rng.usize(..DRAWN.len())];
            self.push(table, text, data_type, Promise::Any);
        }
        if rng.bool() {
            let (text, data_type) = UNIQUE[rng.usize(..UNIQUE.len())];
            self.push(table, text, data_type, Promise::Unique);
        }
        if matches!(self.tables[table].rows, Rows::Per(..)) && rng.bool() {
            self.push(table, "nth", Type::Int(10_000), Promise::Nth);
        }
        self.add_numbers(table, rng);
        for _ in 0..rng.usize(1..=8) {
            self.add_reader(table, rng);
        }
        self.add_siblings(table, rng);
    }

    /// Numbers with gaps, numbers that add up to a total, and keys that are computed from the id.
    fn add_numbers(&mut self, table: usize, rng: &mut fastrand::Rng) {
        if rng.u8(0..4) == 0 {
            self.push(table, "seq@sparse=8/32", Type::Int(MAX), Promise::Sparse);
        }
        if let (Rows::Given(rows), true) = (self.tables[table].rows, rng.bool()) {
            let total = rng.u64(0..=rows * 50);
            let (text, data_type) = match rng.bool() {
                true => (format!("int:0,50@sum={total}"), Type::Int(50)),
                false => (format!("decimal:0,50,2@sum={total}.00"), Type::Decimal),
            };
            self.push(table, text, data_type, Promise::Sum(total as f64));
        }
        if rng.u8(0..4) == 0 {
            let code = "expr:'C-' || lpad(id::text, 9, '0')";
            let (text, data_type, promise) = match rng.bool() {
                true => (code, Type::Text, Promise::Code),
                false => ("expr:id * 7 + 3", Type::Int(MAX), Promise::Expression("id * 7 + 3".into())),
            };
            self.push(table, text, data_type, promise);
            self.tables[table].key = self.tables[table].columns.last().map(|column| column.name.clone());
        }
    }

    /// Columns that read other rows of the same parent, which are in order.
    fn add_siblings(&mut self, table: usize, rng: &mut fastrand::Rng) {
        let Some(first) = self.tables[table].links.first() else { return };
        if matches!(first.way, Way::Counted | Way::Scattered) {
            let parent = first.parent;
            let is_never_negative = |column: &&Column| {
                ["int:0,9", "int:1,1000", "decimal:0,100,2", "int:0,100@dist"]
                    .iter()
                    .any(|text| column.text.starts_with(text))
            };
            let of = self.tables[parent].columns.iter().find(is_never_negative).cloned();
            if let Some(Column { name, data_type, .. }) =
                of.filter(|of| !of.text.contains("@list") && !of.text.contains("@by"))
            {
                self.push(table, format!("split:t{parent}.{name}"), data_type, Promise::Split(name));
            }
        }
        if self.tables[table].links[0].way != Way::Counted {
            return;
        }
        for _ in 0..rng.usize(0..=3) {
            let columns = &self.tables[table].columns;
            let Column { name, data_type, .. } = columns[rng.usize(..columns.len())].clone();
            if rng.u8(0..4) == 0 {
                let which = "chain";
                let text = "chain:new > paid | off*0.3,paid > sent | off*0.3,sent > back*0.5 | kept,back > sent | lost";
                self.push(table, text, Type::Ascii, Promise::Sibling { which, of: name });
                continue;
            }
            let which = ["prev", "first", "last", "cumsum", "is_first", "is_last"][rng.usize(..6)];
            let (text, data_type) = match (which, data_type) {
                ("is_first" | "is_last", _) => (which.to_owned(), Type::Bool),
                ("cumsum", Type::Int(most)) if most < MAX => (format!("cumsum:{name}"), Type::Int(MAX)),
                ("cumsum", Type::Decimal) => (format!("cumsum:{name}"), Type::Decimal),
                ("cumsum", _) => continue,
                (which, data_type) => (format!("{which}:{name}"), data_type),
            };
            self.push(table, text, data_type, Promise::Sibling { which, of: name });
        }
    }

    /// A column that reads others of its row or of a parent.
    fn add_reader(&mut self, table: usize, rng: &mut fastrand::Rng) {
        match rng.u8(0..10) {
            0..=3 => self.add_copy(table, rng),
            4 => self.add_shift(table, rng),
            5 => self.add_between(table, rng),
            6 => self.add_by(table, rng),
            _ => self.add_expression(table, rng),
        }
    }

    fn add_copy(&mut self, table: usize, rng: &mut fastrand::Rng) {
        let Some((index, link)) = self.any_link(table, rng) else { return };
        let parents = &self.tables[link.parent].columns;
        let Column { name, data_type, .. } = parents[rng.usize(..parents.len())].clone();
        let text = format!("ref:t{}.{name}{}", link.parent, of(&link));
        self.push(table, text, data_type, Promise::Copy { link: index, of: name });
    }

    fn add_shift(&mut self, table: usize, rng: &mut fastrand::Rng) {
        let link = if rng.bool() { self.any_link(table, rng) } else { None };
        let columns = &self.tables[link.as_ref().map_or(table, |(_, link)| link.parent)].columns;
        let times: Vec<&Column> =
            columns.iter().filter(|column| matches!(column.data_type, Type::Day | Type::Time)).collect();
        if times.is_empty() {
            return;
        }
        let Column { name, data_type, .. } = times[rng.usize(..times.len())].clone();
        let is_before = rng.bool();
        let days = |days: f64| days * 86_400.0;
        let spans: [(&str, f64, f64); 3] = match data_type {
            Type::Day => {
                [("9d", 0.0, days(9.0)), ("400d", 0.0, days(400.0)), ("30d..90d", days(30.0), days(90.0))]
            }
            _ => [("5m", 0.0, 300.0), ("3d", 0.0, days(3.0)), ("1h..1d", 3600.0, days(1.0))],
        };
        let (span, least, most) = spans[rng.usize(..3)];
        let dist = ["", "", "@dist=exp:1d", "@dist=normal"][rng.usize(..4)];
        let (own, label) = match &link {
            Some((_, link)) => (format!("t{}.{name}", link.parent), of(link)),
            None => (name.clone(), String::new()),
        };
        let kind = if is_before { "before" } else { "after" };
        let promise = Promise::Shift { link: link.map(|(index, _)| index), of: name, least, most, is_before };
        self.push(table, format!("{kind}:{own},{span}{label}{dist}"), data_type, promise);
    }

    fn add_between(&mut self, table: usize, rng: &mut fastrand::Rng) {
        let data_type = if rng.bool() { Type::Day } else { Type::Time };
        let times: Vec<&Column> =
            self.tables[table].columns.iter().filter(|column| column.data_type == data_type).collect();
        if times.len() < 2 {
            return;
        }
        let [from, to] = [(); 2].map(|()| times[rng.usize(..times.len())].name.clone());
        self.push(table, format!("between:{from},{to}"), data_type, Promise::Between(from, to));
    }

    fn add_by(&mut self, table: usize, rng: &mut fastrand::Rng) {
        let columns = &self.tables[table].columns;
        let of = &columns[rng.usize(..columns.len())];
        if of.text.contains("@list") || matches!(of.data_type, Type::Other | Type::Decimal) {
            return;
        }
        let of = of.name.clone();
        let drawn = ["int:0,999", "noun", "decimal:0,10,2", "name"];
        let text = format!("{}@by={of}", drawn[rng.usize(..drawn.len())]);
        let data_type = if text.starts_with("int") { Type::Int(999) } else { Type::Other };
        self.push(table, text, data_type, Promise::By(of));
    }

    fn add_expression(&mut self, table: usize, rng: &mut fastrand::Rng) {
        let (text, data_type) = expression::any(&self.tables[table].columns, rng);
        self.push(table, format!("expr:{text}"), data_type, Promise::Expression(text));
    }

    fn any_link(&self, table: usize, rng: &mut fastrand::Rng) -> Option<(usize, Link)> {
        let links = &self.tables[table].links;
        (!links.is_empty()).then(|| {
            let index = rng.usize(..links.len());
            (index, links[index].clone())
        })
    }

    /// Totals of tables whose rows refer to this one's.
    fn add_totals(&mut self, table: usize, rng: &mut fastrand::Rng) {
        for children in table..self.tables.len() {
            let links = &self.tables[children].links;
            let own: Vec<usize> = (0..links.len()).filter(|&link| links[link].parent == table).collect();
            for _ in 0..if own.is_empty() { 0 } else { rng.usize(0..=3) } {
                let link = own[rng.usize(..own.len())];
                let of_link = &self.tables[children].links[link];
                let is_counted = link == 0 && matches!(of_link.way, Way::Counted | Way::Scattered);
                let label = match is_counted && rng.bool() {
                    true => String::new(),
                    false => format!("@of={}", of_link.label.clone().unwrap_or_else(|| format!("t{table}"))),
                };
                let columns = &self.tables[children].columns;
                if rng.u8(0..6) == 0 {
                    self.add_list(table, (children, link), &label, rng);
                    continue;
                }
                if rng.u8(0..4) == 0 {
                    let is_ordered = |column: &&Column| {
                        matches!(column.data_type, Type::Int(_) | Type::Decimal | Type::Day | Type::Time)
                    };
                    let ordered: Vec<&Column> = columns.iter().filter(is_ordered).collect();
                    let by = ordered[rng.usize(..ordered.len())].name.clone();
                    let Column { name: of, data_type, .. } = columns[rng.usize(..columns.len())].clone();
                    let is_max = rng.bool();
                    let name = if is_max { "argmax" } else { "argmin" };
                    let text = format!("{name}:t{children}.{of},{by}{label}");
                    self.push(table, text, data_type, Promise::Extreme { is_max, children, link, of, by });
                    continue;
                }
                let of = columns[rng.usize(..columns.len())].clone();
                let (operation, data_type) = match (of.data_type, rng.u8(0..4)) {
                    (Type::Int(most), 0) if most < MAX => ("sum", Type::Int(MAX)),
                    (Type::Decimal, 0) => ("sum", Type::Decimal),
                    (Type::Int(_) | Type::Decimal | Type::Day | Type::Time, 1) => ("min", of.data_type),
                    (Type::Int(_) | Type::Decimal | Type::Day | Type::Time, 2) => ("max", of.data_type),
                    (Type::Int(most), 3) if most < MAX => ("avg", Type::Other),
                    (_, _) => ("count", Type::Int(10_000)),
                };
                let is_plain = operation == "count" && rng.bool();
                let of = (!is_plain).then_some(of.name);
                let column = of.as_ref().map_or(String::new(), |of| format!(".{of}"));
                let text = format!("{operation}:t{children}{column}{label}");
                self.push(table, text, data_type, Promise::Total { operation, children, link, of });
            }
        }
    }
}

pub(super) fn of(link: &Link) -> String {
    link.label.as_ref().map_or(String::new(), |label| format!("@of={label}"))
}
