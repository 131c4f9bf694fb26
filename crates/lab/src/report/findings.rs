//! From a record to what is shown of it: each rung summed up, put in order, and beside its limit.

use crate::model::{Phase, Record, RungInfo, RungKind, RungRecord, Unit};
use crate::stats::{Summary, summarize};

/// An outlier is told of when it is off by at least this share of the median.
const WORTH_TELLING: f64 = 0.05;

/// A rung that was measured.
#[derive(Clone, Debug)]
pub struct Finding<'r> {
    /// The rung and its raw rounds.
    pub record: &'r RungRecord,
    /// The numbers and the rates of the rounds that count.
    pub rates: Vec<(u64, f64)>,
    /// What they say together.
    pub summary: Summary,
    /// How many times as fast as the slowest rung of the same unit; `None` for limits.
    pub times: Option<f64>,
    /// The share of the limit, see [`Findings::limit`].
    pub share: Option<f64>,
}

/// A rung of which there is nothing to show.
#[derive(Clone, Debug, PartialEq)]
pub struct Missing<'r> {
    /// The rung.
    pub rung: &'r RungInfo,
    /// Why, and what to do about it.
    pub why: String,
}

/// Everything that a run says.
#[derive(Clone, Debug)]
pub struct Findings<'r> {
    /// The run.
    pub record: &'r Record,
    /// Programs, rated by bytes before those rated by lines, each the fastest first.
    pub rungs: Vec<Finding<'r>>,
    /// What the machine can do at most, in the same order.
    pub limits: Vec<Finding<'r>>,
    /// What was not run, and what came to nothing.
    pub missing: Vec<Missing<'r>>,
}

impl<'r> Finding<'r> {
    /// What it is.
    pub fn rung(&self) -> &'r RungInfo {
        &self.record.rung
    }

    /// The median rate, in the unit of the rung.
    pub fn median(&self) -> f64 {
        self.summary.median
    }

    /// The numbers and rates of rounds that stand apart, and so far that it matters: where all others agree to the
    /// thousandth, being off by a hundredth is nothing to tell of.
    pub fn outliers(&self) -> impl Iterator<Item = (u64, f64)> + '_ {
        let apart = self.summary.outliers.iter().map(|&at| self.rates[at]);
        apart.filter(|(_, rate)| (rate / self.median() - 1.0).abs() >= WORTH_TELLING)
    }

    /// The published figure in the unit of the rung that is about the rung itself: the first one.
    pub fn published(&self) -> Option<f64> {
        let unit = self.rung().unit;
        self.rung().published.iter().find(|figure| figure.unit == unit).map(|figure| figure.value)
    }

    /// The mean over measured rounds of what `of` finds in each, for each second of the round.
    pub fn per_second(&self, of: impl Fn(&crate::model::Round) -> Option<f64>) -> Option<f64> {
        let rounds = self.record.rounds.iter().map(|(round, _)| round);
        let counted = rounds.filter(|round| round.phase == Phase::Measured && round.trouble.is_none());
        let (mut sum, mut wall) = (0.0, 0.0);
        for round in counted {
            if let Some(value) = of(round) {
                sum += value;
                wall += round.wall;
            }
        }
        (wall > 0.0).then(|| sum / wall)
    }
}

impl<'r> Findings<'r> {
    /// Sums up a record.
    pub fn new(record: &'r Record) -> Findings<'r> {
        let mut findings = Findings { record, rungs: Vec::new(), limits: Vec::new(), missing: Vec::new() };
        for rung in &record.rungs {
            match finding(rung) {
                Some(finding) if rung.rung.kind == RungKind::Limit => findings.limits.push(finding),
                Some(finding) => findings.rungs.push(finding),
                None => findings.missing.push(Missing { rung: &rung.rung, why: why(rung) }),
            }
        }
        for list in [&mut findings.rungs, &mut findings.limits] {
            list.sort_by(|a, b| {
                let units = (a.rung().unit as u8).cmp(&(b.rung().unit as u8));
                units.then(b.median().total_cmp(&a.median()))
            });
        }
        findings.relate();
        findings
    }

    /// The limit that shares are of: what the drain takes at most from somebody who does nothing; where that was not
    /// measured, what copying memory takes; where neither was, the fastest.
    pub fn limit(&self) -> Option<&Finding<'r>> {
        let bytes = || self.limits.iter().filter(|limit| limit.rung().unit == Unit::Bytes);
        let named = |part: &str| bytes().find(|limit| limit.rung().name.contains(part));
        named("drain").or_else(|| named("memcpy")).or_else(|| bytes().next())
    }

    /// The units that rungs are rated by, in their order.
    pub fn units(&self) -> Vec<Unit> {
        let mut units: Vec<Unit> = self.rungs.iter().map(|finding| finding.rung().unit).collect();
        units.dedup();
        units
    }

    /// Rungs and limits that are rated by `unit`.
    pub fn of_unit(&self, unit: Unit) -> (Vec<&Finding<'r>>, Vec<&Finding<'r>>) {
        let of = |list: &'_ [Finding<'r>]| -> Vec<usize> {
            (0..list.len()).filter(|&at| list[at].rung().unit == unit).collect()
        };
        let rungs = of(&self.rungs).into_iter().map(|at| &self.rungs[at]).collect();
        (rungs, of(&self.limits).into_iter().map(|at| &self.limits[at]).collect())
    }

    /// Whether no rung has enough rounds for an interval.
    pub fn has_intervals(&self) -> bool {
        self.rungs.iter().any(|finding| finding.summary.spread.interval().is_some())
    }

    /// Rounds that say nothing, of rungs that others speak for: the rung's name, which round, and why.
    pub fn troubles(&self) -> impl Iterator<Item = (&'r str, u64, &'r str)> + '_ {
        self.rungs.iter().chain(&self.limits).flat_map(|finding| {
            let rounds = finding.record.rounds.iter().filter(|(round, _)| round.phase == Phase::Measured);
            rounds.filter_map(|(round, _)| {
                Some((finding.record.rung.name.as_str(), round.number, round.trouble.as_deref()?))
            })
        })
    }

    fn relate(&mut self) {
        let limit = self.limit().map(Finding::median);
        let slowest = |unit| {
            let rates = self.rungs.iter().filter(|finding| finding.rung().unit == unit).map(Finding::median);
            rates.fold(f64::INFINITY, f64::min)
        };
        let slowest = [Unit::Bytes, Unit::Lines, Unit::Calls].map(|unit| (unit, slowest(unit)));
        for finding in &mut self.rungs {
            let unit = finding.rung().unit;
            let least = slowest.iter().find(|(of, _)| *of == unit).map(|(_, rate)| *rate);
            finding.times = least.filter(|&rate| rate > 0.0).map(|rate| finding.summary.median / rate);
            finding.share = limit.filter(|_| unit == Unit::Bytes).map(|limit| finding.summary.median / limit);
        }
    }
}

fn finding(rung: &RungRecord) -> Option<Finding<'_>> {
    let measured = rung.rounds.iter().map(|(round, _)| round).filter(|round| round.phase == Phase::Measured);
    let rated = measured.filter_map(|round| Some((round.number, round.rate(rung.rung.unit)?)));
    let rates: Vec<(u64, f64)> = rated.filter(|(_, rate)| *rate > 0.0).collect();
    let samples: Vec<f64> = rates.iter().map(|(_, rate)| *rate).collect();
    let summary = summarize(&samples)?;
    Some(Finding { record: rung, rates, summary, times: None, share: None })
}

/// Why there is nothing to show of a rung.
fn why(rung: &RungRecord) -> String {
    let trouble = || rung.rounds.iter().find_map(|(round, _)| round.trouble.clone());
    let none = || {
        let any = rung.rounds.iter().any(|(round, _)| round.phase == Phase::Measured);
        let text = if any { "nothing came" } else { "stopped before its first round" };
        text.to_owned()
    };
    rung.rung.not_run.clone().or_else(trouble).unwrap_or_else(none)
}
