//! Sizes: how they are written, where they come from, and what follows from them.

use crate::meter::{MIB, meter, pattern, pv};
use gush_testkit::{Program, Scratch, assert_same, need, wait_until};
use std::fs::{self, File};
use std::io::Write as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::time::Instant;

#[test]
fn sizes_have_decimals_and_two_kinds_of_k() {
    for (options, length) in [
        ("-s 1.5k", 1536),
        ("-k -s 1.5k", 1500),
        ("-s 1.5k -k", 1500),
        ("-s 0.001m -k", 1000),
        ("-s 2K -k --size 3k", 3000),
    ] {
        meter("-n -i 600").arg_line(options).stdin(vec![0; length]).run().ok().stderr_is("100\n");
    }
    let run = meter("-q -S -s 1.5k -k -L 1.5g -B 0.5m").stdin(vec![0; 4000]).run().ok().silent();
    assert_eq!(run.stdout.len(), 1500);
    meter("-n -m 5 -s 4").stdin("text").run().ok().stderr_is("100\n");
}

/// All regular files below it; one with two names once, and no target of a link.
#[test]
fn a_size_can_be_that_of_a_folder() {
    let scratch = Scratch::new();
    fs::create_dir_all(scratch.path("d/e/f")).expect("a folder can be created");
    scratch.write("other", vec![0; 5000]);
    scratch.write("d/a", vec![0; 600]);
    scratch.write("d/e/f/b", vec![0; 400]);
    fs::hard_link(scratch.path("d/a"), scratch.path("d/e/a")).expect("a link can be created");
    symlink(scratch.path("other"), scratch.path("d/link")).expect("a link can be created");
    symlink(scratch.path("d"), scratch.path("d/e/round")).expect("a link can be created");
    let run =
        pv().args(["-n", "-i", "600", "-s", "@d"]).within(scratch.folder()).stdin(vec![0; 500]).run().ok();
    run.stderr_is("50\n");
    pv().args(["-n", "-s", "@none"]).within(scratch.folder()).run().code(64);
}

#[test]
fn the_lines_of_files_are_counted_first() {
    let scratch = Scratch::new();
    let file = scratch.write("f", "a\nb\nc\n");
    let half = || meter("-n -l -S -i 600").arg(&file);
    half().run().ok().stderr_is("100\n").stdout_is("a\nb\nc\n");
    meter("-n -l -i 600").arg(&file).arg(&file).run().ok().stderr_is("100\n");
    meter("-n -0 -i 600").arg(scratch.write("z", "a\0b\0")).run().ok().stderr_is("100\n");
    // From where it will be read, which stays as it is.
    let open = || File::open(&file).expect("it is there");
    let run = meter("--json -l -i 600").stdin_fd(open().into()).run().ok().stdout_is("a\nb\nc\n");
    run.stderr_has("\"lines\":3,\"unit\":\"lines\"").stderr_has("\"size\":3,\"percent\":100,");
    let script = "{ head -c 2 > /dev/null; \"$0\" meter -n -l -i 600; } < f";
    let run = Program::new("bash").args(["-c", script, env!("CARGO_BIN_EXE_gush")]).within(scratch.folder());
    if need::tool("bash").is_ok() {
        run.run().ok().stderr_is("100\n").stdout_is("b\nc\n");
    }
    // If one of them is not a file, the total is unknown.
    meter("--json -l -i 600").arg(&file).arg("-").stdin("d\n").run().ok().stderr_has("\"size\":null,");
    meter("-n -l -s 6 -i 600").arg(&file).run().ok().stderr_is("50\n");
}

/// The second stage is a transfer of its own: its size is known, and its time and counts begin at nothing.
#[test]
fn stored_bytes_pass_as_a_second_transfer() {
    need!("sqlite3");
    let scratch = Scratch::new();
    let bytes = pattern(MIB);
    for store in ["store", "-"] {
        let (reader, mut writer) = std::io::pipe().expect("a pipe can be created");
        let start = Instant::now();
        let program = meter("--json -i 0.02 --record t.db --group both -U").arg(store);
        let running = program.within(scratch.folder()).stdin_fd(reader.into()).spawn();
        writer.write_all(&bytes).expect("the meter reads");
        let came = format!("\"bytes\":{MIB},");
        // It lasts a second, so that a clock that goes on in the second stage shows.
        wait_until("the first stage", || {
            let errors = running.errors_so_far();
            let ticks = |start: &str| errors.matches(&format!("\"elapsed\":{start}")).count();
            errors.contains(&came) && ticks("") > ticks("0.")
        });
        drop(writer);
        let run = running.finish().ok().stdout_is(&bytes);
        let errors = run.errors();
        let objects: Vec<serde_json::Value> =
            errors.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
        let second = objects.iter().position(|object| !object["size"].is_null()).expect("a second stage");
        let (first, second) = objects.split_at(second);
        for stage in [first, second] {
            let counts =
                |name: &str| stage.iter().map(|o| o[name].as_f64().expect("a number")).collect::<Vec<_>>();
            assert!(counts("bytes").is_sorted() && counts("elapsed").is_sorted(), "{errors}");
        }
        let last = second.last().expect("an object");
        assert_eq!((&last["size"], &last["percent"]), (&MIB.into(), &100.into()));
        assert_eq!((&last["finished"], &first[first.len() - 1]["finished"]), (&true.into(), &false.into()));
        // However long each stage took, together they took no longer than the program did.
        let seconds = |object: &serde_json::Value| object["elapsed"].as_f64().expect("a number");
        let together = seconds(last) + seconds(&first[first.len() - 1]);
        assert!(together <= start.elapsed().as_secs_f64(), "{errors}");
        let ends = errors.lines().filter(|line| line.contains("\"finished\":true")).count();
        assert_eq!(ends, 1, "{errors}");
    }
    assert_same(scratch.read("store"), &bytes);
    let mode = fs::metadata(scratch.path("store")).expect("it stays").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let query = "SELECT rungs.size, rounds.bytes, ended IS NOT NULL, grouped_as FROM runs
        JOIN rungs ON run = runs.id JOIN rounds ON rung = rungs.id ORDER BY runs.id";
    let run = Program::new("/usr/bin/env").arg("sqlite3").arg(scratch.path("t.db")).arg(query).run().ok();
    run.stdout_is(format!("|{MIB}|1|both\n{MIB}|{MIB}|1|both\n").repeat(2));
    meter("-n -i 600 -U -").stdin("text").run().ok().stdout_is("text").stderr_has("\n100\n");
}
