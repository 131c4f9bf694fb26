//! How fields are put together: a generator states the type and the display, and the plan adds the rest.

use std::borrow::Cow;
use std::collections::HashSet;

use super::{
    Affixes, BytesForm, DataType, Display, Field, FloatWidth, IntType, Specials, StorageType, Syntax,
    TextForm, TextPart, TimeUnit, Utf8,
};

impl From<DataType> for Field {
    /// A field without a name, never null, and written as is usual for the type.
    fn from(data_type: DataType) -> Field {
        Field {
            name: String::new(),
            data_type,
            nullable: false,
            display: Display::default(),
            declared: None,
            syntax: None,
        }
    }
}

impl Field {
    /// Texts composed of dictionary entries: [`Utf8::Composed`].
    pub fn composed(parts: impl IntoIterator<Item = TextPart>) -> Field {
        DataType::Utf8(Utf8::Composed(parts.into_iter().collect())).into()
    }

    /// Any other texts: [`Utf8::Free`].
    pub fn free(longest: usize, mean: usize, plain: bool) -> Field {
        DataType::Utf8(Utf8::Free { longest, mean, plain }).into()
    }

    /// Texts that are several values, each with what follows it: [`Utf8::Joined`].
    pub fn joined<S: Into<Cow<'static, str>>>(parts: impl IntoIterator<Item = (Field, S)>) -> Field {
        let parts = parts.into_iter().map(|(field, after)| (field, after.into()));
        DataType::Utf8(Utf8::Joined(parts.collect())).into()
    }

    /// Texts that are `len` bytes in this form: [`Utf8::Encoded`].
    pub fn encoded(len: usize, form: BytesForm) -> Field {
        Field::from(DataType::Utf8(Utf8::Encoded { len })).form(TextForm::Bytes(form))
    }

    /// Rows of `len` bytes, written in this form where only text can be: [`DataType::FixedBinary`].
    pub fn fixed_binary(len: usize, form: BytesForm) -> Field {
        Field::from(DataType::FixedBinary { len }).form(TextForm::Bytes(form))
    }

    /// Rows of `min` to `max` bytes, both included, written in this form where only text can be: [`DataType::Binary`].
    pub fn binary(min: usize, max: usize, form: BytesForm) -> Field {
        Field::from(DataType::Binary { min, max }).form(TextForm::Bytes(form))
    }

    /// Integers from `min` to `max`, both included.
    pub fn int64(min: i64, max: i64) -> Field {
        DataType::Int64 { min, max }.into()
    }

    /// Numbers with `scale` decimal places, from `min` to `max` (both included) in units of the last one.
    pub fn decimal(scale: u32, min: i64, max: i64) -> Field {
        DataType::Decimal { scale, min, max }.into()
    }

    /// Numbers beyond 64 bits, as multiples of 10^-scale between the two.
    pub fn wide(scale: u32, min: i128, max: i128) -> Field {
        DataType::Wide { scale, min, max }.into()
    }

    /// Floating-point numbers, finite ones from `min` to `max`, both included.
    pub fn float(width: FloatWidth, min: f64, max: f64, specials: Specials) -> Field {
        DataType::Float { width, min, max, specials }.into()
    }

    /// Days since 1970-01-01 from `min` to `max`, both included.
    pub fn date32(min: i32, max: i32) -> Field {
        DataType::Date32 { min, max }.into()
    }

    /// Times in UTC from `min` to `max`, both included, in units since 1970-01-01T00:00:00Z.
    pub fn timestamp(unit: TimeUnit, min: i64, max: i64) -> Field {
        DataType::Timestamp { unit, min, max }.into()
    }

    /// Times of day from `min` to `max`, both included, in seconds after midnight.
    pub fn time(min: i64, max: i64) -> Field {
        DataType::Time { min, max }.into()
    }

    /// Lengths of time from `min` to `max` seconds, both included.
    pub fn duration(min: i64, max: i64) -> Field {
        DataType::Duration { min, max }.into()
    }

    /// Lists of `min` to `max` of these items, both included. Whether an item may be null is the item's to say.
    pub fn list(item: Field, min: u32, max: u32) -> Field {
        DataType::List { item: Box::new(item), min, max }.into()
    }

    /// Maps of `min` to `max` entries of this key, which is never null, and this value.
    pub fn map(key: Field, value: Field, min: u32, max: u32) -> Field {
        let entry = Field::structure([key.named("key"), value.named("value")]);
        DataType::Map { entry: Box::new(entry), min, max }.into()
    }

    /// Structs of these fields, which have names.
    pub fn structure(fields: impl IntoIterator<Item = Field>) -> Field {
        DataType::Struct(fields.into_iter().collect()).into()
    }

    /// The same with this name.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Field {
        Field { name: name.into(), ..self }
    }

    /// The same, null in some rows or never.
    #[must_use]
    pub fn nullable(self, nullable: bool) -> Field {
        Field { nullable, ..self }
    }

    /// The same with its values written in this form.
    #[must_use]
    pub fn form(self, form: TextForm) -> Field {
        Field { display: Display { form, ..self.display }, ..self }
    }

    /// The same with these texts around what is written, outside of those that are there already. Its values are texts
    /// then, even where both are empty.
    #[must_use]
    pub fn affixed(self, prefix: &str, suffix: &str) -> Field {
        let affixes = match self.display.affixes {
            Some(inner) => Affixes {
                prefix: format!("{prefix}{}", inner.prefix),
                suffix: format!("{}{suffix}", inner.suffix),
            },
            None => Affixes { prefix: prefix.into(), suffix: suffix.into() },
        };
        Field { display: Display { affixes: Some(affixes), ..self.display }, syntax: None, ..self }
    }

    /// The same with its values stored as this type, which takes them, and those of lists as the type of an array's. What is stored as text is a text.
    #[must_use]
    pub fn stored(mut self, storage: StorageType) -> Field {
        if let (StorageType::Array(of), DataType::List { item, .. }) = (&storage, &mut self.data_type) {
            **item = (**item).clone().stored((**of).clone());
        }
        match storage {
            StorageType::Text => self.affixed("", ""),
            _ => Field { declared: Some(storage), ..self },
        }
    }

    /// The same values as texts of which no type and no syntax is known.
    pub(crate) fn plain_texts(self) -> Field {
        match self.is_text() {
            true => Field { declared: None, syntax: None, ..self },
            false => self.affixed("", ""),
        }
    }

    /// The same texts, all of which have this syntax.
    #[must_use]
    pub fn of_syntax(self, syntax: Syntax) -> Field {
        Field { syntax: Some(syntax), ..self }
    }

    /// The type that values are stored as where columns have types.
    pub fn storage(&self) -> StorageType {
        match self.declared {
            // A syntax is that of the texts with all that surrounds them.
            _ if self.display.is_text() && self.syntax.is_none() => StorageType::Text,
            Some(ref declared) => declared.clone(),
            None if self.is_text() => StorageType::Text,
            None => StorageType::usual(&self.data_type),
        }
    }

    /// The different texts that it has, where these are the words of one list and nothing surrounds them.
    pub fn words(&self) -> Option<Vec<&str>> {
        let DataType::Utf8(Utf8::Composed(parts)) = &self.data_type else { return None };
        let [TextPart { dictionary, after: "" }] = &parts[..] else { return None };
        if self.display.is_text() {
            return None;
        }
        let mut seen = HashSet::new();
        Some(dictionary.iter().filter(|word| seen.insert(*word)).collect())
    }

    /// Whether its texts are stored as JSON, which formats that are JSON themselves write as it is.
    pub fn is_json_text(&self) -> bool {
        matches!(self.storage(), StorageType::Json { .. }) && !self.data_type.is_nested()
    }

    /// Stores whole numbers as the narrowest type that has their range, where no type is declared: of its own, or those of its items
    /// or fields.
    pub(crate) fn narrow_ints(&mut self) {
        match &mut self.data_type {
            DataType::Int64 { min, max } if self.declared.is_none() => {
                self.declared = Some(StorageType::Int(IntType::narrowest(*min, *max)));
            }
            DataType::List { item, .. } | DataType::Map { entry: item, .. } => item.narrow_ints(),
            DataType::Struct(fields) => fields.iter_mut().for_each(Field::narrow_ints),
            _ => {}
        }
    }

    /// Makes texts of the values of the data types that are meant: of its own, or of those of its items or fields.
    pub(crate) fn write_as_text(&mut self, is_meant: impl Fn(&Field) -> bool + Copy) {
        if is_meant(self) {
            let nothing = || Affixes { prefix: String::new(), suffix: String::new() };
            self.display.affixes.get_or_insert_with(nothing);
        }
        if let DataType::List { item, .. } | DataType::Map { entry: item, .. } = &mut self.data_type {
            item.write_as_text(is_meant);
        } else if let DataType::Struct(fields) = &mut self.data_type {
            fields.iter_mut().for_each(|field| field.write_as_text(is_meant));
        }
    }

    /// Whether what is written is a text and nothing else: its data type is text, or its display makes one of it.
    pub fn is_text(&self) -> bool {
        matches!(self.data_type, DataType::Utf8(_)) || self.display.is_text()
    }
}

#[cfg(test)]
mod tests {
    use super::{BytesForm, DataType, Field};

    #[test]
    fn affixes_are_put_around_those_that_are_there() {
        let field = Field::int64(1, 2).affixed("+", "!").affixed("a", "b");
        let affixes = field.display.affixes.as_ref().unwrap();
        assert_eq!((&affixes.prefix[..], &affixes.suffix[..]), ("a+", "!b"));
        assert!(field.is_text() && !Field::int64(1, 2).is_text());
        // What is meant as a text is one even with nothing around it.
        assert!(Field::int64(1, 2).affixed("", "").is_text());
    }

    #[test]
    fn texts_consist_of_the_types_that_are_meant_at_any_depth() {
        let list = DataType::List { item: Box::new(DataType::Uuid.into()), min: 0, max: 3 };
        let mut field = Field::from(DataType::Struct(vec![Field::int64(1, 2), list.into()]));
        field.write_as_text(|field| matches!(field.data_type, DataType::Uuid));
        let DataType::Struct(fields) = &field.data_type else { panic!("{field:?}") };
        let DataType::List { item, .. } = &fields[1].data_type else { panic!("{field:?}") };
        assert!(item.is_text() && !fields[0].is_text() && !fields[1].is_text() && !field.is_text());
    }

    #[test]
    fn bytes_are_a_type_or_a_text_as_declared() {
        let form = BytesForm::Hex { is_odd: true, upper: true };
        let (bytes, text) = (Field::fixed_binary(2, form), Field::encoded(2, form));
        assert!(!bytes.is_text() && text.is_text());
        assert_eq!((bytes.display.of_bytes(), text.display.of_bytes()), (form, form));
        assert_eq!(Field::from(DataType::FixedBinary { len: 2 }).display.of_bytes(), BytesForm::HEX);
    }

    #[test]
    fn precision_counts_the_digits_of_the_largest_and_of_the_scale() {
        for (field, precision) in [
            (Field::decimal(2, -1, 99_999), Some(5)),
            (Field::decimal(4, 0, 9), Some(4)),
            (Field::decimal(18, i64::MIN, 0), Some(19)),
            (Field::int64(0, 100), None),
        ] {
            assert_eq!(field.data_type.precision(), precision);
        }
    }
}
