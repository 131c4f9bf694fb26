//! Random command lines, schema files, expressions and templates: each is refused before a byte is written, or makes rows.
//!
//! `GUSH_RANDOM_RUNS=100000 GUSH_RANDOM_SEED=5 cargo test -p gush --test all limits::random` runs more of them, and others.

use std::env;
use std::fmt::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use super::inputs;
use crate::limits::limited;
use crate::{grammar, pieces};
use gush_testkit::{End, Scratch, Signal};

/// The default number of runs.
const RUNS: u64 = 2000;
/// A run has no more address space, in MiB, and no more seconds of a core.
const MEMORY: u64 = 1024;
const SECONDS: u64 = 20;
/// More output than this is not read: the reader leaves.
const OUTPUT: usize = 1 << 20;
const FORMATS: [&str; 12] = [
    "column",
    "csv",
    "tsv",
    "ndjson",
    "json",
    "sql",
    "copy",
    "parquet",
    "arrow",
    "avro",
    "raw",
    "csv --dirty-log d.csv",
];

/// `SplitMix64` (Steele and others, 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    }

    fn below(&mut self, count: u64) -> u64 {
        self.next() % count
    }

    fn bytes(&mut self, most: u64) -> Vec<u8> {
        (0..self.below(most)).map(|_| self.next() as u8).collect()
    }
}

fn number(name: &str, usual: u64) -> u64 {
    env::var(name).map_or(usual, |text| text.parse().expect("a number"))
}

/// The arguments of a run. A schema file or a template of it is written to the folder.
fn arguments(random: &mut Random, scratch: &Scratch) -> Vec<String> {
    let mut args = vec!["rows".to_owned(), "--seed".into(), random.below(9).to_string()];
    let rows = [0, 1, 3, 20, 300][random.below(5) as usize];
    let format = FORMATS[random.below(FORMATS.len() as u64) as usize];
    match random.below(10) {
        0..=4 => {
            args.extend(format!("-l {rows} -f {format}").split(' ').map(String::from));
            args.extend(inputs::columns(&random.bytes(120)));
        }
        5 | 6 => {
            args.extend(format!("-l {rows} -f {format}").split(' ').map(String::from));
            args.extend(inputs::expression(&random.bytes(200)));
        }
        7 | 8 => {
            scratch.write("s.toml", inputs::schema_file(&random.bytes(300)));
            let to = [
                "-f ndjson",
                "-f sql",
                "-o out/ -f csv",
                "-o out/ -f parquet",
                "--profile",
                "-f csv --table t0",
            ];
            let to = to[random.below(6) as usize];
            args.extend(format!("--schema s.toml {to}").split(' ').map(String::from));
        }
        _ => {
            let functions: Vec<&str> = gush_template::functions().map(|function| function.name).collect();
            let template = match random.below(2) {
                0 => grammar::template(&random.bytes(300), grammar::Draws::Random),
                _ => pieces::pieces(&random.bytes(60), &functions),
            };
            scratch.write("t.tmpl", template);
            args.extend(format!("-l {rows} --template t.tmpl").split(' ').map(String::from));
        }
    }
    // An argument cannot have this.
    args.iter().map(|arg| arg.replace('\0', "")).collect()
}

/// What is wrong with how a run ended.
fn fault(end: End, stdout: &[u8], stderr: &[u8]) -> Option<String> {
    let message = || String::from_utf8_lossy(stderr).chars().take(600).collect::<String>();
    match end {
        // The reader had enough.
        End::Code(0 | 1) => None,
        end if end == End::by(Signal::PIPE) => None,
        End::Code(2) if stdout.is_empty() => None,
        End::Code(2) => Some(format!("{} bytes came before it was refused: {}", stdout.len(), message())),
        end => Some(format!("{end}: {}", message())),
    }
}

/// The run as one can repeat it.
fn described(args: &[String], scratch: &Scratch) -> String {
    let mut text = String::from("gush");
    for arg in args {
        let _ = write!(text, " '{}'", arg.replace('\'', "'\\''"));
    }
    for name in ["s.toml", "t.tmpl"] {
        if scratch.path(name).exists() {
            let _ = write!(text, "\n{name}: {}", String::from_utf8_lossy(&scratch.read(name)));
        }
    }
    text
}

#[test]
fn random_inputs_are_refused_or_make_rows() {
    let (runs, seed) = (number("GUSH_RANDOM_RUNS", RUNS), number("GUSH_RANDOM_SEED", 1));
    let next = AtomicU64::new(0);
    let faults: Mutex<Vec<String>> = Mutex::default();
    let succeeded = AtomicU64::new(0);
    let work = || {
        loop {
            let run = next.fetch_add(1, Ordering::Relaxed);
            if run >= runs || faults.lock().is_ok_and(|faults| faults.len() >= 20) {
                return;
            }
            let mut random = Random(seed << 32 | run);
            let scratch = Scratch::new();
            let args = arguments(&mut random, &scratch);
            let program = limited(MEMORY, SECONDS).args(&args).within(scratch.folder());
            let outcome = program.stdout_closes_after(OUTPUT).run();
            succeeded.fetch_add(u64::from(outcome.end == End::Code(0)), Ordering::Relaxed);
            if let Some(fault) = fault(outcome.end, &outcome.stdout, &outcome.stderr) {
                let text = format!("run {run}: {fault}\n{}", described(&args, &scratch));
                faults.lock().expect("nobody panics").push(text);
            }
        }
    };
    let threads = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    let faults = faults.into_inner().expect("nobody panics");
    assert!(faults.is_empty(), "{} of {runs} runs, seed {seed}\n{}", faults.len(), faults.join("\n\n"));
    // Most inputs would test diagnostics alone, unless many give rows.
    let succeeded = succeeded.into_inner();
    assert!(succeeded * 10 >= runs, "only {succeeded} of {runs} runs made rows");
}
