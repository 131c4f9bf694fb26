//! What a child says on standard error: its last words are kept, the rest is let go.

use std::fs::File;
use std::io::{PipeReader, Read};
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use gush_pipe::Source;

/// How many bytes are kept.
const KEPT: usize = 4 << 10;
/// How many lines are told, and how many characters of them.
const TOLD: (usize, usize) = (3, 300);
/// How long to wait for words that are still in the pipe.
const PATIENCE: Duration = Duration::from_millis(200);

/// Listens from a thread of its own, so that a talkative child is not held up.
#[derive(Debug)]
pub(super) struct Words {
    tail: Arc<Mutex<Vec<u8>>>,
    heard: Arc<AtomicU64>,
    /// The same pipe, to be asked what is still in it.
    pipe: Option<Source>,
    over: Receiver<()>,
}

impl Words {
    pub(super) fn of(mut stderr: PipeReader) -> Words {
        let tail = Arc::new(Mutex::new(Vec::new()));
        let (done, over) = mpsc::channel::<()>();
        let heard = Arc::new(AtomicU64::new(0));
        let pipe = stderr.try_clone().ok().map(|pipe| Source::from_file(File::from(OwnedFd::from(pipe))));
        let (kept, hears) = (Arc::clone(&tail), Arc::clone(&heard));
        // Not waited for: somebody whom the child let go of may keep the pipe open. Without a thread, nobody listens.
        let _ = thread::Builder::new().spawn(move || {
            let mut buffer = [0; KEPT];
            while let Ok(read @ 1..) = stderr.read(&mut buffer) {
                hears.fetch_add(read as u64, Ordering::Relaxed);
                let Ok(mut tail) = kept.lock() else { break };
                tail.extend_from_slice(&buffer[..read]);
                let surplus = tail.len().saturating_sub(KEPT);
                tail.drain(..surplus);
            }
            drop(done);
        });
        Words { tail, heard, pipe, over }
    }

    /// How many bytes were said so far; for a moment it may be too many, as some are counted twice while they are heard.
    pub(super) fn said(&self) -> u64 {
        let waiting = self.pipe.as_ref().and_then(|pipe| pipe.waiting().ok()).unwrap_or(0);
        self.heard.load(Ordering::Relaxed) + waiting
    }

    /// The last words in one line; empty where there were none. To be asked when the child is over.
    pub(super) fn last(&self) -> String {
        let _ = self.over.recv_timeout(PATIENCE);
        self.tail.lock().map(|tail| told(&tail)).unwrap_or_default()
    }
}

/// The last lines in one, without what would move a terminal's cursor.
fn told(tail: &[u8]) -> String {
    let text = String::from_utf8_lossy(tail);
    let clean = |line: &str| line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>();
    let lines = text.lines().map(clean).filter(|line| !line.trim().is_empty());
    let lines: Vec<String> = lines.map(|line| line.trim().to_owned()).collect();
    let last = lines[lines.len().saturating_sub(TOLD.0)..].join("; ");
    let surplus = last.chars().count().saturating_sub(TOLD.1);
    if surplus == 0 { last } else { format!("…{}", last.chars().skip(surplus).collect::<String>()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn the_last_lines_are_told_in_one() {
        assert_eq!(told(b""), "");
        assert_eq!(told(b"one\n\n two \nthree\n\x1b[31mfour\t!\n"), "two; three; [31mfour !");
        assert_eq!(told("ä".repeat(1000).as_bytes()).chars().count(), 301);
        assert_eq!(told(b"a\xff"), "a\u{fffd}");
    }

    #[test]
    fn a_talkative_child_is_heard_out() {
        let (reader, mut writer) = std::io::pipe().unwrap();
        let words = Words::of(reader);
        for line in 0..100_000 {
            writeln!(writer, "line {line}").unwrap();
        }
        drop(writer);
        assert_eq!(words.last(), "line 99997; line 99998; line 99999");
        assert_eq!(words.said(), (0..100_000).map(|line| format!("line {line}\n").len() as u64).sum::<u64>());
    }

    #[test]
    fn somebody_who_keeps_the_pipe_open_is_not_waited_for() {
        let (reader, mut writer) = std::io::pipe().unwrap();
        let words = Words::of(reader);
        writer.write_all(b"still here").unwrap();
        assert_eq!(words.last(), "still here");
        drop(writer);
    }
}
