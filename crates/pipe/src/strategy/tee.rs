//! `tee-sockets` and `tee-pages`: pass on references to the same few pages of the kernel's, for ever.
//!
//! ```text
//! copies of a unit ──tee, until it is full──▶ stock ──tee──▶ broker ──splice──▶ the sink
//! ```
//! A *unit* of complete lines is put into the kernel's memory, some times over. The *stock* is a pipe full of references to it. A
//! round copies the stock's references into the *broker* and moves them on to the sink until the broker is empty.
//! `tee` always starts at the front of a pipe, so what the sink takes of a round must be seen through to the end: that
//! is what the broker is for.
//!
//! A pipe's costs are per buffer, not per byte. `write` makes buffers of a page; a stream socket keeps what is sent in
//! fragments of 32 KiB, and passes each to a pipe as one buffer. A pipe of 1 MiB then holds 8 MiB.
//!
//! Each copy of a unit in the kernel's memory has one count of its references, which we count up and a reader that splices counts
//! down. Where both are at one count, its cache line goes to and fro between their cores. So the stock refers to several copies,
//! 16 times to each before the next. docs/engineering/yes.md has the measurements.

use std::io::{self, ErrorKind};

use crate::flood::repetition::Repetition;
use crate::sink::Sink;
use crate::sys::{FRAGMENT, Pipe, Socket};

/// The largest pipe that an ordinary user may ask for.
pub(super) const PIPE_SIZE: usize = 1 << 20;
/// A unit is the shortest that fills this much of its fragments: readers that copy then copy out of their cache.
const FULL_ENOUGH: f64 = 0.9;
/// How many references to a fragment the stock has one after the other.
const RUN: usize = 16;
/// No unit of several lines is longer; where none up to here fills its fragments well, the shortest serves.
const LARGEST_UNIT: usize = 512 << 10;

pub(super) fn from_socket(sink: &mut Sink, text: &mut Repetition<'_>) -> io::Result<()> {
    let unit = unit(text.line(), FRAGMENT);
    let socket = Socket::new()?;
    let references = (RUN / unit.len().div_ceil(FRAGMENT)).max(1);
    run(sink, text, (unit.len(), references), |pipe| {
        unit.chunks(FRAGMENT).try_for_each(|fragment| socket.put(fragment, pipe))
    })
}

pub(super) fn from_pages(sink: &mut Sink, text: &mut Repetition<'_>) -> io::Result<()> {
    let unit = unit(text.line(), FRAGMENT);
    run(sink, text, (unit.len(), usize::MAX), |pipe| match pipe.write(&unit)? {
        written if written == unit.len() => Ok(()),
        _ => Err(ErrorKind::WouldBlock.into()),
    })
}

/// Complete lines that fill blocks of `fragment` bytes well, in as few blocks as possible.
fn unit(line: &[u8], fragment: usize) -> Vec<u8> {
    let fill = |lines: &usize| {
        let bytes = line.len() * lines;
        bytes as f64 / bytes.next_multiple_of(fragment) as f64
    };
    let in_one = (fragment / line.len()).max(1);
    let max = (LARGEST_UNIT / line.len()).max(in_one);
    let lines = (in_one..=max).find(|lines| fill(lines) >= FULL_ENOUGH);
    line.repeat(lines.unwrap_or(in_one))
}

fn run(
    sink: &mut Sink,
    text: &mut Repetition<'_>,
    (unit, references): (usize, usize),
    put_unit: impl Fn(&Pipe) -> io::Result<()>,
) -> io::Result<()> {
    let (stock, stocked) = stock(unit, references, put_unit)?;
    let broker = private_pipe()?;
    // The rest works whether or not the sink's own pipe may grow.
    let _ = sink.enlarge_pipe(PIPE_SIZE);
    rounds(sink, text, &stock, stocked, &broker)
}

fn private_pipe() -> io::Result<Pipe> {
    let pipe = Pipe::new()?;
    // What was granted shows in how much fits.
    let _ = pipe.enlarge(PIPE_SIZE);
    Ok(pipe)
}

/// A pipe full of units of `unit` bytes, and how many bytes of it are complete units: `run` references to one copy of the unit,
/// then to the next copy.
fn stock(unit: usize, run: usize, put_unit: impl Fn(&Pipe) -> io::Result<()>) -> io::Result<(Pipe, usize)> {
    let stock = private_pipe()?;
    let mut stocked = 0;
    loop {
        let copy = private_pipe().and_then(|copy| put_unit(&copy).map(|()| copy));
        let copy = match copy {
            Ok(copy) => copy,
            Err(_) if stocked > 0 => break,
            Err(e) => return Err(e),
        };
        let added = refer(&copy, unit, run, &stock)?;
        stocked += added * unit;
        if added < run {
            break;
        }
    }
    if stocked == 0 { Err(ErrorKind::WouldBlock.into()) } else { Ok((stock, stocked)) }
}

/// Adds up to `run` references to the unit that `copy` holds to the stock, and returns how many; fewer where it is full.
fn refer(copy: &Pipe, unit: usize, run: usize, stock: &Pipe) -> io::Result<usize> {
    for added in 0..run {
        match copy.tee(stock, unit) {
            Ok(taken) if taken == unit => {}
            // The stock is full, and ends within a unit or between two.
            Ok(_) => return Ok(added),
            Err(e) if e.kind() == ErrorKind::WouldBlock => return Ok(added),
            Err(e) => return Err(e),
        }
    }
    Ok(run)
}

fn rounds(
    sink: &mut Sink,
    text: &mut Repetition<'_>,
    stock: &Pipe,
    mut stocked: usize,
    broker: &Pipe,
) -> io::Result<()> {
    let line = text.line().len();
    while !text.is_over() {
        finish_line(sink, text)?;
        let brokered = stock.tee(broker, stocked)?;
        if brokered < stocked {
            // The broker holds less than the stock: from now on, no more than the complete lines that fit.
            stocked = brokered - brokered % line;
        }
        pass_on(sink, text, broker, brokered)?;
        if stocked == 0 {
            return Err(ErrorKind::WouldBlock.into());
        }
    }
    Ok(())
}

/// Moves what the broker holds to the sink. On an error, the broker and what is left in it are of no more use.
fn pass_on(sink: &Sink, text: &mut Repetition<'_>, broker: &Pipe, mut brokered: usize) -> io::Result<()> {
    while brokered > 0 && !text.is_over() {
        let moved = sink.output().splice_from(broker, text.cap(brokered))?;
        brokered -= moved;
        text.advance(moved);
    }
    Ok(())
}

/// A round that ended within a line leaves the rest of it to be written, as the next one starts with a new line.
fn finish_line(sink: &mut Sink, text: &mut Repetition<'_>) -> io::Result<()> {
    let rest = text.rest_of_line();
    sink.write_all(rest)?;
    text.advance(rest.len());
    Ok(())
}
