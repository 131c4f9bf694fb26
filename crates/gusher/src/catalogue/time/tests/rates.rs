//! Times that come more often at some times than at others, against their rates.

use std::f64::consts::TAU;

use super::filled;
use crate::catalogue::tests::chi_square::{ROWS, follow, shares};

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;
/// 2024-01-01, a Monday.
const START: i64 = 1_704_067_200_000;

/// The indices of a million times of a column among equal lengths of time from [`START`] on.
fn indices(spec: &str, rows: u64, per: i64, length: i64) -> Vec<i64> {
    filled(spec, "csv", 5, 0..rows).0.into_iter().map(|time| (time * per - START) / length).collect()
}

fn named(indices: impl IntoIterator<Item = i64>) -> Vec<String> {
    indices.into_iter().map(|index| index.to_string()).collect()
}

/// The shares of these indices by their weights.
fn of_slots(count: i64, weight: impl Fn(i64) -> f64) -> Vec<(String, f64)> {
    shares((0..count).map(|index| (index.to_string(), weight(index))))
}

/// The weight of the hour of a week in working hours.
fn office(hour: i64) -> f64 {
    const WEEKDAY: [i64; 24] =
        [0, 0, 0, 0, 0, 1, 4, 20, 120, 260, 300, 280, 170, 230, 290, 270, 210, 110, 40, 14, 6, 3, 1, 0];
    const SATURDAY: [i64; 24] = [0, 0, 0, 0, 0, 0, 0, 0, 2, 6, 8, 8, 6, 6, 6, 5, 4, 2, 1, 0, 0, 0, 0, 0];
    const SUNDAY: [i64; 24] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 3, 2, 2, 3, 3, 3, 2, 2, 1, 1, 0, 0, 0];
    let day = match hour / 24 {
        5 => SATURDAY,
        6 => SUNDAY,
        _ => WEEKDAY,
    };
    day[hour as usize % 24] as f64
}

#[test]
fn times_with_a_rhythm_come_as_often_as_the_hours_weigh() {
    // Full weeks, so that all hours are as many.
    let spec = "datetime:2024-01-01,2024-12-29T23:59:59Z@rhythm=office";
    let hours = indices(spec, ROWS, 1000, HOUR).into_iter().map(|hour| hour % 168);
    let wrong = of_slots(168, |hour| office(hour) * if hour == 34 { 1.2 } else { 1.0 });
    follow(spec, named(hours), &of_slots(168, office), &wrong);

    let spec = "timestamp:2024-01-01,2024-12-30@rhythm=1:1:0:0:2:2:4:4:8:8:8:8:4:4:2:2:1:1:0:0:0:0:16:1";
    let weights = [1, 1, 0, 0, 2, 2, 4, 4, 8, 8, 8, 8, 4, 4, 2, 2, 1, 1, 0, 0, 0, 0, 16, 1].map(f64::from);
    let hours = indices(spec, ROWS, 1000, HOUR).into_iter().map(|hour| hour % 24);
    let right = of_slots(24, |hour| weights[hour as usize]);
    let wrong = of_slots(24, |hour| weights[hour as usize] + if hour == 4 { 0.1 } else { 0.0 });
    follow(spec, named(hours), &right, &wrong);
}

#[test]
fn a_series_with_a_rhythm_follows_it_too() {
    // One time a minute in the mean, of full weeks.
    let weeks = 99;
    let spec = "series:2024-01-01,1m,1@rhythm=office";
    let hours = indices(spec, weeks * 7 * 24 * 60, 1000, HOUR).into_iter().map(|hour| hour % 168);
    let wrong = of_slots(168, |hour| office(hour) * if hour == 34 { 1.2 } else { 1.0 });
    follow(spec, named(hours), &of_slots(168, office), &wrong);
}

#[test]
fn a_series_with_a_trend_grows_by_its_share() {
    // Twice as many every year: e^(growth · time), up to the time of the last row.
    let spec = "series:2024-01-01,1m,1@trend=1/365d";
    let growth = 2f64.ln() / 365.0;
    let days = ((1.0 + growth * ROWS as f64 / 1440.0).ln() / growth) as i64;
    let rate = |growth: f64| move |day: i64| (growth * day as f64).exp() * growth.exp_m1() / growth;
    let found = indices(spec, ROWS, 1000, DAY).into_iter().filter(|day| *day < days);
    follow(spec, named(found), &of_slots(days, rate(growth)), &of_slots(days, rate(growth * 1.5)));
}

#[test]
fn a_series_with_a_season_rises_and_falls_with_it() {
    let spec = "series:2024-01-01,1m,1@season=1d:0.5";
    let days = 694;
    // The rate is 1 - height · cos(time): lowest at midnight.
    let sum = |height: f64, hour: i64| {
        let time = TAU * hour as f64 / 24.0;
        hour as f64 - height * 24.0 / TAU * time.sin()
    };
    let rate = |height: f64| move |hour: i64| sum(height, hour + 1) - sum(height, hour);
    let hours = indices(spec, days * 1440, 1000, HOUR).into_iter().map(|hour| hour % 24);
    follow(spec, named(hours), &of_slots(24, rate(0.5)), &of_slots(24, rate(0.55)));
}
