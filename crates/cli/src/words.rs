//! The words of the command line, parsed by clap, but with every unknown option told at once.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error, Parser};
use gush_rows::schema::{Kind, Mistake};

/// What clap made of the words, and the options among them that there are not.
pub struct Parsed<P> {
    pub cli: P,
    pub mistakes: Vec<Mistake>,
}

/// What clap cannot take, and the mistakes that were found before.
pub struct Refused {
    pub error: Error,
    pub mistakes: Vec<Mistake>,
}

/// Parses `argv`. An unknown option is noted and taken for the one that it resembles, or left out, so that the other
/// mistakes of the line come to light too.
///
/// # Errors
/// What clap says of anything but unknown options, and of help and version.
pub fn parse<P: Parser>(mut argv: Vec<OsString>) -> Result<Parsed<P>, Refused> {
    let valued = valued_letters(&P::command());
    let mut mistakes = Vec::new();
    loop {
        let error = match P::try_parse_from(&argv) {
            Ok(cli) => return Ok(Parsed { cli, mistakes }),
            Err(error) => error,
        };
        let unknown =
            text(&error, ContextKind::InvalidArg).filter(|_| error.kind() == ErrorKind::UnknownArgument);
        let Some(at) = unknown.as_deref().and_then(|unknown| position(&argv, unknown, &valued)) else {
            return Err(Refused { error, mistakes });
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

/// The letters of all short options that take a value.
fn valued_letters(command: &Command) -> Vec<char> {
    let commands = std::iter::once(command).chain(command.get_subcommands());
    let options =
        commands.flat_map(Command::get_arguments).filter(|option| option.get_action().takes_values());
    options.filter_map(clap::Arg::get_short).collect()
}

/// Where the word stands that has the unknown option, also as `--option=value` or in a cluster of short ones, which
/// ends at the first of the `valued` letters.
fn position(argv: &[OsString], unknown: &str, valued: &[char]) -> Option<usize> {
    let option = unknown.split('=').next().unwrap_or(unknown);
    let letter = option
        .strip_prefix('-')
        .filter(|letter| !letter.starts_with('-'))
        .and_then(|rest| rest.chars().next());
    let cluster = |word: &str| {
        let letters = word.strip_prefix('-').filter(|letters| !letters.starts_with('-')).unwrap_or_default();
        let end = letters.find(|c| valued.contains(&c)).unwrap_or(letters.len());
        letter.is_some_and(|letter| letters[..end].contains(letter))
    };
    let options = argv.iter().take_while(|word| *word != "--").skip(1).map(|word| word.to_string_lossy());
    options
        .enumerate()
        .find(|(_, word)| word.split('=').next() == Some(option) || cluster(word))
        .map(|(at, _)| at + 1)
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
