//! Columns of few different texts: a dictionary, and for each row the index in it.

use crate::bits;
use gusher::types::{Array, DataType, Dictionary, Field, TextPart, Utf8};

/// Up to this many texts make a dictionary that each group of rows repeats.
const MAX_TEXTS: usize = 1 << 16;

/// All texts that a column can have, where these are few.
#[derive(Debug)]
pub(crate) struct TextDictionary {
    dictionary: Dictionary,
    /// How many entries the parts have, without the first.
    radices: Vec<u32>,
    /// The index in the dictionary of each combination of entries, where some make the same text.
    same: Option<Vec<u32>>,
}

impl TextDictionary {
    /// The texts of a column that are composed of dictionary entries; `None` where there are too many texts.
    pub fn of(field: &Field) -> Option<TextDictionary> {
        let DataType::Utf8(Utf8::Composed(parts)) = &field.data_type else { return None };
        if parts.is_empty() {
            return None;
        }
        let count = parts.iter().try_fold(1usize, |count, part| count.checked_mul(part.dictionary.len()));
        if !count.is_some_and(|count| (1..=MAX_TEXTS).contains(&count)) {
            return None;
        }
        let (prefix, suffix) = match &field.display.affixes {
            Some(affixes) => (&affixes.prefix[..], &affixes.suffix[..]),
            None => ("", ""),
        };
        let texts: Vec<String> = combinations(parts).map(|text| format!("{prefix}{text}{suffix}")).collect();
        let (dictionary, indices) = Dictionary::indexed(texts.iter().map(String::as_str));
        let same = (dictionary.len() < indices.len()).then_some(indices);
        let radices = parts[1..].iter().map(|part| part.dictionary.len() as u32).collect();
        Some(TextDictionary { dictionary, radices, same })
    }

    /// The different texts.
    pub fn dictionary(&self) -> &Dictionary {
        &self.dictionary
    }

    /// How many bytes the texts have together.
    pub fn bytes(&self) -> usize {
        self.dictionary.iter().map(str::len).sum()
    }

    /// Whether a dictionary makes this many rows smaller than their texts do.
    pub fn is_worth(&self, rows: u64) -> bool {
        let count = self.dictionary.len() as u64;
        let bytes = self.bytes() as u64;
        let index = u64::from(bits::width(count - 1));
        let texts = rows.saturating_mul((bytes / count).max(1));
        (bytes + 4 * count).saturating_add(rows.saturating_mul(index) / 8) <= texts
    }

    /// The index of each row's text, in `scratch` where the batch does not have it as it is.
    ///
    /// # Panics
    /// If the values are not indices of dictionary entries.
    pub fn indices_in<'a>(&self, values: &'a Array, scratch: &'a mut Vec<u32>) -> &'a [u32] {
        match values {
            Array::Indices(parts) if parts.len() == 1 && self.same.is_none() => &parts[0],
            _ => {
                self.indices(values, scratch);
                scratch
            }
        }
    }

    /// Writes the index of each row's text.
    ///
    /// # Panics
    /// If the values are not indices of dictionary entries.
    pub fn indices(&self, values: &Array, out: &mut Vec<u32>) {
        out.clear();
        self.append(values, out);
    }

    /// Appends them.
    ///
    /// # Panics
    /// As [`TextDictionary::indices`].
    pub fn append(&self, values: &Array, out: &mut Vec<u32>) {
        let Array::Indices(parts) = values else { panic!("a generator announced words and made {values:?}") };
        let start = out.len();
        out.extend_from_slice(&parts[0]);
        let out = &mut out[start..];
        for (part, radix) in parts[1..].iter().zip(&self.radices) {
            for (index, entry) in out.iter_mut().zip(part) {
                *index = *index * radix + entry;
            }
        }
        if let Some(same) = &self.same {
            for index in out {
                *index = same[*index as usize];
            }
        }
    }
}

/// The texts of all combinations of entries, those of the last part first.
fn combinations(parts: &[TextPart]) -> Box<dyn Iterator<Item = String> + '_> {
    let Some((first, rest)) = parts.split_first() else { return Box::new(std::iter::once(String::new())) };
    Box::new(
        first.dictionary.iter().flat_map(move |entry| {
            combinations(rest).map(move |text| format!("{entry}{}{text}", first.after))
        }),
    )
}
