//! From a record to what is shown of it: each rung summed up, put in order, and beside its limit.

use super::humanize;
use crate::stats::{Sample, Summary, bursts, summarize_rounds};
use gush_store::model::{Record, Round, RungInfo, RungKind, RungRecord, Tick, Unit};

/// An outlier is reported if it is off by at least this share of the median.
const MIN_DEVIATION: f64 = 0.05;
/// The limit that is the maximum of the drain.
const LIMIT: &str = "limit-drain";

/// A rung that was measured.
#[derive(Clone, Debug)]
pub struct Finding<'r> {
    /// The rung and its raw rounds.
    pub record: &'r RungRecord,
    /// The numbers and the rates of the rounds that count.
    pub rates: Vec<(u64, f64)>,
    /// Their summary.
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

/// The findings of a run.
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

    /// Whether it is a limit of the machine.
    pub fn is_limit(&self) -> bool {
        self.rung().kind == RungKind::Limit
    }

    /// The median rate, in the unit of the rung.
    pub fn median(&self) -> f64 {
        self.summary.median
    }

    /// The numbers and rates of outliers that matter: where all others agree to the
    /// thousandth, a deviation of a hundredth is not reported.
    pub fn outliers(&self) -> impl Iterator<Item = (u64, f64)> + '_ {
        let apart = self.summary.outliers.iter().map(|&at| self.rates[at]);
        apart.filter(|(_, rate)| (rate / self.median() - 1.0).abs() >= MIN_DEVIATION)
    }

    /// The published figure in the unit of the rung that is about the rung itself: the first one.
    pub fn published(&self) -> Option<f64> {
        let unit = self.rung().unit;
        self.rung().published.iter().find(|figure| figure.unit == unit).map(|figure| figure.value)
    }

    /// The mean over measured rounds of what `of` finds in each, for each second of the round.
    pub fn per_second(&self, of: impl Fn(&Round) -> Option<f64>) -> Option<f64> {
        self.mean(of, |round| round.wall)
    }

    /// The same for each second since the program was started: the system's account of it begins there, and not with
    /// its first byte.
    pub fn per_second_of_life(&self, of: impl Fn(&Round) -> Option<f64>) -> Option<f64> {
        self.mean(of, |round| round.wall + round.first_byte.unwrap_or(0.0))
    }

    fn mean(&self, of: impl Fn(&Round) -> Option<f64>, long: impl Fn(&Round) -> f64) -> Option<f64> {
        let (mut sum, mut time) = (0.0, 0.0);
        for (round, _) in self.record.sound() {
            if let Some(value) = of(round) {
                sum += value;
                time += long(round);
            }
        }
        (time > 0.0).then(|| sum / time)
    }
}

impl<'r> Findings<'r> {
    /// Sums up a record.
    pub fn new(record: &'r Record) -> Findings<'r> {
        let mut findings = Findings { record, rungs: Vec::new(), limits: Vec::new(), missing: Vec::new() };
        for rung in &record.rungs {
            match finding(rung) {
                Some(finding) if finding.is_limit() => findings.limits.push(finding),
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

    /// The limit that shares are of: the maximum that the drain took, be it from `limit-drain` or from a rung
    /// that was faster, so that no share is more than all of it. There is none where the drain was not measured: what
    /// memory can do is no bound for a program that passes on references.
    pub fn limit(&self) -> Option<&Finding<'r>> {
        let probe = self.limits.iter().find(|limit| limit.rung().name == LIMIT)?;
        let bound = self.rungs.iter().filter(|finding| is_bound(finding, probe));
        // The probe last: of equals the last one is taken.
        bound.chain([probe]).max_by(|a, b| a.median().total_cmp(&b.median()))
    }

    /// The units that rungs are rated by, in their order.
    pub fn units(&self) -> Vec<Unit> {
        let mut units: Vec<Unit> = self.rungs.iter().map(|finding| finding.rung().unit).collect();
        units.dedup();
        units
    }

    /// Rungs, and limits after them.
    pub fn all(&self) -> impl Iterator<Item = &Finding<'r>> {
        self.rungs.iter().chain(&self.limits)
    }

    /// Rungs and limits that are rated by `unit`.
    pub fn of_unit(&self, unit: Unit) -> (Vec<&Finding<'r>>, Vec<&Finding<'r>>) {
        self.all().filter(|finding| finding.rung().unit == unit).partition(|finding| !finding.is_limit())
    }

    /// Whether any rung has enough rounds for an interval.
    pub fn has_intervals(&self) -> bool {
        self.rungs.iter().any(|finding| finding.summary.spread.interval().is_some())
    }

    /// Rungs whose rounds are too short: they have too few bursts. With a length that would do.
    pub fn too_short(&self) -> impl Iterator<Item = String> + '_ {
        self.all().filter_map(|finding| {
            let name = &finding.rung().name;
            too_short(&finding.summary, finding.rung().unit).map(|text| format!("{name}: {text}"))
        })
    }

    /// Failed rounds of rungs with others that succeeded: the rung's name, which round, and why.
    pub fn errors(&self) -> impl Iterator<Item = (&'r str, u64, &'r str)> + '_ {
        self.all().flat_map(|finding| {
            let error = |(round, _): &'r (Round, Vec<Tick>)| Some((round.number, round.error.as_deref()?));
            let errors = finding.record.measured().filter_map(error);
            errors.map(|(number, error)| (finding.rung().name.as_str(), number, error))
        })
    }

    fn relate(&mut self) {
        let limit = self.limit().map(Finding::median);
        let probe = self.limits.iter().find(|limit| limit.rung().name == LIMIT);
        let slowest = |unit| {
            let rates = self.rungs.iter().filter(|finding| finding.rung().unit == unit).map(Finding::median);
            rates.fold(f64::INFINITY, f64::min)
        };
        let slowest = [Unit::Bytes, Unit::Lines, Unit::Calls].map(|unit| (unit, slowest(unit)));
        for finding in &mut self.rungs {
            let unit = finding.rung().unit;
            let least = slowest.iter().find(|(of, _)| *of == unit).map(|(_, rate)| *rate);
            finding.times = least.filter(|&rate| rate > 0.0).map(|rate| finding.summary.median / rate);
            let is_bound = probe.is_some_and(|probe| is_bound(finding, probe));
            finding.share = limit.filter(|_| is_bound).map(|limit| finding.summary.median / limit);
        }
    }
}

/// Of which bursts rounds have too few, and how long rounds would have to be.
pub(super) fn too_short(summary: &Summary, unit: Unit) -> Option<String> {
    let (found, seconds) = (summary.quantization?, summary.enough_seconds()?);
    let count = found.count.round() as u64;
    let plural = if count == 1 { "" } else { "s" };
    let burst = match unit {
        Unit::Bytes => humanize::bytes(found.burst),
        Unit::Lines | Unit::Calls => format!("{} lines", humanize::grouped(found.burst.round() as u64)),
    };
    Some(format!("a round has {count} burst{plural} of {burst}; --seconds {} would do", digits(seconds)))
}

/// Seconds as they are typed: without what a product of floats adds.
fn digits(seconds: f64) -> f64 {
    (seconds * 1e4).round() / 1e4
}

/// Whether a rung has the drain that `probe` has looked for the limit of; that of another drain says nothing about it.
fn is_bound(finding: &Finding<'_>, probe: &Finding<'_>) -> bool {
    let drain = probe.rung().drain.as_ref();
    finding.rung().unit == probe.rung().unit && drain.is_some() && finding.rung().drain.as_ref() == drain
}

fn finding(rung: &RungRecord) -> Option<Finding<'_>> {
    let unit = rung.rung.unit;
    let rated = rung.measured().filter_map(|(round, ticks)| Some((round.number, round.rate(unit)?, ticks)));
    let rated: Vec<_> = rated.filter(|(_, rate, _)| *rate > 0.0).collect();
    let sample =
        |&(_, rate, ticks): &(u64, f64, &Vec<Tick>)| Sample { rate, bursts: bursts(&counts(ticks, unit)) };
    let summary = summarize_rounds(&rated.iter().map(sample).collect::<Vec<_>>())?;
    let rates = rated.iter().map(|&(number, rate, _)| (number, rate)).collect();
    Some(Finding { record: rung, rates, summary, times: None, share: None })
}

/// What had come at each tick, in what the rung is rated by; nothing, where that was not counted.
fn counts(ticks: &[Tick], unit: Unit) -> Vec<(f64, u64)> {
    let count = |tick: &Tick| match unit {
        Unit::Bytes => Some(tick.bytes),
        Unit::Lines => tick.lines,
        Unit::Calls => None,
    };
    ticks.iter().filter_map(|tick| Some((tick.elapsed, count(tick)?))).collect()
}

/// Why there is nothing to show of a rung.
fn why(rung: &RungRecord) -> String {
    let error = || rung.rounds.iter().find_map(|(round, _)| round.error.clone());
    let none = || {
        let text =
            if rung.measured().next().is_some() { "nothing came" } else { "stopped before its first round" };
        text.to_owned()
    };
    rung.rung.not_run.clone().or_else(error).unwrap_or_else(none)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;
    use gush_store::model::Phase;

    #[test]
    fn a_second_of_start_up_is_a_second_too() {
        let round = Round {
            phase: Phase::Measured,
            wall: 1.0,
            bytes: 1,
            first_byte: Some(0.25),
            user: Some(1.25),
            ..Round::default()
        };
        let rung = RungRecord { rounds: vec![(round, Vec::new())], ..RungRecord::default() };
        let finding = finding(&rung).unwrap();
        assert_eq!(finding.per_second_of_life(|round| round.user), Some(1.0));
        assert_eq!(finding.per_second(|round| Some(round.bytes as f64)), Some(1.0));
    }

    /// The share of a rung, and which one the limit is.
    fn share(record: &Record, name: &str) -> (Option<f64>, Option<String>) {
        let findings = Findings::new(record);
        let share = findings.rungs.iter().find(|finding| finding.rung().name == name).unwrap().share;
        (share, findings.limit().map(|limit| limit.rung().name.clone()))
    }

    fn rung<'r>(record: &'r mut Record, name: &str) -> &'r mut RungRecord {
        record.rungs.iter_mut().find(|rung| rung.rung.name == name).unwrap()
    }

    #[test]
    fn shares_are_of_what_the_drain_took_from_whoever_has_it() {
        let mut record = sample::ladder();
        for (drain, there) in [(Some("splice"), true), (Some("read"), false), (None, false)] {
            rung(&mut record, "c-splice").rung.drain = drain.map(str::to_owned);
            assert_eq!(share(&record, "c-splice").0.is_some(), there, "{drain:?}");
        }
        assert!(share(&record, "python-print").0.is_some());
        rung(&mut record, "limit-drain").rounds.clear();
        assert_eq!(share(&record, "python-print"), (None, None));
    }

    #[test]
    fn no_share_is_more_than_all_of_it() {
        let mut record = sample::ladder();
        let limit = |record: &Record| share(record, "gush-tee-sockets");
        let (part, name) = limit(&record);
        assert!(part.is_some_and(|part| part < 1.0) && name.as_deref() == Some("limit-drain"));
        for (round, _) in &mut rung(&mut record, "gush-tee-sockets").rounds {
            round.bytes *= 2;
        }
        assert_eq!(limit(&record), (Some(1.0), Some("gush-tee-sockets".into())));
        let shares = Findings::new(&record).rungs.iter().filter_map(|rung| rung.share).collect::<Vec<_>>();
        assert!(shares.len() > 20 && shares.iter().all(|&share| share <= 1.0), "{shares:?}");
        // Who has another drain may be faster than this one could be.
        rung(&mut record, "gush-tee-sockets").rung.drain = Some("read".into());
        assert_eq!(limit(&record), (None, Some("limit-drain".into())));
    }
}
