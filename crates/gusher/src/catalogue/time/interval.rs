//! `interval`: spans of months, days and seconds.

use std::sync::Arc;

use crate::generators::{BuildResult, Constraint, ConstraintError, ConstraintField, Generate, GeneratorSpec};
use crate::rng::{Draws, take_digit};
use crate::types::{Array, DataType, Field, Span, StorageUnit, TextForm};

/// The generators of this file.
pub(in crate::catalogue) static SPECS: &[GeneratorSpec] = &[GeneratorSpec::new(
    "interval",
    "a span of months, days and seconds, as PostgreSQL writes it",
    interval,
)
.modifiers(&["format"])
.optional(
    "MONTHS,DAYS,SECONDS",
    "the most of each, 24, 30 and 86,399 by default; @format=iso writes spans as ISO 8601 has them",
    "interval:120,0,0",
)];

const FORM: &str = "interval:MONTHS,DAYS,SECONDS";
/// The most months, days and seconds: what readers of files count.
const MOST: [u64; 3] = [120_000, 3_650_000, 4_000_000];
const DEFAULT: [u64; 3] = [24, 30, 86_399];

/// `interval[:MONTHS,DAYS,SECONDS]`
fn interval(constraint: Constraint<'_>) -> BuildResult {
    let fields = constraint.fields(3, FORM)?;
    let mut most = DEFAULT;
    for ((own, field), limit) in most.iter_mut().zip(&fields).zip(MOST) {
        *own = count(field, limit)?;
    }
    let form = match &constraint.settings.format {
        None => TextForm::Usual,
        Some(format) => match format.text.as_str() {
            "iso" => TextForm::IsoSpan,
            "postgres" => TextForm::Usual,
            _ => return Err(format.error("expected iso or postgres")),
        },
    };
    Ok(Arc::new(Spans { most, form }))
}

fn count(field: &ConstraintField, limit: u64) -> Result<u64, ConstraintError> {
    let count = field.int().ok().and_then(|count| u64::try_from(count).ok()).filter(|count| *count <= limit);
    count.ok_or_else(|| field.error(format!("expected 0 to {limit}; the form is {FORM}")))
}

#[derive(Debug)]
struct Spans {
    most: [u64; 3],
    form: TextForm,
}

impl Generate for Spans {
    fn field(&self) -> Field {
        let [months, days, seconds] = self.most;
        let (min, unit) = (Span::default(), StorageUnit::Second);
        let max = Span { months: months as i32, days: days as i32, micros: (seconds * 1_000_000) as i64 };
        Field::from(DataType::Interval { min, max, unit }).form(self.form.clone())
    }

    fn cardinality(&self) -> u64 {
        self.most.iter().map(|most| most + 1).product()
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let [months, days, seconds] = self.most.map(|most| most + 1);
        let fractions = draws.load(0);
        for (span, x) in values.ids(fractions.len()).iter_mut().zip(fractions) {
            let [months, days, seconds] = [months, days, seconds].map(|count| take_digit(x, count));
            let micros = (seconds * 1_000_000) as i64;
            let span_of = Span { months: months as i32, days: days as i32, micros };
            *span = span_of.packed();
        }
    }
}
