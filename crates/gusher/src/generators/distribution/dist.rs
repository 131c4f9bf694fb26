//! `@dist=NAME:A,B`: what is accepted, and the messages for what is not.

use super::axis::{Axis, number};
use super::discrete::Counts;
use super::hist::{self, Hist};
use crate::generators::{Constraint, ConstraintError, ConstraintField};
use gush_diagnostics::{Message, nearest};

/// A distribution as it was asked for.
#[derive(Debug)]
pub(super) enum Dist {
    /// Each value as likely as any other.
    Uniform,
    /// The n-th of the values from the smallest on comes in proportion to n^-s.
    Zipf {
        s: f64,
    },
    Continuous(Continuous),
    Counts(Counts),
    Hist(Hist),
}

/// A distribution of real numbers, which are rounded. Positions are counted from 0, whatever the axis begins with; all in units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Continuous {
    /// With mean and deviation, or by the ends where they are not given.
    Normal(Option<(f64, f64)>),
    /// The time until something happens that happens `rate` times in a unit of time.
    Exp { rate: f64 },
    /// The logarithm is normal.
    LogNormal { mu: f64, sigma: f64 },
    /// Above the smallest value m, numbers greater than x have the share (m / x)^alpha.
    Pareto { alpha: f64 },
    /// The sum of `shape` exponential numbers with mean `scale`.
    Gamma { shape: f64, scale: f64 },
    /// Between the two ends.
    Beta { a: f64, b: f64 },
    /// Between the two ends, with its top here.
    Triangular { mode: f64 },
    /// Numbers greater than x have the share e^-(x / scale)^shape.
    Weibull { shape: f64, scale: f64 },
    /// How many attempts the first success takes.
    Geometric { p: f64 },
}

impl Continuous {
    /// Whether it has something beyond the ends that are given.
    pub fn reaches_beyond(&self) -> bool {
        match self {
            Continuous::Beta { .. } | Continuous::Triangular { .. } | Continuous::Pareto { .. } => false,
            Continuous::Normal(_)
            | Continuous::Exp { .. }
            | Continuous::LogNormal { .. }
            | Continuous::Gamma { .. }
            | Continuous::Weibull { .. }
            | Continuous::Geometric { .. } => true,
        }
    }
}

/// A known distribution: its name, its parameters after the colon, and how it is built from them.
struct Form {
    name: &'static str,
    parameters: &'static [&'static str],
    /// Whether the parameters may be left out, all of them.
    optional: bool,
    make: fn(&Given<'_>) -> Result<Dist, ConstraintError>,
}

/// The parameters that were given.
struct Given<'a> {
    /// All that was written.
    field: &'a ConstraintField,
    parameters: Vec<ConstraintField>,
    axis: &'a Axis<'a>,
}

/// A shape beyond these would be no test data, but a constant.
const SHAPES: std::ops::RangeInclusive<f64> = 0.05..=10_000.0;
/// The largest mean of Poisson's distribution, and the most attempts of the binomial one.
const MAX_MEAN: f64 = 1e9;

const fn form(
    name: &'static str,
    parameters: &'static [&'static str],
    make: fn(&Given<'_>) -> Result<Dist, ConstraintError>,
) -> Form {
    Form { name, parameters, optional: false, make }
}

fn continuous(dist: Continuous) -> Result<Dist, ConstraintError> {
    Ok(Dist::Continuous(dist))
}

/// All distributions. Each says itself what it becomes, so that none can be listed and yet be taken for another.
static FORMS: &[Form] = &[
    form("uniform", &[], |_| Ok(Dist::Uniform)),
    Form {
        optional: true,
        ..form("normal", &["MEAN", "SD"], |given| {
            if given.parameters.is_empty() {
                return continuous(Continuous::Normal(None));
            }
            continuous(Continuous::Normal(Some((
                given.position(0)?,
                given.distance(1, "the standard deviation")?,
            ))))
        })
    },
    form("exp", &["RATE"], |given| continuous(Continuous::Exp { rate: given.rate(0)? })),
    form("lognormal", &["MU", "SIGMA"], |given| {
        let mu = given.number(0)? + libm::log(given.axis.unit);
        continuous(Continuous::LogNormal { mu, sigma: given.above_0(1, "sigma")? })
    }),
    Form {
        optional: true,
        ..form("zipf", &["S"], |given| match given.parameters.is_empty() {
            true => Ok(Dist::Zipf { s: 1.0 }),
            false => Ok(Dist::Zipf { s: given.above_0(0, "the exponent")? }),
        })
    },
    form("pareto", &["ALPHA"], |given| continuous(Continuous::Pareto { alpha: given.above_0(0, "alpha")? })),
    form("gamma", &["SHAPE", "SCALE"], |given| {
        continuous(Continuous::Gamma { shape: given.shape(0)?, scale: given.distance(1, "the scale")? })
    }),
    form("beta", &["A", "B"], |given| {
        continuous(Continuous::Beta { a: given.shape(0)?, b: given.shape(1)? })
    }),
    form("triangular", &["MODE"], |given| continuous(Continuous::Triangular { mode: given.position(0)? })),
    form("weibull", &["SHAPE", "SCALE"], |given| {
        continuous(Continuous::Weibull { shape: given.shape(0)?, scale: given.distance(1, "the scale")? })
    }),
    form("poisson", &["MEAN"], |given| {
        Ok(Dist::Counts(Counts::Poisson { mean: given.up_to(0, MAX_MEAN, "the mean")? }))
    }),
    form("binomial", &["N", "P"], |given| {
        let n = given.number(0)?;
        if !(1.0..=MAX_MEAN).contains(&n) || n != libm::floor(n) {
            return Err(
                given.parameters[0].error("expected a whole number of attempts from 1 to 1,000,000,000")
            );
        }
        let p = given.number(1)?;
        match (0.0..=1.0).contains(&p) {
            true => Ok(Dist::Counts(Counts::Binomial { n: n as u64, p })),
            false => Err(given.parameters[1].error("expected a probability from 0 to 1")),
        }
    }),
    form("geometric", &["P"], |given| {
        let p = given.number(0)?;
        match p > 0.0 && p <= 1.0 {
            true => continuous(Continuous::Geometric { p }),
            false => Err(given.parameters[0].error("expected a probability above 0, up to 1")),
        }
    }),
    form("hist", &["LOW..HIGH*WEIGHT", "…"], |given| {
        let buckets = given.field.text.split_once(':').map_or("", |(_, buckets)| buckets);
        Hist::parse(given.field, buckets, given.axis).map(Dist::Hist)
    }),
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

impl Given<'_> {
    fn number(&self, at: usize) -> Result<f64, ConstraintError> {
        let parameter = &self.parameters[at];
        number(&parameter.text).ok_or_else(|| parameter.error("expected a number such as 100, -2.5 or 1e6"))
    }

    fn above_0(&self, at: usize, what: &str) -> Result<f64, ConstraintError> {
        self.check_above_0(at, self.number(at)?, what)
    }

    fn check_above_0(&self, at: usize, number: f64, what: &str) -> Result<f64, ConstraintError> {
        match number > 0.0 {
            true => Ok(number),
            false => Err(self.parameters[at].error(format!("{what} must be above 0"))),
        }
    }

    fn up_to(&self, at: usize, most: f64, what: &str) -> Result<f64, ConstraintError> {
        let number = self.above_0(at, what)?;
        match number <= most {
            true => Ok(number),
            false => Err(self.parameters[at].error(format!("{what} is at most {most}"))),
        }
    }

    fn shape(&self, at: usize) -> Result<f64, ConstraintError> {
        let shape = self.number(at)?;
        match SHAPES.contains(&shape) {
            true => Ok(shape),
            false => Err(self.parameters[at].error("expected a shape from 0.05 to 10,000")),
        }
    }

    /// A position among the values, counted from where the axis begins.
    fn position(&self, at: usize) -> Result<f64, ConstraintError> {
        let position =
            self.axis.position(&self.parameters[at]).map(|position| position - self.axis.origin as f64);
        position.ok_or_else(|| {
            let text = match self.axis.reading {
                None => "expected a number such as 100, -2.5 or 1e6",
                Some(_) => "expected a time as the ends are written, or a number",
            };
            self.parameters[at].error(text)
        })
    }

    fn distance(&self, at: usize, what: &str) -> Result<f64, ConstraintError> {
        let distance = self.axis.distance(&self.parameters[at]).ok_or_else(|| {
            let text = match self.axis.reading {
                None => "expected a number such as 100, -2.5 or 1e6",
                Some(_) => "expected a length of time such as 12h or 30d, or a number",
            };
            self.parameters[at].error(text)
        })?;
        self.check_above_0(at, distance, what)
    }

    /// How often in a unit, or, as a length of time, how far apart.
    fn rate(&self, at: usize) -> Result<f64, ConstraintError> {
        match self.axis.span(&self.parameters[at].text) {
            Some(mean) => Ok(1.0 / self.check_above_0(at, mean, "the mean distance")?),
            None => Ok(self.above_0(at, "the rate")? / self.axis.unit),
        }
    }
}

/// The distribution that the column's `@dist` requests.
pub(super) fn asked(constraint: &Constraint<'_>, axis: &Axis<'_>) -> Result<Dist, ConstraintError> {
    constraint.settings.dist.as_ref().map_or(Ok(Dist::Uniform), |field| parse(field, axis))
}

fn parse(field: &ConstraintField, axis: &Axis<'_>) -> Result<Dist, ConstraintError> {
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
    (form.make)(&Given { field, parameters: parameters_of(field, parameters, form)?, axis })
}

/// The parameters: exactly as many as the form has, or none where they are optional.
fn parameters_of(
    field: &ConstraintField,
    parameters: Option<&str>,
    form: &Form,
) -> Result<Vec<ConstraintField>, ConstraintError> {
    let any = form.text() == hist::FORM;
    let wanted = if any { 1 } else { form.parameters.len() };
    let mut at = form.name.len() + 1;
    let mut found = Vec::new();
    for text in parameters.into_iter().flat_map(|text| text.split(',')) {
        let part = field.part(at, text);
        at += text.len() + 1;
        if found.len() == wanted && !any {
            return Err(part.error(format!("one number too many; the form is {}", form.text())));
        }
        found.push(part);
    }
    match found.len() < wanted && !(form.optional && parameters.is_none()) {
        true if any => Err(field.error(format!("buckets are missing; the form is {}", form.text()))),
        true => Err(field.error(format!("a number is missing; the form is {}", form.text()))),
        false => Ok(found),
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
