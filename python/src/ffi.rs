//! Arrow's C data interface, both ways: arrays and streams that other libraries take over, and the texts and numbers that a
//! Python function gives. All `unsafe` code of the package is here.
//!
//! The structs and what must hold of them: <https://arrow.apache.org/docs/format/CDataInterface.html>,
//! <https://arrow.apache.org/docs/format/CStreamInterface.html>, and for their capsules
//! <https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::sync::Arc;

use gush_columnar::memory::{ColumnArray, ColumnLayout, Texts, Values};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::ffi::{
    PyCapsule_GetPointer, PyCapsule_IsValid, PyCapsule_New, PyErr_SetInterrupt, PyInterpreterState_Get,
    PyInterpreterState_GetID, PyObject,
};
use pyo3::prelude::*;

/// A type, with its name.
#[repr(C)]
struct ArrowSchema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut ArrowSchema,
    dictionary: *mut ArrowSchema,
    release: Option<unsafe extern "C" fn(*mut ArrowSchema)>,
    private_data: *mut c_void,
}

/// Values of a type.
#[repr(C)]
struct ArrowArray {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *const c_void,
    children: *mut *mut ArrowArray,
    dictionary: *mut ArrowArray,
    release: Option<unsafe extern "C" fn(*mut ArrowArray)>,
    private_data: *mut c_void,
}

/// Arrays one after the other.
#[repr(C)]
struct ArrowArrayStream {
    get_schema: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowSchema) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowArray) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut ArrowArrayStream) -> *const c_char>,
    release: Option<unsafe extern "C" fn(*mut ArrowArrayStream)>,
    private_data: *mut c_void,
}

const NULLABLE: i64 = 2;
/// What every libc calls these.
const EIO: c_int = 5;
const EINTR: c_int = 4;

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

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

/// What an exported schema owns.
struct SchemaOwner {
    _texts: [CString; 2],
    _metadata: Option<Vec<u8>>,
    children: Vec<*mut ArrowSchema>,
    dictionary: *mut ArrowSchema,
}

/// What an exported array owns.
struct ArrayOwner {
    _buffers: Vec<*const c_void>,
    _sizes: Vec<i64>,
    _values: Option<ColumnArray>,
    _texts: Option<Arc<Texts>>,
    children: Vec<*mut ArrowArray>,
    dictionary: *mut ArrowArray,
}

/// What an exported stream owns.
struct StreamOwner {
    source: Box<dyn BatchSource>,
    error: CString,
}

/// A text without what a C string cannot have.
fn c_text(text: &str) -> CString {
    CString::new(text.replace('\0', "\u{fffd}")).unwrap_or_default()
}

// --- schemas ---------------------------------------------------------------------------------------------

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

    fn of_column(layout: &ColumnLayout) -> ArrowSchema {
        let flags = if layout.is_nullable() { NULLABLE } else { 0 };
        let dictionary =
            layout.is_dictionary().then(|| ArrowSchema::new("u", "", NULLABLE, None, Vec::new(), None));
        let metadata = layout.is_uuid().then(uuid_metadata);
        ArrowSchema::new(&layout.format(), layout.name(), flags, metadata, Vec::new(), dictionary)
    }

    fn of_columns(layouts: &[Arc<ColumnLayout>]) -> ArrowSchema {
        let children = layouts.iter().map(|layout| ArrowSchema::of_column(layout)).collect();
        ArrowSchema::new("+s", "", 0, None, children, None)
    }
}

/// That a column is of the extension type `arrow.uuid`.
fn uuid_metadata() -> Vec<u8> {
    let pairs = [("ARROW:extension:name", "arrow.uuid"), ("ARROW:extension:metadata", "")];
    let mut bytes = (pairs.len() as i32).to_ne_bytes().to_vec();
    for text in pairs.iter().flat_map(|(key, value)| [key, value]) {
        bytes.extend((text.len() as i32).to_ne_bytes());
        bytes.extend(text.as_bytes());
    }
    bytes
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

// --- arrays ----------------------------------------------------------------------------------------------

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
    fn of_column(column: ColumnArray) -> ArrowArray {
        let (rows, nulls) = (column.rows, column.nulls);
        let mut buffers = vec![column.validity.as_ref().map_or(ptr::null(), |bits| bits.as_ptr().cast())];
        let (mut dictionary, mut sizes) = (ptr::null_mut(), Vec::new());
        // The memory of a vector stays where it is when the vector moves to its owner.
        match &column.values {
            Values::Bools(values) | Values::FixedBytes(values) => buffers.push(values.as_ptr().cast()),
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
                buffers.push(indices.as_ptr().cast());
                dictionary = Box::into_raw(Box::new(ArrowArray::of_texts(Arc::clone(texts))));
            }
        }
        let owner = ArrayOwner {
            _buffers: Vec::new(),
            _sizes: sizes,
            _values: Some(column),
            _texts: None,
            children: Vec::new(),
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
    fn of_columns(rows: usize, columns: Vec<ColumnArray>) -> ArrowArray {
        let boxed = |column| Box::into_raw(Box::new(ArrowArray::of_column(column)));
        let children = columns.into_iter().map(boxed).collect();
        ArrowArray::new(rows, 0, vec![ptr::null()], ArrayOwner { children, ..ArrayOwner::empty() })
    }

    /// What says that a stream is at its end.
    fn end() -> ArrowArray {
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

// --- streams ---------------------------------------------------------------------------------------------

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
    // SAFETY: `out` is the reader's room for a schema, whose content means nothing yet.
    unsafe { out.write(ArrowSchema::of_columns(owner.source.layouts())) };
    0
}

unsafe extern "C" fn get_next(stream: *mut ArrowArrayStream, out: *mut ArrowArray) -> c_int {
    // SAFETY: the reader hands in a stream that `ArrowArrayStream::new` made, which is not released, and calls it from one
    // thread at a time.
    let owner = unsafe { &mut *(*stream).private_data.cast::<StreamOwner>() };
    match owner.next() {
        Ok(array) => {
            // SAFETY: `out` is the reader's room for an array, whose content means nothing yet.
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

// --- capsules --------------------------------------------------------------------------------------------

/// Puts a struct of the interface into a capsule.
fn capsule<T>(
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
fn content<T>(capsule: *mut PyObject, name: &'static CStr) -> *mut T {
    // SAFETY: it is a Python object, whatever its type; an exception is set only where the first says no.
    unsafe {
        if PyCapsule_IsValid(capsule, name.as_ptr()) == 0 {
            return ptr::null_mut();
        }
        PyCapsule_GetPointer(capsule, name.as_ptr()).cast()
    }
}

unsafe extern "C" fn destroy_schema(capsule: *mut PyObject) {
    let schema = content::<ArrowSchema>(capsule, SCHEMA);
    if !schema.is_null() {
        // SAFETY: `capsule` put a box in, and the capsule is at its end.
        unsafe { drop_schema(schema) };
    }
}

unsafe extern "C" fn destroy_array(capsule: *mut PyObject) {
    let array = content::<ArrowArray>(capsule, ARRAY);
    if !array.is_null() {
        // SAFETY: `capsule` put a box in, and the capsule is at its end.
        unsafe { drop_array(array) };
    }
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

/// The types of columns as one schema, in a capsule.
///
/// # Errors
/// If there is no memory for it.
pub fn schema(py: Python<'_>, layouts: &[Arc<ColumnLayout>]) -> PyResult<Py<PyAny>> {
    capsule(py, ArrowSchema::of_columns(layouts), SCHEMA, destroy_schema)
}

/// One column with its type, in two capsules.
///
/// # Errors
/// If there is no memory for them.
pub fn array(py: Python<'_>, layout: &ColumnLayout, column: ColumnArray) -> PyResult<(Py<PyAny>, Py<PyAny>)> {
    let schema = capsule(py, ArrowSchema::of_column(layout), SCHEMA, destroy_schema)?;
    Ok((schema, capsule(py, ArrowArray::of_column(column), ARRAY, destroy_array)?))
}

// --- what others hand in ---------------------------------------------------------------------------------

/// Whether this is Python's main interpreter, and not one of those that a program may start beside it.
pub fn is_main_interpreter(_py: Python<'_>) -> bool {
    // SAFETY: the caller has Python's lock, and so a state of an interpreter, which is never null.
    unsafe { PyInterpreterState_GetID(PyInterpreterState_Get()) == 0 }
}

/// Lets Python raise `KeyboardInterrupt` in its main thread soon.
pub fn interrupt() {
    // SAFETY: it only sets a flag.
    unsafe { PyErr_SetInterrupt() };
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
fn text(text: *const c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: the strings of a schema end with NUL, and live as long as it does.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

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
        format if format.starts_with("d:") => {
            // SAFETY: the format says how wide the values are, and the buffer has `offset + length` of them.
            let values = unsafe { numbers(array, start, rows) };
            ImportedValues::Int128(values)
        }
        other => return Err(PyTypeError::new_err(format!("an array of the format `{other}` is no column"))),
    };
    Ok(Imported { valid: bits(0), values })
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
