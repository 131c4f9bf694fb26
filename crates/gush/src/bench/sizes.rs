//! The table of buffer sizes, as it was published: an average of a few rounds for each, in MiB/s.

use std::fmt::Write;

use gush_store::model::{Record, RungRecord, Unit};

/// One MiB in bytes.
const MEBI: f64 = (1 << 20) as f64;

/// The sizes, what was published for them, and what was measured here: the average of the rounds.
pub fn table(record: &Record) -> String {
    let rows: Vec<[String; 3]> = record.rungs.iter().map(row).collect();
    let head = ["buffer", "published", "measured"].map(str::to_owned);
    let mut text = String::new();
    for [size, published, measured] in std::iter::once(&head).chain(&rows) {
        let _ = writeln!(text, "{size:>8}  {published:>11}  {measured:>11}");
    }
    for RungRecord { rung, rounds } in &record.rungs {
        let errors = rounds.iter().filter_map(|(round, _)| round.error.as_deref());
        if let Some(why) = rung.not_run.as_deref().into_iter().chain(errors).next() {
            let _ = writeln!(text, "{}: {why}", rung.name);
        }
    }
    text
}

fn row(rung: &RungRecord) -> [String; 3] {
    let figure = |value: Option<f64>| {
        value.map_or_else(|| "-".to_owned(), |value| format!("{:.0} MiB/s", value / MEBI))
    };
    let published = rung.rung.published.iter().find(|figure| figure.unit == Unit::Bytes);
    let rates = rung.rates();
    let average = (!rates.is_empty()).then(|| rates.iter().sum::<f64>() / rates.len() as f64);
    let size = rung.rung.name.rsplit('-').next().unwrap_or_default().to_owned();
    [size, figure(published.map(|figure| figure.value)), figure(average)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use gush_store::model::{Phase, Published, Round, RungInfo};

    #[test]
    fn averages_are_listed_beside_the_published_figures() {
        let round = |phase, mebi: u64| {
            (Round { phase, wall: 0.5, bytes: mebi << 20, ..Round::default() }, Vec::new())
        };
        let published = vec![Published { value: 577.0 * MEBI, unit: Unit::Bytes, note: None }];
        let rung = RungInfo { name: "c-printf-512".into(), published, ..RungInfo::default() };
        let rounds = vec![round(Phase::WarmUp, 1), round(Phase::Measured, 100), round(Phase::Measured, 200)];
        let other =
            RungInfo { name: "c-printf-64".into(), not_run: Some("needs cc".into()), ..RungInfo::default() };
        let rungs = vec![RungRecord { rung, rounds }, RungRecord { rung: other, rounds: Vec::new() }];
        let text = "  buffer    published     measured\n     512    577 MiB/s    300 MiB/s\n      64            -            -\n\
                    c-printf-64: needs cc\n";
        assert_eq!(table(&Record { rungs, ..Record::default() }), text);
    }
}
