//! Commerce: `company`, `job.title`, `price`, `product.category`, `product.name`.

use std::sync::Arc;

use super::constraint::ConstraintField;
use super::list::lines;
use super::number::fill_span;
use super::phrase::{List, Phrase, Word, part};
use super::{BuildResult, Constraint, ConstraintError, Generate, GeneratorSpec};
use crate::locale::Locale;
use crate::rng::{Draws, bounded, take_digit};
use crate::types::{Array, Dictionary, Field};

/// The generators of this file.
pub(super) static SPECS: &[GeneratorSpec] = &[
    GeneratorSpec::new("company", "a company that does not exist", company).modifiers(&["locale"]),
    GeneratorSpec::new("job.title", "a position in a company", job_title).english(),
    GeneratorSpec::new("price", "a price with two decimal places", price).optional(
        "MIN,MAX",
        "both included; 1.00 to 999.99 by default",
        "price:0.99,49.99",
    ),
    GeneratorSpec::new("product.category", "a department of a shop", |_| {
        Ok(Arc::new(Word::new(Arc::clone(&CATEGORIES))))
    })
    .english(),
    GeneratorSpec::new("product.name", "a product that does not exist", product_name).english(),
];

static COMPANIES: List = lines!("company-words.txt");
static TRADES: List = lines!("company-trades.txt");
static COMPANY_KINDS: List = lines!("company-kinds.txt");
static JOB_LEVELS: List = lines!("job-levels.txt");
static JOB_AREAS: List = lines!("job-areas.txt");
static JOB_KINDS: List = lines!("job-kinds.txt");
static CATEGORIES: List = lines!("product-categories.txt");
static ADJECTIVES: List = lines!("product-adjectives.txt");
static MATERIALS: List = lines!("product-materials.txt");
static NOUNS: List = lines!("product-nouns.txt");

/// `company`: such as "Silverleaf Logistics Ltd", or in other locales a last name in a form of the country.
pub(crate) fn company(constraint: Constraint<'_>) -> BuildResult {
    let own = |locale: &'static Locale| {
        let english = locale.is_english().then_some("");
        locale.text("companies.tsv").or(english).map(|forms| (locale, forms))
    };
    let (locale, forms) = constraint.local(own)?;
    if !forms.is_empty() {
        return Ok(Arc::new(Company::of(locale, forms)));
    }
    Ok(Arc::new(Phrase::new(vec![part(&COMPANIES, " "), part(&TRADES, " "), part(&COMPANY_KINDS, "")])))
}

/// A last name between two texts that belong together, such as "Grupo " and " S.A.".
#[derive(Debug)]
struct Company {
    names: Arc<Dictionary>,
    before: Arc<Dictionary>,
    after: Arc<Dictionary>,
    /// The texts of each form.
    forms: Vec<[u32; 2]>,
}

impl Company {
    fn of(locale: &Locale, forms: &'static str) -> Company {
        // Of last names that have a form for each gender, companies have that of men.
        let names =
            locale.rows::<2>("last-names.tsv").filter(|[_, gender]| *gender != "f").map(|[name, _]| name);
        let forms: Vec<(&str, &str)> = forms.lines().filter_map(|line| line.split_once('\t')).collect();
        let (before, befores) = Dictionary::indexed(forms.iter().map(|(before, _)| *before));
        let (after, afters) = Dictionary::indexed(forms.iter().map(|(_, after)| *after));
        Company {
            names: Arc::new(Dictionary::of(names)),
            before: Arc::new(before),
            after: Arc::new(after),
            forms: befores.into_iter().zip(afters).map(|(before, after)| [before, after]).collect(),
        }
    }
}

impl Generate for Company {
    fn field(&self) -> Field {
        Field::composed([part(&self.before, ""), part(&self.names, ""), part(&self.after, "")])
    }

    fn cardinality(&self) -> u64 {
        (self.names.len() * self.forms.len()) as u64
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let fractions = draws.load(0);
        let [before, name, after] = values.indices(3, fractions.len()) else {
            unreachable!("three parts were asked for")
        };
        for (row, x) in fractions.iter_mut().enumerate() {
            name[row] = take_digit(x, self.names.len() as u64) as u32;
            [before[row], after[row]] = self.forms[bounded(*x, self.forms.len() as u64) as usize];
        }
    }
}

/// `job.title`: such as "Senior Marketing Analyst".
pub(crate) fn job_title(_: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(Phrase::new(vec![part(&JOB_LEVELS, " "), part(&JOB_AREAS, " "), part(&JOB_KINDS, "")])))
}

/// `product.name`: such as "Compact Bamboo Desk Lamp".
pub(crate) fn product_name(_: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(Phrase::new(vec![part(&ADJECTIVES, " "), part(&MATERIALS, " "), part(&NOUNS, "")])))
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
    Ok(Arc::new(Price { low, high }))
}

/// The largest price, in hundredths: 15 digits, which every reader of JSON keeps.
const MOST: i64 = 999_999_999_999_999;

/// A price that is not negative, in hundredths.
fn hundredths(field: &ConstraintField) -> Result<i64, ConstraintError> {
    let (whole, fraction) = field.text.split_once('.').unwrap_or((&field.text, "00"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let price = match (digits(whole) && digits(fraction), fraction.len()) {
        (true, 1) => format!("{whole}{fraction}0").parse().ok(),
        (true, 2) => format!("{whole}{fraction}").parse().ok(),
        _ => return Err(field.error("expected a price such as 5, 0.5 or 19.99")),
    };
    price
        .filter(|&price| price <= MOST)
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
