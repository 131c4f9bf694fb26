//! Degrees: how many children the parents of a counted link have, dealt out exactly.
//!
//! Nothing is drawn: of N parents, as many have k children as the distribution says, rounded once. Parents in the order of
//! their degrees form a few [`Step`]s, which is all that there is to keep, however many parents there are.

use std::fmt;
use std::ops::{Range, RangeInclusive};

use gush_diagnostics::{grouped, parse_count};

/// How many children each parent has.
#[derive(Debug, Clone, PartialEq)]
pub enum Degrees {
    /// The same number each.
    Constant(u64),
    /// From the first to the second, each number as often as any other.
    Even(u64, u64),
    /// Poisson's distribution with this mean.
    Poisson(f64),
    /// As many as there are failures before a success of this probability.
    Geometric(f64),
    /// k children in proportion to k^-s, from 1 up to the most.
    Zipf {
        /// The exponent.
        s: f64,
        /// The most children.
        most: u64,
    },
    /// Numbers of children with their weights, ascending.
    Weighted(Vec<(u64, u64)>),
}

/// Parents of equal degree, in the order of their ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Step {
    /// The rank of the first of them.
    pub first_rank: u64,
    /// The first slot, one for each child, of that one.
    pub first_slot: u64,
    /// How many slots each of them has.
    pub degree: u64,
}

/// What is wrong with a text of degrees, and where in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DegreesError {
    /// The bytes that are meant.
    pub at: Range<usize>,
    /// What is wrong and what would be right.
    pub message: String,
}

/// As many different degrees as there may be, so that the steps stay few.
const MAX_DEGREES: u64 = 1 << 16;
/// The largest mean of Poisson's distribution.
const MAX_MEAN: f64 = 10_000.0;
/// The smallest probability of the geometric distribution.
const MIN_SHARE: f64 = 0.001;
/// The largest sum of weights.
const MAX_WEIGHT: u64 = 1 << 40;

/// The forms, for messages.
const FORMS: &str =
    "a number such as 3, int:0,9, poisson:3, geometric:0.3, zipf:1.1,1000 or hist:0*5,1*3,2*2";

impl Degrees {
    /// Reads `3`, `int:0,9`, `poisson:3`, `geometric:0.3`, `zipf:1.1,1000` or `hist:0*5,1*3,2*2`.
    ///
    /// # Errors
    /// What is wrong, and where in the text.
    pub fn parse(text: &str) -> Result<Degrees, DegreesError> {
        let unknown_form = || DegreesError { at: 0..text.len(), message: format!("expected {FORMS}") };
        let Some((name, constraint)) = text.split_once(':') else {
            return parse_count(text).map(Degrees::Constant).ok_or_else(unknown_form);
        };
        let fields = FieldTexts { text: constraint, start: name.len() + 1 };
        match name {
            "int" => fields.even(),
            "poisson" => {
                let [mean] = fields.split("poisson:MEAN")?;
                let is_right = |mean: &f64| (0.0..=MAX_MEAN).contains(mean);
                mean.number(is_right, "a mean from 0 to 10,000").map(Degrees::Poisson)
            }
            "geometric" => {
                let [share] = fields.split("geometric:P")?;
                let is_right = |share: &f64| (MIN_SHARE..=1.0).contains(share);
                share.number(is_right, "a probability from 0.001 to 1").map(Degrees::Geometric)
            }
            "zipf" => {
                let [s, most] = fields.split("zipf:S,MOST")?;
                let s = s.number(|s| *s > 0.0 && s.is_finite(), "an exponent above 0")?;
                let most = most.count(1..=MAX_DEGREES)?;
                Ok(Degrees::Zipf { s, most })
            }
            "hist" => fields.weighted(),
            _ => Err(DegreesError {
                at: 0..name.len(),
                message: format!("there is no such distribution of children; expected {FORMS}"),
            }),
        }
    }

    /// How many children `parents` parents have together; `None` where 64 bits do not count them.
    pub fn children(&self, parents: u64) -> Option<u64> {
        self.steps(parents).map(|(_, slots)| slots)
    }

    /// The most children that one of `parents` parents has.
    pub fn most_of(&self, parents: u64) -> u64 {
        self.steps(parents).and_then(|(steps, _)| steps.last().map(|step| step.degree)).unwrap_or(0)
    }

    /// The fewest and the most children that one of `parents` parents has; none where there are no parents, or more children than
    /// 64 bits count.
    pub fn range_of(&self, parents: u64) -> Option<RangeInclusive<u64>> {
        let (steps, _) = self.steps(parents)?;
        let degrees = || steps.iter().map(|step| step.degree);
        Some(degrees().min()?..=degrees().max()?)
    }

    /// Whether each of `parents` parents has a child.
    pub fn is_total(&self, parents: u64) -> bool {
        self.steps(parents).is_none_or(|(steps, _)| steps.iter().all(|step| step.degree > 0))
    }

    /// The fewest children that a parent may have, however many parents there are.
    pub fn least(&self) -> u64 {
        match self {
            Degrees::Constant(degree) | Degrees::Even(degree, _) => *degree,
            Degrees::Zipf { .. } => 1,
            Degrees::Weighted(weights) => {
                weights.iter().find(|(_, weight)| *weight > 0).map_or(0, |(degree, _)| *degree)
            }
            Degrees::Poisson(_) | Degrees::Geometric(_) => 0,
        }
    }

    /// The most children that a parent may have; none where the distribution has no end.
    pub fn most(&self) -> Option<u64> {
        match self {
            Degrees::Constant(degree) => Some(*degree),
            Degrees::Even(_, most) | Degrees::Zipf { most, .. } => Some(*most),
            Degrees::Weighted(weights) => weights.last().map(|(degree, _)| *degree),
            Degrees::Poisson(_) | Degrees::Geometric(_) => None,
        }
    }

    /// The steps of `parents` parents, those without children included, and how many slots they have together; `None` where
    /// those are more than 64 bits count.
    pub(super) fn steps(&self, parents: u64) -> Option<(Vec<Step>, u64)> {
        let mut steps = Vec::new();
        let (mut first_rank, mut first_slot) = (0, 0u64);
        let mut add = |degree: u64, until: u64| {
            let count = until.clamp(first_rank, parents) - first_rank;
            if count > 0 {
                steps.push(Step { first_rank, first_slot, degree });
                first_rank += count;
                first_slot = first_slot.checked_add(count.checked_mul(degree)?)?;
            }
            Some(first_rank < parents)
        };
        match self {
            Degrees::Constant(degree) => {
                add(*degree, parents)?;
            }
            Degrees::Even(least, most) => {
                let different = most - least + 1;
                for index in 1..=different {
                    add(least + index - 1, share(parents, index, different))?;
                }
            }
            Degrees::Weighted(weights) => {
                let total = weights.iter().map(|(_, weight)| weight).sum();
                let mut upto = 0;
                for (degree, weight) in weights {
                    upto += weight;
                    add(*degree, share(parents, upto, total))?;
                }
            }
            Degrees::Zipf { s, most } => {
                let weight = |k: u64| libm::exp(-s * libm::log(k as f64));
                let total = (1..=*most).rev().fold(0.0, |sum, k| sum + weight(k));
                let mut upto = 0.0;
                for k in 1..*most {
                    upto += weight(k);
                    add(k, rounded(parents, upto / total))?;
                }
                add(*most, parents)?;
            }
            Degrees::Poisson(mean) => {
                let mut upto = 0.0;
                // Far after the last that anybody has.
                let end = (mean + 50.0 + 40.0 * libm::sqrt(*mean)) as u64;
                let mut logarithm = 0.0;
                for k in 0..end {
                    if k > 0 {
                        logarithm += libm::log(k as f64);
                    }
                    let power = if *mean == 0.0 { 0.0 } else { k as f64 * libm::log(*mean) };
                    let share = if *mean == 0.0 && k > 0 { 0.0 } else { libm::exp(power - mean - logarithm) };
                    upto += share;
                    if !add(k, rounded(parents, upto))? {
                        break;
                    }
                }
                add(end, parents)?;
            }
            Degrees::Geometric(p) => {
                // The share of those after k.
                let mut behind = 1.0;
                for k in 0..MAX_DEGREES {
                    behind *= 1.0 - p;
                    if !add(k, parents - rounded(parents, behind))? {
                        break;
                    }
                }
                add(MAX_DEGREES, parents)?;
            }
        }
        Some((steps, first_slot))
    }
}

impl fmt::Display for Degrees {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Degrees::Constant(degree) => write!(f, "{degree}"),
            Degrees::Even(least, most) => write!(f, "int:{least},{most}"),
            Degrees::Poisson(mean) => write!(f, "poisson:{mean}"),
            Degrees::Geometric(share) => write!(f, "geometric:{share}"),
            Degrees::Zipf { s, most } => write!(f, "zipf:{s},{most}"),
            Degrees::Weighted(weights) => {
                let weights: Vec<String> =
                    weights.iter().map(|(degree, weight)| format!("{degree}*{weight}")).collect();
                write!(f, "hist:{}", weights.join(","))
            }
        }
    }
}

/// ⌊n·part / total + 1/2⌋
fn share(n: u64, part: u64, total: u64) -> u64 {
    ((u128::from(n) * u128::from(part) * 2 + u128::from(total)) / (2 * u128::from(total))) as u64
}

/// The share of `n`, rounded.
fn rounded(n: u64, share: f64) -> u64 {
    // The cast cuts off at both ends.
    ((n as f64 * share + 0.5) as u64).min(n)
}

/// The fields after the colon.
struct FieldTexts<'t> {
    text: &'t str,
    /// Where they begin in the complete text.
    start: usize,
}

/// One of them, and where it begins in the complete text.
#[derive(Clone, Copy)]
struct FieldText<'t> {
    text: &'t str,
    start: usize,
}

impl<'t> FieldTexts<'t> {
    fn each(&self) -> impl Iterator<Item = FieldText<'t>> {
        let mut start = self.start;
        self.text.split(',').map(move |text| {
            let field = FieldText { text, start };
            start += text.len() + 1;
            field
        })
    }

    fn error(&self, message: String) -> DegreesError {
        DegreesError { at: self.start..self.start + self.text.len(), message }
    }

    /// Exactly the expected number of fields.
    fn split<const N: usize>(&self, form: &str) -> Result<[FieldText<'t>; N], DegreesError> {
        let fields: Vec<_> = self.each().collect();
        fields.try_into().map_err(|_| self.error(format!("the form is {form}")))
    }

    fn even(&self) -> Result<Degrees, DegreesError> {
        let [least, most] = self.split("int:MIN,MAX")?;
        let (least, most) = (least.count(0..=u64::MAX)?, most.count(0..=u64::MAX)?);
        if least > most {
            return Err(self.error(format!("the smallest value ({least}) is above the largest ({most})")));
        }
        if most - least >= MAX_DEGREES {
            let different = grouped(MAX_DEGREES);
            return Err(self.error(format!("parents have at most {different} different numbers of children")));
        }
        Ok(Degrees::Even(least, most))
    }

    fn weighted(&self) -> Result<Degrees, DegreesError> {
        let mut weights: Vec<(u64, u64)> = Vec::new();
        for field in self.each() {
            let Some((degree, weight)) = field.text.split_once('*') else {
                return Err(field.error("expected a number of children and its weight, such as 2*5".into()));
            };
            let degree = FieldText { text: degree, ..field }.count(0..=u64::MAX)?;
            let start = field.start + field.text.len() - weight.len();
            let weight = FieldText { text: weight, start }.count(0..=MAX_WEIGHT)?;
            if weights.iter().any(|(other, _)| *other == degree) {
                return Err(field.error(format!("{degree} children are said twice")));
            }
            weights.push((degree, weight));
        }
        let total: u64 = weights.iter().map(|(_, weight)| weight).sum();
        if weights.len() as u64 > MAX_DEGREES || total > MAX_WEIGHT || total == 0 {
            let most = grouped(MAX_WEIGHT);
            return Err(self.error(format!("the weights must add up to a number from 1 to {most}")));
        }
        weights.sort_unstable();
        Ok(Degrees::Weighted(weights))
    }
}

impl FieldText<'_> {
    fn error(&self, message: String) -> DegreesError {
        DegreesError { at: self.start..self.start + self.text.len(), message }
    }

    fn number(&self, is_right: impl Fn(&f64) -> bool, expected: &str) -> Result<f64, DegreesError> {
        let number = self.text.parse().ok().filter(is_right);
        number.ok_or_else(|| self.error(format!("expected {expected}")))
    }

    fn count(&self, range: std::ops::RangeInclusive<u64>) -> Result<u64, DegreesError> {
        let (least, most) = (*range.start(), *range.end());
        parse_count(self.text).filter(|count| range.contains(count)).ok_or_else(|| {
            let within =
                if most == u64::MAX { String::new() } else { format!(" from {least} to {}", grouped(most)) };
            self.error(format!("expected a whole number{within}"))
        })
    }
}
