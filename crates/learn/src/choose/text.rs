//! Texts: what makes them, and how they keep within their lengths.

use super::asked::Asked;
use super::by_value;
use super::check::Letters;
use super::choices::ColumnChoice;
use super::exact;
use super::name;
use super::probe::Probe;
use super::spec::{Source, Spec};

/// Texts from long to short, for columns that ask for no certain one.
const FREE: [&str; 6] = ["paragraph", "sentence", "words:3", "words:2", "word", "regex:[a-z]{4}"];

/// The choice for a text of at most `max` characters, with the columns that it reads before it.
pub fn text(asked: &Asked<'_>, probe: &Probe, max: Option<u32>, is_fixed: bool) -> Vec<ColumnChoice> {
    let facts = asked.facts;
    let max = match (max, facts.max_length) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    };
    let choice = |spec, reason: &str| ColumnChoice::new(asked.name(), spec, reason);
    if let Some(mut words) = facts.words() {
        words.retain(|word| max.is_none_or(|max| word.chars().count() <= max as usize));
        if !words.is_empty() {
            return vec![choice(Spec::words(words), "the words of a CHECK")];
        }
    }
    let mut doubts = Vec::new();
    if let Some(pattern) = &facts.matches {
        let pattern = pattern.trim_start_matches("(?i)");
        // The database fills a text of a fixed length with spaces, which belong to it where it compares with a pattern.
        let exact = match max.filter(|max| is_fixed || facts.min_length == *max) {
            Some(length) => exact::of_exactly(pattern, length),
            None => Some(pattern.to_owned()),
        };
        if exact.is_none() {
            let length = max.unwrap_or(1);
            doubts.push(format!("the pattern of a CHECK makes no text of exactly {length} characters"));
        }
        let pattern = exact.as_deref().unwrap_or(pattern);
        let head = format!("regex:{}", pattern.replace('@', "\\@"));
        let known = probe.ask(&head.replace("\\d", "[0-9]"));
        match known {
            Some(known) if max.is_none_or(|max| known.letters <= max as usize) => {
                let spec = Spec::from(Source::Generator { name: "regex".into(), constraint: pattern.into() });
                let choice = choice(spec, "the pattern of a CHECK");
                return vec![doubts.into_iter().fold(choice, ColumnChoice::doubt)];
            }
            Some(_) => doubts.push("the pattern of a CHECK makes longer texts".to_owned()),
            None => doubts.push(format!("a CHECK asks for the pattern {pattern}, which regex does not make")),
        }
    }
    let (spec, reason, more) = by_values_or_name(asked, probe, max, is_fixed);
    doubts.extend(more);
    let mut columns = fitted(asked, probe, spec, reason, max);
    if let Some(last) = columns.last_mut() {
        last.doubts.extend(doubts);
    }
    columns
}

/// The choice by what all values are, or else by the name of the column, which may say more of them: whose mail address it is.
pub(super) fn by_values_or_name(
    asked: &Asked<'_>,
    probe: &Probe,
    max: Option<u32>,
    is_fixed: bool,
) -> (Spec, String, Vec<String>) {
    let (named, named_reason, doubts) = by_name(asked, max, is_fixed);
    let Some((spec, reason)) = by_value::form(asked) else { return (named, named_reason, doubts) };
    match (&named.source, &spec.source) {
        (Source::Generator { name, .. }, Source::Generator { name: of, .. })
            if name.contains(of.as_str()) =>
        {
            let spec = if name == of { by_value::as_text(named, probe) } else { named };
            (spec, named_reason, Vec::new())
        }
        _ => (by_value::as_text(spec, probe), reason.to_owned(), Vec::new()),
    }
}

/// The choice by the column's name, or else by how long it may be.
fn by_name(asked: &Asked<'_>, max: Option<u32>, is_fixed: bool) -> (Spec, String, Vec<String>) {
    if asked.facts.is_json {
        return (Spec::of("json"), "a CHECK asks for JSON".into(), Vec::new());
    }
    let max_or = max.unwrap_or(u32::MAX);
    let rule = name::find(asked.name(), &asked.table.name.name, "text");
    if let Some(rule) = rule {
        let doubts = match rule.reason.split_once(": ") {
            Some((_, doubt)) => vec![doubt.to_owned()],
            None => Vec::new(),
        };
        let mut spec = with_modifiers(rule.column);
        if rule.column.starts_with("regex:")
            && rule.column.len() > 8
            && max_or < 9
            && !rule.column.contains('(')
        {
            spec = Spec::of(&format!("regex:[A-Z0-9]{{{}}}", max_or.max(1)));
        }
        return (
            spec,
            format!("{}, by its name", rule.reason.split(": ").next().unwrap_or_default()),
            doubts,
        );
    }
    let is_time =
        ["time", "date"].iter().any(|kind| name::find(asked.name(), &asked.table.name.name, kind).is_some())
            || asked.name().to_lowercase().ends_with("_at");
    if is_time && max_or >= 20 {
        return (Spec::of("datetime"), "a time, by its name".into(), vec!["it is stored as a text".into()]);
    }
    let words = name::split_words(asked.name());
    if words.last().is_some_and(|word| word == "id" || word == "ids") {
        let spec = match max_or {
            36.. => Spec::of("uuidv4"),
            max => Spec::of(&format!("regex:[a-z0-9]{{{}}}", max.clamp(1, 12))),
        };
        return (spec, "an id, by its name".into(), vec!["nothing says what it refers to".into()]);
    }
    if words
        .last()
        .is_some_and(|word| word == "type" || word == "kind" || word == "category" || word == "mode")
        && max_or > 1
    {
        let spec = Spec::words(["standard", "special", "other"].map(|word| shortened(word, max_or)));
        return (spec, "a kind, by its name".into(), vec!["its words are not known".into()]);
    }
    let spec = match max_or {
        length if is_fixed => Spec::of(&format!("regex:[A-Z0-9]{{{length}}}")),
        0..=1 => Spec::of("regex:[A-Z]"),
        length @ 2..=12 => {
            let least = length.div_ceil(2).max(asked.facts.min_length).min(length);
            Spec::of(&format!("regex:[a-z]{{{least},{length}}}"))
        }
        13..=28 => Spec::of("word"),
        29..=124 => Spec::of("words:3"),
        _ => Spec::of("sentence"),
    };
    let reason = match max {
        Some(max) => format!("a text of up to {max} characters"),
        None => "a text".to_owned(),
    };
    (spec, reason, vec!["its name does not say what it is".into()])
}

fn shortened(word: &str, max: u32) -> String {
    word.chars().take(max as usize).collect()
}

/// A column of the words file: a generator, its constraint and modifiers without values.
pub(super) fn with_modifiers(column: &str) -> Spec {
    if let Some(words) = column.strip_prefix("enum:") {
        let word = |entry: &str| {
            let (word, weight) = entry.split_once('*').unwrap_or((entry, "1"));
            (word.to_owned(), weight.parse().unwrap_or(1))
        };
        return Spec::from(Source::Words(words.split(',').map(word).collect()));
    }
    match column.strip_suffix("@title") {
        Some(head) => Spec::of(head).with("title", ""),
        None => Spec::of(column),
    }
}

/// The choice as it keeps within the lengths and the case that are asked for.
fn fitted(
    asked: &Asked<'_>,
    probe: &Probe,
    spec: Spec,
    reason: String,
    max: Option<u32>,
) -> Vec<ColumnChoice> {
    let facts = asked.facts;
    let limit = max.map_or(usize::MAX, |max| max as usize);
    let mut spec = spec;
    let mut letters = letters_of(probe, &spec);
    if letters > limit {
        let shorter = match &spec.source {
            Source::Words(words) => {
                let mut words: Vec<String> =
                    words.iter().map(|(word, _)| shortened(word, max.unwrap_or(1))).collect();
                words.dedup();
                Some(Spec::words(words))
            }
            Source::Generator { name, .. }
                if name.starts_with("hash.") || name == "hex" || name == "git.sha" =>
            {
                Some(Spec::of(&format!("hex:{}", limit.clamp(1, 512))))
            }
            Source::Generator { name, .. } if name == "regex" => {
                Some(Spec::of(&format!("regex:[A-Z0-9]{{{}}}", limit.max(1))))
            }
            Source::Generator { name, .. } if name.starts_with("uuid") => {
                Some(Spec::of(&format!("hex:{}", limit.max(1))))
            }
            Source::Generator { name, constraint } => {
                let head = if constraint.is_empty() { name.clone() } else { format!("{name}:{constraint}") };
                let from = FREE.iter().position(|free| *free == head);
                let fits = |free: &&&str| probe.ask(free).is_some_and(|known| known.letters <= limit);
                from.and_then(|from| FREE[from..].iter().find(fits))
                    .map(|free| Spec { settings: spec.settings.clone(), ..Spec::of(free) })
            }
            Source::Expression(_) | Source::Struct(_) | Source::Items(_) | Source::Map(..) => None,
        };
        if let Some(shorter) = shorter {
            letters = letters_of(probe, &shorter);
            spec = shorter;
        }
    }
    let case = facts.letters.map(|letters| if letters == Letters::Lower { "lower" } else { "upper" });
    if let (Some(case), false) = (case, spec.is_expression()) {
        spec.settings.retain(|(name, _)| *name != "title");
        let cased = spec.clone().with(case, "");
        if cased.short().is_none_or(|short| probe.ask(&short).is_some()) {
            spec = cased;
        }
    }
    let is_named = |names: &[&str]| matches!(&spec.source, Source::Generator { name, .. } if names.iter().any(|start| name.starts_with(start)));
    let is_fixed = letters == limit && is_named(&["hash.", "hex", "git.sha", "uuid", "country.code"]);
    if facts.min_length > 1 && facts.min_length == max.unwrap_or(0) && !is_fixed {
        let spec = Spec::of(&format!("regex:[A-Z0-9]{{{limit}}}"));
        return vec![ColumnChoice::new(asked.name(), spec, format!("{limit} characters, by a CHECK"))];
    }
    // Codes by their names have at least nine characters, others as many as is asked for.
    let is_long = is_fixed || (facts.min_length <= 9 && is_named(&["regex"]));
    if letters <= limit && (facts.min_length <= 1 || is_long) {
        return vec![ColumnChoice::new(asked.name(), spec, reason)];
    }
    cut(asked, spec, &reason, max, letters)
}

/// The most characters of a column's values.
pub(super) fn letters_of(probe: &Probe, spec: &Spec) -> usize {
    match &spec.source {
        Source::Words(words) => words.iter().map(|(word, _)| word.chars().count()).max().unwrap_or(0),
        Source::Generator { name, constraint } => {
            let head = if constraint.is_empty() { name.clone() } else { format!("{name}:{constraint}") };
            probe.ask(&head).map_or(0, |known| known.letters)
        }
        Source::Expression(_) | Source::Struct(_) | Source::Items(_) | Source::Map(..) => 0,
    }
}

/// A hidden column of the texts, and the column that cuts or pads them.
fn cut(asked: &Asked<'_>, spec: Spec, reason: &str, max: Option<u32>, letters: usize) -> Vec<ColumnChoice> {
    let helper = asked.helper("any");
    let read = quoted(&helper);
    let least = asked.facts.min_length;
    let mut text = read.clone();
    if least > 1 {
        text = format!("case when length({read}) < {least} then rpad({read}, {least}, 'x') else {read} end");
    }
    if let Some(max) = max.filter(|max| letters > *max as usize) {
        text = format!("left({text}, {max})");
    }
    let why = match max {
        Some(max) if letters > max as usize => format!("{reason}, cut to {max} characters"),
        _ => format!("{reason}, of at least {least} characters"),
    };
    vec![
        ColumnChoice::new(helper, spec.hidden(), ""),
        ColumnChoice::new(asked.name(), Spec::expression(text), why),
    ]
}

/// A column's name as an expression reads it.
#[must_use]
pub fn quoted(name: &str) -> String {
    let is_plain = name
        .chars()
        .enumerate()
        .all(|(index, c)| c == '_' || c.is_ascii_lowercase() || (index > 0 && c.is_ascii_digit()));
    let is_keyword = sqlparser::keywords::ALL_KEYWORDS.binary_search(&name.to_uppercase().as_str()).is_ok();
    if is_plain && !is_keyword { name.to_owned() } else { format!("\"{}\"", name.replace('"', "\"\"")) }
}
