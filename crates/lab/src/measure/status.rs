//! What the kernel tells of a running process in its files.

use std::fs;

/// The largest resident memory of a process since it became the program that it is, in bytes.
pub(super) fn peak_memory(process: u32) -> Option<u64> {
    kibibytes(&fs::read_to_string(format!("/proc/{process}/status")).ok()?, "VmHWM:")
}

/// How many bytes a process, and those of its children that it waited for, have given to calls that write.
pub(super) fn written(process: u32) -> Option<u64> {
    number(&fs::read_to_string(format!("/proc/{process}/io")).ok()?, "wchar:")
}

fn kibibytes(text: &str, name: &str) -> Option<u64> {
    number(text, name).map(|kibibytes| kibibytes * 1024)
}

/// The number behind `name` at the start of a line.
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
    #[cfg(target_os = "linux")]
    fn this_very_process_has_both() {
        let own = std::process::id();
        assert!(peak_memory(own).unwrap() > 100_000 && written(own).is_some());
        assert_eq!((peak_memory(u32::MAX), written(u32::MAX)), (None, None));
    }
}
