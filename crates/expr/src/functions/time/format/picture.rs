//! How a number is laid out by a pattern, sign by sign.

use super::pattern::{NumberItem, Pattern, Sign};
use super::texts::ordinal;

/// A number as one digit, a point, `places` digits, and the power of ten; half a unit is rounded away from zero.
pub(super) fn scientific(value: i128, scale: u32, places: usize, out: &mut String) {
    let digits = value.unsigned_abs().to_string();
    let power = if value == 0 { 0 } else { digits.len() as i32 - 1 - scale as i32 };
    let mut kept: Vec<u8> = digits.bytes().chain(std::iter::repeat(b'0')).take(places + 1).collect();
    if digits.as_bytes().get(places + 1).is_some_and(|digit| *digit >= b'5') {
        let last = kept.iter().rposition(|digit| *digit != b'9');
        let from = last.map_or(0, |last| last + 1);
        kept[from..].fill(b'0');
        match last {
            Some(last) => kept[last] += 1,
            // PostgreSQL writes 10 before the point then.
            None => kept.splice(..1, *b"10").for_each(drop),
        }
    }
    out.push(if value < 0 { '-' } else { ' ' });
    let (integer, rest) = kept.split_at(kept.len() - places);
    out.extend(integer.iter().map(|digit| char::from(*digit)));
    if places > 0 {
        out.push('.');
        out.extend(rest.iter().map(|digit| char::from(*digit)));
    }
    let sign = if power < 0 { '-' } else { '+' };
    out.push_str(&format!("e{sign}{:02}", power.abs()));
}

/// A number on its way through the items of a pattern.
pub(super) struct Layout<'p> {
    pattern: &'p Pattern,
    /// Its digits, and its point.
    number: &'p [u8],
    /// The next of these.
    at: usize,
    /// Digits of the pattern before the first one of the number, and the next one of the pattern.
    spaces: usize,
    slot: usize,
    is_negative: bool,
    /// Whether the sign is written, or has a item of its own.
    sign_is_done: bool,
    brackets: bool,
    /// The last digit that a tight pattern writes, or the point.
    last: Option<usize>,
    /// The slots that there are.
    slots: usize,
    /// Whether a digit was the last that was written.
    in_number: bool,
}

impl<'p> Layout<'p> {
    pub fn of(pattern: &'p Pattern, number: &'p [u8], spaces: usize, is_negative: bool) -> Layout<'p> {
        let is_silent = !is_negative && pattern.tight && pattern.sign.is_none();
        let sign_is_done = match (pattern.minus, pattern.plus) {
            (true, _) => true,
            (false, true) => false,
            (false, false) => is_silent,
        };
        let mut layout = Layout {
            pattern,
            number,
            at: 0,
            spaces,
            slot: 0,
            is_negative,
            sign_is_done,
            brackets: pattern.brackets && (is_negative || !pattern.tight),
            last: None,
            slots: (pattern.before + pattern.after).saturating_sub(1),
            in_number: false,
        };
        if pattern.tight && pattern.has_point {
            layout.last = layout.last_relevant();
        }
        layout.slots += usize::from(!sign_is_done && spaces == 0);
        layout
    }

    /// The last decimal place that is not 0, or that a `0` asks for.
    fn last_relevant(&self) -> Option<usize> {
        let point = self.number.iter().position(|sign| *sign == b'.')?;
        let nonzero =
            (point + 1..self.number.len()).rev().find(|&at| self.number[at] != b'0').unwrap_or(point);
        let asked = self.pattern.zero_end.saturating_sub(self.spaces).min(self.number.len() - 1);
        Some(if self.pattern.zero_end > self.spaces { nonzero.max(asked) } else { nonzero })
    }

    fn ends_with_point(&self) -> bool {
        self.last.is_some_and(|last| self.number[last] == b'.')
    }

    /// Whether the number is at the 0 before its point, which no `0` asks for.
    fn is_at_bare_zero(&self) -> bool {
        self.pattern.zero_start.is_none()
            && self.at == 0
            && self.number.first() == Some(&b'0')
            && self.pattern.after != 0
    }

    pub fn write(mut self, out: &mut String) {
        for item in &self.pattern.items {
            let is_tight = self.pattern.tight;
            match item {
                NumberItem::Digit { zero } => {
                    if !self.slot(*zero, out) {
                        return;
                    }
                }
                NumberItem::Point => {
                    if !self.slot(false, out) {
                        return;
                    }
                }
                NumberItem::Comma if self.in_number => out.push(','),
                NumberItem::Minus if self.is_negative => out.push('-'),
                NumberItem::Plus if !self.is_negative => out.push('+'),
                NumberItem::Comma | NumberItem::Minus | NumberItem::Plus if !is_tight => out.push(' '),
                NumberItem::EitherSign => out.push(if self.is_negative { '-' } else { '+' }),
                NumberItem::Ordinal { upper } => self.ordinal(*upper, out),
                NumberItem::Text(text) => out.push_str(text),
                NumberItem::Comma | NumberItem::Minus | NumberItem::Plus | NumberItem::Roman { .. } => {}
            }
        }
    }

    fn ordinal(&self, upper: bool, out: &mut String) {
        if self.number.first() == Some(&b'#') || self.is_negative || self.pattern.has_point {
            return;
        }
        let number = str::from_utf8(self.number).ok().and_then(|digits| digits.parse().ok()).unwrap_or(0);
        let ending = ordinal(number);
        out.push_str(&if upper { ending.to_uppercase() } else { ending.to_owned() });
    }

    /// A digit or the point; false where the number is over, which ends the text.
    fn slot(&mut self, zero: bool, out: &mut String) -> bool {
        self.in_number = false;
        self.sign_before(out);
        let is_asked = self.pattern.zero_start.is_some_and(|start| start <= self.slot);
        if self.slot < self.spaces {
            if is_asked {
                out.push('0');
                self.in_number = true;
            } else if !self.pattern.tight {
                out.push(' ');
            }
        } else {
            match self.number.get(self.at) {
                // PostgreSQL ends the text here.
                None => return false,
                Some(b'.') => out.push('.'),
                Some(_) if !zero && self.last.is_some_and(|last| self.at > last) => {}
                Some(_) if self.is_at_bare_zero() => {
                    if !self.pattern.tight {
                        out.push(' ');
                    } else if self.ends_with_point() {
                        out.push('0');
                    }
                }
                Some(digit) => {
                    out.push(char::from(*digit));
                    self.in_number = true;
                }
            }
            self.at += 1;
        }
        let mut end = self.slots + usize::from(self.spaces > 0) + usize::from(self.pattern.has_point);
        if self.last == Some(self.at) {
            end = self.slot;
        }
        if self.slot + 1 == end {
            self.sign_after(out);
        }
        self.slot += 1;
        true
    }

    /// The sign, right before the first digit.
    fn sign_before(&mut self, out: &mut String) {
        let is_first = self.slot >= self.spaces || self.pattern.zero_start == Some(self.slot);
        if self.sign_is_done || !is_first || (self.is_at_bare_zero() && !self.ends_with_point()) {
            return;
        }
        match self.pattern.sign {
            Some(Sign::After) => return,
            Some(Sign::Before) => out.push(if self.is_negative { '-' } else { '+' }),
            None if self.brackets => out.push(if self.is_negative { '<' } else { ' ' }),
            None if self.is_negative => out.push('-'),
            None if !self.pattern.tight => out.push(' '),
            None => {}
        }
        self.sign_is_done = true;
    }

    /// The sign after the last digit.
    fn sign_after(&self, out: &mut String) {
        if self.sign_is_done && self.brackets {
            out.push(if self.is_negative { '>' } else { ' ' });
        } else if self.pattern.sign == Some(Sign::After) {
            out.push(if self.is_negative { '-' } else { '+' });
        }
    }
}
