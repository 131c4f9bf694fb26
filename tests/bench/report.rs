//! `gush bench report` and `gush bench compare` over databases of synthetic runs, and the page in a browser.

use std::path::Path;

use gush_lab::report::Findings;
use gush_store::Store;
use gush_store::model::Record;
use gush_testkit::{Outcome, Program, Scratch, Stream, need};

use super::sample;

/// A database of these runs, in a folder of its own.
fn database(folder: &Scratch, name: &str, records: &[Record]) {
    write(&folder.path(name), records).expect("a new database can be written");
}

pub(super) fn write(path: &Path, records: &[Record]) -> Result<(), gush_store::Error> {
    let mut store = Store::open(path)?;
    for record in records {
        let run = store.begin(&record.run, record.machine.as_ref())?;
        for (rung, index) in record.rungs.iter().zip(0..) {
            let id = store.add_rung(run, &rung.rung, index)?;
            for (round, ticks) in &rung.rounds {
                store.add_round(id, round, ticks)?;
            }
        }
        if let Some(at) = record.run.ended {
            store.end(run, at)?;
        }
    }
    Ok(())
}

/// `bench.db` with a ladder (1), sizes of buffers (2) and a ladder whose programs are a fifth slower (3).
fn three_runs() -> Scratch {
    let folder = Scratch::new();
    database(&folder, "bench.db", &[sample::ladder(), sample::buffers(), sample::ladder_at(0.8)]);
    folder
}

fn bench(folder: &Scratch, sentence: &str) -> Program {
    Program::new(env!("CARGO_BIN_EXE_gush")).arg("bench").arg_line(sentence).within(folder.folder())
}

fn refused(outcome: Outcome, message: &str) {
    outcome.code(2).stdout_is("").stderr_is(format!("gush: {message}\n"));
}

#[test]
fn the_page_is_written_completely() {
    let folder = three_runs();
    bench(&folder, "report -o page.html --run 1").run().ok().stdout_is("").stderr_is("");
    let page = String::from_utf8(folder.read("page.html")).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n") && page.len() < 1 << 20);
    bench(&folder, "report --run 1").run().ok().stdout_is(&page);
    bench(&folder, "report --run 1 -o -").run().ok().stdout_is(&page);
    // The latest ladder, although the latest run of all may be another.
    let latest = bench(&folder, "report").run().ok();
    assert!(latest.text().contains("<h1>gush bench, run 3</h1>"));
    let before = bench(&folder, "report --run latest~1 --db ./bench.db").run().ok();
    assert!(before.text().contains("<h1>gush bench, run 1</h1>"));
}

#[test]
fn nothing_is_left_of_a_page_that_could_not_be_written() {
    let folder = three_runs();
    folder.write("page.html", "before");
    bench(&folder, "report -o nowhere/page.html")
        .run()
        .code(1)
        .stderr_has("the folder 'nowhere' does not exist");
    bench(&folder, "report").stdout(Stream::Full).run().code(1).stderr_has("No space left on device");
    bench(&folder, "report --svg nothing -o page.html").run().code(2);
    let run = bench(&folder, "report -o page.png").run().code(2);
    run.stderr_has("             ^^^^ this is the page; its name should end in .html");
    bench(&folder, "report --svg ladder -o page.html").run().code(2).stderr_has("should end in .svg");
    bench(&folder, "report --png ladder -o page.svg").run().code(2).stderr_has("should end in .png");
    assert_eq!(folder.read("page.html"), b"before");
    assert_eq!(folder.names(), ["bench.db", "page.html"]);
}

#[test]
fn charts_are_pictures_of_their_own() {
    let folder = three_runs();
    for chart in ["ladder", "time", "cpu", "calls", "buffers"] {
        let light = bench(&folder, &format!("report --svg {chart}")).run().ok();
        let dark = bench(&folder, &format!("report --svg={chart} --dark")).run().ok();
        assert!(light.text().starts_with("<svg xmlns=") && light.text().ends_with("</svg>\n"), "{chart}");
        assert!(
            light.text().contains("fill=\"#ffffff\"") && dark.text().contains("fill=\"#16191d\""),
            "{chart}"
        );
        assert!(!light.text().contains("var(--"), "{chart}: nothing looks up a color where there is no page");
    }
}

#[test]
#[cfg(feature = "png")]
fn charts_are_png_pictures_too() {
    let folder = three_runs();
    bench(&folder, "report --png buffers -o buffers.png").run().ok();
    assert!(folder.read("buffers.png").starts_with(b"\x89PNG\r\n\x1a\n"));
}

#[test]
#[cfg(not(feature = "png"))]
fn a_build_without_png_reports_what_draws_the_chart() {
    let folder = three_runs();
    refused(
        bench(&folder, "report --png buffers -o buffers.png").run(),
        "1 error in the arguments; nothing was written\
         \n  --png buffers\
         \n        ^^^^^^^ this gush was built without the feature png; --svg draws the same chart",
    );
    assert_eq!(folder.names(), ["bench.db"]);
}

#[test]
fn all_diagnostics_of_the_report_are_reported_at_once() {
    let folder = three_runs();
    refused(
        bench(&folder, "report --svg laddr --png clock --dark --run 9 -x").run(),
        "5 errors in the arguments; nothing was written\
         \n  -x\n   ^ there is no such option; `--help` lists them\
         \n  --png\n  ^^^^^ cannot be used with --svg: one picture at a time\
         \n  --svg laddr\n        ^^^^^ there is no such chart; did you mean `ladder`?\
         \n  --png clock\n        ^^^^^ there is no such chart; there are ladder, time, cpu, calls and buffers\
         \n  9\n  ^ there is no such run in bench.db; there are 1, 2 (buffer sizes), 3",
    );
    refused(
        bench(&folder, "report --dark --db other.db").run(),
        "2 errors in the arguments; nothing was written\
         \n  --dark\n  ^^^^^^ cannot be used without --svg or --png: the page has both themes\
         \n  other.db\n  ^^^^^^^^ there is no such database; `gush bench` makes one",
    );
    folder.write(
        "note.txt",
        "not a database, but a text that is long enough to be looked at by one who reads it",
    );
    let wrong = bench(&folder, "report --db note.txt").run().code(2);
    wrong.stderr_has("  note.txt\n  ^^^^^^^^ this is not an SQLite database");
    database(&folder, "sizes.db", &[sample::buffers()]);
    bench(&folder, "report --db sizes.db --svg buffers").run().ok();
    let wrong = bench(&folder, "report --db sizes.db --run yesterday").run().code(2);
    wrong.stderr_has("  yesterday\n  ^^^^^^^^^ there is no such run; a run is a number, latest, latest~1");
    let wrong = bench(&folder, "report").stdout(Stream::Terminal).run().code(2);
    wrong.stderr_has("-o FILE is missing: a terminal cannot show this");
}

#[test]
fn two_runs_are_compared() {
    let folder = three_runs();
    let text = bench(&folder, "compare 1 3").run().ok().stderr_is("");
    let line = |name: &str| text.lines().into_iter().find(|line| line.starts_with(name)).unwrap().to_owned();
    assert!(
        line("go-writev ").ends_with("slower") && line("limit-memcpy ").ends_with("no difference that shows")
    );
    assert!(line("go-buffer ").ends_with("no difference that shows"), "too noisy");
    assert!(line("rung").contains("run 1") && line("rung").contains("run 3"));
    // Three rounds are too few, and what only one has is named.
    let few = bench(&folder, "compare 2 latest").run().ok();
    assert!(
        few.text().contains("too few rounds to say")
            && few.text().contains("only in run 3: gush-tee-sockets, ")
    );
    database(&folder, "old.db", &[sample::ladder_at(1.25)]);
    let files = bench(&folder, "compare old.db bench.db:latest~1 --json").run().ok();
    let json = files.text();
    assert!(
        json.contains("\"first\": \"old.db:1\"") && json.contains("\"second\": \"bench.db:1\""),
        "{json}"
    );
    assert!(json.contains("\"verdict\": \"slower\""));
}

#[test]
fn a_certain_loss_is_a_failure_when_asked_for() {
    let folder = three_runs();
    let lost = bench(&folder, "compare 1 3 --fail-if-slower 10%").run().code(1);
    lost.stderr_has("gush: slower by more than 10 %: ")
        .stderr_has("go-writev (0.80 of what it was, at most 0.8");
    bench(&folder, "compare 1 3 --fail-if-slower 30%").run().ok();
    bench(&folder, "compare 3 1 --fail-if-slower 0%").run().ok();
    let few = bench(&folder, "compare 1 2 --fail-if-slower 0%").run().ok();
    few.stderr_has("gush: too few rounds to say whether these are slower: c-printf-16384, ");
}

#[test]
fn all_diagnostics_of_a_comparison_are_reported_at_once() {
    let folder = three_runs();
    refused(
        bench(&folder, "compare 7 missing.db:2 3 --fail-if-slower ten").run(),
        "4 errors in the arguments; nothing was written\
         \n  3\n  ^ only two runs can be compared\
         \n  --fail-if-slower ten\n                   ^^^ expected a percentage from 0% to below 100%, as in 10%\
         \n  7\n  ^ there is no such run in bench.db; there are 1, 2 (buffer sizes), 3\
         \n  missing.db:2\n  ^^^^^^^^^^ there is no such database; `gush bench` makes one",
    );
    bench(&folder, "compare 1").run().code(2).stderr_has("two runs are needed");
    let nothing = Scratch::new();
    refused(
        bench(&nothing, "compare 1 2").run(),
        "error in the arguments; nothing was written\
         \n  bench.db\n  ^^^^^^^^ there is no such database; `gush bench` makes one",
    );
}

/// Medians, deviations, ratios and intervals are those that Python's statistics finds in the same samples.
#[test]
fn figures_are_those_of_another_program() {
    need!("python3");
    let folder = three_runs();
    let json = bench(&folder, "compare 1 3 --json").run().ok().stdout;
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/bench/figures.py");
    let run =
        Program::new("python3").args([script, "bench.db", "1", "3"]).within(folder.folder()).stdin(json);
    let run = run.timeout(std::time::Duration::from_secs(240)).run().ok().stderr_is("");
    assert!(run.text().starts_with("compared "), "{}", run.text());
}

/// The page as a browser shows it: hovering, focus, themes, tables, widths, and that it makes no network requests.
#[test]
fn the_page_in_a_browser() {
    need!("selenium", "chromium");
    let folder = three_runs();
    bench(&folder, "report --run 1 -o page.html").run().ok();
    let record = sample::ladder();
    let findings = Findings::new(&record);
    let medians =
        findings.rungs.iter().map(|finding| format!("{}\t{}\n", finding.rung().name, finding.median()));
    folder.write("medians.tsv", medians.collect::<String>());
    in_a_browser(&folder, "ladder");
}

/// Opens `page.html` in a browser and holds it to what a page of this kind must be.
pub(super) fn in_a_browser(folder: &Scratch, kind: &str) {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let pictures = format!("{root}/target/bench-report");
    std::fs::create_dir_all(&pictures).expect("a folder can be created");
    let script = format!("{root}/tests/bench/report.py");
    let python = gush_testkit::need::python_tool("python").expect("it was asked for");
    let chromium = gush_testkit::need::browser().expect("it was asked for");
    Program::new(python)
        .args([script.as_str(), kind, &pictures])
        .arg(chromium)
        .within(folder.folder())
        .timeout(std::time::Duration::from_secs(240))
        .run()
        .ok()
        .stderr_is("")
        .stdout_is("all is well\n");
}
