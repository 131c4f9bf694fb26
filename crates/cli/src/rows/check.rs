//! Collects the mistakes of a command line, so that all of them come at once.

use gush_diagnostics::{Code, Diagnostic, Message, parse_count};
use gusher::encode::FormatError;

use super::args::Args;
use super::compat::Compat;
use crate::failure::Failure;

/// Collects the mistakes of a command line.
pub struct Check<'a> {
    pub(super) args: &'a Args,
    pub(super) compat: &'a Compat,
    pub(super) mistakes: Vec<Diagnostic>,
}

impl<'a> Check<'a> {
    /// A check without mistakes so far.
    pub fn new(args: &'a Args, compat: &'a Compat) -> Check<'a> {
        Check { args, compat, mistakes: Vec::new() }
    }

    /// The mistakes, if any were found.
    pub fn done(self) -> Result<(), Failure> {
        if self.mistakes.is_empty() { Ok(()) } else { Err(Failure::Mistakes(self.mistakes)) }
    }

    /// Notes that the value of an option is wrong.
    pub(super) fn wrong(&mut self, option: &str, value: &str, message: impl Into<Message>) {
        let word = format!("{option} {value}");
        let at = option.len() + 1..word.len();
        self.mistakes.push(Diagnostic::new(Code::Option, word, at, message));
    }

    /// Notes that an option, or a word, should not be there.
    pub(super) fn refuse(&mut self, word: &str, text: &str) {
        self.mistakes.push(Diagnostic::new(Code::Option, word, 0..word.len(), text));
    }

    /// Notes that two options do not go together.
    pub(super) fn conflict(&mut self, one: &str, other: &str, text: &str) {
        let word = format!("{one} {other}");
        let at = 0..word.len();
        self.mistakes.push(Diagnostic::new(Code::Option, word, at, text));
    }

    pub(super) fn count(&mut self, option: &str, value: Option<&str>, expected: &str) -> Option<u64> {
        let value = value?;
        let count = parse_count(value);
        if count.is_none() {
            self.wrong(option, value, format!("expected {expected}"));
        }
        count
    }

    /// The seed: by the option, or else by a schema file.
    pub(super) fn seed(&mut self, said: Option<u64>) -> Option<u64> {
        let expected = "a number up to 18,446,744,073,709,551,615";
        self.count("--seed", self.args.seed.as_deref(), expected).or(said)
    }

    pub(super) fn format_choice(&mut self, option: &str, value: &str, result: Result<(), FormatError>) {
        let Err(error) = result else { return };
        if value.is_empty() {
            self.mistakes.push(Diagnostic::new(Code::Option, option, 0..option.len(), error.to_string()));
        } else {
            self.wrong(option, value, error.to_string());
        }
    }
}
