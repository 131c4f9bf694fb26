//! The slow twin of the cutter: it has all of the text, looks at each character, and knows no data and no bodies of statements.

use crate::model::SqlDialect;

/// The statements of a text, with one blank for each run of them, and whether the last one ends.
pub(super) fn cut(text: &str, dialect: SqlDialect) -> (Vec<String>, bool) {
    let is_mysql = dialect == SqlDialect::MySql;
    let mut statements = vec![String::new()];
    let mut rest = text;
    let mut versioned = 0;
    while let Some(first) = rest.chars().next() {
        let last = statements.last_mut().expect("there is always one");
        let after_e = last.ends_with(['e', 'E'])
            && !last[..last.len() - 1].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let length = if is_line_comment(rest, is_mysql) {
            last.push(' ');
            rest.find('\n').unwrap_or(rest.len())
        } else if is_mysql && rest.starts_with("/*!") {
            versioned += 1;
            last.push(' ');
            3 + rest[3..].chars().take(8).take_while(char::is_ascii_digit).count()
        } else if rest.starts_with("/*") {
            last.push(' ');
            match comment(rest, dialect == SqlDialect::Postgres) {
                Some(length) => length,
                None => return (tidy(statements), false),
            }
        } else if versioned > 0 && rest.starts_with("*/") {
            versioned -= 1;
            last.push(' ');
            2
        } else if first == ';' {
            versioned = 0;
            statements.push(String::new());
            1
        } else {
            let is_escaped = is_mysql || (dialect == SqlDialect::Postgres && after_e);
            let length = match first {
                '\'' => quoted(rest, '\'', is_escaped),
                '"' => quoted(rest, '"', is_mysql),
                '`' => quoted(rest, '`', false),
                '[' if dialect == SqlDialect::Sqlite => quoted(rest, ']', false),
                '$' if dialect == SqlDialect::Postgres => dollar(rest),
                _ if is_word(first) => {
                    Some(rest.find(|c: char| !(is_word(c) || c == '$')).unwrap_or(rest.len()))
                }
                _ => Some(first.len_utf8()),
            };
            let Some(length) = length else {
                last.push_str(rest);
                return (tidy(statements), false);
            };
            last.push_str(&rest[..length]);
            length
        };
        rest = &rest[length..];
    }
    (tidy(statements), true)
}

fn is_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_' || !character.is_ascii()
}

fn is_line_comment(rest: &str, is_mysql: bool) -> bool {
    (is_mysql && rest.starts_with('#'))
        || (rest.starts_with("--") && (!is_mysql || rest[2..].chars().next().is_none_or(|next| next <= ' ')))
}

fn comment(rest: &str, nests: bool) -> Option<usize> {
    let mut depth = 1;
    let mut at = 2;
    while depth > 0 {
        if rest[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
        } else if nests && rest[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else {
            at += rest[at..].chars().next()?.len_utf8();
        }
    }
    Some(at)
}

fn quoted(rest: &str, close: char, is_escaped: bool) -> Option<usize> {
    let mut characters = rest.char_indices().skip(1).peekable();
    while let Some((at, character)) = characters.next() {
        if is_escaped && character == '\\' {
            characters.next();
        } else if character == close {
            match characters.peek() {
                Some((_, next)) if *next == close => {
                    characters.next();
                }
                _ => return Some(at + close.len_utf8()),
            }
        }
    }
    None
}

fn dollar(rest: &str) -> Option<usize> {
    let label = rest[1..].find(|c: char| !(c.is_alphanumeric() || c == '_')).map(|end| &rest[..=end]);
    let Some(label) = label.filter(|label| {
        rest[label.len()..].starts_with('$') && !label[1..].starts_with(|c: char| c.is_ascii_digit())
    }) else {
        return Some(1);
    };
    let tag = format!("{label}$");
    rest[tag.len()..].find(&tag).map(|found| found + 2 * tag.len())
}

fn tidy(statements: Vec<String>) -> Vec<String> {
    statements
        .into_iter()
        .map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|text| !text.is_empty())
        .collect()
}
