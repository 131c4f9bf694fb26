//! What a child writes to standard error: the last lines are kept, the rest is dropped.

use std::fs::File;
use std::io::{PipeReader, Read};
use std::os::fd::OwnedFd;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use gush_pipe::Source;

/// How many bytes are kept.
const CAPACITY: usize = 4 << 10;
/// The maximum of lines that are reported, and of characters.
const MAX_LINES: usize = 3;
const MAX_CHARACTERS: usize = 300;
/// How long one call waits for more.
const WAIT: Duration = Duration::from_secs(3600);
/// How long to wait for text that is still in the pipe.
const TIMEOUT: Duration = Duration::from_secs(2);
/// How often to look whether all was read.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// Reads on a thread of its own, so that a child that writes much is not blocked.
#[derive(Debug)]
pub(super) struct CapturedStderr {
    captured: Arc<Mutex<Captured>>,
    /// The same pipe, to be asked what is still in it.
    pipe: Option<Source>,
    over: Receiver<()>,
}

/// What was read so far: how much, and the last of it.
#[derive(Debug, Default)]
struct Captured {
    bytes: u64,
    tail: Vec<u8>,
}

impl Captured {
    fn add(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        self.tail.extend_from_slice(bytes);
        let surplus = self.tail.len().saturating_sub(CAPACITY);
        self.tail.drain(..surplus);
    }
}

impl CapturedStderr {
    pub(super) fn of(mut stderr: PipeReader) -> CapturedStderr {
        let captured = Arc::new(Mutex::new(Captured::default()));
        let (done, over) = mpsc::channel::<()>();
        let again = stderr.try_clone().ok();
        let pipe = again.map(|pipe| Source::from_file(File::from(OwnedFd::from(pipe))));
        let asked = pipe.as_ref().and_then(|pipe| pipe.try_clone().ok());
        let reading = Arc::clone(&captured);
        // Not waited for: a process that left the child's group may keep the pipe open. Without a thread, nothing is kept.
        let _ = thread::Builder::new().spawn(move || {
            while read_once(&mut stderr, &reading, !is_there(asked.as_ref())) {}
            drop(done);
        });
        CapturedStderr { captured, pipe, over }
    }

    /// How many bytes were written so far.
    pub(super) fn bytes(&self) -> u64 {
        // No thread reads meanwhile, so that each byte is counted once.
        let Ok(captured) = self.captured.lock() else { return 0 };
        captured.bytes + self.pipe.as_ref().and_then(|pipe| pipe.waiting().ok()).unwrap_or(0)
    }

    /// The last lines, joined to one; empty where there were none. To be asked when the child is over, so that all of them
    /// are in the pipe or read.
    pub(super) fn last(&self) -> String {
        let until = Instant::now() + TIMEOUT;
        while let Err(RecvTimeoutError::Timeout) = self.over.recv_timeout(POLL_INTERVAL)
            && !self.is_read()
            && Instant::now() < until
        {}
        self.captured.lock().map(|captured| last_lines(&captured.tail)).unwrap_or_default()
    }

    /// Whether nothing is left in the pipe, as far as that can be known.
    fn is_read(&self) -> bool {
        let Ok(_nobody_reads) = self.captured.lock() else { return true };
        self.pipe.as_ref().is_some_and(|pipe| matches!(pipe.waiting(), Ok(0)))
    }
}

/// Waits until there is something to read, or no writer left; false where the system cannot wait.
fn is_there(pipe: Option<&Source>) -> bool {
    let Some(pipe) = pipe else { return false };
    loop {
        match pipe.wait(WAIT) {
            Ok(true) => return true,
            Ok(false) => {}
            Err(_) => return false,
        }
    }
}

/// Reads once; false at the end. The lock is held meanwhile, unless reading itself `waits`.
fn read_once(stderr: &mut PipeReader, captured: &Mutex<Captured>, waits: bool) -> bool {
    let mut buffer = [0; CAPACITY];
    let early = if waits { None } else { captured.lock().ok() };
    let Ok(read @ 1..) = stderr.read(&mut buffer) else { return false };
    match early.or_else(|| captured.lock().ok()) {
        Some(mut captured) => captured.add(&buffer[..read]),
        None => return false,
    }
    true
}

/// The last lines in one, without what would move a terminal's cursor.
fn last_lines(tail: &[u8]) -> String {
    let text = String::from_utf8_lossy(tail);
    let clean = |line: &str| line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>();
    let lines = text.lines().map(clean).filter(|line| !line.trim().is_empty());
    let lines: Vec<String> = lines.map(|line| line.trim().to_owned()).collect();
    let last = lines[lines.len().saturating_sub(MAX_LINES)..].join("; ");
    let surplus = last.chars().count().saturating_sub(MAX_CHARACTERS);
    if surplus == 0 { last } else { format!("…{}", last.chars().skip(surplus).collect::<String>()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn the_last_lines_are_reported_in_one() {
        assert_eq!(last_lines(b""), "");
        assert_eq!(last_lines(b"one\n\n two \nthree\n\x1b[31mfour\t!\n"), "two; three; [31mfour !");
        assert_eq!(last_lines("ä".repeat(1000).as_bytes()).chars().count(), 301);
        assert_eq!(last_lines(b"a\xff"), "a\u{fffd}");
    }

    #[test]
    fn everything_that_a_child_writes_is_read() {
        let (reader, mut writer) = std::io::pipe().unwrap();
        let stderr = CapturedStderr::of(reader);
        for line in 0..100_000 {
            writeln!(writer, "line {line}").unwrap();
        }
        drop(writer);
        assert_eq!(stderr.last(), "line 99997; line 99998; line 99999");
        assert_eq!(
            stderr.bytes(),
            (0..100_000).map(|line| format!("line {line}\n").len() as u64).sum::<u64>()
        );
    }

    #[test]
    fn a_process_that_keeps_the_pipe_open_is_not_waited_for() {
        let (reader, mut writer) = std::io::pipe().unwrap();
        let stderr = CapturedStderr::of(reader);
        writer.write_all(b"still here").unwrap();
        assert_eq!(stderr.last(), "still here");
        drop(writer);
    }
}
