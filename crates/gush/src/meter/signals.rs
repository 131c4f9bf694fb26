//! Signals as events to the display, which shows the true counts, tidies up and ends the process, or lets it stop for a
//! while.

use std::io::{self, ErrorKind, Read};
use std::os::unix::net::UnixStream;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

use gush_meter::Event;
use gush_pipe::sigpipe;
use signal_hook::consts::{SIGALRM, SIGHUP, SIGINT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2, SIGWINCH};
use signal_hook::{flag, low_level};

use super::error::Fault;

/// The signal of a real `pv -R` to another pv. It has no meaning here, and must not end the process.
const FOREIGN: [i32; 3] = [SIGUSR1, SIGUSR2, SIGALRM];

/// How often to poll for signals where nothing can wake the thread.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// A signal, and whether it was received.
type Caught = (i32, Arc<AtomicBool>);

/// Forwards signals as events from now on. One that the parent had ignored, as nohup does, stays ignored. Where signals
/// cannot be caught, or no thread can be started to forward them, they have their default effect.
pub fn forward(events: Sender<Event>) {
    for signal in FOREIGN {
        let _ = flag::register(signal, Arc::default());
    }
    let (caught, are_caught) = mpsc::channel::<()>();
    // Caught by that thread alone: without it they would be lost, and the process could not be ended.
    let thread = thread::Builder::new().name("signals".into()).spawn(move || {
        let Ok((wakes, signals)) = catch() else { return };
        drop(caught);
        hand_on(wakes, &signals, &events);
    });
    if thread.is_ok() {
        // The answer is the closing of the channel.
        let _ = are_caught.recv();
    }
}

/// Catches the signals that are not ignored: each sets its flag, and then wakes the reader.
fn catch() -> io::Result<(UnixStream, Vec<Caught>)> {
    let (wakes, wake) = UnixStream::pair()?;
    let mut signals = Vec::new();
    for signal in [SIGTERM, SIGINT, SIGHUP, SIGTSTP, SIGWINCH] {
        if sigpipe::is_ignored(signal) {
            continue;
        }
        let has_come = Arc::new(AtomicBool::new(false));
        flag::register(signal, Arc::clone(&has_come))?;
        low_level::pipe::register(signal, wake.try_clone()?)?;
        signals.push((signal, has_come));
    }
    Ok((wakes, signals))
}

/// Hands on the `signals` that have come, each time that `wakes` can be read; where reading fails, every now and then.
fn hand_on(mut wakes: impl Read, signals: &[Caught], events: &Sender<Event>) {
    loop {
        match wakes.read(&mut [0; 64]) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Ok(0) | Err(_) => thread::sleep(POLL_INTERVAL),
            Ok(_) => {}
        }
        for (signal, has_come) in signals {
            if has_come.swap(false, Ordering::AcqRel) {
                send(*signal, events);
            }
        }
    }
}

/// Sends a signal as an event; where the display has ended, does what it would have done.
fn send(signal: i32, events: &Sender<Event>) {
    let event = match signal {
        SIGWINCH => Event::Resize,
        SIGTSTP => Event::Suspend,
        ending => Event::End(ending),
    };
    if let Err(unsent) = events.send(event) {
        match unsent.0 {
            Event::End(_) => process::exit(Fault::Signal.bit().into()),
            Event::Suspend => suspend(),
            _ => {}
        }
    }
}

/// Stops the process as the terminal asked for; returns when it continues.
pub fn suspend() {
    // If that is refused, the process continues.
    let _ = low_level::emulate_default_handler(SIGTSTP);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What cannot be read, whatever the reason.
    struct Broken;

    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::from_raw_os_error(5))
        }
    }

    #[test]
    fn signals_are_handed_on_though_reading_fails() {
        let (events, received) = mpsc::channel();
        let has_come = Arc::new(AtomicBool::new(false));
        let signals = vec![(SIGTERM, Arc::clone(&has_come))];
        thread::spawn(move || hand_on(Broken, &signals, &events));
        has_come.store(true, Ordering::Release);
        let event = received.recv_timeout(Duration::from_secs(10)).unwrap();
        assert!(matches!(event, Event::End(SIGTERM)), "{event:?}");
    }
}
