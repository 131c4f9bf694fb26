//! Columns that read no other one: fields, items and entries, and what a document of schemas has rules for.

use std::collections::HashSet;

use super::amount::{Limits, number, of_range};
use super::asked::Asked;
use super::check::Fact;
use super::choices::ColumnChoice;
use super::column::{choose, plain};
use super::facts::Facts;
use super::format;
use super::name::singular;
use super::number::Number;
use super::probe::Probe;
use super::spec::{Source, Spec};
use super::step;
use crate::model::{Column, Kind, Origin, Rules, Table, TableName};

/// Generators that read other columns, which an item or a field cannot.
const RELATIONS: [&str; 3] = ["after", "before", "between"];
/// Two items of a set are the same in fewer than one of these.
const MIN_DISTINCT: u64 = 10_000_000;
/// As many values are looked at where they have to differ.
const SAMPLES: u64 = 500;
/// The most lists that are written out where items have to differ.
const MAX_WRITTEN: usize = 20;

/// Whether a column is chosen here.
pub fn is_single(column: &Column) -> bool {
    match &column.kind {
        Kind::Struct(_) => column.type_text.is_empty(),
        Kind::List { .. } | Kind::Entries { .. } | Kind::Literals(_) => true,
        _ => column.rules.is_some(),
    }
}

/// The choice for a column: one that needs no other column.
pub fn single(asked: &Asked<'_>, probe: &Probe) -> ColumnChoice {
    let column = asked.column;
    let mut choice = match &column.kind {
        Kind::Struct(fields) if column.type_text.is_empty() => structure(asked, fields, probe),
        Kind::List { item, length, is_distinct } => list(asked, item, *length, *is_distinct, probe),
        Kind::Entries { key, value, length } => entries(asked, key, value, *length, probe),
        Kind::Literals(values) => {
            ColumnChoice::literals(asked.name(), values, "the values that the source lists")
        }
        kind => leaf(asked, kind, probe),
    };
    if let Some(spec) = &mut choice.spec {
        spec.null = super::column::null_share(asked);
    }
    super::stored::keep(&mut choice, column, probe);
    choice.type_text.clone_from(&column.type_text);
    choice.doubts.extend(column.doubts.iter().cloned());
    choice
}

/// A column of a part of this one.
fn part(asked: &Asked<'_>, column: &Column, of: &str, probe: &Probe) -> ColumnChoice {
    let name = TableName { schema: None, name: singular(of) };
    let table = Table::new(name, Origin::default());
    let (facts, taken) = (Facts::default(), HashSet::new());
    single(&Asked { table: &table, column, facts: &facts, taken: &taken, ..*asked }, probe)
}

fn structure(asked: &Asked<'_>, fields: &[Column], probe: &Probe) -> ColumnChoice {
    let parts: Vec<ColumnChoice> =
        fields.iter().map(|field| part(asked, field, asked.name(), probe)).collect();
    if parts.iter().all(|part| part.spec.is_none()) {
        return ColumnChoice::literals(asked.name(), &["{}".to_owned()], "an object without fields");
    }
    ColumnChoice::new(asked.name(), Spec::from(Source::Struct(parts)), "")
}

fn list(
    asked: &Asked<'_>,
    item: &Column,
    (least, most): (u32, u32),
    is_distinct: bool,
    probe: &Probe,
) -> ColumnChoice {
    let mut choice =
        part(asked, &Column { name: singular(asked.name()), ..item.clone() }, asked.name(), probe);
    choice.name = asked.name().to_owned();
    let Some(spec) = choice.spec.take() else {
        return ColumnChoice::literals(
            asked.name(),
            &["[]".to_owned()],
            "a list of items that are not generated",
        );
    };
    let (least, mut most) = (least.min(1000), most.clamp(least.min(1000), 1000));
    if is_distinct && most > 1 && !is_hardly_twice(&spec, probe) {
        if least <= 1 {
            most = 1;
        } else if let Some(values) = written_sets(&spec, least, most) {
            return ColumnChoice::literals(asked.name(), &values, "lists of items that differ");
        } else {
            choice.doubts.push("two of its items may be the same".into());
        }
    }
    if most == 0 {
        return ColumnChoice::literals(asked.name(), &["[]".to_owned()], "an empty list");
    }
    let is_plain = matches!(spec.source, Source::Generator { .. } | Source::Words(_) | Source::Struct(_))
        && spec.list.is_none()
        && spec.stored.as_deref() != Some("json")
        && spec.null == 0.0;
    let listed = match is_plain {
        true => Spec { list: Some((least, most)), ..spec },
        false => {
            let item = ColumnChoice { spec: Some(spec), name: "item".into(), ..choice.clone() };
            choice.doubts.clear();
            choice.reason.clear();
            Spec { list: Some((least, most)), ..Spec::from(Source::Items(Box::new(item))) }
        }
    };
    if !choice.reason.is_empty() {
        choice.reason = format!("a list of items: {}", choice.reason);
    }
    choice.spec = Some(listed);
    choice
}

/// Whether hardly two of a few values are the same.
fn is_hardly_twice(spec: &Spec, probe: &Probe) -> bool {
    let samples = probe.samples(spec, SAMPLES);
    let once: HashSet<&String> = samples.iter().collect();
    probe.of(spec).is_some_and(|known| known.values >= MIN_DISTINCT) && once.len() == samples.len()
}

/// Lists of as many words as may be, none twice, as JSON; nothing where there are not as many words.
fn written_sets(spec: &Spec, least: u32, most: u32) -> Option<Vec<String>> {
    let is_json = spec.stored.as_deref() == Some("json");
    let texts: Vec<String> = match &spec.source {
        Source::Words(words) => {
            words.iter().map(|(word, _)| if is_json { word.clone() } else { json_text(word) }).collect()
        }
        Source::Generator { name, constraint } if name == "int" => {
            let (low, high) = constraint.split_once(',')?;
            let (low, high) = (low.parse::<i64>().ok()?, high.parse::<i64>().ok()?);
            (low..=high).take(100).map(|number| number.to_string()).collect()
        }
        Source::Generator { name, .. } if name == "bool" => vec!["true".into(), "false".into()],
        _ => return None,
    };
    let (least, most) = (least as usize, (most as usize).min(texts.len()));
    if texts.len() < least {
        return None;
    }
    let sets = (0..MAX_WRITTEN.max(texts.len())).take(MAX_WRITTEN).map(|at| {
        let length = least + at % (most - least + 1);
        let items: Vec<&str> =
            texts.iter().cycle().skip(at % texts.len()).take(length).map(String::as_str).collect();
        format!("[{}]", items.join(","))
    });
    let mut sets: Vec<String> = sets.collect();
    sets.sort();
    sets.dedup();
    Some(sets)
}

/// A text as JSON writes it.
fn json_text(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn entries(
    asked: &Asked<'_>,
    key: &Column,
    value: &Column,
    (least, most): (u32, u32),
    probe: &Probe,
) -> ColumnChoice {
    let empty = || ColumnChoice::literals(asked.name(), &["{}".to_owned()], "an object without entries");
    let of_key = part(asked, key, asked.name(), probe);
    let of_value = part(asked, value, asked.name(), probe);
    let known = of_key.spec.as_ref().and_then(|spec| probe.of(spec));
    let keys = known.map_or(0, |known| u32::try_from(known.values).unwrap_or(u32::MAX));
    let (Some(_), true) = (&of_value.spec, most > 0 && keys > 0) else { return empty() };
    let list = Some((least.min(keys), most.min(keys).min(1000)));
    let source = Source::Map(
        Box::new(ColumnChoice { name: "key".into(), ..of_key }),
        Box::new(ColumnChoice { name: "value".into(), ..of_value }),
    );
    ColumnChoice::new(asked.name(), Spec { list, ..Spec::from(source) }, "")
}

fn leaf(asked: &Asked<'_>, kind: &Kind, probe: &Probe) -> ColumnChoice {
    let empty = Rules::default();
    let rules = asked.column.rules.as_deref().unwrap_or(&empty);
    let facts = with_rules(asked.facts, rules);
    let asked = &Asked { facts: &facts, ..*asked };
    let mut choice = match kind {
        Kind::Text { max, .. } => format::text(asked, rules, *max, probe),
        Kind::Int(size) => amount(asked, rules, Limits::int(size.bits, size.is_unsigned)),
        Kind::Decimal { precision, scale } => amount(asked, rules, Limits::decimal(*precision, *scale)),
        Kind::Float { .. } => amount(asked, rules, Limits::float()),
        Kind::Bytes { max: Some(length) } if rules.min_length == *length => ColumnChoice::new(
            asked.name(),
            Spec::of(&format!("bytes:{}", (*length).max(1))),
            "bytes of its type",
        ),
        _ => alone(choose(asked, probe), kind, asked.name()),
    };
    if let Some(statistics) = &asked.column.statistics {
        super::statistics::apply(&mut choice, asked.column, statistics, &facts, asked.keeps_values);
    }
    if let (Some(spec), Some(fallback)) = (&choice.spec, plain(kind))
        && probe.of(spec).is_none()
    {
        choice = ColumnChoice { spec: Some(fallback), ..choice }.doubt("what was chosen is refused");
    }
    choice
}

/// The choice, if it needs no other column, or else the plainest one of its type.
fn alone(mut choices: Vec<ColumnChoice>, kind: &Kind, name: &str) -> ColumnChoice {
    let is_alone = |choice: &ColumnChoice| {
        choice.spec.as_ref().is_none_or(|spec| match &spec.source {
            Source::Generator { name, .. } => !RELATIONS.contains(&name.as_str()),
            Source::Expression(_) => false,
            Source::Words(_) | Source::Struct(_) | Source::Items(_) | Source::Map(..) => true,
        })
    };
    match choices.pop() {
        Some(choice) if choices.is_empty() && is_alone(&choice) => choice,
        _ => {
            let fallback = plain(kind).unwrap_or_else(|| Spec::of("word"));
            ColumnChoice::new(name, fallback, "its type alone says what it is")
        }
    }
}

fn amount(asked: &Asked<'_>, rules: &Rules, limits: Limits) -> ColumnChoice {
    if let Some(choice) = rules.step.as_deref().and_then(|text| step::multiples(asked, text, limits)) {
        return choice;
    }
    let choice = alone(number(asked, limits), &asked.column.kind, asked.name());
    let is_time = choice.spec.as_ref().is_some_and(
        |spec| matches!(&spec.source, Source::Generator { name, .. } if name.starts_with("timestamp")),
    );
    if is_time
        && asked.facts.max.is_some()
        && let Some((low, high)) = asked.facts.clipped(0, 1000, limits.range, 0)
    {
        return ColumnChoice::new(asked.name(), of_range(low, high, 0), "a number within its bounds");
    }
    ColumnChoice { reason: choice.reason.replace("its CHECK", "its bounds"), ..choice }
}

/// What conditions and a document of schemas say together.
fn with_rules(facts: &Facts, rules: &Rules) -> Facts {
    let mut facts = facts.clone();
    let number = |bound: &Option<(String, bool)>| {
        let (text, is_included) = bound.as_ref()?;
        Some((Number::parse(text)?, *is_included))
    };
    if let Some((min, is_included)) = number(&rules.min) {
        facts.add(Fact::Min(min, is_included));
    }
    if let Some((max, is_included)) = number(&rules.max) {
        facts.add(Fact::Max(max, is_included));
    }
    facts
}
