//! The command line of `fakedata`: flags anywhere, in every spelling that the Go program takes.

use std::ffi::{OsStr, OsString};

use gush_diagnostics::{Code, Diagnostic, Message, Topic, nearest};

use clap_complete::Shell;
use gusher::catalogue;
use gusher::internal::FAKEDATA_FORMATS;

use super::names::NAMES;
use crate::flags::{
    Choice, Fault, Flag, Given, Piece, Reader, Rules, Typed as Span, Unknown, Value, ValueType,
};

const fn switch(name: &'static str, about: &'static str) -> Flag {
    Flag::new("Options", name, about)
}

const fn valued(name: &'static str, form: &'static str, about: &'static str) -> Flag {
    switch(name, about).value(Value::text(form))
}

/// The shells that have completion scripts.
pub const SHELLS: [(&str, Shell); 3] = [("bash", Shell::Bash), ("zsh", Shell::Zsh), ("fish", Shell::Fish)];

// What `gush rows` has too has the same name there.
pub static LIMIT: Flag = valued("limit", "N", "how many rows to make [default: 10]").letter('l');
pub static STREAM: Flag = switch("stream", "make rows without end").letter('S');
static FORMAT: Flag = valued("format", "FORMAT", "column, ndjson or sql [default: column]")
    .letter('f')
    .completes("format", || choices(FAKEDATA_FORMATS.iter().map(|entry| entry.name)));
static SEPARATOR: Flag = switch("separator", "the text between the values of column [default: a space]")
    .letter('s')
    .value(Value::bytes("TEXT"));
static HEADER: Flag = switch("header", "begin column with a row of names").letter('H');
static TABLE: Flag = valued("table", "NAME", "the table's name in sql [default: TABLE]").letter('t');
pub static TEMPLATE: Flag =
    switch("template", "a template instead of columns").letter('T').value(Value::file("FILE"));
static SEED: Flag =
    valued("seed", "N", "the number that all values follow from [default: a new one for each run]");
static NOW: Flag = valued("now", "TIME", "the present, for dates [default: now; with --seed 2026-01-01]");
static THREADS: Flag = valued("threads", "N", "make rows with N threads [default: one for each core]");
pub static GENERATORS: Flag = switch("generators", "list the generators").letter('G');
pub static GENERATOR: Flag = valued("generator", "NAME", "describe one generator, with five examples")
    .letter('g')
    .completes("generator", generator_names);
pub static CONSTRAINED: Flag =
    switch("generators-with-constraints", "list the generators that take a constraint").letter('c');
pub static COMPLETION: Flag =
    valued("completion", "SHELL", "print the completion script of bash, zsh or fish")
        .letter('C')
        .completes("shell", || choices(SHELLS.into_iter().map(|(name, _)| name)));
pub static HELP: Flag = switch("help", "print this help and exit").letter('h');
pub static VERSION: Flag = switch("version", "print the version and exit").letter('v');

/// All options: parsing, help and completion come from here.
#[rustfmt::skip]
pub static OPTIONS: &[&Flag] = &[
    &LIMIT, &STREAM, &FORMAT, &SEPARATOR, &HEADER, &TABLE, &TEMPLATE, &SEED, &NOW, &THREADS,
    &GENERATORS, &GENERATOR, &CONSTRAINED, &COMPLETION, &HELP, &VERSION,
];

/// The names of the generators, for completion.
pub fn generator_names() -> Vec<Choice> {
    choices(NAMES.into_iter().filter(|name| catalogue::find(name).is_some()))
}

fn choices(names: impl Iterator<Item = &'static str>) -> Vec<Choice> {
    names.map(|name| Choice { name, about: "" }).collect()
}

/// The parsed arguments, with their diagnostics. Go's `-H=false` is a switch with the value "false".
#[derive(Debug, Default)]
pub struct Typed {
    pub given: Given,
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads the arguments after the program's name. Each invalid one becomes a diagnostic.
pub fn parse(arguments: Vec<OsString>) -> Typed {
    let mut typed = Typed::default();
    let mut reader = Reader::new(OPTIONS.iter().copied(), arguments, Rules::PFLAG);
    while let Some(piece) = reader.next() {
        match piece {
            Ok(Piece::Operand(argument, _)) => {
                let argument = typed.text(String::new(), argument);
                argument.into_iter().for_each(|argument| typed.given.push_operand(argument));
            }
            Ok(Piece::Option(flag, at, value)) => typed.known(flag, &at, value.map(|(value, _)| value)),
            Err(Fault::Missing(flag, at)) => {
                let (option, form) = (shown(&at), flag.value.map_or("", |value| value.form));
                typed.wrong(&option, format!("a value is missing: {option} {form}"));
            }
            Err(Fault::Unknown(unknown) | Fault::Ambiguous(unknown, _)) => {
                typed.unknown(&unknown, &mut reader);
            }
        }
    }
    typed
}

/// The value of a switch that is off.
const OFF: &str = "false";

/// An option alone, as it is typed.
fn shown(at: &Span) -> String {
    if at.text().starts_with("--") { at.text().to_owned() } else { format!("-{}", at.text()) }
}

impl Typed {
    /// The value of an option, which need not be UTF-8 for the separator: the last one if there are several. A switch that
    /// is off has none, and those options are not set that cannot be empty.
    pub fn last(&self, flag: &Flag) -> Option<&OsStr> {
        let unset = [&TEMPLATE, &GENERATOR, &COMPLETION, &TABLE].iter().any(|unset| unset.is(flag));
        let is_set = |value: &&OsStr| match flag.value {
            Some(_) => !(unset && value.is_empty()),
            None => *value != OFF,
        };
        self.given.all(flag).last().filter(is_set)
    }

    /// The same as text.
    pub fn value(&self, flag: &Flag) -> Option<&str> {
        self.last(flag).and_then(OsStr::to_str)
    }

    /// Whether a switch is on.
    pub fn is_on(&self, switch: &Flag) -> bool {
        self.last(switch).is_some()
    }

    /// Whether there were no arguments.
    pub fn is_empty(&self) -> bool {
        self.given.is_empty() && self.diagnostics.is_empty()
    }

    fn known(&mut self, flag: &'static Flag, at: &Span, value: Option<OsString>) {
        let value = match (flag.value.map(|value| value.kind), value) {
            (None, None) => Some(OsString::new()),
            (None, Some(value)) => Some(self.switch(&shown(at), &value.to_string_lossy())),
            (Some(ValueType::Bytes), value) => value,
            (Some(_), value) => self
                .text(format!("{} ", shown(at)), value.unwrap_or_default())
                .and_then(|value| if flag.is(&LIMIT) { self.limit(value) } else { Some(value) })
                .map(OsString::from),
        };
        value.into_iter().for_each(|value| self.given.set(flag, value));
    }

    /// Reports an unknown option. Its value is skipped too, where it can be recognized.
    fn unknown(&mut self, unknown: &Unknown, reader: &mut Reader<()>) {
        let name = unknown.name();
        let near = name.and_then(|name| nearest(name, OPTIONS.iter().map(|known| known.name)));
        let near = near.and_then(|near| OPTIONS.iter().copied().find(|known| known.name == near));
        reader.skip_rest();
        if near.is_some_and(|near| near.value.is_some()) && !unknown.has_value() {
            reader.skip_next();
        }
        let option = shown(&unknown.typed);
        let dashes = if name.is_some() { 0 } else { 1 };
        let message = Message::from("there is no such option").see(Topic::Options);
        let message = message.suggest(near.map(Flag::long));
        self.diagnostics.push(Diagnostic::new(Code::Option, &*option, dashes..option.len(), message));
    }

    /// The value of a switch that has this one after its `=`, as Go reads it.
    fn switch(&mut self, option: &str, value: &str) -> OsString {
        match value {
            "0" | "f" | "F" | "false" | "FALSE" | "False" => return OFF.into(),
            "1" | "t" | "T" | "true" | "TRUE" | "True" => {}
            _ => self.wrong(&format!("{option}={value}"), "expected true or false".into()),
        }
        OsString::new()
    }

    /// A number of rows, in decimal if it is a number as Go writes it. What else it may be is looked at later.
    fn limit(&mut self, value: String) -> Option<String> {
        if let Some(number) = go_number(&value) {
            return Some(number.to_string());
        }
        let digits = value.strip_prefix('0').filter(|rest| !rest.is_empty());
        if digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit())) {
            let text = "a number that begins with 0 is octal; leave the 0 out";
            let argument = format!("--limit {value}");
            self.diagnostics.push(Diagnostic::new(Code::Option, &argument, 8..argument.len(), text));
            return None;
        }
        Some(value)
    }

    /// The argument as text. A diagnostic shows it after `before`.
    fn text(&mut self, before: String, argument: OsString) -> Option<String> {
        argument
            .into_string()
            .map_err(|argument| {
                self.wrong(&(before + &argument.to_string_lossy()), "this is not UTF-8".into());
            })
            .ok()
    }

    fn wrong(&mut self, argument: &str, text: String) {
        self.diagnostics.push(Diagnostic::new(Code::Option, argument, 0..argument.len(), text));
    }
}

/// An integer as Go reads it: decimal, or by its prefix hexadecimal, octal or binary, with underscores between
/// digits. A leading 0 is a prefix too, for octal numbers.
fn go_number(text: &str) -> Option<u64> {
    let text = text.strip_prefix('+').unwrap_or(text).to_ascii_lowercase();
    let prefixes = [("0x", 16), ("0b", 2), ("0o", 8), ("0", 8)];
    let prefixed = prefixes.iter().find_map(|(prefix, base)| Some((text.strip_prefix(prefix)?, *base)));
    let (digits, base) = match prefixed {
        Some(found) if text.len() > 1 => found,
        _ => (&text[..], 10),
    };
    let parts = digits.split('_').skip(usize::from(text.len() > digits.len() && digits.starts_with('_')));
    let is_digits = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_digit(base));
    if !parts.clone().all(is_digits) {
        return None;
    }
    u64::from_str_radix(&parts.collect::<String>(), base).ok()
}

#[cfg(test)]
mod tests {
    use super::{HEADER, LIMIT, OPTIONS, go_number, parse};

    #[test]
    fn numbers_are_read_as_go_reads_them() {
        for (text, number) in [
            ("0", 0),
            ("10", 10),
            ("+5", 5),
            ("0x10", 16),
            ("0X1f", 31),
            ("010", 8),
            ("0o17", 15),
            ("0b101", 5),
            ("1_000", 1000),
            ("0x_ff", 255),
            ("0_17", 15),
        ] {
            assert_eq!(go_number(text), Some(number), "{text}");
        }
        for text in ["", "08", "-1", "1__0", "1_", "_1", "0x", "0b2", "10k", "++1", "0x_", "1.0", "0x1__0"] {
            assert_eq!(go_number(text), None, "{text}");
        }
    }

    #[test]
    fn no_option_is_listed_twice() {
        for (at, option) in OPTIONS.iter().enumerate() {
            let rest = &OPTIONS[at + 1..];
            assert!(rest.iter().all(|other| !other.is(option)));
            assert!(rest.iter().all(|other| other.letter.is_none() || other.letter != option.letter));
        }
    }

    #[test]
    fn the_last_of_several_counts() {
        let typed = parse(["-l5", "-H", "name", "--limit=6", "-H=false"].map(Into::into).to_vec());
        assert_eq!(typed.value(&LIMIT), Some("6"));
        assert!(!typed.is_on(&HEADER));
        assert_eq!(typed.given.operands(), ["name"]);
        assert_eq!(typed.diagnostics, []);
    }
}
