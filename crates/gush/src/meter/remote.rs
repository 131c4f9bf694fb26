//! A meter in another process: changing its settings, and showing its state once, again and again, or as if its bytes
//! passed here.

use std::io::{self, ErrorKind};
use std::mem;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use gush_meter::display::{Settings, Shape};
use gush_meter::{Event, SharedState, control};
use gush_pipe::{Sink, close_stdout};
use serde_json::Value;

use super::error::{Error, Fault};
use super::flags::INTERVAL;
use super::running::Meter;
use super::show::Show;

/// How often the other meter is asked at least.
const GLANCE: Duration = Duration::from_millis(100);

/// Changes the settings of the meter with process ID `id`.
///
/// # Errors
/// When it cannot be reached, or refuses.
pub fn change(meter: &Meter<'_>, id: u32) -> Result<(), Error> {
    control::change(id, &meter.request().sent).map_err(|error| unreachable(id, &error))
}

fn unreachable(id: u32, error: &io::Error) -> Error {
    match error.kind() {
        ErrorKind::NotFound | ErrorKind::ConnectionRefused => {
            Error::new(Fault::Unreachable, format_args!("{id}: no meter of yours runs there"))
        }
        _ => Error::system(Fault::Unreachable, id, error),
    }
}

/// Shows what passes the meter with process ID `id`.
///
/// # Errors
/// When it cannot be reached, or its state cannot be shown.
pub fn query(meter: &Meter<'_>, id: u32) -> Result<(), Error> {
    let state = control::query(id).map_err(|error| unreachable(id, &error))?;
    if meter.request().settings.shape == Shape::Json {
        print(meter, id, state)
    } else {
        show(meter, id, &state)
    }
}

/// Prints its state; where an interval was given, again and again until it ends.
fn print(meter: &Meter<'_>, id: u32, mut state: String) -> Result<(), Error> {
    let request = meter.request();
    let printed = Sink::stdout().and_then(|mut sink| {
        sink.write_all(format!("{state}\n").as_bytes())?;
        while request.has(&INTERVAL) {
            thread::sleep(request.settings.interval);
            let Ok(next) = control::query(id) else { break };
            state = next;
            sink.write_all(format!("{state}\n").as_bytes())?;
        }
        close_stdout()
    });
    match printed {
        Err(error) if error.kind() == ErrorKind::BrokenPipe && request.has(&INTERVAL) => Ok(()),
        printed => printed.map_err(|error| Error::system(Fault::Unreachable, "standard output", &error)),
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

    fn count(&self, shared: &SharedState) {
        shared.counts.set_bytes(self.bytes);
        shared.counts.set_lines(self.lines);
    }
}

/// Shows it until it ends, by the options: its counts, its size and its time.
fn show(meter: &Meter<'_>, id: u32, state: &str) -> Result<(), Error> {
    let Some(state) = State::of(state) else {
        let text = format_args!("{id}: it watches several files; --json shows their state");
        return Err(Error::new(Fault::Unreachable, text));
    };
    let request = meter.request();
    let mut settings = Settings { by_lines: state.by_lines, ..request.settings.clone() };
    if !request.size_given {
        settings.size = state.size;
    }
    if settings.style.name.is_none() && state.name.is_some() {
        settings.style.name.clone_from(&state.name);
        settings.template = mem::take(&mut settings.template).with_name();
    }
    let shared = Arc::new(SharedState::default());
    state.count(&shared);
    let interval = settings.interval.min(GLANCE);
    let now = Instant::now();
    let start = now.checked_sub(Duration::from_secs_f64(state.elapsed)).unwrap_or(now);
    let recorder = meter.recorder(&settings)?;
    let show = Show::start(meter, settings, recorder, &shared, start)?;
    while let Some(state) = control::query(id).ok().and_then(|text| State::of(&text)) {
        state.count(&shared);
        thread::sleep(interval);
    }
    show.leave(Event::Finish);
    Ok(())
}
