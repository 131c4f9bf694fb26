//! Numbers: their range by name, type and conditions.

use super::asked::Asked;
use super::choices::ColumnChoice;
use super::name;
use super::number::Number;
use super::spec::Spec;
use super::text::quoted;
use crate::model::{Column, Kind, Table};

/// What the rule of a name says of a number that is 0 or 1.
const FLAG: &str = "0..1";

/// What a type of numbers can hold, in steps of 10^-scale.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The smallest and the largest one.
    pub range: (i128, i128),
    /// Decimal places.
    pub scale: u32,
    /// Whether the places are ours to choose, as in a floating-point number.
    pub is_open: bool,
}

impl Limits {
    /// Those of an integer of n bits.
    #[must_use]
    pub fn int(bits: u8, is_unsigned: bool) -> Self {
        let bits = u32::from(bits.clamp(8, 64));
        let range = match is_unsigned {
            true => (0, (1 << bits) - 1),
            false => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        };
        Self { range, scale: 0, is_open: false }
    }

    /// Those of a decimal number.
    #[must_use]
    pub fn decimal(precision: Option<u32>, scale: Option<u32>) -> Self {
        let is_open = precision.is_none() && scale.is_none();
        let scale = scale.unwrap_or(if is_open { 2 } else { 0 }).min(15);
        let digits = precision.unwrap_or(15).clamp(1, 38);
        let most = 10_i128.pow(digits) - 1;
        Self { range: (-most, most), scale, is_open }
    }

    /// Those of a floating-point number.
    #[must_use]
    pub fn float() -> Self {
        Self { range: (-10_i128.pow(15), 10_i128.pow(15)), scale: 2, is_open: true }
    }
}

/// The choice for a number.
pub fn number(asked: &Asked<'_>, limits: Limits) -> Vec<ColumnChoice> {
    let (facts, kind) = (asked.facts, if limits.scale == 0 && !limits.is_open { "int" } else { "number" });
    if let Some(words) = facts.words()
        && let Some(choice) = listed(asked, &words)
    {
        return choice;
    }
    let words = name::split_words(asked.name());
    let is_id = words.last().is_some_and(|word| word == "id");
    let rule =
        name::find(asked.name(), &asked.table.name.name, kind).filter(|rule| !is_id || rule.column != FLAG);
    let (min, max, places, reason, doubt) = match rule {
        Some(rule) if rule.column.contains("..") => {
            let mut parts = rule.column.split("..");
            let mut part = || parts.next().unwrap_or("0");
            let (min, max, places) = (part(), part(), part());
            (min, max, places.parse().unwrap_or(0), format!("{}, by its name", rule.reason), None)
        }
        _ if kind == "int" && is_time(asked) && limits.range.1 > 2_000_000_000 => {
            let spec = if limits.range.1 > 1 << 40 && asked.name().to_lowercase().contains("ms") {
                "timestamp.ms"
            } else {
                "timestamp"
            };
            let choice = ColumnChoice::new(asked.name(), Spec::of(spec), "a Unix time, by its name");
            return vec![choice.doubt("it is stored as a number")];
        }
        _ if is_id => {
            ("1", "1000", 0, "an id, by its name".to_owned(), Some("nothing says what it refers to"))
        }
        _ if kind == "int" => {
            ("0", "1000", 0, "a whole number".to_owned(), Some("its name does not say what it is"))
        }
        _ => ("0", "1000", 2, "a number".to_owned(), Some("its name does not say what it is")),
    };
    let has_bounds = facts.min.is_some() && facts.max.is_some();
    let scale = if limits.is_open { places.max(bound_places(asked)) } else { limits.scale };
    let steps = |text: &str| Number::parse(text).map_or(0, |number| number.floor(scale));
    let grown = |limit: i128| {
        limit.saturating_mul(if limits.is_open { 10_i128.pow(scale.saturating_sub(limits.scale)) } else { 1 })
    };
    let range = (grown(limits.range.0), grown(limits.range.1));
    let (low, high) = match (has_bounds && rule.is_none(), facts.min, facts.max) {
        // Both ends are known, and nothing says that less is meant.
        (true, Some((low, _)), Some((high, _))) => (low.ceil(scale), high.floor(scale)),
        _ => (steps(min), steps(max)),
    };
    let Some((low, high)) = facts.clipped(low, high, range, scale) else {
        let spec = Spec::of(&format!("int:{low},{high}"));
        return vec![
            ColumnChoice::new(asked.name(), spec, reason).doubt("its conditions exclude every number"),
        ];
    };
    let mut spec = of_range(low, high, scale);
    if let (Some(FLAG), (0, 1), Some(is_true)) =
        (rule.map(|rule| rule.column), (low, high), asked.default_truth())
    {
        spec = spec.with("dist", if is_true { "hist:0,1*9" } else { "hist:0*9,1" });
    }
    let choice = ColumnChoice::new(asked.name(), spec, reason);
    let bounded = facts.min.is_some() || facts.max.is_some();
    let choice = match doubt.filter(|_| !has_bounds) {
        Some(doubt) => choice.doubt(doubt),
        None => choice,
    };
    vec![if bounded {
        ColumnChoice { reason: format!("{}, within its CHECK", choice.reason), ..choice }
    } else {
        choice
    }]
}

/// As many decimal places as the bounds of a CHECK have.
fn bound_places(asked: &Asked<'_>) -> u32 {
    let places = |bound: Option<(Number, bool)>| match bound {
        Some((number, _)) => (0..6).find(|&scale| number.floor(scale) == number.ceil(scale)).unwrap_or(6),
        None => 0,
    };
    places(asked.facts.min).max(places(asked.facts.max))
}

/// The numbers from the one to the other, in steps.
#[must_use]
pub fn of_range(low: i128, high: i128, scale: u32) -> Spec {
    match scale {
        0 => Spec::of(&format!("int:{low},{high}")),
        scale => {
            Spec::of(&format!("decimal:{},{},{scale}", Number::text(low, scale), Number::text(high, scale)))
        }
    }
}

fn is_time(asked: &Asked<'_>) -> bool {
    is_named_time(asked.name()) || (is_like_time(asked.name()) && has_unix_times(asked.table))
}

/// Whether the name alone says that a number is a time.
fn is_named_time(name: &str) -> bool {
    // `usermodified` is who it was.
    if name::split_words(name).iter().any(|word| word == "user" || word == "by") {
        return false;
    }
    let name = name.to_lowercase();
    name.ends_with("_at")
        || name.ends_with("timestamp")
        || name.ends_with("_ts")
        || name::find(&name, "", "time").is_some_and(|rule| rule.column.starts_with("time:"))
}

/// Whether a name may be that of a time, or else of how long something takes.
fn is_like_time(name: &str) -> bool {
    const LENGTHS: [&str; 25] = [
        "limit",
        "spent",
        "out",
        "zone",
        "left",
        "taken",
        "used",
        "allowed",
        "run",
        "running",
        "response",
        "wait",
        "cpu",
        "execution",
        "processing",
        "load",
        "build",
        "total",
        "average",
        "avg",
        "max",
        "min",
        "play",
        "reading",
        "lead",
    ];
    let words = name::split_words(name);
    let has_time = [words.first(), words.last()].into_iter().flatten().any(|word| word == "time");
    has_time && !words.iter().any(|word| LENGTHS.contains(&word.as_str()))
}

/// Whether a table has its times as numbers.
fn has_unix_times(table: &Table) -> bool {
    let is_time = |column: &Column| matches!(column.kind, Kind::Date | Kind::DateTime { .. });
    let is_unix = |column: &Column| {
        matches!(column.kind, Kind::Int(size) if size.bits >= 32) && is_named_time(&column.name)
    };
    !table.columns.iter().any(is_time) && table.columns.iter().any(is_unix)
}

/// One of these numbers.
fn listed(asked: &Asked<'_>, words: &[String]) -> Option<Vec<ColumnChoice>> {
    let mut numbers: Vec<Number> = words.iter().map(|word| Number::parse(word)).collect::<Option<_>>()?;
    numbers.sort();
    numbers.dedup();
    let reason = "the numbers of a CHECK";
    let (first, last) = (numbers.first()?, numbers.last()?);
    let (low, high) = (first.floor(0), last.floor(0));
    if numbers.len() == 1 {
        return Some(vec![ColumnChoice::new(asked.name(), Spec::expression(first.to_string()), reason)]);
    }
    let is_whole = numbers.iter().all(|number| number.floor(0) == number.ceil(0));
    if is_whole && usize::try_from(high - low).is_ok_and(|width| width + 1 == numbers.len()) {
        return Some(vec![ColumnChoice::new(asked.name(), of_range(low, high, 0), reason)]);
    }
    let helper = asked.helper("pick");
    let whens: Vec<String> = numbers
        .iter()
        .enumerate()
        // The last one has no condition, so that the program knows that none is null.
        .map(|(index, number)| match index + 1 == numbers.len() {
            true => format!("else {number}"),
            false => format!("when {} then {number}", index + 1),
        })
        .collect();
    let pick = Spec::of(&format!("int:1,{}", numbers.len())).hidden();
    let text = format!("case {} {} end", quoted(&helper), whens.join(" "));
    Some(vec![
        ColumnChoice::new(helper, pick, ""),
        ColumnChoice::new(asked.name(), Spec::expression(text), reason),
    ])
}
