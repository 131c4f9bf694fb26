//! Reading: which runs there are, and one of them as it was measured.

use rusqlite::{Connection, OptionalExtension, Row};

use super::sql_text::Named;
use super::{Error, ErrorKind, RunId, Store};
use crate::model::{Machine, Published, Purpose, Record, Round, Run, RungInfo, RungRecord, Tick};

/// Recordings that begin this many seconds after the end of the others of their group belong to another pipeline.
const APART: f64 = 1.0;

/// A run as lists show it.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Its number.
    pub id: RunId,
    /// What it is for.
    pub purpose: Purpose,
    /// When it began, in Unix seconds.
    pub started: f64,
    /// When its last round ended, where that is known.
    pub ended: Option<f64>,
    /// The arguments that it was started with.
    pub command: String,
    /// The processor that it ran on, where that is known.
    pub cpu: Option<String>,
    /// How many rungs it has, those that were not run among them.
    pub rungs: u64,
    /// How many rounds were written, of all phases.
    pub rounds: u64,
    /// The name that recordings of one pipeline have in common.
    pub grouped_as: Option<String>,
}

impl Store {
    /// All runs, the oldest first.
    ///
    /// # Errors
    /// When the database cannot be read; so for all below.
    pub fn runs(&self) -> Result<Vec<Summary>, Error> {
        let query = "SELECT runs.*, cpu, (SELECT count(*) FROM rungs WHERE run = runs.id) AS rung_count,
                     (SELECT count(*) FROM rounds JOIN rungs ON rungs.id = rung WHERE run = runs.id) AS round_count
                     FROM runs LEFT JOIN machines ON machines.id = machine ORDER BY runs.id";
        let runs = |row: &Row<'_>| {
            Ok(Summary {
                id: RunId(row.get("id")?),
                purpose: choice(row, "purpose")?,
                started: row.get("started")?,
                ended: row.get("ended")?,
                command: row.get("command")?,
                cpu: row.get("cpu")?,
                rungs: row.get("rung_count")?,
                rounds: row.get("round_count")?,
                grouped_as: row.get("grouped_as")?,
            })
        };
        all(&self.database, query, [], runs).map_err(|error| self.error(error))
    }

    /// The last run that was begun for this purpose.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn latest(&self, purpose: Purpose) -> Result<Option<RunId>, Error> {
        let query = "SELECT id FROM runs WHERE purpose = ? ORDER BY id DESC LIMIT 1";
        let found = self.database.query_row(query, [purpose.sql_name()], |row| row.get(0).map(RunId));
        found.optional().map_err(|error| self.error(error))
    }

    /// The recordings of one pipeline under this name, in the order in which their programs were started. Where the
    /// name was used more than once, those of the last time: they ran at the same time, or nearly so.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn group(&self, name: &str) -> Result<Vec<RunId>, Error> {
        let query = "SELECT runs.id AS id, runs.started AS first, max(coalesce(ended, 0), runs.started + coalesce(wall, 0)) AS final
                     FROM runs LEFT JOIN rungs ON run = runs.id LEFT JOIN rounds ON rung = rungs.id
                     WHERE purpose = 'meter' AND grouped_as = ? GROUP BY runs.id ORDER BY runs.started, runs.id";
        let one = |row: &Row<'_>| Ok((RunId(row.get("id")?), row.get("first")?, row.get("final")?));
        let found: Vec<(RunId, f64, f64)> =
            all(&self.database, query, [name], one).map_err(|error| self.error(error))?;
        let (mut last, mut over) = (Vec::new(), f64::NEG_INFINITY);
        for (id, begin, end) in found {
            if begin > over + APART {
                last.clear();
            }
            last.push(id);
            over = over.max(end);
        }
        // A shell starts the programs of a pipeline from left to right.
        let pid = "SELECT coalesce(pid, 0) FROM runs WHERE id = ?";
        let pid = |id: &RunId| self.database.query_row(pid, [id.0], |row| row.get::<_, i64>(0));
        last.sort_by_cached_key(|id| pid(id).unwrap_or(0));
        Ok(last)
    }

    /// A run with all that was measured in it, as of one moment: others may be writing.
    ///
    /// # Errors
    /// When there is no such run, or the database cannot be read.
    pub fn load(&self, run: RunId) -> Result<Record, Error> {
        let record = self.database.unchecked_transaction().and_then(|moment| record(&moment, run));
        let record = record.map_err(|error| self.error(error))?;
        record.ok_or_else(|| Error::of(&self.path, ErrorKind::NoSuchRun(run.0)))
    }
}

/// A choice that a column holds by its name.
fn choice<W: Named>(row: &Row<'_>, column: &str) -> rusqlite::Result<W> {
    let index = row.as_ref().column_index(column)?;
    let value = row.get_ref(index)?;
    W::read(value)
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(index, value.data_type(), Box::new(error)))
}

/// All rows of a query.
fn all<T>(
    database: &Connection,
    query: &str,
    parameters: impl rusqlite::Params,
    row: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Vec<T>> {
    database.prepare_cached(query)?.query_map(parameters, row)?.collect()
}

fn record(moment: &Connection, id: RunId) -> rusqlite::Result<Option<Record>> {
    let query = "SELECT * FROM runs WHERE id = ?";
    let found = moment.query_row(query, [id.0], |row| Ok((run(row)?, row.get::<_, Option<i64>>("machine")?)));
    let Some((run, machine_id)) = found.optional()? else { return Ok(None) };
    let query = "SELECT * FROM machines WHERE id = ?";
    let machine = machine_id.map(|id| moment.query_row(query, [id], machine)).transpose()?;
    let query = "SELECT * FROM rungs WHERE run = ? ORDER BY place";
    let rungs = all(moment, query, [id.0], |row| Ok((row.get("id")?, rung(row)?)))?;
    let rungs = rungs.into_iter().map(|(id, rung)| fill(moment, id, rung)).collect::<Result<_, _>>()?;
    Ok(Some(Record { id: id.0, run, machine, rungs }))
}

/// A rung with what belongs to it.
fn fill(moment: &Connection, id: i64, mut rung: RungInfo) -> rusqlite::Result<RungRecord> {
    let query = "SELECT * FROM published WHERE rung = ? ORDER BY id";
    rung.published = all(moment, query, [id], published)?;
    let query = "SELECT * FROM rounds WHERE rung = ? ORDER BY id";
    let rounds: Vec<(i64, Round)> = all(moment, query, [id], |row| Ok((row.get("id")?, round(row)?)))?;
    let query = "SELECT elapsed, bytes, lines FROM ticks WHERE round = ? ORDER BY rowid";
    let with_ticks = |(id, round)| Ok((round, all(moment, query, [id], tick)?));
    let rounds = rounds.into_iter().map(with_ticks).collect::<rusqlite::Result<_>>()?;
    Ok(RungRecord { rung, rounds })
}

fn run(row: &Row<'_>) -> rusqlite::Result<Run> {
    Ok(Run {
        purpose: choice(row, "purpose")?,
        started: row.get("started")?,
        ended: row.get("ended")?,
        command: row.get("command")?,
        version: row.get::<_, Option<_>>("version")?.unwrap_or_default(),
        drain: row.get("drain")?,
        seconds: row.get("seconds")?,
        rounds: row.get("rounds")?,
        load: row.get("load")?,
        grouped_as: row.get("grouped_as")?,
    })
}

fn machine(row: &Row<'_>) -> rusqlite::Result<Machine> {
    Ok(Machine {
        cpu: row.get("cpu")?,
        cores: row.get("cores")?,
        memory: row.get("memory")?,
        kernel: row.get("kernel")?,
        system: row.get("system")?,
        pipe_max_size: row.get("pipe_max_size")?,
        pipe_user_pages_soft: row.get("pipe_user_pages_soft")?,
        mitigations: row.get("mitigations")?,
        governor: row.get("governor")?,
        virtualization: row.get("virtualization")?,
    })
}

fn rung(row: &Row<'_>) -> rusqlite::Result<RungInfo> {
    Ok(RungInfo {
        name: row.get::<_, Option<_>>("name")?.unwrap_or_default(),
        title: row.get("title")?,
        step: row.get("step")?,
        language: row.get::<_, Option<_>>("language")?.unwrap_or_default(),
        kind: choice(row, "kind")?,
        command: row.get("command")?,
        version: row.get("version")?,
        unit: choice(row, "unit")?,
        drain: row.get("drain")?,
        published: Vec::new(),
        not_run: row.get("not_run")?,
    })
}

fn published(row: &Row<'_>) -> rusqlite::Result<Published> {
    Ok(Published { value: row.get("value")?, unit: choice(row, "unit")?, note: row.get("note")? })
}

fn round(row: &Row<'_>) -> rusqlite::Result<Round> {
    Ok(Round {
        phase: choice(row, "phase")?,
        number: row.get("number")?,
        started: row.get("started")?,
        wall: row.get("wall")?,
        bytes: row.get("bytes")?,
        lines: row.get("lines")?,
        calls_made: row.get("calls_made")?,
        first_byte: row.get("first_byte")?,
        user: row.get("user")?,
        system: row.get("system")?,
        drain_cpu: row.get("drain_cpu")?,
        peak_memory: row.get("peak_memory")?,
        voluntary_switches: row.get("voluntary_switches")?,
        involuntary_switches: row.get("involuntary_switches")?,
        system_calls: row.get("system_calls")?,
        write_calls: row.get("write_calls")?,
        error: row.get("trouble")?,
    })
}

fn tick(row: &Row<'_>) -> rusqlite::Result<Tick> {
    Ok(Tick { elapsed: row.get(0)?, bytes: row.get(1)?, lines: row.get(2)? })
}
