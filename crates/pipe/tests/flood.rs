//! The flood's promise: the complete line, over and over, whatever carries it and whatever the reader does.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

use std::fs::{self, File, OpenOptions};
use std::io::{self, PipeReader, Read, Seek, SeekFrom, pipe};
use std::num::NonZeroU64;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::thread;
use std::time::{Duration, Instant};

use gush_pipe::strategy::{STRATEGIES, find};
use gush_pipe::{Flood, Rate, Sink, Strategy};
use proptest::prelude::{ProptestConfig, any, prop, proptest};
use proptest::sample::select;

fn line(length: usize) -> Vec<u8> {
    let mut line: Vec<u8> = (0..length - 1).map(|i| b'a' + (i * i % 26) as u8).collect();
    line.push(b'\n');
    line
}

fn sink(descriptor: impl Into<OwnedFd>) -> Sink {
    Sink::from_file(File::from(descriptor.into())).unwrap()
}

/// Compares what comes with the repeated line, in reads of the lengths given, up to `max` bytes; returns how many came.
fn check(mut reader: impl Read, line: &[u8], chunks: &[usize], max: usize) -> usize {
    let mut buffer = vec![0; chunks.iter().copied().max().unwrap()];
    let expected = line.repeat(buffer.len() / line.len() + 2);
    let mut seen = 0;
    for &chunk in chunks.iter().cycle() {
        let read = reader.read(&mut buffer[..chunk.min(max - seen)]).unwrap();
        let phase = seen % line.len();
        assert!(buffer[..read] == expected[phase..][..read], "out of step within {read} bytes after {seen}");
        seen += read;
        if read == 0 || seen == max {
            break;
        }
    }
    seen
}

/// Floods a pipe with `lines` lines and checks every byte of them.
fn flood_pipe(
    strategy: &'static Strategy,
    line: &[u8],
    lines: u64,
    chunks: &[usize],
    prepare: impl Fn(&dyn AsFd),
) {
    let (reader, writer) = pipe().unwrap();
    prepare(&writer);
    let seen = thread::scope(|scope| {
        let seen = scope.spawn(|| check(reader, line, chunks, usize::MAX));
        Flood::new(line).lines(lines).strategy(strategy).run(&mut sink(writer)).unwrap();
        seen.join().unwrap()
    });
    assert_eq!(
        seen as u64,
        lines * line.len() as u64,
        "{} with {} bytes a line",
        strategy.name(),
        line.len()
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_line_any_reader(
        strategy in select(STRATEGIES),
        length in select(vec![1, 2, 3, 7, 80, 1000, 4095, 4096, 5000, 8191, 8192, 16_383, 32_767, 32_768, 32_769, 100_000]),
        odd in 0usize..5,
        bytes in 1usize..30_000_000,
        chunks in prop::collection::vec(1000usize..300_000, 1..6),
        non_blocking in any::<bool>(),
    ) {
        let line = line(length + odd);
        let lines = (bytes / line.len()) as u64;
        flood_pipe(strategy, &line, lines, &chunks, |pipe| {
            rustix::io::ioctl_fionbio(pipe.as_fd(), non_blocking).unwrap();
        });
    }
}

#[test]
fn slow_readers_get_every_byte() {
    for strategy in STRATEGIES {
        flood_pipe(strategy, &line(37), 3000, &[1, 999, 13], |_| {});
    }
}

#[test]
fn a_line_longer_than_any_pipe_is_whole() {
    for strategy in STRATEGIES {
        flood_pipe(strategy, &line((9 << 20) + 1), 4, &[300_000, 1], |_| {});
    }
}

#[test]
fn a_reader_that_leaves_is_a_broken_pipe() {
    for strategy in STRATEGIES {
        let (reader, writer) = pipe().unwrap();
        let line = line(3);
        let error = thread::scope(|scope| {
            scope.spawn(|| assert_eq!(check(reader, &line, &[77_777], 5_000_000), 5_000_000));
            Flood::new(&line).strategy(strategy).run(&mut sink(writer)).unwrap_err()
        });
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe, "{}", strategy.name());
    }
}

/// What is in the pipe must outlive the strategy's own pipes and the flood's memory.
#[test]
fn what_is_in_the_pipe_stays_when_the_flood_is_over() {
    for strategy in STRATEGIES {
        let (reader, writer): (PipeReader, _) = pipe().unwrap();
        let long = line(7);
        Flood::new(&long).strategy(strategy).lines(7000).run(&mut sink(writer)).unwrap();
        let noise = vec![0xAA_u8; 8 << 20];
        assert_eq!(check(reader, &long, &[5000], usize::MAX), 49_000, "{}", strategy.name());
        drop(noise);
    }
}

#[test]
fn files_take_exactly_the_lines_asked_for() {
    let mut file = tempfile::tempfile().unwrap();
    let line = line(4097);
    for (lines, expected) in [(0, 0), (1, 4097), (700, 4097 * 701)] {
        Flood::new(&line).lines(lines).run(&mut sink(file.try_clone().unwrap())).unwrap();
        assert_eq!(file.metadata().unwrap().len(), expected);
    }
    file.seek(SeekFrom::Start(0)).unwrap();
    assert_eq!(check(file, &line, &[100_000], usize::MAX), 4097 * 701);
}

#[test]
fn a_file_open_for_appending_grows() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("log");
    fs::write(&path, b"y\n").unwrap();
    let file = OpenOptions::new().append(true).open(&path).unwrap();
    Flood::new(b"y\n").lines(100_000).run(&mut sink(file)).unwrap();
    assert!(fs::read(&path).unwrap() == b"y\n".repeat(100_001));
}

#[test]
fn sockets_take_it_too() {
    let (reader, writer) = UnixStream::pair().unwrap();
    let line = line(1001);
    thread::scope(|scope| {
        scope.spawn(|| assert_eq!(check(reader, &line, &[65_536, 3], usize::MAX), 5_005_000));
        Flood::new(&line).lines(5000).run(&mut sink(writer)).unwrap();
    });
}

#[test]
fn a_rate_is_kept_and_the_first_line_does_not_wait_for_it() {
    let (mut reader, writer) = pipe().unwrap();
    let start = Instant::now();
    let flood = thread::spawn(move || {
        let rate = Rate::Lines(NonZeroU64::new(200).unwrap());
        Flood::new(b"y\n").rate(rate).lines(60).run(&mut sink(writer)).unwrap();
    });
    let mut all = Vec::new();
    reader.read_to_end(&mut all).unwrap();
    flood.join().unwrap();
    assert!(all == b"y\n".repeat(60));
    // 15 portions of 4 lines: 14 waits of 20 ms. Only too fast is an error: the machine may be busy.
    assert!(start.elapsed() >= Duration::from_millis(270), "{:?}", start.elapsed());
}

#[test]
fn every_strategy_is_found_by_its_name() {
    for strategy in STRATEGIES {
        assert_eq!(find(strategy.name()).unwrap().name(), strategy.name());
    }
    assert!(find("smoke signals").is_none());
    assert_eq!(STRATEGIES.last().unwrap().name(), "write");
}
