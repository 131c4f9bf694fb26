//! The same templates by Go's `text/template` and by gush: same bytes, and where one fails, both do. Generators are
//! pinned, so that they have the values of the Go program's stand-ins.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use gush_testkit::{End, Program, Scratch, need};

use crate::grammar::{self, Draws};
use crate::templates::rows;

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

/// Takes the list apart: each template is after a line with its name.
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
    for (index, case) in cases.iter_mut().enumerate() {
        for _ in 0..if index == last { 1 } else { 2 } {
            case.source = case.source.strip_suffix(b"\n").unwrap_or(case.source);
        }
    }
    cases
}

/// The Go program that executes templates, built once for all tests.
fn go_program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("conformance");
        let build =
            Program::new("go").args(["build", "-o"]).arg(&program).arg(".").env("GOTOOLCHAIN", "local");
        build.within(&folder()).timeout(Duration::from_secs(300)).run().ok();
        program
    })
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
    agree(&[], &list("cases.txt", 300), || rows(ROWS));
}

#[test]
fn gush_and_go_agree_on_random_templates() {
    agree(&[], random().as_bytes(), || rows(ROWS));
}

/// There every generator gives a string.
#[test]
fn fakedata_and_go_agree_on_every_template() {
    agree(&["-fakedata"], &list("fakedata.txt", 35), || {
        Program::new(env!("CARGO_BIN_EXE_gush")).named("fakedata").arg_line(ROWS)
    });
}

/// A list of templates, of which there must be at least n.
fn list(name: &str, least: usize) -> Vec<u8> {
    let list = std::fs::read(folder().join(name)).expect("the list is there");
    let count = cases(&list).len();
    assert!(count >= least, "only {count} templates");
    list
}

/// Random templates, the same ones in each run. `RANDOM_TEMPLATES` in the environment asks for more of them.
fn random() -> String {
    let count = std::env::var("RANDOM_TEMPLATES").ok().and_then(|count| count.parse().ok()).unwrap_or(200);
    let mut state = 1u64;
    let mut byte = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u8
    };
    let list = (0..count).map(|number| {
        let data: Vec<u8> = (0..150).map(|_| byte()).collect();
        format!("=== random {number}\n{}\n", grammar::template(&data, Draws::Pinned))
    });
    list.collect()
}

/// The template with its formats out of sight until the rows, as `printf` with a format that would make it complain is
/// refused before them: the row's number, which has one digit, is put before them and cut off again.
fn hidden(source: &[u8]) -> Vec<u8> {
    let source = String::from_utf8_lossy(source);
    let mut parts = source.split("printf ");
    let mut hidden = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let quote = part.chars().next().filter(|c| matches!(c, '"' | '`'));
        let is_escaped = |at: usize| (at - part[..at].trim_end_matches('\\').len()) % 2 == 1;
        let end = quote.and_then(|quote| {
            part.char_indices().skip(1).find(|&(at, c)| c == quote && (c == '`' || !is_escaped(at)))
        });
        hidden += "printf ";
        hidden += &match end {
            Some((end, _)) => format!("(slice (print $.Row {}) 1){}", &part[..=end], &part[end + 1..]),
            None => part.to_owned(),
        };
    }
    hidden.into_bytes()
}

/// The output of gush for a template, and its messages.
fn by_gush(program: Program, scratch: &Scratch, source: &[u8]) -> (Option<Vec<u8>>, String) {
    let file = scratch.write("case", source);
    let run = program.arg("-T").arg(file).run();
    ((run.end == End::Code(0)).then(|| run.stdout.clone()), run.errors())
}

/// Compares Go's output for a list, with these arguments, with that of the program.
#[track_caller]
fn agree(args: &[&str], list: &[u8], program: impl Fn() -> Program) {
    need!("go 1.22");
    let cases = cases(list);
    let scratch = Scratch::new();
    let file = scratch.write("cases", list);
    let go = Program::new(go_program()).args(args).arg(file).run().ok();
    let expected = by_go(&go.stdout);
    assert_eq!(expected.len(), cases.len());
    let mut wrong = String::new();
    for (case, expected) in cases.iter().zip(&expected) {
        let (mut found, mut errors) = by_gush(program(), &scratch, case.source);
        if found.is_none() && errors.contains(" %!") {
            (found, errors) = by_gush(program(), &scratch, &hidden(case.source));
        }
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
                if found.is_some() { shown(&found) } else { errors }
            );
        }
    }
    assert!(wrong.is_empty(), "{} of {} differ:\n{wrong}", wrong.matches("\n  go ").count(), cases.len());
}
