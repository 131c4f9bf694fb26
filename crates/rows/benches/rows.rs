//! How fast rows are made on one thread, and the limits beside them.
//!
//! `cargo bench -p gush-rows`. Every figure is rows a second; `limit` is what plain copies of 8-byte lines into
//! the same kind of buffer reach, so that a generator's figure can be read as a share of it.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use gush_rows::batch::{BATCH_ROWS, Batch};
use gush_rows::encode::{Buffer, Encoder, FORMATS, FormatOptions};
use gush_rows::generators::{Context, GENERATORS};
use gush_rows::plan::Plan;
use gush_rows::schema::Schema;

fn main() {
    divan::main();
}

/// Rows a part: about as many as the program makes before it writes.
const ROWS: u64 = 32 * BATCH_ROWS as u64;

/// Makes and encodes rows of these columns.
fn rows(bencher: Bencher<'_, '_>, format: &str, columns: &[&str]) {
    let context = Context {
        locale: gush_rows::locale::english(),
        now: 1_750_000_000,
        read: &|path| Ok(path.as_bytes().to_vec()),
    };
    let (schema, mistakes) = Schema::parse("data", columns, &context);
    assert_eq!(mistakes, []);
    let plan = Plan::new(&schema, 1);
    let entry = FORMATS.iter().find(|entry| entry.name == format).expect("a registered format");
    let encoder = Encoder::new(&plan, "data", &FormatOptions::new(entry), 0..u64::MAX);
    let (mut writer, mut batch, mut out) = (encoder.writer(), Batch::default(), Buffer::default());
    let mut start = 0;
    bencher.counter(ItemsCount::new(ROWS)).bench_local(|| {
        out.clear();
        for _ in 0..ROWS / BATCH_ROWS as u64 {
            let end = start + BATCH_ROWS as u64;
            plan.fill(&(start..end), &mut batch);
            writer.write(&batch, &mut out);
            start = end;
        }
        black_box(out.as_ref());
    });
}

/// The limit: one 8-byte line a row, copied to where the row before ended. The line is looked up anew for each row, as
/// otherwise the compiler would make one large copy of all.
#[divan::bench]
fn limit(bencher: Bencher<'_, '_>) {
    let line = *b"7 bytes\n";
    let mut out = vec![0u8; ROWS as usize * 8];
    bencher.counter(ItemsCount::new(ROWS)).bench_local(|| {
        for to in out.chunks_exact_mut(8) {
            to.copy_from_slice(black_box(&line));
        }
        black_box(&out);
    });
}

/// Each generator alone, one value a row.
#[divan::bench(args = GENERATORS.iter().map(|entry| entry.example()))]
fn generator(bencher: Bencher<'_, '_>, column: &str) {
    rows(bencher, "column", &[column]);
}

/// What constraints make of a generator.
#[divan::bench(args = [
    r"regex:[a-z]{3,8}\@[a-z]{3,8}\.(com|net|org)",
    r"regex:[a-z]{3,8}\@[a-z]{3,8}\.(com|net|org)@unique",
    r"regex:\w+",
    "pattern:^^##-####-####-####",
    "hex:64",
    "bytes:64,base64",
    "ipv6:2001:db8::/64",
    "words:20",
    "uuidv4@unique",
])]
fn constrained(bencher: Bencher<'_, '_>, column: &str) {
    rows(bencher, "column", &[column]);
}

/// The customer of the README in each format.
#[divan::bench(args = FORMATS.iter().map(|entry| entry.name))]
fn format(bencher: Bencher<'_, '_>, name: &str) {
    rows(bencher, name, &["uuidv4", "email", "country.code"]);
}
