//! Writes schemas as a file that generates the same rows again.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::Range;

use toml_writer::{ToTomlKey as _, ToTomlValue as _};

use super::parts::RowExtent;
use crate::catalogue::time_text;
use crate::generators::unescape;
use crate::links::{Degrees, PairOrder, Tree};
use crate::locale::Locale;
use crate::schema::alias;
use crate::schema::escape::escape;
use crate::schema::source::Nested;
use crate::schema::{
    CheckKind, Choice, Column, ColumnSource, DatasetSpec, Other, Relation, Schema, TableCheck, TableRows,
    TableSpec, grammar,
};

/// The generator whose constraint is a path.
const FILE: &str = "file";

/// The inputs of rows besides the schema.
pub struct Run<'a> {
    /// The seed.
    pub seed: u64,
    /// "Now" in Unix seconds.
    pub now: i64,
    /// The locale of columns that name none.
    pub locale: &'a Locale,
    /// Another path for a file that a column names, where the schema file goes to another folder.
    pub moved: &'a dyn Fn(&str) -> Option<String>,
}

/// The rows of a schema as the text of a schema file. With the same format the file generates the same bytes.
pub fn write(schema: &Schema, rows: &RowExtent, run: &Run<'_>) -> String {
    let mut text = head(run);
    table(&mut text, schema, schema.columns.len(), &rows_text(rows), run);
    text
}

/// The same for several tables.
pub fn write_dataset(dataset: &DatasetSpec, run: &Run<'_>) -> String {
    let mut text = head(run);
    for (index, table_of) in dataset.tables.iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        let rows = match &table_of.rows {
            TableRows::Given(_) => rows_text(&table_of.planned_rows),
            TableRows::Per(each) => {
                let parent = &dataset.tables[table_of.links[0].parent].schema.table;
                format!("{{ per = {}, each = {} }}", parent.to_toml_value(), each_text(each))
            }
        };
        let own =
            table_of.schema.columns.len() - table_of.checks.iter().flat_map(TableCheck::columns).count();
        table(&mut text, &table_of.schema, own, &rows, run);
        keys(&mut text, table_of);
    }
    text
}

/// The columns of a schema, those that are not written too: the name of each, and its text in a schema file.
pub fn column_texts(schema: &Schema, run: &Run<'_>) -> Vec<(String, String)> {
    schema.columns.iter().map(|column| (column.name.clone(), entry(column, run))).collect()
}

/// How many rows there are for each of another table.
fn each_text(each: &Degrees) -> String {
    match each {
        Degrees::Constant(degree) => degree.to_string(),
        Degrees::Classes(classes) => {
            let mut text = format!("{{ by = {}", classes.by.to_toml_value());
            for (word, degrees) in &classes.given {
                let word = word.as_ref().map_or_else(|| "else".into(), toml_writer::ToTomlKey::to_toml_key);
                let _ = write!(text, ", {word} = {}", each_text(degrees));
            }
            text + " }"
        }
        other => other.to_string().to_toml_value(),
    }
}

/// The keys that hold for all tables.
fn head(run: &Run<'_>) -> String {
    // Other readers of TOML know numbers up to 63 bits.
    let seed = match i64::try_from(run.seed) {
        Ok(seed) => seed.to_string(),
        Err(_) => run.seed.to_string().to_toml_value(),
    };
    let (now, locale) = (time_text(run.now).to_toml_value(), run.locale.name.to_toml_value());
    format!("seed = {seed}\nnow = {now}\nlocale = {locale}\n\n")
}

fn rows_text(rows: &RowExtent) -> String {
    match rows {
        RowExtent::Stream => "stream".to_toml_value(),
        RowExtent::Range(Range { start: 0, end }) => end.to_string(),
        RowExtent::Range(Range { start, end }) => format!("{start}..{end}").to_toml_value(),
    }
}

/// A table with the first `own` of its columns.
fn table(text: &mut String, schema: &Schema, own: usize, rows: &str, run: &Run<'_>) {
    // Writing to a string cannot fail.
    let _ = write!(text, "[table.{}]\nrows = {rows}\ncolumns = [\n", schema.table.to_toml_key());
    for column in &schema.columns[..own] {
        let _ = writeln!(text, "  {},", entry(column, run));
    }
    text.push_str("]\n");
}

/// The keys and links of a table.
fn keys(text: &mut String, table: &TableSpec) {
    let names = |columns: &[usize]| {
        let name = |&column: &usize| table.schema.columns[column].name.to_toml_value();
        format!("[{}]", columns.iter().map(name).collect::<Vec<_>>().join(", "))
    };
    if let Some(key) = &table.key {
        let _ = writeln!(text, "key = {}", names(key));
    }
    if !table.unique.is_empty() {
        let lists = table.unique.iter().zip(&table.unique_orders).map(|(list, order)| {
            let sign = match order {
                PairOrder::Any => return names(list),
                PairOrder::Different => "<>",
                PairOrder::Ascending => "<",
            };
            let name = |column: usize| &table.schema.columns[column].name;
            format!("{} {sign} {}", name(list[0]), name(list[1])).to_toml_value()
        });
        let lists: Vec<String> = lists.collect();
        let _ = writeln!(text, "unique = [{}]", lists.join(", "));
    }
    checks(text, table);
    if table.is_fixed {
        text.push_str("fixed = true\n");
    }
    for link in &table.links {
        let choice = match &link.choice {
            Choice::Popular(dist) => Some(format!("dist = {}", dist.to_toml_value())),
            Choice::Scattered(_) => Some("order = \"shuffled\"".into()),
            Choice::Once => Some("unique = true".into()),
            Choice::Distinct(None) => Some("distinct = true".into()),
            Choice::Distinct(Some(dist)) => Some(format!("dist = {}, distinct = true", dist.to_toml_value())),
            Choice::Given { column, is_distinct } => {
                let distinct = if *is_distinct { ", distinct = true" } else { "" };
                Some(format!("row = {}{distinct}", table.schema.columns[*column].name.to_toml_value()))
            }
            Choice::Earlier => link.popular.as_ref().map(|dist| format!("dist = {}", dist.to_toml_value())),
            Choice::Uniform | Choice::Counted(_) | Choice::Pairs { .. } => None,
        };
        let label = |link: usize| table.links[link].label.to_toml_value();
        let other = match link.others[..] {
            [] => None,
            [Other::OwnRow] => Some("other = true".to_owned()),
            ref others => {
                let labels = others.iter().filter_map(|other| match other {
                    Other::OwnRow => None,
                    Other::ParentBy(link) => Some(label(*link)),
                });
                let labels: Vec<String> = labels.collect();
                Some(match &labels[..] {
                    [one] => format!("other = {one}"),
                    _ => format!("other = [{}]", labels.join(", ")),
                })
            }
        };
        let within = link.within.as_ref().map(|within| format!("within = {}", within.name.to_toml_value()));
        let when = link.when.as_ref().map(|when| {
            let words: Vec<String> = when.words.iter().map(|word| word.as_str().to_toml_value()).collect();
            let words = if let [one] = &words[..] { one.clone() } else { format!("[{}]", words.join(", ")) };
            format!("when = {{ {} = {words} }}", table.schema.columns[when.column].name.to_toml_key())
        });
        let sparse = link.sparse.map(|sparse| format!("sparse = {}", sparse.to_string().to_toml_value()));
        let null = link.null.map(|share| format!("null = {share:?}"));
        let Tree { roots, levels, depth } = link.tree;
        let tree = [("roots", Some(roots).filter(|&roots| roots > 1)), ("levels", levels), ("depth", depth)];
        let tree: Vec<String> = tree
            .iter()
            .filter_map(|(name, number)| number.map(|number| format!("{name} = {number}")))
            .collect();
        let tree = (!tree.is_empty()).then(|| tree.join(", "));
        let given: Vec<String> = choice
            .into_iter()
            .chain(other)
            .chain(within)
            .chain(when)
            .chain(sparse)
            .chain(tree)
            .chain(null)
            .collect();
        if !given.is_empty() {
            let _ = writeln!(text, "link.{} = {{ {} }}", link.label.to_toml_key(), given.join(", "));
        }
    }
}

/// What the rows of a table are to meet.
fn checks(text: &mut String, table: &TableSpec) {
    let expression =
        |column: usize| table.schema.columns[column].expression().unwrap_or_default().to_toml_value();
    let unique = |columns: &[usize], condition: &Option<usize>| {
        let parts: Vec<String> = columns.iter().map(|&column| expression(column)).collect();
        let condition = condition.map(|column| format!(", where = {}", expression(column)));
        format!("unique = [{}]{}", parts.join(", "), condition.unwrap_or_default())
    };
    let check = |check: &TableCheck| match &check.kind {
        CheckKind::Condition(column) => expression(*column),
        CheckKind::Unique { columns, condition } => format!("{{ {} }}", unique(columns, condition)),
    };
    // A name that stands before the `=` needs one at all of them.
    if !table.checks.is_empty() && table.checks.iter().all(|check| check.name.is_some()) {
        for of in &table.checks {
            let name = of.name.as_deref().unwrap_or_default();
            let _ = writeln!(text, "check.{} = {}", name.to_toml_key(), check(of));
        }
        return;
    }
    let entry = |of: &TableCheck| match (&of.name, &of.kind) {
        (None, _) => check(of),
        (Some(name), CheckKind::Condition(column)) => {
            format!("{{ name = {}, condition = {} }}", name.to_toml_value(), expression(*column))
        }
        (Some(name), CheckKind::Unique { columns, condition }) => {
            format!("{{ name = {}, {} }}", name.to_toml_value(), unique(columns, condition))
        }
    };
    let entries: Vec<String> = table.checks.iter().map(entry).collect();
    if !entries.is_empty() {
        let _ = writeln!(text, "check = [{}]", entries.join(", "));
    }
}

/// A column as a column spec where that can express it, and as keys otherwise.
fn entry(column: &Column, run: &Run<'_>) -> String {
    if matches!(column.relation, Some(Relation::Computed { .. })) {
        return expression(column);
    }
    let ColumnSource { name, nested, .. } = &column.source;
    if let Some(nested) = nested {
        let name = format!("name = {}, ", name.as_deref().unwrap_or_default().to_toml_value());
        return nested_keys(&name, nested, &column.source, run);
    }
    if let Some(typed) = column.source.typed.as_ref().filter(|_| column.is_labelled_by_alias()) {
        // A column of this name would describe another thing than one without a name.
        return typed.spec.to_toml_value();
    }
    let spec = moved(&column.source, run);
    match name {
        None => spec.to_toml_value(),
        // These characters would end the name.
        Some(name) if name.contains([':', '@', '=']) => column_keys(name, &spec),
        Some(name) => format!("{name}={spec}").to_toml_value(),
    }
}

/// A computed column, as keys: so modifiers can follow the expression.
fn expression(column: &Column) -> String {
    let (spec, parts) = (&column.source.spec, column.source.parts());
    let text = &spec[parts.constraint.unwrap_or(0..0)];
    let head = format!("{{ name = {}, expr = {}", column.name.to_toml_value(), text.to_toml_value());
    with_modifiers(head, spec, parts.modifiers)
}

/// The spec of a column; a file that it names may need another path.
fn moved<'a>(ColumnSource { name, spec, .. }: &'a ColumnSource, run: &Run<'_>) -> Cow<'a, str> {
    let parts = grammar::split(spec, name.is_some());
    let constraint = parts.constraint.filter(|_| spec[parts.generator] == *FILE);
    let path = constraint.clone().and_then(|at| (run.moved)(&unescape(&spec[at])));
    match (constraint, path) {
        (Some(at), Some(path)) => {
            Cow::Owned(format!("{}{}{}", &spec[..at.start], escape(&path), &spec[at.end..]))
        }
        _ => Cow::Borrowed(spec),
    }
}

/// A list, a map or a struct as keys, after those that are given.
fn nested_keys(given: &str, nested: &Nested, source: &ColumnSource, run: &Run<'_>) -> String {
    let child = |source: &ColumnSource| match &source.nested {
        Some(nested) => nested_keys("", nested, source, run),
        // A parsed column has valid fields.
        None => match alias::expanded(source.clone()) {
            Ok(source) => moved(&source, run).to_toml_value(),
            Err(_) => moved(source, run).to_toml_value(),
        },
    };
    let mut text = format!("{{ {given}");
    match nested {
        Nested::List(item) => {
            let _ = write!(text, "item = {}", child(item));
        }
        Nested::Map { key, value } => {
            let _ = write!(text, "map = {{ key = {}, value = {} }}", child(key), child(value));
        }
        Nested::Struct(fields) => {
            let field = |field: &ColumnSource| {
                format!("{} = {}", field.name.as_deref().unwrap_or_default().to_toml_key(), child(field))
            };
            let fields: Vec<String> = fields.iter().map(field).collect();
            let _ = write!(text, "struct = {{ {} }}", fields.join(", "));
        }
    }
    for modifier in grammar::split(&source.spec, true).modifiers {
        if let Some((name, value)) = source.spec[modifier].split_once('=') {
            let value = unescape(value);
            let _ = match name {
                "list" => write!(text, ", list = [{}]", value.replace(',', ", ")),
                "type" => write!(text, ", type = {}", value.to_toml_value()),
                _ => write!(text, ", {name} = {value}"),
            };
        }
    }
    text + " }"
}

fn column_keys(name: &str, spec: &str) -> String {
    let parts = grammar::split(spec, true);
    let of = |name: &str| parts.modifiers.iter().position(|at| spec[at.clone()].starts_with(name));
    if let (Some(null), Some(list)) = (of("null="), of("list="))
        && null < list
    {
        // Only the item's own spec distinguishes nulls of items from null lists.
        let (mut item, mut own) = (spec[..parts.modifiers[0].start - 1].to_owned(), String::new());
        for (index, at) in parts.modifiers.iter().enumerate() {
            let modifier = &spec[at.clone()];
            match modifier.split_once('=') {
                Some(("list", value)) => {
                    own.push_str(&format!(", list = {}", unescape(value).to_toml_value()));
                }
                Some(("null", value)) if index > list => own.push_str(&format!(", null = {value}")),
                _ => item.push_str(&format!("@{modifier}")),
            }
        }
        return format!("{{ name = {}, item = {}{own} }}", name.to_toml_value(), item.to_toml_value());
    }
    let mut text =
        format!("{{ name = {}, generator = {}", name.to_toml_value(), spec[parts.generator].to_toml_value());
    if let Some(constraint) = parts.constraint {
        let _ = write!(text, ", constraint = {}", spec[constraint].to_toml_value());
    }
    with_modifiers(text, spec, parts.modifiers)
}

/// The keys of a column with those of its modifiers after them.
fn with_modifiers(mut text: String, spec: &str, modifiers: Vec<Range<usize>>) -> String {
    for modifier in modifiers {
        let modifier = &spec[modifier];
        let _ = match modifier.split_once('=') {
            Some((name, value)) => write!(text, ", {name} = {}", unescape(value).to_toml_value()),
            None => write!(text, ", {modifier} = true"),
        };
    }
    text + " }"
}
