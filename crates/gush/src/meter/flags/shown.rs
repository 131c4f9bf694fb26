//! What a line shows.

use gush_meter::display::Shape;
use gush_meter::format::Segment;

use super::super::values::{self, MAX_TAIL};
use super::flag::{MeterFlag, Shows, switch, valued};
use crate::flags::Value;

const GROUP: &str = "What is shown; by default -p -t -e -r -b";

/// The bar.
pub static PROGRESS: MeterFlag =
    switch(GROUP, "progress", "a bar", |draft| draft.shown.push(Segment::Progress))
        .letter('p')
        .shows(Shows::Visual);
/// The time so far.
pub static TIMER: MeterFlag =
    switch(GROUP, "timer", "the elapsed time", |draft| draft.shown.push(Segment::Timer))
        .letter('t')
        .shows(Shows::Numbers);
/// The time left.
pub static ETA: MeterFlag = switch(GROUP, "eta", "the time left", |draft| draft.shown.push(Segment::Eta))
    .letter('e')
    .shows(Shows::Visual);
/// The time of the end.
pub static FINETA: MeterFlag =
    switch(GROUP, "fineta", "when it will be done", |draft| draft.shown.push(Segment::Finish))
        .letter('I')
        .shows(Shows::Visual);
/// The rate.
pub static RATE: MeterFlag =
    switch(GROUP, "rate", "the rate since the last tick", |draft| draft.shown.push(Segment::Rate))
        .letter('r')
        .shows(Shows::Numbers);
/// The average.
pub static AVERAGE: MeterFlag =
    switch(GROUP, "average-rate", "the average rate", |draft| draft.shown.push(Segment::Average))
        .letter('a')
        .shows(Shows::Visual);
/// The amount.
pub static BYTES: MeterFlag =
    switch(GROUP, "bytes", "how much has passed", |draft| draft.shown.push(Segment::Amount))
        .letter('b')
        .shows(Shows::Numbers);
/// How full the buffer is.
pub static BUFFER_PERCENT: MeterFlag =
    switch(GROUP, "buffer-percent", "how full the buffer is (implies -C)", |draft| {
        draft.shown.push(Segment::Fullness);
    })
    .letter('T')
    .shows(Shows::Visual);
/// The last bytes.
pub static LAST_WRITTEN: MeterFlag =
    valued(GROUP, "last-written", Value::bytes("N"), "the last N bytes (implies -C)", |draft, value| {
        draft.tail = Some(values::integer(value, MAX_TAIL)?);
        Ok(())
    })
    .letter('A')
    .shows(Shows::Visual);
/// The format of the line.
pub static FORMAT: MeterFlag = valued(
    GROUP,
    "format",
    Value::bytes("FORMAT"),
    "these parts: %p %np %t %e %I %r %a %b %T %nA %nL %N or %{name}",
    |draft, value| {
        draft.formats.push(values::template(&value.to_string_lossy())?);
        Ok(())
    },
)
.letter('F')
.shows(Shows::Visual);
/// Numbers for programs.
pub static NUMERIC: MeterFlag = switch(
    GROUP,
    "numeric",
    "numbers: percent, or bytes (-b) and the rate (-r); -t adds the time; -F replaces it all",
    |draft| draft.request.settings.shape = Shape::Numeric,
)
.brief("numbers for programs, such as the percentage")
.letter('n');
/// Nothing.
pub static QUIET: MeterFlag =
    switch(GROUP, "quiet", "nothing", |draft| draft.request.settings.shape = Shape::Quiet).letter('q');
