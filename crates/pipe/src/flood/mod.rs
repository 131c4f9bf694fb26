//! The flood: one line, repeated for ever or so many times, as fast as the sink takes it.
//!
//! The first line is written at once, as most readers want no more than that. Then the strategies that suit the sink
//! are tried downwards; each continues at the exact byte offset where the one before was refused.

mod pace;
pub(crate) mod text;

use std::io::{self, ErrorKind};

pub use pace::Rate;
use text::{Tape, Text};

use crate::kind::SinkKind;
use crate::sink::Sink;
use crate::strategy::{self, Strategy};

/// What a pipe holds, as a rule. A reader that takes the first line and leaves has left before so much is written.
const SHORT: usize = 64 << 10;

/// One line to be repeated, and how.
#[derive(Clone, Debug)]
pub struct Flood<'a> {
    line: &'a [u8],
    lines: Option<u64>,
    rate: Option<Rate>,
    strategy: Option<&'static Strategy>,
}

impl<'a> Flood<'a> {
    /// An endless flood of `line`, which includes its terminator and may have any length but 0.
    ///
    /// # Panics
    /// When `line` is empty.
    pub fn new(line: &'a [u8]) -> Flood<'a> {
        assert!(!line.is_empty(), "nothing, repeated, is never written");
        Flood { line, lines: None, rate: None, strategy: None }
    }

    /// Ends after `lines` lines.
    #[must_use]
    pub fn lines(self, lines: u64) -> Self {
        Flood { lines: Some(lines), ..self }
    }

    /// Writes no faster than `rate`, by plain writes.
    #[must_use]
    pub fn rate(self, rate: Rate) -> Self {
        Flood { rate: Some(rate), ..self }
    }

    /// Starts with `strategy` instead of the fastest one that suits the sink. Where it is refused, the ones below it
    /// are tried as ever.
    #[must_use]
    pub fn strategy(self, strategy: &'static Strategy) -> Self {
        Flood { strategy: Some(strategy), ..self }
    }

    /// Writes the flood to `sink`. Returns when the number of lines is out.
    ///
    /// # Errors
    /// What the sink answers to plain writes: above all `BrokenPipe` when the reader has left.
    pub fn run(&self, sink: &mut Sink) -> io::Result<()> {
        let mut text = Text::new(self.line, self.lines);
        if let Some(rate) = self.rate {
            return pace::write(sink, &mut text, rate);
        }
        if text.is_over() {
            return Ok(());
        }
        sink.write_all(self.line)?;
        text.advance(self.line.len());
        if self.strategy.is_none() && sink.kind() == SinkKind::Pipe {
            begin(sink, &mut text)?;
        }
        if text.is_over() { Ok(()) } else { self.pour(sink, &mut text) }
    }

    fn pour(&self, sink: &mut Sink, text: &mut Text<'_>) -> io::Result<()> {
        for strategy in strategy::downwards(sink, self.strategy) {
            match strategy.write(sink, text) {
                Err(e) if e.kind() != ErrorKind::BrokenPipe => {} // refused: the next one goes on from here
                ended => return ended,
            }
        }
        strategy::WRITE.write(sink, text)
    }
}

/// Writes a pipe full, plainly: nothing is set up for a reader that wants no more than that.
fn begin(sink: &mut Sink, text: &mut Text<'_>) -> io::Result<()> {
    sink.write_plainly();
    let tape = Tape::new(text.line(), SHORT);
    let Some(piece) = tape.piece(text) else { return Ok(()) };
    let length = piece.len();
    sink.write_all(piece)?;
    text.advance(length);
    Ok(())
}
