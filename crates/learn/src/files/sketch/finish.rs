//! What a column is, once all of its values were seen.

use super::Sketch;
use super::moment::Moment;
use super::moments::MomentForm;
use crate::model::{Column, Distinct, IntSize, Kind, NumberForm, Statistics, TextForm, truth_words};

/// How many parts quantiles make of the values.
const PARTS: usize = 20;
/// Words in the names of columns whose digits are no numbers: nobody adds them up, and zeros before them count.
const CODES: [&str; 21] = [
    "zip",
    "zipcode",
    "postcode",
    "postal",
    "plz",
    "phone",
    "telephone",
    "tel",
    "mobile",
    "fax",
    "account",
    "iban",
    "isbn",
    "ean",
    "gtin",
    "upc",
    "sku",
    "ssn",
    "cvv",
    "pin",
    "barcode",
];

impl Sketch {
    /// The column of this name. `text` decodes the bytes of a value.
    pub fn finish(mut self, name: &str, text: &dyn Fn(&[u8]) -> String) -> Column {
        let mut doubts = Vec::new();
        self.settle();
        let kind = self.kind(name, &mut doubts);
        let statistics = self.statistics(&kind, text);
        if statistics.is_estimated {
            doubts.push("whether its values differ is estimated".into());
        }
        let mut column = Column::new(name, kind, "");
        column.is_nullable = statistics.null_share > 0.0 || statistics.rows == 0;
        column.statistics = Some(statistics);
        column.doubts = doubts;
        column
    }

    /// What is known of the values of a column of this type. `text` decodes the bytes of a value.
    pub fn statistics(mut self, kind: &Kind, text: &dyn Fn(&[u8]) -> String) -> Statistics {
        self.settle();
        let is_text = matches!(kind, Kind::Text { .. } | Kind::Enum(_));
        let rows = self.rows();
        let mut nulls = self.tally.nulls;
        let Distinct { mut count, mut is_exact } = self.values.distinct();
        let mut is_estimated = self.values.is_estimated();
        if self.is_rising && self.tally.ints == self.tally.set() {
            // Numbers that rise all differ, however many there are.
            (count, is_exact, is_estimated) = (self.tally.set(), true, false);
        }
        let mut common = self.values.common(rows, text);
        for (word, times) in std::mem::take(&mut self.null_words) {
            if is_text && !is_null_of_texts(&word) {
                count += 1;
                let share = times as f64 / rows.max(1) as f64;
                common.push(crate::model::Common { value: text(&word), share });
            } else {
                nulls += times;
            }
        }
        common.sort_by(|one, other| other.share.total_cmp(&one.share));
        let moment = self.moments.form();
        let shown = |key: f64| shown(key, kind, moment.as_ref());
        let has_range = !is_text && self.range.is_some();
        let range = self.range.filter(|_| has_range).map(|(low, high)| match (kind, self.int_range()) {
            (Kind::Int(_), Some((low, high))) => (low.to_string(), high.to_string()),
            _ => match moment.as_ref().and_then(|form| form.years) {
                Some((first, last)) => (format!("{first:04}-01-01"), format!("{last:04}-12-31")),
                None => (shown(low), shown(high)),
            },
        });
        let sample = std::mem::take(&mut self.sample);
        let quantiles = if has_range { sample.quantiles(PARTS) } else { Vec::new() };
        let tally = self.tally;
        Statistics {
            rows,
            null_share: if rows == 0 { 0.0 } else { nulls as f64 / rows as f64 },
            distinct: Some(Distinct { count, is_exact }),
            is_estimated,
            common,
            range,
            quantiles: quantiles.into_iter().map(shown).collect(),
            length: self.lengths,
            pattern: is_text.then(|| self.pattern_of_texts()).flatten(),
            form: self.form(),
            format: moment.filter(|_| !is_text).and_then(|form| form.format),
            is_sorted: self.is_sorted && has_range,
            written: self.written.filter(|_| has_range).map(|found| NumberForm {
                prefix: text(&found.prefix),
                suffix: text(&found.suffix),
                has_comma: found.has_comma,
                has_groups: found.has_groups,
            }),
            repeats: self.keys.as_ref().map(|keys| keys.repeats()).unwrap_or_default(),
            key_hashes: self.keys.as_ref().map(|keys| keys.hashes()).unwrap_or_default(),
            places: (tally.floats == 0 && tally.ints + tally.decimals > 0).then_some(self.digits.1.into()),
            ..Statistics::default()
        }
    }

    /// Makes numbers of the values that are written as people write them, if all of them are some in one custom, and else texts.
    fn settle(&mut self) {
        let Some(writing) = self.writing.take() else { return };
        let tally = &mut self.tally;
        let others = tally.set() - tally.written - tally.ints - tally.decimals;
        let plain = tally.ints + tally.decimals;
        let Some(found) = writing.numbers(tally.decimals, plain).filter(|_| others == 0) else {
            tally.texts += std::mem::take(&mut tally.written);
            return;
        };
        tally.written = 0;
        match found.digits.1 {
            0 => {
                tally.ints += found.count;
                let (low, high) = (found.range.0 as i64, found.range.1 as i64);
                let (least, most) = self.ints.unwrap_or((low, high));
                self.ints = Some((least.min(low), most.max(high)));
            }
            _ => tally.decimals += found.count,
        }
        self.digits = (self.digits.0.max(found.digits.0), self.digits.1.max(found.digits.1));
        let (least, most) = self.range.unwrap_or(found.range);
        self.range = Some((least.min(found.range.0), most.max(found.range.1)));
        let mut found = found;
        self.sample.join(std::mem::take(&mut found.sample));
        (self.is_sorted, self.is_rising) = (false, false);
        self.written = Some(found);
    }

    /// What all values are, beside their type.
    fn form(&self) -> Option<TextForm> {
        let tally = self.tally;
        let is_all = |of: u64| of > 0 && of == tally.set();
        match () {
            () if is_all(tally.emails) => Some(TextForm::Email),
            () if is_all(tally.urls) => Some(TextForm::Url),
            () if is_all(tally.uuids) => Some(self.identifiers.uuid()),
            () if is_all(tally.ip_addresses) => self.identifiers.ip_address(),
            () if is_all(tally.mac_addresses) => Some(TextForm::MacAddress),
            () if tally.texts > 0 => self.identifiers.other(),
            () => None,
        }
    }

    fn kind(&self, name: &str, doubts: &mut Vec<String>) -> Kind {
        let (tally, set) = (self.tally, self.tally.set());
        let text = || Kind::Text { max: None, is_fixed: false, ignores_case: false };
        if set == 0 {
            doubts.push("it has no values".into());
            return text();
        }
        let is_all = |of: u64| of == set;
        if is_all(tally.ints + tally.decimals + tally.floats) {
            let kind = self.number(name, text());
            let is_number = !matches!(kind, Kind::Text { .. });
            if is_number && self.written.as_ref().is_some_and(|written| written.is_doubtful) {
                doubts.push("1,234 is read as 1234, and may be 1.234".into());
            }
            return kind;
        }
        match () {
            () if is_all(tally.bools) && self.is_spelled_bool() => Kind::Bool,
            () if is_all(tally.bools + tally.texts) && self.truth_words().is_some() => {
                Kind::Enum(self.truth_words().unwrap_or_default())
            }
            () if is_all(tally.uuids) => Kind::Uuid,
            () if is_all(tally.ip_addresses) => Kind::Inet,
            () if is_all(tally.mac_addresses) => Kind::MacAddress,
            () if is_all(tally.moments) => match self.moments.form() {
                Some(form) => {
                    if form.is_ambiguous {
                        doubts.push("day and month may be the other way round".into());
                    }
                    of_moments(&form)
                }
                None => {
                    doubts.push("its days are written in several ways".into());
                    text()
                }
            },
            () => {
                if tally.texts > 0 && tally.texts * 100 < set {
                    let others = set - tally.texts;
                    doubts.push(format!("{} of its values are texts beside {others} others", tally.texts));
                }
                text()
            }
        }
    }

    /// The type of a column of numbers; text for digits that are none.
    fn number(&self, name: &str, text: Kind) -> Kind {
        let (tally, (integer, scale)) = (self.tally, self.digits);
        if tally.floats > 0 {
            return Kind::Float { bits: 64 };
        }
        if tally.decimals > 0 {
            let precision = u32::from(integer) + u32::from(scale);
            return match precision {
                ..=18 => Kind::Decimal { precision: Some(precision), scale: Some(scale.into()) },
                _ => Kind::Float { bits: 64 },
            };
        }
        let is_same_length = self.lengths.is_some_and(|(least, most)| least == most && least > 1);
        if is_code(name) && (is_same_length || self.lengths.is_some_and(|(least, _)| least > 4)) {
            return text;
        }
        let (least, most) = self.int_range().unwrap_or_default();
        let fits = |low: i128, high: i128| least >= low && most <= high;
        match () {
            () if fits(i32::MIN.into(), i32::MAX.into()) => {
                Kind::Int(IntSize { bits: 32, is_unsigned: false })
            }
            () if fits(i64::MIN.into(), i64::MAX.into()) => {
                Kind::Int(IntSize { bits: 64, is_unsigned: false })
            }
            () if fits(0, u64::MAX.into()) => Kind::Int(IntSize { bits: 64, is_unsigned: true }),
            () => Kind::Decimal { precision: Some(integer.into()), scale: Some(0) },
        }
    }

    /// The smallest and the largest whole number.
    fn int_range(&self) -> Option<(i128, i128)> {
        let ints = self.ints.map(|(least, most)| (i128::from(least), i128::from(most)));
        match (ints, self.long_ints) {
            (Some((least, most)), Some((lower, higher))) => Some((least.min(lower), most.max(higher))),
            (ints, long_ints) => ints.or(long_ints),
        }
    }

    /// A pattern that all texts have: digits alone have one by their numbers.
    fn pattern_of_texts(&self) -> Option<String> {
        let (tally, lengths) = (self.tally, self.lengths?);
        if tally.texts > 0 && tally.ints + tally.zero_padded + tally.decimals == 0 {
            return self.pattern.regex();
        }
        let is_digits =
            tally.ints + tally.zero_padded == tally.set() && tally.set() > 0 && self.written.is_none();
        let is_unsigned = self.int_range().is_none_or(|(least, _)| least >= 0) && !self.has_sign;
        match lengths {
            _ if !is_digits || !is_unsigned => None,
            (least, most) if least == most => Some(format!("[0-9]{{{least}}}")),
            (least, most) => Some(format!("[0-9]{{{least},{most}}}")),
        }
    }

    /// The words of the column, if they are two that mean yes and no, as they are spelled.
    fn truth_words(&self) -> Option<Vec<String>> {
        let words = self.values.common(1, &|value| String::from_utf8_lossy(value).into_owned());
        truth_words(words.into_iter().map(|word| word.value))
    }

    /// Whether its truth values are written as ours are; others are words, and stay what they are.
    fn is_spelled_bool(&self) -> bool {
        let words = self.values.common(1, &|value| String::from_utf8_lossy(value).into_owned());
        words.iter().all(|word| matches!(&*word.value, "true" | "false"))
    }
}

fn of_moments(form: &MomentForm) -> Kind {
    match (form.has_day, form.has_time) {
        (true, true) => Kind::DateTime { digits: form.digits, has_zone: form.has_zone },
        (true, false) => Kind::Date,
        _ => Kind::Time { digits: form.digits, has_zone: form.has_zone },
    }
}

/// A number or a moment of the column as a text.
fn shown(key: f64, kind: &Kind, moment: Option<&MomentForm>) -> String {
    match (kind, moment) {
        (Kind::Date | Kind::DateTime { .. } | Kind::Time { .. }, Some(form)) => {
            Moment::text(key, form.has_day, form.has_time)
        }
        (Kind::Decimal { scale: Some(scale), .. }, _) => format!("{key:.0$}", *scale as usize),
        _ => key.to_string(),
    }
}

/// Whether a column of this name has digits that are no numbers.
fn is_code(name: &str) -> bool {
    let mut words = String::new();
    for c in name.chars() {
        if c.is_uppercase() && words.ends_with(|last: char| last.is_lowercase()) {
            words.push(' ');
        }
        words.extend(if c.is_alphanumeric() { c.to_lowercase().next() } else { Some(' ') });
    }
    words.split_whitespace().any(|word| CODES.contains(&word))
}

/// Words that are null in a column of texts, too: others may be texts, such as `NA` of Namibia.
fn is_null_of_texts(word: &[u8]) -> bool {
    matches!(word, b"NULL" | b"null" | b"\\N" | b"N/A" | b"#N/A" | b"n/a")
}
