//! The static type of a value: its PostgreSQL type, and the bounds of its values.

use std::fmt;

/// The largest number of decimal places that are kept.
pub(crate) const MAX_SCALE: u32 = 36;

/// The bits of a `numeric`, which is no integer type.
pub(crate) const NO_BITS: u32 = 0;

/// PostgreSQL's name of the integers of this many bits.
pub(crate) fn int_name(bits: u32) -> &'static str {
    match bits {
        16 => "smallint",
        32 => "integer",
        _ => "bigint",
    }
}

/// The microseconds of a second and of a day.
pub(crate) const SECOND: i64 = 1_000_000;
pub(crate) const DAY: i64 = 86_400 * SECOND;

/// The first and the last day that are written with four digits of the year.
pub(crate) const FIRST_DAY: i64 = *gusher::internal::calendar::DAYS.start() as i64;
pub(crate) const LAST_DAY: i64 = *gusher::internal::calendar::DAYS.end() as i64;

/// A type with bounds.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Type {
    /// `null`, of which nothing else is known.
    Null,
    /// A text in quotes, whose type depends on its context.
    Literal,
    Bool,
    Number(Number),
    Float(Float),
    Text(TextBounds),
    /// Days since 1970-01-01.
    Date(Span),
    /// Microseconds since then.
    Timestamp(Span),
    /// Microseconds since midnight.
    Time(Span),
    Interval(Lengths),
    /// JSON. The values are texts.
    Json(Json),
    /// A type that only a few functions take, by PostgreSQL's name. The values are texts.
    Opaque(&'static str),
}

/// Exact numbers: integral multiples of 10^-scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Number {
    /// Whether it is an integer type, whose division truncates.
    pub integer: bool,
    /// The bits of the integer type: 16, 32 or 64. A `numeric` has [`NO_BITS`].
    pub bits: u32,
    pub scale: u32,
    /// Whether PostgreSQL would write some values with fewer decimal places.
    pub ragged: bool,
    pub min: i128,
    pub max: i128,
    /// Whether it is never 0, although its bounds say that it could be.
    pub nonzero: bool,
}

/// Floating-point numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Float {
    pub min: f64,
    pub max: f64,
    /// Whether all are integers.
    pub integer: bool,
    pub nonzero: bool,
    /// Whether they are of 32 bits (`real`).
    pub single: bool,
}

/// Texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TextBounds {
    /// The maximum number of bytes.
    pub longest: usize,
    /// About how many bytes a text has.
    pub mean: usize,
    /// Whether all are ASCII.
    pub ascii: bool,
    /// Whether there are ASCII letters, digits, `-`, `.` and `_` only, and at least one.
    pub plain: bool,
}

/// JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Json {
    /// Whether it is a `jsonb`, which is written in a form of its own.
    pub is_binary: bool,
    /// The bounds of its texts, as they are held and as they are written.
    pub text: TextBounds,
}

/// Points in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    pub min: i64,
    pub max: i64,
    /// The unit of all values: a second, a millisecond or a microsecond, in microseconds. Unused for days.
    pub step: i64,
    /// Whether they are timestamps with a time zone, which is UTC.
    pub zoned: bool,
}

/// Intervals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lengths {
    pub months: (i64, i64),
    pub days: (i64, i64),
    pub micros: (i64, i64),
    /// The unit of all microseconds.
    pub step: i64,
}

impl Type {
    /// Whether the values have 128 bits.
    pub fn is_wide(&self) -> bool {
        matches!(self, Type::Number(number) if !number.is_narrow())
    }
}

impl Number {
    /// Integers of 64 bits.
    pub fn int(min: i128, max: i128) -> Number {
        Number { integer: true, bits: 64, scale: 0, ragged: false, min, max, nonzero: false }
    }

    /// Integers of 32 bits, which most functions of PostgreSQL return.
    pub fn int4(min: i128, max: i128) -> Number {
        Number { bits: 32, ..Number::int(min, max) }
    }

    /// Integers of the narrowest type of these numbers of bits that holds all of them; of 64 bits if none does.
    pub fn narrowest(min: i128, max: i128, bits: &[u32]) -> Number {
        let fitting = bits.iter().map(|&bits| Number { bits, ..Number::int(min, max) });
        fitting.into_iter().find(Number::fits).unwrap_or(Number::int(min, max))
    }

    /// Whether its bounds are numbers of its integer type.
    pub fn fits(&self) -> bool {
        let bound = 1i128 << (self.bits.clamp(1, 64) - 1);
        !self.integer || (self.min >= -bound && self.max < bound)
    }

    pub fn decimal(scale: u32, min: i128, max: i128) -> Number {
        Number { integer: false, bits: NO_BITS, scale, ragged: false, min, max, nonzero: false }
    }

    /// Whether all its values have 64 bits.
    pub fn is_narrow(&self) -> bool {
        i64::try_from(self.min).is_ok() && i64::try_from(self.max).is_ok()
    }

    pub fn may_be_zero(&self) -> bool {
        !self.nonzero && self.min <= 0 && self.max >= 0
    }

    /// The largest absolute value.
    pub fn max_abs(&self) -> u128 {
        self.min.unsigned_abs().max(self.max.unsigned_abs())
    }

    /// The bounds in units of more decimal places, if they fit.
    pub fn at_scale(&self, scale: u32) -> Option<(i128, i128)> {
        let factor = pow10(scale.checked_sub(self.scale)?)?;
        Some((self.min.checked_mul(factor)?, self.max.checked_mul(factor)?))
    }

    pub fn to_float(self) -> Float {
        let unit = libm::pow(10.0, -f64::from(self.scale));
        Float {
            min: self.min as f64 * unit,
            max: self.max as f64 * unit,
            integer: self.scale == 0,
            nonzero: self.nonzero,
            single: false,
        }
    }
}

impl Float {
    /// Numbers between the two of 64 bits.
    pub fn between(min: f64, max: f64) -> Float {
        Float { min, max, integer: false, nonzero: false, single: false }
    }

    pub fn may_be_zero(&self) -> bool {
        !self.nonzero && self.min <= 0.0 && self.max >= 0.0
    }
}

impl TextBounds {
    pub fn of(text: &str) -> TextBounds {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
        TextBounds {
            longest: text.len(),
            mean: text.len(),
            ascii: text.is_ascii(),
            plain: !text.is_empty() && text.bytes().all(is_plain),
        }
    }

    /// Any texts of up to `longest` bytes.
    pub fn up_to(longest: usize, ascii: bool) -> TextBounds {
        TextBounds { longest, mean: longest, ascii, plain: false }
    }

    /// The maximum number of bytes of n letters.
    pub fn bytes_of(&self, letters: usize) -> usize {
        if self.ascii { letters } else { letters.saturating_mul(4) }
    }

    pub fn or(self, other: TextBounds) -> TextBounds {
        TextBounds {
            longest: self.longest.max(other.longest),
            mean: self.mean.max(other.mean),
            ascii: self.ascii && other.ascii,
            plain: self.plain && other.plain,
        }
    }
}

impl Span {
    /// Points in time without a zone, days or times of day.
    pub const fn new(min: i64, max: i64, step: i64) -> Span {
        Span { min, max, step, zoned: false }
    }

    pub fn or(self, other: Span) -> Span {
        Span {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
            step: gcd(self.step, other.step),
            zoned: self.zoned || other.zoned,
        }
    }
}

impl Lengths {
    pub fn or(self, other: Lengths) -> Lengths {
        let or = |a: (i64, i64), b: (i64, i64)| (a.0.min(b.0), a.1.max(b.1));
        Lengths {
            months: or(self.months, other.months),
            days: or(self.days, other.days),
            micros: or(self.micros, other.micros),
            step: gcd(self.step, other.step),
        }
    }
}

/// The greatest common divisor; that with 0 is the other.
pub(crate) fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// 10 to this power.
pub(crate) fn pow10(power: u32) -> Option<i128> {
    10i128.checked_pow(power)
}

impl fmt::Display for Type {
    /// PostgreSQL's name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Type::Null => "null",
            Type::Literal | Type::Text(_) => "text",
            Type::Bool => "boolean",
            Type::Number(Number { integer: true, bits, .. }) => int_name(*bits),
            Type::Number(_) => "numeric",
            Type::Float(Float { single: true, .. }) => "real",
            Type::Float(_) => "double precision",
            Type::Date(_) => "date",
            Type::Timestamp(Span { zoned: true, .. }) => "timestamp with time zone",
            Type::Timestamp(_) => "timestamp",
            Type::Time(_) => "time",
            Type::Interval(_) => "interval",
            Type::Json(Json { is_binary: true, .. }) => "jsonb",
            Type::Json(_) => "json",
            Type::Opaque(name) => name,
        })
    }
}
