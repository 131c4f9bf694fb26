//! The drain that is none: the child writes to `/dev/null` itself, and the kernel counts.
//!
//! The kernel counts how much a process gave to calls that write, and not where to. So what came on standard error is taken
//! off; what was written before the process became another program, as scripts do that end in `exec`, is
//! forgotten, and the clock starts anew; and where the process has others at work, which would be counted late, twice or
//! not at all, the round has no result.

use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use super::child::{GRACE, RoundChild};
use super::drain::{Begun, Count, Flow};
use super::launch::Launch;
use super::setting::{NOTHING, POLL_INTERVAL, Setting, TOO_LITTLE, enough, keep, stalled};
use super::status::{self, Family};
use super::stop::StopReason;
use gush_store::model::{Round, Tick};

/// Why a round has no result whose child is not the one that writes, or not the only one.
pub(super) const OTHERS: &str = "it leaves work to processes of its own, which the drain null cannot distinguish: \
                                 let it exec the program that writes, or take another drain";
/// Why a round has no result whose child keeps becoming other programs.
const RESTLESS: &str = "it goes on becoming other programs";

/// What a child has written, by the kernel's account, while it writes to a device.
struct Account<'c> {
    started: &'c mut RoundChild,
    /// What it had written when it became the program that it is.
    before: u64,
    /// What it was when the clock started.
    family: Family,
    written: u64,
    ended: Option<Instant>,
    /// Whether it has become another program meanwhile.
    is_another: bool,
    /// Whether it has, or had, processes of its own meanwhile.
    has_others: bool,
}

/// What a child wrote so far, without its standard error.
fn written(started: &RoundChild) -> Option<u64> {
    // In this order: what is written to standard error in between does not count as output.
    let all = status::written(started.child.id())?;
    Some(all.saturating_sub(started.stderr.bytes()))
}

fn is_another(now: &Family, before: &Family) -> bool {
    matches!((&now.program, &before.program), (Some(now), Some(before)) if now != before)
}

impl Account<'_> {
    fn look(&mut self) {
        if let Some(family) = status::family(self.started.child.id()) {
            self.is_another |= is_another(&family, &self.family);
            self.has_others |= family.has_children || family.waited_for != self.family.waited_for;
        }
        let written = written(self.started).map(|all| all.saturating_sub(self.before));
        self.written = self.written.max(written.unwrap_or(0));
    }
}

impl Flow for Account<'_> {
    fn count(&self) -> Count {
        (self.written, None)
    }

    /// It is over, too, when another program has replaced it.
    fn is_over_within(&mut self, timeout: Duration) -> bool {
        if self.started.child.is_over_within(timeout) && self.ended.is_none() {
            self.ended = Some(Instant::now());
        }
        self.look();
        self.ended.is_some() || self.is_another
    }

    fn ended_at(&self) -> Option<Instant> {
        self.ended
    }

    /// A process with others at work may be a script that is slow to start its program.
    fn is_settled(&self) -> bool {
        !self.has_others
    }
}

/// Runs a program for one round without a reader.
pub(super) fn run(
    launch: &Launch,
    setting: &Setting<'_>,
    round: &mut Round,
    ticks: &mut Vec<Tick>,
) -> Result<(), StopReason> {
    let mut started = RoundChild::new(launch, Stdio::null())?;
    if written(&started).is_none() {
        let why = "this system does not count what a process writes";
        return Err(started.nothing(why.to_owned(), GRACE, round));
    }
    let mut before = 0;
    let (seen, has_others) = loop {
        let (begun, family) = match begin(&mut started, &mut before, setting)? {
            Ok(begun) => begun,
            Err(why) => return Err(started.nothing(why, GRACE, round)),
        };
        started.look();
        let written = begun.count.0;
        let started_at = started.at;
        let mut account = Account {
            started: &mut started,
            before,
            family,
            written,
            ended: None,
            is_another: false,
            has_others: false,
        };
        let seen = setting.watch(&mut account, started_at, &begun)?;
        let Account { is_another, has_others, .. } = account;
        if !is_another {
            break (seen, has_others);
        }
        before = written_now(&started, before);
        if started.at.elapsed() >= setting.plan.stall_timeout {
            return Err(started.nothing(RESTLESS.to_owned(), GRACE, round));
        }
    };
    started.look();
    // It has no reader that leaves, so it is asked to end at once.
    let ended = started.end(Duration::ZERO, seen.dry, round);
    keep(seen, setting, round, ticks);
    ended?;
    if has_others {
        return Err(StopReason::Error(OTHERS.to_owned()));
    }
    enough(round)
}

fn written_now(started: &RoundChild, before: u64) -> u64 {
    written(started).unwrap_or(before).max(before)
}

/// Waits until the program writes, more than was there `before` it was what it is; or returns why nothing will come.
fn begin(
    started: &mut RoundChild,
    before: &mut u64,
    setting: &Setting<'_>,
) -> Result<Result<(Begun, Family), String>, StopReason> {
    let mut known = status::family(started.child.id()).unwrap_or_default();
    loop {
        let over = started.child.is_over();
        let family = status::family(started.child.id()).unwrap_or_default();
        if is_another(&family, &known) {
            *before = written_now(started, *before);
        }
        let at = Instant::now();
        let more = written(started).unwrap_or(0).saturating_sub(*before);
        if more > 0 {
            return Ok(Ok((Begun { at, count: (more, None) }, family)));
        }
        if over {
            return Ok(Err(if *before > 0 { TOO_LITTLE } else { NOTHING }.to_owned()));
        }
        if setting.is_stalled(started.at)? {
            let stalled = stalled(setting.plan.stall_timeout);
            return Ok(Err(if family.has_children { OTHERS.to_owned() } else { stalled }));
        }
        known = family;
        thread::sleep(POLL_INTERVAL);
    }
}
