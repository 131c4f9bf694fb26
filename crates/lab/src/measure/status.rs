//! What `/proc` says about a running process.

use std::fs;

/// Which program a process is. A process that calls `exec`, as wrapper scripts do, becomes another one: its memory is laid
/// out anew then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Program([String; 3]);

/// What is known of a process and of those that it started.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Family {
    /// Which program it is; not known of one that is over, or that belongs to another user.
    pub program: Option<Program>,
    /// A count that is higher for each process of its own that it waited for.
    pub waited_for: u64,
    /// Whether any that it started are there.
    pub has_children: bool,
}

/// The largest resident memory of a process since it became the program that it is, in bytes.
pub(super) fn peak_memory(process: u32) -> Option<u64> {
    kibibytes(&fs::read_to_string(format!("/proc/{process}/status")).ok()?, "VmHWM:")
}

/// How many bytes a process, and those of its children that it waited for, have given to calls that write.
pub(super) fn written(process: u32) -> Option<u64> {
    number(&fs::read_to_string(format!("/proc/{process}/io")).ok()?, "wchar:")
}

/// What there is to know of a process and its own ones.
pub(super) fn family(process: u32) -> Option<Family> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (program, waited_for) = parse(&stat)?;
    Some(Family { program, waited_for, has_children: has_children(process) })
}

/// Finds in a line of `/proc/PID/stat` where its program, its stack and its arguments lie, and the page faults of those
/// that it waited for: no process lives without any.
fn parse(stat: &str) -> Option<(Option<Program>, u64)> {
    // The name in brackets may have anything in it; the third field comes after it.
    let rest: Vec<&str> = stat.rsplit_once(") ")?.1.split_whitespace().collect();
    let field = |number: usize| rest.get(number - 3).copied();
    let [code, stack, arguments] = [field(26)?, field(28)?, field(48)?];
    let program = (arguments != "0").then(|| Program([code, stack, arguments].map(str::to_owned)));
    Some((program, field(11)?.parse().ok()?))
}

fn has_children(process: u32) -> bool {
    let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else { return false };
    let children = |path: std::path::PathBuf| fs::read_to_string(path.join("children")).unwrap_or_default();
    threads.flatten().any(|thread| !children(thread.path()).is_empty())
}

fn kibibytes(text: &str, name: &str) -> Option<u64> {
    number(text, name).map(|kibibytes| kibibytes * 1024)
}

/// The number after `name` at the start of a line.
pub(super) fn number(text: &str, name: &str) -> Option<u64> {
    let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
    rest.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_behind_their_names() {
        let text = "VmPeak:\t    9 kB\nVmHWM:\t    2048 kB\nThreads:\t1\n";
        assert_eq!((kibibytes(text, "VmHWM:"), number(text, "Threads:")), (Some(2 << 20), Some(1)));
        assert_eq!((number(text, "wchar:"), number("wchar:", "wchar:")), (None, None));
    }

    #[test]
    fn a_line_of_stat_is_understood() {
        let numbers: Vec<String> = (4..=52).map(|number: u32| number.to_string()).collect();
        let line = |name: &str| format!("7 ({name}) S {}\n", numbers.join(" "));
        let program = Program(["26", "28", "48"].map(str::to_owned));
        for name in ["sh", "a) S 1 (b"] {
            assert_eq!(parse(&line(name)), Some((Some(program.clone()), 11)), "{name}");
        }
        assert_eq!(parse(&line("gone").replace(" 48 ", " 0 ")), Some((None, 11)));
        assert_eq!((parse("7 (sh) S 1 2\n"), parse("")), (None, None));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_process_is_another_program_after_exec_and_the_same_before() {
        use std::io::{Read, Write};
        use std::process::{Command, Stdio};
        let mut shell = Command::new("sh");
        shell.args(["-c", "echo; read a; exec cat"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut shell = shell.spawn().unwrap();
        let (mut to, mut from) = (shell.stdin.take().unwrap(), shell.stdout.take().unwrap());
        let mut heard = || from.read_exact(&mut [0]).unwrap();
        heard();
        let before = family(shell.id()).unwrap();
        assert_eq!(family(shell.id()), Some(before.clone()));
        to.write_all(b"go\nx").unwrap();
        heard();
        let after = family(shell.id()).unwrap();
        assert!(after.program.is_some() && after.program != before.program, "{before:?} {after:?}");
        drop(to);
        shell.wait().unwrap();
        assert_eq!(family(shell.id()), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn children_are_seen_while_they_live_and_when_they_were_waited_for() {
        use std::process::{Command, Stdio};
        let before = family(std::process::id()).unwrap();
        let mut child = Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        assert!(family(std::process::id()).unwrap().has_children);
        drop(child.stdin.take());
        child.wait().unwrap();
        assert!(family(std::process::id()).unwrap().waited_for > before.waited_for);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn this_very_process_has_both() {
        let own = std::process::id();
        assert!(peak_memory(own).unwrap() > 100_000 && written(own).is_some());
        assert_eq!((peak_memory(u32::MAX), written(u32::MAX)), (None, None));
    }
}
