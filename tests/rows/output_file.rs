//! `-o FILE`: the file appears whole or not at all.

use crate::{PORTABLE, gush, rows, seeded};
use gush_testkit::{Fault, Program, Scratch, Signal, Stream, assert_same, need, wait_until};
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _, symlink};

const MUCH: &str = "-f csv -H -l 100k id=seq name email uuidv4";

fn into(scratch: &Scratch, sentence: &str) -> Program {
    seeded(sentence).words("-o out").within(scratch.folder())
}

#[test]
fn a_file_gets_what_standard_output_would() {
    let scratch = Scratch::new();
    into(&scratch, MUCH).run().ok().silent().stdout_is("");
    assert_same(scratch.read("out"), rows(MUCH).stdout);
    assert_eq!(scratch.names(), ["out"]);
}

#[test]
fn an_old_file_is_replaced_as_a_whole() {
    let scratch = Scratch::new();
    let old = scratch.write("out", "x".repeat(10_000_000));
    fs::set_permissions(&old, fs::Permissions::from_mode(0o640)).unwrap();
    into(&scratch, "-l 2 int:1,1").run().ok();
    assert_same(scratch.read("out"), "1\n1\n");
    assert_eq!(fs::metadata(&old).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn a_file_of_no_rows_is_still_a_file() {
    let scratch = Scratch::new();
    into(&scratch, "-l 0 noun").run().ok();
    assert_same(scratch.read("out"), "");
}

#[test]
fn a_link_is_followed() {
    let scratch = Scratch::new();
    scratch.write("target", "old");
    symlink("target", scratch.path("out")).unwrap();
    into(&scratch, "-l 1 int:1,1").run().ok();
    assert_same(scratch.read("target"), "1\n");
    assert!(fs::symlink_metadata(scratch.path("out")).unwrap().is_symlink());
}

#[test]
fn a_failure_leaves_the_old_file_and_nothing_else() {
    need!("strace");
    let scratch = Scratch::new();
    scratch.write("out", "old");
    for write in [1, 3] {
        // One thread, so that it is certain that the message is not the write that fails.
        let full = Fault::on("write,writev,pwrite64").error("ENOSPC").at(write);
        let run = into(&scratch, MUCH).words("-j 1").fault(full).run();
        run.code(1).stdout_is("").stderr_has("out").stderr_has("No space left on device");
        assert_same(scratch.read("out"), "old");
        assert_eq!(scratch.names(), ["out"]);
    }
    let renaming = Fault::on("rename,renameat,renameat2").error("EACCES");
    let run = into(&scratch, "-l 10 noun").fault(renaming).run().code(1);
    run.stderr_has("out").stderr_has("Permission denied");
    assert_same(scratch.read("out"), "old");
    assert_eq!(scratch.names(), ["out"]);
}

#[test]
fn a_signal_in_the_middle_leaves_the_old_file_and_nothing_else() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP, Signal::QUIT] {
        let scratch = Scratch::new();
        scratch.write("out", "old");
        let run = into(&scratch, "-S name email").spawn();
        let being_written = || {
            let names = scratch.names();
            let part = names.iter().find(|name| *name != "out");
            part.and_then(|name| fs::metadata(scratch.path(name)).ok())
                .is_some_and(|file| file.len() > 1 << 20)
        };
        wait_until("the file beside to grow", being_written);
        run.signal(signal);
        run.finish().died_of(signal).stdout_is("");
        assert_same(scratch.read("out"), "old");
        assert_eq!(scratch.names(), ["out"]);
    }
}

#[test]
fn the_file_is_not_there_before_it_is_whole() {
    let scratch = Scratch::new();
    let run = into(&scratch, "-S name email").spawn();
    wait_until("a file beside", || !scratch.names().is_empty());
    assert!(!scratch.path("out").exists());
    run.signal(Signal::INT);
    run.finish().died_of(Signal::INT);
    assert!(scratch.names().is_empty(), "{:?}", scratch.names());
}

#[test]
#[cfg(target_os = "linux")]
fn a_signal_that_the_parent_had_ignored_stays_ignored() {
    if PORTABLE {
        return eprintln!("not run: the portable door cannot ask what is ignored");
    }
    let scratch = Scratch::new();
    let run = into(&scratch, "-S name email").hangup_ignored().spawn();
    let size = || {
        let names = scratch.names();
        names.first().and_then(|name| fs::metadata(scratch.path(name)).ok()).map_or(0, |file| file.len())
    };
    wait_until("a file beside", || size() > 0);
    run.signal(Signal::HUP);
    let then = size();
    wait_until("the file beside to grow on", || size() > then + (1 << 20));
    run.signal(Signal::TERM);
    run.finish().died_of(Signal::TERM);
    assert!(scratch.names().is_empty(), "{:?}", scratch.names());
}

#[test]
fn a_file_that_may_not_grow_is_told_of_and_leaves_nothing() {
    if PORTABLE {
        return eprintln!("not run: by the portable door the signal about the limit ends the process");
    }
    let scratch = Scratch::new();
    let gush = env!("CARGO_BIN_EXE_gush");
    let limited = format!("ulimit -f 100; exec {gush} rows --seed 7 -l 1M name -o out");
    let run = Program::shell(&limited).within(scratch.folder()).run();
    run.code(1).stderr_is("gush: out: File too large\n");
    assert!(scratch.names().is_empty(), "{:?}", scratch.names());
}

#[test]
fn progress_that_nobody_reads_leaves_the_file_whole() {
    let scratch = Scratch::new();
    let run = into(&scratch, "--progress=always -l 3M name email").stderr(Stream::Closed).run();
    run.ok();
    assert_eq!(scratch.names(), ["out"]);
}

#[test]
fn a_place_where_no_file_can_be_is_told() {
    let scratch = Scratch::new();
    fs::create_dir(scratch.path("folder")).unwrap();
    let at = |path: &str| gush("rows noun -o").arg(path).within(scratch.folder()).run().stdout_is("");
    for path in ["nowhere/out", "folder", "folder/", "", "folder/../nowhere/out"] {
        let run = at(path);
        assert_ne!(run.end, gush_testkit::End::Code(0), "-o {path:?}");
        assert!(run.errors().starts_with("gush: "), "-o {path:?}: {}", run.errors());
    }
    at("nowhere/out").stderr_has("the folder 'nowhere' does not exist");
    assert_eq!(scratch.names(), ["folder"]);
}

#[test]
fn devices_are_written_to_directly() {
    need!("/dev/full");
    gush("rows noun -o /dev/null").run().ok().silent().stdout_is("");
    seeded("-l 3 int:1,1 -o /dev/stdout").run().ok().silent().stdout_is("1\n1\n1\n");
    let run = gush("rows noun -o /dev/full").run().code(1);
    run.stderr_has("/dev/full").stderr_has("No space left on device");
}

fn with_fifo() -> Scratch {
    let scratch = Scratch::new();
    Program::new("mkfifo").arg("out").within(scratch.folder()).run().ok().silent();
    scratch
}

#[test]
fn a_fifo_is_written_to_directly() {
    let scratch = with_fifo();
    let reader = Program::new("cat").arg("out").within(scratch.folder()).spawn();
    into(&scratch, MUCH).run().ok().silent();
    reader.finish().ok().stdout_is(rows(MUCH).stdout);
    assert_eq!(scratch.names(), ["out"]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_signal_ends_the_wait_for_somebody_to_open_a_fifo() {
    let scratch = with_fifo();
    let run = into(&scratch, "noun").spawn();
    wait_until("the wait for a reader", || run.is_waiting());
    run.signal(Signal::INT);
    run.finish().died_of(Signal::INT);
}

#[test]
#[cfg(target_os = "linux")]
fn a_signal_ends_the_wait_for_somebody_to_empty_a_fifo() {
    let scratch = with_fifo();
    let open =
        |options: &mut OpenOptions| options.custom_flags(libc::O_NONBLOCK).open(scratch.path("out")).unwrap();
    let _reader = open(OpenOptions::new().read(true));
    let run = into(&scratch, "-S noun").spawn();
    let mut probe = open(OpenOptions::new().write(true));
    wait_until("the FIFO to be full", || probe.write(&[0; 4096]).is_err() && run.is_waiting());
    run.signal(Signal::INT);
    run.finish().died_of(Signal::INT);
}

#[test]
fn a_closed_standard_output_does_not_matter_to_a_file() {
    let scratch = Scratch::new();
    into(&scratch, "-l 1 int:1,1").stdout(gush_testkit::Stream::Closed).run().ok().silent();
    assert_same(scratch.read("out"), "1\n");
}

#[test]
fn the_name_of_the_file_tells_the_format() {
    let scratch = Scratch::new();
    let to = |name: &str, more: &str| {
        let words = format!("-l 3 id=seq name {more} -o {name}");
        seeded(&words).within(scratch.folder()).run().ok().silent();
        scratch.read(name)
    };
    for (end, format) in [
        ("csv", "csv"),
        ("CSV", "csv"),
        ("tsv", "tsv"),
        ("json", "json"),
        ("ndjson", "ndjson"),
        ("jsonl", "ndjson"),
        ("sql", "sql"),
        ("md", "markdown"),
        ("html", "html"),
        ("txt", "column"),
        ("csvx", "column"),
    ] {
        let wish = format!("-l 3 -f {format} id=seq name");
        let asked = rows(&wish).stdout;
        assert_same(to(&format!("x.{end}"), ""), &asked);
        assert_same(to(&format!("x.{end}.gz"), "--compress none"), &asked);
        assert_same(to(&format!("x.{end}.zst"), ""), rows(&format!("{wish} --compress zst")).stdout);
    }
    // What is asked for counts, and of a name without an end nothing is taken.
    assert_same(to("y.csv", "-f sql"), rows("-l 3 -f sql id=seq name").stdout);
    assert_same(to("csv", ""), rows("-l 3 id=seq name").stdout);
    assert_same(to(".csv", ""), rows("-l 3 id=seq name").stdout);
    // The options of a format go with it.
    assert_same(to("z.csv", "-H"), rows("-l 3 -f csv -H id=seq name").stdout);
    let run = seeded("name -H -o z.sql").within(scratch.folder()).run().code(2);
    run.stderr_has("header");
}
