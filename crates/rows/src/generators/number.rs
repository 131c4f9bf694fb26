//! Numbers: `int`, `double`, `bool`, `seq`.

use std::sync::Arc;

use super::constraint::Field;
use super::{Constraint, ConstraintError, Entry, Generate, MOST_VALUES, Made};
use crate::batch::{Shape, Values};
use crate::law::{Draws, TWO_64, bounded};
use crate::schema::parse_int;

/// The generators of this file.
pub(super) static ENTRIES: &[Entry] = &[
    Entry::new("bool", "true or false", bool).optional(
        "P",
        "probability of true, 0.5 by default",
        "bool:0.9",
    ),
    Entry::new(
        "double",
        "a number with digits behind the point; normal with mean 0 and deviation 1000 by default",
        double,
    )
    .optional(
        "MIN,MAX,DIGITS",
        "even between the two, both included, with 4 digits or as many as said",
        "double:0,99.99,2",
    ),
    Entry::new("int", "a whole number", int).optional(
        "MIN,MAX",
        "both included; 0 to 1000 by default",
        "int:1,6",
    ),
    Entry::new("seq", "a series by row number: 1, 2, 3 …", seq).optional(
        "START,STEP",
        "first value and distance, both 1 by default",
        "seq:1000,10",
    ),
];

/// `int[:min[,max]]`: whole numbers, both ends included, each as likely as any other.
pub(crate) fn int(constraint: Constraint<'_>) -> Made {
    let (min, max) = constraint.pair("int:MIN,MAX")?;
    let min = min.as_ref().map_or(Ok(0), Field::int)?;
    let max = match max {
        Some(max) => max.int()?,
        // Above the usual maximum, a lower end alone asks for as wide a range as the usual one.
        None => 1000.max(min.saturating_add(if min > 1000 { 1000 } else { 0 })),
    };
    if min > max {
        return Err(constraint.reversed(min, max));
    }
    Ok(Arc::new(Int { min, max }))
}

#[derive(Debug)]
pub(crate) struct Int {
    pub min: i64,
    pub max: i64,
}

impl Int {
    /// How many values there are; 0 stands for 2^64.
    fn span(&self) -> u64 {
        (self.max.wrapping_sub(self.min) as u64).wrapping_add(1)
    }
}

impl Generate for Int {
    fn shape(&self) -> Shape {
        Shape::Int { min: self.min, max: self.max }
    }

    fn domain(&self) -> u64 {
        if self.span() == 0 { MOST_VALUES } else { self.span().min(MOST_VALUES) }
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Values) {
        fill_span(draws, values, self.min, self.span());
    }
}

/// Fills with whole numbers from `min` on, `span` of them.
fn fill_span(draws: &mut Draws<'_>, values: &mut Values, min: i64, span: u64) {
    let fractions = draws.load(0);
    for (value, x) in values.ints(fractions.len()).iter_mut().zip(fractions) {
        *value = min.wrapping_add(bounded(*x, span) as i64);
    }
}

/// `double`: normal with mean 0 and standard deviation 1000; `double:min,max[,digits]`: even between the two.
pub(crate) fn double(constraint: Constraint<'_>) -> Made {
    let form = "double:MIN,MAX[,DIGITS]";
    let fields = constraint.fields(3, form)?;
    let [min, max, digits @ ..] = &fields[..] else {
        return match constraint.text {
            None => Ok(Arc::new(Normal)),
            Some(_) => Err(constraint.error(format!("both ends are needed; the form is {form}"))),
        };
    };
    let scale = match digits.first() {
        None => 4,
        Some(digits) => {
            let scale = u32::try_from(digits.int()?).ok().filter(|&scale| scale <= 15);
            scale.ok_or_else(|| digits.error("expected 0 to 15 digits behind the point"))?
        }
    };
    let (low, high) = (scaled(min, scale)?, scaled(max, scale)?);
    if low > high {
        return Err(constraint.reversed(&min.text, &max.text));
    }
    Ok(Arc::new(Decimal { scale, min: low, max: high }))
}

const NOT_A_NUMBER: &str = "expected a number such as 100, -2.5 or 0.01";

/// A decimal number as a whole multiple of 10^-scale, without rounding.
fn scaled(field: &Field, scale: u32) -> Result<i64, ConstraintError> {
    let (sign, digits) = match field.text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, field.text.as_str()),
    };
    // Underscores go between digits before the point, as in whole numbers.
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let plain = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let Some(whole) = parse_int(whole).filter(|_| whole.starts_with(|c: char| c.is_ascii_digit())) else {
        return Err(field.error(NOT_A_NUMBER));
    };
    if fraction.is_empty() || !plain(fraction) {
        return Err(field.error(NOT_A_NUMBER));
    }
    let fraction = fraction.trim_end_matches('0');
    if fraction.len() > scale as usize {
        return Err(field.error(format!("more than {scale} digits behind the point")));
    }
    let units = 10i128.pow(scale);
    // As many digits as the scale, so that it is below one unit.
    let fraction: i128 = format!("0{fraction:0<width$}", width = scale as usize).parse().unwrap_or(0);
    let value = whole.checked_mul(units).and_then(|whole| i64::try_from(sign * (whole + fraction)).ok());
    value.ok_or_else(|| field.error(format!("too large for a number with {scale} digits behind the point")))
}

#[derive(Debug)]
struct Decimal {
    scale: u32,
    min: i64,
    max: i64,
}

impl Decimal {
    fn span(&self) -> u64 {
        self.max.abs_diff(self.min).wrapping_add(1)
    }
}

impl Generate for Decimal {
    fn shape(&self) -> Shape {
        Shape::Decimal { scale: self.scale, min: self.min, max: self.max }
    }

    fn domain(&self) -> u64 {
        if self.span() == 0 { MOST_VALUES } else { self.span().min(MOST_VALUES) }
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Values) {
        fill_span(draws, values, self.min, self.span());
    }
}

/// The normal distribution with mean 0, standard deviation 1000 and 4 digits, by inversion.
#[derive(Debug)]
struct Normal;

/// Beyond this many standard deviations no 64-bit fraction leads.
const NORMAL_LIMIT: f64 = 8.3;
const NORMAL_UNIT: f64 = 1000.0 * 10_000.0;
/// The density at the mean is 1 / √2π a standard deviation, that is one in 25,066,282 for the last digit:
/// quantiles that lie 1 / 25,000,000 apart are at least one last digit apart everywhere.
const NORMAL_VALUES: u64 = 25_000_000;

impl Generate for Normal {
    fn shape(&self) -> Shape {
        let limit = (NORMAL_LIMIT * NORMAL_UNIT) as i64;
        Shape::Decimal { scale: 4, min: -limit, max: limit }
    }

    fn domain(&self) -> u64 {
        NORMAL_VALUES
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Values) {
        let fractions = draws.load(0);
        for (value, x) in values.ints(fractions.len()).iter_mut().zip(fractions) {
            *value = normal(*x);
        }
    }
}

/// The normal number of a fraction, in units of its last digit.
fn normal(x: u64) -> i64 {
    // The middle of one of 2^53 equal shares: never 0 or 1, and exact in an f64.
    let p = ((x >> 11) as f64 + 0.5) * (1.0 / (1u64 << 53) as f64);
    // Made positive first, as the cast rounds towards 0: this rounds to the nearest without a call to `round`.
    (quantile(p) * NORMAL_UNIT + (1u64 << 40) as f64 + 0.5) as i64 - (1 << 40)
}

/// The standard normal quantile of `p` in (0, 1), to about 16 digits: Wichura, algorithm AS 241 (PPND16),
/// Applied Statistics 37 (1988). Only additions, multiplications, divisions and `libm`, so that every machine
/// gives the same bits.
fn quantile(p: f64) -> f64 {
    let q = p - 0.5;
    if q.abs() <= 0.425 {
        return q * ratio(0.180_625 - q * q, &CENTRE);
    }
    let tail = libm::sqrt(-libm::log(if q < 0.0 { p } else { 1.0 - p }));
    let distance = if tail <= 5.0 { ratio(tail - 1.6, &MIDDLE) } else { ratio(tail - 5.0, &FAR) };
    if q < 0.0 { -distance } else { distance }
}

/// Numerator and denominator of AS 241, highest power first.
type Ratio = [[f64; 8]; 2];

fn ratio(r: f64, [numerator, denominator]: &Ratio) -> f64 {
    let polynomial = |coefficients: &[f64; 8]| coefficients.iter().fold(0.0, |sum, c| sum * r + c);
    polynomial(numerator) / polynomial(denominator)
}

#[rustfmt::skip]
const CENTRE: Ratio = [
    [2.509_080_928_730_122_7e3, 3.343_057_558_358_813e4, 6.726_577_092_700_87e4, 4.592_195_393_154_987e4,
     1.373_169_376_550_946e4, 1.971_590_950_306_551_3e3, 1.331_416_678_917_843_8e2, 3.387_132_872_796_366_5],
    [5.226_495_278_852_854e3, 2.872_908_573_572_194_3e4, 3.930_789_580_009_271e4, 2.121_379_430_158_659_7e4,
     5.394_196_021_424_751e3, 6.871_870_074_920_579e2, 4.231_333_070_160_091e1, 1.0],
];
#[rustfmt::skip]
const MIDDLE: Ratio = [
    [7.745_450_142_783_414e-4, 2.272_384_498_926_918_4e-2, 2.417_807_251_774_506e-1, 1.270_458_252_452_368_4,
     3.647_848_324_763_204_5, 5.769_497_221_460_691, 4.630_337_846_156_546, 1.423_437_110_749_683_5],
    [1.050_750_071_644_416_9e-9, 5.475_938_084_995_345e-4, 1.519_866_656_361_645_7e-2, 1.481_039_764_274_800_8e-1,
     6.897_673_349_851e-1, 1.676_384_830_183_803_8, 2.053_191_626_637_759, 1.0],
];
#[rustfmt::skip]
const FAR: Ratio = [
    [2.010_334_399_292_288_1e-7, 2.711_555_568_743_487_6e-5, 1.242_660_947_388_078_4e-3, 2.653_218_952_657_612_4e-2,
     2.965_605_718_285_048_7e-1, 1.784_826_539_917_291_3, 5.463_784_911_164_114, 6.657_904_643_501_103],
    [2.044_263_103_389_939_8e-15, 1.421_511_758_316_446e-7, 1.846_318_317_510_054_7e-5, 7.868_691_311_456_133e-4,
     1.487_536_129_085_061_5e-2, 1.369_298_809_227_358e-1, 5.998_322_065_558_88e-1, 1.0],
];

/// `bool[:P]`: true with probability P.
pub(crate) fn bool(constraint: Constraint<'_>) -> Made {
    let fields = constraint.fields(1, "bool:P")?;
    let share = match fields.first() {
        None => 0.5,
        Some(field) => crate::schema::parse_share(&field.text)
            .ok_or_else(|| field.error("expected a probability from 0 to 1, such as 0.25"))?,
    };
    Ok(Arc::new(Bool { threshold: (share * TWO_64) as u128 }))
}

#[derive(Debug)]
struct Bool {
    /// Fractions below this, of 2^64, are true.
    threshold: u128,
}

impl Bool {
    fn is_constant(&self) -> bool {
        self.threshold == 0 || self.threshold == 1 << 64
    }
}

impl Generate for Bool {
    fn shape(&self) -> Shape {
        Shape::Bool
    }

    /// What has no probability is no value.
    fn domain(&self) -> u64 {
        if self.is_constant() { 1 } else { 2 }
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Values) {
        // Where both values come once, each has half of the fractions.
        let halves = draws.is_unique() && !self.is_constant();
        let threshold = if halves { 1 << 63 } else { self.threshold };
        let fractions = draws.load(0);
        for (value, x) in values.bools(fractions.len()).iter_mut().zip(fractions) {
            *value = u128::from(*x) < threshold;
        }
    }
}

/// `seq[:start[,step]]`: start, start + step, start + 2·step … by the row number.
pub(crate) fn seq(constraint: Constraint<'_>) -> Made {
    let (start, step) = constraint.pair("seq:START,STEP")?;
    let start = start.as_ref().map_or(Ok(1), Field::int)?;
    let by = step.as_ref().map_or(Ok(1), Field::int)?;
    match step {
        Some(step) if by == 0 => Err(step.error("a step of 0 never leaves the start")),
        _ => Ok(Arc::new(Seq { start, step: by })),
    }
}

#[derive(Debug)]
struct Seq {
    start: i64,
    step: i64,
}

impl Seq {
    /// How many rows have a value before the 64 bits run out.
    fn rows(&self) -> u64 {
        let room = if self.step > 0 { i64::MAX.abs_diff(self.start) } else { i64::MIN.abs_diff(self.start) };
        (room / self.step.unsigned_abs()).saturating_add(1)
    }
}

impl Generate for Seq {
    fn shape(&self) -> Shape {
        let last = self.start.wrapping_add((self.rows() - 1).wrapping_mul(self.step as u64) as i64);
        Shape::Int { min: self.start.min(last), max: self.start.max(last) }
    }

    fn domain(&self) -> u64 {
        self.rows().min(MOST_VALUES)
    }

    fn end(&self) -> Option<u64> {
        Some(self.rows())
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Values) {
        let rows = draws.rows();
        let len = (rows.end - rows.start) as usize;
        for (value, row) in values.ints(len).iter_mut().zip(rows) {
            *value = self.start.wrapping_add(row.wrapping_mul(self.step as u64) as i64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{NORMAL_VALUES, normal, quantile};

    /// Where the numbers lie densest, and at both ends: neighbouring quantiles never give one value.
    #[test]
    fn neighbouring_quantiles_differ() {
        let value = |place: u64| normal((u128::from(place) << 64).div_ceil(u128::from(NORMAL_VALUES)) as u64);
        let middle = NORMAL_VALUES / 2;
        for place in
            (middle - 50_000..middle + 50_000).chain(0..5000).chain(NORMAL_VALUES - 5000..NORMAL_VALUES - 1)
        {
            assert!(value(place) < value(place + 1), "{place}");
        }
    }

    /// Reference values of the standard normal quantile (R's documentation of qnorm uses the same algorithm;
    /// these are the usual table values).
    #[test]
    fn the_normal_quantile_agrees_with_the_tables() {
        for (p, z) in [
            (0.5, 0.0),
            (0.841_344_746_068_542_9, 1.0),
            (0.975, 1.959_963_984_540_054),
            (0.001, -3.090_232_306_167_813_5),
            (1e-9, -5.997_807_015_007_687),
            (1e-15, -7.941_345_326_170_998),
        ] {
            assert!((quantile(p) - z).abs() < 1e-12, "quantile({p}) = {}, not {z}", quantile(p));
        }
    }
}
