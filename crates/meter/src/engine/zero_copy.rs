//! The strategies by which the bytes stay in the kernel, or only a copy of them is read.
//!
//! None of them decides that an input is at its end, because `splice` reports an end for some files that have more: that
//! counts as a refusal, and `read` asks again.

use std::io::{self, ErrorKind};
use std::time::{Duration, Instant};

use gush_pipe::{SidePipe, Source};

use super::buffer;
use super::count::{self, CHUNK};
use super::flow::Flow;
use super::options::PIPE_SIZE;
use super::outcome::{Ended, StopReason, TransferError};

/// Pipes give what they have, so this is no bound but for the rate at which a very fast pair is counted.
const SPLICE: usize = 1 << 30;
/// What a file system that shares blocks between files copies at once, and a first piece to find out whether it does.
const COPY: (usize, usize) = (256 << 20, 1 << 20);
/// A copy that is slower than 4 GiB/s for that piece moves bytes, which `read` and `write` do faster: 1 GiB in the page
/// cache on ext4 took 1.45 s by `copy_file_range`, 0.29 s by 128 KiB at a time (pv 0.32, cat 1.08; medians of 7 in one run).
const SHARED: Duration = Duration::from_micros(250);

/// From or to a pipe. Most of its time is the kernel's, a buffer at a time; short sleeps, `sched_yield`, the batch scheduler and
/// larger pipes were all tried and none of them spends less (docs/engineering/meter.md has the figures).
pub(super) fn splice(flow: &mut Flow<'_>, source: &Source) -> Result<Ended, StopReason> {
    while let Some(max) = flow.allowed(SPLICE) {
        stay_in_kernel(flow)?;
        if let Some(moved) = moved(source.splice(&flow.sink, max))? {
            flow.add_bytes(moved);
        }
    }
    Ok(Ended::Stopped)
}

/// From file to file, where the file system shares blocks.
pub(super) fn copy(flow: &mut Flow<'_>, source: &Source) -> Result<Ended, StopReason> {
    let mut step = COPY.1;
    while let Some(max) = flow.allowed(step) {
        stay_in_kernel(flow)?;
        let start = Instant::now();
        if let Some(moved) = moved(source.copy(&flow.sink, max))? {
            flow.add_bytes(moved);
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
    while let Some(max) = flow.allowed(PIPE_SIZE) {
        stay_in_kernel(flow)?;
        moved(side.take(source, max))?;
        while side.held() > 0 {
            match moved(side.give(&flow.sink, PIPE_SIZE)) {
                Ok(moved) => flow.add_bytes(moved.unwrap_or(0)),
                Err(StopReason::Refused) => {
                    rescue(flow, &mut side)?;
                    return Err(StopReason::Refused);
                }
                Err(error) => return Err(error),
            }
            if flow.shared.controls.is_stopped() {
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
            Err(e) => return Err(TransferError::Read(e).into()),
            Ok(0) => return Err(TransferError::Read(ErrorKind::UnexpectedEof.into()).into()),
            Ok(read) => buffer::write(flow, &buffer[..read])?,
        }
    }
    Ok(())
}

/// From pipe to pipe, while the lines of a copy are counted.
pub(super) fn tee(flow: &mut Flow<'_>, source: &Source) -> Result<Ended, StopReason> {
    let mut side = SidePipe::new(PIPE_SIZE).map_err(|_| StopReason::Refused)?;
    let mut buffer = vec![0; CHUNK];
    while let Some(max) = flow.allowed(SPLICE) {
        stay_in_kernel(flow)?;
        if flow.options.by_lines && flow.shared.controls.limit() > 0 {
            // A limit in lines that is set later needs the bytes in memory.
            return Err(StopReason::Refused);
        }
        let Some(mut owed) = moved(side.tee(source, max))? else { continue };
        // What is refused now is still in the source, and what is left in the side only a copy of it.
        while owed > 0 {
            let Some(moved) = moved(source.splice(&flow.sink, owed))? else {
                if flow.shared.controls.is_stopped() {
                    return Ok(Ended::Stopped);
                }
                continue;
            };
            owed -= moved;
            flow.add_bytes(moved);
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
            Ok(0) => return Err(TransferError::Read(ErrorKind::UnexpectedEof.into()).into()),
            Ok(read) => {
                lines += count::ends(&buffer[..read], end);
                bytes -= read;
            }
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            Err(e) => return Err(TransferError::Read(e).into()),
        }
    }
    flow.shared.counts.add_lines(lines);
    Ok(())
}

/// Ends a strategy that leaves the bytes in the kernel, once their contents are needed.
pub(super) fn stay_in_kernel(flow: &Flow<'_>) -> Result<(), StopReason> {
    if flow.shared.controls.needs_bytes() { Err(StopReason::Refused) } else { Ok(()) }
}

/// The result of a call: the number of bytes, none because of a signal, or a refusal of this strategy.
fn moved(result: io::Result<usize>) -> Result<Option<usize>, StopReason> {
    match result {
        Ok(0) => Err(StopReason::Refused),
        Ok(moved) => Ok(Some(moved)),
        Err(e) if e.kind() == ErrorKind::Interrupted => Ok(None),
        Err(e) if e.kind() == ErrorKind::BrokenPipe => Err(TransferError::Write(e).into()),
        Err(_) => Err(StopReason::Refused),
    }
}
