//! Readers that pass references on without looking, and look when the writer has long been dead: what they hold must not
//! change.
#![cfg(target_os = "linux")]
#![expect(unsafe_code, reason = "system calls on borrowed descriptors")]

use crate::yes::{STRATEGIES, repeated, start, yes};
use gush_testkit::{Signal, assert_same};
use std::io::{PipeReader, PipeWriter, Read};
use std::os::fd::AsRawFd as _;

/// Copies up to `length` bytes' worth of references from one pipe to another.
fn tee(from: &PipeReader, to: &PipeWriter, length: usize) -> usize {
    // SAFETY: both descriptors are open as long as they are borrowed, and no memory of ours is touched.
    let moved = unsafe { libc::tee(from.as_raw_fd(), to.as_raw_fd(), length, 0) };
    usize::try_from(moved).expect("tee works between two pipes")
}

/// Moves up to `length` bytes from one pipe to another.
fn splice(from: &PipeReader, to: &PipeWriter, length: usize) -> usize {
    let nowhere = std::ptr::null_mut();
    // SAFETY: both descriptors are open as long as they are borrowed, and the null pointers ask for no offsets.
    let moved = unsafe {
        libc::splice(from.as_raw_fd(), nowhere, to.as_raw_fd(), nowhere, length, libc::SPLICE_F_MOVE)
    };
    usize::try_from(moved).expect("splice works between two pipes")
}

/// Lets a flood fill its pipe, passes the front of it on by `pass`, ends the flood, and only then reads.
fn read_after_death(strategy: &str, pass: impl Fn(&PipeReader, &PipeWriter, usize) -> usize) {
    let (mut held, holding) = std::io::pipe().expect("a pipe can be created");
    let (mut reader, running) = start(yes().arg("five5").env("GUSH_STRATEGY", strategy));
    // Beyond the first line, which is always a plain write.
    let mut first = [0; 7 * 6];
    reader.read_exact(&mut first).expect("a flood gives enough");
    let passed = pass(&reader, &holding, 40_000);
    assert!(passed > 0);
    running.signal(Signal::KILL);
    running.finish().died_of(Signal::KILL).silent();
    drop(holding);
    let (mut onwards, mut rest) = (Vec::new(), vec![0; passed]);
    held.read_to_end(&mut onwards).expect("a pipe can be read");
    assert_same(&onwards, repeated(b"five5", passed));
    // The bytes in the flood's own pipe are complete, too: the output continues at the exact byte offset.
    rest.clear();
    reader.read_to_end(&mut rest).expect("a pipe can be read");
    let line = b"five5\n";
    let phase = if rest.starts_with(line) || rest.is_empty() { 0 } else { passed % line.len() };
    assert_same(&rest, &repeated(b"five5", rest.len() + phase)[phase..]);
}

#[test]
fn teed_bytes_outlive_the_writer() {
    STRATEGIES.iter().for_each(|strategy| read_after_death(strategy, tee));
}

#[test]
fn spliced_bytes_outlive_the_writer() {
    STRATEGIES.iter().for_each(|strategy| read_after_death(strategy, splice));
}

/// The writer ends by itself, and its last bytes are still only references.
#[test]
fn the_rest_in_the_pipe_is_complete() {
    for strategy in STRATEGIES {
        let (reader, running) = start(yes().arg_line("-n 5000 five5").env("GUSH_STRATEGY", strategy));
        running.finish().ok().silent();
        let mut all = Vec::new();
        let mut reader = reader;
        reader.read_to_end(&mut all).expect("a pipe can be read");
        assert_same(&all, repeated(b"five5", 30_000));
    }
}
