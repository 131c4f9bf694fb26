//! The functions that the gamma and the beta distribution are built from. Only additions, multiplications, divisions and `libm`,
//! so that every machine gives the same bits.

/// How close to each other two steps of a series are when it has ended.
const CLOSE: f64 = 1e-16;
/// No series here is longer, for the shapes that are allowed.
const STEPS: usize = 20_000;
const TINY: f64 = 1e-300;

/// The share of the gamma distribution with this shape and scale 1 that lies below `x`: the regularised lower incomplete gamma
/// function, by its series below the mean and by its continued fraction above (NIST DLMF 8.7.1 and 8.9.2).
pub(crate) fn gamma_below(shape: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    let front = libm::exp(shape * libm::log(x) - x - libm::lgamma(shape));
    if x < shape + 1.0 {
        let (mut term, mut sum) = (1.0 / shape, 1.0 / shape);
        for step in 1..STEPS {
            term *= x / (shape + step as f64);
            sum += term;
            if term < sum * CLOSE {
                break;
            }
        }
        return (front * sum).min(1.0);
    }
    let mut b = x + 1.0 - shape;
    let terms = (1..STEPS).map(|step| {
        let step = step as f64;
        b += 2.0;
        (-step * (step - shape), b)
    });
    1.0 - front * fraction(x + 1.0 - shape, terms)
}

/// The share of the beta distribution that lies below `x`: the regularised incomplete beta function, by its continued fraction
/// (NIST DLMF 8.17.22).
pub(crate) fn beta_below(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    // The fraction is short on this side of the mean; the other side is its mirror image.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - beta_below(b, a, 1.0 - x);
    }
    let log_beta = libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b);
    let front = libm::exp(log_beta + a * libm::log(x) + b * libm::log1p(-x)) / a;
    let terms = (1..STEPS).map(|step| {
        let m = (step / 2) as f64;
        let d = match step % 2 {
            0 => m * (b - m) / ((a + 2.0 * m - 1.0) * (a + 2.0 * m)),
            _ => -(a + m) * (a + b + m) / ((a + 2.0 * m) * (a + 2.0 * m + 1.0)),
        };
        (d * x, 1.0)
    });
    (front * fraction(1.0, terms)).min(1.0)
}

/// The continued fraction 1 / (b₀ + a₁ / (b₁ + a₂ / (b₂ + …))), by Lentz's method.
fn fraction(first: f64, terms: impl Iterator<Item = (f64, f64)>) -> f64 {
    let away = |x: f64| if x.abs() < TINY { TINY } else { x };
    let mut c = 1.0 / TINY;
    let mut d = 1.0 / away(first);
    let mut value = d;
    for (a, b) in terms {
        d = 1.0 / away(a * d + b);
        c = away(b + a / c);
        let change = c * d;
        value *= change;
        if (change - 1.0).abs() < CLOSE.max(f64::EPSILON) {
            break;
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values that have a closed form.
    #[test]
    fn shares_agree_with_closed_forms() {
        for x in [0.01f64, 0.5, 1.0, 3.0, 10.0, 30.0] {
            assert!((gamma_below(1.0, x) - (1.0 - (-x).exp())).abs() < 1e-14, "{x}");
            // The chi-square distribution with one degree of freedom.
            assert!((gamma_below(0.5, x) - libm::erf(x.sqrt())).abs() < 1e-13, "{x}");
            assert!(
                (gamma_below(3.0, x) - (1.0 - (-x).exp() * (1.0 + x + x * x / 2.0))).abs() < 1e-13,
                "{x}"
            );
        }
        for x in [0.0f64, 0.01, 0.3, 0.5, 0.9, 1.0] {
            assert!((beta_below(1.0, 1.0, x) - x).abs() < 1e-14, "{x}");
            assert!((beta_below(2.0, 1.0, x) - x * x).abs() < 1e-14, "{x}");
            assert!((beta_below(1.0, 5.0, x) - (1.0 - (1.0 - x).powi(5))).abs() < 1e-13, "{x}");
            let arcsine = 2.0 / std::f64::consts::PI * x.sqrt().asin();
            assert!((beta_below(0.5, 0.5, x) - arcsine).abs() < 1e-13, "{x}");
        }
    }
}
