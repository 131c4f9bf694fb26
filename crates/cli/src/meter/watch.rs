//! Watching the files of another process instead of moving bytes: one by its descriptor, as any transfer is shown.

use std::slice;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use gush_meter::watch::{self, Watched};
use gush_meter::{Gauge, Order};
use gush_pipe::reason;

use super::args::Request;
use super::{Meter, board, code};

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
        None => board::run(meter, request, id),
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
