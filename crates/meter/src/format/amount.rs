//! Amounts in four columns and a unit, and times, as pv writes them.

/// How amounts are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Units {
    /// Bits instead of bytes.
    pub bits: bool,
    /// Powers of 1000 instead of 1024.
    pub si: bool,
}

const BINARY: [&str; 7] = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];
const DECIMAL: [&str; 7] = ["", "k", "M", "G", "T", "P", "E"];

/// An amount of bytes, as wide without a prefix as with one: `4.77MiB`, ` 937MiB`, `21.0  B`.
pub fn bytes(value: f64, units: Units) -> String {
    let (value, unit) = if units.bits { (value * 8.0, "b") } else { (value, "B") };
    let (base, prefixes) = if units.si { (1000.0, DECIMAL) } else { (1024.0, BINARY) };
    let (number, prefix) = scaled(value, base, &prefixes);
    match prefix {
        // Binary prefixes have two letters, decimal ones have one.
        "" if units.si => format!("{number} {unit}"),
        "" => format!("{number}  {unit}"),
        prefix => format!("{number}{prefix}{unit}"),
    }
}

/// Bytes a second: `11.0MiB/s`, `21.0  B/s`.
pub fn bytes_a_second(value: f64, units: Units) -> String {
    format!("{}/s", bytes(value, units))
}

/// An amount of lines: `1.23M`, `100k`, and `5.00 ` where there is no prefix.
pub fn lines(value: f64) -> String {
    let (number, prefix) = scaled(value, 1000.0, &DECIMAL);
    format!("{number}{}", if prefix.is_empty() { " " } else { prefix })
}

/// Three digits that matter, in four columns, and the prefix that goes with them. From a hundred on, integers, cut
/// off as pv does it.
fn scaled<'p>(mut value: f64, base: f64, prefixes: &[&'p str]) -> (String, &'p str) {
    let mut step = 0;
    while value >= base && step + 1 < prefixes.len() {
        value /= base;
        step += 1;
    }
    let number = if value > 99.9 {
        format!("{:4}", value as u64)
    } else {
        let fine = format!("{value:.2}");
        if fine.len() > 4 { format!("{value:.1}") } else { fine }
    };
    (number, prefixes.get(step).copied().unwrap_or(""))
}

/// A ratio with four digits that matter: `12.35:1`, `1:3`, `1:1.049e+08`, and `-:-` where it is unknown.
pub fn ratio(ratio: Option<f64>) -> String {
    match ratio {
        None => "-:-".into(),
        Some(ratio) if ratio >= 1.0 => format!("{}:1", four_digits(ratio)),
        Some(ratio) => format!("1:{}", four_digits(1.0 / ratio)),
    }
}

/// A number from 1 on as C's `%.4g` has it.
fn four_digits(value: f64) -> String {
    let scientific = format!("{value:.3e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: usize = exponent.parse().unwrap_or(0);
    let trimmed = |text: &str| text.trim_end_matches('0').trim_end_matches('.').to_owned();
    match exponent {
        0..=2 => trimmed(&format!("{value:.*}", 3 - exponent)),
        3 => format!("{value:.0}"),
        _ => format!("{}e+{exponent:02}", trimmed(digits)),
    }
}

/// Seconds as `0:00:09`, from a day on `1:00:59:59`.
pub fn time(seconds: u64) -> String {
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    let (hours, minutes) = (minutes / 60, minutes % 60);
    match (hours / 24, hours % 24) {
        (0, hours) => format!("{hours}:{minutes:02}:{seconds:02}"),
        (days, hours) => format!("{days}:{hours:02}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// What pv 1.6.20 wrote for these counts of bytes and lines, with the second space that pv 1.11 puts before a bare unit.
    #[test]
    fn amounts_are_pvs() {
        for (count, shown) in [
            (0, "0.00  B"),
            (9, "9.00  B"),
            (99, "99.0  B"),
            (100, " 100  B"),
            (1000, "1000  B"),
            (1023, "1023  B"),
            (1024, "1.00KiB"),
            (10239, "10.0KiB"),
            (102_000, "99.6KiB"),
            (102_399, "  99KiB"),
            (102_400, " 100KiB"),
            (1_023_999, " 999KiB"),
            (1_048_575, "1023KiB"),
            (10_480_000, "9.99MiB"),
            (104_850_000, "  99MiB"),
        ] {
            assert_eq!(bytes(f64::from(count), Units::default()), shown, "{count}");
        }
        for (count, shown) in [
            (0, "0.00 "),
            (999, " 999 "),
            (1005, "1.00k"),
            (1006, "1.01k"),
            (9995, "9.99k"),
            (9999, "10.0k"),
            (99_949, "  99k"),
            (999_999, " 999k"),
            (1_000_000, "1.00M"),
        ] {
            assert_eq!(lines(f64::from(count)), shown, "{count}");
        }
    }

    #[test]
    fn bits_and_powers_of_a_thousand() {
        assert_eq!(bytes(1000.0, Units { bits: true, si: false }), "7.81Kib");
        assert_eq!(bytes(1000.0, Units { bits: false, si: true }), "1.00kB");
        assert_eq!(bytes(1000.0, Units { bits: true, si: true }), "8.00kb");
    }

    #[test]
    fn rates_are_as_wide_without_a_prefix() {
        let plain = Units::default();
        for (value, units, shown) in [
            (0.0, plain, "0.00  B/s"),
            (100.0, plain, " 100  B/s"),
            (1024.0, plain, "1.00KiB/s"),
            (1.0, Units { bits: true, si: false }, "8.00  b/s"),
            (999.0, Units { bits: false, si: true }, " 999 B/s"),
            (1000.0, Units { bits: false, si: true }, "1.00kB/s"),
        ] {
            assert_eq!(bytes_a_second(value, units), shown);
        }
    }

    /// What pv 1.11 wrote for as many bytes.
    #[test]
    fn ratios_are_pvs() {
        for (other, this, shown) in [
            (0, 1, "-:-"),
            (1, 0, "-:-"),
            (7, 7, "1:1"),
            (65_536, 1000, "65.54:1"),
            (3_000_000, 1000, "3000:1"),
            (1000, 3_000_000, "1:3000"),
            (10_004, 10_000, "1:1"),
            (10_006, 10_000, "1.001:1"),
            (9999, 1, "9999:1"),
            (1_234_567, 100, "1.235e+04:1"),
            (99_999, 1, "1e+05:1"),
            (1, 104_857_600, "1:1.049e+08"),
            (10, 22, "1:2.2"),
            (10, 100, "1:10"),
        ] {
            let known = (other > 0 && this > 0).then(|| f64::from(other) / f64::from(this));
            assert_eq!(ratio(known), shown, "{other} {this}");
        }
    }

    #[test]
    fn times_are_pvs() {
        assert_eq!(time(9), "0:00:09");
        assert_eq!(time(29_999), "8:19:59");
        assert_eq!(time(86_399), "23:59:59");
        assert_eq!(time(89_999), "1:00:59:59");
        assert_eq!(time(359_999_999 + 1), "4166:16:00:00");
    }

    proptest! {
        #[test]
        fn a_number_takes_four_columns(value in 0u64..1 << 60) {
            prop_assert!(bytes(value as f64, Units::default()).trim_end_matches(char::is_alphabetic).trim_end().chars().count() == 4);
            prop_assert_eq!(lines(value as f64 / 1e3).chars().count(), 5);
        }
    }
}
