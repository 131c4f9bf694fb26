//! Makes rows for `tools/instructions`, which counts the instructions of each case by callgrind.
//!
//! Counting begins at [`start_counting`] and ends at [`stop_counting`]. Plans, dictionaries and a first round, which grows the
//! buffers, come before that. Cases are printed in the order in which they run, a line each: column, format, rows, bytes.

use std::error::Error;
use std::hint::black_box;
use std::io::{self, Write as _};

use gush_columnar::{Columnar, Options, ParquetOptions, Writer};
use gusher::generators::Context;
use gusher::plan::Plan;
use gusher::schema::Schema;
use gusher::text::{Buffer, Encoder, FormatOptions};
use gusher::types::Batch;

/// The columns: at least one of each kind of value, and of each way to write it.
const COLUMNS: [&str; 20] = [
    "seq",
    "int:0,1000000",
    "int:0,1M@dist=zipf:1.1",
    "int:0,9M@unique",
    "decimal:0,500,2",
    "double",
    "bool",
    "date",
    "datetime",
    "uuidv4",
    "uuidv7",
    "ulid",
    "ipv4",
    "noun",
    "name",
    "email",
    "email@null=0.1",
    "address",
    "sentence",
    "noun@list=0,3",
];

/// The formats that rows are written in: three of text, and Parquet for the newest readers.
const FORMAT_NAMES: [&str; 4] = ["csv", "ndjson", "sql", "parquet"];

/// How many rows a case has.
const ROWS: u64 = 16 << 10;

/// What makes the rows of one case.
enum Maker<'p> {
    Text(Box<Encoder>),
    Parquet(Box<Writer<'p>>),
}

impl<'p> Maker<'p> {
    fn new(plan: &'p Plan, format: &str) -> Result<Self, Box<dyn Error>> {
        let rows = 0..2 * ROWS;
        if format == "parquet" {
            let parquet = ParquetOptions::NEWEST;
            let options = Options { group_rows: Some(ROWS), parquet, ..Options::default() };
            return Ok(Self::Parquet(Box::new(Writer::new(Columnar::Parquet, plan, &rows, options)?)));
        }
        let spec = format.parse()?;
        Ok(Self::Text(Box::new(Encoder::new(plan, "t", &FormatOptions::new(spec), rows))))
    }
}

/// The counters are set to zero here. Its body differs from that of [`stop_counting`], as the compiler makes one function of
/// two that are alike.
#[inline(never)]
fn start_counting() {
    black_box("start");
}

/// The counters are read here.
#[inline(never)]
fn stop_counting() {
    black_box("stop");
}

/// Makes rows `0..ROWS` for the buffers to grow, then counts those that follow. Returns how many bytes these have.
fn counted(mut write: impl FnMut(u64) -> usize) -> usize {
    write(black_box(0));
    start_counting();
    let bytes = write(black_box(ROWS));
    stop_counting();
    bytes
}

/// Makes the rows of a case and returns how many bytes the counted ones have.
fn run(plan: &Plan, format: &str) -> Result<usize, Box<dyn Error>> {
    match Maker::new(plan, format)? {
        Maker::Text(encoder) => {
            let (mut batch, mut out, mut writer) = (Batch::default(), Buffer::default(), encoder.writer());
            Ok(counted(|first| {
                let step = plan.batch_rows();
                let mut bytes = 0;
                for start in (first..first + ROWS).step_by(step) {
                    out.clear();
                    plan.fill(start..(start + step as u64).min(first + ROWS), &mut batch);
                    writer.write(&batch, &mut out);
                    bytes += out.as_ref().len();
                }
                bytes
            }))
        }
        Maker::Parquet(writer) => {
            let (mut maker, mut out) = (writer.maker(), Vec::new());
            let mut failed = None;
            let bytes = counted(|first| {
                out.clear();
                failed = maker.make(first..first + ROWS, &mut out).err();
                out.len()
            });
            failed.map_or(Ok(bytes), |error| Err(error.into()))
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let context = Context::default();
    let mut out = io::stdout().lock();
    for column in COLUMNS {
        let (schema, diagnostics) = Schema::parse("t", &[column], &context);
        if let Some(diagnostic) = diagnostics.first() {
            return Err(diagnostic.to_string().into());
        }
        let plan = Plan::new(&schema, 7, &(0..2 * ROWS))?;
        for format in FORMAT_NAMES {
            let bytes = run(&plan, format)?;
            writeln!(out, "{column}\t{format}\t{ROWS}\t{bytes}")?;
        }
    }
    Ok(())
}
