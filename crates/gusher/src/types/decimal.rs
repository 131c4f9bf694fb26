//! Decimals, which are integers with a scale, as floating-point numbers.

/// Powers of ten up to the greatest scale; as floating-point numbers they are exact.
const TENS: [f64; 19] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18];
/// Integers up to here are exact as floating-point numbers.
const EXACT: u64 = 1 << 53;

/// The floating-point number nearest to an integral multiple of 10^-scale.
///
/// # Panics
/// If the scale is above 18.
#[inline(always)]
pub fn float_of_decimal(n: i64, scale: u32) -> f64 {
    if n.unsigned_abs() <= EXACT {
        // Both are exact, and so the division alone rounds.
        return n as f64 / TENS[scale as usize];
    }
    parsed(n, scale)
}

#[cold]
fn parsed(n: i64, scale: u32) -> f64 {
    format!("{n}e-{scale}").parse().expect("a number was written")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::float_of_decimal;

    proptest! {
        /// The number that any reader parses from the decimal's text.
        #[test]
        fn decimals_are_the_nearest_number(n: i64, shift in 0u32..64, scale in 0u32..=18) {
            let n = n >> shift;
            let text = format!("{n}e-{scale}");
            prop_assert_eq!(float_of_decimal(n, scale), text.parse::<f64>().unwrap());
        }
    }
}
