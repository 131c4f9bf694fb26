//! Degrees as they are written: `3`, `int:0,9`, `poisson:3` and so on.

use gush_diagnostics::{grouped, parse_count};

use super::degrees::{Degrees, DegreesError, MAX_DEGREES};

/// The largest mean of Poisson's distribution.
const MAX_MEAN: f64 = 10_000.0;
/// The smallest probability of the geometric distribution.
const MIN_SHARE: f64 = 0.001;
/// The largest sum of weights.
const MAX_WEIGHT: u64 = 1 << 40;

/// The forms, for messages.
const FORMS: &str =
    "a number such as 3, int:0,9, poisson:3, geometric:0.3, zipf:1.1,1000 or hist:0*5,1*3,2*2";

impl Degrees {
    /// Reads `3`, `int:0,9`, `poisson:3`, `geometric:0.3`, `zipf:1.1,1000` or `hist:0*5,1*3,2*2`.
    ///
    /// # Errors
    /// What is wrong, and where in the text.
    pub fn parse(text: &str) -> Result<Degrees, DegreesError> {
        let unknown_form = || DegreesError { at: 0..text.len(), message: format!("expected {FORMS}") };
        let Some((name, constraint)) = text.split_once(':') else {
            return parse_count(text).map(Degrees::Constant).ok_or_else(unknown_form);
        };
        let fields = FieldTexts { text: constraint, start: name.len() + 1 };
        match name {
            "int" => fields.even(),
            "poisson" => {
                let [mean] = fields.split("poisson:MEAN")?;
                let is_right = |mean: &f64| (0.0..=MAX_MEAN).contains(mean);
                mean.number(is_right, "a mean from 0 to 10,000").map(Degrees::Poisson)
            }
            "geometric" => {
                let [share] = fields.split("geometric:P")?;
                let is_right = |share: &f64| (MIN_SHARE..=1.0).contains(share);
                share.number(is_right, "a probability from 0.001 to 1").map(Degrees::Geometric)
            }
            "zipf" => {
                let [s, most] = fields.split("zipf:S,MOST")?;
                let s = s.number(|s| *s > 0.0 && s.is_finite(), "an exponent above 0")?;
                let most = most.count(1..=MAX_DEGREES)?;
                Ok(Degrees::Zipf { s, most })
            }
            "hist" => fields.weighted(),
            _ => Err(DegreesError {
                at: 0..name.len(),
                message: format!("there is no such distribution of children; expected {FORMS}"),
            }),
        }
    }
}

/// The fields after the colon.
struct FieldTexts<'t> {
    text: &'t str,
    /// Where they begin in the complete text.
    start: usize,
}

/// One of them, and where it begins in the complete text.
#[derive(Clone, Copy)]
struct FieldText<'t> {
    text: &'t str,
    start: usize,
}

impl<'t> FieldTexts<'t> {
    fn each(&self) -> impl Iterator<Item = FieldText<'t>> {
        let mut start = self.start;
        self.text.split(',').map(move |text| {
            let field = FieldText { text, start };
            start += text.len() + 1;
            field
        })
    }

    fn error(&self, message: String) -> DegreesError {
        DegreesError { at: self.start..self.start + self.text.len(), message }
    }

    /// Exactly the expected number of fields.
    fn split<const N: usize>(&self, form: &str) -> Result<[FieldText<'t>; N], DegreesError> {
        let fields: Vec<_> = self.each().collect();
        fields.try_into().map_err(|_| self.error(format!("the form is {form}")))
    }

    fn even(&self) -> Result<Degrees, DegreesError> {
        let [least, most] = self.split("int:MIN,MAX")?;
        let (least, most) = (least.count(0..=u64::MAX)?, most.count(0..=u64::MAX)?);
        if least > most {
            return Err(self.error(format!("the smallest value ({least}) is above the largest ({most})")));
        }
        if most - least >= MAX_DEGREES {
            let different = grouped(MAX_DEGREES);
            return Err(self.error(format!("parents have at most {different} different numbers of children")));
        }
        Ok(Degrees::Even(least, most))
    }

    fn weighted(&self) -> Result<Degrees, DegreesError> {
        let mut weights: Vec<(u64, u64)> = Vec::new();
        for field in self.each() {
            let Some((degree, weight)) = field.text.split_once('*') else {
                return Err(field.error("expected a number of children and its weight, such as 2*5".into()));
            };
            let degree = FieldText { text: degree, ..field }.count(0..=u64::MAX)?;
            let start = field.start + field.text.len() - weight.len();
            let weight = FieldText { text: weight, start }.count(0..=MAX_WEIGHT)?;
            if weights.iter().any(|(other, _)| *other == degree) {
                return Err(field.error(format!("{degree} children are said twice")));
            }
            weights.push((degree, weight));
        }
        let total: u64 = weights.iter().map(|(_, weight)| weight).sum();
        if weights.len() as u64 > MAX_DEGREES || total > MAX_WEIGHT || total == 0 {
            let most = grouped(MAX_WEIGHT);
            return Err(self.error(format!("the weights must add up to a number from 1 to {most}")));
        }
        weights.sort_unstable();
        Ok(Degrees::Weighted(weights))
    }
}

impl FieldText<'_> {
    fn error(&self, message: String) -> DegreesError {
        DegreesError { at: self.start..self.start + self.text.len(), message }
    }

    fn number(&self, is_right: impl Fn(&f64) -> bool, expected: &str) -> Result<f64, DegreesError> {
        let number = self.text.parse().ok().filter(is_right);
        number.ok_or_else(|| self.error(format!("expected {expected}")))
    }

    fn count(&self, range: std::ops::RangeInclusive<u64>) -> Result<u64, DegreesError> {
        let (least, most) = (*range.start(), *range.end());
        parse_count(self.text).filter(|count| range.contains(count)).ok_or_else(|| {
            let within =
                if most == u64::MAX { String::new() } else { format!(" from {least} to {}", grouped(most)) };
            self.error(format!("expected a whole number{within}"))
        })
    }
}
