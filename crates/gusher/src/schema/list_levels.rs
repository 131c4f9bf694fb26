//! Lists of lists in one spec: `int:0,9@list=1,3@list=0,2` is what `{ item = { item = "int:0,9", list = [1, 3] }, list = [0, 2] }` is in a
//! schema file.

use std::ops::Range;

use super::ColumnSource;
use super::grammar::EXPR;
use super::source::Nested;

/// The name of a list's items, and their generator in the spec of their lists.
pub(super) const ITEM: &str = "item";

/// Types that may be those of lists, where they follow one, besides arrays.
const OF_LISTS: [&str; 2] = ["type=json", "type=jsonb"];

/// Whether a modifier makes lists.
pub(super) fn is_list(spec: &str, at: &Range<usize>) -> bool {
    spec[at.clone()].split('=').next() == Some("list")
}

/// Whether a column is a list by a modifier.
pub(super) fn has_list(source: &ColumnSource) -> bool {
    source.parts().modifiers.iter().any(|at| is_list(&source.spec, at))
}

/// A column with several `@list` as lists of what the ones before the last one make, and others as they are.
pub(super) fn unfolded(source: ColumnSource) -> ColumnSource {
    if source.nested.is_some() {
        return source;
    }
    let parts = source.parts();
    let spec = &source.spec;
    let lists =
        parts.modifiers.iter().enumerate().filter(|(_, at)| is_list(spec, at)).map(|(index, _)| index);
    let lists: Vec<usize> = lists.collect();
    let ([_, .., last], Some(name)) = (&lists[..], source.given_name()) else { return source };
    if spec[parts.generator.clone()] == *EXPR {
        return source;
    }
    let is_own = |index: usize, at: &Range<usize>| {
        let text = &spec[at.clone()];
        let is_array = text.starts_with("type=") && text.ends_with("[]");
        let is_null = text == "null" || text.starts_with("null=");
        let is_of_list = is_array || is_null || OF_LISTS.contains(&text);
        index == *last || text == "hidden" || (index > *last && is_of_list)
    };
    let modifiers = parts.modifiers.iter().enumerate();
    let (own, inner): (Vec<_>, Vec<_>) = modifiers.partition(|(index, at)| is_own(*index, at));
    let head = parts.generator.start..parts.constraint.as_ref().unwrap_or(&parts.generator).end;
    let part = |name: String, instead: Option<&str>, modifiers: &[(usize, &Range<usize>)]| {
        let modifiers = modifiers.iter().map(|(_, at)| (at.start - 1..at.end, None));
        let parts: Vec<_> = std::iter::once((head.clone(), instead)).chain(modifiers).collect();
        source.part(Some(name), &parts)
    };
    let item = part(ITEM.into(), None, &inner);
    part(name, Some(ITEM), &own).of(Nested::List(Box::new(item)))
}
