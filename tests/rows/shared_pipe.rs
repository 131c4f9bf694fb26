//! A pipe is enlarged while rows go into it, and gets its size back for those who use it afterwards.
#![cfg(target_os = "linux")]
#![expect(unsafe_code, reason = "system calls on borrowed descriptors")]

use std::io::{PipeReader, PipeWriter, Read, Write, pipe};
use std::os::fd::AsRawFd;
use std::thread;

use crate::rows::{PORTABLE, gush, rows, seeded};
use gush_testkit::{Program, Stream, assert_same};

/// More than any pipe holds.
const MUCH: &str = "-f csv -l 100k id=seq name email uuidv4";

fn size(reader: &PipeReader) -> i32 {
    // SAFETY: the call takes no pointer, and the descriptor is open while it is borrowed.
    let size = unsafe { libc::fcntl(reader.as_raw_fd(), libc::F_GETPIPE_SZ) };
    assert!(size > 0, "a pipe says how much it holds");
    size
}

fn set_size(writer: &PipeWriter, bytes: i32) {
    // SAFETY: the call takes no pointer, and the descriptor is open while it is borrowed.
    let set = unsafe { libc::fcntl(writer.as_raw_fd(), libc::F_SETPIPE_SZ, bytes) };
    assert_eq!(set, bytes, "a small pipe is granted to everybody");
}

/// A program that writes to a pipe of which this test keeps the writing end open, too.
fn into(writer: &PipeWriter, program: Program) -> Program {
    program.stdout(Stream::Fd(writer.try_clone().expect("a descriptor").into()))
}

#[test]
fn a_pipe_gets_its_size_back() {
    for (arguments, before) in [(format!("-j 1 {MUCH}"), 65_536), (format!("-j 2 {MUCH}"), 16_384)] {
        let expected = rows(&arguments).stdout;
        let (mut reader, mut writer) = pipe().expect("a pipe");
        set_size(&writer, before);
        let run = into(&writer, seeded(&arguments)).spawn();
        let mut all = vec![0; 2 << 20];
        reader.read_exact(&mut all).expect("what was written can be read");
        assert_eq!(size(&reader) > before, !PORTABLE, "{arguments}");
        let shared = reader.try_clone().expect("a descriptor");
        let rest = thread::spawn(move || {
            reader.read_to_end(&mut all).expect("what was written can be read");
            all
        });
        run.finish().ok().silent();
        assert_eq!(size(&shared), before, "{arguments}");
        writer.write_all(b"the next").expect("the pipe is open");
        drop(writer);
        assert_same(rest.join().expect("it only reads"), [&expected[..], b"the next"].concat());
    }
}

#[test]
fn so_does_one_that_constant_lines_went_through() {
    let (mut reader, writer) = pipe().expect("a pipe");
    let run = into(&writer, gush("yes -n 20000000")).spawn();
    drop(writer);
    let shared = reader.try_clone().expect("a descriptor");
    let read =
        thread::spawn(move || std::io::copy(&mut reader, &mut std::io::sink()).expect("it can be read"));
    run.finish().ok().silent();
    assert_eq!(read.join().expect("it only reads"), 40_000_000);
    assert_eq!(size(&shared), 65_536);
}

#[test]
fn a_size_set_by_another_process_is_kept() {
    let (mut reader, writer) = pipe().expect("a pipe");
    let run = into(&writer, seeded(MUCH)).spawn();
    let mut all = vec![0; 2 << 20];
    reader.read_exact(&mut all).expect("what was written can be read");
    set_size(&writer, 1 << 20);
    drop(writer);
    let shared = reader.try_clone().expect("a descriptor");
    let rest = thread::spawn(move || reader.read_to_end(&mut all).expect("it can be read"));
    run.finish().ok().silent();
    assert_eq!(rest.join().expect("it only reads") + (2 << 20), rows(MUCH).stdout.len());
    assert_eq!(size(&shared), 1 << 20);
}
