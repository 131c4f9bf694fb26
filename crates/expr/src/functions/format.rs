//! `format`: a text with values in it, as in `format('%s of %-10s', a, b)`.

use super::quote;
use super::rows::{Row, to_texts_of_any};
use super::text::shown;
use super::{ANY, Args, Function};
use crate::run::{Checked, Typed};
use crate::types::TextBounds;
use crate::unify::text_of;

pub(super) static FUNCTIONS: &[Function] =
    &[Function::new("format", (1, ANY), "format('TEXT with %s', VALUE)", format)];

/// The maximum width of a value, and the longest result.
const MAX_WIDTH: usize = 10_000;
const MAX_BYTES: usize = 1 << 20;

/// A part of a format.
#[derive(Debug, Clone, PartialEq)]
enum FormatPart {
    Text(String),
    Value {
        /// From 0.
        index: usize,
        kind: Kind,
        width: usize,
        left: bool,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// `%s`: as it is.
    Plain,
    /// `%I`
    Identifier,
    /// `%L`
    Literal,
}

fn format(args: Args<'_>) -> Checked {
    let mut all = args.args.into_iter();
    let pattern = all.next().expect("the registry has counted them");
    let values = all.map(shown).collect::<Result<Vec<_>, _>>()?;
    if pattern.is_null() {
        return super::text::text(pattern);
    }
    let Some(known) = pattern.known_text() else {
        return Err(pattern.error("the format has to be written here, such as '%s of %s'"));
    };
    let parts = parse(&known, values.len()).map_err(|text| pattern.error(text))?;
    let mut ty = TextBounds::up_to(0, true);
    for part in &parts {
        let (longest, ascii) = match part {
            FormatPart::Text(text) => (text.len(), text.is_ascii()),
            FormatPart::Value { index, kind, width, .. } => of_value(&values[*index], *kind, *width)?,
        };
        (ty.longest, ty.ascii) = (ty.longest.saturating_add(longest), ty.ascii && ascii);
    }
    if ty.longest > MAX_BYTES {
        return Err(pattern.error(format!(
            "the text may have {} bytes; shorten the values, as with left(x, 1000)",
            ty.longest
        )));
    }
    ty.mean = ty.longest;
    let mut typed = to_texts_of_any(values, ty, None, move |row, out| {
        parts.iter().for_each(|part| write(part, row, out));
    });
    typed.at = args.at;
    Ok(typed)
}

/// The maximum number of bytes of a value, and whether all are ASCII.
fn of_value(
    value: &Typed,
    kind: Kind,
    width: usize,
) -> Result<(usize, bool), gusher::internal::computed::ExpressionError> {
    if kind == Kind::Identifier && value.nullable {
        return Err(value.error("a null is no identifier; write coalesce(x, '-')"));
    }
    let ty = text_of(&value.ty);
    let own = if kind == Kind::Plain { ty } else { quote::quoted(ty) };
    // Spaces fill what letters of several bytes leave.
    Ok((own.longest.saturating_add(width), ty.ascii))
}

fn write(part: &FormatPart, row: Row<'_, '_>, out: &mut String) {
    let (index, kind, width, left) = match part {
        FormatPart::Text(text) => return out.push_str(text),
        FormatPart::Value { index, kind, width, left } => (*index, *kind, *width, *left),
    };
    let mut shown = String::new();
    match (kind, row.is_null(index)) {
        (Kind::Plain | Kind::Identifier, true) => {}
        (Kind::Literal, true) => shown.push_str("NULL"),
        (Kind::Plain, false) => shown.push_str(row.text(index)),
        (Kind::Identifier, false) => quote::identifier(row.text(index), &mut shown),
        (Kind::Literal, false) => quote::literal(row.text(index), &mut shown),
    }
    let fill = std::iter::repeat_n(' ', width.saturating_sub(shown.chars().count()));
    match left {
        true => {
            out.push_str(&shown);
            out.extend(fill);
        }
        false => {
            out.extend(fill);
            out.push_str(&shown);
        }
    }
}

/// The parts of a format for `count` values, or what is wrong with it.
fn parse(text: &str, count: usize) -> Result<Vec<FormatPart>, String> {
    let (mut parts, mut rest, mut next) = (Vec::new(), text, 0);
    while let Some(at) = rest.find('%') {
        parts.push(FormatPart::Text(rest[..at].into()));
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix('%') {
            parts.push(FormatPart::Text("%".into()));
            rest = after;
            continue;
        }
        let (number, after) = digits(rest)?;
        let (index, after) = match (number, after.strip_prefix('$')) {
            (Some(0), Some(_)) => return Err("values are counted from 1, as in %1$s".into()),
            (Some(number), Some(after)) => (number - 1, after),
            _ => (next, rest),
        };
        let (left, after) = match after.trim_start_matches('-') {
            trimmed if trimmed.len() < after.len() => (true, trimmed),
            _ => (false, after),
        };
        if after.starts_with('*') {
            return Err(
                "a width is written as a number, as in %10s; for one that varies write lpad(x, n)".into()
            );
        }
        let (width, after) = digits(after)?;
        let mut letters = after.chars();
        let kind = match letters.next() {
            Some('s') => Kind::Plain,
            Some('I') => Kind::Identifier,
            Some('L') => Kind::Literal,
            other => {
                let found = other.map_or("nothing".into(), |letter| format!("`{letter}`"));
                return Err(format!("after % there is one of s, I and L, not {found}; write %% for one %"));
            }
        };
        if index >= count {
            return Err(format!("the format takes {} or more values, and there are {count}", index + 1));
        }
        parts.push(FormatPart::Value { index, kind, width: width.unwrap_or(0), left });
        (rest, next) = (letters.as_str(), index + 1);
    }
    parts.push(FormatPart::Text(rest.into()));
    parts.retain(|part| !matches!(part, FormatPart::Text(text) if text.is_empty()));
    Ok(parts)
}

/// The number that the text begins with, if it does, and what comes after it.
fn digits(text: &str) -> Result<(Option<usize>, &str), String> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    match text[..end].parse() {
        _ if end == 0 => Ok((None, text)),
        Ok(number) if number <= MAX_WIDTH => Ok((Some(number), &text[end..])),
        _ => Err(format!("a number in a format is at most {MAX_WIDTH}")),
    }
}

#[cfg(test)]
mod tests {
    use super::{FormatPart, Kind, parse};

    #[test]
    fn formats_are_taken_apart() {
        let value = |index, kind, width, left| FormatPart::Value { index, kind, width, left };
        assert_eq!(
            parse("a%-5s%%%3$L%I", 4).unwrap(),
            [
                FormatPart::Text("a".into()),
                value(0, Kind::Plain, 5, true),
                FormatPart::Text("%".into()),
                value(2, Kind::Literal, 0, false),
                value(3, Kind::Identifier, 0, false),
            ]
        );
        for (text, expected) in [
            ("%s %s", "2 or more"),
            ("%d", "not `d`"),
            ("%", "not nothing"),
            ("%0$s", "from 1"),
            ("%*s", "%10s"),
            ("%99999s", "at most"),
            ("%2$s", "2 or more"),
        ] {
            assert!(parse(text, 1).unwrap_err().contains(expected), "{text}");
        }
    }
}
