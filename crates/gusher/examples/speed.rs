//! Measures every generator alone on one thread and writes the table of docs/engineering/speed.md.
//!
//! `cargo run --release -p gusher --example speed [ROUNDS [FORMAT [COLUMNS…]]]`. The generators, or the columns asked for, take turns, so that a machine
//! that gets slower for a while is no generator's fault; the figures are medians over the rounds. What counts is the
//! processor's time, not the clock's, so that others on the machine disturb little. The format is `column` unless another is
//! named; columns in one argument, with spaces between them, are those of one row.

#[path = "../benches/maker/mod.rs"]
mod maker;

use std::hint::black_box;
use std::time::Duration;

use gusher::catalogue::GENERATORS;
use maker::{Maker, ROWS};

/// One generator and what was measured of it.
struct Candidate {
    column: String,
    maker: Maker,
    /// Nanoseconds a value, one for each round.
    times: Vec<f64>,
    /// Bytes a row, with its line end.
    width: f64,
}

fn main() {
    let rounds = std::env::args().nth(1).map_or(21, |text| text.parse().expect("a number of rounds"));
    let format = std::env::args().nth(2).unwrap_or_else(|| "column".to_owned());
    let mut columns: Vec<String> = std::env::args().skip(3).collect();
    if columns.is_empty() {
        columns = GENERATORS.iter().map(|entry| entry.example().to_owned()).collect();
    }
    let candidate = |column: String| {
        let maker = Maker::new(&format, &column.split(' ').collect::<Vec<_>>());
        Candidate { column, maker, times: Vec::new(), width: 0.0 }
    };
    let mut candidates: Vec<Candidate> = columns.into_iter().map(candidate).collect();
    let mut limits = Vec::new();
    for _ in 0..rounds {
        limits.push(limit());
        candidates.iter_mut().for_each(Candidate::measure);
    }
    println!("| column | ns a value | M values/s | MB/s | share of the limit |");
    println!("|---|---|---|---|---|");
    let limit = median(&mut limits);
    println!("| (the limit: a copy of 8 bytes) | {limit:.2} | {:.0} | {:.0} | 1 |", 1e3 / limit, 8e3 / limit);
    for candidate in &mut candidates {
        let time = median(&mut candidate.times);
        let rate = 1e3 / time;
        println!(
            "| `{}` | {time:.1} | {rate:.0} | {:.0} | {:.2} |",
            candidate.column.replace('|', "\\|"),
            rate * candidate.width,
            limit / time
        );
    }
}

impl Candidate {
    fn measure(&mut self) {
        let start = processor_time();
        let bytes = black_box(self.maker.part()).len();
        self.times.push((processor_time() - start).as_nanos() as f64 / ROWS as f64);
        self.width = bytes as f64 / ROWS as f64;
    }
}

/// Nanoseconds for a copy of 8 bytes to where the one before ended.
fn limit() -> f64 {
    let line = *b"7 bytes\n";
    let mut out = vec![0u8; ROWS as usize * 8];
    black_box(&mut out);
    let start = processor_time();
    for to in out.chunks_exact_mut(8) {
        to.copy_from_slice(black_box(&line));
    }
    black_box(&out);
    (processor_time() - start).as_nanos() as f64 / ROWS as f64
}

/// How long this thread has had a processor.
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
