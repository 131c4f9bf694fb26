//! The list of rungs, and the plan of a run.

use std::fmt::Write;

use gush_lab::ladder::{Builder, NotRun, Rung};
use gush_lab::measure::order::order;
use gush_lab::report;
use gush_store::model::{Published, Unit};
use serde_json::{Value, json};

use super::request::BenchRequest;

/// The rungs in a table: names, steps, languages, what was published, and what they are or need.
pub fn table(rungs: &[Rung], builder: &Builder) -> String {
    let rows = rungs.iter().map(|rung| {
        let published = rung.info.published.first();
        let about = match builder.look(rung) {
            Ok(()) => rung.info.title.clone(),
            Err(NotRun { reason, .. }) => format!("not here: {reason}"),
        };
        [
            rung.name().to_owned(),
            rung.info.step.clone().unwrap_or_else(|| rung.info.kind.name().to_owned()),
            rung.info.language.clone(),
            published.map(|figure| report::rate(figure.value, figure.unit)).unwrap_or_default(),
            about,
        ]
    });
    let head = ["rung", "step", "language", "published", "what it does"].map(str::to_owned);
    aligned(&std::iter::once(head).chain(rows).collect::<Vec<_>>())
}

/// The rungs as JSON.
pub fn as_json(rungs: &[Rung], builder: &Builder) -> String {
    let figure =
        |figure: &Published| json!({ "value": figure.value, "unit": unit(figure.unit), "note": figure.note });
    let rung = |rung: &Rung| {
        let needs = builder.look(rung).err().map(|not_run| not_run.reason);
        let info = &rung.info;
        json!({
            "name": info.name,
            "step": info.step,
            "kind": info.kind.name(),
            "language": info.language,
            "title": info.title,
            "command": info.command,
            "unit": unit(info.unit),
            "published": info.published.iter().map(figure).collect::<Vec<_>>(),
            "available": needs.is_none(),
            "why_not": needs,
        })
    };
    let list: Value = rungs.iter().map(rung).collect();
    format!("{list:#}\n")
}

/// What a run would do.
pub fn plan(request: &BenchRequest, builder: &Builder, estimate: &str) -> String {
    let (here, missing): (Vec<&Rung>, Vec<&Rung>) =
        request.rungs.iter().partition(|rung| is_here(rung, builder));
    let mut text = format!("{estimate}\n");
    let rounds = [("warming up".to_owned(), 0)]
        .into_iter()
        .chain((1..=request.plan.rounds).map(|number| (format!("round {number}"), number)));
    for (name, number) in rounds {
        let names: Vec<&str> = order(here.len(), number).into_iter().map(|at| here[at].name()).collect();
        let _ = writeln!(text, "{name}: {}", names.join(" "));
    }
    for rung in missing {
        let _ = match builder.look(rung) {
            Err(NotRun { reason, .. }) => writeln!(text, "not run: {}: {reason}", rung.name()),
            Ok(()) => writeln!(text, "not counted: {}: would be fetched from the network first", rung.name()),
        };
    }
    text
}

/// Whether a rung can be run here: nothing is missing, and nothing has to be fetched.
pub fn is_here(rung: &Rung, builder: &Builder) -> bool {
    builder.look(rung).is_ok() && builder.must_fetch(rung) == Ok(false)
}

fn unit(unit: Unit) -> &'static str {
    match unit {
        Unit::Bytes => "bytes",
        Unit::Lines => "lines",
        Unit::Calls => "calls",
    }
}

/// Rows in columns that are as wide as they must be.
fn aligned<const N: usize>(rows: &[[String; N]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; N] = std::array::from_fn(width);
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}"));
        let _ = writeln!(text, "{}", cells.collect::<Vec<_>>().join("  ").trim_end());
    }
    text
}
