//! The pump's promise: the bytes in order, whatever the threads do, and never a thread that waits for ever.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, ErrorKind, Read, pipe};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::os::fd::OwnedFd;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use gush_pipe::Sink;
use gush_pipe::pump::{Maker, Outcome, Progress, Watch, run};

/// Makes parts of uneven length, some of them empty or longer than a pipe, after an uneven delay.
#[derive(Clone, Copy, Default)]
struct Uneven {
    delays: bool,
    fails_at: Option<u64>,
    panics_at: Option<u64>,
}

fn mix(part: u64) -> u64 {
    let x = (part ^ (part >> 31)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x ^ (x >> 29)
}

impl Maker for Uneven {
    type Block = Vec<u8>;

    fn make(&mut self, part: u64, block: &mut Vec<u8>) -> io::Result<Progress> {
        block.clear();
        if self.delays {
            thread::sleep(Duration::from_micros(mix(part) % 300));
        }
        assert_ne!(Some(part), self.panics_at, "asked to panic");
        let length = match mix(part) % 17 {
            0 => 0,
            1 => 100_000,
            other => other * 97,
        };
        block.extend((0..length).map(|i| (mix(part) >> (i % 56)) as u8));
        if self.fails_at == Some(part) {
            return Err(io::Error::other(format!("part {part}")));
        }
        Ok(Progress::Complete)
    }
}

fn expected_bytes(parts: Range<u64>) -> Vec<u8> {
    parts.fold(Vec::new(), |mut all, part| {
        let mut block = Vec::new();
        Uneven::default().make(part, &mut block).unwrap();
        all.append(&mut block);
        all
    })
}

/// A sink, and what its reader got. The reader takes `limit` bytes at most, and dawdles when `slow`.
fn observed(limit: u64, slow: bool) -> (Sink, JoinHandle<Vec<u8>>) {
    let (reader, writer) = pipe().unwrap();
    let read = thread::spawn(move || {
        let (mut all, mut buffer, mut reader) = (Vec::new(), [0; 20_000], reader.take(limit));
        loop {
            match reader.read(&mut buffer).unwrap() {
                0 => break all,
                n => all.extend_from_slice(&buffer[..n]),
            }
            if slow {
                thread::sleep(Duration::from_micros(200));
            }
        }
    });
    (Sink::from_file(File::from(OwnedFd::from(writer))).unwrap(), read)
}

fn threads(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).unwrap()
}

#[test]
fn the_order_is_the_same_at_any_thread_count() {
    for count in 1..=8 {
        for (parts, delays, slow) in [(0..600, true, false), (5..300, false, true), (7..8, true, false)] {
            let (mut sink, read) = observed(u64::MAX, slow);
            let watch = Watch::default();
            let maker = Uneven { delays, ..Uneven::default() };
            let outcome = run(&mut sink, parts.clone(), threads(count), || maker, &watch).unwrap();
            drop(sink);
            let (read, expected) = (read.join().unwrap(), expected_bytes(parts.clone()));
            assert!(read == expected, "{count} threads, parts {parts:?}");
            assert_eq!(outcome, Outcome::Done);
            assert_eq!((watch.bytes(), watch.parts()), (read.len() as u64, parts.end - parts.start));
        }
    }
}

#[test]
fn no_part_is_no_byte() {
    let (mut sink, read) = observed(u64::MAX, false);
    let outcome = run(&mut sink, 9..9, threads(4), Uneven::default, &Watch::default()).unwrap();
    drop(sink);
    assert_eq!((outcome, read.join().unwrap()), (Outcome::Done, Vec::new()));
}

#[test]
fn an_error_comes_after_all_earlier_parts() {
    for count in 1..=5 {
        for fails_at in (0..40).chain([98, 99]) {
            let (mut sink, read) = observed(u64::MAX, false);
            let maker = Uneven { fails_at: Some(fails_at), delays: fails_at % 3 == 0, ..Uneven::default() };
            let error = run(&mut sink, 0..100, threads(count), || maker, &Watch::default()).unwrap_err();
            drop(sink);
            assert_eq!(error.to_string(), format!("part {fails_at}"));
            assert!(
                read.join().unwrap() == expected_bytes(0..fails_at),
                "{count} threads, error at {fails_at}"
            );
        }
    }
}

#[test]
fn the_first_of_two_errors_is_returned() {
    struct FailsFrom(u64);
    impl Maker for FailsFrom {
        type Block = Vec<u8>;

        fn make(&mut self, part: u64, _: &mut Vec<u8>) -> io::Result<Progress> {
            thread::sleep(Duration::from_micros(mix(part) % 500));
            if part >= self.0 { Err(io::Error::other(part.to_string())) } else { Ok(Progress::Complete) }
        }
    }
    for first in 0..30 {
        let (mut sink, _read) = observed(u64::MAX, false);
        let error = run(&mut sink, 0..1000, threads(6), || FailsFrom(first), &Watch::default()).unwrap_err();
        assert_eq!(error.to_string(), first.to_string());
    }
}

#[test]
fn a_write_error_ends_an_endless_run() {
    for count in 1..=8 {
        let (mut sink, read) = observed(1_000_000, false);
        let error =
            run(&mut sink, 0..u64::MAX, threads(count), Uneven::default, &Watch::default()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::BrokenPipe);
        assert!(expected_bytes(0..1000).starts_with(&read.join().unwrap()));
    }
}

#[test]
fn a_panic_reaches_the_caller() {
    for count in 1..=6 {
        for panics_at in [0, 1, 17, 98, 99] {
            let (mut sink, read) = observed(u64::MAX, false);
            let maker = Uneven { panics_at: Some(panics_at), delays: true, ..Uneven::default() };
            let watch = Watch::default();
            let ended =
                catch_unwind(AssertUnwindSafe(|| run(&mut sink, 0..100, threads(count), || maker, &watch)));
            drop(sink);
            let panic = ended.unwrap_err();
            assert!(panic.downcast_ref::<String>().unwrap().contains("asked to panic"));
            assert!(expected_bytes(0..panics_at).starts_with(&read.join().unwrap()));
        }
    }
}

#[test]
fn a_panic_before_the_first_part_reaches_the_caller() {
    let (mut sink, _read) = observed(u64::MAX, false);
    let fussy = || -> Uneven { panic!("no maker") };
    let ended =
        catch_unwind(AssertUnwindSafe(|| run(&mut sink, 0..100, threads(4), fussy, &Watch::default())));
    assert!(ended.is_err());
}

#[test]
fn a_stopped_run_has_written_whole_parts() {
    for count in 1..=8 {
        let (mut sink, read) = observed(u64::MAX, count % 2 == 0);
        let watch = Watch::default();
        let outcome = thread::scope(|scope| {
            scope.spawn(|| {
                while watch.parts() < 50 {
                    thread::yield_now();
                }
                watch.stop();
            });
            run(&mut sink, 3..u64::MAX, threads(count), Uneven::default, &watch).unwrap()
        });
        drop(sink);
        assert_eq!(outcome, Outcome::Stopped);
        let (read, parts) = (read.join().unwrap(), watch.parts());
        assert!(parts >= 50);
        assert!(read == expected_bytes(3..3 + parts), "{count} threads, {parts} parts");
    }
}

#[test]
fn a_run_stopped_beforehand_writes_nothing() {
    let (mut sink, read) = observed(u64::MAX, false);
    let watch = Watch::default();
    watch.stop();
    for count in [1, 3] {
        let outcome = run(&mut sink, 0..9, threads(count), Uneven::default, &watch).unwrap();
        assert_eq!(outcome, Outcome::Stopped);
    }
    drop(sink);
    assert!(read.join().unwrap().is_empty());
}

#[test]
fn memory_is_bounded_and_recycled() {
    struct Notes<'a>(&'a Mutex<HashSet<usize>>);
    impl Maker for Notes<'_> {
        type Block = Vec<u8>;

        fn make(&mut self, part: u64, block: &mut Vec<u8>) -> io::Result<Progress> {
            block.clear();
            block.reserve(65_536);
            self.0.lock().unwrap().insert(block.as_ptr() as usize);
            block.resize(60_000 + part as usize % 100, 0);
            Ok(Progress::Complete)
        }
    }
    let blocks = Mutex::new(HashSet::new());
    let (mut sink, _read) = observed(u64::MAX, true);
    run(&mut sink, 0..400, threads(3), || Notes(&blocks), &Watch::default()).unwrap();
    let used = blocks.lock().unwrap().len();
    assert!(used <= 6, "{used} blocks for 3 threads");
}

/// Makes the same parts in pieces of up to 1,000 bytes.
#[derive(Default)]
struct Pieces {
    maker: Uneven,
    /// What is left of the part that was begun.
    rest: Option<(u64, Vec<u8>)>,
}

impl Maker for Pieces {
    type Block = Vec<u8>;

    fn make(&mut self, part: u64, block: &mut Vec<u8>) -> io::Result<Progress> {
        let (begun, mut rest) = match self.rest.take() {
            Some(rest) => rest,
            None => {
                let mut all = Vec::new();
                self.maker.make(part, &mut all)?;
                (part, all)
            }
        };
        assert_eq!(begun, part, "a part that was begun goes on");
        block.clear();
        if rest.len() <= 1000 {
            block.append(&mut rest);
            return Ok(Progress::Complete);
        }
        let size = 1 + mix(part + rest.len() as u64) as usize % 1000;
        block.extend(rest.drain(..size));
        self.rest = Some((part, rest));
        Ok(Progress::Partial)
    }
}

#[test]
fn parts_in_pieces_are_written_in_order() {
    for count in 1..=8 {
        for delays in [false, true] {
            let (mut sink, read) = observed(u64::MAX, count % 2 == 0);
            let maker = || Pieces { maker: Uneven { delays, ..Uneven::default() }, rest: None };
            let watch = Watch::default();
            let outcome = run(&mut sink, 0..200, threads(count), maker, &watch).unwrap();
            drop(sink);
            assert_eq!((outcome, watch.parts()), (Outcome::Done, 200));
            assert!(read.join().unwrap() == expected_bytes(0..200), "{count} threads");
        }
    }
}

#[test]
fn an_error_comes_after_all_earlier_pieces() {
    /// Fails in a part, after its pieces up to there.
    struct Fails(Pieces, u64);
    impl Maker for Fails {
        type Block = Vec<u8>;

        fn make(&mut self, part: u64, block: &mut Vec<u8>) -> io::Result<Progress> {
            match self.0.make(part, block)? {
                Progress::Complete if part == self.1 => Err(io::Error::other("the last piece")),
                progress => Ok(progress),
            }
        }
    }
    for count in 1..=5 {
        for fails_at in 0..60 {
            let (mut sink, read) = observed(u64::MAX, false);
            let maker = || Fails(Pieces::default(), fails_at);
            let error = run(&mut sink, 0..60, threads(count), maker, &Watch::default()).unwrap_err();
            drop(sink);
            assert_eq!(error.to_string(), "the last piece");
            let (read, min_length) = (read.join().unwrap(), expected_bytes(0..fails_at).len());
            assert!(
                expected_bytes(0..fails_at + 1).starts_with(&read) && read.len() >= min_length,
                "{count} threads, {fails_at}"
            );
        }
    }
}

#[test]
fn runs_of_pieces_end_with_a_panic_a_stop_and_a_write_error() {
    for count in 1..=6 {
        let (mut sink, _read) = observed(u64::MAX, false);
        let maker = || Pieces { maker: Uneven { panics_at: Some(70), ..Uneven::default() }, rest: None };
        let watch = Watch::default();
        assert!(
            catch_unwind(AssertUnwindSafe(|| run(&mut sink, 0..100, threads(count), maker, &watch))).is_err()
        );

        let (mut sink, read) = observed(300_000, false);
        let error =
            run(&mut sink, 0..u64::MAX, threads(count), Pieces::default, &Watch::default()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::BrokenPipe);
        assert!(expected_bytes(0..1000).starts_with(&read.join().unwrap()));

        let (mut sink, read) = observed(u64::MAX, false);
        let watch = Watch::default();
        let outcome = thread::scope(|scope| {
            scope.spawn(|| {
                while watch.parts() < 50 {
                    thread::yield_now();
                }
                watch.stop();
            });
            run(&mut sink, 3..u64::MAX, threads(count), Pieces::default, &watch).unwrap()
        });
        drop(sink);
        assert_eq!(outcome, Outcome::Stopped);
        let (read, parts) = (read.join().unwrap(), watch.parts());
        assert!(
            expected_bytes(3..4 + parts).starts_with(&read)
                && read.starts_with(&expected_bytes(3..3 + parts)),
            "{count} threads"
        );
    }
}
