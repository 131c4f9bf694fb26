//! Information instead of rows: generators, one of them, modifiers, locales, completion scripts.

use gush_diagnostics::{Code, Diagnostic, Message};
use gusher::catalogue::GENERATORS as ALL;
use gusher::generators::{Context, GeneratorSpec};
use gusher::locale::{self, LOCALES, Locale};
use gusher::schema::{MODIFIERS, ModifierHelp, Scope};

use super::arguments;
use super::complete::completed;
use super::describe::{described, modifier_form};
use super::flags::{
    COMPLETE_COLUMN, COMPLETE_LINE, COMPLETION, FUNCTIONS, GENERATOR, GENERATORS, INFORMATION, LOCALE_LIST,
    MODIFIER_LIST, SPEC,
};
use super::list::{by_topic, form};
use crate::command_line::command;
use crate::failure::Failure;
use crate::flags::{Given, Purpose};
use crate::layout::fitted;
use crate::{color, complete, find};

/// The information that was asked for, if any was.
pub fn requested(args: &Given, diagnostics: &[Diagnostic]) -> Result<Option<String>, Failure> {
    let asked = SPEC.flags.iter().find(|flag| flag.is_of(INFORMATION) && args.has(flag));
    let Some(asked) = asked else { return Ok(None) };
    let mut diagnostics = diagnostics.to_vec();
    diagnostics.extend(args.conflicts());
    let script = args.text(&COMPLETION).map(completion);
    if let Some(Err(diagnostic)) = &script {
        diagnostics.push(diagnostic.clone());
    }
    if !args.operands().is_empty() && (asked.is(&GENERATOR) || asked.is(&COMPLETION)) {
        let text = match asked.is(&GENERATOR) {
            true => "leave this out, or write --generator before each name",
            false => "no rows are made with --completion; leave this out",
        };
        diagnostics.push(Diagnostic::for_argument(Code::Option, args.operands().join(" "), text));
    }
    if asked.is(&GENERATOR) {
        let (now, locale) = arguments::moment(args, &arguments::program(args), None, diagnostics)?;
        let context = Context::default().locale(locale).now(now);
        let names: Vec<&str> = args.texts(&GENERATOR).collect();
        return described(&names, &context).map(fitted).map(Some);
    }
    // The same examples each time.
    let (now, locale) = arguments::moment(args, &arguments::program(args), Some(0), diagnostics)?;
    let context = Context::default().locale(locale).now(now);
    if asked.is(&GENERATORS) {
        return match args.operands() {
            [] => Ok(Some(fitted(by_topic(&context)))),
            words => find::found(words).map(Some),
        };
    }
    if let Some(Ok(script)) = script {
        return Ok(Some(script));
    }
    if let Some(argument) = args.text(&COMPLETE_COLUMN) {
        return Ok(Some(completed(argument, &context)));
    }
    if let Some(argument) = args.text(&COMPLETE_LINE) {
        let columns = |argument: &str| completed(argument, &context);
        return Ok(Some(complete::completed(
            &command(Purpose::Complete),
            args.operands(),
            argument,
            &columns,
        )));
    }
    let entries: Vec<Line> = if asked.is(&MODIFIER_LIST) {
        MODIFIERS.iter().map(|help| (modifier_form(help), modifier_about(help))).collect()
    } else if asked.is(&FUNCTIONS) {
        functions()
    } else if asked.is(&LOCALE_LIST) {
        let lines = found(LOCALES.iter().map(locale_line).collect(), args.operands())?;
        return Ok(Some(listed(&[vec![locale_head()], lines].concat())));
    } else {
        constrained()
    };
    found(entries, args.operands()).map(|entries| Some(fitted(listed(&entries))))
}

/// A name with the form of its value, and a description.
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

/// The lines that have all these terms, in any case.
fn found(lines: Vec<Line>, terms: &[String]) -> Result<Vec<Line>, Failure> {
    let terms_lower: Vec<String> = terms.iter().map(|term| term.to_lowercase()).collect();
    let has_all = |(form, about): &Line| {
        let line = format!("{form}\n{about}").to_lowercase();
        terms_lower.iter().all(|term| line.contains(term))
    };
    let found: Vec<Line> = lines.into_iter().filter(has_all).collect();
    if !found.is_empty() {
        return Ok(found);
    }
    Err(not_found(terms))
}

/// The error for terms that no entry of a list has.
fn not_found(terms: &[String]) -> Failure {
    let typed = terms.join(" ");
    // Other programs take a count after `-c` and the like.
    if let Some(count) = terms.first().filter(|term| term.parse::<u64>().is_ok()) {
        let text = Message::from("words to search for follow; the number of rows has an option of its own");
        let message = text.suggest(Some(format!("-l {count}")));
        return Failure::Diagnostics(vec![Diagnostic::new(Code::Option, typed, 0..count.len(), message)]);
    }
    let text = match terms.len() {
        1 => "nothing in this list has this word; leave it out to see all",
        _ => "nothing in this list has all of these words; leave them out to see all",
    };
    let at = 0..typed.len();
    Failure::Diagnostics(vec![Diagnostic::new(Code::Option, typed, at, text)])
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

/// Names and descriptions, in two columns.
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
    // A generator of English texts alone has no other locale.
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
