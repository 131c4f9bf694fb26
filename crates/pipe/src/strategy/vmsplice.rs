//! `vmsplice`: the pipe refers to pages of our own. They are never changed and never given back, as nothing shows
//! when the last reader is done with them.

use std::io;

use super::tee::PIPE_SIZE;
use crate::flood::repetition::{Repetition, Tape};
use crate::sink::Sink;
use crate::sys::VmSplicer;

const WINDOW: usize = 256 << 10;

pub(super) fn run(sink: &mut Sink, text: &mut Repetition<'_>) -> io::Result<()> {
    let _ = sink.enlarge_pipe(PIPE_SIZE);
    let splicer = VmSplicer::new(sink.output())?;
    let tape = Tape::new(text.line(), WINDOW).leak();
    while let Some(piece) = tape.static_piece(text) {
        text.advance(splicer.splice(piece)?);
    }
    Ok(())
}
