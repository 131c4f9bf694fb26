//! The grammar of `yes`: GNU's, with options that GNU rejects.

use std::ffi::{OsStr, OsString};

use gush_diagnostics::parse_count;
use gush_pipe::flood::Rate;

use super::rate;
use crate::color;
use crate::flags::{Fault, Flag, Piece, Reader, Rules, Unknown, Value};

/// Whose options are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grammar {
    /// Those of a program called `yes`.
    Gnu,
    /// Those of `gush yes`, which has what all our commands have.
    Gush,
}

/// What is to be done.
#[derive(Debug)]
pub enum Command {
    Help,
    Version,
    Flood(YesRequest),
}

/// What to repeat, and how.
#[derive(Debug, Default)]
pub struct YesRequest {
    pub operands: Vec<OsString>,
    pub lines: Option<u64>,
    pub zero: bool,
    pub from_file: Option<OsString>,
    pub rate: Option<Rate>,
}

/// An error message, as it follows the program's name. Bytes, because options may have any.
#[derive(Debug)]
pub struct UsageError(pub Vec<u8>);

impl<T: Into<Vec<u8>>> From<T> for UsageError {
    fn from(text: T) -> UsageError {
        UsageError(text.into())
    }
}

/// What a flag asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opt {
    Help,
    Version,
    Lines,
    Zero,
    FromFile,
    Rate,
    Color,
}

type YesFlag = Flag<Opt>;

/// The flags that both grammars have. Any beginning that fits only one of the names means that one.
static FLAGS: [YesFlag; 4] = [
    flag("lines", "write N lines and exit: 10, 10k, 1_000_000", Opt::Lines)
        .letter('n')
        .value(Value::number("N")),
    flag("zero", "end lines with NUL, not newline", Opt::Zero).letter('z'),
    flag("from-file", "repeat the text of FILE, up to 256 MiB; - is standard input", Opt::FromFile)
        .value(Value::file("FILE")),
    flag("rate", "at most R lines a second (1k), or bytes (10MiB)", Opt::Rate).value(Value::number("R")),
];
/// What GNU's has besides.
static GNU: [YesFlag; 2] = [HELP, VERSION];
/// What `gush yes` has instead.
static GUSH: [YesFlag; 3] = [color::classic("Options", Opt::Color), HELP.letter('h'), VERSION.letter('V')];
const HELP: YesFlag = flag("help", "print this help and exit", Opt::Help);
const VERSION: YesFlag = flag("version", "print the version and exit", Opt::Version);

const fn flag(name: &'static str, about: &'static str, asked: Opt) -> YesFlag {
    Flag::with("Options", name, about, asked)
}

/// All flags of a grammar, in the order of the help.
fn all(grammar: Grammar) -> impl Iterator<Item = &'static YesFlag> {
    let more: &[YesFlag] = match grammar {
        Grammar::Gnu => &GNU,
        Grammar::Gush => &GUSH,
    };
    FLAGS.iter().chain(more)
}

/// The lines of the help that list the flags.
pub fn listed(grammar: Grammar) -> String {
    all(grammar).map(|flag| flag.line(18)).collect()
}

/// All flags of `gush yes`.
pub fn flags() -> impl Iterator<Item = &'static YesFlag> {
    all(Grammar::Gush)
}

/// Parses the arguments after the program's name. The first fault ends it, as with GNU.
pub fn parse(arguments: Vec<OsString>, grammar: Grammar, rules: Rules) -> Result<Command, UsageError> {
    let mut request = YesRequest::default();
    for piece in Reader::new(all(grammar), arguments, rules) {
        let (flag, typed, value) = match piece.map_err(fault)? {
            Piece::Option(flag, typed, value) => (flag, typed, value.map(|(value, _)| value)),
            Piece::Operand(operand, _) => {
                request.operands.push(operand);
                continue;
            }
        };
        if let (Some(value), None) = (&value, flag.value) {
            return Err(unneeded(flag, typed.text(), value));
        }
        let value = value.unwrap_or_default();
        match flag.own {
            Opt::Help => return Ok(Command::Help),
            Opt::Version => return Ok(Command::Version),
            Opt::Zero => request.zero = true,
            Opt::Lines => request.lines = Some(number(&value)?),
            Opt::FromFile => request.from_file = Some(value),
            Opt::Rate => request.rate = Some(rate_of(&value)?),
            Opt::Color if color::check(&value).is_ok() => {}
            Opt::Color => {
                let (shown, expected) = (value.to_string_lossy(), "expected auto, always or never");
                return Err(format!("invalid argument '{shown}' for '--color'; {expected}").into());
            }
        }
    }
    check(request).map(Command::Flood)
}

/// GNU's message for a fault. It looks at bytes: of a character of several bytes, the first one is the option.
fn fault(fault: Fault<Opt>) -> UsageError {
    match fault {
        Fault::Unknown(Unknown { argument, start: 0, .. }) => {
            [b"unrecognized option '", argument.as_encoded_bytes(), b"'"].concat().into()
        }
        Fault::Unknown(Unknown { argument, start, .. }) => {
            let bytes = argument.as_encoded_bytes();
            [b"invalid option -- '", &bytes[start..=start], b"'"].concat().into()
        }
        Fault::Ambiguous(Unknown { argument, .. }, flags) => {
            let names: String = flags.iter().map(|flag| format!(" '{}'", flag.long())).collect();
            let [before, after] = [&b"option '"[..], b"' is ambiguous; possibilities:"];
            [before, argument.as_encoded_bytes(), after, names.as_bytes()].concat().into()
        }
        Fault::Missing(flag, typed) if typed.text().starts_with("--") => {
            format!("option '{}' requires an argument", flag.long()).into()
        }
        Fault::Missing(_, typed) => format!("option requires an argument -- '{}'", typed.text()).into(),
    }
}

/// The error for a value after an option that takes none.
fn unneeded(flag: &YesFlag, typed: &str, value: &OsStr) -> UsageError {
    match typed.starts_with("--") {
        true => format!("option '{}' doesn't allow an argument", flag.long()).into(),
        false => format!("unexpected argument for option '-{typed}': {value:?}").into(),
    }
}

fn number(value: &OsString) -> Result<u64, UsageError> {
    let shown = value.to_string_lossy();
    parse_count(&shown)
        .ok_or_else(|| format!("invalid number of lines: '{shown}'; expected one such as 10 or 1M").into())
}

fn rate_of(value: &OsString) -> Result<Rate, UsageError> {
    let shown = value.to_string_lossy();
    let expected = "expected lines a second such as 1k, or bytes such as 10MiB";
    rate::parse(&shown).ok_or_else(|| format!("invalid rate: '{shown}'; {expected}").into())
}

fn check(request: YesRequest) -> Result<YesRequest, UsageError> {
    match (&request.from_file, request.operands.first()) {
        (Some(_), Some(operand)) => {
            let operand = operand.to_string_lossy();
            Err(format!("extra operand '{operand}': --from-file already says what to repeat").into())
        }
        _ => Ok(request),
    }
}
