//! The words of the command line, parsed by clap, but with every mistake in the options told at once.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgMatches, Command, Error};
use gush_diagnostics::{Code, Diagnostic, Message, Reach, Topic, nearest, nearest_within};
use gusher::catalogue;

/// What clap made of the words, and what is wrong with the options among them.
pub struct Parsed {
    pub matches: ArgMatches,
    pub mistakes: Vec<Diagnostic>,
}

/// What cannot be taken: the mistakes that were found, and what clap says where that is not among them.
pub struct Refused {
    pub error: Option<Error>,
    pub mistakes: Vec<Diagnostic>,
}

/// Parses `argv`. An option that there is not, or whose value is missing or too much, is noted, and mended or left out,
/// so that the other mistakes of the line come to light too.
///
/// # Errors
/// What clap says of anything else, and of help and version.
pub fn parse(command: &Command, mut argv: Vec<OsString>) -> Result<Parsed, Refused> {
    let mut mistakes = Vec::new();
    loop {
        let error = match command.clone().try_get_matches_from(&argv) {
            Ok(matches) => return Ok(Parsed { matches, mistakes }),
            Err(error) => error,
        };
        let noted = text(&error, ContextKind::InvalidArg).and_then(|arg| match error.kind() {
            ErrorKind::UnknownArgument => {
                let valued = valued_letters(command, &argv);
                unknown(&mut argv, command, &error, &arg, &valued)
            }
            ErrorKind::InvalidValue => missing(&mut argv, &arg, command),
            ErrorKind::TooManyValues => too_much(&mut argv, &arg),
            _ => None,
        });
        if let Some(mistake) = noted {
            mistakes.push(mistake);
            continue;
        }
        let last = match error.kind() {
            ErrorKind::InvalidUtf8 => no_text(command, &argv),
            ErrorKind::InvalidSubcommand => no_command(&error, command, &argv),
            ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
                vec![command_missing(command)]
            }
            _ => Vec::new(),
        };
        let error = Some(error).filter(|_| last.is_empty());
        mistakes.extend(last);
        return Err(Refused { error, mistakes });
    }
}

/// Options of `gush rows` that people know from other programs, and ours for the same.
const HABITS: [(&str, &str); 14] = [
    ("-n", "--limit"),
    ("--count", "--limit"),
    ("--num", "--limit"),
    ("--number", "--limit"),
    ("--lines", "--limit"),
    ("--type", "--format"),
    ("--lang", "--locale"),
    ("--language", "--locale"),
    ("-d", "--separator"),
    ("--delimiter", "--separator"),
    ("--gzip", "--compress=gz"),
    ("--zstd", "--compress=zst"),
    ("--list", "--generators"),
    ("--stdout", "--output=-"),
];

/// Options of other programs that another command has here, and how.
const ELSEWHERE: [(&str, &str); 3] = [
    ("--rate", "`gush rows -S name | gush meter -l -L 100` makes 100 rows a second"),
    ("--no-header", "no header is written, unless --header or the format asks for one"),
    ("--into", "a database reads rows from a pipe, as in `gush rows -f sql name | sqlite3 data.db`"),
];

/// The commands by names that people try.
const SYNONYMS: [(&str, &str); 6] = [
    ("pv", "meter"),
    ("fakedata", "rows"),
    ("generate", "rows"),
    ("measure", "bench"),
    ("completion", "rows --completion SHELL"),
    ("completions", "rows --completion SHELL"),
];

/// An option that there is not: it is taken for the one that it resembles, or left out.
fn unknown(
    argv: &mut Vec<OsString>,
    command: &Command,
    error: &Error,
    arg: &str,
    valued: &[char],
) -> Option<Diagnostic> {
    let at = position(argv, arg, valued)?;
    if at == 1 && is_of_rows(command, arg) {
        let word = argv[1].to_string_lossy().into_owned();
        argv.insert(1, "rows".into());
        let words: Vec<_> = argv.iter().skip(1).map(|word| word.to_string_lossy()).collect();
        let message =
            Message::from("a command is missing").suggest(Some(format!("gush {}", words.join(" "))));
        return Some(Diagnostic::for_argument(Code::Option, word, message));
    }
    if !arg.starts_with('-') {
        let word = argv.remove(at).to_string_lossy().into_owned();
        let command: Vec<_> =
            std::iter::once("gush".into()).chain(argv.get(1).map(|name| name.to_string_lossy())).collect();
        let text = format!("one argument too many: `{}` takes only one", command.join(" "));
        return Some(Diagnostic::for_argument(Code::Option, word, text));
    }
    let is_rows = argv.get(1).is_some_and(|command| command == "rows");
    let name = arg.split('=').next();
    if let Some((_, how)) = ELSEWHERE.iter().find(|(other, _)| is_rows && name == Some(other)) {
        let word = argv.remove(at).to_string_lossy().into_owned();
        let is_value = !word.contains('=')
            && argv.get(at).is_some_and(|next| !next.as_encoded_bytes().starts_with(b"-"));
        if is_value {
            argv.remove(at);
        }
        return Some(Diagnostic::for_argument(Code::Option, word, format!("there is no such option; {how}")));
    }
    if let Some((word, near)) = argv[at].to_str().filter(|_| is_rows).and_then(|word| misspelt(word, arg)) {
        let message = Message::from("there is no such option").suggest(near).see(Topic::Options);
        let mistake = Diagnostic::for_argument(Code::Option, word, message);
        match near {
            Some(near) => argv[at] = near.into(),
            None => drop(argv.remove(at)),
        }
        return Some(mistake);
    }
    let habit = HABITS.iter().find(|(other, _)| is_rows && name == Some(other));
    if argv.get(1).is_some_and(|command| command == "check") && name == Some("--schema") {
        let word = argv.remove(at).to_string_lossy().into_owned();
        let path = word.split_once('=').map(|(_, path)| path.to_owned());
        let path = path.or_else(|| argv.get(at).map(|path| path.to_string_lossy().into_owned()));
        let message = Message::from("the schema file is named without an option");
        let message = message.suggest(path.map(|path| format!("gush check {path}")));
        return Some(Diagnostic::for_argument(Code::Option, word, message));
    }
    let format = gush_generate::formats()
        .map(|format| format.spec().name)
        .find(|format| is_rows && name.and_then(|name| name.strip_prefix("--")) == Some(*format));
    let format = format.map(|format| format!("--format={format}"));
    let suggestion = habit
        .map(|(_, ours)| (*ours).to_owned())
        .or(format)
        .or_else(|| text(error, ContextKind::SuggestedArg));
    let mistake = mistake(&argv[at], arg, suggestion.as_deref());
    match suggestion {
        Some(known) => argv[at] = replaced(&argv[at], &known),
        None => drop(argv.remove(at)),
    }
    Some(mistake)
}

/// A word of several letters after one dash, of which the first is no option, and the column that it may be meant for.
fn misspelt<'w>(word: &'w str, unknown: &str) -> Option<(&'w str, Option<&'static str>)> {
    let letters = word
        .strip_prefix('-')
        .filter(|letters| letters.len() > 2 && !letters.starts_with('-') && word.starts_with(unknown))?;
    let is_name = letters.chars().all(|c| c.is_alphabetic() || matches!(c, '.' | '_' | '-'));
    is_name.then(|| (word, nearest_within(Reach::Close, letters, catalogue::names())))
}

/// Whether `gush rows` has this option.
fn is_of_rows(command: &Command, option: &str) -> bool {
    let name = option.split('=').next().unwrap_or(option);
    let is_it = |known: &Arg| match name.strip_prefix("--") {
        Some(long) => known.get_long() == Some(long),
        None => known
            .get_short()
            .is_some_and(|letter| name.strip_prefix('-').is_some_and(|rest| rest.starts_with(letter))),
    };
    command.find_subcommand("rows").is_some_and(|rows| rows.get_arguments().any(is_it))
}

/// The words that must be UTF-8 and are not; a path need not be.
fn no_text(command: &Command, argv: &[OsString]) -> Vec<Diagnostic> {
    let lossy = |word: &OsString| OsString::from(word.to_string_lossy().into_owned());
    let is_wrong = |at: usize| {
        let alone = argv.iter().enumerate().map(|(i, word)| if i == at { word.clone() } else { lossy(word) });
        command.clone().try_get_matches_from(alone).is_err_and(|error| error.kind() == ErrorKind::InvalidUtf8)
    };
    let wrong = (1..argv.len()).filter(|&at| argv[at].to_str().is_none() && is_wrong(at));
    let notice = |at: usize| {
        let word = argv[at].to_string_lossy().into_owned();
        let place = 0..word.len();
        Diagnostic::new(Code::Option, word, place, "this is not UTF-8")
    };
    wrong.map(notice).collect()
}

/// A command that there is not, also one of another.
fn no_command(error: &Error, command: &Command, argv: &[OsString]) -> Vec<Diagnostic> {
    let Some(word) = text(error, ContextKind::InvalidSubcommand) else { return Vec::new() };
    let above = argv.get(1).and_then(|first| command.find_subcommand(first));
    let above = above.filter(|above| above.has_subcommands());
    let (command, path) = match above {
        Some(above) => (above, format!("gush {}", above.get_name())),
        None => (command, "gush".to_owned()),
    };
    if above.is_none() && catalogue::find(&word).is_some() {
        let words: Vec<_> = argv.iter().skip(1).map(|word| word.to_string_lossy()).collect();
        let message = Message::from("this is a generator, and no command");
        let message = message.suggest(Some(format!("gush rows {}", words.join(" "))));
        return vec![Diagnostic::for_argument(Code::Option, word, message)];
    }
    let synonym = SYNONYMS.iter().find(|(known, _)| above.is_none() && word == *known);
    let near = synonym
        .map(|(_, ours)| *ours)
        .or_else(|| nearest(&word, command.get_subcommands().map(Command::get_name)));
    let message =
        Message::from("there is no such command").suggest(near.map(|near| format!("{path} {near}")));
    let rungs = if path == "gush bench" { "; `--only` chooses rungs" } else { "" };
    vec![Diagnostic::for_argument(Code::Option, word, message.otherwise(commands(command) + rungs))]
}

fn command_missing(command: &Command) -> Diagnostic {
    Diagnostic::new(Code::Option, "gush", 4..4, format!("a command is missing; {}", commands(command)))
}

fn commands(command: &Command) -> String {
    let names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
    format!("there are {}", names.join(", "))
}

/// An option without its value, which clap calls `--limit <N>`: it is left out.
fn missing(argv: &mut Vec<OsString>, arg: &str, command: &Command) -> Option<Diagnostic> {
    let (option, form) = arg.split_once(' ')?;
    let valued = valued_letters(command, argv);
    let is_meant = |known: &&Arg| known.get_long() == option.strip_prefix("--");
    let letter = arguments(command).find(is_meant).and_then(Arg::get_short);
    // What follows is no value: nothing, an empty word, or another option.
    let empty = |at: usize| argv.get(at + 1).is_some_and(|next| next.is_empty());
    let alone = |at: usize| {
        let next = argv.get(at + 1);
        next.is_none_or(|next| next.is_empty() || next.to_string_lossy().starts_with('-') && next.len() > 1)
    };
    let is_it = |at: usize| {
        let word = argv[at].to_string_lossy();
        let long = word == option && alone(at) || word.strip_prefix(option) == Some("=");
        let letters = word.strip_prefix('-').filter(|letters| !letters.starts_with('-')).unwrap_or_default();
        let first = letters.find(|c| valued.contains(&c)).map(|at| &letters[at..]);
        let short = first.is_some_and(|rest| {
            let rest = rest.strip_prefix(|c| Some(c) == letter);
            rest == Some("=") || rest == Some("") && alone(at)
        });
        long || short
    };
    let end = argv.iter().position(|word| word == "--").unwrap_or(argv.len());
    let at = (1..end).find(|&at| is_it(at))?;
    let takes_empty = empty(at) && !argv[at].to_string_lossy().ends_with('=');
    let word = argv.remove(at).to_string_lossy().into_owned();
    if takes_empty {
        argv.remove(at);
    }
    let place = word.len()..word.len();
    Some(Diagnostic::new(
        Code::Option,
        word,
        place,
        format!("a value is missing; the form is {option} {form}"),
    ))
}

/// An option with a value that takes none: it is taken without.
fn too_much(argv: &mut [OsString], arg: &str) -> Option<Diagnostic> {
    let is_it =
        |word: &OsString| word.to_string_lossy().strip_prefix(arg).is_some_and(|rest| rest.starts_with('='));
    let word = argv.iter_mut().skip(1).find(|word| is_it(word))?;
    let shown = std::mem::replace(word, arg.into()).to_string_lossy().into_owned();
    let place = arg.len()..shown.len();
    Some(Diagnostic::new(Code::Option, shown, place, format!("{arg} takes no value")))
}

fn text(error: &Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        _ => None,
    }
}

/// The arguments of a command and of all those below it.
fn arguments(command: &Command) -> impl Iterator<Item = &Arg> {
    let mut commands = vec![command];
    let mut at = 0;
    while let Some(command) = commands.get(at) {
        commands.extend(command.get_subcommands());
        at += 1;
    }
    commands.into_iter().flat_map(Command::get_arguments)
}

/// The letters of all short options that take a value, of the command that is meant.
fn valued_letters(command: &Command, argv: &[OsString]) -> Vec<char> {
    let meant = argv.get(1).and_then(|name| command.find_subcommand(name));
    let options = arguments(meant.unwrap_or(command)).filter(|option| option.get_action().takes_values());
    options.filter_map(Arg::get_short).collect()
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

fn mistake(word: &OsString, unknown: &str, suggestion: Option<&str>) -> Diagnostic {
    let word = word.to_string_lossy().into_owned();
    let option = unknown.split('=').next().unwrap_or(unknown);
    let letters = option.trim_start_matches('-');
    // In a cluster of short options only the letter is meant.
    let at = if option.starts_with("--") {
        0..option.len()
    } else {
        word.find(letters).map_or(0..word.len(), |at| at..at + letters.len())
    };
    let message = Message::from("there is no such option").suggest(suggestion).see(Topic::Options);
    Diagnostic::new(Code::Option, word, at, message)
}

/// The word with the known option in place of the unknown one, and its value kept.
fn replaced(word: &OsString, known: &str) -> OsString {
    let word = word.to_string_lossy();
    let attached = word.strip_prefix('-').filter(|letters| !letters.starts_with('-'));
    match (word.split_once('='), attached.and_then(|letters| letters.get(1..))) {
        (Some((_, value)), _) => format!("{known}={value}").into(),
        (None, Some(value)) if !value.is_empty() => format!("{known}={value}").into(),
        (None, _) => known.into(),
    }
}
