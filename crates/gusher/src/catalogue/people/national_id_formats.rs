//! Personal numbers that tell when someone was born, and mostly of which gender: the form of each country. Where a form has a
//! place or a range that nobody has, the numbers are of that.

use crate::generators::Gender::{self, Female, Male};

/// The years of birth that all forms tell apart.
pub(super) const YEARS: std::ops::RangeInclusive<i32> = 1900..=2036;

/// The numbers of a country.
#[derive(Debug)]
pub(super) struct BirthForm {
    pub country: &'static str,
    /// `C` is the century, `Y` the year in it, `M` the month, `D` the day, each two digits; `y` three digits of the year, `N` a
    /// digit of the days since 1899-12-31, `S` a digit of the serial number, `G` the mark of [`Marks`], `L` and `F` three letters
    /// of the last and the first name, `m` the month's letter, `c` a check character. All others are literal.
    pub form: &'static str,
    pub marks: fn(i32, Gender) -> Marks,
    /// The check characters; none where the serial number has none, and the next one is taken.
    pub check: fn(&Number<'_>) -> Option<[u8; 2]>,
}

/// How a year of birth and a gender change a number.
#[derive(Debug)]
pub(super) struct Marks {
    /// The offsets of the month and of the day.
    pub month: u32,
    pub day: u32,
    pub mark: u8,
    /// The serial numbers: the first, how far the next one is, how many there are.
    pub first: u32,
    pub step: u32,
    pub count: u32,
    /// Whether there is a check character.
    pub is_checked: bool,
}

/// A number without its check characters.
#[derive(Debug)]
pub(super) struct Number<'a> {
    /// The values of its digits and letters, which are 10 and more.
    pub values: &'a [u32],
    pub year: i32,
}

impl Number<'_> {
    /// The sum of the values, each by its weight.
    fn sum(&self, weights: &[u32]) -> u32 {
        self.values.iter().zip(weights).map(|(value, weight)| value * weight).sum()
    }

    /// The remainder of the number with these digits before it.
    fn rest(&self, before: u64, modulus: u64) -> u32 {
        self.values.iter().fold(before, |rest, digit| (rest * 10 + u64::from(*digit)) % modulus) as u32
    }

    /// The difference to the next multiple of ten by Luhn's formula, from this index on.
    fn luhn(&self, from: usize) -> Option<[u8; 2]> {
        let double =
            |(at, digit): (usize, &u32)| if at % 2 == 0 { 2 * digit / 10 + 2 * digit % 10 } else { *digit };
        let sum: u32 = self.values[from..].iter().rev().enumerate().map(double).sum();
        one((10 - sum % 10) % 10)
    }
}

/// A check digit, if it is one.
fn one(value: u32) -> Option<[u8; 2]> {
    (value < 10).then_some([b'0' + value as u8, 0])
}

fn two(value: u32) -> Option<[u8; 2]> {
    Some([b'0' + (value / 10) as u8, b'0' + (value % 10) as u8])
}

/// A check character of these.
fn letter(letters: &[u8], value: u32) -> Option<[u8; 2]> {
    Some([letters[value as usize], 0])
}

/// The digit that makes a sum by eleven right.
fn to_eleven(sum: u32) -> u32 {
    (11 - sum % 11) % 11
}

/// `count` serial numbers from `first` on, whatever the gender.
fn any(first: u32, count: u32) -> Marks {
    Marks { month: 0, day: 0, mark: b'0', first, step: 1, count, is_checked: true }
}

/// `count` serial numbers from the even number `first` on: odd ones for men, even ones for women.
fn odd_for_men(gender: Gender, first: u32, count: u32) -> Marks {
    Marks { step: 2, ..any(first + u32::from(gender == Male), count) }
}

/// The mark of men of the 20th century, one more for women, and `later` more for both from 2000 on.
fn mark(year: i32, gender: Gender, men: u8, later: u8) -> u8 {
    men + u8::from(gender == Female) + if year >= 2000 { later } else { 0 }
}

/// The former Yugoslavia's: no republic had the region 60.
const fn yugoslav(country: &'static str) -> BirthForm {
    BirthForm {
        country,
        form: "DMy60SSSc",
        marks: |_, gender| any(if gender == Female { 900 } else { 400 }, 100),
        check: |number| one(to_eleven(number.sum(&[7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]))),
    }
}

/// The former Czechoslovakia's: women have 50 added to their months; there is a check digit since 1954, so that the complete number is
/// a multiple of eleven.
const fn czechoslovak(country: &'static str) -> BirthForm {
    BirthForm {
        country,
        form: "YMD/SSSc",
        marks: |year, gender| Marks {
            month: if gender == Female { 50 } else { 0 },
            is_checked: year >= 1954,
            ..any(900, 100)
        },
        check: |number| one(number.rest(0, 11)),
    }
}

#[rustfmt::skip]
static FORMS: &[BirthForm] = &[
    BirthForm {
        country: "AT",
        form: "SSSc DMY",
        marks: |_, _| any(900, 100),
        check: |number| one(number.sum(&[3, 7, 9, 5, 8, 4, 2, 1, 6]) % 11),
    },
    BirthForm {
        country: "BE",
        form: "Y.M.D-SSS.cc",
        marks: |_, gender| odd_for_men(gender, 980, 10),
        // From 2000 on a 2 is thought before the number.
        check: |number| two(97 - number.rest(if number.year >= 2000 { 2 } else { 0 }, 97)),
    },
    BirthForm {
        country: "BG",
        form: "YMDSSSc",
        // Even ones are for men; from 926 on they are of no region.
        marks: |year, gender| Marks {
            month: if year >= 2000 { 40 } else { 0 },
            step: 2,
            ..any(if gender == Female { 927 } else { 926 }, 37)
        },
        check: |number| one(number.sum(&[2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11 % 10),
    },
    // Nobody has the code of an entire province.
    BirthForm {
        country: "CN",
        form: "110000CYMDSSSc",
        marks: |_, gender| odd_for_men(gender, 900, 50),
        check: |number| {
            let sum = number.sum(&[7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]);
            letter(b"10X98765432", sum % 11)
        },
    },
    czechoslovak("CZ"),
    // The last digit, which is odd for men, is the check digit too.
    BirthForm {
        country: "DK",
        form: "DMY-SSSS",
        marks: |year, gender| odd_for_men(gender, if year < 1937 { 3000 } else { 9000 }, 500),
        check: |number| (number.sum(&[4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 == 0).then_some([0, 0]),
    },
    BirthForm {
        country: "EE",
        form: "GYMDSSSc",
        marks: |year, gender| Marks { mark: mark(year, gender, b'3', 2), ..any(900, 100) },
        check: |number| one(match number.sum(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11 {
            10 => number.sum(&[3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11 % 10,
            rest => rest,
        }),
    },
    // From 900 on they are for tests.
    BirthForm {
        country: "FI",
        form: "DMYGSSSc",
        marks: |year, gender| Marks {
            mark: if year < 2000 { b'-' } else { b'A' },
            ..odd_for_men(gender, 900, 50)
        },
        check: |number| {
            let digits = number.values.iter().filter(|value| **value < 10);
            let rest = digits.fold(0, |number, digit| (number * 10 + digit) % 31);
            letter(b"0123456789ABCDEFHJKLMNPRSTUVWXY", rest)
        },
    },
    // No country has the number 999, which is where a commune would be.
    BirthForm {
        country: "FR",
        form: "G Y M 99 999 SSS cc",
        marks: |_, gender| Marks { mark: mark(1900, gender, b'1', 0), ..any(900, 100) },
        check: |number| two(97 - number.rest(0, 97)),
    },
    BirthForm {
        country: "GR",
        form: "DMYSSSSc",
        marks: |_, gender| odd_for_men(gender, 9000, 500),
        check: |number| number.luhn(0),
    },
    BirthForm {
        country: "IS",
        form: "DMY-SScG",
        marks: |year, _| Marks { mark: if year < 2000 { b'9' } else { b'0' }, ..any(80, 20) },
        check: |number| one(to_eleven(number.sum(&[3, 2, 7, 6, 5, 4, 3, 2]))),
    },
    // No country has the code Z999, which is where a commune would be.
    BirthForm {
        country: "IT",
        form: "LFYmDZ999c",
        marks: |_, gender| Marks { day: if gender == Female { 40 } else { 0 }, ..any(0, 1) },
        check: italian,
    },
    // No place has a code above 95.
    BirthForm {
        country: "KR",
        form: "YMD-G96SSSc",
        marks: |year, gender| Marks { mark: mark(year, gender, b'1', 2), ..any(0, 1000) },
        check: |number| one((11 - number.sum(&[2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]) % 11) % 10),
    },
    BirthForm {
        country: "LV",
        form: "DMY-GSSSc",
        marks: |year, _| Marks { mark: if year < 2000 { b'1' } else { b'2' }, ..any(900, 100) },
        check: |number| one((1 + number.sum(&[10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11),
    },
    yugoslav("MK"),
    // With 40 added to the month they are no citizen's, but of tests and of hospitals.
    BirthForm {
        country: "NO",
        form: "DMYSSScc",
        marks: |year, gender| {
            Marks { month: 40, ..odd_for_men(gender, if year < 1940 { 400 } else { 900 }, 50) }
        },
        check: |number| {
            let first = to_eleven(number.sum(&[3, 7, 6, 1, 8, 9, 4, 5, 2]));
            let second = to_eleven(number.sum(&[5, 4, 3, 2, 7, 6, 5, 4, 3]) + 2 * first);
            one(first).and(one(second))?;
            two(first * 10 + second)
        },
    },
    BirthForm {
        country: "PL",
        form: "YMDSSSSc",
        marks: |year, gender| {
            Marks { month: if year >= 2000 { 20 } else { 0 }, ..odd_for_men(gender, 9000, 500) }
        },
        check: |number| one((10 - number.sum(&[1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) % 10) % 10),
    },
    // No county has the code 83.
    BirthForm {
        country: "RO",
        form: "GYMD83SSSc",
        marks: |year, gender| Marks { mark: mark(year, gender, b'1', 4), ..any(900, 100) },
        check: |number| one(match number.sum(&[2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11 {
            10 => 1,
            rest => rest,
        }),
    },
    yugoslav("RS"),
    BirthForm {
        country: "SE",
        form: "CYMD-SSSc",
        marks: |_, gender| odd_for_men(gender, 980, 10),
        check: |number| number.luhn(2),
    },
    yugoslav("SI"),
    czechoslovak("SK"),
    BirthForm {
        country: "UA",
        form: "NNNNNSSSSc",
        marks: |_, gender| odd_for_men(gender, 9000, 500),
        check: |number| one(number.sum(&[10, 5, 7, 9, 4, 6, 10, 5, 7]) % 11 % 10),
    },
    BirthForm {
        country: "ZA",
        form: "YMDSSSS08c",
        marks: |_, gender| any(if gender == Female { 4900 } else { 9900 }, 100),
        check: |number| number.luhn(0),
    },
];

/// The numbers of a country, if they tell a birthday.
pub(super) fn birth_form(country: &str) -> Option<&'static BirthForm> {
    FORMS.iter().find(|form| form.country == country)
}

/// The letters of the months in Italy.
pub(super) const MONTHS: &[u8; 12] = b"ABCDEHLMPRST";

/// The sum of the characters' values, which differ by position (decree of 23 December 1976).
fn italian(number: &Number<'_>) -> Option<[u8; 2]> {
    const ODD: [u32; 26] =
        [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];
    let value = |value: u32| if value < 10 { value } else { value - 10 };
    let of = |(at, &it): (usize, &u32)| if at % 2 == 0 { ODD[value(it) as usize] } else { value(it) };
    let sum: u32 = number.values.iter().enumerate().map(of).sum();
    Some([b'A' + (sum % 26) as u8, 0])
}
