//! Values by a distribution: the generator of whatever has integral units.

use super::axis::Axis;
use super::discrete::Table;
use super::dist::{self, Continuous, Dist};
use super::hist::Hist;
use super::inverse_cdf::{Curve, InverseCdf};
use super::zipf::Zipf;
use crate::generators::{Constraint, ConstraintError, Generate, MAX_VALUES, Properties};
use crate::rng::Draws;
use crate::types::{Array, DataType, Field};

/// Integral units by a distribution: one fraction gives one of them, and a larger fraction none that is smaller.
#[derive(Debug)]
pub(crate) struct Sampler {
    way: Way,
    /// Nothing else comes.
    pub min: i64,
    pub max: i64,
}

#[derive(Debug)]
enum Way {
    Curve(InverseCdf),
    Zipf(Zipf),
    Table { table: Table, origin: i64 },
    Hist(Hist),
}

impl Sampler {
    /// What `@dist` asks for, or none where all values are equally likely.
    pub fn asked(constraint: &Constraint<'_>, axis: &Axis<'_>) -> Result<Option<Sampler>, ConstraintError> {
        let clamp = constraint.settings.clamp.as_ref();
        let Some(field) = &constraint.settings.dist else {
            return match clamp {
                Some(clamp) => {
                    Err(clamp.error("@clamp moves values of a distribution to the ends; @dist is missing"))
                }
                None => Ok(None),
            };
        };
        let dist = dist::asked(constraint, axis)?;
        let refused = |text: &str| Err(field.error(text));
        if let Some(clamp) = clamp {
            let reaches = match &dist {
                Dist::Continuous(dist) => dist.reaches_beyond(),
                Dist::Counts(_) => true,
                Dist::Uniform | Dist::Zipf { .. } | Dist::Hist(_) => false,
            };
            if !reaches || axis.min.is_none() && axis.max.is_none() {
                return Err(
                    clamp.error("there is nothing beyond the ends that could be put at them; leave @clamp")
                );
            }
        }
        match dist {
            Dist::Uniform => Ok(None),
            Dist::Zipf { .. } | Dist::Counts(_) | Dist::Continuous(Continuous::Geometric { .. })
                if !axis.is_integral =>
            {
                let name = field.text.split(':').next().unwrap_or_default();
                let takers = "which are whole numbers; `int`, `date` and lists take it";
                refused(&format!(
                    "{name} gives {}, {takers}",
                    if name == "zipf" { "ranks" } else { "counts" }
                ))
            }
            Dist::Zipf { s } => {
                // The first rank is 1.
                let (first, last) = (axis.usual[0].max(axis.origin.saturating_add(1)), axis.usual[1]);
                let first = if axis.reading.is_some() { axis.usual[0] } else { first };
                let (min, max) = Axis { usual: [first, last], ..*axis }.ends(constraint)?;
                Ok(Some(Sampler { way: Way::Zipf(Zipf::new(min, max, s)), min, max }))
            }
            Dist::Counts(counts) => {
                let from_0 = |end: i64| u64::try_from(end.saturating_sub(axis.origin));
                reversed(constraint, axis)?;
                let bounded = clamp.is_none();
                let min = axis.min.filter(|_| bounded).map_or(0, |min| from_0(min).unwrap_or(0));
                let max = axis.max.filter(|_| bounded).map_or(Ok(i64::MAX as u64), from_0);
                let table = max.ok().and_then(|max| counts.table(min, max));
                let table = table.ok_or_else(|| nothing(constraint, axis))?;
                let (min, max) =
                    (table.first.saturating_add(axis.origin), table.last().saturating_add(axis.origin));
                let way = Way::Table { table, origin: axis.origin };
                Ok(Some(Sampler { way, min, max }.within(axis)))
            }
            Dist::Hist(hist) => {
                let (min, max) = hist.ends();
                let outside = |end: Option<i64>, is: fn(i64, i64) -> bool| {
                    end.is_some_and(|end| is(end, min) || is(end, max))
                };
                if outside(axis.min, |end, value| value < end) || outside(axis.max, |end, value| value > end)
                {
                    return refused("a bucket reaches beyond the ends of the values");
                }
                Ok(Some(Sampler { way: Way::Hist(hist), min, max }))
            }
            Dist::Continuous(dist) => {
                reversed(constraint, axis)?;
                let curve = Curve::between(dist, axis, constraint, clamp.is_some())?;
                let curve = curve.ok_or_else(|| nothing(constraint, axis))?;
                let inverse = InverseCdf::new(curve, axis.origin, axis.min, axis.max);
                let (min, max) = inverse.ends();
                Ok(Some(Sampler { way: Way::Curve(inverse), min, max }))
            }
        }
    }

    /// What lies beyond the ends is put at them.
    fn within(self, axis: &Axis<'_>) -> Sampler {
        let (least, most) = (axis.min.unwrap_or(i64::MIN), axis.max.unwrap_or(i64::MAX));
        Sampler { min: self.min.clamp(least, most), max: self.max.clamp(least, most), ..self }
    }

    /// The values of some fractions.
    pub fn fill(&self, fractions: &[u64], values: &mut [i64]) {
        match &self.way {
            Way::Curve(inverse) => inverse.fill(fractions, values),
            Way::Zipf(zipf) => zipf.fill(fractions, values),
            Way::Table { table, origin } => {
                for (value, x) in values.iter_mut().zip(fractions) {
                    *value = (table.at(*x).saturating_add(*origin)).clamp(self.min, self.max);
                }
            }
            Way::Hist(hist) => {
                for (value, x) in values.iter_mut().zip(fractions) {
                    *value = hist.at(*x);
                }
            }
        }
    }
}

fn reversed(constraint: &Constraint<'_>, axis: &Axis<'_>) -> Result<(), ConstraintError> {
    match (axis.min, axis.max) {
        (Some(min), Some(max)) if min > max => Err(constraint.reversed((axis.text)(min), (axis.text)(max))),
        _ => Ok(()),
    }
}

/// The error for a distribution of which no value lies between the ends.
fn nothing(constraint: &Constraint<'_>, axis: &Axis<'_>) -> ConstraintError {
    let text = match (axis.min, axis.max) {
        (None, None) => "the distribution lies beyond the 64 bits of a number".into(),
        (min, max) => {
            let text = |end: Option<i64>| end.map_or("…".into(), |end| (axis.text)(end));
            format!("the distribution has nothing between {} and {}", text(min), text(max))
        }
    };
    constraint.settings.dist.as_ref().map_or_else(|| constraint.error(&*text), |field| field.error(&*text))
}

/// Values by a distribution.
#[derive(Debug)]
pub(crate) struct Sampled {
    sampler: Sampler,
    field: Field,
}

impl Sampled {
    /// Values of this field, whose units the sampler gives: integers, or days.
    pub fn new(sampler: Sampler, field: Field) -> Sampled {
        Sampled { sampler, field }
    }
}

/// How many values are computed at once: they stay in the first-level cache.
const CHUNK: usize = 64;

impl Generate for Sampled {
    fn field(&self) -> Field {
        self.field.clone()
    }

    fn cardinality(&self) -> u64 {
        self.sampler.max.abs_diff(self.sampler.min).min(MAX_VALUES - 1) + 1
    }

    fn properties(&self) -> Properties<'_> {
        Properties::not_unique(REPEATS)
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let fractions = draws.load(0);
        if !matches!(self.field.data_type, DataType::Date32 { .. }) {
            return self.sampler.fill(fractions, values.ints(fractions.len()));
        }
        let mut days = [0; CHUNK];
        let dates = values.dates(fractions.len());
        for (dates, fractions) in dates.chunks_mut(CHUNK).zip(fractions.chunks(CHUNK)) {
            self.sampler.fill(fractions, &mut days[..fractions.len()]);
            dates.iter_mut().zip(days).for_each(|(date, day)| *date = day as i32);
        }
    }
}

/// What the values of a distribution are instead of different.
pub(crate) const REPEATS: &str = "drawn by a distribution that favours some of them";
