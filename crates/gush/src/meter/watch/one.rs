//! One descriptor of another process, shown as any transfer is.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use gush_meter::display::Settings;
use gush_meter::watch::Watched;
use gush_meter::{Event, SharedState};
use gush_pipe::procfs;

use super::super::error::{Error, Fault};
use super::super::running::Meter;
use super::super::show::Show;

/// How often a position is looked at.
const GLANCE: Duration = Duration::from_millis(50);

/// Watches it until it is closed, or the process ends.
///
/// # Errors
/// When it cannot be watched, or not be recorded.
pub fn run(meter: &Meter<'_>, process: u32, descriptor: u32) -> Result<(), Error> {
    let watched = Watched::open(process, descriptor).map_err(|error| {
        Error::system(Fault::NotOpened, format_args!("pid {process}: fd {descriptor}"), &error)
    })?;
    let request = meter.request();
    let given = request.settings.size.filter(|_| request.size_given);
    let size = given.or(watched.size.filter(|&size| size > 0));
    let settings = Settings { size, ..request.settings.clone() };
    let interval = settings.interval.min(GLANCE);
    let recorder = meter.recorder(&settings)?;
    let shared = Arc::new(SharedState::default());
    shared.counts.start_at(watched.position().unwrap_or(0));
    let show = Show::start(meter, settings, recorder, &shared, Instant::now())?;
    while let Some(position) = watched.position().filter(|_| procfs::is_running(process)) {
        shared.counts.set_bytes(position);
        thread::sleep(interval);
    }
    show.leave(Event::Finish);
    Ok(())
}
