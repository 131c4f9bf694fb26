//! `@dist=NAME:A,B`: what may be asked for, and the words for what may not.

use std::sync::Arc;

use super::inverse_cdf::{Curve, InverseCdf};
use crate::generators::{BuildResult, Constraint, ConstraintError, ConstraintField};
use gush_diagnostics::{Message, nearest, parse_int};

/// A distribution as it was asked for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Dist {
    /// Each value as likely as any other.
    Uniform,
    /// The n-th of the values from the smallest on comes in proportion to n^-s.
    Zipf {
        s: f64,
    },
    Continuous(Continuous),
}

/// A distribution of real numbers, which are rounded.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Continuous {
    Normal {
        mean: f64,
        deviation: f64,
    },
    /// The time until something happens that happens `rate` times in a unit of time.
    Exp {
        rate: f64,
    },
    /// The logarithm is normal.
    LogNormal {
        mu: f64,
        sigma: f64,
    },
    /// Above the smallest value m, numbers greater than x have the share (m / x)^alpha.
    Pareto {
        alpha: f64,
    },
}

/// The ends that were given, as whole multiples of 10^-scale.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    pub min: Option<i64>,
    pub max: Option<i64>,
    pub scale: u32,
}

impl Bounds {
    /// A multiple as people write it.
    pub fn text(&self, value: i64) -> String {
        let scale = self.scale as usize;
        let digits = format!("{:0width$}", value.unsigned_abs(), width = scale + 1);
        let (whole, fraction) = digits.split_at(digits.len() - scale);
        let fraction = fraction.trim_end_matches('0');
        let (sign, point) = (if value < 0 { "-" } else { "" }, if fraction.is_empty() { "" } else { "." });
        format!("{sign}{whole}{point}{fraction}")
    }
}

/// A distribution that can be asked for: its name, its parameters after the colon, and how it is made of them.
struct Form {
    name: &'static str,
    parameters: &'static [&'static str],
    make: fn(&[Parameter]) -> Result<Dist, ConstraintError>,
}

/// All distributions. Each says itself what it becomes, so that none can be listed and yet be taken for another.
static FORMS: &[Form] = &[
    Form { name: "uniform", parameters: &[], make: |_| Ok(Dist::Uniform) },
    Form {
        name: "normal",
        parameters: &["MEAN", "SD"],
        make: |given| {
            let deviation = given[1].above_0("the standard deviation")?;
            Ok(Dist::Continuous(Continuous::Normal { mean: given[0].number, deviation }))
        },
    },
    Form {
        name: "exp",
        parameters: &["RATE"],
        make: |given| Ok(Dist::Continuous(Continuous::Exp { rate: given[0].above_0("the rate")? })),
    },
    Form {
        name: "lognormal",
        parameters: &["MU", "SIGMA"],
        make: |given| {
            let sigma = given[1].above_0("sigma")?;
            Ok(Dist::Continuous(Continuous::LogNormal { mu: given[0].number, sigma }))
        },
    },
    Form {
        name: "zipf",
        parameters: &["S"],
        make: |given| Ok(Dist::Zipf { s: given[0].above_0("the exponent")? }),
    },
    Form {
        name: "pareto",
        parameters: &["ALPHA"],
        make: |given| Ok(Dist::Continuous(Continuous::Pareto { alpha: given[0].above_0("alpha")? })),
    },
];

impl Form {
    /// How it is written.
    fn text(&self) -> String {
        match self.parameters {
            [] => self.name.into(),
            parameters => format!("{}:{}", self.name, parameters.join(",")),
        }
    }
}

/// A parameter of a distribution, and where it is.
struct Parameter {
    number: f64,
    place: ConstraintField,
}

impl Parameter {
    fn above_0(&self, what: &str) -> Result<f64, ConstraintError> {
        match self.number > 0.0 {
            true => Ok(self.number),
            false => Err(self.place.error(format!("{what} must be above 0"))),
        }
    }
}

/// What the column's `@dist` asks for.
pub(super) fn asked(constraint: &Constraint<'_>) -> Result<Dist, ConstraintError> {
    constraint.settings.dist.as_ref().map_or(Ok(Dist::Uniform), parse)
}

fn parse(field: &ConstraintField) -> Result<Dist, ConstraintError> {
    let (name, parameters) = match field.text.split_once(':') {
        None => (field.text.as_str(), None),
        Some((name, parameters)) => (name, Some(parameters)),
    };
    let Some(form) = FORMS.iter().find(|form| form.name == name) else {
        let near = nearest(name, FORMS.iter().map(|form| form.name));
        let message = Message::from("no distribution has this name").suggest(near);
        let forms = FORMS.iter().map(Form::text).collect::<Vec<_>>().join(", ");
        let message = message.otherwise(format!("there are {forms}"));
        return Err(field.part(0, name).error(message.to_string()));
    };
    (form.make)(&numbers(field, parameters, form)?)
}

/// The parameters: exactly as many as the form has.
fn numbers(
    field: &ConstraintField,
    parameters: Option<&str>,
    form: &Form,
) -> Result<Vec<Parameter>, ConstraintError> {
    let wanted = form.parameters.len();
    let mut at = form.name.len() + 1;
    let mut numbers = Vec::new();
    for text in parameters.into_iter().flat_map(|text| text.split(',')) {
        let place = field.part(at, text);
        at += text.len() + 1;
        if numbers.len() == wanted {
            return Err(place.error(format!("one number too many; the form is {}", form.text())));
        }
        let number = parse_int(text).map(|n| n as f64).or_else(|| text.parse().ok());
        let number = number.filter(|n| n.is_finite());
        let number = number.ok_or_else(|| place.error("expected a number such as 100, -2.5 or 1e6"))?;
        numbers.push(Parameter { number, place });
    }
    match numbers.len() < wanted {
        true => Err(field.error(format!("a number is missing; the form is {}", form.text()))),
        false => Ok(numbers),
    }
}

impl Continuous {
    /// The generator of numbers by this distribution, rounded to the nearest, cut off at the ends that are given and
    /// else where the distribution, or the 64 bits of a value, ends.
    ///
    /// Cut off means: what lies beyond never comes, and what lies between comes in the same proportions as without
    /// ends. Nothing piles up at an end.
    pub fn between(self, bounds: &Bounds, constraint: &Constraint<'_>) -> BuildResult {
        let Bounds { min, max, scale } = *bounds;
        if let (Some(min), Some(max)) = (min, max)
            && min > max
        {
            return Err(constraint.reversed(bounds.text(min), bounds.text(max)));
        }
        if matches!(self, Continuous::Pareto { .. }) && min.is_some_and(|min| min <= 0) {
            return Err(constraint.error("pareto begins at the smallest value, which must be above 0"));
        }
        let unit = 10i64.pow(scale) as f64;
        // A value represents all numbers that are rounded to it.
        let from = min.map_or(i64::MIN as f64, |min| min as f64 - 0.5);
        let to = max.map_or(i64::MAX as f64, |max| max as f64 + 0.5);
        let curve = match self {
            Continuous::Normal { mean, deviation } => Curve::normal(mean * unit, deviation * unit, from, to),
            Continuous::LogNormal { mu, sigma } => Curve::lognormal(mu + libm::log(unit), sigma, from, to),
            Continuous::Exp { rate } => Curve::exp(rate / unit, from, to),
            Continuous::Pareto { alpha } => Curve::pareto(min.map_or(unit, |min| min as f64), alpha, to),
        };
        let drawn = curve.map(|curve| InverseCdf::new(curve, scale, min, max));
        drawn.map(|drawn| Arc::new(drawn) as _).ok_or_else(|| {
            let text = match (min, max) {
                (None, None) => "the distribution lies beyond the 64 bits of a number".into(),
                (min, max) => {
                    let text = |end: Option<i64>| end.map_or("…".into(), |end| bounds.text(end));
                    format!("the distribution has nothing between {} and {}", text(min), text(max))
                }
            };
            constraint
                .settings
                .dist
                .as_ref()
                .map_or_else(|| constraint.error(&*text), |field| field.error(&*text))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::FORMS;
    use crate::schema::MODIFIERS;

    #[test]
    fn every_distribution_is_in_the_help_and_among_the_pinned_values() {
        let help = MODIFIERS.iter().find(|modifier| modifier.name == "dist").expect("a modifier").about;
        let pinned = include_str!("../../../tests/pinned.txt");
        for form in FORMS {
            assert!(help.contains(&form.text()), "the help of @dist lacks {}", form.text());
            let column = format!("@dist={}", form.name);
            assert!(pinned.contains(&column), "tests/pinned.txt lacks a column with {column}");
        }
    }
}
