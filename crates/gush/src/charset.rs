//! Which characters a terminal is sure to show.

use std::env;

/// Whether the locale has more than ASCII for a terminal: it names UTF-8. Without a locale it is POSIX's, which has ASCII alone.
pub fn is_utf8() -> bool {
    is_utf8_by(|name| env::var(name).ok())
}

/// The same, by these variables: of those that decide, the first one that is set.
fn is_utf8_by(variable: impl Fn(&str) -> Option<String>) -> bool {
    let set = |name| variable(name).filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set).unwrap_or_default();
    let locale = locale.to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

#[cfg(test)]
mod tests {
    use super::is_utf8_by;

    #[test]
    fn the_first_variable_that_is_set_decides() {
        let by = |variables: &[(&str, &str)]| {
            is_utf8_by(|name| {
                variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
            })
        };
        assert!(by(&[("LANG", "de_DE.UTF-8")]) && by(&[("LC_ALL", "C.utf8")]));
        assert!(by(&[("LC_ALL", ""), ("LANG", "en_US.UTF-8")]));
        assert!(
            !by(&[]) && !by(&[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")]) && !by(&[("LANG", "de_DE@euro")])
        );
    }
}
