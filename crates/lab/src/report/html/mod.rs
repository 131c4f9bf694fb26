//! A run as a self-contained HTML page: charts, the same as tables, the machine, and what was not run.

mod recording;
mod tables;
mod template;

use std::fmt::Write;

use super::chart::{self, CHARTS, Chart, Size, panels};
use super::findings::Findings;
use super::humanize;
use crate::stats::Doubt;
use gush_store::model::Record;
use template::text;

pub use recording::recordings;

/// More rungs than these are not named one by one before the first chart.
const MAX_NAMED: usize = 8;

/// The page of a run. `buffers` is a run over sizes of the buffer, where the database has one.
pub fn page(record: &Record, buffers: Option<&Record>) -> String {
    let findings = Findings::new(record);
    let buffers = buffers.map(Findings::new);
    let title = format!("gush bench, run {}: {}", record.id, humanize::moment(record.run.started));
    let mut body = String::new();
    let section = |(chart, _, _)| Some((chart, section(chart, &findings, buffers.as_ref())?));
    let (charts, sections): (Vec<Chart>, Vec<String>) = CHARTS.into_iter().filter_map(section).unzip();
    head(&mut body, record, &charts);
    body += "<main>\n";
    if let Some(headline) = findings.headline() {
        // What is not certain is not in bold.
        let class = if headline.is_sure { "headline" } else { "unsure" };
        let _ = writeln!(body, "<p class=\"{class}\">{}</p>", text(&headline.text));
    }
    let mut sections = sections.into_iter();
    match sections.next() {
        Some(first) => body += &first,
        None => body += "<p>No round of any rung came to anything, so there is nothing to draw.</p>\n",
    }
    notes(&mut body, &findings);
    body.extend(sections);
    body += &tables::missing(&findings);
    circumstances(&mut body, &findings);
    body += "</main>\n";
    template::page(&title, &body)
}

fn head(body: &mut String, record: &Record, charts: &[Chart]) {
    let run = &record.run;
    let mut facts = vec![humanize::moment(run.started)];
    if let (Some(rounds), Some(seconds)) = (run.rounds, run.seconds) {
        facts.push(format!("{rounds} rounds of {} each", humanize::seconds(seconds)));
    }
    facts.extend(run.drain.as_ref().map(|drain| format!("read by {drain}")));
    facts.extend(record.machine.as_ref().map(|machine| machine.cpu.clone()));
    *body += &template::header(&format!("gush bench, run {}", record.id), &facts);
    *body += "<nav aria-label=\"Charts\"><ul>";
    for chart in charts {
        // Writing to a string does not fail.
        let _ = write!(body, "<li><a href=\"#{}\">{}</a></li>", chart.name(), chart.title());
    }
    *body += "<li><a href=\"#circumstances\">The machine and the run</a></li></ul></nav>\n";
}

/// How far the figures can be trusted, and what is missing.
fn notes(body: &mut String, findings: &Findings<'_>) {
    let mut notes = Vec::new();
    let noisy: Vec<&str> = findings
        .all()
        .filter(|finding| finding.summary.doubt() == Some(Doubt::Noisy))
        .map(|finding| &*finding.rung().name)
        .collect();
    let reason = "as the interval is wider than a fifth of the median";
    match noisy.len() {
        0 => {}
        few if few <= MAX_NAMED => notes.push(format!("Too noisy, {reason}: {}.", noisy.join(", "))),
        many => notes.push(format!(
            "{many} of {} rungs are too noisy, {reason}. The table says which.",
            findings.all().count()
        )),
    }
    notes.extend(findings.too_short().map(|why| format!("Too short to say how fast it is: {why}.")));
    if !findings.rungs.is_empty() && !findings.has_intervals() {
        notes.push(
            "No rung has the five rounds that an interval needs; the lowest and the highest are shown."
                .into(),
        );
    }
    notes.extend(findings.errors().map(|(name, round, error)| format!("{name}, round {round}: {error}.")));
    if findings.record.run.ended.is_none() {
        notes.push("This run did not come to its end.".into());
    }
    if !findings.missing.is_empty() {
        let names: Vec<&str> = findings.missing.iter().map(|missing| &*missing.rung.name).collect();
        notes.push(format!("Not run: {}. The reasons are below.", names.join(", ")));
    }
    *body += &template::notes("How far to trust the figures", &notes);
}

/// What a chart shows, in a sentence or two.
fn about(chart: Chart, findings: &Findings<'_>) -> &'static str {
    match chart {
        Chart::Ladder if !findings.has_intervals() => {
            "Each dot is the median of all rounds, the line through it goes from the slowest round to the fastest. A \
             hollow diamond is a figure that somebody published, from another machine and another day. The program \
             that takes the bytes out of the pipe is the drain; a dashed line is the most that it can take, or another \
             limit of the machine. The scale is logarithmic: each step to the right is a multiplication."
        }
        Chart::Ladder => {
            "Each dot is the median of all rounds, the line through it the interval in which the true median lies with \
             95 % confidence. A hollow diamond is a figure that somebody published, from another machine and another \
             day. The program that takes the bytes out of the pipe is the drain; a dashed line is the most that it can \
             take, or another limit of the machine. The scale is logarithmic: each step to the right is a multiplication."
        }
        Chart::Time => "How fast bytes (or lines) came within each round; a line is a round.",
        Chart::Cpu => {
            "How much of a processor a program keeps busy: in its own code, and in the kernel on its behalf. What is \
             missing to 100 % it waited for its reader."
        }
        Chart::Calls => {
            "How many bytes a system call carries on average, and how fast they come. Left of the slanted line is \
             where calls alone take all the time. Both scales are logarithmic."
        }
        Chart::Buffers => "The same program with buffers of several sizes.",
    }
}

fn section(chart: Chart, findings: &Findings<'_>, buffers: Option<&Findings<'_>>) -> Option<String> {
    let label = format!("{}. The table below has the same figures.", chart.title());
    let mut drawings = String::new();
    if chart == Chart::Time {
        let panels = panels(findings);
        for (name, drawing) in &panels {
            drawings += &drawing.inline("panel", &format!("{}: {name}", chart.title()));
        }
        if !drawings.is_empty() {
            // page.js folds them on a phone, where they would be too long.
            drawings = format!(
                "<details class=\"fold\" open><summary>{} small charts, one for each program</summary>\
                 <div class=\"panels\">{drawings}</div></details>",
                panels.len()
            );
        }
    } else {
        for (size, class) in [(Size::Wide, "wide"), (Size::Narrow, "narrow")] {
            let drawing = chart::draw(chart, findings, buffers, size);
            drawings += &drawing.map(|drawing| drawing.inline(class, &label)).unwrap_or_default();
        }
    }
    let table = tables::of(chart, findings, buffers);
    (!drawings.is_empty()).then(|| {
        format!(
            "<section aria-labelledby=\"{0}\">\n<h2 id=\"{0}\">{1}</h2>\n<p>{2}</p>\n<figure>{drawings}</figure>\n\
             <details><summary>The same as a table</summary>{table}</details>\n</section>\n",
            chart.name(),
            chart.title(),
            about(chart, findings)
        )
    })
}

/// The machine and the run.
fn circumstances(body: &mut String, findings: &Findings<'_>) {
    let record = findings.record;
    let run = &record.run;
    let mut facts: Vec<(&str, String)> = Vec::new();
    let bytes = |bytes: u64| humanize::bytes(bytes as f64);
    if let Some(machine) = &record.machine {
        facts.push(("Processor", machine.cpu.clone()));
        facts.push(("Cores", machine.cores.to_string()));
        facts.extend(machine.memory.map(|memory| ("Memory", bytes(memory))));
        facts.push(("Kernel", machine.kernel.clone()));
        facts.extend(machine.system.clone().map(|system| ("System", system)));
        facts.extend(machine.virtualization.clone().map(|name| ("Virtualization", name)));
        facts.extend(machine.governor.clone().map(|name| ("Clock governor", name)));
        facts.extend(machine.pipe_max_size.map(|size| ("Largest pipe", bytes(size))));
        facts.extend(
            machine.pipe_user_pages_soft.map(|pages| ("Pages in pipes of a user", humanize::grouped(pages))),
        );
        facts.extend(machine.mitigations.clone().map(|lines| ("Mitigations", lines.replace('\n', "; "))));
    }
    // What is counted in calls is in no chart: it is the cost of measuring, not a rung.
    for finding in findings.all() {
        let name = match finding.rung().name.as_str() {
            "nothing" => "Starting a program and seeing to its end",
            "limit-syscall" => "An empty system call",
            _ => continue,
        };
        facts.push((name, humanize::seconds(1.0 / finding.median())));
    }
    facts.extend(run.load.map(|load| ("Load at the start", format!("{load:.2}"))));
    facts.push(("Version of gush", run.version.clone()));
    facts.extend(run.ended.map(|ended| ("Ended", humanize::moment(ended))));
    *body += "<section aria-labelledby=\"circumstances\">\n<h2 id=\"circumstances\">The machine and the run</h2>\n";
    *body += "<dl class=\"facts\">";
    for (name, value) in facts {
        let _ = write!(body, "<dt>{name}</dt><dd>{}</dd>", text(&value));
    }
    let _ = write!(body, "<dt>Command</dt><dd><code>{}</code></dd></dl>\n</section>\n", text(&run.command));
}

#[cfg(test)]
mod tests;
