//! Reads what a table is partitioned by: `country,year(at),bucket(16,id)`.

use std::fmt;
use std::ops::Range;

use gush_diagnostics::Message;

use super::transform::Transform;

/// One field of a table's partitions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartitionField {
    /// The column that it is computed from.
    pub column: String,
    /// What is computed.
    pub transform: Transform,
    /// What folders call it, where that was chosen.
    pub name: Option<String>,
    /// Where the column's name is in the text, in bytes.
    pub column_at: Range<usize>,
    /// Where all of it is.
    pub at: Range<usize>,
}

impl fmt::Display for PartitionField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PartitionField { column, transform, name, .. } = self;
        if let Some(name) = name {
            write!(f, "{name}=")?;
        }
        match transform {
            Transform::Identity => write!(f, "{column}"),
            Transform::Bucket(number) | Transform::Truncate(number) => {
                write!(f, "{}({number},{column})", transform.name())
            }
            other => write!(f, "{}({column})", other.name()),
        }
    }
}

/// A field that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpecError {
    /// Which bytes of the text are wrong.
    pub at: Range<usize>,
    /// What is wrong, and what would be right.
    pub message: Message,
}

/// The largest number that `bucket` and `truncate` take.
const MAX_WIDTH: u32 = 1 << 20;

/// Reads the fields of `text`, which commas separate: those that can be read, and what is wrong with the others.
pub fn parse(text: &str) -> (Vec<PartitionField>, Vec<SpecError>) {
    let (mut fields, mut errors) = (Vec::new(), Vec::new());
    for at in pieces(text) {
        match field(text, at) {
            Ok(field) => fields.push(field),
            Err(error) => errors.push(error),
        }
    }
    (fields, errors)
}

/// The ranges between commas that are in no parentheses.
fn pieces(text: &str) -> Vec<Range<usize>> {
    let (mut pieces, mut start, mut depth) = (Vec::new(), 0, 0usize);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                pieces.push(start..at);
                start = at + 1;
            }
            _ => {}
        }
    }
    pieces.push(start..text.len());
    pieces
}

/// The range without white space at its ends.
fn trimmed(text: &str, at: Range<usize>) -> Range<usize> {
    let piece = &text[at.clone()];
    let start = at.start + (piece.len() - piece.trim_start().len());
    start..start + piece.trim().len()
}

fn field(text: &str, at: Range<usize>) -> Result<PartitionField, SpecError> {
    let all = trimmed(text, at);
    let wrong = |at: Range<usize>, message: &str| Err(SpecError { at, message: Message::from(message) });
    if all.is_empty() {
        return wrong(all, "a column is missing here");
    }
    let (name, rest) = match text[all.clone()].find('=') {
        Some(end) => (Some(trimmed(text, all.start..all.start + end)), all.start + end + 1..all.end),
        None => (None, all.clone()),
    };
    if name.as_ref().is_some_and(Range::is_empty) {
        return wrong(all, "expected a name before the =, as in y=year(at)");
    }
    let rest = trimmed(text, rest);
    let (transform, column_at) = match text[rest.clone()].split_once('(') {
        None => (Transform::Identity, rest),
        Some((function, arguments)) => {
            let Some(inner) = arguments.strip_suffix(')') else {
                return wrong(rest, "a ) is missing at the end");
            };
            let start = rest.start + function.len() + 1;
            call(text, rest.start..start - 1, start..start + inner.len())?
        }
    };
    if column_at.is_empty() {
        return wrong(all, "a column is missing here");
    }
    let column = text[column_at.clone()].to_owned();
    Ok(PartitionField { column, transform, name: name.map(|at| text[at].to_owned()), column_at, at: all })
}

/// What a function computes, and of which column.
fn call(
    text: &str,
    function: Range<usize>,
    arguments: Range<usize>,
) -> Result<(Transform, Range<usize>), SpecError> {
    let name = &text[trimmed(text, function.clone())];
    if let Some(transform) = Transform::of_time(name) {
        return Ok((transform, trimmed(text, arguments)));
    }
    let with: fn(u32) -> Transform = match name {
        "bucket" => Transform::Bucket,
        "truncate" => Transform::Truncate,
        _ => {
            let message = Message::unknown("there is no such function", name, Transform::NAMES);
            return Err(SpecError { at: function, message });
        }
    };
    let found = text[arguments.clone()].split_once(',').and_then(|(number, _)| {
        let count: u32 = number.trim().parse().ok().filter(|count| (1..=MAX_WIDTH).contains(count))?;
        Some((with(count), trimmed(text, arguments.start + number.len() + 1..arguments.end)))
    });
    found.ok_or_else(|| {
        let message = format!("expected a number from 1 to {MAX_WIDTH} and a column, as in {name}(16,id)");
        SpecError { at: function.start..arguments.end + 1, message: message.into() }
    })
}

#[cfg(test)]
mod tests {
    use super::{Transform, parse};

    #[test]
    fn fields_are_columns_and_functions_of_columns() {
        let fields = parse("country, year(at),b=bucket(16, id) ,truncate(3,a.b)").0;
        let found: Vec<_> =
            fields.iter().map(|f| (f.column.as_str(), f.transform, f.name.as_deref())).collect();
        assert_eq!(
            found,
            [
                ("country", Transform::Identity, None),
                ("at", Transform::Year, None),
                ("id", Transform::Bucket(16), Some("b")),
                ("a.b", Transform::Truncate(3), None),
            ]
        );
        assert_eq!(&"country, year(at)"[fields[1].column_at.clone()], "at");
        let texts: Vec<String> = fields.iter().map(ToString::to_string).collect();
        assert_eq!(texts.join(","), "country,year(at),b=bucket(16,id),truncate(3,a.b)");
    }

    #[test]
    fn all_that_is_wrong_is_reported() {
        let wrong = |text| {
            let errors = parse(text).1;
            errors.iter().map(|error| (error.at.clone(), error.message.to_string())).collect::<Vec<_>>()
        };
        assert_eq!(wrong(",a")[0].0, 0..0);
        assert_eq!(wrong("yaer(at),bucket(0,id)").len(), 2);
        assert!(wrong("yaer(at)")[0].1.contains("did you mean"), "{:?}", wrong("yaer(at)"));
        assert_eq!(wrong("year(at")[0].1, "a ) is missing at the end");
        assert_eq!(wrong("bucket(id)")[0].0, 0..10);
        assert_eq!(wrong("=a")[0].0, 0..2);
        assert_eq!(wrong("year()").len(), 1);
    }

    proptest::proptest! {
        #[test]
        fn no_text_panics(text in "[a-z(),= é]{0,20}") {
            let (fields, errors) = parse(&text);
            let fields = fields.into_iter().map(|field| field.column_at);
            let mut spans = fields.chain(errors.into_iter().map(|error| error.at));
            proptest::prop_assert!(spans.all(|at| text.get(at).is_some()));
        }
    }
}
