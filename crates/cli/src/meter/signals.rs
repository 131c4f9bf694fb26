//! Signals as events to the display, which shows the true counts, tidies up and ends the process, or lets it stop for a
//! while.

use std::process;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread;

use gush_meter::Event;
use gush_pipe::startup;
use signal_hook::consts::{SIGALRM, SIGHUP, SIGINT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2, SIGWINCH};
use signal_hook::iterator::Signals;
use signal_hook::{flag, low_level};

use super::error::Fault;

/// What a real `pv -R` sends to what it takes for another pv. It asks for nothing here, and must not end anything.
const FOREIGN: [i32; 3] = [SIGUSR1, SIGUSR2, SIGALRM];

/// Hands signals on as events from now on. One that the parent had ignored, as nohup does, stays ignored. Where signals
/// cannot be caught, or no thread be started that hands them on, they do what they always do.
pub fn forward(events: Sender<Event>) {
    for signal in FOREIGN {
        let _ = flag::register(signal, Arc::default());
    }
    let (caught, are_caught) = mpsc::channel::<()>();
    // Caught by that thread alone: without it nobody would hear of them, and the process could not be ended.
    let thread = thread::Builder::new().name("signals".into()).spawn(move || {
        let wanted = [SIGTERM, SIGINT, SIGHUP, SIGTSTP, SIGWINCH];
        let Ok(signals) = Signals::new(wanted.into_iter().filter(|&signal| !startup::is_ignored(signal)))
        else {
            return;
        };
        drop(caught);
        hand_on(signals, &events);
    });
    if thread.is_ok() {
        // The answer is the closing of the channel.
        let _ = are_caught.recv();
    }
}

fn hand_on(mut signals: Signals, events: &Sender<Event>) {
    for signal in signals.forever() {
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
}

/// Stops the process as the terminal asked for; returns when it goes on.
pub fn suspend() {
    // Where that is refused, the process just goes on.
    let _ = low_level::emulate_default_handler(SIGTSTP);
}
