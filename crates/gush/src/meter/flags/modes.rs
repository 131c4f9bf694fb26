//! The other modes of a meter, and the flags for help and the version.

use std::path::PathBuf;

use gush_meter::display::Shape;
use gush_meter::format::Segment;

use super::super::values;
use super::flag::{Meter, MeterFlag, Shows, Take, switch, valued};
use crate::color;
use crate::flags::Value;

const MODES: &str = "Modes";
const OURS: &str = "Not in pv";
const HELP_GROUP: &str = "Help";

/// Files of other processes.
pub static WATCH_FD: MeterFlag = valued(
    MODES,
    "watchfd",
    Value::bytes("PID[:FD]"),
    "watch files of other processes; also =NAME and @LIST; may be repeated",
    |draft, value| {
        draft.request.watch.push(values::watch(value)?);
        Ok(())
    },
)
.brief("watch files of other processes")
.letter('d')
.settled()
.mode();
/// Another meter is changed.
pub static REMOTE: MeterFlag = valued(
    MODES,
    "remote",
    Value::bytes("PID"),
    "give a running meter the other options of this line; alone: its default line",
    |draft, value| {
        draft.request.remote = Some(values::process(value)?);
        Ok(())
    },
)
.letter('R')
.mode();
/// Another meter is shown.
pub static QUERY: MeterFlag = valued(
    MODES,
    "query",
    Value::bytes("PID"),
    "show what passes a running meter; with --json its state, once or every -i SEC",
    |draft, value| {
        draft.request.query = Some(values::process(value)?);
        Ok(())
    },
)
.letter('Q')
.mode();
/// A command is run.
pub static MONITOR: MeterFlag = valued(
    MODES,
    "monitor",
    Value::bytes("SIDE"),
    "run the command after -- and meter what goes in, out, or both",
    |draft, value| {
        draft.request.monitor = Some(values::sides(value)?);
        Ok(())
    },
)
.brief("run a command, and meter what goes in, out, or both")
.letter('M')
.settled()
.of_transfer()
.mode();
/// The process ID in a file.
pub static PID_FILE: MeterFlag = valued(
    MODES,
    "pidfile",
    Value::file("FILE"),
    "keep the process ID in FILE while it runs",
    |draft, value| {
        draft.request.pid_file = Some(PathBuf::from(value));
        Ok(())
    },
)
.letter('P')
.settled();

/// Bytes and lines.
pub static BOTH: MeterFlag = switch(OURS, "both", "count bytes and lines at once", |draft| {
    draft.request.options.lines.get_or_insert(b'\n');
    draft.shown.extend([Segment::Bytes, Segment::Lines]);
})
.settled()
.of_transfer();
/// A chart.
pub static SPARK: MeterFlag =
    switch(OURS, "spark", "a chart of the recent rate", |draft| draft.shown.push(Segment::Spark))
        .shows(Shows::Visual);
/// JSON.
pub static JSON: MeterFlag =
    switch(OURS, "json", "a JSON object for each tick", |draft| draft.request.settings.shape = Shape::Json);
/// A recording.
pub static RECORD: MeterFlag =
    valued(OURS, "record", Value::file("FILE"), "record every tick in an SQLite file", |draft, value| {
        draft.request.record = Some(PathBuf::from(value));
        Ok(())
    })
    .settled();
/// Recordings that belong together.
pub static GROUP: MeterFlag = valued(
    OURS,
    "group",
    Value::bytes("NAME"),
    "with --record: recordings of the same NAME share a page of the report",
    |draft, value| {
        draft.request.group = Some(values::group(value)?);
        Ok(())
    },
)
.settled();

/// Colors; not an option of pv, so that abbreviations mean the same as there.
pub static COLOR: MeterFlag =
    color::classic(HELP_GROUP, Meter::new(Take::Value(|_, value| color::check(value)))).exact();
/// The help.
pub static HELP: MeterFlag = switch(HELP_GROUP, "help", "print this help and exit", |_| ()).letter('h');
/// The version.
pub static VERSION: MeterFlag =
    switch(HELP_GROUP, "version", "print the version and exit", |_| ()).letter('V');
