//! A digit of a number in any base, for tables: `(value - base) / divide % modulo`.

/// How a digit is taken off the distance from a base, which must be below 2^32.
///
/// Divisions by numbers that the compiler does not know are slow. These are two multiplications, exact for all
/// numbers of 32 bits: Lemire, Kaser and Kurz, "Faster remainder by direct computation", Software: Practice and
/// Experience 49 (2019).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::text) struct Digit {
    base: i64,
    divide: u32,
    /// 0 for none.
    modulo: u32,
}

/// ⌈2^64 / n⌉, for 2 and above.
fn reciprocal(n: u32) -> u64 {
    u64::MAX / u64::from(n) + 1
}

impl Digit {
    /// The digit that is worth `divide` (1 or more), of which there are `modulo`; 0 for the one that comes first.
    pub fn new(base: i64, divide: u32, modulo: u32) -> Digit {
        Digit { base, divide, modulo }
    }

    /// The digits of these values.
    pub fn fill(&self, values: &[i64], digits: &mut Vec<u32>) {
        digits.clear();
        let distance = |value: &i64| value.wrapping_sub(self.base) as u32;
        match (self.divide, self.modulo) {
            (1, 0) => digits.extend(values.iter().map(distance)),
            (divide, 0) => {
                let by = reciprocal(divide);
                digits.extend(values.iter().map(|value| quotient(distance(value), by)));
            }
            (1, modulo) => {
                let by = reciprocal(modulo);
                digits.extend(values.iter().map(|value| remainder(distance(value), modulo, by)));
            }
            (divide, modulo) => {
                let (by, rest) = (reciprocal(divide), reciprocal(modulo));
                digits.extend(
                    values.iter().map(|value| remainder(quotient(distance(value), by), modulo, rest)),
                );
            }
        }
    }
}

#[inline(always)]
fn quotient(n: u32, reciprocal: u64) -> u32 {
    ((u128::from(n) * u128::from(reciprocal)) >> 64) as u32
}

#[inline(always)]
fn remainder(n: u32, modulo: u32, reciprocal: u64) -> u32 {
    ((u128::from(reciprocal.wrapping_mul(u64::from(n))) * u128::from(modulo)) >> 64) as u32
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn digits_agree_with_division(
            base: i64,
            distances in prop::collection::vec(any::<u32>(), 1..20),
            divide in prop_oneof![1u32..3, 1u32..100_000, any::<u32>()],
            modulo in prop_oneof![0u32..3, 0u32..100_000, any::<u32>()],
        ) {
            prop_assume!(modulo != 1 && divide != 0);
            let values: Vec<i64> = distances.iter().map(|n| base.wrapping_add(i64::from(*n))).collect();
            let mut digits = Vec::new();
            Digit::new(base, divide, modulo).fill(&values, &mut digits);
            let naive = |n: &u32| if modulo == 0 { n / divide } else { n / divide % modulo };
            prop_assert_eq!(digits, distances.iter().map(naive).collect::<Vec<_>>());
        }
    }
}
