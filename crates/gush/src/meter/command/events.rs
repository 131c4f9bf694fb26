//! Events of a process with several displays: each display receives them, and the command receives signals that end it.

use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use gush_meter::Event;
use signal_hook::consts::SIGINT;

use super::super::signals;
use super::process::Living;

/// How long a display has to leave the terminal before the process stops, or to answer.
const TIMEOUT: Duration = Duration::from_millis(500);

/// The displays of a process, and its command.
pub struct Listeners {
    pub displays: Vec<Sender<Event>>,
    pub command: Living,
    pub suspension: Suspension,
}

impl Listeners {
    /// Forwards events until the last sender is gone.
    pub fn hear(&self, events: &Receiver<Event>) {
        for event in events {
            match event {
                Event::End(signal) => self.end(signal),
                Event::Suspend => self.suspend(),
                Event::Resize => self.displays.iter().for_each(|display| {
                    let _ = display.send(Event::Resize);
                }),
                Event::Change(arguments, answer) => {
                    let changed = self.ask(|answer| Event::Change(arguments.clone(), answer));
                    // The client may have gone.
                    let _ = answer.send(changed.into_iter().collect());
                }
                Event::Query(answer) => {
                    let states = self.ask(Event::Query);
                    let state = match &states[..] {
                        [state] => state.clone(),
                        states => format!("[{}]", states.join(",")),
                    };
                    let _ = answer.send(state);
                }
                _ => {}
            }
        }
    }

    /// Ends the displays, of which the last one ends the process, and the command with them: an end of its input alone
    /// would be no reason for it to break off. Ctrl-C has reached it by itself.
    fn end(&self, signal: i32) {
        if signal != SIGINT {
            self.command.signal(signal);
        }
        for display in &self.displays {
            let _ = display.send(Event::End(signal));
        }
    }

    /// Stops the process once all displays have left the terminal.
    fn suspend(&self) {
        self.suspension.begin();
        let notified = self.displays.iter().filter(|display| display.send(Event::Suspend).is_ok()).count();
        self.suspension.wait_for(notified);
        signals::suspend();
        self.suspension.end();
    }

    /// The answers of those displays that are still there.
    fn ask<T>(&self, event: impl Fn(Sender<T>) -> Event) -> Vec<T> {
        let answer = |display: &Sender<Event>| {
            let (answer, answered) = mpsc::channel();
            display.send(event(answer)).ok()?;
            answered.recv_timeout(TIMEOUT).ok()
        };
        self.displays.iter().filter_map(answer).collect()
    }
}

/// Lets several displays rest while the process is stopped.
#[derive(Clone, Default)]
pub struct Suspension(Arc<(Mutex<Rest>, Condvar)>);

#[derive(Default)]
struct Rest {
    is_on: bool,
    resting: usize,
}

impl Suspension {
    /// For a display that has left the terminal: waits until the process continues.
    pub fn rest(&self) {
        let (state, changed) = &*self.0;
        let mut rest = state.lock().unwrap_or_else(PoisonError::into_inner);
        rest.resting += 1;
        changed.notify_all();
        drop(changed.wait_while(rest, |rest| rest.is_on));
    }

    fn begin(&self) {
        *self.0.0.lock().unwrap_or_else(PoisonError::into_inner) = Rest { is_on: true, resting: 0 };
    }

    fn wait_for(&self, displays: usize) {
        let (state, changed) = &*self.0;
        let rest = state.lock().unwrap_or_else(PoisonError::into_inner);
        drop(changed.wait_timeout_while(rest, TIMEOUT, |rest| rest.resting < displays));
    }

    fn end(&self) {
        let (state, changed) = &*self.0;
        state.lock().unwrap_or_else(PoisonError::into_inner).is_on = false;
        changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn displays_rest_until_the_process_continues() {
        let suspension = Suspension::default();
        // A late one does not wait forever.
        suspension.rest();
        suspension.begin();
        let resting: Vec<_> = (0..2)
            .map(|_| {
                let suspension = suspension.clone();
                thread::spawn(move || suspension.rest())
            })
            .collect();
        suspension.wait_for(2);
        assert!(resting.iter().all(|display| !display.is_finished()));
        suspension.end();
        resting.into_iter().for_each(|display| display.join().unwrap());
    }
}
