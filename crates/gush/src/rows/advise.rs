//! What was probably meant by invalid columns: habits from other programs, and misplaced arguments.

use std::path::Path;

use gush_diagnostics::{Code, Diagnostic, Topic, parse_count, parse_int};
use gusher::catalogue;
use gusher::generators::Context;
use gusher::locale::LOCALES;
use gusher::schema::{MODIFIERS, Schema};

use super::flags::SPEC;
use crate::color::COLOR;
use crate::flags::{Flag, Given, Value};
use crate::shell::quoted;

/// The message for several columns in one argument.
const SEPARATED_BY_SPACES: &str = "columns are separated by spaces alone";

/// What separates the ends of a range elsewhere.
const DASHES: [&str; 4] = ["..=", "..", "-", ";"];

/// Requests and types of other programs that are typed as columns, each with its equivalent.
const HABITS: [(&str, &str); 8] = [
    ("help", "--help"),
    ("list", "-G"),
    ("generators", "-G"),
    ("always", "--progress=always"),
    ("never", "--progress=never"),
    ("integer", "int"),
    ("bigint", "int"),
    ("smallint", "int"),
];

/// Adds a suggestion to the diagnostic of a column, where there is one.
pub fn advise(diagnostic: &mut Diagnostic, columns: &[String], context: &Context<'_>) {
    let argument = diagnostic.text.clone();
    let is_generator = diagnostic.topic == Some(Topic::Generators) && diagnostic.code == Code::Generator;
    if is_generator && let Some((text, meant)) = no_column(&argument, columns) {
        if let Some(text) = text {
            diagnostic.message = text.into();
        }
        diagnostic.suggestion = Some(meant);
    } else if (is_generator || diagnostic.suggestion.is_none())
        && let Some(meant) = column(&argument, context)
    {
        diagnostic.suggestion = Some(meant);
    }
}

/// What was meant by an argument that is not a column at all, with its message if it has its own.
fn no_column(argument: &str, columns: &[String]) -> Option<(Option<&'static str>, String)> {
    let names: Vec<&str> = argument.split(',').collect();
    let is_name = |name: &&str| catalogue::find(name).is_some();
    if parse_count(argument).is_some() {
        return Some((None, format!("-l {}", quoted(argument))));
    }
    if names.len() > 1 && names.iter().all(is_name) {
        return Some((Some(SEPARATED_BY_SPACES), names.join(" ")));
    }
    let bare = argument.trim_matches(|c: char| c.is_ascii_punctuation());
    if bare != argument && is_name(&bare) {
        return Some((Some(SEPARATED_BY_SPACES), bare.to_owned()));
    }
    let apart: Vec<&str> = argument.split([' ', ';', ',']).filter(|name| !name.is_empty()).collect();
    if apart.len() > 1 && apart.iter().all(is_name) {
        let text = "columns are separated by spaces, each an argument of its own";
        return Some((Some(text), apart.join(" ")));
    }
    if let Some(meant) = modifier(argument, columns) {
        return Some((Some("this is a modifier, which follows its column without a space"), meant));
    }
    if let Some((_, meant)) = HABITS.iter().find(|(asked, _)| *asked == argument) {
        return Some((None, (*meant).to_owned()));
    }
    let (_, end) = argument.rsplit_once('.')?;
    let is_format = gush_generate::formats().any(|format| format.extensions.contains(&end));
    let is_file = !argument.contains(['=', ':', '@']);
    if is_file && is_format && Path::new(argument).is_file() {
        let column = if end == "csv" || end == "tsv" { "@column=NAME" } else { "" };
        let text = "this is a file, and no column; `file` reads its values";
        return Some((Some(text), quoted(&format!("file:{argument}{column}"))));
    }
    match end {
        "toml" if is_file => Some((Some("this is no column"), format!("--schema {}", quoted(argument)))),
        _ if is_file && is_format => Some((Some("this is no column"), format!("-o {}", quoted(argument)))),
        _ => None,
    }
}

/// The column before an argument that is a modifier, with it.
fn modifier(argument: &str, columns: &[String]) -> Option<String> {
    let bare = argument.strip_prefix('@').unwrap_or(argument);
    let (name, value) = bare.split_once('=').map_or((bare, None), |(name, value)| (name, Some(value)));
    let help = MODIFIERS.iter().find(|help| help.name == name)?;
    let before =
        columns.iter().position(|column| column == argument).and_then(|at| columns.get(at.checked_sub(1)?));
    let column = match before {
        Some(column) => column.as_str(),
        None if argument.starts_with('@') => "email",
        None => return None,
    };
    let value = value.or(help.value).map(|value| format!("={value}")).unwrap_or_default();
    Some(format!("{column}@{name}{value}"))
}

/// The first of several ways to write a column that is one.
fn column(argument: &str, context: &Context<'_>) -> Option<String> {
    let is_column = |argument: &String| Schema::parse("example", &[argument.as_str()], context).1.is_empty();
    ways(argument).into_iter().find(is_column)
}

/// Other ways to write a column: `int:1-100`, `int(1,100)`, `int:1.5,2`, `name:de_DE`, `id:seq`, `name@null=5%`.
fn ways(argument: &str) -> Vec<String> {
    let mut ways = Vec::new();
    if let Some((generator, fields)) =
        argument.strip_suffix(')').and_then(|argument| argument.split_once('('))
    {
        ways.push(format!("{generator}:{}", fields.replace(", ", ",")));
    }
    // A share in per cent.
    if let Some((before, share)) = argument.rsplit_once('=') {
        let percent = share.trim_end_matches('%').parse::<f64>().ok().filter(|_| before.contains('@'));
        ways.extend(percent.map(|percent| format!("{before}={}", percent / 100.0)));
    }
    let Some((before, constraint)) = argument.split_once(':') else { return ways };
    let (name, generator) = before
        .split_once('=')
        .map_or(("", before), |(_, generator)| (&before[..before.len() - generator.len()], generator));
    for dash in DASHES {
        // A minus sign is no dash.
        let at_dash = constraint.get(1..).and_then(|rest| rest.find(dash)).map(|at| at + 1);
        let ends = at_dash.map(|at| (&constraint[..at], &constraint[at + dash.len()..]));
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

/// The diagnostic where there is no column, with an example that has the options that were given.
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

/// An option as it was given; one that took a column as its value is shown with the form of its value.
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
