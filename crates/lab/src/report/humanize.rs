//! Rates, sizes, times and moments as people read them.

pub use gush_diagnostics::grouped;
use gush_store::model::Unit;

const BINARY: [&str; 7] = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];
const DECIMAL: [&str; 7] = ["", " k", " M", " G", " T", " P", " E"];

/// A value below the next prefix, and which prefix it has.
fn scaled(value: f64, base: f64) -> (f64, usize) {
    let mut scaled = (value, 0);
    // What would be shown as 1024 of one is shown as 1 of the next.
    while scaled.0 >= base - 0.5 && scaled.1 + 1 < BINARY.len() {
        scaled = (scaled.0 / base, scaled.1 + 1);
    }
    scaled
}

/// Three digits that matter, and none cut off before the point.
fn digits(value: f64) -> String {
    match value {
        v if v < 9.995 => format!("{v:.2}"),
        v if v < 99.95 => format!("{v:.1}"),
        v => format!("{v:.0}"),
    }
}

/// The unit of a rate of about this size, and by what to divide it.
fn rate_unit(value: f64, unit: Unit) -> (f64, String) {
    match unit {
        Unit::Bytes => {
            let step = scaled(value, 1024.0).1;
            (1024f64.powi(step as i32), format!(" {}B/s", BINARY[step]))
        }
        Unit::Lines | Unit::Calls => {
            let step = scaled(value, 1000.0).1;
            let noun = if unit == Unit::Lines { "lines" } else { "calls" };
            (1000f64.powi(step as i32), format!("{} {noun}/s", DECIMAL[step]))
        }
    }
}

/// A rate: `6.21 MiB/s`, `1.58 M lines/s`.
pub fn rate(value: f64, unit: Unit) -> String {
    let (divisor, name) = rate_unit(value, unit);
    format!("{}{name}", digits(value / divisor))
}

/// Two rates in the unit of `median`, which is left away: `6.20–6.31`. `dash` is between them.
pub fn bare_range(low: f64, high: f64, median: f64, unit: Unit, dash: &str) -> String {
    let divisor = rate_unit(median, unit).0;
    format!("{}{dash}{}", digits(low / divisor), digits(high / divisor))
}

/// A rate on an axis: `1 GiB/s`, `512 KiB/s`; digits only where they matter.
pub fn tick(value: f64, unit: Unit) -> String {
    let (divisor, name) = rate_unit(value, unit);
    format!("{}{name}", short(value / divisor))
}

/// An amount of bytes: `8 KiB`, `1.5 MiB`, `2 B`.
pub fn bytes(value: f64) -> String {
    let (value, step) = scaled(value, 1024.0);
    format!("{} {}B", short(value), BINARY[step])
}

/// Three significant digits, without trailing zeros.
fn short(value: f64) -> String {
    let text = digits(value);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// How many times as much: `1.0`, `83`, `5,300`.
pub fn times(value: f64) -> String {
    match value {
        v if v < 9.95 => format!("{v:.1}"),
        v => grouped(v.round() as u64),
    }
}

/// A ratio near one: `0.97`.
pub fn ratio(value: f64) -> String {
    digits(value)
}

/// A share of one: `0.04 %`, `3.1 %`, `97 %`.
pub fn percent(share: f64) -> String {
    match share * 100.0 {
        p if p > 0.0 && p < 0.005 => "<0.01 %".into(),
        p if p < 0.995 => format!("{p:.2} %"),
        p if p < 9.95 => format!("{p:.1} %"),
        p => format!("{p:.0} %"),
    }
}

/// Seconds: `1.25 s`, `340 ms`, `12 µs`.
pub fn seconds(value: f64) -> String {
    let units = [(1.0, "s"), (1e-3, "ms"), (1e-6, "µs")];
    let (unit, name) = units.into_iter().find(|unit| value >= unit.0 * 0.9995).unwrap_or((1e-9, "ns"));
    if value <= 0.0 { "0 s".into() } else { format!("{} {name}", short(value / unit)) }
}

/// A time since the start: in seconds up to two minutes, then as clocks show it, `2:30 min`, `1:05 h`.
pub fn clock(value: f64) -> String {
    let rounded = value.round() as u64;
    match rounded {
        0..120 => seconds(value),
        120..7200 if rounded.is_multiple_of(60) => format!("{} min", rounded / 60),
        120..7200 => format!("{}:{:02} min", rounded / 60, rounded % 60),
        _ => format!("{}:{:02} h", rounded / 3600, rounded % 3600 / 60),
    }
}

/// A moment in Unix seconds: `2026-11-21 09:12 UTC`.
pub fn moment(unix: f64) -> String {
    let moment = jiff::Timestamp::from_second(unix as i64).unwrap_or_default();
    moment.strftime("%Y-%m-%d %H:%M UTC").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn long_times_are_shown_as_clocks_do() {
        let clocks = [0.0, 0.25, 119.0, 120.0, 150.0, 7199.0, 7200.0, 9000.0].map(clock);
        let expected = ["0 s", "250 ms", "119 s", "2 min", "2:30 min", "119:59 min", "2:00 h", "2:30 h"];
        assert_eq!(clocks, expected);
    }

    #[test]
    fn rates_have_three_digits_that_matter() {
        for (value, shown) in [
            (0.0, "0.00 B/s"),
            (999.0, "999 B/s"),
            (1023.6, "1.00 KiB/s"),
            (6.21 * 1048576.0, "6.21 MiB/s"),
            (90.9 * 1048576.0, "90.9 MiB/s"),
            (577.0 * 1048576.0, "577 MiB/s"),
            (1.37 * 1073741824.0, "1.37 GiB/s"),
            (123.0 * 1073741824.0, "123 GiB/s"),
        ] {
            assert_eq!(rate(value, Unit::Bytes), shown);
        }
        assert_eq!(rate(1.58e6, Unit::Lines), "1.58 M lines/s");
        assert_eq!(rate(80e6, Unit::Lines), "80.0 M lines/s");
        assert_eq!(rate(950.0, Unit::Calls), "950 calls/s");
    }

    #[test]
    fn ticks_are_short() {
        assert_eq!(tick(1048576.0, Unit::Bytes), "1 MiB/s");
        assert_eq!(tick(1.5 * 1048576.0, Unit::Bytes), "1.5 MiB/s");
        assert_eq!(tick(1e6, Unit::Lines), "1 M lines/s");
        assert_eq!(bytes(8192.0), "8 KiB");
        assert_eq!(bytes(2.0), "2 B");
        assert_eq!(seconds(0.34), "340 ms");
        assert_eq!(seconds(1.0), "1 s");
        assert_eq!(seconds(2.5e-7), "250 ns");
        assert_eq!(moment(0.0), "1970-01-01 00:00 UTC");
        assert_eq!(
            (percent(0.0004), percent(0.031), percent(1.4)),
            ("0.04 %".into(), "3.1 %".into(), "140 %".into())
        );
        assert_eq!((times(1.0), times(5301.4)), ("1.0".into(), "5,301".into()));
    }

    proptest! {
        #[test]
        fn what_is_read_back_is_near(value in 1e-2f64..1e17) {
            let text = rate(value, Unit::Bytes);
            let (number, unit) = text.split_once(' ').unwrap();
            let step = BINARY.iter().position(|prefix| *prefix == unit.trim_end_matches("B/s")).unwrap();
            let back = number.parse::<f64>().unwrap() * 1024f64.powi(step as i32);
            prop_assert!((back - value).abs() <= value * 0.006 + 0.006, "{} {}", text, value);
        }

        #[test]
        fn groups_are_digits_with_commas(value: u64) {
            let text = grouped(value);
            prop_assert_eq!(text.replace(',', ""), value.to_string());
            prop_assert!(text.split(',').skip(1).all(|group| group.len() == 3));
        }
    }
}
