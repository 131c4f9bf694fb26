//! Floating-point numbers of 16 bits (IEEE 754, binary16), in the 64 bits of which they are computed with.

/// The largest finite one.
pub(crate) const MAX_HALF: f64 = 65_504.0;

/// How many of the 52 bits of a fraction are beyond the 10 of a half.
const SURPLUS: u32 = 42;
/// 2^24: how many of the smallest ones there are in 1.
const PER_UNIT: f64 = 16_777_216.0;
/// The smallest one that has all 11 bits: 2^-14.
const SMALLEST_NORMAL: f64 = 1.0 / 16_384.0;

/// The bits of the number of 16 bits that is nearest; of two that are as near, the even one. Beyond the largest ones it is infinite.
#[inline]
pub fn half_bits(value: f64) -> u16 {
    let bits = value.to_bits();
    let sign = (bits >> 48) as u16 & 0x8000;
    let size = bits & !(1 << 63);
    if value.is_nan() {
        return sign | 0x7E00;
    }
    if value.abs() < SMALLEST_NORMAL {
        // The product is exact.
        return sign | (value.abs() * PER_UNIT).round_ties_even() as u16;
    }
    let rounded = size + (1 << (SURPLUS - 1)) - 1 + (size >> SURPLUS & 1);
    let half = (rounded >> SURPLUS).saturating_sub((1023 - 15) << 10);
    sign | half.min(0x7C00) as u16
}

/// The number of these 16 bits, which is exact.
#[inline]
pub fn of_half_bits(bits: u16) -> f64 {
    let (exponent, fraction) = (u64::from(bits >> 10 & 31), u64::from(bits & 0x3FF));
    let size = match exponent {
        0 => fraction as f64 / PER_UNIT,
        31 if fraction == 0 => f64::INFINITY,
        31 => f64::NAN,
        _ => f64::from_bits((exponent + 1023 - 15) << 52 | fraction << SURPLUS),
    };
    if bits >> 15 == 1 { -size } else { size }
}

/// Five digits are enough for each of them.
const MAX_DIGITS: i32 = 5;

/// The decimal of the fewest digits of which a number of 16 bits is the nearest one; of several the one nearest to the number. NaN
/// and the infinite ones are themselves.
pub fn shortest_half(half: f64) -> f64 {
    let (size, bits) = (half.abs(), half_bits(half.abs()));
    if size == 0.0 || !size.is_finite() {
        return half;
    }
    // The place of the first digit. Near a power of ten the logarithm may be off by one, which only adds a zero.
    let first = size.log10().floor() as i32;
    (1..=MAX_DIGITS)
        .map(|digits| rounded(size, digits - 1 - first))
        .find(|&decimal| half_bits(decimal) == bits)
        .map_or(half, |decimal| decimal.copysign(half))
}

/// A number with this many decimal places, as the 64 bits of the decimal: powers of ten up to 10^22 are exact.
fn rounded(size: f64, places: i32) -> f64 {
    let power = 10f64.powi(places.abs());
    if places >= 0 {
        (size * power).round_ties_even() / power
    } else {
        (size / power).round_ties_even() * power
    }
}

#[cfg(test)]
mod tests {
    use super::{half_bits, of_half_bits, shortest_half};
    use proptest::prelude::*;

    #[test]
    fn all_halves_are_read_back() {
        for bits in 0..=u16::MAX {
            let value = of_half_bits(bits);
            assert!(value.is_nan() || half_bits(value) == bits, "{bits:x} {value}");
        }
        assert_eq!([0x3C00, 0x7BFF, 0x0001, 0xC000].map(of_half_bits), [1.0, 65_504.0, 2f64.powi(-24), -2.0]);
        assert_eq!(
            [65_519.9, 65_520.0, 1e300, f64::INFINITY].map(half_bits),
            [0x7BFF, 0x7C00, 0x7C00, 0x7C00]
        );
        assert_eq!([2f64.powi(-25), 2f64.powi(-25) * 1.001, -0.0].map(half_bits), [0, 1, 0x8000]);
        assert!(of_half_bits(half_bits(f64::NAN)).is_nan());
        assert!(shortest_half(f64::NAN).is_nan());
        assert_eq!([f64::INFINITY, f64::NEG_INFINITY].map(shortest_half), [f64::INFINITY, f64::NEG_INFINITY]);
    }

    #[test]
    fn no_shorter_text_is_the_number() {
        for bits in (0..=u16::MAX).filter(|bits| bits >> 10 & 31 != 31) {
            let half = of_half_bits(bits);
            let text = format!("{:e}", shortest_half(half));
            assert_eq!(half_bits(text.parse().unwrap()), bits, "{text}");
            let digits =
                |text: &str| text.split('e').next().map(|own| own.bytes().filter(u8::is_ascii_digit).count());
            for shorter in (0..4).map(|places| format!("{half:.places$e}")) {
                let is_it = half_bits(shorter.parse().unwrap()) == bits;
                assert!(!is_it || digits(&text) <= digits(&shorter), "{text} {shorter}");
            }
        }
        // As NumPy writes them.
        let texts = [0x2E66, 0x7BFF, 0x0001, 0x6400, 0x3555].map(|bits| shortest_half(of_half_bits(bits)));
        assert_eq!(texts, [0.1, 65_500.0, 6e-8, 1024.0, 0.3333]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        /// The naive twin tries all of them.
        #[test]
        fn the_nearest_is_found(bits: u64, small in -70_000f64..70_000.0, tiny in -1e-4f64..1e-4) {
            for value in [f64::from_bits(bits), small, tiny, of_half_bits(bits as u16) + 0.5] {
                prop_assume!(value.is_finite());
                let found = of_half_bits(half_bits(value));
                let distance = |half: f64| (half - value).abs();
                let all = (0..=u16::MAX).map(of_half_bits).filter(|half| half.is_finite());
                let nearest = all.min_by(|a, b| distance(*a).total_cmp(&distance(*b))).unwrap();
                // What is beyond the largest by half a step is infinite.
                let is_beyond = value.abs() >= 65_520.0;
                let is_nearest = if is_beyond { found.is_infinite() } else { distance(found) == distance(nearest) };
                prop_assert!(is_nearest);
            }
        }
    }
}
