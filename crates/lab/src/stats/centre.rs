//! The middle of samples, how far they lie from it, and which lie too far.

use super::FEWEST;

/// Makes the MAD of normally distributed samples their standard deviation: 1 / Φ⁻¹(3/4).
const TO_DEVIATION: f64 = 1.482_602_218_505_602;
/// The same for the mean absolute deviation: √(π/2).
const MEAN_TO_DEVIATION: f64 = 1.253_314_137_315_500_1;
/// Modified z-scores beyond this are outliers (Iglewicz and Hoaglin, "How to Detect and Handle Outliers", 1993).
const FAR: f64 = 3.5;

/// The middle sample, or the mean of the two in the middle; `None` when there are none.
pub fn median(samples: &[f64]) -> Option<f64> {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    middle(&sorted)
}

/// The same of samples in order.
pub(super) fn middle(sorted: &[f64]) -> Option<f64> {
    let upper = sorted.get(sorted.len() / 2)?;
    Some(match sorted.len() % 2 {
        1 => *upper,
        // Half of each, as their sum may be too large.
        _ => sorted[sorted.len() / 2 - 1] / 2.0 + upper / 2.0,
    })
}

/// The median absolute deviation from the median, scaled to a standard deviation; `None` when there are no samples.
pub fn mad(samples: &[f64]) -> Option<f64> {
    let deviations = deviations(samples)?;
    Some(median(&deviations)? * TO_DEVIATION)
}

fn deviations(samples: &[f64]) -> Option<Vec<f64>> {
    let median = median(samples)?;
    Some(samples.iter().map(|sample| (sample - median).abs()).collect())
}

/// The indices of samples whose modified z-score is beyond 3.5: the distance from the median in scaled MADs. Where more
/// than half of the samples agree, which makes the MAD zero, the mean absolute deviation is used instead. Fewer than
/// five samples have no outliers: there is nothing yet that they could lie outside of.
pub fn outliers(samples: &[f64]) -> Vec<usize> {
    let Some(deviations) = deviations(samples).filter(|_| samples.len() >= FEWEST) else { return Vec::new() };
    let unit = match mad(samples) {
        Some(mad) if mad > 0.0 => mad,
        _ => deviations.iter().sum::<f64>() / deviations.len() as f64 * MEAN_TO_DEVIATION,
    };
    (0..samples.len()).filter(|&at| deviations[at] > FAR * unit).collect()
}
