//! Recordings of the meter as one page: how the rate of each changed over time, and its totals.

use std::fmt::Write;

use super::tables::{Table, count, maybe, number, rate};
use super::template::{self, text};
use crate::report::chart::{Size, meters as drawings};
use crate::report::humanize;
use crate::report::recording::{Meter, meters};
use gush_diagnostics::printable;
use gush_store::model::Record;

/// The page of recordings that belong together, be it one or the meters of a pipeline.
pub fn recordings(records: &[Record]) -> String {
    let meters = meters(records);
    let heading = heading(records);
    let began = records.iter().map(|record| record.run.started).fold(f64::INFINITY, f64::min);
    let began = humanize::moment(if began.is_finite() { began } else { 0.0 });
    let mut body = String::new();
    let mut facts = vec![began.clone()];
    facts.extend((meters.len() > 1).then(|| format!("{} meters", meters.len())));
    facts.push(humanize::clock(meters.iter().map(Meter::end).fold(0.0, f64::max)));
    body += &template::header(&heading, &facts);
    body += "<main>\n";
    notes(&mut body, &meters);
    over_time(&mut body, &meters);
    totals(&mut body, &meters);
    body += "</main>\n";
    template::page(&format!("{heading}: {began}"), &body)
}

/// What the page is called.
fn heading(records: &[Record]) -> String {
    match records {
        [record] => format!("gush meter, run {}", record.id),
        [] => "gush meter".into(),
        [record, ..] => match &record.run.grouped_as {
            Some(group) => format!("gush meter, group {group}"),
            None => format!("gush meter, {} runs", records.len()),
        },
    }
}

/// What to know before the figures are believed.
fn notes(body: &mut String, meters: &[Meter<'_>]) {
    let mut notes = Vec::new();
    for meter in meters {
        let name = &meter.name;
        if meter.record.run.ended.is_none() {
            notes.push(format!("{name}: the recording was still running, or was cut off."));
        }
        if meter.ticks() == 0 {
            notes.push(format!("{name}: nothing was recorded."));
        }
    }
    *body += &template::notes("To be known first", &notes);
}

/// The panels, and the same as a table.
fn over_time(body: &mut String, meters: &[Meter<'_>]) {
    let mut figures = String::new();
    let wide = drawings::panels(meters, Size::Wide);
    let narrow = drawings::panels(meters, Size::Narrow);
    for (meter, both) in meters.iter().zip(wide.into_iter().zip(narrow)) {
        let (Some(wide), Some(narrow)) = both else { continue };
        let label =
            format!("Rate over time of {}. The table below has the same figures.", printable(&meter.name));
        figures += "<figure>";
        figures += &wide.inline("wide meter", &label);
        figures += &narrow.inline("narrow meter", &label);
        figures += "</figure>\n";
    }
    if figures.is_empty() {
        *body += "<p>There is no tick to draw.</p>\n";
        return;
    }
    let about = if meters.len() > 1 {
        "How fast bytes (or lines) passed each meter. All meters share the time axis, which begins with the first of \
         them; each has a rate axis of its own."
    } else {
        "How fast bytes (or lines) passed the meter, from its start on."
    };
    let early: Vec<&str> =
        meters.iter().filter(|meter| meter.partial().is_some()).map(|meter| &*meter.name).collect();
    let early = match early.len() {
        0 => String::new(),
        _ => format!(
            " The last tick came early, as the end seldom falls on one, and is shown together with the one before it: {}.",
            text(&early.join(", "))
        ),
    };
    // Writing to a string does not fail.
    let _ = write!(
        body,
        "<section aria-labelledby=\"time\">\n<h2 id=\"time\">Rate over time</h2>\n<p>{about} A step is the mean rate \
         between two ticks; in a long recording, over several of them.{early}</p>\n{figures}<details><summary>The same as a \
         table</summary>{}</details>\n</section>\n",
        steps(meters)
    );
}

fn steps(meters: &[Meter<'_>]) -> String {
    let max = drawings::max_steps(meters.len(), Size::Wide);
    let rows = meters.iter().flat_map(|meter| meter.intervals(max).into_iter().map(move |one| (meter, one)));
    let time = |seconds: f64| number(seconds, humanize::clock);
    Table::new(rows)
        .name("Meter", |(meter, _)| text(&meter.name))
        .number("From", |(meter, one)| time(meter.begin + one.from))
        .number("To", |(meter, one)| time(meter.begin + one.end.elapsed))
        .number("Rate", |(meter, one)| rate(one.rate, meter.unit()))
        .number("Bytes so far", |(_, one)| number(one.end.bytes as f64, humanize::bytes))
        .number("Lines so far", |(_, one)| count(one.end.lines))
        .html("The steps of the charts, in seconds after the first meter began.")
}

/// What came in all, and the commands.
fn totals(body: &mut String, meters: &[Meter<'_>]) {
    let rate = |meter: &Meter<'_>, value| maybe(value, |value| humanize::rate(value, meter.unit()));
    let table = Table::new(meters)
        .name("Meter", |meter| text(&meter.name))
        .number("Bytes", |meter| number(meter.bytes() as f64, humanize::bytes))
        .number("Lines", |meter| count(meter.lines()))
        .number("Time", |meter| number(meter.seconds(), humanize::clock))
        .number("Average", |meter| rate(meter, meter.average()))
        .number("Lowest", |meter| rate(meter, meter.extent().map(|extent| extent.0)))
        .number("Highest", |meter| rate(meter, meter.extent().map(|extent| extent.1)))
        .number("Ticks", |meter| count(Some(meter.ticks() as u64)))
        .html("From the start of each meter to its end; the lowest and highest rates are between ticks.");
    let _ = write!(
        body,
        "<section aria-labelledby=\"totals\">\n<h2 id=\"totals\">Totals</h2>\n{table}\n<dl class=\"facts\">"
    );
    for meter in meters {
        let (name, command) = (text(&meter.name), text(&meter.record.run.command));
        let _ = write!(body, "<dt>{name}, run {}</dt><dd><code>{command}</code></dd>", meter.record.id);
    }
    *body += "</dl>\n</section>\n";
}
