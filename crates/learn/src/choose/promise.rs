//! What the constraints of a table forbid, as `check` lines of the file: `gush check --rows-of` counts the rows that break them.

use sqlparser::dialect::{Dialect, MySqlDialect, PostgreSqlDialect};
use sqlparser::keywords::ALL_KEYWORDS;
use sqlparser::tokenizer::{Token, Tokenizer};
use toml_writer::ToTomlValue as _;

use super::name::spelled;
use crate::model::{Check, Table, Unique, UniquePart};

/// Longer conditions are left out.
const MAX_BYTES: usize = 2000;

/// A `check` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckChoice {
    /// Its name, which no other of the table has.
    pub name: String,
    /// Its value as TOML.
    pub value: String,
    /// What the source says.
    pub source: String,
}

/// The lines for all constraints of a table that one column alone does not keep.
pub fn checks(table: &Table) -> Vec<CheckChoice> {
    let mut all: Vec<CheckChoice> = Vec::new();
    let conditions =
        table.checks.iter().filter(|check| check.is_enforced).filter_map(|check| condition(table, check));
    let uniques = table.uniques.iter().filter_map(|unique| differing(table, unique));
    for mut choice in conditions.chain(uniques) {
        if choice.name.is_empty() {
            choice.name = format!("check_{}", all.len() + 1);
        }
        while all.iter().any(|other| other.name == choice.name) {
            choice.name.push('_');
        }
        all.push(choice);
    }
    all
}

fn condition(table: &Table, check: &Check) -> Option<CheckChoice> {
    let text = respelled(table, &check.condition)?;
    let name = check.name.clone().unwrap_or_default();
    Some(CheckChoice { name, value: text.to_toml_value(), source: format!("CHECK {}", check.condition) })
}

/// Expressions, several columns, or one in some rows; the file keeps a column that differs in all rows by itself.
fn differing(table: &Table, unique: &Unique) -> Option<CheckChoice> {
    let is_plain = matches!(&unique.parts[..], [UniquePart::Column(_)]) && unique.condition.is_none();
    if is_plain || unique.parts.is_empty() {
        return None;
    }
    let part = |part: &UniquePart| match part {
        UniquePart::Column(name) => Some(quoted(&spelled(table, name), is_keyword(name))),
        UniquePart::Expression(text) => respelled(table, text),
    };
    let parts: Vec<String> = unique.parts.iter().map(part).collect::<Option<_>>()?;
    let list = parts.iter().map(toml_writer::ToTomlValue::to_toml_value).collect::<Vec<_>>().join(", ");
    let mut value = format!("{{ unique = [{list}]");
    let mut source = format!("UNIQUE ({})", parts.join(", "));
    if let Some(condition) = &unique.condition {
        value += &format!(", where = {}", respelled(table, condition)?.to_toml_value());
        source += &format!(" WHERE {condition}");
    }
    Some(CheckChoice { name: unique.name.clone().unwrap_or_default(), value: value + " }", source })
}

/// Whether SQL has a name as a word of its own.
fn is_keyword(name: &str) -> bool {
    ALL_KEYWORDS.binary_search(&&*name.to_ascii_uppercase()).is_ok()
}

/// A name as an expression of the file has it.
fn quoted(name: &str, is_keyword: bool) -> String {
    let is_plain = !is_keyword
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        && name.starts_with(|c: char| c.is_ascii_lowercase());
    if is_plain { name.to_owned() } else { format!("\"{}\"", name.replace('"', "\"\"")) }
}

/// An expression in one line, in which columns are spelled as the table has them.
fn respelled(table: &Table, text: &str) -> Option<String> {
    if text.len() > MAX_BYTES {
        return None;
    }
    // Only MySQL has names in backticks.
    let dialect: &dyn Dialect = if text.contains('`') { &MySqlDialect {} } else { &PostgreSqlDialect {} };
    let tokens = Tokenizer::new(dialect, text).tokenize().ok()?;
    let mut line = String::new();
    for (index, token) in tokens.iter().enumerate() {
        match token {
            Token::Whitespace(_) => line.push(' '),
            // Its escapes are read already.
            Token::EscapedStringLiteral(text) => line += &format!("'{}'", text.replace('\'', "''")),
            Token::Word(word) => {
                // A name before a parenthesis is that of a function.
                let is_call = tokens[index + 1..].iter().find(|next| !matches!(next, Token::Whitespace(_)))
                    == Some(&Token::LParen);
                let name = spelled(table, &word.value);
                let is_column = table.columns.iter().any(|column| column.name == name);
                let is_name = is_column && (word.quote_style.is_some() || !is_call);
                let is_quoted = word.quote_style.is_some() && is_keyword(&name);
                line += &if is_name { quoted(&name, is_quoted) } else { token.to_string() };
            }
            other => line += &other.to_string(),
        }
    }
    let line = line.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    (!line.is_empty() && !line.contains('\0')).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Column, Kind, Origin, TableName};

    #[test]
    fn columns_are_spelled_as_the_table_has_them() {
        let mut table = Table::new(TableName { schema: None, name: "t".into() }, Origin::default());
        for name in ["price", "Sale Price", "left", "order"] {
            table.columns.push(Column::new(name, Kind::Money, ""));
        }
        for (text, expected) in [
            ("PRICE  > 0\n", "price > 0"),
            ("`Sale Price` < `price`", "\"Sale Price\" < price"),
            ("left(\"left\", 2) = 'PRICE'", "left(\"left\", 2) = 'PRICE'"),
            ("\"order\" is not null", "\"order\" is not null"),
            (r"price ~ E'^\\d{3}\'$'", r"price ~ '^\d{3}''$'"),
        ] {
            assert_eq!(respelled(&table, text).as_deref(), Some(expected), "{text}");
        }
    }
}
