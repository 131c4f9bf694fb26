//! Which program a name on the `PATH` means. gush itself answers to `yes`, `pv` and `fakedata`, and collections such as
//! uutils or `BusyBox` bring a `yes` of their own: a rung must measure the program that it is about.

use std::path::{Path, PathBuf};

use super::machine;
use crate::ladder::path::programs;
use crate::ladder::rung::{Maker, NotRun};

/// The names that gush answers to.
const NAMES_OF_GUSH: [&str; 3] = ["yes", "pv", "fakedata"];

/// A program that was found by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Where it is.
    pub path: PathBuf,
    /// The first line that it prints when it is asked for its version.
    pub version: Option<String>,
    /// Programs of that name that come before it on the `PATH`, and their makers.
    pub skipped: Vec<(PathBuf, Maker)>,
}

impl Maker {
    /// What a program of this maker is.
    pub(super) fn text(self) -> &'static str {
        match self {
            Maker::Gush => "gush itself",
            Maker::Uutils => "uutils'",
            Maker::Busybox => "BusyBox's",
            Maker::Toybox => "Toybox's",
        }
    }
}

/// Whether a program of this name may be another one than the name says.
pub(super) fn is_ambiguous(name: &str, except: &[Maker]) -> bool {
    NAMES_OF_GUSH.contains(&name) || !except.is_empty()
}

/// The first program of that name on the `PATH` that is neither gush (the file `own`, or one whose version shows it) nor of a
/// maker in `except`. `ask` returns the version that a program prints.
///
/// # Errors
/// There is none; the message has the makers of those that there are.
pub(super) fn find(
    name: &str,
    except: &[Maker],
    own: Option<&Path>,
    ask: impl Fn(&Path) -> Option<String>,
) -> Result<Found, NotRun> {
    let mut skipped = Vec::new();
    for path in candidates(name) {
        let version = if is_same(&path, own) { Some("gush".into()) } else { ask(&path) };
        match version.as_deref().and_then(maker) {
            Some(maker) if maker == Maker::Gush || except.contains(&maker) => skipped.push((path, maker)),
            _ => return Ok(Found { path, version, skipped }),
        }
    }
    let mut lacking = machine::lacking(&[name]);
    if !skipped.is_empty() {
        lacking.reason += &format!(": {}", report(&skipped));
    }
    Err(lacking)
}

/// What was skipped, and why.
pub(super) fn report(skipped: &[(PathBuf, Maker)]) -> String {
    let each = skipped.iter().map(|(path, maker)| format!("{} is {}", path.display(), maker.text()));
    each.collect::<Vec<_>>().join(", ")
}

/// All programs of that name on the `PATH`, each file only once.
fn candidates(name: &str) -> Vec<PathBuf> {
    let mut seen = Vec::new();
    let mut is_new = |file: &PathBuf| {
        let real = file.canonicalize().unwrap_or_else(|_| file.clone());
        let is_new = !seen.contains(&real);
        seen.push(real);
        is_new
    };
    programs(name).into_iter().filter(|file| is_new(file)).collect()
}

/// Whether two paths lead to one file, be it by links of either sort.
fn is_same(path: &Path, own: Option<&Path>) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let file = |path: &Path| path.metadata().ok().map(|found| (found.dev(), found.ino()));
    own.and_then(file).is_some_and(|own| file(path) == Some(own))
}

/// The maker of a program, by the version that it prints.
fn maker(version: &str) -> Option<Maker> {
    let version = version.to_lowercase();
    let has = |name: &str| version.contains(name);
    match () {
        () if has("(gusher)") || version == "gush" || version.starts_with("gush ") => Some(Maker::Gush),
        () if has("uutils") => Some(Maker::Uutils),
        () if has("busybox") => Some(Maker::Busybox),
        () if has("toybox") => Some(Maker::Toybox),
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Maker, maker};

    #[test]
    fn makers_are_known_by_their_versions() {
        for (version, expected) in [
            ("yes (GNU coreutils) 9.1", None),
            ("pv 1.6.20 - Copyright 2015 Andrew Wood", None),
            ("fakedata version 1.5.0", None),
            ("yes (gusher) 0.1.0", Some(Maker::Gush)),
            ("gush 0.1.0", Some(Maker::Gush)),
            ("yes (uutils coreutils) 0.2.2", Some(Maker::Uutils)),
            ("BusyBox v1.35.0 (Debian 1:1.35.0-4) multi-call binary.", Some(Maker::Busybox)),
            ("toybox 0.8.9", Some(Maker::Toybox)),
        ] {
            assert_eq!(maker(version), expected, "{version}");
        }
    }
}
