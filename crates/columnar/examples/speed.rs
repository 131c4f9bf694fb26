//! How many rows a second one thread writes in each typed format: `cargo run --release -p gush-columnar --example speed [ROUNDS]`.
//!
//! The cases take turns, so that a machine that drifts slows all of them; the figures are medians. It is the time of the
//! processor that is measured, and not that of the clock, so that others on the machine disturb little.

use std::error::Error;
use std::hint::black_box;
use std::time::{Duration, Instant};

use gush_columnar::{Codec, Options, Writer};
use gusher::encode::Columnar;
use gusher::generators::Context;
use gusher::locale;
use gusher::plan::Plan;
use gusher::schema::Schema;
use gusher::types::{Array, Batch};

const THREE: &[&str] = &["id=seq", "name=name.first", "country.code"];
const EIGHT: &[&str] = &[
    "id=seq",
    "name",
    "email",
    "city",
    "country.code",
    "amount=decimal:0,500,2",
    "created=datetime",
    "active=bool",
];
const LISTS: &[&str] = &["id=seq", "tags=noun@null=0.1@list=0,5"];

const ZSTD: Option<Codec> = Some(Codec::Zstd(1));

/// What is measured: its name, the format, the columns and the codec.
const CASES: &[(&str, Columnar, &[&str], Option<Codec>)] = &[
    ("3 columns, parquet", Columnar::Parquet, THREE, None),
    ("3 columns, parquet, snappy", Columnar::Parquet, THREE, Some(Codec::Snappy)),
    ("3 columns, parquet, lz4", Columnar::Parquet, THREE, Some(Codec::Lz4)),
    ("3 columns, parquet, zstd 1", Columnar::Parquet, THREE, ZSTD),
    ("3 columns, arrow", Columnar::ArrowFile, THREE, None),
    ("3 columns, avro", Columnar::Avro, THREE, None),
    ("8 columns, parquet", Columnar::Parquet, EIGHT, None),
    ("8 columns, parquet, zstd 1", Columnar::Parquet, EIGHT, ZSTD),
    ("8 columns, arrow", Columnar::ArrowFile, EIGHT, None),
    ("8 columns, avro", Columnar::Avro, EIGHT, None),
    ("name, parquet", Columnar::Parquet, &["name"], None),
    ("email, parquet", Columnar::Parquet, &["email"], None),
    ("address, parquet", Columnar::Parquet, &["address"], None),
    ("a list, parquet", Columnar::Parquet, LISTS, None),
    ("a list, arrow", Columnar::ArrowFile, LISTS, None),
    ("a list, avro", Columnar::Avro, LISTS, None),
];

const ROWS: u64 = 1 << 19;

fn plan(words: &[&str]) -> Plan {
    let read = |_: &str| Ok(Vec::new());
    let context = Context { locale: locale::english(), now: 1_767_225_600, read: &read, expressions: None };
    let (schema, mistakes) = Schema::parse("t", words, &context);
    assert_eq!(mistakes, []);
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

/// The limit: the indices of two columns of words are made and added up, and nothing is written.
fn indices(plan: &Plan) -> u64 {
    let (mut batch, mut sum) = (Batch::default(), 0);
    for start in (0..ROWS).step_by(1024) {
        for column in [1, 2] {
            plan.fill_columns(&[column], &(start..start + 1024), &mut batch);
            if let Array::Indices(parts) = batch.columns()[0].values() {
                sum += parts[0].iter().map(|&index| u64::from(index)).sum::<u64>();
            }
        }
    }
    sum
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

fn main() -> Result<(), Box<dyn Error>> {
    let rounds: usize = std::env::args().nth(1).map_or(Ok(7), |rounds| rounds.parse())?;
    let start = Instant::now();
    let plans: Vec<Plan> = CASES.iter().map(|(_, _, words, _)| plan(words)).collect();
    let mut times = vec![Vec::new(); CASES.len() + 1];
    let (mut widths, mut out) = (vec![0; CASES.len() + 1], Vec::new());
    for _ in 0..rounds {
        for (at, ((_, format, _, codec), plan)) in CASES.iter().zip(&plans).enumerate() {
            let before = now(start);
            widths[at] = write(plan, *format, *codec, &mut out)?;
            times[at].push(now(start) - before);
        }
        let before = now(start);
        black_box(indices(&plans[0]));
        times[CASES.len()].push(now(start) - before);
    }
    let names =
        CASES.iter().map(|(name, ..)| *name).chain(["(the limit: indices of 2 columns, not written)"]);
    println!("| what | M rows/s | bytes a row |\n|---|---|---|");
    for (name, (mut times, bytes)) in names.zip(times.into_iter().zip(widths)) {
        times.sort_unstable();
        let rate = ROWS as f64 / times[times.len() / 2].as_secs_f64() / 1e6;
        println!("| {name} | {rate:.1} | {:.1} |", bytes as f64 / ROWS as f64);
    }
    Ok(())
}
