//! The grammar of `yes`: GNU's, with options that GNU rejects.

use std::ffi::OsString;

use gush_diagnostics::parse_count;
use gush_pipe::flood::Rate;
use lexopt::{Arg, Parser};

use super::rate;
use crate::colour;
use crate::flags::{Flag, Value};

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

/// What is wrong, as it follows the program's name. Bytes, because options may have any.
#[derive(Debug)]
pub struct Mistake(pub Vec<u8>);

impl<T: Into<Vec<u8>>> From<T> for Mistake {
    fn from(text: T) -> Mistake {
        Mistake(text.into())
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Opt {
    Help,
    Version,
    Lines,
    Zero,
    FromFile,
    Rate,
    Color,
}

type YesFlag = (Flag, Opt);

/// The flags that both grammars have, each with what it asks for. Any beginning that fits only one of the names means that one.
static FLAGS: [YesFlag; 4] = [
    (
        flag("lines", "write N lines and exit: 10, 10k, 1_000_000").letter('n').value(Value::number("N")),
        Opt::Lines,
    ),
    (flag("zero", "end lines with NUL, not newline").letter('z'), Opt::Zero),
    (
        flag("from-file", "repeat the text of FILE, up to 256 MiB; - is standard input")
            .value(Value::file("FILE")),
        Opt::FromFile,
    ),
    (flag("rate", "at most R lines a second (1k), or bytes (10MiB)").value(Value::number("R")), Opt::Rate),
];
/// What GNU's has besides.
static GNU: [YesFlag; 2] = [(HELP, Opt::Help), (VERSION, Opt::Version)];
/// What `gush yes` has instead.
static GUSH: [YesFlag; 3] = [
    (colour::classic("Options"), Opt::Color),
    (HELP.letter('h'), Opt::Help),
    (VERSION.letter('V'), Opt::Version),
];
const HELP: Flag = flag("help", "print this help and exit");
const VERSION: Flag = flag("version", "print the version and exit");

const fn flag(name: &'static str, about: &'static str) -> Flag {
    Flag::new("Options", name, about)
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
    all(grammar).map(|(flag, _)| flag.line(18)).collect()
}

/// All flags of `gush yes`.
pub fn flags() -> impl Iterator<Item = &'static Flag> {
    all(Grammar::Gush).map(|(flag, _)| flag)
}

/// Parses the words after the program's name. With `posix`, options end at the first operand, as GNU has it where
/// `POSIXLY_CORRECT` is set.
pub fn parse(words: Vec<OsString>, grammar: Grammar, posix: bool) -> Result<Command, Mistake> {
    let odd = words.iter().find_map(odd_option);
    let mut parser = Parser::from_args(words);
    let mut request = YesRequest::default();
    loop {
        let (option, typed) = match parser.next().map_err(|error| error.to_string())? {
            None => return check(request).map(Command::Flood),
            Some(Arg::Value(operand)) => {
                request.operands.push(operand);
                if posix {
                    request.operands.extend(parser.raw_args().map_err(|error| error.to_string())?);
                }
                continue;
            }
            Some(Arg::Short(letter)) => match all(grammar).find(|(flag, _)| flag.letter == Some(letter)) {
                Some((_, option)) => (*option, format!("option requires an argument -- '{letter}'")),
                None => return Err(invalid(letter, odd.as_deref())),
            },
            Some(Arg::Long(typed)) => {
                let typed = typed.to_owned();
                let (flag, option) = long(&typed, grammar, &mut parser, odd.as_deref())?;
                (option, format!("option '--{}' requires an argument", flag.name))
            }
        };
        let mut value = || parser.value().map_err(|_| Mistake::from(typed.clone()));
        match option {
            Opt::Help => return Ok(Command::Help),
            Opt::Version => return Ok(Command::Version),
            Opt::Zero => request.zero = true,
            Opt::Lines => request.lines = Some(number(&value()?)?),
            Opt::FromFile => request.from_file = Some(value()?),
            Opt::Rate => request.rate = Some(rate_of(&value()?)?),
            Opt::Color => {
                let when = value()?;
                if colour::check(&when).is_err() {
                    let shown = when.to_string_lossy();
                    let expected = "expected auto, always or never";
                    return Err(format!("invalid argument '{shown}' for '--color'; {expected}").into());
                }
            }
        }
    }
}

/// The long option that `typed` is, or is the beginning of.
fn long(
    typed: &str,
    grammar: Grammar,
    parser: &mut Parser,
    odd: Option<&[u8]>,
) -> Result<(&'static Flag, Opt), Mistake> {
    let exact = all(grammar).find(|(flag, _)| flag.name == typed);
    let begun: Vec<_> = all(grammar).filter(|(flag, _)| flag.name.starts_with(typed)).collect();
    let (flag, option) = match (exact, &begun[..]) {
        (Some(exact), _) => exact,
        (None, [only]) => only,
        (None, several) => {
            let value = parser.optional_value().map(OsString::into_encoded_bytes);
            let value = value.map(|value| [b"=", &value[..]].concat()).unwrap_or_default();
            let odd = odd.filter(|_| typed.contains(char::REPLACEMENT_CHARACTER));
            let odd = odd.and_then(|word| word.strip_prefix(b"--")).map(<[u8]>::to_vec);
            let typed = odd.unwrap_or_else(|| [typed.as_bytes(), &value].concat());
            let names: String = several.iter().map(|(flag, _)| format!(" '--{}'", flag.name)).collect();
            return Err(match several {
                [] => [b"unrecognized option '--", &typed[..], b"'"].concat().into(),
                _ => [b"option '--", &typed[..], b"' is ambiguous; possibilities:", names.as_bytes()]
                    .concat()
                    .into(),
            });
        }
    };
    if flag.value.is_none() && parser.optional_value().is_some() {
        return Err(format!("option '--{}' doesn't allow an argument", flag.name).into());
    }
    Ok((flag, *option))
}

/// GNU looks at bytes: of a letter of several, the first one is the option. `odd` is the word of a letter that is none.
fn invalid(letter: char, odd: Option<&[u8]>) -> Mistake {
    let mut bytes = [0; 4];
    letter.encode_utf8(&mut bytes);
    let odd = odd.filter(|_| letter == char::REPLACEMENT_CHARACTER).and_then(|word| {
        let error = std::str::from_utf8(word).err()?;
        word.get(error.valid_up_to())
    });
    [b"invalid option -- '", &[*odd.unwrap_or(&bytes[0])][..], b"'"].concat().into()
}

/// A word of options that is no text, which the parser hands out only changed.
fn odd_option(word: &OsString) -> Option<Vec<u8>> {
    let bytes = word.as_encoded_bytes();
    (bytes.starts_with(b"-") && std::str::from_utf8(bytes).is_err()).then(|| bytes.to_vec())
}

fn number(value: &OsString) -> Result<u64, Mistake> {
    let shown = value.to_string_lossy();
    parse_count(&shown)
        .ok_or_else(|| format!("invalid number of lines: '{shown}'; expected one such as 10 or 1M").into())
}

fn rate_of(value: &OsString) -> Result<Rate, Mistake> {
    let shown = value.to_string_lossy();
    let expected = "expected lines a second such as 1k, or bytes such as 10MiB";
    rate::parse(&shown).ok_or_else(|| format!("invalid rate: '{shown}'; {expected}").into())
}

fn check(request: YesRequest) -> Result<YesRequest, Mistake> {
    match (&request.from_file, request.operands.first()) {
        (Some(_), Some(operand)) => {
            let operand = operand.to_string_lossy();
            Err(format!("extra operand '{operand}': --from-file already says what to repeat").into())
        }
        _ => Ok(request),
    }
}
