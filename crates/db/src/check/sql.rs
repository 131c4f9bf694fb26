//! What the queries need that servers write differently.

use gusher::internal::calendar::{DAYS, SECONDS, civil};
use gusher::text::Dialect;
use gusher::types::{DataType, TimeUnit};

/// The SQL of a server.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sql(pub Dialect);

/// A time in the text of SQLite is as exact as a thousandth of a second, which is about this part of a day.
const DAY_TOLERANCE: &str = "0.00000002";
/// The longest length of time that is written, in days.
const MAX_DAYS: f64 = 3_660_000.0;

impl Sql {
    /// A text between apostrophes.
    pub fn text(self, text: &str) -> String {
        let quoted = text.replace('\'', "''");
        match self.0 {
            // Whatever `standard_conforming_strings` is.
            Dialect::Postgres if quoted.contains('\\') => format!("E'{}'", quoted.replace('\\', "\\\\")),
            Dialect::MySql => format!("'{}'", quoted.replace('\\', "\\\\")),
            _ => format!("'{quoted}'"),
        }
    }

    /// A text as it is compared: MySQL's collations may take letters of both cases for the same, and blanks at the end for none.
    pub fn exact(self, text: &str) -> String {
        match self.0 {
            Dialect::MySql => format!("CAST(CONVERT({text} USING utf8mb4) AS BINARY)"),
            _ => text.to_owned(),
        }
    }

    /// A column of words as it is compared with texts: its type in the database may be an enumeration, which does not know others.
    pub fn as_text(self, column: &str) -> String {
        match self.0 {
            Dialect::Postgres => format!("CAST({column} AS text)"),
            _ => self.exact(column),
        }
    }

    /// Whether two values differ, where a null differs from all others.
    pub fn differ(self, one: &str, other: &str) -> String {
        match self.0 {
            Dialect::Sqlite => format!("{one} IS NOT {other}"),
            Dialect::MySql => format!("NOT ({one} <=> {other})"),
            _ => format!("{one} IS DISTINCT FROM {other}"),
        }
    }

    /// The mean of exact numbers, to this many decimal places where the server computes with decimals. PostgreSQL's own `avg` has too few
    /// of them where numbers are large.
    pub fn mean(self, of: &str, scale: u32) -> String {
        match self.0 {
            Dialect::Sqlite => format!("avg({of})"),
            Dialect::MySql => format!("round(CAST(sum({of}) AS DECIMAL(65, 30)) / count({of}), {scale})"),
            _ => format!("round(CAST(sum({of}) AS numeric(1000, 30)) / count({of}), {scale})"),
        }
    }

    /// A number of a column as it is compared: in SQLite a column of texts may have it.
    pub fn number(self, number: &str) -> String {
        match self.0 {
            Dialect::Sqlite => format!("CAST({number} AS NUMERIC)"),
            _ => number.to_owned(),
        }
    }

    /// Whether two numbers differ, one of which was computed: `scale` is how many decimal places the other one has. SQLite computes with
    /// floating-point numbers where not both are integers, so there what rounds to the same is the same, and large numbers are as exact
    /// as those are.
    pub fn numbers_differ(self, number: &str, computed: &str, scale: u32) -> String {
        match self.0 {
            Dialect::Sqlite => {
                let (is_null, are_integers) =
                    (|of: &str| format!("({of} IS NULL)"), |of: &str| format!("typeof({of}) = 'integer'"));
                let (number_is_null, computed_is_null) = (is_null(number), is_null(computed));
                let (whole, both) = (are_integers(number), are_integers(computed));
                format!(
                    "({number_is_null} <> {computed_is_null} OR CASE WHEN {whole} AND {both} THEN {number} <> {computed} \
                     ELSE abs({number} - {computed}) > 0.51e-{scale} + 1e-13 * abs({number}) END)"
                )
            }
            _ => self.differ(number, computed),
        }
    }

    /// A time of a column as it is compared.
    fn moment(self, time: &str) -> String {
        match self.0 {
            // There it is a text.
            Dialect::Sqlite => format!("julianday({time})"),
            _ => time.to_owned(),
        }
    }

    /// Whether a time is before another one.
    pub fn is_before(self, one: &str, other: &str) -> String {
        format!("{} < {}", self.moment(one), self.moment(other))
    }

    /// Whether a time is more than a length of time after another one; none where the length is too great to be written.
    pub fn is_beyond(self, one: &str, other: &str, length: Length) -> Option<String> {
        let days = length.units as f64 / length.per_day();
        if days > MAX_DAYS {
            return None;
        }
        Some(match self.0 {
            Dialect::Sqlite => {
                format!("julianday({one}) - julianday({other}) > {days:?} + {DAY_TOLERANCE}")
            }
            Dialect::MySql => format!("{one} > {other} + INTERVAL {}", length.of_mysql()),
            _ => format!("{one} > {other} + INTERVAL '{length}'"),
        })
    }
}

/// A length of time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Length {
    units: u64,
    is_days: bool,
    is_millis: bool,
}

impl Length {
    /// A number of units of a type of times; none where it has none that are counted.
    pub fn of(units: u64, data_type: &DataType) -> Option<Length> {
        match data_type {
            DataType::Date32 { .. } => Some(Length { units, is_days: true, is_millis: false }),
            DataType::Timestamp { unit, .. } => {
                Some(Length { units, is_days: false, is_millis: *unit == TimeUnit::Millisecond })
            }
            _ => None,
        }
    }

    /// The same as MySQL writes it.
    fn of_mysql(self) -> String {
        match (self.is_days, self.is_millis) {
            (true, _) => format!("{} DAY", self.units),
            (false, true) => format!("{} MICROSECOND", u128::from(self.units) * 1000),
            (false, false) => format!("{} SECOND", self.units),
        }
    }

    /// How many units a day has.
    fn per_day(self) -> f64 {
        match (self.is_days, self.is_millis) {
            (true, _) => 1.0,
            (false, true) => SECONDS as f64 * 1000.0,
            (false, false) => SECONDS as f64,
        }
    }
}

impl std::fmt::Display for Length {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (units, day) = (self.units, SECONDS.unsigned_abs());
        match () {
            () if self.is_days => write!(f, "{units} days"),
            () if self.is_millis => write!(f, "{}.{:03} seconds", units / 1000, units % 1000),
            () if units.is_multiple_of(day) => write!(f, "{} days", units / day),
            () => write!(f, "{units} seconds"),
        }
    }
}

/// A number as an integral multiple of 10^-scale.
pub(super) fn decimal(multiple: i128, scale: u32) -> String {
    let scale = scale as usize;
    let digits = format!("{:0>width$}", multiple.unsigned_abs(), width = scale + 1);
    let sign = if multiple < 0 { "-" } else { "" };
    let (integer, fraction) = digits.split_at(digits.len() - scale);
    if scale == 0 { format!("{sign}{integer}") } else { format!("{sign}{integer}.{fraction}") }
}

/// A day as SQL writes it; none where its year does not have four digits, or is 0.
pub(super) fn day(day: i64) -> Option<String> {
    let day = i32::try_from(day).ok().filter(|day| DAYS.contains(day))?;
    let (year, month, day) = civil(day);
    (year > 0).then(|| format!("{year:04}-{month:02}-{day:02}"))
}

/// A second of a day as SQL writes it.
pub(super) fn second(second: i64) -> String {
    format!("{:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60)
}

/// A time as SQL writes it; none where its year does not have four digits, or is 0.
pub(super) fn time(time: i64, unit: TimeUnit) -> Option<String> {
    let (seconds, millis) = match unit {
        TimeUnit::Second => (time, 0),
        TimeUnit::Millisecond => (time.div_euclid(1000), time.rem_euclid(1000)),
    };
    let text = format!("{} {}", day(seconds.div_euclid(SECONDS))?, second(seconds.rem_euclid(SECONDS)));
    Some(if millis == 0 { text } else { format!("{text}.{millis:03}") })
}

#[cfg(test)]
mod tests {
    use super::{Length, Sql, day, decimal, time};
    use gusher::text::Dialect;
    use gusher::types::{DataType, TimeUnit};

    #[test]
    fn numbers_and_times_are_written_as_sql_reads_them() {
        assert_eq!(decimal(-5, 2), "-0.05");
        assert_eq!(decimal(12_345, 3), "12.345");
        assert_eq!(decimal(i64::MIN.into(), 0), "-9223372036854775808");
        assert_eq!(day(0).as_deref(), Some("1970-01-01"));
        assert_eq!(day(-800_000), None);
        assert_eq!(time(-1, TimeUnit::Second).as_deref(), Some("1969-12-31 23:59:59"));
        assert_eq!(time(1_500, TimeUnit::Millisecond).as_deref(), Some("1970-01-01 00:00:01.500"));
    }

    #[test]
    fn each_server_has_its_own_words() {
        let (postgres, sqlite, mysql) = (Sql(Dialect::Postgres), Sql(Dialect::Sqlite), Sql(Dialect::MySql));
        assert_eq!(postgres.text(r"it's \"), r"E'it''s \\'");
        assert_eq!(sqlite.text(r"it's \"), r"'it''s \'");
        let unit = DataType::Timestamp { unit: TimeUnit::Second, min: 0, max: 0 };
        let length = |units| Length::of(units, &unit).unwrap();
        assert_eq!(
            postgres.is_beyond("a", "b", length(172_800)).as_deref(),
            Some("a > b + INTERVAL '2 days'")
        );
        assert_eq!(
            sqlite.is_beyond("a", "b", length(43_200)).as_deref(),
            Some("julianday(a) - julianday(b) > 0.5 + 0.00000002")
        );
        assert_eq!(postgres.is_beyond("a", "b", length(u64::MAX)), None);
        assert_eq!(mysql.text(r"it's \"), r"'it''s \\'");
        assert_eq!(
            mysql.is_beyond("a", "b", length(43_200)).as_deref(),
            Some("a > b + INTERVAL 43200 SECOND")
        );
        assert_eq!(mysql.differ("a", "b"), "NOT (a <=> b)");
    }
}
