//! `write`: the plain way, which works everywhere.

use std::io;

use crate::flood::{Tape, Text};
use crate::sink::{Sink, SinkKind};

/// Small enough to stay in a core's nearest cache beside the pipe's pages.
const PIPE_WINDOW: usize = 64 << 10;
/// A system call for more than this is not felt.
const WINDOW: usize = 256 << 10;

pub(super) fn run(sink: &mut Sink, text: &mut Text<'_>) -> io::Result<()> {
    let window = if sink.kind() == SinkKind::Pipe { PIPE_WINDOW } else { WINDOW };
    let tape = Tape::new(text.line(), text.cap(window).max(1));
    while let Some(piece) = tape.piece(text) {
        let length = piece.len();
        sink.write_all(piece)?;
        text.advance(length);
    }
    Ok(())
}
