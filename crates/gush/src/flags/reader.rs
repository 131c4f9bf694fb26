//! The arguments of a command line, cut into options with their values and operands. What differs between the commands are
//! [`Rules`]; how they interpret the pieces and report the faults is up to them.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};

use clap_lex::OsStrExt as _;

use super::flag::{Flag, Value};
use super::typed::Typed;

/// The rules of a grammar.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    /// Whether the beginning of a name means it if no other name begins so.
    pub abbreviations: bool,
    /// What an `=` after a letter is.
    pub equals: Equals,
    /// Whether any argument is the value of an option before it; or else only one that looks like no option, unless
    /// [`Value::hyphens`] allows it.
    pub any_value: bool,
    /// Whether options end at the first operand.
    pub posix: bool,
}

/// What an `=` after a letter is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Equals {
    /// A part of the value: `-l=5` is `=5`.
    Value,
    /// What separates the letter from its value: `-l=5` is 5.
    Separator,
    /// The same where something follows; `-s=` is `=`.
    SeparatorBeforeText,
}

impl Rules {
    /// Those of `gush rows` and all commands that are no other program.
    pub const GUSH: Rules =
        Rules { abbreviations: false, equals: Equals::Separator, any_value: false, posix: false };
    /// Those of Go's pflag.
    pub const PFLAG: Rules = Rules { equals: Equals::SeparatorBeforeText, any_value: true, ..Rules::GUSH };
    /// Those of `getopt_long`.
    pub const GETOPT: Rules = Rules { abbreviations: true, equals: Equals::Value, ..Rules::PFLAG };
    /// Those of `yes`: GNU's, but `-n=5` is 5. GNU's `yes` has no option with a value.
    pub const YES: Rules = Rules { equals: Equals::Separator, ..Rules::GETOPT };

    /// The same, where options end at the first operand if `POSIXLY_CORRECT` is set, as GNU has it.
    pub fn by_environment(self) -> Rules {
        Rules { posix: std::env::var_os("POSIXLY_CORRECT").is_some(), ..self }
    }
}

/// A piece of the command line.
#[derive(Debug)]
pub enum Piece<E: 'static> {
    /// An option and its value, each with its span. One that takes no value has one where an `=` follows it.
    Option(&'static Flag<E>, Typed, Option<(OsString, Typed)>),
    /// An argument that is no option and no value.
    Operand(OsString, Typed),
}

/// An error in a piece.
#[derive(Debug)]
pub enum Fault<E: 'static> {
    /// An unknown option. The rest of its argument is read next, unless [`Reader::skip_rest`] is called.
    Unknown(Unknown),
    /// Several names begin so.
    Ambiguous(Unknown, Vec<&'static Flag<E>>),
    /// The value is missing.
    Missing(&'static Flag<E>, Typed),
}

/// An unknown option.
#[derive(Debug)]
pub struct Unknown {
    /// Its argument.
    pub argument: OsString,
    /// The byte at which it begins there: after the hyphen, if it is a letter.
    pub start: usize,
    /// Its span: its hyphens and its name, or its letter.
    pub typed: Typed,
}

impl Unknown {
    /// Its name, where it has one and is no letter.
    pub fn name(&self) -> Option<&str> {
        self.typed.text().strip_prefix("--").filter(|_| self.start == 0)
    }

    /// Whether an `=` with a value follows it.
    pub fn has_value(&self) -> bool {
        self.typed.at.end < self.typed.argument.len() && self.start == 0
    }
}

/// Reads a command line piece by piece.
#[derive(Debug)]
pub struct Reader<E: 'static> {
    flags: Vec<&'static Flag<E>>,
    rules: Rules,
    arguments: VecDeque<OsString>,
    /// An argument of several letters, and the byte at which the next of them begins.
    cluster: Option<(OsString, usize)>,
    /// An option that waits for its value, while the unknown options before that are reported.
    open: Option<(&'static Flag<E>, Typed)>,
    /// What is read once that option has its value.
    later: Vec<OsString>,
    operands_only: bool,
}

type Read<E> = Result<Piece<E>, Fault<E>>;

impl<E> Reader<E> {
    /// Reads `arguments`, in which there may be `flags`.
    pub fn new(
        flags: impl IntoIterator<Item = &'static Flag<E>>,
        arguments: impl IntoIterator<Item = OsString>,
        rules: Rules,
    ) -> Reader<E> {
        Reader {
            flags: flags.into_iter().collect(),
            rules,
            arguments: arguments.into_iter().collect(),
            cluster: None,
            open: None,
            later: Vec::new(),
            operands_only: false,
        }
    }

    /// The argument that is read next, where it may be an option.
    pub fn peek(&self) -> Option<&OsStr> {
        let is_between = self.cluster.is_none() && self.open.is_none() && !self.operands_only;
        self.arguments.front().filter(|_| is_between).map(OsString::as_os_str)
    }

    /// The argument after the one that was read last, of any kind.
    pub fn front(&self) -> Option<&OsString> {
        self.arguments.front()
    }

    /// Reads this next, before the arguments that are left. An operand is not the value of an option that waits for one.
    pub fn insert(&mut self, argument: impl Into<OsString>) {
        let argument = argument.into();
        match self.open {
            Some(_) if !is_option(&argument) => self.later.push(argument),
            _ => self.arguments.push_front(argument),
        }
    }

    /// Leaves the next argument out.
    pub fn skip_next(&mut self) -> Option<OsString> {
        self.arguments.pop_front()
    }

    /// Leaves the rest of an argument of several letters out.
    pub fn skip_rest(&mut self) -> Option<OsString> {
        self.cluster.take().map(|(argument, at)| tail(&argument, at))
    }

    /// The arguments that are left.
    pub fn rest(self) -> impl Iterator<Item = OsString> {
        self.arguments.into_iter()
    }

    fn argument(&mut self) -> Option<Read<E>> {
        let argument = self.arguments.pop_front()?;
        match argument.as_encoded_bytes() {
            b"--" if !self.operands_only => {
                self.operands_only = true;
                self.argument()
            }
            [b'-', b'-', ..] if !self.operands_only => Some(self.long(argument)),
            [b'-', _, ..] if !self.operands_only => Some(self.letter(argument, 1)),
            _ => {
                self.operands_only |= self.rules.posix;
                let typed = Typed::all(&argument);
                Some(Ok(Piece::Operand(argument, typed)))
            }
        }
    }

    /// An option by its name.
    fn long(&mut self, argument: OsString) -> Read<E> {
        let name_end = name_end(&argument);
        let typed = Typed::new(&argument, 0..name_end);
        let flag = match self.named(typed.text().trim_start_matches("--")) {
            Ok(flag) => flag,
            Err(several) => {
                let unknown = Unknown { argument, start: 0, typed };
                return Err(match several.is_empty() {
                    true => Fault::Unknown(unknown),
                    false => Fault::Ambiguous(unknown, several),
                });
            }
        };
        if name_end < argument.len() {
            let span = Typed::new(&argument, name_end + 1..argument.len());
            return Ok(Piece::Option(flag, typed, Some((tail(&argument, name_end + 1), span))));
        }
        self.with_next(flag, typed)
    }

    /// The option at a letter of an argument.
    fn letter(&mut self, argument: OsString, start: usize) -> Read<E> {
        let end = letter_end(&argument, start);
        let typed = Typed::new(&argument, start..end);
        let Some(flag) = self.lettered(typed.text()) else {
            self.cluster = (end < argument.len()).then(|| (argument.clone(), end));
            return Err(Fault::Unknown(Unknown { argument, start, typed }));
        };
        let has_sign = argument.as_encoded_bytes().get(end) == Some(&b'=');
        let is_separator = match self.rules.equals {
            Equals::Value => false,
            Equals::Separator => true,
            Equals::SeparatorBeforeText => end + 1 < argument.len() || flag.value.is_none(),
        };
        let value_start = end + usize::from(has_sign && is_separator);
        let needs_sign = flag.value.is_none_or(|value| value.if_missing.is_some());
        if value_start > end || end < argument.len() && !needs_sign {
            let span = Typed::new(&argument, value_start..argument.len());
            return Ok(Piece::Option(flag, typed, Some((tail(&argument, value_start), span))));
        }
        self.cluster = (end < argument.len()).then_some((argument, end));
        self.with_next(flag, typed)
    }

    /// An option with the next argument as its value, if it takes one.
    fn with_next(&mut self, flag: &'static Flag<E>, typed: Typed) -> Read<E> {
        let Some(Value { hyphens, .. }) = flag.value.filter(|value| value.if_missing.is_none()) else {
            return Ok(Piece::Option(flag, typed, None));
        };
        let next = self.arguments.front();
        if next.is_some_and(|next| self.rules.any_value || hyphens || !is_option(next)) {
            let value = self.arguments.pop_front().unwrap_or_default();
            let span = typed.beside(&value);
            return Ok(Piece::Option(flag, typed, Some((value, span))));
        }
        if next.is_some_and(|next| self.is_unknown(next))
            && let Some(read) = self.argument()
        {
            self.open = Some((flag, typed));
            return read;
        }
        Err(Fault::Missing(flag, typed))
    }

    /// Whether this argument is an unknown option.
    fn is_unknown(&self, argument: &OsStr) -> bool {
        match argument.as_encoded_bytes() {
            b"--" => false,
            [b'-', b'-', ..] => {
                let typed = Typed::new(argument, 2..name_end(argument));
                self.named(typed.text()).is_err()
            }
            _ => self.lettered(Typed::new(argument, 1..letter_end(argument, 1)).text()).is_none(),
        }
    }

    /// The option of this name, or all whose names begin so.
    fn named(&self, name: &str) -> Result<&'static Flag<E>, Vec<&'static Flag<E>>> {
        if let Some(flag) = self.flags.iter().find(|flag| flag.name == name) {
            return Ok(flag);
        }
        let begins = |flag: &&'static Flag<E>| {
            self.rules.abbreviations && !flag.is_exact && flag.name.starts_with(name)
        };
        let begun: Vec<_> = self.flags.iter().copied().filter(begins).collect();
        match &begun[..] {
            [flag] => Ok(flag),
            _ => Err(begun),
        }
    }

    fn lettered(&self, letter: &str) -> Option<&'static Flag<E>> {
        self.flags.iter().copied().find(|flag| flag.letter.is_some_and(|known| letter.chars().eq([known])))
    }
}

impl<E> Iterator for Reader<E> {
    type Item = Read<E>;

    fn next(&mut self) -> Option<Read<E>> {
        if let Some((argument, start)) = self.cluster.take() {
            let letter = Typed::new(&argument, start..letter_end(&argument, start));
            let is_known = self.lettered(letter.text()).is_some();
            // An option that there is ends the wait of another for its value.
            if let Some((flag, typed)) = self.open.take_if(|_| is_known) {
                self.cluster = Some((argument, start));
                return Some(Err(Fault::Missing(flag, typed)));
            }
            return Some(self.letter(argument, start));
        }
        match self.open.take() {
            Some((flag, typed)) => Some(self.with_next(flag, typed)),
            None => {
                self.later.drain(..).rev().for_each(|argument| self.arguments.push_front(argument));
                self.argument()
            }
        }
    }
}

/// Whether an argument looks like an option, or ends them.
fn is_option(argument: &OsStr) -> bool {
    argument.len() > 1 && argument.as_encoded_bytes().starts_with(b"-")
}

/// The byte at which the name of an option ends.
fn name_end(argument: &OsStr) -> usize {
    let bytes = argument.as_encoded_bytes();
    bytes.iter().position(|&byte| byte == b'=').unwrap_or(bytes.len())
}

/// The byte at which the letter ends that begins at `start`; also one that is not UTF-8.
fn letter_end(argument: &OsStr, start: usize) -> usize {
    let bytes = &argument.as_encoded_bytes()[start..];
    let continued = |letter: &[u8]| letter.iter().take_while(|&&byte| byte & 0xc0 == 0x80).count();
    start + 1 + if bytes[0].is_ascii() { 0 } else { continued(&bytes[1..]) }
}

/// An argument from this byte on. After bytes that are not UTF-8 it is text.
fn tail(argument: &OsStr, start: usize) -> OsString {
    let (before, after) = argument.as_encoded_bytes().split_at(start);
    match std::str::from_utf8(before).ok().and_then(|before| argument.strip_prefix(before)) {
        Some(after) => after.to_owned(),
        None => String::from_utf8_lossy(after).into_owned().into(),
    }
}

#[cfg(test)]
mod tests;
