//! IPv6 addresses as text (RFC 5952), straight into the row.

use std::ops::Range;

use super::digits::hex8;

/// Eight groups of four digits with a colon after each, and what the last store leaves them.
pub(in crate::text) const IPV6_CAPACITY: usize = 48;

/// An IPv6 address in its canonical form (RFC 5952, section 4).
#[inline]
pub(in crate::text) fn put_ipv6(address: u128, out: &mut [u8; IPV6_CAPACITY]) -> usize {
    if has_zero((address >> 64) as u64) | has_zero(address as u64) {
        return put_with_gap(address, out);
    }
    let mut at = 0;
    for pair in 0..4 {
        let [first, second] = groups(address, pair);
        at += put_group(first, &mut out[at..]);
        at += put_group(second, &mut out[at..]);
    }
    // The last group has no colon after it.
    at - 1
}

/// Groups `2 * pair` and the next one, each with its four digits.
#[inline(always)]
fn groups(address: u128, pair: usize) -> [(u32, u64); 2] {
    let two = (address >> (96 - 32 * pair)) as u32;
    let digits = hex8::<false>(two);
    [(two >> 16, digits & 0xFFFF_FFFF), (two & 0xFFFF, digits >> 32)]
}

/// Writes a group without leading zeros, but with one digit at least, and a colon.
#[inline(always)]
fn put_group((group, digits): (u32, u64), out: &mut [u8]) -> usize {
    let zeros = (group | 1).leading_zeros() / 4 - 4;
    let count = 4 - zeros;
    let text = (digits >> (8 * zeros)) | (u64::from(b':') << (8 * count));
    out[..8].copy_from_slice(&text.to_le_bytes());
    count as usize + 1
}

/// An address that has groups of 0.
fn put_with_gap(address: u128, out: &mut [u8; IPV6_CAPACITY]) -> usize {
    let gap = gap(address);
    let mut at = 0;
    for index in 0..8 {
        if index == gap.start {
            // A second colon after what precedes, or two where nothing does.
            out[at..at + 2].copy_from_slice(b"::");
            at += if index == 0 { 2 } else { 1 };
        }
        if !gap.contains(&index) {
            at += put_group(groups(address, index / 2)[index % 2], &mut out[at..]);
        }
    }
    // A gap at the end keeps both of its colons.
    if gap.end == 8 && !gap.is_empty() { at } else { at - 1 }
}

/// Whether one of four groups is 0.
#[inline(always)]
fn has_zero(groups: u64) -> bool {
    const ONES: u64 = 0x0001_0001_0001_0001;
    groups.wrapping_sub(ONES) & !groups & (ONES << 15) != 0
}

/// The groups that `::` replaces: the first one of the longest runs of at least two zeros.
fn gap(address: u128) -> Range<usize> {
    let is_zero = |index: usize| (address >> (112 - 16 * index)) as u16 == 0;
    let (mut best, mut start) = (8..8, 0);
    for index in 0..=8 {
        if index == 8 || !is_zero(index) {
            if index - start > best.len().max(1) {
                best = start..index;
            }
            start = index + 1;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use std::net::Ipv6Addr;

    use proptest::prelude::*;

    use super::*;

    fn text(address: u128) -> String {
        let mut out = [b'?'; IPV6_CAPACITY];
        let len = put_ipv6(address, &mut out);
        String::from_utf8(out[..len].to_vec()).unwrap()
    }

    proptest! {
        #[test]
        fn addresses_agree_with_the_standard_library(address: u128, mask: u8, short: u128) {
            // Groups of the mask are 0, and some have leading zeros.
            let kept = (0..8).filter(|i| mask >> i & 1 == 0).fold(0, |kept, i| kept | 0xFFFFu128 << (16 * i));
            for address in [address, address & kept, address & kept & short, address & 0x0FFF_00FF_000F_0000_FFFF_0001_0000_0000] {
                // Addresses that hold an IPv4 address are none that a generator makes; the library writes them with dots.
                if address >> 32 != 0xFFFF && address >> 32 != 0 {
                    prop_assert_eq!(text(address), Ipv6Addr::from(address).to_string());
                }
            }
        }
    }

    /// RFC 5952, sections 4.2.2 and 4.2.3, and both ends.
    #[test]
    fn the_examples_of_the_standard_come_out() {
        for written in [
            "2001:db8:0:1:1:1:1:1",
            "2001:0:0:1::1",
            "2001:db8::1:0:0:1",
            "::",
            "::1",
            "1::",
            "fe80::",
            "0:1::",
        ] {
            assert_eq!(text(written.parse::<Ipv6Addr>().unwrap().into()), written);
        }
    }
}
