//! Numbers, dates, ids and addresses as text, straight into the row.
//!
//! Each function writes to the front of a fixed block, may scribble over all of it, and returns how many bytes
//! count.

use crate::calendar::civil;

/// The bytes that an integer or a decimal needs: sign, 19 digits (or 19 with leading zeros), point, and what the
/// fixed-size copies scribble after.
pub(in crate::text) const NUMBER_CAPACITY: usize = 48;

/// The two digits of each number below 100.
pub(in crate::text) const PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut n = 0;
    while n < 100 {
        pairs[n] = [b'0' + n as u8 / 10, b'0' + n as u8 % 10];
        n += 1;
    }
    pairs
};

/// The eight decimal digits of `n`, which is below 10^8, one a byte and the first in the lowest byte.
#[inline(always)]
pub(super) fn eight_digits(n: u64) -> u64 {
    // Halved three times: 4 + 4 digits, then 2 + 2 in each, then 1 + 1. The factors are 2^k / 10000, 2^k / 100 and 2^k / 10,
    // rounded up, and exact for numbers this small. All products but the second one are of words of 32 bits, for vectors.
    let upper = ((n & 0xFFFF_FFFF) * 3_518_437_209) >> 45;
    let fours = upper | ((n - upper * 10_000) << 32);
    let hundreds = ((fours * 10_486) >> 20) & 0x0000_007F_0000_007F;
    let pairs = hundreds | ((fours - hundreds * 100) << 16);
    let tens = ((pairs * 103) >> 10) & 0x000F_000F_000F_000F;
    tens | ((pairs - tens * 10) << 8)
}

/// The bytes to add to numbers below ten to get digits.
const ZEROS: u64 = 0x3030_3030_3030_3030;
const TEN_TO_8: u64 = 100_000_000;

/// Writes `n` with at least `least` digits (1 to 20), and says how many it has.
#[inline(always)]
fn put_digits(n: u64, least: usize, out: &mut [u8]) -> usize {
    if n < TEN_TO_8 && least <= 8 {
        let (digits, count) = few_digits(n, least);
        out[..8].copy_from_slice(&digits.to_le_bytes());
        return count;
    }
    let (upper, lower) = (n / TEN_TO_8, n % TEN_TO_8);
    let count = if upper < TEN_TO_8 && least <= 16 {
        let (digits, count) = few_digits(upper, least.saturating_sub(8));
        out[..8].copy_from_slice(&digits.to_le_bytes());
        count
    } else {
        let (digits, count) = few_digits(upper / TEN_TO_8, least.saturating_sub(16));
        out[..8].copy_from_slice(&digits.to_le_bytes());
        let middle = eight_digits(upper % TEN_TO_8) + ZEROS;
        out[count..count + 8].copy_from_slice(&middle.to_le_bytes());
        count + 8
    };
    out[count..count + 8].copy_from_slice(&(eight_digits(lower) + ZEROS).to_le_bytes());
    count + 8
}

/// The digits of `n`, which is below 10^8, without leading zeros beyond `least` digits, and how many there are.
#[inline(always)]
fn few_digits(n: u64, least: usize) -> (u64, usize) {
    let digits = eight_digits(n);
    let count = (8 - digits.trailing_zeros() as usize / 8).max(least).max(1);
    ((digits + ZEROS) >> (8 * (8 - count)), count)
}

/// An integer.
#[inline(always)]
pub(in crate::text) fn put_int(value: i64, out: &mut [u8; NUMBER_CAPACITY]) -> usize {
    out[0] = b'-';
    let sign = usize::from(value < 0);
    sign + put_digits(value.unsigned_abs(), 1, &mut out[sign..])
}

/// An integral multiple of 10^-scale, with `scale` digits after the decimal point (and no point where that is 0).
#[inline(always)]
pub(in crate::text) fn put_decimal(value: i64, scale: u32, out: &mut [u8; NUMBER_CAPACITY]) -> usize {
    let (scale, n) = (scale as usize, value.unsigned_abs());
    out[0] = b'-';
    let sign = usize::from(value < 0);
    if scale == 0 {
        return sign + put_digits(n, 1, &mut out[sign..]);
    }
    if n < TEN_TO_8 && scale < 8 {
        // All in one register: what follows the point is written once more, one byte further.
        let (digits, count) = few_digits(n, scale + 1);
        let (integer, text) = (count - scale, &mut out[sign..]);
        text[..8].copy_from_slice(&digits.to_le_bytes());
        text[integer] = b'.';
        text[integer + 1..integer + 9].copy_from_slice(&(digits >> (8 * integer)).to_le_bytes());
        return sign + count + 1;
    }
    let mut digits = [0; 40];
    let count = put_digits(n, scale + 1, &mut digits);
    let point = sign + count - scale;
    out[sign..sign + 20].copy_from_slice(&digits[..20]);
    out[point] = b'.';
    out[point + 1..point + 21].copy_from_slice(&digits[count - scale..count - scale + 20]);
    point + 1 + scale
}

/// A date as YYYY-MM-DD.
#[inline(always)]
pub(in crate::text) fn put_date(day: i32, out: &mut [u8; 16]) -> usize {
    out[..10].copy_from_slice(&date_text(day));
    10
}

/// A date as YYYY-MM-DD.
#[inline(always)]
pub(in crate::text) fn date_text(day: i32) -> [u8; 10] {
    let (year, month, day) = civil(day);
    let [[c, e], [y, r]] = [PAIRS[(year / 100 % 100) as usize], PAIRS[(year % 100) as usize]];
    let [[m, n], [d, a]] = [PAIRS[month as usize], PAIRS[day as usize]];
    [c, e, y, r, b'-', m, n, b'-', d, a]
}

/// The seconds of a day.
const DAY: i64 = 86_400;

/// A time in UTC as `YYYY-MM-DD?HH:MM:SS` with `between` instead of the question mark. Its year must have four digits.
#[inline(always)]
pub(in crate::text) fn put_date_time(seconds: i64, between: u8, out: &mut [u8; 24]) -> usize {
    let (day, second) = (seconds.div_euclid(DAY) as i32, seconds.rem_euclid(DAY) as u32);
    out[..10].copy_from_slice(&date_text(day));
    let (minute, hour) = (second / 60 % 60, second / 3600);
    let [[h, i], [m, n], [s, t]] = [hour, minute, second % 60].map(|n| PAIRS[n as usize]);
    out[10..19].copy_from_slice(&[between, h, i, b':', m, n, b':', s, t]);
    19
}

/// The bytes that a duration needs.
pub(in crate::text) const DURATION_CAPACITY: usize = NUMBER_CAPACITY + 12;

/// Seconds as a duration (ISO 8601, section 5.5.2.2) in hours, minutes and seconds, without those that are 0.
#[inline(always)]
pub(in crate::text) fn put_duration(seconds: i64, out: &mut [u8; DURATION_CAPACITY]) -> usize {
    let (hours, second) = (seconds / 3600, (seconds % 3600) as usize);
    out[..2].copy_from_slice(b"PT");
    let mut at = 2;
    if hours > 0 {
        at += put_digits(hours as u64, 1, &mut out[at..]);
        out[at] = b'H';
        at += 1;
    }
    for (n, letter) in [(second / 60, b'M'), (second % 60, b'S')] {
        // A zero second is written where nothing else is.
        if n > 0 || (letter == b'S' && at == 2) {
            let [tens, ones] = PAIRS[n];
            out[at] = tens;
            at += usize::from(n >= 10);
            out[at..at + 2].copy_from_slice(&[ones, letter]);
            at += 2;
        }
    }
    at
}

/// The eight hexadecimal digits of `n`, first digit in the lowest byte.
#[inline(always)]
pub(in crate::text) fn hex8<const UPPER: bool>(n: u32) -> u64 {
    // One digit a byte, spread by halves, the most significant first.
    let mut x = u64::from(n.swap_bytes());
    x = (x | (x << 16)) & 0x0000_FFFF_0000_FFFF;
    x = (x | (x << 8)) & 0x00FF_00FF_00FF_00FF;
    x = ((x >> 4) & 0x000F_000F_000F_000F) | ((x & 0x000F_000F_000F_000F) << 8);
    // A byte above 9 gets the distance from '9' + 1 to 'a' or 'A' on top.
    let above_9 = ((x + 0x0606_0606_0606_0606) >> 4) & 0x0101_0101_0101_0101;
    x + 0x3030_3030_3030_3030 + above_9 * if UPPER { 7 } else { 39 }
}

/// A UUID in its canonical form (RFC 9562, section 4).
#[inline(always)]
pub(in crate::text) fn put_uuid<const UPPER: bool>(id: u128, out: &mut [u8; 36]) -> usize {
    let part = |shift: u32| hex8::<UPPER>((id >> shift) as u32).to_le_bytes();
    let (a, b, c, d) = (part(96), part(64), part(32), part(0));
    // Eight bytes at a time, each store over what the one before left over its end.
    out[0..8].copy_from_slice(&a);
    out[9..13].copy_from_slice(&b[..4]);
    out[14..18].copy_from_slice(&b[4..]);
    out[19..23].copy_from_slice(&c[..4]);
    out[24..28].copy_from_slice(&c[4..]);
    out[28..36].copy_from_slice(&d);
    for dash in [8, 13, 18, 23] {
        out[dash] = b'-';
    }
    36
}

/// Each octet with a dot after it, and in the fifth byte how many bytes that are.
const OCTETS: [u64; 256] = {
    let mut octets = [0; 256];
    let mut n = 0;
    while n < 256 {
        let (hundreds, tens, ones) =
            (b'0' + (n / 100) as u8, b'0' + (n / 10 % 10) as u8, b'0' + (n % 10) as u8);
        let (text, len) = match n {
            0..10 => ([ones, b'.', 0, 0], 2),
            10..100 => ([tens, ones, b'.', 0], 3),
            _ => ([hundreds, tens, ones, b'.'], 4),
        };
        octets[n] = u32::from_le_bytes(text) as u64 | len << 32;
        n += 1;
    }
    octets
};

/// An IPv4 address.
#[inline(always)]
pub(in crate::text) fn put_ipv4(address: u32, out: &mut [u8; 16]) -> usize {
    let mut at = 0;
    for octet in address.to_be_bytes() {
        let octet = OCTETS[usize::from(octet)];
        out[at..at + 4].copy_from_slice(&(octet as u32).to_le_bytes());
        at += (octet >> 32) as usize;
    }
    at - 1
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text<const N: usize>(put: impl FnOnce(&mut [u8; N]) -> usize) -> String {
        let mut out = [b'?'; N];
        let len = put(&mut out);
        String::from_utf8(out[..len].to_vec()).unwrap()
    }

    /// The naive twin of `put_decimal`.
    fn decimal(value: i64, scale: u32) -> String {
        let digits = format!("{:0width$}", value.unsigned_abs(), width = scale as usize + 1);
        let (integer, fraction) = digits.split_at(digits.len() - scale as usize);
        let point = if scale == 0 { "" } else { "." };
        format!("{}{integer}{point}{fraction}", if value < 0 { "-" } else { "" })
    }

    #[test]
    fn every_number_of_digits_is_right_at_its_ends() {
        for power in 0..19 {
            for value in [10i64.pow(power) - 1, 10i64.pow(power), 10i64.pow(power) + 1, i64::MAX, i64::MIN] {
                for value in [value, value.wrapping_neg()] {
                    assert_eq!(text(|out| put_int(value, out)), value.to_string());
                    for scale in [0, 1, 4, 15, 18] {
                        assert_eq!(text(|out| put_decimal(value, scale, out)), decimal(value, scale));
                    }
                }
            }
        }
    }

    #[test]
    fn every_day_from_year_0_to_9999_agrees_with_jiff() {
        let mut date = jiff::civil::date(0, 1, 1);
        for day in -719_528..=2_932_896 {
            assert_eq!(date_text(day), *date.to_string().as_bytes(), "{day}");
            date = date.tomorrow().unwrap_or(date);
        }
    }

    proptest! {
        #[test]
        fn numbers_agree_with_the_naive_twin(value: i64, shift in 0u32..64, scale in 0u32..=18) {
            let value = value >> shift;
            prop_assert_eq!(text(|out| put_int(value, out)), value.to_string());
            prop_assert_eq!(text(|out| put_decimal(value, scale, out)), decimal(value, scale));
        }

        #[test]
        fn times_agree_with_jiff(seconds in -719_528 * DAY..=2_932_896 * DAY + DAY - 1) {
            // Jiff's times end a day before the year 9999 does.
            let date_time = jiff::civil::date(1970, 1, 1).at(0, 0, 0, 0) + jiff::SignedDuration::from_secs(seconds);
            let expected = date_time.strftime("%Y-%m-%dT%H:%M:%S").to_string();
            prop_assert_eq!(text(|out| put_date_time(seconds, b'T', out)), expected);
        }

        #[test]
        fn ids_and_addresses_agree_with_the_naive_twin(id: u128, address: u32) {
            let hex = format!("{id:032x}");
            let dashed = [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-");
            prop_assert_eq!(text(|out| put_uuid::<false>(id, out)), dashed.clone());
            prop_assert_eq!(text(|out| put_uuid::<true>(id, out)), dashed.to_uppercase());
            let dotted = std::net::Ipv4Addr::from(address).to_string();
            prop_assert_eq!(text(|out| put_ipv4(address, out)), dotted);
        }
    }
}
