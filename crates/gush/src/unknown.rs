//! What was probably meant by unknown options and commands: typing errors, and habits from other programs.

use std::ffi::OsString;

use gush_diagnostics::{Code, Diagnostic, Message, Reach, Topic, nearest, nearest_within};
use gusher::catalogue;

use crate::command_line::names;
use crate::flags::{Flag, HELP, Reader, Spec, Unknown, VERSION};
use crate::rows;
use crate::shell::quoted;

/// Options that people know from other programs, or from earlier versions, each of a command, and ours for the same.
const HABITS: [(&str, &str, &str); 18] = [
    ("check", "--rows", "--limit"),
    ("check", "--count", "--limit"),
    ("check", "-n", "--limit"),
    ("rows", "-n", "--limit"),
    ("rows", "--count", "--limit"),
    ("rows", "--num", "--limit"),
    ("rows", "--number", "--limit"),
    ("rows", "--lines", "--limit"),
    ("rows", "--type", "--format"),
    ("rows", "--lang", "--locale"),
    ("rows", "--language", "--locale"),
    ("rows", "-d", "--separator"),
    ("rows", "--delimiter", "--separator"),
    ("rows", "--gzip", "--compress=gz"),
    ("rows", "--zstd", "--compress=zst"),
    ("rows", "--list", "--generators"),
    ("rows", "--stdout", "--output=-"),
    ("bench", "--patience", "--stall-timeout"),
];

/// An option, whether it has a value, and how the same is done here.
type Elsewhere = (&'static str, bool, &'static str);

/// Options of other programs that another command has here.
const ELSEWHERE: [Elsewhere; 2] = [
    ("--rate", true, "`gush rows -S name | gush meter -l -L 100` makes 100 rows a second"),
    ("--no-header", false, "no header is written, unless --header or the format asks for one"),
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

/// The fewest letters of a name after one dash; fewer are options of a letter with their values.
const MIN_LETTERS: usize = 3;
/// Names are as similar as this at least, from 0 to 1.
const MIN_SIMILARITY: f64 = 0.7;

/// The diagnostic for an unknown option. The suggested option is read next, or else the option is skipped, so
/// that all other errors are found too.
pub fn report(spec: &Spec, unknown: &Unknown, reader: &mut Reader<()>) -> Diagnostic {
    let rest = reader.skip_rest();
    let argument = unknown.argument.to_string_lossy().into_owned();
    let name = option(unknown);
    let is_rows = spec.name == "rows";
    let message = Message::from("there is no such option").see(Topic::Options);
    if let Some((_, takes_value, how)) = ELSEWHERE.iter().find(|(other, ..)| is_rows && name == *other) {
        let is_value = |next: &OsString| !next.as_encoded_bytes().starts_with(b"-");
        if *takes_value && !unknown.has_value() && reader.front().is_some_and(is_value) {
            reader.skip_next();
        }
        return Diagnostic::for_argument(Code::Option, argument, format!("{}; {how}", message.text));
    }
    if is_rows && let Some(near) = misspelt(&argument, unknown) {
        near.into_iter().for_each(|near| reader.insert(near));
        return Diagnostic::for_argument(Code::Option, argument, message.suggest(near));
    }
    if spec.name == "check" && name == "--schema" {
        let path = argument.split_once('=').map(|(_, path)| path.to_owned());
        if let Some(path) = &path {
            reader.insert(path);
        }
        let path = path.or_else(|| reader.front().map(|path| path.to_string_lossy().into_owned()));
        let message = Message::from("the schema file is named without an option");
        let message = message.suggest(path.map(|path| format!("gush check {}", quoted(&path))));
        return Diagnostic::for_argument(Code::Option, argument, message);
    }
    let meant = meant(spec, &name, unknown.name());
    if let Some(meant) = &meant {
        let rest = rest.map(|rest| rest.to_string_lossy().into_owned());
        let value = match unknown.name() {
            Some(_) => argument.split_once('=').map(|(_, value)| value),
            None => rest.as_deref().map(|rest| rest.strip_prefix('=').unwrap_or(rest)),
        };
        reader.insert(value.map_or_else(|| meant.clone(), |value| format!("{meant}={value}")));
    }
    unknown.typed.diagnostic(message.suggest(meant))
}

/// The option that is meant by another: by habit, by the name of a format, or by a similar name.
fn meant(spec: &Spec, option: &str, name: Option<&str>) -> Option<String> {
    let habit = HABITS.iter().find(|(command, other, _)| *command == spec.name && *other == option);
    if let Some((_, _, ours)) = habit {
        return Some((*ours).to_owned());
    }
    let format = gush_generate::formats().find(|format| spec.name == "rows" && name == Some(format.name));
    let format = format.map(|format| format!("--format={}", format.name));
    format.or_else(|| similar(spec, name?).map(Flag::long))
}

/// An option as it is typed alone.
fn option(unknown: &Unknown) -> String {
    let text = unknown.typed.text();
    if unknown.start == 0 { text.to_owned() } else { format!("-{text}") }
}

/// The column that may be meant by several letters after one dash, of which the first is no option.
fn misspelt(argument: &str, unknown: &Unknown) -> Option<Option<&'static str>> {
    let letters = argument.strip_prefix('-').filter(|letters| unknown.start == 1 && letters.len() > 2)?;
    let is_name = letters.chars().all(|c| c.is_alphabetic() || matches!(c, '.' | '_' | '-'));
    is_name.then(|| nearest_within(Reach::Close, letters, catalogue::names()))
}

/// The option whose name is most similar.
fn similar(spec: &Spec, name: &str) -> Option<&'static Flag> {
    let flags = spec.flags.iter().copied().chain([&HELP, &VERSION]);
    let found = flags.map(|flag| (strsim::jaro(name, flag.name), flag));
    let found = found.filter(|(similarity, _)| *similarity > MIN_SIMILARITY);
    found.max_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, flag)| flag)
}

/// The diagnostic for an argument that has a name after one dash, such as `-name` and `-limit`, and the argument that was meant.
/// It would be read as letters.
pub fn one_dash(spec: &Spec, argument: &str) -> Option<(Diagnostic, String)> {
    let letters = argument.strip_prefix('-').filter(|letters| !letters.starts_with('-'))?;
    let name = letters.split(['=', ':', '@']).next().unwrap_or_default();
    if name.chars().count() < MIN_LETTERS {
        return None;
    }
    let (text, meant) = if spec.flags.iter().any(|flag| flag.name == name) {
        ("the name of an option follows two dashes", format!("-{argument}"))
    } else if spec.name == "rows" && catalogue::find(name).is_some() {
        ("a column has no dash before it", letters.to_owned())
    } else {
        return None;
    };
    let first = letters.chars().next()?;
    let rest = &letters[first.len_utf8()..];
    let has_value = spec.flags.iter().any(|flag| flag.letter == Some(first) && flag.value.is_some());
    let text = if has_value { format!("this would be `-{first} {rest}`; {text}") } else { text.to_owned() };
    let message = Message::from(text).suggest(Some(&meant));
    Some((Diagnostic::for_argument(Code::Option, argument, message), meant))
}

/// Whether `gush rows` has this option.
pub fn is_of_rows(unknown: &Unknown) -> bool {
    rows::SPEC.flags.iter().any(|flag| match unknown.name() {
        Some(name) => flag.name == name,
        None => flag.letter.is_some_and(|letter| unknown.typed.text().starts_with(letter)),
    })
}

/// The diagnostic for an option of `gush rows` where a command should be.
pub fn of_rows(typed: &[OsString], argument: &str) -> Diagnostic {
    let message = Message::from("a command is missing").suggest(Some(as_rows(typed)));
    Diagnostic::for_argument(Code::Option, argument, message)
}

/// The diagnostic for an unknown command; `typed` are the arguments that name it.
pub fn command(spec: &Spec, name: &str, typed: &[OsString]) -> Diagnostic {
    if spec.is_first() && catalogue::find(name).is_some() {
        let message = Message::from("this is a generator, and no command").suggest(Some(as_rows(typed)));
        return Diagnostic::for_argument(Code::Option, name, message);
    }
    let synonym = SYNONYMS.iter().find(|(known, _)| spec.is_first() && name == *known).map(|(_, ours)| *ours);
    let names = names(spec);
    let near = synonym.or_else(|| nearest(name, names.iter().map(String::as_str)));
    let near = near.map(|near| format!("{} {near}", spec.path));
    let rungs = if spec.name == "bench" { "; `--only` chooses rungs" } else { "" };
    let message = Message::from("there is no such command").suggest(near);
    Diagnostic::for_argument(
        Code::Option,
        name,
        message.otherwise(format!("there are {}{rungs}", names.join(", "))),
    )
}

/// The same arguments for `gush rows`.
fn as_rows(typed: &[OsString]) -> String {
    let command: Vec<_> = typed.iter().map(|argument| quoted(&argument.to_string_lossy())).collect();
    format!("gush rows {}", command.join(" "))
}

#[cfg(test)]
mod tests {
    use super::{meant, one_dash};
    use crate::rows::SPEC;

    #[test]
    fn names_after_one_dash_are_columns_or_options() {
        for (argument, meant) in [
            ("-name", "name"),
            ("-int:1,9@null=0.1", "int:1,9@null=0.1"),
            ("-limit", "--limit"),
            ("-locale=de_DE", "--locale=de_DE"),
        ] {
            assert_eq!(one_dash(&SPEC, argument).map(|(_, meant)| meant).as_deref(), Some(meant));
        }
        for argument in ["-l5", "-Hs,", "-tcars", "-fcsv", "-e{{Name}}", "--name", "name", "-"] {
            assert_eq!(one_dash(&SPEC, argument), None, "{argument}");
        }
    }

    #[test]
    fn the_most_similar_option_is_meant_unless_another_is_by_habit() {
        for (name, option) in [
            ("limt", Some("--limit")),
            ("sead", Some("--seed")),
            ("lines", Some("--limit")),
            ("csv", Some("--format=csv")),
            ("gzip", Some("--compress=gz")),
            ("zzz", None),
            ("", None),
        ] {
            assert_eq!(meant(&SPEC, &format!("--{name}"), Some(name)).as_deref(), option, "{name}");
        }
    }
}
