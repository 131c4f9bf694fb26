//! Rules of check digits: sums over the characters of a number.

/// Check digits: a sum over the characters of a number, each by its weight, and the characters for each remainder of it.
#[derive(Debug, Clone)]
pub(in crate::catalogue) struct Rule {
    /// The letter that marks its position in the form.
    pub mark: char,
    /// The modulus of the sum, at most 256.
    pub modulus: u32,
    /// The constant added to the sum.
    pub start: u32,
    /// How much each character of the form counts, from the first: a digit is its value, a letter its position in the alphabet
    /// and nine. [`DOUBLED`] is Luhn's weight, [`ODD`] that of odd positions in Italy. Characters without one do not count.
    pub weights: Vec<i32>,
    /// The characters that make the sum right, for each remainder.
    pub results: Vec<String>,
    /// What replaces the sum: the remainder after each digit that counts, from the one before it.
    pub step: Option<fn(u32, u32) -> u32>,
}

/// Twice the digit, and of that the sum of the digits: Luhn's formula (ISO/IEC 7812-1, annex B).
pub(in crate::catalogue) const DOUBLED: i32 = -2;
/// The values of digits in odd positions, by Italy's tax office.
pub(in crate::catalogue) const ODD: i32 = -3;

impl Rule {
    /// One whose result is a number of as many digits as there are marks, and which there is for each remainder.
    pub fn new(mark: char, modulus: u32, weights: &[i32], width: usize, result: impl Fn(u32) -> u32) -> Rule {
        let results = (0..modulus).map(|remainder| format!("{:0width$}", result(remainder)));
        Rule { mark, modulus, start: 0, weights: weights.to_vec(), results: results.collect(), step: None }
    }

    /// One with two marks, for remainders that no digit makes right: the first digit, which has a weight too, is 0, or the
    /// least that lets the second make the sum right.
    pub fn pair(mark: char, modulus: u32, weights: &[i32], weight: u32, result: impl Fn(u32) -> u32) -> Rule {
        let pair = |remainder: u32| {
            let both = (0..10).map(|first| (first, result((remainder + first * weight) % modulus)));
            let right = both.into_iter().find(|(_, second)| *second < 10);
            let (first, second) = right.expect("one of ten digits leaves a remainder that can be made right");
            format!("{first}{second}")
        };
        let results = (0..modulus).map(pair).collect();
        Rule { mark, modulus, start: 0, weights: weights.to_vec(), results, step: None }
    }

    /// ISO/IEC 7064, MOD 11,10: each digit from the position `first` on is added to the remainder by 10, which doubled gives the one by 11.
    pub fn hybrid(mark: char, first: usize, end: usize) -> Rule {
        let weights: Vec<i32> = (0..end).map(|position| i32::from(position >= first)).collect();
        let step = |state: u32, digit: u32| {
            let sum = (state + digit) % 10;
            2 * if sum == 0 { 10 } else { sum } % 11
        };
        let rule = Rule::new(mark, 11, &weights, 1, |state| (11 - state) % 10);
        Rule { start: 10, step: Some(step), ..rule }
    }

    /// The summand of a character at this position.
    fn value(&self, c: char, position: usize) -> u32 {
        let digit = c.to_digit(36).unwrap_or(0);
        match self.weights.get(position).copied().unwrap_or(0) {
            DOUBLED => 2 * digit / 10 + 2 * digit % 10,
            ODD => [1, 0, 5, 7, 9, 13, 15, 17, 19, 21][digit as usize % 10],
            weight => digit * weight.rem_euclid(self.modulus as i32) as u32,
        }
    }

    /// The remainder after a text whose first character is at this position, from the one before it.
    pub fn walk(&self, step: fn(u32, u32) -> u32, state: u32, text: &str, first: usize) -> u32 {
        let counts = |position: &usize| self.weights.get(*position).is_some_and(|&weight| weight != 0);
        let digits = text.chars().zip(first..).filter(|(_, position)| counts(position));
        digits.fold(state, |state, (c, _)| step(state, c.to_digit(10).unwrap_or(0)))
    }

    /// The summand of a text whose first character is at this position.
    pub fn sum(&self, text: &str, first: usize) -> u32 {
        let sum: u32 = text.chars().zip(first..).map(|(c, position)| self.value(c, position)).sum();
        sum % self.modulus
    }
}

/// Every other digit from the one before the last counts three times, and the last one makes the sum divisible by ten.
pub(super) fn by_threes(digits: usize) -> Rule {
    let weights: Vec<i32> =
        (1..digits).map(|position| if (digits - position) % 2 == 1 { 3 } else { 1 }).collect();
    Rule::new('a', 10, &weights, 1, |sum| (10 - sum) % 10)
}

/// Luhn's weights of numbers of the given number of digits, the last of which makes the sum divisible by ten.
pub(super) fn luhn(mark: char, before: usize, digits: usize) -> Rule {
    let own = (1..digits).map(|position| if (digits - position) % 2 == 1 { DOUBLED } else { 1 });
    let weights: Vec<i32> = std::iter::repeat_n(0, before).chain(own).collect();
    Rule::new(mark, 10, &weights, 1, |sum| (10 - sum) % 10)
}
