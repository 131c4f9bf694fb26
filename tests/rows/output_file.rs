//! `-o FILE`: the file appears complete or not at all.

use crate::rows::{PORTABLE, gush, rows, seeded};
use gush_testkit::{Fault, Program, Running, Scratch, Signal, Stream, assert_same, need, wait_until};
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};

const MUCH: &str = "-f csv -H -l 100k id=seq name email uuidv4";

fn into(scratch: &Scratch, sentence: &str) -> Program {
    seeded(sentence).arg_line("-o out").within(scratch.folder())
}

#[test]
fn a_file_gets_the_bytes_of_standard_output() {
    let scratch = Scratch::new();
    into(&scratch, MUCH).run().ok().silent().stdout_is("");
    assert_same(scratch.read("out"), rows(MUCH).stdout);
    assert_eq!(scratch.names(), ["out"]);
}

#[test]
fn an_old_file_is_replaced_atomically() {
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
        let run = into(&scratch, MUCH).arg_line("-j 1").fault(full).run();
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

/// How much of the file is there already. It may have no name.
fn written(run: &Running, scratch: &Scratch) -> u64 {
    let beside = || {
        let names = scratch.names();
        let part = names.iter().find(|name| *name != "out");
        part.and_then(|name| fs::metadata(scratch.path(name)).ok()).map_or(0, |file| file.len())
    };
    run.written().unwrap_or_else(beside)
}

#[test]
fn a_signal_in_the_middle_leaves_the_old_file_and_nothing_else() {
    let asked = [Signal::INT, Signal::TERM, Signal::HUP, Signal::QUIT];
    let unexpected = [Signal::ALARM, Signal::PROF, Signal::USR1, Signal::USR2, Signal::VTALARM, Signal::XCPU];
    for signal in asked.into_iter().chain(unexpected) {
        let scratch = Scratch::new();
        scratch.write("out", "old");
        let run = into(&scratch, "-l 4G name email").spawn();
        wait_until("the file to grow", || written(&run, &scratch) > 1 << 20);
        run.signal(signal);
        run.finish().died_of(signal).stdout_is("");
        assert_same(scratch.read("out"), "old");
        assert_eq!(scratch.names(), ["out"]);
    }
}

/// A killed run cannot clean up; the next run does, where anything is left.
#[test]
fn the_next_run_removes_leftovers_of_a_killed_one() {
    for signal in [Signal::KILL, Signal::ABORT] {
        let scratch = Scratch::new();
        scratch.write("out", "old");
        let run = into(&scratch, "-l 4G name email").spawn();
        wait_until("the file to grow", || written(&run, &scratch) > 1 << 20);
        run.signal(signal);
        run.finish().died_of(signal).stdout_is("");
        assert_same(scratch.read("out"), "old");
        if PORTABLE {
            continue;
        }
        into(&scratch, "-l 1 int:1,1").run().ok().silent();
        assert_same(scratch.read("out"), "1\n");
        assert_eq!(scratch.names(), ["out"]);
    }
    if PORTABLE {
        need::not_run("its second half: the portable backend looks for no leftovers");
    }
}

#[test]
fn the_file_appears_only_when_complete() {
    let scratch = Scratch::new();
    let run = into(&scratch, "-l 4G name email").spawn();
    wait_until("the file to grow", || written(&run, &scratch) > 1 << 20);
    assert!(!scratch.path("out").exists());
    run.signal(Signal::INT);
    run.finish().died_of(Signal::INT);
    assert!(scratch.names().is_empty(), "{:?}", scratch.names());
}

#[test]
#[cfg(target_os = "linux")]
fn a_signal_that_the_parent_had_ignored_stays_ignored() {
    let scratch = Scratch::new();
    let run = into(&scratch, "-l 4G name email").hangup_ignored().spawn();
    wait_until("the file to grow", || written(&run, &scratch) > 0);
    run.signal(Signal::HUP);
    let then = written(&run, &scratch);
    wait_until("the file to grow on", || written(&run, &scratch) > then + (1 << 20));
    run.signal(Signal::TERM);
    run.finish().died_of(Signal::TERM);
    assert!(scratch.names().is_empty(), "{:?}", scratch.names());
}

#[test]
fn a_file_that_may_not_grow_is_reported_and_removed() {
    let scratch = Scratch::new();
    let gush = env!("CARGO_BIN_EXE_gush");
    let limited = format!("ulimit -f 100; exec {gush} rows --seed 7 -l 1M name -o out");
    let run = Program::shell(&limited).within(scratch.folder()).run();
    run.code(1).stderr_is("gush: out: File too large\n");
    assert!(scratch.names().is_empty(), "{:?}", scratch.names());
}

#[test]
fn unread_progress_leaves_the_file_complete() {
    let scratch = Scratch::new();
    let run = into(&scratch, "--progress=always -l 3M name email").stderr(Stream::Closed).run();
    run.ok();
    assert_eq!(scratch.names(), ["out"]);
}

#[test]
fn an_impossible_path_is_reported() {
    let scratch = Scratch::new();
    fs::create_dir(scratch.path("folder")).unwrap();
    let at = |path: &str| gush("rows noun -o").arg(path).within(scratch.folder()).run().stdout_is("");
    for path in ["nowhere/out", "folder", "", "folder/../nowhere/out"] {
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
fn a_signal_ends_the_wait_for_a_reader_of_a_fifo() {
    let scratch = with_fifo();
    let run = into(&scratch, "noun").spawn();
    wait_until("the wait for a reader", || run.is_waiting());
    run.signal(Signal::INT);
    run.finish().died_of(Signal::INT);
}

#[test]
#[cfg(target_os = "linux")]
fn a_signal_ends_the_wait_for_space_in_a_fifo() {
    use std::fs::OpenOptions;
    use std::io::Write as _;
    use std::os::unix::fs::OpenOptionsExt as _;

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
fn the_file_name_selects_the_format() {
    let scratch = Scratch::new();
    let to = |name: &str, more: &str| {
        let arguments = format!("-l 3 id=seq name {more} -o {name}");
        seeded(&arguments).within(scratch.folder()).run().ok().silent();
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
        ("copy", "copy"),
    ] {
        let wish = format!("-l 3 -f {format} id=seq name");
        let asked = rows(&wish).stdout;
        assert_same(to(&format!("x.{end}"), ""), &asked);
        assert_same(to(&format!("x.{end}.gz"), "--compress none"), &asked);
        assert_same(to(&format!("x.{end}.zst"), ""), rows(&format!("{wish} --compress zst")).stdout);
    }
    // What is asked for counts, and of a name without an end nothing is taken.
    seeded("-l 3 id=seq name -f sql -o y.csv")
        .within(scratch.folder())
        .run()
        .ok()
        .stderr_has(".csv means csv");
    assert_same(scratch.read("y.csv"), rows("-l 3 -f sql id=seq name").stdout);
    assert_same(to("csv", ""), rows("-l 3 id=seq name").stdout);
    assert_same(to(".csv", ""), rows("-l 3 id=seq name").stdout);
    // The options of a format go with it.
    assert_same(to("z.csv", "-H"), rows("-l 3 -f csv -H id=seq name").stdout);
    let run = seeded("name -H -o z.sql").within(scratch.folder()).run().code(2);
    run.stderr_has("header");
}

#[test]
fn an_unknown_or_misleading_extension_is_refused() {
    let scratch = Scratch::new();
    let at = |arguments: &str| seeded(arguments).within(scratch.folder()).run().stdout_is("");
    for name in ["x.xlsx", "x.csv.d", "data.2024", "x.é"] {
        at(&format!("name -o {name}"))
            .code(2)
            .stderr_has("^ no format has this extension, and --format names none; ");
    }
    at("name -o x.xlsx").code(2).stderr_is(
        "gush: error in the arguments; nothing was written\n  --output x.xlsx\n            ^^^^^ no format has \
         this extension, and --format names none; there are .txt, .log, .column, .csv, .tsv, .ndjson, .jsonl, .json, .sql, .copy, .markdown, .md, .html, \
         .htm, .xml, .yaml, .yml, .raw, .parquet, .pq, .arrow, .feather, .ipc, .arrows, .avro\n",
    );
    at("name -o x.cvs").code(2).stderr_has(
        "            ^^^^ no format has this extension, and --format names none; did you mean `.csv`?",
    );
    at("name -o x.csv.zstd").code(2).stderr_has("did you mean `.zst`?");
    // Where the arguments select the format, any name is accepted; so it is with a template.
    at("-l 1 -f csv int:1,1 -o x.parquet").ok().stderr_has(".parquet means parquet");
    assert_same(scratch.read("x.parquet"), "1\n");
    at("-l 1 -e x -o x.page").ok().silent();
    for name in ["x.csv", "x.toml.gz", "x.xz"] {
        at(&format!("name --save-schema {name}")).code(2).stderr_has("a schema file is TOML");
    }
    // But the extension of an unsupported compression is refused.
    let mut names = vec!["x.page".to_owned(), "x.parquet".to_owned()];
    for end in ["xz", "bz2", "lz4", "br", "zip", "7z", "tgz", "XZ"] {
        for arguments in ["", "-f csv", "--compress gz"] {
            let run = at(&format!("name {arguments} -o x.csv.{end}")).code(2);
            run.stderr_has(&format!("the file would not be .{}; ", end.to_lowercase()));
        }
        at(&format!("-e x -o x.{end}")).code(2);
    }
    at("name -o x.csv.xz").code(2).stderr_has("instead of --output, add `| xz > x.csv.xz`;");
    at("-l 1 int:1,1 -o x.csv.xz --compress none").ok().silent();
    assert_same(scratch.read("x.csv.xz"), "1\n");
    names.insert(0, "x.csv.xz".into());
    assert_eq!(scratch.names(), names);
}

#[test]
fn compressed_rows_are_not_for_a_terminal() {
    for method in ["gz", "zst:3"] {
        let run = seeded(&format!("name --compress {method}")).stdout(Stream::Terminal).run().code(2);
        run.stdout_is("").stderr_has("a terminal cannot show this");
    }
    seeded("-l 1 int:1,1 --compress none").stdout(Stream::Terminal).run().ok().stdout_is("1\n");
    let scratch = Scratch::new();
    into(&scratch, "name --compress gz").stdout(Stream::Terminal).run().ok().silent();
    let own = seeded("name --compress gz -o /dev/stdout").stdout(Stream::Terminal).run();
    own.code(2).stdout_is("");
}

#[test]
fn files_are_compared_by_identity() {
    let scratch = Scratch::new();
    scratch.write("old.toml", "[columns]\na = \"noun\"\n");
    scratch.write("template", "x\n");
    fs::create_dir(scratch.path("sub")).unwrap();
    symlink("old.toml", scratch.path("link")).unwrap();
    symlink("new", scratch.path("dangling")).unwrap();
    fs::hard_link(scratch.path("old.toml"), scratch.path("twin")).unwrap();
    let at = |arguments: &str| gush("rows").arg_line(arguments).within(scratch.folder()).run();
    for (one, other) in [
        ("new", "new"),
        ("new", "./new"),
        ("new", "sub/../new"),
        ("./sub/new", "sub/new"),
        ("dangling", "new"),
        ("old.toml", "link"),
        ("twin", "link"),
    ] {
        at(&format!("noun -f csv --save-schema {one} -o {other}"))
            .code(2)
            .stderr_has("--output --save-schema\n")
            .stderr_has("both are the same file");
    }
    let both = at("--schema old.toml --save-schema link").code(2);
    both.stderr_has("--schema --save-schema\n");
    for path in ["old.toml", "./link"] {
        at(&format!("--schema old.toml -f csv -o {path}")).code(2).stderr_has("both are the same file");
    }
    at("-T template -o ./template").code(2).stderr_has("both are the same file");
    assert_same(scratch.read("template"), "x\n");
    scratch.write("words.txt", "a\nb\n");
    at("x=file:words.txt -o ./words.txt").code(2).stderr_has("it would be replaced; write to another file");
    at("x=file:words.txt@dirty=0.2 -o o.csv --dirt-log words.txt").code(2).stderr_has("it would be replaced");
    assert_same(scratch.read("words.txt"), "a\nb\n");
    at("noun@dirty=0.2 -f csv -o o.csv --dirt-log ./o.csv")
        .code(2)
        .stderr_has("the rows are written to this file");
    at("noun -f csv --save-schema new -o sub/new").ok().silent();
}

#[test]
fn a_name_that_means_another_format_is_remarked_on() {
    let scratch = Scratch::new();
    let written =
        |options: &str| seeded(&format!("-l 1 id=int:1,1 {options}")).within(scratch.folder()).run().ok();
    written("-f json -o x.csv")
        .stdout_is("")
        .stderr_is("gush: x.csv will have json, as --format says, though .csv means csv\n");
    assert!(scratch.read("x.csv").starts_with(b"["));
    written("-f parquet -o x.txt").stderr_has("x.txt will have parquet");
    for apt in [
        "-f csv -o x.csv",
        "-f csv -o x.txt",
        "-f ndjson -o x.json",
        "-f csv -o x.tsv",
        "-f sql -o x.log",
        "-f csv -o x.dat",
    ] {
        written(apt).silent();
    }
}
