//! The profile of one column, while rows are counted and afterwards.

use gusher::types::{Array, ColumnData};

use crate::hash::{hashes, numbers, unmix};
use crate::sketch::{Common, Counted, Distinct, Lengths, Point, Sample};
use crate::texts::{TextRange, TextReader};

/// What is known of the numbers of a column, or of the lengths of its texts or lists.
#[derive(Debug, Clone, Default)]
pub(crate) struct Numbers {
    /// The smallest and the row that has it first.
    pub min: Option<(i64, u64)>,
    /// The greatest and the row that has it first.
    pub max: Option<(i64, u64)>,
    /// Of all.
    pub sum: i128,
    /// Of finite floating-point numbers, which have no other sum, and how many there are.
    pub float_sum: (f64, u64),
    /// Of numbers beyond 64 bits, of which the others are only near: the smallest and the greatest, with the rows that have them first.
    pub wide: Option<[(i128, u64); 2]>,
    sample: Sample,
    /// Where they are lengths.
    lengths: Option<Lengths>,
}

/// What is known of a column's values.
#[derive(Debug, Clone, Default)]
pub struct ColumnProfile {
    pub(crate) rows: u64,
    pub(crate) nulls: u64,
    pub(crate) common: Common,
    distinct: Distinct,
    pub(crate) numbers: Option<Numbers>,
    pub(crate) texts: TextRange,
}

impl ColumnProfile {
    /// How many rows there are.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// How many of them are null.
    pub fn nulls(&self) -> u64 {
        self.nulls
    }

    /// How many different values there are, and whether that is exact. Otherwise it is within about 2 %.
    pub fn distinct(&self) -> (u64, bool) {
        match self.common.distinct() {
            Some(count) => (count, true),
            None => (self.distinct.estimate().min(self.rows - self.nulls), false),
        }
    }

    /// The numbers of the column, smallest first, and whether they are those of a sample.
    pub(crate) fn points(&self, numbers: &Numbers) -> (Vec<Point>, bool) {
        let counted = || {
            let point = |(hash, counted)| {
                let Counted { count, row } = counted;
                Point { value: unmix(hash) as i64, count, row }
            };
            let mut points: Vec<Point> = self.common.all()?.map(point).collect();
            points.sort_by_key(|point| point.value);
            Some(points)
        };
        let exact = match &numbers.lengths {
            Some(lengths) => lengths.points(),
            None if numbers.wide.is_some() => None,
            None => counted(),
        };
        let is_exact = exact.is_some();
        let points = exact.unwrap_or_else(|| numbers.sample.points());
        let is_sample = !is_exact && (points.len() as u64) < self.rows - self.nulls;
        (points, is_sample)
    }

    /// Counts `len` rows from `first` on. `texts` reads them, where they are texts.
    pub(crate) fn add(
        &mut self,
        column: &ColumnData,
        first: u64,
        len: usize,
        texts: Option<&mut TextReader<'_>>,
    ) {
        self.rows += len as u64;
        self.nulls += column.validity().null_count() as u64;
        let is_null = |row: usize| !column.validity().is_empty() && column.validity().is_null(row);
        for (row, hash) in hashes(column.values(), len).into_iter().enumerate() {
            if !is_null(row) {
                self.common.add(hash, first + row as u64);
                self.distinct.add(hash);
            }
        }
        if let Some(reader) = texts {
            let lengths = self.numbers.get_or_insert_default();
            reader.read(column, first, len, &mut self.texts, |row, length| lengths.add_length(length, row));
        } else if let Some(values) = numbers(column.values()) {
            let numbers = self.numbers.get_or_insert_default();
            let is_length = matches!(column.values(), Array::List(_));
            let add = if is_length { Numbers::add_length } else { Numbers::add };
            for (row, &value) in values.iter().take(len).enumerate().filter(|(row, _)| !is_null(*row)) {
                add(numbers, value, first + row as u64);
            }
            if let Array::Wides(wides) = column.values() {
                for (row, &value) in wides.iter().take(len).enumerate().filter(|(row, _)| !is_null(*row)) {
                    numbers.add_wide([(value, first + row as u64); 2]);
                    numbers.add_float(value as f64);
                }
            }
            if let Array::Floats(floats) = column.values() {
                let values = floats.iter().take(len).enumerate();
                let values = values.filter(|(row, value)| !is_null(*row) && value.is_finite());
                values.for_each(|(_, value)| numbers.add_float(*value));
            }
        }
    }

    /// Adds what is known of later rows.
    pub(crate) fn merge(&mut self, later: &ColumnProfile) {
        self.rows += later.rows;
        self.nulls += later.nulls;
        self.common.merge(&later.common);
        self.distinct.merge(&later.distinct);
        self.texts.merge(&later.texts);
        if let Some(later) = &later.numbers {
            self.numbers.get_or_insert_default().merge(later);
        }
    }
}

impl Numbers {
    fn add(&mut self, value: i64, row: u64) {
        self.bound(value, row);
        self.sum += i128::from(value);
        self.sample.add(value, row);
    }

    fn add_wide(&mut self, [least, most]: [(i128, u64); 2]) {
        let [min, max] = self.wide.get_or_insert([least, most]);
        if least.0 < min.0 {
            *min = least;
        }
        if most.0 > max.0 {
            *max = most;
        }
    }

    fn add_float(&mut self, value: f64) {
        self.float_sum.0 += value;
        self.float_sum.1 += 1;
    }

    fn add_length(&mut self, length: i64, row: u64) {
        self.add(length, row);
        self.lengths.get_or_insert_default().add(length);
    }

    fn bound(&mut self, value: i64, row: u64) {
        if self.min.is_none_or(|(min, _)| value < min) {
            self.min = Some((value, row));
        }
        if self.max.is_none_or(|(max, _)| value > max) {
            self.max = Some((value, row));
        }
    }

    fn merge(&mut self, later: &Numbers) {
        for (value, row) in later.min.into_iter().chain(later.max) {
            self.bound(value, row);
        }
        self.sum += later.sum;
        self.float_sum.0 += later.float_sum.0;
        self.float_sum.1 += later.float_sum.1;
        if let Some(wide) = later.wide {
            self.add_wide(wide);
        }
        self.sample.merge(&later.sample);
        if let Some(later) = &later.lengths {
            self.lengths.get_or_insert_default().merge(later);
        }
    }
}
