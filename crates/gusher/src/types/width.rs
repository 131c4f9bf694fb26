//! How wide stored numbers are, and what stored times count.

use super::half::{MAX_HALF, half_bits, of_half_bits};

/// How many bits a floating-point number has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FloatWidth {
    /// 16: every value in the array is one of these.
    Half,
    /// 32: every value in the array is one of these.
    Single,
    /// 64.
    Double,
}

impl FloatWidth {
    /// The number of this width that is nearest; the largest one instead of an infinite one.
    pub fn round(self, value: f64) -> f64 {
        match self {
            FloatWidth::Half if value.is_finite() => {
                of_half_bits(half_bits(value.clamp(-MAX_HALF, MAX_HALF)))
            }
            FloatWidth::Single if value.is_finite() => f64::from((value as f32).clamp(f32::MIN, f32::MAX)),
            FloatWidth::Half | FloatWidth::Single => value,
            FloatWidth::Double => value.clamp(f64::MIN, f64::MAX),
        }
    }

    /// The largest finite number.
    pub fn max(self) -> f64 {
        match self {
            FloatWidth::Half => MAX_HALF,
            FloatWidth::Single => f64::from(f32::MAX),
            FloatWidth::Double => f64::MAX,
        }
    }

    /// From 0 to here, every integer is one of these.
    pub(crate) fn max_integer(self) -> i128 {
        match self {
            FloatWidth::Half => 1 << 11,
            FloatWidth::Single => 1 << 24,
            FloatWidth::Double => 1 << 53,
        }
    }

    /// How far the next number above a positive one of these is.
    pub(crate) fn step(self, value: f64) -> f64 {
        match self {
            FloatWidth::Half => of_half_bits(half_bits(value) + 1) - value,
            FloatWidth::Single => f64::from((value as f32).next_up()) - value,
            FloatWidth::Double => value.next_up() - value,
        }
    }
}

/// The type of integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IntType {
    /// 8, 16, 32 or 64.
    pub bits: u32,
    /// Whether there are negative ones.
    pub is_signed: bool,
}

/// The unit that a stored time counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StorageUnit {
    /// Seconds.
    Second,
    /// Thousandths.
    Millisecond,
    /// Millionths.
    Microsecond,
    /// Billionths.
    Nanosecond,
}

impl IntType {
    /// The smallest integer and the largest.
    pub fn range(self) -> (i128, i128) {
        match self.is_signed {
            true => (-(1 << (self.bits - 1)), (1 << (self.bits - 1)) - 1),
            false => (0, (1 << self.bits) - 1),
        }
    }

    /// The narrowest one with a sign that has these two.
    pub fn narrowest(min: i64, max: i64) -> IntType {
        let has = |int: &IntType| {
            let (least, most) = int.range();
            least <= min.into() && most >= max.into()
        };
        let all = [8, 16, 32].map(|bits| IntType { bits, is_signed: true });
        all.into_iter().find(has).unwrap_or(IntType { bits: 64, is_signed: true })
    }
}

impl StorageUnit {
    /// How many there are in a second.
    pub fn per_second(self) -> i64 {
        match self {
            StorageUnit::Second => 1,
            StorageUnit::Millisecond => 1000,
            StorageUnit::Microsecond => 1_000_000,
            StorageUnit::Nanosecond => 1_000_000_000,
        }
    }
}

impl StorageUnit {
    pub(super) fn suffix(self) -> &'static str {
        match self {
            StorageUnit::Second => "_s",
            StorageUnit::Millisecond => "_ms",
            StorageUnit::Microsecond => "",
            StorageUnit::Nanosecond => "_ns",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::IntType;

    #[test]
    fn narrow_integers_have_their_range() {
        for (min, max, bits) in [(0, 127, 8), (-129, 0, 16), (0, 32_768, 32), (0, 1 << 31, 64)] {
            assert_eq!(IntType::narrowest(min, max), IntType { bits, is_signed: true });
        }
    }
}
