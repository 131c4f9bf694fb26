//! The result of a run in one sentence.

use super::findings::{Finding, Findings};
use super::humanize;
use crate::stats::Bounds;
use gush_store::model::{RungKind, Unit};

/// The first sentence of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Headline {
    /// What it says.
    pub text: String,
    /// Whether it is certain: the rounds differ little, and the intervals are apart. A sentence that is not certain names
    /// no winner.
    pub is_sure: bool,
}

impl Findings<'_> {
    /// What a reader wants to know first: how `gush yes` compares to the `yes` of the system, or else which program is the
    /// fastest, if that is certain. `None` where fewer than two programs were measured.
    pub fn headline(&self) -> Option<Headline> {
        let by_bytes = || self.rungs.iter().filter(|finding| finding.rung().unit == Unit::Bytes);
        let is_gush = |finding: &&Finding<'_>| {
            finding.rung().kind == RungKind::Gush && finding.rung().title.starts_with("gush yes")
        };
        // The fastest come first.
        let gush = by_bytes().find(is_gush);
        let yes = by_bytes().find(|finding| finding.rung().name == "yes");
        if let (Some(gush), Some(yes)) = (gush, yes) {
            return Some(against_yes(gush, yes));
        }
        let programs: Vec<_> = by_bytes().collect();
        (programs.len() > 1).then(|| the_fastest(&programs))
    }
}

fn against_yes(gush: &Finding<'_>, yes: &Finding<'_>) -> Headline {
    let version = yes.rung().version.as_deref().unwrap_or_default();
    let name = if version.contains("GNU") { "GNU yes" } else { "the system’s own yes" };
    if let Some(why) = doubt(gush, yes) {
        let text = format!("gush yes came to {}, {name} to {}: {why}.", measured(gush), measured(yes));
        return Headline { text, is_sure: false };
    }
    let times = humanize::times(gush.median() / yes.median());
    let text = format!("On this machine gush yes is {times} × {name}: {} against {}.", rate(gush), rate(yes));
    Headline { text, is_sure: true }
}

/// The fastest of several programs, which come the fastest first. It is the fastest only if it is faster than each of the
/// others, whichever has the highest end of its interval.
fn the_fastest(programs: &[&Finding<'_>]) -> Headline {
    let (fastest, slowest) = (programs[0], programs[programs.len() - 1]);
    let rival = programs[1..].iter().find_map(|other| Some((*other, doubt(fastest, other)?)));
    if let Some((rival, why)) = rival {
        let (first, other) = (&fastest.rung().name, &rival.rung().name);
        let text = format!("{first} came to {}, {other} to {}: {why}.", measured(fastest), measured(rival));
        return Headline { text, is_sure: false };
    }
    let text = format!(
        "On this machine {} is the fastest of {} programs: {}, {} × {}.",
        fastest.rung().name,
        programs.len(),
        rate(fastest),
        humanize::times(fastest.median() / slowest.median()),
        slowest.rung().name
    );
    Headline { text, is_sure: true }
}

/// Why it is not certain that one program is faster than another, if it is not.
fn doubt(first: &Finding<'_>, second: &Finding<'_>) -> Option<&'static str> {
    let both = [first, second];
    if both.iter().any(|finding| finding.summary.is_too_short()) {
        return Some("the rounds are too short to say which is faster");
    }
    let (Some(one), Some(other)) = (first.summary.spread.bounds(), second.summary.spread.bounds()) else {
        return Some("one round each does not say which is faster");
    };
    if one.low <= other.high && other.low <= one.high {
        return Some("the intervals overlap, so that none is known to be faster");
    }
    // It is faster or slower, but nobody knows by how much.
    both.iter()
        .any(|finding| finding.summary.noisy)
        .then_some("the rounds differ too much to say by how much one is faster")
}

fn rate(finding: &Finding<'_>) -> String {
    humanize::rate(finding.median(), Unit::Bytes)
}

/// A rate with what is known of where it lies.
fn measured(finding: &Finding<'_>) -> String {
    let range =
        |bounds: Bounds| humanize::bare_range(bounds.low, bounds.high, finding.median(), Unit::Bytes, "–");
    let bounds = finding.summary.spread.bounds().map(|bounds| format!(" ({})", range(bounds)));
    rate(finding) + &bounds.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use crate::report::{Findings, sample};
    use gush_store::model::{Phase, Record, Tick};

    fn headline_of(record: &Record) -> (String, bool) {
        let headline = Findings::new(record).headline().unwrap();
        (headline.text, headline.is_sure)
    }

    /// Gives a rung these rates in its measured rounds.
    fn set(record: &mut Record, name: &str, rates: [f64; 7]) {
        let rung = record.rungs.iter_mut().find(|rung| rung.rung.name == name).unwrap();
        let measured = rung.rounds.iter_mut().filter(|(round, _)| round.phase == Phase::Measured);
        for ((round, ticks), rate) in measured.zip(rates) {
            round.bytes = (rate * round.wall) as u64;
            ticks.clear();
        }
    }

    #[test]
    fn gush_is_compared_to_yes_or_else_the_fastest_to_the_slowest() {
        let mut record = sample::ladder();
        let sentence = "On this machine gush yes is 42 × the system’s own yes: 131 GiB/s against 3.09 GiB/s.";
        assert_eq!(headline_of(&record), (sentence.into(), true));
        let yes = record.rungs.iter_mut().find(|rung| rung.rung.name == "yes").unwrap();
        yes.rung.version = Some("yes (GNU coreutils) 9.1".into());
        assert!(headline_of(&record).0.contains("42 × GNU yes: "));
        record.rungs.retain(|rung| ["c-write-8192", "go-println", "limit-drain"].contains(&&*rung.rung.name));
        set(&mut record, "c-write-8192", [2.31e9, 2.30e9, 2.32e9, 2.31e9, 2.30e9, 2.31e9, 2.33e9]);
        let (sentence, is_sure) = headline_of(&record);
        assert!(
            sentence.starts_with("On this machine c-write-8192 is the fastest of 2 programs: "),
            "{sentence}"
        );
        assert!(is_sure);
        record.rungs.retain(|rung| rung.rung.name != "go-println");
        assert_eq!(Findings::new(&record).headline(), None);
    }

    /// The finding of an outside check: "the fastest of 3 programs, 2.2 ×" of rounds that all overlap.
    #[test]
    fn intervals_that_overlap_have_no_winner() {
        let mut record = sample::ladder();
        record.rungs.retain(|rung| ["c-write-8192", "go-println"].contains(&&*rung.rung.name));
        set(&mut record, "c-write-8192", [9e8, 1e9, 2e9, 2.2e9, 2.5e9, 2.6e9, 3e9]);
        set(&mut record, "go-println", [8e8, 9e8, 9.5e8, 1e9, 1.5e9, 2.2e9, 2.8e9]);
        let (sentence, is_sure) = headline_of(&record);
        assert!(sentence.contains("the intervals overlap") && !sentence.contains("fastest"), "{sentence}");
        assert!(!is_sure);
        // Apart, but nobody knows by how much.
        set(&mut record, "go-println", [1e6; 7]);
        let (sentence, is_sure) = headline_of(&record);
        assert!(
            sentence.ends_with("the rounds differ too much to say by how much one is faster.") && !is_sure,
            "{sentence}"
        );
        // A third that may be as fast as the first is enough.
        let fastest = record.rungs.iter().find(|rung| rung.rung.name == "c-write-8192").unwrap();
        let mut third = fastest.clone();
        third.rung.name = "third".into();
        record.rungs.push(third);
        assert!(headline_of(&record).0.contains("the intervals overlap"));
    }

    #[test]
    fn one_round_or_one_burst_has_no_winner() {
        let mut record = sample::ladder();
        record.rungs.retain(|rung| ["gush-tee-sockets", "yes"].contains(&&*rung.rung.name));
        let mut once = record.clone();
        once.rungs.iter_mut().for_each(|rung| rung.rounds.retain(|(round, _)| round.number == 1));
        assert!(headline_of(&once).0.ends_with("one round each does not say which is faster."));
        for (round, ticks) in &mut record.rungs[0].rounds {
            let tick = |elapsed, bytes| Tick { elapsed, bytes, lines: None };
            *ticks = vec![tick(0.0, 0), tick(0.1, round.bytes), tick(round.wall, round.bytes)];
        }
        let (sentence, is_sure) = headline_of(&record);
        assert!(
            sentence.ends_with("the rounds are too short to say which is faster.") && !is_sure,
            "{sentence}"
        );
    }
}
