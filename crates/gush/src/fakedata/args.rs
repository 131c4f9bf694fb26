//! The command line of `fakedata`: flags anywhere, in every spelling that the Go program takes.

use std::ffi::{OsStr, OsString};

use gush_diagnostics::{Code, Diagnostic, Message, Topic, nearest};
use lexopt::{Arg, Error, Parser};

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

/// One option.
#[derive(Debug)]
pub struct Opt {
    pub id: Id,
    pub letter: Option<char>,
    pub long: &'static str,
    /// What its value is called, where it takes one.
    pub value: Option<&'static str>,
    pub about: &'static str,
}

const fn opt(
    id: Id,
    letter: Option<char>,
    long: &'static str,
    value: Option<&'static str>,
    about: &'static str,
) -> Opt {
    Opt { id, letter, long, value, about }
}

/// All options: parsing, help and completion come from here.
#[rustfmt::skip]
pub static OPTIONS: &[Opt] = &[
    opt(Id::Limit, Some('l'), "limit", Some("N"), "how many rows to make [default: 10]"),
    opt(Id::Stream, Some('S'), "stream", None, "make rows without end"),
    opt(Id::Format, Some('f'), "format", Some("FORMAT"), "column, ndjson or sql [default: column]"),
    opt(Id::Separator, Some('s'), "separator", Some("TEXT"), "the text between the values of column [default: a space]"),
    opt(Id::Header, Some('H'), "header", None, "begin column with a row of names"),
    opt(Id::Table, Some('t'), "table", Some("NAME"), "the table's name in sql [default: TABLE]"),
    opt(Id::Template, Some('T'), "template", Some("FILE"), "a template instead of columns"),
    opt(Id::Seed, None, "seed", Some("N"), "the number that all values follow from [default: a new one for each run]"),
    opt(Id::Now, None, "now", Some("TIME"), "the present, for dates [default: now; with --seed 2026-01-01]"),
    opt(Id::Threads, None, "threads", Some("N"), "make rows with N threads [default: one for each core]"),
    opt(Id::Generators, Some('G'), "generators", None, "list the generators"),
    opt(Id::Generator, Some('g'), "generator", Some("NAME"), "describe one generator, with five examples"),
    opt(Id::Constrained, Some('c'), "generators-with-constraints", None, "list the generators that take a constraint"),
    opt(Id::Completion, Some('C'), "completion", Some("SHELL"), "print the completion script of bash, zsh or fish"),
    opt(Id::Help, Some('h'), "help", None, "print this help and exit"),
    opt(Id::Version, Some('v'), "version", None, "print the version and exit"),
];

/// What was typed, and what of it makes no sense.
#[derive(Debug, Default)]
pub struct Typed {
    pub columns: Vec<String>,
    /// The options in order; one without a value has "true" or "false".
    values: Vec<(&'static Opt, OsString)>,
    pub mistakes: Vec<Diagnostic>,
}

/// Takes the words after the program's name apart. Every word that makes no sense becomes a mistake.
pub fn parse(words: Vec<OsString>) -> Typed {
    let mut typed = Typed::default();
    let mut parser = Parser::from_args(words);
    loop {
        let option = match parser.next() {
            Ok(None) => return typed,
            Ok(Some(Arg::Value(word))) => {
                let word = typed.text(String::new(), word);
                typed.columns.extend(word);
                continue;
            }
            Ok(Some(Arg::Short(letter))) => format!("-{letter}"),
            Ok(Some(Arg::Long(name))) => format!("--{name}"),
            Err(Error::UnexpectedValue { option, value }) => {
                typed.switch(&option, &value.to_string_lossy());
                continue;
            }
            // Nothing else comes of asking for the next word.
            Err(_) => continue,
        };
        match OPTIONS.iter().find(|known| known.is(&option)) {
            Some(known) => typed.known(known, &option, &mut parser),
            None => typed.unknown(&option, &mut parser),
        }
    }
}

impl Opt {
    /// Whether it is meant by `-l` or `--limit`.
    fn is(&self, typed: &str) -> bool {
        match typed.strip_prefix("--") {
            Some(name) => name == self.long,
            None => self.letter.is_some_and(|letter| typed.chars().eq(['-', letter])),
        }
    }
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
        let value = self.values.iter().rev().find(|(option, _)| option.id == id);
        value.map(|(_, value)| value.as_os_str())
    }

    /// Whether there was nothing at all.
    pub fn is_empty(&self) -> bool {
        self.columns.is_empty() && self.values.is_empty() && self.mistakes.is_empty()
    }

    /// Whether an option without a value is on.
    pub fn is_on(&self, id: Id) -> bool {
        self.value(id) == Some("true")
    }

    fn known(&mut self, known: &'static Opt, option: &str, parser: &mut Parser) {
        let Some(form) = known.value else { return self.values.push((known, "true".into())) };
        match value(option, parser) {
            // What stands between values may be any bytes.
            Some(value) if known.id == Id::Separator => self.values.push((known, value)),
            Some(value) => {
                let value = self.text(format!("{option} "), value);
                let value = value.and_then(|value| match known.id {
                    Id::Limit => self.limit(value),
                    _ => Some(value),
                });
                self.values.extend(value.map(|value| (known, value.into())));
            }
            None => self.wrong(option, format!("a value is missing: {option} {form}")),
        }
    }

    /// Notes an option that there is not. Its value goes with it, as far as that can be told.
    fn unknown(&mut self, option: &str, parser: &mut Parser) {
        let name = option.strip_prefix("--");
        let near = name.and_then(|name| nearest(name, OPTIONS.iter().map(|known| known.long)));
        let near = near.and_then(|near| OPTIONS.iter().find(|known| known.long == near));
        match near.and_then(|near| near.value) {
            Some(_) => drop(value(option, parser)),
            None => drop(parser.optional_value()),
        }
        let dashes = if name.is_some() { 0 } else { 1 };
        let message = Message::from("there is no such option").see(Topic::Options);
        let message = message.suggest(near.map(|near| format!("--{}", near.long)));
        self.mistakes.push(Diagnostic::new(Code::Option, option, dashes..option.len(), message));
    }

    /// Sets the option that has just been read to what stands behind its `=`, in the words that Go takes for it.
    fn switch(&mut self, option: &str, value: &str) {
        let on = match value {
            "1" | "t" | "T" | "true" | "TRUE" | "True" => "true",
            "0" | "f" | "F" | "false" | "FALSE" | "False" => "false",
            _ => return self.wrong(&format!("{option}={value}"), "expected true or false".into()),
        };
        if let Some((_, last)) = self.values.last_mut() {
            *last = on.into();
        }
    }

    /// A number of rows, in decimal if it is a number as Go writes it. What else it may be is looked at later.
    fn limit(&mut self, value: String) -> Option<String> {
        if let Some(number) = go_number(&value) {
            return Some(number.to_string());
        }
        let digits = value.strip_prefix('0').filter(|rest| !rest.is_empty());
        if digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit())) {
            let text = "a number that begins with 0 is octal; leave the 0 out";
            let word = format!("--limit {value}");
            self.mistakes.push(Diagnostic::new(Code::Option, &word, 8..word.len(), text));
            return None;
        }
        Some(value)
    }

    /// The word as text. `before` stands in front of it where it is told of.
    fn text(&mut self, before: String, word: OsString) -> Option<String> {
        word.into_string()
            .map_err(|word| self.wrong(&(before + &word.to_string_lossy()), "this is not UTF-8".into()))
            .ok()
    }

    fn wrong(&mut self, word: &str, text: String) {
        self.mistakes.push(Diagnostic::new(Code::Option, word, 0..word.len(), text));
    }
}

/// A whole number as Go reads it: decimal, or by its prefix hexadecimal, octal or binary, with underscores between
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

/// The value of the option that has just been read.
fn value(option: &str, parser: &mut Parser) -> Option<OsString> {
    match parser.optional_value() {
        // To the Go program an `=` is what joins a letter to its value only where something follows: `-s=` asks for
        // the separator `=`.
        Some(value) if value.is_empty() && !option.starts_with("--") => Some("=".into()),
        Some(value) => Some(value),
        None => parser.value().ok(),
    }
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
    fn no_option_stands_twice() {
        for (at, option) in OPTIONS.iter().enumerate() {
            let rest = &OPTIONS[at + 1..];
            assert!(rest.iter().all(|other| other.id != option.id && other.long != option.long));
            assert!(rest.iter().all(|other| other.letter.is_none() || other.letter != option.letter));
        }
    }

    #[test]
    fn the_last_of_several_counts() {
        let typed = parse(["-l5", "-H", "name", "--limit=6", "-H=false"].map(Into::into).to_vec());
        assert_eq!(typed.value(Id::Limit), Some("6"));
        assert!(!typed.is_on(Id::Header));
        assert_eq!(typed.columns, ["name"]);
        assert_eq!(typed.mistakes, []);
    }
}
