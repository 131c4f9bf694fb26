//! Generators that behave differently in the Go program `fakedata`. They have a second name, which only `gush` by the
//! name of `fakedata` uses.

/// The generators that have a second name, with that name.
const NAMES: [(&str, &str); 2] = [("color", "fakedata.color"), ("file", "fakedata.file")];

/// The name that gives this generator with the behaviour it has in the Go program `fakedata`.
pub fn fakedata_name(generator: &str) -> &str {
    NAMES.iter().find(|(name, _)| *name == generator).map_or(generator, |(_, own)| own)
}

/// Whether a generator was asked for by its second name.
pub(super) fn is_fakedata(name: &str) -> bool {
    NAMES.iter().any(|(_, own)| *own == name)
}

#[cfg(test)]
mod tests {
    use super::NAMES;
    use crate::generators::find;

    #[test]
    fn second_names_give_the_same_generator() {
        for (name, own) in NAMES {
            assert_eq!(find(own).map(|entry| entry.name), Some(name));
        }
    }
}
