//! Writing: a run, its rungs, and round after round.

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};

use super::sql_text::{Word, count, maybe};
use super::{Error, RoundId, RunId, RungId, Store};
use crate::model::{Machine, Published, Round, Run, RungInfo, Tick};

impl Store {
    /// Notes that a run begins.
    ///
    /// # Errors
    /// When the database cannot be written; so for all below.
    pub fn begin(&mut self, run: &Run, machine: Option<&Machine>) -> Result<RunId, Error> {
        self.change(|change| {
            let machine = machine.map(|machine| machine_id(change, machine)).transpose()?;
            insert_run(change, run, machine)
        })
    }

    /// Adds a rung to a run; `place` is its index in the list, and no other of the run has it.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn add_rung(&mut self, run: RunId, rung: &RungInfo, place: u64) -> Result<RungId, Error> {
        self.change(|change| {
            let id = insert_rung(change, run, rung, place)?;
            rung.published.iter().try_for_each(|published| insert_published(change, id, published))?;
            Ok(id)
        })
    }

    /// Adds a round with its ticks, all or nothing. No other of the rung has its phase and number.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn add_round(&mut self, rung: RungId, round: &Round, ticks: &[Tick]) -> Result<RoundId, Error> {
        self.change(|change| {
            let id = insert_round(change, rung, round)?;
            ticks.iter().try_for_each(|tick| insert_tick(change, id, tick, None))?;
            Ok(id)
        })
    }

    /// Notes that the run has ended, at this time in Unix seconds.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn end(&mut self, run: RunId, at: f64) -> Result<(), Error> {
        self.change(|change| {
            change.execute("UPDATE runs SET ended = ? WHERE id = ?", params![at, run.0]).map(drop)
        })
    }

    /// Removes a run with all that is in it.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn forget(&mut self, run: RunId) -> Result<(), Error> {
        self.change(|change| change.execute("DELETE FROM runs WHERE id = ?", [run.0]).map(drop))
    }

    /// Runs `write` in a transaction, which is taken back where it fails.
    pub(super) fn change<T>(
        &mut self,
        write: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, Error> {
        // From the start: one that turns into a writer later may find that another has written meanwhile.
        let done = Transaction::new(&mut self.database, TransactionBehavior::Immediate).and_then(|change| {
            let result = write(&change)?;
            change.commit()?;
            Ok(result)
        });
        done.map_err(|error| self.error(error))
    }
}

/// The row of this machine, which is added where there is none yet.
fn machine_id(change: &Connection, machine: &Machine) -> rusqlite::Result<i64> {
    let columns = params![
        machine.cpu,
        count(machine.cores),
        maybe(machine.memory),
        machine.kernel,
        machine.system,
        maybe(machine.pipe_max_size),
        maybe(machine.pipe_user_pages_soft),
        machine.mitigations,
        machine.governor,
        machine.virtualization,
    ];
    let known = "SELECT id FROM machines WHERE cpu = ? AND cores = ? AND memory IS ? AND kernel = ? AND system IS ? AND
                 pipe_max_size IS ? AND pipe_user_pages_soft IS ? AND mitigations IS ? AND governor IS ? AND
                 virtualization IS ?";
    if let Some(id) = change.query_row(known, columns, |row| row.get(0)).optional()? {
        return Ok(id);
    }
    let insert =
        "INSERT INTO machines (cpu, cores, memory, kernel, system, pipe_max_size, pipe_user_pages_soft,
                  mitigations, governor, virtualization) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    change.execute(insert, columns)?;
    Ok(change.last_insert_rowid())
}

pub(super) fn insert_run(change: &Connection, run: &Run, machine: Option<i64>) -> rusqlite::Result<RunId> {
    let insert =
        "INSERT INTO runs (purpose, started, ended, machine, command, version, drain, seconds, rounds, load,
                  pid, grouped_as) VALUES (?, ?, ?, ?, ?, nullif(?, ''), ?, ?, ?, ?, ?, ?)";
    let columns = params![
        run.purpose.word(),
        run.started,
        run.ended,
        machine,
        run.command,
        run.version,
        run.drain,
        run.seconds,
        maybe(run.rounds),
        run.load,
        std::process::id(),
        run.grouped_as,
    ];
    change.execute(insert, columns)?;
    Ok(RunId(change.last_insert_rowid()))
}

pub(super) fn insert_rung(
    change: &Connection,
    run: RunId,
    rung: &RungInfo,
    place: u64,
) -> rusqlite::Result<RungId> {
    let insert =
        "INSERT INTO rungs (run, place, name, title, step, language, kind, command, version, unit, not_run,
                  drain) VALUES (?, ?, nullif(?, ''), ?, ?, nullif(?, ''), ?, ?, ?, ?, ?, ?)";
    let columns = params![
        run.0,
        count(place),
        rung.name,
        rung.title,
        rung.step,
        rung.language,
        rung.kind.word(),
        rung.command,
        rung.version,
        rung.unit.word(),
        rung.not_run,
        rung.drain,
    ];
    change.execute(insert, columns)?;
    Ok(RungId(change.last_insert_rowid()))
}

fn insert_published(change: &Connection, rung: RungId, published: &Published) -> rusqlite::Result<()> {
    let insert = "INSERT INTO published (rung, value, unit, note) VALUES (?, ?, ?, ?)";
    change.execute(insert, params![rung.0, published.value, published.unit.word(), published.note]).map(drop)
}

pub(super) fn insert_round(change: &Connection, rung: RungId, round: &Round) -> rusqlite::Result<RoundId> {
    let insert = "INSERT INTO rounds (rung, phase, number, started, wall, bytes, lines, calls_made, first_byte, user,
                  system, drain_cpu, peak_memory, voluntary_switches, involuntary_switches, system_calls, write_calls,
                  trouble) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    let columns = params![
        rung.0,
        round.phase.word(),
        count(round.number),
        round.started,
        round.wall,
        count(round.bytes),
        maybe(round.lines),
        maybe(round.calls_made),
        round.first_byte,
        round.user,
        round.system,
        round.drain_cpu,
        maybe(round.peak_memory),
        maybe(round.voluntary_switches),
        maybe(round.involuntary_switches),
        maybe(round.system_calls),
        maybe(round.write_calls),
        round.error,
    ];
    change.execute(insert, columns)?;
    Ok(RoundId(change.last_insert_rowid()))
}

pub(super) fn insert_tick(
    change: &Connection,
    round: RoundId,
    tick: &Tick,
    rate: Option<f64>,
) -> rusqlite::Result<()> {
    let insert = "INSERT INTO ticks (round, elapsed, bytes, lines, rate) VALUES (?, ?, ?, ?, ?)";
    let mut insert = change.prepare_cached(insert)?;
    insert.execute(params![round.0, tick.elapsed, count(tick.bytes), maybe(tick.lines), rate]).map(drop)
}
