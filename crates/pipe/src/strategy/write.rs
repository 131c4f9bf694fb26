//! `write`: the plain strategy, which works everywhere.
//!
//! Without the sink's relay: what is measured under this name must be plain writes, and for text that is always hot in the
//! cache these are faster. docs/engineering/yes.md has the measurements.

use std::io;

use crate::file_kind::FileKind;
use crate::flood::repetition::{Repetition, Tape};
use crate::sink::Sink;

/// What a pipe is enlarged to: the sink's own choice, and measured there.
const PIPE_SIZE: usize = 256 << 10;
/// Small enough to stay in a core's nearest cache beside the pipe's pages.
const PIPE_WINDOW: usize = 64 << 10;
/// A system call for more than this is not felt.
const WINDOW: usize = 256 << 10;

pub(super) fn run(sink: &mut Sink, text: &mut Repetition<'_>) -> io::Result<()> {
    let mut window = WINDOW;
    if sink.kind() == FileKind::Pipe {
        let _ = sink.enlarge_pipe(PIPE_SIZE);
        window = PIPE_WINDOW;
    }
    sink.write_plainly();
    let tape = Tape::new(text.line(), text.cap(window).max(1));
    while let Some(piece) = tape.piece(text) {
        let length = piece.len();
        sink.write_all(piece)?;
        text.advance(length);
    }
    Ok(())
}
