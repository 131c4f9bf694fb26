//! Lists of the rows that refer to a row: `{ list = "items", columns = ["sku", "quantity"] }`, which is `"list:items,sku,quantity"`.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::{Reader, entries, nested};
use crate::schema::escape::escape;
use crate::schema::grammar::EXPR;
use crate::schema::source::{ColumnSource, ColumnSpecBuilder};

/// The key of the table.
const LIST: &str = "list";
/// The key of the columns that are shown.
const COLUMNS: &str = "columns";
/// The keys of such a column.
const KEYS: [&str; 7] = ["name", LIST, COLUMNS, "of", "null", "hidden", "type"];

/// Whether these are the keys of a list of rows: it names a table, and nothing else makes its items.
pub(super) fn is_listed(keys: &DeTable<'_>) -> bool {
    let names_a_table = keys.get(LIST).is_some_and(|list| list.get_ref().is_str());
    names_a_table
        && !nested::is_nested(keys)
        && !["generator", EXPR].iter().any(|key| keys.contains_key(*key))
}

impl Reader {
    /// A list of rows as keys. The error is why the column cannot be identified; other problems are reported.
    pub(super) fn listed(
        &mut self,
        name: Option<&Spanned<DeString<'_>>>,
        keys: &DeTable<'_>,
        column_span: Range<usize>,
    ) -> Result<ColumnSource, (Range<usize>, String)> {
        let mut given = name.map(|name| name.get_ref().to_string());
        let mut builder = ColumnSpecBuilder::new(&self.text);
        if let Some(table) = keys.get(LIST) {
            builder.push(LIST, table.span());
            builder.sign(':');
            builder.push(&escape(table.get_ref().as_str().unwrap_or_default()), table.span());
        }
        if let Some(columns) = keys.get(COLUMNS) {
            self.listed_columns(columns, &mut builder);
        }
        for (key, value) in entries(keys) {
            match key.get_ref().as_ref() {
                LIST | COLUMNS => {}
                "name" if name.is_some() => {
                    self.wrong(key.span(), "the column has a name already, before the `=`");
                }
                "name" => given = self.name(value).or(given),
                "of" | "null" | "hidden" | "type" => self.modifier((key, value), &mut builder),
                _ => self.unknown(
                    key,
                    &KEYS,
                    "a list of rows has name, list, columns, of, null, hidden and type",
                ),
            }
        }
        match given {
            Some(given) => Ok(builder.done(Some(given), column_span)),
            None => Err((column_span, "the column needs a name, such as name = \"items\"".into())),
        }
    }

    /// The names of the columns that are shown.
    fn listed_columns(&mut self, value: &Spanned<DeValue<'_>>, builder: &mut ColumnSpecBuilder) {
        let columns = value.get_ref().as_array().filter(|columns| !columns.is_empty());
        let expected = "names of columns, such as [\"sku\", \"quantity\"]";
        let Some(columns) = self.expect(columns, value, expected) else { return };
        for column in columns {
            let name = column.get_ref().as_str();
            if let Some(name) = self.expect(name, column, "the name of a column") {
                builder.sign(',');
                builder.push(&escape(name), column.span());
            }
        }
    }
}
