//! What `/proc` shows of processes. Where a system has no `/proc`, nothing is known of them.

use std::fmt::Display;
use std::fs;
use std::str::FromStr;

/// A line of `/proc/PID/stat`.
#[derive(Clone, Debug)]
pub struct Stat {
    /// The fields after the name.
    fields: Vec<String>,
}

impl Stat {
    /// The line of a process, a number or `self`; `None` where there is no such process.
    pub fn of(process: impl Display) -> Option<Stat> {
        Stat::parse(&fs::read_to_string(format!("/proc/{process}/stat")).ok()?)
    }

    /// Reads a line. The second field is a name in brackets that may hold anything; the third follows the last bracket.
    pub fn parse(line: &str) -> Option<Stat> {
        let fields = line.rsplit_once(')')?.1.split_whitespace();
        Some(Stat { fields: fields.map(str::to_owned).collect() })
    }

    /// A field by its number in proc(5), which is 3 at least.
    pub fn field<T: FromStr>(&self, number: usize) -> Option<T> {
        self.fields.get(number.checked_sub(3)?)?.parse().ok()
    }

    /// Whether the process has ended, and its parent has not waited for it.
    pub fn is_over(&self) -> bool {
        self.field(3).is_none_or(|state: char| matches!(state, 'Z' | 'X'))
    }
}

/// Whether a process runs. One that has ended, and that its parent has not waited for, does not.
pub fn is_running(process: u32) -> bool {
    Stat::of(process).is_some_and(|stat| !stat.is_over())
}

/// The children of a process, a number or `self`.
pub fn children(process: impl Display) -> Vec<u32> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    lists
        .flat_map(|list| list.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<_>>())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_name_may_look_like_anything() {
        let fields: Vec<String> = (4..53).map(|number| number.to_string()).collect();
        for name in ["sh", "a) Z 1 (b", "a ) 1 (b)", ""] {
            let stat = Stat::parse(&format!("7 ({name}) S {}\n", fields.join(" "))).unwrap();
            assert_eq!(
                (stat.field(4), stat.field(52), stat.field::<u32>(53)),
                (Some(4), Some(52), None),
                "{name}"
            );
            assert!(!stat.is_over(), "{name}");
        }
        assert!(Stat::parse("7 (sh) Z 1").unwrap().is_over());
        assert!(Stat::parse("").is_none());
    }

    #[test]
    fn what_has_ended_does_not_run() {
        if Stat::of("self").is_none() {
            return gush_testkit::need::not_run("there is no /proc here");
        }
        assert!(is_running(std::process::id()));
        let mut child = std::process::Command::new("true").spawn().unwrap();
        // It ends, but stays in the list until it is waited for.
        while is_running(child.id()) {
            std::thread::yield_now();
        }
        assert!(children("self").contains(&child.id()) && Stat::of(child.id()).is_some());
        child.wait().unwrap();
        assert!(Stat::of(child.id()).is_none());
    }
}
