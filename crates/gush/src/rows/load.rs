//! Loads the rows of a request into a database, and says what came of it.

use std::time::Instant;

use gush_db::{Progress, Summary, Target};
use gush_diagnostics::{counted, grouped};
use gush_generate::Outcome;
use gush_generate::request::{self, IntoDatabase, Prepared};
use gush_pipe::sigpipe;

use super::progress::{self, Advance};
use crate::exit;
use crate::failure::Failure;
use crate::signals::{self, Caught};
use crate::write;

impl Advance for Progress {
    fn table(&self) -> Option<usize> {
        Progress::table(self)
    }

    fn rows(&self) -> u64 {
        Progress::rows(self)
    }

    fn bytes(&self) -> Option<u64> {
        Some(Progress::bytes(self))
    }
}

/// Loads the rows. A signal ends the process once the server has been asked to cancel what it does, and rolls back what is not complete; a
/// file that is not complete, and tables that MySQL has made and that have no rows, are removed first.
pub fn rows(request: &Prepared, into: &IntoDatabase) -> Result<(), Failure> {
    // A server that is gone is an error with a message.
    sigpipe::ignore_write_signals();
    let monitor = Progress::default().with_notes(|text| exit::note("gush", text));
    let start = Instant::now();
    let caught = match into.target {
        Target::Sqlite(_) | Target::MySql(_) if !into.options.is_dry => {
            signals::catch(&monitor.stop_flag()).map_err(anyhow::Error::from)?
        }
        // What is left to the server needs no second look.
        _ if !into.options.is_dry => {
            let flags = [monitor.connecting_flag(), monitor.stop_flag()];
            signals::catch_once(&flags).map_err(anyhow::Error::from)?
        }
        _ => Caught::default(),
    };
    let mut summary = Summary::default();
    let shown = if into.options.is_dry { request::Progress::Never } else { request.output.progress };
    let work = || match request.job.load(into, &monitor) {
        Ok(loaded) => {
            summary = loaded;
            Ok(Outcome::Done)
        }
        Err(gush_db::Error::Stopped) => Ok(Outcome::Stopped),
        Err(error) => Err(error),
    };
    if let Outcome::Stopped = progress::shown(shown, true, &request.job, &monitor, work)? {
        return Err(Failure::Signal(caught.signal()));
    }
    for note in &summary.notes {
        exit::note("gush", note);
    }
    if into.options.is_dry {
        return write::text(&script(&summary.statements));
    }
    if request.output.progress != request::Progress::Never {
        exit::say(summed_up(&summary, start.elapsed().as_secs_f64()));
    }
    Ok(())
}

/// Statements as a script.
fn script(statements: &[String]) -> String {
    statements.iter().map(|statement| format!("{statement};\n")).collect()
}

/// What was loaded and how fast, in one line for one table and a line for each of several.
fn summed_up(summary: &Summary, seconds: f64) -> String {
    let rows = summary.rows();
    let rate = grouped((rows as f64 / seconds.max(1e-9)) as u64);
    let what = match &summary.tables[..] {
        [table] => format!("{}, {}", table.name, counted(rows, "row")),
        tables => format!("{}, {}", counted(tables.len() as u64, "table"), counted(rows, "row")),
    };
    let places = if seconds < 10.0 { 2 } else { 1 };
    let mut text = format!("gush: {}: {what} in {seconds:.places$} s ({rate} rows/s)", summary.server);
    if summary.tables.len() > 1 {
        for table in &summary.tables {
            text.push_str(&format!("\n  {}: {}", table.name, counted(table.rows, "row")));
        }
    }
    text
}
