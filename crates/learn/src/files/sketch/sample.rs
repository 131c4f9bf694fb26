//! An even sample of numbers, in bounded memory.

/// The most numbers that are kept.
const MAX_KEPT: usize = 8192;

/// Every n-th number, by a hash of its row: n doubles when there are too many.
#[derive(Debug, Default)]
pub struct Sample {
    kept: Vec<(u64, f64)>,
    mask: u64,
    row: u64,
}

impl Sample {
    /// Adds the next number.
    pub fn add(&mut self, number: f64) {
        self.row += 1;
        let hash = spread(self.row);
        if hash & self.mask != 0 {
            return;
        }
        self.kept.push((hash, number));
        if self.kept.len() == MAX_KEPT {
            self.mask = self.mask << 1 | 1;
            let mask = self.mask;
            self.kept.retain(|(hash, _)| hash & mask == 0);
        }
    }

    /// Adds the numbers of another sample: of both, the same share is kept.
    pub fn join(&mut self, other: Sample) {
        self.mask |= other.mask;
        let mask = self.mask;
        self.kept.extend(other.kept);
        self.kept.retain(|(hash, _)| hash & mask == 0);
        self.row += other.row;
    }

    /// Numbers at equal shares of the sample, from the smallest to the largest, `parts + 1` of them; none of a sample that is too small.
    pub fn quantiles(self, parts: usize) -> Vec<f64> {
        let mut sorted: Vec<f64> = self.kept.into_iter().map(|(_, number)| number).collect();
        if sorted.len() < 2 * parts {
            return Vec::new();
        }
        sorted.sort_by(f64::total_cmp);
        (0..=parts).map(|part| sorted[part * (sorted.len() - 1) / parts]).collect()
    }
}

/// The bits of a row's number, mixed (the finalizer of `SplitMix64`).
fn spread(row: u64) -> u64 {
    let mixed = (row ^ row >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_all_numbers() {
        let mut sample = Sample::default();
        // A period of the data does not matter.
        (0..1_000_000).for_each(|row| sample.add(f64::from(row % 1024)));
        let quantiles = sample.quantiles(4);
        for (found, expected) in quantiles.iter().zip([0.0, 256.0, 512.0, 768.0, 1023.0]) {
            assert!((found - expected).abs() < 40.0, "{quantiles:?}");
        }
        let mut small = Sample::default();
        small.add(1.0);
        assert!(small.quantiles(4).is_empty());
    }
}
