//! Streams without end, readers that leave, disks that are full, writes that fail.

use crate::fakedata::{fakedata, generated, linked};
use gush_testkit::{Fault, Outcome, Program, Scratch, Signal, Stream, assert_same, need};

#[track_caller]
fn assert_left_by_its_reader(run: Outcome) {
    run.died_of(Signal::PIPE).silent();
}

#[test]
fn a_stream_ends_with_its_reader() {
    for args in ["-S name email", "--stream -f sql name", "-S -f=ndjson name", "-l 5 -S name", "-S -l5 name"]
    {
        let run = fakedata(args).stdout_closes_after(1_000_000).run();
        assert!(run.stdout.len() >= 1_000_000, "{args}: {} bytes", run.stdout.len());
        assert_left_by_its_reader(run);
    }
    let scratch = linked();
    let head = Program::new(scratch.path("fakedata")).arg_line("-S int:42,42").pipe_into("head -n 3");
    head.consumer.ok().stdout_is("42\n42\n42\n");
}

#[test]
fn a_reader_that_leaves_is_an_error_where_sigpipe_is_ignored() {
    for bytes in [0, 1, 100_000] {
        let run = fakedata("-S name email").sigpipe_ignored().stdout_closes_after(bytes).run();
        run.code(1).stderr_is("fakedata: standard output: Broken pipe\n");
    }
}

#[test]
fn a_full_disk_is_reported_and_is_a_failure() {
    need!("/dev/full");
    for args in
        ["name", "-S name", "-f sql -l 100k name", "--help", "-v", "-G", "-c", "-g int", "-C bash", ""]
    {
        let run = fakedata(args).stdout(Stream::Full).run();
        run.code(1).stderr_is("fakedata: standard output: No space left on device\n");
    }
}

#[test]
fn a_closed_standard_output_is_reported_and_is_a_failure() {
    let run = fakedata("name").stdout(Stream::Closed).run();
    run.code(1).stderr_is("fakedata: standard output: Bad file descriptor\n");
}

#[test]
fn errors_need_no_standard_error() {
    fakedata("emial").stderr(Stream::Closed).run().code(1).stdout_is("");
    fakedata("-l1 int:42,42").stderr(Stream::Closed).run().ok().stdout_is("42\n");
}

/// Under strace only the link itself has the name.
fn with(scratch: &Scratch, fault: Fault) -> Outcome {
    let program = Program::new(scratch.path("fakedata"));
    program.arg_line("--seed 7 --threads 1 -f sql -l 20k name email uuidv4").fault(fault).run()
}

#[test]
fn writes_that_fail_are_reported_and_interrupted_ones_go_on() {
    need!("strace");
    let calls = "write,writev,sendmmsg,sendmsg,sendto,vmsplice,splice,tee";
    let scratch = linked();
    let expected = generated("--seed 7 -f sql -l 20k name email uuidv4").stdout;
    for error in ["EINTR", "EAGAIN"] {
        with(&scratch, Fault::on(calls).error(error).every_other()).ok().silent().stdout_is(&expected);
    }
    for write in [1, 3] {
        let run = with(&scratch, Fault::on(calls).error("EIO").at(write)).code(1);
        let run = run.stderr_is("fakedata: standard output: Input/output error\n");
        assert!(expected.starts_with(&run.stdout) && run.stdout.len() < expected.len());
    }
}

#[test]
fn progress_is_never_shown() {
    let run = fakedata("-l 3M name").stderr(Stream::Terminal).env("TERM", "xterm").stdout(Stream::Null).run();
    run.ok().silent();
}

#[test]
fn every_kind_of_output_gets_the_same_bytes() {
    let args = "--seed 7 -f ndjson -l 50k name email uuidv4";
    let expected = generated(args).stdout;
    for stream in [Stream::Socket, Stream::Terminal, Stream::NonBlocking] {
        fakedata(args).stdout(stream).run().ok().silent().stdout_is(&expected);
    }
    let scratch = Scratch::new();
    fakedata(args).stdout(Stream::File(scratch.path("file"))).run().ok().silent();
    assert_same(scratch.read("file"), &expected);
}
