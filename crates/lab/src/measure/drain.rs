//! The drain: what takes the bytes of a rung, and counts them.
//!
//! It is the meter's own engine, on a thread of its own, writing to `/dev/null`. The thread is never waited for without
//! an end: a process that left the child's group may hold the other end of its pipe.

use std::fs::File;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use gush_meter::{Options, SharedState, Transfer, TransferError};
use gush_pipe::thread::{Pin, processor_time};
use gush_pipe::{Sink, Source};

use crate::ladder::Drain;
use gush_store::model::{Tick, Unit};

/// How many bytes are read at once where bytes are read.
const BUFFER: usize = 64 << 10;

impl Drain {
    /// The drain for a rung that is rated in `unit`: lines have to be seen to be counted.
    pub(super) fn counting(self, unit: Unit) -> Drain {
        match (unit, self) {
            (Unit::Lines, Drain::Splice | Drain::Read | Drain::Null) => Drain::Lines,
            _ => self,
        }
    }

    /// What the engine is to do.
    pub(super) fn options(self, unit: Unit) -> Options {
        let counts = self == Drain::Lines || unit == Unit::Lines;
        let reads = counts || self == Drain::Read;
        Options {
            lines: counts.then_some(b'\n'),
            plain: reads,
            buffer: reads.then_some(BUFFER),
            keep_pipes: true,
            ..Options::default()
        }
    }
}

/// How many bytes have come, and how many lines where they are counted.
pub(super) type Count = (u64, Option<u64>);

/// Bytes on their way, as they are counted.
pub(super) trait Flow {
    /// What has come so far.
    fn count(&self) -> Count;
    /// Waits for its end, at most for `timeout`; whether that came.
    fn is_over_within(&mut self, timeout: Duration) -> bool;
    /// When it ended, where that is known.
    fn ended_at(&self) -> Option<Instant>;
    /// Whether what was counted so far may be the final count.
    fn is_settled(&self) -> bool {
        true
    }
}

/// The state of a flow at some time since `begin`.
pub(super) fn tick(flow: &dyn Flow, begin: Instant) -> Tick {
    let (bytes, lines) = flow.count();
    Tick { elapsed: begin.elapsed().as_secs_f64(), bytes, lines }
}

/// What a program's output came to before it is watched.
#[derive(Debug)]
pub(super) struct Begun {
    /// When its first byte was seen.
    pub at: Instant,
    /// What was there by then: its rate is unknown.
    pub count: Count,
}

/// The engine at work on one source.
#[derive(Debug)]
pub(super) struct Engine {
    shared: Arc<SharedState>,
    counts_lines: bool,
    ends: Receiver<End>,
    end: Option<End>,
}

/// How it ended.
#[derive(Debug, Default)]
struct End {
    at: Option<Instant>,
    processor_time: Option<Duration>,
    error: Option<String>,
}

impl Engine {
    /// Takes the `waiting` bytes that are there at once, and leaves the rest to a thread, on that core. Returns what was
    /// taken, too: the thread may have reached the end before the next look.
    pub(super) fn start(
        source: Source,
        options: &Options,
        waiting: u64,
        core: Option<usize>,
    ) -> io::Result<(Engine, Count)> {
        let shared = Arc::new(SharedState::default());
        let first = Options { stop_at: Some(waiting), ..options.clone() };
        let error = pass(&source, &first, &shared);
        let (send, ends) = mpsc::channel();
        let (counting, options) = (Arc::clone(&shared), options.clone());
        let counts_lines = options.lines.is_some();
        let taken = count(&shared, counts_lines);
        thread::Builder::new().spawn(move || {
            let _pin = core.map(Pin::to);
            let error = error.or_else(|| pass(&source, &options, &counting));
            let at = Some(Instant::now());
            // From here on there is no reader.
            drop(source);
            // The receiver may be gone.
            let _ = send.send(End { at, processor_time: processor_time(), error });
        })?;
        Ok((Engine { shared, counts_lines, ends, end: None }, taken))
    }

    /// Asks it to end after the call that it is in.
    pub(super) fn stop(&self) {
        self.shared.controls.stop();
    }

    /// The processor time that it took, once it is over.
    pub(super) fn processor_time(&self) -> Option<Duration> {
        self.end.as_ref()?.processor_time
    }

    /// What went wrong, once it is over.
    pub(super) fn error(&self) -> Option<&str> {
        self.end.as_ref()?.error.as_deref()
    }
}

impl Flow for Engine {
    fn count(&self) -> Count {
        count(&self.shared, self.counts_lines)
    }

    fn is_over_within(&mut self, timeout: Duration) -> bool {
        if self.end.is_none() {
            self.end = match self.ends.recv_timeout(timeout) {
                Ok(end) => Some(end),
                Err(RecvTimeoutError::Timeout) => None,
                // It panicked.
                Err(RecvTimeoutError::Disconnected) => Some(End::default()),
            };
        }
        self.end.is_some()
    }

    fn ended_at(&self) -> Option<Instant> {
        self.end.as_ref()?.at
    }
}

fn count(shared: &SharedState, lines: bool) -> Count {
    (shared.counts.bytes(), lines.then(|| shared.counts.lines()))
}

/// Moves what there is to `/dev/null`; returns what went wrong.
fn pass(source: &Source, options: &Options, shared: &SharedState) -> Option<String> {
    let moved = || {
        let null = File::options().write(true).open("/dev/null").map_err(TransferError::Write)?;
        let sink = Sink::from_file(null).map_err(TransferError::Write)?;
        Transfer::new(sink, options.clone(), shared).pass(source)
    };
    match moved() {
        Ok(_) => None,
        Err(TransferError::Read(error)) => {
            Some(format!("the drain could not read: {}", gush_pipe::reason(&error)))
        }
        Err(TransferError::Write(error)) => {
            Some(format!("the drain could not write: {}", gush_pipe::reason(&error)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::io::{PipeWriter, Write};
    use std::os::fd::OwnedFd;

    const LONG: Duration = Duration::from_secs(60);

    fn pipe() -> (Source, PipeWriter) {
        let (reader, writer) = io::pipe().unwrap();
        (Source::from_file(File::from(OwnedFd::from(reader))), writer)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(30))]
        #[test]
        fn every_byte_and_line_is_counted(
            drain in prop::sample::select(&[Drain::Splice, Drain::Read, Drain::Lines][..]),
            before in prop::collection::vec(prop::sample::select(&b"ab\n"[..]), 0..1000),
            after in prop::collection::vec(prop::sample::select(&b"ab\n"[..]), 0..200_000),
        ) {
            let (source, mut writer) = pipe();
            writer.write_all(&before).unwrap();
            let lines = |bytes: &[u8]| bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
            let then = thread::spawn(move || writer.write_all(&after).map(|()| after));
            let (mut engine, taken) =
                Engine::start(source, &drain.options(Unit::Bytes), before.len() as u64, None).unwrap();
            let after = then.join().unwrap().unwrap();
            let counts = |bytes: u64, lines| (bytes, (drain == Drain::Lines).then_some(lines));
            prop_assert_eq!(taken, counts(before.len() as u64, lines(&before)), "at the first look");
            prop_assert!(engine.is_over_within(LONG));
            let all = (before.len() + after.len()) as u64;
            prop_assert_eq!(engine.count(), counts(all, lines(&before) + lines(&after)));
            prop_assert!(engine.error().is_none() && engine.ended_at().is_some());
        }
    }

    #[test]
    fn what_is_asked_to_stop_leaves_the_pipe() {
        let (source, mut writer) = pipe();
        let (mut engine, _) = Engine::start(source, &Drain::Splice.options(Unit::Bytes), 0, None).unwrap();
        engine.stop();
        // It is in a call that waits, or about to see that it is to end.
        while writer.write_all(b"y").is_ok() {}
        assert!(engine.is_over_within(LONG));
    }

    #[test]
    fn lines_are_counted_where_they_are_the_unit() {
        for drain in Drain::ALL {
            assert_eq!(drain.counting(Unit::Bytes), drain);
            assert!(drain.counting(Unit::Lines).options(Unit::Lines).lines.is_some());
        }
        assert_eq!(Drain::Pv.counting(Unit::Lines), Drain::Pv);
    }
}
