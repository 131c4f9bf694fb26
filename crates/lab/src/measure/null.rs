//! The drain that is none: the child writes to `/dev/null` itself, and the kernel counts.

use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use gush_pipe::child::Child;

use super::drain::{Begun, Count, Flow};
use super::round::{Halt, LOOK, NOTHING, Setting, enough, keep, silence};
use super::started::Started;
use super::{Launch, status};
use crate::model::{Round, Tick};

/// What a child has written, by the kernel's account, while it writes to a device.
struct Account<'c> {
    child: &'c mut Child,
    written: u64,
    ended: Option<Instant>,
}

impl Account<'_> {
    fn look(&mut self) {
        self.written = status::written(self.child.id()).unwrap_or(self.written);
    }
}

impl Flow for Account<'_> {
    fn count(&self) -> Count {
        (status::written(self.child.id()).unwrap_or(self.written), None)
    }

    fn is_over_within(&mut self, patience: Duration) -> bool {
        if self.child.is_over_within(patience) && self.ended.is_none() {
            self.ended = Some(Instant::now());
        }
        self.look();
        self.ended.is_some()
    }

    fn ended_at(&self) -> Option<Instant> {
        self.ended
    }
}

/// Runs a program for one round without a reader.
pub(super) fn run(
    launch: &Launch,
    setting: &Setting<'_>,
    round: &mut Round,
    ticks: &mut Vec<Tick>,
) -> Result<(), Halt> {
    let mut started = Started::new(launch, Stdio::null())?;
    if status::written(started.child.id()).is_none() {
        return Err(started.nothing("this system does not tell what a process writes".to_owned(), round));
    }
    let begun = loop {
        let over = started.child.is_over();
        let at = Instant::now();
        match status::written(started.child.id()) {
            Some(written @ 1..) => break Begun { at, count: (written, None) },
            _ if over => return Err(started.nothing(NOTHING.to_owned(), round)),
            _ => {}
        }
        if setting.stop.is_asked() {
            return Err(Halt::Stopped);
        }
        if started.at.elapsed() >= setting.plan.patience {
            return Err(started.nothing(silence(setting.plan.patience), round));
        }
        thread::sleep(LOOK);
    };
    started.look();
    let mut account = Account { child: &mut started.child, written: 0, ended: None };
    let seen = setting.watch(&mut account, started.at, &begun)?;
    started.look();
    // Nobody leaves whom it writes to, so it has to be asked at once.
    let ended = started.end(Duration::ZERO, seen.dry, round);
    keep(seen, setting, round, ticks);
    ended?;
    enough(round)
}
