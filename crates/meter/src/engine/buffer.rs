//! The last strategy: `read` and `write`, which work everywhere and see every byte.

use std::io::{self, ErrorKind};

use gush_pipe::{FileKind, Source};

use super::count::{self, CHUNK};
use super::flow::Flow;
use super::outcome::{Ended, StopReason, TransferError};

/// What a buffer begins at a multiple of, so that reads past the cache are allowed; and the size of a hole.
const PAGE: usize = 4096;
/// The first step over what cannot be read, and the longest. After an error no more than the longest is read at once, as
/// a larger read may fail because of what is at its end.
const SKIP: (u64, u64) = (1, 512);

/// Memory that begins at a page.
struct Buffer {
    memory: Vec<u8>,
    start: usize,
}

impl Buffer {
    fn new(size: usize) -> Buffer {
        let memory = vec![0; size + PAGE];
        let start = memory.as_ptr().align_offset(PAGE).min(PAGE);
        Buffer { memory, start }
    }

    fn front(&mut self, size: usize) -> &mut [u8] {
        &mut self.memory[self.start..][..size]
    }
}

/// Moves all that `source` gives.
pub(super) fn pass(flow: &mut Flow<'_>, source: &Source) -> Result<Ended, TransferError> {
    Ok(read_and_write(flow, source, |_| true)?.unwrap_or(Ended::Stopped))
}

/// The same, until a buffer that is filled ahead is asked for.
pub(super) fn pass_until_buffered(flow: &mut Flow<'_>, source: &Source) -> Result<Ended, StopReason> {
    let ended = read_and_write(flow, source, |flow| flow.shared.controls.buffer().is_none())?;
    ended.ok_or(StopReason::Refused)
}

/// Moves what `source` gives, while it `may` go on; `None` where it may not.
fn read_and_write(
    flow: &mut Flow<'_>,
    source: &Source,
    may: impl Fn(&Flow<'_>) -> bool,
) -> Result<Option<Ended>, TransferError> {
    let mut size = size_for(flow);
    let mut buffer = Buffer::new(size);
    let mut errors = Errors::default();
    let lines = flow.options.by_lines;
    let fullness = flow.shared.counts.buffer();
    while may(flow) {
        let wanted = size_for(flow);
        if wanted != size {
            (size, buffer) = (wanted, Buffer::new(wanted));
        }
        // A limit in lines is for those who have the lines before them; but where no more may pass, none are waited for.
        let goes_on = || !flow.shared.controls.is_stopped() && flow.left() > 0;
        let max = if lines { goes_on().then_some(size) } else { flow.allowed(size) };
        let Some(max) = max else { return Ok(Some(Ended::Stopped)) };
        let max = errors.reach.map_or(max, |reach| max.min(reach));
        match source.read(buffer.front(max)) {
            Ok(0) => return Ok(Some(Ended::EndOfInput)),
            Ok(read) => {
                errors.is_over(size);
                let given = if is_shown(flow) {
                    let mut held = read;
                    fullness.set(held, size);
                    give(flow, buffer.front(read), false, |written| {
                        held -= written;
                        fullness.set(held, size);
                    })?
                } else {
                    give(flow, buffer.front(read), false, |_| ())?
                };
                if !given {
                    return Ok(Some(Ended::Stopped));
                }
            }
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            // It may come to refuse what does not end with a block; without the flag it goes on.
            Err(e) if e.kind() == ErrorKind::InvalidInput && flow.shared.direct().source.take().is_some() => {
            }
            Err(e) => skip_over(flow, source, e, max, &mut errors)?,
        }
    }
    Ok(None)
}

/// How much is read at once: the size that was asked for last, or at first, or the best one.
pub(super) fn size_for(flow: &Flow<'_>) -> usize {
    flow.shared.controls.buffer().or(flow.options.buffer).unwrap_or(CHUNK).max(1)
}

/// Whether anybody sees how full the buffer is.
fn is_shown(flow: &Flow<'_>) -> bool {
    flow.options.plain || flow.options.buffer.is_some() || flow.shared.controls.buffer().is_some()
}

/// Writes all of `bytes`, as soon as the limit lets it, and calls `note` for each piece that is written. A limit in lines is kept
/// to here; one in bytes only where `limited`, as others have read no more than they may. False when the transfer was
/// stopped meanwhile.
pub(super) fn give(
    flow: &mut Flow<'_>,
    mut bytes: &[u8],
    limited: bool,
    mut note: impl FnMut(usize),
) -> Result<bool, TransferError> {
    let by_lines = flow.options.by_lines;
    while !bytes.is_empty() {
        let bound = flow.options.stop_at.is_some() || flow.shared.controls.limit() > 0;
        let step = match flow.options.lines {
            Some(end) if by_lines && bound => {
                let Some(lines) = flow.allowed(usize::MAX) else { return Ok(false) };
                count::front(bytes, end, lines)
            }
            _ if limited && bound => {
                let Some(max) = flow.allowed(bytes.len()) else { return Ok(false) };
                max
            }
            _ => bytes.len(),
        };
        let (now, later) = bytes.split_at(step);
        write(flow, now)?;
        note(step);
        bytes = later;
        if flow.shared.controls.is_stopped() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Writes `bytes`, and counts what of them is out; ends early only when the transfer was stopped.
pub(super) fn write(flow: &mut Flow<'_>, mut bytes: &[u8]) -> Result<(), TransferError> {
    let sparse = flow.old_end;
    while !bytes.is_empty() {
        let result = match sparse {
            Some(old_end) => write_sparsely(flow, bytes, old_end),
            None => flow.sink.write_some(bytes),
        };
        let written = match result {
            Ok(written) => written,
            Err(e) if e.kind() == ErrorKind::Interrupted => {
                if flow.shared.controls.is_stopped() {
                    return Ok(());
                }
                continue;
            }
            Err(e) if e.kind() == ErrorKind::InvalidInput && flow.shared.direct().sink.take().is_some() => {
                continue;
            }
            Err(e) => return Err(TransferError::Write(e)),
        };
        let (out, rest) = bytes.split_at(written);
        flow.wrote(out);
        bytes = rest;
    }
    if flow.options.sync { sync(flow) } else { Ok(()) }
}

/// Forces what was written to the device, if there is one.
fn sync(flow: &Flow<'_>) -> Result<(), TransferError> {
    loop {
        match flow.sink.sync() {
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            // Pipes, sockets and terminals have nothing to be forced, and report that.
            Err(e) if e.kind() == ErrorKind::InvalidInput && flow.sink.kind() != FileKind::File => {
                return Ok(());
            }
            result => return result.map_err(TransferError::Write),
        }
    }
}

/// Leaves a hole for the zeros at the front of `bytes`, if that is after the old end of the file, or writes what comes before
/// the next page of zeros.
fn write_sparsely(flow: &mut Flow<'_>, bytes: &[u8], old_end: u64) -> io::Result<usize> {
    let is_hole = |page: &&[u8]| page.len() == PAGE && page.iter().all(|&byte| byte == 0);
    let hole = bytes.chunks(PAGE).take_while(is_hole).count() * PAGE;
    let is_new = || flow.sink.position().is_ok_and(|position| position >= old_end);
    if hole > 0 && is_new() && flow.sink.skip(hole as u64).is_ok() {
        flow.hole = true;
        return Ok(hole);
    }
    let solid = bytes.chunks(PAGE).skip(1).take_while(|page| !is_hole(page)).map(<[u8]>::len).sum::<usize>();
    let solid = (PAGE + solid).min(bytes.len());
    let written = flow.sink.write_some(&bytes[..solid])?;
    flow.hole = false;
    Ok(written)
}

/// What follows from errors of reading that came one after the other.
#[derive(Debug)]
struct Errors {
    /// The maximum to be read at once; `None` is all that fits.
    reach: Option<usize>,
    /// The next step over what cannot be read.
    step: u64,
}

impl Default for Errors {
    fn default() -> Errors {
        Errors { reach: None, step: SKIP.0 }
    }
}

impl Errors {
    /// A read succeeded; with the next ones the old size comes back.
    fn is_over(&mut self, size: usize) {
        self.step = SKIP.0;
        self.reach = self.reach.map(|reach| reach * 2).filter(|&reach| reach < size);
    }
}

/// After reading `max` bytes failed with `error`: tries again with less, or writes zeros instead of what cannot be read
/// and goes on after it, where that was asked for.
fn skip_over(
    flow: &mut Flow<'_>,
    source: &Source,
    error: io::Error,
    max: usize,
    errors: &mut Errors,
) -> Result<(), TransferError> {
    let Some(options) = flow.options.skip_errors else { return Err(TransferError::Read(error)) };
    let Ok(at) = source.position() else { return Err(TransferError::Read(error)) };
    errors.reach = Some(SKIP.1 as usize);
    if options.block.is_none() && max as u64 > SKIP.1 {
        return Ok(());
    }
    let step = options.block.unwrap_or(errors.step).max(1);
    errors.step = (errors.step * 2).min(SKIP.1);
    let end = source.metadata().map_or(0, |metadata| metadata.len());
    // After the end of a file there is nothing to skip; devices have no length.
    let rest = if end > 0 { end.saturating_sub(at) } else { u64::MAX };
    let wanted = if flow.options.by_lines { usize::MAX } else { flow.left() };
    let length = (step - at % step).min(rest).min(wanted as u64);
    if length == 0 || source.skip(length).is_err() {
        return Err(TransferError::Read(error));
    }
    note(&mut flow.skipped, at, length);
    let zeros = vec![0; length.min(1 << 20) as usize];
    let mut left = length as usize;
    while left > 0 && !flow.shared.controls.is_stopped() {
        let step = left.min(zeros.len());
        write(flow, &zeros[..step])?;
        left -= step;
    }
    Ok(())
}

/// Adds a range to those that were skipped; one that begins where the last ends is a part of that.
fn note(skipped: &mut Vec<(u64, u64)>, at: u64, length: u64) {
    match skipped.last_mut() {
        Some((start, before)) if *start + *before == at => *before += length,
        _ => skipped.push((at, length)),
    }
}
