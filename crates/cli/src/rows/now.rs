//! The present: what dates and ids take for "now".

use std::time::{SystemTime, UNIX_EPOCH};

use gush_diagnostics::{Message, nearest};
use gusher::generators::{parse_now, time_text};

use super::check::Check;
use super::flags::{NOW, SEED};

/// The present of a run with a seed where nothing else is said, 2026-01-01T00:00:00Z: the same seed must give the same
/// bytes at any time.
const WITH_SEED: i64 = 1_767_225_600;

/// What `--now` takes for the start time.
const MOMENT: &str = "now";

/// The present of a run.
#[derive(Debug, Clone, Copy)]
pub struct Present {
    /// In Unix seconds.
    pub now: i64,
    /// Whether it is that of a seed, and not one that was asked for.
    is_of_seed: bool,
}

impl Present {
    /// What to say of it where values depend on it (`is_used`) and nobody asked for it.
    pub fn note(self, is_used: bool) -> Option<String> {
        let note = || {
            let now = time_text(self.now);
            format!("with a seed, --now is {now} unless it is given; --now now is the start time")
        };
        (is_used && self.is_of_seed).then(note)
    }
}

/// What to say of a text that is no time.
fn unknown(text: &str, error: String) -> Message {
    let is_no_time = text.starts_with(|c: char| c.is_alphabetic());
    let near = nearest(text, [MOMENT]).filter(|_| is_no_time);
    let message = Message::from(error).suggest(near);
    if is_no_time { message.otherwise("`now` is the start time") } else { message }
}

/// The time of the system's clock, in Unix seconds.
fn clock() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64)
}

impl Check<'_> {
    /// The present: by the option, or else by a schema file, or else by the seed, or else by the clock.
    pub fn present(&mut self, said: Option<i64>, seed: Option<u64>) -> Present {
        let given = |now| Present { now, is_of_seed: false };
        let is_seeded = seed.is_some() || self.args.has(&SEED);
        match (self.args.text(&NOW), said) {
            (Some(MOMENT), _) => given(clock()),
            (Some(text), _) => given(parse_now(text).unwrap_or_else(|error| {
                self.wrong(&NOW, text, unknown(text, error));
                clock()
            })),
            (None, Some(now)) => given(now),
            (None, None) if is_seeded => Present { now: WITH_SEED, is_of_seed: true },
            (None, None) => given(clock()),
        }
    }

    /// Whether every shard would take another moment for the present.
    pub(super) fn has_moving_present(&self) -> bool {
        self.args.text(&NOW) == Some(MOMENT)
    }
}
