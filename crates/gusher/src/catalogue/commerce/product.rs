//! Products of a shop: `product.name` and what else columns say of the row's one.

use std::sync::{Arc, LazyLock};

use crate::catalogue::check_digits::Checked;
use crate::generators::dictionaries::{column, lines};
use crate::generators::facts::{Digit, Thing};
use crate::generators::phrase::{List, part};
use crate::generators::{BuildResult, Constraint, Generate, GeneratorSpec, Properties};
use crate::rng::{Draws, bounded};
use crate::types::{Array, Dictionary, Field};

const ENTITY: &str = "product";
/// Why there is no `@unique`.
const PART: &str = "a part of a product that other columns may describe too";

/// The generators of this file.
pub(in crate::catalogue) static SPECS: &[GeneratorSpec] = &[
    GeneratorSpec::new("product.category", "the department of a shop that has the row's product", category)
        .english()
        .entity(ENTITY),
    GeneratorSpec::new("product.description", "a line about the row's product", description)
        .english()
        .entity(ENTITY),
    GeneratorSpec::new(
        "product.ean",
        "the number of the row's product in a shop's own range (GS1), with its right check digit",
        ean,
    )
    .entity(ENTITY),
    GeneratorSpec::new("product.name", "the row's product, which does not exist", name)
        .english()
        .entity(ENTITY),
    GeneratorSpec::new(
        "product.price",
        "what the row's product costs, with two decimal places: a pen less than a sofa",
        price,
    )
    .entity(ENTITY),
    GeneratorSpec::new(
        "product.sku",
        "the shop's own number of the row's product, such as DESK-BAMB-4821",
        sku,
    )
    .entity(ENTITY),
];

/// Each with its department, the lowest and the highest price of its kind, and what it is made of.
const NOUNS: &str = include_str!("../../../words/product-nouns.tsv");
static NAMES: List = List::new(|| column(NOUNS, 0));
static ADJECTIVES: List = lines!("product-adjectives.txt");
/// Each noun with each of its materials: a napkin is of no iron.
static KINDS: LazyLock<Vec<Kind>> = LazyLock::new(|| {
    let kinds = |(noun, line): (u32, &'static str)| {
        let materials = line.split('\t').nth(4).unwrap_or_default().split(',');
        materials.map(move |material| Kind { noun, material })
    };
    (0..).zip(NOUNS.lines()).flat_map(kinds).collect()
});
static QUALITIES: List = lines!("product-qualities.txt");
static NUMBERS: List = List::new(|| Arc::new(Dictionary::exactly((0..10_000).map(|n| format!("{n:04}")))));

/// A noun and a material.
struct Kind {
    noun: u32,
    material: &'static str,
}

/// The draws of each product: how it is called; its number; its price; what is praised; its article number.
static PRODUCT: LazyLock<Thing> = LazyLock::new(|| {
    Thing::new([&[ADJECTIVES.len(), KINDS.len()], &[NUMBERS.len()], &[1], &[QUALITIES.len()], &[1]])
});
const KIND: Digit = Digit { draw: 0, at: 1 };
const PRICE: u64 = 2;
const EAN: u64 = 4;

/// A column of the lines of [`NOUNS`].
fn of_nouns(which: usize) -> impl Iterator<Item = &'static str> {
    NOUNS.lines().filter_map(move |line| line.split('\t').nth(which))
}

/// The index of each kind's noun in a table with one entry for each noun, or with fewer.
fn of_kinds(of_nouns: &[u32]) -> Vec<u32> {
    KINDS.iter().map(|kind| of_nouns[kind.noun as usize]).collect()
}

/// The materials, each written in another way, and that of each kind.
fn materials(write: impl Fn(&str) -> String) -> (Arc<Dictionary>, Vec<u32>) {
    let written: Vec<String> = KINDS.iter().map(|kind| write(kind.material)).collect();
    let (words, indices) = Dictionary::indexed(written.iter().map(String::as_str));
    (Arc::new(words), indices)
}

/// The nouns, each written in another way, and that of each kind.
fn nouns(write: impl Fn(&str) -> String) -> (Arc<Dictionary>, Vec<u32>) {
    let written: Vec<String> = NAMES.iter().map(write).collect();
    let (words, indices) = Dictionary::indexed(written.iter().map(String::as_str));
    (Arc::new(words), of_kinds(&indices))
}

/// `product.name`: such as "Compact Bamboo Desk Lamp".
fn name(_: Constraint<'_>) -> BuildResult {
    let (materials, of_materials) = materials(str::to_owned);
    let (nouns, of_nouns) = nouns(str::to_owned);
    let column = PRODUCT.column(PART).entry(part(&ADJECTIVES, " "), 0, 0);
    let column = column.mapped(part(&materials, " "), 0, 1, of_materials);
    Ok(Arc::new(column.mapped(part(&nouns, ""), 0, 1, of_nouns).unique()))
}

/// `product.category`
fn category(_: Constraint<'_>) -> BuildResult {
    let (words, indices) = Dictionary::indexed(of_nouns(1));
    Ok(Arc::new(PRODUCT.column(PART).mapped(part(&Arc::new(words), ""), 0, 1, of_kinds(&indices))))
}

/// `product.description`: such as "Compact desk lamp in bamboo, easy to clean."
fn description(_: Constraint<'_>) -> BuildResult {
    // What is made of it is wooden, and it is wood.
    let (materials, of_materials) =
        materials(|word| if word == "Wooden" { "wood".into() } else { word.to_lowercase() });
    let (nouns, of_nouns) = nouns(str::to_lowercase);
    let column = PRODUCT.column(PART).entry(part(&ADJECTIVES, " "), 0, 0);
    let column = column.mapped(part(&nouns, " in "), 0, 1, of_nouns);
    let column = column.mapped(part(&materials, ", "), 0, 1, of_materials);
    Ok(Arc::new(column.entry(part(&QUALITIES, "."), 3, 0)))
}

/// The first four letters of a word, as capitals.
fn short(word: &str) -> String {
    let letters = word.chars().filter(char::is_ascii_alphabetic).take(4);
    letters.map(|c| c.to_ascii_uppercase()).collect()
}

/// `product.sku`: of the product's noun, its material and a number.
fn sku(_: Constraint<'_>) -> BuildResult {
    let ((nouns, of_nouns), (materials, of_materials)) = (nouns(short), materials(short));
    let column = PRODUCT.column(PART).mapped(part(&nouns, "-"), 0, 1, of_nouns);
    Ok(Arc::new(column.mapped(part(&materials, "-"), 0, 1, of_materials).entry(part(&NUMBERS, ""), 1, 0)))
}

/// `product.ean`: numbers that begin with 2 are a shop's own and name no article elsewhere.
fn ean(_: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(Checked::article(13).shared(EAN)))
}

/// `product.price`
fn price(_: Constraint<'_>) -> BuildResult {
    let hundredths = |which| of_nouns(which).map(|price| price.parse::<i64>().unwrap_or(1) * 100);
    // Prices end with 99, with 49 or with 00: the steps between two are of a half.
    let steps = hundredths(2).zip(hundredths(3)).map(|(low, high)| (low, ((high - low) / STEP) as u64));
    let of_nouns: Vec<(i64, u64)> = steps.collect();
    Ok(Arc::new(Price { ranges: KINDS.iter().map(|kind| of_nouns[kind.noun as usize]).collect() }))
}

/// The distance of the prices of a kind, in hundredths.
const STEP: i64 = 50;

/// A price between those that are usual for the product, just below a round one.
#[derive(Debug)]
struct Price {
    /// For each kind the lowest price in hundredths, and how many steps there are.
    ranges: Vec<(i64, u64)>,
}

impl Generate for Price {
    fn field(&self) -> Field {
        let ends = self.ranges.iter().map(|(low, steps)| low + *steps as i64 * STEP);
        let low = self.ranges.iter().map(|(low, _)| *low).min().unwrap_or(0);
        Field::decimal(2, low + STEP - 1, ends.max().unwrap_or(0) - 1)
    }

    fn cardinality(&self) -> u64 {
        let most = self.ranges.iter().map(|(low, steps)| *low as u64 / STEP as u64 + steps).max();
        most.unwrap_or(1)
    }

    fn properties(&self) -> Properties<'_> {
        Properties::not_unique(PART)
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let prices = values.ints(draws.len());
        PRODUCT.each(draws, KIND, |row, kind| prices[row] = kind as i64);
        for (price, x) in prices.iter_mut().zip(draws.load_shared(PRICE)) {
            let (low, steps) = self.ranges[*price as usize];
            // The product of two fractions: cheap ones come more often.
            let x = ((u128::from(*x) * u128::from(x.rotate_left(32))) >> 64) as u64;
            *price = low + (bounded(x, steps) as i64 + 1) * STEP - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_noun_has_a_department_of_the_list_and_prices() {
        let known: Vec<&str> = include_str!("../../../words/product-categories.txt").lines().collect();
        for line in NOUNS.lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            let [_, category, low, high, materials] = fields[..] else { panic!("{line}") };
            assert!(materials.split(',').is_sorted_by(|a, b| a < b), "{line}");
            assert!(known.contains(&category), "{line}");
            assert!(low.parse::<i64>().unwrap() < high.parse::<i64>().unwrap(), "{line}");
        }
    }
    #[test]
    fn things_are_of_what_they_can_be_made_of() {
        let names = crate::catalogue::tests::values("product.name", 5, 0..5000);
        for wrong in
            ["Chrome Sweater", "Cardboard Router", "Cast Iron Notebook", "Glass Jacket", "Wool Knife"]
        {
            assert!(!names.iter().any(|name| name.ends_with(wrong)), "{wrong}");
        }
        assert!(names.iter().any(|name| name.ends_with("Cast Iron Pan")));
    }
}
