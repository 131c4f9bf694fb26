//! How lengths of time are typed: `90s`, `1h30m`, `100ms`.

/// The lengths that a number may be followed by, in thousandths of a second.
const UNITS: [(&str, i64); 6] =
    [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000), ("w", 604_800_000)];

/// A length of time such as `90s`, `1h30m` or `100ms`, in thousandths of a second.
pub(crate) fn parse(text: &str) -> Option<i64> {
    let (mut rest, mut total) = (text, 0i64);
    while !rest.is_empty() {
        let (number, behind) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit())?);
        let unit = &behind[..behind.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(behind.len())];
        let (_, millis) = UNITS.iter().find(|(name, _)| *name == unit)?;
        total = total.checked_add(number.parse::<i64>().ok()?.checked_mul(*millis)?)?;
        rest = &behind[unit.len()..];
    }
    (!text.is_empty()).then_some(total)
}
