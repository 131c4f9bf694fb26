//! The nearest valid name to one that was mistyped.

/// The candidate nearest to `word`, if one is near enough to be what was meant: at most a third of the letters changed
/// (swapped neighbours count once), the same word but for case, or a part of the name.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let length = word.chars().count();
    let reach = (length / 3).max(1);
    let near = |candidate: &'a str| {
        // Each letter more is a change, and comparing a very long word would take long.
        if length > candidate.chars().count() + reach {
            return None;
        }
        let distance = edit_distance(&word, &candidate.to_lowercase());
        let is_part = word.len() > 2 && candidate.contains(&word);
        // A part of a name comes after any mistyped whole.
        (distance <= reach || is_part).then_some((distance > reach, distance, candidate))
    };
    candidates.into_iter().filter_map(near).min().map(|(_, _, candidate)| candidate)
}

/// How many letters must be changed, added, removed or swapped with their neighbour to make one word of the other.
pub fn edit_distance(one: &str, other: &str) -> usize {
    strsim::damerau_levenshtein(one, other)
}

#[cfg(test)]
mod tests {
    use super::nearest;

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
}
