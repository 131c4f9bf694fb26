//! One column that refers to nothing: by its type, its conditions, its name.

use super::amount::{Limits, number, of_range};
use super::asked::Asked;
use super::by_value;
use super::choices::ColumnChoice;
use super::facts::Facts;
use super::moment::moment;
use super::name;
use super::probe::Probe;
use super::spec::Spec;
use super::text::{quoted, text};
use crate::model::{Column, Kind, RangeOf, SqlDialect, truth_words};

/// The choice for a column, after the columns that it reads.
pub fn choose(asked: &Asked<'_>, probe: &Probe) -> Vec<ColumnChoice> {
    let mut choices = by_kind(asked, &asked.column.kind, probe);
    if let Some(choice) = choices.last_mut() {
        choice.type_text.clone_from(&asked.column.type_text);
        if let Some(spec) = &mut choice.spec {
            spec.null = null_share(asked);
        }
        if asked.facts.is_empty {
            choice.reason = "always null, by a CHECK".into();
        }
    }
    choices
}

/// The share of rows in which a column is null.
pub(super) fn null_share(asked: &Asked<'_>) -> f64 {
    let Asked { column, facts, table, .. } = asked;
    if facts.is_empty && column.is_nullable {
        return 1.0;
    }
    if !column.is_nullable || facts.is_filled || table.primary_key.contains(&column.name) {
        return 0.0;
    }
    if let Some(statistics) = &column.statistics {
        return statistics.null_share;
    }
    let kind = match column.kind {
        Kind::DateTime { .. } => "time",
        Kind::Date => "date",
        _ => return 0.1,
    };
    match name::find(&column.name, &table.name.name, kind).map(|rule| rule.column) {
        Some("time:rare") => 0.9,
        Some("time:later") => 0.3,
        Some("time:created" | "time:updated") => 0.0,
        _ => 0.1,
    }
}

/// What is taken where a better choice is refused, if there is something for the type.
#[must_use]
pub fn plain(kind: &Kind) -> Option<Spec> {
    Some(match kind {
        Kind::Bool => Spec::of("bool"),
        Kind::Int(size) => Spec::of(if size.bits <= 8 { "int:0,100" } else { "int:0,1000" }),
        Kind::Decimal { precision, scale } => {
            let limits = Limits::decimal(*precision, *scale);
            of_range(0, limits.range.1.min(100_000), limits.scale)
        }
        Kind::Float { .. } => Spec::of("decimal:0,1000,2"),
        Kind::Text { max, is_fixed: true, .. } => {
            Spec::of(&format!("regex:[A-Z]{{{}}}", max.unwrap_or(1).max(1)))
        }
        Kind::Text { max, .. } => Spec::of(&format!("regex:[a-z]{{1,{}}}", max.unwrap_or(12).clamp(1, 12))),
        Kind::Date => Spec::of("date:-2y,today"),
        Kind::DateTime { .. } => Spec::of("datetime:-2y,now"),
        Kind::Enum(words) if !words.is_empty() => Spec::words(words.clone()),
        _ => return None,
    })
}

fn by_kind(asked: &Asked<'_>, kind: &Kind, probe: &Probe) -> Vec<ColumnChoice> {
    let one = |spec: Spec, reason: &str| vec![ColumnChoice::new(asked.name(), spec, reason)];
    match kind {
        Kind::Bool => boolean(asked),
        Kind::Int(size) => number(asked, Limits::int(size.bits, size.is_unsigned)),
        Kind::Decimal { precision, scale } => number(asked, Limits::decimal(*precision, *scale)),
        Kind::Float { .. } => number(asked, Limits::float()),
        Kind::Money => number(asked, Limits::decimal(Some(12), Some(2))),
        Kind::Text { max, is_fixed, .. } => text(asked, probe, *max, *is_fixed),
        Kind::Bytes { max } => {
            let most = max.unwrap_or(32).clamp(1, 32);
            one(Spec::of(&format!("bytes:{most}")), "bytes")
        }
        Kind::Bits { length, is_varying } => {
            let length = length.unwrap_or(if *is_varying { 16 } else { 1 }).clamp(1, 4096);
            let head = if *is_varying { format!("bits:1,{length}") } else { format!("bits:{length}") };
            one(Spec::of(&head), "bits")
        }
        Kind::Date => moment(asked, true),
        Kind::DateTime { .. } => moment(asked, false),
        Kind::Time { .. } => one(Spec::of("time"), "a time of day"),
        Kind::Year => {
            let (low, high) = asked.facts.clipped(1970, 2030, (1901, 2155), 0).unwrap_or((1970, 2030));
            one(of_range(low, high, 0), "a year")
        }
        Kind::Interval => one(Spec::of("interval"), "a span of time"),
        Kind::Duration => one(Spec::of("duration"), "a length of time"),
        Kind::Uuid => match by_value::form(asked) {
            Some((spec, reason)) => one(Spec { settings: Vec::new(), ..spec }, reason),
            None => one(Spec::of("uuidv4"), "a UUID"),
        },
        Kind::Json { is_binary } => {
            one(Spec::of("json").stored(if *is_binary { "jsonb" } else { "json" }), "a document of JSON")
        }
        Kind::Xml => one(Spec::of("xml"), "a document of XML"),
        Kind::Enum(words) if truth_words(words.iter().cloned()).is_some() => {
            enumeration(asked, words, "a truth value, as the source writes it")
        }
        Kind::Enum(words) => enumeration(asked, words, "the words of its type"),
        Kind::Set(words) => enumeration(asked, words, "one of the words of its set"),
        Kind::Array { item } => array(asked, item, probe),
        Kind::Range { of, is_multi } => range(asked, *of, *is_multi),
        Kind::Vector { length } => one(Spec::of(&format!("vector:{}", length.unwrap_or(3))), "a vector"),
        Kind::LabelPath => one(Spec::of("regex:[a-z]{3,8}(\\.[a-z]{3,8}){1,3}"), "a path of labels"),
        Kind::Inet => match by_value::form(asked) {
            Some((spec, reason)) => one(spec.stored("inet"), reason),
            None => one(Spec::of("ipv4").stored("inet"), "an address of the Internet"),
        },
        Kind::Cidr => one(Spec::of("cidr").stored("cidr"), "a network"),
        Kind::MacAddress => one(Spec::of("mac.address").stored("macaddr"), "a hardware address"),
        Kind::Geometry(shape) => geometry(asked, shape),
        // Files have named fields without the name of a type.
        Kind::Struct(_) if !asked.column.type_text.is_empty() => {
            nothing(asked, Spec::of("words:2"), "a type of several fields, whose values are not made")
        }
        // Those of files and documents of schemas are chosen before.
        Kind::List { .. } | Kind::Entries { .. } | Kind::Literals(_) => {
            nothing(asked, Spec::of("word"), "its type consists of others")
        }
        Kind::Struct(_) | Kind::Map { .. } => one(Spec::of("json").stored("jsonb"), "named fields, as JSON"),
        Kind::Search => {
            nothing(asked, Spec::of("words:2"), "a text for searching, which a trigger or the database makes")
        }
        Kind::Unknown => nothing(asked, Spec::of("words:2"), "its type is not understood"),
    }
}

/// A column that the file leaves out where the database can do without it.
fn nothing(asked: &Asked<'_>, spec: Spec, why: &str) -> Vec<ColumnChoice> {
    let mut choice = ColumnChoice::new(asked.name(), spec, "").doubt(why);
    if asked.column.is_nullable || asked.column.default.is_some() {
        choice.spec = None;
    }
    vec![choice]
}

fn boolean(asked: &Asked<'_>) -> Vec<ColumnChoice> {
    let one = |spec: &str, reason: String| vec![ColumnChoice::new(asked.name(), Spec::of(spec), reason)];
    if let Some([word]) = asked.facts.one_of.as_deref() {
        let is_true = ["true", "1", "t"].contains(&word.as_str());
        return one(if is_true { "bool:1" } else { "bool:0" }, "the value of a CHECK".into());
    }
    for (word, other) in [("false", "bool:1"), ("true", "bool:0")] {
        if asked.facts.none_of.iter().any(|none| none == word) {
            return one(other, "the value of a CHECK".into());
        }
    }
    let rule = name::find(asked.name(), &asked.table.name.name, "bool");
    let is_mostly = |spec: &str| !spec.starts_with("bool:0.0");
    match (rule, asked.default_truth()) {
        (rule, Some(is_true)) if rule.is_none_or(|rule| is_mostly(rule.column) != is_true) => {
            one(if is_true { "bool:0.9" } else { "bool:0.1" }, "mostly its default".into())
        }
        (Some(rule), _) => one(rule.column, format!("{}, by its name", rule.reason)),
        (None, _) => one("bool", "true or false".into()),
    }
}

fn enumeration(asked: &Asked<'_>, words: &[String], reason: &str) -> Vec<ColumnChoice> {
    let is_allowed = |word: &&String| {
        asked.facts.one_of.as_ref().is_none_or(|of| of.contains(word)) && !asked.facts.none_of.contains(word)
    };
    let allowed: Vec<String> = words.iter().filter(is_allowed).cloned().collect();
    let allowed = if allowed.is_empty() { words.to_vec() } else { allowed };
    if allowed.is_empty() {
        return nothing(asked, Spec::of("word"), "its type has no words");
    }
    vec![ColumnChoice::new(asked.name(), Spec::words(allowed), reason)]
}

/// The shape of a column, by the form that its database reads.
fn geometry(asked: &Asked<'_>, shape: &str) -> Vec<ColumnChoice> {
    let shape = shape.to_lowercase();
    // Its servers read no text of a shape without a function.
    if asked.dialect == Some(SqlDialect::MySql) {
        return nothing(asked, Spec::of("geo.point"), "MySQL reads shapes by functions only");
    }
    if shape == "point" {
        let (x, y) = (asked.helper("x"), asked.helper("y"));
        let axis = |name: &str, most: u32| {
            ColumnChoice::new(name, Spec::of(&format!("decimal:-{most},{most},4")).hidden(), "")
        };
        let text = format!("'(' || {} || ',' || {} || ')'", quoted(&x), quoted(&y));
        return vec![
            axis(&x, 180),
            axis(&y, 90),
            ColumnChoice::new(asked.name(), Spec::expression(text), "a point"),
        ];
    }
    // The shapes of PostgreSQL itself, around a corner.
    let around = match shape.as_str() {
        "polygon" | "path" => Some(["((", "),(", "),(", "))"]),
        "box" | "lseg" | "line" => Some(["((", "),(", "", "))"]),
        _ => None,
    };
    if let Some([begin, next, last, end]) = around {
        let (x, y) = (asked.helper("x"), asked.helper("y"));
        let axis = |name: &str, most: u32| {
            ColumnChoice::new(name, Spec::of(&format!("decimal:-{most},{most},4")).hidden(), "")
        };
        let corner = |dx: u32, dy: u32| format!("({} + {dx}) || ',' || ({} + {dy})", quoted(&x), quoted(&y));
        let third = if last.is_empty() { String::new() } else { format!(" || '{last}' || {}", corner(0, 1)) };
        let text = format!("'{begin}' || {} || '{next}' || {}{third} || '{end}'", corner(0, 0), corner(1, 1));
        return vec![
            axis(&x, 170),
            axis(&y, 80),
            ColumnChoice::new(asked.name(), Spec::expression(text), "a small shape"),
        ];
    }
    if shape.contains("point")
        || (shape.contains("geo") && !shape.contains("polygon") && !shape.contains("line"))
    {
        return vec![
            ColumnChoice::new(asked.name(), Spec::of("geo.point"), "a point of WKT")
                .doubt("its database has to read WKT"),
        ];
    }
    nothing(asked, Spec::of("geo.point"), "there are no generators of such shapes")
}

/// A list: its items are made as a column of their type.
fn array(asked: &Asked<'_>, item: &Kind, probe: &Probe) -> Vec<ColumnChoice> {
    let facts = Facts { max_length: asked.facts.max_length, ..Facts::default() };
    let column = Column { name: name::singular(asked.name()), kind: item.clone(), ..asked.column.clone() };
    let asked_item = Asked { column: &column, facts: &facts, ..*asked };
    let mut choices = by_kind(&asked_item, item, probe);
    let Some(mut choice) = choices.pop().filter(|_| choices.is_empty()) else {
        return nothing(asked, Spec::of("word"), "lists of such items cannot be made");
    };
    choice.name = asked.name().into();
    choice.reason = format!("a list of items: {}", choice.reason);
    let Some(spec) = &mut choice.spec else { return vec![choice] };
    if !matches!(spec.source, super::spec::Source::Generator { .. } | super::spec::Source::Words(_))
        || spec.list.is_some()
    {
        return nothing(asked, Spec::of("word"), "lists of such items cannot be made");
    }
    let most = asked.facts.max_items.unwrap_or(asked.facts.min_items.saturating_add(3));
    spec.list = Some((asked.facts.min_items.min(most), most.min(asked.facts.min_items.saturating_add(3))));
    spec.stored = match item {
        Kind::Bool => Some("boolean[]"),
        Kind::Int(size) if size.bits <= 16 => Some("smallint[]"),
        Kind::Int(size) if size.bits <= 32 => Some("int[]"),
        Kind::Int(_) => Some("bigint[]"),
        Kind::Float { .. } => Some("float8[]"),
        Kind::Date => Some("date[]"),
        Kind::Uuid => Some("uuid[]"),
        Kind::Text { .. } | Kind::Enum(_) => Some("text[]"),
        Kind::Inet => Some("inet[]"),
        Kind::Cidr => Some("cidr[]"),
        Kind::MacAddress => Some("macaddr[]"),
        Kind::Json { .. } => Some("jsonb[]"),
        Kind::DateTime { has_zone: true, .. } => Some("timestamptz[]"),
        Kind::DateTime { .. } => Some("timestamp[]"),
        _ => None,
    }
    .map(str::to_owned);
    vec![choice]
}

/// A range, as PostgreSQL writes it.
fn range(asked: &Asked<'_>, of: RangeOf, is_multi: bool) -> Vec<ColumnChoice> {
    let (low, size) = (asked.helper("low"), asked.helper("size"));
    let (from, to) = (quoted(&low), format!("({} + {})", quoted(&low), quoted(&size)));
    let (first, width, text) = match of {
        RangeOf::Int4 | RangeOf::Int8 => {
            ("int:0,1000", "int:1,100", format!("'[' || {from} || ',' || {to} || ')'"))
        }
        RangeOf::Numeric => {
            ("decimal:0,1000,2", "decimal:1,100,2", format!("'[' || {from} || ',' || {to} || ')'"))
        }
        RangeOf::Date => ("date:-2y,today", "int:1,60", format!("'[' || {from} || ',' || {to} || ')'")),
        RangeOf::Timestamp | RangeOf::TimestampTz => (
            "datetime:-2y,now",
            "int:1,60",
            format!("'[\"' || {from} || '\",\"' || ({from} + {} * interval '1 day') || '\")'", quoted(&size)),
        ),
    };
    let text = if is_multi { format!("'{{' || {text} || '}}'") } else { text };
    vec![
        ColumnChoice::new(low, Spec::of(first).hidden(), ""),
        ColumnChoice::new(size, Spec::of(width).hidden(), ""),
        ColumnChoice::new(
            asked.name(),
            Spec::expression(text),
            "a range of two columns that are not written",
        ),
    ]
}
