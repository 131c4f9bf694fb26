//! How fast the random functions are: a run of rows beside gathered ones, and permutations one by one beside many at
//! once.
//!
//! `cargo bench -p gusher --bench rng`. Every figure is values a second. Candidates that are to be compared are next
//! to each other; run it several times, as machines drift.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use gusher::rng::{Key, Permutation, Rows};
use gusher::types::BATCH_ROWS;

fn main() {
    divan::main();
}

/// Rows from anywhere below `end`.
fn gathered(end: u64) -> Vec<u64> {
    (0..BATCH_ROWS as u64).map(|index| Key::seed(7).bits(index) % end).collect()
}

#[divan::bench(args = ["run", "gathered"], sample_size = 100)]
fn bits(bencher: Bencher<'_, '_>, rows: &str) {
    let (key, numbers, mut bits) = (Key::seed(1).draw(0), gathered(1 << 40), vec![0; BATCH_ROWS]);
    let rows =
        if rows == "run" { Rows::from(1 << 40..(1 << 40) + BATCH_ROWS as u64) } else { Rows::At(&numbers) };
    bencher
        .counter(ItemsCount::new(BATCH_ROWS))
        .bench_local(|| key.fill_bits(black_box(rows), black_box(&mut bits)));
}

const DOMAINS: [u64; 7] = [1000, 5000, 1_000_000, 1_000_000_000, 1 << 40, 1_000_000_000_000, 1 << 62];

mod permutation {
    use super::{BATCH_ROWS, Bencher, DOMAINS, ItemsCount, Key, Permutation, Rows, black_box, gathered};

    /// One by one.
    #[divan::bench(args = DOMAINS, sample_size = 50)]
    fn alone(bencher: Bencher<'_, '_>, domain: u64) {
        let (permutation, rows) = (Permutation::new(Key::seed(1), domain), gathered(domain));
        let mut indices = vec![0; BATCH_ROWS];
        bencher.counter(ItemsCount::new(BATCH_ROWS)).bench_local(|| {
            for (index, &row) in indices.iter_mut().zip(black_box(&rows)) {
                *index = permutation.index(row);
            }
            black_box(&mut indices);
        });
    }

    /// Many at once.
    #[divan::bench(args = DOMAINS, sample_size = 50)]
    fn many(bencher: Bencher<'_, '_>, domain: u64) {
        let (permutation, rows) = (Permutation::new(Key::seed(1), domain), gathered(domain));
        let mut indices = vec![0; BATCH_ROWS];
        bencher
            .counter(ItemsCount::new(BATCH_ROWS))
            .bench_local(|| permutation.fill(black_box(Rows::At(&rows)), black_box(&mut indices)));
    }

    /// Many at once, backwards.
    #[divan::bench(args = DOMAINS, sample_size = 50)]
    fn many_inverse(bencher: Bencher<'_, '_>, domain: u64) {
        let (permutation, indices) = (Permutation::new(Key::seed(1), domain), gathered(domain));
        let mut rows = vec![0; BATCH_ROWS];
        bencher
            .counter(ItemsCount::new(BATCH_ROWS))
            .bench_local(|| permutation.fill_inverse(black_box(Rows::At(&indices)), black_box(&mut rows)));
    }

    /// The fractions of unique columns, one by one.
    #[divan::bench(args = DOMAINS, sample_size = 50)]
    fn fraction_alone(bencher: Bencher<'_, '_>, domain: u64) {
        let (permutation, rows) = (Permutation::new(Key::seed(1), domain), gathered(domain));
        let mut fractions = vec![0; BATCH_ROWS];
        bencher.counter(ItemsCount::new(BATCH_ROWS)).bench_local(|| {
            for (x, &row) in fractions.iter_mut().zip(black_box(&rows)) {
                *x = permutation.fraction(row);
            }
            black_box(&mut fractions);
        });
    }

    /// The fractions of unique columns, many at once.
    #[divan::bench(args = DOMAINS, sample_size = 50)]
    fn fraction_many(bencher: Bencher<'_, '_>, domain: u64) {
        let (permutation, rows) = (Permutation::new(Key::seed(1), domain), gathered(domain));
        let mut fractions = vec![0; BATCH_ROWS];
        bencher.counter(ItemsCount::new(BATCH_ROWS)).bench_local(|| {
            permutation.fill_fractions(black_box(Rows::At(&rows)), black_box(&mut fractions));
        });
    }
}
