//! Banks that there are not, and accounts with them: `bank.name` `bank.iban` `bank.account` `bank.bic` `bank.routing.number`.

use std::sync::Arc;

use crate::catalogue::check_digits::{Account, British, Checked, routing};
use crate::catalogue::people::plain::plain_names;
use crate::generators::dictionaries::lines;
use crate::generators::facts::{Facts, Thing};
use crate::generators::phrase::{List, part};
use crate::generators::{BuildResult, Constraint, ConstraintError, GeneratorSpec};
use crate::locale::Locale;
use crate::locale::countries::Country;
use crate::types::Dictionary;

const LOCALE: &[&str] = &["locale"];
const ENTITY: &str = "bank";
/// Why there is no `@unique`.
const PART: &str = "a part of a bank account that other columns may describe too";

/// The generators of this file.
pub(in crate::catalogue) static SPECS: &[GeneratorSpec] = &[
    GeneratorSpec::new(
        "bank.account",
        "the number of the row's account within its country, the one in its IBAN",
        account,
    )
    .optional(
        "COUNTRY",
        "its two letters; the locale's by default; eight digits where the country has no IBANs",
        "bank.account:DE",
    )
    .modifiers(LOCALE)
    .entity(ENTITY),
    GeneratorSpec::new("bank.bic", "the BIC of the row's bank, marked as one for tests (ISO 9362)", bic)
        .optional("COUNTRY", "its two letters; the locale's by default", "bank.bic:DE")
        .modifiers(LOCALE)
        .variants(|name| name == "bic")
        .entity(ENTITY),
    GeneratorSpec::new(
        "bank.iban",
        "the IBAN of the row's account, with right check digits, at a bank that there is not",
        iban,
    )
    .required(
        "COUNTRY",
        "its two letters; the locale's by default, where its country has IBANs, as the United States has not",
        "bank.iban:DE",
    )
    .modifiers(LOCALE)
    .entity(ENTITY),
    GeneratorSpec::new("bank.name", "the name of the row's bank, which does not exist", name)
        .modifiers(LOCALE)
        .entity(ENTITY),
    GeneratorSpec::new(
        "bank.routing.number",
        "the routing number of the row's bank, with its right check digit, of a range without banks (ABA)",
        routing_number,
    )
    .entity(ENTITY),
];

/// The draws of an account after those of its bank: its number, its routing number.
const IBAN: u64 = 2;
const ROUTING: u64 = 6;

/// Language or locale, and the texts before and after a bank's name in it.
const FORMS: &str = include_str!("../../../words/bank-forms.tsv");
static NAMES: List = lines!("bank-names.txt");

/// The banks of a locale.
struct Banks {
    thing: Thing,
    names: Arc<Dictionary>,
    /// The texts before and after the name.
    sides: [Arc<Dictionary>; 2],
    /// Which of both each form has.
    forms: [Vec<u32>; 2],
}

impl Banks {
    fn of(constraint: &Constraint<'_>) -> Result<(&'static Locale, Banks), ConstraintError> {
        constraint.local(|locale| {
            let forms_of = |key: &str| -> Vec<[&str; 2]> {
                let lines =
                    FORMS.lines().filter_map(|line| line.split('\t').collect::<Vec<_>>().try_into().ok());
                let own = lines.filter(|[language, ..]: &[&str; 3]| *language == key);
                own.map(|[_, before, after]| [before, after]).collect()
            };
            let own = forms_of(locale.name);
            let forms = if own.is_empty() { forms_of(locale.language()) } else { own };
            let names = if locale.is_english() {
                Arc::clone(&NAMES)
            } else {
                Arc::new(Dictionary::of(locale.text("company-words.txt")?.lines()))
            };
            (!forms.is_empty() && !names.is_empty()).then(|| {
                // A blank is where a line of the file has an underscore.
                let side = |at: usize| -> (Dictionary, Vec<u32>) {
                    let texts: Vec<String> = forms.iter().map(|form| form[at].replace('_', " ")).collect();
                    Dictionary::indexed(texts.iter().map(String::as_str))
                };
                let ((before, befores), (after, afters)) = (side(0), side(1));
                let thing = Thing::new([&[names.len(), forms.len()], &[LETTERS.len()]]);
                (
                    locale,
                    Banks { thing, names, sides: [before, after].map(Arc::new), forms: [befores, afters] },
                )
            })
        })
    }
}

/// `bank.name`: such as "Northgate Savings Bank", or in other locales an invented word in a form of the language.
fn name(constraint: Constraint<'_>) -> BuildResult {
    let (_, Banks { thing, names, sides: [before, after], forms: [befores, afters] }) =
        Banks::of(&constraint)?;
    let column = thing.column(PART).mapped(part(&before, ""), 0, 1, befores).entry(part(&names, ""), 0, 0);
    Ok(Arc::new(column.mapped(part(&after, ""), 0, 1, afters).unique()))
}

/// The text before the 0 of the location code that marks a BIC for tests.
static LETTERS: List = List::new(|| Arc::new(Dictionary::exactly(('A'..='Z').map(|c| format!("{c}0")))));

/// `bank.bic`: four letters of the bank's name, its country, and a location code whose 0 says that it is for tests.
fn bic(constraint: Constraint<'_>) -> BuildResult {
    let country = country(&constraint)?;
    let (locale, banks) = Banks::of(&constraint)?;
    let four = |name: &str| {
        let letters = name.chars().filter(char::is_ascii_alphabetic).chain("XXXX".chars()).take(4);
        format!("{}{country}", letters.map(|c| c.to_ascii_uppercase()).collect::<String>())
    };
    let plain: Vec<String> = plain_names(locale, &banks.names).iter().map(four).collect();
    let (dictionary, indices) = Dictionary::indexed(plain.iter().map(String::as_str));
    let column: Facts = banks.thing.column(PART).mapped(part(&Arc::new(dictionary), ""), 0, 0, indices);
    Ok(Arc::new(column.entry(part(&LETTERS, ""), 1, 0)))
}

/// The country of the row's bank: the one in the constraint, or the locale's.
fn country(constraint: &Constraint<'_>) -> Result<&'static str, ConstraintError> {
    let fields = constraint.fields(1, &format!("{}:COUNTRY", constraint.generator))?;
    match fields.first() {
        Some(_) if constraint.settings.locale.is_some() => {
            let text = "there is a country in the constraint already; leave one of the two";
            Err(constraint.settings.locale_at.error(text))
        }
        Some(field) => {
            let country = Country::find(&field.text.to_ascii_uppercase());
            let error = || field.error("expected the two letters of a country, such as DE, FR or US");
            country.map(|country| country.code).ok_or_else(error)
        }
        None => Ok(constraint.locale().country),
    }
}

/// The row's account.
fn drawn(constraint: &Constraint<'_>, british: British) -> Result<Account, ConstraintError> {
    let account = Account::of(constraint, british)?;
    Ok(Account { iban: account.iban.shared(IBAN), ..account })
}

/// `bank.iban`
fn iban(constraint: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(drawn(&constraint, British::Never)?.iban))
}

/// `bank.account`
fn account(constraint: Constraint<'_>) -> BuildResult {
    // American numbers are of four to seventeen digits, without check digits: those of British accounts are such, too.
    let Account { iban, account, .. } = drawn(&constraint, British::InTheStates)?;
    Ok(Arc::new(iban.only(&account, PART)))
}

/// `bank.routing.number`
fn routing_number(_: Constraint<'_>) -> BuildResult {
    let number: Checked = routing();
    Ok(Arc::new(number.shared(ROUTING)))
}
