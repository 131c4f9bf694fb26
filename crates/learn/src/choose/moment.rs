//! Days, times of day and moments: by their names, after each other where the names say so.

use super::asked::Asked;
use super::choices::ColumnChoice;
use super::name;
use super::spec::Spec;
use crate::model::{Column, Kind, Table};

/// The choice for a day or a moment.
pub fn moment(asked: &Asked<'_>, is_day: bool) -> Vec<ColumnChoice> {
    let (facts, generator) = (asked.facts, if is_day { "date" } else { "datetime" });
    let choice = |spec, reason: String| vec![ColumnChoice::new(asked.name(), spec, reason)];
    let plain =
        |days: &str| Spec::of(&format!("{generator}:{days},{}", if is_day { "today" } else { "now" }));
    if facts.from.is_some() || facts.until.is_some() {
        let Some(spec) = super::bound::between(facts, is_day) else {
            let mut choices = choice(plain("-2y"), if is_day { "a day".into() } else { "a moment".into() });
            choices[0].doubts.push("nothing is between the bounds of its conditions".into());
            return choices;
        };
        return choice(spec, "the days of a CHECK".into());
    }
    let rule = name::find(asked.name(), &asked.table.name.name, if is_day { "date" } else { "time" });
    let Some(rule) = rule else {
        let mut choice = choice(plain("-2y"), if is_day { "a day".into() } else { "a moment".into() });
        if !asked.name().to_lowercase().ends_with("_at") {
            choice[0].doubts.push("its name does not say what it is".into());
        }
        return choice;
    };
    let reason = format!("{}, by its name", rule.reason);
    let Some(role) = rule.column.strip_prefix("time:") else {
        let spec = match (is_day, rule.column.split_once(':')) {
            (true, Some((_, range))) => Spec::of(&format!("date:{}", range.replace("now", "today"))),
            (false, Some((_, range))) => Spec::of(&format!("datetime:{}", range.replace("today", "now"))),
            (_, None) => plain("-2y"),
        };
        return choice(spec, reason);
    };
    let base = if role == "created" { None } else { base(asked.table, asked.column, role) };
    let mut choices = match (role, base) {
        ("created", _) => choice(plain("-2y"), reason),
        ("later", Some(base)) => choice(
            Spec::of(&format!("after:{base},{}", span(is_day, 60))),
            format!("after {base}, by its name"),
        ),
        ("later", None) => choice(Spec::of(&format!("{generator}:-1y,+1y")), reason),
        (_, Some(base)) => choice(
            Spec::of(&format!("after:{base},{},now", span(is_day, 90))),
            format!("after {base}, by its name"),
        ),
        (_, None) => choice(plain("-1y"), reason),
    };
    if let Some(last) = choices.last_mut() {
        last.fallbacks.push(plain("-1y"));
    }
    choices
}

/// Lengths of time that may pass.
fn span(is_day: bool, days: u32) -> String {
    if is_day { format!("1d..{days}d") } else { format!("1m..{days}d") }
}

/// The column that this one is after: when something began, or else when the row was made.
fn base(table: &Table, of: &Column, role: &str) -> Option<String> {
    let is_day = of.kind == Kind::Date;
    let alike = |column: &&Column| {
        column.name != of.name
            && (column.kind == Kind::Date) == is_day
            && matches!(column.kind, Kind::Date | Kind::DateTime { .. })
            && !column.name.contains([',', '.', ':', '@'])
    };
    let begins = [
        "start_date",
        "starts_at",
        "start_at",
        "started_at",
        "start_time",
        "begin_date",
        "from_date",
        "date_from",
        "valid_from",
        "order_date",
        "ordered_at",
        "begins_at",
        "rental_date",
        "invoice_date",
        "hire_date",
    ];
    let named = |names: &[&str]| {
        let mut columns = table.columns.iter().filter(alike);
        columns
            .find(|column| names.contains(&name::words(&column.name).join("_").as_str()))
            .map(|column| column.name.clone())
    };
    let created = || {
        let mut columns = table.columns.iter().filter(alike);
        let kind = if is_day { "date" } else { "time" };
        columns
            .find(|column| {
                name::find(&column.name, &table.name.name, kind)
                    .is_some_and(|rule| rule.column == "time:created")
            })
            .map(|column| column.name.clone())
    };
    if role == "later" { named(&begins).or_else(created) } else { created() }
}
