//! `gush bench report`: a run or the recordings of a pipeline as a page, or one of the charts as a picture.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::ValueHint;
use gush_diagnostics::{Code, Diagnostic, Message};
use gush_lab::model::Purpose;
use gush_lab::report::chart::{CHARTS, Chart, Drawing, Size};
use gush_lab::report::{Findings, chart, html, picture, recording};
use gush_pipe::Durability;

use super::runs::{self, FindError, Found};
use crate::exit::Failure;
use crate::write;

/// Draw a run: one page that needs nothing else, or a chart for a README
#[derive(Debug, Default, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The database to read, or a run as with --run [default: bench.db]
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: Option<String>,

    /// The database to read [default: bench.db]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub db: Option<PathBuf>,

    /// Which run: its number, latest, or latest~1 for the one before [default: latest]
    #[arg(long, value_name = "RUN")]
    pub run: Option<String>,

    /// All meters of a pipeline on one page: those recorded by gush meter --record FILE --group NAME
    #[arg(long, value_name = "NAME")]
    pub group: Option<String>,

    /// Where to write it; appears whole or not at all [default: standard output, unless that is a terminal]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,

    /// One chart as an SVG picture: ladder, time, cpu, calls or buffers
    #[arg(long, value_name = "CHART")]
    pub svg: Option<String>,

    /// One chart as a PNG picture
    #[arg(long, value_name = "CHART")]
    pub png: Option<String>,

    /// The picture in light colours on dark
    #[arg(long)]
    pub dark: bool,
}

const EXAMPLES: &str = "Examples:
  gush bench report -o report.html
  gush bench report --run latest~1 --svg ladder -o ladder.svg
  gush bench report x.db --group backup -o backup.html
  gush bench report --png calls --dark -o calls.png";

/// What is to be drawn.
enum Wanted {
    Page,
    Svg(Chart),
    Png(Chart),
}

/// Draws what was asked for; `mistakes` were found in the options before.
///
/// # Errors
/// Mistakes in what was typed, and what went wrong on the way.
pub fn run(args: &Args, mut mistakes: Vec<Diagnostic>) -> Result<(), Failure> {
    let wanted = wanted(args, &mut mistakes);
    let output = args.output.as_deref().filter(|path| *path != Path::new("-"));
    if output.is_none() && io::stdout().is_terminal() {
        let text = "-o FILE is missing: what is drawn is not for a terminal";
        mistakes.push(Diagnostic::new(Code::Option, "report", 6..6, text));
    }
    if let (Some(path), Some(wanted)) = (output, &wanted) {
        mistakes.extend(other_name(path, wanted));
    }
    let found = find(args, &mut mistakes)?;
    let drawn = match (found, wanted) {
        (Some(found), Some(wanted)) => draw(args, &found, &wanted, &mut mistakes)?,
        _ => None,
    };
    match drawn {
        Some(bytes) if mistakes.is_empty() => match output {
            Some(path) => write::file(path, &bytes, Durability::System),
            None => write::text(&bytes),
        },
        _ => Err(Failure::Mistakes(mistakes)),
    }
}

/// What is wrong with the name of a file that is to get something else than its ending says.
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
    let word = format!("--output {}", path.display());
    let at = word.len().saturating_sub(end.len() + 1)..word.len();
    let text = format!("this is {what}; its name should end in .{}", endings[0]);
    Some(Diagnostic::new(Code::Option, word, at, text))
}

/// What is to be drawn of which database.
fn find(args: &Args, mistakes: &mut Vec<Diagnostic>) -> Result<Option<Found>, Failure> {
    let mut wrong = |word: &str, text: &str| {
        mistakes.push(Diagnostic::new(Code::Option, word, 0..word.len(), text));
    };
    if args.run.is_some() && args.group.is_some() {
        wrong("--group", "one of the two is enough: there is --run as well");
    }
    // A word that stands alone may be a run, too.
    let is_database = args.run.is_some() || args.group.is_some();
    if let (Some(file), Some(_)) = (&args.file, &args.db)
        && (is_database || runs::names_a_file(file))
    {
        wrong(file, "one database is enough: there is --db as well");
    }
    let db = args.file.as_ref().filter(|_| is_database).map(Path::new).or(args.db.as_deref());
    let found = match (&args.group, &args.run, &args.file) {
        (Some(group), ..) => runs::find_group(group, db),
        (None, Some(run), _) => runs::find(run, db),
        (None, None, Some(file)) => runs::find(file, db),
        (None, None, None) => runs::find("latest", db),
    };
    match found {
        Ok(found) => Ok(Some(found)),
        Err(FindError::Diagnostic(mistake)) => {
            mistakes.push(mistake);
            Ok(None)
        }
        Err(FindError::Other(error)) => Err(error.into()),
    }
}

fn wanted(args: &Args, mistakes: &mut Vec<Diagnostic>) -> Option<Wanted> {
    let mut option = |name: &str, value: &Option<String>| {
        let value = value.as_deref()?;
        let chart = CHARTS.iter().find(|(_, known, _)| *known == value).map(|(chart, _, _)| *chart);
        if chart.is_none() {
            let names = CHARTS.iter().map(|(_, name, _)| *name);
            let message = Message::unknown("there is no such chart", value, names);
            let (word, at) = (format!("{name}={value}"), name.len() + 1..name.len() + 1 + value.len());
            mistakes.push(Diagnostic::new(Code::Option, word, at, message));
        }
        Some(chart)
    };
    let (svg, png) = (option("--svg", &args.svg), option("--png", &args.png));
    if svg.is_some() && png.is_some() {
        mistakes.push(Diagnostic::new(
            Code::Option,
            "--png",
            0..5,
            "one picture at a time: there is --svg as well",
        ));
    }
    if args.dark && svg.is_none() && png.is_none() {
        let text = "this is for --svg and --png; the page has both themes";
        mistakes.push(Diagnostic::new(Code::Option, "--dark", 0..6, text));
    }
    match (svg, png) {
        (None, None) => Some(Wanted::Page),
        (Some(chart), _) => chart.map(Wanted::Svg),
        (_, Some(chart)) => chart.map(Wanted::Png),
    }
}

/// The bytes of a file; a chart that has nothing to show is a mistake.
fn draw(
    args: &Args,
    found: &Found,
    wanted: &Wanted,
    mistakes: &mut Vec<Diagnostic>,
) -> Result<Option<Vec<u8>>, Failure> {
    let Found { record, buffers, name, group } = found;
    let is_recording = record.run.purpose == Purpose::Meter;
    let (chart, option) = match wanted {
        Wanted::Page => {
            let page =
                if is_recording { html::recordings(group) } else { html::page(record, buffers.as_ref()) };
            return Ok(Some(page.map_err(anyhow::Error::from)?.into_bytes()));
        }
        Wanted::Svg(chart) => (*chart, "--svg"),
        Wanted::Png(chart) => (*chart, "--png"),
    };
    let sizes = buffers.as_ref().map(Findings::new);
    let drawing = match chart {
        Chart::Time if is_recording => chart::meters::draw(&recording::meters(group), Size::Wide),
        // A recording is no ladder, and has nothing else that could be drawn.
        Chart::Ladder | Chart::Cpu | Chart::Calls | Chart::Buffers if is_recording => Ok(None),
        _ => chart::draw(chart, &Findings::new(record), sizes.as_ref(), Size::Wide),
    };
    let Some(drawing) = drawing.map_err(anyhow::Error::from)? else {
        let (word, at) =
            (format!("{option}={}", chart.name()), option.len() + 1..option.len() + 1 + chart.name().len());
        let why = if is_recording && chart != Chart::Time {
            ": it is a recording, whose chart is `time`"
        } else {
            missing(chart)
        };
        let text = format!("{name} has nothing that this chart could show{why}");
        mistakes.push(Diagnostic::new(Code::Option, word, at, text));
        return Ok(None);
    };
    picture(args, wanted, chart, &drawing).map(Some)
}

fn picture(args: &Args, wanted: &Wanted, chart: Chart, drawing: &Drawing) -> Result<Vec<u8>, Failure> {
    match wanted {
        Wanted::Png(_) => Ok(picture::png(drawing, args.dark).map_err(anyhow::Error::from)?),
        _ => Ok(picture::svg(drawing, chart.title(), args.dark).into_bytes()),
    }
}

/// Where a chart gets its figures from.
fn missing(chart: Chart) -> &'static str {
    match chart {
        Chart::Buffers => "; gush bench --buffer-sizes makes such runs",
        Chart::Calls => ": no calls were counted",
        Chart::Cpu => ": no processor times were taken",
        Chart::Time => ": it has no ticks",
        Chart::Ladder => "",
    }
}
