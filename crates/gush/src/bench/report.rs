//! `gush bench report`: a run or the recordings of a pipeline as a page, or one of the charts as a picture.

use std::io::{self, IsTerminal};
use std::path::Path;

use gush_diagnostics::{Code, Diagnostic};
use gush_lab::report::chart::{CHARTS, Chart, Drawing, Size};
use gush_lab::report::image::{self, ImageError};
use gush_lab::report::{Findings, chart, html, recording};
use gush_pipe::Durability;
use gush_store::model::Purpose;

use super::runs::{self, FindError, Found};
use crate::color::COLOR;
use crate::exit::Failure;
use crate::flags::{Choice, Flag, Given, Operand, Rule, Spec, Value};
use crate::write;

/// `gush bench report`.
pub static SPEC: Spec = Spec {
    name: "report",
    path: "gush bench report",
    about: "Draw a run: a self-contained HTML page, or a chart for a README",
    more: "",
    examples: "Examples:
  gush bench report -o report.html
  gush bench report --run latest~1 --svg ladder -o ladder.svg
  gush bench report x.db --group backup -o backup.html
  gush bench report --png calls --dark -o calls.png",
    operand: Some(Operand {
        form: "FILE",
        about: "The database to read, or a run as with --run [default: bench.db]",
        more: None,
        several: false,
        choices: Vec::new,
    }),
    flags: &[&DB, &RUN, &GROUP, &OUTPUT, &SVG, &PNG, &DARK, &COLOR],
    main: &[],
    commands: &[],
};

const INPUT: &str = "Input";
const DRAWING: &str = "Output";

static DB: Flag =
    Flag::new(INPUT, "db", "The database to read").value(Value::file("FILE")).default("bench.db");
static RUN: Flag = Flag::new(INPUT, "run", "Which run: its number, latest, or latest~1 for the one before")
    .value(Value::text("RUN"))
    .default("latest");
static GROUP: Flag = Flag::new(
    INPUT,
    "group",
    "All meters of a pipeline on one page: those recorded by `gush meter --record FILE --group NAME`",
)
.value(Value::text("NAME"))
.rules(&[Rule::Not(&RUN, "a group has runs of its own")]);
static OUTPUT: Flag = Flag::new(DRAWING, "output", "Write to FILE, which appears when it is complete")
    .letter('o')
    .value(Value::file("FILE"))
    .default("standard output, unless that is a terminal");
/// Only one picture can be drawn.
const ONE_PICTURE: &[Rule] = &[Rule::OneOf("picture", "one picture at a time")];
static SVG: Flag = Flag::new(DRAWING, "svg", "Draw one chart as an SVG picture")
    .value(Value::text("CHART"))
    .choices("chart", charts)
    .rules(ONE_PICTURE);
static PNG: Flag =
    Flag::new(DRAWING, "png", "Draw one chart as a PNG picture (where gush has the feature png)")
        .value(Value::text("CHART"))
        .choices("chart", charts)
        .rules(ONE_PICTURE);
static DARK: Flag = Flag::new(DRAWING, "dark", "Draw the picture in light colours on dark")
    .rules(&[Rule::Needs(&[&SVG, &PNG], "the page has both themes")]);

fn charts() -> Vec<Choice> {
    CHARTS.iter().map(|(chart, name, _)| Choice { name, about: chart.title() }).collect()
}

/// The output to draw.
enum Wanted {
    Page,
    Svg(Chart),
    Png(Chart),
}

/// Draws what was asked for; `diagnostics` were found in the options before.
///
/// # Errors
/// Invalid arguments, and failures while it runs.
pub fn run(args: &Given, mut diagnostics: Vec<Diagnostic>) -> Result<(), Failure> {
    let wanted = wanted(args, &mut diagnostics);
    let output = args.path(&OUTPUT).filter(|path| *path != Path::new("-"));
    if output.is_none() && io::stdout().is_terminal() {
        let text = "-o FILE is missing: a terminal cannot show this";
        diagnostics.push(Diagnostic::new(Code::Option, "report", 6..6, text));
    }
    if let (Some(path), Some(wanted)) = (output, &wanted) {
        diagnostics.extend(other_name(path, wanted));
    }
    let found = find(args, &mut diagnostics)?;
    let drawn = match (found, wanted) {
        (Some(found), Some(wanted)) => draw(args, &found, &wanted, &mut diagnostics)?,
        _ => None,
    };
    match drawn {
        Some(bytes) if diagnostics.is_empty() => match output {
            Some(path) => write::file(path, &bytes, Durability::System),
            None => write::text(&bytes),
        },
        _ => Err(Failure::Diagnostics(diagnostics)),
    }
}

/// The diagnostic for a file name whose extension contradicts its contents.
fn other_name(path: &Path, wanted: &Wanted) -> Option<Diagnostic> {
    let (what, endings): (_, &[&str]) = match wanted {
        Wanted::Page => ("the page", &["html", "htm"]),
        Wanted::Svg(_) => ("an SVG picture", &["svg"]),
        Wanted::Png(_) => ("a PNG picture", &["png"]),
    };
    let end = path.extension()?.to_string_lossy().into_owned();
    if endings.iter().any(|known| known.eq_ignore_ascii_case(&end)) {
        return None;
    }
    let text = format!("this is {what}; its name should end in .{}", endings[0]);
    let diagnostic = OUTPUT.wrong(&path.display().to_string(), text);
    let span = diagnostic.text.len().saturating_sub(end.len() + 1)..diagnostic.text.len();
    Some(Diagnostic { span, ..diagnostic })
}

/// The run to draw, and its database.
fn find(args: &Given, diagnostics: &mut Vec<Diagnostic>) -> Result<Option<Found>, Failure> {
    let mut wrong = |argument: &str, text: &str| {
        diagnostics.push(Diagnostic::new(Code::Option, argument, 0..argument.len(), text));
    };
    // A single argument may be a run, too.
    let is_database = args.has(&RUN) || args.has(&GROUP);
    let (file, db) = (args.operands().first(), args.path(&DB));
    if let (Some(file), Some(_)) = (file, db)
        && (is_database || runs::names_a_file(file))
    {
        wrong(file, "one database is enough: there is --db as well");
    }
    let db = file.filter(|_| is_database).map(Path::new).or(db);
    let found = match (args.text(&GROUP), args.text(&RUN), file) {
        (Some(group), ..) => runs::find_group(group, db),
        (None, Some(run), _) => runs::find(run, db),
        (None, None, Some(file)) => runs::find(file, db),
        (None, None, None) => runs::find("latest", db),
    };
    match found {
        Ok(found) => Ok(Some(found)),
        Err(FindError::Diagnostic(diagnostic)) => {
            diagnostics.push(diagnostic);
            Ok(None)
        }
        Err(FindError::Other(error)) => Err(error.into()),
    }
}

fn wanted(args: &Given, diagnostics: &mut Vec<Diagnostic>) -> Option<Wanted> {
    let mut chart = |flag: &Flag| {
        let value = args.text(flag)?;
        let chart = CHARTS.iter().find(|(_, known, _)| *known == value).map(|(chart, ..)| *chart);
        if chart.is_none() {
            diagnostics.push(flag.unknown(value));
        }
        Some(chart)
    };
    let (svg, png) = (chart(&SVG), chart(&PNG));
    match (svg, png) {
        (None, None) => Some(Wanted::Page),
        (Some(chart), _) => chart.map(Wanted::Svg),
        (_, Some(chart)) => chart.map(Wanted::Png),
    }
}

/// The bytes of a file; a chart that has nothing to show is an error.
fn draw(
    args: &Given,
    found: &Found,
    wanted: &Wanted,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Option<Vec<u8>>, Failure> {
    let Found { record, buffers, name, group } = found;
    let is_recording = record.run.purpose == Purpose::Meter;
    let (chart, flag) = match wanted {
        Wanted::Page => {
            let page =
                if is_recording { html::recordings(group) } else { html::page(record, buffers.as_ref()) };
            return Ok(Some(page.into_bytes()));
        }
        Wanted::Svg(chart) => (*chart, &SVG),
        Wanted::Png(chart) => (*chart, &PNG),
    };
    let sizes = buffers.as_ref().map(Findings::new);
    let drawing = match chart {
        Chart::Time if is_recording => chart::meters::draw(&recording::meters(group), Size::Wide),
        // A recording is no ladder, and has nothing else that could be drawn.
        Chart::Ladder | Chart::Cpu | Chart::Calls | Chart::Buffers if is_recording => None,
        _ => chart::draw(chart, &Findings::new(record), sizes.as_ref(), Size::Wide),
    };
    let Some(drawing) = drawing else {
        let why = if is_recording && chart != Chart::Time {
            ": it is a recording, whose chart is `time`"
        } else {
            missing(chart)
        };
        let text = format!("{name} has nothing that this chart could show{why}");
        diagnostics.push(flag.wrong(chart.name(), text));
        return Ok(None);
    };
    match picture(wanted, chart, &drawing, args.has(&DARK)) {
        Err(error @ ImageError::WithoutPng) => {
            diagnostics.push(flag.wrong(chart.name(), error.to_string()));
            Ok(None)
        }
        drawn => Ok(Some(drawn.map_err(anyhow::Error::from)?)),
    }
}

fn picture(wanted: &Wanted, chart: Chart, drawing: &Drawing, dark: bool) -> Result<Vec<u8>, ImageError> {
    match wanted {
        Wanted::Png(_) => image::png(drawing, dark),
        _ => Ok(image::svg(drawing, chart.title(), dark).into_bytes()),
    }
}

/// Where a chart gets its figures from.
fn missing(chart: Chart) -> &'static str {
    match chart {
        Chart::Buffers => "; `gush bench --buffer-sizes` makes such runs",
        Chart::Calls => ": no calls were counted",
        Chart::Cpu => ": no processor times were taken",
        Chart::Time => ": it has no ticks",
        Chart::Ladder => "",
    }
}
