//! Numbers that tax offices give to companies and to people: `company.vat.id`, `national.id`. All of them begin as no number that is
//! in use is known to, mostly with nines; check digits are right.

use std::sync::Arc;

use super::checked::Checked;
use super::rule::{DOUBLED, ODD, Rule};
use crate::generators::{BuildResult, Constraint, ConstraintError, Generate};

/// A form and its rules.
type Form = (&'static str, Vec<Rule>);

/// The shared draw of a company's number; a person's is its own.
const VAT: u64 = 8;
const NATIONAL: u64 = 40;

/// `company.vat.id[:COUNTRY]`
pub(in crate::catalogue) fn vat_id(constraint: Constraint<'_>) -> BuildResult {
    let (form, rules) =
        of_country(&constraint, vat, "a VAT number that is known here, such as DE, FR or GB")?;
    Ok(Arc::new(Checked::new(&[], form, &rules, &[]).shared(VAT)))
}

/// Whether people of a country have numbers that say nothing of their birth.
pub(in crate::catalogue) fn has_national_id(country: &str) -> bool {
    national(country).is_some()
}

/// The personal numbers of a country that has them.
///
/// # Panics
/// If it has none.
pub(in crate::catalogue) fn national_id(country: &str) -> Arc<dyn Generate> {
    let (form, rules) = national(country).expect("the country has numbers");
    let first: Vec<Vec<String>> = match form {
        // Of German tax numbers ten digits have one that comes twice, and one that does not come.
        "a" => vec![arrangements("56789"), with_a_double("01234")],
        "-%#-%###" => vec![["000", "666"].map(String::from).to_vec()],
        _ => Vec::new(),
    };
    Arc::new(Checked::new(&first, form, &rules, &[]).shared(NATIONAL))
}

/// The form of the country in the constraint or of the column's locale.
fn of_country(
    constraint: &Constraint<'_>,
    forms: fn(&str) -> Option<Form>,
    expected: &str,
) -> Result<Form, ConstraintError> {
    let fields = constraint.fields(1, &format!("{}:COUNTRY", constraint.generator))?;
    match fields.first() {
        Some(_) if constraint.settings.locale.is_some() => {
            let text = "there is a country in the constraint already; leave one of the two";
            Err(constraint.settings.locale_at.error(text))
        }
        Some(field) => forms(&field.text.to_ascii_uppercase())
            .ok_or_else(|| field.error(format!("expected the two letters of a country with {expected}"))),
        None => constraint.of_country("VAT numbers that are known here", |locale| forms(locale.country)),
    }
}

/// Each digit of the form has the next of these weights.
fn spread(form: &str, weights: &[i32]) -> Vec<i32> {
    let mut weights = weights.iter();
    let counts = |c: char| c.is_ascii_digit() || "#%".contains(c) || c.is_ascii_lowercase();
    form.chars().map(|c| if counts(c) { weights.next().copied().unwrap_or(0) } else { 0 }).collect()
}

/// A sum of this modulus with one check character for each mark.
fn sum(form: &'static str, mark: char, modulus: u32, weights: &[i32], result: fn(u32) -> u32) -> Rule {
    let width = form.chars().filter(|c| *c == mark).count();
    Rule::new(mark, modulus, &spread(form, weights), width, result)
}

/// A sum by 11 whose check digit has a free one before it, of the last weight.
fn pair(form: &'static str, weights: &[i32], result: fn(u32) -> u32) -> Rule {
    let (last, weights) = weights.split_last().expect("there are weights");
    Rule::pair('a', 11, &spread(form, weights), *last as u32, result)
}

/// A sum with a letter for each remainder.
fn letter(form: &'static str, weights: &[i32], letters: &str) -> Rule {
    let results = letters.chars().map(String::from).collect::<Vec<_>>();
    let modulus = results.len() as u32;
    Rule { mark: 'a', modulus, start: 0, weights: spread(form, weights), results, step: None }
}

/// The difference to the next multiple of ten, or of eleven.
fn to_ten(sum: u32) -> u32 {
    (10 - sum) % 10
}

fn to_eleven(sum: u32) -> u32 {
    (11 - sum) % 11
}

/// Luhn's weights of the given number of digits before the check digit.
fn luhn(count: usize) -> Vec<i32> {
    (0..count).map(|at| if (count - at) % 2 == 1 { DOUBLED } else { 1 }).collect()
}

/// The powers of ten by a modulus, for a number of the given digits with zeros after it.
fn powers(count: usize, zeros: usize, modulus: i32) -> Vec<i32> {
    let power = |exponent: usize| (0..exponent).fold(1, |power, _| power * 10 % modulus);
    (0..count).rev().map(|exponent| power(exponent + zeros)).collect()
}

/// VAT numbers, as the tax offices of each country describe them.
fn vat(country: &str) -> Option<Form> {
    let form = match country {
        "AR" => "30-99######-a",
        "AT" => "ATU9######a",
        "BE" => "BE09######aa",
        "BG" => "BG9######aa",
        "BR" => "99.###.###/0001-ab",
        "CH" => "CHE-9##.###.#aa MWST",
        "CL" => "99.###.###-a",
        "CY" => "CY9#######a",
        "CZ" => "CZ8######a",
        "DE" => "DE99######a",
        "DK" => "DK9#####aa",
        "EE" => "EE99######a",
        "ES" => "ESB9######a",
        "FI" => "FI9#####aa",
        "FR" => "FRbb9#######a",
        "GB" => "GB9######aa",
        "GR" => "EL9#######a",
        "HR" => "HR999#######a",
        "HU" => "HU9######a",
        "IE" => "IE9######a",
        "IT" => "IT9######999a",
        "LT" => "LT######aaa",
        "LU" => "LU######aa",
        "LV" => "LV9########aa",
        "MT" => "MT9#####aa",
        "NL" => "NL9########Baa",
        "NO" => "NO9######aaMVA",
        "PL" => "PL9#######aa",
        "PT" => "PT99######a",
        "RO" => "RO9########a",
        "RU" => "99#######a",
        "SE" => "SE99#######a01",
        "SI" => "SI9#####aa",
        "SK" => "SK9#4#####aa",
        "ZA" => "49#######a",
        _ => return None,
    };
    Some((form, vat_rules(country, form)))
}

fn vat_rules(country: &str, form: &'static str) -> Vec<Rule> {
    vec![match country {
        "AR" => {
            return argentine(form);
        }
        "AT" => Rule { start: 4, ..sum(form, 'a', 10, &[1, DOUBLED, 1, DOUBLED, 1, DOUBLED, 1], to_ten) },
        "BE" => sum(form, 'a', 97, &powers(8, 0, 97), |sum| 97 - sum),
        "BG" => pair(form, &[1, 2, 3, 4, 5, 6, 7, 8], |sum| sum),
        "BR" => {
            let last = |sum: u32| if sum < 2 { 0 } else { 11 - sum };
            let first = sum(form, 'a', 11, &[5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2], last);
            let second = sum(form, 'b', 11, &[6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2], last);
            return vec![first, second];
        }
        "CH" => pair(form, &[5, 4, 3, 2, 7, 6, 5, 4], to_eleven),
        "CL" => letter(form, &[3, 2, 7, 6, 5, 4, 3, 2], "0K987654321"),
        "CY" => letter(form, &[ODD, 1, ODD, 1, ODD, 1, ODD, 1], "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        "CZ" => {
            sum(form, 'a', 11, &[8, 7, 6, 5, 4, 3, 2], |sum| [1, 0, 9, 8, 7, 6, 5, 4, 3, 2, 1][sum as usize])
        }
        "DE" => Rule::hybrid('a', 2, 10),
        "DK" => pair(form, &[2, 7, 6, 5, 4, 3, 2], to_eleven),
        "EE" => sum(form, 'a', 10, &[3, 7, 1, 3, 7, 1, 3, 7], to_ten),
        "ES" | "ZA" => sum(form, 'a', 10, &luhn(if country == "ES" { 7 } else { 9 }), to_ten),
        "FI" => pair(form, &[7, 9, 10, 5, 8, 4, 2], to_eleven),
        "FR" => {
            let siren = sum(form, 'a', 10, &[&[0, 0], &luhn(8)[..]].concat(), to_ten);
            let key = sum(form, 'b', 97, &[&[0, 0], &powers(9, 2, 97)[..]].concat(), |sum| sum);
            return vec![siren, Rule { start: 12, ..key }];
        }
        "GB" => sum(form, 'a', 97, &[8, 7, 6, 5, 4, 3, 2], |sum| 97 - sum),
        "GR" => sum(form, 'a', 11, &[3, 7, 9, 10, 5, 8, 4, 2], |sum| sum % 10),
        "HR" => Rule::hybrid('a', 2, 12),
        "HU" => sum(form, 'a', 10, &[9, 7, 3, 1, 9, 7, 3], to_ten),
        "IE" => irish(form),
        "IT" => sum(form, 'a', 10, &luhn(10), to_ten),
        "LT" => {
            // A 1 is before the check digit.
            let rule = pair("LT######aa", &[1, 2, 3, 4, 5, 6, 7], |sum| sum);
            let results = rule.results.iter().map(|pair| format!("{}1{}", &pair[..1], &pair[1..])).collect();
            Rule { start: 8, results, ..rule }
        }
        "LU" => sum(form, 'a', 89, &powers(6, 0, 89), |sum| sum),
        "LV" => pair(form, &[9, 1, 4, 8, 3, 10, 2, 5, 7, 6], |sum| (14 - sum) % 11),
        "MT" => sum(form, 'a', 37, &[3, 4, 6, 7, 8, 9], |sum| 37 - sum),
        "NL" => {
            // Of letters only B is after digits, and counts as 11.
            let rule = sum(form, 'a', 97, &powers(9, 4, 97), |sum| 98 - sum);
            Rule { start: ((2321 * powers(1, 13, 97)[0] as u32) + 11 * 100) % 97, ..rule }
        }
        "NO" => pair(form, &[3, 2, 7, 6, 5, 4, 3, 2], to_eleven),
        "PL" => pair(form, &[6, 5, 7, 2, 3, 4, 5, 6, 7], |sum| sum),
        "PT" => portuguese(form),
        "RO" => sum(form, 'a', 11, &[7, 5, 3, 2, 1, 7, 5, 3, 2], |sum| 10 * sum % 11 % 10),
        "RU" => sum(form, 'a', 11, &[2, 4, 10, 3, 5, 9, 4, 6, 8], |sum| sum % 10),
        "SE" => sum(form, 'a', 10, &luhn(9), to_ten),
        "SI" => pair(form, &[8, 7, 6, 5, 4, 3, 2], |sum| if sum == 1 { 0 } else { 11 - sum }),
        _ => pair(form, &powers(9, 1, 11), to_eleven),
    }]
}

/// Personal numbers that say nothing of their owner's birth.
fn national(country: &str) -> Option<Form> {
    let form = match country {
        "AR" => "20-99######-a",
        "AU" | "NL" => "9######aa",
        "BR" => "999.###.###-ab",
        "CA" => "9## ### ##a",
        "CH" => "756.9###.####.#a",
        "CL" => "99.###.###-a",
        "DE" => "a",
        "ES" | "PT" => "99######a",
        "GB" => "QQ ## ## ## $",
        "HR" => "999#######a",
        "IE" => "9######a",
        "IL" => "9#######a",
        "IN" => "ZZZP@%###@",
        "JP" => "9##########a",
        "RU" => "99########ab",
        "TR" => "9########ab",
        "US" => "-%#-%###",
        _ => return None,
    };
    let rule = match country {
        "AR" => return Some((form, argentine(form))),
        "AU" => pair(form, &[1, 4, 3, 7, 5, 8, 6, 9], |sum| sum),
        "BR" => {
            let last = |sum: u32| if sum < 2 { 0 } else { 11 - sum };
            let first = sum(form, 'a', 11, &[10, 9, 8, 7, 6, 5, 4, 3, 2], last);
            return Some((form, vec![first, sum(form, 'b', 11, &[11, 10, 9, 8, 7, 6, 5, 4, 3, 2], last)]));
        }
        "CA" | "IL" => sum(form, 'a', 10, &luhn(8), to_ten),
        "CH" => sum(form, 'a', 10, &[1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3], to_ten),
        "CL" => letter(form, &[3, 2, 7, 6, 5, 4, 3, 2], "0K987654321"),
        "DE" | "HR" => Rule::hybrid('a', 0, 10),
        "ES" => letter(form, &powers(8, 0, 23), "TRWAGMYFPDXBNJZSQVHLCKE"),
        "IE" => irish(form),
        "JP" => {
            let weights = [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2];
            sum(form, 'a', 11, &weights, |sum| if sum < 2 { 0 } else { 11 - sum })
        }
        "NL" => pair(form, &[9, 8, 7, 6, 5, 4, 3, 2], |sum| sum),
        "PT" => portuguese(form),
        "RU" => {
            let first = sum(form, 'a', 11, &[7, 2, 4, 10, 3, 5, 9, 4, 6, 8], |sum| sum % 10);
            let second = sum(form, 'b', 11, &[3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8], |sum| sum % 10);
            return Some((form, vec![first, second]));
        }
        "TR" => {
            let first = sum(form, 'a', 10, &[7, 9, 7, 9, 7, 9, 7, 9, 7], |sum| sum);
            return Some((form, vec![first, sum(form, 'b', 10, &[1; 10], |sum| sum)]));
        }
        _ => return Some((form, Vec::new())),
    };
    Some((form, vec![rule]))
}

fn irish(form: &'static str) -> Rule {
    letter(form, &[8, 7, 6, 5, 4, 3, 2], "WABCDEFGHIJKLMNOPQRSTUV")
}

fn portuguese(form: &'static str) -> Rule {
    sum(form, 'a', 11, &[9, 8, 7, 6, 5, 4, 3, 2], |sum| to_eleven(sum) % 10)
}

fn argentine(form: &'static str) -> Vec<Rule> {
    let last = |sum: u32| [0, 9, 9, 8, 7, 6, 5, 4, 3, 2, 1][sum as usize];
    vec![sum(form, 'a', 11, &[5, 4, 3, 2, 7, 6, 5, 4, 3, 2], last)]
}

/// All orders of five different characters.
fn arrangements(characters: &str) -> Vec<String> {
    all_of(characters).filter(|text| characters.chars().all(|c| text.contains(c))).collect()
}

/// All texts of as many of these characters as there are, of which one comes twice and one does not come.
fn with_a_double(characters: &str) -> Vec<String> {
    let lacks_one = |text: &String| characters.chars().filter(|c| !text.contains(*c)).count() == 1;
    all_of(characters).filter(lacks_one).collect()
}

/// All texts of as many of these characters as there are.
fn all_of(characters: &str) -> impl Iterator<Item = String> {
    let count = characters.len();
    let characters: Vec<char> = characters.chars().collect();
    (0..count.pow(count as u32)).map(move |number| {
        let digit = |position: usize| characters[number / count.pow(position as u32) % count];
        (0..count).map(digit).collect()
    })
}
