//! Fast encoders against slow ones, and against the bytes that a server sends.

use std::net::IpAddr;

use proptest::prelude::*;

use super::address::{put_inet_text, put_ipv4, put_ipv6, put_mac_text};
use super::number::put_numeric;
use super::text::TextForm;

/// What `put` appends, without the length, which must be right.
fn written(put: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut out = vec![7];
    put(&mut out);
    let length = u32::from_be_bytes(out[1..5].try_into().unwrap());
    assert_eq!(length as usize, out.len() - 5);
    out[5..].into()
}

/// The text of a binary number, group by group, as the manual of PostgreSQL describes the form.
fn numeric_text(bytes: &[u8]) -> String {
    let fields: Vec<u16> = bytes.chunks(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect();
    let [count, weight, sign, scale] = [0, 1, 2, 3].map(|field| fields[field]);
    let digits = &fields[4..];
    assert_eq!(usize::from(count), digits.len());
    assert!(digits.iter().all(|digit| *digit < 10_000));
    // A server normalizes what it is sent, but there is nothing to send in vain.
    assert!(digits.first().is_none_or(|first| *first != 0) && digits.last().is_none_or(|last| *last != 0));
    let group = |position: i32| {
        let index = i32::from(weight as i16) - position;
        usize::try_from(index).ok().and_then(|index| digits.get(index)).copied().unwrap_or(0)
    };
    let integer: String =
        (0..=i32::from(weight as i16).max(0)).rev().map(|at| format!("{:04}", group(at))).collect();
    let fraction: String = (1..=10).map(|at| format!("{:04}", group(-at))).collect();
    let integer = integer.trim_start_matches('0');
    let integer = if integer.is_empty() { "0" } else { integer };
    let (shown, rest) = fraction.split_at(scale.into());
    assert!(rest.bytes().all(|digit| digit == b'0'), "a digit after the scale: {fraction}");
    let sign = if sign == 0x4000 { "-" } else { "" };
    format!("{sign}{integer}{}{shown}", if scale > 0 { "." } else { "" })
}

/// The text of an integral multiple of 10^-scale, digit by digit.
fn decimal_text(n: i128, scale: usize) -> String {
    let digits = format!("{:0>width$}", n.unsigned_abs(), width = scale + 1);
    let (integer, fraction) = digits.split_at(digits.len() - scale);
    let sign = if n < 0 { "-" } else { "" };
    format!("{sign}{integer}{}{fraction}", if scale > 0 { "." } else { "" })
}

#[track_caller]
fn check_numeric(n: i128, scale: u32) {
    let bytes = written(|out| put_numeric(n, scale, out));
    assert_eq!(numeric_text(&bytes), decimal_text(n, scale as usize), "{n}e-{scale}");
}

#[test]
fn numbers_at_the_ends_are_those_of_their_digits() {
    const MOST: i128 = 10i128.pow(38) - 1;
    for n in [
        0,
        1,
        -1,
        9999,
        10_000,
        10_001,
        i128::from(i64::MAX),
        i128::from(i64::MIN),
        i128::from(u64::MAX) + 1,
        MOST,
        -MOST,
    ] {
        for scale in [0, 1, 3, 4, 5, 8, 18, 19, 20, 37, 38] {
            check_numeric(n, scale);
        }
    }
    // As `select numeric_send(-12345.678)` has it.
    assert_eq!(
        written(|out| put_numeric(-12_345_678, 3, out)),
        [0, 3, 0, 1, 0x40, 0, 0, 3, 0, 1, 0x09, 0x29, 0x1a, 0x7c]
    );
}

proptest! {
    #[test]
    fn numbers_are_those_of_their_digits(n: i128, shift in 0u32..128, scale in 0u32..=38) {
        check_numeric((n >> shift) % 10i128.pow(38), scale);
    }

    #[test]
    fn addresses_are_those_of_their_texts(four: u32, six: u128) {
        for (address, number) in [
            (IpAddr::from(four.to_be_bytes()), written(|out| put_ipv4(four, false, out))),
            (IpAddr::from(six.to_be_bytes()), written(|out| put_ipv6(six, false, out))),
        ] {
            prop_assert_eq!(written(|out| put_inet_text(address.to_string().as_bytes(), false, out)), number);
        }
    }
}

#[test]
fn texts_become_the_bytes_that_a_server_sends() {
    let text = |form: TextForm, text: &str| written(|out| form.put(text.as_bytes(), out));
    // As `inet_send`, `cidr_send`, `macaddr_send`, `bit_send`, `varbit_send` and `jsonb_send` have them.
    assert_eq!(text(TextForm::Inet, "10.1.2.3/8"), [2, 8, 0, 4, 10, 1, 2, 3]);
    assert_eq!(text(TextForm::Cidr, "10.1.0.0/16"), [2, 16, 1, 4, 10, 1, 0, 0]);
    let six = text(TextForm::Cidr, "2001:db8::/32");
    assert_eq!((&six[..8], six.len()), (&[3, 32, 1, 16, 0x20, 1, 0x0d, 0xb8][..], 20));
    for mac in ["08:00:2b:01:02:ff", "08-00-2B-01-02-FF", "0800.2b01.02ff", "08002b:0102ff"] {
        assert_eq!(text(TextForm::MacAddr, mac), [8, 0, 0x2b, 1, 2, 255]);
    }
    assert_eq!(text(TextForm::Bits, "1010000011"), [0, 0, 0, 10, 0b1010_0000, 0b1100_0000]);
    assert_eq!(text(TextForm::Bits, ""), [0, 0, 0, 0]);
    assert_eq!(text(TextForm::Jsonb, "{}"), [1, b'{', b'}']);
    // What is none has no bytes, which a server refuses.
    for (form, wrong) in
        [(TextForm::Inet, "10.1.2"), (TextForm::Inet, "10.1.2.3/x"), (TextForm::MacAddr, "08:00")]
    {
        assert!(text(form, wrong).is_empty());
    }
    assert_eq!(written(|out| put_mac_text(b"0123456789abc", out)), [0u8; 0]);
}
