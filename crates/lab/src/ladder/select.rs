//! Which rungs are meant: names, steps, languages and kinds, with `*` for anything.

use gush_diagnostics::{Code, Diagnostic, Message, Topic};

use super::rung::Rung;

/// The rungs that a pattern of `only` means (all, where there is none) and none of `skip`, in their order. A pattern is
/// a rung's name, its step, its language or its kind (`program`, `gush`, `peer`, `own`, `limit`), where `*` matches
/// any letters; capitals do not matter.
///
/// # Errors
/// The patterns that mean no rung at all, with the nearest name.
pub fn select(rungs: &[Rung], only: &[String], skip: &[String]) -> Result<Vec<Rung>, Vec<Diagnostic>> {
    let is_vain = |pattern: &&String| !rungs.iter().any(|rung| means(pattern, rung));
    let vain = only.iter().chain(skip).filter(is_vain);
    let errors: Vec<Diagnostic> = vain.map(|pattern| unknown(pattern, rungs)).collect();
    if !errors.is_empty() {
        return Err(errors);
    }
    let is_meant = |patterns: &[String], rung: &Rung| patterns.iter().any(|pattern| means(pattern, rung));
    let wanted = |rung: &&Rung| (only.is_empty() || is_meant(only, rung)) && !is_meant(skip, rung);
    Ok(rungs.iter().filter(wanted).cloned().collect())
}

/// Whether a pattern means a rung.
fn means(pattern: &str, rung: &Rung) -> bool {
    let pattern = pattern.to_lowercase();
    names(rung).any(|name| is_like(pattern.as_bytes(), name.to_lowercase().as_bytes()))
}

/// All that a rung may be called.
fn names(rung: &Rung) -> impl Iterator<Item = &str> {
    let info = &rung.info;
    [info.name.as_str(), info.language.as_str(), info.kind.name()].into_iter().chain(info.step.as_deref())
}

/// Whether `text` matches `pattern`, in which `*` matches anything. On a mismatch the last `*` takes one letter
/// more, which is enough: what an earlier one took need never be changed.
fn is_like(pattern: &[u8], text: &[u8]) -> bool {
    let (mut at, mut here) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while here < text.len() {
        if pattern.get(at) == Some(&b'*') {
            star = Some((at, here));
            at += 1;
        } else if pattern.get(at) == Some(&text[here]) {
            (at, here) = (at + 1, here + 1);
        } else if let Some((index, taken)) = star {
            star = Some((index, taken + 1));
            (at, here) = (index + 1, taken + 1);
        } else {
            return false;
        }
    }
    pattern[at..].iter().all(|&letter| letter == b'*')
}

fn unknown(pattern: &str, rungs: &[Rung]) -> Diagnostic {
    if pattern.is_empty() {
        let message = Message::from("the name of a rung is missing").see(Topic::Rungs);
        return Diagnostic::for_argument(Code::Option, pattern, message);
    }
    let names = rungs.iter().flat_map(names);
    let message = Message::unknown_of(Topic::Rungs, "no rung is called this", pattern, names);
    Diagnostic::for_argument(Code::Option, pattern, message)
}

#[cfg(test)]
mod tests {
    use gush_diagnostics::Topic;
    use proptest::prelude::*;

    use super::{is_like, select};
    use crate::ladder::rungs;

    fn chosen(only: &[&str], skip: &[&str]) -> Vec<String> {
        let patterns = |of: &[&str]| of.iter().map(|&pattern| pattern.to_owned()).collect::<Vec<_>>();
        let rungs = select(&rungs(), &patterns(only), &patterns(skip)).unwrap();
        rungs.iter().map(|rung| rung.name().to_owned()).collect()
    }

    #[test]
    fn names_steps_languages_kinds_and_stars_choose() {
        assert_eq!(chosen(&["yes"], &[]), ["yes"]);
        assert_eq!(chosen(&["5"], &[]), ["c-printf", "c-printf-o3", "c-printf-checked"]);
        assert_eq!(chosen(&["l1"], &[]), ["limit-memset", "limit-memcpy"]);
        assert_eq!(chosen(&["nim"], &["*echo", "13"]), ["nim-writechars"]);
        assert_eq!(chosen(&["Limit"], &["*-mem*", "limit-syscall"]), ["limit-drain"]);
        assert_eq!(chosen(&["python", "9"], &[]), ["python-print", "go-slice", "go-slice-64k"]);
        assert_eq!(chosen(&[], &[]).len(), rungs().len());
    }

    #[test]
    fn every_pattern_that_means_nothing_is_reported_with_the_nearest_name() {
        let one = |pattern: &str| vec![pattern.to_owned()];
        let errors = select(&rungs(), &one("c-prinft"), &one("turbo-encabulator")).unwrap_err();
        let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
        assert_eq!(texts.len(), 2);
        assert!(texts[0].contains("did you mean `c-printf`?"), "{}", texts[0]);
        assert!(texts[1].ends_with("no rung is called this"), "{}", texts[1]);
        assert_eq!(errors[1].topic, Some(Topic::Rungs));
    }

    /// What a pattern means, as a plain recursion.
    fn naive(pattern: &[u8], text: &[u8]) -> bool {
        match pattern.split_first() {
            None => text.is_empty(),
            Some((b'*', rest)) => (0..=text.len()).any(|taken| naive(rest, &text[taken..])),
            Some((letter, rest)) => text.first() == Some(letter) && naive(rest, &text[1..]),
        }
    }

    proptest! {
        #[test]
        fn patterns_are_as_a_plain_recursion_has_them(pattern in "[ab*]{0,7}", text in "[ab]{0,9}") {
            prop_assert_eq!(is_like(pattern.as_bytes(), text.as_bytes()), naive(pattern.as_bytes(), text.as_bytes()));
        }
    }
}
