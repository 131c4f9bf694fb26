//! How fast rows are made on one thread, and the limits beside them.
//!
//! `cargo bench -p gush-rows`. Every figure is rows a second; `limit` is what plain copies of 8-byte lines into
//! the same kind of buffer reach, so that a generator's figure can be read as a share of it.

mod maker;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use gush_rows::encode::FORMATS;
use gush_rows::generators::GENERATORS;

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

/// The customer of the README in each format.
#[divan::bench(args = FORMATS.iter().filter(|entry| entry.name != "raw").map(|entry| entry.name))]
fn format(bencher: Bencher<'_, '_>, name: &str) {
    rows(bencher, name, &["uuidv4", "email", "country.code"]);
}

/// A wider row of columns of every kind, in each format.
#[divan::bench(args = FORMATS.iter().filter(|entry| entry.name != "raw").map(|entry| entry.name))]
fn order(bencher: Bencher<'_, '_>, name: &str) {
    rows(
        bencher,
        name,
        &["id=seq", "name", "email", "country", "amount=double:1,500,2", "created=timestamp"],
    );
}
