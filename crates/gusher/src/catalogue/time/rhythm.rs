//! `@rhythm=`: times that come more often at some hours of the week than at others.

use std::sync::Arc;

use crate::calendar::{DAYS, SECONDS};
use crate::generators::distribution::{REPEATS, weight};
use crate::generators::{
    BuildResult, Constraint, ConstraintError, ConstraintField, Generate, MAX_VALUES, Properties,
};
use crate::rng::{Draws, bounded};
use crate::types::{Array, Field};
use gush_diagnostics::{Message, nearest};

/// Hours of a week, from Monday on.
const HOURS: usize = 7 * 24;
/// The seconds from the Monday before 1970-01-01, a Thursday, to that day.
const MONDAY: i64 = 3 * 86_400;
/// The largest weight of an hour.
const MAX_WEIGHT: f64 = 1024.0;

/// A rhythm: its name, what it is like, and the weights of the hours of a weekday, a Saturday and a Sunday.
struct Named {
    name: &'static str,
    days: [[u16; 24]; 3],
}

const NONE: [u16; 24] = [0; 24];

#[rustfmt::skip]
static RHYTHMS: &[Named] = &[
    Named {
        // Working hours, with a break at noon; hardly anything at the weekend.
        name: "office",
        days: [
            [0, 0, 0, 0, 0, 1, 4, 20, 120, 260, 300, 280, 170, 230, 290, 270, 210, 110, 40, 14, 6, 3, 1, 0],
            [0, 0, 0, 0, 0, 0, 0, 0, 2, 6, 8, 8, 6, 6, 6, 5, 4, 2, 1, 0, 0, 0, 0, 0],
            [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 3, 2, 2, 3, 3, 3, 2, 2, 1, 1, 0, 0, 0],
        ],
    },
    Named {
        // Opening hours; most on Saturday, closed on Sunday.
        name: "shop",
        days: [
            [0, 0, 0, 0, 0, 0, 0, 0, 30, 70, 100, 110, 110, 90, 90, 110, 140, 180, 170, 90, 0, 0, 0, 0],
            [0, 0, 0, 0, 0, 0, 0, 0, 50, 130, 210, 250, 240, 230, 230, 230, 210, 170, 110, 50, 0, 0, 0, 0],
            NONE,
        ],
    },
    Named {
        // Visits of a web site: few at night, most in the evening, more at the weekend.
        name: "web",
        days: [
            [60, 35, 22, 16, 14, 18, 35, 70, 105, 120, 125, 130, 140, 135, 130, 130, 135, 145, 165, 190, 210, 205, 165, 105],
            [85, 55, 35, 24, 18, 18, 25, 45, 80, 115, 140, 150, 155, 155, 155, 155, 160, 165, 180, 200, 210, 200, 165, 120],
            [85, 55, 35, 24, 18, 18, 25, 45, 80, 120, 150, 160, 160, 165, 165, 165, 170, 180, 200, 225, 235, 215, 160, 95],
        ],
    },
    Named {
        // What runs while others sleep: backups and batches.
        name: "night",
        days: [[180, 220, 230, 200, 150, 80, 20, 5, 2, 1, 1, 1, 1, 1, 1, 1, 1, 2, 4, 10, 30, 70, 120, 150]; 3],
    },
];

/// How likely each hour of the week is.
#[derive(Debug)]
pub(super) struct Rhythm {
    weights: [u64; HOURS],
    /// The sum before each hour, and before the next week: weights times seconds.
    before: [u64; HOURS + 1],
}

impl Rhythm {
    /// The column's modifiers, if it has any.
    pub fn asked(constraint: &Constraint<'_>) -> Result<Option<Rhythm>, ConstraintError> {
        constraint.settings.rhythm.as_ref().map(Rhythm::parse).transpose()
    }

    fn parse(field: &ConstraintField) -> Result<Rhythm, ConstraintError> {
        if let Some(named) = RHYTHMS.iter().find(|named| named.name == field.text) {
            return Ok(Rhythm::of(|day, hour| named.days[day.saturating_sub(4)][hour].into()));
        }
        if !field.text.contains(':') {
            let names = || RHYTHMS.iter().map(|named| named.name);
            let all = names().collect::<Vec<_>>().join(", ");
            let message = Message::from("no rhythm has this name").suggest(nearest(&field.text, names()));
            let otherwise =
                format!("there are {all}, or 24 weights for the hours of the day, such as 1:1:0:…");
            return Err(field.error(message.otherwise(otherwise).to_string()));
        }
        let (mut at, mut hours) = (0, Vec::new());
        for text in field.text.split(':') {
            hours.push(weight(&field.part(at, text))?);
            at += text.len() + 1;
        }
        if hours.len() != 24 {
            let count = hours.len();
            return Err(
                field.error(format!("expected 24 weights, one for each hour of the day; there are {count}"))
            );
        }
        let most = hours.iter().copied().fold(0.0, f64::max);
        if most <= 0.0 {
            return Err(field.error("all weights are 0; at least one must be more"));
        }
        Ok(Rhythm::of(|_, hour| (hours[hour] / most * MAX_WEIGHT).ceil() as u64))
    }

    fn of(weight: impl Fn(usize, usize) -> u64) -> Rhythm {
        let weights: [u64; HOURS] = std::array::from_fn(|hour| weight(hour / 24, hour % 24));
        let mut before = [0; HOURS + 1];
        for (hour, weight) in weights.iter().enumerate() {
            before[hour + 1] = before[hour] + weight * 3600;
        }
        Rhythm { weights, before }
    }

    /// The weight of a full week.
    fn week(&self) -> i128 {
        self.before[HOURS].into()
    }

    /// The weight from the Monday before 1970 up to a time; `per` units are a second.
    pub fn position(&self, time: i64, per: i64) -> i128 {
        let (week, hour_of) = (604_800 * per, 3600 * per);
        let since = time + MONDAY * per;
        let within = since.rem_euclid(week);
        let (hour, rest) = ((within / hour_of) as usize, within % hour_of);
        let weight = i128::from(since.div_euclid(week)) * self.week() + i128::from(self.before[hour]);
        weight * i128::from(per) + i128::from(self.weights[hour]) * i128::from(rest)
    }

    /// The time at which this weight is reached.
    pub fn time(&self, position: i128, per: i64) -> i64 {
        let week = self.week() * i128::from(per);
        let (weeks, rest) = (position.div_euclid(week) as i64, position.rem_euclid(week) as u64);
        let per_unit = per as u64;
        let hour = self.before.partition_point(|before| before * per_unit <= rest) - 1;
        // A position before the end of the week lies in an hour that has a weight.
        let within = (rest - self.before[hour] * per_unit) / self.weights[hour].max(1);
        (weeks * 604_800 + hour as i64 * 3600 - MONDAY) * per + within as i64
    }

    /// The position after a length of time, if all hours had the same weight.
    pub fn advance(&self, length: i128) -> i128 {
        length * self.week() / 604_800
    }

    /// Times between two, both included, of which `per` are a second.
    pub fn between(
        self,
        constraint: &Constraint<'_>,
        min: i64,
        max: i64,
        per: i64,
        field: Field,
    ) -> BuildResult {
        let wrong = |text: String| {
            let at = constraint.settings.rhythm.as_ref();
            at.map_or_else(|| constraint.error(&*text), |at| at.error(&*text))
        };
        let has_year =
            |time: i64| i32::try_from(time.div_euclid(per * SECONDS)).is_ok_and(|day| DAYS.contains(&day));
        if !has_year(min) || !has_year(max) {
            return Err(wrong("a rhythm needs times in the years 0 to 9999".into()));
        }
        let first = self.position(min, per);
        let len = (self.position(max, per) + i128::from(self.weight_at(max, per)) - first) as u64;
        match len {
            0 => Err(wrong("no time between the ends has a weight in this rhythm".into())),
            _ => Ok(Arc::new(Rhythmic { rhythm: self, first, len, min, max, per, field })),
        }
    }

    fn weight_at(&self, time: i64, per: i64) -> u64 {
        let within = (time + MONDAY * per).rem_euclid(604_800 * per);
        self.weights[(within / (3600 * per)) as usize]
    }
}

#[derive(Debug)]
struct Rhythmic {
    rhythm: Rhythm,
    /// Where the first time begins, and the weight of all times.
    first: i128,
    len: u64,
    min: i64,
    max: i64,
    per: i64,
    field: Field,
}

impl Generate for Rhythmic {
    fn field(&self) -> Field {
        self.field.clone()
    }

    fn cardinality(&self) -> u64 {
        (self.max.abs_diff(self.min) + 1).min(MAX_VALUES)
    }

    fn properties(&self) -> Properties<'_> {
        Properties::not_unique(REPEATS)
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let fractions = draws.load(0);
        for (value, x) in values.ints(fractions.len()).iter_mut().zip(fractions) {
            let position = self.first + i128::from(bounded(*x, self.len));
            *value = self.rhythm.time(position, self.per).clamp(self.min, self.max);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{HOURS, RHYTHMS, Rhythm};

    #[test]
    fn positions_and_times_are_inverse() {
        for named in RHYTHMS {
            let rhythm = Rhythm::of(|day, hour| named.days[day.saturating_sub(4)][hour].into());
            for per in [1, 1000] {
                for time in (-2_000_000i64..2_000_000).step_by(997) {
                    let time = time * per + 7;
                    let back = rhythm.time(rhythm.position(time, per), per);
                    let has_weight = rhythm.weight_at(time, per) > 0;
                    assert!(if has_weight { back == time } else { back >= time }, "{} {time}", named.name);
                }
            }
        }
    }

    #[test]
    fn the_week_begins_on_monday() {
        // 2024-01-01 was a Monday.
        let rhythm = Rhythm::of(|day, hour| u64::from((day, hour) == (0, 0)));
        assert_eq!(rhythm.weight_at(1_704_067_200, 1), 1);
        assert_eq!(rhythm.weights.iter().sum::<u64>(), 1);
        assert_eq!(rhythm.before[HOURS], 3600);
    }
}
