//! Arrays for other libraries, in the buffers that the values were made in.
#![expect(unsafe_code, reason = "Arrow's C data interface")]

use std::ffi::c_void;
use std::sync::Arc;
use std::{mem, ptr};

use gush_columnar::memory::{ColumnArray, ColumnLayout, Indices, Texts, Values};
use pyo3::ffi::PyObject;
use pyo3::prelude::*;

use super::abi::{ARRAY, ArrowArray, ArrowSchema, SCHEMA, capsule, content};
use super::schema::destroy_schema;

/// What an exported array owns.
struct ArrayOwner {
    _buffers: Vec<*const c_void>,
    _sizes: Vec<i64>,
    _values: Option<ColumnArray>,
    _texts: Option<Arc<Texts>>,
    children: Vec<*mut ArrowArray>,
    dictionary: *mut ArrowArray,
}

impl ArrowArray {
    fn new(rows: usize, nulls: usize, buffers: Vec<*const c_void>, owner: ArrayOwner) -> ArrowArray {
        let mut owner = Box::new(ArrayOwner { _buffers: buffers, ..owner });
        ArrowArray {
            length: rows as i64,
            null_count: nulls as i64,
            offset: 0,
            n_buffers: owner._buffers.len() as i64,
            n_children: owner.children.len() as i64,
            buffers: owner._buffers.as_mut_ptr(),
            children: owner.children.as_mut_ptr(),
            dictionary: owner.dictionary,
            release: Some(release_array),
            private_data: Box::into_raw(owner).cast(),
        }
    }

    /// The array of a column. The buffers are the column's own: nothing is copied.
    fn of_column(mut column: ColumnArray) -> ArrowArray {
        let (rows, nulls) = (column.rows, column.nulls);
        let mut buffers = vec![column.validity.as_ref().map_or(ptr::null(), |bits| bits.as_ptr().cast())];
        let (mut dictionary, mut sizes, mut children) = (ptr::null_mut(), Vec::new(), Vec::new());
        // The memory of a vector stays where it is when the vector moves to its owner.
        match &mut column.values {
            Values::Bools(values) | Values::FixedBytes(values) => buffers.push(values.as_ptr().cast()),
            Values::Int8(values) => buffers.push(values.as_ptr().cast()),
            Values::Int16(values) => buffers.push(values.as_ptr().cast()),
            Values::Float16(values) => buffers.push(values.as_ptr().cast()),
            Values::Float32(values) => buffers.push(values.as_ptr().cast()),
            Values::Float64(values) => buffers.push(values.as_ptr().cast()),
            Values::Int32(values) => buffers.push(values.as_ptr().cast()),
            Values::Int64(values) => buffers.push(values.as_ptr().cast()),
            Values::Int128(values) => buffers.push(values.as_ptr().cast()),
            Values::Texts { offsets, bytes } => {
                buffers.extend([offsets.as_ptr().cast(), bytes.as_ptr().cast()]);
            }
            Values::LargeTexts { offsets, bytes } => {
                buffers.extend([offsets.as_ptr().cast(), bytes.as_ptr().cast()]);
            }
            Values::Views { views, bytes } => {
                sizes.push(bytes.len() as i64);
                buffers.extend([views.as_ptr().cast(), bytes.as_ptr().cast(), sizes.as_ptr().cast()]);
            }
            Values::Dictionary { indices, texts } => {
                buffers.push(match indices {
                    Indices::Int8(indices) => indices.as_ptr().cast(),
                    Indices::Int16(indices) => indices.as_ptr().cast(),
                    Indices::Int32(indices) => indices.as_ptr().cast(),
                });
                dictionary = boxed(ArrowArray::of_texts(Arc::clone(texts)));
            }
            Values::List { offsets, items } => {
                buffers.push(offsets.as_ptr().cast());
                children.push(boxed(ArrowArray::of_column(mem::take(&mut **items))));
            }
            Values::Vector(items) => {
                children.push(boxed(ArrowArray::of_column(mem::take(&mut **items))));
            }
            Values::Struct(fields) => {
                children =
                    mem::take(fields).into_iter().map(|field| boxed(ArrowArray::of_column(field))).collect();
            }
        }
        let owner = ArrayOwner {
            _buffers: Vec::new(),
            _sizes: sizes,
            _values: Some(column),
            _texts: None,
            children,
            dictionary,
        };
        ArrowArray::new(rows, nulls, buffers, owner)
    }

    /// The texts of a dictionary, which several arrays share.
    fn of_texts(texts: Arc<Texts>) -> ArrowArray {
        let buffers = vec![ptr::null(), texts.offsets.as_ptr().cast(), texts.bytes.as_ptr().cast()];
        let rows = texts.offsets.len() - 1;
        ArrowArray::new(rows, 0, buffers, ArrayOwner { _texts: Some(texts), ..ArrayOwner::empty() })
    }

    /// A batch: a struct of its columns.
    pub(super) fn of_columns(rows: usize, columns: Vec<ColumnArray>) -> ArrowArray {
        let children = columns.into_iter().map(|column| boxed(ArrowArray::of_column(column))).collect();
        ArrowArray::new(rows, 0, vec![ptr::null()], ArrayOwner { children, ..ArrayOwner::empty() })
    }

    /// What says that a stream is at its end.
    pub(super) fn end() -> ArrowArray {
        ArrowArray {
            length: 0,
            null_count: 0,
            offset: 0,
            n_buffers: 0,
            n_children: 0,
            buffers: ptr::null_mut(),
            children: ptr::null_mut(),
            dictionary: ptr::null_mut(),
            release: None,
            private_data: ptr::null_mut(),
        }
    }
}

/// A box for an array that another one owns.
fn boxed(array: ArrowArray) -> *mut ArrowArray {
    Box::into_raw(Box::new(array))
}

impl ArrayOwner {
    fn empty() -> ArrayOwner {
        ArrayOwner {
            _buffers: Vec::new(),
            _sizes: Vec::new(),
            _values: None,
            _texts: None,
            children: Vec::new(),
            dictionary: ptr::null_mut(),
        }
    }
}

unsafe extern "C" fn release_array(array: *mut ArrowArray) {
    // SAFETY: whoever calls this hands in an array that `ArrowArray::new` made and nobody released yet.
    let owner = unsafe {
        (*array).release = None;
        Box::from_raw((*array).private_data.cast::<ArrayOwner>())
    };
    for child in owner.children.iter().copied().chain([owner.dictionary]).filter(|child| !child.is_null()) {
        // SAFETY: `ArrowArray::of_column` and `of_columns` made it by `Box::into_raw`; the reader may have moved its content
        // away, and has then set `release` to null, as the interface says.
        unsafe { drop_array(child) };
    }
}

/// Releases an array in a box, if nobody did, and frees the box.
///
/// # Safety
/// It was made by `Box::into_raw`, and nobody uses it any more.
unsafe fn drop_array(array: *mut ArrowArray) {
    // SAFETY: see above.
    let mut array = unsafe { Box::from_raw(array) };
    if let Some(release) = array.release {
        // SAFETY: it is not released, as `release` is there.
        unsafe { release(&raw mut *array) };
    }
}

unsafe extern "C" fn destroy_array(capsule: *mut PyObject) {
    let array = content::<ArrowArray>(capsule, ARRAY);
    if !array.is_null() {
        // SAFETY: `capsule` put a box in, and the capsule is at its end.
        unsafe { drop_array(array) };
    }
}

/// One column with its type, in two capsules.
///
/// # Errors
/// If there is no memory for them.
pub fn array(py: Python<'_>, layout: &ColumnLayout, column: ColumnArray) -> PyResult<(Py<PyAny>, Py<PyAny>)> {
    let schema = capsule(py, ArrowSchema::of_column(layout), SCHEMA, destroy_schema)?;
    Ok((schema, capsule(py, ArrowArray::of_column(column), ARRAY, destroy_array)?))
}
