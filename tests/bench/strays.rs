//! Nothing is left behind: no process, whatever it does to be forgotten, and no file. What cannot be ended is reported.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};

use gush_testkit::{Program, Scratch, Signal, need, wait_until};

use super::measure::{gush, is_running, query, rounds, running};

/// Ends those that gush could not end.
struct Ended(String);

impl Drop for Ended {
    fn drop(&mut self) {
        for process in running(&self.0) {
            Program::new("/bin/sh").args(["-c", &format!("kill -9 {process}")]).run();
        }
    }
}

#[test]
#[cfg(not(feature = "portable"))]
fn a_process_that_leaves_the_session_and_environment_is_found() {
    need!("sqlite3", "setsid");
    let folder = Scratch::new();
    let mark = folder.folder().display().to_string();
    let deep = format!("setsid sh -c \"sleep 1000; : {mark}\" & sleep 1000; : {mark}");
    let hide = format!("env -i setsid sh -c '{deep}' >/dev/null 2>&1 &");
    let run = super::measure::bench(&folder, "--no-trace").args(["--rung", &format!("a={hide} exec yes")]);
    // The reader of their standard error would wait for them.
    run.args(["--rung", &format!("b=env -i setsid sh -c 'sleep 1000; : {mark}' & exec yes")]).run().ok();
    let _ended = Ended(mark.clone());
    assert!(!is_running(&mark), "somebody is left: {:?}", running(&mark));
    for rung in ["a", "b"] {
        assert_eq!(rounds(&folder, rung, "ifnull(trouble, 'none')"), "none\nnone\nnone");
    }
}

#[test]
fn a_process_that_cannot_be_ended_is_reported_without_waiting() {
    need!("sqlite3", "setpriv");
    let folder = Scratch::new();
    let allow = |name: &str, mode| {
        fs::set_permissions(folder.path(name), fs::Permissions::from_mode(mode)).expect("it is ours");
    };
    if folder.folder().metadata().map(|found| found.uid()).unwrap_or(1) != 0 {
        return need::not_run("only root can make a program that runs as another user (set-user-id)");
    }
    let setpriv =
        ["/usr/bin/setpriv", "/bin/setpriv"].into_iter().find(|file| fs::exists(file).unwrap_or(false));
    fs::copy(setpriv.expect("it was asked for"), folder.path("as-root")).expect("it can be copied");
    fs::copy(env!("CARGO_BIN_EXE_gush"), folder.path("gush")).expect("it can be copied");
    allow("as-root", 0o4755);
    allow("gush", 0o755);
    allow(".", 0o777);
    let unprivileged = || {
        let arguments = ["--reuid", "65534", "--regid", "65534", "--clear-groups", "--"];
        Program::new("setpriv").args(arguments).within(folder.folder())
    };
    let as_root = "./as-root --reuid 0 --regid 0 --clear-groups";
    let honored = unprivileged().args(["sh", "-c", &format!("{as_root} id -ru")]).run();
    if honored.text() != "0\n" {
        return need::not_run("set-user-id programs run as the user here (nosuid)");
    }
    let mark = folder.folder().display().to_string();
    let _ended = Ended(mark.clone());
    let deaf = format!("trap \"\" TERM PIPE; echo y; sleep 1000; : {mark}");
    let bench = "bench --only own --rounds 1 --seconds 0.05 --stall-timeout 1 --no-trace --db bench.db";
    let run = unprivileged().arg("./gush").arg_line(bench).env("XDG_CACHE_HOME", folder.path("cache"));
    // The rung itself: with the portable backend others cannot be found.
    let run = run.args(["--rung", &format!("child=exec {as_root} sh -c '{deaf}'")]);
    #[cfg(not(feature = "portable"))]
    let run = {
        // It writes only once it is root's.
        let there = "until [ -s flag ]; do :; done";
        let stray = format!("rm -f flag; setsid {as_root} sh -c '{deaf}' >flag & {there}; exec yes");
        run.args(["--rung", &format!("stray={stray}")])
    };
    let run = run.run();
    assert!(is_running(&mark), "root's own can be ended by others");
    let reported = |rung: &str| {
        let trouble = "trouble LIKE 'it did not end: process % cannot be ended (it may be another user''s) and is left running'";
        assert_eq!(
            rounds(&folder, rung, trouble),
            "1\n1",
            "{}",
            query(&folder, "SELECT trouble FROM rounds")
        );
    };
    reported("child");
    #[cfg(not(feature = "portable"))]
    {
        reported("stray");
        let left = run.errors().lines().filter(|line| line.ends_with("and is left running")).count();
        assert_eq!(left, 4, "{}", run.errors());
    }
    run.code(1).stderr_has("gush: nothing could be measured\n");
}

#[test]
fn a_kill_while_calls_are_counted_leaves_no_file() {
    need!("strace");
    let (folder, temporary) = (Scratch::new(), Scratch::new());
    let mark = folder.folder().display().to_string();
    // Nothing is left to end it.
    let _ended = Ended(mark.clone());
    // Under strace it waits, so that the round lasts.
    let own = format!("grep -q 'TracerPid:.0$' /proc/$$/status && exec yes; sleep 1000; : {mark}");
    let run = gush(&folder, "--only own --rounds 1 --seconds 0.05 --stall-timeout 1000 --db bench.db");
    let run = run.args(["--rung", &format!("a={own}")]).env("TMPDIR", temporary.folder()).spawn();
    wait_until("strace", || {
        running(&mark).into_iter().any(|process| {
            let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
            status.lines().any(|line| line.starts_with("TracerPid:") && !line.ends_with("\t0"))
        })
    });
    run.signal(Signal::KILL);
    run.finish().died_of(Signal::KILL);
    assert_eq!(temporary.names(), [""; 0]);
}
