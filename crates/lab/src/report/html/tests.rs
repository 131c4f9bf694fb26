//! The page as text: everything escaped, nothing twice, nothing from elsewhere. What a browser makes of it is tested
//! from outside, in tests/bench/report.rs.

use std::collections::HashSet;

use super::template::fill;
use super::*;
use crate::report::{broken_runs, sample};
use gush_store::model::{Purpose, Round, Run, RungInfo, RungKind, RungRecord, Tick};

/// The values of an attribute.
fn attributes<'p>(page: &'p str, name: &str) -> Vec<&'p str> {
    let start = format!(" {name}=\"");
    page.match_indices(&start).filter_map(|(at, _)| page[at + start.len()..].split('"').next()).collect()
}

#[test]
fn the_page_holds_what_was_measured() {
    let record = sample::ladder();
    let page = page(&record, Some(&sample::buffers()));
    assert!(page.len() < 1 << 20, "{} bytes", page.len());
    for finding in &Findings::new(&record).rungs {
        assert!(page.contains(&format!("<data value=\"{}\">", finding.median())), "{}", finding.rung().name);
    }
    for text in [
        "needs nim (apt install nim)",
        "Example 9000 &lt;fast &amp; cool&gt;",
        "too noisy",
        "outlier: round 3",
        "Run 2,",
    ] {
        assert!(page.contains(text), "{text}");
    }
}

#[test]
fn nothing_is_taken_for_markup() {
    let evil = "</script></style></svg></title><img src=x onerror=alert(1)> \" ' {{body}} \u{7}\u{0}";
    let mut record = sample::ladder();
    record.run.command = evil.into();
    record.run.drain = Some(evil.into());
    let machine = record.machine.as_mut().unwrap();
    (machine.cpu, machine.system, machine.mitigations) = (evil.into(), Some(evil.into()), Some(evil.into()));
    for rung in &mut record.rungs {
        let info = &mut rung.rung;
        info.name = format!("{}{evil}", info.name);
        (info.title, info.command, info.language) = (evil.into(), evil.into(), evil.into());
        (info.step, info.version) = (Some(evil.into()), Some(evil.into()));
        info.not_run = info.not_run.as_ref().map(|_| evil.into());
        for published in &mut info.published {
            published.note = Some(evil.into());
        }
    }
    record.rungs[0].rounds[2].0.error = Some(evil.into());
    let evil_page = page(&record, None);
    assert!(!evil_page.contains("<img") && !evil_page.contains('\u{0}') && !evil_page.contains('\u{7}'));
    let tags = |page: &str| {
        ["<script", "</script", "</style", "</title", "<svg", "</svg"].map(|tag| page.matches(tag).count())
    };
    let [scripts, script_ends, style_ends, titles, svgs, svg_ends] = tags(&evil_page);
    assert_eq!((scripts, script_ends, style_ends), (2, 2, 1));
    assert_eq!(svgs, svg_ends);
    assert_eq!(titles, evil_page.matches("<title").count());
}

#[test]
fn ids_are_there_once_and_links_lead_to_them() {
    for record in [sample::ladder(), sample::buffers(), Record::default()] {
        let page = page(&record, None);
        let ids = attributes(&page, "id");
        assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len(), "{ids:?}");
        for link in attributes(&page, "href").into_iter().filter(|link| *link != "data:,") {
            assert!(ids.contains(&link.trim_start_matches('#')), "{link} leads nowhere");
        }
        for label in attributes(&page, "aria-labelledby") {
            assert!(ids.contains(&label));
        }
        assert!(attributes(&page, "src").is_empty() && !page.contains("url(") && !page.contains("@import"));
    }
}

#[test]
fn any_run_has_a_page() {
    for seed in 0..40 {
        let record = broken_runs::any(seed);
        let page = page(&record, Some(&broken_runs::any(seed + 1)));
        assert!(!page.contains("NaN"), "seed {seed}");
        for missing in Findings::new(&record).missing {
            assert!(page.contains(&text(&missing.rung.title)), "seed {seed}: {}", missing.rung.name);
        }
    }
}

/// A thousand rounds of everything: lines and points are thinned out, and tables are all that grows.
#[test]
fn a_long_run_is_still_a_small_page() {
    let mut record = sample::ladder();
    for rung in &mut record.rungs {
        let Some((round, ticks)) = rung.rounds.get(1).cloned() else { continue };
        let ticks: Vec<_> = (1..=100).flat_map(|_| ticks.clone()).collect();
        rung.rounds = (1..=40)
            .map(|number| (gush_store::model::Round { number, ..round.clone() }, ticks.clone()))
            .collect();
    }
    let page = page(&record, None);
    assert!(page.len() < 1 << 20, "{} bytes", page.len());
}

/// A recording by a name, of ticks at these times with these counts of bytes.
fn recording(name: &str, started: f64, ticks: &[(f64, u64)]) -> Record {
    let ticks: Vec<Tick> =
        ticks.iter().map(|&(elapsed, bytes)| Tick { elapsed, bytes, lines: None }).collect();
    let last = ticks.last().copied().unwrap_or_default();
    let round = Round { wall: last.elapsed, bytes: last.bytes, ..Round::default() };
    let rung = RungInfo { name: name.into(), kind: RungKind::Own, ..RungInfo::default() };
    let run = Run {
        purpose: Purpose::Meter,
        started,
        command: name.into(),
        grouped_as: Some(name.into()),
        ..Run::default()
    };
    Record { id: 7, run, machine: None, rungs: vec![RungRecord { rung, rounds: vec![(round, ticks)] }] }
}

#[test]
fn any_recordings_have_a_page() {
    let evil = "</script></style></svg></title><img src=x onerror=alert(1)> \" ' {{body}} \u{7}\u{0}";
    let complete = recording("complete", 1e9, &[(1.0, 10), (2.0, 20)]);
    let day: Vec<(f64, u64)> = (1..=86_400_u32).map(|at| (f64::from(at), u64::from(at))).collect();
    for records in [
        vec![],
        vec![Record::default()],
        vec![Record { rungs: vec![RungRecord::default()], ..complete.clone() }],
        vec![recording("none", 1e9, &[])],
        vec![recording("still", 1e9, &[(0.0, 0)]), complete.clone()],
        vec![recording("odd", f64::NAN, &[(1.0, 5), (0.5, 3), (f64::INFINITY, 4)]), complete.clone()],
        vec![recording("early", f64::MIN, &[(1.0, u64::MAX)]), complete.clone()],
        vec![recording(evil, 1e9, &[(1e-9, 1), (1e9, 2)])],
        vec![recording("day", 1e9, &day); 20],
    ] {
        let page = recordings(&records);
        let what = records.first().map_or("", |record| &record.run.command);
        assert!(page.contains("<h1>gush meter") && !page.contains("gush bench"), "{what}");
        assert!(!page.contains("NaN") && !page.contains("<img") && !page.contains('\u{7}'), "{what}");
        assert!(page.len() < 1 << 20, "{what}: {} bytes", page.len());
        let ids = attributes(&page, "id");
        assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len(), "{what}: {ids:?}");
    }
}

#[test]
fn placeholders_of_the_template_are_filled_once() {
    assert_eq!(fill("a{{x}}b{{y}}c", &[("x", "{{y}}"), ("y", "2")]), "a{{y}}b2c");
}
