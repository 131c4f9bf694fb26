//! The pattern that all texts of a column have: runs of digits and letters, and what is between them.

/// The most parts of a pattern.
const MAX_PARTS: usize = 16;
/// Runs longer than this are no code.
const MAX_RUN: u16 = 40;
/// After as many texts it is looked whether they have a pattern.
const LOOKED: u32 = 100;

/// The pattern of the texts so far.
#[derive(Debug, Default)]
pub struct Pattern {
    parts: Vec<Part>,
    count: u32,
    is_lost: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    what: What,
    least: u16,
    most: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Digits,
    Hex,
    Upper,
    Lower,
    Letters,
    UpperDigits,
    Alphanumeric,
    /// This sign, once.
    Sign(u8),
}

impl Pattern {
    /// Adds a text.
    pub fn add(&mut self, text: &[u8]) {
        if self.is_lost {
            return;
        }
        let Some((parts, len)) = split(text) else {
            self.is_lost = true;
            return;
        };
        let parts = &parts[..len];
        self.count += 1;
        if self.count == 1 {
            self.parts = parts.to_vec();
            return;
        }
        let is_same = self.parts.len() == parts.len()
            && self.parts.iter_mut().zip(parts).all(|(known, part)| known.widen(*part));
        self.is_lost = !is_same && !self.merge(parts);
        // What is no code now will be none with more texts.
        if self.count == LOOKED && self.regex().is_none() {
            self.is_lost = true;
        }
    }

    /// Where letters and digits change places, a run of both is what texts have.
    fn merge(&mut self, parts: &[Part]) -> bool {
        let (mut known, mut new) = (joined(&self.parts), joined(parts));
        let is_same =
            known.len() == new.len() && known.iter_mut().zip(&mut new).all(|(known, new)| known.widen(*new));
        self.parts = known;
        is_same
    }

    /// As a regular expression; none of texts that have no common one, and of plain words.
    pub fn regex(&self) -> Option<String> {
        let has_code = self
            .parts
            .iter()
            .any(|part| !matches!(part.what, What::Lower | What::Letters | What::Sign(b' ')));
        let is_bounded = self.parts.iter().all(|part| part.most <= part.least.saturating_mul(2).max(4));
        if self.is_lost || self.count == 0 || !has_code || !is_bounded {
            return None;
        }
        Some(self.parts.iter().map(Part::regex).collect())
    }
}

impl Part {
    /// Whether both are of one kind, which this then is.
    fn widen(&mut self, other: Part) -> bool {
        use What::{Alphanumeric, Digits, Hex, Letters, Lower, Sign, Upper, UpperDigits};
        let what = match (self.what, other.what) {
            (one, same) if one == same => one,
            (Sign(_), _) | (_, Sign(_)) => return false,
            (Digits | Upper | UpperDigits, Digits | Upper | UpperDigits) => UpperDigits,
            (Upper | Lower | Letters, Upper | Lower | Letters) => Letters,
            (Hex | Digits, Hex | Digits) => Hex,
            _ => Alphanumeric,
        };
        (self.what, self.least, self.most) = (what, self.least.min(other.least), self.most.max(other.most));
        true
    }

    fn regex(&self) -> String {
        let class = match self.what {
            What::Digits => "[0-9]",
            What::Hex => "[0-9a-f]",
            What::Upper => "[A-Z]",
            What::Lower => "[a-z]",
            What::Letters => "[A-Za-z]",
            What::UpperDigits => "[0-9A-Z]",
            What::Alphanumeric => "[0-9A-Za-z]",
            What::Sign(sign) => {
                let sign = char::from(sign);
                return if sign.is_ascii_punctuation()
                    && !matches!(
                        sign,
                        '-' | '_'
                            | ':'
                            | '/'
                            | ' '
                            | '@'
                            | '#'
                            | '%'
                            | '='
                            | ','
                            | ';'
                            | '!'
                            | '<'
                            | '>'
                            | '&'
                            | '~'
                            | '"'
                            | '\''
                            | '`'
                    ) {
                    format!("\\{sign}")
                } else {
                    sign.to_string()
                };
            }
        };
        match (self.least, self.most) {
            (1, 1) => class.to_owned(),
            (least, most) if least == most => format!("{class}{{{least}}}"),
            (least, most) => format!("{class}{{{least},{most}}}"),
        }
    }
}

/// The parts of a text; none where it has other characters than those of ASCII, or too many parts.
fn split(text: &[u8]) -> Option<([Part; MAX_PARTS], usize)> {
    let mut parts = [Part { what: What::Sign(0), least: 0, most: 0 }; MAX_PARTS];
    let mut len = 0;
    for &byte in text {
        let what = match byte {
            b'0'..=b'9' => What::Digits,
            b'A'..=b'Z' => What::Upper,
            b'a'..=b'z' => What::Lower,
            b' '..=b'~' => What::Sign(byte),
            _ => return None,
        };
        let goes_on = len > 0 && parts[len - 1].what == what && !matches!(what, What::Sign(_));
        if goes_on {
            let part = &mut parts[len - 1];
            part.least += 1;
            part.most += 1;
            if part.most > MAX_RUN {
                return None;
            }
        } else {
            *parts.get_mut(len)? = Part { what, least: 1, most: 1 };
            len += 1;
        }
    }
    Some((parts, len))
}

/// The parts with neighbouring runs of letters and digits as one.
fn joined(parts: &[Part]) -> Vec<Part> {
    let mut all: Vec<Part> = Vec::new();
    for part in parts {
        match all.last_mut() {
            Some(last) if !matches!(last.what, What::Sign(_)) && !matches!(part.what, What::Sign(_)) => {
                let (least, most) = (last.least + part.least, last.most + part.most);
                last.widen(*part);
                (last.least, last.most) = (least, most);
            }
            _ => all.push(*part),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(texts: &[&str]) -> Option<String> {
        let mut pattern = Pattern::default();
        texts.iter().for_each(|text| pattern.add(text.as_bytes()));
        pattern.regex()
    }

    #[test]
    fn codes_have_patterns_and_words_have_none() {
        assert_eq!(of(&["ABC-1234", "XYZ-0001"]).as_deref(), Some("[A-Z]{3}-[0-9]{4}"));
        assert_eq!(of(&["AB-1", "A-12"]).as_deref(), Some("[A-Z]{1,2}-[0-9]{1,2}"));
        assert_eq!(of(&["A1B2", "12AB", "ABCD"]).as_deref(), Some("[0-9A-Z]{4}"));
        assert_eq!(of(&["(555) 123", "(554) 999"]).as_deref(), Some("\\([0-9]{3}\\) [0-9]{3}"));
        assert_eq!(of(&["red", "green"]), None);
        assert_eq!(of(&["one two", "three four five"]), None);
        assert_eq!(of(&["Müller"]), None);
    }
}
