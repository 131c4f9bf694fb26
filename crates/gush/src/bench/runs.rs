//! Runs that were measured before, by what users call them: `3`, `latest`, `latest~1`, `other.db:3`.

use std::ops::Range;
use std::path::{Path, PathBuf};

use gush_diagnostics::{Code, Diagnostic, Message};
use gush_store::model::{Purpose, Record};
use gush_store::{ErrorKind, RunId, Store, Summary};

/// The default name of the database.
pub const DATABASE: &str = "bench.db";
/// How runs are called.
const FORMS: &str = "a run is a number, latest, latest~1 (the one before), FILE.db or FILE.db:RUN";

/// Which run of a database.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Choice {
    Number(i64),
    /// The n-th before the last one.
    Latest(usize),
}

/// A run, and what to call it.
pub struct Found {
    pub name: String,
    pub record: Record,
    /// The latest run over sizes of the buffer in the same database.
    pub buffers: Option<Record>,
    /// All recordings of the pipeline that it is of, where it is one, itself among them.
    pub group: Vec<Record>,
}

/// Why a run is not there.
pub enum FindError {
    /// The user's doing.
    Diagnostic(Diagnostic),
    /// The database's.
    Other(anyhow::Error),
}

/// The run that `argument` means; in the database `db` unless it names another.
///
/// # Errors
/// When there is no such run, or its database cannot be read.
pub fn find(argument: &str, db: Option<&Path>) -> Result<Found, FindError> {
    let (file, choice, at) = parse(argument).ok_or_else(|| {
        FindError::Diagnostic(Diagnostic::new(
            Code::Option,
            argument,
            0..argument.len(),
            format!("there is no such run; {FORMS}"),
        ))
    })?;
    // An error of the database is shown at the argument that names it.
    let path = file.clone().or_else(|| db.map(Path::to_owned)).unwrap_or_else(|| DATABASE.into());
    let shown = path.to_string_lossy().into_owned();
    let named = if file.is_some() { argument } else { &*shown };
    let failed = |error| database_error(error, named, shown.len());
    let store = Store::open_existing(&path).map_err(failed)?;
    let runs = store.runs().map_err(failed)?;
    let id = choose(&runs, choice).ok_or_else(|| {
        let text = format!("there is no such run in {shown}; {}", there_are(&runs));
        FindError::Diagnostic(Diagnostic::new(Code::Option, argument, at, text))
    })?;
    let record = store.load(id).map_err(failed)?;
    let buffers = store.latest(Purpose::BufferSizes).map_err(failed)?.filter(|sizes| *sizes != id);
    let buffers = buffers.map(|id| store.load(id)).transpose().map_err(failed)?;
    let name = match file {
        Some(_) => format!("{shown}:{}", id.0),
        None => format!("run {}", id.0),
    };
    // Who names a recording by its number means that one.
    let group = match (&record.run.grouped_as, choice) {
        (Some(group), Choice::Latest(_)) if record.run.purpose == Purpose::Meter => {
            // What was recorded under the same name later is another pipeline.
            let group = load_group(&store, group).map_err(failed)?;
            if group.iter().any(|other| other.id == record.id) { group } else { Vec::new() }
        }
        _ => Vec::new(),
    };
    let group = if group.is_empty() { vec![record.clone()] } else { group };
    Ok(Found { name, record, buffers, group })
}

/// The recordings under a name, the last time that it was used.
///
/// # Errors
/// When there are none, or the database cannot be read.
pub fn find_group(name: &str, db: Option<&Path>) -> Result<Found, FindError> {
    let path = db.unwrap_or(Path::new(DATABASE));
    let shown = path.to_string_lossy().into_owned();
    let failed = |error| database_error(error, &shown, shown.len());
    let store = Store::open_existing(path).map_err(failed)?;
    let group = load_group(&store, name).map_err(failed)?;
    let Some(record) = group.last().cloned() else {
        let runs = store.runs().map_err(failed)?;
        let mut names: Vec<String> = runs.into_iter().filter_map(|run| run.grouped_as).collect();
        names.sort();
        names.dedup();
        let message = match names.is_empty() {
            true => Message::from(format!(
                "{shown} has no recordings with a group; `gush meter --record FILE --group NAME` makes them"
            )),
            false => {
                let text = format!("{shown} has no recordings of this group");
                Message::unknown(text, name, names.iter().map(String::as_str))
            }
        };
        let (argument, at) = (format!("--group {name}"), 8..8 + name.len());
        return Err(FindError::Diagnostic(Diagnostic::new(Code::Option, argument, at, message)));
    };
    Ok(Found { name: format!("group {name}"), record, buffers: None, group })
}

fn load_group(store: &Store, name: &str) -> Result<Vec<Record>, gush_store::Error> {
    store.group(name)?.into_iter().map(|id| store.load(id)).collect()
}

/// The error of a database; where the user can do something about it, it is shown at the first `length` bytes of the
/// argument, which name it.
fn database_error(error: gush_store::Error, argument: &str, length: usize) -> FindError {
    let wrong = |message| FindError::Diagnostic(Diagnostic::new(Code::Option, argument, 0..length, message));
    match error.kind {
        ErrorKind::Missing => {
            wrong(Message::from(error.kind.to_string()).otherwise("`gush bench` makes one"))
        }
        ErrorKind::NotADatabase | ErrorKind::NotOurs | ErrorKind::Newer { .. } => {
            wrong(error.kind.to_string().into())
        }
        _ => FindError::Other(anyhow::Error::from(error)),
    }
}

/// Whether the argument of a run also names its database.
pub fn names_a_file(argument: &str) -> bool {
    matches!(parse(argument), Some((Some(_), ..)))
}

/// The database that an argument names, which run of it, and the span of the run in the argument.
fn parse(argument: &str) -> Option<(Option<PathBuf>, Choice, Range<usize>)> {
    if let Some(choice) = choice(argument) {
        return Some((None, choice, 0..argument.len()));
    }
    if let Some((file, run)) = argument.rsplit_once(':')
        && let Some(choice) = choice(run)
    {
        return Some((Some(file.into()), choice, file.len() + 1..argument.len()));
    }
    let names_a_file = argument.ends_with(".db") || argument.contains('/') || Path::new(argument).is_file();
    names_a_file.then(|| (Some(argument.into()), Choice::Latest(0), 0..argument.len()))
}

fn choice(argument: &str) -> Option<Choice> {
    match argument.strip_prefix("latest") {
        Some("") => Some(Choice::Latest(0)),
        Some(rest) => digits(rest.strip_prefix('~')?)?.parse().ok().map(Choice::Latest),
        None => digits(argument)?.parse().ok().map(Choice::Number),
    }
}

fn digits(text: &str) -> Option<&str> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then_some(text)
}

/// The latest run is one of the ladder; where there is none, one over sizes of the buffer; then whatever there is.
fn choose(runs: &[Summary], choice: Choice) -> Option<RunId> {
    match choice {
        Choice::Number(number) => runs.iter().map(|run| run.id).find(|id| id.0 == number),
        Choice::Latest(before) => {
            let purposes = [Purpose::Bench, Purpose::BufferSizes, Purpose::Meter];
            let any = |purpose: &Purpose| runs.iter().any(|run| run.purpose == *purpose);
            let purpose = purposes.into_iter().find(any)?;
            runs.iter().rev().filter(|run| run.purpose == purpose).nth(before).map(|run| run.id)
        }
    }
}

/// Which runs a database has; of many only the last.
fn there_are(runs: &[Summary]) -> String {
    const MAX_LISTED: usize = 12;
    let shown = &runs[runs.len().saturating_sub(MAX_LISTED)..];
    let name = |run: &Summary| match run.purpose {
        Purpose::Bench => run.id.0.to_string(),
        Purpose::BufferSizes => format!("{} (buffer sizes)", run.id.0),
        Purpose::Meter => format!("{} (a recording)", run.id.0),
    };
    let names: Vec<String> = shown.iter().map(name).collect();
    match (runs.len(), names.len()) {
        (0, _) => "it has none at all".into(),
        (1, _) => format!("there is {}", names[0]),
        (all, some) if all > some => format!("the last ones are {}", names.join(", ")),
        _ => format!("there are {}", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use Purpose::{Bench, BufferSizes, Meter};

    use super::*;

    #[test]
    fn runs_are_called_in_four_ways() {
        let parsed = |argument: &str| parse(argument).map(|(file, choice, _)| (file, choice));
        assert_eq!(parsed("3"), Some((None, Choice::Number(3))));
        assert_eq!(parsed("latest"), Some((None, Choice::Latest(0))));
        assert_eq!(parsed("latest~12"), Some((None, Choice::Latest(12))));
        assert_eq!(parsed("a.db"), Some((Some("a.db".into()), Choice::Latest(0))));
        assert_eq!(parsed("x/a.db:7"), Some((Some("x/a.db".into()), Choice::Number(7))));
        assert_eq!(parsed("a:latest~1"), Some((Some("a".into()), Choice::Latest(1))));
        for argument in
            ["", "last", "latest~", "latest~x", "-1", "+1", "1.5", "latest1", "~1", "99999999999999999999"]
        {
            assert_eq!(parsed(argument), None, "{argument}");
        }
    }

    #[test]
    fn the_latest_is_one_of_the_ladder_if_there_is_one() {
        let run = |id, purpose| Summary {
            id: RunId(id),
            purpose,
            started: 0.0,
            ended: None,
            command: String::new(),
            cpu: None,
            rungs: 0,
            rounds: 0,
            grouped_as: None,
        };
        let runs = [run(1, Bench), run(2, Meter), run(3, Bench), run(4, BufferSizes), run(5, Meter)];
        assert_eq!(choose(&runs, Choice::Latest(0)), Some(RunId(3)));
        assert_eq!(choose(&runs, Choice::Latest(1)), Some(RunId(1)));
        assert_eq!(choose(&runs, Choice::Latest(2)), None);
        assert_eq!(choose(&runs, Choice::Number(5)), Some(RunId(5)));
        assert_eq!(choose(&runs[3..], Choice::Latest(0)), Some(RunId(4)));
        assert_eq!(choose(&runs[4..], Choice::Latest(0)), Some(RunId(5)));
        assert_eq!(choose(&[], Choice::Latest(0)), None);
    }
}
