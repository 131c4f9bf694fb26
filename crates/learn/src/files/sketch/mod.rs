//! What is known of a column of a file: each value is looked at once, and the memory is bounded.

mod class;
mod distinct;
mod finish;
mod hint;
mod identifiers;
mod keys;
mod moment;
mod moments;
mod pattern;
mod sample;
mod writing;
mod written;

pub(super) use class::{Class, class};
pub(crate) use moment::seconds;

use super::bytes::characters;
use distinct::Values;
use hint::Hint;
use identifiers::Identifiers;
use keys::Keys;
use moments::Moments;
use pattern::Pattern;
use sample::Sample;
use writing::{Writing, WrittenNumbers};

/// How many values there are of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    nulls: u64,
    null_words: u64,
    bools: u64,
    ints: u64,
    zero_padded: u64,
    decimals: u64,
    floats: u64,
    written: u64,
    moments: u64,
    uuids: u64,
    ip_addresses: u64,
    mac_addresses: u64,
    emails: u64,
    urls: u64,
    texts: u64,
    /// All that are no null.
    set: u64,
}

/// As many texts are no accident.
const MANY: u64 = 1000;

/// A column of a file so far.
pub struct Sketch {
    tally: Tally,
    /// Words for null with their numbers.
    null_words: Vec<(Box<[u8]>, u64)>,
    ints: Option<(i64, i64)>,
    long_ints: Option<(i128, i128)>,
    /// The most digits before a point, and behind it.
    digits: (u8, u8),
    /// The smallest and the largest number, and the texts of those that are decimal.
    range: Option<(f64, f64)>,
    moments: Moments,
    lengths: Option<(u64, u64)>,
    /// Whether digits with zeros before them have a sign or a point.
    has_sign: bool,
    values: Values,
    sample: Sample,
    pattern: Pattern,
    identifiers: Identifiers,
    /// Of a column that is called like a key.
    keys: Option<Box<Keys>>,
    /// Numbers as people write them, until it is known what they are, and then what they are.
    writing: Option<Box<Writing>>,
    written: Option<WrittenNumbers>,
    last: f64,
    is_sorted: bool,
    /// Whether each number is above the one before it.
    is_rising: bool,
    /// Whether more values change nothing of it: it has enough texts to be one of texts.
    is_text: bool,
    /// What the next value most likely is.
    hint: Hint,
}

impl Sketch {
    /// A column without values, of which at most `max_hashes` different ones are distinguished exactly.
    pub fn new(max_hashes: usize) -> Sketch {
        Sketch {
            tally: Tally::default(),
            null_words: Vec::new(),
            ints: None,
            long_ints: None,
            digits: (0, 0),
            range: None,
            moments: Moments::default(),
            lengths: None,
            has_sign: false,
            values: Values::new(max_hashes),
            sample: Sample::default(),
            pattern: Pattern::default(),
            identifiers: Identifiers::default(),
            keys: None,
            writing: None,
            written: None,
            last: f64::NEG_INFINITY,
            is_sorted: true,
            is_rising: true,
            is_text: false,
            hint: Hint::None,
        }
    }

    /// A column of this name, in a file of this number of columns: of those that are called like keys more is known.
    pub fn named(name: &str, max_hashes: usize, columns: usize) -> Sketch {
        Sketch { keys: Keys::of(name, columns), ..Sketch::new(max_hashes) }
    }

    /// Adds a null.
    pub fn add_null(&mut self) {
        self.tally.nulls += 1;
    }

    /// Adds nulls for rows before the column was there.
    pub fn add_nulls(&mut self, count: u64) {
        self.tally.nulls += count;
    }

    /// Adds a field of a file whose values are all texts. Blanks around it do not count.
    pub fn add_field(&mut self, field: &[u8]) {
        self.add_field_of(field, false);
    }

    /// The same; characters need not be counted where it is known to be ASCII.
    pub fn add_field_of(&mut self, field: &[u8], is_ascii: bool) {
        let field = trimmed(field);
        if self.is_text {
            return match field {
                [] => self.add_null(),
                field if class::is_null(field) => self.add_null_word(field),
                field => self.add_now(Class::Text, field, is_ascii),
            };
        }
        if let Some(class) = self.hint.confirm(field) {
            return self.add_now(class, field, is_ascii);
        }
        match self.class_of(field) {
            Class::Empty => self.add_null(),
            Class::NullWord => self.add_null_word(field),
            class => self.add(class, field),
        }
    }

    fn add_null_word(&mut self, word: &[u8]) {
        self.tally.null_words += 1;
        match self.null_words.iter_mut().find(|(known, _)| **known == *word) {
            Some((_, count)) => *count += 1,
            None => self.null_words.push((word.into(), 1)),
        }
    }

    /// Adds a text of a file that tells texts from numbers.
    pub fn add_text(&mut self, text: &[u8]) {
        self.add_text_of(text, false);
    }

    /// The same; characters need not be counted where it is known to be ASCII.
    pub fn add_text_of(&mut self, text: &[u8], is_ascii: bool) {
        if self.is_text {
            return self.add_now(Class::Text, text, is_ascii);
        }
        let class = match self.hint.confirm(text).unwrap_or_else(|| self.class_of(text)) {
            class @ (Class::Moment(_)
            | Class::Uuid
            | Class::IpAddress
            | Class::MacAddress
            | Class::Email
            | Class::Url) => class,
            _ => Class::Text,
        };
        self.add(class, text);
    }

    /// Adds a truth value.
    pub fn add_bool(&mut self, value: bool) {
        self.add(Class::Bool, if value { b"true" } else { b"false" });
    }

    /// Adds a number in its digits.
    pub fn add_number(&mut self, digits: &[u8]) {
        if let Some(class) = self.hint.confirm(digits) {
            return self.add_now(class, digits, true);
        }
        let class = self.class_of(digits);
        self.add(class, digits);
    }

    /// The class of a value that the hint is not about, which is one for the next value.
    #[cold]
    fn class_of(&mut self, value: &[u8]) -> Class {
        let class = class(value);
        self.hint = Hint::of(&class);
        class
    }

    /// Adds a bound that metadata has of the values: a number or a time, which counts for nothing but the range.
    pub fn widen(&mut self, value: &[u8]) {
        let number = match class(value) {
            Class::Int(number) => {
                let (least, most) = self.ints.unwrap_or((number, number));
                self.ints = Some((least.min(number), most.max(number)));
                number as f64
            }
            Class::LongInt(number) => {
                let (least, most) = self.long_ints.unwrap_or((number, number));
                self.long_ints = Some((least.min(number), most.max(number)));
                number as f64
            }
            Class::Decimal { scale, value, .. } => {
                self.digits.1 = self.digits.1.max(scale);
                value
            }
            Class::Float(number) => number,
            Class::Moment(moment) => moment.key,
            _ => return,
        };
        let (least, most) = self.range.unwrap_or((number, number));
        self.range = Some((least.min(number), most.max(number)));
    }

    /// Adds the number of items of a list.
    pub fn add_length(&mut self, items: u64) {
        let (least, most) = self.lengths.unwrap_or((items, items));
        self.lengths = Some((least.min(items), most.max(items)));
    }

    #[inline(never)]
    fn add(&mut self, class: Class, value: &[u8]) {
        self.add_now(class, value, false);
    }

    /// The same, for each class as code of its own.
    #[inline(always)]
    fn add_now(&mut self, class: Class, value: &[u8], is_ascii: bool) {
        let tally = &mut self.tally;
        match class {
            Class::Empty | Class::NullWord => return,
            Class::Bool => tally.bools += 1,
            Class::Int(number) => {
                tally.ints += 1;
                let (least, most) = self.ints.unwrap_or((number, number));
                self.ints = Some((least.min(number), most.max(number)));
                self.add_digits(value);
                self.add_to_range(number as f64);
            }
            Class::LongInt(number) => {
                tally.ints += 1;
                let (least, most) = self.long_ints.unwrap_or((number, number));
                self.long_ints = Some((least.min(number), most.max(number)));
                self.add_digits(value);
                self.add_to_range(number as f64);
            }
            Class::Decimal { digits, scale, value } => {
                tally.decimals += 1;
                self.digits = (self.digits.0.max(digits - scale), self.digits.1.max(scale));
                self.add_to_range(value);
            }
            Class::Float(number) => {
                tally.floats += 1;
                self.add_to_range(number);
            }
            Class::Moment(moment) => {
                tally.moments += 1;
                self.moments.add(moment);
                self.add_to_range(moment.key);
            }
            Class::Written => {
                tally.written += 1;
                match &mut self.writing {
                    Some(writing) => writing.add(value),
                    None => self.writing = Writing::new(value),
                }
            }
            Class::ZeroPadded => {
                tally.zero_padded += 1;
                self.has_sign |= !value.iter().all(u8::is_ascii_digit);
            }
            Class::Uuid => tally.uuids += 1,
            Class::IpAddress => tally.ip_addresses += 1,
            Class::MacAddress => tally.mac_addresses += 1,
            Class::Email => tally.emails += 1,
            Class::Url => tally.urls += 1,
            Class::Text => tally.texts += 1,
        }
        self.identifiers.add(class, value);
        self.tally.set += 1;
        self.values.add(value);
        if let Some(keys) = &mut self.keys {
            keys.add(value);
        }
        if matches!(class, Class::Text | Class::Written) {
            self.pattern.add(value);
        }
        let length = if is_ascii { value.len() } else { characters(value) };
        self.add_length(length as u64);
        self.is_text = self.tally.texts >= MANY && self.tally.texts * 100 >= self.tally.set();
    }

    fn add_digits(&mut self, value: &[u8]) {
        let sign = usize::from(matches!(value[0], b'-' | b'+'));
        self.digits.0 = self.digits.0.max((value.len() - sign) as u8);
    }

    fn add_to_range(&mut self, number: f64) {
        let (least, most) = self.range.unwrap_or((number, number));
        self.range = Some((least.min(number), most.max(number)));
        self.is_sorted &= number >= self.last;
        self.is_rising &= number > self.last;
        self.last = number;
        self.sample.add(number);
    }

    /// How many values it has, nulls included.
    pub fn rows(&self) -> u64 {
        self.tally.nulls + self.tally.null_words + self.tally.set()
    }
}

/// Without the blanks and tabs around it.
pub fn trimmed(field: &[u8]) -> &[u8] {
    let is_blank = |byte: Option<&u8>| matches!(byte, Some(b' ' | b'\t'));
    if is_blank(field.first()) || is_blank(field.last()) { field.trim_ascii() } else { field }
}

impl Tally {
    /// How many values are no null.
    fn set(&self) -> u64 {
        self.set
    }
}
