//! How many rows a second one thread writes in each typed format: `cargo run --release -p gush-columnar --example typed_speed [ROUNDS
//! [CASE]]`. With CASE, only the cases whose names have it in them.
//!
//! The cases take turns, so that a machine that drifts slows all of them; the figures are medians. It is the time of the
//! processor that is measured, and not that of the clock, so that others on the machine disturb little.

use std::error::Error;
use std::hint::black_box;
use std::time::{Duration, Instant};

use gush_columnar::{Codec, Columnar, Options, Writer};
use gusher::generators::Context;
use gusher::plan::Plan;
use gusher::schema::Schema;
use gusher::text::{Buffer, Encoder, Format, FormatOptions};
use gusher::types::{Array, Batch};

/// The packing of the library, to be measured alone.
#[allow(dead_code)]
#[path = "../src/bits.rs"]
mod bits;
#[allow(dead_code)]
#[path = "../src/runs.rs"]
mod runs;

const THREE: &[&str] = &["id=seq", "name=name.first", "country.code:any"];
const WORDS: &[&str] = &["name=name.first", "country.code:any"];
const EIGHT: &[&str] = &[
    "id=seq",
    "name",
    "email",
    "city",
    "country.code:any",
    "amount=decimal:0,500,2",
    "created=datetime",
    "active=bool",
];
const LISTS: &[&str] = &["id=seq", "tags=noun@null=0.1@list=0,5"];

/// What is done with the values of a table.
#[derive(Clone, Copy)]
enum Job {
    Typed(Columnar, Option<Codec>),
    /// Written as text, one row a line.
    Csv,
    /// Made and thrown away.
    Values,
    /// Indices of words, which are ready, packed into bits.
    Pack,
}

const PARQUET: Job = Job::Typed(Columnar::Parquet, None);
const ARROW: Job = Job::Typed(Columnar::ArrowFile, None);
const AVRO: Job = Job::Typed(Columnar::Avro, None);

const fn compressed(codec: Codec) -> Job {
    Job::Typed(Columnar::Parquet, Some(codec))
}

/// What is measured: its name, the columns and the job.
const CASES: &[(&str, &[&str], Job)] = &[
    ("(the limit: bits of the indices of 2 columns packed, no values made)", WORDS, Job::Pack),
    ("(the limit: indices of 2 columns, not written)", WORDS, Job::Values),
    ("3 columns, parquet", THREE, PARQUET),
    ("3 columns, parquet, snappy", THREE, compressed(Codec::Snappy)),
    ("3 columns, parquet, lz4", THREE, compressed(Codec::Lz4)),
    ("3 columns, parquet, zstd 1", THREE, compressed(Codec::Zstd(1))),
    ("3 columns, arrow", THREE, ARROW),
    ("3 columns, avro", THREE, AVRO),
    ("8 columns, values alone", EIGHT, Job::Values),
    ("8 columns, parquet", EIGHT, PARQUET),
    ("8 columns, parquet, zstd 1", EIGHT, compressed(Codec::Zstd(1))),
    ("8 columns, arrow", EIGHT, ARROW),
    ("8 columns, avro", EIGHT, AVRO),
    ("name, values alone", &["name"], Job::Values),
    ("name, csv", &["name"], Job::Csv),
    ("name, parquet", &["name"], PARQUET),
    ("email, values alone", &["email"], Job::Values),
    ("email, csv", &["email"], Job::Csv),
    ("email, parquet", &["email"], PARQUET),
    ("address, values alone", &["address"], Job::Values),
    ("address, csv", &["address"], Job::Csv),
    ("address, parquet", &["address"], PARQUET),
    ("a list, parquet", LISTS, PARQUET),
    ("a list, arrow", LISTS, ARROW),
    ("a list, avro", LISTS, AVRO),
];

const ROWS: u64 = 1 << 19;

fn plan(specs: &[&str]) -> Plan {
    let read = |_: &str| Ok(Vec::new());
    let context = Context::default().files(&read);
    let (schema, diagnostics) = Schema::parse("t", specs, &context);
    assert_eq!(diagnostics, []);
    Plan::new(&schema, 7, &(0..ROWS)).expect("the columns have the rows")
}

/// The time that this thread has had a processor.
#[cfg(unix)]
fn now(_start: Instant) -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// The time of the clock, where no other is told.
#[cfg(not(unix))]
fn now(start: Instant) -> Duration {
    start.elapsed()
}

/// How many rows are made at once.
const BATCH: u64 = 1024;

/// Makes all values, and gives how many bytes are written of them: none.
fn values(plan: &Plan, batch: &mut Batch) -> usize {
    for start in (0..ROWS).step_by(BATCH as usize) {
        for column in 0..plan.columns().len() {
            plan.fill_columns(&[column], &(start..start + BATCH), batch);
            black_box(batch.columns());
        }
    }
    0
}

/// Packs the indices of as many rows, those of one batch again and again, and gives how many bytes they have.
fn pack(plan: &Plan, batch: &mut Batch, out: &mut Vec<u8>) -> usize {
    let mut bytes = 0;
    for column in 0..plan.columns().len() {
        plan.fill_columns(&[column], &(0..BATCH), batch);
        let Array::Indices(parts) = batch.columns()[0].values() else { continue };
        let width = bits::width(u64::from(parts[0].iter().copied().max().unwrap_or(0)));
        for _ in 0..ROWS / BATCH {
            out.clear();
            runs::packed(black_box(&parts[0]), width, out);
            bytes += black_box(&out).len();
        }
    }
    bytes
}

/// Writes all rows as text, and gives how many bytes they have.
fn csv(plan: &Plan, batch: &mut Batch, out: &mut Buffer) -> usize {
    let csv = Format::CSV;
    let encoder = Encoder::new(plan, "t", &FormatOptions::new(csv), 0..ROWS);
    let (mut writer, mut bytes) = (encoder.writer(), 0);
    for start in (0..ROWS).step_by(BATCH as usize) {
        out.clear();
        plan.fill(&(start..start + BATCH), batch);
        writer.write(batch, out);
        bytes += black_box(&out).len();
    }
    bytes
}

/// Writes all rows, and gives how many bytes they have.
fn write(plan: &Plan, format: Columnar, codec: Option<Codec>, out: &mut Vec<u8>) -> std::io::Result<usize> {
    let writer = Writer::new(format, plan, &(0..ROWS), Options { codec, ..Options::default() })?;
    let (mut maker, mut bytes) = (writer.maker(), writer.header().len());
    for first in (0..ROWS).step_by(writer.group_rows() as usize) {
        out.clear();
        maker.make(first..ROWS.min(first + writer.group_rows()), out)?;
        bytes += black_box(&out).len();
    }
    Ok(bytes)
}

/// Room that is used again.
#[derive(Default)]
struct Room {
    batch: Batch,
    text: Buffer,
    typed: Vec<u8>,
}

fn done(job: Job, plan: &Plan, room: &mut Room) -> std::io::Result<usize> {
    match job {
        Job::Typed(format, codec) => write(plan, format, codec, &mut room.typed),
        Job::Csv => Ok(csv(plan, &mut room.batch, &mut room.text)),
        Job::Values => Ok(values(plan, &mut room.batch)),
        Job::Pack => Ok(pack(plan, &mut room.batch, &mut room.typed)),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let rounds: usize = std::env::args().nth(1).map_or(Ok(7), |rounds| rounds.parse())?;
    let wanted = std::env::args().nth(2).unwrap_or_default();
    let start = Instant::now();
    let cases: Vec<_> = CASES.iter().filter(|(name, ..)| name.contains(&wanted)).collect();
    let plans: Vec<Plan> = cases.iter().map(|(_, words, _)| plan(words)).collect();
    let mut times = vec![Vec::new(); cases.len()];
    let (mut widths, mut room) = (vec![0; cases.len()], Room::default());
    for _ in 0..rounds {
        for (at, ((.., job), plan)) in cases.iter().zip(&plans).enumerate() {
            let before = now(start);
            widths[at] = done(*job, plan, &mut room)?;
            times[at].push(now(start) - before);
        }
    }
    println!("| what | M rows/s | ns a row | bytes a row |\n|---|---|---|---|");
    for ((name, ..), (mut times, bytes)) in cases.iter().zip(times.into_iter().zip(widths)) {
        times.sort_unstable();
        let rate = ROWS as f64 / times[times.len() / 2].as_secs_f64() / 1e6;
        println!("| {name} | {rate:.1} | {:.1} | {:.1} |", 1e3 / rate, bytes as f64 / ROWS as f64);
    }
    Ok(())
}
