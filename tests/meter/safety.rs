//! What must never be lost: inputs that are outputs, bytes of pipes, what a file held before.

use crate::meter::{MIB, PAST_THE_CACHE, PORTABLE, ours, pattern, pv, pv_is_missing, theirs};
use gush_testkit::{Scratch, assert_same, need};

#[test]
fn past_the_cache_is_for_files_alone() {
    let scratch = Scratch::new();
    let bytes = pattern(MIB + 13);
    scratch.write("f", &bytes);
    // A reader with a small buffer gets all of it, and the flag is gone after us.
    let small = ours("pv -q -K f | dd bs=1000 status=none").within(scratch.folder()).run().ok();
    assert_same(&small.stdout, &bytes);
    if !PORTABLE {
        // One whose last write is too short for it, and one of complete pages to the end.
        scratch.write("whole", pattern(MIB));
        for file in ["f", "whole"] {
            let script = format!("{{ pv -q -K {file}; grep flags /proc/self/fdinfo/3 3>&1 >&2; }} > out");
            let run = ours(&script).within(scratch.folder()).run().ok();
            let flags =
                run.errors().trim().rsplit('\t').next().and_then(|flags| u32::from_str_radix(flags, 8).ok());
            assert_eq!(flags.expect("flags") & PAST_THE_CACHE as u32, 0, "{file}: {}", run.errors());
        }
    }
    // Each side gives way for itself.
    for way in ["-B 1000", "-B 4096", "-B 5000"] {
        pv().arg_line("-q -K")
            .arg_line(way)
            .args(["-o", "out", "f"])
            .within(scratch.folder())
            .run()
            .ok()
            .silent();
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
    pv().arg_line("-q -o long h").within(scratch.folder()).run().ok().silent();
    assert_same(scratch.read("long"), "text\n");
}

#[test]
fn files_beside_the_output_are_no_inputs() {
    let scratch = Scratch::new();
    for (script, message) in [
        ("pv -q -U h h", "pv: h: the store file is an input\n"),
        ("pv -q -U h < h", "pv: h: the store file is an input\n"),
        ("pv -q -U h -o h2 f", "pv: h: the store file is the output\n"),
        ("pv -q -U h f >> h2", "pv: h: the store file is the output\n"),
        ("pv -q -P h h", "pv: h: the process id file is an input\n"),
        ("pv -q --record h h", "pv: h: the recording file is an input\n"),
        ("pv -q --record h2 < h", "pv: h2: the recording file is an input\n"),
        ("pv -q --record h2 f >> h", "pv: h2: the recording file is the output\n"),
        ("pv -q --record h -o h2 f", "pv: h: the recording file is the output\n"),
        ("pv -q --record h -P h2 f", "pv: h: the recording file is the process id file too\n"),
        ("pv -q --record n -U n f", "pv: n: the recording file is the store file too\n"),
        (
            "exec 3<h; pv -q --record h2 -d $$:3",
            "pv: h2: the recording file is one of those that are watched\n",
        ),
        ("exec 3<h; pv -q -P h -d $$", "pv: h: the process id file is one of those that are watched\n"),
    ] {
        scratch.write("f", "other\n");
        scratch.write("h", "text\n");
        let script = format!("ln -f h h2; ulimit -f 1000; {script}");
        ours(&script).within(scratch.folder()).run().code(4).stdout_is("").stderr_is(message);
        assert_same(scratch.read("h"), "text\n");
    }
}

/// An empty file would become a database; any other file stays as it is, and so does the output.
#[test]
fn a_recording_never_overwrites_other_files() {
    let scratch = Scratch::new();
    let text = "this is longer than the first words of a database, and of another kind\n".repeat(20);
    scratch.write("text", &text);
    scratch.write("out", "old\n");
    scratch.write("empty", "");
    let run = ours("pv -q --record text -o out < text2").within(scratch.folder());
    scratch.write("text2", "new\n");
    let run = run.run().code(2).stdout_is("");
    run.stderr_is("pv: text: the recording cannot be written: this is not an SQLite database\n");
    assert_same(scratch.read("text"), &text);
    assert_same(scratch.read("out"), "old\n");
    let run = ours("pv -q --record empty empty").within(scratch.folder()).run().code(4);
    run.stderr_is("pv: empty: the recording file is an input\n");
    assert!(scratch.read("empty").is_empty());
}

#[test]
fn holes_never_show_what_was_there_before() {
    let scratch = Scratch::new();
    let old = pattern(300_000);
    let new = [vec![b'x'; 5000], vec![0; 200_000], b"end".to_vec(), vec![0; 50_000]].concat();
    let longer = [vec![b'x'; 5000], vec![0; 600_000], b"end".to_vec(), vec![0; 100_000]].concat();
    for new in [new, longer] {
        scratch.write("in", &new);
        scratch.write("out", &old);
        ours("pv -q -O in >> out").within(scratch.folder()).run().ok().silent();
        assert_same(scratch.read("out"), [&old[..], &new[..]].concat());
        scratch.write("out", &old);
        ours("pv -q -O in 1<>out").within(scratch.folder()).run().ok().silent();
        let rest = old.get(new.len()..).unwrap_or_default();
        assert_same(scratch.read("out"), [&new[..], rest].concat());
    }
}

#[test]
fn values_near_the_limits_work() {
    for (args, length) in [
        ("-w 65535 -p", 65_535 + 2),
        ("-A 1048576 -w 65535 -b", "4.00  B \r\n".len()),
        ("-x windowtitle:%1048576A -b", "4.00  B\r\n".len()),
        ("-F %65535A -w 65535", 65_535 + 2),
        ("-H 65535 -B 1g -b", "4.00  B\r\n".len()),
    ] {
        let run = pv().arg_line("-f -i 600").arg_line(args).stdin("text").run().ok().stdout_is("text");
        assert_eq!(run.stderr.len(), length, "{args}: {:?}", &run.errors()[..run.errors().len().min(200)]);
    }
}

/// Only some ranges of the memory of a process can be read: zeros come for the gaps, and the end comes soon.
#[test]
fn a_file_with_unreadable_gaps_ends() {
    if !cfg!(target_os = "linux") {
        return need::not_run("there is no /proc here");
    }
    // The code of a program at a fixed address is at 2 MiB.
    let run = pv().args(["-q", "-E", "-Z", "256k", "-S", "-s", "1m", "/proc/self/mem"]).run();
    assert!(run.stdout.iter().all(|&byte| byte == 0) && run.stdout.len() <= 1 << 20, "{}", run.stdout.len());
    // Without -E it is reported, as pv does.
    pv().args(["-q", "/proc/self/mem"])
        .run()
        .code(16)
        .stderr_is("pv: /proc/self/mem: read failed: Input/output error\n");
}

/// The message is one for all; the code is pv's, where a file gets the number of the output and so is both.
#[test]
fn a_closed_output_is_reported() {
    let scratch = Scratch::new();
    scratch.write("f", "text\n");
    let beside = !pv_is_missing();
    for (script, code, more) in [
        ("pv -q < f >&-", 2, ""),
        ("pv -f < f >&-", 2, ""),
        ("pv -q - f < f >&-", 2, ""),
        ("pv -q f >&-", 4, ""),
        ("pv -f f f >&-", 4, ""),
        ("pv -q f - < f >&-", 4, ""),
        ("pv -C -L 5 /dev/null f >&-", 4, ""),
        ("pv -q f nofile >&-", 6, "pv: failed to read file: nofile: No such file or directory\n"),
        ("pv -q nofile - < f >&-", 2, "pv: failed to read file: nofile: No such file or directory\n"),
    ] {
        let run = ours(script).within(scratch.folder()).run().code(code).stdout_is("");
        run.stderr_is(format!("pv: standard output: Bad file descriptor\n{more}"));
        if beside {
            theirs(script).within(scratch.folder()).run().code(code);
        }
    }
    assert_same(scratch.read("f"), "text\n");
}

#[test]
fn descriptors_without_positions_cannot_be_watched() {
    if !cfg!(target_os = "linux") {
        return need::not_run("there is no /proc here");
    }
    let run = ours("exec 7</dev/null; pv -d $$:7; code=$?; exec 7<&-; exit $code").run().code(2);
    run.stderr_has(": fd 7: /dev/null: not a regular file or block device\n");
}

#[test]
fn nothing_to_read_is_worse_than_one_file_less() {
    let scratch = Scratch::new();
    scratch.write("f", "text\n");
    let message = "pv: failed to read file: nofile: No such file or directory\n";
    ours("pv -q nofile").within(scratch.folder()).run().code(2).stderr_is(message);
    ours("pv -q nofile f").within(scratch.folder()).run().code(2).stderr_is(message);
    // An empty size is like a missing one.
    ours("pv -n -s 0 f").within(scratch.folder()).run().ok().stderr_is("100\n");
}
