//! Which strategy follows one that the system refuses.

use std::io::{self, ErrorKind};

use super::repetition::Repetition;
use crate::sink::Sink;
use crate::strategy::{self, Strategy};

/// Writes `text` by the strategies that suit the sink, from `first` (or the fastest) downwards. Each continues at the exact
/// byte offset where the one before was refused; the last one, plain writes, reports what is wrong.
pub(super) fn write(
    sink: &mut Sink,
    text: &mut Repetition<'_>,
    first: Option<&'static Strategy>,
) -> io::Result<()> {
    for strategy in strategy::downwards(sink, first) {
        match strategy.write(sink, text) {
            Err(e) if e.kind() != ErrorKind::BrokenPipe => {} // refused
            ended => return ended,
        }
    }
    strategy::WRITE.write(sink, text)
}
