//! Recordings of the meter as one page: how the rate of each changed over time, and its totals.

use std::fmt::Write;

use super::tables::{Column, Sort, maybe, number, rate, table};
use super::template::{text, whole};
use crate::report::chart::{Fault, Size, meters as drawings};
use crate::report::humanize;
use crate::report::recording::{Meter, meters};
use gush_store::model::{Record, Unit};

/// Makes the page of recordings that belong together, be it one or the meters of a pipeline.
///
/// # Errors
/// When a chart cannot be drawn.
pub fn recordings(records: &[Record]) -> Result<String, Fault> {
    let meters = meters(records);
    let heading = heading(records);
    let began = records.iter().map(|record| record.run.started).fold(f64::INFINITY, f64::min);
    let began = humanize::moment(if began.is_finite() { began } else { 0.0 });
    let mut body = String::new();
    let mut words = vec![began.clone()];
    words.extend((meters.len() > 1).then(|| format!("{} meters", meters.len())));
    words.push(humanize::clock(meters.iter().map(Meter::end).fold(0.0, f64::max)));
    // Writing to a string does not fail.
    let _ = write!(
        body,
        "<header>\n<h1>{}</h1>\n<button id=\"theme\" type=\"button\" hidden>Dark theme</button>\n\
         <p>{}</p>\n</header>\n<main>\n",
        text(&heading),
        text(&words.join(" · "))
    );
    notes(&mut body, &meters);
    over_time(&mut body, &meters)?;
    totals(&mut body, &meters);
    body += "</main>\n";
    Ok(whole(&format!("{heading}: {began}"), &body))
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
    if !notes.is_empty() {
        let items: String = notes.iter().map(|note| format!("<li>{}</li>", text(note))).collect();
        let _ = writeln!(body, "<ul class=\"notes\" aria-label=\"To be known first\">{items}</ul>");
    }
}

/// The panels, and the same as a table.
fn over_time(body: &mut String, meters: &[Meter<'_>]) -> Result<(), Fault> {
    let mut figures = String::new();
    let wide = drawings::panels(meters, Size::Wide)?;
    let narrow = drawings::panels(meters, Size::Narrow)?;
    for (meter, both) in meters.iter().zip(wide.into_iter().zip(narrow)) {
        let (Some(wide), Some(narrow)) = both else { continue };
        let label = format!(
            "Rate over time of {}. The table below has the same figures.",
            humanize::plain(&meter.name)
        );
        figures += "<figure>";
        figures += &wide.inline("wide meter", &label);
        figures += &narrow.inline("narrow meter", &label);
        figures += "</figure>\n";
    }
    if figures.is_empty() {
        *body += "<p>There is no tick to draw.</p>\n";
        return Ok(());
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
    let _ = write!(
        body,
        "<section aria-labelledby=\"time\">\n<h2 id=\"time\">Rate over time</h2>\n<p>{about} A step is the mean rate \
         between two ticks; in a long recording, over several of them.{early}</p>\n{figures}<details><summary>The same as a \
         table</summary>{}</details>\n</section>\n",
        steps(meters)
    );
    Ok(())
}

fn steps(meters: &[Meter<'_>]) -> String {
    let columns = [
        Column("Meter", Sort::Name),
        Column("From", Sort::Number),
        Column("To", Sort::Number),
        Column("Rate", Sort::Number),
        Column("Bytes so far", Sort::Number),
        Column("Lines so far", Sort::Number),
    ];
    let most = drawings::most_steps(meters.len(), Size::Wide);
    let rows = meters.iter().flat_map(|meter| {
        meter.stretches(most).into_iter().map(|one| {
            let [from, to] = [one.from, one.end.elapsed].map(|elapsed| meter.begin + elapsed);
            vec![
                text(&meter.name),
                number(from, &humanize::clock(from)),
                number(to, &humanize::clock(to)),
                rate(one.rate, meter.unit()),
                number(one.end.bytes as f64, &humanize::bytes(one.end.bytes as f64)),
                maybe(one.end.lines.map(|lines| lines as f64), |lines| humanize::grouped(lines as u64)),
            ]
        })
    });
    table("The steps of the charts, in seconds after the first meter began.", &columns, rows)
}

/// What came in all, and the commands.
fn totals(body: &mut String, meters: &[Meter<'_>]) {
    let columns = [
        Column("Meter", Sort::Name),
        Column("Bytes", Sort::Number),
        Column("Lines", Sort::Number),
        Column("Time", Sort::Number),
        Column("Average", Sort::Number),
        Column("Lowest", Sort::Number),
        Column("Highest", Sort::Number),
        Column("Ticks", Sort::Number),
    ];
    let rows = meters.iter().map(|meter| {
        let unit: Unit = meter.unit();
        let extent = meter.extent();
        let (bytes, ticks) = (meter.bytes() as f64, meter.ticks());
        vec![
            text(&meter.name),
            number(bytes, &humanize::bytes(bytes)),
            maybe(meter.lines().map(|lines| lines as f64), |lines| humanize::grouped(lines as u64)),
            number(meter.seconds(), &humanize::clock(meter.seconds())),
            maybe(meter.average(), |value| humanize::rate(value, unit)),
            maybe(extent.map(|extent| extent.0), |value| humanize::rate(value, unit)),
            maybe(extent.map(|extent| extent.1), |value| humanize::rate(value, unit)),
            number(ticks as f64, &humanize::grouped(ticks as u64)),
        ]
    });
    let _ = write!(
        body,
        "<section aria-labelledby=\"totals\">\n<h2 id=\"totals\">Totals</h2>\n{}\n<dl class=\"facts\">",
        table(
            "From the start of each meter to its end; the lowest and highest rates are between ticks.",
            &columns,
            rows
        )
    );
    for meter in meters {
        let (name, command) = (text(&meter.name), text(&meter.record.run.command));
        let _ = write!(body, "<dt>{name}, run {}</dt><dd><code>{command}</code></dd>", meter.record.id);
    }
    *body += "</dl>\n</section>\n";
}
