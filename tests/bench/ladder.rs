//! The ladder itself: each rung that can run here writes its declared output, with its declared calls, and ends when its
//! reader does. One that cannot run reports why.

use gush_lab::ladder::{Builder, Output, Ready, Recipe, Rows, Rung, known_peers, rungs};
use gush_store::model::RungKind;
use gush_testkit::{End, Program, Scratch, Signal, first_difference, need};
use std::sync::{Mutex, PoisonError};

const MIB: usize = 1 << 20;

/// Whether gush was built with the portable backend, which has plain writes only.
const PORTABLE: bool = cfg!(any(feature = "portable", not(target_os = "linux")));

/// A builder that keeps what it builds from one run of the tests to the next, and fetches nothing.
fn builder() -> Builder {
    let kept = env!("CARGO_TARGET_TMPDIR");
    Builder::new(kept).with_gush(env!("CARGO_BIN_EXE_gush")).without_network()
}

/// One builds at a time: tests that share a rung need not build it twice.
static BUILDING: Mutex<()> = Mutex::new(());

/// The program of a rung; reports why where it cannot run.
fn program(rung: &Rung) -> Option<(Program, Vec<String>)> {
    let building = BUILDING.lock().unwrap_or_else(PoisonError::into_inner);
    let prepared = builder().prepare(rung, &mut |_| ());
    drop(building);
    match prepared {
        Ok(Ready::Child { argv, env, .. }) => {
            let mut arguments: Vec<String> =
                env.iter().map(|(name, value)| format!("--env={name}={value}")).collect();
            arguments.extend(
                argv.iter()
                    .map(|argument| argument.to_str().expect("the arguments of a rung are text").into()),
            );
            let program = Program::new(&argv[0]).args(&argv[1..]);
            Some((env.iter().fold(program, |program, (name, value)| program.env(name, value)), arguments))
        }
        Ok(Ready::Limit(_)) => None,
        Err(why) => {
            need::not_run(&format!("{}: {why}", rung.name()));
            None
        }
    }
}

/// Checks the first MiB of what a rung writes, and how it ends when that is all that is read.
#[track_caller]
fn writes_its_declared_output(rung: &Rung) {
    let Some((program, _)) = program(rung) else { return };
    let run = program.stdout_closes_after(MIB).run();
    let name = rung.name();
    match &rung.output {
        Output::Repeated(text) => {
            let expected = text.repeat(MIB / text.len() + 1);
            if let Some(difference) = first_difference(&run.stdout, &expected[..MIB]) {
                panic!("{name}: {difference}");
            }
        }
        Output::Rows(rows) => are_rows(name, *rows, &run.stdout),
        Output::Nothing => return drop(run.ok().silent().stdout_is("")),
        Output::Any => panic!("{name}: its output is not declared"),
    }
    assert!(run.end == End::by(Signal::PIPE) || run.end == End::Code(1), "{name}: {}", run.end);
    run.silent();
}

/// The text must be complete lines of a kind, up to where it was cut.
#[track_caller]
fn are_rows(name: &str, rows: Rows, text: &[u8]) {
    assert_eq!(text.len(), MIB, "{name}: too little came");
    let text = std::str::from_utf8(text).expect("rows of these kinds are ASCII");
    let (complete, _cut) = text.rsplit_once('\n').expect("a MiB has more than one row");
    for (at, line) in complete.lines().enumerate() {
        let is_right = match rows {
            Rows::Words => !line.is_empty() && line.chars().all(|c| c.is_alphabetic() || " -'".contains(c)),
            Rows::Numbers => line == (at + 1).to_string(),
            Rows::Csv => csv::ReaderBuilder::new()
                .has_headers(false)
                .from_reader(line.as_bytes())
                .into_records()
                .all(|record| record.is_ok_and(|record| record.len() == 5)),
            Rows::Ndjson => serde_json::from_str::<serde_json::Value>(line)
                .is_ok_and(|row| row.as_object().is_some_and(|row| row.len() == 5)),
            // INSERT INTO … VALUES and a thousand rows, the last of which ends the statement.
            Rows::Sql if at % 1001 == 0 => line.starts_with("INSERT INTO"),
            Rows::Sql if at % 1001 == 1000 => line.ends_with(");"),
            Rows::Sql => line.starts_with('(') && line.ends_with("),"),
        };
        assert!(is_right, "{name}: line {}: {line}", at + 1);
    }
}

#[track_caller]
fn in_language(language: &str) -> Vec<Rung> {
    let found: Vec<Rung> = rungs().into_iter().filter(|rung| rung.info.language == language).collect();
    assert!(!found.is_empty(), "the ladder has rungs in {language}");
    found
}

#[test]
fn rungs_of_go_write_their_declared_output() {
    in_language("Go").iter().for_each(writes_its_declared_output);
}

#[test]
fn rungs_of_c_write_their_declared_output() {
    in_language("C").iter().for_each(writes_its_declared_output);
}

#[test]
fn rungs_of_nim_write_their_declared_output() {
    in_language("Nim").iter().for_each(writes_its_declared_output);
}

#[test]
fn all_other_rungs_write_their_declared_output() {
    let others =
        rungs().into_iter().filter(|rung| !["Go", "C", "Nim"].contains(&rung.info.language.as_str()));
    let others: Vec<Rung> = others.collect();
    assert!(others.iter().any(|rung| rung.name() == "python-print"));
    others.iter().for_each(writes_its_declared_output);
}

/// A peer that `script/bootstrap test` has installed for the tests, where they find it.
fn found(mut peer: Rung) -> Rung {
    if let Recipe::Command { argv, .. } = &mut peer.recipe
        && let Ok(own) = need::cargo_tool(&argv[0])
    {
        argv[0] = own.to_str().expect("the path of a tool is text").to_owned();
    }
    peer
}

#[test]
fn peers_write_their_declared_output() {
    for peer in &known_peers().into_iter().map(found).collect::<Vec<_>>() {
        let Some((program, _)) = program(peer) else { continue };
        let run = program.stdout_closes_after(MIB).run();
        match &peer.output {
            Output::Repeated(text) => {
                assert_eq!(
                    first_difference(&run.stdout, &text.repeat(MIB / text.len())),
                    None,
                    "{}",
                    peer.name()
                );
            }
            Output::Rows(rows) => are_rows(peer.name(), *rows, &run.stdout),
            Output::Nothing | Output::Any => panic!("{}: its output is not declared", peer.name()),
        }
    }
}

/// The sizes of the calls by which a command brings its first bytes to standard output, each with the call's name.
#[track_caller]
fn calls(arguments: &[String], bytes: usize) -> Vec<(String, u64)> {
    let scratch = Scratch::new();
    let log = scratch.path("calls");
    let traced = "trace=write,writev,vmsplice,splice,tee";
    let strace =
        Program::new("strace").args(["-f", "-qq", "-e", traced, "-e", "signal=none", "-o"]).arg(&log);
    let environment = arguments.iter().take_while(|argument| argument.starts_with("--env=")).count();
    let (env, arguments) = arguments.split_at(environment);
    let env = env.iter().flat_map(|argument| ["-E", &argument["--env=".len()..]]);
    strace.args(env).args(arguments).pipe_into(&format!("head -c {bytes} > /dev/null")).consumer.ok();
    let log = String::from_utf8(scratch.read("calls")).expect("strace writes text");
    output_calls(&log)
}

/// The calls in a log of strace that wrote to descriptor 1. A call that another thread's line parts
/// begins in one line and ends in another.
fn output_calls(log: &str) -> Vec<(String, u64)> {
    let mut calls = Vec::new();
    let mut begun = std::collections::HashMap::new();
    for line in log.lines() {
        let Some((process, record)) = line.split_once(' ') else { continue };
        let record = record.trim_start();
        if !record.starts_with("<...") {
            let Some((name, args)) = record.split_once('(') else { continue };
            let to = if name == "splice" || name == "tee" { 2 } else { 0 };
            let to = if name == "tee" { 1 } else { to };
            begun.insert(process, (name, args.split(", ").nth(to) == Some("1")));
        }
        let result = record.rsplit_once(" = ").and_then(|(_, result)| result.parse::<u64>().ok());
        if let (Some(result), Some((name, true))) = (result.filter(|&result| result > 0), begun.get(process))
        {
            calls.push(((*name).to_owned(), result));
        }
    }
    calls
}

/// The sizes of the blocks of at most `block` bytes that the calls brought. Signals of Go's runtime cut a call short that
/// takes its time, and the program writes the rest by the next one: together they are one block.
fn joined(calls: &[(String, u64)], block: u64) -> Vec<u64> {
    let mut blocks = Vec::new();
    let mut begun = 0;
    for (_, size) in calls {
        begun += size;
        if begun >= block {
            blocks.push(std::mem::take(&mut begun));
        }
    }
    blocks.extend((begun > 0).then_some(begun));
    blocks
}

fn is_large(call: u64) -> bool {
    call > MIB as u64
}

#[test]
fn each_rung_writes_with_its_declared_calls() {
    need!("strace");
    for rung in rungs() {
        let Some((call, (_, arguments))) = rung.call.zip(program(&rung)) else { continue };
        let all = calls(
            &arguments,
            usize::try_from(call).expect("a call fits the memory") * if is_large(call) { 4 } else { 64 },
        );
        // The leaving reader cuts the last call short.
        let are_right = match is_large(call) {
            true => {
                let blocks = joined(&all, call);
                let complete = blocks.iter().filter(|&&size| size == call).count();
                complete >= 2 && complete + 1 >= blocks.len() && all.len() <= 4 * blocks.len()
            }
            false => {
                let complete = all.iter().filter(|(_, size)| *size == call).count();
                complete >= 2 && complete * 10 >= all.len() * 9
            }
        };
        assert!(are_right, "{}: not {call} bytes a call: {all:?}", rung.name());
    }
}

#[test]
fn stdio_gathers_lines_into_blocks() {
    need!("strace");
    for name in [
        "c-printf",
        "c-printf-o3",
        "c-printf-checked",
        "c-printf-512",
        "c-printf-16384",
        "nim-writechars",
        "python-print",
    ] {
        let rung = rungs().into_iter().find(|rung| rung.name() == name).unwrap();
        let Some((_, arguments)) = program(&rung) else { continue };
        let all = calls(&arguments, MIB);
        let bytes: u64 = all.iter().map(|(_, size)| size).sum();
        assert!(bytes / all.len() as u64 >= 1024, "{name}: {all:?}");
    }
}

#[test]
fn pages_passed_by_reference_are_not_written() {
    need!("strace");
    for (name, call) in [
        ("c-splice", "vmsplice"),
        ("gush-write", "write"),
        ("gush-vmsplice", "vmsplice"),
        // The copied references go by way of a broker pipe.
        ("gush-tee-pages", "splice"),
        ("gush-tee-sockets", "splice"),
    ] {
        let rung = rungs().into_iter().find(|rung| rung.name() == name).unwrap();
        if PORTABLE && rung.info.kind == RungKind::Gush {
            continue;
        }
        let Some((_, arguments)) = program(&rung) else { continue };
        let all = calls(&arguments, 4 * MIB);
        let meant: u64 = all.iter().filter(|(name, _)| name == call).map(|(_, size)| size).sum();
        assert!(meant >= 3 * MIB as u64, "{name}: {all:?}");
    }
}

/// The published program is a puts, as compilers see that the result is unused; the one that is tested stays a printf.
#[test]
fn a_printf_whose_result_is_ignored_is_a_puts() {
    need!("gcc");
    let compiler = Program::new("cc").arg("--version").run();
    if !compiler.text().contains("Free Software Foundation") {
        return need::not_run("cc is not gcc");
    }
    for (name, called, other) in [
        ("c-printf", "puts", "printf"),
        ("c-printf-o3", "puts", "printf"),
        ("c-printf-checked", "printf", "puts"),
    ] {
        let rung = rungs().into_iter().find(|rung| rung.name() == name).unwrap();
        let Some((_, arguments)) = program(&rung) else { continue };
        let built = std::fs::read(&arguments[0]).expect("a program that was built can be read");
        // The name of a function of another library is in the string table, between zeros.
        let imports = |name: &str| {
            let text = [b"\0", name.as_bytes(), b"\0"].concat();
            built.windows(text.len()).any(|part| part == text)
        };
        assert!(imports(called) && !imports(other), "{name} does not call {called}");
    }
}

/// The parent of gush may ignore SIGPIPE, and a program that then does not check its writes would run
/// forever.
#[test]
fn every_program_of_the_ladder_ends_when_its_reader_leaves_also_where_sigpipe_is_ignored() {
    for rung in rungs().iter().filter(|rung| matches!(rung.recipe, Recipe::Program { .. })) {
        let Some((program, _)) = program(rung) else { continue };
        let run = program.sigpipe_ignored().stdout_closes_after(MIB).run();
        assert!(run.end == End::by(Signal::PIPE) || run.end == End::Code(1), "{}: {}", rung.name(), run.end);
    }
}

#[test]
fn ten_million_lines_are_ten_million() {
    let rung = rungs().into_iter().find(|rung| rung.name() == "go-println-yes").unwrap();
    let Some((program, _)) = program(&rung) else { return };
    program.pipe_into("wc -l").ok().stdout_is("10000000\n");
}

#[test]
fn every_strategy_of_gush_is_a_rung() {
    let all = rungs();
    let is_there = |name: &str| {
        let is_it =
            |rung: &Rung| matches!(&rung.recipe, Recipe::Gush { strategy: Some(own), .. } if own == name);
        all.iter().any(is_it)
    };
    for strategy in gush_pipe::strategy::STRATEGIES {
        assert!(is_there(strategy.name()), "{} is no rung", strategy.name());
    }
}
