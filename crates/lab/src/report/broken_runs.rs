//! Synthetic runs in which things went wrong, which must not break the report.

use fastrand::Rng;

use super::sample::ladder;
use gush_store::model::{Record, Tick};

/// A run by this seed, with rounds missing, failed or alone.
pub fn any(seed: u64) -> Record {
    let mut record = ladder();
    let mut draws = Rng::with_seed(seed);
    let mut pick = |of: usize| draws.usize(..of);
    for rung in &mut record.rungs {
        let keep = pick(9);
        rung.rounds.truncate(keep);
        if let Some((round, ticks)) = rung.rounds.get_mut(1) {
            match pick(6) {
                0 => {
                    let text = "died of signal 9 before it had written a single byte of what it should";
                    round.error = Some(text.into());
                }
                1 => (round.bytes, round.lines) = (0, None),
                2 => round.wall = 0.0,
                3 => ticks.clear(),
                4 => round.bytes = u64::MAX,
                _ => (round.user, round.system) = (None, Some(1e-9)),
            }
        }
    }
    let turn = pick(record.rungs.len());
    record.rungs.rotate_left(turn);
    record.rungs.truncate(pick(41));
    if pick(2) == 0 {
        record.machine = None;
        record.run.ended = None;
    }
    record
}

/// Makes a rung one that writes in bursts: each round has one, and nothing after it.
pub fn in_one_burst(record: &mut Record, name: &str) {
    let is_it = |rung: &&mut gush_store::model::RungRecord| rung.rung.name == name;
    for (round, ticks) in record.rungs.iter_mut().find(is_it).into_iter().flat_map(|rung| &mut rung.rounds) {
        let tick = |elapsed| Tick { elapsed, bytes: round.bytes, lines: round.lines };
        *ticks = vec![Tick::default(), tick(round.wall * 0.25), tick(round.wall)];
    }
}
