//! What is measured and kept: counted to the byte, whatever a program does, and however a run ends.

use std::fs;

use gush_testkit::{Outcome, Program, Scratch, Signal, need, wait_until};

/// `gush bench` in a folder of its own, of its users' rungs alone, with rounds as short as can be.
pub(super) fn bench(folder: &Scratch, sentence: &str) -> Program {
    gush(folder, "--only own --rounds 2 --seconds 0.05 --db bench.db").arg_line(sentence)
}

pub(super) fn gush(folder: &Scratch, sentence: &str) -> Program {
    let program = Program::new(env!("CARGO_BIN_EXE_gush")).arg("bench").arg_line(sentence);
    program.within(folder.folder()).env("XDG_CACHE_HOME", folder.path("cache"))
}

/// What the database answers.
pub(super) fn query(folder: &Scratch, query: &str) -> String {
    let sqlite = Program::new("sqlite3").arg(folder.path("bench.db")).arg(query).run().ok();
    sqlite.text().trim_end().to_owned()
}

/// The rounds of a rung with what is asked for, a line each.
pub(super) fn rounds(folder: &Scratch, rung: &str, columns: &str) -> String {
    let from = "rounds JOIN rungs ON rungs.id = rounds.rung";
    query(folder, &format!("SELECT {columns} FROM {from} WHERE rungs.name = '{rung}' ORDER BY rounds.id"))
}

/// Whether any process has this text in its command line.
pub(super) fn is_running(argument: &str) -> bool {
    !running(argument).is_empty()
}

/// The processes that have this text in their command line.
pub(super) fn running(argument: &str) -> Vec<u32> {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = processes.filter_map(|process| process.file_name().to_str()?.parse().ok());
    let command = |process: &u32| fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
    numbers.filter(|process| String::from_utf8_lossy(&command(process)).contains(argument)).collect()
}

#[test]
fn rounds_of_own_rungs_are_kept() {
    need!("sqlite3");
    let folder = Scratch::new();
    let run = bench(&folder, "--rung a=yes --no-trace").args(["--rung", "b=yes 'two words'"]).run().ok();
    assert!(run.text().contains("\na ") && run.text().contains("\nb "), "{}", run.text());
    run.stderr_has("2 rungs, 2 rounds of 0.05 s, about 1 s, into bench.db\n").stderr_has("round 2 of 2");
    for rung in ["a", "b"] {
        let kept = rounds(&folder, rung, "phase, number, bytes > 0, wall > 0, first_byte > 0, trouble");
        assert_eq!(kept, "warm-up|1|1|1|1|\nmeasured|1|1|1|1|\nmeasured|2|1|1|1|");
    }
    let order = "SELECT group_concat(name, '') FROM (SELECT name FROM rounds JOIN rungs ON rungs.id = rung ORDER BY rounds.id)";
    assert_eq!(query(&folder, order), "abbaab", "in alternation");
    let run =
        "SELECT purpose, drain, seconds, rounds, ended >= started, command LIKE 'gush bench --only own %--rung a=yes %',
               cpu <> '', cores > 0 FROM runs JOIN machines ON machines.id = machine";
    assert_eq!(query(&folder, run), "bench|splice|0.05|2|1|1|1|1");
    assert_eq!(query(&folder, "SELECT kind, command FROM rungs WHERE name = 'b'"), "own|yes 'two words'");
    assert_eq!(query(&folder, "SELECT count(*) > 10 FROM ticks"), "1");
}

#[test]
fn bytes_and_lines_are_counted_exactly() {
    need!("sqlite3");
    for (drain, lines) in [("splice", ""), ("read", ""), ("lines", "100000")] {
        let folder = Scratch::new();
        let run = bench(&folder, &format!("--no-trace --drain {drain} --seconds 60"))
            .args(["--rung", "n=seq 100000"]);
        run.run().ok();
        // What had come when the clock started is in the first tick.
        let counted = "SELECT bytes + (SELECT bytes FROM ticks WHERE round = rounds.id ORDER BY elapsed LIMIT 1),
                       (SELECT max(bytes) FROM ticks WHERE round = rounds.id),
                       (SELECT max(lines) FROM ticks WHERE round = rounds.id) FROM rounds WHERE phase = 'measured'";
        let line = format!("588895|588895|{lines}");
        assert_eq!(query(&folder, counted), format!("{line}\n{line}"), "{drain}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn bytes_to_the_null_device_are_counted_by_the_kernel() {
    need!("sqlite3");
    let folder = Scratch::new();
    let run = bench(&folder, "--no-trace --drain null --seconds 60");
    // Long enough for the first look not to come when all is over.
    run.args(["--rung", "n=dd if=/dev/zero bs=1000 count=2000000 status=none"]).run().ok();
    // What it wrote before it was seen to be another program than the shell is forgotten; and with the portable backend a
    // program that has ended is gone before its account can be looked at once more.
    let counted = "SELECT max(ticks.bytes) BETWEEN 1 AND 2000000000 AND max(ticks.bytes) % 1000 = 0
                   FROM ticks JOIN rounds ON rounds.id = round WHERE phase = 'measured'";
    assert_eq!(query(&folder, counted), "1");
}

#[test]
#[cfg(target_os = "linux")]
fn calls_are_counted_in_a_round_of_their_own() {
    need!("sqlite3", "strace");
    let folder = Scratch::new();
    let run = bench(&folder, "--seconds 60");
    run.args(["--rung", "n=dd if=/dev/zero bs=10000 count=100 status=none"]).run().ok();
    // When the time is over, some calls have filled the pipe, and one is under way.
    let agree = "bytes > 0 AND write_calls * 10000 - bytes BETWEEN 0 AND 80000";
    let traced = rounds(&folder, "n", &format!("phase, {agree}, system_calls > write_calls, user"));
    assert_eq!(traced.lines().last(), Some("traced|1|1|"));
}

#[test]
fn bad_rungs_are_reported_and_the_others_run() {
    need!("sqlite3");
    let folder = Scratch::new();
    let mark = folder.folder().display().to_string();
    let run = bench(&folder, "--no-trace --stall-timeout 1 --rung good=yes")
        .args(["--rung", "fails=echo alas >&2; exit 3"])
        .args(["--rung", &format!("silent=sleep 100000; : {mark}")])
        .args(["--rung", &format!("deaf=trap '' PIPE TERM; while :; do echo {mark}; done 2>/dev/null")])
        .args(["--rung", &format!("family=yes {mark} & yes {mark} & wait")])
        .args(["--rung", "wordy=while :; do echo out; echo err >&2; done"])
        .args(["--rung", "missing=/no/such/program"])
        .run()
        .ok();
    assert!(!is_running(&mark), "somebody is left");
    let trouble = |rung: &str| {
        rounds(&folder, rung, "ifnull(trouble, 'none')").lines().last().unwrap_or_default().to_owned()
    };
    for rung in ["good", "deaf", "family", "wordy"] {
        assert_eq!(trouble(rung), "none", "{rung}");
    }
    assert_eq!(trouble("fails"), "exit code 3: alas");
    assert_eq!(trouble("silent"), "nothing came within 1 s");
    assert!(trouble("missing").starts_with("exit code 127: "), "{}", trouble("missing"));
    assert!(run.text().contains("exit code 3: alas"), "{}", run.text());
    // Who failed twice in a row is not tried a third time.
    assert_eq!(rounds(&folder, "fails", "count(*)"), "2");
}

#[test]
fn nothing_at_all_is_a_failure() {
    let folder = Scratch::new();
    let run = bench(&folder, "--no-trace --rung a=false").run().code(1);
    run.stderr_has("gush: nothing could be measured\n");
}

#[test]
fn missing_programs_are_listed_and_no_failure() {
    need!("sqlite3");
    let folder = Scratch::new();
    let bin = Scratch::new();
    for program in ["sh", "yes"] {
        let found = ["/bin", "/usr/bin"].map(|at| format!("{at}/{program}"));
        let found = found.iter().find(|path| fs::exists(path).unwrap_or(false)).expect("every Unix has it");
        std::os::unix::fs::symlink(found, bin.path(program)).expect("a link can be created");
    }
    let run = gush(&folder, "--only own,nim-echo --rung a=yes --seconds 0.05 --rounds 1 --db bench.db -q");
    let run = run.env("PATH", bin.folder()).run().ok().stderr_is("");
    assert!(run.text().contains("nim-echo  needs nim"), "{}", run.text());
    let kept = query(&folder, "SELECT name, not_run LIKE 'needs nim%' FROM rungs ORDER BY place");
    assert_eq!(kept, "nim-echo|1\na|");
}

#[test]
fn a_signal_keeps_the_measured_rounds() {
    need!("sqlite3");
    for signal in [Signal::INT, Signal::TERM] {
        let folder = Scratch::new();
        let mark = folder.folder().display().to_string();
        let run = gush(&folder, "--only own --rounds 1000 --seconds 0.05 --no-trace --db bench.db");
        let run = run.args(["--rung", &format!("a=yes {mark}")]).spawn();
        wait_until("the third round", || run.errors_so_far().contains("round 3 of"));
        run.signal(signal);
        let run = run.finish().died_of(signal);
        assert!(!is_running(&mark), "somebody is left");
        assert!(run.text().contains("\na ") && run.text().contains("run 1, "), "{}", run.text());
        let count = query(&folder, "SELECT count(*) FROM rounds WHERE phase = 'measured'");
        run.stderr_has(&format!("gush: interrupted; {count} rounds are in bench.db, as run 1\n"));
        assert_eq!(query(&folder, "SELECT ended >= started FROM runs"), "1");
        let kept = query(
            &folder,
            "SELECT count(*) >= 2 AND count(*) = max(number) FROM rounds WHERE phase = 'measured'",
        );
        assert_eq!(kept, "1");
    }
}

/// A folder with a C compiler that never ends, and reports it in the file `compiling`.
#[cfg(target_os = "linux")]
fn endless_compiler(folder: &Scratch) -> String {
    use std::os::unix::fs::PermissionsExt as _;
    let mark = folder.path("compiling").display().to_string();
    folder.write(
        "cc",
        format!("#!/bin/sh\n[ \"$1\" = --version ] && exec echo cc 1\n: > {mark}\nsh -c 'sleep 100000; :' {mark}\n"),
    );
    fs::set_permissions(folder.path("cc"), fs::Permissions::from_mode(0o755)).expect("it is ours");
    format!("{}:{}", folder.folder().display(), std::env::var("PATH").unwrap_or_default())
}

#[test]
#[cfg(target_os = "linux")]
fn a_signal_while_something_is_built_ends_the_compiler_and_leaves_no_run() {
    need!("sqlite3");
    let (folder, bin) = (Scratch::new(), Scratch::new());
    let run = gush(&folder, "--only c-printf --db bench.db").env("PATH", endless_compiler(&bin));
    let run = run.env("XDG_CACHE_HOME", folder.path("cache")).spawn();
    wait_until("the compiler", || bin.path("compiling").exists());
    run.signal(Signal::INT);
    let run = run.finish().died_of(Signal::INT).stdout_is("");
    run.stderr_has("gush: interrupted; nothing was measured yet, and nothing is kept\n");
    let mark = bin.path("compiling").display().to_string();
    wait_until("the end of the compiler", || !is_running(&mark));
    assert_eq!(query(&folder, "SELECT count(*) FROM runs"), "0");
    assert_eq!(fs::read_dir(folder.path("cache/gush/ladder")).expect("it was created").count(), 1, "its log");
}

#[test]
fn a_signal_before_the_first_round_leaves_no_run() {
    need!("sqlite3");
    let folder = Scratch::new();
    let run = gush(&folder, "--only own --no-trace --db bench.db --stall-timeout 1000 --rung");
    let run = run.arg("a=sleep 100000").spawn();
    wait_until("the warm-up", || run.errors_so_far().contains("warming up"));
    run.signal(Signal::INT);
    run.finish().died_of(Signal::INT).stderr_has("nothing was measured yet, and nothing is kept\n");
    assert_eq!(query(&folder, "SELECT count(*) FROM runs"), "0");
}

#[test]
#[cfg(target_os = "linux")]
fn a_second_signal_ends_it_at_once() {
    need!("sqlite3");
    let folder = Scratch::new();
    let mark = folder.folder().display().to_string();
    let run = gush(&folder, "--only own --rounds 1000 --seconds 0.05 --no-trace --db bench.db --rung");
    let run = run.arg(format!("a=yes {mark}")).spawn();
    wait_until("the third round", || run.errors_so_far().contains("round 3 of"));
    // Stopped, it finds both signals at once when it goes on.
    run.signal(Signal::STOP);
    run.signal(Signal::INT);
    run.signal(Signal::TERM);
    run.signal(Signal::CONT);
    let run = run.finish();
    assert_eq!(run.text(), "", "there was no time for a table");
    assert!(!run.errors().contains("interrupted"), "{}", run.errors());
    wait_until("the end of its children", || !is_running(&mark));
    assert_eq!(query(&folder, "PRAGMA integrity_check"), "ok");
    assert_eq!(query(&folder, "SELECT ended IS NULL AND count(*) = 1 FROM runs"), "1");
    assert_eq!(query(&folder, "SELECT count(*) >= 2 FROM rounds WHERE phase = 'measured'"), "1");
}

#[test]
#[cfg(target_os = "linux")]
fn being_killed_keeps_all_rounds_but_the_one_in_flight() {
    need!("sqlite3");
    let folder = Scratch::new();
    let mark = folder.folder().display().to_string();
    let run = gush(&folder, "--only own --rounds 1000 --seconds 0.05 --no-trace --db bench.db");
    let run = run.args([
        "--rung",
        &format!("a=yes {mark}"),
        "--rung",
        &format!("b=yes {mark} & yes {mark} & wait"),
    ]);
    let run = run.spawn();
    wait_until("the third round", || run.errors_so_far().contains("round 3 of"));
    run.signal(Signal::KILL);
    run.finish().died_of(Signal::KILL);
    wait_until("the end of its children", || !is_running(&mark));
    assert_eq!(query(&folder, "PRAGMA integrity_check"), "ok");
    assert_eq!(query(&folder, "SELECT ended IS NULL FROM runs"), "1");
    let complete = "SELECT count(*) >= 4 FROM rounds WHERE phase = 'measured'
                 AND EXISTS (SELECT 1 FROM ticks WHERE round = rounds.id AND ticks.bytes >= rounds.bytes)";
    assert_eq!(query(&folder, complete), "1");
}

#[test]
#[cfg(all(target_os = "linux", not(feature = "portable")))]
fn a_pipe_has_the_requested_size() {
    need!("sqlite3", "python3");
    let ask = "p=python3 -c 'import fcntl, sys; sys.exit(str(fcntl.fcntl(1, 1032)))'";
    for (options, bytes) in [("--pipe-size 4K", "4096"), ("--pipe-size 128KiB", "131072"), ("", "65536")] {
        let folder = Scratch::new();
        bench(&folder, options).arg("--no-trace").args(["--rung", ask]).run().code(1);
        let reported = rounds(&folder, "p", "trouble");
        assert_eq!(reported.lines().last(), Some(format!("exit code 1: {bytes}").as_str()));
    }
}

#[test]
fn buffers_of_several_sizes_are_compared_with_published_figures() {
    need!("sqlite3", "cc");
    let folder = Scratch::new();
    let run = gush(&folder, "--buffer-sizes 64..1K --seconds 0.05 --no-trace --db bench.db").run().ok();
    let lines = run.lines();
    assert_eq!(lines[0], "  buffer    published     measured");
    let sizes: Vec<_> =
        lines[1..].iter().map(|line| line.split_whitespace().next().unwrap_or_default()).collect();
    assert_eq!(sizes, ["64", "128", "256", "512", "1024"]);
    assert!(lines[4].starts_with("     512    577 MiB/s  ") && lines[4].ends_with(" MiB/s"), "{}", lines[4]);
    assert_eq!(query(&folder, "SELECT purpose, rounds FROM runs"), "buffer-sizes|3");
    let kept = "SELECT count(*) FROM rounds WHERE phase = 'measured'";
    assert_eq!(query(&folder, kept), "15");
}

#[test]
fn the_list_has_every_rung() {
    let folder = Scratch::new();
    let list = gush(&folder, "--list").run().ok().stderr_is("");
    for rung in ["python-print", "c-splice", "gush-rows", "limit-memset", "nothing"] {
        assert!(list.lines().iter().any(|line| line.starts_with(&format!("{rung} "))), "{rung}");
    }
    let only = gush(&folder, "--list --only limit").run().ok();
    assert!(only.lines()[1..].iter().all(|line| line.starts_with("limit-")), "{}", only.text());
    let json = gush(&folder, "--list --json --only yes,own --rung mine=yes").run().ok();
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!(json[0]["name"], "yes");
    assert_eq!(json[0]["published"][0]["unit"], "bytes");
    assert_eq!((&json[1]["kind"], &json[1]["available"]), (&"own".into(), &true.into()));
    assert_eq!(json.as_array().map(Vec::len), Some(2));
}

#[test]
fn a_dry_run_only_prints() {
    let folder = Scratch::new();
    let run = gush(&folder, "--dry-run --only own --rung a=yes --rung b=yes --rounds 2").run().ok();
    let lines = run.lines();
    assert!(lines[0].starts_with("2 rungs, 2 rounds of 1 s, about "), "{}", lines[0]);
    assert_eq!(lines[1..], ["warming up: a b", "round 1: b a", "round 2: a b"]);
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn an_unusable_database_is_reported_before_anything_runs() {
    let folder = Scratch::new();
    folder.write("other", "this is no database, and it is long enough to be looked at as one");
    let tried = |db: &str| -> Outcome {
        gush(&folder, &format!("--only own --rung a=yes --db {db}")).run().code(1).stdout_is("")
    };
    tried("/no/such/folder/x.db").stderr_has("gush: /no/such/folder/x.db: ");
    tried("other").stderr_is("gush: other: this is not an SQLite database\n");
}

/// Invalid command lines, each with its exact report.
#[test]
fn all_diagnostics_are_reported_at_once_and_exactly() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/bench/diagnostics.txt");
    let table = fs::read_to_string(&path).expect("the table can be read");
    let folder = Scratch::new();
    let record = std::env::var_os("GUSH_RECORD").is_some();
    let mut recorded = String::new();
    let cases: Vec<(&str, &str)> =
        table.split_terminator("$ gush").skip(1).filter_map(|case| case.split_once('\n')).collect();
    for &(command, reported) in &cases {
        let shell = Program::shell(&format!("\"$GUSH\"{command}")).env("GUSH", env!("CARGO_BIN_EXE_gush"));
        let run = shell.within(folder.folder()).run().code(2).stdout_is("");
        recorded += &format!("$ gush{command}\n{}\n", run.errors());
        if !record {
            run.stderr_is(format!("{}\n", reported.trim_end()));
        }
    }
    if record {
        fs::write(&path, recorded).expect("the table can be written");
    }
    assert!(cases.len() >= 12);
    assert_eq!(folder.names(), [""; 0], "nothing was begun");
}

#[test]
#[cfg(target_os = "linux")]
fn the_user_s_python_environment_does_not_reach_the_ladder() {
    need!("sqlite3", "strace", "python3");
    let folder = Scratch::new();
    let run = gush(&folder, "--only python-print --rounds 1 --seconds 0.5 --db bench.db");
    run.env("PYTHONUNBUFFERED", "1").run().ok();
    let blocks = "bytes >= 4096 AND write_calls < bytes / 1000";
    assert_eq!(rounds(&folder, "python-print", blocks).lines().last(), Some("1"));
}

#[test]
fn a_reader_that_leaves_is_no_surprise() {
    let folder = Scratch::new();
    let run = bench(&folder, "-q --no-trace --rung a=yes").stdout_closes_after(0).run();
    run.died_of(Signal::PIPE);
}
