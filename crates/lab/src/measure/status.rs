//! What `/proc` shows of a running child.

use std::fs;

use gush_pipe::procfs::{self, Stat};

/// Which program a process is. A process that calls `exec`, as wrapper scripts do, becomes another one: its memory is laid
/// out anew then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Program([u64; 3]);

/// What is known of a process and of those that it started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    let (program, waited_for) = program_of(&Stat::of(process)?)?;
    Some(Family { program, waited_for, has_children: !procfs::children(process).is_empty() })
}

/// The addresses of a process's program, stack and arguments, and the page faults of the processes that it waited for: no
/// process runs without any.
fn program_of(stat: &Stat) -> Option<(Option<Program>, u64)> {
    let [code, stack, arguments] = [stat.field(26)?, stat.field(28)?, stat.field(48)?];
    let program = (arguments != 0).then_some(Program([code, stack, arguments]));
    Some((program, stat.field(11)?))
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
    fn numbers_follow_their_names() {
        let text = "VmPeak:\t    9 kB\nVmHWM:\t    2048 kB\nThreads:\t1\n";
        assert_eq!((kibibytes(text, "VmHWM:"), number(text, "Threads:")), (Some(2 << 20), Some(1)));
        assert_eq!((number(text, "wchar:"), number("wchar:", "wchar:")), (None, None));
    }

    #[test]
    fn a_line_of_stat_is_understood() {
        let numbers: Vec<String> = (4..=52).map(|number: u32| number.to_string()).collect();
        let found = |line: &str| program_of(&Stat::parse(line).unwrap());
        let line = format!("7 (sh) S {}\n", numbers.join(" "));
        assert_eq!(found(&line), Some((Some(Program([26, 28, 48])), 11)));
        assert_eq!(found(&line.replace(" 48 ", " 0 ")), Some((None, 11)));
        assert_eq!(found("7 (sh) S 1 2\n"), None);
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
        let mut read = || from.read_exact(&mut [0]).unwrap();
        read();
        let before = family(shell.id()).unwrap();
        assert_eq!(family(shell.id()), Some(before));
        to.write_all(b"go\nx").unwrap();
        read();
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
    fn this_process_has_both() {
        let own = std::process::id();
        assert!(peak_memory(own).unwrap() > 100_000 && written(own).is_some());
        assert_eq!((peak_memory(u32::MAX), written(u32::MAX)), (None, None));
    }
}
