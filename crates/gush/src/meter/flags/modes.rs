//! What else a meter can do, and what tells of itself.

use std::path::PathBuf;

use gush_meter::display::Shape;
use gush_meter::format::Segment;

use super::super::values;
use super::flag::{MeterFlag, Shows};
use crate::colour;

const MODES: &str = "Modes";
const OURS: &str = "Not in pv";
const HELP_GROUP: &str = "Help";

/// Files of other processes.
pub static WATCH_FD: MeterFlag = MeterFlag::new(
    MODES,
    "watchfd",
    "watch files of other processes; also =NAME and @LIST; may be repeated",
    |draft, value| {
        draft.request.watch.push(values::watch(value)?);
        Ok(())
    },
)
.brief("watch files of other processes")
.letter('d')
.value("PID[:FD]")
.settled()
.mode();
/// Another meter is changed.
pub static REMOTE: MeterFlag = MeterFlag::new(
    MODES,
    "remote",
    "give a running meter the other options of this line; alone: its default line",
    |draft, value| {
        draft.request.remote = Some(values::process(value)?);
        Ok(())
    },
)
.letter('R')
.value("PID")
.mode();
/// Another meter is shown.
pub static QUERY: MeterFlag = MeterFlag::new(
    MODES,
    "query",
    "show what passes a running meter; with --json its state, once or every -i SEC",
    |draft, value| {
        draft.request.query = Some(values::process(value)?);
        Ok(())
    },
)
.letter('Q')
.value("PID")
.mode();
/// A command is run.
pub static MONITOR: MeterFlag = MeterFlag::new(
    MODES,
    "monitor",
    "run the command after -- and meter what goes in, out, or both",
    |draft, value| {
        draft.request.monitor = Some(values::sides(value)?);
        Ok(())
    },
)
.brief("run a command, and meter what goes in, out, or both")
.letter('M')
.value("SIDE")
.settled()
.of_transfer()
.mode();
/// The process ID in a file.
pub static PID_FILE: MeterFlag =
    MeterFlag::new(MODES, "pidfile", "keep the process ID in FILE while it runs", |draft, value| {
        draft.request.pid_file = Some(PathBuf::from(value));
        Ok(())
    })
    .letter('P')
    .file()
    .settled();

/// Bytes and lines.
pub static BOTH: MeterFlag = MeterFlag::new(OURS, "both", "count bytes and lines at once", |draft, _| {
    draft.request.options.lines.get_or_insert(b'\n');
    draft.shown.extend([Segment::Bytes, Segment::Lines]);
    Ok(())
})
.settled()
.of_transfer();
/// A chart.
pub static SPARK: MeterFlag = MeterFlag::new(OURS, "spark", "a chart of the recent rate", |draft, _| {
    draft.shown.push(Segment::Spark);
    Ok(())
})
.shows(Shows::Visual);
/// JSON.
pub static JSON: MeterFlag = MeterFlag::new(OURS, "json", "a JSON object for each tick", |draft, _| {
    draft.request.settings.shape = Shape::Json;
    Ok(())
});
/// A recording.
pub static RECORD: MeterFlag =
    MeterFlag::new(OURS, "record", "record every tick in an SQLite file", |draft, value| {
        draft.request.record = Some(PathBuf::from(value));
        Ok(())
    })
    .file()
    .settled();
/// Recordings that belong together.
pub static GROUP: MeterFlag = MeterFlag::new(
    OURS,
    "group",
    "with --record: recordings of the same NAME share a page of the report",
    |draft, value| {
        draft.request.group = Some(values::group(value)?);
        Ok(())
    },
)
.value("NAME")
.settled();

/// Colours; not an option of pv.
pub static COLOR: MeterFlag = MeterFlag::of(colour::classic(HELP_GROUP), |_, value| colour::check(value));
/// The help.
pub static HELP: MeterFlag =
    MeterFlag::new(HELP_GROUP, "help", "print this help and exit", |_, _| Ok(())).letter('h');
/// The version.
pub static VERSION: MeterFlag =
    MeterFlag::new(HELP_GROUP, "version", "print the version and exit", |_, _| Ok(())).letter('V');
