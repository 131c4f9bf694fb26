//! Which expressions a server computes as gush does, so that it can be asked for what they promise.

use gusher::types::{DataType, Field, StorageType};

use super::names::{is_number, is_time};

/// What PostgreSQL makes of exact numbers, texts and times as gush does, whatever its settings are: no floating-point functions, nothing
/// that depends on a collation, a session's zone or the style of its intervals.
const KNOWN: [&str; 56] = [
    "abs",
    "and",
    "as",
    "bigint",
    "both",
    "btrim",
    "case",
    "cast",
    "ceil",
    "ceiling",
    "char_length",
    "coalesce",
    "concat",
    "day",
    "days",
    "div",
    "else",
    "end",
    "false",
    "floor",
    "for",
    "from",
    "hour",
    "hours",
    "in",
    "int",
    "integer",
    "interval",
    "is",
    "leading",
    "left",
    "length",
    "like",
    "ltrim",
    "minute",
    "minutes",
    "mod",
    "not",
    "null",
    "nullif",
    "or",
    "position",
    "repeat",
    "replace",
    "reverse",
    "right",
    "round",
    "rtrim",
    "sign",
    "substring",
    "text",
    "then",
    "trailing",
    "trim",
    "true",
    "when",
];
/// What orders texts by the collation of the column.
const ORDERS: [&str; 3] = ["between", "greatest", "least"];
/// What tells letters of both cases from each other, beyond those of ASCII by the locale.
const CASES: [&str; 2] = ["lower", "upper"];

/// Whether an expression has only sums, differences and products of numbers, which SQLite makes of them too: its numbers are
/// floating-point numbers where they have decimal places, and its divisions are others.
pub(super) fn is_arithmetic(expression: &str, fields: &[(&str, &Field)]) -> bool {
    let is_sign = |c: char| matches!(c, '+' | '-' | '*' | '(' | ')') || c.is_ascii_whitespace();
    let is_known = |word: &str| {
        let is_column = fields.iter().any(|(name, field)| *name == word && is_number(field));
        is_column || word.starts_with(|c: char| c.is_ascii_digit()) && word.parse::<f64>().is_ok()
    };
    expression.split(is_sign).filter(|word| !word.is_empty()).all(is_known) && !fields.is_empty()
}

/// Whether PostgreSQL computes an expression of these columns as gush does.
pub(super) fn is_standard(expression: &str, fields: &[(&str, &Field)]) -> bool {
    let Some(words) = words(expression) else { return false };
    let is_ascii =
        |field: &Field| field.words().is_some_and(|words| words.iter().all(|word| word.is_ascii()));
    let is_text = |field: &Field| {
        matches!(field.data_type, DataType::Utf8(_)) && matches!(field.storage(), StorageType::Text)
    };
    let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(&word.as_str()));
    let texts = || fields.iter().filter(|(_, field)| is_text(field));
    let is_ordered = expression.contains(['<', '>']) || has(&ORDERS);
    let is_made_text = expression.contains("::") || has(&["cast", "concat"]) || expression.contains("||");
    let is_fine = |(name, field): &(&str, &Field)| {
        // PostgreSQL takes an unquoted name for one of lower-case letters.
        let is_name = name.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'_');
        is_name && (is_number(field) || is_text(field) || is_time(field) && !is_made_text)
    };
    let is_known = |word: &String| {
        let is_column = fields.iter().any(|(name, _)| name == word);
        let is_number = word.bytes().all(|c| c.is_ascii_digit());
        is_column
            || is_number
            || [&KNOWN[..], &ORDERS, &CASES].iter().any(|known| known.contains(&word.as_str()))
    };
    fields.iter().all(is_fine)
        && words.iter().all(is_known)
        && (!is_ordered || texts().next().is_none())
        && (!has(&CASES) || texts().all(|(_, field)| is_ascii(field)))
}

/// The words of an expression outside its texts, in lower-case letters; none where it has quoted names.
fn words(expression: &str) -> Option<Vec<String>> {
    let mut outside = String::new();
    for (index, part) in expression.split('\'').enumerate() {
        if index % 2 == 0 {
            outside.push_str(part);
            outside.push(' ');
        }
    }
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let words = outside.split(|c: char| !is_word(c)).filter(|word| !word.is_empty());
    (!outside.contains(['"', '\\', '$', '~'])).then(|| words.map(str::to_lowercase).collect())
}

#[cfg(test)]
mod tests {
    use super::{is_arithmetic, is_standard};
    use gusher::types::Field;

    #[test]
    fn what_a_server_computes_otherwise_is_not_asked() {
        let number = Field::int64(0, 9);
        let fields = [("n", &number), ("m", &number)];
        for right in [
            "n + m",
            "coalesce(n, 0) * 2",
            "case when n > m then n else -m end",
            "cast(n % 3 as text) || ' a'",
        ] {
            assert!(is_standard(right, &fields), "{right}");
        }
        for wrong in ["sqrt(n)", "\"n\" + 1", "power(n, m)", "n + other", "to_char(n, '9')"] {
            assert!(!is_standard(wrong, &fields), "{wrong}");
        }
        assert!(!is_standard("N * 2", &[("N", &number)]));
        assert!(is_arithmetic("n * (m - 2.5)", &fields) && !is_arithmetic("n / m", &fields));
    }
}
