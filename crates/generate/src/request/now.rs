//! The present: what dates and ids take for "now".

use gush_diagnostics::{Message, nearest};
use gusher::catalogue::{parse_now, time_text};

use super::options::Opt;
use super::resolver::Resolver;

/// The present of a run with a seed where nothing else is said, 2026-01-01T00:00:00Z: the same seed must give the same
/// bytes at any time.
const WITH_SEED: i64 = 1_767_225_600;

/// The word for the start time.
const MOMENT: &str = "now";

/// The present of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Present {
    /// In Unix seconds.
    pub now: i64,
    /// Whether it is that of a seed, and not one that was asked for.
    is_of_seed: bool,
    /// Whether it is that of the clock, as nothing says another: the next run has another one.
    pub is_of_clock: bool,
}

impl Present {
    /// A present that was asked for.
    pub fn given(now: i64) -> Present {
        Present { now, is_of_seed: false, is_of_clock: false }
    }
}

/// The present: by the option, or else by a schema file, or else by the seed, or else by the clock.
pub fn present(resolver: &mut Resolver<'_>, of_file: Option<i64>, seed: Option<u64>) -> Present {
    let clock = resolver.environment.clock();
    let is_seeded = seed.is_some() || resolver.request.has(Opt::Seed);
    match (resolver.request.text(Opt::Now), of_file) {
        (Some(MOMENT), _) => Present::given(clock),
        (Some(text), _) => Present::given(parse_now(text).unwrap_or_else(|error| {
            resolver.wrong(Opt::Now, text, unknown(text, error));
            clock
        })),
        (None, Some(now)) => Present::given(now),
        (None, None) if is_seeded => Present { now: WITH_SEED, is_of_seed: true, is_of_clock: false },
        (None, None) => Present { is_of_clock: true, ..Present::given(clock) },
    }
}

/// What to say of a present that values depend on (`is_used`) where nobody asked for it.
pub(super) fn note(resolver: &Resolver<'_>, present: Present, is_used: bool) -> Option<String> {
    let note = || {
        let (option, moment) = (resolver.name(Opt::Now), resolver.written(Opt::Now, MOMENT));
        let now = time_text(present.now);
        format!("with a seed, {option} is {now} unless it is given; {moment} is the start time")
    };
    (is_used && present.is_of_seed).then(note)
}

/// Whether every shard would take another moment for the present.
pub(super) fn is_moving(resolver: &Resolver<'_>) -> bool {
    resolver.request.text(Opt::Now) == Some(MOMENT)
}

/// The option with the value that makes the present move, for a message.
pub(super) const MOVING: (Opt, Option<&str>) = (Opt::Now, Some(MOMENT));

/// What to say of a text that is no time.
fn unknown(text: &str, error: String) -> Message {
    let is_no_time = text.starts_with(|c: char| c.is_alphabetic());
    let near = nearest(text, [MOMENT]).filter(|_| is_no_time);
    let message = Message::from(error).suggest(near);
    if is_no_time { message.otherwise("`now` is the start time") } else { message }
}
