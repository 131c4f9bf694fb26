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

/// The candidate nearest to `word`, if one is near enough to be what was meant: at most a third of the letters changed
/// (swapped neighbours count once), the same word but for case, or a part of the name.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest_within(Reach::Wide, word, candidates)
}

/// The candidate nearest to `word`, if one is within `reach` of it.
pub fn nearest_within<'a>(
    reach: Reach,
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let word = word.to_lowercase();
    let length = word.chars().count();
    let changes = reach.changes(length);
    let near = |candidate: &'a str| {
        // Each letter more is a change, and comparing a very long word would take long.
        if length > candidate.chars().count() + changes {
            return None;
        }
        let lower = candidate.to_lowercase();
        let distance = edit_distance(&word, &lower);
        let is_slip = distance <= changes && reach.takes_slip(&word, &lower);
        // A part of a name comes after any mistyped name.
        // Of names in CamelCase no part is meant: `Foo` is not `FoodDish`.
        let whole = if reach == Reach::Wide { candidate } else { &lower };
        (is_slip || reach.takes_part(&word, whole)).then_some((!is_slip, distance, candidate))
    };
    candidates.into_iter().filter_map(near).min().map(|(_, _, candidate)| candidate)
}

impl Reach {
    /// The changes that a word of this many letters may have.
    fn changes(self, letters: usize) -> usize {
        match self {
            Reach::Wide => (letters / 3).max(1),
            Reach::Close => (letters / 4).max(1),
        }
    }

    /// Whether a word with few enough changes can be meant by `word`.
    fn takes_slip(self, word: &str, name: &str) -> bool {
        let letters = word.chars().count();
        if self == Reach::Wide {
            return true;
        }
        // The first letter of a short word is seldom the wrong one: `cuid` is not `guid`.
        let is_short = letters <= 4 && letters == name.chars().count();
        let has_other_start = is_short && word.chars().next() != name.chars().next();
        letters > 2 && (!has_other_start || sorted(word) == sorted(name))
    }

    /// Whether `word` is a part of the name that can stand for it.
    fn takes_part(self, word: &str, name: &str) -> bool {
        match self {
            Reach::Wide => word.len() > 2 && name.contains(word),
            Reach::Close => {
                let letters = word.chars().count();
                let is_beginning = letters > 3 && name.starts_with(word);
                letters > 2 && (is_beginning || name.split(['.', '_']).any(|part| part == word))
            }
        }
    }
}

/// The letters of a word in their order, to compare words that have the same.
fn sorted(word: &str) -> Vec<char> {
    let mut letters: Vec<char> = word.chars().collect();
    letters.sort_unstable();
    letters
}

/// How many letters must be changed, added, removed or swapped with their neighbour to make one word of the other.
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
        let close = |word| nearest_within(Reach::Close, word, names);
        assert_eq!((nearest("salary", names), close("salary")), (Some("safari"), None));
        assert_eq!((nearest("row", names), close("row")), (Some("browser"), None));
        assert_eq!((nearest("cuid", names), close("cuid")), (Some("guid"), None));
        assert_eq!(
            (close("emial"), close("first"), close("brow")),
            (Some("email"), Some("name.first"), Some("browser"))
        );
    }
}
