//! Patterns of numbers, such as `FM999,990.00`.

use super::pattern::{NumberItem, Pattern, Sign};
use super::picture::{self, Layout};
use super::roman;
use super::texts::quoted;

/// The maximum number of digits of a pattern.
const MAX_DIGITS: usize = 36;

/// The patterns that are more than one sign, in capitals or in small letters; the longest of those with one beginning is first.
const WORDS: [&str; 15] =
    ["EEEE", "FM", "MI", "PL", "PR", "RN", "SG", "SP", "TH", "S", "V", "G", "D", "L", "B"];

/// The pattern, or what is wrong with it.
pub(super) fn parse(text: &str) -> Result<Pattern, String> {
    let mut pattern = Pattern::default();
    let (mut rest, mut digits_before_sign) = (text, None);
    while let Some(first) = rest.chars().next() {
        if first == '"' {
            let (text, after) = quoted(&rest[1..]);
            pattern.items.push(NumberItem::Text(text));
            rest = after;
            continue;
        }
        let starts = |keyword: &&&str| {
            rest.get(..keyword.len())
                .is_some_and(|start| start == **keyword || start == keyword.to_lowercase())
        };
        if let Some(keyword) = WORDS.iter().find(starts) {
            let is_upper = rest.starts_with(|c: char| c.is_ascii_uppercase());
            pattern.keyword(keyword, is_upper, &mut digits_before_sign)?;
            rest = &rest[keyword.len()..];
            continue;
        }
        let escaped = rest.strip_prefix('\\').filter(|after| after.starts_with('"'));
        rest = &rest[escaped.map_or(first.len_utf8(), |_| 2)..];
        match first {
            _ if escaped.is_some() => pattern.items.push(NumberItem::Text("\"".into())),
            '9' | '0' => pattern.digit(first == '0')?,
            ',' => pattern.items.push(NumberItem::Comma),
            '.' => pattern.point()?,
            letter if letter.is_ascii_alphabetic() => return Err(unknown(letter)),
            other => pattern.items.push(NumberItem::Text(other.into())),
        }
    }
    pattern.finished(digits_before_sign)
}

fn unknown(letter: char) -> String {
    format!(
        "`{letter}` has no meaning in a pattern of numbers; there are 9, 0, a point, commas, D, G, V, S, MI, PL, SG, PR, TH, RN, EEEE and FM; \
         put text in double quotes"
    )
}

impl Pattern {
    fn digit(&mut self, zero: bool) -> Result<(), String> {
        if self.exponent {
            return Err("EEEE has to end a pattern of numbers".into());
        }
        if self.brackets {
            return Err("PR has to follow the digits of a pattern of numbers".into());
        }
        if zero && !self.has_point && self.zero_start.is_none() && self.shift.is_none() {
            self.zero_start = Some(self.before);
        }
        match self.shift.as_mut() {
            Some(shift) if !zero => *shift += 1,
            _ if self.has_point => self.after += 1,
            _ => self.before += 1,
        }
        if zero {
            self.zero_end = self.before + self.after;
        }
        self.items.push(NumberItem::Digit { zero });
        Ok(())
    }

    fn point(&mut self) -> Result<(), String> {
        if self.has_point {
            return Err("a pattern of numbers has one point".into());
        }
        if self.shift.is_some() {
            return Err("a pattern of numbers has V or a point".into());
        }
        self.has_point = true;
        self.items.push(NumberItem::Point);
        Ok(())
    }

    fn keyword(
        &mut self,
        keyword: &str,
        upper: bool,
        digits_before_sign: &mut Option<usize>,
    ) -> Result<(), String> {
        let has_sign = self.minus || self.plus || self.brackets;
        if self.sign.is_some() && matches!(keyword, "S" | "MI" | "PL" | "SG" | "PR")
            || has_sign && keyword == "S"
            || (self.minus || self.plus) && keyword == "PR"
        {
            return Err("a pattern of numbers has one of S, PR, and MI, PL or SG".into());
        }
        match keyword {
            "FM" => self.tight = true,
            "G" => self.items.push(NumberItem::Comma),
            "D" => return self.point(),
            "S" => {
                self.sign = Some(if self.has_point { Sign::After } else { Sign::Before });
                *digits_before_sign = Some(self.before);
            }
            "MI" => {
                self.minus = true;
                self.items.push(NumberItem::Minus);
            }
            "PL" => {
                self.plus = true;
                self.items.push(NumberItem::Plus);
            }
            "SG" => {
                (self.minus, self.plus) = (true, true);
                self.items.push(NumberItem::EitherSign);
            }
            "PR" => self.brackets = true,
            "TH" => self.items.push(NumberItem::Ordinal { upper }),
            "RN" => {
                self.roman = true;
                self.items.push(NumberItem::Roman { upper });
            }
            "V" if self.has_point => return Err("a pattern of numbers has V or a point".into()),
            "V" => self.shift = Some(0),
            "EEEE" if self.exponent => return Err("a pattern of numbers has one EEEE".into()),
            "EEEE" => self.exponent = true,
            "L" => {
                return Err(
                    "L is a country's sign of money; write it in double quotes, as in \"$\"999".into()
                );
            }
            keyword => return Err(format!("{keyword} is not supported in a pattern of numbers")),
        }
        Ok(())
    }

    fn finished(mut self, digits_before_sign: Option<usize>) -> Result<Pattern, String> {
        let digits = self.before + self.after + self.shift.unwrap_or(0);
        if (digits == 0 && !self.roman) || digits > MAX_DIGITS {
            return Err(format!(
                "a pattern of numbers has from 1 to {MAX_DIGITS} digits, such as 999,990.00"
            ));
        }
        let has_sign = self.minus || self.plus || self.brackets || self.sign.is_some();
        if self.exponent && (has_sign || self.tight || self.roman || self.shift.is_some()) {
            return Err("beside EEEE a pattern has only digits and a point".into());
        }
        self.before += self.shift.unwrap_or(0);
        // An S after all digits is written after them.
        if digits_before_sign == Some(self.before) && self.sign == Some(Sign::Before) {
            self.sign = Some(Sign::After);
        }
        Ok(self)
    }

    /// Decimal places that a number is rounded to, or all of them.
    pub fn places(&self) -> Option<u32> {
        match () {
            () if self.exponent => None,
            () if self.roman => Some(0),
            () => Some((self.after + self.shift.unwrap_or(0)) as u32),
        }
    }

    /// The maximum number of bytes of a number.
    pub fn longest(&self) -> usize {
        let item = |item: &NumberItem| match item {
            NumberItem::Text(text) => text.len(),
            NumberItem::Roman { .. } => roman::WIDTH,
            NumberItem::Ordinal { .. } => 2,
            _ => 1,
        };
        self.items.iter().map(item).sum::<usize>() + 8
    }

    /// Writes a number of `scale` decimal places, no more than the pattern has.
    pub fn write(&self, value: i128, scale: u32, out: &mut String) {
        if self.exponent {
            return picture::scientific(value, scale, self.after, out);
        }
        if self.roman {
            return self.write_roman(value, out);
        }
        // The digits that the number is shifted by are before the point.
        let scale = scale as usize;
        let more = self.after + self.shift.unwrap_or(0) - scale;
        let digits = format!("{:0width$}{}", value.unsigned_abs(), "0".repeat(more), width = scale + 1);
        let (integer, places) = digits.split_at(digits.len() - self.after);
        let integer =
            Some(integer.trim_start_matches('0')).filter(|integer| !integer.is_empty()).unwrap_or("0");
        let is_too_long = integer.len() > self.before;
        let number = match (is_too_long, self.after) {
            // PostgreSQL writes the point of a number that does not fit in any case.
            (true, after) => format!("{}.{}", "#".repeat(self.before), "#".repeat(after)),
            (false, 0) => integer.to_owned(),
            (false, _) => format!("{integer}.{places}"),
        };
        let spaces = self.before.saturating_sub(integer.len());
        Layout::of(self, number.as_bytes(), spaces, value < 0).write(out);
    }

    fn write_roman(&self, value: i128, out: &mut String) {
        for item in &self.items {
            match item {
                NumberItem::Text(text) => out.push_str(text),
                NumberItem::Comma if !self.tight => out.push(' '),
                NumberItem::Roman { upper } => {
                    let numeral = roman::of(value).unwrap_or_else(|| "#".repeat(roman::WIDTH));
                    let numeral = if *upper { numeral } else { numeral.to_lowercase() };
                    let width = if self.tight { 0 } else { roman::WIDTH };
                    out.push_str(&format!("{numeral:>width$}"));
                }
                _ => {}
            }
        }
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
            ("99.", 5, 0, "  5"),
            ("FM0.9999", 10, 0, "#.####"),
            ("FM.99", 12, 0, ".##"),
            (".99", 5, 1, " .##"),
            ("999PR", -5, 0, "  <5>"),
            ("99V9", 12, 0, " 120"),
            ("RN", 1999, 0, "        MCMXCIX"),
            ("9.99EEEE", -12_345, 0, "-1.23e+04"),
            ("9.9EEEE", 99_999, 0, " 10.0e+04"),
        ] {
            assert_eq!(shown(pattern, value, scale), text, "{pattern} {value} {scale}");
        }
    }

    #[test]
    fn other_signs_are_refused() {
        for pattern in ["L999", "", "9.9.9", "99x", "S9MI", "9V9.9", "FM9EEEE", "9EEEE9", "B9"] {
            assert!(parse(pattern).is_err(), "{pattern}");
        }
    }
}
