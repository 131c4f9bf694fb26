//! Check digits, against naive twins and the examples of the standards.

use super::values;

/// Luhn's formula as it is taught: double every second digit from the right, add the digits of all.
fn luhn_holds(number: &str) -> bool {
    let digits = number.bytes().rev().map(|c| u32::from(c - b'0')).enumerate();
    digits
        .map(|(i, digit)| if i % 2 == 1 { (2 * digit).to_string() } else { digit.to_string() })
        .flat_map(String::into_bytes)
        .map(|c| u32::from(c - b'0'))
        .sum::<u32>()
        .is_multiple_of(10)
}

/// The sum of GS1: 1 and 3 in turn from the right.
fn gs1_holds(number: &str) -> bool {
    let digits = number.bytes().rev().map(|c| u32::from(c - b'0'));
    digits
        .zip([1, 3].into_iter().cycle())
        .map(|(digit, weight)| digit * weight)
        .sum::<u32>()
        .is_multiple_of(10)
}

/// ISO 13616: the first four characters to the end, letters to numbers, and the complete number modulo 97 is 1.
fn iban_holds(iban: &str) -> bool {
    let moved = format!("{}{}", &iban[4..], &iban[..4]);
    let digits: String = moved.chars().map(|c| c.to_digit(36).unwrap().to_string()).collect();
    digits.bytes().fold(0, |rest, c| (rest * 10 + u32::from(c - b'0')) % 97) == 1
}

/// The twins themselves, by examples that others published.
#[test]
fn the_twins_know_right_numbers_from_wrong_ones() {
    // ISO/IEC 7812-1's usual example, and test numbers of payment providers.
    for number in ["79927398713", "4111111111111111", "378282246310005", "30569309025904"] {
        assert!(luhn_holds(number), "{number}");
    }
    assert!(!luhn_holds("79927398710") && !luhn_holds("4111111111111112"));
    // ISBN Users' Manual, GS1 General Specifications.
    for number in ["9780306406157", "4006381333931", "73513537"] {
        assert!(gs1_holds(number), "{number}");
    }
    assert!(!gs1_holds("9780306406158"));
    // The registry of IBANs.
    for iban in [
        "GB29NWBK60161331926819",
        "DE89370400440532013000",
        "FR1420041010050500013M02606",
        "MT84MALT011000012345MTLCAST001S",
    ] {
        assert!(iban_holds(iban), "{iban}");
    }
    assert!(!iban_holds("GB29NWBK60161331926818"));
}

fn all_digits(text: &str) -> bool {
    text.bytes().all(|c| c.is_ascii_digit())
}

#[test]
fn cards_hold_and_lie_in_the_ranges_of_tests() {
    for (spec, lengths, starts) in [
        ("credit.card", 16, &["4", "51", "55", "22", "60", "35", "62"][..]),
        ("credit.card:visa", 16, &["400000", "411111", "424242"]),
        ("credit.card:amex", 15, &["371449", "378282"]),
        ("credit.card:diners", 14, &["305693"]),
        ("credit.card:jcb", 16, &["353011", "356600"]),
    ] {
        for unique in ["", "@unique"] {
            for card in values(&format!("{spec}{unique}"), 1, 0..2000) {
                assert!(card.len() == lengths && all_digits(&card) && luhn_holds(&card), "{spec}: {card}");
                assert!(starts.iter().any(|start| card.starts_with(start)), "{spec}: {card}");
            }
        }
    }
}

#[test]
fn articles_and_books_hold() {
    for (spec, len, start) in [("ean", 13, "2"), ("ean:13", 13, "2"), ("ean:8", 8, "2"), ("isbn", 13, "978")]
    {
        for number in values(spec, 1, 0..2000) {
            let formed = number.len() == len && all_digits(&number) && number.starts_with(start);
            assert!(formed && gs1_holds(&number), "{spec}: {number}");
        }
    }
    // Every last digit comes.
    let mut last: Vec<u8> = values("isbn", 1, 0..2000).iter().map(|isbn| isbn.as_bytes()[12]).collect();
    last.sort_unstable();
    last.dedup();
    assert_eq!(last, b"0123456789");
}

#[test]
fn ibans_are_of_the_country_of_their_locale() {
    for (spec, country) in [("iban", "GB"), ("iban@locale=de_DE", "DE"), ("iban@locale=cy_GB", "GB")] {
        assert!(
            values(spec, 1, 0..20).iter().all(|iban| iban.starts_with(country) && iban_holds(iban)),
            "{spec}"
        );
    }
}

#[test]
fn ibans_of_every_country_hold() {
    for line in include_str!("../../../words/iban.tsv").lines() {
        let (country, form) = line.split_once('\t').unwrap();
        let lens = form.split(['a', 'c', 'n']).filter_map(|len| len.parse::<usize>().ok());
        let len = 4 + lens.sum::<usize>();
        for iban in values(&format!("iban:{country}"), 1, 0..200) {
            assert!(iban.len() == len && iban.starts_with(country) && iban_holds(&iban), "{country}: {iban}");
            let check: u32 = iban[2..4].parse().unwrap();
            assert!((2..=98).contains(&check), "{iban}");
        }
    }
}

#[test]
fn ibans_have_the_form_of_their_country() {
    let is = |spec: &str, form: &dyn Fn(&str) -> bool| {
        for iban in values(spec, 1, 0..500) {
            assert!(form(&iban), "{spec}: {iban}");
        }
    };
    let letters = |text: &str| text.bytes().all(|c| c.is_ascii_uppercase());
    is("iban:DE", &|iban| iban.len() == 22 && all_digits(&iban[2..]));
    is("iban:gb", &|iban| iban.len() == 22 && letters(&iban[4..8]) && all_digits(&iban[8..]));
    is("iban:MT", &|iban| iban.len() == 31 && letters(&iban[4..8]) && all_digits(&iban[8..]));
    is("iban:MU", &|iban| letters(&iban[4..8]) && all_digits(&iban[8..27]) && letters(&iban[27..]));
    is("iban", &|iban| iban.starts_with("GB"));
}
