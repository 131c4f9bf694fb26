//! `--record`: ticks into a database, by a thread of its own. A slow disk or another program's lock holds up neither the
//! display nor what passes; ticks wait in memory meanwhile.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use gush_meter::format::View;
use gush_meter::record::Recorder;
use gush_store::model::Tick;
use gush_store::{Error, ErrorKind, Recorded, Recording};

use crate::exit;

/// How long the start waits to hear that the file is good. A file that is locked for longer is opened later.
const START_TIMEOUT: Duration = Duration::from_millis(500);
/// How long one attempt waits for other writers.
const ATTEMPT: Duration = Duration::from_millis(100);
/// How long to sleep between attempts.
const POLL_INTERVAL: Duration = Duration::from_millis(5);
/// How long after the end a locked file is tried again.
const RETRY_TIMEOUT: Duration = Duration::from_secs(1);
/// How long the end waits for the last tick to be written, whatever holds it up.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

/// A tick, and the rate that was shown with it.
type Noted = (Tick, f64);
/// What went wrong, until it has been reported.
#[derive(Clone, Default)]
struct Failure(Arc<Mutex<Option<Error>>>);

impl Failure {
    fn note(&self, error: Error) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
    }

    fn take(&self) -> Option<Error> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// The writing thread, as seen from the display.
struct Writer {
    path: PathBuf,
    /// Gone when there will be no more of them.
    ticks: Option<Sender<Noted>>,
    failure: Failure,
    /// Closed when all is written, or nothing will be any more.
    done: Receiver<()>,
}

/// Starts to record into `path`. The recording ends when what takes the ticks is dropped, which waits a moment for the
/// last of them to be written, and reports a failure that was not reported before.
///
/// # Errors
/// When the file is no database of ours or cannot be written. That it is locked is no error yet.
pub fn start(path: &Path, what: Recorded) -> Result<Recorder, Error> {
    let (ticks, received) = mpsc::channel();
    let (opened, is_open) = mpsc::channel::<()>();
    let (done, is_done) = mpsc::channel();
    let failure = Failure::default();
    let (file, reported) = (path.to_owned(), failure.clone());
    let writing = thread::Builder::new().spawn(move || {
        let queue = Queue { received, waiting: Vec::new(), over: None };
        let mut opened = Some(opened);
        if let Err(error) = queue.write(&file, &what, &mut opened) {
            reported.note(error);
        }
        // Who waits for either looks for an error then.
        drop((opened, done));
    });
    if let Err(error) = writing {
        let text = format!("no thread could be started: {}", gush_pipe::reason(&error));
        return Err(Error { path: path.to_owned(), kind: ErrorKind::CannotOpen(text) });
    }
    // The answer is the closing of the channel; later failures are reported as they occur.
    let _ = is_open.recv_timeout(START_TIMEOUT);
    if let Some(error) = failure.take() {
        return Err(error);
    }
    let writer = Writer { path: path.to_owned(), ticks: Some(ticks), failure, done: is_done };
    Ok(Recorder::new(move |view| writer.tick(view)))
}

impl Writer {
    fn tick(&self, view: &View) -> Result<(), String> {
        if let Some(ticks) = &self.ticks {
            // The receiver is gone only after a failure, which is reported separately.
            let _ = ticks.send(noted(view));
        }
        self.failure.take().map_or(Ok(()), |error| Err(error.to_string()))
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        drop(self.ticks.take());
        let trouble = match self.done.recv_timeout(SHUTDOWN_TIMEOUT) {
            Err(RecvTimeoutError::Timeout) => {
                Some(format!("{}: writing takes too long", self.path.display()))
            }
            _ => self.failure.take().map(|error| error.to_string()),
        };
        if let Some(trouble) = trouble {
            exit::say(format_args!("the recording ends here: {trouble}"));
        }
    }
}

/// Unix seconds.
pub fn now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64())
}

fn noted(view: &View) -> Noted {
    let lines = (view.by_lines || view.counts_lines).then_some(view.lines);
    (Tick { elapsed: view.elapsed.as_secs_f64(), bytes: view.bytes, lines }, view.rate)
}

/// Ticks that are not written yet.
struct Queue {
    received: Receiver<Noted>,
    waiting: Vec<Noted>,
    /// When it was seen that no more will come.
    over: Option<(Instant, f64)>,
}

impl Queue {
    /// Writes until the recording ends.
    fn write(mut self, path: &Path, what: &Recorded, opened: &mut Option<Sender<()>>) -> Result<(), Error> {
        let mut recording = self.insist(|_| Recording::open(path, what, ATTEMPT))?;
        *opened = None;
        loop {
            if self.waiting.is_empty() && self.over.is_none() {
                match self.received.recv() {
                    Ok(tick) => self.waiting.push(tick),
                    Err(mpsc::RecvError) => self.over = Some((Instant::now(), now())),
                }
            }
            self.insist(|waiting| recording.add(waiting))?;
            self.waiting.clear();
            if let Some((_, at)) = self.over {
                return self.insist(|_| recording.end(at));
            }
        }
    }

    /// Retries while the file is locked, until a timeout after the end.
    fn insist<T>(&mut self, mut attempt: impl FnMut(&[Noted]) -> Result<T, Error>) -> Result<T, Error> {
        loop {
            self.gather();
            match attempt(&self.waiting) {
                Err(Error { kind: ErrorKind::Locked, .. })
                    if self.over.is_none_or(|(since, _)| since.elapsed() < RETRY_TIMEOUT) =>
                {
                    // Not every lock is waited for by SQLite itself.
                    thread::sleep(POLL_INTERVAL);
                }
                result => return result,
            }
        }
    }

    /// Takes what has come meanwhile.
    fn gather(&mut self) {
        while self.over.is_none() {
            match self.received.try_recv() {
                Ok(tick) => self.waiting.push(tick),
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => self.over = Some((Instant::now(), now())),
            }
        }
    }
}
