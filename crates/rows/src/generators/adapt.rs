//! What modifiers make of any generator: another case of its letters, texts before and after.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use super::{Generate, RowLimit};
use crate::rng::Draws;
use crate::types::{Array, BytesForm, Part, Shape, Strings};

/// How letters are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Case {
    /// In capital letters.
    Upper,
    /// In small letters.
    Lower,
    /// The first letter of each word is a capital.
    Title,
}

/// The generator with fixed texts around its values.
pub(crate) fn affixed(inner: Arc<dyn Generate>, before: &str, after: &str) -> Arc<dyn Generate> {
    Arc::new(Affixed { inner, before: before.into(), after: after.into() })
}

/// The generator with its values as texts, whatever they are.
pub fn as_text(inner: Arc<dyn Generate>) -> Arc<dyn Generate> {
    affixed(inner, "", "")
}

/// The generator with its letters in this case; `None` where its values have none.
pub(crate) fn cased(inner: Arc<dyn Generate>, case: Case) -> Option<Arc<dyn Generate>> {
    let shape = cased_shape(&inner.shape(), case)?;
    let has_doubles = has_doubles(&shape);
    Some(Arc::new(Cased { inner, shape, case, has_doubles }))
}

/// The generator, whose values depend on "now".
pub(super) fn of_now(inner: Arc<dyn Generate>) -> Arc<dyn Generate> {
    Arc::new(OfNow { inner })
}

#[derive(Debug)]
struct OfNow {
    inner: Arc<dyn Generate>,
}

impl Generate for OfNow {
    fn shape(&self) -> Shape {
        self.inner.shape()
    }

    fn cardinality(&self) -> u64 {
        self.inner.cardinality()
    }

    fn unique_support(&self) -> Result<(), &'static str> {
        self.inner.unique_support()
    }

    fn max_rows(&self) -> Option<RowLimit> {
        self.inner.max_rows()
    }

    fn uses_now(&self) -> bool {
        true
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        self.inner.fill(draws, values);
    }
}

#[derive(Debug)]
struct Affixed {
    inner: Arc<dyn Generate>,
    before: String,
    after: String,
}

impl Generate for Affixed {
    fn shape(&self) -> Shape {
        let (before, after) = (self.before.clone(), self.after.clone());
        Shape::Affixed { before, shape: Box::new(self.inner.shape()), after }
    }

    fn cardinality(&self) -> u64 {
        self.inner.cardinality()
    }

    fn unique_support(&self) -> Result<(), &'static str> {
        self.inner.unique_support()
    }

    fn max_rows(&self) -> Option<RowLimit> {
        self.inner.max_rows()
    }

    fn is_serial(&self) -> bool {
        self.inner.is_serial()
    }

    fn uses_now(&self) -> bool {
        self.inner.uses_now()
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        self.inner.fill(draws, values);
    }
}

#[derive(Debug)]
struct Cased {
    inner: Arc<dyn Generate>,
    shape: Shape,
    case: Case,
    /// Whether different values may have become equal.
    has_doubles: bool,
}

impl Generate for Cased {
    fn shape(&self) -> Shape {
        self.shape.clone()
    }

    fn cardinality(&self) -> u64 {
        self.inner.cardinality()
    }

    fn unique_support(&self) -> Result<(), &'static str> {
        self.inner.unique_support()?;
        if self.has_doubles { Err("a text that different values share in this case") } else { Ok(()) }
    }

    fn max_rows(&self) -> Option<RowLimit> {
        self.inner.max_rows()
    }

    fn uses_now(&self) -> bool {
        self.inner.uses_now()
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        self.inner.fill(draws, values);
        change(values, self.case);
    }
}

/// The shape of the changed values; words are changed here, once and for all.
fn cased_shape(shape: &Shape, case: Case) -> Option<Shape> {
    Some(match shape {
        Shape::Composed(parts) => Shape::Composed(cased_parts(parts, case)),
        // A letter may need up to three times its bytes in another case.
        Shape::Free { longest, mean, plain } => {
            Shape::Free { longest: if *plain { *longest } else { 3 * longest }, mean: *mean, plain: *plain }
        }
        Shape::Joined(parts) => {
            let part = |(shape, after): &(Shape, Cow<'static, str>)| {
                let changed = cased_shape(shape, case).unwrap_or_else(|| shape.clone());
                (changed, case.of(after, true).into())
            };
            Shape::Joined(parts.iter().map(part).collect())
        }
        Shape::Affixed { before, shape, after } => Shape::Affixed {
            before: case.of(before, true),
            shape: Box::new(cased_shape(shape, case).unwrap_or_else(|| (**shape).clone())),
            after: case.of(after, true),
        },
        Shape::Uuid { .. } if case != Case::Title => Shape::Uuid { upper: case == Case::Upper },
        Shape::Bytes { len, form: BytesForm::Hex { digits, .. }, binary } if case != Case::Title => {
            let form = BytesForm::Hex { digits: *digits, upper: case == Case::Upper };
            Shape::Bytes { len: *len, form, binary: *binary }
        }
        _ => return None,
    })
}

fn cased_parts(parts: &[Part], case: Case) -> Vec<Part> {
    // Whether a word begins with the next part.
    let mut begins = true;
    let mut cased = Vec::with_capacity(parts.len());
    for part in parts {
        let texts = || part.words.iter().map(|word| format!("{word}{}", part.after));
        // What follows a word is changed with it.
        let words = Arc::new(part.words.map(|word| case.of(&format!("{word}{}", part.after), begins)));
        cased.push(Part { words, after: "" });
        if texts().any(|text| !text.is_empty()) {
            begins = texts().all(|text| text.chars().next_back().is_none_or(|last| !last.is_alphanumeric()));
        }
    }
    cased
}

fn has_doubles(shape: &Shape) -> bool {
    match shape {
        Shape::Composed(parts) => parts.iter().any(|part| {
            let different: HashSet<&str> = part.words.iter().collect();
            different.len() < part.words.len()
        }),
        Shape::Joined(parts) => parts.iter().any(|(shape, _)| has_doubles(shape)),
        Shape::Affixed { shape, .. } => has_doubles(shape),
        // Two texts may differ in their case alone.
        Shape::Free { .. } => true,
        _ => false,
    }
}

/// Changes the free texts among the values.
fn change(values: &mut Array, case: Case) {
    match values {
        Array::Strings(texts) => change_texts(texts, case),
        Array::Joined(parts) => parts.iter_mut().for_each(|part| change(part, case)),
        _ => {}
    }
}

fn change_texts(texts: &mut Strings, case: Case) {
    if texts.bytes_mut().is_ascii() {
        match case {
            Case::Upper => return texts.bytes_mut().make_ascii_uppercase(),
            Case::Lower => return texts.bytes_mut().make_ascii_lowercase(),
            Case::Title => {}
        }
    }
    // Letters whose other case has another length move all that follows. Few texts have any.
    let mut changed = Strings::default();
    for text in texts.iter() {
        changed.push(case.of(&String::from_utf8_lossy(text), true).as_bytes());
    }
    *texts = changed;
}

impl Case {
    /// The name of its modifier.
    pub fn name(self) -> &'static str {
        match self {
            Case::Upper => "upper",
            Case::Lower => "lower",
            Case::Title => "title",
        }
    }

    /// The text in this case; `begins` says whether its first letter begins a word.
    pub fn of(self, text: &str, begins: bool) -> String {
        match self {
            Case::Upper => text.to_uppercase(),
            Case::Lower => text.to_lowercase(),
            Case::Title => title(text, begins),
        }
    }
}

fn title(text: &str, mut begins: bool) -> String {
    let mut changed = String::with_capacity(text.len());
    for c in text.chars() {
        match begins {
            true => changed.extend(c.to_uppercase()),
            false => changed.push(c),
        }
        // An apostrophe stands inside of a word.
        begins = !c.is_alphanumeric() && c != '\'';
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::{Case, title};

    #[test]
    fn words_begin_where_letters_follow_something_else() {
        assert_eq!(title("o'neil's old-fashioned 3rd élan", true), "O'neil's Old-Fashioned 3rd Élan");
        assert_eq!(title("ville x", false), "ville X");
        assert_eq!(Case::Upper.of("straße", true), "STRASSE");
    }
}
