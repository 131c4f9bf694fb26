//! The harness under test: that it brings about the circumstances it promises, and above all that it
//! notices when something is wrong. The programs it runs here are the shell's.
#![cfg(unix)]

use gush_testkit::{End, Fault, Outcome, Program, Scratch, Signal, Stream, need, wait_until};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Duration;

fn sh(command: &str) -> Program {
    Program::shell(command)
}

/// The message with which `test` fails.
#[track_caller]
fn failure(test: impl FnOnce() -> Outcome) -> String {
    let why = catch_unwind(AssertUnwindSafe(test)).expect_err("this should have failed the test");
    *why.downcast::<String>().expect("failures have a text")
}

#[test]
fn code_output_and_errors_are_captured() {
    let run = sh("echo out; echo err >&2; exit 3").run().code(3).stdout_is("out\n").stderr_is("err\n");
    assert_eq!(run.lines(), ["out"]);
}

#[test]
fn what_is_not_as_expected_fails_the_test() {
    let run = || sh("echo out; echo err >&2; exit 3").run();
    assert!(failure(|| run().ok()).contains("exit code 3, where exit code 0 was expected\nerr"));
    assert!(failure(|| run().code(4)).contains("exit code 3"));
    assert!(failure(|| run().died_of(Signal::PIPE)).contains("signal 13 was expected"));
    assert!(failure(|| run().stdout_is("other\n")).contains("expected:      1  other"));
    assert!(failure(|| run().stderr_is("other\n")).contains("came:      1  err"));
    assert!(failure(|| run().stderr_has("other")).contains("no \"other\" on stderr"));
    assert!(failure(|| run().silent()).contains("expected:      1  (nothing: the end)"));
    assert!(failure(|| run().filled_the_pipe()).contains("never filled the pipe"));
    assert!(failure(|| Program::new("/no/such/program").run()).contains("No such file"));
}

#[test]
fn the_environment_is_bare() {
    let run = sh("env").env("SAID", "so").run().ok();
    let names: Vec<&str> = run.lines().iter().filter_map(|line| line.split('=').next()).collect();
    let known = ["PATH", "HOME", "TMPDIR", "LC_ALL", "PWD", "OLDPWD", "SHLVL", "_", "SAID"];
    assert!(names.contains(&"SAID"));
    assert!(names.iter().all(|name| known.contains(name)), "{names:?}");
}

#[test]
fn standard_input_is_empty_or_a_text_or_stays_open() {
    sh("cat").run().ok().stdout_is("");
    sh("cat").stdin("a\nb\n").run().ok().stdout_is("a\nb\n");
    sh("true").stdin(vec![b'x'; 1 << 20]).run().ok();
    let hung = failure(|| sh("cat").stdin_open().timeout(Duration::from_millis(200)).run());
    assert!(hung.contains("still running after 200ms: killed"), "{hung}");
}

#[test]
fn a_name_and_a_folder_can_be_given() {
    let scratch = Scratch::new();
    let run =
        Program::new("/bin/sh").named("yes").args(["-c", "echo $0; pwd -P"]).within(scratch.folder()).run();
    let folder = scratch.folder().canonicalize().unwrap();
    run.ok().stdout_is(format!("yes\n{}\n", folder.display()));
}

#[test]
fn a_signal_ends_a_program() {
    let run = sh("echo ready; exec sleep 1000").spawn();
    run.wait_for_output(6);
    run.signal(Signal::INT);
    run.finish().died_of(Signal::INT).stdout_is("ready\n");
}

#[test]
#[cfg(target_os = "linux")]
fn a_program_that_waits_is_seen_to() {
    let waiting = Program::new("/bin/cat").stdin_open().spawn();
    wait_until("cat to wait for its input", || waiting.is_waiting());
    let busy = sh("echo ready; while :; do :; done").spawn();
    busy.wait_for_output(6);
    assert!((0..100).all(|_| !busy.is_waiting()));
}

#[test]
fn waiting_for_output_that_never_comes_fails() {
    let why = failure(|| {
        let run = sh("echo ready").spawn();
        run.wait_for_output(100);
        run.finish()
    });
    assert!(why.contains("over after 6 bytes"), "{why}");
}

#[test]
fn nothing_is_left_of_a_program_that_is_dropped_or_hangs() {
    let scratch = Scratch::new();
    let with_child = || sh("sleep 1000 & echo $! >child; echo ready; wait").within(scratch.folder());
    let run = with_child().spawn();
    run.wait_for_output(6);
    drop(run);
    assert_gone(&scratch);
    failure(|| with_child().timeout(Duration::from_millis(300)).run());
    assert_gone(&scratch);
}

/// The process whose number `child` holds must be gone, or be about to.
fn assert_gone(scratch: &Scratch) {
    let number = String::from_utf8(scratch.read("child")).expect("a number");
    let process = Path::new("/proc").join(number.trim());
    wait_until("the orphan to be gone", || !process.exists() || is_zombie(&process));
    std::fs::remove_file(scratch.path("child")).expect("it is there");
}

fn is_zombie(process: &Path) -> bool {
    std::fs::read_to_string(process.join("stat")).is_ok_and(|stat| stat.contains(") Z "))
}

#[test]
fn a_reader_that_leaves_kills_the_writer_unless_sigpipe_is_ignored() {
    let endless = "while :; do echo yes; done";
    let run = sh(endless).stdout_closes_after(6).run().died_of(Signal::PIPE);
    assert_eq!(run.stdout, b"yes\nye");
    sh(endless).stdout_closes_after(0).run().died_of(Signal::PIPE).stdout_is("");
    let run = Program::new("/bin/cat").stdin("yes\n").stdout_closes_after(0).sigpipe_ignored().run();
    run.code(1).stdout_is("").stderr_has("Broken pipe");
}

#[test]
fn each_kind_of_output_is_what_it_says() {
    let kind =
        "test -p /dev/fd/1 && echo pipe; test -S /dev/fd/1 && echo socket; test -t 1 && echo terminal; true";
    sh(kind).run().ok().stdout_is("pipe\n");
    sh(kind).stdout(Stream::NonBlocking).run().ok().stdout_is("pipe\n");
    sh(kind).stdout(Stream::Socket).run().ok().stdout_is("socket\n");
    sh(kind).stdout(Stream::Terminal).run().ok().stdout_is("terminal\n");
    sh("test -t 2 && echo terminal").stderr(Stream::Terminal).run().ok().stdout_is("terminal\n");
    sh("echo lost").stdout(Stream::Null).run().ok().stdout_is("");
}

#[test]
fn output_goes_to_files() {
    let scratch = Scratch::new();
    let path = || scratch.path("out");
    sh("echo 1").stdout(Stream::File(path())).run().ok().stdout_is("");
    sh("echo 2").stdout(Stream::Append(path())).run().ok();
    assert_eq!(scratch.read("out"), b"1\n2\n");
    sh("echo 3").stdout(Stream::File(path())).run().ok();
    assert_eq!(scratch.read("out"), b"3\n");
}

#[test]
fn full_and_closed_outputs_fail_to_be_written() {
    need!("/dev/full");
    sh("exec cat").stdin("x").stdout(Stream::Full).run().code(1).stderr_has("No space left on device");
    sh("exec cat").stdin("x").stdout(Stream::Closed).run().code(1).stderr_has("Bad file descriptor");
    sh("test -e /dev/fd/2 && exit 9; exit 0").stderr(Stream::Closed).run().ok();
}

#[test]
fn a_non_blocking_pipe_is_filled_before_it_is_read() {
    let more_than_a_pipe_holds = "head -c 4000000 /dev/zero";
    let run = sh(more_than_a_pipe_holds).stdout(Stream::NonBlocking).run().filled_the_pipe();
    assert_eq!(run.end, End::Code(1), "head gives up at EAGAIN");
    assert!(run.errors().contains("temporarily unavailable"), "{}", run.errors());
    assert!(
        failure(|| sh("echo").stdout(Stream::NonBlocking).run().filled_the_pipe()).contains("never filled")
    );
}

#[test]
fn pipelines_join_two_programs() {
    sh("printf 'b\\na\\n'").pipe_into("sort").ok().stdout_is("a\nb\n");
    let both = sh("exit 3").pipe_into("cat >/dev/null; exit 4");
    assert_eq!((both.producer.end, both.consumer.end), (End::Code(3), End::Code(4)));
    assert!(failure(|| sh("exit 3").pipe_into("cat").ok()).contains("exit code 3"));
    assert!(failure(|| sh("true").pipe_into("cat; exit 4").ok()).contains("exit code 4"));
    assert!(failure(|| sh("echo oh >&2").pipe_into("cat").ok()).contains("oh"));
    sh("while :; do echo; done").pipe_into("head -c 1").producer.died_of(Signal::PIPE);
}

#[test]
fn injected_faults_reach_the_program() {
    need!("strace");
    let cat = || Program::new("/bin/cat").stdin("x\n");
    cat().fault(Fault::on("write").error("ENOSPC").at(1)).run().code(1).stderr_has("No space left on device");
    let swallowed = cat().fault(Fault::on("write").returns(2).at(1)).run().ok();
    swallowed.stdout_is("");
}

#[test]
fn a_fault_that_never_strikes_fails_the_test() {
    need!("strace");
    let why = failure(|| sh("true").fault(Fault::on("write").error("EIO").at(1)).run());
    assert!(why.contains("the call that should have failed never came"), "{why}");
}
