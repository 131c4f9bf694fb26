//! The ways that do not look at the bytes, or only at a copy.
//!
//! None of them believes that an input is at its end, as some files say so to `splice` that are not: that is a refusal,
//! and the last way asks again.

use std::io::{self, ErrorKind};
use std::time::{Duration, Instant};

use gush_pipe::{SidePipe, Source};

use super::buffer;
use super::count::{self, CHUNK};
use super::flow::{Flow, PIPE_SIZE};
use super::outcome::{Ended, StopReason, Trouble};

/// Pipes give what they have, so this is no bound but for the rate at which a very fast pair is counted.
const SPLICE: usize = 1 << 30;
/// What a file system that shares blocks between files does in no time, and a first piece to find out whether it does.
const COPY: (usize, usize) = (256 << 20, 1 << 20);
/// Whoever takes longer for that piece than 4 GiB/s moves bytes, and that `read` and `write` do faster: 1 GiB in the page
/// cache on ext4 took 1.45 s by `copy_file_range`, 0.29 s by 128 KiB at a time (pv 0.32, cat 1.08; medians of 7 in one run).
const SHARED: Duration = Duration::from_micros(250);

/// From or to a pipe. Most of its time is the kernel's, a buffer at a time; naps, `sched_yield`, the batch scheduler and
/// larger pipes were all tried and none of them spends less (docs/reference/meter.md has the figures).
pub(super) fn splice(flow: &mut Flow<'_>, source: &Source) -> Result<Ended, StopReason> {
    while let Some(most) = flow.allowed(SPLICE) {
        give_way(flow)?;
        if let Some(moved) = settled(source.splice(&flow.sink, most))? {
            flow.passed(moved);
        }
    }
    Ok(Ended::Stopped)
}

/// From file to file, where the file system shares blocks.
pub(super) fn copy(flow: &mut Flow<'_>, source: &Source) -> Result<Ended, StopReason> {
    let mut step = COPY.1;
    while let Some(most) = flow.allowed(step) {
        give_way(flow)?;
        let start = Instant::now();
        if let Some(moved) = settled(source.copy(&flow.sink, most))? {
            flow.passed(moved);
        }
        if step == COPY.1 && start.elapsed() > SHARED {
            return Err(StopReason::Refused);
        }
        step = COPY.0;
    }
    Ok(Ended::Stopped)
}

/// By a pipe of our own in between.
pub(super) fn through(flow: &mut Flow<'_>, source: &Source) -> Result<Ended, StopReason> {
    let mut side = SidePipe::new(PIPE_SIZE).map_err(|_| StopReason::Refused)?;
    while let Some(most) = flow.allowed(PIPE_SIZE) {
        give_way(flow)?;
        settled(side.take(source, most))?;
        while side.held() > 0 {
            match settled(side.give(&flow.sink, PIPE_SIZE)) {
                Ok(moved) => flow.passed(moved.unwrap_or(0)),
                Err(StopReason::Refused) => {
                    rescue(flow, &mut side)?;
                    return Err(StopReason::Refused);
                }
                Err(trouble) => return Err(trouble),
            }
            if flow.gauge.is_stopped() {
                return Ok(Ended::Stopped);
            }
        }
    }
    Ok(Ended::Stopped)
}

/// Writes plainly what the sink did not take by reference.
fn rescue(flow: &mut Flow<'_>, side: &mut SidePipe) -> Result<(), StopReason> {
    let mut buffer = vec![0; CHUNK];
    while side.held() > 0 {
        match side.read(&mut buffer) {
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            Err(e) => return Err(Trouble::Read(e).into()),
            Ok(0) => return Err(Trouble::Read(ErrorKind::UnexpectedEof.into()).into()),
            Ok(read) => buffer::write(flow, &buffer[..read])?,
        }
    }
    Ok(())
}

/// From pipe to pipe, while the lines of a copy are counted.
pub(super) fn tee(flow: &mut Flow<'_>, source: &Source) -> Result<Ended, StopReason> {
    let mut side = SidePipe::new(PIPE_SIZE).map_err(|_| StopReason::Refused)?;
    let mut buffer = vec![0; CHUNK];
    while let Some(most) = flow.allowed(SPLICE) {
        give_way(flow)?;
        if flow.options.by_lines && flow.gauge.limit() > 0 {
            // A limit in lines, given on the way, is for those who have the lines before them.
            return Err(StopReason::Refused);
        }
        let Some(mut owed) = settled(side.tee(source, most))? else { continue };
        // What is refused now is still in the source, and what is left in the side only a copy of it.
        while owed > 0 {
            let Some(moved) = settled(source.splice(&flow.sink, owed))? else {
                if flow.gauge.is_stopped() {
                    return Ok(Ended::Stopped);
                }
                continue;
            };
            owed -= moved;
            flow.passed(moved);
            count_copy(flow, &mut side, moved, &mut buffer)?;
        }
    }
    Ok(Ended::Stopped)
}

/// Reads `bytes` of the copy and counts their lines.
fn count_copy(
    flow: &mut Flow<'_>,
    side: &mut SidePipe,
    mut bytes: usize,
    buffer: &mut [u8],
) -> Result<(), StopReason> {
    let Some(end) = flow.options.lines else { return Ok(()) };
    let mut lines = 0;
    while bytes > 0 {
        let step = bytes.min(buffer.len());
        match side.read(&mut buffer[..step]) {
            Ok(0) => return Err(Trouble::Read(ErrorKind::UnexpectedEof.into()).into()),
            Ok(read) => {
                lines += count::ends(&buffer[..read], end);
                bytes -= read;
            }
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            Err(e) => return Err(Trouble::Read(e).into()),
        }
    }
    flow.gauge.passed_lines(lines);
    Ok(())
}

/// Ends a way for which bytes never come to memory, once somebody wants to see them.
pub(super) fn give_way(flow: &Flow<'_>) -> Result<(), StopReason> {
    if flow.gauge.wants_bytes() { Err(StopReason::Refused) } else { Ok(()) }
}

/// What came of a call: so many bytes, none because of a signal, or no more by this way.
fn settled(result: io::Result<usize>) -> Result<Option<usize>, StopReason> {
    match result {
        Ok(0) => Err(StopReason::Refused),
        Ok(moved) => Ok(Some(moved)),
        Err(e) if e.kind() == ErrorKind::Interrupted => Ok(None),
        Err(e) if e.kind() == ErrorKind::BrokenPipe => Err(Trouble::Write(e).into()),
        Err(_) => Err(StopReason::Refused),
    }
}
