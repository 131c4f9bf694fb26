//! How fast a series goes on: `@trend`, `@season` and `@rhythm` of `series`.
//!
//! Each bends the time of a steady series: a row's time is a function of its number and nothing else.

use std::f64::consts::TAU;

use super::rhythm::Rhythm;
use crate::generators::parse_duration;
use crate::generators::{Constraint, ConstraintError, ConstraintField};

/// The rhythm, trend and season of a series. All lengths are thousandths of a second.
#[derive(Debug)]
pub(super) struct Pace {
    /// How fast the rate grows: e^(growth · length).
    growth: f64,
    seasons: Vec<Season>,
    rhythm: Option<Rhythm>,
}

/// A wave of the rate: lowest where a period begins, highest in its middle.
#[derive(Debug)]
struct Season {
    period: f64,
    height: f64,
}

const TREND: &str =
    "expected a share and a length of time, such as @trend=0.1/30d for a tenth more every 30 days";
const SEASON: &str =
    "expected a length of time and a height from 0 to 1, such as @season=1d:0.5 or @season=1d:0.5,365d:0.2";

impl Pace {
    /// The column's modifiers, if it has any.
    pub fn asked(constraint: &Constraint<'_>) -> Result<Option<Pace>, ConstraintError> {
        let settings = constraint.settings;
        let growth = settings.trend.as_ref().map(growth).transpose()?;
        let seasons = settings.season.as_ref().map(seasons).transpose()?;
        let rhythm = Rhythm::asked(constraint)?;
        let is_asked = growth.is_some() || seasons.is_some() || rhythm.is_some();
        let pace = Pace { growth: growth.unwrap_or(0.0), seasons: seasons.unwrap_or_default(), rhythm };
        Ok(is_asked.then_some(pace))
    }

    /// When a series that began at `start` is so far on.
    pub fn time(&self, start: i64, steady: f64) -> i64 {
        let grown = match self.growth == 0.0 {
            true => steady,
            false => libm::log1p(self.growth * steady) / self.growth,
        };
        let time = self.in_season(start as f64, grown);
        match &self.rhythm {
            None => start.saturating_add(time as i64),
            Some(rhythm) => {
                let position = rhythm.position(start, 1000) + rhythm.advance(time as i128);
                rhythm.time(position, 1000)
            }
        }
    }

    /// How far on a series is, at most, when so much time has passed since its `start`.
    pub fn steady(&self, start: i64, passed: f64) -> f64 {
        let from_start = self.seasonal(start as f64 + passed) - self.seasonal(start as f64);
        let reached = match self.growth == 0.0 {
            true => from_start,
            false => libm::expm1(self.growth * from_start) / self.growth,
        };
        reached.max(0.0)
    }

    /// The sum of the rate up to a time, by the seasons.
    fn seasonal(&self, time: f64) -> f64 {
        let wave = |season: &Season| {
            season.height * season.period / TAU * libm::sin(TAU * libm::fmod(time / season.period, 1.0))
        };
        time - self.seasons.iter().map(wave).sum::<f64>()
    }

    /// How long after `start` the sum of the rate has grown by so much: where the seasons end it, by halving.
    fn in_season(&self, start: f64, grown: f64) -> f64 {
        if self.seasons.is_empty() {
            return grown;
        }
        let reach: f64 = self.seasons.iter().map(|season| season.height * season.period / TAU).sum();
        let (mut low, mut high) = (grown - 2.0 * reach - 1.0, grown + 2.0 * reach + 1.0);
        let base = self.seasonal(start);
        // A sixteenth of a thousandth of a second.
        while high - low > 1.0 / 16.0 {
            let middle = 0.5 * (low + high);
            if self.seasonal(start + middle) - base < grown { low = middle } else { high = middle }
        }
        high.max(0.0)
    }
}

/// The growth of `SHARE/LENGTH` in a thousandth of a second.
fn growth(field: &ConstraintField) -> Result<f64, ConstraintError> {
    let parts = field.text.split_once('/').and_then(|(share, length)| {
        Some((share.parse::<f64>().ok().filter(|share| share.is_finite())?, parse_duration::parse(length)?))
    });
    let (share, length) = parts.filter(|(_, length)| *length > 0).ok_or_else(|| field.error(TREND))?;
    if share <= -1.0 {
        return Err(field.error("a trend cannot take all that there is; expected a share above -1"));
    }
    Ok(libm::log1p(share) / length as f64)
}

fn seasons(field: &ConstraintField) -> Result<Vec<Season>, ConstraintError> {
    let (mut at, mut seasons) = (0, Vec::new());
    for text in field.text.split(',') {
        let part = field.part(at, text);
        at += text.len() + 1;
        let parts = text.split_once(':').and_then(|(period, height)| {
            Some((parse_duration::parse(period)?, gush_diagnostics::parse_share(height)?))
        });
        let (period, height) = parts.filter(|(period, _)| *period > 0).ok_or_else(|| part.error(SEASON))?;
        seasons.push(Season { period: period as f64, height });
    }
    match seasons.iter().map(|season| season.height).sum::<f64>() <= 1.0 {
        true => Ok(seasons),
        false => Err(field.error("the heights of all seasons add up to 1 at most, as no rate is below 0")),
    }
}
