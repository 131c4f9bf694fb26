//! The progress of a run on stderr, shown from a thread of its own.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use gush_diagnostics::{counted, grouped};
use gush_generate::request::Progress;
use gush_generate::{Job, Monitor, Outcome, Table};
use gush_pipe::{FileKind, Sink, terminal};
use gusher::schema::STREAM_ROWS;
use indicatif::{HumanBytes, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::exit::say;

/// How often a bar is drawn on a terminal, and a line written elsewhere.
const BAR_TICK: Duration = Duration::from_millis(100);
const LINE_TICK: Duration = Duration::from_secs(1);
/// A run that ends sooner shows nothing unless asked to.
const SHOW_DELAY: Duration = Duration::from_millis(500);

/// A terminal of fewer columns is too narrow for a bar beside the figures.
const WIDE: u16 = 70;

/// How far the work is.
pub trait Advance: Sync {
    /// The index of the current table, or of the last one; `None` before the first.
    fn table(&self) -> Option<usize>;
    /// How many rows have been generated.
    fn rows(&self) -> u64;
    /// How many bytes are written, where any are.
    fn bytes(&self) -> Option<u64>;
}

impl Advance for Monitor {
    fn table(&self) -> Option<usize> {
        Monitor::table(self)
    }

    fn rows(&self) -> u64 {
        Monitor::rows(self)
    }

    fn bytes(&self) -> Option<u64> {
        Some(Monitor::bytes(self))
    }
}

/// Runs `work` and shows the progress of `monitor` through the tables of `job`. `is_file` is whether they go to files and not to
/// stdout.
pub fn shown<E>(
    progress: Progress,
    is_file: bool,
    job: &Job,
    monitor: &dyn Advance,
    work: impl FnOnce() -> Result<Outcome, E>,
) -> Result<Outcome, E> {
    let wanted = match progress {
        Progress::Always => true,
        Progress::Never => false,
        Progress::Auto => io::stderr().is_terminal() && (is_file || is_redirected_to_a_file()),
    };
    if !wanted {
        return work();
    }
    let view = View::new(progress, job);
    thread::scope(|scope| {
        let (done, waits) = mpsc::channel::<Outcome>();
        // Without a thread, the work runs without progress.
        let _ = thread::Builder::new().spawn_scoped(scope, move || view.follow(monitor, &waits));
        let result = work();
        if let Ok(outcome) = &result {
            // Without a view, no thread receives this.
            let _ = done.send(*outcome);
        }
        drop(done);
        result
    })
}

/// Whether standard output is neither a terminal nor read by another program.
fn is_redirected_to_a_file() -> bool {
    let kind = Sink::stdout().map(|stdout| stdout.kind());
    kind.is_ok_and(|kind| !matches!(kind, FileKind::Terminal | FileKind::Pipe | FileKind::Socket))
}

/// The bar of a run of `rows` rows, fit for a terminal of `columns`; a run without an end has `None` rows. What does not fit
/// at the right is cut.
fn bar_template(rows: Option<u64>, columns: u16) -> &'static str {
    match rows {
        Some(_) if columns < WIDE => "{percent:>3} %  {human_pos} rows  {wide_msg}",
        Some(_) => "{bar:16} {percent:>3} %  {human_pos} rows  {wide_msg}",
        None => "{human_pos} rows  {elapsed}  {wide_msg}",
    }
}

/// What is shown: a bar on a terminal, lines elsewhere.
struct View<'j> {
    bar: Option<ProgressBar>,
    /// The tables, where there are several.
    tables: &'j [Table],
    total: u64,
    start: Instant,
    delay: Duration,
}

impl<'j> View<'j> {
    fn new(progress: Progress, job: &'j Job) -> View<'j> {
        let total = job.row_count();
        let tables = Some(job.tables()).filter(|tables| tables.len() > 1).unwrap_or_default();
        let bar = io::stderr().is_terminal().then(|| {
            // Setting the length later would draw the bar at once, before the delay.
            let length = (total < STREAM_ROWS).then_some(total);
            let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr());
            let template = bar_template(length, terminal::size().map_or(WIDE, |(columns, _)| columns));
            // The template is one of three constants; the plain style would do if it were wrong.
            bar.with_style(
                ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()),
            )
        });
        let delay = if progress == Progress::Auto { SHOW_DELAY } else { Duration::ZERO };
        View { bar, tables, total, start: Instant::now(), delay }
    }

    /// Shows the state of `monitor` at every tick until the other end of `waits` is dropped, which sends the outcome before.
    fn follow(&self, monitor: &dyn Advance, waits: &mpsc::Receiver<Outcome>) {
        let tick = if self.bar.is_some() { BAR_TICK } else { LINE_TICK };
        let outcome = loop {
            match waits.recv_timeout(tick) {
                Err(RecvTimeoutError::Timeout) if self.start.elapsed() >= self.delay => self.show(monitor),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break None,
                Ok(outcome) => break Some(outcome),
            }
        };
        if self.start.elapsed() >= self.delay {
            self.show(monitor);
            if let Some(bar) = &self.bar {
                bar.abandon();
            }
            if outcome == Some(Outcome::Done) && !self.tables.is_empty() {
                self.sum_up(monitor);
            }
        }
    }

    /// Reports the totals of all tables at the end.
    fn sum_up(&self, monitor: &dyn Advance) {
        let tables = counted(self.tables.len() as u64, "table");
        let rows = counted(self.total, "row");
        let bytes = monitor.bytes().map(|bytes| format!(", {}", HumanBytes(bytes))).unwrap_or_default();
        let seconds = self.start.elapsed().as_secs_f64();
        say(format_args!("gush: {tables}, {rows}{bytes} in {seconds:.1} s"));
    }

    fn show(&self, monitor: &dyn Advance) {
        // Before anything is opened, or where nothing can be, there is nothing to report.
        let Some(table) = monitor.table() else { return };
        let name = self.tables.get(table).map(Table::name);
        let rows = monitor.rows();
        let seconds = self.start.elapsed().as_secs_f64().max(1e-9);
        let rate = |count: u64| (count as f64 / seconds) as u64;
        let bytes = monitor.bytes().map(|bytes| format!("  {}/s", HumanBytes(rate(bytes))));
        let rates = format!("{} rows/s{}", short(rate(rows)), bytes.unwrap_or_default());
        let left = (self.total < STREAM_ROWS).then(|| left(rows, self.total, seconds)).flatten();
        match &self.bar {
            Some(bar) => {
                let left = left.map_or_else(String::new, |left| format!("  {left:#} left"));
                let name = name.map_or_else(String::new, |name| format!("  {name}"));
                bar.set_message(rates + &left + &name);
                bar.set_position(rows);
            }
            None if self.total < STREAM_ROWS => {
                let eta = left.map_or_else(String::new, |left| format!(", {} s left", left.0.as_secs()));
                let percent = rows as f64 * 100.0 / self.total.max(1) as f64;
                let name = name.map_or_else(String::new, |name| format!("{name}, "));
                say(format_args!("gush: {name}{percent:.0} %, {} rows, {rates}{eta}", grouped(rows)));
            }
            None => say(format_args!("gush: {} rows, {rates}", grouped(rows))),
        }
    }
}

/// How long it will take, rounded to seconds, at least one while there is something to do; `None` before anything is done.
fn left(rows: u64, total: u64, seconds: f64) -> Option<HumanDuration> {
    let left = (total - rows) as f64 * seconds / rows as f64;
    (rows > 0).then(|| HumanDuration(Duration::from_secs(left.ceil() as u64)))
}

/// A number in few characters, such as 41.2M, so that a complete line fits a terminal of 80 columns.
fn short(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..10_000_000 => format!("{}k", number / 1000),
        _ => format!("{:.1}M", number as f64 / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_over_is_not_over_in_no_time() {
        let left = |rows, seconds| left(rows, 100, seconds).map(|left| left.0.as_secs());
        assert_eq!(left(0, 1.0), None);
        assert_eq!(left(17, 0.1), Some(1));
        assert_eq!(left(50, 2.5), Some(3));
        assert_eq!(left(99, 1e-9), Some(1));
        assert_eq!(left(100, 5.0), Some(0));
    }
}
