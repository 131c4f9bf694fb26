//! Tests that need an optional tool report why they did not run if it is missing.

use crate::program::{Program, find};
use crate::{mariadb, postgres};
use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

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
///
/// # Panics
/// If the name is neither listed here nor that of a program.
pub fn tool(name: &str) -> Result<(), String> {
    static ANSWERS: Answers<()> = Answers::new();
    ANSWERS.get(name, || ask(name))
}

/// What has been found out, by name. Starting a tool to ask for its version, or importing a package, takes up to a second: it is
/// done once in a program of tests.
struct Answers<T>(Mutex<Option<HashMap<String, Arc<Answer<T>>>>>);

/// One answer, once it is there.
type Answer<T> = OnceLock<Result<T, String>>;

impl<T: Clone> Answers<T> {
    const fn new() -> Self {
        Self(Mutex::new(None))
    }

    /// The answer for a name, which the first caller finds; others who ask for the same at that time wait.
    fn get(&self, name: &str, find: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = Arc::clone(known.get_or_insert_default().entry(name.to_owned()).or_default());
        drop(known);
        answer.get_or_init(find).clone()
    }
}

fn ask(name: &str) -> Result<(), String> {
    match name {
        "postgres" => postgres::usable(),
        "mariadb server" => mariadb::PROGRAMS.iter().try_for_each(|program| find(program).map(drop)),
        "strace" => find(name).and_then(|strace| tracing_works(&strace)),
        "/dev/full" if !Path::new(name).exists() => Err("there is no /dev/full here".into()),
        "/dev/full" => Ok(()),
        "datasette" | "sqlite-utils" => python_tool(name).map(drop),
        "deltalake" | "duckdb" | "fastavro" | "fastparquet" | "jsonschema" | "markdown_it" | "pandas"
        | "phonenumbers" | "polars" | "pyarrow" | "pyiceberg" | "schwifty" | "selenium" | "stdnum"
        | "yaml" => python_tool("python").and_then(|python| imports(&python, name)),
        "nu" => node_tool(name).map(drop),
        "chromium" => browser().map(drop),
        "go 1.22" => go_is_new(&go_version(&find("go")?)?),
        // The test would never run, and nobody would know that it asks for nothing.
        _ if name.contains(' ') => {
            panic!("no tool is called {name:?}; need.rs lists those that are not programs")
        }
        _ => find(name).map(drop),
    }
}

/// Reports, past the capturing of the test runner, that the test of this thread did not run and why; also
/// adds it to the list that [`LIST`] names.
pub fn not_run(why: &str) {
    let thread = std::thread::current();
    let line = format!("not run: {}: {why}\n", thread.name().unwrap_or("a test"));
    // A failure to report cannot be reported.
    let _ = std::io::stderr().lock().write_all(line.as_bytes());
    if let Some(list) = std::env::var_os(LIST) {
        let opened = OpenOptions::new().append(true).create(true).open(list);
        let _ = opened.and_then(|mut file| file.write_all(line.as_bytes()));
    }
}

/// Where a program of the virtual environment is that `script/bootstrap test` makes for the tests, `python` among them;
/// where there is none there, the one on `PATH`.
///
/// # Errors
/// Why it cannot be used.
pub fn python_tool(name: &str) -> Result<PathBuf, String> {
    own_tool("venv/bin", name)
}

/// The Python whose DuckDB has the extensions `delta` and `iceberg`: in an environment of its own, as they are of an older DuckDB than that of
/// the others.
///
/// # Errors
/// Why it cannot be used.
pub fn lakes_python() -> Result<PathBuf, String> {
    let reason = "needs the network once, to install DuckDB's extensions for tables (script/bootstrap lakes)";
    let python = own_tool("lakes/bin", "python").map_err(|_| reason.to_owned())?;
    imports(&python, "duckdb_extension_iceberg").map(|()| python).map_err(|_| reason.to_owned())
}

/// Lines of Python, by the one of the tests' environment. They end without what the threads of readers do at an end: under load some
/// call that a crash.
///
/// # Panics
/// When there is no Python: [`need!`](crate::need!) says which packages a test needs.
#[track_caller]
pub fn python(lines: &str) -> Program {
    let python = python_tool("python").expect("the test has asked for it");
    Program::new(python).args(["-c", &format!("{lines}\nimport os, sys; sys.stdout.flush(); os._exit(0)")])
}

/// Where a program is that `script/bootstrap test` installs by npm for the tests; where there is none there, the one on
/// `PATH`.
///
/// # Errors
/// Why it cannot be used.
pub fn node_tool(name: &str) -> Result<PathBuf, String> {
    own_tool("node/node_modules/.bin", name)
}

/// Where a program is that `script/bootstrap test` installs by cargo for the tests; where there is none there, the one on
/// `PATH`.
///
/// # Errors
/// Why it cannot be used.
pub fn cargo_tool(name: &str) -> Result<PathBuf, String> {
    own_tool("cargo-tools/bin", name)
}

/// A program in a folder of the tests' own.
fn own_tool(folder: &str, name: &str) -> Result<PathBuf, String> {
    static FOUND: Answers<PathBuf> = Answers::new();
    FOUND.get(&format!("{folder}/{name}"), || find_own(folder, name))
}

fn find_own(folder: &str, name: &str) -> Result<PathBuf, String> {
    // Beside what cargo builds: target/debug/deps/this-test.
    let own = std::env::current_exe().map_err(|why| why.to_string())?;
    let candidates = own.ancestors().skip(1).map(|above| above.join(folder).join(name));
    // The program may be a script whose interpreter no longer exists.
    let mut existing = candidates.filter(|file| file.is_file());
    existing.find(|file| runs(Command::new(file).arg("--version"))).map_or_else(|| find(name), Ok)
}

/// Where Chromium or Chrome is, which `chromedriver` drives.
///
/// # Errors
/// Why it cannot be used.
pub fn browser() -> Result<PathBuf, String> {
    find("chromedriver")?;
    let mut found =
        ["chromium", "chromium-browser", "google-chrome"].iter().filter_map(|name| find(name).ok());
    found.next().ok_or_else(|| "chromium is not installed (script/bootstrap test)".into())
}

/// Whether a command succeeds.
fn runs(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

/// Whether this Python has a package.
fn imports(python: &Path, package: &str) -> Result<(), String> {
    let found = runs(Command::new(python).args(["-c", &format!("import {package}")]));
    found.then_some(()).ok_or_else(|| format!("{package} is not installed (script/bootstrap test)"))
}

/// The output of `go version`.
fn go_version(go: &Path) -> Result<String, String> {
    let output = Command::new(go).arg("version").output().map_err(|why| format!("go: {why}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Templates have gained features since; packages of distributions are often older.
fn go_is_new(output: &str) -> Result<(), String> {
    let version = output.split(' ').nth(2).unwrap_or_default();
    let minor = version.strip_prefix("go1.").and_then(|rest| rest.split('.').next()?.parse().ok());
    match minor {
        Some(22..) => Ok(()),
        _ => Err(format!("go is {version}, and the test needs go1.22 (https://go.dev/dl)")),
    }
}

/// Containers often forbid the system calls that strace needs.
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
    use super::{Answers, LIST, find, go_is_new, imports, not_run, python_tool, tool};
    use crate::{Program, Scratch, assert_same};

    #[test]
    fn a_missing_tool_is_reported_by_name() {
        assert_eq!(tool("sh"), Ok(()));
        let why = tool("no-such-tool").unwrap_err();
        assert!(why.starts_with("no-such-tool is not installed"), "{why}");
    }

    #[test]
    fn an_answer_is_found_once_for_each_name() {
        let answers = Answers::new();
        assert_eq!(answers.get("a", || Ok(1)), Ok(1));
        assert_eq!(answers.get("b", || Err("no b".into())), Err("no b".into()));
        assert_eq!(answers.get("a", || panic!("asked again")), Ok(1));
        assert_eq!(answers.get("b", || panic!("asked again")), Err("no b".into()));
    }

    #[test]
    fn programs_of_the_virtual_environment_come_first() {
        let own = std::env::current_exe().expect("this test has a program");
        let Some(venv) = own.ancestors().map(|folder| folder.join("venv/bin")).find(|bin| bin.is_dir())
        else {
            return not_run("there is no virtual environment (script/bootstrap test)");
        };
        assert_eq!(python_tool("datasette"), Ok(venv.join("datasette")));
        // Other programs are found on PATH.
        assert_eq!(python_tool("sh"), find("sh"));
        assert!(python_tool("no-such-tool").is_err());
        assert!(imports(&venv.join("python"), "no_such_package").is_err());
    }

    #[test]
    fn an_old_go_is_refused_by_its_version() {
        for (version, is_new) in [
            ("go version go1.19.8 linux/amd64", false),
            ("go version go1.22 linux/amd64", true),
            ("go version go1.26.8 linux/amd64", true),
            ("", false),
        ] {
            assert_eq!(go_is_new(version).is_ok(), is_new, "{version}");
        }
    }

    /// The test runs itself again, as one that needs a missing tool.
    #[test]
    fn a_test_that_needs_a_missing_tool_reports_it_and_ends() {
        const AGAIN: &str = "GUSH_TESTKIT_AGAIN";
        if std::env::var_os(AGAIN).is_some() {
            need!("sh", "no-such-tool");
            panic!("the test went on");
        }
        let scratch = Scratch::new();
        let own = std::env::current_exe().expect("this test has a program");
        let name = "need::tests::a_test_that_needs_a_missing_tool_reports_it_and_ends";
        let run = Program::new(own).args(["--exact", name]).env(AGAIN, "1");
        let run = run.env(LIST, scratch.path("list")).run().ok();
        let expected = format!("not run: {name}: no-such-tool is not installed (script/bootstrap test)\n");
        run.stderr_is(&expected);
        assert_same(scratch.read("list"), &expected);
    }
}
