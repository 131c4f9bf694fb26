//! The flags of the meter, one object each, one file a topic; and the list of all.

mod flag;
mod how;
mod modes;
mod shown;
mod transfer;

pub use flag::{Meter, MeterFlag, Shows};
pub use how::{
    BAR_STYLE, BITS, CURSOR, DELAY_START, EXTRA_DISPLAY, FORCE, GAUGE, HEIGHT, INTERVAL, LINE_MODE, NAME,
    NULL, SI, SIZE, STATS, WAIT, WIDTH, WINDOW,
};
pub use modes::{
    BOTH, COLOR, GROUP, HELP, JSON, MONITOR, PID_FILE, QUERY, RECORD, REMOTE, SPARK, VERSION, WATCH_FD,
};
pub use shown::{
    AVERAGE, BUFFER_PERCENT, BYTES, ETA, FINETA, FORMAT, LAST_WRITTEN, NUMERIC, PROGRESS, QUIET, RATE, TIMER,
};
pub use transfer::{
    BUFFER_SIZE, DIRECT_IO, DISCARD, ERROR_SKIP_BLOCK, NO_SPLICE, OUTPUT, RATE_LIMIT, SKIP_ERRORS, SPARSE,
    STOP_AT_SIZE, STORE_AND_FORWARD, SYNC,
};

/// All flags, in the order of the help.
#[rustfmt::skip]
pub static FLAGS: &[&MeterFlag] = &[
    &PROGRESS, &TIMER, &ETA, &FINETA, &RATE, &AVERAGE, &BYTES, &BUFFER_PERCENT, &LAST_WRITTEN, &FORMAT, &NUMERIC, &QUIET,
    &BITS, &SI, &WAIT, &DELAY_START, &SIZE, &GAUGE, &LINE_MODE, &NULL, &INTERVAL, &WINDOW, &WIDTH, &HEIGHT, &NAME,
    &BAR_STYLE, &EXTRA_DISPLAY, &STATS, &FORCE, &CURSOR,
    &OUTPUT, &RATE_LIMIT, &BUFFER_SIZE, &NO_SPLICE, &SKIP_ERRORS, &ERROR_SKIP_BLOCK, &STOP_AT_SIZE, &SYNC, &DIRECT_IO,
    &SPARSE, &DISCARD, &STORE_AND_FORWARD,
    &WATCH_FD, &REMOTE, &QUERY, &MONITOR, &PID_FILE,
    &BOTH, &SPARK, &JSON, &RECORD, &GROUP,
    &HELP, &VERSION,
];

/// Those that the short help lists.
#[rustfmt::skip]
pub static MAIN: &[&MeterFlag] = &[
    &AVERAGE, &NUMERIC, &QUIET, &SIZE, &LINE_MODE, &INTERVAL, &NAME, &OUTPUT, &RATE_LIMIT, &WATCH_FD, &MONITOR,
    &BOTH, &SPARK, &JSON, &RECORD, &COLOR, &HELP, &VERSION,
];
