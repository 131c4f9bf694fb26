//! The same templates by Go's `text/template` and by gush: same bytes, and where one fails, both do. Generators are
//! pinned, so that they give what the Go program's stand-ins give.

use std::path::{Path, PathBuf};

use gush_testkit::{End, Program, Scratch, need};

use crate::rows;

/// The rows that the Go program makes of each template.
const ROWS: &str = "-l 3";

struct Case<'t> {
    name: &'t str,
    source: &'t str,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance")
}

/// Takes the list apart: each template stands behind a line with its name.
fn cases(list: &str) -> Vec<Case<'_>> {
    let parts = list.strip_prefix("=== ").expect("the list begins with a name").split("\n=== ");
    let case = |part| {
        let (name, source) = str::split_once(part, '\n').expect("a template stands behind its name");
        Case { name, source: source.strip_suffix('\n').unwrap_or(source) }
    };
    parts.map(case).collect()
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
    let list = std::fs::read_to_string(folder().join("cases.txt")).expect("the list is there");
    let cases = cases(&list);
    assert!(cases.len() >= 300, "only {} templates", cases.len());
    let scratch = Scratch::new();
    let go = Program::new("go")
        .args(["run", ".", "cases.txt"])
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
        let run = rows(ROWS).arg("-T").arg(file).run();
        let found = (run.end == End::Code(0)).then(|| run.stdout.clone());
        if found != *expected {
            let shown = |result: &Option<Vec<u8>>| match result {
                Some(bytes) => format!("{:?}", String::from_utf8_lossy(bytes)),
                None => "a failure".into(),
            };
            wrong += &format!(
                "{}: {}\n  go   {}\n  gush {}\n",
                case.name,
                case.source,
                shown(expected),
                if found.is_some() { shown(&found) } else { run.errors() }
            );
        }
    }
    assert!(wrong.is_empty(), "{} of {} differ:\n{wrong}", wrong.matches("\n  go ").count(), cases.len());
}
