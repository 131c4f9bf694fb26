//! Roman numerals.

/// The longest numeral, and how wide all are written.
pub(super) const WIDTH: usize = 15;

const NUMERALS: [(i128, &str); 13] = [
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
];

/// The numeral of a number from 1 to 3999.
pub(super) fn of(mut number: i128) -> Option<String> {
    if !(1..=3999).contains(&number) {
        return None;
    }
    let mut numeral = String::new();
    for (value, letters) in NUMERALS {
        while number >= value {
            numeral.push_str(letters);
            number -= value;
        }
    }
    Some(numeral)
}
