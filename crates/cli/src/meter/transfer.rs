//! One run: from the inputs to the output, with a display beside it.

use std::fs::File;
use std::io::{ErrorKind, Seek};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::Arc;

use gush_meter::display::Settings;
use gush_meter::{Gauge, Order, Transfer, Trouble};
use gush_pipe::{Sink, close_stdout, reason, startup};

use super::args::Request;
use super::inputs::Input;
use super::show::Show;
use super::{Meter, code};

impl Meter<'_> {
    /// Moves what was asked for; says how it ended.
    pub fn transfer(&self, mut request: Request) -> u8 {
        startup::ignore_write_signals();
        let mut bits = 0;
        let sink = match self.sink(&request) {
            Ok(sink) => sink,
            Err(bits) => return bits,
        };
        let inputs = match self.inputs(&request, &sink, &mut bits) {
            Ok(inputs) => inputs,
            Err(bits) => return bits,
        };
        if inputs.is_empty() && bits == code::NOT_OPENED && !request.files.is_empty() {
            // As pv, which has then nothing to do.
            bits |= code::INTERNAL;
        }
        if let Err(refused) = self.check_files(&request, &inputs, &sink) {
            return bits | refused;
        }
        if request.output.is_some() && bits & code::INPUT_IS_OUTPUT != 0 {
            return bits;
        }
        self.find_size(&mut request, &inputs, &sink);
        if request.stop_at_size {
            request.options.stop_at = request.settings.size;
        }
        // What may be refused comes before what cannot be undone.
        let recorder = match self.recorder(&request, &request.settings) {
            Ok(recorder) => recorder,
            Err(refused) => return bits | refused,
        };
        let gauge = Arc::new(Gauge::default());
        gauge.set_limit(request.limit.unwrap_or(0));
        let show = match self.show(&request, recorder, &gauge) {
            Ok(show) => show,
            Err(refused) => return bits | refused,
        };
        show.note(bits);
        if let Err(error) = self.empty(&request, &sink) {
            show.leave(Order::BreakOff);
            return bits | error;
        }
        let run = Moving { meter: self, show: &show, request: &request, gauge: &gauge };
        let output = request.output.clone().filter(|_| !request.discard);
        let (ended, told) = match &request.store {
            Some(store) => run.store_and_forward(store, &inputs, sink, output.as_deref()),
            None => run.pass(&inputs, sink, output.as_deref()),
        };
        show.leave(if told { Order::BreakOff } else { Order::Finish });
        // What could not be stored is known only now.
        match close_stdout() {
            Err(error) if !told => {
                self.say(format_args!("standard output: {}", reason(&error)));
                bits | ended | code::TRANSFER
            }
            _ => bits | ended,
        }
    }
}

/// A transfer on its way. What its functions return are the bits of the exit code, and whether the output failed, which
/// was said then and is the last word.
struct Moving<'a> {
    meter: &'a Meter<'a>,
    show: &'a Show,
    request: &'a Request,
    gauge: &'a Gauge,
}

impl Moving<'_> {
    /// Moves all inputs to `sink`, which is a file where it has a name.
    fn pass(&self, inputs: &[Input], sink: Sink, name: Option<&Path>) -> (u8, bool) {
        let mut bits = 0;
        let mut transfer = Transfer::new(sink, self.request.options.clone(), self.gauge);
        for input in inputs {
            let source = match input.open() {
                Ok(source) => source,
                Err(error) => {
                    bits |= self.fail(code::NOT_OPENED, format_args!("{}: {}", input.name(), reason(&error)));
                    continue;
                }
            };
            let passed = transfer.pass(&source);
            bits |= self.tell_skipped(&mut transfer, input);
            match passed {
                Ok(_) => {}
                // The reader has left: as with pv, that is an end like any other.
                Err(Trouble::Write(error)) if error.kind() == ErrorKind::BrokenPipe => return (bits, false),
                Err(Trouble::Write(error)) => {
                    let failed = format_args!("write failed: {}", reason(&error));
                    return (bits | self.fail(code::TRANSFER, failed), true);
                }
                Err(Trouble::Read(error)) => {
                    let failed = format_args!("{}: read failed: {}", input.name_in_use(), reason(&error));
                    bits |= self.fail(code::TRANSFER, failed);
                }
            }
        }
        if let Err(Trouble::Write(error) | Trouble::Read(error)) = transfer.finish() {
            let failed = format_args!("write failed: {}", reason(&error));
            return (bits | self.fail(code::INTERNAL, failed), true);
        }
        if let Err(error) = transfer.close() {
            let name = name.unwrap_or(Path::new("standard output")).display();
            return (bits | self.fail(code::TRANSFER, format_args!("{name}: {}", reason(&error))), true);
        }
        (bits, false)
    }

    /// Tells what went wrong, and hands back the bit for it, which a signal that comes now has in its code too.
    fn fail(&self, bit: u8, text: std::fmt::Arguments<'_>) -> u8 {
        self.show.note(bit);
        self.show.say(text);
        bit
    }

    /// Tells what was skipped, for which there are zeros in the output: that is an error, too, though all goes on.
    fn tell_skipped(&self, transfer: &mut Transfer<'_>, input: &Input) -> u8 {
        let skipped = transfer.skipped();
        let tell = |what: std::fmt::Arguments<'_>| {
            self.show.say(format_args!("{}: {what} could not be read, and are zeros", input.name_in_use()));
        };
        match &skipped[..] {
            [] => return 0,
            all if self.request.errors_once => {
                tell(format_args!("{} bytes", all.iter().map(|(_, length)| length).sum::<u64>()));
            }
            all => all.iter().for_each(|(at, length)| tell(format_args!("bytes {at} to {}", at + length))),
        }
        self.show.note(code::TRANSFER);
        code::TRANSFER
    }

    fn store_and_forward(
        &self,
        store: &Path,
        inputs: &[Input],
        sink: Sink,
        output: Option<&Path>,
    ) -> (u8, bool) {
        let opened = match store.to_str() {
            Some("-") => tempfile::tempfile(),
            // As it may be of somebody's secrets, a new one is its user's alone.
            _ => File::options().read(true).write(true).create(true).truncate(true).mode(0o600).open(store),
        };
        let stored = opened.and_then(|file| Ok((Sink::from_file(file.try_clone()?)?, file)));
        let (into, mut file) = match stored {
            Ok(stored) => stored,
            Err(error) => {
                let failed = format_args!("{}: {}", store.display(), reason(&error));
                return (self.fail(code::NOT_OPENED, failed), true);
            }
        };
        let (bits, told) = self.pass(inputs, into, Some(store));
        let is_whole = bits & code::TRANSFER == 0 || self.skips();
        if told || !is_whole || self.gauge.is_stopped() {
            return (bits, told);
        }
        if let Err(error) = file.rewind() {
            let failed = format_args!("{}: {}", store.display(), reason(&error));
            return (bits | self.fail(code::INTERNAL, failed), true);
        }
        self.again(file.metadata().map_or(0, |metadata| metadata.len()));
        let (ended, told) = self.pass(&[Input::opened(file, store)], sink, output);
        (bits | ended, told)
    }

    /// Has a second transfer shown, of the bytes that are in the store: it is another recording, too.
    fn again(&self, bytes: u64) {
        let by_lines = self.request.settings.by_lines;
        let size = Some(if by_lines { self.gauge.lines() } else { bytes }).filter(|&size| size > 0);
        let settings = Settings { size, ..self.request.settings.clone() };
        let recorder = self.meter.recorder(self.request, &settings).unwrap_or_default();
        self.show.again(size, recorder, self.gauge);
    }

    /// Whether what cannot be read is skipped, so that an error was none of the store's.
    fn skips(&self) -> bool {
        self.request.options.skip_errors.is_some()
    }
}
