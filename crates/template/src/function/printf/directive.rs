//! The directives of a format: what follows each percent sign, and which argument it takes.

use std::ops::Range;

use crate::function::verb::Spec;
use crate::utf8;

/// The maximum of a width, a precision and an index of an argument.
const MAX: usize = 1_000_000;

/// A percent sign with all that belongs to it.
#[derive(Debug)]
pub(super) struct Directive {
    /// Its bytes in the format.
    pub at: Range<usize>,
    pub spec: Spec,
    /// Whether the argument for its width is not a valid number.
    pub bad_width: bool,
    /// The same of its precision.
    pub bad_precision: bool,
    pub wants: Wants,
}

/// What a directive is to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wants {
    /// The argument at this index, by this verb.
    Arg(char, usize),
    /// A percent sign.
    Percent,
    /// The format ends before the verb.
    NoVerb,
    /// There is no argument left.
    Missing(char),
    /// There is no argument at the index in brackets.
    BadIndex(char),
}

/// Iterates over the directives of a format. `number` returns the argument at an index as an integer, if it is one.
pub(super) struct Directives<'a, F> {
    format: &'a [u8],
    /// How many arguments there are.
    count: usize,
    number: F,
    at: usize,
    arg: usize,
    /// Whether arguments were selected by their index.
    reordered: bool,
}

impl<'a, F: FnMut(usize) -> Option<i64>> Directives<'a, F> {
    pub fn new(format: &'a [u8], count: usize, number: F) -> Self {
        Directives { format, count, number, at: 0, arg: 0, reordered: false }
    }

    /// The text up to the next directive, and that directive where there is one; nothing at the end.
    pub fn next(&mut self) -> Option<(&'a [u8], Option<Directive>)> {
        let rest = self.format.get(self.at..).filter(|rest| !rest.is_empty())?;
        let percent = rest.iter().position(|&b| b == b'%');
        let text = &rest[..percent.unwrap_or(rest.len())];
        self.at += text.len() + 1;
        Some((text, percent.is_some().then(|| self.directive())))
    }

    /// The arguments that no directive took.
    pub fn extra(&self) -> Range<usize> {
        if self.reordered { 0..0 } else { self.arg.min(self.count)..self.count }
    }

    fn peek(&self) -> Option<u8> {
        self.format.get(self.at).copied()
    }

    /// One verb with all before it; its percent sign was taken.
    fn directive(&mut self) -> Directive {
        let start = self.at - 1;
        let spec = self.flags();
        let mut found =
            Directive { at: 0..0, spec, bad_width: false, bad_precision: false, wants: Wants::NoVerb };
        let mut good = true;
        let mut indexed = self.index(&mut good);
        self.width(&mut found, &mut indexed, &mut good);
        self.precision(&mut found, &mut indexed, &mut good);
        if !indexed {
            self.index(&mut good);
        }
        let verb = self.verb();
        found.at = start..self.at.min(self.format.len());
        found.wants = match verb {
            None => Wants::NoVerb,
            Some('%') => Wants::Percent,
            Some(verb) if !good => Wants::BadIndex(verb),
            Some(verb) if self.arg >= self.count => Wants::Missing(verb),
            Some(verb) => {
                self.arg += 1;
                Wants::Arg(verb, self.arg - 1)
            }
        };
        found
    }

    fn flags(&mut self) -> Spec {
        let mut spec = Spec::default();
        while let Some(flag) = self.peek() {
            match flag {
                b'#' => spec.sharp = true,
                b'0' => spec.zero = true,
                b'+' => spec.plus = true,
                b'-' => spec.minus = true,
                b' ' => spec.space = true,
                _ => break,
            }
            self.at += 1;
        }
        spec
    }

    fn verb(&mut self) -> Option<char> {
        let rest = &self.format[self.at.min(self.format.len())..];
        let (verb, width) = utf8::first(rest)?;
        self.at += width;
        Some(verb)
    }

    fn width(&mut self, found: &mut Directive, indexed: &mut bool, good: &mut bool) {
        let spec = &mut found.spec;
        if self.peek() == Some(b'*') {
            self.at += 1;
            match self.star() {
                Some(width) => {
                    if width < 0 {
                        (spec.minus, spec.zero) = (true, false);
                    }
                    spec.width = Some(width.unsigned_abs() as usize);
                }
                None => found.bad_width = true,
            }
            *indexed = false;
        } else {
            spec.width = self.digits();
            *good &= !(*indexed && spec.width.is_some());
        }
    }

    fn precision(&mut self, found: &mut Directive, indexed: &mut bool, good: &mut bool) {
        if self.peek() != Some(b'.') || self.at + 1 >= self.format.len() {
            return;
        }
        self.at += 1;
        *good &= !*indexed;
        *indexed = self.index(good);
        if self.peek() == Some(b'*') {
            self.at += 1;
            match self.star() {
                Some(precision) if precision >= 0 => found.spec.precision = Some(precision as usize),
                _ => found.bad_precision = true,
            }
            *indexed = false;
        } else {
            found.spec.precision = Some(self.digits().unwrap_or(0));
        }
    }

    /// The number of the argument for a `*`, which is used up.
    fn star(&mut self) -> Option<i64> {
        if self.arg >= self.count {
            return None;
        }
        self.arg += 1;
        (self.number)(self.arg - 1).filter(|n| n.unsigned_abs() as usize <= MAX)
    }

    /// A number of the format itself. One that is far too large takes the rest of the format with it, as in Go.
    fn digits(&mut self) -> Option<usize> {
        let mut number = None;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            if number.unwrap_or(0) > MAX {
                self.at = self.format.len();
                return None;
            }
            number = Some(number.unwrap_or(0) * 10 + usize::from(digit - b'0'));
            self.at += 1;
        }
        number
    }

    /// The index of an argument in brackets, if there is one.
    fn index(&mut self, good: &mut bool) -> bool {
        if self.peek() != Some(b'[') {
            return false;
        }
        self.reordered = true;
        let rest = &self.format[self.at..];
        let Some(end) = rest.iter().position(|&b| b == b']').filter(|_| rest.len() >= 3) else {
            self.at += 1;
            *good = false;
            return false;
        };
        let digits = &rest[1..end];
        self.at += end + 1;
        let is_number = !digits.is_empty() && digits.len() < 8 && digits.iter().all(u8::is_ascii_digit);
        let index =
            digits.iter().fold(0usize, |n, digit| n.wrapping_mul(10).wrapping_add(usize::from(digit & 15)));
        if is_number && index >= 1 && index <= self.count {
            self.arg = index - 1;
        } else {
            *good = false;
        }
        is_number
    }
}
