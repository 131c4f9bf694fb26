//! Writing: a run, its rungs, and round after round.

use rusqlite::{
    Connection, OptionalExtension, ToSql, Transaction, TransactionBehavior, params, params_from_iter,
};

use super::sql_text::{Named, count, maybe};
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

    /// Adds a rung to a run; `index` is its index in the list, and no other of the run has it.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn add_rung(&mut self, run: RunId, rung: &RungInfo, index: u64) -> Result<RungId, Error> {
        self.change(|change| {
            let id = insert_rung(change, run, rung, index)?;
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

    /// Runs `write` in a transaction, which is rolled back where it fails.
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

/// The columns of a row, each with its value.
type Columns<'c> = [(&'static str, &'c dyn ToSql)];

/// Inserts a row.
fn insert(change: &Connection, table: &str, columns: &Columns<'_>) -> rusqlite::Result<i64> {
    let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
    let marks = vec!["?"; columns.len()].join(", ");
    let insert = format!("INSERT INTO {table} ({}) VALUES ({marks})", names.join(", "));
    change.prepare_cached(&insert)?.execute(params_from_iter(columns.iter().map(|(_, value)| *value)))?;
    Ok(change.last_insert_rowid())
}

/// A text that is null in the database where it is empty.
fn text(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

/// The row of this machine, which is added where there is none yet.
fn machine_id(change: &Connection, machine: &Machine) -> rusqlite::Result<i64> {
    let columns: &Columns<'_> = &[
        ("cpu", &machine.cpu),
        ("cores", &count(machine.cores)),
        ("memory", &maybe(machine.memory)),
        ("kernel", &machine.kernel),
        ("system", &machine.system),
        ("pipe_max_size", &maybe(machine.pipe_max_size)),
        ("pipe_user_pages_soft", &maybe(machine.pipe_user_pages_soft)),
        ("mitigations", &machine.mitigations),
        ("governor", &machine.governor),
        ("virtualization", &machine.virtualization),
    ];
    let same: Vec<String> = columns.iter().map(|(name, _)| format!("{name} IS ?")).collect();
    let known = format!("SELECT id FROM machines WHERE {}", same.join(" AND "));
    let values = params_from_iter(columns.iter().map(|(_, value)| *value));
    match change.query_row(&known, values, |row| row.get(0)).optional()? {
        Some(id) => Ok(id),
        None => insert(change, "machines", columns),
    }
}

pub(super) fn insert_run(change: &Connection, run: &Run, machine: Option<i64>) -> rusqlite::Result<RunId> {
    let columns: &Columns<'_> = &[
        ("purpose", &run.purpose.sql_name()),
        ("started", &run.started),
        ("ended", &run.ended),
        ("machine", &machine),
        ("command", &run.command),
        ("version", &text(&run.version)),
        ("drain", &run.drain),
        ("seconds", &run.seconds),
        ("rounds", &maybe(run.rounds)),
        ("load", &run.load),
        ("pid", &std::process::id()),
        ("grouped_as", &run.grouped_as),
    ];
    insert(change, "runs", columns).map(RunId)
}

pub(super) fn insert_rung(
    change: &Connection,
    run: RunId,
    rung: &RungInfo,
    index: u64,
) -> rusqlite::Result<RungId> {
    let columns: &Columns<'_> = &[
        ("run", &run.0),
        ("place", &count(index)),
        ("name", &text(&rung.name)),
        ("title", &rung.title),
        ("step", &rung.step),
        ("language", &text(&rung.language)),
        ("kind", &rung.kind.sql_name()),
        ("command", &rung.command),
        ("version", &rung.version),
        ("unit", &rung.unit.sql_name()),
        ("not_run", &rung.not_run),
        ("drain", &rung.drain),
    ];
    insert(change, "rungs", columns).map(RungId)
}

fn insert_published(change: &Connection, rung: RungId, published: &Published) -> rusqlite::Result<()> {
    let Published { value, unit, note } = published;
    let columns: &Columns<'_> =
        &[("rung", &rung.0), ("value", value), ("unit", &unit.sql_name()), ("note", note)];
    insert(change, "published", columns).map(drop)
}

pub(super) fn insert_round(change: &Connection, rung: RungId, round: &Round) -> rusqlite::Result<RoundId> {
    let columns: &Columns<'_> = &[
        ("rung", &rung.0),
        ("phase", &round.phase.sql_name()),
        ("number", &count(round.number)),
        ("started", &round.started),
        ("wall", &round.wall),
        ("bytes", &count(round.bytes)),
        ("lines", &maybe(round.lines)),
        ("calls_made", &maybe(round.calls_made)),
        ("first_byte", &round.first_byte),
        ("user", &round.user),
        ("system", &round.system),
        ("drain_cpu", &round.drain_cpu),
        ("peak_memory", &maybe(round.peak_memory)),
        ("voluntary_switches", &maybe(round.voluntary_switches)),
        ("involuntary_switches", &maybe(round.involuntary_switches)),
        ("system_calls", &maybe(round.system_calls)),
        ("write_calls", &maybe(round.write_calls)),
        ("trouble", &round.error),
    ];
    insert(change, "rounds", columns).map(RoundId)
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
