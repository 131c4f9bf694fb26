//! Made-up runs in which things went wrong: what must not break the report.

use gush_rows::rng::{Key, bounded};

use super::sample::ladder;
use crate::model::Record;

/// Some run or other, with rounds missing, gone wrong or alone.
pub fn any(seed: u64) -> Record {
    let mut record = ladder();
    let pick = |at: u64, of: u64| bounded(Key::seed(seed).table("any").bits(at), of);
    for (rung, at) in record.rungs.iter_mut().zip(0..) {
        let keep = pick(at, 9) as usize;
        rung.rounds.truncate(keep);
        if let Some((round, ticks)) = rung.rounds.get_mut(1) {
            match pick(at + 100, 6) {
                0 => {
                    let text = "died of signal 9 before it had written a single byte of what it should";
                    round.trouble = Some(text.into());
                }
                1 => (round.bytes, round.lines) = (0, None),
                2 => round.wall = 0.0,
                3 => ticks.clear(),
                4 => round.bytes = u64::MAX,
                _ => (round.user, round.system) = (None, Some(1e-9)),
            }
        }
    }
    let turn = pick(1000, record.rungs.len() as u64) as usize;
    record.rungs.rotate_left(turn);
    record.rungs.truncate(pick(1001, 41) as usize);
    if pick(1002, 2) == 0 {
        record.machine = None;
        record.run.ended = None;
    }
    record
}
