//! Two runs beside each other, rung by rung, with a verdict where the intervals allow one.

use serde_json::{Value, json};

use super::findings::{Finding, Findings, too_short};
use super::humanize;
use crate::stats::{Bounds, Doubt, Ratio, Spread, Summary, Verdict, ratio};
use gush_diagnostics::printable;
use gush_store::model::{Record, Unit};

/// A rung that both runs have.
#[derive(Clone, Debug)]
pub struct Pair {
    /// Its name.
    pub name: String,
    /// What it is rated by.
    pub unit: Unit,
    /// Whether it is a limit of the machine.
    pub is_limit: bool,
    /// Its rounds in the first run.
    pub first: Summary,
    /// Its rounds in the second run.
    pub second: Summary,
    /// The second median divided by the first.
    pub ratio: Ratio,
    /// Which run is faster, if that is known.
    pub verdict: Verdict,
}

/// Two runs beside each other.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// What the runs are called.
    pub names: [String; 2],
    /// Rungs that both measured, in the order of the first; limits last.
    pub pairs: Vec<Pair>,
    /// Rungs that only one of them measured, for the first and the second.
    pub only: [Vec<String>; 2],
    /// What makes the comparison doubtful.
    pub warnings: Vec<String>,
}

impl Comparison {
    /// Compares two runs; `names` are what to call them.
    pub fn new(first: &Record, second: &Record, names: [String; 2]) -> Comparison {
        let (one, other) = (Findings::new(first), Findings::new(second));
        let all = |findings: &Findings<'_>| -> Vec<String> {
            findings.all().map(|finding| finding.rung().name.clone()).collect()
        };
        let missing = |from: &Findings<'_>, to: &Findings<'_>| {
            let there = all(to);
            all(from).into_iter().filter(|name| !there.contains(name)).collect()
        };
        let only = [missing(&one, &other), missing(&other, &one)];
        let mut warnings = circumstances(first, second);
        let mut pairs = Vec::new();
        for finding in one.all() {
            let same = |there: &&Finding<'_>| there.rung().name == finding.rung().name;
            let Some(twin) = other.all().find(same) else { continue };
            match pair(finding, twin) {
                Ok(pair) => pairs.push(pair),
                Err(warning) => warnings.push(warning),
            }
            if finding.rung().command != twin.rung().command {
                warnings.push(format!("{}: the commands differ", finding.rung().name));
            }
        }
        warnings.extend(pairs.iter().filter(|pair| pair.is_limit).filter_map(drift));
        Comparison { names, pairs, only, warnings }
    }

    /// Rungs that are certain to be slower by more than this share: the interval of the ratio lies below
    /// `1 - share`. Limits do not count, as they are the machine's and not a program's.
    pub fn slower_by_more_than(&self, share: f64) -> impl Iterator<Item = &Pair> {
        let certain = move |pair: &&Pair| pair.ratio.interval.is_some_and(|bounds| bounds.high < 1.0 - share);
        self.pairs.iter().filter(|pair| !pair.is_limit).filter(certain)
    }

    /// As lines for people, which end in a newline.
    pub fn text(&self, unicode: bool) -> String {
        let heads = ["rung", &self.names[0], &self.names[1], "ratio", "95 % interval", "verdict"];
        let mut rows = vec![heads.map(printable)];
        let dash = if unicode { "–" } else { "-" };
        rows.extend(self.pairs.iter().map(|pair| {
            let interval = |bounds: Bounds| {
                format!("{}{dash}{}", humanize::ratio(bounds.low), humanize::ratio(bounds.high))
            };
            let mark = |summary: &Summary| format!(" {}", summary.doubt().map_or(' ', Doubt::mark));
            [
                printable(&pair.name),
                humanize::rate(pair.first.median, pair.unit) + &mark(&pair.first),
                humanize::rate(pair.second.median, pair.unit) + &mark(&pair.second),
                humanize::ratio(pair.ratio.value),
                pair.ratio.interval.map(interval).unwrap_or_default(),
                pair.verdict.text().into(),
            ]
        }));
        let mut text = if self.pairs.is_empty() { String::new() } else { aligned(&rows) };
        let mut note = |line: String| text += &format!("{}\n", printable(&line));
        let sides =
            || self.pairs.iter().flat_map(|pair| [&pair.first, &pair.second].map(|side| (pair, side)));
        if sides().any(|(_, side)| side.doubt() == Some(Doubt::Noisy)) {
            note("~ too noisy: the interval is wider than a fifth of the median".into());
        }
        for (at, (pair, side)) in sides().enumerate() {
            if let Some(why) = too_short(side, pair.unit) {
                note(format!("? too short to say: {}, {}: {why}", pair.name, self.names[at % 2]));
            }
        }
        for (only, name) in self.only.iter().zip(&self.names) {
            if !only.is_empty() {
                note(format!("only in {name}: {}", only.join(", ")));
            }
        }
        if self.pairs.is_empty() {
            note("no rung was measured in both".into());
        }
        for warning in &self.warnings {
            note(format!("beware: {warning}"));
        }
        text
    }

    /// The same for programs: rates in units a second.
    pub fn json(&self) -> Value {
        let bounds = |bounds: Option<Bounds>| bounds.map(|bounds| [bounds.low, bounds.high]);
        let side = |summary: &Summary| {
            json!({
                "median": summary.median,
                "mad": summary.mad,
                "rounds": summary.count,
                "interval": bounds(summary.spread.interval()),
                "range": match summary.spread { Spread::Range(range) => bounds(Some(range)), _ => None },
                "noisy": summary.noisy,
                "too_short": summary.is_too_short(),
                "enough_seconds": summary.enough_seconds(),
            })
        };
        let pair = |pair: &Pair| {
            json!({
                "rung": pair.name,
                "unit": match pair.unit { Unit::Bytes => "bytes", Unit::Lines => "lines", Unit::Calls => "calls" },
                "limit": pair.is_limit,
                "first": side(&pair.first),
                "second": side(&pair.second),
                "ratio": pair.ratio.value,
                "interval": bounds(pair.ratio.interval),
                "verdict": pair.verdict.text(),
            })
        };
        json!({
            "first": self.names[0],
            "second": self.names[1],
            "rungs": self.pairs.iter().map(pair).collect::<Vec<_>>(),
            "only_first": self.only[0],
            "only_second": self.only[1],
            "warnings": self.warnings,
        })
    }
}

fn pair(first: &Finding<'_>, second: &Finding<'_>) -> Result<Pair, String> {
    let name = &first.rung().name;
    if first.rung().unit != second.rung().unit {
        return Err(format!("{name}: one is rated by bytes, the other by lines"));
    }
    let rates = |finding: &Finding<'_>| finding.rates.iter().map(|(_, rate)| *rate).collect::<Vec<_>>();
    let drawn = ratio(&rates(first), &rates(second)).ok_or_else(|| format!("{name}: nothing came"))?;
    let ratio = drawn.widened(first.summary.step_share(), second.summary.step_share());
    let is_too_short = first.summary.is_too_short() || second.summary.is_too_short();
    Ok(Pair {
        name: name.clone(),
        unit: first.rung().unit,
        is_limit: first.is_limit(),
        first: first.summary.clone(),
        second: second.summary.clone(),
        ratio,
        verdict: Verdict::of(drawn, ratio, is_too_short),
    })
}

/// A warning where a limit differs: the machine was faster or slower, and most rungs with it.
fn drift(limit: &Pair) -> Option<String> {
    let (verdict, ratio) = (limit.verdict, humanize::ratio(limit.ratio.value));
    matches!(verdict, Verdict::Faster | Verdict::Slower).then(|| {
        let (verdict, name) = (verdict.text(), &limit.name);
        format!("the machine itself was {verdict} in the second run: {name} came to {ratio} of the first")
    })
}

/// What differs between the runs beside the rungs.
fn circumstances(first: &Record, second: &Record) -> Vec<String> {
    let mut warnings = Vec::new();
    let mut differ = |what: &str, one: Option<String>, other: Option<String>| {
        if let (Some(one), Some(other)) = (one, other)
            && one != other
        {
            warnings.push(format!("the {what} differ: {one}; {other}"));
        }
    };
    let machine = |record: &Record| {
        record
            .machine
            .as_ref()
            .map(|machine| format!("{}, {} cores, {}", machine.cpu, machine.cores, machine.kernel))
    };
    differ("machines", machine(first), machine(second));
    differ("drains", first.run.drain.clone(), second.run.drain.clone());
    let seconds = |record: &Record| record.run.seconds.map(humanize::seconds);
    differ("lengths of a round", seconds(first), seconds(second));
    if first.machine.is_none() || second.machine.is_none() {
        warnings.push("it is not known whether both were made on one machine".into());
    }
    warnings
}

/// Rows in columns: the first and last to the left, the others to the right.
fn aligned(rows: &[[String; 6]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..6).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(at, (cell, &width))| match at {
            0 | 5 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests;
