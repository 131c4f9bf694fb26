//! `-o FILE`: the file appears whole or not at all.

use crate::{gush, rows, seeded};
use gush_testkit::{Fault, Program, Scratch, Signal, assert_same, need, wait_until};
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};

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
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
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

#[test]
fn a_closed_standard_output_does_not_matter_to_a_file() {
    let scratch = Scratch::new();
    into(&scratch, "-l 1 int:1,1").stdout(gush_testkit::Stream::Closed).run().ok().silent();
    assert_same(scratch.read("out"), "1\n");
}
