//! What a line shows.

use gush_meter::display::Shape;
use gush_meter::format::Segment;

use super::super::values::{self, MOST_TAIL};
use super::flag::{MeterFlag, Shows};

const GROUP: &str = "What is shown; by default -p -t -e -r -b";

macro_rules! part {
    ($part:ident) => {
        |draft, _| {
            draft.shown.push(Segment::$part);
            Ok(())
        }
    };
}

/// The bar.
pub static PROGRESS: MeterFlag =
    MeterFlag::new(GROUP, "progress", "a bar", part!(Progress)).letter('p').shows(Shows::Visual);
/// The time so far.
pub static TIMER: MeterFlag =
    MeterFlag::new(GROUP, "timer", "the elapsed time", part!(Timer)).letter('t').shows(Shows::Numbers);
/// The time left.
pub static ETA: MeterFlag =
    MeterFlag::new(GROUP, "eta", "the time left", part!(Eta)).letter('e').shows(Shows::Visual);
/// The time of the end.
pub static FINETA: MeterFlag =
    MeterFlag::new(GROUP, "fineta", "when it will be done", part!(Finish)).letter('I').shows(Shows::Visual);
/// The rate.
pub static RATE: MeterFlag = MeterFlag::new(GROUP, "rate", "the rate since the last tick", part!(Rate))
    .letter('r')
    .shows(Shows::Numbers);
/// The average.
pub static AVERAGE: MeterFlag = MeterFlag::new(GROUP, "average-rate", "the average rate", part!(Average))
    .letter('a')
    .shows(Shows::Visual);
/// The amount.
pub static BYTES: MeterFlag =
    MeterFlag::new(GROUP, "bytes", "how much has passed", part!(Amount)).letter('b').shows(Shows::Numbers);
/// How full the buffer is.
pub static BUFFER_PERCENT: MeterFlag =
    MeterFlag::new(GROUP, "buffer-percent", "how full the buffer is (implies -C)", part!(Fullness))
        .letter('T')
        .shows(Shows::Visual);
/// The last bytes.
pub static LAST_WRITTEN: MeterFlag =
    MeterFlag::new(GROUP, "last-written", "the last N bytes (implies -C)", |draft, value| {
        draft.tail = Some(values::whole(value, MOST_TAIL)?);
        Ok(())
    })
    .letter('A')
    .value("N")
    .shows(Shows::Visual);
/// The format of the line.
pub static FORMAT: MeterFlag = MeterFlag::new(
    GROUP,
    "format",
    "these parts: %p %np %t %e %I %r %a %b %T %nA %nL %N or %{name}",
    |draft, value| {
        draft.formats.push(values::template(&value.to_string_lossy())?);
        Ok(())
    },
)
.letter('F')
.value("FORMAT")
.shows(Shows::Visual);
/// Numbers for programs.
pub static NUMERIC: MeterFlag = MeterFlag::new(
    GROUP,
    "numeric",
    "numbers: percent, or bytes (-b) and the rate (-r); -t adds the time; -F replaces it all",
    |draft, _| {
        draft.request.settings.shape = Shape::Numeric;
        Ok(())
    },
)
.brief("numbers for programs, such as the percentage")
.letter('n');
/// Nothing.
pub static QUIET: MeterFlag = MeterFlag::new(GROUP, "quiet", "nothing", |draft, _| {
    draft.request.settings.shape = Shape::Quiet;
    Ok(())
})
.letter('q');
