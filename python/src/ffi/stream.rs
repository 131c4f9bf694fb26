//! Streams of batches for other libraries.
#![expect(unsafe_code, reason = "Arrow's C data interface")]

use std::ffi::{CString, c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use gush_columnar::memory::{ColumnArray, ColumnLayout};
use pyo3::ffi::PyObject;
use pyo3::prelude::*;

use super::abi::{ArrowArray, ArrowArrayStream, ArrowSchema, STREAM, c_text, capsule, content};

/// What every libc calls these.
const EIO: c_int = 5;
const EINTR: c_int = 4;

/// What a stream is made of.
pub trait BatchSource: Send {
    /// The columns of every batch.
    fn layouts(&self) -> &[Arc<ColumnLayout>];

    /// The next batch, with how many rows it has; none after the last one.
    ///
    /// # Errors
    /// Why there is none.
    fn next(&mut self) -> Result<Option<(usize, Vec<ColumnArray>)>, SourceError>;
}

/// Why there is no next batch.
#[derive(Debug)]
pub enum SourceError {
    /// A signal asked for the end.
    Interrupted,
    /// Anything else.
    Failed(String),
}

/// What an exported stream owns.
struct StreamOwner {
    source: Box<dyn BatchSource>,
    error: CString,
}

impl ArrowArrayStream {
    fn new(source: Box<dyn BatchSource>) -> ArrowArrayStream {
        let owner = Box::new(StreamOwner { source, error: CString::default() });
        ArrowArrayStream {
            get_schema: Some(get_schema),
            get_next: Some(get_next),
            get_last_error: Some(get_last_error),
            release: Some(release_stream),
            private_data: Box::into_raw(owner).cast(),
        }
    }
}

impl StreamOwner {
    /// The next batch; a panic is an error, as it must not reach the reader.
    fn next(&mut self) -> Result<ArrowArray, c_int> {
        let next = catch_unwind(AssertUnwindSafe(|| self.source.next()));
        let (code, text) = match next {
            Ok(Ok(Some((rows, columns)))) => return Ok(ArrowArray::of_columns(rows, columns)),
            Ok(Ok(None)) => return Ok(ArrowArray::end()),
            Ok(Err(SourceError::Interrupted)) => (EINTR, "interrupted".to_owned()),
            Ok(Err(SourceError::Failed(text))) => (EIO, text),
            Err(_) => (EIO, "gusher: a batch of rows could not be made".to_owned()),
        };
        self.error = c_text(&text);
        Err(code)
    }
}

unsafe extern "C" fn get_schema(stream: *mut ArrowArrayStream, out: *mut ArrowSchema) -> c_int {
    // SAFETY: the reader hands in a stream that `ArrowArrayStream::new` made, which is not released.
    let owner = unsafe { &*(*stream).private_data.cast::<StreamOwner>() };
    // SAFETY: `out` is the reader's memory for a schema, whose content means nothing yet.
    unsafe { out.write(ArrowSchema::of_columns(owner.source.layouts())) };
    0
}

unsafe extern "C" fn get_next(stream: *mut ArrowArrayStream, out: *mut ArrowArray) -> c_int {
    // SAFETY: the reader hands in a stream that `ArrowArrayStream::new` made, which is not released, and calls it from one
    // thread at a time.
    let owner = unsafe { &mut *(*stream).private_data.cast::<StreamOwner>() };
    match owner.next() {
        Ok(array) => {
            // SAFETY: `out` is the reader's memory for an array, whose content means nothing yet.
            unsafe { out.write(array) };
            0
        }
        Err(code) => code,
    }
}

unsafe extern "C" fn get_last_error(stream: *mut ArrowArrayStream) -> *const c_char {
    // SAFETY: the reader hands in a stream that `ArrowArrayStream::new` made, which is not released.
    let owner = unsafe { &*(*stream).private_data.cast::<StreamOwner>() };
    owner.error.as_ptr()
}

unsafe extern "C" fn release_stream(stream: *mut ArrowArrayStream) {
    // SAFETY: whoever calls this hands in a stream that `ArrowArrayStream::new` made and nobody released yet.
    drop(unsafe {
        (*stream).release = None;
        Box::from_raw((*stream).private_data.cast::<StreamOwner>())
    });
}

unsafe extern "C" fn destroy_stream(capsule: *mut PyObject) {
    let stream = content::<ArrowArrayStream>(capsule, STREAM);
    if stream.is_null() {
        return;
    }
    // SAFETY: `capsule` put a box in, and the capsule is at its end.
    let mut stream = unsafe { Box::from_raw(stream) };
    if let Some(release) = stream.release {
        // SAFETY: it is not released, as `release` is there: nobody took it out of the capsule.
        unsafe { release(&raw mut *stream) };
    }
}

/// A stream, in a capsule.
///
/// # Errors
/// If there is no memory for it.
pub fn stream(py: Python<'_>, source: Box<dyn BatchSource>) -> PyResult<Py<PyAny>> {
    capsule(py, ArrowArrayStream::new(source), STREAM, destroy_stream)
}
