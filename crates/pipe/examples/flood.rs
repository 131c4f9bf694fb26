//! Repeats a line into standard output, for measurements: `flood [LENGTH] [STRATEGY] [LINES]`.
//!
//! ```text
//! tools/duel -d 'splice 1048576 1' 'target/release/examples/flood 2' yes
//! ```

use std::env;
use std::io::{self, Error};

use gush_pipe::{Flood, Sink, sigpipe, strategy};

fn main() -> io::Result<()> {
    sigpipe::restore();
    let mut args = env::args().skip(1);
    let length: usize = args.next().map_or(Ok(2), |length| length.parse().map_err(Error::other))?;
    let mut line = b"abcdefghijklmnopqrstuvwxy".repeat(length / 25 + 1);
    line.truncate(length.max(1) - 1);
    line.push(b'\n');
    let mut flood = Flood::new(&line);
    if let Some(name) = args.next() {
        flood = flood.strategy(strategy::find(&name).ok_or_else(|| Error::other("no such strategy"))?);
    }
    if let Some(lines) = args.next() {
        flood = flood.lines(lines.parse().map_err(Error::other)?);
    }
    flood.run(&mut Sink::stdout()?)
}
