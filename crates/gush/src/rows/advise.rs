//! What was probably meant by columns that are none, or not quite: habits from other programs, and words in the wrong place.

use std::path::Path;

use gush_diagnostics::{Code, Diagnostic, Topic, parse_count, parse_int};
use gusher::catalogue;
use gusher::generators::Context;
use gusher::locale::LOCALES;
use gusher::schema::{MODIFIERS, Schema};

use super::flags::SPEC;
use crate::color::COLOR;
use crate::flags::{Flag, Given, Value};

/// What is said where columns stand together in one argument.
const SPACES: &str = "columns are separated by spaces alone";

/// What separates the ends of a range elsewhere.
const DASHES: [&str; 4] = ["..=", "..", "-", ";"];

/// What people ask in the place of a column, and types that they know, each with what is meant.
const QUESTIONS: [(&str, &str); 8] = [
    ("help", "--help"),
    ("list", "-G"),
    ("generators", "-G"),
    ("always", "--progress=always"),
    ("never", "--progress=never"),
    ("integer", "int"),
    ("bigint", "int"),
    ("smallint", "int"),
];

/// Says what was meant by one of the columns, where that is known.
pub fn advise(mistake: &mut Diagnostic, columns: &[String], context: &Context<'_>) {
    let word = mistake.text.clone();
    let is_generator = mistake.topic == Some(Topic::Generators) && mistake.code == Code::Generator;
    if is_generator && let Some((text, meant)) = no_column(&word, columns) {
        if let Some(text) = text {
            mistake.message = text.into();
        }
        mistake.suggestion = Some(meant);
    } else if (is_generator || mistake.suggestion.is_none())
        && let Some(meant) = column(&word, context)
    {
        mistake.suggestion = Some(meant);
    }
}

/// What was meant by a word that is no column at all, with what to say of it if that is not the usual.
fn no_column(word: &str, columns: &[String]) -> Option<(Option<&'static str>, String)> {
    let names: Vec<&str> = word.split(',').collect();
    let is_name = |name: &&str| catalogue::find(name).is_some();
    if parse_count(word).is_some() {
        return Some((None, format!("-l {word}")));
    }
    if names.len() > 1 && names.iter().all(is_name) {
        return Some((Some(SPACES), names.join(" ")));
    }
    let bare = word.trim_matches(|c: char| c.is_ascii_punctuation());
    if bare != word && is_name(&bare) {
        return Some((Some(SPACES), bare.to_owned()));
    }
    let apart: Vec<&str> = word.split([' ', ';', ',']).filter(|name| !name.is_empty()).collect();
    if apart.len() > 1 && apart.iter().all(is_name) {
        let text = "columns are separated by spaces, each an argument of its own";
        return Some((Some(text), apart.join(" ")));
    }
    if let Some(meant) = modifier(word, columns) {
        return Some((Some("this is a modifier, which follows its column without a space"), meant));
    }
    if let Some((_, meant)) = QUESTIONS.iter().find(|(asked, _)| *asked == word) {
        return Some((None, (*meant).to_owned()));
    }
    let (_, end) = word.rsplit_once('.')?;
    let is_format = gush_generate::formats().any(|format| format.extensions.contains(&end));
    let is_file = !word.contains(['=', ':', '@']);
    if is_file && is_format && Path::new(word).is_file() {
        let column = if end == "csv" || end == "tsv" { "@column=NAME" } else { "" };
        let text = "this is a file, and no column; `file` reads its values";
        return Some((Some(text), format!("file:{word}{column}")));
    }
    match end {
        "toml" if is_file => Some((Some("this is no column"), format!("--schema {word}"))),
        _ if is_file && is_format => Some((Some("this is no column"), format!("-o {word}"))),
        _ => None,
    }
}

/// The column before a word that is a modifier, with it.
fn modifier(word: &str, columns: &[String]) -> Option<String> {
    let bare = word.strip_prefix('@').unwrap_or(word);
    let (name, value) = bare.split_once('=').map_or((bare, None), |(name, value)| (name, Some(value)));
    let help = MODIFIERS.iter().find(|help| help.name == name)?;
    let before =
        columns.iter().position(|column| column == word).and_then(|at| columns.get(at.checked_sub(1)?));
    let column = match before {
        Some(column) => column.as_str(),
        None if word.starts_with('@') => "email",
        None => return None,
    };
    let value = value.or(help.value).map(|value| format!("={value}")).unwrap_or_default();
    Some(format!("{column}@{name}{value}"))
}

/// The first of several ways to write a column that is one.
fn column(word: &str, context: &Context<'_>) -> Option<String> {
    let is_column = |word: &String| Schema::parse("example", &[word.as_str()], context).1.is_empty();
    ways(word).into_iter().find(is_column)
}

/// Other ways to write a column: `int:1-100`, `int(1,100)`, `int:1.5,2`, `name:de_DE`, `id:seq`, `name@null=5%`.
fn ways(word: &str) -> Vec<String> {
    let mut ways = Vec::new();
    if let Some((generator, fields)) = word.strip_suffix(')').and_then(|word| word.split_once('(')) {
        ways.push(format!("{generator}:{}", fields.replace(", ", ",")));
    }
    // A share in per cent.
    if let Some((before, share)) = word.rsplit_once('=') {
        let percent = share.trim_end_matches('%').parse::<f64>().ok().filter(|_| before.contains('@'));
        ways.extend(percent.map(|percent| format!("{before}={}", percent / 100.0)));
    }
    let Some((before, constraint)) = word.split_once(':') else { return ways };
    let (name, generator) = before
        .split_once('=')
        .map_or(("", before), |(_, generator)| (&before[..before.len() - generator.len()], generator));
    for dash in DASHES {
        // A minus sign is none.
        let place = constraint.get(1..).and_then(|rest| rest.find(dash)).map(|at| at + 1);
        let ends = place.map(|at| (&constraint[..at], &constraint[at + dash.len()..]));
        let ends = ends.filter(|(min, max)| is_number(min) && is_number(max));
        ways.extend(ends.map(|(min, max)| format!("{before}:{min},{max}")));
    }
    if constraint.contains('.') && generator == "int" {
        ways.push(format!("{name}decimal:{constraint}"));
    }
    if LOCALES.iter().any(|locale| locale.name == constraint) {
        ways.push(format!("{before}@locale={constraint}"));
    }
    if catalogue::find(constraint).is_some() && name.is_empty() {
        ways.push(format!("{before}={constraint}"));
    }
    ways
}

fn is_number(text: &str) -> bool {
    parse_int(text).is_some() || text.parse::<f64>().is_ok_and(f64::is_finite)
}

/// What to say where there is no column, with an example that has the options that were given.
pub fn no_columns(args: &Given) -> Diagnostic {
    let given = || SPEC.flags.iter().filter(|flag| args.has(flag) && !flag.is(&COLOR));
    let swallowed =
        given().find(|flag| args.text(flag).is_some_and(|value| catalogue::find(value).is_some()));
    let options: Vec<String> = given().map(|flag| typed(flag, args, swallowed)).collect();
    let options = if options.is_empty() { "-l 5".to_owned() } else { options.join(" ") };
    let swallowed =
        swallowed.and_then(|flag| Some(format!(" (`{}` is the value of {})", args.text(flag)?, flag.long())));
    let text = format!(
        "a column is missing{}, as in `gush rows {options} name email`; `gush rows -h` has more examples, and \
         `gush rows -G` lists the generators",
        swallowed.unwrap_or_default()
    );
    Diagnostic::new(Code::Generator, "gush rows", 9..9, text)
}

/// An option as it was given; that which took a column for its value is shown with the form of its value.
fn typed(flag: &Flag, args: &Given, swallowed: Option<&&Flag>) -> String {
    let name = flag.letter.map_or_else(|| flag.long(), |letter| format!("-{letter}"));
    let Some(Value { form, if_missing, .. }) = flag.value else { return name };
    let value = args.all(flag).next_back().map(|value| quoted(&value.to_string_lossy()));
    let value = if swallowed.is_some_and(|other| other.is(flag)) { Some(form.to_owned()) } else { value };
    match value {
        Some(value) if if_missing.is_some() => format!("{}={value}", flag.long()),
        Some(value) => format!("{name} {value}"),
        None => name,
    }
}

/// A value as a shell takes it.
fn quoted(value: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:=@%+,".contains(c);
    if !value.is_empty() && value.chars().all(is_plain) {
        value.to_owned()
    } else {
        format!("'{}'", value.replace('\'', "'\\''"))
    }
}
