//! That peak memory is measured. In a test program of its own, as each test of memory has to be: a child is charged
//! for the size of the process that forked it, which grows with whatever else is tested.
#![cfg(unix)]

use gush_testkit::Program;
use std::panic::{AssertUnwindSafe, catch_unwind};

#[test]
fn peak_memory_is_the_childs() {
    Program::shell("true").run().ok().peak_memory_at_most(30_000_000);
    let large = "head -c 100000000 /dev/zero | tail -c 80000000 | wc -c";
    let run = Program::shell(large).run().ok().stdout_is("80000000\n");
    let failure = catch_unwind(AssertUnwindSafe(|| run.peak_memory_at_most(70_000_000)));
    let why = *failure.expect_err("tail holds what it is going to say").downcast::<String>().expect("a text");
    assert!(why.contains("peak memory"), "{why}");
}
