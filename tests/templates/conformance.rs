//! The same templates by Go's `text/template` and by gush: same bytes, and where one fails, both do. Generators are
//! pinned, so that they give what the Go program's stand-ins give.

use std::path::{Path, PathBuf};

use gush_testkit::{End, Program, Scratch, need};

use crate::rows;

/// The rows that the Go program makes of each template.
const ROWS: &str = "-l 3";

struct Case<'t> {
    name: &'t str,
    /// Any bytes.
    source: &'t [u8],
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance")
}

/// Takes the list apart: each template stands behind a line with its name.
fn cases(list: &[u8]) -> Vec<Case<'_>> {
    let lines: Vec<&[u8]> = list.split_inclusive(|&byte| byte == b'\n').collect();
    let mut cases: Vec<Case<'_>> = Vec::new();
    let mut at = 0;
    for line in lines {
        let start = at;
        at += line.len();
        if let Some(name) = line.strip_prefix(b"=== ") {
            let name = str::from_utf8(name).expect("a name is text").trim_end();
            cases.push(Case { name, source: &list[at..at] });
        } else {
            let case = cases.last_mut().expect("the list begins with a name");
            let begin = start - case.source.len();
            case.source = &list[begin..at];
        }
    }
    // The last line end of each is the list's, and so is one before it.
    let last = cases.len() - 1;
    for (place, case) in cases.iter_mut().enumerate() {
        for _ in 0..if place == last { 1 } else { 2 } {
            case.source = case.source.strip_suffix(b"\n").unwrap_or(case.source);
        }
    }
    cases
}

/// What Go gives for each template; `None` where it fails.
fn by_go(out: &[u8]) -> Vec<Option<Vec<u8>>> {
    let mut results = Vec::new();
    let mut rest = out;
    while let Some(end) = rest.iter().position(|&b| b == b'\n') {
        let line = String::from_utf8_lossy(&rest[..end]).into_owned();
        rest = &rest[end + 1..];
        results.push(line.strip_prefix("ok ").map(|len| {
            let len: usize = len.parse().expect("a length");
            let text = rest[..len].to_vec();
            rest = &rest[len + 1..];
            text
        }));
    }
    results
}

#[test]
fn gush_and_go_agree_on_every_template() {
    need!("go 1.22");
    agree(&["cases.txt"], 300, || rows(ROWS));
}

/// There every generator gives a string.
#[test]
fn fakedata_and_go_agree_on_every_template() {
    need!("go 1.22");
    agree(&["-fakedata", "fakedata.txt"], 35, || {
        Program::new(env!("CARGO_BIN_EXE_gush")).named("fakedata").words(ROWS)
    });
}

/// Compares what Go makes of a list, whose name comes last in `words`, with what the `program` makes of it.
fn agree(words: &[&str], least: usize, program: impl Fn() -> Program) {
    let list = words.last().map(|name| std::fs::read(folder().join(name)).expect("the list is there"));
    let list = list.unwrap_or_default();
    let cases = cases(&list);
    assert!(cases.len() >= least, "only {} templates", cases.len());
    let scratch = Scratch::new();
    let go = Program::new("go")
        .args(["run", "."])
        .args(words)
        .env("GOCACHE", scratch.path("cache"))
        .env("GOTOOLCHAIN", "local")
        .within(&folder())
        .patience(std::time::Duration::from_secs(300))
        .run()
        .ok();
    let expected = by_go(&go.stdout);
    assert_eq!(expected.len(), cases.len());
    let mut wrong = String::new();
    for (case, expected) in cases.iter().zip(&expected) {
        let file = scratch.write("case", case.source);
        let run = program().arg("-T").arg(file).run();
        let found = (run.end == End::Code(0)).then(|| run.stdout.clone());
        if found != *expected {
            let shown = |result: &Option<Vec<u8>>| match result {
                Some(bytes) => format!("{:?}", String::from_utf8_lossy(bytes)),
                None => "a failure".into(),
            };
            wrong += &format!(
                "{}: {}\n  go   {}\n  gush {}\n",
                case.name,
                String::from_utf8_lossy(case.source),
                shown(expected),
                if found.is_some() { shown(&found) } else { run.errors() }
            );
        }
    }
    assert!(wrong.is_empty(), "{} of {} differ:\n{wrong}", wrong.matches("\n  go ").count(), cases.len());
}
