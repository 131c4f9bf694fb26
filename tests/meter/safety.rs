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

#[test]
fn an_output_is_emptied_only_when_it_is_no_input() {
    let scratch = Scratch::new();
    scratch.write("h", "text\n");
    for script in ["ln h h2; pv -q -o h2 h", "pv -q -o h < h", "pv -q -o h2 - < h", "pv -q -o h /dev/null h"]
    {
        ours(script)
            .within(scratch.folder())
            .run()
            .code(4)
            .stdout_is("")
            .stderr_has("input file is output file: ");
        assert_same(scratch.read("h"), "text\n");
    }
    scratch.write("long", "much longer than text\n");
    pv().words("-q -o long h").within(scratch.folder()).run().ok().silent();
    assert_same(scratch.read("long"), "text\n");
}

#[test]
fn files_beside_the_output_are_no_inputs() {
    let scratch = Scratch::new();
    for (script, told) in [
        ("pv -q -U h h", "pv: h: the store file is an input\n"),
        ("pv -q -U h < h", "pv: h: the store file is an input\n"),
        ("pv -q -U h -o h2 f", "pv: h: the store file is the output\n"),
        ("pv -q -U h f >> h2", "pv: h: the store file is the output\n"),
        ("pv -q -P h h", "pv: h: the process id file is an input\n"),
    ] {
        scratch.write("f", "other\n");
        scratch.write("h", "text\n");
        let script = format!("ln -f h h2; ulimit -f 1000; {script}");
        ours(&script).within(scratch.folder()).run().code(4).stdout_is("").stderr_is(told);
        assert_same(scratch.read("h"), "text\n");
    }
}
