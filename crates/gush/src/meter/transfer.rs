//! One run: from the inputs to the output, with a display beside it.

use std::fmt;
use std::fs::File;
use std::io::{ErrorKind, Seek};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use gush_meter::display::Settings;
use gush_meter::engine::Options;
use gush_meter::{Event, SharedState, Transfer, TransferError};
use gush_pipe::{Sink, close_stdout, sigpipe};

use super::error::{Error, Fault};
use super::inputs::{self, Extent, Input};
use super::output;
use super::running::Meter;
use super::show::{Reporter, Show};

/// Moves what was asked for.
///
/// # Errors
/// What ended it, or went wrong at its end; other errors were reported on the way.
pub fn run(meter: &Meter<'_>) -> Result<(), Error> {
    sigpipe::ignore_write_signals();
    let (request, faults) = (meter.request(), meter.faults());
    let sink = match output::open(request) {
        Ok(sink) => sink,
        Err(error) => {
            let error = Error::system(Fault::NotOpened, output::name(request), &error);
            if request.output.is_some() || request.discard {
                return Err(error);
            }
            meter.say(&error);
            inputs::note_closed_output(meter);
            return Ok(());
        }
    };
    let inputs = inputs::find(meter, &sink)?;
    output::check_files(request, &inputs, &sink)?;
    if request.output.is_some() && faults.has(Fault::InputIsOutput) {
        return Ok(());
    }
    let extent = Extent::find(request, &inputs, &sink);
    let settings = Settings { size: extent.size, ..request.settings.clone() };
    let stop_at = if extent.is_end { extent.size } else { request.options.stop_at };
    let options = Options { stop_at, ..request.options.clone() };
    // Steps that may fail come before those that cannot be undone.
    let recorder = meter.recorder(&settings)?;
    let shared = Arc::new(SharedState::default());
    shared.controls.set_limit(request.limit.unwrap_or(0));
    // What passes before the display runs takes its time, too.
    let show = Show::start(meter, settings.clone(), recorder, &shared, Instant::now())?;
    if let Err(error) = output::empty(request, &sink) {
        meter.report(&error);
        show.leave(Event::BreakOff);
        return Ok(());
    }
    let reporter = show.reporter();
    let run = Moving { meter, show: &reporter, settings: &settings, options: &options, shared: &shared };
    let moved = match &request.store {
        Some(store) => run.store_and_forward(store, &inputs, sink, request.output_file(), &show),
        None => run.pass(&inputs, sink, request.output_file()),
    };
    if let Err(error) = &moved {
        show.reporter().report(error);
    }
    show.leave(if moved.is_err() { Event::BreakOff } else { Event::Finish });
    // What could not be stored is known only now.
    match close_stdout() {
        Err(error) if moved.is_ok() => Err(Error::system(Fault::Transfer, "standard output", &error)),
        _ => Ok(()),
    }
}

/// A running transfer. An error that its functions return ends it; other errors are reported meanwhile.
pub struct Moving<'a> {
    pub meter: &'a Meter<'a>,
    pub show: &'a Reporter,
    pub settings: &'a Settings,
    pub options: &'a Options,
    pub shared: &'a SharedState,
}

impl Moving<'_> {
    /// Moves all inputs to `sink`, which is a file where it has a name.
    ///
    /// # Errors
    /// When nothing more can be written.
    pub fn pass(&self, inputs: &[Input], sink: Sink, name: Option<&Path>) -> Result<(), Error> {
        let mut transfer = Transfer::new(sink, self.options.clone(), self.shared);
        for input in inputs {
            let source = match input.open() {
                Ok(source) => source,
                Err(error) => {
                    self.show.report(&Error::system(Fault::NotOpened, input.name(), &error));
                    continue;
                }
            };
            let passed = transfer.pass(&source);
            self.report_skipped(&mut transfer, input);
            match passed {
                Ok(_) => {}
                // The reader has left: as with pv, that is an end like any other.
                Err(TransferError::Write(error)) if error.kind() == ErrorKind::BrokenPipe => return Ok(()),
                Err(TransferError::Write(error)) => {
                    return Err(Error::system(Fault::Transfer, "write failed", &error));
                }
                Err(TransferError::Read(error)) => {
                    let what = format!("{}: read failed", input.name_in_use());
                    self.show.report(&Error::system(Fault::Transfer, what, &error));
                }
            }
        }
        if let Err(TransferError::Write(error) | TransferError::Read(error)) = transfer.finish() {
            return Err(Error::system(Fault::Internal, "write failed", &error));
        }
        let name = name.unwrap_or(Path::new("standard output")).display();
        transfer.close().map_err(|error| Error::system(Fault::Transfer, name, &error))
    }

    /// Reports what was skipped, for which there are zeros in the output: that is an error, too, though the transfer continues.
    fn report_skipped(&self, transfer: &mut Transfer<'_>, input: &Input) {
        let report = |what: fmt::Arguments<'_>| {
            let text = format_args!("{}: {what} could not be read, and are zeros", input.name_in_use());
            self.show.report(&Error::new(Fault::Transfer, text));
        };
        match &transfer.skipped()[..] {
            [] => {}
            all if self.meter.request().errors_once => {
                report(format_args!("{} bytes", all.iter().map(|(_, length)| length).sum::<u64>()));
            }
            all => all.iter().for_each(|(at, length)| report(format_args!("bytes {at} to {}", at + length))),
        }
    }

    fn store_and_forward(
        &self,
        store: &Path,
        inputs: &[Input],
        sink: Sink,
        output: Option<&Path>,
        show: &Show,
    ) -> Result<(), Error> {
        let folder = std::env::temp_dir();
        let is_unnamed = store == Path::new("-");
        let opened = match is_unnamed {
            true => tempfile::tempfile(),
            // As it may contain secrets, only its owner can access a new one.
            false => {
                File::options().read(true).write(true).create(true).truncate(true).mode(0o600).open(store)
            }
        };
        let stored = opened.and_then(|file| Ok((Sink::from_file(file.try_clone()?)?, file)));
        let named = if is_unnamed { &folder } else { store };
        let (into, mut file) =
            stored.map_err(|error| Error::system(Fault::NotOpened, named.display(), &error))?;
        self.pass(inputs, into, Some(store))?;
        let is_complete = !self.meter.faults().has(Fault::Transfer) || self.skips();
        if !is_complete || self.shared.controls.is_stopped() {
            return Ok(());
        }
        file.rewind().map_err(|error| Error::system(Fault::Internal, store.display(), &error))?;
        self.again(show, file.metadata().map_or(0, |metadata| metadata.len()));
        self.pass(&[Input::opened(file, store)], sink, output)
    }

    /// Has a second transfer shown, of the bytes that are in the store: it is another recording, too.
    fn again(&self, show: &Show, bytes: u64) {
        let size = Some(if self.settings.by_lines { self.shared.counts.lines() } else { bytes });
        let settings = Settings { size: size.filter(|&size| size > 0), ..self.settings.clone() };
        // Like a display that cannot be shown, a second recording that cannot be written is no reason to stop.
        let recorder = self.meter.recorder(&settings).unwrap_or_else(|error| {
            self.meter.say(error);
            None
        });
        show.again(settings.size, recorder, self.shared);
    }

    /// Whether what cannot be read is skipped, so that an error was not of the store.
    fn skips(&self) -> bool {
        self.options.skip_errors.is_some()
    }
}
