//! The words of a locale that texts are made of.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// A tuple of words, and these as texts.
type Texts = (Py<PyAny>, Arc<Vec<String>>);

/// What was read, by the addresses of the tuples, which are kept with them.
static READ: Mutex<BTreeMap<usize, Texts>> = Mutex::new(BTreeMap::new());

/// The words of the locale of a method, read when they are needed.
pub struct Vocabulary {
    /// What a function in Python is called with, which has the words.
    pub values: Py<PyAny>,
    words: PyOnceLock<Py<PyAny>>,
    texts: OnceLock<Arc<Vec<String>>>,
}

impl Vocabulary {
    /// That of these values.
    pub fn new(values: Py<PyAny>) -> Vocabulary {
        Vocabulary { values, words: PyOnceLock::new(), texts: OnceLock::new() }
    }

    /// The words as a tuple.
    ///
    /// # Errors
    /// If there are none.
    pub fn words<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let values = self.values.bind(py);
        let read = || values.call_method1(intern!(py, "vocabulary"), ("word",)).map(Bound::unbind);
        Ok(self.words.get_or_try_init(py, read)?.bind(py).clone())
    }

    /// The same as texts, read once for all methods that have them.
    ///
    /// # Errors
    /// If there are none.
    pub fn texts(&self, py: Python<'_>) -> PyResult<Arc<Vec<String>>> {
        if let Some(texts) = self.texts.get() {
            return Ok(Arc::clone(texts));
        }
        let words = self.words(py)?;
        let address = words.as_ptr() as usize;
        let read = || READ.lock().unwrap_or_else(PoisonError::into_inner);
        let found = read().get(&address).map(|(_, texts)| Arc::clone(texts));
        let texts = match found {
            Some(texts) => texts,
            None => {
                let texts = Arc::new(words.extract::<Vec<String>>()?);
                read().insert(address, (words.unbind(), Arc::clone(&texts)));
                texts
            }
        };
        Ok(Arc::clone(self.texts.get_or_init(|| texts)))
    }
}
