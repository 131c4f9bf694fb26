//! `gush meter`, which is also `pv`: pv's words at the speed of the pipe, and more.

mod args;
mod inputs;
mod options;
mod record;
mod signals;
mod values;
mod watch;

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind, IsTerminal, Seek};
use std::path::{Path, PathBuf};
use std::process::{self, ExitCode};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex};
use std::thread;

use gush_lab::model::Unit;
use gush_lab::store::Recorded;
use gush_meter::display::{Hooks, Settings, Shape};
use gush_meter::record::Recorder;
use gush_meter::{Gauge, Monitor, Order, Transfer, Trouble, remote};
use gush_pipe::{Sink, SinkKind, reason, startup};

use crate::exit;
use args::{Command, Mistake, Request};
use inputs::Input;

/// The name of the program whose words these are.
pub const NAME: &str = "pv";

/// The bits of the exit code, which are pv's.
mod code {
    /// Another meter or the file for the process id could not be reached.
    pub const ELSEWHERE: u8 = 1;
    pub const NOT_OPENED: u8 = 2;
    pub const INPUT_IS_OUTPUT: u8 = 4;
    pub const INTERNAL: u8 = 8;
    pub const TRANSFER: u8 = 16;
    pub const SIGNAL: u8 = 32;
    /// The command line is wrong.
    pub const USAGE: u8 = 64;
}

/// Runs the command on the words after its name. `program` is how it was called: every message begins with it.
pub fn run(program: &str, words: Vec<OsString>) -> ExitCode {
    let command: Vec<_> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let parsed = match args::parse(words) {
        Err(Mistake(text, help)) => {
            let hint =
                if help { format!("\nTry `{program} --help' for more information.") } else { String::new() };
            exit::say(format_args!("{program}: {text}{hint}"));
            return ExitCode::from(code::USAGE);
        }
        Ok(Command::Help) => return print(&options::help(program)),
        Ok(Command::Version) => return print(&format!("pv (gusher) {}\n", env!("CARGO_PKG_VERSION"))),
        Ok(Command::Run(request)) => request,
    };
    let meter = Meter { program, command: format!("{program} {}", command.join(" ")) };
    let code = match (parsed.remote, parsed.query, parsed.watch) {
        (Some(id), _, _) => meter.change(id, &command),
        (_, Some(id), _) => meter.query(id),
        (_, _, Some((id, descriptor))) => watch::run(&meter, *parsed, id, descriptor),
        _ => meter.transfer(*parsed),
    };
    ExitCode::from(code)
}

fn print(text: &str) -> ExitCode {
    let printed = Sink::stdout().and_then(|mut sink| sink.write_all(text.as_bytes()));
    exit::of(printed.map_err(exit::Failure::stdout))
}

/// How it was called.
struct Meter<'a> {
    program: &'a str,
    command: String,
}

/// What a process leaves behind for others to find it by; gone with it, however it ends.
#[derive(Debug, Default)]
struct Traces {
    ear: Mutex<Option<remote::Ear>>,
    pid_file: Option<PathBuf>,
}

impl Traces {
    fn remove(&self) {
        if let Ok(mut ear) = self.ear.lock() {
            drop(ear.take());
        }
        if let Some(file) = &self.pid_file {
            let _ = fs::remove_file(file);
        }
    }
}

impl Meter<'_> {
    fn say(&self, text: impl std::fmt::Display) {
        exit::say(format_args!("{}: {text}", self.program));
    }

    fn change(&self, id: u32, words: &[String]) -> u8 {
        self.answered(id, remote::change(id, words))
    }

    fn query(&self, id: u32) -> u8 {
        let shown = remote::query(id).map(|state| {
            print(&format!("{state}\n"));
        });
        self.answered(id, shown)
    }

    fn answered(&self, id: u32, result: io::Result<()>) -> u8 {
        let Err(error) = result else { return 0 };
        match error.kind() {
            ErrorKind::NotFound | ErrorKind::ConnectionRefused => {
                self.say(format_args!("{id}: no meter of yours runs there"));
            }
            _ => self.say(format_args!("{id}: {}", reason(&error))),
        }
        code::ELSEWHERE
    }

    fn transfer(&self, mut request: Request) -> u8 {
        startup::ignore_write_signals();
        let mut bits = 0;
        let sink = match self.sink(&request) {
            Ok(sink) => sink,
            Err(bits) => return bits,
        };
        let inputs = self.inputs(&request, &sink, &mut bits);
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
        if let Err(error) = self.empty(&request, &sink) {
            return bits | error;
        }
        self.find_size(&mut request, &inputs, &sink);
        if request.stop_at_size {
            request.options.stop_at = request.settings.size;
        }
        let gauge = Arc::new(Gauge::default());
        gauge.set_limit(request.limit.unwrap_or(0));
        let show = match self.show(&request, &gauge) {
            Ok(show) => show,
            Err(bits) => return bits,
        };
        bits |= match &request.store {
            Some(store) => self.store_and_forward(store, &request, &inputs, sink, &gauge),
            None => self.pass(&inputs, sink, &request, &gauge),
        };
        show.end();
        bits
    }

    /// Moves all inputs to `sink`.
    fn pass(&self, inputs: &[Input], sink: Sink, request: &Request, gauge: &Gauge) -> u8 {
        let mut bits = 0;
        let mut transfer = Transfer::new(sink, request.options.clone(), gauge);
        for input in inputs {
            let source = match input.open() {
                Ok(source) => source,
                Err(error) => {
                    self.say(format_args!("{}: {}", input.name(), reason(&error)));
                    bits |= code::NOT_OPENED;
                    continue;
                }
            };
            let passed = transfer.pass(&source);
            self.tell_skipped(&mut transfer, input, request.errors_once);
            match passed {
                Ok(_) => {}
                // The reader has left: as with pv, that is an end like any other.
                Err(Trouble::Write(error)) if error.kind() == ErrorKind::BrokenPipe => return bits,
                Err(Trouble::Write(error)) => {
                    self.say(format_args!("write failed: {}", reason(&error)));
                    return bits | code::TRANSFER;
                }
                Err(Trouble::Read(error)) => {
                    self.say(format_args!("{}: read failed: {}", input.name(), reason(&error)));
                    bits |= code::TRANSFER;
                }
            }
        }
        if let Err(Trouble::Write(error) | Trouble::Read(error)) = transfer.finish() {
            self.say(format_args!("write failed: {}", reason(&error)));
            bits |= code::INTERNAL;
        }
        bits
    }

    fn tell_skipped(&self, transfer: &mut Transfer<'_>, input: &Input, once: bool) {
        let skipped = transfer.skipped();
        match &skipped[..] {
            [] => {}
            [..] if once => {
                let bytes: u64 = skipped.iter().map(|(_, length)| length).sum();
                self.say(format_args!("{}: {bytes} bytes could not be read, and are zeros", input.name()));
            }
            all => {
                for (at, length) in all {
                    let end = at + length;
                    self.say(format_args!(
                        "{}: bytes {at} to {end} could not be read, and are zeros",
                        input.name()
                    ));
                }
            }
        }
    }

    fn store_and_forward(
        &self,
        store: &Path,
        request: &Request,
        inputs: &[Input],
        sink: Sink,
        gauge: &Gauge,
    ) -> u8 {
        let opened = match store.to_str() {
            Some("-") => tempfile::tempfile(),
            _ => File::options().read(true).write(true).create(true).truncate(true).open(store),
        };
        let stored = opened.and_then(|file| Ok((Sink::from_file(file.try_clone()?)?, file)));
        let (into, mut file) = match stored {
            Ok(stored) => stored,
            Err(error) => {
                self.say(format_args!("{}: {}", store.display(), reason(&error)));
                return code::NOT_OPENED;
            }
        };
        let bits = self.pass(inputs, into, request, gauge);
        if bits & code::TRANSFER != 0 || gauge.is_stopped() {
            return bits;
        }
        if let Err(error) = file.rewind() {
            self.say(format_args!("{}: {}", store.display(), reason(&error)));
            return bits | code::INTERNAL;
        }
        // What is shown begins again, now that all is there.
        gauge.restart();
        bits | self.pass(&[Input::opened(file)], sink, request, gauge)
    }

    fn sink(&self, request: &Request) -> Result<Sink, u8> {
        let (name, sink) = match &request.output {
            _ if request.discard => {
                let null = if cfg!(windows) { "NUL" } else { "/dev/null" };
                (null.to_owned(), File::options().write(true).open(null).and_then(Sink::from_file))
            }
            Some(path) => {
                // It is emptied once it is known that it is no input.
                let file = File::options().write(true).create(true).truncate(false).open(path);
                (path.display().to_string(), file.and_then(Sink::from_file))
            }
            None => ("standard output".into(), Sink::stdout()),
        };
        sink.map_err(|error| {
            self.say(format_args!("{name}: {}", reason(&error)));
            code::NOT_OPENED
        })
    }

    /// Empties the file of `-o`, which is no input.
    fn empty(&self, request: &Request, sink: &Sink) -> Result<(), u8> {
        let Some(path) = request.output.as_ref().filter(|_| !request.discard) else { return Ok(()) };
        // What is no file has nothing to be emptied.
        if !sink.metadata().is_ok_and(|metadata| metadata.is_file()) {
            return Ok(());
        }
        sink.cut().map_err(|error| {
            self.say(format_args!("{}: {}", path.display(), reason(&error)));
            code::NOT_OPENED
        })
    }

    /// Refuses files to be written beside the output that are an input or the output: they would be lost, or grow for ever.
    fn check_files(&self, request: &Request, inputs: &[Input], sink: &Sink) -> Result<(), u8> {
        let store = request.store.as_deref().filter(|path| *path != Path::new("-"));
        let beside = [("store", store), ("process id", request.pid_file.as_deref())];
        for (what, path) in beside.into_iter().filter_map(|(what, path)| Some((what, path?))) {
            let other = if inputs.iter().any(|input| input.is_file(path)) {
                "an input"
            } else if inputs::are_same(path, sink) {
                "the output"
            } else {
                continue;
            };
            self.say(format_args!("{}: the {what} file is {other}", path.display()));
            return Err(code::INPUT_IS_OUTPUT);
        }
        Ok(())
    }

    /// The inputs that are there, and are not the output too.
    fn inputs(&self, request: &Request, sink: &Sink, bits: &mut u8) -> Vec<Input> {
        let standard = [OsString::from("-")];
        let names = if request.files.is_empty() { &standard[..] } else { &request.files[..] };
        let mut inputs = Vec::new();
        for name in names {
            match Input::look(name) {
                Ok(input)
                    if input.is_output(sink)
                        || request.output.as_deref().is_some_and(|path| input.is_file(path)) =>
                {
                    self.say(format_args!("input file is output file: {}", input.name()));
                    *bits |= code::INPUT_IS_OUTPUT;
                }
                Ok(input) => inputs.push(input),
                Err(error) => {
                    let (what, name) = if *name == "-" {
                        ("failed to stat file: ", "-".into())
                    } else {
                        ("", name.to_string_lossy())
                    };
                    self.say(format_args!("{what}{name}: {}", reason(&error)));
                    *bits |= code::NOT_OPENED;
                }
            }
        }
        inputs
    }

    /// The size, where it was not given: that of the inputs, or of the device that is written to.
    fn find_size(&self, request: &mut Request, inputs: &[Input], sink: &Sink) {
        if request.size_given || request.settings.by_lines {
            return;
        }
        request.settings.size = inputs.iter().map(Input::size).sum::<Option<u64>>().filter(|&size| size > 0);
        if request.settings.size.is_none() && sink.kind() == SinkKind::Other {
            let path = request.output.as_deref().unwrap_or(Path::new("/dev/stdout"));
            request.settings.size = inputs::device_size(path);
            request.stop_at_size |= request.settings.size.is_some();
        }
    }

    /// Starts the display, and all by which others can reach it.
    fn show(&self, request: &Request, gauge: &Arc<Gauge>) -> Result<Show, u8> {
        let mut settings = request.settings.clone();
        if settings.shape == Shape::Visual && !request.force && !io::stderr().is_terminal() {
            settings.shape = Shape::Quiet;
        }
        let recorder = self.recorder(request)?;
        let (orders, received) = mpsc::channel();
        // Before anybody can find it: who knows the process id may send a signal.
        signals::forward(orders.clone());
        if let Some(file) = &request.pid_file {
            fs::write(file, format!("{}\n", process::id())).map_err(|error| {
                self.say(format_args!("{}: {}", file.display(), reason(&error)));
                code::ELSEWHERE
            })?;
        }
        // Where it cannot listen, it still works; only nobody can ask it anything.
        let ear = Mutex::new(remote::Ear::open(orders.clone()).ok());
        let traces = Arc::new(Traces { ear, pid_file: request.pid_file.clone() });
        let hooks = Hooks { change: Box::new(change), suspend: Box::new(signals::suspend) };
        let (gauge, left) = (Arc::clone(gauge), Arc::clone(&traces));
        let thread = thread::spawn(move || {
            if Monitor::new(settings, &gauge, recorder, hooks).run(&received).is_some() {
                left.remove();
                // The transfer may be in a call that nothing ends.
                process::exit(code::SIGNAL.into());
            }
        });
        Ok(Show { orders, thread, traces })
    }

    fn recorder(&self, request: &Request) -> Result<Option<Recorder>, u8> {
        let Some(file) = &request.record else { return Ok(None) };
        let Settings { by_lines, size, style, .. } = &request.settings;
        let what = Recorded {
            name: style.name.clone(),
            unit: if *by_lines { Unit::Lines } else { Unit::Bytes },
            size: *size,
            command: self.command.clone(),
            version: env!("CARGO_PKG_VERSION").into(),
            started: record::now(),
        };
        record::start(file, what).map(Some).map_err(|error| {
            let path = error.path.display();
            self.say(format_args!("{path}: the recording cannot be written: {}", error.kind));
            code::NOT_OPENED
        })
    }
}

/// A running display.
struct Show {
    orders: Sender<Order>,
    thread: thread::JoinHandle<()>,
    traces: Arc<Traces>,
}

impl Show {
    /// Has it show the last state, and waits until it is on the screen.
    fn end(self) {
        // One that has ended by itself needs no telling.
        let _ = self.orders.send(Order::Finish);
        let _ = self.thread.join();
        self.traces.remove();
    }
}

/// Changes the settings of a running meter by the words of another's command line.
fn change(words: &[String], settings: &mut Settings, gauge: &Gauge) -> Result<(), String> {
    match args::parse(words.iter().map(OsString::from).collect()) {
        Ok(Command::Run(request)) => {
            request.change(settings);
            if let Some(limit) = request.limit {
                gauge.set_limit(limit);
            }
            Ok(())
        }
        Ok(_) => Ok(()),
        Err(Mistake(text, _)) => Err(text),
    }
}
