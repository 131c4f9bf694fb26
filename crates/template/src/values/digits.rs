//! Numbers in digits.

pub(crate) fn integer(value: i64, out: &mut Vec<u8>) {
    if value < 0 {
        out.push(b'-');
    }
    unsigned(value.unsigned_abs(), out);
}

pub(crate) fn unsigned(mut value: u64, out: &mut Vec<u8>) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (value % 10) as u8;
        value /= 10;
        if value == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[at..]);
}

/// A decimal with all its digits.
pub(crate) fn decimal(units: i64, scale: u8, out: &mut Vec<u8>) {
    if units < 0 {
        out.push(b'-');
    }
    let power = 10u64.pow(u32::from(scale.min(19)));
    let value = units.unsigned_abs();
    unsigned(value / power, out);
    if scale > 0 {
        out.push(b'.');
        let mut rest = value % power;
        let start = out.len();
        out.resize(start + usize::from(scale), b'0');
        for digit in out[start..].iter_mut().rev() {
            *digit = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
    }
}
