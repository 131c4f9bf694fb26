//! The words of the command line, parsed by clap, but with every unknown option told at once.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Error, Parser};
use gush_rows::schema::{Kind, Mistake};

/// What clap made of the words, and the options among them that there are not.
pub struct Parsed<P> {
    pub cli: P,
    pub mistakes: Vec<Mistake>,
}

/// Parses `argv`. An unknown option is noted and taken for the one that it resembles, or left out, so that the other
/// mistakes of the line come to light too.
///
/// # Errors
/// What clap says of anything but unknown options, and of help and version.
pub fn parse<P: Parser>(mut argv: Vec<OsString>) -> Result<Parsed<P>, Error> {
    let mut mistakes = Vec::new();
    loop {
        let error = match P::try_parse_from(&argv) {
            Ok(cli) => return Ok(Parsed { cli, mistakes }),
            Err(error) => error,
        };
        let unknown =
            text(&error, ContextKind::InvalidArg).filter(|_| error.kind() == ErrorKind::UnknownArgument);
        let Some(at) = unknown.as_deref().and_then(|unknown| position(&argv, unknown)) else {
            return Err(error);
        };
        let suggestion = text(&error, ContextKind::SuggestedArg);
        mistakes.push(mistake(&argv[at], &unknown.unwrap_or_default(), suggestion.as_deref()));
        match suggestion {
            Some(known) => argv[at] = replaced(&argv[at], &known),
            None => drop(argv.remove(at)),
        }
    }
}

fn text(error: &Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        _ => None,
    }
}

/// Where the word stands that has the unknown option, also as `--option=value` or in a cluster of short ones.
fn position(argv: &[OsString], unknown: &str) -> Option<usize> {
    let option = unknown.split('=').next().unwrap_or(unknown);
    let letter = option.strip_prefix('-').filter(|letter| !letter.starts_with('-'));
    let options = argv.iter().take_while(|word| *word != "--");
    options
        .skip(1)
        .map(|word| word.to_string_lossy())
        .position(|word| match letter {
            Some(letter) => word.starts_with('-') && !word.starts_with("--") && word.contains(letter),
            None => word.split('=').next() == Some(option),
        })
        .map(|at| at + 1)
}

fn mistake(word: &OsString, unknown: &str, suggestion: Option<&str>) -> Mistake {
    let word = word.to_string_lossy().into_owned();
    let option = unknown.split('=').next().unwrap_or(unknown);
    let letters = option.trim_start_matches('-');
    // In a cluster of short options only the letter is meant.
    let at = if option.starts_with("--") {
        0..option.len()
    } else {
        word.find(letters).map_or(0..word.len(), |at| at..at + letters.len())
    };
    let advice =
        suggestion.map_or("`--help` lists them".to_owned(), |near| format!("did you mean `{near}`?"));
    Mistake::new(Kind::Option, word, at, format!("there is no such option; {advice}"))
}

/// The word with the known option in place of the unknown one, and its value kept.
fn replaced(word: &OsString, known: &str) -> OsString {
    match word.to_string_lossy().split_once('=') {
        Some((_, value)) => format!("{known}={value}").into(),
        None => known.into(),
    }
}
