//! Types of columns for other libraries, and the types that they ask for.
#![expect(unsafe_code, reason = "Arrow's C data interface")]

use std::ffi::{CStr, CString, c_char};
use std::ptr;
use std::sync::Arc;

use gush_columnar::memory::ColumnLayout;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::ffi::PyObject;
use pyo3::prelude::*;

use super::abi::{ArrowSchema, SCHEMA, c_text, capsule, content};

/// The flag of columns that may have nulls.
const NULLABLE: i64 = 2;

/// What an exported schema owns.
struct SchemaOwner {
    _texts: [CString; 2],
    _metadata: Option<Vec<u8>>,
    children: Vec<*mut ArrowSchema>,
    dictionary: *mut ArrowSchema,
}

impl ArrowSchema {
    fn new(
        format: &str,
        name: &str,
        flags: i64,
        metadata: Option<Vec<u8>>,
        children: Vec<ArrowSchema>,
        dictionary: Option<ArrowSchema>,
    ) -> ArrowSchema {
        let children = children.into_iter().map(|child| Box::into_raw(Box::new(child))).collect();
        let dictionary = dictionary.map_or(ptr::null_mut(), |texts| Box::into_raw(Box::new(texts)));
        let texts = [c_text(format), c_text(name)];
        let pointers = [texts[0].as_ptr(), texts[1].as_ptr()];
        let mut owner = Box::new(SchemaOwner { _texts: texts, _metadata: metadata, children, dictionary });
        ArrowSchema {
            format: pointers[0],
            name: pointers[1],
            metadata: owner._metadata.as_ref().map_or(ptr::null(), |bytes| bytes.as_ptr().cast()),
            flags,
            n_children: owner.children.len() as i64,
            children: owner.children.as_mut_ptr(),
            dictionary,
            release: Some(release_schema),
            private_data: Box::into_raw(owner).cast(),
        }
    }

    pub(super) fn of_column(layout: &ColumnLayout) -> ArrowSchema {
        let flags = if layout.is_nullable() { NULLABLE } else { 0 };
        let dictionary =
            layout.is_dictionary().then(|| ArrowSchema::new("u", "", NULLABLE, None, Vec::new(), None));
        let metadata = encoded(layout.metadata());
        let children = layout.children().iter().map(ArrowSchema::of_column).collect();
        ArrowSchema::new(&layout.format(), layout.name(), flags, metadata, children, dictionary)
    }

    pub(super) fn of_columns(layouts: &[Arc<ColumnLayout>]) -> ArrowSchema {
        let children = layouts.iter().map(|layout| ArrowSchema::of_column(layout)).collect();
        ArrowSchema::new("+s", "", 0, None, children, None)
    }
}

/// Metadata as the interface has it: how many pairs, and each text after its length.
fn encoded(pairs: &[(&str, &str)]) -> Option<Vec<u8>> {
    let mut bytes = (pairs.len() as i32).to_ne_bytes().to_vec();
    for text in pairs.iter().flat_map(|(key, value)| [key, value]) {
        bytes.extend((text.len() as i32).to_ne_bytes());
        bytes.extend(text.as_bytes());
    }
    (!pairs.is_empty()).then_some(bytes)
}

unsafe extern "C" fn release_schema(schema: *mut ArrowSchema) {
    // SAFETY: whoever calls this hands in a schema that `ArrowSchema::new` made and nobody released yet.
    let owner = unsafe {
        (*schema).release = None;
        Box::from_raw((*schema).private_data.cast::<SchemaOwner>())
    };
    for child in owner.children.iter().copied().chain([owner.dictionary]).filter(|child| !child.is_null()) {
        // SAFETY: `ArrowSchema::new` made it by `Box::into_raw`; the reader may have moved its content away, and has then
        // set `release` to null, as the interface says.
        unsafe { drop_schema(child) };
    }
}

/// Releases a schema in a box, if nobody did, and frees the box.
///
/// # Safety
/// It was made by `Box::into_raw`, and nobody uses it any more.
unsafe fn drop_schema(schema: *mut ArrowSchema) {
    // SAFETY: see above.
    let mut schema = unsafe { Box::from_raw(schema) };
    if let Some(release) = schema.release {
        // SAFETY: it is not released, as `release` is there.
        unsafe { release(&raw mut *schema) };
    }
}

pub(super) unsafe extern "C" fn destroy_schema(capsule: *mut PyObject) {
    let schema = content::<ArrowSchema>(capsule, SCHEMA);
    if !schema.is_null() {
        // SAFETY: `capsule` put a box in, and the capsule is at its end.
        unsafe { drop_schema(schema) };
    }
}

/// The types of columns as one schema, in a capsule.
///
/// # Errors
/// If there is no memory for it.
pub fn schema(py: Python<'_>, layouts: &[Arc<ColumnLayout>]) -> PyResult<Py<PyAny>> {
    capsule(py, ArrowSchema::of_columns(layouts), SCHEMA, destroy_schema)
}

/// The types that a reader asks for: for each column its name and its format; `+d` for a dictionary.
///
/// # Errors
/// If it is no capsule of a schema.
pub fn requested(capsule: &Bound<'_, PyAny>) -> PyResult<Vec<(String, String)>> {
    let schema = content::<ArrowSchema>(capsule.as_ptr(), SCHEMA);
    if schema.is_null() {
        return Err(PyTypeError::new_err("requested_schema: expected a capsule of an arrow_schema"));
    }
    // SAFETY: a capsule of this name holds a schema, which stays there as long as the capsule is borrowed.
    let schema = unsafe { &*schema };
    if schema.release.is_none() {
        return Err(PyValueError::new_err("requested_schema: the schema is released"));
    }
    let child = |index: usize| {
        // SAFETY: a schema has `n_children` pointers to schemas, none of them null.
        let child = unsafe { &**schema.children.add(index) };
        let format = if child.dictionary.is_null() { text(child.format) } else { "+d".into() };
        (text(child.name), format)
    };
    Ok((0..schema.n_children.max(0) as usize).map(child).collect())
}

/// The text of a C string; none for null.
pub(super) fn text(text: *const c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: the strings of a schema end with NUL, and live as long as it does.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}
