//! `pattern`: a code by its picture, such as `###-???`.

use std::sync::Arc;

use crate::generators::codes::code;
use crate::generators::{BuildResult, Constraint, ConstraintError, GeneratorSpec};

/// The generators of this file.
pub(in crate::catalogue) static SPECS: &[GeneratorSpec] = &[GeneratorSpec::new("pattern", "a code of digits and letters by its picture", pattern)
    .required(
        "PICTURE",
        r"# is a digit, % one from 1 to 9, ? a small letter, ^ a capital, * any of them; others and \# \@ … are literal",
        "pattern:###-???",
    )
    .verbatim()];

/// The longest picture, in characters.
const LONGEST: usize = 1000;

const DIGITS: &str = "0123456789";
const SMALL: &str = "abcdefghijklmnopqrstuvwxyz";
const CAPITALS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// `pattern:PICTURE`: each position is drawn on its own.
pub(crate) fn pattern(constraint: Constraint<'_>) -> BuildResult {
    let picture = constraint.text.unwrap_or_default();
    if picture.is_empty() {
        return Err(constraint.error("a picture is needed, such as pattern:###-???"));
    }
    // Characters of four bytes, each after a backslash, are the longest.
    let too_long = || constraint.error("a picture has at most 1,000 characters");
    if picture.len() > 5 * LONGEST {
        return Err(too_long());
    }
    let positions = positions(picture)?;
    if positions.len() > LONGEST {
        return Err(too_long());
    }
    Ok(Arc::new(code(positions)))
}

/// The characters allowed in each position.
fn positions(picture: &str) -> Result<Vec<Vec<String>>, ConstraintError> {
    let mut positions = Vec::new();
    let mut chars = picture.chars();
    while let Some(c) = chars.next() {
        let alphabets: &[&str] = match c {
            '#' => &[DIGITS],
            '%' => &["123456789"],
            '?' => &[SMALL],
            '^' => &[CAPITALS],
            '*' => &[DIGITS, CAPITALS, SMALL],
            '\\' => {
                // The column's grammar escapes a few characters in the same way; each backslash is read once, here.
                let escaped = chars.next().ok_or_else(|| ConstraintError {
                    at: picture.len() - 1..picture.len(),
                    in_spec: false,
                    text: r"a backslash escapes the character after it; a backslash itself is written \\"
                        .into(),
                })?;
                positions.push(vec![escaped.to_string()]);
                continue;
            }
            other => {
                positions.push(vec![other.to_string()]);
                continue;
            }
        };
        positions.push(alphabets.iter().flat_map(|alphabet| alphabet.chars()).map(String::from).collect());
    }
    Ok(positions)
}
