//! The files of the locales: one text with all of them, and where each is. `build.rs` packs it; `tools/locales` makes them.

use std::cmp::Ordering;

/// All files one after the other, without the comments at their head.
static TEXTS: &str = include_str!(concat!(env!("OUT_DIR"), "/locales.txt"));
/// Folder and file, first byte and end, one a line, by name.
static INDEX: &str = include_str!(concat!(env!("OUT_DIR"), "/locales.index"));

/// The locales that this build leaves out, one a line, by name.
static LEFT_OUT: &str = include_str!(concat!(env!("OUT_DIR"), "/locales.left-out"));

/// The locales that this build leaves out; none, unless the feature `locale-all` is off.
pub(super) fn left_out() -> impl Iterator<Item = &'static str> + Clone {
    LEFT_OUT.lines()
}

/// The text of a file such as `towns.tsv` of a folder such as `de_DE`, if there is one.
pub(super) fn text(folder: &str, file: &str) -> Option<&'static str> {
    // By halves: columns look up several files each, and there are hundreds.
    let (mut low, mut high) = (0, INDEX.len());
    while low < high {
        let start = INDEX.as_bytes()[low..low.midpoint(high)]
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(low, |line_end| low + line_end + 1);
        let line = INDEX[start..].lines().next()?;
        let (path, start_of_text, end_of_text) = entry(line)?;
        let (of, name) = path.split_once('/')?;
        match of.cmp(folder).then(name.cmp(file)) {
            Ordering::Equal => return Some(&TEXTS[start_of_text..end_of_text]),
            Ordering::Less => low = start + line.len() + 1,
            Ordering::Greater => high = start,
        }
    }
    None
}

/// The folders that have this file.
pub(super) fn folders_with(file: &str) -> impl Iterator<Item = &'static str> {
    INDEX
        .lines()
        .filter_map(entry)
        .filter_map(move |(path, ..)| path.split_once('/').filter(|(_, name)| *name == file))
        .map(|(of, _)| of)
}

fn entry(line: &'static str) -> Option<(&'static str, usize, usize)> {
    let (path, range) = line.split_once('\t')?;
    let (start, end) = range.split_once('\t')?;
    Some((path, start.parse().ok()?, end.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::{INDEX, TEXTS, entry, text};

    #[test]
    fn every_file_is_found_and_no_other() {
        for (path, start, end) in INDEX.lines().map(|line| entry(line).unwrap()) {
            let (folder, file) = path.split_once('/').unwrap();
            assert_eq!(text(folder, file), Some(&TEXTS[start..end]), "{path}");
            assert_eq!((text(folder, "x"), text(&format!("{folder}x"), file)), (None, None));
        }
        assert_eq!((text("", ""), text("zz", "zz"), text("A", "a")), (None, None, None));
    }
}
