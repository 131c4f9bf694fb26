//! How it is shown.

use std::ffi::OsStr;
use std::time::Duration;

use super::super::values::{self, ExtraDisplay, integer_seconds, seconds};
use super::flag::{MeterFlag, switch, valued};
use crate::flags::Value;

const GROUP: &str = "How it is shown";

/// Ticks are no closer, and no further apart.
const INTERVALS: (f64, f64) = (0.01, 600.0);
/// More columns or rows are a slip of the finger.
const MAX_CELLS: u64 = 65_535;

fn time(value: &OsStr) -> Result<Duration, String> {
    seconds(value).map(Duration::from_secs_f64)
}

fn cells(value: &OsStr) -> Result<Option<usize>, String> {
    Ok(Some(values::integer(value, MAX_CELLS)?).filter(|&cells| cells > 0))
}

/// Bits instead of bytes.
pub static BITS: MeterFlag = switch(GROUP, "bits", "bits instead of bytes; implies -b", |draft| {
    draft.request.settings.style.units.bits = true;
})
.letter('8')
.live(|settings, own| settings.style.units = own.style.units);
/// Powers of 1000.
pub static SI: MeterFlag =
    switch(GROUP, "si", "powers of 1000 instead of 1024, also for SIZE, RATE and BYTES", |draft| {
        draft.request.settings.style.units.si = true;
    })
    .letter('k')
    .live(|settings, own| settings.style.units = own.style.units);
/// Nothing before the first byte.
pub static WAIT: MeterFlag =
    switch(GROUP, "wait", "show nothing before the first byte, and start the clock there", |draft| {
        draft.request.settings.wait = true;
    })
    .letter('W')
    .settled();
/// Nothing for some seconds.
pub static DELAY_START: MeterFlag = valued(
    GROUP,
    "delay-start",
    Value::bytes("SEC"),
    "show nothing for the first SEC seconds",
    |draft, value| {
        draft.request.settings.delay = time(value)?;
        Ok(())
    },
)
.letter('D')
.settled();
/// The size of all.
pub static SIZE: MeterFlag = valued(
    GROUP,
    "size",
    Value::bytes("SIZE"),
    "the total is SIZE (10k, 1.5g; @FILE for that file's size, or for all files of a folder)",
    |draft, value| {
        let settings = &mut draft.request.settings;
        settings.size = Some(values::size(value, draft.kilo)?).filter(|&size| size > 0);
        draft.request.size_given = settings.size.is_some();
        Ok(())
    },
)
.brief("the total is SIZE, as in 10k or 1.5g")
.letter('s')
.live(|settings, own| settings.size = own.size);
/// A bar for the rate.
pub static GAUGE: MeterFlag = switch(GROUP, "gauge", "a bar for the rate where there is no size", |draft| {
    draft.request.settings.style.gauge = true;
})
.letter('g')
.live(|settings, _| settings.style.gauge = true);
/// Lines.
pub static LINE_MODE: MeterFlag =
    switch(GROUP, "line-mode", "count lines; those of files are counted first, for their size", |draft| {
        // As with pv, -0 sets what a line is at any position.
        draft.lines(draft.request.options.lines.unwrap_or(b'\n'));
    })
    .brief("count lines")
    .letter('l')
    .settled()
    .of_transfer();
/// Lines that end in NUL.
pub static NULL: MeterFlag = switch(GROUP, "null", "count lines that end in NUL", |draft| draft.lines(0))
    .letter('0')
    .settled()
    .of_transfer();
/// The time between ticks.
pub static INTERVAL: MeterFlag = valued(
    GROUP,
    "interval",
    Value::bytes("SEC"),
    "update every SEC seconds; 1 by default",
    |draft, value| {
        let seconds = seconds(value)?.clamp(INTERVALS.0, INTERVALS.1);
        draft.request.settings.interval = Duration::from_secs_f64(seconds);
        Ok(())
    },
)
.letter('i')
.live(|settings, own| settings.interval = own.interval);
/// The time that averages cover.
pub static WINDOW: MeterFlag = valued(
    GROUP,
    "average-rate-window",
    Value::bytes("SEC"),
    "average over the last SEC seconds; by default since the start",
    |draft, value| {
        draft.request.settings.window = Some(Duration::from_secs_f64(integer_seconds(value)?));
        Ok(())
    },
)
.letter('m')
.live(|settings, own| settings.window = own.window);
/// The width.
pub static WIDTH: MeterFlag =
    valued(GROUP, "width", Value::bytes("WIDTH"), "the width in columns", |draft, value| {
        draft.request.settings.width = cells(value)?;
        Ok(())
    })
    .letter('w')
    .live(|settings, own| settings.width = own.width);
/// The height.
pub static HEIGHT: MeterFlag =
    valued(GROUP, "height", Value::bytes("HEIGHT"), "the most rows for the files of -d", |draft, value| {
        draft.request.settings.height = cells(value)?;
        Ok(())
    })
    .letter('H')
    .live(|settings, own| settings.height = own.height);
/// A name.
pub static NAME: MeterFlag =
    valued(GROUP, "name", Value::bytes("NAME"), "begin the line with a name", |draft, value| {
        draft.names.push(value.to_string_lossy().into_owned());
        Ok(())
    })
    .letter('N')
    .live(|settings, own| settings.style.name.clone_from(&own.style.name));
/// The style of the bar.
pub static BAR_STYLE: MeterFlag = valued(
    GROUP,
    "bar-style",
    Value::bytes("STYLE"),
    "plain, block, granular or shaded; plain without a UTF-8 locale",
    |draft, value| {
        draft.request.settings.style.bar = values::bar(value, draft.lenient)?;
        Ok(())
    },
)
.letter('u')
.live(|settings, own| settings.style.bar = own.style.bar);
/// Titles.
pub static EXTRA_DISPLAY: MeterFlag = valued(
    GROUP,
    "extra-display",
    Value::bytes("SPEC"),
    "windowtitle,processtitle[:FORMAT]: show it in these titles too",
    |draft, value| {
        let (displays, template) = values::extra(value, draft.lenient)?;
        let settings = &mut draft.request.settings;
        settings.title = displays.contains(&ExtraDisplay::Window).then(|| template.clone());
        settings.process_title = displays.contains(&ExtraDisplay::Process).then_some(template);
        Ok(())
    },
)
.letter('x')
.live(|settings, own| {
    settings.title.clone_from(&own.title);
    settings.process_title.clone_from(&own.process_title);
});
/// Statistics.
pub static STATS: MeterFlag =
    switch(GROUP, "stats", "at the end the lowest, median, 99 % and highest rate", |draft| {
        draft.request.settings.statistics = true;
    })
    .letter('v')
    .live(|settings, _| settings.statistics = true);
/// Also without a terminal.
pub static FORCE: MeterFlag =
    switch(GROUP, "force", "show it even if stderr is not a terminal", |draft| draft.request.force = true)
        .letter('f');
/// A row for each meter.
pub static CURSOR: MeterFlag = switch(GROUP, "cursor", "show several meters, one line each", |draft| {
    draft.request.settings.cursor = true;
})
.letter('c')
.settled()
.of_transfer();
