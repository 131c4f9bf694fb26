//! The sink's promise: every byte once, whatever the descriptor is like.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, PipeReader, Read, pipe};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::thread;

use gush_pipe::{FileKind, Sink};
use proptest::prelude::{ProptestConfig, any, prop, prop_assert, proptest};

fn piped() -> (PipeReader, File) {
    let (reader, writer) = pipe().unwrap();
    (reader, File::from(OwnedFd::from(writer)))
}

fn open(path: &str) -> Sink {
    Sink::from_file(OpenOptions::new().write(true).open(path).unwrap()).unwrap()
}

/// Reads in chunks of the lengths given, over and over, until the end.
fn read_in(mut reader: impl Read, chunks: &[usize]) -> Vec<u8> {
    let (mut all, mut buffer) = (Vec::new(), vec![0; 1 << 17]);
    for &chunk in chunks.iter().cycle() {
        let read = reader.read(&mut buffer[..chunk]).unwrap();
        if read == 0 {
            break;
        }
        all.extend_from_slice(&buffer[..read]);
    }
    all
}

fn pattern(length: usize) -> Vec<u8> {
    (0..length).map(|i| (i.wrapping_mul(0x9E37_79B9) >> 13) as u8).collect()
}

/// Sets the flag on the open file itself, which is what a careless parent process does to our standard output.
fn set_non_blocking(file: &File) {
    rustix::io::ioctl_fionbio(file, true).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_byte_arrives_once(
        blocks in prop::collection::vec(0usize..200_000, 1..6),
        chunks in prop::collection::vec(1usize..100_000, 1..8),
        non_blocking in any::<bool>(),
        step in prop::option::of(1usize..100_000),
    ) {
        let bytes = pattern(blocks.iter().sum());
        let (reader, writer) = piped();
        if non_blocking {
            set_non_blocking(&writer);
        }
        let read = thread::spawn(move || read_in(reader, &chunks));
        let mut sink = Sink::from_file(writer).unwrap();
        if let Some(step) = step {
            sink.set_step(step.max(64));
        }
        let mut rest = bytes.as_slice();
        for length in blocks {
            let (block, others) = rest.split_at(length);
            sink.write_all(block).unwrap();
            rest = others;
        }
        drop(sink);
        prop_assert!(read.join().unwrap() == bytes);
    }
}

#[test]
fn a_non_blocking_socket_takes_everything() {
    let (reader, writer) = UnixStream::pair().unwrap();
    writer.set_nonblocking(true).unwrap();
    let read = thread::spawn(move || read_in(reader, &[1000, 70_000, 3]));
    let mut sink = Sink::from_file(File::from(OwnedFd::from(writer))).unwrap();
    assert_eq!(sink.kind(), FileKind::Socket);
    let bytes = pattern(3_000_001);
    sink.write_all(&bytes).unwrap();
    drop(sink);
    assert!(read.join().unwrap() == bytes);
}

#[test]
fn kinds_are_told_apart() {
    let (_reader, writer) = piped();
    assert_eq!(Sink::from_file(writer).unwrap().kind(), FileKind::Pipe);
    assert_eq!(Sink::from_file(tempfile::tempfile().unwrap()).unwrap().kind(), FileKind::File);
    assert_eq!(open("/dev/null").kind(), FileKind::CharacterDevice);
}

#[test]
fn a_reader_that_left_is_a_broken_pipe() {
    let (reader, writer) = piped();
    drop(reader);
    let error = Sink::from_file(writer).unwrap().write_all(b"y\n").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::BrokenPipe);
}

#[test]
fn no_room_is_said() {
    if File::open("/dev/full").is_err() {
        return; // only some systems have it
    }
    let error = open("/dev/full").write_all(b"y\n").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::StorageFull);
}

#[test]
fn a_descriptor_that_is_not_open_for_writing_is_an_error() {
    let null = File::open("/dev/null").unwrap();
    Sink::from_file(null).unwrap().write_all(b"y\n").unwrap_err();
}

#[test]
fn nothing_is_written_at_once() {
    let (reader, writer) = piped();
    drop(reader);
    Sink::from_file(writer).unwrap().write_all(b"").unwrap();
}
