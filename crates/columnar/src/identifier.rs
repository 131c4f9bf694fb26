//! Names of letters and digits, for formats and readers that have no others.

use std::collections::HashSet;

/// The name, of letters and digits of ASCII and `_`, no digit first.
pub(crate) fn identifier(name: &str) -> String {
    let allowed = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let mut found: String = name.chars().map(allowed).collect();
    if found.chars().next().is_none_or(|first| first.is_ascii_digit()) {
        found.insert(0, '_');
    }
    found
}

/// The name, with a number if it is taken.
pub(crate) fn distinct(name: String, taken: &mut HashSet<String>) -> String {
    let others = (2u32..).map(|n| format!("{name}_{n}"));
    let free = std::iter::once(name.clone()).chain(others).find(|name| !taken.contains(name));
    let free = free.unwrap_or(name);
    taken.insert(free.clone());
    free
}

#[cfg(test)]
mod tests {
    use super::{distinct, identifier};
    use std::collections::HashSet;

    #[test]
    fn names_are_plain_and_distinct() {
        assert_eq!(["a.b", "größe", "1st", "", "ok"].map(identifier), ["a_b", "gr__e", "_1st", "_", "ok"]);
        let mut taken = HashSet::new();
        let names = ["a", "a", "a_2", "a"].map(|name| distinct(name.into(), &mut taken));
        assert_eq!(names, ["a", "a_2", "a_2_2", "a_3"]);
    }
}
