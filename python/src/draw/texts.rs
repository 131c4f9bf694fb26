//! Words, sentences, paragraphs and texts.

use std::sync::Arc;

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};

use super::arguments::{Argument, flag, int, is_absent};
use super::call::{Call, Made};
use super::object::item;
use super::words::Words;

/// How many words a sentence has, and how many sentences a paragraph, where a text is made of them.
const WORDS: i64 = 6;
const SENTENCES: i64 = 3;
/// Larger numbers of words, sentences and characters are left to Python.
const MAX_PARTS: i64 = 1 << 20;
/// So often the first part of a text may be too long.
const MAX_TRIES: u32 = 1000;

/// The words that are chosen from.
enum Pool<'py> {
    /// Those of the locale.
    Own(Arc<Vec<String>>),
    /// Those of the caller: of a tuple or a list, all of which are texts, with their number.
    Given(Bound<'py, PyAny>, usize),
}

impl<'py> Pool<'py> {
    /// Those of the caller, or of the locale; nothing if Python has to read them.
    fn of(call: &Call<'_, 'py>, given: &Argument<'py>) -> PyResult<Option<Pool<'py>>> {
        match given {
            Some(words) if !words.is_none() => {
                Ok(number_of_texts(words).map(|count| Pool::Given(words.clone(), count)))
            }
            _ => call.vocabulary.texts(call.py).map(|texts| (!texts.is_empty()).then_some(Pool::Own(texts))),
        }
    }

    fn push(&self, words: &mut Words<'_>, text: &mut String) -> PyResult<()> {
        match self {
            Pool::Own(own) => text.push_str(&own[words.index(own.len())]),
            Pool::Given(given, count) => {
                text.push_str(item(given, words.index(*count))?.cast::<PyString>()?.to_str()?);
            }
        }
        Ok(())
    }

    /// A sentence at the end of a text.
    fn sentence(
        &self,
        words: &mut Words<'_>,
        count: i64,
        is_varied: bool,
        text: &mut String,
    ) -> PyResult<()> {
        if count <= 0 {
            return Ok(());
        }
        let count = if is_varied { words.around(count) } else { count };
        let start = text.len();
        for at in 0..count {
            if at > 0 {
                text.push(' ');
            }
            self.push(words, text)?;
        }
        capitalize(text, start);
        text.push('.');
        Ok(())
    }

    /// A paragraph at the end of a text.
    fn paragraph(
        &self,
        words: &mut Words<'_>,
        count: i64,
        is_varied: bool,
        text: &mut String,
    ) -> PyResult<()> {
        if count <= 0 {
            return Ok(());
        }
        let count = if is_varied { words.around(count) } else { count };
        for at in 0..count {
            if at > 0 {
                text.push(' ');
            }
            self.sentence(words, WORDS, true, text)?;
        }
        Ok(())
    }

    /// Words, sentences or paragraphs, as many as fit; nothing if none does.
    fn text(&self, words: &mut Words<'_>, most: usize) -> PyResult<Option<String>> {
        if most < 25 {
            let made = filled(" ", most - 1, |part| self.push(words, part))?;
            return Ok(made.map(|mut made| {
                capitalize(&mut made, 0);
                made + "."
            }));
        }
        if most < 100 {
            return filled(" ", most, |part| self.sentence(words, WORDS, true, part));
        }
        filled("\n", most, |part| self.paragraph(words, SENTENCES, true, part))
    }
}

/// How many words a tuple or a list has; nothing if it is none, has none, or has something else than texts.
fn number_of_texts(words: &Bound<'_, PyAny>) -> Option<usize> {
    let is_text = |word: Bound<'_, PyAny>| word.is_exact_instance_of::<PyString>();
    let (count, are_texts) = match (words.cast::<PyList>(), words.cast::<PyTuple>()) {
        (Ok(list), _) => (list.len(), list.iter().all(is_text)),
        (_, Ok(tuple)) => (tuple.len(), tuple.iter().all(is_text)),
        _ => return None,
    };
    (are_texts && count > 0).then_some(count)
}

/// Makes the first letter from `start` on a capital one.
fn capitalize(text: &mut String, start: usize) {
    if let Some(first) = text[start..].chars().next() {
        let capital: String = first.to_uppercase().collect();
        text.replace_range(start..start + first.len_utf8(), &capital);
    }
}

/// Parts with something between them, up to `most` characters; nothing if all that are tried are too long.
fn filled(
    between: &str,
    most: usize,
    mut part: impl FnMut(&mut String) -> PyResult<()>,
) -> PyResult<Option<String>> {
    let (mut made, mut length, mut more) = (String::new(), 0, String::new());
    let mut tries = 0;
    while tries < MAX_TRIES {
        more.clear();
        part(&mut more)?;
        let start = if made.is_empty() { 0 } else { length + between.len() };
        let longer = start + more.chars().count();
        if longer <= most {
            made.push_str(if start > 0 { between } else { "" });
            made.push_str(&more);
            length = longer;
        } else if made.is_empty() {
            // A first part that is too long gives way to another one.
            tries += 1;
        } else {
            return Ok(Some(made));
        }
    }
    Ok(None)
}

/// A number of parts; nothing if Python has to say something about it.
fn count(value: &Argument<'_>, default: i64) -> Option<i64> {
    int(value, default).filter(|count| (0..=MAX_PARTS).contains(count))
}

pub fn words<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>) -> Made<'py> {
    let names = ["nb", "ext_word_list", "part_of_speech", "unique"];
    let Some([nb, given, speech, unique]) = call.arguments.named(names) else { return Ok(None) };
    let (Some(nb), Some(false), true) = (count(&nb, 3), flag(&unique, false), is_absent(&speech)) else {
        return Ok(None);
    };
    let (pool, size) = match given {
        Some(words) if !words.is_none() => match number_of_texts(&words) {
            Some(count) => (words, count),
            None => return Ok(None),
        },
        _ => {
            let words = call.vocabulary.words(call.py)?;
            let count = words.len()?;
            (words, count)
        }
    };
    let made: Vec<Bound<'py, PyAny>> =
        (0..nb).map(|_| item(&pool, words.index(size))).collect::<PyResult<_>>()?;
    Ok(Some(PyList::new(call.py, made)?.into_any()))
}

/// A sentence or a paragraph.
fn one<'py>(
    call: &Call<'_, 'py>,
    names: [&str; 3],
    default: i64,
    make: impl FnOnce(&Pool<'py>, i64, bool, &mut String) -> PyResult<()>,
) -> Made<'py> {
    let Some([nb, varied, given]) = call.arguments.named(names) else { return Ok(None) };
    let (Some(nb), Some(is_varied)) = (count(&nb, default), flag(&varied, true)) else { return Ok(None) };
    let Some(pool) = Pool::of(call, &given)? else { return Ok(None) };
    let mut text = String::new();
    make(&pool, nb, is_varied, &mut text)?;
    text.into_bound_py_any(call.py).map(Some)
}

pub fn sentence<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>) -> Made<'py> {
    let names = ["nb_words", "variable_nb_words", "ext_word_list"];
    one(call, names, WORDS, |pool, nb, is_varied, text| pool.sentence(words, nb, is_varied, text))
}

pub fn paragraph<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>) -> Made<'py> {
    let names = ["nb_sentences", "variable_nb_sentences", "ext_word_list"];
    one(call, names, SENTENCES, |pool, nb, is_varied, text| pool.paragraph(words, nb, is_varied, text))
}

/// A list of sentences or of paragraphs.
fn several<'py>(
    call: &Call<'_, 'py>,
    mut make: impl FnMut(&Pool<'py>, &mut String) -> PyResult<()>,
) -> Made<'py> {
    let Some([nb, given]) = call.arguments.named(["nb", "ext_word_list"]) else { return Ok(None) };
    let Some(nb) = count(&nb, 3) else { return Ok(None) };
    let Some(pool) = Pool::of(call, &given)? else { return Ok(None) };
    let made = PyList::empty(call.py);
    for _ in 0..nb {
        call.py.check_signals()?;
        let mut text = String::new();
        make(&pool, &mut text)?;
        made.append(text)?;
    }
    Ok(Some(made.into_any()))
}

pub fn sentences<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>) -> Made<'py> {
    several(call, |pool, text| pool.sentence(words, WORDS, true, text))
}

pub fn paragraphs<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>) -> Made<'py> {
    several(call, |pool, text| pool.paragraph(words, SENTENCES, true, text))
}

/// How many characters a text may have; nothing if Python has to say something about it.
fn most(value: &Argument<'_>) -> Option<usize> {
    count(value, 200).filter(|most| *most >= 5).map(|most| most as usize)
}

pub fn text<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>) -> Made<'py> {
    let Some([nb, given]) = call.arguments.named(["max_nb_chars", "ext_word_list"]) else { return Ok(None) };
    let Some(most) = most(&nb) else { return Ok(None) };
    let Some(pool) = Pool::of(call, &given)? else { return Ok(None) };
    let made = pool.text(words, most)?;
    made.map(|text| text.into_bound_py_any(call.py)).transpose()
}

pub fn texts<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>) -> Made<'py> {
    let names = ["nb_texts", "max_nb_chars", "ext_word_list"];
    let Some([nb, chars, given]) = call.arguments.named(names) else { return Ok(None) };
    let (Some(nb), Some(most)) = (count(&nb, 3), most(&chars)) else { return Ok(None) };
    let Some(pool) = Pool::of(call, &given)? else { return Ok(None) };
    let made = PyList::empty(call.py);
    for _ in 0..nb {
        call.py.check_signals()?;
        match pool.text(words, most)? {
            Some(text) => made.append(text)?,
            None => return Ok(None),
        }
    }
    Ok(Some(made.into_any()))
}
