//! Columns of lists, maps and structs: `{ struct = { street = "street" } }`, `{ list = [0, 5], item = "noun" }` and
//! `{ list = [0, 5], map = { key = "noun", value = "int" } }`.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::{Reader, entries};
use crate::schema::source::{ColumnSource, ColumnSpecBuilder, Nested};

/// The key of a struct's fields, that of a list's items, and that of a map's keys and values.
const STRUCT: &str = "struct";
const ITEM: &str = "item";
const MAP: &str = "map";

/// The keys of such a column.
const KEYS: [&str; 7] = ["name", STRUCT, MAP, ITEM, "list", "null", "type"];

/// Whether these are the keys of a list, a map or a struct.
pub(super) fn is_nested(keys: &DeTable<'_>) -> bool {
    [STRUCT, ITEM, MAP].iter().any(|key| keys.contains_key(*key))
}

impl Reader {
    /// A list, a map or a struct as keys. The error is why the column cannot be identified; other problems are reported.
    pub(super) fn nested(
        &mut self,
        name: Option<&Spanned<DeString<'_>>>,
        keys: &DeTable<'_>,
        column_span: Range<usize>,
    ) -> Result<Option<ColumnSource>, (Range<usize>, String)> {
        let mut given = name.map(|name| name.get_ref().to_string());
        let mut builder = ColumnSpecBuilder::new(&self.text);
        let mut nested = None;
        // The list comes first: a null is that of the column, wherever its key is.
        let (lists, others): (Vec<_>, Vec<_>) =
            entries(keys).into_iter().partition(|(key, _)| key.get_ref() == "list");
        let has_list = !lists.is_empty();
        let kinds = others.iter().filter(|(key, _)| [STRUCT, ITEM, MAP].contains(&key.get_ref().as_ref()));
        for (key, _) in kinds.clone().skip(1) {
            self.wrong(key.span(), "a column has a struct, a map or an item, and one of them alone");
        }
        if let Some((key, _)) = kinds.clone().next() {
            builder.push(key.get_ref(), key.span());
        }
        for (key, value) in lists.into_iter().chain(others) {
            match key.get_ref().as_ref() {
                STRUCT => nested = self.fields(value).map(Nested::Struct),
                MAP if !has_list => {
                    self.wrong(
                        key.span(),
                        "a map needs the number of its entries too, such as list = [0, 5]",
                    );
                }
                MAP => nested = self.map(value),
                ITEM if !has_list => {
                    self.wrong(key.span(), "a list needs its lengths too, such as list = [0, 5]");
                }
                ITEM => nested = self.child(ITEM.to_owned(), value).map(|item| Nested::List(Box::new(item))),
                "name" if name.is_some() => {
                    self.wrong(key.span(), "the column has a name already, before the `=`");
                }
                "name" => given = self.name(value).or(given),
                "list" | "null" | "type" => self.modifier((key, value), &mut builder),
                _ => self.unknown(
                    key,
                    &KEYS,
                    "a list, a map or a struct has name, struct, map or item, list, null and type",
                ),
            }
        }
        let Some(given) = given else {
            return Err((column_span, "the column needs a name, such as name = \"address\"".into()));
        };
        let source = builder.done(Some(given), column_span);
        // Where nothing is left, the reason was reported.
        Ok(nested.map(|nested| source.of(nested)))
    }

    /// The fields of a struct by their names.
    fn fields(&mut self, value: &Spanned<DeValue<'_>>) -> Option<Vec<ColumnSource>> {
        let fields = value.get_ref().as_table().filter(|fields| !fields.is_empty());
        let fields =
            self.expect(fields, value, "fields, such as { street = \"street\", city = \"city\" }")?;
        let field = |(name, field): (&Spanned<DeString<'_>>, &Spanned<DeValue<'_>>)| {
            if name.get_ref().is_empty() {
                self.wrong(name.span(), "a field needs a name");
            }
            self.child(name.get_ref().to_string(), field)
        };
        Some(entries(fields).into_iter().filter_map(field).collect())
    }

    /// The keys and the values of a map.
    fn map(&mut self, value: &Spanned<DeValue<'_>>) -> Option<Nested> {
        let fields = value.get_ref().as_table().filter(|fields| {
            fields.len() == 2 && ["key", "value"].iter().all(|name| fields.contains_key(*name))
        });
        let fields =
            self.expect(fields, value, "a key and a value, such as { key = \"noun\", value = \"int\" }")?;
        let mut children = entries(fields).into_iter().map(|(name, field)| {
            let name = name.get_ref().to_string();
            Some((name.clone(), self.child(name, field)?))
        });
        let [first, second] = [children.next()??, children.next()??];
        let (key, value) = if first.0 == "key" { (first.1, second.1) } else { (second.1, first.1) };
        Some(Nested::Map { key: Box::new(key), value: Box::new(value) })
    }

    /// An item or a field: a column that has its name already.
    fn child(&mut self, name: String, value: &Spanned<DeValue<'_>>) -> Option<ColumnSource> {
        let span = value.span();
        let name = Spanned::new(span.clone(), DeString::from(name));
        self.source(Some(&name), value).filter(|_| !span.is_empty())
    }
}
