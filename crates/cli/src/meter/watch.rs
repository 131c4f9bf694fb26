//! Watching the files of another process instead of moving bytes.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use gush_meter::Gauge;
use gush_meter::display::Shape;
use gush_meter::format::{self, View};
use gush_meter::history::History;
use gush_meter::watch::{self, Watched};
use gush_pipe::{reason, terminal};

use super::args::Request;
use super::{Meter, code};

/// How often a position is looked at.
const GLANCE: Duration = Duration::from_millis(50);

/// Watches one descriptor, or all files, of a process until it closes them.
pub fn run(meter: &Meter<'_>, request: Request, id: u32, descriptor: Option<u32>) -> u8 {
    if !watch::runs(id) {
        meter.say(format_args!("pid {id}: No such process"));
        return code::NOT_OPENED;
    }
    match descriptor {
        Some(descriptor) => one(meter, request, id, descriptor),
        None => all(meter, &request, id),
    }
}

fn one(meter: &Meter<'_>, mut request: Request, id: u32, descriptor: u32) -> u8 {
    let watched = match Watched::open(id, descriptor) {
        Ok(watched) => watched,
        Err(error) => {
            meter.say(format_args!("pid {id}: fd {descriptor}: {}", reason(&error)));
            return code::NOT_OPENED;
        }
    };
    if !request.size_given {
        request.settings.size = watched.size.filter(|&size| size > 0);
    }
    let gauge = Arc::new(Gauge::default());
    let show = match meter.show(&request, &gauge) {
        Ok(show) => show,
        Err(bits) => return bits,
    };
    while let Some(position) = watched.position() {
        gauge.saw(position);
        thread::sleep(request.settings.interval.min(GLANCE));
    }
    show.end();
    0
}

/// Draws a line for each file, as they come and go.
fn all(meter: &Meter<'_>, request: &Request, id: u32) -> u8 {
    let visual = request.settings.shape == Shape::Visual;
    let silent =
        request.settings.shape == Shape::Quiet || visual && !request.force && !io::stderr().is_terminal();
    let start = Instant::now();
    let mut histories: BTreeMap<u32, (Watched, History)> = BTreeMap::new();
    let mut drawn = 0;
    while watch::runs(id) {
        thread::sleep(request.settings.interval);
        let files = match watch::all(id) {
            Ok(files) => files,
            // It has just ended.
            Err(_) if !watch::runs(id) => break,
            Err(error) => {
                meter.say(format_args!("pid {id}: {}", reason(&error)));
                return code::NOT_OPENED;
            }
        };
        histories.retain(|_, (watched, _)| files.contains(watched));
        for file in files {
            histories
                .entry(file.descriptor())
                .or_insert_with(|| (file, History::new(request.settings.window)));
        }
        let lines: Vec<String> = histories
            .values_mut()
            .filter_map(|(watched, history)| line(request, watched, history, start.elapsed()))
            .collect();
        if !silent && (!visual || terminal::is_foreground()) {
            drawn = draw(&lines, drawn, visual);
        }
    }
    0
}

fn line(request: &Request, watched: &Watched, history: &mut History, elapsed: Duration) -> Option<String> {
    let settings = &request.settings;
    let bytes = watched.position()?;
    history.tick(elapsed, bytes);
    let view = View {
        elapsed,
        bytes,
        size: watched.size.filter(|&size| size > 0),
        rate: history.rate(),
        average: history.average(),
        peak: history.peak(),
        recent: history.recent().to_vec(),
        sweep: history.sweep(),
        idle: history.idle(),
        ..View::default()
    };
    let width = settings.width.unwrap_or(terminal::size().map_or(80, |(columns, _)| columns.into()));
    let name = named(watched, width / 2);
    Some(match settings.shape {
        Shape::Numeric => settings.numeric.line(&view, settings.style.units),
        Shape::Json => format::json(&view, Some(name.trim_start())),
        Shape::Visual | Shape::Quiet => {
            let mut line = format!("{name}: ");
            let rest = width.saturating_sub(line.chars().count());
            line += &settings.template.line(&view, &settings.style, rest);
            line
        }
    })
}

/// The descriptor and its file, at most `width` columns: of a long path the end is kept.
fn named(watched: &Watched, width: usize) -> String {
    let path = watched.path.display().to_string();
    let name = format!("{:4}:{path}", watched.descriptor());
    let room = width.saturating_sub(2);
    let columns = name.chars().count();
    if columns <= room {
        return name;
    }
    let kept: String = path.chars().skip(columns - room + 3).collect();
    format!("{:4}:...{kept}", watched.descriptor())
}

/// Draws the lines over those drawn last; says how many there are now.
fn draw(lines: &[String], drawn: usize, over: bool) -> usize {
    let text = if over {
        let up = if drawn > 0 { format!("\x1b[{drawn}A") } else { String::new() };
        let body: String = lines.iter().map(|line| format!("{line}\x1b[K\n")).collect();
        // What was there of files that are gone.
        format!("{up}\r{body}\x1b[J")
    } else {
        lines.iter().map(|line| format!("{line}\n")).collect()
    };
    let _ = io::stderr().write_all(text.as_bytes());
    lines.len()
}
