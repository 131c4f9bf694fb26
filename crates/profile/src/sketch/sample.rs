//! A sample of numbers: those of the rows whose hashes are the smallest, which does not depend on the order of the rows.

use super::Point;
use crate::hash::mix;

/// How many rows are kept.
pub(crate) const KEPT: usize = 4096;

/// A row of the sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Sampled {
    hash: u64,
    /// Its number.
    value: i64,
    /// The row that has it.
    row: u64,
}

/// Numbers of up to [`KEPT`] rows; of all, if there are no more.
#[derive(Debug, Clone)]
pub(crate) struct Sample {
    rows: Vec<Sampled>,
    /// Hashes from here on are not kept.
    end: u64,
}

impl Default for Sample {
    fn default() -> Sample {
        Sample { rows: Vec::new(), end: u64::MAX }
    }
}

impl Sample {
    pub fn add(&mut self, value: i64, row: u64) {
        let hash = mix(row ^ 0x5EED_0F5A_3B1E);
        if hash < self.end {
            self.rows.push(Sampled { hash, value, row });
            if self.rows.len() == 2 * KEPT {
                self.cut();
            }
        }
    }

    pub fn merge(&mut self, other: &Sample) {
        self.rows.extend(&other.rows);
        self.cut();
    }

    fn cut(&mut self) {
        if self.rows.len() > KEPT {
            let (_, last, _) = self.rows.select_nth_unstable(KEPT);
            self.end = last.hash;
            self.rows.truncate(KEPT);
        }
    }

    /// The numbers of the sample, smallest first, with one count for each row.
    pub fn points(&self) -> Vec<Point> {
        let mut rows = self.clone();
        rows.cut();
        let point = |sampled: &Sampled| Point { value: sampled.value, count: 1, row: sampled.row };
        let mut points: Vec<Point> = rows.rows.iter().map(point).collect();
        points.sort_by_key(|point| (point.value, point.row));
        points
    }
}

#[cfg(test)]
mod tests {
    use super::{KEPT, Sample};

    #[test]
    fn the_order_of_rows_does_not_matter() {
        for count in [0, 10, 4096, 4097, 50_000u64] {
            let (mut rising, mut one, mut two) = (Sample::default(), Sample::default(), Sample::default());
            (0..count).for_each(|row| rising.add(row as i64 * 3, row));
            (0..count)
                .rev()
                .for_each(|row| (if row % 5 == 0 { &mut one } else { &mut two }).add(row as i64 * 3, row));
            one.merge(&two);
            assert_eq!(rising.points(), one.points());
            assert_eq!(rising.points().len() as u64, count.min(KEPT as u64));
        }
    }
}
