//! What one can ask about: generators, one of them, modifiers, locales, completion scripts.

use gush_diagnostics::{Code, Diagnostic};
use gusher::catalogue::GENERATORS as ALL;
use gusher::generators::{Context, GeneratorSpec};
use gusher::locale::{self, LOCALES, Locale};
use gusher::schema::{MODIFIERS, ModifierHelp, Scope};

use super::arguments;
use super::complete::completed;
use super::describe::{described, modifier_form};
use super::flags::{
    COMPLETE_COLUMN, COMPLETE_LINE, COMPLETION, FUNCTIONS, GENERATOR, GENERATORS, LOCALE_LIST, MODIFIER_LIST,
    QUESTION, SPEC,
};
use super::list::{by_topic, form};
use crate::command_line::command;
use crate::failure::Failure;
use crate::flags::{Given, Purpose};
use crate::layout::fitted;
use crate::{color, complete};

/// The answer to what was asked about, if anything was.
pub fn answer(args: &Given, mistakes: &[Diagnostic]) -> Result<Option<String>, Failure> {
    let asked = SPEC.flags.iter().find(|flag| flag.is_of(QUESTION) && args.has(flag));
    let Some(question) = asked else { return Ok(None) };
    let mut mistakes = mistakes.to_vec();
    mistakes.extend(args.conflicts());
    let script = args.text(&COMPLETION).map(completion);
    if let Some(Err(mistake)) = &script {
        mistakes.push(mistake.clone());
    }
    if !args.operands().is_empty() && (question.is(&GENERATOR) || question.is(&COMPLETION)) {
        let text = match question.is(&GENERATOR) {
            true => "leave this out, or write --generator before each name",
            false => "no rows are made with --completion; leave this out",
        };
        mistakes.push(Diagnostic::for_argument(Code::Option, args.operands().join(" "), text));
    }
    if question.is(&GENERATOR) {
        let (now, locale) = arguments::moment(args, &arguments::program(args), None, mistakes)?;
        let context = Context::default().locale(locale).now(now);
        let names: Vec<&str> = args.texts(&GENERATOR).collect();
        return described(&names, &context).map(fitted).map(Some);
    }
    // The same examples each time.
    let (now, locale) = arguments::moment(args, &arguments::program(args), Some(0), mistakes)?;
    let context = Context::default().locale(locale).now(now);
    if question.is(&GENERATORS) {
        let found = by_topic(args.operands(), &context).ok_or_else(|| not_found(args.operands()));
        return found.map(fitted).map(Some);
    }
    if let Some(Ok(script)) = script {
        return Ok(Some(script));
    }
    if let Some(word) = args.text(&COMPLETE_COLUMN) {
        return Ok(Some(completed(word, &context)));
    }
    if let Some(word) = args.text(&COMPLETE_LINE) {
        let columns = |word: &str| completed(word, &context);
        return Ok(Some(complete::completed(&command(Purpose::Complete), args.operands(), word, &columns)));
    }
    let entries: Vec<Line> = if question.is(&MODIFIER_LIST) {
        MODIFIERS.iter().map(|help| (modifier_form(help), modifier_about(help))).collect()
    } else if question.is(&FUNCTIONS) {
        functions()
    } else if question.is(&LOCALE_LIST) {
        let lines = found(LOCALES.iter().map(locale_line).collect(), args.operands())?;
        return Ok(Some(listed(&[vec![locale_head()], lines].concat())));
    } else {
        constrained()
    };
    found(entries, args.operands()).map(|entries| Some(fitted(listed(&entries))))
}

/// The name of a thing with the form of what goes with it, and what it is.
type Line = (String, String);

/// The columns of the table of locales, and how wide each is.
const COUNTS: [(&str, usize); 8] = [
    ("first names", 11),
    ("last names", 10),
    ("towns", 5),
    ("real postcodes", 14),
    ("states", 6),
    ("streets", 7),
    ("jobs", 4),
    ("company forms", 13),
];

fn locale_head() -> Line {
    let names = COUNTS.map(|(name, width)| format!("  {name:>width$}"));
    ("locale".into(), format!("{:34}{}  names weighted", "language, country", names.concat()))
}

/// A locale, and how much of each kind it has.
fn locale_line(locale: &Locale) -> Line {
    let has = locale::counts(locale);
    let counts = [
        has.first_names,
        has.last_names,
        has.towns,
        has.real_postcodes,
        has.states,
        has.streets,
        has.jobs,
        has.companies,
    ];
    let counts = counts.iter().zip(COUNTS).map(|(count, (_, width))| match count {
        0 => format!("  {:>width$}", "-"),
        count => format!("  {count:>width$}"),
    });
    let weighted = if has.frequencies { "  by frequency" } else { "  evenly" };
    (locale.name.into(), format!("{:34}{}{weighted}", locale.about, counts.collect::<String>()))
}

/// The lines that have all these words, in any case.
fn found(lines: Vec<Line>, words: &[String]) -> Result<Vec<Line>, Failure> {
    let words_lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let has_all = |(form, about): &Line| {
        let line = format!("{form}\n{about}").to_lowercase();
        words_lower.iter().all(|word| line.contains(word))
    };
    let found: Vec<Line> = lines.into_iter().filter(has_all).collect();
    if !found.is_empty() {
        return Ok(found);
    }
    Err(not_found(words))
}

/// What to say of words that nothing in a list has.
fn not_found(words: &[String]) -> Failure {
    let word = words.join(" ");
    let text = match words.len() {
        1 => "neither a name nor a description in this list has this word; without it, all are listed",
        _ => "no name and description in this list have all these words; without them, all are listed",
    };
    let at = 0..word.len();
    Failure::Mistakes(vec![Diagnostic::new(Code::Option, word, at, text)])
}

/// The generators that take a constraint.
fn constrained() -> Vec<Line> {
    let entries = ALL.iter().filter(|entry| entry.constraint.is_some());
    entries.map(|entry| (form(entry), entry.about.to_owned())).collect()
}

/// What templates can call: the functions that compute, and the generators.
fn functions() -> Vec<Line> {
    let own = gush_template::functions();
    let own = own.map(|help| (format!("{} {}", help.name, help.form), help.about.to_owned()));
    let generators = gush_template::generators().map(|(form, about)| (form, about.to_owned()));
    let mut own: Vec<_> = own.collect();
    own.sort_by_key(|(form, _)| form.to_lowercase());
    own.into_iter().chain(generators).collect()
}

/// Names and what they are, in two columns.
fn listed(entries: &[Line]) -> String {
    let width = entries.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let paint = color::on_stdout();
    let line = |(name, about): &Line| {
        let pad = " ".repeat(width - name.chars().count());
        format!("{}{pad}  {about}\n", paint.name(name))
    };
    entries.iter().map(line).collect()
}

/// What a modifier does, and which generators take it.
fn modifier_about(help: &ModifierHelp) -> String {
    // What is English alone has no other locale to choose.
    let takes =
        |entry: &&&GeneratorSpec| entry.takes(help.name) && !(help.name == "locale" && entry.is_english);
    let takers = || ALL.iter().filter(takes).map(|entry| entry.name);
    let scope = match help.scope {
        Scope::Named if takers().next().is_none() => " (no generator takes it)".into(),
        Scope::Named => format!(" ({})", takers().collect::<Vec<_>>().join(", ")),
        Scope::Text => " (generators of text)".into(),
        Scope::Drawn => " (numbers, times and lists)".into(),
        Scope::All => String::new(),
    };
    format!("{}{scope}", help.about)
}

fn completion(shell: &str) -> Result<String, Diagnostic> {
    let script = complete::gush(shell, &mut command(Purpose::Complete));
    script.ok_or_else(|| COMPLETION.unknown(shell))
}
