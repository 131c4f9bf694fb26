//! Why a program could not be built, as it is reported.

use std::io;
use std::path::Path;

use crate::ladder::rung::NotRun;

/// How many lines of a compiler are shown.
const MAX_LINES: usize = 20;

/// What is reported of a build that failed: the first line with an error, or the first at all.
pub(super) fn failure(program: &str, output: &str) -> NotRun {
    let lines: Vec<&str> = output.lines().filter(|line| !line.trim().is_empty()).collect();
    // Go's headings and its progress.
    let matters = |line: &&&str| !line.starts_with("# ") && !line.starts_with("go: downloading ");
    let error = lines.iter().find(|line| line.to_lowercase().contains("error"));
    let telling = error.or_else(|| lines.iter().find(matters)).or(lines.first());
    // Where nothing may be fetched, go says so of each module.
    let is_lacking = |line: &&str| line.contains("GOPROXY=off") || line.contains("-mod=vendor");
    let reason = match telling.map(|line| line.trim()) {
        _ if lines.iter().any(is_lacking) => {
            "needs modules that are in no vendor folder and not in Go's cache: run `go mod vendor` there once"
                .to_owned()
        }
        // The part before that is a long address.
        Some(line) if line.contains("https://") => {
            let why = line.rsplit(": ").next().unwrap_or(line);
            format!("cannot be fetched from {}: {why}", host(line))
        }
        Some(line) => format!("{program} failed: {line}"),
        None => format!("{program} failed and says nothing"),
    };
    NotRun { reason, details: lines[..lines.len().min(MAX_LINES)].join("\n") }
}

/// The host of the first address in a line.
fn host(line: &str) -> &str {
    let after = line.split_once("https://").map_or("", |(_, after)| after);
    let end = after.find(|letter: char| !letter.is_ascii_alphanumeric() && !".-:[]".contains(letter));
    after[..end.unwrap_or(after.len())].trim_end_matches([':', '.'])
}

/// That a published program would have to be fetched.
pub(super) fn needs_network(module: &str) -> NotRun {
    NotRun::because(format!("needs the network once, to fetch {module}, or its sources (--fakedata-source)"))
}

/// That a file cannot be read or written.
pub(super) fn cannot(path: &Path, why: &io::Error) -> NotRun {
    NotRun::because(format!("{}: {why}", path.display()))
}
