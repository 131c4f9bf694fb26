//! How a column is written: which form its values have in a page, and the dictionary page that all groups share.

use std::io;

use gusher::text::ColumnText;
use gusher::types::{DataType, Field, FloatWidth};

use super::entry_hashes::EntryHashes;
use super::nesting::{Leaf, Levels};
use super::order::EntryOrder;
use super::page::dictionary_page;
use super::physical::Physical;
use super::stored::Stored;
use super::texts::{self, Gap};
use crate::bits;
use crate::codec::Compressor;
use crate::dictionary::TextDictionary;
use crate::kind::{Kind, bounds};
use crate::options::{EncodingSet, Options};

/// How many rows a page has at most. Its values fit a core's second-level cache.
const PAGE_ROWS: u64 = 1 << 14;
/// The same of values of a few bits.
const NARROW_ROWS: u64 = 1 << 16;
/// Values of up to this number of bits are narrow.
const NARROW_BITS: u32 = 4;
/// How few rows a page has where they are wide.
const MIN_ROWS: u64 = 1 << 8;
/// About how many bytes a page has at most.
const PAGE_BYTES: u64 = 1 << 20;
/// More numbers than this are not written by a dictionary.
const MAX_NUMBERS: u64 = 1 << 12;

/// How a column is written.
#[derive(Debug)]
pub(super) struct Column {
    pub kind: Kind,
    /// How its numbers are written plainly, if its values are numbers.
    pub physical: Option<Physical>,
    pub levels: Levels,
    pub form: Form,
    /// How many rows a page has.
    pub page_rows: u64,
    /// Whether numbers may be written by their differences.
    pub may_be_delta: bool,
    /// Whether they may be written byte by byte: the first bytes of all, then the second ones.
    pub may_be_split: bool,
    /// Whether a dictionary of the values that come may be worth it.
    pub may_gain: bool,
    /// Whether the batch has integers, be they written as floating-point numbers or not.
    pub has_int_values: bool,
    /// Whether the smallest and the largest value are left out: their order is another one than that of their bytes.
    pub has_no_bounds: bool,
    /// Whether the batch has numbers beyond 64 bits: of 64 without a sign, or as bytes.
    pub is_wide: bool,
    /// What a bloom filter of its values needs, where it has one.
    pub bloom: Option<EntryHashes>,
}

/// Which form the values of a column have.
#[derive(Debug)]
pub(super) enum Form {
    /// Texts as indices into a dictionary, whose entries have this order.
    Dictionary { dictionary: TextDictionary, page: DictionaryPage, order: EntryOrder },
    /// Numbers from `least` on, as their distance from it: indices into a dictionary of all of them.
    Range { least: i64, page: DictionaryPage },
    /// Texts one by one, with this gap before each.
    Texts { text: ColumnText, gap: Gap },
    /// As its kind is written: plainly, or by the differences of numbers.
    Values,
}

/// A dictionary page, ready to be copied into each group.
#[derive(Debug)]
pub(super) struct DictionaryPage {
    pub entries: usize,
    /// With its header.
    pub bytes: Vec<u8>,
    /// How many bytes it would have uncompressed.
    pub uncompressed: u64,
    /// How many bits an index has.
    pub width: u32,
}

impl Column {
    /// How a leaf is written whose groups have up to `rows` rows. `text` has its texts, where it is one of texts.
    pub fn new(leaf: &Leaf<'_>, text: Option<ColumnText>, rows: u64, options: Options) -> io::Result<Column> {
        let Leaf { field, levels } = *leaf;
        let Stored { kind, physical } = Stored::of(field, options.parquet);
        let width = width(kind, physical, text.as_ref()).saturating_mul(levels.values_a_row());
        let rows = rows.saturating_mul(levels.values_a_row());
        let form = match kind {
            Kind::Text(_) => {
                match (TextDictionary::of(field).filter(|dictionary| dictionary.is_worth(rows)), text) {
                    (Some(dictionary), _) => Form::dictionary(dictionary, options)?,
                    (None, text) => Form::Texts {
                        text: text.unwrap_or_else(|| texts::writer(field, options.parquet)),
                        gap: Gap::of(options.parquet),
                    },
                }
            }
            Kind::Int(_)
            | Kind::Float { .. }
            | Kind::Decimal { .. }
            | Kind::Date
            | Kind::Time(_)
            | Kind::Duration => Form::range(field, kind, physical, rows, options)?.unwrap_or(Form::Values),
            Kind::Timestamp { .. } | Kind::Interval | Kind::Bool | Kind::Uuid | Kind::Bytes { .. } => {
                Form::Values
            }
        };
        let page_rows = match options.page_bytes {
            Some(bytes) => rows_of_size(bytes, &form, kind, width, levels),
            None => usual_rows(&form, kind, width, levels),
        };
        let is_newest = options.parquet.encodings == EncodingSet::Delta;
        let may_gain = matches!(form, Form::Texts { .. } | Form::Values) && kind != Kind::Bool;
        Ok(Column {
            kind,
            physical,
            has_no_bounds: kind == Kind::Interval || physical == Some(Physical::Int96),
            is_wide: matches!(field.data_type, DataType::Wide { .. }),
            levels,
            form,
            page_rows,
            may_be_delta: is_newest && may_be_delta(field, kind, physical),
            may_be_split: is_newest && may_be_split(physical),
            may_gain,
            has_int_values: !matches!(field.data_type, DataType::Float { .. }),
            bloom: None,
        })
    }
}

/// How many rows a page usually has whose values have about `width` bytes each row.
fn usual_rows(form: &Form, kind: Kind, width: u64, levels: Levels) -> u64 {
    let rows = (PAGE_BYTES / width + 1).next_power_of_two() / 2;
    let least = if levels.is_nested() { 1 } else { MIN_ROWS };
    let is_narrow = kind == Kind::Bool || form.index_bits().is_some_and(|bits| bits <= NARROW_BITS);
    rows.clamp(least, if is_narrow { NARROW_ROWS } else { PAGE_ROWS })
}

/// How many rows make about this many bytes of a page as they are encoded.
fn rows_of_size(bytes: u64, form: &Form, kind: Kind, width: u64, levels: Levels) -> u64 {
    let bits = match form.index_bits() {
        Some(bits) => u64::from(bits).saturating_mul(levels.values_a_row()),
        None if kind == Kind::Bool => levels.values_a_row(),
        None => width.saturating_mul(8),
    };
    (bytes.saturating_mul(8) / bits).max(1)
}

/// Whether all numbers of a field, and all their differences, are of as many bits as they are written with.
fn may_be_delta(field: &Field, kind: Kind, physical: Option<Physical>) -> bool {
    match (physical, bounds(&field.data_type)) {
        (Some(Physical::Int32), Some((min, max))) => {
            let factor = i128::from(kind.factor());
            let [min, max] = [min, max].map(|end| i128::from(end) * factor);
            max <= i128::from(i32::MAX) && max - min <= i128::from(i32::MAX)
        }
        // Differences of numbers without a sign may leave 64 bits.
        (Some(Physical::Int64), _) if matches!(field.data_type, DataType::Wide { .. }) => false,
        (Some(Physical::Int32 | Physical::Int64), _) => true,
        // The encoding is for integers only.
        (Some(Physical::Float { .. } | Physical::Fixed { .. } | Physical::Int96) | None, _) => false,
    }
}

/// Whether readers have numbers of this type byte by byte: DuckDB and Polars have no bytes of a fixed length.
fn may_be_split(physical: Option<Physical>) -> bool {
    match physical {
        Some(Physical::Float { width: FloatWidth::Half, .. } | Physical::Fixed { .. } | Physical::Int96)
        | None => false,
        Some(Physical::Int32 | Physical::Int64 | Physical::Float { .. }) => true,
    }
}

impl Form {
    /// How many bits an index into the dictionary has.
    fn index_bits(&self) -> Option<u32> {
        match self {
            Form::Dictionary { page, .. } | Form::Range { page, .. } => Some(page.width),
            Form::Texts { .. } | Form::Values => None,
        }
    }

    fn dictionary(dictionary: TextDictionary, options: Options) -> io::Result<Form> {
        let entries = dictionary.dictionary();
        let mut bytes = Vec::with_capacity(dictionary.bytes() + 4 * entries.len());
        for text in entries.iter() {
            bytes.extend_from_slice(&(text.len() as u32).to_le_bytes());
            bytes.extend_from_slice(text.as_bytes());
        }
        let order = EntryOrder::of(entries);
        let page = DictionaryPage::new(entries.len(), &bytes, options)?;
        Ok(Form::Dictionary { dictionary, page, order })
    }

    /// A dictionary of all numbers that the column can have, where that makes a group smaller.
    fn range(
        field: &Field,
        kind: Kind,
        physical: Option<Physical>,
        rows: u64,
        options: Options,
    ) -> io::Result<Option<Form>> {
        let Some((least, most)) = bounds(&field.data_type) else { return Ok(None) };
        let Some(physical) = physical else { return Ok(None) };
        let count = (most as u64).wrapping_sub(least as u64).saturating_add(1);
        let index = u64::from(bits::width(count - 1));
        let bytes = physical.bytes() as u64;
        if count > MAX_NUMBERS || count * bytes + rows.saturating_mul(index) / 8 > rows.saturating_mul(bytes)
        {
            return Ok(None);
        }
        let mut numbers = Vec::new();
        for number in least..=most {
            physical.put(number * kind.factor(), &mut numbers);
        }
        let page = DictionaryPage::new(count as usize, &numbers, options)?;
        Ok(Some(Form::Range { least, page }))
    }
}

impl DictionaryPage {
    fn new(entries: usize, plain: &[u8], options: Options) -> io::Result<DictionaryPage> {
        let mut bytes = Vec::new();
        let mut compressor = options.codec.map(Compressor::new);
        let uncompressed =
            dictionary_page(entries, plain, compressor.as_mut(), options.checksums, &mut bytes)?;
        Ok(DictionaryPage { entries, bytes, uncompressed, width: bits::width(entries as u64 - 1) })
    }
}

/// About how many bytes a value has, at least 1.
pub(super) fn width(kind: Kind, physical: Option<Physical>, text: Option<&ColumnText>) -> u64 {
    let bytes = match (physical, kind) {
        (Some(physical), _) => physical.bytes(),
        (None, Kind::Uuid) => 16,
        (None, Kind::Interval) => 12,
        (None, Kind::Bytes { len }) => len,
        (None, _) => text.map_or(1, |text| 4 + text.mean_bytes()),
    };
    (bytes as u64).max(1)
}
