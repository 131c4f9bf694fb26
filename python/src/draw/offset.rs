//! Distances from now, such as `-30y`, `+2h` or `-1y2M3d`.

/// Faker's units in seconds; a year has the days that Faker gives it, and so has a month.
const UNITS: [(u8, f64); 7] = [
    (b'y', 365.24 * 86_400.0),
    (b'M', 30.42 * 86_400.0),
    (b'w', 604_800.0),
    (b'd', 86_400.0),
    (b'h', 3600.0),
    (b'm', 60.0),
    (b's', 1.0),
];
/// Longer distances, of more than a hundred thousand years, are left to Python.
const MAX_SECONDS: f64 = 4e12;

/// The microseconds of a distance, whose sign holds until another one comes; nothing if the text is none.
pub fn micros(text: &str) -> Option<i64> {
    let (mut seconds, mut sign, mut left) = (0.0, 0.0, text.as_bytes());
    while let [first, rest @ ..] = left {
        let rest = match first {
            b'+' | b'-' => {
                sign = if *first == b'-' { -1.0 } else { 1.0 };
                rest
            }
            _ => left,
        };
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number: f64 = std::str::from_utf8(&rest[..digits]).ok()?.parse().ok()?;
        let unit = rest.get(digits)?;
        let (_, size) = UNITS.iter().find(|(known, _)| known == unit)?;
        seconds += sign * number * size;
        left = &rest[digits + 1..];
    }
    let is_right = sign != 0.0 && f64::abs(seconds) < MAX_SECONDS;
    is_right.then(|| (seconds * 1e6).round_ties_even() as i64)
}
