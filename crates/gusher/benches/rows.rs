//! How fast rows are made on one thread, and the limits beside them.
//!
//! `cargo bench -p gusher`. Every figure is rows a second; `limit` is what plain copies of 8-byte lines into
//! the same kind of buffer reach, so that a generator's figure can be read as a share of it.

mod maker;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use gusher::catalogue::GENERATORS;
use gusher::text::FORMATS;

use maker::{Maker, ROWS};

fn main() {
    divan::main();
}

fn rows(bencher: Bencher<'_, '_>, format: &str, columns: &[&str]) {
    let mut maker = Maker::new(format, columns);
    bencher.counter(ItemsCount::new(ROWS)).bench_local(|| {
        black_box(maker.part());
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

/// The formats of rows that take any column.
fn formats() -> impl Iterator<Item = &'static str> {
    FORMATS.iter().filter(|entry| entry.name != "raw").map(|entry| entry.name)
}

/// The customer of the README in each format.
#[divan::bench(args = formats())]
fn format(bencher: Bencher<'_, '_>, name: &str) {
    rows(bencher, name, &["uuidv4", "email", "country.code:any"]);
}

/// A wider row of columns of every kind, in each format.
#[divan::bench(args = formats())]
fn order(bencher: Bencher<'_, '_>, name: &str) {
    rows(
        bencher,
        name,
        &["id=seq", "name", "email", "country:any", "amount=decimal:1,500,2", "created=datetime"],
    );
}

/// Numbers by distributions, and times by patterns: what no generator's example shows.
#[divan::bench(args = [
    "int:1,1M", "int@dist=normal:5000,1000", "int:0,10k@dist=normal:5000,1000", "int:8k,10k@dist=normal:5000,1000",
    "decimal@dist=lognormal:3,0.5", "decimal@dist=exp:0.01", "decimal@dist=pareto:1.16", "int:1,1000@dist=zipf:1",
    "int:1,1M@dist=zipf:1.1", "int:1,1G@dist=zipf:0.5", "decimal:1,100k,2", "date@format=%d.%m.%Y",
    "date:1900-01-01,2100-12-31", "date:1900-01-01,2100-12-31@format=%d.%m.%Y", "datetime:1900-01-01,2100-12-31",
    "datetime@format=%a, %d %b %Y %I:%M:%S %p", "datetime:1900-01-01,2100-12-31@format=%a, %d %b %Y %I:%M:%S %p",
    "time@format=%R", "series:2024-01-01,10ms,0.5",
])]
fn shaped(bencher: Bencher<'_, '_>, column: &str) {
    rows(bencher, "column", &[column]);
}
