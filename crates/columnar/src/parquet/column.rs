//! How a column is written: which form its values have in a page, and the dictionary page that all groups share.

use std::io;

use gusher::text::ColumnText;
use gusher::types::{DataType, Field, FloatWidth, IntType, StorageUnit, float_of_decimal};

use super::bounds::Bounds;
use super::nesting::{Leaf, Levels};
use super::page::{checksum, dictionary_header};
use super::texts;
use crate::bits;
use crate::codec::Compressor;
use crate::delta;
use crate::dictionary::TextDictionary;
use crate::kind::{Kind, bounds};
use crate::options::Options;

/// How many rows a page has at most. Its values fit a core's second-level cache.
const PAGE_ROWS: u64 = 1 << 14;
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
    pub levels: Levels,
    pub form: Form,
    /// How many rows a page has.
    pub page_rows: u64,
    /// Whether numbers may be written by their differences.
    pub may_be_delta: bool,
    /// Whether the smallest and the largest value are left out: their order is another one than that of their bytes.
    pub has_no_bounds: bool,
    /// Whether the batch has numbers beyond 64 bits: of 64 without a sign, or as bytes.
    pub is_wide: bool,
}

/// Which form the values of a column have.
#[derive(Debug)]
pub(super) enum Form {
    /// Texts as indices into a dictionary, whose entries lie between these bounds.
    Dictionary { dictionary: TextDictionary, page: DictionaryPage, bounds: Bounds },
    /// Numbers from `least` on, as their distance from it: indices into a dictionary of all of them.
    Range { least: i64, page: DictionaryPage },
    /// Texts one by one.
    Texts(ColumnText),
    /// As its kind is written: plainly, or by the differences of numbers.
    Values,
}

/// A dictionary page, ready to be copied into each group.
#[derive(Debug)]
pub(super) struct DictionaryPage {
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
        let kind = Kind::in_files(field);
        let width = width(kind, text.as_ref()).saturating_mul(levels.values_a_row());
        let rows = rows.saturating_mul(levels.values_a_row());
        let form = match kind {
            Kind::Text(_) => {
                match (TextDictionary::of(field).filter(|dictionary| dictionary.is_worth(rows)), text) {
                    (Some(dictionary), _) => Form::dictionary(dictionary, options)?,
                    (None, text) => Form::Texts(text.unwrap_or_else(|| ColumnText::stored(field))),
                }
            }
            Kind::Int(_)
            | Kind::Float { .. }
            | Kind::Decimal { .. }
            | Kind::Date
            | Kind::Time(_)
            | Kind::Duration => Form::range(field, kind, rows, options)?.unwrap_or(Form::Values),
            Kind::Timestamp { .. } | Kind::Interval | Kind::Bool | Kind::Uuid | Kind::Bytes { .. } => {
                Form::Values
            }
        };
        let page_rows = (PAGE_BYTES / width + 1).next_power_of_two() / 2;
        let least = if levels.is_nested() { 1 } else { MIN_ROWS };
        let may_be_delta = may_be_delta(field, kind);
        Ok(Column {
            kind,
            has_no_bounds: kind == Kind::Interval,
            is_wide: matches!(field.data_type, DataType::Wide { .. }),
            levels,
            form,
            page_rows: page_rows.clamp(least, PAGE_ROWS),
            may_be_delta,
        })
    }
}

/// Whether all numbers of a field, and all their differences, are of as many bits as they are written with.
fn may_be_delta(field: &Field, kind: Kind) -> bool {
    match (Physical::of(kind), bounds(&field.data_type)) {
        (Some(Physical::Int32), Some((min, max))) => {
            let factor = i128::from(kind.factor());
            let [min, max] = [min, max].map(|end| i128::from(end) * factor);
            max <= i128::from(i32::MAX) && max - min <= i128::from(i32::MAX)
        }
        // Differences of numbers without a sign may leave 64 bits.
        (Some(Physical::Int64), _) if matches!(field.data_type, DataType::Wide { .. }) => false,
        (Some(Physical::Int32 | Physical::Int64), _) => true,
        // The encoding is for integers only.
        (Some(Physical::Float { .. } | Physical::Fixed { .. }) | None, _) => false,
    }
}

impl Form {
    fn dictionary(dictionary: TextDictionary, options: Options) -> io::Result<Form> {
        let entries = dictionary.dictionary();
        let mut bytes = Vec::with_capacity(dictionary.bytes() + 4 * entries.len());
        for text in entries.iter() {
            bytes.extend_from_slice(&(text.len() as u32).to_le_bytes());
            bytes.extend_from_slice(text.as_bytes());
        }
        let end = |entry: Option<&'_ str>| entry.unwrap_or_default().as_bytes().to_vec();
        let bounds = texts::between(&end(entries.iter().min()), &end(entries.iter().max()));
        let page = DictionaryPage::new(entries.len(), &bytes, options)?;
        Ok(Form::Dictionary { dictionary, page, bounds })
    }

    /// A dictionary of all numbers that the column can have, where that makes a group smaller.
    fn range(field: &Field, kind: Kind, rows: u64, options: Options) -> io::Result<Option<Form>> {
        let Some((least, most)) = bounds(&field.data_type) else { return Ok(None) };
        let Some(physical) = Physical::of(kind) else { return Ok(None) };
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
    fn new(dictionary: usize, plain: &[u8], options: Options) -> io::Result<DictionaryPage> {
        let mut compressor = options.codec.map(Compressor::new);
        let body = match &mut compressor {
            None => plain,
            Some(compressor) => compressor.compress(plain)?,
        };
        let mut bytes = Vec::with_capacity(body.len() + 32);
        let checksum = options.checksums.then(|| checksum(&[body]));
        dictionary_header(dictionary, body.len(), plain.len(), checksum, &mut bytes);
        let header = bytes.len();
        bytes.extend_from_slice(body);
        let width = bits::width(dictionary as u64 - 1);
        Ok(DictionaryPage { bytes, uncompressed: (header + plain.len()) as u64, width })
    }
}

/// How a number is written plainly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Physical {
    Int32,
    Int64,
    /// As a floating-point number: multiples of 10^-scale.
    Float {
        width: FloatWidth,
        scale: u32,
    },
    /// As `len` bytes, the most significant first, multiplied by the factor.
    Fixed {
        len: usize,
        factor: i128,
    },
}

impl Physical {
    /// How the numbers of a kind are written; `None` for what is no number.
    pub fn of(kind: Kind) -> Option<Physical> {
        match kind {
            Kind::Int(IntType { bits: 8 | 16 | 32, .. })
            | Kind::Date
            | Kind::Time(StorageUnit::Second | StorageUnit::Millisecond)
            | Kind::Decimal { precision: 1..=9, .. } => Some(Physical::Int32),
            Kind::Int(_)
            | Kind::Timestamp { .. }
            | Kind::Time(StorageUnit::Microsecond | StorageUnit::Nanosecond)
            | Kind::Duration
            | Kind::Decimal { precision: 10..=18, .. } => Some(Physical::Int64),
            Kind::Decimal { precision, .. } => {
                // As many bytes as these digits and a sign need.
                let bits = 129 - (10u128.pow(precision) - 1).leading_zeros();
                Some(Physical::Fixed { len: bits.div_ceil(8) as usize, factor: kind.wide_factor() })
            }
            Kind::Float { width, scale } => Some(Physical::Float { width, scale }),
            Kind::Interval | Kind::Bool | Kind::Uuid | Kind::Bytes { .. } | Kind::Text(_) => None,
        }
    }

    fn bytes(self) -> usize {
        match self {
            Physical::Int32 | Physical::Float { width: FloatWidth::Single, .. } => 4,
            Physical::Int64 | Physical::Float { width: FloatWidth::Double, .. } => 8,
            Physical::Fixed { len, .. } => len,
        }
    }

    /// Appends one number.
    pub fn put(self, n: i64, out: &mut Vec<u8>) {
        match self {
            Physical::Int32 => out.extend_from_slice(&(n as i32).to_le_bytes()),
            Physical::Int64 => out.extend_from_slice(&n.to_le_bytes()),
            Physical::Float { width: FloatWidth::Single, scale } => {
                out.extend_from_slice(&(float_of_decimal(n, scale) as f32).to_le_bytes());
            }
            Physical::Float { width: FloatWidth::Double, scale } => {
                out.extend_from_slice(&float_of_decimal(n, scale).to_le_bytes());
            }
            Physical::Fixed { len, factor } => {
                out.extend_from_slice(&(i128::from(n) * factor).to_be_bytes()[16 - len..]);
            }
        }
    }

    /// Appends many.
    pub fn put_all(self, numbers: &[i64], out: &mut Vec<u8>) {
        let start = out.len();
        out.resize(start + numbers.len() * self.bytes(), 0);
        let space = &mut out[start..];
        match self {
            Physical::Int32 => {
                for (chunk, &n) in space.as_chunks_mut::<4>().0.iter_mut().zip(numbers) {
                    *chunk = (n as i32).to_le_bytes();
                }
            }
            Physical::Int64 => {
                for (chunk, &n) in space.as_chunks_mut::<8>().0.iter_mut().zip(numbers) {
                    *chunk = n.to_le_bytes();
                }
            }
            Physical::Float { width: FloatWidth::Single, scale } => {
                for (chunk, &n) in space.as_chunks_mut::<4>().0.iter_mut().zip(numbers) {
                    *chunk = (float_of_decimal(n, scale) as f32).to_le_bytes();
                }
            }
            Physical::Float { width: FloatWidth::Double, scale } => {
                for (chunk, &n) in space.as_chunks_mut::<8>().0.iter_mut().zip(numbers) {
                    *chunk = float_of_decimal(n, scale).to_le_bytes();
                }
            }
            Physical::Fixed { len, factor } => {
                for (chunk, &n) in space.chunks_exact_mut(len).zip(numbers) {
                    chunk.copy_from_slice(&(i128::from(n) * factor).to_be_bytes()[16 - len..]);
                }
            }
        }
    }

    /// Whether numbers like these take fewer bits as differences, by so much that it is worth the work.
    pub fn is_shorter_by_delta(self, numbers: &[i64]) -> bool {
        match self {
            Physical::Int32 => delta::bits(numbers) <= 24,
            Physical::Int64 => delta::bits(numbers) <= 40,
            // The encoding is for integers only.
            Physical::Float { .. } | Physical::Fixed { .. } => false,
        }
    }
}

/// About how many bytes a value has, at least 1.
pub(super) fn width(kind: Kind, text: Option<&ColumnText>) -> u64 {
    let bytes = match (Physical::of(kind), kind) {
        (Some(physical), _) => physical.bytes(),
        (None, Kind::Uuid) => 16,
        (None, Kind::Interval) => 12,
        (None, Kind::Bytes { len }) => len,
        (None, _) => text.map_or(1, |text| 4 + text.mean_bytes()),
    };
    (bytes as u64).max(1)
}
