//! What a Python function gives: arrays of other libraries, copied.
#![expect(unsafe_code, reason = "Arrow's C data interface")]

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use super::abi::{ARRAY, ArrowArray, ArrowSchema, SCHEMA, content};
use super::schema::text;

/// What a Python function gave: an array of one of the few types that columns can have.
#[derive(Debug)]
pub struct Imported {
    /// Which rows have a value.
    pub valid: Vec<bool>,
    /// The values; those of null rows mean nothing.
    pub values: ImportedValues,
}

/// The values of such an array.
#[derive(Debug)]
pub enum ImportedValues {
    /// `int64`, and timestamps as they count.
    Int64(Vec<i64>),
    /// `decimal128`, in units of the last decimal place.
    Int128(Vec<i128>),
    /// `double`.
    Float64(Vec<f64>),
    /// `date32`.
    Int32(Vec<i32>),
    /// `bool`.
    Bools(Vec<bool>),
    /// `utf8`.
    Texts(Vec<Vec<u8>>),
}

/// Copies an array from its two capsules.
///
/// # Errors
/// If they are no such capsules, or the type is another one.
pub fn imported(schema: &Bound<'_, PyAny>, array: &Bound<'_, PyAny>) -> PyResult<Imported> {
    let schema = content::<ArrowSchema>(schema.as_ptr(), SCHEMA);
    let array = content::<ArrowArray>(array.as_ptr(), ARRAY);
    if schema.is_null() || array.is_null() {
        return Err(PyTypeError::new_err("expected an Arrow array"));
    }
    // SAFETY: capsules of these names hold them, and they stay there as long as the capsules are borrowed.
    let (schema, array) = unsafe { (&*schema, &*array) };
    if schema.release.is_none() || array.release.is_none() {
        return Err(PyValueError::new_err("the array is released"));
    }
    let format = text(schema.format);
    let (start, rows) = (array.offset.max(0) as usize, array.length.max(0) as usize);
    let bits = |index: usize| -> Vec<bool> {
        // SAFETY: the format says that the buffer has a bit for each of `offset + length` rows.
        unsafe { buffer::<u8>(array, index, 0, (start + rows).div_ceil(8)) }.map_or_else(
            || vec![true; rows],
            |bits| (start..start + rows).map(|row| bits[row / 8] >> (row % 8) & 1 == 1).collect(),
        )
    };
    let values = match format.as_str() {
        "l" => {
            // SAFETY: the format says how wide the values are, and the buffer has `offset + length` of them.
            let values = unsafe { numbers(array, start, rows) };
            ImportedValues::Int64(values)
        }
        "g" => {
            // SAFETY: the format says how wide the values are, and the buffer has `offset + length` of them.
            let values = unsafe { numbers(array, start, rows) };
            ImportedValues::Float64(values)
        }
        "tdD" => {
            // SAFETY: the format says how wide the values are, and the buffer has `offset + length` of them.
            let values = unsafe { numbers(array, start, rows) };
            ImportedValues::Int32(values)
        }
        "b" => ImportedValues::Bools(bits(1)),
        "u" => {
            // SAFETY: texts have one offset more than rows, and the last one says how many bytes there are.
            let offsets: Vec<i32> = unsafe { numbers(array, start, rows + 1) };
            let end = offsets.last().map_or(0, |&end| end as usize);
            // SAFETY: as above.
            let bytes = unsafe { buffer::<u8>(array, 2, 0, end) }.unwrap_or_default();
            let one = |at: &[i32]| bytes[at[0] as usize..at[1] as usize].to_vec();
            ImportedValues::Texts(offsets.windows(2).map(one).collect())
        }
        format if format.starts_with("ts") => {
            // SAFETY: the format says how wide the values are, and the buffer has `offset + length` of them.
            let values = unsafe { numbers(array, start, rows) };
            ImportedValues::Int64(values)
        }
        format if is_decimal128(format) => {
            // SAFETY: the format says how wide the values are, and the buffer has `offset + length` of them.
            let values = unsafe { numbers(array, start, rows) };
            ImportedValues::Int128(values)
        }
        other => return Err(PyTypeError::new_err(format!("an array of the format `{other}` is no column"))),
    };
    Ok(Imported { valid: bits(0), values })
}

/// Whether a format is that of decimals of 128 bits: `d:PRECISION,SCALE`, and other widths only say theirs.
fn is_decimal128(format: &str) -> bool {
    let Some(parts) = format.strip_prefix("d:") else { return false };
    match parts.split(',').collect::<Vec<_>>()[..] {
        [_precision, _scale] => true,
        [_precision, _scale, bits] => bits == "128",
        _ => false,
    }
}

/// The values of the second buffer.
///
/// # Safety
/// The buffer has `start + rows` values of this type.
unsafe fn numbers<T: Copy>(array: &ArrowArray, start: usize, rows: usize) -> Vec<T> {
    // SAFETY: see above.
    unsafe { buffer::<T>(array, 1, start, rows) }.unwrap_or_default()
}

/// A copy of some values of a buffer; `None` where there is none.
///
/// # Safety
/// The buffer has `start + count` values of this type, of any alignment.
unsafe fn buffer<T: Copy>(array: &ArrowArray, index: usize, start: usize, count: usize) -> Option<Vec<T>> {
    if index as i64 >= array.n_buffers {
        return None;
    }
    // SAFETY: an array has `n_buffers` pointers.
    let pointer = unsafe { *array.buffers.add(index) }.cast::<T>();
    // SAFETY: see above.
    (!pointer.is_null())
        .then(|| (start..start + count).map(|at| unsafe { pointer.add(at).read_unaligned() }).collect())
}
