//! Degrees: how many children the parents of a counted link have, dealt out exactly.
//!
//! Nothing is drawn: of N parents, as many have k children as the distribution says, rounded once. Parents in the order of
//! their degrees form a few [`Step`]s, which is all that there is to keep, however many parents there are.

use std::fmt;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use super::class_index::ClassIndex;
use super::shares::Shares;

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
    /// By the word that a column of the parent has.
    Classes(Arc<ClassDegrees>),
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
pub(super) const MAX_DEGREES: u64 = 1 << 16;
impl Degrees {
    /// How many children `parents` parents have together; `None` where 64 bits do not count them, or where it is not known of which
    /// class each parent is.
    pub fn children(&self, parents: u64) -> Option<u64> {
        self.steps(parents).map(|(_, slots)| slots)
    }

    /// The most children that one of `parents` parents has.
    pub fn most_of(&self, parents: u64) -> u64 {
        if let Some(classes) = self.drawn() {
            return classes.each().map(|of| of.most_of(parents)).max().unwrap_or(0);
        }
        self.steps(parents).and_then(|(steps, _)| steps.last().map(|step| step.degree)).unwrap_or(0)
    }

    /// The fewest and the most children that one of `parents` parents has; none where there are no parents, or more children than
    /// 64 bits count.
    pub fn range_of(&self, parents: u64) -> Option<RangeInclusive<u64>> {
        if let Some(classes) = self.drawn() {
            let ranges: Vec<_> = classes.each().map(|of| of.range_of(parents)).collect::<Option<_>>()?;
            let least = ranges.iter().map(RangeInclusive::start).min()?;
            return Some(*least..=*ranges.iter().map(RangeInclusive::end).max()?);
        }
        let (steps, _) = self.steps(parents)?;
        let degrees = || steps.iter().map(|step| step.degree);
        Some(degrees().min()?..=degrees().max()?)
    }

    /// Whether each of `parents` parents has a child.
    pub fn is_total(&self, parents: u64) -> bool {
        if let Some(classes) = self.drawn() {
            return classes.each().all(|of| of.is_total(parents));
        }
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
            Degrees::Classes(classes) => classes.each().map(Degrees::least).min().unwrap_or(0),
        }
    }

    /// The most children that a parent may have; none where the distribution has no end.
    pub fn most(&self) -> Option<u64> {
        match self {
            Degrees::Constant(degree) => Some(*degree),
            Degrees::Even(_, most) | Degrees::Zipf { most, .. } => Some(*most),
            Degrees::Weighted(weights) => weights.last().map(|(degree, _)| *degree),
            Degrees::Poisson(_) | Degrees::Geometric(_) => None,
            Degrees::Classes(classes) => {
                classes.each().map(Degrees::most).try_fold(0, |most, of| Some(most.max(of?)))
            }
        }
    }

    /// The classes of parents, where these follow from drawn values: what may be true of the parents is the same under each seed,
    /// so it must not follow from how many are of a class.
    fn drawn(&self) -> Option<&ClassDegrees> {
        match self {
            Degrees::Classes(classes) if classes.is_drawn() => Some(classes),
            _ => None,
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
            Degrees::Classes(classes) => return classes.steps(parents),
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
            Degrees::Classes(classes) => classes.fmt(f),
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

/// How many children the parents of each class have.
#[derive(Debug, Clone, PartialEq)]
pub struct ClassDegrees {
    /// The column of the parents.
    pub by: String,
    /// The numbers of children as they are given: each for a word, or for all other words.
    pub given: Vec<(Option<String>, Degrees)>,
    /// The classes: words that the column has, each with the index of what is given for it.
    pub words: Vec<(String, usize)>,
    /// How many parents are of each class.
    pub(super) shares: Shares,
}

/// Parents with one number of children: a step of all ranks, and where its parents are in their class.
#[derive(Debug, Clone, Copy)]
pub(super) struct ClassStep {
    /// The rank of the first of them.
    pub first_rank: u64,
    /// Which class, among those that have parents.
    pub class: usize,
    /// The index of the first of them in the class.
    pub first: u64,
}

/// What the class is called of all words for which no number is given.
const ELSE: &str = "else";

impl ClassDegrees {
    /// The degrees of classes, by those of the shares of a column that deals its words out: `words` has the word of each share.
    ///
    /// # Errors
    /// A word for which no number is given.
    pub fn dealt<'w>(
        by: &str,
        given: Vec<(Option<String>, Degrees)>,
        words: impl IntoIterator<Item = &'w str>,
    ) -> Result<ClassDegrees, &'w str> {
        let position = |word: Option<&str>| given.iter().position(|(of, _)| of.as_deref() == word);
        let (mut known, mut shares): (Vec<(String, usize)>, Vec<usize>) = (Vec::new(), Vec::new());
        for word in words {
            if known.last().is_none_or(|(last, _)| last != word) {
                let of = position(Some(word)).or_else(|| position(None)).ok_or(word)?;
                known.push((word.to_owned(), of));
            }
            shares.push(known.len() - 1);
        }
        Ok(ClassDegrees { by: by.to_owned(), given, words: known, shares: Shares::Dealt(shares) })
    }

    /// The degrees of classes, one for each that is given, by a column that draws its values: who is of which class is not known yet.
    pub fn drawn(by: &str, given: Vec<(Option<String>, Degrees)>) -> ClassDegrees {
        let name = |word: &Option<String>| word.clone().unwrap_or_else(|| ELSE.into());
        let words = given.iter().enumerate().map(|(at, (word, _))| (name(word), at)).collect();
        ClassDegrees { by: by.to_owned(), given, words, shares: Shares::Drawn(None) }
    }

    /// The same, where it is known of which class each parent is.
    #[must_use]
    pub fn counted(self, index: ClassIndex) -> ClassDegrees {
        ClassDegrees { shares: Shares::Drawn(Some(Arc::new(index))), ..self }
    }

    /// The class of a value, by what is given for it; none where that is nothing.
    pub fn class_of(&self, value: Option<&str>) -> Option<usize> {
        let own =
            value.and_then(|value| self.given.iter().position(|(word, _)| word.as_deref() == Some(value)));
        own.or_else(|| self.given.iter().position(|(word, _)| word.is_none()))
    }

    /// Whether the values are drawn, so that how many parents are of a class follows from the seed.
    pub fn is_drawn(&self) -> bool {
        matches!(self.shares, Shares::Drawn(_))
    }

    /// The parents by their classes, where these were counted.
    pub fn index(&self) -> Option<&Arc<ClassIndex>> {
        match &self.shares {
            Shares::Dealt(_) => None,
            Shares::Drawn(index) => index.as_ref(),
        }
    }

    /// The steps of all classes, in the order of their degrees, and how many slots they have.
    pub(super) fn class_steps(&self, parents: u64) -> Option<(Vec<(Step, ClassStep)>, u64)> {
        let intervals = self.shares.intervals(parents)?;
        let ends = intervals.iter().skip(1).map(|(start, _)| *start).chain([parents]);
        let mut found = Vec::new();
        for (class, (&(start, word), end)) in intervals.iter().zip(ends).enumerate() {
            let (steps, _) = self.given[self.words[word].1].1.steps(end - start)?;
            let ends: Vec<u64> =
                steps.iter().skip(1).map(|step| step.first_rank).chain([end - start]).collect();
            let of_class = steps.iter().zip(ends);
            found.extend(
                of_class.map(|(step, end)| (step.degree, class, step.first_rank, end - step.first_rank)),
            );
        }
        found.sort_unstable();
        let (mut first_rank, mut first_slot) = (0, 0u64);
        let mut all = Vec::with_capacity(found.len());
        for (degree, class, first, count) in found {
            all.push((Step { first_rank, first_slot, degree }, ClassStep { first_rank, class, first }));
            first_rank += count;
            first_slot = first_slot.checked_add(count.checked_mul(degree)?)?;
        }
        Some((all, first_slot))
    }

    /// The steps of all parents, and how many slots they have together; `None` where 64 bits do not count them.
    pub(super) fn steps(&self, parents: u64) -> Option<(Vec<Step>, u64)> {
        let (steps, slots) = self.class_steps(parents)?;
        Some((steps.into_iter().map(|(step, _)| step).collect(), slots))
    }

    /// The numbers of children that a parent may have.
    pub(super) fn each(&self) -> impl Iterator<Item = &Degrees> {
        self.words.iter().map(|(_, of)| &self.given[*of].1)
    }
}

impl fmt::Display for ClassDegrees {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "by {}", self.by)?;
        for (index, (word, degrees)) in self.given.iter().enumerate() {
            let sign = if index == 0 { ": " } else { "; " };
            write!(f, "{sign}{} {degrees}", word.as_deref().unwrap_or(ELSE))?;
        }
        Ok(())
    }
}
