//! Commerce: `job.title`, `price`.

use std::sync::Arc;

use crate::catalogue::numbers::NUMBER;
use crate::generators::constraint::ConstraintField;
use crate::generators::distribution::{Axis, Sampled, Sampler, decimal_text, fill_span};
use crate::generators::phrase::{DictionaryEntry, List};
use crate::generators::{BuildResult, Constraint, ConstraintError, Generate, GeneratorSpec};
use crate::rng::Draws;
use crate::types::{Array, Dictionary, Field};

/// The generators of this file.
pub(in crate::catalogue) static SPECS: &[GeneratorSpec] = &[
    GeneratorSpec::new("job.title", "a position in a company", job_title).english(),
    GeneratorSpec::new("price", "a price with two decimal places", price)
        .optional("MIN,MAX", "both included; 1.00 to 999.99 by default", "price:0.99,49.99")
        .modifiers(NUMBER),
];

/// Fields of work with the kinds of jobs in each, and kinds of jobs with the levels of each, one of which may be none.
const JOB_AREAS: &str = include_str!("../../../words/job-areas.tsv");
const JOB_KINDS: &str = include_str!("../../../words/job-kinds.tsv");
static JOB_TITLES: List = List::new(|| Arc::new(Dictionary::exactly(job_titles())));

/// Each field with the kinds of jobs that it has, at the levels that these have.
fn job_titles() -> Vec<String> {
    let rows = |text: &'static str| text.lines().filter_map(|line| line.split_once('\t'));
    let mut titles = Vec::new();
    for (area, kinds) in rows(JOB_AREAS) {
        for kind in kinds.split(',') {
            let (_, levels) =
                rows(JOB_KINDS).find(|(name, _)| *name == kind).expect("a test knows all kinds");
            titles.extend(
                levels.split(',').map(|level| format!("{level} {area} {kind}").trim_start().to_owned()),
            );
        }
    }
    titles
}

/// `job.title`: such as "Senior Marketing Analyst".
pub(crate) fn job_title(_: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(DictionaryEntry::new(Arc::clone(&JOB_TITLES))))
}

/// The usual prices, in hundredths.
const CHEAPEST: i64 = 100;
const DEAREST: i64 = 99_999;

/// `price[:MIN,MAX]`: every hundredth between the two is as likely as any other.
pub(crate) fn price(constraint: Constraint<'_>) -> BuildResult {
    let (min, max) = constraint.pair("price:MIN,MAX")?;
    let (min, max) = (min.as_ref().map(hundredths).transpose()?, max.as_ref().map(hundredths).transpose()?);
    // Beyond the usual prices one end alone asks for as wide a range as the usual one, or for all down to 0.
    let low = min.unwrap_or_else(|| if max.is_some_and(|max| max < CHEAPEST) { 0 } else { CHEAPEST });
    let high = max.unwrap_or(if low > DEAREST { low + DEAREST } else { DEAREST });
    if low > high {
        let [low, high] = [low, high].map(|price| format!("{}.{:02}", price / 100, price % 100));
        return Err(constraint.reversed(low, high));
    }
    let text = |price: i64| decimal_text(price, 2);
    let axis = Axis::numbers(Some(low), Some(high), [low, high], 2, &text);
    if let Some(sampler) = Sampler::asked(&constraint, &axis)? {
        let field = Field::decimal(2, sampler.min, sampler.max);
        return Ok(Arc::new(Sampled::new(sampler, field)));
    }
    Ok(Arc::new(Price { low, high }))
}

/// The largest price, in hundredths: 15 digits, which every reader of JSON keeps.
const MAX_PRICE: i64 = 999_999_999_999_999;

/// A price that is not negative, in hundredths.
fn hundredths(field: &ConstraintField) -> Result<i64, ConstraintError> {
    let (integer, fraction) = field.text.split_once('.').unwrap_or((&field.text, "00"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let price = match (digits(integer) && digits(fraction), fraction.len()) {
        (true, 1) => format!("{integer}{fraction}0").parse().ok(),
        (true, 2) => format!("{integer}{fraction}").parse().ok(),
        _ => return Err(field.error("expected a price such as 5, 0.5 or 19.99")),
    };
    price
        .filter(|&price| price <= MAX_PRICE)
        .ok_or_else(|| field.error("expected a price below 10,000,000,000,000"))
}

#[derive(Debug)]
struct Price {
    low: i64,
    high: i64,
}

impl Generate for Price {
    fn field(&self) -> Field {
        Field::decimal(2, self.low, self.high)
    }

    fn cardinality(&self) -> u64 {
        self.high.abs_diff(self.low) + 1
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        fill_span(draws, values, self.low, self.cardinality());
    }
}

#[cfg(test)]
mod tests {
    use super::{JOB_TITLES, job_titles};

    /// A job is not of a kind that its level or its field names already, such as "Lead Data Lead".
    #[test]
    fn job_titles_differ_and_say_no_word_twice() {
        let mut titles = job_titles();
        assert_eq!(JOB_TITLES.len(), titles.len());
        for title in &titles {
            let stems: Vec<String> =
                title.split(' ').map(|word| word.to_lowercase().chars().take(5).collect()).collect();
            for (at, stem) in stems.iter().enumerate() {
                assert!(!stems[..at].contains(stem), "{title}");
            }
        }
        titles.sort_unstable();
        titles.dedup();
        assert_eq!(JOB_TITLES.len(), titles.len());
    }
}
