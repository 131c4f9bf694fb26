//! Compressed output, by other people's programs: valid, the same at any number of threads, and valid when cut.

use crate::rows::{gush, rows, seeded};
use gush_testkit::{Program, Scratch, Stream, assert_same, need};

/// Rows of several parts.
const ROWS: &str = "-f csv -H -l 100k id=seq name email city note=sentence";

/// Each way to compress, the program that undoes it, and how a part of its output begins.
const WAYS: [(&str, &str, &[u8]); 2] =
    [("gz", "gzip", b"\x1f\x8b\x08\0\0\0\0\0"), ("zst", "zstd", b"\x28\xb5\x2f\xfd")];

/// What a program makes of these bytes.
#[track_caller]
fn undone(program: &str, bytes: &[u8]) -> Vec<u8> {
    Program::new(program).arg_line("-d -c -q").stdin(bytes).run().ok().silent().stdout
}

/// Where the parts begin.
fn beginnings(bytes: &[u8], magic: &[u8]) -> Vec<usize> {
    let windows = bytes.windows(magic.len()).enumerate();
    windows.filter(|(_, window)| *window == magic).map(|(at, _)| at).collect()
}

#[test]
fn other_programs_read_it_and_threads_do_not_change_it() {
    need!("gzip", "zstd");
    let plain = rows(ROWS).stdout;
    for (name, program, _) in WAYS {
        let bytes = rows(&format!("-j 1 --compress {name} {ROWS}")).stdout;
        Program::new(program).arg_line("-t -q").stdin(bytes.clone()).run().ok();
        assert_same(undone(program, &bytes), &plain);
        assert!(bytes.len() < plain.len() / 2, "{} of {}", bytes.len(), plain.len());
        for threads in [2, 3, 7] {
            assert_same(rows(&format!("-j {threads} --compress {name} {ROWS}")).stdout, &bytes);
        }
    }
}

#[test]
fn levels_are_heeded() {
    need!("gzip", "zstd");
    let plain = rows(ROWS).stdout;
    for (name, program, _) in WAYS {
        let low = rows(&format!("--compress {name}:1 {ROWS}")).stdout;
        let high = rows(&format!("--compress {name}:9 {ROWS}")).stdout;
        assert!(high.len() < low.len(), "{} at 9, {} at 1", high.len(), low.len());
        assert_same(undone(program, &low), &plain);
        assert_same(undone(program, &high), &plain);
    }
}

#[test]
fn parts_alone_are_valid_wherever_the_stream_is_cut_between_them() {
    need!("gzip", "zstd");
    let plain = rows(ROWS).stdout;
    for (name, program, magic) in WAYS {
        let bytes = rows(&format!("--compress {name} {ROWS}")).stdout;
        let parts = beginnings(&bytes, magic);
        assert!(parts.len() > 2 && parts[0] == 0, "parts begin at {parts:?}");
        for &cut in &parts[1..] {
            let before = undone(program, &bytes[..cut]);
            let after = undone(program, &bytes[cut..]);
            assert!(before.ends_with(b"\n"), "a part has complete rows");
            assert_same([before, after].concat(), &plain);
        }
    }
}

#[test]
fn shards_concatenate_compressed_too() {
    need!("gzip", "zstd");
    let columns = "-f json -l 50k id=seq name";
    let plain = rows(columns).stdout;
    for (name, program, _) in WAYS {
        let shard = |part: u32| rows(&format!("--shard {part}/3 --compress {name} {columns}")).stdout;
        assert_same(undone(program, &[shard(1), shard(2), shard(3)].concat()), &plain);
    }
}

#[test]
fn headers_and_footers_are_inside_also_without_rows() {
    need!("gzip", "zstd");
    for (name, program, _) in WAYS {
        for options in ["-f json", "-f html", "-f csv -H", "-f csv", "-f raw", "-f copy --create-table"] {
            for limit in [0, 3] {
                let arguments = format!("{options} -l {limit} id=seq b=bool");
                let bytes = rows(&format!("--compress {name} {arguments}")).stdout;
                assert_same(undone(program, &bytes), rows(&arguments).stdout);
            }
        }
    }
}

#[test]
fn the_file_name_selects_the_method() {
    need!("gzip", "zstd");
    let scratch = Scratch::new();
    let to = |arguments: &str| seeded(arguments).within(scratch.folder()).run().ok().silent();
    let plain = rows("-l 5 name").stdout;
    for (name, program, magic) in WAYS {
        to(&format!("-l 5 name -o x.{name}"));
        assert!(scratch.read(&format!("x.{name}")).starts_with(magic));
        assert_same(undone(program, &scratch.read(&format!("x.{name}"))), &plain);
        to(&format!("-l 5 name -o none.{name} --compress none"));
        assert_same(scratch.read(&format!("none.{name}")), &plain);
    }
    to("-l 5 name -o x.txt --compress gz:9");
    assert_same(undone("gzip", &scratch.read("x.txt")), &plain);
    to("-l 5 name -o x.gz --compress gz:9");
    assert_same(undone("gzip", &scratch.read("x.gz")), &plain);
    // A name and a method that disagree are an error.
    let run = seeded("-l 5 name -o y.csv.gz --compress zst:5").within(scratch.folder()).run().code(2);
    run.stderr_has(
        "  --compress zst:5\n             ^^^^^ the name of the file ends in .gz; make the two agree\n",
    );
    assert!(!scratch.names().iter().any(|name| name == "y.csv.gz"));
}

#[test]
fn a_compressed_stream_ends_with_its_reader_and_with_its_disk() {
    need!("gzip", "/dev/full");
    let run = seeded("-S --compress gz noun").pipe_into("gzip -dc 2>/dev/null | head -n 100000 | tail -n 1");
    crate::rows::assert_left_by_its_reader(run.producer);
    gush("rows -S --compress zst noun")
        .stdout(Stream::Full)
        .run()
        .code(1)
        .stderr_is("gush: standard output: No space left on device\n");
}

#[test]
fn an_invalid_method_is_reported_with_its_span() {
    for (method, marked, text) in [
        ("gz:0", "   ^", "the levels of gz are 1 to 9"),
        ("gz:10", "   ^^", "the levels of gz are 1 to 9"),
        ("zst:23", "    ^^", "the levels of zst are 1 to 22"),
        ("zst:fast", "    ^^^^", "the levels of zst are 1 to 22"),
        ("zst:", "    ^", "the levels of zst are 1 to 22"),
        ("zs", "^^", "there is no such compression; did you mean `zst`?"),
        (
            "bzip2",
            "^^^^^",
            "there is no such compression; there are gz, gzip, zst, zstd, snappy, lz4 and none",
        ),
        ("none:1", "     ^", "none has no levels"),
    ] {
        let expected = format!(
            "gush: error in the arguments; nothing was written\n  --compress {method}\n             {marked} {text}\n"
        );
        gush("rows noun --compress").arg(method).run().code(2).stdout_is("").stderr_is(expected);
    }
}
