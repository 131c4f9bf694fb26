//! Collects the mistakes of a command line, so that all of them come at once.

use gush_diagnostics::{Code, Diagnostic, Message, parse_count};
use gusher::encode::FormatError;

use super::compat::Compat;
use super::flags::SEED;
use crate::failure::Failure;
use crate::flags::{Flag, Given};

/// The whole number that is written with an exponent, such as 1e6, as we write it.
fn of_exponent(text: &str) -> Option<String> {
    let number =
        text.parse::<f64>().ok().filter(|number| text.contains(['e', 'E']) && number.fract() == 0.0)?;
    let factors = [(1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, "")];
    let (factor, letter) = factors.into_iter().find(|(factor, _)| number % factor == 0.0)?;
    (0.0..1e15).contains(&number).then(|| format!("{}{letter}", number / factor))
}

/// Collects the mistakes of a command line.
pub struct Check<'a> {
    pub(super) args: &'a Given,
    pub(super) compat: &'a Compat,
    pub(super) mistakes: Vec<Diagnostic>,
}

impl<'a> Check<'a> {
    /// A check without mistakes so far.
    pub fn new(args: &'a Given, compat: &'a Compat) -> Check<'a> {
        Check { args, compat, mistakes: Vec::new() }
    }

    /// The mistakes, if any were found.
    pub fn done(self) -> Result<(), Failure> {
        if self.mistakes.is_empty() { Ok(()) } else { Err(Failure::Mistakes(self.mistakes)) }
    }

    /// Notes that the value of a flag is wrong.
    pub(super) fn wrong(&mut self, flag: &Flag, value: &str, message: impl Into<Message>) {
        self.mistakes.push(flag.wrong(value, message));
    }

    /// Notes that a flag should not be there.
    pub(super) fn refuse(&mut self, flag: &Flag, message: impl Into<Message>) {
        self.mistakes.push(flag.refused(message));
    }

    /// Notes that a word should not be there.
    pub(super) fn refuse_word(&mut self, word: &str, message: impl Into<Message>) {
        self.mistakes.push(Diagnostic::whole(Code::Option, word, message));
    }

    /// Notes that two things do not go together.
    pub(super) fn conflict(&mut self, one: &str, other: &str, text: &str) {
        self.refuse_word(&format!("{one} {other}"), text);
    }

    /// The number that is the value of a flag.
    pub(super) fn count(&mut self, flag: &Flag, expected: &str) -> Option<u64> {
        let value = self.args.text(flag)?;
        let count = parse_count(value);
        if count.is_none() {
            let message = Message::from(format!("expected {expected}"));
            self.wrong(flag, value, message.suggest(of_exponent(value)));
        }
        count
    }

    /// The seed: by the option, or else by a schema file.
    pub(super) fn seed(&mut self, said: Option<u64>) -> Option<u64> {
        let expected = "a number up to 18,446,744,073,709,551,615";
        self.count(&SEED, expected).or(said)
    }

    /// Notes that a flag does not go with the format.
    pub(super) fn format_choice(&mut self, flag: &Flag, result: Result<(), FormatError>) {
        let Err(error) = result else { return };
        match self.args.text(flag).filter(|value| !value.is_empty()) {
            Some(value) => self.wrong(flag, value, error.to_string()),
            None => self.refuse(flag, error.to_string()),
        }
    }
}
