//! Synthetic runs on which the report is tested, in the crate's own tests and from outside.

use gush_store::model::{
    Machine, Phase, Published, Purpose, Record, Round, Run, RungInfo, RungKind, RungRecord, Tick, Unit,
};

const KIB: f64 = 1024.0;
const MIB: f64 = 1024.0 * KIB;
const GIB: f64 = 1024.0 * MIB;

/// One line of the synthetic ladder: name, title, language, step, kind, bytes (or lines, calls) a second, unit, bytes a
/// call, share of its time in its own code, published.
type Line =
    (&'static str, &'static str, &'static str, &'static str, RungKind, f64, Unit, f64, f64, &'static [f64]);

use RungKind::{Gush, Limit, Own, Peer, Program};
use Unit::{Bytes, Calls, Lines};

#[rustfmt::skip]
const LADDER: &[Line] = &[
    ("python-print", "print(\"y\") in a loop", "Python", "1", Program, 9.4 * MIB, Bytes, 8192.0, 0.97, &[6.21 * MIB, 8.69 * MIB]),
    ("go-println", "Println, a line at a time", "Go", "2", Program, 1.45 * MIB, Bytes, 2.0, 0.31, &[1.31 * MIB]),
    ("go-write-2", "write of 2 bytes", "Go", "3", Program, 1.52 * MIB, Bytes, 2.0, 0.25, &[1.30 * MIB]),
    ("c-printf-o3", "printf(\"y\\n\"), compiled with -O3 -march=native", "C", "5", Program, 251.0 * MIB, Bytes, 4096.0, 0.9, &[90.9 * MIB]),
    ("c-printf", "printf(\"y\\n\"), compiled without optimising", "C", "5", Program, 248.0 * MIB, Bytes, 4096.0, 0.9, &[90.5 * MIB]),
    ("c-printf-512", "printf(\"%s\") of 512 bytes", "C", "6", Program, 1.61 * GIB, Bytes, 4096.0, 0.4, &[577.0 * MIB]),
    ("c-printf-1024", "printf(\"%s\") of 1024 bytes", "C", "6", Program, 1.73 * GIB, Bytes, 4096.0, 0.4, &[579.0 * MIB]),
    ("c-printf-2048", "printf(\"%s\") of 2048 bytes", "C", "6", Program, 1.7 * GIB, Bytes, 4096.0, 0.4, &[540.0 * MIB]),
    ("c-printf-4096", "printf(\"%s\") of 4096 bytes", "C", "6", Program, 1.75 * GIB, Bytes, 4096.0, 0.38, &[543.0 * MIB]),
    ("c-printf-8192", "printf(\"%s\") of 8192 bytes", "C", "6", Program, 2.2 * GIB, Bytes, 8192.0, 0.3, &[577.0 * MIB]),
    ("c-printf-16384", "printf(\"%s\") of 16384 bytes", "C", "6", Program, 2.6 * GIB, Bytes, 16384.0, 0.3, &[586.0 * MIB]),
    ("go-println-100", "Println of 100 copies", "Go", "7", Program, 68.0 * MIB, Bytes, 201.0, 0.3, &[89.8 * MIB]),
    ("go-println-100m", "Println of 100,000,000 copies", "Go", "7", Program, 1.1 * GIB, Bytes, 200e6, 0.45, &[1.37 * GIB]),
    ("go-channel-strings", "two goroutines, a channel and a semaphore, strings", "Go", "8", Program, 1.9 * GIB, Bytes, 65536.0, 0.35, &[1.42 * GIB]),
    ("go-channel-bytes", "two goroutines, a channel and a semaphore, bytes", "Go", "8", Program, 2.1 * GIB, Bytes, 65536.0, 0.33, &[1.63 * GIB]),
    ("go-slice", "one big byte slice written again and again", "Go", "9", Program, 2.3 * GIB, Bytes, 1e6, 0.02, &[1.63 * GIB]),
    ("go-buffer", "a growing bytes.Buffer", "Go", "10", Program, 1.2 * GIB, Bytes, 65536.0, 0.5, &[1.28 * GIB]),
    ("go-bufio", "bufio of 8192 in front of a big slice", "Go", "11", Program, 2.2 * GIB, Bytes, 1e6, 0.03, &[1.73 * GIB]),
    ("nim-echo", "echo in a loop", "Nim", "4", Program, 0.0, Bytes, 2.0, 0.5, &[2.84 * MIB]),
    ("nim-writechars", "writeChars of a page-sized buffer", "Nim", "12", Program, 0.0, Bytes, 2.0, 0.5, &[5.11 * GIB]),
    ("c-write-8192", "write of 8 KiB", "C", "14", Program, 2.71 * GIB, Bytes, 8192.0, 0.03, &[2.31 * GIB]),
    ("go-write-8192", "write of 8 KiB", "Go", "14", Program, 2.4 * GIB, Bytes, 8192.0, 0.12, &[2.31 * GIB]),
    ("go-writev", "writev of 1024 vectors over one page", "Go", "15", Program, 3.3 * GIB, Bytes, 4194304.0, 0.02, &[3.71 * GIB]),
    ("yes", "yes as installed", "C", "16", Program, 3.1 * GIB, Bytes, 8192.0, 0.03, &[10.2 * GIB]),
    ("c-splice", "splice at both ends, pinned to one core", "C", "17", Program, 88.0 * GIB, Bytes, 65536.0, 0.04, &[123.0 * GIB]),
    ("gush-write", "gush yes: plain writes", "Rust", "21", Gush, 3.4 * GIB, Bytes, 65536.0, 0.01, &[]),
    ("gush-vmsplice", "gush yes: vmsplice of its own memory", "Rust", "21", Gush, 21.0 * GIB, Bytes, 131072.0, 0.02, &[]),
    ("gush-tee-pages", "gush yes: tee of pages", "Rust", "21", Gush, 29.0 * GIB, Bytes, 262144.0, 0.02, &[]),
    ("gush-tee-sockets", "gush yes: tee of 32 KiB buffers", "Rust", "21", Gush, 131.0 * GIB, Bytes, 2097152.0, 0.02, &[]),
    ("busybox-yes", "yes of BusyBox", "C", "", Peer, 240.0 * MIB, Bytes, 4096.0, 0.88, &[]),
    ("mine", "./my-generator --all <fast> & \"loud\"", "", "", Own, 512.0 * MIB, Bytes, 32768.0, 0.7, &[]),
    ("fakedata-buffered", "fakedata noun, with a buffer", "Go", "18", Program, 11.4e6, Lines, 4096.0, 0.92, &[12e6]),
    ("go-println-yes", "Println(\"yes\") 10 million times", "Go", "19", Program, 1.31e6, Lines, 4.0, 0.3, &[1.58e6]),
    ("yes-pv", "yes read by pv -l", "C", "20", Program, 0.0, Lines, 8192.0, 0.1, &[80e6]),
    ("gush-rows", "gush rows -S noun", "Rust", "22", Gush, 612e6, Lines, 262144.0, 0.93, &[]),
    ("gush-rows-csv", "gush rows -f csv of five columns", "Rust", "22", Gush, 41e6, Lines, 262144.0, 0.97, &[]),
    ("limit-memset", "filling a buffer of 256 KiB", "Rust", "L1", Limit, 61.0 * GIB, Bytes, 0.0, 1.0, &[]),
    ("limit-memcpy", "copying a buffer of 256 KiB", "Rust", "L1", Limit, 34.0 * GIB, Bytes, 0.0, 1.0, &[]),
    ("limit-drain", "the drain, from a pipe that is refilled by reference", "Rust", "", Limit, 163.0 * GIB, Bytes, 0.0, 0.1, &[]),
    ("limit-syscall", "an empty system call", "Rust", "L2", Limit, 9.4e6, Calls, 0.0, 0.4, &[]),
];

/// A share of one: the first of the stream of draws that these two name.
fn luck(what: &str, at: u64) -> f64 {
    let seed = what.bytes().fold(at, |seed, byte| seed.wrapping_mul(0x100_0000_01b3) ^ u64::from(byte));
    fastrand::Rng::with_seed(seed).f64()
}

fn machine() -> Machine {
    Machine {
        cpu: "Example 9000 <fast & cool>".into(),
        cores: 4,
        memory: Some(16 << 30),
        kernel: "Linux 6.18.5".into(),
        system: Some("Debian GNU/Linux 12 (bookworm)".into()),
        pipe_max_size: Some(1 << 20),
        pipe_user_pages_soft: Some(16384),
        mitigations: Some("meltdown: Not affected\nspectre_v2: Mitigation; Enhanced IBRS".into()),
        governor: Some("performance".into()),
        virtualization: Some("kvm".into()),
    }
}

/// A rate with so much noise; the third round of one rung in seven is disturbed.
fn round_rate(line: &Line, speed: f64, number: u64) -> f64 {
    let noise = if line.0 == "go-buffer" { 0.35 } else { 0.015 };
    let rate = line.5 * speed * (1.0 + noise * (luck(line.0, number) - 0.5) * 2.0);
    if line.0 == "c-write-8192" && number == 3 { rate * 0.7 } else { rate }
}

fn round(line: &Line, rate: f64, number: u64, seconds: f64) -> (Round, Vec<Tick>) {
    let count = |rate: f64| (rate * seconds) as u64;
    let (bytes, lines, calls) = match line.6 {
        Bytes => (count(rate), None, None),
        Lines => (count(rate * 8.0), Some(count(rate)), None),
        Calls => (0, None, Some(count(rate))),
    };
    let cpu = (line.4 != Limit).then_some(0.95 * seconds);
    let ticks = (1..=10u64).map(|at| {
        let share = at as f64 / 10.0;
        let wave = 1.0 + 0.04 * (share * 9.0 + number as f64).sin() * (1.0 - share);
        Tick {
            // Rounds end a little late, as real ones do.
            elapsed: seconds * share * (1.0 + 0.012 * number as f64),
            bytes: (bytes as f64 * share * wave) as u64,
            lines: lines.map(|lines| (lines as f64 * share * wave) as u64),
        }
    });
    let ticks = if line.6 == Calls { Vec::new() } else { ticks.collect() };
    let measured = Round {
        phase: Phase::Measured,
        number,
        started: 1_795_252_320.0 + number as f64 * 60.0,
        wall: seconds,
        bytes,
        lines,
        calls_made: calls,
        first_byte: cpu.map(|_| 0.0011 + 0.001 * luck(line.0, 99)),
        user: cpu.map(|cpu| cpu * line.8),
        system: cpu.map(|cpu| cpu * (1.0 - line.8)),
        drain_cpu: Some(0.2),
        peak_memory: cpu.map(|_| 1_700_000 + (luck(line.0, 98) * 3e6) as u64),
        voluntary_switches: cpu.map(|_| 812),
        involuntary_switches: cpu.map(|_| 9),
        ..Round::default()
    };
    (measured, ticks)
}

/// What takes the bytes of a rung, where the run has the drain `splice`.
fn drain(name: &str, unit: Unit) -> &'static str {
    match unit {
        Lines if name == "yes-pv" => "pv",
        Lines => "lines",
        Bytes | Calls => "splice",
    }
}

fn rung(line: &Line, speed: f64, rounds: u64) -> RungRecord {
    let (name, title, language, step, kind, rate, unit, per_call, _, published) = *line;
    let not_run = |what: &str| (rate == 0.0).then(|| format!("needs {what} (apt install {what})"));
    let published = published.iter().map(|&value| Published { value, unit, note: None });
    let info = RungInfo {
        name: name.into(),
        title: title.into(),
        step: Some(step.to_owned()).filter(|step| !step.is_empty()),
        language: language.into(),
        kind,
        command: if name == "mine" { title.into() } else { format!("~/.cache/gush/ladder/{name}") },
        version: Some(language)
            .filter(|language| !language.is_empty())
            .map(|language| format!("{language} 1.2.3")),
        unit,
        drain: (kind != Limit || name == "limit-drain").then(|| drain(name, unit).to_owned()),
        published: published.collect(),
        not_run: not_run(if name == "yes-pv" { "pv" } else { "nim" }),
    };
    if info.not_run.is_some() {
        return RungRecord { rung: info, rounds: Vec::new() };
    }
    let mut all: Vec<_> =
        (1..=rounds).map(|number| round(line, round_rate(line, speed, number), number, 1.0)).collect();
    if let (false, Some((warm, ticks))) = (kind == Limit, all.first().cloned()) {
        all.insert(0, (Round { phase: Phase::WarmUp, ..warm.clone() }, ticks));
        let calls = (warm.bytes as f64 / per_call) as u64;
        let traced =
            Round { phase: Phase::Traced, write_calls: Some(calls), system_calls: Some(calls + 40), ..warm };
        all.push((traced, Vec::new()));
    }
    RungRecord { rung: info, rounds: all }
}

fn run(purpose: Purpose, rounds: u64) -> Run {
    Run {
        purpose,
        started: 1_795_252_320.0,
        ended: Some(1_795_252_920.0),
        command: "gush bench --rung 'mine=./my-generator --all <fast> & \"loud\"'".into(),
        version: "0.1.0".into(),
        drain: Some("splice".into()),
        seconds: Some(1.0),
        rounds: Some(rounds),
        load: Some(0.42),
        grouped_as: None,
    }
}

/// A ladder with most rungs climbed: seven rounds, one rung too noisy, one outlier, three rungs not run.
pub fn ladder() -> Record {
    ladder_at(1.0)
}

/// The same on a day when programs (not limits) were `speed` times as fast.
pub fn ladder_at(speed: f64) -> Record {
    let rungs = LADDER.iter().map(|line| rung(line, if line.4 == Limit { 1.0 } else { speed }, 7));
    Record { id: 1, run: run(Purpose::Bench, 7), machine: Some(machine()), rungs: rungs.collect() }
}

/// A run over buffer sizes, three rounds each.
pub fn buffers() -> Record {
    let lines = LADDER.iter().filter(|line| line.0.starts_with("c-printf-") && line.0 != "c-printf-o3");
    let rungs = lines.map(|line| rung(line, 1.0, 3)).collect();
    Record { id: 2, run: run(Purpose::BufferSizes, 3), machine: Some(machine()), rungs }
}
