//! What `gush meter --record` writes: a run of one rung and one round, whose ticks come one by one.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, params};

use super::sql_text::{count, maybe};
use super::{Error, RoundId, RunId, Store, open, write};
use crate::model::{Phase, Purpose, Round, Run, RungInfo, RungKind, Tick, Unit};

/// What is known of a recording before its first tick.
#[derive(Clone, Debug, Default)]
pub struct Recorded {
    /// What the meter is called.
    pub name: Option<String>,
    /// What it counts by.
    pub unit: Unit,
    /// How many units there will be.
    pub size: Option<u64>,
    /// The arguments that it was started with.
    pub command: String,
    /// The version of gush.
    pub version: String,
    /// When it began, in Unix seconds.
    pub started: f64,
    /// The name that it has in common with the other recordings of a pipeline.
    pub grouped_as: Option<String>,
}

/// A recording that is going on.
#[derive(Debug)]
pub struct Recording {
    store: Store,
    run: RunId,
    round: RoundId,
}

impl Recording {
    /// Opens the database, or makes it, and notes that a recording begins. Waits for other writers no longer than
    /// `timeout`, now and later.
    ///
    /// # Errors
    /// When it is no database of ours, newer than this program, or cannot be written.
    pub fn open(path: &Path, what: &Recorded, timeout: Duration) -> Result<Recording, Error> {
        let mut store = open::open(path, true, timeout)?;
        let (run, round) = store.change(|change| begin(change, what))?;
        Ok(Recording { store, run, round })
    }

    /// Adds ticks, each with the rate that was shown with it, all or none of them.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn add(&mut self, ticks: &[(Tick, f64)]) -> Result<(), Error> {
        let Some((last, _)) = ticks.last() else { return Ok(()) };
        let round = self.round;
        self.store.change(|change| {
            for (tick, rate) in ticks {
                write::insert_tick(change, round, tick, Some(*rate))?;
            }
            let totals = params![last.elapsed, count(last.bytes), maybe(last.lines), round.0];
            change
                .prepare_cached("UPDATE rounds SET wall = ?, bytes = ?, lines = ? WHERE id = ?")?
                .execute(totals)?;
            Ok(())
        })
    }

    /// Notes that it ended, at this time in Unix seconds.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn end(&mut self, at: f64) -> Result<(), Error> {
        self.store.end(self.run, at)
    }
}

fn begin(change: &Connection, what: &Recorded) -> rusqlite::Result<(RunId, RoundId)> {
    let run = Run {
        purpose: Purpose::Meter,
        started: what.started,
        command: what.command.clone(),
        version: what.version.clone(),
        grouped_as: what.grouped_as.clone(),
        ..Run::default()
    };
    let run = write::insert_run(change, &run, None)?;
    let rung = RungInfo {
        name: what.name.clone().unwrap_or_default(),
        title: "what passed the meter".into(),
        kind: RungKind::Own,
        command: what.command.clone(),
        unit: what.unit,
        ..RungInfo::default()
    };
    let rung = write::insert_rung(change, run, &rung, 0)?;
    change.execute("UPDATE rungs SET size = ? WHERE id = ?", params![maybe(what.size), rung.0])?;
    let round = Round { phase: Phase::Measured, number: 1, started: what.started, ..Round::default() };
    Ok((run, write::insert_round(change, rung, &round)?))
}
