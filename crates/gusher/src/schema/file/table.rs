//! A table of a schema file: its rows, its keys and how its links choose.

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::parts::{
    FileEach, FileLink, FileOther, FileRows, FileTable, FileTree, FileUnique, FileWhen, RowExtent,
    SpannedText, TABLE, TOP,
};
use super::{Reader, count, entries};
use crate::generators::NUL;
use crate::links::{Degrees, PairOrder, Sparse};
use crate::schema::STREAM_ROWS;
use gush_diagnostics::{grouped, parse_range, parse_share};

/// What may be in a link.
const LINK: [&str; 13] = [
    "dist", "null", "unique", "order", "distinct", "other", "within", "sparse", "row", "when", "roots",
    "levels", "depth",
];
/// The orders of the children of a counted link.
const ORDERS: [&str; 2] = ["grouped", "shuffled"];

/// Whether every system takes it as the name of a file in a folder.
pub fn is_file_name(name: &str) -> bool {
    let forbidden = |c: char| c.is_control() || r#"/\:*?"<>|"#.contains(c);
    !name.is_empty() && !name.starts_with('.') && name.len() <= 200 && !name.contains(forbidden)
}

impl Reader {
    pub(super) fn table(&mut self, name: &Spanned<DeString<'_>>, value: &Spanned<DeValue<'_>>) {
        let expected = format!("a table; it begins with [table.{}]", name.get_ref());
        let Some(keys) = self.expect(value.get_ref().as_table(), value, &expected) else { return };
        let mut has_columns = false;
        let mut table = FileTable {
            name: SpannedText { text: name.get_ref().to_string(), at: name.span() },
            rows: None,
            fixed: false,
            key: None,
            unique: Vec::new(),
            links: Vec::new(),
            checks: Vec::new(),
            columns: Vec::new(),
        };
        for (key, value) in entries(keys) {
            match key.get_ref().as_ref() {
                "rows" => table.rows = self.rows(value),
                "columns" => {
                    has_columns = true;
                    self.columns(value);
                }
                "key" => table.key = self.names(value),
                "unique" => table.unique = self.name_lists(value),
                "link" => table.links = self.links(value),
                "check" => table.checks = self.checks(value),
                "fixed" => table.fixed = self.truth(value),
                name if TOP.contains(&name) => {
                    self.wrong(
                        key.span(),
                        format!(
                            "`{name}` is a setting of the file, not of a table; write it above all tables"
                        ),
                    );
                }
                _ => {
                    self.unknown(
                        key,
                        &TABLE,
                        "a table has rows, columns, key, unique, link, check and fixed",
                    );
                }
            }
        }
        if !has_columns {
            self.wrong(name.span(), "the table has no columns; write columns = [\"id=seq\", \"name\"]");
        }
        if name.get_ref().is_empty() {
            self.wrong(name.span(), "a table needs a name");
        } else if name.get_ref().contains('\0') {
            self.wrong(name.span(), format!("the name has {NUL}"));
        }
        table.columns = std::mem::take(&mut self.columns);
        self.file.tables.push(table);
    }

    fn rows(&mut self, value: &Spanned<DeValue<'_>>) -> Option<FileRows> {
        if let DeValue::Table(keys) = value.get_ref() {
            return self.per(keys, value);
        }
        match rows(value.get_ref()) {
            Ok(rows) => Some(FileRows::Given(rows)),
            Err(text) => {
                self.wrong(value.span(), text);
                None
            }
        }
    }

    /// `{ per = "customers", each = "poisson:3" }`
    fn per(&mut self, keys: &DeTable<'_>, table_value: &Spanned<DeValue<'_>>) -> Option<FileRows> {
        const EACH: &str = "how many rows each has is missing, such as { per = \"customers\", each = 3 }";
        let (mut per, mut each) = (None, None);
        for (key, value) in entries(keys) {
            match key.get_ref().as_ref() {
                "per" => per = self.text(value, "the name of a table"),
                "each" => each = Some((self.each(value).unwrap_or(FileEach::Broken), value.span())),
                _ => self.unknown(key, &["per", "each"], "rows have per and each"),
            }
        }
        if !keys.contains_key("each") {
            self.wrong(table_value.span(), EACH);
        }
        if !keys.contains_key("per") {
            self.wrong(table_value.span(), "the table that the rows are counted by is missing, such as { per = \"customers\", each = 3 }");
        }
        let (each, at) = each?;
        Some(FileRows::Per { per: per?, each, at })
    }

    /// A distribution, or `{ by = "plan", gold = "poisson:20", else = 2 }`.
    fn each(&mut self, value: &Spanned<DeValue<'_>>) -> Option<FileEach> {
        const BY: &str = "the column that decides is missing, such as { by = \"plan\", gold = 20, else = 2 }";
        let DeValue::Table(keys) = value.get_ref() else { return self.degrees(value).map(FileEach::All) };
        let (mut by, mut given, mut is_right) = (None, Vec::new(), true);
        for (key, value) in entries(keys) {
            let word = match key.get_ref().as_ref() {
                "by" => {
                    by = self.text(value, "the name of a column");
                    continue;
                }
                "else" => None,
                word => Some(SpannedText { text: word.to_owned(), at: key.span() }),
            };
            match self.degrees(value) {
                Some(degrees) => given.push((word, degrees)),
                None => is_right = false,
            }
        }
        if !keys.contains_key("by") {
            self.wrong(value.span(), BY);
        }
        let by = by.filter(|_| is_right)?;
        if given.is_empty() {
            self.wrong(
                value.span(),
                "no numbers of rows are given, such as { by = \"plan\", gold = 20, else = 2 }",
            );
            return None;
        }
        Some(FileEach::By { by, given })
    }

    fn degrees(&mut self, value: &Spanned<DeValue<'_>>) -> Option<Degrees> {
        if let DeValue::Integer(_) = value.get_ref() {
            let degree = count(value.get_ref()).map(Degrees::Constant);
            return self.expect(degree, value, "a whole number that is not negative");
        }
        let text = self.text(value, "a number such as 3, or a distribution such as \"poisson:3\"")?;
        Degrees::parse(&text.text).map_err(|error| self.wrong(text.part(&error.at), error.message)).ok()
    }

    fn names(&mut self, value: &Spanned<DeValue<'_>>) -> Option<Vec<SpannedText>> {
        const EXPECTED: &str = "a list of columns, such as [\"order\", \"line\"]";
        let names = value.get_ref().as_array().filter(|names| !names.is_empty());
        let names = self.expect(names, value, EXPECTED)?;
        let names: Vec<_> = names.iter().map(|name| self.text(name, "the name of a column")).collect();
        names.into_iter().collect()
    }

    /// Lists of columns; a text such as `a < b` for two that refer to different rows.
    fn name_lists(&mut self, value: &Spanned<DeValue<'_>>) -> Vec<FileUnique> {
        const EXPECTED: &str = "lists of columns, such as [[\"student\", \"course\"]]";
        let is_list = |list: &Spanned<DeValue<'_>>| {
            let list = list.get_ref();
            list.as_array().is_some() || list.as_str().is_some_and(|text| text.contains(['<', '>']))
        };
        let lists = value.get_ref().as_array().filter(|lists| !lists.is_empty() && lists.iter().all(is_list));
        let Some(lists) = self.expect(lists, value, EXPECTED) else { return Vec::new() };
        let mut found = Vec::new();
        for list in lists {
            found.extend(match list.get_ref().as_str() {
                Some(_) => self.compared(list),
                None => {
                    let columns = self.names(list);
                    columns.map(|columns| FileUnique { columns, order: PairOrder::Any })
                }
            });
        }
        found
    }

    /// `a < b` or `a <> b`
    fn compared(&mut self, value: &Spanned<DeValue<'_>>) -> Option<FileUnique> {
        let text = self.text(value, "two columns, such as \"a < b\"")?;
        let signs = [(" <> ", PairOrder::Different), (" < ", PairOrder::Ascending)];
        let found =
            signs.into_iter().find_map(|(sign, order)| Some((text.text.split_once(sign)?, sign, order)));
        let Some(((one, other), sign, order)) = found else {
            self.wrong(value.span(), "expected two columns as in \"a < b\" or \"a <> b\"");
            return None;
        };
        let column = |name: &str, start: usize| {
            let trimmed = name.trim();
            let start = start + name.find(trimmed).unwrap_or(0);
            SpannedText { text: trimmed.to_owned(), at: text.part(&(start..start + trimmed.len())) }
        };
        Some(FileUnique { columns: vec![column(one, 0), column(other, one.len() + sign.len())], order })
    }

    fn links(&mut self, value: &Spanned<DeValue<'_>>) -> Vec<FileLink> {
        const EXPECTED: &str = "the options of a link, such as link.customers = { null = 0.1 }";
        let Some(links) = self.expect(value.get_ref().as_table(), value, EXPECTED) else { return Vec::new() };
        let mut found = Vec::new();
        for (label, value) in entries(links) {
            let Some(keys) = self.expect(value.get_ref().as_table(), value, EXPECTED) else { continue };
            found.push(self.link(label, keys));
        }
        found
    }

    fn link(&mut self, label: &Spanned<DeString<'_>>, keys: &DeTable<'_>) -> FileLink {
        let label = SpannedText { text: label.get_ref().to_string(), at: label.span() };
        let mut link = FileLink {
            label,
            dist: None,
            null: None,
            unique: None,
            distinct: None,
            shuffled: None,
            other: None,
            within: None,
            row: None,
            when: None,
            sparse: None,
            tree: FileTree::default(),
        };
        for (key, value) in entries(keys) {
            match key.get_ref().as_ref() {
                "dist" => link.dist = self.text(value, "a distribution, such as \"zipf:1.05\""),
                "null" => {
                    let share = super::columns::plain(value.get_ref()).and_then(|text| parse_share(&text));
                    let share = self.expect(share, value, "a probability from 0 to 1, such as 0.05");
                    link.null = share.map(|share| (share, value.span()));
                }
                "unique" => link.unique = self.truth(value).then(|| key.span()),
                "distinct" => link.distinct = self.truth(value).then(|| key.span()),
                "order" => {
                    let order = value.get_ref().as_str().filter(|order| ORDERS.contains(order));
                    let order = self.expect(order, value, "\"grouped\" or \"shuffled\"");
                    link.shuffled = (order == Some("shuffled")).then(|| key.span());
                }
                "other" => link.other = self.other(value),
                "within" => {
                    link.within = self.text(value, "the name of a table, or the label of a link to it");
                }
                "row" => link.row = self.text(value, "the name of a column"),
                "when" => link.when = self.when(value),
                "roots" => link.tree.roots = self.number(value),
                "levels" => link.tree.levels = self.number(value),
                "depth" => link.tree.depth = self.number(value),
                "sparse" => {
                    let sparse = self.text(value, "how many of how many rows are used, such as \"2/3\"");
                    link.sparse = sparse.and_then(|text| {
                        let sparse = Sparse::parse(&text.text);
                        let expected = "how many of how many rows are used, such as \"2/3\"";
                        self.expect(sparse, value, expected).map(|sparse| (sparse, value.span()))
                    });
                }
                _ => self.unknown(
                    key,
                    &LINK,
                    "a link has dist, null, unique, order, distinct, other, within, sparse, row and when, and that of a tree roots, levels and depth",
                ),
            }
        }
        link
    }

    /// `{ owner_type = "posts" }`, or a list of words.
    fn when(&mut self, value: &Spanned<DeValue<'_>>) -> Option<FileWhen> {
        const EXPECTED: &str = "a column and its word, such as { owner_type = \"posts\" }";
        let keys = value.get_ref().as_table().filter(|keys| keys.len() == 1);
        let keys = self.expect(keys, value, EXPECTED)?;
        let (key, words) = entries(keys).into_iter().next()?;
        let column = SpannedText { text: key.get_ref().to_string(), at: key.span() };
        let words: Vec<_> = match words.get_ref() {
            DeValue::Array(all) if !all.is_empty() => {
                all.iter().map(|word| self.word(word, "a word of the column, or true or false")).collect()
            }
            _ => vec![self.word(words, "a word of the column, true or false, or a list of words")],
        };
        Some(FileWhen { column, words: words.into_iter().collect::<Option<_>>()? })
    }

    /// A word that a column may have, or one of the two values of a `bool`.
    fn word(&mut self, value: &Spanned<DeValue<'_>>, expected: &str) -> Option<SpannedText> {
        match value.get_ref() {
            DeValue::Boolean(is) => Some(SpannedText { text: is.to_string(), at: value.span() }),
            _ => self.text(value, expected),
        }
    }

    /// `true`, a label, or a list of labels.
    fn other(&mut self, value: &Spanned<DeValue<'_>>) -> Option<FileOther> {
        const EXPECTED: &str = "true, or the label of another link, such as \"sender\"";
        match value.get_ref() {
            DeValue::Boolean(is) => is.then(|| FileOther::Own(value.span())),
            DeValue::Array(labels) if !labels.is_empty() => {
                let labels: Vec<_> =
                    labels.iter().map(|label| self.text(label, "the label of a link")).collect();
                labels.into_iter().collect::<Option<_>>().map(FileOther::Labels)
            }
            _ => self.text(value, EXPECTED).map(|label| FileOther::Labels(vec![label])),
        }
    }

    /// A number that is not negative, and its span.
    fn number(&mut self, value: &Spanned<DeValue<'_>>) -> Option<(u64, std::ops::Range<usize>)> {
        let number = count(value.get_ref());
        self.expect(number, value, "a number, such as 5").map(|number| (number, value.span()))
    }

    fn truth(&mut self, value: &Spanned<DeValue<'_>>) -> bool {
        self.expect(value.get_ref().as_bool(), value, "true or false").unwrap_or(false)
    }

    /// A text that is not empty.
    fn text(&mut self, value: &Spanned<DeValue<'_>>, expected: &str) -> Option<SpannedText> {
        let text = value.get_ref().as_str().filter(|text| !text.is_empty());
        let text = self.expect(text, value, expected)?.to_owned();
        let inner = value.span().start + 1..value.span().end - 1;
        let is_plain = self.text.bytes().get(inner.clone()) == Some(text.as_bytes());
        Some(SpannedText { text, at: if is_plain { inner } else { value.span() } })
    }
}

fn rows(value: &DeValue<'_>) -> Result<RowExtent, String> {
    let rows = match value {
        DeValue::String(text) if text == "stream" => return Ok(RowExtent::Stream),
        DeValue::String(text) if text.contains("..") => parse_range(text)?,
        _ => {
            let expected = "expected a number of rows such as 1000 or \"10k\", a range such as \"0..1000\", \"stream\", or \
                            { per = \"customers\", each = 3 }";
            0..count(value).ok_or(expected)?
        }
    };
    if rows.end > STREAM_ROWS {
        return Err(format!("rows are counted up to {}", grouped(STREAM_ROWS)));
    }
    Ok(RowExtent::Range(rows))
}
