//! What a table of a table format has, by its own log: for rows that are appended to it.

use std::ops::Range;
use std::path::Path;

use gush_diagnostics::grouped;
use serde_json::Value;

use super::catalog::{Catalog, LAKES};
use super::environment::ReadLimit;
use super::options::Opt;
use super::resolver::Resolver;
use super::table_record::{TableRecord, VERSION};

/// The key of the record of a table among its properties.
pub(crate) const RECORD: &str = "gusher.table";
/// The key of the range of rows of a snapshot in its summary.
pub(crate) const ROWS: &str = "gusher.rows";
/// What the log of Delta Lake calls this writer, before its version.
pub(crate) const ENGINE: &str = "gusher";

/// Later versions than this are none that were counted.
const MAX_VERSION: u64 = 1 << 48;
/// The log of a table is read up to this size.
const LIMIT: ReadLimit = ReadLimit { bytes: 1 << 30, text: "1 GiB" };

/// The state of a table that rows are appended to.
#[derive(Debug)]
#[cfg_attr(
    not(feature = "destinations"),
    allow(dead_code, reason = "without files nothing is appended to them")
)]
pub struct TableState {
    /// The number of its latest version: the first is 0 in Delta Lake, and 1 in Iceberg.
    pub(crate) version: u64,
    /// Its rows.
    pub(crate) rows: Range<u64>,
    /// The time of the latest version, in milliseconds since 1970-01-01T00:00:00Z.
    pub(crate) time: i64,
    /// The metadata of Iceberg.
    pub(crate) metadata: Value,
    /// What its rows follow from.
    pub(super) record: TableRecord,
}

/// Whether rows are to be appended to a table of a table format.
pub(super) fn is_asked(resolver: &Resolver<'_>) -> bool {
    resolver.request.has(Opt::Append) && resolver.request.has(Opt::Lake)
}

/// The number of the first row that a table has not; 0 where that is not known, which is reported elsewhere.
pub(super) fn first_row(resolver: &Resolver<'_>) -> u64 {
    state(resolver).map_or(0, |state| state.rows.end)
}

/// The state of the table that rows are appended to, by its log.
pub(super) fn state(resolver: &Resolver<'_>) -> Result<TableState, String> {
    let request = resolver.request;
    let lake = request.text(Opt::Lake).unwrap_or_default();
    let catalog = LAKES.iter().find(|(name, ..)| *name == lake).map(|(.., catalog)| *catalog);
    let (Some(catalog), Some(path)) = (catalog, request.path(Opt::Output)) else {
        return Err(String::new());
    };
    match catalog {
        Catalog::Delta => of_delta(resolver, path),
        Catalog::Iceberg => of_iceberg(resolver, path),
    }
}

fn read(resolver: &Resolver<'_>, path: &Path) -> Result<Vec<u8>, String> {
    let failed = |error| format!("'{}' cannot be read: {error}", path.display());
    resolver.environment.read(path, LIMIT).map_err(failed)
}

/// That another program has written a part of a table.
fn foreign(what: &str, writer: Option<&str>) -> String {
    let by = writer.map(|writer| format!(" by {writer}")).unwrap_or_default();
    format!(
        "{what} was written{by} and not by this program, which cannot know what rows the table has by now"
    )
}

fn range(text: &str) -> Option<Range<u64>> {
    let (start, end) = text.split_once("..")?;
    let range = start.parse().ok()?..end.parse().ok()?;
    (range.start <= range.end).then_some(range)
}

fn record(text: Option<&str>) -> Result<TableRecord, String> {
    let text = text.ok_or("the table has no record of how its rows were generated, which --append needs")?;
    let version = serde_json::from_str::<Value>(text).ok().and_then(|record| record["version"].as_u64());
    match version {
        Some(version) if version > VERSION.into() => {
            Err("a newer version of this program wrote the table; append with that one".into())
        }
        _ => serde_json::from_str(text)
            .map_err(|_| "the record of how its rows were generated is damaged".into()),
    }
}

/// What is gathered from the log of Delta Lake.
#[derive(Default)]
struct DeltaLog {
    record: Option<String>,
    rows: Option<Range<u64>>,
    count: u64,
    time: i64,
}

fn of_delta(resolver: &Resolver<'_>, path: &Path) -> Result<TableState, String> {
    let folder = path.join("_delta_log");
    let mut log = DeltaLog::default();
    let mut version = 0u64;
    loop {
        let entry = folder.join(format!("{version:020}.json"));
        if !resolver.environment.is_file(&entry) {
            break;
        }
        let bytes = read(resolver, &entry)?;
        log.add(version, &bytes)?;
        version += 1;
    }
    let Some(version) = version.checked_sub(1) else {
        return Err(match resolver.environment.is_file(&folder.join("_last_checkpoint")) {
            true => "the first entry of its log was removed, and --append needs all of them".into(),
            false => format!(
                "'{}' has no table of Delta Lake; leave --append out to write its first version",
                path.display()
            ),
        });
    };
    if let Some(last) = last_checkpoint(resolver, &folder).filter(|&last| last > version) {
        return Err(format!(
            "the entry {} of its log was removed (there is a checkpoint of version {last}), and --append needs all of them",
            version + 1
        ));
    }
    let record = record(log.record.as_deref())?;
    let rows = log.rows.unwrap_or_default();
    if rows.end - rows.start != log.count {
        return Err(format!(
            "its log counts {} rows of {}",
            grouped(log.count),
            grouped(rows.end - rows.start)
        ));
    }
    Ok(TableState { version, rows, time: log.time, metadata: Value::Null, record })
}

/// The version of the latest checkpoint, where there is one.
fn last_checkpoint(resolver: &Resolver<'_>, folder: &Path) -> Option<u64> {
    let path = folder.join("_last_checkpoint");
    let pointer = resolver.environment.is_file(&path).then(|| read(resolver, &path).ok())??;
    serde_json::from_slice::<Value>(&pointer).ok()?["version"].as_u64()
}

impl DeltaLog {
    /// Takes in an entry of the log.
    fn add(&mut self, version: u64, bytes: &[u8]) -> Result<(), String> {
        let name = || format!("version {version}");
        let (mut is_ours, mut writer) = (false, None);
        let lines = bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        for line in lines {
            let action: Value = serde_json::from_slice(line)
                .map_err(|error| format!("{} of its log is damaged: {error}", name()))?;
            if let Some(commit) = action.get("commitInfo") {
                let engine = commit["engineInfo"].as_str();
                is_ours = engine.is_some_and(|engine| engine.split(' ').next() == Some(ENGINE));
                writer = engine.map(str::to_owned);
                self.time = commit["timestamp"].as_i64().unwrap_or(self.time);
                let rows =
                    commit["userMetadata"].as_str().and_then(|text| range(text.strip_prefix("rows ")?));
                self.rows = match (self.rows.take(), rows) {
                    (None, rows) => rows,
                    (Some(all), Some(rows)) if rows.start == all.end => Some(all.start..rows.end),
                    (all, _) => all,
                };
            } else if let Some(metadata) = action.get("metaData") {
                if version > 0 {
                    return Err(foreign(&name(), None));
                }
                self.record = metadata["configuration"][RECORD].as_str().map(str::to_owned);
            } else if let Some(add) = action.get("add") {
                let statistics =
                    add["stats"].as_str().and_then(|text| serde_json::from_str::<Value>(text).ok());
                let rows = statistics.and_then(|statistics| statistics["numRecords"].as_u64());
                self.count = self.count.saturating_add(rows.unwrap_or(0));
            } else if action.get("protocol").is_none() {
                return Err(foreign(&name(), None));
            }
        }
        if is_ours { Ok(()) } else { Err(foreign(&name(), writer.as_deref())) }
    }
}

fn of_iceberg(resolver: &Resolver<'_>, path: &Path) -> Result<TableState, String> {
    let folder = path.join("metadata");
    let file = |version: u64| folder.join(format!("v{version}.metadata.json"));
    let hint = folder.join("version-hint.text");
    if !resolver.environment.is_file(&hint) {
        return Err(format!(
            "'{}' has no table of Iceberg; leave --append out to write its first version",
            path.display()
        ));
    }
    let hint_bytes = read(resolver, &hint)?;
    let hinted = str::from_utf8(&hint_bytes).ok().and_then(|text| text.trim().parse::<u64>().ok());
    let hinted = hinted.filter(|&version| version < MAX_VERSION);
    let mut version = hinted.ok_or("its version-hint.text has no number")?;
    // The hint is written after the metadata.
    while resolver.environment.is_file(&file(version + 1)) {
        version += 1;
    }
    let metadata: Value = serde_json::from_slice(&read(resolver, &file(version))?)
        .map_err(|error| format!("v{version}.metadata.json is damaged: {error}"))?;
    let snapshots = metadata["snapshots"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut rows: Option<Range<u64>> = None;
    for snapshot in snapshots {
        let (summary, id) = (&snapshot["summary"], &snapshot["snapshot-id"]);
        if summary["engine-name"] != ENGINE || summary["operation"] != "append" {
            return Err(foreign(&format!("snapshot {id}"), summary["engine-name"].as_str()));
        }
        let added = summary[ROWS].as_str().and_then(range);
        rows = match (rows, added) {
            (None, added) => added,
            (Some(all), Some(added)) if added.start == all.end => Some(all.start..added.end),
            (all, _) => all,
        };
    }
    let last = snapshots.last();
    if last.is_none_or(|last| last["snapshot-id"] != metadata["current-snapshot-id"])
        || snapshots.len() as u64 != version
    {
        return Err(foreign(&format!("version {version}"), None));
    }
    let record = record(metadata["properties"][RECORD].as_str())?;
    let rows = rows.unwrap_or_default();
    let total = last.and_then(|last| last["summary"]["total-records"].as_str()?.parse::<u64>().ok());
    if total != Some(rows.end - rows.start) {
        return Err("its metadata counts other rows than its snapshots have".into());
    }
    let time = metadata["last-updated-ms"].as_i64().unwrap_or(0);
    Ok(TableState { version, rows, time, metadata, record })
}

impl TableState {
    /// Where the metadata of Iceberg says that the table is.
    pub(crate) fn location(&self) -> Option<&str> {
        self.metadata["location"].as_str()
    }
}
