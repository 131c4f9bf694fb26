//! What must never be lost: inputs that are outputs, bytes of pipes, what a file held before.

use crate::{MIB, PORTABLE, ours, pattern, pv};
use gush_testkit::{Scratch, assert_same};

#[test]
fn past_the_cache_is_for_files_alone() {
    let scratch = Scratch::new();
    let bytes = pattern(MIB + 13);
    scratch.write("f", &bytes);
    // A reader with a small buffer gets all of it, and the flag is gone behind us.
    let small = ours("pv -q -K f | dd bs=1000 status=none").within(scratch.folder()).run().ok();
    assert_same(&small.stdout, &bytes);
    if !PORTABLE {
        let flags = "{ pv -q -K f; grep flags /proc/self/fdinfo/1 >&2; } > out";
        let run = ours(flags).within(scratch.folder()).run().ok();
        let flags =
            run.errors().trim().rsplit('\t').next().and_then(|flags| u32::from_str_radix(flags, 8).ok());
        assert_eq!(flags.expect("flags") & libc::O_DIRECT as u32, 0, "{}", run.errors());
    }
    // Each side gives way for itself.
    for way in ["-B 1000", "-B 4096", "-B 5000"] {
        pv().words("-q -K").words(way).args(["-o", "out", "f"]).within(scratch.folder()).run().ok().silent();
        assert_same(scratch.read("out"), &bytes);
    }
}
