//! The child of a round: started, looked at, and seen to its end.

use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::Stdio;
use std::time::{Duration, Instant};

use gush_pipe::child::{Child, Ended, LeftRunning, Usage};
use gush_pipe::thread::Pin;

use super::captured_stderr::CapturedStderr;
use super::launch::Launch;
use super::status;
use super::stop::StopReason;
use gush_store::model::Round;

/// How long a child has to end because its reader left, and as long again because it was asked to.
pub(super) const GRACE: Duration = Duration::from_millis(100);
/// How long a child has to end whose output is at its end: its exit code and its messages are worth waiting for.
pub(super) const GRACE_DRY: Duration = Duration::from_secs(5);
/// Why a round failed whose child still runs after it.
const NOT_ENDED: &str = "it did not end";

/// A child that has just been started.
pub(super) struct RoundChild {
    pub child: Child,
    pub stderr: CapturedStderr,
    /// When it was started.
    pub at: Instant,
    /// The core that it is kept on.
    pub core: Option<usize>,
    /// The memory that the child is charged for before it is the program.
    floor: u64,
    peak: Option<u64>,
}

impl RoundChild {
    pub(super) fn new(launch: &Launch, stdout: Stdio) -> Result<RoundChild, StopReason> {
        let (stderr, writer) = io::pipe().map_err(|error| StopReason::of("no pipe could be had", &error))?;
        let mut command = launch.command();
        command.stdout(stdout).stderr(writer);
        let pin = match launch.pinned {
            true => Some(
                Pin::anywhere()
                    .map_err(|error| StopReason::of("it could not be kept on one core", &error))?,
            ),
            false => None,
        };
        let core = pin.as_ref().map(Pin::core);
        let floor = status::peak_memory(std::process::id()).unwrap_or(0);
        let at = Instant::now();
        let child = Child::spawn(command);
        drop(pin);
        let child = child
            .map_err(|error| StopReason::of(&format!("{} could not be started", launch.name()), &error))?;
        Ok(RoundChild { child, stderr: CapturedStderr::of(stderr), at, core, floor, peak: None })
    }

    /// Looks how much memory it has come to; it can be asked for as long as it runs.
    pub(super) fn look(&mut self) {
        self.peak = self.peak.max(status::peak_memory(self.child.id()));
    }

    /// Ends it, and notes what it used up. `dry`: its output was at its end before.
    pub(super) fn end(self, grace: Duration, dry: bool, round: &mut Round) -> Result<(), StopReason> {
        let RoundChild { child, stderr, floor, peak, .. } = self;
        let ended = child.end(grace).map_err(|error| StopReason::of(NOT_ENDED, &error))?;
        if let Some(usage) = ended.usage {
            note_usage(&usage, floor, peak, round);
        }
        if let Some(&process) = ended.left.first() {
            return Err(StopReason::Error(format!("{NOT_ENDED}: {}", LeftRunning(process))));
        }
        // A child that was asked to end may fail in any way.
        if dry && ended.unasked { judge(&ended, &stderr) } else { Ok(()) }
    }

    /// The failure of a round of which nothing came: with the child's own message, if it has any. It has `grace` to end.
    pub(super) fn nothing(self, what: String, grace: Duration, round: &mut Round) -> StopReason {
        let RoundChild { child, stderr, floor, peak, .. } = self;
        let ended = match child.end(grace) {
            Ok(ended) => ended,
            Err(error) => return StopReason::of(NOT_ENDED, &error),
        };
        if let Some(usage) = ended.usage {
            note_usage(&usage, floor, peak, round);
        }
        let what = match (ended.unasked, how(&ended)) {
            (true, Some(how)) => how,
            _ => what,
        };
        StopReason::Error(with_stderr(what, &stderr))
    }
}

fn note_usage(usage: &Usage, floor: u64, peak: Option<u64>, round: &mut Round) {
    round.user = Some(usage.user.as_secs_f64());
    round.system = Some(usage.system.as_secs_f64());
    round.voluntary_switches = Some(usage.voluntary_switches);
    round.involuntary_switches = Some(usage.involuntary_switches);
    let own = Some(usage.peak_memory).filter(|&peak| peak > floor);
    round.peak_memory = peak.max(own);
}

/// How it failed, if it did.
pub(super) fn how(ended: &Ended) -> Option<String> {
    match (ended.status.code(), ended.status.signal()) {
        (Some(0), _) => None,
        (Some(code), _) => Some(format!("exit code {code}")),
        (None, signal) => Some(format!("killed by signal {}", signal.unwrap_or_default())),
    }
}

fn judge(ended: &Ended, stderr: &CapturedStderr) -> Result<(), StopReason> {
    match how(ended) {
        None => Ok(()),
        Some(how) => Err(StopReason::Error(with_stderr(how, stderr))),
    }
}

pub(super) fn with_stderr(what: String, stderr: &CapturedStderr) -> String {
    match stderr.last() {
        stderr if stderr.is_empty() => what,
        stderr => format!("{what}: {stderr}"),
    }
}
