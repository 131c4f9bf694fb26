//! Reads what rows are sorted by: `country,at:desc`.

use std::ops::Range;

use gush_diagnostics::Message;

/// A column that rows are sorted by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SortColumn {
    /// The column's name.
    pub name: String,
    /// Whether the largest value comes first.
    pub descending: bool,
    /// Where the name is in the text, in bytes.
    pub at: Range<usize>,
}

/// A column that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SortColumnError {
    /// The column that can be read all the same, if one can.
    pub column: Option<SortColumn>,
    /// Which bytes of the text are wrong.
    pub at: Range<usize>,
    /// What is wrong, and what would be right.
    pub message: Message,
}

/// Reads the columns of `text`, which commas separate.
pub(crate) fn parse(text: &str) -> Vec<Result<SortColumn, SortColumnError>> {
    let mut start = 0;
    let mut columns: Vec<Result<SortColumn, SortColumnError>> = Vec::new();
    for piece in text.split(',') {
        let column = column(text, start..start + piece.len());
        let is_taken = |other: &Result<SortColumn, SortColumnError>, name: &str| {
            other.as_ref().is_ok_and(|other| other.name == name)
        };
        columns.push(match column {
            Ok(column) if columns.iter().any(|other| is_taken(other, &column.name)) => Err(SortColumnError {
                column: None,
                at: column.at,
                message: "rows are sorted by this column already".into(),
            }),
            other => other,
        });
        start += piece.len() + 1;
    }
    columns
}

fn column(text: &str, at: Range<usize>) -> Result<SortColumn, SortColumnError> {
    let piece = &text[at.clone()];
    let start = at.start + (piece.len() - piece.trim_start().len());
    let all = start..start + piece.trim().len();
    // A name may have colons of its own.
    let (name, direction) = match text[all.clone()].rsplit_once(':') {
        Some((name, direction)) => (name.trim_end(), Some(direction.trim_start())),
        None => (&text[all.clone()], None),
    };
    let at = all.start..all.start + name.len();
    if name.is_empty() {
        return Err(SortColumnError { column: None, at: all, message: "a column is missing here".into() });
    }
    let column = |descending| SortColumn { name: name.to_owned(), descending, at };
    match direction {
        None | Some("asc") => Ok(column(false)),
        Some("desc") => Ok(column(true)),
        Some(other) => {
            let message = Message::unknown("there is no such direction", other, ["asc", "desc"]);
            Err(SortColumnError { column: Some(column(false)), at: all.end - other.len()..all.end, message })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn columns_have_directions() {
        let columns: Vec<_> =
            parse("country, at:desc ,a:b:asc, x : desc").into_iter().map(Result::unwrap).collect();
        let found: Vec<_> = columns.iter().map(|c| (c.name.as_str(), c.descending)).collect();
        assert_eq!(found, [("country", false), ("at", true), ("a:b", false), ("x", true)]);
        assert_eq!(columns[1].at, 9..11);
    }

    #[test]
    fn each_column_is_looked_at() {
        let found = parse("a:dec,,b,b:desc");
        let wrong: Vec<_> = found.iter().filter_map(|c| c.as_ref().err()).collect();
        assert_eq!(wrong.iter().map(|e| e.at.clone()).collect::<Vec<_>>(), [2..5, 6..6, 9..10]);
        assert!(wrong[0].message.to_string().contains("did you mean `desc`"), "{}", wrong[0].message);
        assert_eq!(wrong[0].column.as_ref().unwrap().name, "a");
    }

    proptest::proptest! {
        #[test]
        fn no_text_panics(text in "[a-d:, é]{0,20}") {
            for column in parse(&text) {
                let at = match column {
                    Ok(column) => column.at,
                    Err(error) => error.at,
                };
                proptest::prop_assert!(text.get(at).is_some());
            }
        }
    }
}
