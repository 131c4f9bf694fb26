//! The statistics of values in the end of a file: the bounds of chunks and pages, and where each page is.

use ::parquet::basic::{BoundaryOrder, Type as PhysicalType};
use ::parquet::data_type::{ByteArray, FixedLenByteArray};
use ::parquet::file::metadata::{ColumnIndexBuilder, OffsetIndexBuilder};
use ::parquet::file::statistics::{Statistics, ValueStatistics};
use gusher::types::half_bits;

use super::bounds::Bounds;
use super::chunk::{Chunk, Page};
use super::column::Column;
use super::physical::Physical;
use super::schema::physical;
use super::texts;

/// The bounds of a chunk's values, and how many are null.
pub(super) fn statistics(chunk: &Chunk, column: &Column) -> Statistics {
    let nulls = Some(chunk.pages.iter().map(|page| u64::from(page.nulls)).sum());
    let distinct = chunk.distinct;
    let bounds = chunk.pages.iter().fold(Bounds::None, |bounds, page| bounds.and(&page.bounds));
    let kind = physical(column.kind, column.physical);
    let (ends, is_exact) = match bounds {
        // Points have no order.
        Bounds::None | Bounds::Unknown | Bounds::Points(_) => (None, true),
        Bounds::Ints(least, most) => {
            let ends = [least, most].map(|n| number(column, n));
            return number_statistics(kind, ends, [distinct, nulls]);
        }
        Bounds::Wides(least, most) => {
            let ends = [least, most].map(|n| wide(column, n));
            return number_statistics(kind, ends, [distinct, nulls]);
        }
        Bounds::Floats(least, most) => {
            let ends = [least, most].map(|n| float(kind, n));
            return number_statistics(kind, ends, [distinct, nulls]);
        }
        Bounds::Bytes(least, most) => {
            let is_cut = texts::is_cut(&least) || texts::is_cut(&most);
            (Some((least, most)), !is_cut || kind == PhysicalType::FIXED_LEN_BYTE_ARRAY)
        }
    };
    let (least, most) = ends.map(|(least, most)| (least.into_vec(), most.into_vec())).unzip();
    match kind {
        PhysicalType::BYTE_ARRAY => Statistics::ByteArray(
            ValueStatistics::new(
                least.map(ByteArray::from),
                most.map(ByteArray::from),
                distinct,
                nulls,
                false,
            )
            .with_min_is_exact(is_exact)
            .with_max_is_exact(is_exact),
        ),
        PhysicalType::FIXED_LEN_BYTE_ARRAY => {
            let [least, most] = [least, most].map(|end| end.map(FixedLenByteArray::from));
            Statistics::fixed_len_byte_array(least, most, distinct, nulls, false)
        }
        PhysicalType::BOOLEAN => Statistics::boolean(None, None, distinct, nulls, false),
        PhysicalType::INT32 => Statistics::int32(None, None, distinct, nulls, false),
        PhysicalType::FLOAT => Statistics::float(None, None, distinct, nulls, false),
        PhysicalType::DOUBLE => Statistics::double(None, None, distinct, nulls, false),
        PhysicalType::INT96 => Statistics::int96(None, None, distinct, nulls, false),
        _ => Statistics::int64(None, None, distinct, nulls, false),
    }
}

/// The statistics of numbers whose bounds are written as these bytes.
fn number_statistics(
    kind: PhysicalType,
    [least, most]: [Vec<u8>; 2],
    [distinct, nulls]: [Option<u64>; 2],
) -> Statistics {
    fn read<T, const N: usize>(bytes: &[u8], of: fn([u8; N]) -> T) -> Option<T> {
        bytes.first_chunk().map(|bytes| of(*bytes))
    }
    match kind {
        PhysicalType::BOOLEAN => {
            Statistics::boolean(Some(least != [0]), Some(most != [0]), distinct, nulls, false)
        }
        PhysicalType::INT32 => {
            let [least, most] = [least, most].map(|bytes| read(&bytes, i32::from_le_bytes));
            Statistics::int32(least, most, distinct, nulls, false)
        }
        PhysicalType::FLOAT => {
            let [least, most] = [least, most].map(|bytes| read(&bytes, f32::from_le_bytes));
            Statistics::float(least, most, distinct, nulls, false)
        }
        PhysicalType::DOUBLE => {
            let [least, most] = [least, most].map(|bytes| read(&bytes, f64::from_le_bytes));
            Statistics::double(least, most, distinct, nulls, false)
        }
        PhysicalType::FIXED_LEN_BYTE_ARRAY => {
            let [least, most] = [least, most].map(|bytes| Some(FixedLenByteArray::from(bytes)));
            Statistics::fixed_len_byte_array(least, most, distinct, nulls, false)
        }
        _ => {
            let [least, most] = [least, most].map(|bytes| read(&bytes, i64::from_le_bytes));
            Statistics::int64(least, most, distinct, nulls, false)
        }
    }
}

/// The bytes of a bound that is a number of the batch, or a truth value.
fn number(column: &Column, n: i64) -> Vec<u8> {
    let mut bytes = Vec::new();
    match column.physical {
        Some(physical) => physical.put(n, &mut bytes),
        None => bytes.push(n as u8),
    }
    bytes
}

/// The bytes of a bound that is a number beyond 64 bits.
fn wide(column: &Column, n: i128) -> Vec<u8> {
    match column.physical {
        Some(Physical::Fixed { len, .. }) => n.to_be_bytes()[16 - len..].to_vec(),
        // Of 64 bits without a sign.
        _ => (n as u64).to_le_bytes().to_vec(),
    }
}

/// The bytes of a bound that is a floating-point number.
fn float(kind: PhysicalType, n: f64) -> Vec<u8> {
    match kind {
        PhysicalType::FLOAT => (n as f32).to_le_bytes().to_vec(),
        PhysicalType::FIXED_LEN_BYTE_ARRAY => half_bits(n).to_le_bytes().to_vec(),
        _ => n.to_le_bytes().to_vec(),
    }
}

/// The bounds of each page.
pub(super) fn column_index(chunk: &Chunk, column: &Column) -> ColumnIndexBuilder {
    let kind = physical(column.kind, column.physical);
    let mut index = ColumnIndexBuilder::new(kind);
    for page in &chunk.pages {
        let is_null = page.nulls == page.slots;
        match page_bounds(page, column, kind) {
            Some((least, most)) => index.append(false, least, most, i64::from(page.nulls), None),
            None if is_null => index.append(true, Vec::new(), Vec::new(), i64::from(page.nulls), None),
            None => index.to_invalid(),
        }
    }
    index.set_boundary_order(order(&chunk.pages));
    index
}

/// The bounds of a page as they are written.
fn page_bounds(page: &Page, column: &Column, kind: PhysicalType) -> Option<(Vec<u8>, Vec<u8>)> {
    match &page.bounds {
        Bounds::None | Bounds::Unknown | Bounds::Points(_) => None,
        Bounds::Ints(least, most) => Some((number(column, *least), number(column, *most))),
        Bounds::Wides(least, most) => Some((wide(column, *least), wide(column, *most))),
        Bounds::Floats(least, most) => Some((float(kind, *least), float(kind, *most))),
        Bounds::Bytes(least, most) => Some((least.to_vec(), most.to_vec())),
    }
}

/// Whether the bounds of pages rise or fall from one to the next. Pages of nulls only do not count.
fn order(pages: &[Page]) -> BoundaryOrder {
    let bounds: Vec<&Bounds> =
        pages.iter().map(|page| &page.bounds).filter(|bounds| **bounds != Bounds::None).collect();
    let all = |holds: fn(&Bounds, &Bounds) -> bool| bounds.windows(2).all(|pair| holds(pair[0], pair[1]));
    let rise = |a: &Bounds, b: &Bounds| match (a, b) {
        (Bounds::Ints(a, b), Bounds::Ints(c, d)) => a <= c && b <= d,
        (Bounds::Wides(a, b), Bounds::Wides(c, d)) => a <= c && b <= d,
        (Bounds::Floats(a, b), Bounds::Floats(c, d)) => a <= c && b <= d,
        (Bounds::Bytes(a, b), Bounds::Bytes(c, d)) => a <= c && b <= d,
        _ => a == b,
    };
    if all(rise) {
        BoundaryOrder::ASCENDING
    } else if all(|a, b| match (a, b) {
        (Bounds::Ints(a, b), Bounds::Ints(c, d)) => a >= c && b >= d,
        (Bounds::Wides(a, b), Bounds::Wides(c, d)) => a >= c && b >= d,
        (Bounds::Floats(a, b), Bounds::Floats(c, d)) => a >= c && b >= d,
        (Bounds::Bytes(a, b), Bounds::Bytes(c, d)) => a >= c && b >= d,
        _ => a == b,
    }) {
        BoundaryOrder::DESCENDING
    } else {
        BoundaryOrder::UNORDERED
    }
}

/// Where each page is.
pub(super) fn offset_index(chunk: &Chunk, mut offset: u64) -> OffsetIndexBuilder {
    let mut index = OffsetIndexBuilder::new();
    for page in &chunk.pages {
        index.append_row_count(i64::from(page.rows));
        index.append_offset_and_size(offset as i64, page.bytes as i32);
        offset += u64::from(page.bytes);
    }
    index
}
