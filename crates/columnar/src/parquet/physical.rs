//! How numbers are written plainly: Parquet's physical types.

use gusher::types::{FloatWidth, IntType, StorageUnit, float_of_decimal, half_bits};

use crate::delta;
use crate::kind::Kind;

/// How a number is written plainly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Physical {
    Int32,
    Int64,
    /// As a floating-point number: multiples of 10^-scale.
    Float {
        width: FloatWidth,
        scale: u32,
    },
    /// As `len` bytes, the most significant first, multiplied by the factor.
    Fixed {
        len: usize,
        factor: i128,
    },
    /// As nanoseconds of a day and the number of the day, in 12 bytes; the numbers are microseconds since 1970.
    Int96,
}

impl Physical {
    /// How the numbers of a kind are usually written; `None` for what is no number.
    pub fn of(kind: Kind) -> Option<Physical> {
        match kind {
            Kind::Int(IntType { bits: 8 | 16 | 32, .. })
            | Kind::Date
            | Kind::Time(StorageUnit::Second | StorageUnit::Millisecond)
            | Kind::Decimal { precision: 1..=9, .. } => Some(Physical::Int32),
            Kind::Int(_)
            | Kind::Timestamp { .. }
            | Kind::Time(StorageUnit::Microsecond | StorageUnit::Nanosecond)
            | Kind::Duration
            | Kind::Decimal { precision: 10..=18, .. } => Some(Physical::Int64),
            Kind::Decimal { precision, .. } => Some(Physical::fixed(precision, kind.wide_factor())),
            Kind::Float { width, scale } => Some(Physical::Float { width, scale }),
            Kind::Interval | Kind::Bool | Kind::Uuid | Kind::Bytes { .. } | Kind::Text(_) => None,
        }
    }

    /// As many bytes as this many decimal digits and a sign need.
    pub fn fixed(precision: u32, factor: i128) -> Physical {
        let bits = 129 - (10u128.pow(precision) - 1).leading_zeros();
        Physical::Fixed { len: bits.div_ceil(8) as usize, factor }
    }

    /// How many bytes a number has.
    pub fn bytes(self) -> usize {
        match self {
            Physical::Float { width: FloatWidth::Half, .. } => 2,
            Physical::Int32 | Physical::Float { width: FloatWidth::Single, .. } => 4,
            Physical::Int64 | Physical::Float { width: FloatWidth::Double, .. } => 8,
            Physical::Fixed { len, .. } => len,
            Physical::Int96 => 12,
        }
    }

    /// Appends one number.
    pub fn put(self, n: i64, out: &mut Vec<u8>) {
        match self {
            Physical::Int32 => out.extend_from_slice(&(n as i32).to_le_bytes()),
            Physical::Int64 => out.extend_from_slice(&n.to_le_bytes()),
            Physical::Float { width: FloatWidth::Half, scale } => {
                out.extend_from_slice(&half_bits(float_of_decimal(n, scale)).to_le_bytes());
            }
            Physical::Float { width: FloatWidth::Single, scale } => {
                out.extend_from_slice(&(float_of_decimal(n, scale) as f32).to_le_bytes());
            }
            Physical::Float { width: FloatWidth::Double, scale } => {
                out.extend_from_slice(&float_of_decimal(n, scale).to_le_bytes());
            }
            Physical::Fixed { len, factor } => {
                out.extend_from_slice(&(i128::from(n) * factor).to_be_bytes()[16 - len..]);
            }
            Physical::Int96 => out.extend_from_slice(&int96(n)),
        }
    }

    /// Appends many.
    pub fn put_all(self, numbers: &[i64], out: &mut Vec<u8>) {
        let start = out.len();
        out.resize(start + numbers.len() * self.bytes(), 0);
        let space = &mut out[start..];
        match self {
            Physical::Int32 => {
                for (chunk, &n) in space.as_chunks_mut::<4>().0.iter_mut().zip(numbers) {
                    *chunk = (n as i32).to_le_bytes();
                }
            }
            Physical::Int64 => {
                for (chunk, &n) in space.as_chunks_mut::<8>().0.iter_mut().zip(numbers) {
                    *chunk = n.to_le_bytes();
                }
            }
            Physical::Float { width: FloatWidth::Half, scale } => {
                for (chunk, &n) in space.as_chunks_mut::<2>().0.iter_mut().zip(numbers) {
                    *chunk = half_bits(float_of_decimal(n, scale)).to_le_bytes();
                }
            }
            Physical::Float { width: FloatWidth::Single, scale } => {
                for (chunk, &n) in space.as_chunks_mut::<4>().0.iter_mut().zip(numbers) {
                    *chunk = (float_of_decimal(n, scale) as f32).to_le_bytes();
                }
            }
            Physical::Float { width: FloatWidth::Double, scale } => {
                for (chunk, &n) in space.as_chunks_mut::<8>().0.iter_mut().zip(numbers) {
                    *chunk = float_of_decimal(n, scale).to_le_bytes();
                }
            }
            Physical::Fixed { len, factor } => {
                for (chunk, &n) in space.chunks_exact_mut(len).zip(numbers) {
                    chunk.copy_from_slice(&(i128::from(n) * factor).to_be_bytes()[16 - len..]);
                }
            }
            Physical::Int96 => {
                for (chunk, &n) in space.as_chunks_mut::<12>().0.iter_mut().zip(numbers) {
                    *chunk = int96(n);
                }
            }
        }
    }

    /// Whether numbers like these take fewer bits as differences, by so much that it is worth the work.
    pub fn is_shorter_by_delta(self, numbers: &[i64]) -> bool {
        match self {
            Physical::Int32 => delta::bits(numbers) <= 24,
            Physical::Int64 => delta::bits(numbers) <= 40,
            // The encoding is for integers only.
            Physical::Float { .. } | Physical::Fixed { .. } | Physical::Int96 => false,
        }
    }
}

/// Appends floating-point numbers as they are in memory.
pub(super) fn put_floats(floats: &[f64], width: FloatWidth, out: &mut Vec<u8>) {
    let start = out.len();
    match width {
        FloatWidth::Double => {
            out.resize(start + 8 * floats.len(), 0);
            for (chunk, value) in out[start..].as_chunks_mut::<8>().0.iter_mut().zip(floats) {
                *chunk = value.to_le_bytes();
            }
        }
        FloatWidth::Half => {
            out.resize(start + 2 * floats.len(), 0);
            for (chunk, value) in out[start..].as_chunks_mut::<2>().0.iter_mut().zip(floats) {
                *chunk = half_bits(*value).to_le_bytes();
            }
        }
        FloatWidth::Single => {
            out.resize(start + 4 * floats.len(), 0);
            for (chunk, value) in out[start..].as_chunks_mut::<4>().0.iter_mut().zip(floats) {
                *chunk = (*value as f32).to_le_bytes();
            }
        }
    }
}

/// Microseconds since 1970-01-01T00:00:00 as `INT96`: nanoseconds of the day, and the day by its Julian number.
fn int96(micros: i64) -> [u8; 12] {
    const DAY: i64 = 86_400_000_000;
    /// The Julian number of 1970-01-01.
    const EPOCH: i64 = 2_440_588;
    let mut bytes = [0; 12];
    bytes[..8].copy_from_slice(&(micros.rem_euclid(DAY) * 1000).to_le_bytes());
    bytes[8..].copy_from_slice(&((micros.div_euclid(DAY) + EPOCH) as u32).to_le_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::{Physical, int96};

    /// The Julian day of 2000-01-01 is 2,451,545 (U.S. Naval Observatory).
    #[test]
    fn days_have_julian_numbers() {
        let parts = |micros| {
            let bytes = int96(micros);
            let (nanos, day) = bytes.split_at(8);
            (i64::from_le_bytes(nanos.try_into().unwrap()), u32::from_le_bytes(day.try_into().unwrap()))
        };
        assert_eq!(parts(946_684_800_000_000), (0, 2_451_545));
        assert_eq!(parts(-1), (86_399_999_999_000, 2_440_587));
        assert_eq!(parts(1_500_000), (1_500_000_000, 2_440_588));
    }

    #[test]
    fn one_number_is_written_as_many_are() {
        for physical in [Physical::Int32, Physical::Int64, Physical::Int96, Physical::fixed(18, 1)] {
            let (mut one, mut many) = (Vec::new(), Vec::new());
            let numbers = [-5, 0, 1, 1 << 30];
            numbers.iter().for_each(|n| physical.put(*n, &mut one));
            physical.put_all(&numbers, &mut many);
            assert_eq!(one, many);
            assert_eq!(one.len(), 4 * physical.bytes());
        }
    }
}
