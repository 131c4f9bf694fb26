//! Tests that need a tool which is not everywhere: where it is missing they say why they did not run.

use crate::postgres;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The environment variable that names the file in which tests that did not run are listed.
pub const LIST: &str = "GUSH_TESTS_NOT_RUN";

/// Returns from the test, saying why, unless all these tools can be used.
///
/// ```
/// # fn a_test() {
/// gush_testkit::need!("sqlite3", "jq");
/// # }
/// ```
#[macro_export]
macro_rules! need {
    ($($tool:expr),+) => {
        $(
            if let Err(why) = $crate::need::tool($tool) {
                return $crate::need::not_run(&why);
            }
        )+
    };
}

/// Whether a tool can be used.
///
/// # Errors
/// Why it cannot.
pub fn tool(name: &str) -> Result<(), String> {
    match name {
        "postgres" => postgres::usable(),
        "strace" => find(name).and_then(|strace| tracing_works(&strace)),
        "/dev/full" if !Path::new(name).exists() => Err("there is no /dev/full here".into()),
        "/dev/full" => Ok(()),
        _ => find(name).map(drop),
    }
}

/// Tells, past the capturing of the test runner, that the test of this thread did not run and why; also
/// adds it to the list that [`LIST`] names.
pub fn not_run(why: &str) {
    let thread = std::thread::current();
    let line = format!("not run: {}: {why}\n", thread.name().unwrap_or("a test"));
    // Nobody can be told that telling failed.
    let _ = std::io::stderr().lock().write_all(line.as_bytes());
    if let Some(list) = std::env::var_os(LIST) {
        let opened = OpenOptions::new().append(true).create(true).open(list);
        let _ = opened.and_then(|mut file| file.write_all(line.as_bytes()));
    }
}

/// Where a program is, by `PATH`.
pub(crate) fn find(name: &str) -> Result<PathBuf, String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file());
    found.ok_or_else(|| format!("{name} is not installed (script/bootstrap test)"))
}

/// Containers often forbid what strace lives by.
fn tracing_works(strace: &Path) -> Result<(), String> {
    let tried = Command::new(strace).args(["-f", "-qq", "-o", "/dev/null", "true"]).output();
    match tried {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => {
            Err(format!("strace may not trace: {}", String::from_utf8_lossy(&output.stderr).trim()))
        }
        Err(why) => Err(format!("strace: {why}")),
    }
}

#[cfg(test)]
mod tests {
    use super::{LIST, tool};
    use crate::{Program, Scratch, assert_same};

    #[test]
    fn a_missing_tool_is_told_by_name() {
        assert_eq!(tool("sh"), Ok(()));
        let why = tool("no-such-tool").unwrap_err();
        assert!(why.starts_with("no-such-tool is not installed"), "{why}");
    }

    /// Tells the victim below that it is one.
    const VICTIM: &str = "GUSH_TESTKIT_VICTIM";

    #[test]
    fn a_victim() {
        if std::env::var_os(VICTIM).is_some() {
            need!("sh", "no-such-tool");
            panic!("the test went on");
        }
    }

    #[test]
    fn a_test_that_needs_a_missing_tool_says_so_and_goes_no_further() {
        let scratch = Scratch::new();
        let own = std::env::current_exe().expect("this test has a program");
        let run = Program::new(own).args(["--exact", "need::tests::a_victim"]);
        let run = run.env(VICTIM, "1").env(LIST, scratch.path("list")).run().ok();
        let told = "not run: need::tests::a_victim: no-such-tool is not installed (script/bootstrap test)\n";
        run.stderr_is(told);
        assert_same(scratch.read("list"), told);
    }
}
