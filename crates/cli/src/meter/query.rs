//! Asking a running meter how it is going: its state once, again and again, or as if its bytes passed here.

use std::io;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use gush_meter::display::Shape;
use gush_meter::{Gauge, Order, remote};
use gush_pipe::{Sink, close_stdout, reason};
use serde_json::Value;

use super::args::Request;
use super::options::Opt;
use super::{Meter, code};

/// How often the other meter is asked at least.
const GLANCE: Duration = Duration::from_millis(100);

/// Shows what passes the meter with process id `id`.
pub fn run(meter: &Meter<'_>, request: Request, id: u32) -> u8 {
    let state = match remote::query(id) {
        Ok(state) => state,
        Err(error) => return meter.answered(id, Err(error)),
    };
    if request.settings.shape == Shape::Json {
        print(meter, &request, id, state)
    } else {
        show(meter, request, id, &state)
    }
}

/// Prints its state; where an interval was given, again and again until it ends.
fn print(meter: &Meter<'_>, request: &Request, id: u32, mut state: String) -> u8 {
    let printed = Sink::stdout().and_then(|mut sink| {
        sink.write_all(format!("{state}\n").as_bytes())?;
        while request.has(Opt::Interval) {
            thread::sleep(request.settings.interval);
            let Ok(next) = remote::query(id) else { break };
            state = next;
            sink.write_all(format!("{state}\n").as_bytes())?;
        }
        close_stdout()
    });
    match printed {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe && request.has(Opt::Interval) => 0,
        Err(error) => {
            meter.say(format_args!("standard output: {}", reason(&error)));
            code::ELSEWHERE
        }
        Ok(()) => 0,
    }
}

/// What of the other meter's state is shown here.
struct State {
    elapsed: f64,
    bytes: u64,
    lines: u64,
    by_lines: bool,
    size: Option<u64>,
    name: Option<String>,
}

impl State {
    /// `None` where the state is that of several files.
    fn of(text: &str) -> Option<State> {
        let object: Value = serde_json::from_str(text).ok()?;
        Some(State {
            elapsed: object["elapsed"].as_f64()?,
            bytes: object["bytes"].as_u64()?,
            lines: object["lines"].as_u64().unwrap_or(0),
            by_lines: object["unit"] == "lines",
            size: object["size"].as_u64(),
            name: object["name"].as_str().map(str::to_owned),
        })
    }

    fn count(&self, gauge: &Gauge) {
        gauge.saw(self.bytes);
        gauge.saw_lines(self.lines);
    }
}

/// Shows it until it ends, as the options say: its counts, its size and its time.
fn show(meter: &Meter<'_>, mut request: Request, id: u32, state: &str) -> u8 {
    let Some(state) = State::of(state) else {
        meter.say(format_args!("{id}: it watches several files; --json shows their state"));
        return code::ELSEWHERE;
    };
    let settings = &mut request.settings;
    settings.by_lines = state.by_lines;
    if !request.size_given {
        settings.size = state.size;
    }
    if settings.style.name.is_none() && state.name.is_some() {
        settings.style.name.clone_from(&state.name);
        settings.template = std::mem::take(&mut settings.template).with_name();
    }
    let gauge = Arc::new(Gauge::default());
    state.count(&gauge);
    let interval = settings.interval.min(GLANCE);
    let now = Instant::now();
    let start = now.checked_sub(Duration::from_secs_f64(state.elapsed)).unwrap_or(now);
    let recorder = match meter.recorder(&request, &request.settings) {
        Ok(recorder) => recorder,
        Err(refused) => return refused,
    };
    let show = match meter.show_since(&request, recorder, &gauge, start) {
        Ok(show) => show,
        Err(bits) => return bits,
    };
    while let Some(state) = remote::query(id).ok().and_then(|text| State::of(&text)) {
        state.count(&gauge);
        thread::sleep(interval);
    }
    show.leave(Order::Finish);
    0
}
