//! `--record`: every tick in the database, whatever else goes on with it.

use std::io::{PipeWriter, Write};
use std::path::Path;

use gush_testkit::{Fault, Program, Running, Scratch, Signal, Stream, need, wait_until};

use crate::meter::{meter, script};

/// The result of a query on a database.
pub fn query(file: &Path, query: &str) -> String {
    let run = Program::new("/usr/bin/env").arg("sqlite3").arg(file).arg(query).run().ok();
    run.text().trim_end().to_owned()
}

/// All recordings: name, unit, size, totals of the round and of its last tick, number of ticks, whether it has ended.
const RECORDINGS: &str =
    "SELECT name, rungs.unit, size, rounds.bytes, rounds.lines, max(ticks.bytes), count(ticks.bytes),
    ended >= runs.started FROM runs JOIN rungs ON run = runs.id JOIN rounds ON rung = rungs.id
    LEFT JOIN ticks ON round = rounds.id WHERE purpose = 'meter' GROUP BY runs.id";

/// Another program that has the database for itself, until it is let go.
struct Lock {
    holder: Running,
    commands: PipeWriter,
}

impl Lock {
    fn take(file: &Path, how: &str) -> Lock {
        let (reader, mut commands) = std::io::pipe().expect("a pipe can be created");
        let sign = file.with_extension("locked");
        let holder =
            Program::new("/usr/bin/env").arg("sqlite3").arg("-bail").arg(file).stdin_fd(reader.into());
        let holder = holder.spawn();
        let text = format!(".timeout 30000\nBEGIN {how};\n.shell touch '{}'\n", sign.display());
        commands.write_all(text.as_bytes()).expect("sqlite3 reads");
        wait_until("a lock", || sign.exists());
        Lock { holder, commands }
    }

    fn release(self) {
        drop(self.commands);
        self.holder.finish().ok();
    }
}

#[test]
fn a_recording_is_a_run_of_one_rung_and_one_round() {
    need!("sqlite3");
    let scratch = Scratch::new();
    let file = scratch.path("ticks.db");
    meter("-q -l -s 7 -N one --record").arg(&file).stdin("a\nb\n").run().ok().silent();
    meter("-q --record").arg(&file).stdin("abc").run().ok().silent();
    assert_eq!(query(&file, RECORDINGS), "one|lines|7|4|2|4|1|1\n|bytes||3||3|1|1");
    let command = query(&file, "SELECT DISTINCT command FROM runs UNION SELECT DISTINCT command FROM rungs");
    let args = format!("--record {}", file.display());
    assert_eq!(
        command,
        format!("gush meter -q --record {0}\ngush meter -q -l -s 7 -N one {args}", file.display())
    );
    assert_eq!(
        query(&file, "PRAGMA integrity_check; SELECT count(*) FROM pragma_foreign_key_check"),
        "ok\n0"
    );
    assert_eq!(scratch.names(), ["ticks.db"]);
}

#[test]
fn meters_of_one_pipeline_share_a_file() {
    need!("sqlite3");
    let scratch = Scratch::new();
    let gush = env!("CARGO_BIN_EXE_gush");
    let text = "seq 1000 | pv -q -l -N in --record t.db | cat | pv -q -N out --record t.db | wc -l";
    let pipeline = script(&format!("{gush} meter"), text);
    let run = Program::new("bash").args(["-c", &pipeline]).within(scratch.folder()).run().ok();
    assert_eq!(run.text().trim(), "1000");
    let found = query(&scratch.path("t.db"), &format!("{RECORDINGS} ORDER BY name"));
    assert_eq!(found, "in|lines||3893|1000|3893|1|1\nout|bytes||3893||3893|1|1");
}

/// The end is a moment of this day, and all of one group have its name.
#[test]
fn a_recording_has_its_end_and_its_group() {
    need!("sqlite3");
    let scratch = Scratch::new();
    let file = scratch.path("t.db");
    meter("-q --group").arg("a pipeline").arg("--record").arg(&file).stdin("a").run().ok().silent();
    meter("-q --record").arg(&file).stdin("a").run().ok().silent();
    let ends = "SELECT coalesce(grouped_as, '-'), ended - started BETWEEN 0 AND 1000,
                abs(ended - strftime('%s', 'now')) < 1000 FROM runs ORDER BY id";
    assert_eq!(query(&file, ends), "a pipeline|1|1\n-|1|1");
    let run = meter("--group x").stdin("a").run().code(64).stdout_is("");
    run.stderr_has("this is for recordings; --record FILE makes one");
    meter("--record x --group").arg(" ").run().code(64).stderr_has("a group needs a name");
}

#[test]
fn an_unusable_database_is_reported_before_a_byte_passes() {
    let scratch = Scratch::new();
    let text = scratch.write("text", "a line\n");
    let run = meter("-q --record").arg(&text).stdin("a").run().code(2).stdout_is("");
    run.stderr_is(format!(
        "gush meter: {}: the recording cannot be written: this is not an SQLite database\n",
        text.display()
    ));
    let run = meter("-q --record /nonexistent/x").run().code(2);
    run.stderr_is("gush meter: /nonexistent/x: the recording cannot be written: No such file or directory\n");
    assert_eq!(scratch.read("text"), b"a line\n");
}

#[test]
fn a_database_that_stays_locked_holds_nothing_up() {
    need!("sqlite3");
    let scratch = Scratch::new();
    let file = scratch.path("ticks.db");
    meter("-q -N first --record").arg(&file).stdin("a").run().ok();
    let lock = Lock::take(&file, "EXCLUSIVE");
    let run = meter("-n -b -i 600 -N second --record").arg(&file).stdin("abc").run().ok().stdout_is("abc");
    let message = "the database is locked by another program";
    run.stderr_is(format!("3\nthe recording ends here: {}: {message}\n", file.display()));
    lock.release();
    assert_eq!(query(&file, RECORDINGS), "first|bytes||1||1|1|1");
}

#[test]
fn ticks_wait_until_a_lock_is_gone() {
    need!("sqlite3");
    let scratch = Scratch::new();
    let file = scratch.path("ticks.db");
    let (reader, mut input) = std::io::pipe().expect("a pipe can be created");
    let running = meter("-n -b -i 0.1 --record").arg(&file).stdin_fd(reader.into()).spawn();
    input.write_all(b"abc").expect("the meter reads");
    let ticks = || running.errors_so_far().lines().count();
    wait_until("a tick", || ticks() > 0);
    let lock = Lock::take(&file, "IMMEDIATE");
    let before = ticks();
    wait_until("ticks all the same", || ticks() > before + 5);
    let recorded = query(&file, "SELECT count(*) FROM ticks");
    lock.release();
    input.write_all(b"de").expect("the meter reads");
    drop(input);
    let run = running.finish().ok();
    let shown = run.errors().lines().count();
    assert!(recorded.parse::<usize>().expect("a number") < shown);
    let all = format!("|bytes||5||5|{shown}|1");
    assert_eq!(query(&file, RECORDINGS), all);
}

#[test]
fn a_signal_leaves_a_complete_recording() {
    need!("sqlite3");
    let scratch = Scratch::new();
    let file = scratch.path("ticks.db");
    for signal in [Signal::TERM, Signal::INT, Signal::HUP] {
        let (reader, mut input) = std::io::pipe().expect("a pipe can be created");
        let running = meter("-q -i 600 --record").arg(&file).stdin_fd(reader.into()).spawn();
        input.write_all(b"abcd").expect("the meter reads");
        running.wait_for_output(4);
        running.signal(signal);
        running.finish().code(32);
    }
    assert_eq!(query(&file, RECORDINGS), ["|bytes||4||4|1|1"; 3].join("\n"));
}

#[test]
fn a_killed_meter_leaves_the_ticks_so_far() {
    need!("sqlite3");
    let scratch = Scratch::new();
    let file = scratch.path("ticks.db");
    let (reader, mut input) = std::io::pipe().expect("a pipe can be created");
    let running = meter("-n -b -i 0.1 --record").arg(&file).stdin_fd(reader.into()).spawn();
    input.write_all(b"abc").expect("the meter reads");
    wait_until("ticks", || running.errors_so_far().lines().count() > 5);
    let seen: usize = query(&file, "SELECT count(*) FROM ticks").parse().expect("a number");
    running.signal(Signal::KILL);
    running.finish().died_of(Signal::KILL);
    let ended = "SELECT count(*), ended FROM runs JOIN rungs ON run = runs.id JOIN rounds ON rung = rungs.id JOIN ticks ON round = rounds.id";
    let found = query(&file, &format!("{ended}; PRAGMA integrity_check"));
    let count = found.strip_suffix("|\nok").unwrap_or_else(|| panic!("{found}"));
    assert!(count.parse::<usize>().is_ok_and(|count| count >= seen && count >= 4), "{count} of {seen}");
    meter("-q -N next --record").arg(&file).stdin("a").run().ok().silent();
    assert!(query(&file, RECORDINGS).ends_with("\nnext|bytes||1||1|1|1"));
}

#[test]
fn a_full_disk_ends_the_recording_and_nothing_else() {
    need!("sqlite3", "strace");
    let scratch = Scratch::new();
    let file = scratch.path("ticks.db");
    meter("-q -N first --record").arg(&file).stdin("a").run().ok();
    let (reader, mut input) = std::io::pipe().expect("a pipe can be created");
    // Some fifty writes open the file; what does not fit is a tick.
    let full = Fault::on("pwrite64").error("ENOSPC").from(60);
    let running =
        meter("-n -b -i 0.1 -N second --record").arg(&file).stdin_fd(reader.into()).fault(full).spawn();
    let message = format!("the recording ends here: {}: the disk is full\n", file.display());
    wait_until("a full disk", || running.errors_so_far().contains(&message) || running.is_over());
    input.write_all(b"abc").expect("the meter reads");
    drop(input);
    let run = running.finish().ok().stdout_is("abc");
    assert_eq!(run.errors().matches("the recording").count(), 1);
    assert!(run.errors().ends_with("\n3\n"), "{}", run.errors());
    assert_eq!(query(&file, "PRAGMA integrity_check"), "ok");
    assert_eq!(query(&file, &format!("{RECORDINGS} LIMIT 1")), "first|bytes||1||1|1|1");
}

/// However soon the end comes after the first byte, and without any byte.
#[test]
fn a_wait_for_the_first_byte_costs_no_last_tick() {
    need!("sqlite3");
    let scratch = Scratch::new();
    let file = scratch.path("ticks.db");
    let tick = |count| format!("\"bytes\":{count},");
    for (input, count) in [("abc", 3), ("", 0)] {
        let run = meter("-W --json -i 600 --record").arg(&file).stdin(input).run().ok().stdout_is(input);
        assert!(run.errors().contains(&tick(count)), "{}", run.errors());
        assert!(run.errors().ends_with("\"finished\":true}\n"), "{}", run.errors());
        assert_eq!(run.errors().lines().count(), 1, "{}", run.errors());
    }
    // The output fails with the first byte, or a signal comes before it.
    if need::tool("/dev/full").is_ok() {
        let program = meter("-W --json -i 600 --record").arg(&file).stdin("abc").stdout(Stream::Full);
        let run = program.run().code(16);
        assert!(run.errors().contains(&tick(0)), "{}", run.errors());
    }
    let id = scratch.path("id");
    let running = meter("-W --json -i 600 --record").arg(&file).arg("-P").arg(&id).stdin_open().spawn();
    wait_until("a process id", || id.exists());
    running.signal(Signal::TERM);
    let run = running.finish().code(32);
    assert!(run.errors().contains(&tick(0)), "{}", run.errors());
    let ends = "SELECT bytes FROM ticks ORDER BY rowid";
    assert_eq!(query(&file, ends), "3\n0\n0\n0");
}
