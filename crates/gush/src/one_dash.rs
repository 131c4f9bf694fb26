//! Names of several letters after one dash, such as `-name` and `-limit`, which the parser would take for letters.

use std::ffi::OsString;

use gush_diagnostics::{Code, Diagnostic, Message};
use gusher::catalogue;

use crate::colour::COLOR;
use crate::flags::{Flag, Spec};

/// A name has so many letters at least; fewer are options of a letter with their values.
const MIN_LETTERS: usize = 3;

/// Finds such names among the `words` behind the name of the command, and puts what was meant in their stead.
pub fn mend(spec: &Spec, words: &mut [OsString]) -> Vec<Diagnostic> {
    let mut mistakes = Vec::new();
    let mut is_value = false;
    for word in words {
        if word == "--" {
            break;
        }
        let was_value = std::mem::take(&mut is_value);
        let Some(text) = word.to_str().filter(|_| !was_value) else { continue };
        if let Some((mistake, meant)) = slip(spec, text) {
            mistakes.push(mistake);
            *word = meant.into();
        }
        is_value = word.to_str().is_some_and(|word| takes_next(spec, word));
    }
    mistakes
}

/// What is wrong with a word that has a name after one dash, and the word that was meant.
fn slip(spec: &Spec, word: &str) -> Option<(Diagnostic, String)> {
    let letters = word.strip_prefix('-').filter(|letters| !letters.starts_with('-'))?;
    let name = letters.split(['=', ':', '@']).next().unwrap_or_default();
    if name.chars().count() < MIN_LETTERS {
        return None;
    }
    let (text, meant) = if flags(spec).any(|flag| flag.name == name) {
        ("the name of an option follows two dashes", format!("-{word}"))
    } else if spec.name == "rows" && catalogue::find(name).is_some() {
        ("a column has no dash before it", letters.to_owned())
    } else {
        return None;
    };
    let first = letters.chars().next()?;
    let rest = &letters[first.len_utf8()..];
    let has_value = flags(spec).any(|flag| flag.letter == Some(first) && flag.value.is_some());
    let text = if has_value { format!("this would be `-{first} {rest}`; {text}") } else { text.to_owned() };
    let message = Message::from(text).suggest(Some(&meant));
    Some((Diagnostic::for_argument(Code::Option, word, message), meant))
}

/// Whether the next word is the value of the option in this one.
fn takes_next(spec: &Spec, word: &str) -> bool {
    let takes = |flag: &&Flag| flag.value.is_some_and(|value| value.if_missing.is_none());
    if let Some(name) = word.strip_prefix("--") {
        return flags(spec).filter(takes).any(|flag| flag.name == name);
    }
    let Some(letters) = word.strip_prefix('-') else { return false };
    // The first letter with a value ends the cluster: what follows is the value.
    let valued = |letter: char| flags(spec).filter(takes).any(|flag| flag.letter == Some(letter));
    letters.find(valued).is_some_and(|at| letters[at..].chars().count() == 1)
}

/// All flags of a command and of those below it.
fn flags<'s>(spec: &'s Spec) -> Box<dyn Iterator<Item = &'static Flag> + 's> {
    let own = spec.flags.iter().copied().chain([&COLOR]);
    Box::new(own.chain(spec.commands.iter().flat_map(|spec| flags(spec))))
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::mend;
    use crate::rows::SPEC;

    /// The words as they were meant, and how many were mended.
    fn mended(words: &str) -> (String, usize) {
        let mut words: Vec<OsString> = words.split(' ').map(OsString::from).collect();
        let mistakes = mend(&SPEC, &mut words);
        let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
        (words.join(" "), mistakes.len())
    }

    #[test]
    fn names_after_one_dash_are_columns_or_options() {
        for (words, meant) in [
            ("-name", "name"),
            ("-l 5 -email -int:1,9@null=0.1", "-l 5 email int:1,9@null=0.1"),
            ("-limit 5 -locale=de_DE", "--limit 5 --locale=de_DE"),
            ("-S -seq", "-S seq"),
        ] {
            let (words, count) = mended(words);
            assert!(words == meant && count > 0, "{words}");
        }
    }

    #[test]
    fn letters_with_values_and_values_stay() {
        for words in [
            "-l5 -Hs, -tcars -fcsv x",
            "-s -name x",
            "-Hs -name",
            "--separator -int",
            "x -- -name",
            "-e{{Name}}",
        ] {
            assert_eq!(mended(words), (words.to_owned(), 0));
        }
    }
}
