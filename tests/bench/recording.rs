//! Recordings of the meter as `gush bench report` shows them: no ladder, no collapse at the end, one page for a pipeline.

use std::path::Path;
use std::time::Duration;

use gush_store::model::{Tick, Unit};
use gush_store::{Recorded, Recording};
use gush_testkit::{Program, Scratch, Stream, need};

const START: f64 = 1_790_000_000.0;
const SECOND: u64 = 50 << 20;

/// Records a meter that begins at `begin`, with `ticks` ticks, one a second, and one more at the end.
fn record(file: &Path, name: &str, group: Option<&str>, begin: f64, ticks: u64, unit: Unit) {
    let what = Recorded {
        name: Some(name.to_owned()).filter(|name| !name.is_empty()),
        unit,
        command: format!("gush meter -N {name} --record x.db <&>"),
        version: "0.1.0".into(),
        started: START + begin,
        grouped_as: group.map(str::to_owned),
        ..Recorded::default()
    };
    let tick = |elapsed: f64, bytes: u64| {
        let lines = (unit == Unit::Lines).then_some(bytes / 10);
        (Tick { elapsed, bytes, lines }, 0.0)
    };
    // It varies a little, and the end is nothing but the end.
    let mut all: Vec<_> =
        (1..=ticks).map(|at| tick(at as f64, at * SECOND + (at % 3) * SECOND / 8)).collect();
    let last = all.last().map_or(0, |(tick, _)| tick.bytes);
    all.push(tick(ticks as f64 + 0.0625, last));
    let mut recording = Recording::open(file, &what, Duration::from_secs(60)).expect("a recording");
    recording.add(&all).expect("ticks");
    recording.end(START + begin + ticks as f64 + 0.0625).expect("the end");
}

/// Two pipelines under one name, a day apart, and one meter alone.
fn recordings() -> Scratch {
    let folder = Scratch::new();
    let file = folder.path("x.db");
    record(&file, "yesterday", Some("backup"), -86400.0, 5, Unit::Bytes);
    record(&file, "alone", None, -500.0, 5, Unit::Bytes);
    record(&file, "before gzip", Some("backup"), 0.0, 150, Unit::Bytes);
    record(&file, "after gzip", Some("backup"), 0.25, 140, Unit::Bytes);
    record(&file, "", Some("backup"), 0.5, 140, Unit::Lines);
    folder
}

fn report(folder: &Scratch, sentence: &str) -> Program {
    Program::new(env!("CARGO_BIN_EXE_gush"))
        .arg_line("bench report")
        .arg_line(sentence)
        .within(folder.folder())
}

fn heading(page: &str) -> &str {
    page.split("<h1>").nth(1).and_then(|rest| rest.split("</h1>").next()).unwrap_or_default()
}

#[test]
fn a_recording_is_shown_as_one() {
    let folder = recordings();
    let run = report(&folder, "x.db --run 2").run().ok().stderr_is("");
    let page = run.text();
    assert_eq!(heading(page), "gush meter, run 2");
    assert!(
        page.starts_with("<!DOCTYPE html>") && page.contains("<title>gush meter, run 2: 2026-"),
        "{page}"
    );
    let body = page.split("<body>").nth(1).unwrap_or_default();
    for absent in ["gush bench", "adder", "median", "Published", "rung"] {
        assert!(!body.split("<script>").next().unwrap_or_default().contains(absent), "{absent}");
    }
    assert!(
        body.contains("Rate over time")
            && body.contains("alone")
            && body.contains("--record x.db &lt;&amp;&gt;")
    );
    // Four seconds of 50 MiB or less, and the last with the end: nowhere near nothing.
    assert!(body.contains("shown together with the one before it: alone."), "{body}");
    let rates = |page: &str| -> Vec<String> {
        let steps = page.rsplit("The steps of the charts").next().unwrap_or_default();
        let steps = steps.split("</table>").next().unwrap_or_default();
        steps.matches("<tr>").skip(1).map(str::to_owned).collect()
    };
    assert_eq!(rates(page).len(), 5, "a step a tick, the last two in one");
    assert!(!page.contains(": 0.00 B/s") && !page.contains("<data value=\"0\">0.00 B/s"), "a collapse");
}

#[test]
fn the_meters_of_a_pipeline_are_one_page() {
    let folder = recordings();
    // The newest recording is of a group, so that is what is shown; the same name was used the day before.
    for sentence in
        ["x.db", "--db x.db", "--db x.db --run latest", "x.db --group backup", "--db x.db --group backup"]
    {
        let run = report(&folder, sentence).run().ok().stderr_is("");
        let page = run.text();
        assert_eq!(heading(page), "gush meter, group backup", "{sentence}");
        assert_eq!(page.matches("<svg class=\"chart wide meter\"").count(), 3, "{sentence}");
        assert!(
            page.contains("3 meters") && !page.contains("yesterday") && !page.contains("alone"),
            "{sentence}"
        );
        assert!(
            ["before gzip", "after gzip", "meter 3"].iter().all(|name| page.contains(name)),
            "{sentence}"
        );
        assert!(page.len() < 1 << 20, "{} bytes", page.len());
    }
    // Who asks for one gets one.
    assert_eq!(heading(report(&folder, "x.db:4").run().ok().text()), "gush meter, run 4");
    assert_eq!(heading(report(&folder, "4 --db x.db").run().ok().text()), "gush meter, run 4");
    let latest = report(&folder, "x.db --run latest~3").run().ok();
    assert_eq!(heading(latest.text()), "gush meter, run 2");
}

#[test]
fn a_recording_has_one_chart() {
    let folder = recordings();
    let picture = report(&folder, "x.db --svg time").run().ok();
    assert!(picture.text().starts_with("<svg xmlns=") && picture.text().contains("before gzip"));
    if cfg!(feature = "png") {
        report(&folder, "x.db --png time --dark -o time.png").run().ok();
        assert!(folder.read("time.png").starts_with(b"\x89PNG\r\n\x1a\n"));
    }
    let refused = report(&folder, "x.db --svg ladder").run().code(2).stdout_is("");
    refused.stderr_has(
        "x.db:5 has nothing that this chart could show: it is a recording, whose chart is `time`",
    );
}

#[test]
fn a_fresh_recording_of_the_meter_is_shown() {
    let folder = Scratch::new();
    let meter = Program::new(env!("CARGO_BIN_EXE_gush")).arg_line("meter -q -N seen --record x.db");
    meter.within(folder.folder()).stdin("some text\n").run().ok().stdout_is("some text\n");
    let run = report(&folder, "x.db").run().ok();
    assert_eq!(heading(run.text()), "gush meter, run 1");
    assert!(run.text().contains("10 B in ") && run.text().contains("seen"), "{}", run.text());
}

#[test]
fn errors_in_what_to_show_are_reported() {
    let folder = recordings();
    let reported = |sentence: &str, text: &str| {
        report(&folder, sentence).run().code(2).stdout_is("").stderr_has(text);
    };
    reported(
        "x.db --group bakcup",
        "--group bakcup\n          ^^^^^^ x.db has no recordings of this group; did you mean `backup`?",
    );
    reported("x.db --group zzz", "x.db has no recordings of this group; there is backup");
    reported(
        "x.db --group backup --run 3",
        "--group\n  ^^^^^^^ cannot be used with --run: a group has runs of its own",
    );
    reported("x.db --db x.db", "x.db\n  ^^^^ one database is enough: there is --db as well");
    reported("y.db --group backup", "y.db\n  ^^^^ there is no such database; `gush bench` makes one");
    reported("y.db", "y.db\n  ^^^^ there is no such database; `gush bench` makes one");
    let terminal = report(&folder, "x.db").stdout(Stream::Terminal).run().code(2);
    terminal.stderr_has("-o FILE is missing");
}

/// The page as a browser shows it, on a phone, a tablet and a desk, in light and in dark.
#[test]
fn the_page_of_a_pipeline_in_a_browser() {
    need!("selenium", "chromium");
    let folder = recordings();
    report(&folder, "x.db -o page.html").run().ok();
    super::report::in_a_browser(&folder, "recording");
}
