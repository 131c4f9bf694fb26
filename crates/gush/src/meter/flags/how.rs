//! How it is shown.

use std::ffi::OsStr;
use std::time::Duration;

use super::super::values::{self, Place, seconds, whole_seconds};
use super::flag::MeterFlag;

const GROUP: &str = "How it is shown";

/// Ticks are no closer, and no further apart.
const INTERVALS: (f64, f64) = (0.01, 600.0);
/// More columns or rows are a slip of the finger.
const MOST_CELLS: u64 = 65_535;

fn time(value: &OsStr) -> Result<Duration, String> {
    seconds(value).map(Duration::from_secs_f64)
}

fn cells(value: &OsStr) -> Result<Option<usize>, String> {
    Ok(Some(values::whole(value, MOST_CELLS)?).filter(|&cells| cells > 0))
}

/// Bits instead of bytes.
pub static BITS: MeterFlag =
    MeterFlag::new(GROUP, "bits", "bits instead of bytes; implies -b", |draft, _| {
        draft.request.settings.style.units.bits = true;
        Ok(())
    })
    .letter('8')
    .live(|settings, own| settings.style.units = own.style.units);
/// Powers of 1000.
pub static SI: MeterFlag = MeterFlag::new(
    GROUP,
    "si",
    "powers of 1000 instead of 1024, also for SIZE, RATE and BYTES",
    |draft, _| {
        draft.request.settings.style.units.si = true;
        Ok(())
    },
)
.letter('k')
.live(|settings, own| settings.style.units = own.style.units);
/// Nothing before the first byte.
pub static WAIT: MeterFlag = MeterFlag::new(
    GROUP,
    "wait",
    "show nothing before the first byte, and start the clock there",
    |draft, _| {
        draft.request.settings.wait = true;
        Ok(())
    },
)
.letter('W')
.settled();
/// Nothing for some seconds.
pub static DELAY_START: MeterFlag =
    MeterFlag::new(GROUP, "delay-start", "show nothing for the first SEC seconds", |draft, value| {
        draft.request.settings.delay = time(value)?;
        Ok(())
    })
    .letter('D')
    .value("SEC")
    .settled();
/// The size of all.
pub static SIZE: MeterFlag = MeterFlag::new(
    GROUP,
    "size",
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
.value("SIZE")
.live(|settings, own| settings.size = own.size);
/// A bar for the rate.
pub static GAUGE: MeterFlag =
    MeterFlag::new(GROUP, "gauge", "a bar for the rate where there is no size", |draft, _| {
        draft.request.settings.style.gauge = true;
        Ok(())
    })
    .letter('g')
    .live(|settings, _| settings.style.gauge = true);
/// Lines.
pub static LINE_MODE: MeterFlag = MeterFlag::new(
    GROUP,
    "line-mode",
    "count lines; those of files are counted first, for their size",
    |draft, _| {
        // As with pv, -0 says what a line is wherever it stands.
        draft.lines(draft.request.options.lines.unwrap_or(b'\n'));
        Ok(())
    },
)
.brief("count lines")
.letter('l')
.settled()
.of_transfer();
/// Lines that end in NUL.
pub static NULL: MeterFlag = MeterFlag::new(GROUP, "null", "count lines that end in NUL", |draft, _| {
    draft.lines(0);
    Ok(())
})
.letter('0')
.settled()
.of_transfer();
/// The time between ticks.
pub static INTERVAL: MeterFlag =
    MeterFlag::new(GROUP, "interval", "update every SEC seconds; 1 by default", |draft, value| {
        let seconds = seconds(value)?.clamp(INTERVALS.0, INTERVALS.1);
        draft.request.settings.interval = Duration::from_secs_f64(seconds);
        Ok(())
    })
    .letter('i')
    .value("SEC")
    .live(|settings, own| settings.interval = own.interval);
/// What averages are over.
pub static WINDOW: MeterFlag = MeterFlag::new(
    GROUP,
    "average-rate-window",
    "average over the last SEC seconds; by default since the start",
    |draft, value| {
        draft.request.settings.window = Some(Duration::from_secs_f64(whole_seconds(value)?));
        Ok(())
    },
)
.letter('m')
.value("SEC")
.live(|settings, own| settings.window = own.window);
/// The width.
pub static WIDTH: MeterFlag = MeterFlag::new(GROUP, "width", "the width in columns", |draft, value| {
    draft.request.settings.width = cells(value)?;
    Ok(())
})
.letter('w')
.value("WIDTH")
.live(|settings, own| settings.width = own.width);
/// The height.
pub static HEIGHT: MeterFlag =
    MeterFlag::new(GROUP, "height", "the most rows for the files of -d", |draft, value| {
        draft.request.settings.height = cells(value)?;
        Ok(())
    })
    .letter('H')
    .value("HEIGHT")
    .live(|settings, own| settings.height = own.height);
/// A name.
pub static NAME: MeterFlag = MeterFlag::new(GROUP, "name", "begin the line with a name", |draft, value| {
    draft.names.push(value.to_string_lossy().into_owned());
    Ok(())
})
.letter('N')
.value("NAME")
.live(|settings, own| settings.style.name.clone_from(&own.style.name));
/// The style of the bar.
pub static BAR_STYLE: MeterFlag = MeterFlag::new(
    GROUP,
    "bar-style",
    "plain, block, granular or shaded; plain without a UTF-8 locale",
    |draft, value| {
        draft.request.settings.style.bar = values::bar(value, draft.lenient)?;
        Ok(())
    },
)
.letter('u')
.value("STYLE")
.live(|settings, own| settings.style.bar = own.style.bar);
/// Titles.
pub static EXTRA_DISPLAY: MeterFlag = MeterFlag::new(
    GROUP,
    "extra-display",
    "windowtitle,processtitle[:FORMAT]: show it in these titles too",
    |draft, value| {
        let (places, template) = values::extra(value, draft.lenient)?;
        let settings = &mut draft.request.settings;
        settings.title = places.contains(&Place::Window).then(|| template.clone());
        settings.process_title = places.contains(&Place::Process).then_some(template);
        Ok(())
    },
)
.letter('x')
.value("SPEC")
.live(|settings, own| {
    settings.title.clone_from(&own.title);
    settings.process_title.clone_from(&own.process_title);
});
/// Statistics.
pub static STATS: MeterFlag =
    MeterFlag::new(GROUP, "stats", "at the end the lowest, median, 99 % and highest rate", |draft, _| {
        draft.request.settings.statistics = true;
        Ok(())
    })
    .letter('v')
    .live(|settings, _| settings.statistics = true);
/// Also without a terminal.
pub static FORCE: MeterFlag =
    MeterFlag::new(GROUP, "force", "show it even if stderr is not a terminal", |draft, _| {
        draft.request.force = true;
        Ok(())
    })
    .letter('f');
/// A row for each meter.
pub static CURSOR: MeterFlag =
    MeterFlag::new(GROUP, "cursor", "show several meters, one line each", |draft, _| {
        draft.request.settings.cursor = true;
        Ok(())
    })
    .letter('c')
    .settled()
    .of_transfer();
