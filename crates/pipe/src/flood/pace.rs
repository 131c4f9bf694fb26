//! A flood at a limited rate.

use std::io;
use std::num::NonZeroU64;
use std::thread;
use std::time::{Duration, Instant};

use super::{Repetition, Tape};
use crate::sink::Sink;

/// The maximum number of writes a second: enough to look steady, and few enough to cost nothing.
const TICKS: u64 = 50;
/// The longest write.
const LARGEST: usize = 1 << 20;

/// The maximum to be written in a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rate {
    /// Lines a second.
    Lines(NonZeroU64),
    /// Bytes a second.
    Bytes(NonZeroU64),
}

impl Rate {
    fn bytes_per_second(self, line: usize) -> f64 {
        match self {
            Rate::Lines(lines) => lines.get() as f64 * line as f64,
            Rate::Bytes(bytes) => bytes.get() as f64,
        }
    }

    /// How much to write at once: complete lines where lines are counted.
    fn portion(self, line: usize) -> usize {
        let largest = (LARGEST / line).max(1) as u64;
        match self {
            Rate::Lines(lines) => line * (lines.get() / TICKS).clamp(1, largest) as usize,
            Rate::Bytes(bytes) => (bytes.get() / TICKS).clamp(1, LARGEST as u64) as usize,
        }
    }
}

/// Writes `text` no faster than `rate`. The first portion goes out at once. Time in which the reader took nothing is
/// lost: after a stall the flood goes on at the rate, without a burst.
pub(super) fn write(sink: &mut Sink, text: &mut Repetition<'_>, rate: Rate) -> io::Result<()> {
    let line = text.line().len();
    let tape = Tape::new(text.line(), rate.portion(line).max(1));
    let per_second = rate.bytes_per_second(line);
    let mut due = Instant::now();
    while let Some(piece) = tape.piece(text) {
        thread::sleep(due.saturating_duration_since(Instant::now()));
        let length = piece.len();
        sink.write_all(piece)?;
        text.advance(length);
        due = next(due, Instant::now(), Duration::from_secs_f64(length as f64 / per_second));
    }
    Ok(())
}

/// When the next portion is due, if the one that was due at `due` was written at `now` and is worth the time `worth`.
/// What is late by less than a portion, as every sleep is, is made up for; what is late by more was a stall.
fn next(due: Instant, now: Instant, worth: Duration) -> Instant {
    let next = due + worth;
    if next < now { now } else { next }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(lines: u64) -> Rate {
        Rate::Lines(NonZeroU64::new(lines).unwrap())
    }

    #[test]
    fn portions_are_complete_lines_and_bounded() {
        assert_eq!(rate(1).portion(2), 2);
        assert_eq!(rate(1000).portion(7), 140);
        assert_eq!(rate(u64::MAX).portion(3), LARGEST / 3 * 3);
        assert_eq!(rate(1).portion(5 << 20), 5 << 20);
    }

    #[test]
    fn a_stall_is_not_made_up_for() {
        let start = Instant::now();
        let second = Duration::from_secs(1);
        assert_eq!(next(start, start + second / 10, second), start + second);
        assert_eq!(next(start, start + 5 * second, second), start + 5 * second);
    }
}
