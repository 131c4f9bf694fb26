//! Patterns of numbers, such as `FM999,990.00`.

/// A pattern of numbers.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Pattern {
    pieces: Vec<Piece>,
    /// No spaces, and no zeros after the point that no `0` asks for.
    tight: bool,
    /// Digits before the point, and after it.
    before: usize,
    after: usize,
}

#[derive(Debug, Clone, PartialEq)]
enum Piece {
    /// A digit; whether it is written where it is a leading zero.
    Digit {
        zero: bool,
    },
    Comma,
    Point,
    /// A text as it is.
    Text(String),
}

/// The pattern, or what is wrong with it.
pub(super) fn parse(text: &str) -> Result<Pattern, String> {
    let (tight, body) = match text.get(..2).filter(|mark| mark.eq_ignore_ascii_case("FM")) {
        Some(_) => (true, &text[2..]),
        None => (false, text),
    };
    let mut pattern = Pattern { pieces: Vec::new(), tight, before: 0, after: 0 };
    let mut has_point = false;
    for sign in body.chars() {
        pattern.pieces.push(match sign {
            '9' | '0' => {
                let count = if has_point { &mut pattern.after } else { &mut pattern.before };
                *count += 1;
                Piece::Digit { zero: sign == '0' }
            }
            ',' | 'G' | 'g' if !has_point => Piece::Comma,
            '.' | 'D' | 'd' if !has_point => {
                has_point = true;
                Piece::Point
            }
            ' ' => Piece::Text(" ".into()),
            sign => {
                return Err(format!(
                    "`{sign}` is nothing in a pattern of numbers here; there are 9, 0, a point, commas before it, and FM at the beginning"
                ));
            }
        });
    }
    if pattern.before + pattern.after == 0 || pattern.before + pattern.after > 36 {
        return Err("a pattern of numbers has from 1 to 36 digits, such as 999,990.00".into());
    }
    Ok(pattern)
}

impl Pattern {
    /// Decimal places.
    pub fn places(&self) -> u32 {
        self.after as u32
    }

    /// The most bytes that a number has.
    pub fn longest(&self) -> usize {
        self.pieces.len() + 1
    }

    /// Writes a number of `scale` decimal places, no more than the pattern has.
    pub fn write(&self, value: i128, scale: u32, out: &mut String) {
        let more = self.after - (scale as usize).min(self.after);
        let digits = format!("{:0width$}", value.unsigned_abs(), width = scale as usize);
        let (whole, places) = digits.split_at(digits.len() - scale as usize);
        let whole = whole.trim_start_matches('0');
        let places = format!("{places}{}", "0".repeat(more));
        let is_too_long = whole.len() > self.before;
        // From here on digits are written, which a `0` may ask for earlier.
        let first = self.before - whole.len().min(self.before);
        let asked = self.pieces.iter().filter_map(Piece::zero).take(self.before).position(|zero| zero);
        let is_bare_zero = whole.is_empty() && self.after == 0;
        let first = asked.unwrap_or(self.before).min(first).min(if is_bare_zero {
            self.before.saturating_sub(1)
        } else {
            self.before
        });
        let last = self.last_place(&places);
        let mut written = Written {
            out: String::new(),
            pending: 0,
            sign: Some(if value < 0 { '-' } else { ' ' }),
            tight: self.tight,
        };
        let (mut digit, mut place, mut is_after) = (0, 0, false);
        let padded = format!("{:0>width$}", if is_too_long { "" } else { whole }, width = self.before);
        for piece in &self.pieces {
            match piece {
                Piece::Digit { .. } if is_after => {
                    if place < last || !self.tight {
                        written.push(if is_too_long { '#' } else { char::from(places.as_bytes()[place]) });
                    }
                    place += 1;
                }
                Piece::Digit { .. } => {
                    match is_too_long {
                        true => written.push('#'),
                        false if digit >= first => written.push(char::from(padded.as_bytes()[digit])),
                        false => written.skip(),
                    }
                    digit += 1;
                }
                Piece::Comma if digit > first || is_too_long => written.push(','),
                Piece::Comma => written.skip(),
                Piece::Point => {
                    is_after = true;
                    written.push('.');
                }
                Piece::Text(text) => text.chars().for_each(|c| written.push(c)),
            }
        }
        out.push_str(&written.done());
    }

    /// How many decimal places are written by a tight pattern.
    fn last_place(&self, places: &str) -> usize {
        let asked = self.pieces.iter().filter_map(Piece::zero).skip(self.before);
        let asked = asked.collect::<Vec<_>>().iter().rposition(|&zero| zero).map_or(0, |at| at + 1);
        asked.max(places.trim_end_matches('0').len())
    }
}

impl Piece {
    fn zero(&self) -> Option<bool> {
        match self {
            Piece::Digit { zero } => Some(*zero),
            Piece::Comma | Piece::Point | Piece::Text(_) => None,
        }
    }
}

/// What is written: the sign stands right before the first digit, after all spaces.
struct Written {
    out: String,
    pending: usize,
    sign: Option<char>,
    tight: bool,
}

impl Written {
    fn push(&mut self, c: char) {
        if let Some(sign) = self.sign.take() {
            if !self.tight {
                self.out.extend(std::iter::repeat_n(' ', self.pending));
            }
            if !(self.tight && sign == ' ') {
                self.out.push(sign);
            }
        }
        self.out.push(c);
    }

    /// A place where nothing stands.
    fn skip(&mut self) {
        self.pending += 1;
    }

    fn done(self) -> String {
        self.out
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    fn shown(pattern: &str, value: i128, scale: u32) -> String {
        let mut out = String::new();
        parse(pattern).unwrap().write(value, scale, &mut out);
        out
    }

    #[test]
    fn numbers_are_written_by_their_pattern() {
        // As PostgreSQL answers.
        for (pattern, value, scale, text) in [
            ("999", 5, 0, "   5"),
            ("999", -5, 0, "  -5"),
            ("000", 5, 0, " 005"),
            ("9,999", 1234, 0, " 1,234"),
            ("9,999", -12, 0, "   -12"),
            ("9.99", 50, 2, "  .50"),
            ("0.99", 50, 2, " 0.50"),
            ("FM9.99", 10, 2, ".1"),
            ("FM9.99", 100, 2, "1."),
            ("FM990.00", 10, 2, "0.10"),
            ("99", 100, 0, " ##"),
            ("999", 0, 0, "   0"),
            ("9.9", 0, 1, "  .0"),
            ("FM999,999,990.00", 123_456_789, 2, "1,234,567.89"),
        ] {
            assert_eq!(shown(pattern, value, scale), text, "{pattern} {value} {scale}");
        }
    }

    #[test]
    fn other_signs_are_refused() {
        assert!(
            parse("L999").is_err() && parse("999S").is_err() && parse("").is_err() && parse("9.9.9").is_err()
        );
    }
}
