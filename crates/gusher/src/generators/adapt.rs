//! Generators changed by modifiers: other letters, texts before and after.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, LazyLock};

use deunicode::deunicode_with_tofu;

use super::{Generate, Properties, RowBounds};
use crate::locale;
use crate::rng::Draws;
use crate::types::{
    Affixes, Array, BytesForm, DataType, Field, StorageType, Strings, Syntax, TextForm, TextPart, Utf8,
};

/// How letters are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Case {
    /// In capital letters.
    Upper,
    /// In small letters.
    Lower,
    /// The first letter of each word is a capital.
    Title,
    /// In the nearest Latin letters, without accents.
    Ascii,
}

/// The generator with fixed texts around its values.
pub(crate) fn affixed(inner: Arc<dyn Generate>, prefix: &str, suffix: &str) -> Arc<dyn Generate> {
    Arc::new(Adapted { inner, how: How::Affixed { prefix: prefix.into(), suffix: suffix.into() } })
}

/// The generator with its values as texts, whatever they are.
pub fn as_text(inner: Arc<dyn Generate>) -> Arc<dyn Generate> {
    affixed(inner, "", "")
}

/// The generator with its letters in this case; `None` where its values have none.
pub(crate) fn cased(inner: Arc<dyn Generate>, case: Case) -> Option<Arc<dyn Generate>> {
    let field = cased_field(&inner.field(), case)?;
    let has_doubles = has_doubles(&field.data_type);
    Some(Arc::new(Cased { inner, field, case, has_doubles }))
}

/// The generator, whose values depend on "now".
pub(crate) fn of_now(inner: Arc<dyn Generate>) -> Arc<dyn Generate> {
    Arc::new(Adapted { inner, how: How::OfNow })
}

/// The generator with its values stored as this type.
pub(crate) fn stored(inner: Arc<dyn Generate>, storage: StorageType) -> Arc<dyn Generate> {
    Arc::new(Adapted { inner, how: How::Stored(storage) })
}

/// The generator, all of whose texts have this syntax.
pub(crate) fn of_syntax(inner: Arc<dyn Generate>, syntax: Syntax) -> Arc<dyn Generate> {
    Arc::new(Adapted { inner, how: How::OfSyntax(syntax) })
}

/// A generator whose values stay what they are; what is known of them changes.
#[derive(Debug)]
struct Adapted {
    inner: Arc<dyn Generate>,
    how: How,
}

#[derive(Debug)]
enum How {
    Affixed { prefix: String, suffix: String },
    OfNow,
    OfSyntax(Syntax),
    Stored(StorageType),
}

impl How {
    fn of(&self, field: Field) -> Field {
        match self {
            How::Affixed { prefix, suffix } => field.affixed(prefix, suffix),
            How::OfNow => field,
            How::OfSyntax(syntax) => field.of_syntax(*syntax),
            How::Stored(storage) => field.stored(storage.clone()),
        }
    }
}

impl Generate for Adapted {
    fn field(&self) -> Field {
        self.how.of(self.inner.field())
    }

    fn cardinality(&self) -> u64 {
        self.inner.cardinality()
    }

    fn properties(&self) -> Properties<'_> {
        let inner = self.inner.properties();
        let row_bounds = inner.row_bounds.map(|_| self as &dyn RowBounds);
        match self.how {
            How::Affixed { .. } => Properties { row_bounds: None, ..inner },
            How::OfNow => Properties { uses_now: true, row_bounds, ..inner },
            How::OfSyntax(_) | How::Stored(_) => Properties { row_bounds, ..inner },
        }
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        self.inner.fill(draws, values);
    }
}

impl RowBounds for Adapted {
    fn field_within(&self, rows: u64) -> Field {
        let bounds = self.inner.properties().row_bounds;
        self.how.of(bounds.map_or_else(|| self.inner.field(), |bounds| bounds.field_within(rows)))
    }
}

#[derive(Debug)]
struct Cased {
    inner: Arc<dyn Generate>,
    field: Field,
    case: Case,
    /// Whether different values may have become equal.
    has_doubles: bool,
}

impl Generate for Cased {
    fn field(&self) -> Field {
        self.field.clone()
    }

    fn cardinality(&self) -> u64 {
        self.inner.cardinality()
    }

    fn properties(&self) -> Properties<'_> {
        let inner = self.inner.properties();
        let unique_support = match inner.unique_support {
            Ok(()) if self.has_doubles => Err("a text that different values share in this case"),
            support => support,
        };
        Properties { unique_support, row_bounds: None, ..inner }
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        self.inner.fill(draws, values);
        // The display writes the digits of bytes, which are no letters themselves.
        if !matches!(self.field.data_type, DataType::Binary { .. }) {
            change(values, self.case);
        }
    }
}

/// The field of the changed values, or `None` where they have no letters; dictionaries are changed here, once and for all.
fn cased_field(field: &Field, case: Case) -> Option<Field> {
    let changed = cased_value(field, case);
    let Some(affixes) = &field.display.affixes else { return changed };
    let mut changed = changed.unwrap_or_else(|| field.clone());
    let [prefix, suffix] = [&affixes.prefix, &affixes.suffix].map(|text| case.of(text, true));
    changed.display.affixes = Some(Affixes { prefix, suffix });
    Some(changed)
}

/// The same, without the texts around the values.
fn cased_value(field: &Field, case: Case) -> Option<Field> {
    // Letters of another case are no JSON.
    let syntax = field.syntax.filter(|syntax| syntax.ignores_case());
    let declared = field.declared.clone().filter(|_| syntax == field.syntax);
    let retyped = |utf8| Some(Field { data_type: DataType::Utf8(utf8), syntax, declared, ..field.clone() });
    match &field.data_type {
        DataType::Utf8(Utf8::Composed(parts)) => retyped(Utf8::Composed(cased_parts(parts, case))),
        // A letter may need up to three times its bytes in another case.
        &DataType::Utf8(Utf8::Free { longest, mean, plain }) => {
            retyped(Utf8::Free { longest: if plain { longest } else { 3 * longest }, mean, plain })
        }
        DataType::Utf8(Utf8::Joined(parts)) => {
            let part = |(field, after): &(Field, Cow<'static, str>)| {
                let changed = cased_field(field, case).unwrap_or_else(|| field.clone());
                (changed, case.of(after, true).into())
            };
            retyped(Utf8::Joined(parts.iter().map(part).collect()))
        }
        DataType::Uuid => match case {
            Case::Upper => Some(field.clone().form(TextForm::Capitals)),
            Case::Lower => Some(field.clone().form(TextForm::Usual)),
            Case::Title | Case::Ascii => None,
        },
        DataType::FixedBinary { .. } | DataType::Binary { .. } | DataType::Utf8(Utf8::Encoded { .. }) => {
            match (field.display.of_bytes(), case) {
                (BytesForm::Hex { is_odd, .. }, Case::Upper | Case::Lower) => {
                    let form = BytesForm::Hex { is_odd, upper: case == Case::Upper };
                    Some(field.clone().form(TextForm::Bytes(form)))
                }
                (BytesForm::Hex { .. }, Case::Title | Case::Ascii) | (BytesForm::Base64, _) => None,
            }
        }
        // No generator makes them.
        DataType::Utf8(Utf8::Patched { .. })
        | DataType::Int64 { .. }
        | DataType::Decimal { .. }
        | DataType::Wide { .. }
        | DataType::Float { .. }
        | DataType::Date32 { .. }
        | DataType::Timestamp { .. }
        | DataType::Time { .. }
        | DataType::Duration { .. }
        | DataType::Bool
        | DataType::Interval { .. }
        | DataType::Ipv4
        | DataType::Ipv6
        | DataType::List { .. }
        | DataType::Map { .. }
        | DataType::Struct(_) => None,
    }
}

fn cased_parts(parts: &[TextPart], case: Case) -> Vec<TextPart> {
    // Whether a word begins with the next part.
    let mut begins = true;
    let mut cased = Vec::with_capacity(parts.len());
    for part in parts {
        let texts = || part.dictionary.iter().map(|entry| format!("{entry}{}", part.after));
        // What follows an entry is changed with it.
        let is_last = cased.len() + 1 == parts.len();
        let dictionary = Arc::new(part.dictionary.map(|entry| {
            let text = case.of(&format!("{entry}{}", part.after), begins);
            // Signs that are written as words have a space after them, which the end of a text does not.
            if case == Case::Ascii && is_last { text.trim_end().to_owned() } else { text }
        }));
        cased.push(TextPart { dictionary, after: "" });
        if texts().any(|text| !text.is_empty()) {
            begins = texts().all(|text| text.chars().next_back().is_none_or(|last| !last.is_alphanumeric()));
        }
    }
    cased
}

/// Whether values that differ may read the same once their letters are changed.
fn has_doubles(data_type: &DataType) -> bool {
    match data_type {
        DataType::Utf8(Utf8::Composed(parts)) => parts.iter().any(|part| {
            let different: HashSet<&str> = part.dictionary.iter().collect();
            different.len() < part.dictionary.len()
        }),
        DataType::Utf8(Utf8::Joined(parts)) => parts.iter().any(|(field, _)| has_doubles(&field.data_type)),
        // Two texts may differ in their case alone.
        DataType::Utf8(Utf8::Free { .. }) => true,
        DataType::Utf8(Utf8::Encoded { .. } | Utf8::Patched { .. })
        | DataType::Int64 { .. }
        | DataType::Decimal { .. }
        | DataType::Wide { .. }
        | DataType::Float { .. }
        | DataType::Date32 { .. }
        | DataType::Timestamp { .. }
        | DataType::Time { .. }
        | DataType::Duration { .. }
        | DataType::Bool
        | DataType::Uuid
        | DataType::Interval { .. }
        | DataType::Ipv4
        | DataType::Ipv6
        | DataType::FixedBinary { .. }
        | DataType::Binary { .. }
        | DataType::List { .. }
        | DataType::Map { .. }
        | DataType::Struct(_) => false,
    }
}

/// Changes the free texts among the values.
fn change(values: &mut Array, case: Case) {
    match values {
        Array::Strings(strings) => change_texts(strings, case),
        Array::Joined(parts) => parts.iter_mut().for_each(|part| change(part, case)),
        // Entries were changed with their dictionaries, and the display writes the others.
        Array::Indices(_)
        | Array::Ints(_)
        | Array::Dates(_)
        | Array::Wides(_)
        | Array::Floats(_)
        | Array::Bools(_)
        | Array::Ids(_)
        | Array::Ipv4s(_)
        | Array::FixedBytes(_)
        | Array::Patched(_)
        // The modifiers of items and fields are their own.
        | Array::List(_)
        | Array::Struct(_) => {}
    }
}

fn change_texts(texts: &mut Strings, case: Case) {
    if texts.bytes_mut().is_ascii() {
        match case {
            Case::Upper => return texts.bytes_mut().make_ascii_uppercase(),
            Case::Lower => return texts.bytes_mut().make_ascii_lowercase(),
            Case::Title => {}
            Case::Ascii => return,
        }
    }
    // Letters whose other case has another length move all that follows. Few texts have any.
    let mut changed = Strings::default();
    for text in texts.iter() {
        let text = case.of(&String::from_utf8_lossy(text), true);
        changed.push(if case == Case::Ascii { text.trim_end() } else { &text }.as_bytes());
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
            Case::Ascii => "ascii",
        }
    }

    /// The text in this case; `begins` says whether its first letter begins a word.
    pub fn of(self, text: &str, begins: bool) -> String {
        match self {
            Case::Upper => text.to_uppercase(),
            Case::Lower => text.to_lowercase(),
            Case::Title => title(text, begins),
            Case::Ascii => ascii(text),
        }
    }
}

/// How Japanese names are read: their signs alone would be read as Chinese.
static READINGS: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| locale::japanese_readings().collect());

/// The text in the nearest Latin letters; what is not a sign of any script is left out.
fn ascii(text: &str) -> String {
    if text.is_ascii() {
        return text.to_owned();
    }
    let word = |word: &str| match READINGS.get(word) {
        Some(reading) => title(reading, true),
        None => deunicode_with_tofu(word, ""),
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

fn title(text: &str, mut begins: bool) -> String {
    let mut changed = String::with_capacity(text.len());
    for c in text.chars() {
        match begins {
            true => changed.extend(c.to_uppercase()),
            false => changed.push(c),
        }
        // An apostrophe is part of a word.
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

    #[test]
    fn the_nearest_latin_letters_are_found() {
        for (text, expected) in [
            ("Müller", "Muller"),
            ("Straße ", "Strasse "),
            ("Łódź", "Lodz"),
            ("佐藤 ", "Sato "),
            ("佐藤 翔", "Sato Sho"),
            ("Иван", "Ivan"),
            ("plain", "plain"),
        ] {
            assert_eq!(Case::Ascii.of(text, true), expected);
        }
    }
}
