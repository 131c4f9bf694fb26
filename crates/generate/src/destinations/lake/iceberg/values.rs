//! Single values as Iceberg writes them ("Appendix D: Single-value serialization"), for bounds.

use gush_columnar::lake::{Bound, LakeType};

use crate::partition::PartitionValue;

/// The fewest bytes that hold all decimals of this many digits.
pub(super) fn decimal_bytes(precision: u32) -> usize {
    let bits = 129 - (10u128.pow(precision.min(38)) - 1).leading_zeros();
    bits.div_ceil(8) as usize
}

/// The fewest bytes of a number, the most significant one first.
fn shortest(number: i128) -> Vec<u8> {
    let bytes = number.to_be_bytes();
    let fill = if number < 0 { 0xFF } else { 0 };
    let is_spare = |at: usize| bytes[at] == fill && (bytes[at + 1] ^ fill) & 0x80 == 0;
    bytes[(0..15).take_while(|&at| is_spare(at)).count()..].to_vec()
}

/// A bound of the values of a column of this type.
pub(super) fn bound(bound: &Bound, kind: &LakeType) -> Option<Vec<u8>> {
    Some(match (bound, kind) {
        (Bound::Bool(value), _) => vec![u8::from(*value)],
        (Bound::Int(number), LakeType::Int(8 | 16 | 32) | LakeType::Date) => {
            i32::try_from(*number).ok()?.to_le_bytes().to_vec()
        }
        (Bound::Int(number), _) => number.to_le_bytes().to_vec(),
        (Bound::Decimal(number), _) => shortest(*number),
        (Bound::Float(number), _) => number.to_le_bytes().to_vec(),
        (Bound::Double(number), _) => number.to_le_bytes().to_vec(),
        (Bound::Bytes(bytes), _) => bytes.clone(),
    })
}

/// The value of a field of the partitions, as a bound of them.
pub(super) fn of_partition(value: &PartitionValue, kind: &LakeType) -> Option<Vec<u8>> {
    Some(match value {
        PartitionValue::Null => return None,
        PartitionValue::Int(number) => return bound(&Bound::Int(*number), kind),
        PartitionValue::Date(day) => day.to_le_bytes().to_vec(),
        PartitionValue::Timestamp(micros) => micros.to_le_bytes().to_vec(),
        PartitionValue::Bool(value) => vec![u8::from(*value)],
        PartitionValue::Decimal { unscaled, .. } => shortest(*unscaled),
        PartitionValue::Text(text) => text.clone().into_bytes(),
    })
}

#[cfg(test)]
mod tests {
    use super::{decimal_bytes, shortest};

    #[test]
    fn decimals_have_as_many_bytes_as_they_need() {
        let sizes = [1, 2, 3, 4, 9, 10, 18, 19, 38].map(decimal_bytes);
        assert_eq!(sizes, [1, 1, 2, 2, 4, 5, 8, 9, 16]);
        assert_eq!(shortest(0), [0]);
        assert_eq!(shortest(128), [0, 128]);
        assert_eq!(shortest(-128), [128]);
        assert_eq!(shortest(-129), [0xFF, 127]);
    }
}
