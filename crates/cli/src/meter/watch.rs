//! Watching the files of other processes instead of moving bytes: which they are, and one by its descriptor, as any
//! transfer is shown.

use std::ffi::OsStr;
use std::fs;
use std::slice;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use gush_meter::watch::{self, Watched};
use gush_meter::{Gauge, Order};
use gush_pipe::reason;

use super::args::Request;
use super::values::{self, Watch};
use super::{Meter, board, code};

/// How often a position is looked at.
const GLANCE: Duration = Duration::from_millis(50);

/// A process that is watched: one of its descriptors, or all of its files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    pub process: u32,
    pub descriptor: Option<u32>,
}

/// Watches what was asked for until it is closed, or the processes end.
pub fn run(meter: &Meter<'_>, request: Request) -> u8 {
    let mut bits = 0;
    let mut targets: Vec<Target> = Vec::new();
    for watch in &request.watch {
        match found(watch, true) {
            Ok(more) => targets.extend(more),
            Err(text) => {
                meter.say(text);
                bits = code::NOT_OPENED;
            }
        }
    }
    targets.retain(|target| {
        let runs = watch::runs(target.process);
        if !runs {
            meter.say(format_args!("pid {}: No such process", target.process));
            bits = code::NOT_OPENED;
        }
        runs
    });
    targets.dedup();
    let ended = match targets[..] {
        [] => 0,
        [Target { process, descriptor: Some(descriptor) }] => one(meter, request, process, descriptor),
        _ => board::run(meter, request, targets),
    };
    bits | ended
}

/// The processes that are meant; in a list, each line says some.
fn found(watch: &Watch, is_list_possible: bool) -> Result<Vec<Target>, String> {
    match watch {
        Watch::Process(process, descriptor) => {
            Ok(vec![Target { process: *process, descriptor: *descriptor }])
        }
        Watch::Named(name) => {
            let ids = watch::named(name);
            if ids.is_empty() {
                return Err(format!("={name}: no process has that name"));
            }
            Ok(ids.into_iter().map(|process| Target { process, descriptor: None }).collect())
        }
        Watch::List(path) if is_list_possible => {
            let told = |error: &str| format!("@{}: {error}", path.display());
            let text = fs::read_to_string(path).map_err(|error| told(&reason(&error)))?;
            let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
            let targets = lines.map(|line| {
                let watch =
                    values::watch(OsStr::new(line)).map_err(|text| told(&format!("{line}: {text}")))?;
                found(&watch, false)
            });
            Ok(targets.collect::<Result<Vec<_>, _>>()?.concat())
        }
        Watch::List(path) => Err(format!("@{}: a list cannot name a list", path.display())),
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
    if let Err(refused) = meter.check_watched(&request, slice::from_ref(&watched)) {
        return refused;
    }
    if !request.size_given {
        request.settings.size = watched.size.filter(|&size| size > 0);
    }
    let recorder = match meter.recorder(&request, &request.settings) {
        Ok(recorder) => recorder,
        Err(refused) => return refused,
    };
    let gauge = Arc::new(Gauge::default());
    gauge.saw_first(watched.position().unwrap_or(0));
    let show = match meter.show(&request, recorder, &gauge) {
        Ok(show) => show,
        Err(bits) => return bits,
    };
    while let Some(position) = watched.position().filter(|_| watch::runs(id)) {
        gauge.saw(position);
        thread::sleep(request.settings.interval.min(GLANCE));
    }
    show.leave(Order::Finish);
    0
}
