//! The options of the meter: the one list from which help and parsing are made.

use gush_meter::format::NAMES;

/// What an option does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opt {
    Progress,
    Timer,
    Eta,
    Fineta,
    Rate,
    Average,
    Bytes,
    BufferPercent,
    LastWritten,
    Format,
    Numeric,
    Quiet,
    Bits,
    Si,
    Wait,
    DelayStart,
    Size,
    Gauge,
    LineMode,
    Null,
    Interval,
    Window,
    Width,
    Height,
    Name,
    BarStyle,
    ExtraDisplay,
    Stats,
    Force,
    Cursor,
    Output,
    RateLimit,
    BufferSize,
    NoSplice,
    SkipErrors,
    ErrorSkipBlock,
    StopAtSize,
    Sync,
    DirectIo,
    Sparse,
    Discard,
    StoreAndForward,
    WatchFd,
    Remote,
    Query,
    PidFile,
    Both,
    Spark,
    Json,
    Record,
    Group,
    Help,
    Version,
}

impl Opt {
    /// Whether it takes a value.
    pub fn is_valued(self) -> bool {
        rows().any(|row| row.0 == self && row.3.is_some())
    }
}

/// An option: what it does, its letter, its name, its value's name, and what the help says.
pub type Row = (Opt, Option<char>, &'static str, Option<&'static str>, &'static str);

/// All options, in groups as the help shows them.
pub const GROUPS: [(&str, &[Row]); 6] = [
    ("What is shown; by default -p -t -e -r -b", &SHOWN),
    ("How", &HOW),
    ("Transfer", &TRANSFER),
    ("Modes", &MODES),
    ("What only this meter has", &OURS),
    ("About", &ABOUT),
];

const SHOWN: [Row; 12] = [
    (Opt::Progress, Some('p'), "progress", None, "a bar"),
    (Opt::Timer, Some('t'), "timer", None, "how long it has been"),
    (Opt::Eta, Some('e'), "eta", None, "how long it will be"),
    (Opt::Fineta, Some('I'), "fineta", None, "when it will be over"),
    (Opt::Rate, Some('r'), "rate", None, "the rate since the last tick"),
    (Opt::Average, Some('a'), "average-rate", None, "the average rate"),
    (Opt::Bytes, Some('b'), "bytes", None, "how much has passed"),
    (Opt::BufferPercent, Some('T'), "buffer-percent", None, "how full the buffer is (implies -C)"),
    (Opt::LastWritten, Some('A'), "last-written", Some("N"), "the last N bytes (implies -C)"),
    (
        Opt::Format,
        Some('F'),
        "format",
        Some("FORMAT"),
        "these parts: %p %np %t %e %I %r %a %b %T %nA %nL %N or %{name}",
    ),
    (
        Opt::Numeric,
        Some('n'),
        "numeric",
        None,
        "numbers: per cent, or bytes (-b) and the rate (-r); -t adds the time; -F says it all",
    ),
    (Opt::Quiet, Some('q'), "quiet", None, "nothing"),
];

const HOW: [Row; 18] = [
    (Opt::Bits, Some('8'), "bits", None, "bits instead of bytes"),
    (Opt::Si, Some('k'), "si", None, "powers of 1000 instead of 1024, also of SIZE, RATE and BYTES"),
    (Opt::Wait, Some('W'), "wait", None, "nothing before the first byte; the clock starts there"),
    (Opt::DelayStart, Some('D'), "delay-start", Some("SEC"), "nothing before SEC seconds"),
    (
        Opt::Size,
        Some('s'),
        "size",
        Some("SIZE"),
        "there will be SIZE (10k, 1.5g; @FILE for that file's, or all of a folder's)",
    ),
    (Opt::Gauge, Some('g'), "gauge", None, "a bar for the rate where there is no size"),
    (
        Opt::LineMode,
        Some('l'),
        "line-mode",
        None,
        "count lines; those of files are counted first, for their size",
    ),
    (Opt::Null, Some('0'), "null", None, "count lines that end in NUL"),
    (Opt::Interval, Some('i'), "interval", Some("SEC"), "a tick every SEC seconds; 1 by default"),
    (
        Opt::Window,
        Some('m'),
        "average-rate-window",
        Some("SEC"),
        "averages go back SEC seconds; by default to the start",
    ),
    (Opt::Width, Some('w'), "width", Some("WIDTH"), "so many columns"),
    (Opt::Height, Some('H'), "height", Some("HEIGHT"), "so many rows for the files of -d"),
    (Opt::Name, Some('N'), "name", Some("NAME"), "a name in front"),
    (
        Opt::BarStyle,
        Some('u'),
        "bar-style",
        Some("STYLE"),
        "plain, block, granular or shaded; plain without a UTF-8 locale",
    ),
    (
        Opt::ExtraDisplay,
        Some('x'),
        "extra-display",
        Some("SPEC"),
        "windowtitle,processtitle[:FORMAT]: also in these titles",
    ),
    (Opt::Stats, Some('v'), "stats", None, "the lowest, median, 99 % and highest rate in the end"),
    (Opt::Force, Some('f'), "force", None, "also where stderr is no terminal"),
    (Opt::Cursor, Some('c'), "cursor", None, "a row of the terminal for each of several meters"),
];

const TRANSFER: [Row; 12] = [
    (Opt::Output, Some('o'), "output", Some("FILE"), "write to FILE"),
    (
        Opt::RateLimit,
        Some('L'),
        "rate-limit",
        Some("RATE"),
        "at most RATE bytes (or lines) a second; k, m, g, t",
    ),
    (Opt::BufferSize, Some('B'), "buffer-size", Some("BYTES"), "a buffer that is filled ahead (implies -C)"),
    (Opt::NoSplice, Some('C'), "no-splice", None, "read and write alone"),
    (
        Opt::SkipErrors,
        Some('E'),
        "skip-errors",
        None,
        "zeros for what cannot be read (exit code 16); twice: tell once a file",
    ),
    (
        Opt::ErrorSkipBlock,
        Some('Z'),
        "error-skip-block",
        Some("BYTES"),
        "with -E: skip the rest of a block of BYTES at once",
    ),
    (Opt::StopAtSize, Some('S'), "stop-at-size", None, "end when the size has passed"),
    (Opt::Sync, Some('Y'), "sync", None, "force every write to the device"),
    (Opt::DirectIo, Some('K'), "direct-io", None, "past the system's cache"),
    (Opt::Sparse, Some('O'), "sparse", None, "holes instead of blocks of zeros"),
    (Opt::Discard, Some('X'), "discard", None, "write nothing"),
    (
        Opt::StoreAndForward,
        Some('U'),
        "store-and-forward",
        Some("FILE"),
        "all into FILE first (- for a temporary one), then on, as a second transfer",
    ),
];

const MODES: [Row; 4] = [
    (
        Opt::WatchFd,
        Some('d'),
        "watchfd",
        Some("PID[:FD]"),
        "watch other processes' files; also =NAME and @LIST, and several",
    ),
    (
        Opt::Remote,
        Some('R'),
        "remote",
        Some("PID"),
        "give a running meter the other options of this line; alone: the usual line again",
    ),
    (
        Opt::Query,
        Some('Q'),
        "query",
        Some("PID"),
        "show what passes a running meter; with --json its state, once or every -i SEC",
    ),
    (Opt::PidFile, Some('P'), "pidfile", Some("FILE"), "the process id in FILE while it runs"),
];

const OURS: [Row; 5] = [
    (Opt::Both, None, "both", None, "bytes and lines at once"),
    (Opt::Spark, None, "spark", None, "a chart of the recent rate"),
    (Opt::Json, None, "json", None, "a JSON object a tick"),
    (Opt::Record, None, "record", Some("FILE"), "every tick into an SQLite file"),
    (
        Opt::Group,
        None,
        "group",
        Some("NAME"),
        "with --record: recordings of one NAME are on one page of the report",
    ),
];

const ABOUT: [Row; 2] = [
    (Opt::Help, Some('h'), "help", None, "show this and end"),
    (Opt::Version, Some('V'), "version", None, "show the version and end"),
];

/// All rows.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    GROUPS.iter().flat_map(|(_, rows)| rows.iter())
}

/// How an option with a value is written.
pub fn form((_, letter, name, value, _): &Row) -> String {
    let value = value.unwrap_or_default();
    letter.map_or_else(|| format!("--{name} {value}"), |letter| format!("-{letter} {value}"))
}

/// The help text.
pub fn help(program: &str) -> String {
    let head = format!(
        "Usage: {program} [OPTION]... [FILE]...\n\
         Copies FILEs, or standard input, to standard output, and shows on standard error what passes.\n"
    );
    let groups = GROUPS.iter().fold(head, |text, (title, rows)| {
        let rows: String = rows.iter().map(line).collect();
        format!("{text}\n{title}:\n{rows}")
    });
    format!("{groups}\n{}\n{LIMITS}", names())
}

/// The names that stand for parts of a format, in lines that are not too long.
fn names() -> String {
    let names = NAMES.iter().map(|(_, name, _)| *name).chain(["sgr:COLOUR,..."]);
    let lines = names.fold(vec![String::from(" ")], |mut lines, name| {
        match lines.last_mut() {
            Some(line) if line.len() + name.len() < 100 => *line += &format!(" {name}"),
            _ => lines.push(format!("  {name}")),
        }
        lines
    });
    format!("The names of -F, as in %{{name}}:\n{}\n", lines.join("\n"))
}

/// What users may run into.
const LIMITS: &str = "\
Limits:
  SEC is 0.01 to 600 for -i; BYTES of -B are at most 1g, N of -A 1m, WIDTH and HEIGHT 65535.
  -B reads ahead into pipes only. -O leaves holes only behind the old end of a file.
  -R changes neither the files nor what is counted, and none of -C -E -Z -S -Y -K -O -X -U -o -W -D -c -P --record.
  -d transfers nothing and counts no lines; -d and processtitle work on Linux only.

Exit codes, of which the sum comes: 0 all well, 1 the meter of -R or -Q or the file of -P could not be reached,
2 a file could not be opened, 4 an input is the output, 8 internal, 16 reading or writing failed, 32 a signal;
64 the command line is wrong.
";

fn line((_, letter, name, value, says): &Row) -> String {
    let letter = letter.map_or_else(|| "   ".into(), |letter| format!("-{letter},"));
    let value = value.map_or_else(String::new, |value| format!(" {value}"));
    format!("  {letter} {:27} {says}\n", format!("--{name}{value}"))
}
