//! Texts as they are written in a column spec.

use crate::generators::{ESCAPED, unescaped};

/// The text with a backslash before each character that would mean something in a column spec: in a field of a
/// constraint or in the value of a modifier it then means itself.
///
/// ```
/// assert_eq!(gusher::schema::escape("a,b@c"), r"a\,b\@c");
/// ```
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if ESCAPED.contains(&c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// A constraint with a backslash before each `@` that has none, so that no modifier begins there. All else keeps the
/// meaning that it has in the constraint.
///
/// ```
/// assert_eq!(gusher::schema::escape_modifiers(r"[a-z]@x\@y"), r"[a-z]\@x\@y");
/// ```
pub fn escape_modifiers(constraint: &str) -> String {
    let mut escaped = constraint.to_owned();
    for at in unescaped(constraint, '@').into_iter().rev() {
        escaped.insert(at, '\\');
    }
    escaped
}
