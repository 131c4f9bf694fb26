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

#[cfg(test)]
mod tests {
    use super::failure;

    #[test]
    fn one_line_of_what_went_wrong_is_reported() {
        let reported = |output: &str| failure("go", output).reason;
        assert_eq!(
            reported("\nwarning: x\nwrite.go:3:1: Error: odd\nmore\n"),
            "go failed: write.go:3:1: Error: odd"
        );
        assert_eq!(reported("odd\neven\n"), "go failed: odd");
        assert_eq!(
            reported("go: downloading a v1\n# command\n./a.go:3:1: odd\n"),
            "go failed: ./a.go:3:1: odd"
        );
        assert_eq!(reported(""), "go failed and says nothing");
        let fetched =
            "go: a@b: a@b: invalid version: reading https://proxy/a/@v/b.info: 403 Forbidden\n\tserver: no\n";
        assert_eq!(reported(fetched), "cannot be fetched from proxy: 403 Forbidden");
        let offline = "go: a@b: Get \"https://proxy/a\": dial tcp: lookup proxy: no such host\n";
        assert_eq!(reported(offline), "cannot be fetched from proxy: no such host");
        let port = "go: a@b: Get \"https://proxy.example:8443/a\": connection refused\n";
        assert_eq!(reported(port), "cannot be fetched from proxy.example:8443: connection refused");
        let lacking = "main.go:3:8: a@v1: module lookup disabled by GOPROXY=off\n";
        assert!(
            reported(lacking).starts_with("needs modules that are in no vendor folder"),
            "{}",
            reported(lacking)
        );
        assert_eq!(failure("cc", &"line\n".repeat(100)).details.lines().count(), 20);
    }
}
