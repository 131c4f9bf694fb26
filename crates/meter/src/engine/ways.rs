//! The ways that do not look at the bytes, or only at a copy.
//!
//! None of them believes that an input is at its end, as some files say so to `splice` that are not: that is a refusal,
//! and the last way asks again.

use std::io::{self, ErrorKind};
use std::time::{Duration, Instant};

use gush_pipe::{SidePipe, Source};

use super::{Ended, Halt, PIPE_SIZE, Transfer, Trouble, count};

/// Pipes give what they have, so this is no bound but for the rate at which a very fast pair is counted.
const SPLICE: usize = 1 << 30;
/// What a file system that shares blocks between files does in no time, and a first piece to find out whether it does.
const COPY: (usize, usize) = (256 << 20, 1 << 20);
/// Whoever takes longer for that piece than 4 GiB/s moves bytes, and that `read` and `write` do faster: 1 GiB in the page
/// cache on ext4 took 1.45 s by `copy_file_range`, 0.29 s by 128 KiB at a time (pv 0.32, cat 1.08; medians of 7 in one run).
const SHARED: Duration = Duration::from_micros(250);
/// Two of these fit a second-level cache.
const CHUNK: usize = 128 << 10;

/// From or to a pipe. Most of its time is the kernel's, a buffer at a time; naps, `sched_yield`, the batch scheduler and
/// larger pipes were all tried and none of them spends less (docs/meter.md has the figures).
pub(super) fn splice(transfer: &mut Transfer<'_>, source: &Source) -> Result<Ended, Halt> {
    while let Some(most) = transfer.allowed(SPLICE) {
        give_way(transfer)?;
        if let Some(moved) = settled(source.splice(&transfer.sink, most))? {
            transfer.passed(moved);
        }
    }
    Ok(Ended::Stopped)
}

/// From file to file, where the file system shares blocks.
pub(super) fn copy(transfer: &mut Transfer<'_>, source: &Source) -> Result<Ended, Halt> {
    let mut step = COPY.1;
    while let Some(most) = transfer.allowed(step) {
        give_way(transfer)?;
        let start = Instant::now();
        if let Some(moved) = settled(source.copy(&transfer.sink, most))? {
            transfer.passed(moved);
        }
        if step == COPY.1 && start.elapsed() > SHARED {
            return Err(Halt::Refused);
        }
        step = COPY.0;
    }
    Ok(Ended::Stopped)
}

/// By a pipe of our own in between.
pub(super) fn through(transfer: &mut Transfer<'_>, source: &Source) -> Result<Ended, Halt> {
    let mut side = SidePipe::new(PIPE_SIZE).map_err(|_| Halt::Refused)?;
    while let Some(most) = transfer.allowed(PIPE_SIZE) {
        give_way(transfer)?;
        settled(side.take(source, most))?;
        while side.held() > 0 {
            match settled(side.give(&transfer.sink, PIPE_SIZE)) {
                Ok(moved) => transfer.passed(moved.unwrap_or(0)),
                Err(Halt::Refused) => {
                    rescue(transfer, &mut side)?;
                    return Err(Halt::Refused);
                }
                Err(trouble) => return Err(trouble),
            }
            if transfer.gauge.is_stopped() {
                return Ok(Ended::Stopped);
            }
        }
    }
    Ok(Ended::Stopped)
}

/// Writes plainly what the sink did not take by reference.
fn rescue(transfer: &mut Transfer<'_>, side: &mut SidePipe) -> Result<(), Halt> {
    let mut buffer = vec![0; CHUNK];
    while side.held() > 0 {
        match side.read(&mut buffer) {
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            Err(e) => return Err(Trouble::Read(e).into()),
            Ok(0) => return Err(Trouble::Read(ErrorKind::UnexpectedEof.into()).into()),
            Ok(read) => super::buffer::write(transfer, &buffer[..read])?,
        }
    }
    Ok(())
}

/// From pipe to pipe, while the lines of a copy are counted.
pub(super) fn tee(transfer: &mut Transfer<'_>, source: &Source) -> Result<Ended, Halt> {
    let mut side = SidePipe::new(PIPE_SIZE).map_err(|_| Halt::Refused)?;
    let mut buffer = vec![0; CHUNK];
    while let Some(most) = transfer.allowed(SPLICE) {
        give_way(transfer)?;
        if transfer.options.by_lines && transfer.gauge.limit() > 0 {
            // A limit in lines, given on the way, is for those who have the lines before them.
            return Err(Halt::Refused);
        }
        let Some(mut owed) = settled(side.tee(source, most))? else { continue };
        // What is refused now is still in the source, and what is left in the side only a copy of it.
        while owed > 0 {
            let Some(moved) = settled(source.splice(&transfer.sink, owed))? else {
                if transfer.gauge.is_stopped() {
                    return Ok(Ended::Stopped);
                }
                continue;
            };
            owed -= moved;
            transfer.passed(moved);
            count_copy(transfer, &mut side, moved, &mut buffer)?;
        }
    }
    Ok(Ended::Stopped)
}

/// Reads `bytes` of the copy and counts their lines.
fn count_copy(
    transfer: &mut Transfer<'_>,
    side: &mut SidePipe,
    mut bytes: usize,
    buffer: &mut [u8],
) -> Result<(), Halt> {
    let Some(end) = transfer.options.lines else { return Ok(()) };
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
    transfer.gauge.passed_lines(lines);
    Ok(())
}

/// Ends a way for which bytes never come to memory, once somebody wants to see them.
pub(super) fn give_way(transfer: &Transfer<'_>) -> Result<(), Halt> {
    if transfer.gauge.wants_bytes() { Err(Halt::Refused) } else { Ok(()) }
}

/// What came of a call: so many bytes, none because of a signal, or no more by this way.
fn settled(result: io::Result<usize>) -> Result<Option<usize>, Halt> {
    match result {
        Ok(0) => Err(Halt::Refused),
        Ok(moved) => Ok(Some(moved)),
        Err(e) if e.kind() == ErrorKind::Interrupted => Ok(None),
        Err(e) if e.kind() == ErrorKind::BrokenPipe => Err(Trouble::Write(e).into()),
        Err(_) => Err(Halt::Refused),
    }
}
