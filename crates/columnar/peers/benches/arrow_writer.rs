//! How fast the `parquet` crate's `ArrowWriter` writes the rows that `gush-columnar` writes, both on one thread and uncompressed:
//!
//! ```text
//! cargo bench --locked --manifest-path crates/columnar/peers/Cargo.toml [-- ROUNDS]
//! ```
//!
//! `ArrowWriter` gets record batches that are ready, of texts as they are (`StringArray`) or as dictionaries, while gush makes the
//! values as well. Then the whole job of both: gush makes a stream of Arrow, and `ArrowWriter` writes what is read from it. The bytes
//! of files are counted and thrown away. The cases take turns; the figures are medians of the time that the processor needs.

use std::error::Error;
use std::hint::black_box;
use std::io::{self, Cursor};
use std::sync::Arc;
use std::time::Duration;

use arrow::array::{ArrayRef, RecordBatch};
use arrow::compute::cast;
use arrow::datatypes::{DataType, Field, Schema as ArrowSchema};
use arrow::ipc::reader::StreamReader;
use gush_columnar::{Columnar, Options, Writer};
use gusher::generators::Context;
use gusher::locale;
use gusher::plan::Plan;
use gusher::schema::Schema;
use parquet::arrow::ArrowWriter;
use parquet::file::properties::WriterProperties;

const ROWS: u64 = 1 << 19;
const GROUP: u64 = 1 << 17;

/// What is written: its name and its columns.
const TABLES: &[(&str, &[&str])] = &[
    (
        "8 columns",
        &[
            "id=seq",
            "name",
            "email",
            "city",
            "country.code:any",
            "amount=decimal:0,500,2",
            "created=datetime",
            "active=bool",
        ],
    ),
    ("name", &["name"]),
    ("email", &["email"]),
    ("address", &["address"]),
    ("seq name.first country.code:any", &["id=seq", "name=name.first", "country.code:any"]),
];

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn plan(specs: &[&str]) -> Result<Plan> {
    let context = Context::default();
    let (schema, diagnostics) = Schema::parse("t", specs, &context);
    assert_eq!(diagnostics, []);
    Ok(Plan::new(&schema, 7, &(0..ROWS))?)
}

/// All rows as a stream of Arrow with record batches of `group` rows.
fn stream(plan: &Plan, group: u64) -> Result<Vec<u8>> {
    let options = Options { group_rows: Some(group), ..Options::default() };
    let writer = Writer::new(Columnar::ArrowStream, plan, &(0..ROWS), options)?;
    let (mut maker, mut out, mut groups) = (writer.maker(), writer.header().to_vec(), Vec::new());
    for first in (0..ROWS).step_by(group as usize) {
        groups.push(maker.make(first..ROWS.min(first + group), &mut out)?);
    }
    out.extend(writer.footer(&groups)?);
    Ok(out)
}

/// Writes all rows as Parquet, each group into the same memory, and gives how many bytes there are.
fn by_gush(plan: &Plan, group: &mut Vec<u8>) -> Result<usize> {
    let options = Options { group_rows: Some(GROUP), ..Options::default() };
    let writer = Writer::new(Columnar::Parquet, plan, &(0..ROWS), options)?;
    let (mut maker, mut groups, mut bytes) = (writer.maker(), Vec::new(), writer.header().len());
    for first in (0..ROWS).step_by(GROUP as usize) {
        group.clear();
        groups.push(maker.make(first..ROWS.min(first + GROUP), group)?);
        bytes += black_box(&group).len();
    }
    Ok(bytes + writer.footer(&groups)?.len())
}

/// Counts bytes and throws them away.
struct Count(usize);

impl io::Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += black_box(bytes).len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// How texts are in memory.
#[derive(Clone, Copy)]
enum Texts {
    Plain,
    Dictionary,
}

/// The rows as record batches, whose texts are all of one form.
fn batches(plan: &Plan, texts: Texts) -> Result<Vec<RecordBatch>> {
    let stream = stream(plan, 1 << 14)?;
    StreamReader::try_new(Cursor::new(stream), None)?.map(|batch| shaped(&batch?, texts)).collect()
}

fn shaped(batch: &RecordBatch, texts: Texts) -> Result<RecordBatch> {
    let dictionary = DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8));
    let column = |(field, column): (&Arc<Field>, &ArrayRef)| -> Result<(Arc<Field>, ArrayRef)> {
        let is_text = matches!(field.data_type(), DataType::Utf8 | DataType::Dictionary(..));
        let wanted = match texts {
            Texts::Plain if is_text => DataType::Utf8,
            Texts::Dictionary if is_text => dictionary.clone(),
            Texts::Plain | Texts::Dictionary => field.data_type().clone(),
        };
        let array = cast(column, &wanted)?;
        Ok((Arc::new(Field::new(field.name(), wanted, field.is_nullable())), array))
    };
    let schema = batch.schema();
    let columns: Vec<_> = schema.fields().iter().zip(batch.columns()).map(column).collect::<Result<_>>()?;
    let (fields, arrays): (Vec<_>, Vec<_>) = columns.into_iter().unzip();
    Ok(RecordBatch::try_new(Arc::new(ArrowSchema::new(fields)), arrays)?)
}

/// The whole job: gush's own Arrow, and a Parquet file of it.
fn by_both(plan: &Plan) -> Result<usize> {
    let stream = stream(plan, 1 << 14)?;
    let batches = StreamReader::try_new(Cursor::new(stream), None)?;
    by_arrow_writer(&batches.collect::<std::result::Result<Vec<_>, _>>()?)
}

fn by_arrow_writer(batches: &[RecordBatch]) -> Result<usize> {
    let properties = WriterProperties::builder().set_max_row_group_row_count(Some(GROUP as usize)).build();
    let mut writer = ArrowWriter::try_new(Count(0), batches[0].schema(), Some(properties))?;
    for batch in batches {
        writer.write(batch)?;
    }
    Ok(writer.into_inner()?.0)
}

/// The time that this thread has had a processor.
fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Does something, and notes how long it took and how many bytes it made.
fn timed(times: &mut Vec<Duration>, make: impl FnOnce() -> Result<usize>) -> Result<usize> {
    let start = now();
    let bytes = make()?;
    times.push(now() - start);
    Ok(bytes)
}

fn rate(times: &mut [Duration]) -> f64 {
    times.sort_unstable();
    ROWS as f64 / times[times.len() / 2].as_secs_f64() / 1e6
}

fn main() -> Result<()> {
    // Cargo gives an option besides.
    let rounds = std::env::args().find_map(|word| word.parse().ok()).unwrap_or(3);
    println!(
        "| columns | gush, M rows/s | StringArray, ready | gush's multiple | dictionaries, ready | gush's multiple | \
         made as Arrow, then written | gush's multiple | bytes, of StringArray's |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for (name, specs) in TABLES {
        let plan = plan(specs)?;
        let (plain, dictionary) = (batches(&plan, Texts::Plain)?, batches(&plan, Texts::Dictionary)?);
        let (mut times, mut bytes, mut group) = ([const { Vec::new() }; 4], [0; 4], Vec::new());
        for _ in 0..rounds {
            bytes[0] = timed(&mut times[0], || by_gush(&plan, &mut group))?;
            bytes[1] = timed(&mut times[1], || by_arrow_writer(&plain))?;
            bytes[2] = timed(&mut times[2], || by_arrow_writer(&dictionary))?;
            bytes[3] = timed(&mut times[3], || by_both(&plan))?;
        }
        let [own, plain, dictionary, both] = times.each_mut().map(|times| rate(times));
        println!(
            "| {name} | {own:.1} | {plain:.2} | {:.1} | {dictionary:.2} | {:.1} | {both:.2} | {:.1} | {:.2} |",
            own / plain,
            own / dictionary,
            own / both,
            bytes[0] as f64 / bytes[1] as f64
        );
    }
    Ok(())
}
