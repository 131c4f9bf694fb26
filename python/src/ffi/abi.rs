//! The structs of Arrow's C data interface, and the capsules that Python hands them on in.
//!
//! What must hold of them: <https://arrow.apache.org/docs/format/CDataInterface.html>,
//! <https://arrow.apache.org/docs/format/CStreamInterface.html>, and for the capsules
//! <https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>.
#![expect(unsafe_code, reason = "Arrow's C data interface")]

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr;

use pyo3::ffi::{PyCapsule_GetPointer, PyCapsule_IsValid, PyCapsule_New, PyObject};
use pyo3::prelude::*;

/// A type, with its name.
#[repr(C)]
pub(super) struct ArrowSchema {
    pub format: *const c_char,
    pub name: *const c_char,
    pub metadata: *const c_char,
    pub flags: i64,
    pub n_children: i64,
    pub children: *mut *mut ArrowSchema,
    pub dictionary: *mut ArrowSchema,
    pub release: Option<unsafe extern "C" fn(*mut ArrowSchema)>,
    pub private_data: *mut c_void,
}

/// Values of a type.
#[repr(C)]
pub(super) struct ArrowArray {
    pub length: i64,
    pub null_count: i64,
    pub offset: i64,
    pub n_buffers: i64,
    pub n_children: i64,
    pub buffers: *mut *const c_void,
    pub children: *mut *mut ArrowArray,
    pub dictionary: *mut ArrowArray,
    pub release: Option<unsafe extern "C" fn(*mut ArrowArray)>,
    pub private_data: *mut c_void,
}

/// Arrays one after the other.
#[repr(C)]
pub(super) struct ArrowArrayStream {
    pub get_schema: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowSchema) -> c_int>,
    pub get_next: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowArray) -> c_int>,
    pub get_last_error: Option<unsafe extern "C" fn(*mut ArrowArrayStream) -> *const c_char>,
    pub release: Option<unsafe extern "C" fn(*mut ArrowArrayStream)>,
    pub private_data: *mut c_void,
}

pub(super) const SCHEMA: &CStr = c"arrow_schema";
pub(super) const ARRAY: &CStr = c"arrow_array";
pub(super) const STREAM: &CStr = c"arrow_array_stream";

/// A text without what a C string cannot have.
pub(super) fn c_text(text: &str) -> CString {
    CString::new(text.replace('\0', "\u{fffd}")).unwrap_or_default()
}

/// Puts a struct of the interface into a capsule.
pub(super) fn capsule<T>(
    py: Python<'_>,
    content: T,
    name: &'static CStr,
    destroy: unsafe extern "C" fn(*mut PyObject),
) -> PyResult<Py<PyAny>> {
    let content = Box::into_raw(Box::new(content));
    // SAFETY: the pointer is not null, the name lives for ever, and `destroy` frees what is in a capsule of this name.
    let made = unsafe { PyCapsule_New(content.cast(), name.as_ptr(), Some(destroy)) };
    // SAFETY: it is a new reference, or null with an exception that is set.
    Ok(unsafe { Bound::from_owned_ptr_or_err(py, made) }?.unbind())
}

/// What is in a capsule of this name; null where it has another one.
pub(super) fn content<T>(capsule: *mut PyObject, name: &'static CStr) -> *mut T {
    // SAFETY: it is a Python object, whatever its type; an exception is set only where the first says no.
    unsafe {
        if PyCapsule_IsValid(capsule, name.as_ptr()) == 0 {
            return ptr::null_mut();
        }
        PyCapsule_GetPointer(capsule, name.as_ptr()).cast()
    }
}
