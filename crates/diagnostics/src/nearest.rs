//! The nearest valid name to one that was mistyped.

/// How far a name may be from the one that was meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// One change in three letters, or any part of the name: for a few names, such as those of options.
    Wide,
    /// One change in four letters, or one of the name's parts between `.` and `_`, or its beginning: for hundreds of names, where
    /// something is always near, and no suggestion is better than one that makes no sense.
    Close,
}

/// The candidate nearest to `typed`, if one is near enough to be what was meant: at most a third of the letters changed
/// (swapped neighbors count once), the same name but for case, or a part of the name.
pub fn nearest<'a>(typed: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest_within(Reach::Wide, typed, candidates)
}

/// The candidate nearest to `typed`, if one is within `reach` of it.
pub fn nearest_within<'a>(
    reach: Reach,
    typed: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    let length = typed.chars().count();
    let changes = reach.changes(length);
    let near = |candidate: &'a str| {
        // Each additional letter is a change, and the comparison of very long texts would be slow.
        if length > candidate.chars().count() + changes {
            return None;
        }
        let lower = candidate.to_lowercase();
        let distance = edit_distance(&typed, &lower);
        let is_slip = distance <= changes && reach.takes_slip(&typed, &lower);
        // A mistyped name is preferred to a part of a name.
        // Parts of names in CamelCase do not count: `Foo` is not `FoodDish`.
        let name = if reach == Reach::Wide { candidate } else { &lower };
        (is_slip || reach.takes_part(&typed, name)).then_some((!is_slip, distance, candidate))
    };
    candidates.into_iter().filter_map(near).min().map(|(_, _, candidate)| candidate)
}

impl Reach {
    /// The changes that a name of n letters may have.
    fn changes(self, letters: usize) -> usize {
        match self {
            Reach::Wide => (letters / 3).max(1),
            Reach::Close => (letters / 4).max(1),
        }
    }

    /// Whether `name`, which has few enough changes, can be meant by `typed`.
    fn takes_slip(self, typed: &str, name: &str) -> bool {
        let letters = typed.chars().count();
        if self == Reach::Wide {
            return true;
        }
        // The first letter of a short name is seldom the wrong one: `cuid` is not `guid`.
        let is_short = letters <= 4 && letters == name.chars().count();
        let has_other_start = is_short && typed.chars().next() != name.chars().next();
        letters > 2 && (!has_other_start || sorted(typed) == sorted(name))
    }

    /// Whether `typed` is a part of the name that is enough to identify it.
    fn takes_part(self, typed: &str, name: &str) -> bool {
        match self {
            Reach::Wide => typed.len() > 2 && name.contains(typed),
            Reach::Close => {
                let letters = typed.chars().count();
                let is_beginning = letters > 3 && name.starts_with(typed);
                letters > 2 && (is_beginning || name.split(['.', '_']).any(|part| part == typed))
            }
        }
    }
}

/// The letters of a name, sorted, to find names that are permutations of each other.
fn sorted(name: &str) -> Vec<char> {
    let mut letters: Vec<char> = name.chars().collect();
    letters.sort_unstable();
    letters
}

/// How many letters must be changed, added, removed or swapped with their neighbor to turn one text into the other.
pub fn edit_distance(one: &str, other: &str) -> usize {
    strsim::damerau_levenshtein(one, other)
}

#[cfg(test)]
mod tests {
    use super::{Reach, nearest, nearest_within};

    #[test]
    fn a_slip_finds_its_name() {
        let names = ["email", "enum", "name", "name.first", "country.code"];
        assert_eq!(nearest("emial", names), Some("email"));
        assert_eq!(nearest("Email", names), Some("email"));
        assert_eq!(nearest("nme", names), Some("name"));
        assert_eq!(nearest("first", names), Some("name.first"));
        assert_eq!(nearest("countrycode", names), Some("country.code"));
        assert_eq!(nearest("zebra", names), None);
    }

    #[test]
    fn a_close_reach_takes_less() {
        let names = ["safari", "browser", "guid", "name.first", "email"];
        let close = |typed| nearest_within(Reach::Close, typed, names);
        assert_eq!((nearest("salary", names), close("salary")), (Some("safari"), None));
        assert_eq!((nearest("row", names), close("row")), (Some("browser"), None));
        assert_eq!((nearest("cuid", names), close("cuid")), (Some("guid"), None));
        assert_eq!(
            (close("emial"), close("first"), close("brow")),
            (Some("email"), Some("name.first"), Some("browser"))
        );
    }
}
