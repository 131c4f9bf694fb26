//! Numbers and times of the rows of a sample: which come after others, which rise and fall together.

use super::encoded::Encoded;
use crate::files::seconds;
use crate::model::{Kind, Relation};

/// The fewest rows of a correlation.
const MIN_ROWS: usize = 200;
/// A weaker correlation is none.
const MIN_CORRELATION: f64 = 0.7;

/// Times that are never before another one, each with the one that is closest before it. Gives the indices of those that are later.
pub fn after(columns: &[Encoded<'_>], found: &mut Vec<Relation>) -> Vec<usize> {
    let times: Vec<(usize, Vec<f64>)> = columns
        .iter()
        .enumerate()
        .filter(|(_, column)| matches!(column.kind, Kind::Date | Kind::DateTime { .. }))
        .map(|(index, column)| {
            let of_code: Vec<f64> =
                column.values.iter().map(|(text, _)| seconds(text).unwrap_or(f64::NAN)).collect();
            (index, column.codes.iter().map(|code| of_code[*code as usize]).collect())
        })
        .collect();
    let mut later = Vec::new();
    for (index, own) in &times {
        let of_kind = std::mem::discriminant(columns[*index].kind);
        let others = times
            .iter()
            .filter(|(other, _)| other != index && std::mem::discriminant(columns[*other].kind) == of_kind);
        let spans = others.filter_map(|(other, of)| Some((*other, span(of, own)?)));
        let Some((other, (least, most, mean))) = spans.min_by(|(_, one), (_, two)| one.2.total_cmp(&two.2))
        else {
            continue;
        };
        later.push(*index);
        found.push(Relation::After {
            of: columns[other].name.to_owned(),
            column: columns[*index].name.to_owned(),
            span: (least as u64, most.ceil() as u64),
            mean: mean as u64,
        });
    }
    later
}

/// The least, the most and the mean of the seconds from one time to another of its row, which is never before it nor without it. None where the
/// ranges of the two alone say so.
fn span(one: &[f64], other: &[f64]) -> Option<(f64, f64, f64)> {
    let (mut least, mut most, mut sum, mut count) = (f64::MAX, 0.0_f64, 0.0, 0_usize);
    let (mut last, mut first) = (f64::MIN, f64::MAX);
    for (one, other) in one.iter().zip(other).filter(|(_, other)| !other.is_nan()) {
        let span = other - one;
        if span.is_nan() || span < 0.0 {
            return None;
        }
        (least, most, sum, count) = (least.min(span), most.max(span), sum + span, count + 1);
        (last, first) = (last.max(*one), first.min(*other));
    }
    let mean = sum / count as f64;
    (count >= MIN_ROWS && first < last && mean > 0.0).then_some((least, most, mean))
}

/// Numbers and times that rise and fall together, each with one that comes before it and has no such itself.
pub fn correlated(columns: &[Encoded<'_>], later: &[usize], found: &mut Vec<Relation>) {
    let ranks: Vec<Option<Vec<f64>>> = columns.iter().map(ranks).collect();
    let mut partners: Vec<usize> = later.to_vec();
    for (index, own) in ranks.iter().enumerate() {
        let Some(own) = own.as_ref().filter(|_| !later.contains(&index)) else { continue };
        let best = (0..index).filter(|other| !partners.contains(other)).filter_map(|other| {
            let r = correlation(ranks[other].as_ref()?, own)?;
            (r.abs() >= MIN_CORRELATION).then_some((other, r))
        });
        let best = best.max_by(|(_, one), (_, other)| one.abs().total_cmp(&other.abs()));
        if let Some((other, rank)) = best {
            partners.push(index);
            // The correlation of normal columns whose ranks are correlated so.
            let r = 2.0 * (std::f64::consts::PI / 6.0 * rank).sin();
            found.push(Relation::Correlates {
                with: columns[other].name.to_owned(),
                column: columns[index].name.to_owned(),
                r: r.clamp(-0.99, 0.99),
            });
        }
    }
}

/// The rank of each row by its number or time, the mean of those that are equal; not a number for null.
fn ranks(column: &Encoded<'_>) -> Option<Vec<f64>> {
    let is_time = matches!(column.kind, Kind::Date | Kind::DateTime { .. });
    let is_number = matches!(column.kind, Kind::Int(_) | Kind::Decimal { .. } | Kind::Float { .. });
    if column.is_key || column.values.len() <= 10 || !is_time && !is_number {
        return None;
    }
    let mut order: Vec<(usize, f64, &str)> = Vec::with_capacity(column.values.len());
    for (code, (text, _)) in column.values.iter().enumerate().skip(1) {
        let number =
            if is_time { 0.0 } else { text.parse::<f64>().ok().filter(|number| number.is_finite())? };
        // Times are written so that their texts have the order of time.
        order.push((code, number, if is_time { text } else { "" }));
    }
    order.sort_by(|(_, one, text), (_, other, of)| one.total_cmp(other).then(text.cmp(of)));
    let (mut of_code, mut below) = (vec![f64::NAN; column.values.len()], 0.0);
    for (code, _, _) in order {
        let times = f64::from(column.values[code].1);
        of_code[code] = below + times / 2.0;
        below += times;
    }
    Some(column.codes.iter().map(|code| of_code[*code as usize]).collect())
}

/// Pearson's correlation of the rows in which both have a number.
fn correlation(one: &[f64], other: &[f64]) -> Option<f64> {
    let pairs = || one.iter().zip(other).filter(|(one, other)| !one.is_nan() && !other.is_nan());
    let count = pairs().count();
    if count < MIN_ROWS {
        return None;
    }
    let (sum_one, sum_other) = pairs().fold((0.0, 0.0), |(a, b), (one, other)| (a + one, b + other));
    let (mean_one, mean_other) = (sum_one / count as f64, sum_other / count as f64);
    let (mut both, mut of_one, mut of_other) = (0.0, 0.0, 0.0);
    for (one, other) in pairs() {
        let (one, other) = (one - mean_one, other - mean_other);
        both += one * other;
        of_one += one * one;
        of_other += other * other;
    }
    let r = both / (of_one * of_other).sqrt();
    r.is_finite().then_some(r)
}
