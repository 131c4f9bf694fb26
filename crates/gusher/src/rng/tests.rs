use proptest::prelude::*;

use super::bounded::bounded_by_words;
use super::{Draws, Key, Permutation, Rows, bounded, bounded_word, take_digit};

/// Pearson's chi-square of counts that should all be equal, as standard deviations from its mean (it has
/// `counts.len() - 1` degrees of freedom, mean equal to that and variance twice that).
fn chi_square_deviation(counts: &[u64]) -> f64 {
    let expected = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
    let chi: f64 = counts.iter().map(|&count| (count as f64 - expected).powi(2) / expected).sum();
    let freedom = counts.len() as f64 - 1.0;
    (chi - freedom) / (2.0 * freedom).sqrt()
}

/// For all 64 × 64 pairs: how often flipping an input bit flips an output bit must be near a half.
fn assert_avalanche(what: &str, bits: impl Fn(u64) -> u64) {
    const SAMPLES: u64 = 4096;
    for input in 0..64 {
        let mut flips = [0u64; 64];
        for sample in 0..SAMPLES {
            // Small numbers and spread ones: rows are small, seeds are anything.
            let x = if sample % 2 == 0 { sample } else { sample.wrapping_mul(0xD129_0DD4_1EB1_53F5) };
            let changed = bits(x) ^ bits(x ^ (1 << input));
            for (output, count) in flips.iter_mut().enumerate() {
                *count += (changed >> output) & 1;
            }
        }
        for (output, count) in flips.iter().enumerate() {
            // A half of 4096 with a standard deviation of 32: six of them.
            assert!(
                count.abs_diff(SAMPLES / 2) < 200,
                "{what}: input bit {input} → output bit {output}: {count}"
            );
        }
    }
}

#[test]
fn every_input_bit_changes_half_of_the_output_bits() {
    let column = Key::seed(3).table("t").column("c", 0).draw(0);
    assert_avalanche("row", |row| column.bits(row));
    assert_avalanche("seed", |seed| Key::seed(seed).table("t").column("c", 0).draw(0).bits(7));
    assert_avalanche("occurrence", |n| Key::seed(3).table("t").column("c", n).draw(0).bits(7));
    assert_avalanche("draw", |n| Key::seed(3).table("t").column("c", 0).draw(n).bits(7));
    // A column's name, bit by bit: eight ASCII letters whose bytes stay valid text.
    for (input, (from, to)) in
        [("a", "b"), ("abcdefgh", "abcdefgi"), ("a", "aa"), ("", "a")].into_iter().enumerate()
    {
        let key = |name: &str| Key::seed(3).table("t").column(name, 0).draw(0);
        let flips: u32 = (0..4096).map(|row| (key(from).bits(row) ^ key(to).bits(row)).count_ones()).sum();
        // 4096 × 32 with a standard deviation of 256.
        assert!(flips.abs_diff(4096 * 32) < 1600, "name pair {input}: {flips}");
    }
}

#[test]
fn no_two_paths_in_the_tree_share_a_key() {
    let seed = Key::seed(1);
    let keys = [
        seed,
        Key::seed(2),
        seed.table("a"),
        seed.table("b"),
        seed.table(""),
        seed.table("a\0"),
        seed.table("a").column("a", 0),
        seed.table("a").column("a", 1),
        seed.table("a").column("", 0),
        seed.table("aa").column("", 0),
        seed.table("").column("aa", 0),
        seed.column("a", 0),
        seed.table("a").column("a", 0).draw(0),
        seed.table("a").column("a", 0).draw(1),
        seed.table("a").column("a", 0).derive("null"),
        seed.table("a").column("a", 0).derive("unique"),
    ];
    for (i, one) in keys.iter().enumerate() {
        for other in &keys[..i] {
            assert_ne!(one, other);
            let same = (0..1000).filter(|&row| one.bits(row) == other.bits(row)).count();
            assert_eq!(same, 0);
        }
    }
}

/// The values of the law are a promise: where they have to change, the changelog says so.
#[test]
fn the_bits_never_change() {
    let key = Key::seed(1).table("data").column("id", 0).draw(0);
    assert_eq!([key.bits(0), key.bits(1), key.bits(u64::MAX)], PINNED);
}

const PINNED: [u64; 3] = [2_790_528_538_104_458_486, 15_753_477_107_585_443_696, 6_198_842_967_802_774_976];

#[test]
fn bytes_and_numbers_are_uniform() {
    let key = Key::seed(11).table("t").column("c", 0).draw(0);
    let mut bytes = vec![[0u64; 256]; 8];
    let mut numbers = vec![0u64; 1000];
    let mut words = vec![0u64; 981];
    for row in 0..1_000_000 {
        let bits = key.bits(row);
        for (index, byte) in bits.to_le_bytes().into_iter().enumerate() {
            bytes[index][usize::from(byte)] += 1;
        }
        numbers[bounded(bits, 1000) as usize] += 1;
        words[bounded(bits, 981) as usize] += 1;
    }
    for counts in bytes.iter().map(|counts| &counts[..]).chain([&numbers[..], &words[..]]) {
        let deviation = chi_square_deviation(counts);
        assert!(deviation.abs() < 5.0, "{deviation} standard deviations off over {} values", counts.len());
    }
}

/// The test of the test: a skew of two percent in one of a thousand values' pairs is seen.
#[test]
fn a_skew_is_seen() {
    let mut counts = vec![1000u64; 1000];
    (0..1000).step_by(2).for_each(|i| counts[i] += 100);
    assert!(chi_square_deviation(&counts) > 5.0);
    assert!(chi_square_deviation(&vec![1000; 1000]) < -5.0);
}

/// Rows over which correlations are taken.
const ROWS: u64 = 200_000;

#[test]
fn columns_are_uncorrelated() {
    let table = Key::seed(5).table("t");
    let columns = [
        table.column("a", 0),
        table.column("a", 1),
        table.column("b", 0),
        Key::seed(6).table("t").column("a", 0),
    ];
    let value = |key: Key, row| key.draw(0).bits(row) as f64 / 2f64.powi(64) - 0.5;
    for (i, &one) in columns.iter().enumerate() {
        for (j, &other) in columns.iter().enumerate().take(i) {
            for lag in [0, 1, 2] {
                // The variance of a uniform number is 1/12.
                let sum: f64 = (0..ROWS).map(|row| value(one, row) * value(other, row + lag)).sum();
                let correlation = sum * 12.0 / ROWS as f64;
                assert!(
                    correlation.abs() < 5.0 / (ROWS as f64).sqrt(),
                    "columns {i} and {j}, lag {lag}: {correlation}"
                );
            }
        }
    }
}

#[test]
fn small_permutations_are_bijections_and_differ() {
    for domain in 1..=300 {
        let permutation = Permutation::new(Key::seed(domain), domain);
        let mut indices: Vec<u64> = (0..domain).map(|row| permutation.index(row)).collect();
        indices.sort_unstable();
        assert!(indices.into_iter().eq(0..domain));
        assert!((0..domain).all(|row| permutation.row(permutation.index(row)) == row));
    }
    let indices =
        |seed| (0..100).map(|row| Permutation::new(Key::seed(seed), 100).index(row)).collect::<Vec<_>>();
    assert_ne!(indices(1), indices(2));
}

/// Over a domain that needs the network: each index once, and the first rows spread evenly.
#[test]
fn large_permutations_are_bijections_and_mix() {
    for domain in [4097, 65_536, 65_537, 100_003, 1 << 20] {
        let permutation = Permutation::new(Key::seed(9), domain);
        let mut seen = vec![false; domain as usize];
        for row in 0..domain {
            assert!(!std::mem::replace(&mut seen[permutation.index(row) as usize], true), "{domain}: {row}");
        }
        let mut sixteenths = [0; 16];
        (0..domain / 16).for_each(|row| sixteenths[(permutation.index(row) * 16 / domain) as usize] += 1);
        assert!(chi_square_deviation(&sixteenths).abs() < 6.0, "{domain}: {sixteenths:?}");
    }
}

#[test]
#[should_panic(expected = "no place of its own")]
fn none_of_many_rows_may_lie_beyond_the_domain() {
    Permutation::new(Key::seed(1), 10_000).fill(Rows::At(&[3, 10_000, 5]), &mut [0; 3]);
}

#[test]
#[should_panic(expected = "no place of its own")]
fn a_row_beyond_the_domain_is_refused() {
    Permutation::new(Key::seed(1), 10).index(10);
}

proptest! {
    #[test]
    fn huge_permutations_do_not_collide(seed: u64, domain in (1u64 << 20)..=(1 << 62), start: u64) {
        let permutation = Permutation::new(Key::seed(seed), domain);
        let start = start % (domain - 1000);
        let mut indices: Vec<u64> = (start..start + 1000).map(|row| permutation.index(row)).collect();
        prop_assert!(indices.iter().all(|&index| index < domain));
        indices.sort_unstable();
        indices.dedup();
        prop_assert_eq!(indices.len(), 1000);
    }

    /// Multiplying back takes a permuted index out of its fraction again, whatever radices it is cut into.
    #[test]
    fn fractions_carry_their_index(seed: u64, a in 1u64..5000, b in 1u64..5000, c in 1u64..5000, row: u64) {
        let domain = a * b * c;
        let permutation = Permutation::new(Key::seed(seed), domain);
        let row = row % domain;
        let mut x = permutation.fraction(row);
        prop_assert_eq!(bounded(x, domain), permutation.index(row));
        let digits = [take_digit(&mut x, a), take_digit(&mut x, b), take_digit(&mut x, c)];
        prop_assert_eq!((digits[0] * b + digits[1]) * c + digits[2], permutation.index(row));
    }

    /// The naive twin of multiply-shift: long division of the 128-bit product.
    #[test]
    fn digits_are_those_of_the_whole_product(x: u64, a in 1u64..=u64::from(u32::MAX), b in 1u64..=u64::from(u32::MAX)) {
        let product = u128::from(x) * u128::from(a) / (1 << 64);
        prop_assert_eq!(u128::from(bounded(x, a)), product);
        prop_assert_eq!(u128::from(bounded_word(x, a as u32)), product);
        prop_assert_eq!(u128::from(bounded_by_words(x, 1 << 32)), u128::from(bounded(x, 1 << 32)));
        let mut rest = x;
        let (first, second) = (take_digit(&mut rest, a), take_digit(&mut rest, b));
        let both = u128::from(bounded(x, a * b));
        prop_assert_eq!(u128::from(first) * u128::from(b) + u128::from(second), both);
    }

    /// Gathered rows, in any order and repeated, have the draws that each has alone, unique ones too.
    #[test]
    fn gathered_draws_are_those_of_each_row(
        seed: u64,
        rows in prop::collection::vec(0u64..10_000, 0..200),
        domain in prop_oneof![Just(10_000u64), Just(1 << 40)],
    ) {
        let key = Key::seed(seed);
        let permutation = Permutation::new(key.derive("unique"), domain);
        for unique in [None, Some(&permutation)] {
            for draw in 0..2 {
                let mut fractions = vec![0; rows.len()];
                let gathered =
                    Draws::new(key, key, Rows::At(&rows), unique, &mut fractions).load(draw).to_vec();
                let alone = rows.iter().map(|&row| match unique {
                    Some(permutation) if draw == 0 => permutation.fraction(row),
                    _ => key.draw(draw).bits(row),
                });
                prop_assert!(gathered.into_iter().eq(alone));
            }
        }
    }

    /// Many at once are those of each alone, and the inverse leads back.
    #[test]
    fn many_indices_are_those_of_each_row(
        seed: u64,
        domain in prop_oneof![1u64..5000, 1u64..1 << 20, 1u64..=1 << 63],
        rows in prop::collection::vec(any::<u64>(), 1..300),
    ) {
        let permutation = Permutation::new(Key::seed(seed), domain);
        let rows: Vec<u64> = rows.into_iter().map(|row| row % domain).collect();
        let alone: Vec<u64> = rows.iter().map(|&row| permutation.index(row)).collect();
        let mut indices = vec![0; rows.len()];
        permutation.fill(Rows::At(&rows), &mut indices);
        prop_assert_eq!(&indices, &alone);
        let mut back = vec![0; rows.len()];
        permutation.fill_inverse(Rows::At(&indices), &mut back);
        prop_assert_eq!(&back, &rows);
        prop_assert!(indices.iter().map(|&index| permutation.row(index)).eq(rows.iter().copied()));
        // A run, which must end within the domain.
        let len = rows.len().min(domain as usize);
        let first = rows[0].min(domain - len as u64);
        permutation.fill(Rows::Run { first, len }, &mut indices[..len]);
        prop_assert!(indices[..len].iter().copied().eq((first..).take(len).map(|row| permutation.index(row))));
        permutation.fill_inverse(Rows::Run { first, len }, &mut indices[..len]);
        prop_assert!(indices[..len].iter().copied().eq((first..).take(len).map(|index| permutation.row(index))));
    }

    #[test]
    fn a_run_of_draws_equals_its_rows(seed: u64, start in 0..u64::MAX - 100, len in 1usize..100) {
        let key = Key::seed(seed);
        let mut fractions = vec![0; len];
        let run = Draws::new(key, key, Rows::Run { first: start, len }, None, &mut fractions).load(2).to_vec();
        let rows: Vec<u64> = (start..).take(len).map(|row| key.draw(2).bits(row)).collect();
        prop_assert_eq!(run, rows);
    }
}
