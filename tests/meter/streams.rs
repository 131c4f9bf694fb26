//! Every kind of input into every kind of output: each byte once, in order, and counted.

use crate::meter::{MIB, last_number, meter, ours, pattern, pv};
use std::io::{Read as _, Write as _};

use gush_testkit::{Program, Scratch, Stream, assert_same};

/// Options that choose another way through the engine.
const WAYS: [&str; 12] = [
    "",
    "-C",
    "-B 1000",
    "-l",
    "--both",
    "-T -f -i 600",
    "-Y",
    "-L 2g",
    "-l -L 2g",
    "-B 3m -L 2g",
    "-B 300k -l -L 2g",
    "-B 300k -A 9 -E",
];

#[test]
fn each_byte_passes_once_whatever_the_way() {
    let bytes = pattern(5 * MIB + 13);
    for way in WAYS {
        let run = meter("-nb -i 600").arg_line(way).stdin(bytes.clone()).run().ok();
        assert_same(&run.stdout, &bytes);
        let scratch = Scratch::new();
        scratch.write("in", &bytes);
        let (input, output) = (scratch.path("in"), scratch.path("out"));
        meter("-q").arg_line(way).arg(&input).run().ok().silent().stdout_is(&bytes);
        meter("-q")
            .arg_line(way)
            .arg(&input)
            .arg(&input)
            .stdout(Stream::File(output.clone()))
            .run()
            .ok()
            .silent();
        assert_same(scratch.read("out"), bytes.repeat(2));
        scratch.write("out", "before\n");
        meter("-q").arg_line(way).stdin(bytes.clone()).stdout(Stream::Append(output)).run().ok().silent();
        assert_same(scratch.read("out"), [b"before\n", &bytes[..]].concat());
        meter("-q").arg_line(way).arg(&input).stdout(Stream::Socket).run().ok().silent().stdout_is(&bytes);
        meter("-q")
            .arg_line(way)
            .arg(&input)
            .stdout(Stream::NonBlocking)
            .run()
            .ok()
            .silent()
            .stdout_is(&bytes);
        meter("-q")
            .arg_line(way)
            .stdin(bytes.clone())
            .stdout(Stream::NonBlocking)
            .run()
            .ok()
            .stdout_is(&bytes);
    }
}

/// Whatever comes and whatever is taken at once: each call moves less than it might.
#[test]
fn crumbs_pass_whatever_the_way() {
    let bytes = pattern(400_000);
    for way in WAYS {
        let (input, mut feed) = std::io::pipe().expect("a pipe can be created");
        let (mut drain, output) = std::io::pipe().expect("a pipe can be created");
        let running =
            meter("-q").arg_line(way).stdin_fd(input.into()).stdout(Stream::Fd(output.into())).spawn();
        let mut all = Vec::new();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let mut rest = &bytes[..];
                for size in [1, 4095, 4096, 777, 8193].into_iter().cycle() {
                    let (crumb, later) = rest.split_at(size.min(rest.len()));
                    feed.write_all(crumb).expect("the meter reads");
                    rest = later;
                    if rest.is_empty() {
                        break;
                    }
                }
                drop(feed);
            });
            let mut buffer = [0; 5000];
            for size in [1, 5000, 333, 4097].into_iter().cycle() {
                match drain.read(&mut buffer[..size]).expect("a pipe can be read") {
                    0 => break,
                    read => all.extend_from_slice(&buffer[..read]),
                }
            }
        });
        running.finish().ok();
        assert_same(&all, &bytes);
    }
}

#[test]
fn passed_bytes_are_counted() {
    let bytes = pattern(3 * MIB + 5);
    let lines = bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
    for way in ["", "-C", "-B 777", "-L 2g", "-B 777 -L 2g"] {
        let run = meter("-nb").arg_line(way).stdin(bytes.clone()).run().ok();
        assert_eq!(last_number(&run), bytes.len() as u64, "{way}");
        let run = meter("-nbl").arg_line(way).stdin(bytes.clone()).run().ok();
        assert_eq!(last_number(&run), lines, "{way}");
    }
    let zeros = b"one\0two\0three".to_vec();
    assert_eq!(last_number(&meter("-nb0").stdin(zeros).run().ok()), 2);
}

#[test]
fn a_size_ends_it_to_the_byte_and_to_the_line() {
    let bytes = pattern(MIB);
    for way in ["", "-C", "-B 100", "-L 2g", "-B 100k -L 2g"] {
        for size in [1, 4095, 65536, 70001] {
            let run = meter(&format!("-q -S -s {size}")).arg_line(way).stdin(bytes.clone()).run().ok();
            assert_same(&run.stdout, &bytes[..size]);
        }
        let run = meter("-q -S -l -s 1000").arg_line(way).stdin(bytes.clone()).run().ok();
        assert_same(&run.stdout, &bytes[..8000]);
    }
}

/// No more is waited for than is to pass.
#[test]
fn a_size_ends_it_though_more_may_come() {
    for way in ["-s 4", "-s 4 -C", "-s 4 -B 100", "-l -s 2", "-l -s 2 -C", "-l -s 2 -B 100"] {
        let (input, mut feed) = std::io::pipe().expect("a pipe can be created");
        let running = meter("-q -S").arg_line(way).stdin_fd(input.into()).spawn();
        feed.write_all(b"a\nb\n").expect("the meter reads");
        running.finish().ok().silent().stdout_is("a\nb\n");
    }
}

#[test]
fn readers_that_leave_are_an_end_like_any_other() {
    for way in WAYS {
        let run = meter("-q").arg_line(way).stdin(pattern(5 * MIB)).stdout_closes_after(10);
        run.run().ok().silent();
    }
}

#[test]
fn full_disks_are_reported() {
    for (way, input) in [("", true), ("-C", true), ("-l", true), ("", false)] {
        let scratch = Scratch::new();
        let file = scratch.write("in", pattern(MIB));
        let program = meter("-q").arg_line(way).stdout(Stream::Full);
        let program = if input { program.stdin(pattern(MIB)) } else { program.arg(file) };
        program.run().code(16).stderr_is("gush meter: write failed: No space left on device\n");
    }
}

#[test]
fn missing_files_are_reported_and_the_others_pass() {
    let scratch = Scratch::new();
    scratch.write("a", "first\n");
    scratch.write("b", "last\n");
    let run = pv().args(["-q", "a", "nofile", ".", "b"]).within(scratch.folder()).run().code(2 | 16);
    run.stdout_is("first\nlast\n").stderr_is(
        "pv: failed to read file: nofile: No such file or directory\npv: .: read failed: Is a directory\n",
    );
}

#[test]
fn an_output_that_is_an_input_is_left_alone() {
    let scratch = Scratch::new();
    scratch.write("a", "text\n");
    let run = pv().args(["-q", "-o", "a", "a"]).within(scratch.folder()).run().code(4);
    run.stderr_is("pv: input file is output file: a\n");
    assert_same(scratch.read("a"), "text\n");
}

#[test]
fn closed_streams_are_reported() {
    meter("")
        .stdin("x")
        .stdout(Stream::Closed)
        .run()
        .code(2)
        .stderr_is("gush meter: standard output: Bad file descriptor\n");
    // Nothing passes before that, as with pv.
    ours("pv -q - \"$0\" <&-").run().code(2).stdout_is("");
    ours("pv <&-").run().code(2).stderr_is("pv: failed to stat file: -: Bad file descriptor\n");
}

#[test]
fn outputs_of_other_kinds() {
    let scratch = Scratch::new();
    let bytes = [vec![b'x'; 5000], vec![0; 100_000], b"end".to_vec(), vec![0; 50_000]].concat();
    let input = scratch.write("in", &bytes);
    for (options, output) in
        [("-o", "plain"), ("-O -o", "sparse"), ("-K -o", "direct"), ("-U - -o", "stored")]
    {
        let output = scratch.path(output);
        let run = meter("-q").arg_line(options).arg(&output).arg(&input).run().ok().silent();
        run.stdout_is("");
        assert_same(std::fs::read(output).expect("it was written"), &bytes);
    }
    meter("-nb -X").arg(&input).run().ok().stdout_is("").stderr_is("155003\n");
    let stored = scratch.path("kept");
    meter("-q -U").arg(&stored).arg(&input).run().ok().silent().stdout_is(&bytes);
    assert_same(scratch.read("kept"), &bytes);
}

#[test]
fn few_descriptors_are_enough() {
    let bytes = pattern(MIB);
    let gush = env!("CARGO_BIN_EXE_gush");
    for limit in 4..12 {
        for way in ["-q", "-q -l", "-n -B 100k"] {
            let script = format!("ulimit -n {limit}; exec '{gush}' meter {way}");
            Program::shell(&script).stdin(bytes.clone()).run().ok().stdout_is(&bytes);
        }
    }
}
