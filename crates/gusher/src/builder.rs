//! Tables that a program puts together, with every word of a schema file.

use toml_writer::{ToTomlKey as _, ToTomlValue as _};

use crate::dataset::Dataset;
use crate::generators::Context;
use gush_diagnostics::Diagnostics;

/// The name of the text in diagnostics.
const NAME: &str = "dataset";

/// What a schema file has after a `=`: a text, a number, yes or no, a list, or a map.
#[derive(Debug, Clone, PartialEq)]
pub struct Setting(String);

impl Setting {
    /// A list, such as the names of a key's columns.
    #[must_use]
    pub fn list<T: Into<Setting>>(items: impl IntoIterator<Item = T>) -> Setting {
        let items: Vec<String> = items.into_iter().map(|item| item.into().0).collect();
        Setting(format!("[{}]", items.join(", ")))
    }

    /// A map, such as the settings of a link: what is in braces in a schema file.
    #[must_use]
    pub fn map<T: Into<Setting>>(entries: impl IntoIterator<Item = (&'static str, T)>) -> Setting {
        let entries: Vec<String> = entries
            .into_iter()
            .map(|(key, value)| format!("{} = {}", key.to_toml_key(), value.into().0))
            .collect();
        Setting(format!("{{ {} }}", entries.join(", ")))
    }
}

impl From<&str> for Setting {
    fn from(text: &str) -> Setting {
        Setting(text.to_toml_value())
    }
}

impl From<String> for Setting {
    fn from(text: String) -> Setting {
        Setting(text.to_toml_value())
    }
}

impl From<bool> for Setting {
    fn from(is_true: bool) -> Setting {
        Setting(is_true.to_string())
    }
}

impl From<i64> for Setting {
    fn from(number: i64) -> Setting {
        Setting(number.to_string())
    }
}

impl From<i32> for Setting {
    fn from(number: i32) -> Setting {
        Setting(number.to_string())
    }
}

impl From<u32> for Setting {
    fn from(number: u32) -> Setting {
        Setting(number.to_string())
    }
}

/// Numbers of more than 63 bits, which not all readers of TOML know, are written as texts, which a schema file takes for them.
impl From<u64> for Setting {
    fn from(number: u64) -> Setting {
        match i64::try_from(number) {
            Ok(number) => number.into(),
            Err(_) => number.to_string().into(),
        }
    }
}

impl From<f64> for Setting {
    fn from(number: f64) -> Setting {
        Setting(number.to_toml_value())
    }
}

/// A table of a [`DatasetBuilder`]: its rows, columns, links and what else a schema file says of a table.
#[derive(Debug, Clone)]
pub struct TableBuilder {
    name: String,
    lines: Vec<String>,
}

impl TableBuilder {
    /// A table without columns, and without a number of rows.
    #[must_use]
    pub fn new(name: &str) -> TableBuilder {
        TableBuilder { name: name.to_owned(), lines: Vec::new() }
    }

    /// How many rows there are.
    #[must_use]
    pub fn rows(self, count: u64) -> TableBuilder {
        self.set("rows", count)
    }

    /// As many rows for each row of another table: a number, or a distribution such as `"poisson:4"` or `"int:0,9"`.
    #[must_use]
    pub fn rows_per(self, table: &str, each: impl Into<Setting>) -> TableBuilder {
        self.set("rows", Setting::map([("per", Setting::from(table)), ("each", each.into())]))
    }

    /// A column, by what follows the name in a column spec, such as `"int:18,90"` or `"ref:users.id"`, or by a map, such as that of
    /// `expr` or `sum`.
    #[must_use]
    pub fn column(self, name: &str, spec: impl Into<Setting>) -> TableBuilder {
        self.entry("columns", name, &spec.into())
    }

    /// How the link of this label chooses, such as `Setting::map([("dist", "zipf:1.1")])`. The label is that of `@of=`, or else
    /// the name of the table that the link leads to.
    #[must_use]
    pub fn link(self, label: &str, settings: impl Into<Setting>) -> TableBuilder {
        self.entry("link", label, &settings.into())
    }

    /// The columns of the primary key.
    #[must_use]
    pub fn key<'a>(self, columns: impl IntoIterator<Item = &'a str>) -> TableBuilder {
        self.set("key", Setting::list(columns))
    }

    /// What is true of each row, as an expression.
    #[must_use]
    pub fn check(self, name: &str, condition: impl Into<Setting>) -> TableBuilder {
        self.entry("check", name, &condition.into())
    }

    /// What else a schema file can say of a table, such as `unique`, `fixed` or `comment`.
    #[must_use]
    pub fn set(mut self, key: &str, value: impl Into<Setting>) -> TableBuilder {
        self.lines.push(format!("{} = {}", key.to_toml_key(), value.into().0));
        self
    }

    fn entry(mut self, of: &str, name: &str, value: &Setting) -> TableBuilder {
        self.lines.push(format!("{of}.{} = {}", name.to_toml_key(), value.0));
        self
    }
}

/// Puts the tables of a [`Dataset`] together.
///
/// ```
/// use gusher::{Context, DatasetBuilder, Setting, TableBuilder};
///
/// let users = TableBuilder::new("users").rows(1000).column("id", "seq").column("name", "name");
/// let follows = TableBuilder::new("follows")
///     .rows_per("users", "poisson:5")
///     .column("follower", "ref:users.id")
///     .column("followed", "ref:users.id@of=followed")
///     .link("followed", Setting::map([("distinct", Setting::from(true)), ("other", true.into())]));
/// let dataset = DatasetBuilder::default().seed(7).table(users).table(follows).build(&Context::default())?;
///
/// let follows = dataset.table("follows")?;
/// for batch in follows.batches(0..100)? {
///     let (followers, followed) = (batch.column("follower")?, batch.column("followed")?);
///     assert!(followers.ints()?.zip(followed.ints()?).all(|(follower, followed)| follower != followed));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct DatasetBuilder {
    seed: Option<u64>,
    tables: Vec<TableBuilder>,
}

impl DatasetBuilder {
    /// The seed of all values; without one it is the context's, or 0.
    #[must_use]
    pub fn seed(self, seed: u64) -> DatasetBuilder {
        DatasetBuilder { seed: Some(seed), ..self }
    }

    /// Adds a table.
    #[must_use]
    pub fn table(mut self, table: TableBuilder) -> DatasetBuilder {
        self.tables.push(table);
        self
    }

    /// The tables as a schema file, which `gush rows --schema` takes, too.
    ///
    /// ```
    /// use gusher::{DatasetBuilder, TableBuilder};
    ///
    /// let orders = TableBuilder::new("orders").rows(3).column("id", "seq").column("due date", "date");
    /// let text = "[table.orders]\nrows = 3\ncolumns.id = \"seq\"\ncolumns.\"due date\" = \"date\"\n";
    /// assert_eq!(DatasetBuilder::default().table(orders).schema_file(), text);
    /// ```
    #[must_use]
    pub fn schema_file(&self) -> String {
        let mut lines: Vec<String> = Vec::new();
        lines.extend(self.seed.map(|seed| format!("seed = {}", Setting::from(seed).0)));
        for table in &self.tables {
            lines.push(format!("[table.{}]", table.name.to_toml_key()));
            lines.extend_from_slice(&table.lines);
        }
        lines.push(String::new());
        lines.join("\n")
    }

    /// Builds the dataset. Diagnostics have positions in the [schema file](Self::schema_file).
    ///
    /// # Errors
    /// All that is wrong with the tables.
    pub fn build(&self, context: &Context<'_>) -> Result<Dataset, Diagnostics> {
        Dataset::parse(NAME, &self.schema_file(), context)
    }
}

#[cfg(test)]
mod tests {
    use toml::de::DeTable;

    use super::*;

    /// Texts are read as what they were, however they are quoted; so are names of columns.
    #[test]
    fn texts_are_read_as_what_they_were() {
        for text in ["", "a", "a b", "\"'\\", "\u{7f}\u{0}\u{1b}", "é\u{2028}\n\r\t", "'''\"\"\""] {
            let table = TableBuilder::new(text).column(text, text).set("x", Setting::list([text.to_owned()]));
            let file = DatasetBuilder::default().table(table).schema_file();
            let read = DeTable::parse(&file).expect("it is TOML");
            let table = &read.get_ref()["table"].get_ref()[text];
            assert_eq!(table.get_ref()["columns"].get_ref()[text].get_ref().as_str(), Some(text), "{file}");
            assert_eq!(table.get_ref()["x"].get_ref()[0].get_ref().as_str(), Some(text), "{file}");
        }
    }

    #[test]
    fn numbers_are_written_as_a_schema_file_has_them() {
        let table =
            TableBuilder::new("t").rows(u64::MAX).set("a", -5).set("b", 1e3).set("c", 0.5).set("d", false);
        let builder = DatasetBuilder::default().seed(1 << 63).table(table);
        let text = "seed = \"9223372036854775808\"\n[table.t]\nrows = \"18446744073709551615\"\na = -5\nb = 1000.0\nc = 0.5\nd = false\n";
        assert_eq!(builder.schema_file(), text);
    }

    /// All that is wrong is reported, at positions of the text.
    #[test]
    fn diagnostics_have_positions_of_the_schema_file() {
        let table = TableBuilder::new("t").rows(5).column("a", "emial").column("b", "ref:u.id");
        let error = DatasetBuilder::default().table(table).build(&Context::default()).unwrap_err();
        let positions: Vec<String> =
            error.iter().filter_map(|found| found.position.as_ref().map(ToString::to_string)).collect();
        assert_eq!(positions, ["dataset:3:14", "dataset:4:18"]);
    }
}
