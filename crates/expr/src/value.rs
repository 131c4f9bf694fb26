//! Values of a batch: a vector, or one value for all rows, and which rows are null.

use std::sync::Arc;

use gusher::types::{BATCH_ROWS, Strings};

/// The 64-bit words of a bitmap of a batch.
pub(crate) const WORDS: usize = BATCH_ROWS / 64;

/// One bit a row of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bits(pub [u64; WORDS]);

impl Bits {
    pub const NONE: Bits = Bits([0; WORDS]);
    pub const ALL: Bits = Bits([u64::MAX; WORDS]);

    /// The bits that `is` gives the rows.
    #[inline]
    pub fn of(rows: usize, is: impl Fn(usize) -> bool) -> Bits {
        let mut bits = Bits::NONE;
        for (word, bits) in bits.0.iter_mut().enumerate().take(rows.div_ceil(64)) {
            let first = word * 64;
            for row in first..rows.min(first + 64) {
                *bits |= u64::from(is(row)) << (row - first);
            }
        }
        bits
    }

    #[inline]
    pub fn get(&self, row: usize) -> bool {
        self.0[row / 64] >> (row % 64) & 1 == 1
    }

    #[inline]
    fn zip(self, other: Bits, f: impl Fn(u64, u64) -> u64) -> Bits {
        Bits(std::array::from_fn(|word| f(self.0[word], other.0[word])))
    }

    pub fn and(self, other: Bits) -> Bits {
        self.zip(other, |a, b| a & b)
    }

    pub fn or(self, other: Bits) -> Bits {
        self.zip(other, |a, b| a | b)
    }

    pub fn and_not(self, other: Bits) -> Bits {
        self.zip(other, |a, b| a & !b)
    }

    pub fn not(self) -> Bits {
        Bits(self.0.map(|word| !word))
    }

    pub fn xor(self, other: Bits) -> Bits {
        self.zip(other, |a, b| a ^ b)
    }
}

/// Which rows have a value; `None` where all have one.
pub(crate) type Valid = Option<Bits>;

/// The rows that have a value in both.
pub(crate) fn both(a: Valid, b: Valid) -> Valid {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.and(b)),
        (one, None) | (None, one) => one,
    }
}

/// The rows that have a value.
pub(crate) fn known(valid: Valid) -> Bits {
    valid.unwrap_or(Bits::ALL)
}

/// An interval as PostgreSQL keeps it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Interval {
    pub months: i64,
    pub days: i64,
    pub micros: i64,
}

/// The values of a vector of fixed width.
#[derive(Debug, Clone)]
pub(crate) enum Lane<'b, T: Copy> {
    /// The same in all rows.
    One(T),
    /// Those of a column.
    Ref(&'b [T]),
    /// Those that were computed.
    Own(Vec<T>),
}

impl<T: Copy> Lane<'_, T> {
    #[inline]
    pub fn get(&self, row: usize) -> T {
        match self {
            Lane::One(value) => *value,
            Lane::Ref(values) => values[row],
            Lane::Own(values) => values[row],
        }
    }

    /// The values as a slice, unless all rows have the same value.
    #[inline]
    fn many(&self) -> Option<&[T]> {
        match self {
            Lane::One(_) => None,
            Lane::Ref(values) => Some(values),
            Lane::Own(values) => Some(values),
        }
    }
}

/// `f` of each row's value, in `out`.
#[inline]
pub(crate) fn map<T: Copy, R: Copy>(a: &Lane<'_, T>, rows: usize, out: &mut Vec<R>, f: impl Fn(T) -> R) {
    out.clear();
    match a.many() {
        Some(a) => out.extend(a[..rows].iter().map(|&a| f(a))),
        None => {
            let value = f(a.get(0));
            out.resize(rows, value);
        }
    }
}

/// `f` of each row's two values, in `out`.
#[inline]
pub(crate) fn map2<A: Copy, B: Copy, R: Copy>(
    a: &Lane<'_, A>,
    b: &Lane<'_, B>,
    rows: usize,
    out: &mut Vec<R>,
    f: impl Fn(A, B) -> R,
) {
    out.clear();
    match (a.many(), b.many()) {
        (Some(a), Some(b)) => out.extend(a[..rows].iter().zip(&b[..rows]).map(|(&a, &b)| f(a, b))),
        (Some(a), None) => {
            let b = b.get(0);
            out.extend(a[..rows].iter().map(|&a| f(a, b)));
        }
        (None, Some(b)) => {
            let a = a.get(0);
            out.extend(b[..rows].iter().map(|&b| f(a, b)));
        }
        (None, None) => out.resize(rows, f(a.get(0), b.get(0))),
    }
}

/// Whether `f` holds of each row's two values.
#[inline]
pub(crate) fn test2<A: Copy, B: Copy>(
    a: &Lane<'_, A>,
    b: &Lane<'_, B>,
    rows: usize,
    f: impl Fn(A, B) -> bool,
) -> Bits {
    match (a.many(), b.many()) {
        (Some(a), Some(b)) => {
            let (a, b) = (&a[..rows], &b[..rows]);
            Bits::of(rows, |row| f(a[row], b[row]))
        }
        (Some(a), None) => {
            let (a, b) = (&a[..rows], b.get(0));
            Bits::of(rows, |row| f(a[row], b))
        }
        (None, Some(b)) => {
            let (a, b) = (a.get(0), &b[..rows]);
            Bits::of(rows, |row| f(a, b[row]))
        }
        (None, None) if f(a.get(0), b.get(0)) => Bits::ALL,
        (None, None) => Bits::NONE,
    }
}

/// Texts of a batch.
#[derive(Debug)]
pub(crate) enum Texts<'b> {
    /// The same in all rows.
    One(Arc<str>),
    /// Those of a column.
    Ref(&'b Strings),
    /// Those that were computed.
    Own(Strings),
}

impl Texts<'_> {
    #[inline]
    pub fn bytes(&self, row: usize) -> &[u8] {
        match self {
            Texts::One(text) => text.as_bytes(),
            Texts::Ref(texts) => texts.get(row),
            Texts::Own(texts) => texts.get(row),
        }
    }

    /// The text of a row.
    #[inline]
    pub fn get(&self, row: usize) -> &str {
        str::from_utf8(self.bytes(row)).unwrap_or_default()
    }
}

/// The values of a batch.
#[derive(Debug)]
pub(crate) enum Data<'b> {
    /// True or not; false where the row is null.
    Bool(Bits),
    /// Numbers, days, microseconds.
    Int(Lane<'b, i64>),
    /// Numbers that may have more than 64 bits.
    Wide(Lane<'b, i128>),
    Float(Lane<'b, f64>),
    Text(Texts<'b>),
    Interval(Lane<'b, Interval>),
}

/// The values of a batch, and which of them mean something.
#[derive(Debug)]
pub(crate) struct Value<'b> {
    pub data: Data<'b>,
    pub valid: Valid,
}

impl<'b> Value<'b> {
    pub fn new(data: Data<'b>, valid: Valid) -> Value<'b> {
        Value { data, valid }
    }

    /// Truth values; null ones become false.
    pub fn bools(is: Bits, valid: Valid) -> Value<'b> {
        let is = valid.map_or(is, |valid| is.and(valid));
        Value { data: Data::Bool(is), valid }
    }

    pub fn own(values: Vec<i64>, valid: Valid) -> Value<'b> {
        Value { data: Data::Int(Lane::Own(values)), valid }
    }

    pub fn texts(texts: Strings, valid: Valid) -> Value<'b> {
        Value { data: Data::Text(Texts::Own(texts)), valid }
    }

    pub fn bits(&self) -> Bits {
        match &self.data {
            Data::Bool(bits) => *bits,
            other => mismatch("truth values", other),
        }
    }

    pub fn ints(&self) -> &Lane<'b, i64> {
        match &self.data {
            Data::Int(lane) => lane,
            other => mismatch("whole numbers", other),
        }
    }

    /// The numbers with 128 bits each.
    pub fn wide(&self, rows: usize) -> Lane<'b, i128> {
        match &self.data {
            Data::Wide(lane) => lane.clone(),
            Data::Int(Lane::One(value)) => Lane::One(i128::from(*value)),
            Data::Int(lane) => {
                let mut wide = Vec::with_capacity(rows);
                map(lane, rows, &mut wide, i128::from);
                Lane::Own(wide)
            }
            other => mismatch("numbers", other),
        }
    }

    pub fn floats(&self) -> &Lane<'b, f64> {
        match &self.data {
            Data::Float(lane) => lane,
            other => mismatch("floating-point numbers", other),
        }
    }

    pub fn text(&self) -> &Texts<'b> {
        match &self.data {
            Data::Text(texts) => texts,
            other => mismatch("texts", other),
        }
    }

    pub fn intervals(&self) -> &Lane<'b, Interval> {
        match &self.data {
            Data::Interval(lane) => lane,
            other => mismatch("intervals", other),
        }
    }

    /// Whether a row has a value.
    pub fn is_valid(&self, row: usize) -> bool {
        self.valid.is_none_or(|valid| valid.get(row))
    }
}

/// The checker gave a kernel values of another type: a bug in it, not an error in the expression.
fn mismatch(expected: &str, found: &Data<'_>) -> ! {
    panic!("the checker promised {expected} and passed {found:?}")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Bits, both, known};

    proptest! {
        #[test]
        fn bits_are_those_of_the_rows(rows in prop::collection::vec(any::<(bool, bool)>(), 0..1024)) {
            let a = Bits::of(rows.len(), |row| rows[row].0);
            let b = Bits::of(rows.len(), |row| rows[row].1);
            for (row, &(x, y)) in rows.iter().enumerate() {
                prop_assert_eq!(a.get(row), x);
                prop_assert_eq!([a.and(b), a.or(b), a.and_not(b), a.not(), a.xor(b)].map(|bits| bits.get(row)),
                    [x && y, x || y, x && !y, !x, x != y]);
                prop_assert_eq!(known(both(Some(a), None)).get(row), x);
                prop_assert_eq!(known(both(Some(a), Some(b))).get(row), x && y);
            }
        }
    }
}
