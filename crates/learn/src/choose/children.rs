//! How many children parents have, where rows of the source were counted.
//!
//! A link whose parents are all as likely gives Poisson's distribution by itself. Where the source has another one, the first link that can
//! counts the rows; others say which parents are chosen more often.

use super::draft::{Draft, Each, Link};

/// Distributions that differ in fewer of their values are the same.
const CLOSE: f64 = 0.06;
/// The most numbers that are written.
const MAX_NUMBERS: usize = 24;
/// Fewer parents say nothing.
const MIN_PARENTS: u64 = 20;
/// The most children that a schema file gives a parent.
const MAX_CHILDREN: u64 = 10_000;
/// The weights of all numbers together.
const WEIGHTS: f64 = 10_000.0;
/// A smaller exponent is hardly another distribution.
const MIN_EXPONENT: f64 = 0.2;

/// Numbers of children with how many parents have as many, from the smallest on.
#[derive(Clone, Debug, PartialEq)]
struct Counts(Vec<(u64, u64)>);

/// Has the links of a table choose parents as often as the source does.
pub fn apply(draft: &mut Draft<'_>) {
    let is_counted = draft.per.is_some();
    let can_be_counted = draft.rows_reason == "as many as the source has" && draft.pairs.is_empty();
    for index in 0..draft.links.len() {
        let link = &draft.links[index];
        let is_plain = !link.is_own
            && !link.is_unique
            && !link.is_distinct
            && link.other.is_empty()
            && link.within.is_none()
            && link.when.is_none();
        let counts = Counts::of(draft, link).filter(|counts| is_plain && !counts.is_poisson());
        let Some(counts) = counts else { continue };
        let is_filled = !link.is_nullable || link.null == 0.0;
        let each = counts.each().filter(|each| {
            let rows = each.mean() * link.parent_rows as f64;
            let is_as_many = (rows - draft.rows as f64).abs() <= (draft.rows as f64 * 0.02).max(2.0);
            can_be_counted && is_filled && draft.per.is_none() && is_as_many
        });
        if let Some(each) = each {
            draft.rows_reason = format!("as many for each row of {} as in the source", link.parent_name);
            draft.per = Some((index, each));
        } else if let (Some(exponent), false) =
            (counts.exponent(), is_counted && draft.per.as_ref().is_some_and(|(per, _)| *per == index))
        {
            let link = &mut draft.links[index];
            link.dist = Some(format!("zipf:{exponent:.2}"));
            if link.reason.is_empty() {
                link.reason = "some are chosen more often, as in the source".into();
            }
        }
    }
}

impl Counts {
    /// Those of a link, with parents that have no child; none where they are not known.
    fn of(draft: &Draft<'_>, link: &Link) -> Option<Counts> {
        let [(own, _)] = &link.columns[..] else { return None };
        let statistics = draft.table.column(own)?.statistics.as_ref()?;
        let repeats = &statistics.repeats;
        let parents: u64 = repeats.iter().map(|(_, parents)| parents).sum();
        let is_known = !repeats.is_empty() && link.parent_rows >= MIN_PARENTS && parents <= link.parent_rows;
        let none =
            (link.parent_rows - parents.min(link.parent_rows)).checked_sub(1).map(|less| (0, less + 1));
        is_known.then(|| Counts(none.into_iter().chain(repeats.iter().copied()).collect()))
    }

    fn parents(&self) -> f64 {
        self.0.iter().map(|(_, parents)| *parents as f64).sum()
    }

    fn mean(&self) -> f64 {
        let rows: f64 = self.0.iter().map(|(children, parents)| *children as f64 * *parents as f64).sum();
        rows / self.parents().max(1.0)
    }

    /// The share of parents that would have another number of children by a distribution.
    fn distance(&self, share: impl Fn(u64) -> f64) -> f64 {
        let all = self.parents();
        let (mut same, mut expected) = (0.0, 0.0);
        for (children, parents) in &self.0 {
            let by_it = share(*children);
            same += by_it.min(*parents as f64 / all);
            expected += by_it;
        }
        // Of few parents, some differ by chance.
        1.0 - same.min(expected) - (self.0.len() as f64 / all).sqrt() * 0.4
    }

    /// Whether equal chances for all parents give these numbers.
    fn is_poisson(&self) -> bool {
        let mean = self.mean();
        self.distance(|children| poisson(mean, children)) < CLOSE
    }

    /// What `each` has for them: the shortest form that is close.
    fn each(&self) -> Option<Each> {
        let (least, most) = (self.0.first()?.0, self.0.last()?.0);
        if most > MAX_CHILDREN || most == 0 {
            return None;
        }
        let mean = self.mean();
        let each = |text: String, mean: f64| Some(Each { least, most, spread: Some((text, mean)) });
        if least == most {
            return Some(Each { least, most, spread: None });
        }
        let width = (most - least + 1) as f64;
        if self.distance(|_| 1.0 / width) < CLOSE && self.0.len() as f64 == width {
            return each(format!("int:{least},{most}"), (least + most) as f64 / 2.0);
        }
        let chance = 1.0 / (1.0 + mean);
        if chance > 0.001 && self.distance(|children| chance * (1.0 - chance).powf(children as f64)) < CLOSE {
            return each(format!("geometric:{chance:.4}"), mean);
        }
        let entries = self.entries();
        let all: f64 = entries.iter().map(|(_, weight)| *weight as f64).sum();
        let mean =
            entries.iter().map(|(children, weight)| *children as f64 * *weight as f64).sum::<f64>() / all;
        let entries: Vec<String> =
            entries.iter().map(|(children, weight)| format!("{children}*{weight}")).collect();
        each(format!("hist:{}", entries.join(",")), mean)
    }

    /// Numbers with their weights: all of them, or as many parts of equal numbers of parents, each by its mean.
    fn entries(&self) -> Vec<(u64, u64)> {
        let all = self.parents();
        let weight = |parents: f64| ((parents / all * WEIGHTS).round() as u64).max(1);
        if self.0.len() <= MAX_NUMBERS {
            return self.0.iter().map(|(children, parents)| (*children, weight(*parents as f64))).collect();
        }
        let mut found: Vec<(u64, u64)> = Vec::new();
        let (mut parents, mut rows) = (0.0, 0.0);
        for (index, (children, more)) in self.0.iter().enumerate() {
            parents += *more as f64;
            rows += *children as f64 * *more as f64;
            let is_last = index + 1 == self.0.len();
            // Those without a child are apart.
            if parents >= all / (MAX_NUMBERS - 1) as f64 || is_last || *children == 0 {
                let mean = (rows / parents).round() as u64;
                match found.last_mut().filter(|(known, _)| *known == mean) {
                    Some((_, known)) => *known += weight(parents),
                    None => found.push((mean, weight(parents))),
                }
                (parents, rows) = (0.0, 0.0);
            }
        }
        found
    }

    /// The exponent of Zipf's distribution whose most popular tenth has as many children; none where all are about as popular.
    fn exponent(&self) -> Option<f64> {
        let (all, rows) = (self.parents(), self.parents() * self.mean());
        let (mut left, mut of_top) = (all / 10.0, 0.0);
        for (children, parents) in self.0.iter().rev() {
            let taken = left.min(*parents as f64);
            of_top += taken * *children as f64;
            left -= taken;
        }
        let wanted = of_top / rows.max(1.0);
        let share = |exponent: f64| harmonic(all / 10.0, exponent) / harmonic(all, exponent);
        let (mut low, mut high) = (0.0, 3.0);
        for _ in 0..40 {
            let middle = f64::midpoint(low, high);
            if share(middle) < wanted { low = middle } else { high = middle }
        }
        (low >= MIN_EXPONENT).then_some(low)
    }
}

/// The sum of k^-s for k from 1 to n, its later part by the integral.
fn harmonic(n: f64, s: f64) -> f64 {
    let exact = n.min(1000.0) as u32;
    let sum: f64 = (1..=exact).map(|k| f64::from(k).powf(-s)).sum();
    let from = f64::from(exact);
    let rest = match (s - 1.0).abs() < 1e-9 {
        true => (n / from).ln(),
        false => (n.powf(1.0 - s) - from.powf(1.0 - s)) / (1.0 - s),
    };
    sum + if n > from { rest } else { 0.0 }
}

/// The probability of a number by Poisson's distribution.
fn poisson(mean: f64, number: u64) -> f64 {
    let logarithms: f64 = (1..=number.min(100_000)).map(|k| (k as f64).ln()).sum();
    (number as f64 * mean.max(1e-12).ln() - mean - logarithms).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As many parents of each number as a distribution has of 10,000.
    fn by(share: impl Fn(u64) -> f64) -> Counts {
        let counts = (0..200).map(|children| (children, (share(children) * 10_000.0).round() as u64));
        Counts(counts.filter(|(_, parents)| *parents > 0).collect())
    }

    #[test]
    fn distributions_are_found_by_their_numbers() {
        assert!(by(|children| poisson(3.0, children)).is_poisson());
        let geometric = by(|children| 0.25 * 0.75_f64.powf(children as f64));
        assert!(!geometric.is_poisson());
        let text = |counts: &Counts| counts.each().and_then(|each| each.spread).map(|(text, _)| text);
        assert_eq!(text(&geometric).as_deref().map(|text| &text[..12]), Some("geometric:0."));
        assert_eq!(text(&Counts((1..=6).map(|n| (n, 500)).collect())).as_deref(), Some("int:1,6"));
        assert_eq!(Counts(vec![(4, 100)]).each(), Some(Each { least: 4, most: 4, spread: None }));
        assert_eq!(
            text(&Counts(vec![(0, 500), (1, 300), (9, 200)])).as_deref(),
            Some("hist:0*5000,1*3000,9*2000")
        );
        let many = Counts((0..500).map(|n| (n * 3, 7)).collect());
        let each = many.each().expect("a form");
        assert!((each.mean() - many.mean()).abs() < 10.0 && each.spread.is_some());
    }

    #[test]
    fn the_popular_tenth_gives_the_exponent() {
        let all = harmonic(1000.0, 1.1);
        let mut counts: Vec<(u64, u64)> =
            (1..=1000).map(|rank| ((100_000.0 * f64::from(rank).powf(-1.1) / all) as u64, 1)).collect();
        counts.reverse();
        let found = Counts(counts).exponent().expect("an exponent");
        assert!((found - 1.1).abs() < 0.1, "{found}");
        assert_eq!(by(|children| poisson(50.0, children)).exponent(), None);
    }
}
