//! The arguments of the commands that have a grammar of our own: read once, with all that is wrong with them.

use std::ffi::OsString;

use gush_diagnostics::{Code, Diagnostic, Message};

use crate::flags::{Fault, Flag, Given, HELP, Piece, Reader, Rules, Spec, Typed, VERSION, ValueType};
use crate::rows::flags::INFORMATION;
use crate::unknown;

/// The parsed arguments, with their diagnostics.
pub struct Arguments {
    pub given: Given,
    pub diagnostics: Vec<Diagnostic>,
    pub ending: Ending,
}

/// How a command line ends.
pub enum Ending {
    /// The command is run.
    Run,
    /// Its help is asked for, all of it or a summary.
    Help {
        is_long: bool,
    },
    Version,
    /// The command of this name below this one, with its arguments.
    Command(OsString, Vec<OsString>),
    /// Nothing more can be parsed.
    Refused,
}

/// Reads the arguments of a command; `diagnostics` are those already found.
pub fn read(spec: &'static Spec, arguments: Vec<OsString>, diagnostics: Vec<Diagnostic>) -> Arguments {
    let flags = spec.flags.iter().copied().chain([&HELP, &VERSION]);
    let mut reader = Reader::new(flags, arguments.clone(), Rules::GUSH);
    let mut line =
        Line { spec, arguments, flags: Vec::new(), operands: Vec::new(), diagnostics, not_text: Vec::new() };
    let found = line.pieces(&mut reader);
    let ending = match found {
        Some(Ending::Command(name, _)) => Ending::Command(name, reader.rest().collect()),
        Some(ending) => ending,
        None if line.not_text.is_empty() => Ending::Run,
        None => Ending::Refused,
    };
    Arguments { given: line.given(), diagnostics: [line.diagnostics, line.not_text].concat(), ending }
}

/// The part of a command line that is read so far.
struct Line {
    spec: &'static Spec,
    arguments: Vec<OsString>,
    flags: Vec<(&'static Flag, OsString)>,
    operands: Vec<String>,
    diagnostics: Vec<Diagnostic>,
    /// What should be text and is not, which is reported last.
    not_text: Vec<Diagnostic>,
}

impl Line {
    /// Reads piece by piece; what ends it before its end, if anything does. The arguments of a command below are left.
    fn pieces(&mut self, reader: &mut Reader<()>) -> Option<Ending> {
        loop {
            let next = reader.peek().and_then(|next| unknown::one_dash(self.spec, next.to_str()?));
            if let Some((diagnostic, meant)) = next {
                self.diagnostics.push(diagnostic);
                reader.skip_next();
                reader.insert(meant);
            }
            match reader.next()? {
                Ok(Piece::Option(flag, typed, value)) => {
                    if flag.value.is_none() && value.is_some() {
                        let at = typed.at.end..typed.argument.len();
                        let text = format!("{} takes no value", flag.long());
                        self.diagnostics
                            .push(Typed { at, argument: typed.argument.clone() }.diagnostic(text));
                    }
                    if flag.is(&HELP) {
                        return Some(Ending::Help { is_long: typed.text().starts_with("--") });
                    }
                    if flag.is(&VERSION) {
                        return Some(Ending::Version);
                    }
                    self.option(flag, &typed, value);
                }
                Ok(Piece::Operand(operand, _)) if !self.spec.commands.is_empty() => {
                    return Some(self.command(operand));
                }
                Ok(Piece::Operand(operand, typed)) => self.operand(operand, &typed),
                Err(Fault::Missing(flag, typed)) => self.missing(flag, &typed),
                Err(Fault::Unknown(unknown) | Fault::Ambiguous(unknown, _)) => {
                    if self.spec.is_first() && unknown::is_of_rows(&unknown) {
                        let argument = unknown.argument.to_string_lossy();
                        self.diagnostics.push(unknown::of_rows(&self.arguments, &argument));
                        reader.skip_rest();
                        reader.insert(unknown.argument);
                        return Some(Ending::Command("rows".into(), Vec::new()));
                    }
                    self.diagnostics.push(unknown::report(self.spec, &unknown, reader));
                }
            }
        }
    }

    /// An option, with its value if it has one.
    fn option(&mut self, flag: &'static Flag, typed: &Typed, value: Option<(OsString, Typed)>) {
        let Some(form) = flag.value else { return self.flags.push((flag, OsString::new())) };
        let Some((value, span)) = value else {
            return self.flags.push((flag, form.if_missing.unwrap_or_default().into()));
        };
        match (form.kind, value.to_str()) {
            (ValueType::Text, None) => {
                let is_attached = span.argument == typed.argument;
                let argument = if is_attached { span.argument } else { value.to_string_lossy().into_owned() };
                self.not_text.push(Diagnostic::for_argument(Code::Option, argument, NOT_TEXT));
            }
            (ValueType::File, Some("")) => self.missing(flag, typed),
            (_, Some(text)) if form.listed => {
                self.flags.extend(text.split(',').map(|value| (flag, value.into())));
            }
            _ => self.flags.push((flag, value)),
        }
    }

    fn missing(&mut self, flag: &'static Flag, typed: &Typed) {
        // Information is asked for, and no rows. Any valid value takes the place of the missing one, as nothing is run.
        if flag.is_of(INFORMATION) {
            let value = flag.choices.and_then(|choices| (choices.all)().first().map(|choice| choice.name));
            self.flags.push((flag, value.unwrap_or_default().into()));
        }
        let form = flag.value.map_or("", |value| value.form);
        let text = format!("a value is missing; the form is {} <{form}>", flag.long());
        self.diagnostics.push(typed.end().diagnostic(text));
    }

    fn operand(&mut self, operand: OsString, typed: &Typed) {
        let takes_one = self.spec.operand.as_ref().is_some_and(|operand| !operand.several);
        if takes_one && !(self.operands.is_empty() && self.not_text.is_empty()) {
            let text = format!("one argument too many: `{}` takes only one", self.spec.path);
            return self.diagnostics.push(typed.diagnostic(text));
        }
        match operand.into_string() {
            Ok(operand) => self.operands.push(operand),
            Err(_) => self.not_text.push(typed.diagnostic(NOT_TEXT)),
        }
    }

    /// The command below this one, which options of this one do not precede.
    fn command(&mut self, name: OsString) -> Ending {
        let argument = name.to_string_lossy();
        let is_below = self.spec.commands.iter().any(|below| *argument == *below.name);
        if !is_below || self.spec.is_first() || self.flags.is_empty() {
            return Ending::Command(name, Vec::new());
        }
        let message = Message::from("this command comes before all options");
        let message = message.suggest(Some(format!("{} {argument}", self.spec.path)));
        self.diagnostics.push(Diagnostic::for_argument(Code::Option, argument, message));
        Ending::Refused
    }

    /// The given flags, in the order of the flags in the help: of a flag that does not repeat, the last.
    fn given(&self) -> Given {
        let mut given = Given::new(self.operands.clone());
        for flag in self.spec.flags {
            let values = self.flags.iter().filter(|(typed, _)| typed.is(flag)).map(|(_, value)| value);
            let repeats = flag.value.is_some_and(|value| value.repeats);
            let skipped = if repeats { 0 } else { values.clone().count().saturating_sub(1) };
            values.skip(skipped).for_each(|value| given.set(flag, value));
        }
        given
    }
}

/// The message for bytes where a text is expected.
const NOT_TEXT: &str = "this is not UTF-8";
