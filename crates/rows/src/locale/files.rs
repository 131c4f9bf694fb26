//! The files of the locales: one text with all of them, and where each is. `build.rs` packs it; `tools/locales` makes them.

/// All files one after the other, without the comments at their head.
static TEXTS: &str = include_str!(concat!(env!("OUT_DIR"), "/locales.txt"));
/// Folder and file, first byte and end, one a line, by name.
static INDEX: &str = include_str!(concat!(env!("OUT_DIR"), "/locales.index"));

/// The text of a file such as `towns.tsv` of a folder such as `de_DE`, if there is one.
pub(super) fn text(folder: &str, file: &str) -> Option<&'static str> {
    entries().find_map(|(path, start, end)| {
        let (of, name) = path.split_once('/')?;
        (of == folder && name == file).then(|| &TEXTS[start..end])
    })
}

/// The folders that have this file.
pub(super) fn folders_with(file: &str) -> impl Iterator<Item = &'static str> {
    entries()
        .filter_map(move |(path, ..)| path.split_once('/').filter(|(_, name)| *name == file))
        .map(|(of, _)| of)
}

fn entries() -> impl Iterator<Item = (&'static str, usize, usize)> {
    INDEX.lines().filter_map(|line| {
        let (path, range) = line.split_once('\t')?;
        let (start, end) = range.split_once('\t')?;
        Some((path, start.parse().ok()?, end.parse().ok()?))
    })
}
