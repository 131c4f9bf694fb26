//! A disk that fails at any call: no half file, and the right message.

use crate::columnar::seeded;
use gush_testkit::{Fault, Program, Scratch, Signal, assert_same, need, wait_until};

/// Several groups, each of several writes.
const MUCH: &str = "-j 1 -l 60k --row-group 20k --compress none id=seq name email uuidv4";

fn into(scratch: &Scratch, name: &str) -> Program {
    seeded(MUCH).arg_line(&format!("-o {name}")).within(scratch.folder())
}

#[test]
fn a_failure_at_any_write_leaves_the_old_file() {
    need!("strace");
    // The three groups, and the end of the file where it has one.
    for (name, writes) in [("x.parquet", 4), ("x.arrow", 4), ("x.avro", 3)] {
        let scratch = Scratch::new();
        scratch.write(name, "old");
        for write in 1..=writes {
            let fault = Fault::on("write,writev,pwrite64").error("ENOSPC").at(write);
            let run = into(&scratch, name).fault(fault).run().code(1).stdout_is("");
            run.stderr_has(&format!("{name}: No space left on device"));
            assert_same(scratch.read(name), "old");
            assert_eq!(scratch.names(), [name]);
        }
        let fault = Fault::on("rename,renameat,renameat2").error("EACCES");
        let run = into(&scratch, name).fault(fault).run().code(1);
        run.stderr_has(name).stderr_has("Permission denied");
        assert_same(scratch.read(name), "old");
        assert_eq!(scratch.names(), [name]);
    }
}

/// How many of these calls a run makes until it makes `last`: which of them is the one before the file gets its name.
fn calls_until(scratch: &Scratch, name: &str, call: &str, last: impl Fn(&str) -> bool) -> u32 {
    scratch.write(name, "old");
    let traced = Program::new("strace").args(["-f", "-qq", "-o", "calls", "-e"]);
    let traced = traced.arg(format!("trace={call},rename,renameat,renameat2"));
    let traced =
        traced.arg(env!("CARGO_BIN_EXE_gush")).arg_line("rows --seed 7 --now 2024-05-06").arg_line(MUCH);
    traced.arg_line(&format!("-o {name} --fsync")).within(scratch.folder()).run().ok().silent();
    let log = String::from_utf8(scratch.read("calls")).expect("a log is text");
    for name in [name, "calls"] {
        std::fs::remove_file(scratch.path(name)).expect("both were written");
    }
    let end = log.lines().position(last).expect("the call is made");
    let calls = log.lines().take(end + 1).filter(|line| line.contains(&format!(" {call}(")));
    calls.count().try_into().expect("not many")
}

/// The disk fails when the file is created, when it is closed, and, where that is asked for, when it is forced to the disk.
#[test]
fn a_failure_at_open_fsync_and_close_leaves_the_old_file() {
    need!("strace");
    for name in ["x.parquet", "x.arrow", "x.arrows", "x.avro"] {
        let scratch = Scratch::new();
        let is_new = |line: &str| line.contains("O_TMPFILE") || line.contains("O_CREAT");
        let open = calls_until(&scratch, name, "openat", is_new);
        let close = calls_until(&scratch, name, "close", |line| line.contains(" rename"));
        scratch.write(name, "old");
        for (fault, error, text) in [
            (Fault::on("open,openat").from(open), "EDQUOT", "Disk quota exceeded"),
            (Fault::on("open,openat").from(open), "EACCES", "may not be written to"),
            (Fault::on("close").at(close), "EIO", "Input/output error"),
            (Fault::on("close").at(close), "ENOSPC", "No space left on device"),
            (Fault::on("fsync,fdatasync").at(1), "EIO", "Input/output error"),
        ] {
            let run =
                into(&scratch, name).arg_line("--fsync").fault(fault.clone().error(error)).run().code(1);
            run.stdout_is("").stderr_has(name).stderr_has(text);
            assert_same(scratch.read(name), "old");
            assert_eq!(scratch.names(), [name], "{fault:?}");
        }
    }
}

#[test]
fn short_and_interrupted_writes_are_continued() {
    need!("strace");
    let scratch = Scratch::new();
    let expected = seeded(MUCH).arg_line("-f parquet").run().ok().silent().stdout;
    let fault = Fault::on("write,writev,pwrite64").error("EINTR").every_other();
    into(&scratch, "x.parquet").fault(fault).run().ok().silent();
    assert_same(scratch.read("x.parquet"), expected);
}

#[test]
fn a_full_device_is_reported_by_a_pipe_too() {
    need!("/dev/full");
    let run = seeded("-l 100k -f parquet name").stdout(gush_testkit::Stream::Full).run().code(1);
    run.stderr_is("gush: standard output: No space left on device\n");
}

#[test]
fn a_signal_leaves_the_old_file() {
    let scratch = Scratch::new();
    scratch.write("x.parquet", "old");
    let run = seeded("-l 300M --row-group 10k name email -o x.parquet").within(scratch.folder()).spawn();
    wait_until("the file to grow", || run.written().is_none_or(|bytes| bytes > 1 << 20));
    run.signal(Signal::INT);
    run.finish().died_of(Signal::INT).stdout_is("");
    assert_same(scratch.read("x.parquet"), "old");
    assert_eq!(scratch.names(), ["x.parquet"]);
}

#[test]
fn a_signal_leaves_the_complete_files_of_a_directory() {
    let scratch = Scratch::new();
    let args = "-j 1 -l 400M --files 1000 -f parquet -o d/ name email";
    let run = seeded(args).within(scratch.folder()).spawn();
    let first = scratch.path("d/data/part-00000-of-01000.parquet");
    wait_until("the first file", || first.exists());
    run.signal(Signal::INT);
    let text = "gush: interrupted; complete files were kept; continue with --resume --seed 7\n";
    run.finish().died_of(Signal::INT).stdout_is("").stderr_is(text);
    assert!(first.metadata().is_ok_and(|file| file.len() > 100_000));
    for entry in std::fs::read_dir(scratch.path("d/data")).expect("the folder is there") {
        let name = entry.expect("an entry").file_name().into_string().expect("text");
        assert!(name.starts_with("part-") && name.ends_with("-of-01000.parquet"), "{name}");
    }
}
