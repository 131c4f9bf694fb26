//! The command line of `fakedata`: flags anywhere, in every spelling that the Go program takes.

use std::ffi::{OsStr, OsString};

use gush_diagnostics::{Code, Diagnostic, Message, Topic, nearest};

use crate::flags::{Fault, Flag, Piece, Reader, Rules, Typed as Span, Unknown, Value};

/// What an option is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Id {
    Limit,
    Stream,
    Format,
    Separator,
    Header,
    Table,
    Template,
    Seed,
    Now,
    Threads,
    Generators,
    Generator,
    Constrained,
    Completion,
    Help,
    Version,
}

/// A flag, and what it is about.
pub type Opt = Flag<Id>;

const fn switch(id: Id, name: &'static str, about: &'static str) -> Opt {
    Flag::with("Options", name, about, id)
}

const fn valued(id: Id, name: &'static str, form: &'static str, about: &'static str) -> Opt {
    switch(id, name, about).value(Value::text(form))
}

/// All options: parsing, help and completion come from here.
#[rustfmt::skip]
pub static OPTIONS: &[Opt] = &[
    valued(Id::Limit, "limit", "N", "how many rows to make [default: 10]").letter('l'),
    switch(Id::Stream, "stream", "make rows without end").letter('S'),
    valued(Id::Format, "format", "FORMAT", "column, ndjson or sql [default: column]").letter('f'),
    valued(Id::Separator, "separator", "TEXT", "the text between the values of column [default: a space]").letter('s'),
    switch(Id::Header, "header", "begin column with a row of names").letter('H'),
    valued(Id::Table, "table", "NAME", "the table's name in sql [default: TABLE]").letter('t'),
    switch(Id::Template, "template", "a template instead of columns").letter('T').value(Value::file("FILE")),
    valued(Id::Seed, "seed", "N", "the number that all values follow from [default: a new one for each run]"),
    valued(Id::Now, "now", "TIME", "the present, for dates [default: now; with --seed 2026-01-01]"),
    valued(Id::Threads, "threads", "N", "make rows with N threads [default: one for each core]"),
    switch(Id::Generators, "generators", "list the generators").letter('G'),
    valued(Id::Generator, "generator", "NAME", "describe one generator, with five examples").letter('g'),
    switch(Id::Constrained, "generators-with-constraints", "list the generators that take a constraint").letter('c'),
    valued(Id::Completion, "completion", "SHELL", "print the completion script of bash, zsh or fish").letter('C'),
    switch(Id::Help, "help", "print this help and exit").letter('h'),
    switch(Id::Version, "version", "print the version and exit").letter('v'),
];

/// The parsed arguments, with their diagnostics.
#[derive(Debug, Default)]
pub struct Typed {
    pub columns: Vec<String>,
    /// The options in order; one without a value has "true" or "false".
    values: Vec<(Id, OsString)>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads the arguments after the program's name. Each invalid one becomes a diagnostic.
pub fn parse(arguments: Vec<OsString>) -> Typed {
    let mut typed = Typed::default();
    let mut reader = Reader::new(OPTIONS, arguments, Rules::PFLAG);
    while let Some(piece) = reader.next() {
        match piece {
            Ok(Piece::Operand(argument, _)) => {
                let argument = typed.text(String::new(), argument);
                typed.columns.extend(argument);
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

/// An option alone, as it is typed.
fn shown(at: &Span) -> String {
    if at.text().starts_with("--") { at.text().to_owned() } else { format!("-{}", at.text()) }
}

impl Typed {
    /// The value of an option: the last one if there are several. An empty one means that the option is not set, for
    /// those options that cannot be empty.
    pub fn value(&self, id: Id) -> Option<&str> {
        let unset = matches!(id, Id::Template | Id::Generator | Id::Completion | Id::Table);
        self.bytes(id).and_then(OsStr::to_str).filter(|value| !(unset && value.is_empty()))
    }

    /// The value of an option, which need not be UTF-8 for the separator.
    pub fn bytes(&self, id: Id) -> Option<&OsStr> {
        let value = self.values.iter().rev().find(|(given, _)| *given == id);
        value.map(|(_, value)| value.as_os_str())
    }

    /// Whether there were no arguments.
    pub fn is_empty(&self) -> bool {
        self.columns.is_empty() && self.values.is_empty() && self.diagnostics.is_empty()
    }

    /// Whether an option without a value is on.
    pub fn is_on(&self, id: Id) -> bool {
        self.value(id) == Some("true")
    }

    fn known(&mut self, flag: &'static Opt, at: &Span, value: Option<OsString>) {
        let id = flag.own;
        match (flag.value, value) {
            // A separator may be any bytes.
            (Some(_), Some(value)) if id == Id::Separator => self.values.push((id, value)),
            (Some(_), value) => {
                let value = self.text(format!("{} ", shown(at)), value.unwrap_or_default());
                let value =
                    value.and_then(|value| if id == Id::Limit { self.limit(value) } else { Some(value) });
                self.values.extend(value.map(|value| (id, value.into())));
            }
            (None, None) => self.values.push((id, "true".into())),
            (None, Some(value)) => self.switch(id, &shown(at), &value.to_string_lossy()),
        }
    }

    /// Reports an unknown option. Its value is skipped too, where it can be recognized.
    fn unknown(&mut self, unknown: &Unknown, reader: &mut Reader<Id>) {
        let name = unknown.name();
        let near = name.and_then(|name| nearest(name, OPTIONS.iter().map(|known| known.name)));
        let near = near.and_then(|near| OPTIONS.iter().find(|known| known.name == near));
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

    /// Sets an option to the value after its `=`, as Go reads it.
    fn switch(&mut self, id: Id, option: &str, value: &str) {
        let on = match value {
            "0" | "f" | "F" | "false" | "FALSE" | "False" => "false",
            "1" | "t" | "T" | "true" | "TRUE" | "True" => "true",
            _ => {
                self.wrong(&format!("{option}={value}"), "expected true or false".into());
                "true"
            }
        };
        self.values.push((id, on.into()));
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
    use super::{Id, OPTIONS, go_number, parse};

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
            assert!(rest.iter().all(|other| other.own != option.own && !other.is(option)));
            assert!(rest.iter().all(|other| other.letter.is_none() || other.letter != option.letter));
        }
    }

    #[test]
    fn the_last_of_several_counts() {
        let typed = parse(["-l5", "-H", "name", "--limit=6", "-H=false"].map(Into::into).to_vec());
        assert_eq!(typed.value(Id::Limit), Some("6"));
        assert!(!typed.is_on(Id::Header));
        assert_eq!(typed.columns, ["name"]);
        assert_eq!(typed.diagnostics, []);
    }
}
