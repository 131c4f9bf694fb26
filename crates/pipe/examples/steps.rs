//! How large a step of `write` suits this system's pipes? Writes hot blocks of 256 KiB in the step given, until the
//! reader leaves; put a drain after it:
//!
//! ```text
//! tools/duel -d 'read 65536' 'target/release/examples/steps 8192' 'target/release/examples/steps 65536'
//! ```
//!
//! Usage: `steps STEP [PIPE_SIZE]`; without a size, the pipe grows as the sink sees fit.

use std::env;
use std::io::{self, Error};

use gush_pipe::Sink;

const BLOCK: usize = 256 << 10;

fn main() -> io::Result<()> {
    let mut numbers = env::args().skip(1).map(|number| number.parse::<usize>().map_err(Error::other));
    let step = numbers.next().unwrap_or(Ok(8192))?;
    let mut sink = Sink::stdout()?;
    sink.set_step(step);
    if let Some(size) = numbers.next() {
        sink.enlarge_pipe(size?)?;
    }
    let block = b"y\n".repeat(BLOCK / 2);
    loop {
        sink.write_all(&block)?;
    }
}
