//! The flags of `gush bench`, and the list of all.

use gush_lab::ladder::Drain;

use super::{compare, report};
use crate::color::COLOR;
use crate::flags::{Choice, Flag, Rule, Spec, Value};

/// `gush bench`.
pub static SPEC: Spec = Spec {
    name: "bench",
    path: "gush bench",
    about: "Measure the ways to write to a pipe, on this machine",
    more: "",
    examples: "Examples:
  gush bench --only c,gush --seconds 0.5
  gush bench report -o report.html
  gush bench --rung 'mine=./my-generator --all'
  gush bench --buffer-sizes 512..16384
",
    operand: None,
    flags: FLAGS,
    main: &[&ONLY, &RUNG, &SECONDS, &ROUNDS, &DRAIN, &DB, &LIST, &DRY_RUN],
    commands: &[&report::SPEC, &compare::SPEC],
};

/// All flags, in the order of the help.
#[rustfmt::skip]
const FLAGS: &[&Flag] = &[
    &ONLY, &SKIP, &RUNG, &BUFFER_SIZES, &FAKEDATA_SOURCE, &OFFLINE,
    &SECONDS, &ROUNDS, &DRAIN, &PIPE_SIZE, &STALL_TIMEOUT, &NO_TRACE,
    &DB, &QUIET, &LIST, &JSON, &DRY_RUN, &COLOR,
];

const RUNGS: &str = "Rungs";
const MEASURING: &str = "Measuring";
const OUTPUT: &str = "Output";
/// Why the sizes of buffers and a choice of rungs do not go together.
const ONLY_SIZES: &str = "the sizes are all that is measured";

/// Which rungs.
pub static ONLY: Flag = Flag::new(
    RUNGS,
    "only",
    "Only these rungs: names, steps, languages or kinds (program, gush, peer, own, limit); * matches anything",
)
.value(Value::text("PATTERN").listed())
.brief("Only these: names, steps, languages, kinds; * matches anything");

/// Which rungs not.
pub static SKIP: Flag =
    Flag::new(RUNGS, "skip", "Without these rungs").value(Value::text("PATTERN").listed());

/// One's own rung.
pub static RUNG: Flag = Flag::new(RUNGS, "rung", "Add a rung of your own; may be repeated")
    .value(Value::text("NAME=COMMAND").repeated());

/// Sizes of buffers.
pub static BUFFER_SIZES: Flag = Flag::new(
    RUNGS,
    "buffer-sizes",
    "Measure step 6 with buffers of A, 2A, 4A … B bytes instead of the ladder",
)
.value(Value::text("A..B"))
.rules(&[Rule::Not(&ONLY, ONLY_SIZES), Rule::Not(&SKIP, ONLY_SIZES), Rule::Not(&RUNG, ONLY_SIZES)]);

/// The sources of fakedata.
pub static FAKEDATA_SOURCE: Flag = Flag::new(
    RUNGS,
    "fakedata-source",
    "Build the rungs of fakedata from FOLDER instead of fetching them: its git repository, or a folder with its sources in `unbuffered` and `buffered`",
)
.value(Value::file("FOLDER"))
.brief("Build fakedata from its git repository in FOLDER");

/// No network.
pub static OFFLINE: Flag =
    Flag::new(RUNGS, "offline", "Make no network requests: rungs that would need one are not run");

/// The length of a round.
pub static SECONDS: Flag =
    Flag::new(MEASURING, "seconds", "The length of a round").value(Value::number("S")).default("1");

/// How many rounds.
pub static ROUNDS: Flag = Flag::new(MEASURING, "rounds", "How many rounds to run of each rung")
    .value(Value::number("N"))
    .default("5, and 3 with --buffer-sizes");

/// What takes the bytes.
pub static DRAIN: Flag = Flag::new(MEASURING, "drain", "What takes the bytes")
    .value(Value::text("DRAIN"))
    .choices("drain", drains)
    .default("splice");

/// The size of the pipe.
pub static PIPE_SIZE: Flag = Flag::new(MEASURING, "pipe-size", "The size of the pipe, as in 1M")
    .value(Value::number("BYTES"))
    .default("as the system makes it");

/// How long to wait.
pub static STALL_TIMEOUT: Flag = Flag::new(MEASURING, "stall-timeout", "Fail after S seconds without output")
    .value(Value::number("S"))
    .default("10");

/// Whether system calls are counted.
pub static NO_TRACE: Flag = Flag::new(MEASURING, "no-trace", "Do not count system calls");

/// The database.
pub static DB: Flag = Flag::new(OUTPUT, "db", "The database that keeps everything measured")
    .value(Value::file("FILE"))
    .default("bench.db");

/// No progress.
pub static QUIET: Flag = Flag::new(OUTPUT, "quiet", "Hide progress").letter('q');

/// The rungs.
pub static LIST: Flag = Flag::new(OUTPUT, "list", "List the rungs, and what is missing to run the others");

/// The rungs as JSON.
pub static JSON: Flag = Flag::new(OUTPUT, "json", "List them as JSON").rules(&[Rule::Needs(
    &[&LIST],
    "it says how the list is written; `gush bench report` has what was measured",
)]);

/// What would be run.
pub static DRY_RUN: Flag =
    Flag::new(OUTPUT, "dry-run", "Print what would be run, in which order, and how long it would take")
        .rules(&[Rule::Not(&LIST, "one of the two is enough")]);

/// The drains, each with what it is.
fn drains() -> Vec<Choice> {
    let about = |drain| match drain {
        Drain::Splice => "spliced to /dev/null, unread",
        Drain::Read => "bytes are read, 64 KiB at a time",
        Drain::Lines => "bytes are read, and lines are counted",
        Drain::Pv => "the system's pv passes them on",
        Drain::Null => "programs write to /dev/null themselves",
    };
    Drain::ALL.into_iter().map(|drain| Choice { name: drain.name(), about: about(drain) }).collect()
}
