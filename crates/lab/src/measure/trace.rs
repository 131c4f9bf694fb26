//! System calls, counted by `strace` in a round of their own: it slows a program down by an order of magnitude.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Seek};
use std::os::fd::AsRawFd;
use std::process::{Command, Stdio};

use gush_pipe::reason;

use super::launch::Launch;
use super::plan::Sample;
use super::round;
use super::setting::Setting;

/// The calls that bring bytes towards a reader.
const WRITING: [&str; 12] = [
    "write",
    "writev",
    "pwrite64",
    "pwritev",
    "pwritev2",
    "splice",
    "vmsplice",
    "tee",
    "sendto",
    "sendmsg",
    "sendfile",
    "copy_file_range",
];

/// How many calls there were, and how many of them write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Calls {
    all: u64,
    writing: u64,
}

/// The file that strace writes its table to. It has no name in any folder, so that nothing is left of it however this ends.
struct Table(File);

impl Table {
    fn new() -> io::Result<Table> {
        tempfile::tempfile().map(Table)
    }

    /// What strace can open it by.
    fn path(&self) -> OsString {
        format!("/proc/{}/fd/{}", std::process::id(), self.0.as_raw_fd()).into()
    }

    fn read(&mut self) -> io::Result<String> {
        let mut text = String::new();
        self.0.rewind()?;
        self.0.read_to_string(&mut text).map(|_| text)
    }
}

/// Whether calls can be counted here, or why not.
///
/// # Errors
/// Why it is not possible.
pub fn tracing_works() -> Result<(), String> {
    let mut file = Table::new().map_err(|error| format!("no file for it: {error}"))?;
    let mut strace = Command::new("strace");
    strace.args(options(file.path())).arg("true").stdin(Stdio::null());
    let output = strace.output().map_err(|error| not_started(&error))?;
    let counted = file.read().map(|table| parse(&table));
    match counted {
        Ok(Calls { all: 1.., .. }) if output.status.success() => Ok(()),
        _ => {
            let stderr = String::from_utf8_lossy(&output.stderr);
            let last = stderr.lines().last().unwrap_or("it counts nothing").trim_start_matches("strace: ");
            Err(format!("strace may not trace: {last}"))
        }
    }
}

/// Why strace could not be started.
fn not_started(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "strace is not installed".to_owned(),
        // What fork says where a user has as many processes as the limit allows.
        io::ErrorKind::WouldBlock => {
            "strace cannot be started: the limit of processes is reached (ulimit -u)".to_owned()
        }
        _ => format!("strace cannot be started: {}", reason(error)),
    }
}

/// The options of strace, with the file that its table goes to.
fn options(file: OsString) -> Vec<OsString> {
    let fixed = ["-f", "-qq", "-c", "-U", "calls,errors,name", "-o"].map(OsString::from);
    fixed.into_iter().chain([file, "--".into()]).collect()
}

/// Runs a program for a round under strace; `None` when it was asked to stop.
pub(super) fn run(launch: &Launch, setting: &Setting<'_>) -> Option<Sample> {
    let mut file = match Table::new() {
        Ok(file) => file,
        Err(error) => {
            let mut round = setting.round();
            round.error = Some(format!("no file for strace: {error}"));
            return Some((round, Vec::new()));
        }
    };
    let mut traced = launch.clone();
    let strace = std::iter::once("strace".into()).chain(options(file.path()));
    traced.argv.splice(0..0, strace);
    let (mut round, _ticks) = round::run(&traced, setting)?;
    // These are strace's as much as the program's.
    (round.user, round.system, round.peak_memory, round.first_byte) = (None, None, None, None);
    (round.voluntary_switches, round.involuntary_switches) = (None, None);
    let calls = file.read().map(|table| parse(&table)).unwrap_or_default();
    if calls.all > 0 {
        (round.system_calls, round.write_calls) = (Some(calls.all), Some(calls.writing));
    } else if round.error.is_none() {
        round.error = Some("strace counted nothing".to_owned());
    }
    // How its rate changes over time means nothing.
    Some((round, Vec::new()))
}

/// Reads strace's table: lines of a number, how many of them failed where any did, and a name, between lines of other sorts.
/// Calls that failed brought nothing towards a reader.
fn parse(table: &str) -> Calls {
    let mut calls = Calls::default();
    for line in table.lines() {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let (count, failed, name) = match fields[..] {
            [count, name] => (count, "0", name),
            [count, failed, name] => (count, failed, name),
            _ => continue,
        };
        let (Ok(count), Ok(failed)) = (count.parse::<u64>(), failed.parse::<u64>()) else { continue };
        if name == "total" {
            continue;
        }
        calls.all += count;
        if WRITING.contains(&name) {
            calls.writing += count.saturating_sub(failed);
        }
    }
    calls
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn why_strace_could_not_be_started_is_reported() {
        let reason = |kind: io::ErrorKind| not_started(&kind.into());
        assert_eq!(reason(io::ErrorKind::NotFound), "strace is not installed");
        assert!(reason(io::ErrorKind::WouldBlock).ends_with("the limit of processes is reached (ulimit -u)"));
        let denied = not_started(&io::Error::from_raw_os_error(13));
        assert_eq!(denied, "strace cannot be started: Permission denied");
    }

    #[test]
    fn the_table_of_strace_is_understood() {
        let table = "    calls    errors syscall\n--------- --------- ----------------\n       12         1 write\n\
                     \u{20}       3           splice\n        5         4 mmap\n\
                     --------- --------- ----------------\n       20         5 total\n";
        assert_eq!(parse(table), Calls { all: 20, writing: 14 });
        assert_eq!(parse("strace: ptrace: Operation not permitted\n"), Calls::default());
    }
}
