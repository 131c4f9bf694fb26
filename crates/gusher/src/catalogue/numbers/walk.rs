//! `walk`: a random walk by row number, of which any row can be filled alone.
//!
//! The steps are normal and independent. Their sums form a tree: those of the rows 2^k to 2^(k+1) - 1 have a sum of their own, and
//! each sum is divided between the two halves of its rows as those of normal steps are (Lévy's construction of Brownian motion). A
//! row is reached in as many divisions as its number has bits.

use std::f64::consts::TAU;
use std::sync::Arc;

use crate::generators::distribution::axis::number;
use crate::generators::distribution::fractions::nearest;
use crate::generators::distribution::quantile_table::normal_of_fraction;
use crate::generators::{
    BuildResult, Constraint, ConstraintError, ConstraintField, Generate, MAX_VALUES, Properties,
};
use crate::limits::STREAM_ROWS;
use crate::rng::{Draws, Key};
use crate::types::{Array, Field};

/// `walk[:start[,step[,places]]]`: from `start` on, each row by a normal step with mean 0 and deviation `step` from the one
/// before it; with `@trend` and `@season` on top.
pub(super) fn walk(constraint: Constraint<'_>) -> BuildResult {
    let fields = constraint.fields(3, "walk:START,STEP,PLACES")?;
    let given = |at: usize| fields.get(at).filter(|field| !field.text.is_empty());
    let scale = given(2).map_or(Ok(2), |field| super::decimal::places(field, 9))?;
    let unit = 10i64.pow(scale) as f64;
    let start = given(0).map_or(Ok(100.0), finite)?;
    let step = given(1).map_or(Ok(1.0), finite)?;
    if let (Some(field), true) = (given(1), step < 0.0) {
        return Err(field.error("a step is a deviation, which is not below 0"));
    }
    let settings = constraint.settings;
    let trend = settings.trend.as_ref().map_or(Ok(0.0), finite)?;
    let seasons = settings.season.as_ref().map_or(Ok(Vec::new()), seasons)?;
    let walk = Walk { start: start * unit, step: step * unit, trend: trend * unit, seasons, unit, scale };
    let (least, most) = walk.ends();
    if least <= -9e18 || most >= 9e18 {
        let text = format!(
            "a walk of that many rows could leave the 64 bits of a number with {scale} decimal places"
        );
        return Err(constraint.error(text));
    }
    Ok(Arc::new(walk))
}

fn finite(field: &ConstraintField) -> Result<f64, ConstraintError> {
    number(&field.text).ok_or_else(|| field.error("expected a number such as 100, -2.5 or 0.01"))
}

/// `ROWS:HEIGHT,…`
fn seasons(field: &ConstraintField) -> Result<Vec<Season>, ConstraintError> {
    let mut at = 0;
    let mut seasons = Vec::new();
    for text in field.text.split(',') {
        let part = field.part(at, text);
        at += text.len() + 1;
        let parts = text.split_once(':').and_then(|(rows, height)| Some((number(rows)?, number(height)?)));
        let (period, height) = parts.filter(|(rows, _)| *rows > 0.0).ok_or_else(|| {
            part.error("expected a number of rows and a height, such as @season=24:5 or @season=24:5,168:2")
        })?;
        seasons.push(Season { period, height });
    }
    Ok(seasons)
}

/// A wave: 0 in the first row, and highest after a quarter of the period.
#[derive(Debug)]
struct Season {
    /// In rows.
    period: f64,
    height: f64,
}

#[derive(Debug)]
struct Walk {
    /// In units of the last digit, as the step and the trend.
    start: f64,
    step: f64,
    /// The step of each row.
    trend: f64,
    seasons: Vec<Season>,
    unit: f64,
    scale: u32,
}

/// No sum of steps lies further out than this many deviations: no fraction leads there.
const DEVIATIONS: f64 = 10.0;

impl Walk {
    /// Between which values all rows lie.
    fn ends(&self) -> (f64, f64) {
        let rows = STREAM_ROWS as f64;
        let reach = DEVIATIONS * self.step * libm::sqrt(rows)
            + self.seasons.iter().map(|season| (season.height * self.unit).abs()).sum::<f64>();
        let last = self.trend * rows;
        (self.start + last.min(0.0) - reach - 1.0, self.start + last.max(0.0) + reach + 1.0)
    }

    fn at(&self, key: Key, row: u64) -> f64 {
        let wave = |season: &Season| {
            self.unit * season.height * libm::sin(TAU * libm::fmod(row as f64 / season.period, 1.0))
        };
        let seasons: f64 = self.seasons.iter().map(wave).sum();
        self.start + self.trend * row as f64 + seasons + self.step * sum(key, row)
    }
}

/// The sum of the first `rows` steps of deviation 1.
fn sum(key: Key, rows: u64) -> f64 {
    // The steps from 2^level on, as many as that, have a sum of their own; the first step is number 1.
    let mut total = 0.0;
    let mut level = 0;
    while rows + 1 > 2 << level {
        total += sum_of(key, level);
        level += 1;
    }
    let mut left = (rows + 1) - (1 << level);
    let (mut first, mut len, mut inner) = (1u64 << level, 1u64 << level, sum_of(key, level));
    while left > 0 {
        if left == len {
            return total + inner;
        }
        let half = len / 2;
        let random = normal_of_fraction(key.draw(2).bits(first << 6 | u64::from(len.ilog2())));
        let before = 0.5 * inner + 0.5 * libm::sqrt(len as f64) * random;
        if left < half {
            (inner, len) = (before, half);
        } else {
            (total, inner) = (total + before, inner - before);
            (first, len, left) = (first + half, half, left - half);
        }
    }
    total
}

/// The sum of the steps from 2^level to 2^(level + 1) - 1.
fn sum_of(key: Key, level: u32) -> f64 {
    libm::sqrt((1u64 << level) as f64) * normal_of_fraction(key.draw(1).bits(level.into()))
}

impl Generate for Walk {
    fn field(&self) -> Field {
        let (least, most) = self.ends();
        match self.scale {
            0 => Field::int64(least as i64, most as i64),
            scale => Field::decimal(scale, least as i64, most as i64),
        }
    }

    fn cardinality(&self) -> u64 {
        MAX_VALUES
    }

    fn properties(&self) -> Properties<'_> {
        Properties {
            is_by_row: true,
            is_one_a_row: true,
            ..Properties::not_unique("a place of a walk, which comes back to where it was")
        }
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let key = draws.root();
        draws.rows().zip(values.ints(draws.len()), |value, row| {
            *value = nearest(self.at(key, row), i64::MIN, i64::MAX);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::sum;
    use crate::rng::Key;

    /// The steps of the walk, one by one: independent and normal with deviation 1.
    #[test]
    fn steps_are_normal_and_independent() {
        let key = Key::seed(7);
        let sums: Vec<f64> = (0..200_001).map(|row| sum(key, row)).collect();
        assert_eq!(sums[0], 0.0);
        let steps: Vec<f64> = sums.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let n = steps.len() as f64;
        let mean = steps.iter().sum::<f64>() / n;
        let variance = steps.iter().map(|step| step * step).sum::<f64>() / n;
        assert!(mean.abs() < 4.0 / n.sqrt(), "{mean}");
        assert!((variance - 1.0).abs() < 4.0 * (2.0 / n).sqrt(), "{variance}");
        for lag in [1, 2, 3, 4, 8, 1024] {
            let product = steps.iter().zip(&steps[lag..]).map(|(a, b)| a * b).sum::<f64>() / n;
            assert!(product.abs() < 4.0 / n.sqrt(), "lag {lag}: {product}");
        }
        let mut sorted = steps;
        sorted.sort_by(f64::total_cmp);
        let share = |z: f64| crate::generators::distribution::normal::share_below(z);
        let worst = sorted
            .iter()
            .zip(1..)
            .map(|(z, rank)| (share(*z) - f64::from(rank) / n).abs())
            .fold(0.0, f64::max);
        assert!(worst * n.sqrt() < 1.95, "{worst}");
    }

    /// Far rows are reached as near ones are, and neighbours stay neighbours.
    #[test]
    fn far_rows_follow_each_other() {
        for seed in 0..50 {
            let key = Key::seed(seed);
            for row in [(1u64 << 40) - 1, 1 << 40, (1 << 40) + 12_345] {
                let step = sum(key, row + 1) - sum(key, row);
                assert!(step.abs() < 6.0, "{step}");
            }
        }
    }
}
