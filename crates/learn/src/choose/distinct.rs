//! Keys and unique constraints: the cheapest way in which rows differ.
//!
//! In this order: a column that differs by itself; one that may be made to; two references of which the one counts the rows and the
//! other is another one each time; the number of a row among those of its parent.

use super::amount::Limits;
use super::draft::Draft;
use super::facts::Facts;
use super::name;
use super::probe::Probe;
use super::room::{limit_rows, limit_serials, never_as_said, never_at_all};
use super::siblings::{count_within, solve_links};
use super::spec::{Source, Spec};
use super::text::{letters_of, quoted};
use crate::model::{Kind, UniquePart};

/// Columns that differ between rows.
#[derive(Clone, Debug)]
struct Set {
    columns: Vec<String>,
    condition: Option<String>,
}

/// Makes the rows differ as the table's keys ask for.
pub fn apply(draft: &mut Draft<'_>, probe: &Probe) {
    let mut sets = Vec::new();
    if !draft.table.primary_key.is_empty() {
        sets.push(Set { columns: draft.table.primary_key.clone(), condition: None });
    }
    for unique in &draft.table.uniques {
        // Rows that differ without an expression differ with it, too.
        let columns: Vec<String> = unique.parts.iter().filter_map(|part| column_of(draft, part)).collect();
        if !columns.is_empty() {
            sets.push(Set { columns, condition: unique.condition.clone() });
        } else if !unique.condition.as_deref().is_some_and(|condition| never_at_all(draft, condition)) {
            draft.doubts.push(format!("UNIQUE over expressions is not kept: {}", parts(&unique.parts)));
        }
    }
    limit_serials(draft);
    // Single columns first, and among several those with references, which decide how rows are counted.
    sets.sort_by_key(|set| {
        (set.columns.len() > 1, !set.columns.iter().any(|name| draft.link_of(name).is_some()))
    });
    for set in &sets {
        let is_kept = solve(draft, set, probe)
            || set.condition.as_deref().is_some_and(|condition| never_at_all(draft, condition));
        if !is_kept {
            let names = set.columns.join(", ");
            let when = set
                .condition
                .as_ref()
                .map_or(String::new(), |condition| format!(" where {}", name::one_line(condition)));
            draft
                .doubts
                .push(format!("UNIQUE ({names}){when} may be broken: make one of its columns @unique"));
        }
    }
}

fn parts(parts: &[UniquePart]) -> String {
    let text = |part: &UniquePart| match part {
        UniquePart::Column(name) => name.clone(),
        UniquePart::Expression(text) => text.clone(),
    };
    parts.iter().map(text).collect::<Vec<_>>().join(", ")
}

/// The column of a part: of `lower(email)` and `coalesce(x, 0)` the one column in it.
fn column_of(draft: &Draft<'_>, part: &UniquePart) -> Option<String> {
    let is_one = |name: &str| draft.table.column(name).is_some();
    match part {
        UniquePart::Column(name) => Some(name::spelled(draft.table, name)).filter(|name| is_one(name)),
        UniquePart::Expression(text) => {
            let inside: Vec<String> = text
                .split(|c: char| !(c.is_alphanumeric() || c == '_'))
                .map(|word| name::spelled(draft.table, word))
                .filter(|word| is_one(word))
                .collect();
            let is_simple = ["md5", "lower", "upper", "coalesce", "btrim", "trim", "ifnull"]
                .iter()
                .any(|call| text.to_lowercase().contains(call));
            match &inside[..] {
                [one] if is_simple => Some(one.clone()),
                _ => None,
            }
        }
    }
}

/// Makes rows differ in these columns. Gives whether they do.
fn solve(draft: &mut Draft<'_>, set: &Set, probe: &Probe) -> bool {
    if set.columns.iter().any(|name| is_alone(draft, name)) {
        return true;
    }
    let mut links: Vec<usize> = set.columns.iter().filter_map(|name| draft.link_of(name)).collect();
    links.dedup();
    let mut others: Vec<String> =
        set.columns.iter().filter(|name| draft.link_of(name).is_none()).cloned().collect();
    if !links.is_empty() {
        // What is the same in all rows makes none differ.
        others.retain(|name| {
            !matches!(draft.spec(name).map(|spec| &spec.source), Some(Source::Words(words)) if words.len() == 1)
        });
    }
    others.sort_by_key(|name| suitability(draft, name));
    if others.is_empty() {
        return solve_links(draft, &links, set.condition.as_deref());
    }
    let plain: Vec<String> =
        others.iter().filter(|name| suitability(draft, name) < ORDINAL).cloned().collect();
    if plain.iter().any(|name| make_unique(draft, name, probe, false)) {
        return true;
    }
    let is_key = set.columns == draft.table.primary_key;
    if !is_key && plain.iter().any(|name| number_text(draft, name, probe)) {
        return true;
    }
    if plain.iter().any(|name| make_unique_by_digits(draft, name, probe)) {
        return true;
    }
    if !links.is_empty() && others.iter().any(|name| count_within(draft, &links, name)) {
        return true;
    }
    let single = set.columns.len() == 1;
    if let (true, Some(condition)) = (single, &set.condition)
        && never_as_said(draft, Some(&set.columns[0]), condition)
    {
        return true;
    }
    others.iter().any(|name| make_unique(draft, name, probe, true))
        || (single && limit_rows(draft, &others[0], probe))
}

/// Whether a column differs between all rows already.
fn is_alone(draft: &Draft<'_>, name: &str) -> bool {
    if let Some(link) = draft.link_of(name) {
        let is_single = draft.per.as_ref().is_some_and(|(per, each)| *per == link && each.most <= 1);
        return draft.links[link].is_unique || is_single;
    }
    draft.spec(draft.maker(name)).is_some_and(|spec| {
        let is_serial = matches!(&spec.source, Source::Generator { name, .. } if name == "seq");
        spec.is_unique || (is_serial && spec.list.is_none())
    })
}

/// From here on a column counts or divides rows, and is made unique only where nothing else helps.
const ORDINAL: u32 = 10;

/// How well a column may be made unique, the smaller the better.
fn suitability(draft: &Draft<'_>, name: &str) -> u32 {
    let Some(column) = draft.table.column(name) else { return 99 };
    let rule = |kind| name::find(name, &draft.table.name.name, kind).map(|rule| rule.column);
    let words = draft.spec(draft.maker(name)).is_some_and(|spec| matches!(spec.source, Source::Words(_)));
    match column.kind {
        _ if words => 20,
        Kind::Uuid => 0,
        Kind::Text { .. } => 1,
        Kind::DateTime { .. } => 3,
        Kind::Bytes { .. } | Kind::Inet | Kind::MacAddress => 2,
        Kind::Int(_) if rule("int").is_some_and(|rule| ["1..100", "1..20", "0..1"].contains(&rule)) => {
            ORDINAL
        }
        Kind::Int(_)
            if rule("int").is_some_and(|rule| {
                rule.ends_with("12") || rule.ends_with("28") || rule.ends_with("2025")
            }) =>
        {
            ORDINAL + 1
        }
        Kind::Int(size) if size.bits <= 16 => ORDINAL,
        // A number beside the parent's in a key counts the rows of that parent.
        Kind::Int(_)
            if draft.table.primary_key.len() > 1 && draft.table.primary_key.iter().any(|key| key == name) =>
        {
            ORDINAL
        }
        Kind::Int(_) | Kind::Decimal { .. } => 4,
        Kind::Date => ORDINAL + 1,
        Kind::Bool => 30,
        _ => 40,
    }
}

/// Makes one column differ between all rows, if it has enough values; `is_last` where it may be stretched for that.
fn make_unique(draft: &mut Draft<'_>, name: &str, probe: &Probe, is_last: bool) -> bool {
    let rows = draft.most_rows();
    let Some(spec) = draft.spec(draft.maker(name)).cloned() else { return false };
    let facts = draft.facts.get(name).cloned().unwrap_or_default();
    let Some(column) = draft.table.column(name) else { return false };
    let mut candidates: Vec<Spec> = Vec::new();
    if !spec.is_expression() && spec.list.is_none() && !matches!(spec.source, Source::Words(_)) {
        candidates.push(Spec { settings: spec.settings.clone(), ..Spec::from(spec.source.clone()) });
    }
    match &column.kind {
        Kind::Text { is_fixed, .. } if facts.one_of.is_none() && facts.matches.is_none() => {
            candidates.extend(unique_texts(draft, name, &spec, *is_fixed, &facts));
        }
        Kind::Int(size) => candidates.extend(wide(&facts, Limits::int(size.bits, size.is_unsigned), rows)),
        Kind::Decimal { precision, scale } => {
            candidates.extend(wide(&facts, Limits::decimal(*precision, *scale), rows));
        }
        Kind::Date => candidates.push(Spec::of("date:1950-01-01,2049-12-31")),
        Kind::DateTime { .. } if facts.from.is_none() && facts.until.is_none() => {
            candidates.push(Spec::of("datetime:-5y,now"));
        }
        _ => {}
    }
    let needed = rows.saturating_mul(if is_last { 1 } else { 2 });
    take_unique(draft, name, candidates, probe, needed)
}

/// Makes a text differ by letters and digits that mean nothing.
fn make_unique_by_digits(draft: &mut Draft<'_>, name: &str, probe: &Probe) -> bool {
    let facts = draft.facts.get(name).cloned().unwrap_or_default();
    let Some(Kind::Text { max, is_fixed, .. }) = draft.table.column(name).map(|column| column.kind.clone())
    else {
        return false;
    };
    if facts.one_of.is_some() || facts.matches.is_some() {
        return false;
    }
    let needed = draft.most_rows().saturating_mul(2);
    take_unique(draft, name, random_texts(max, is_fixed, &facts), probe, needed)
}

/// Takes the first candidate that has enough values and keeps within the column's length.
fn take_unique(draft: &mut Draft<'_>, name: &str, candidates: Vec<Spec>, probe: &Probe, needed: u64) -> bool {
    let maker = draft.maker(name).to_owned();
    let Some(spec) = draft.spec(&maker).cloned() else { return false };
    let limit = limit_of(draft, name);
    let fits = |spec: &Spec| {
        let unique = Spec { null: 0.0, stored: None, ..spec.clone().unique() };
        let known = unique.short().map_or_else(
            || match &unique.source {
                Source::Generator { name, constraint } => {
                    probe.ask(&format!("{name}:{}@unique", constraint.replace('@', "\\@")))
                }
                Source::Words(_)
                | Source::Expression(_)
                | Source::Struct(_)
                | Source::Items(_)
                | Source::Map(..) => None,
            },
            |short| probe.ask(&short),
        );
        known.is_some_and(|known| known.values >= needed && known.letters <= limit)
    };
    let Some(chosen) = candidates.into_iter().find(fits) else { return false };
    let is_other = chosen.source != spec.source;
    if let Some(column) = draft.column_mut(name) {
        match is_other {
            true => {
                column.reason =
                    format!("{}: unique", column.reason.split(", cut to").next().unwrap_or_default());
            }
            false => column.reason = format!("{}, unique", column.reason.replace(", and its quantiles", "")),
        }
        column.fallbacks.clear();
    }
    if let Some(column) = draft.column_mut(&maker) {
        let Spec { is_hidden, null, stored, .. } = spec;
        column.spec = Some(Spec { is_hidden, null, stored, ..chosen.unique() });
    }
    draft.drop_unread();
    true
}

/// The most characters of a column.
fn limit_of(draft: &Draft<'_>, name: &str) -> usize {
    let facts = draft.facts.get(name).and_then(|facts| facts.max_length);
    match draft.table.column(name).map(|column| &column.kind) {
        Some(Kind::Text { max, .. }) => {
            max.iter().copied().chain(facts).min().map_or(usize::MAX, |max| max as usize)
        }
        _ => usize::MAX,
    }
}

/// Makes a text differ by the row's number after it, where the table has one: a person's name, which is not unique by itself.
fn number_text(draft: &mut Draft<'_>, name: &str, probe: &Probe) -> bool {
    let Some(Kind::Text { is_fixed: false, .. }) = draft.table.column(name).map(|column| &column.kind) else {
        return false;
    };
    let Some(spec) = draft.spec(name).cloned() else { return false };
    let facts = draft.facts.get(name).cloned().unwrap_or_default();
    let serial = draft.columns.iter().find(|column| {
        column.spec.as_ref().is_some_and(|spec| {
            spec.null == 0.0 && matches!(&spec.source, Source::Generator { name, .. } if name == "seq")
        })
    });
    let Some(serial) = serial.map(|column| column.name.clone()) else { return false };
    let is_plain = matches!(spec.source, Source::Generator { .. })
        && spec.list.is_none()
        && facts.matches.is_none()
        && facts.letters.is_none();
    if !is_plain || letters_of(probe, &spec) + 13 > limit_of(draft, name) {
        return false;
    }
    let helper = draft.add_helper(name, "any", Spec { null: 0.0, ..spec.clone() });
    let text = format!("{} || ' ' || {}", quoted(&helper), quoted(&serial));
    if let Some(column) = draft.column_mut(name) {
        column.spec = Some(Spec::expression(text).null(spec.null));
        column.reason += ", unique by the number after it";
        column.fallbacks.clear();
    }
    true
}

/// Texts that differ, from the most readable on.
fn unique_texts(draft: &Draft<'_>, name: &str, spec: &Spec, is_fixed: bool, facts: &Facts) -> Vec<Spec> {
    let mut specs = Vec::new();
    let words = name::words(name);
    let is_person = matches!(&spec.source, Source::Generator { name, .. } if name == "name");
    if !is_fixed && facts.letters.is_none() && facts.min_length <= 2 && !is_person {
        let is_key =
            words.iter().any(|word| ["slug", "key", "path", "handle", "code"].contains(&word.as_str()));
        if !is_key && words.last().is_some_and(|word| ["name", "title", "label"].contains(&word.as_str())) {
            specs.push(Spec::of("words:2").with("title", ""));
            specs.push(Spec::of("words:3").with("title", ""));
        }
        if draft.facts.get(name).is_none_or(|facts| facts.min_length == 0) {
            specs.extend([Spec::of("slug"), Spec::of("words:3")]);
        }
    }
    specs
}

/// Letters and digits by chance, as many as there is room for.
fn random_texts(max: Option<u32>, is_fixed: bool, facts: &Facts) -> Vec<Spec> {
    let max = max.into_iter().chain(facts.max_length).min().unwrap_or(64);
    let min = facts.min_length.max(1).min(max);
    let mut specs = Vec::new();
    let class = match facts.letters {
        Some(super::check::Letters::Upper) => "A-Z0-9",
        None if max <= 12 => "A-Z0-9",
        Some(super::check::Letters::Lower) | None => "a-z0-9",
    };
    let length = if is_fixed { max } else { max.min(12.max(min)) };
    specs.push(Spec::of(&format!("regex:[{class}]{{{length}}}")));
    if length < max {
        specs.push(Spec::of(&format!("regex:[{class}]{{{max}}}")));
    }
    specs
}

/// Numbers of which there are enough.
fn wide(facts: &Facts, limits: Limits, rows: u64) -> Option<Spec> {
    if facts.one_of.is_some() {
        return None;
    }
    let scale = limits.scale;
    let (low, high) = facts.clipped(1, i128::from(rows).saturating_mul(10), limits.range, scale)?;
    let (low, high) = match u64::try_from(high - low).is_ok_and(|width| width / 2 > rows) {
        true => (low, high),
        // As many as the type and the conditions allow.
        false => facts.clipped(limits.range.0, limits.range.1, limits.range, scale)?,
    };
    Some(super::amount::of_range(low, high, scale))
}
