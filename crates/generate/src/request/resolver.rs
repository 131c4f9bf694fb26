//! A request while it is resolved: what was asked for, by which program and where, and what is wrong so far.

use std::ffi::OsStr;

use std::fmt;
use std::ops::Range;

use gush_diagnostics::{Diagnostic, Message, parse_count};
use gusher::generators::Context;
use gusher::internal::computed::ExpressionLanguage;
use gusher::schema::Schema;
use gusher::text::{FormatError, FormatSpec};

use super::environment::Environment;
use super::options::{Opt, Request};
use super::problem::{Finding, Problem};
use crate::display::Screen;
use crate::format::{AnyFormat, OptionError};

/// The columns of a table that make sense, and what is wrong with the others.
pub type Parsed = (Schema, Vec<Diagnostic>);

/// What reads the columns of a table of a name.
pub type ParseColumns<'a> = Box<dyn Fn(&str, &Context<'_>) -> Parsed + 'a>;

/// What adds advice to the diagnostics of columns, or reports that there are none.
pub type Advise<'a> = Box<dyn Fn(&mut Vec<Diagnostic>, &[String], &Context<'_>) + 'a>;

/// The program that takes a request: what is its own and not the same for all.
pub struct Program<'a> {
    /// What its user writes for an option, alone or with a value: `--format` and `--format csv`, or `format=` and `format="csv"`.
    pub option: fn(Opt, Option<&str>) -> String,
    /// The formats that it has.
    pub formats: Vec<AnyFormat>,
    /// The format where nothing names one; without it, one must be named.
    pub default_format: Option<AnyFormat>,
    /// What to say of a format that it does not have.
    pub unknown_format: fn(&str) -> Message,
    /// The bytes of the separator that was written.
    pub separator: fn(&OsStr) -> Result<Vec<u8>, Message>,
    /// What shows tables that are to be looked at. Where it is a terminal, rows are shown as a table unless another format is named.
    pub screen: Screen,
    /// The table's name where none is given.
    pub table: &'static str,
    /// The language of expressions.
    pub expressions: &'a dyn ExpressionLanguage,
    /// Parses the columns of a table of this name, where they are not the specs of the request as they are.
    pub parse: Option<ParseColumns<'a>>,
    /// What else to report of invalid or missing columns.
    pub advise: Option<Advise<'a>>,
    /// Puts the columns into the order that the format wants.
    pub arrange: fn(&mut Schema, &FormatSpec),
    /// Whether templates were written for another program.
    pub templates: Option<gush_template::Compat>,
}

impl fmt::Debug for Program<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program").field("table", &self.table).finish_non_exhaustive()
    }
}

/// A request while it is resolved.
pub struct Resolver<'a> {
    pub(super) request: &'a Request,
    pub(super) program: &'a Program<'a>,
    pub(super) environment: &'a dyn Environment,
    pub(super) found: Vec<Finding>,
}

impl fmt::Debug for Resolver<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Resolver")
            .field("request", self.request)
            .field("found", &self.found)
            .finish_non_exhaustive()
    }
}

impl<'a> Resolver<'a> {
    /// Begins with what was found before.
    pub fn new(
        request: &'a Request,
        program: &'a Program<'a>,
        environment: &'a dyn Environment,
        found: Vec<Diagnostic>,
    ) -> Resolver<'a> {
        let found = found.into_iter().map(Finding::Diagnostic).collect();
        Resolver { request, program, environment, found }
    }

    /// The columns of a table of this name, and what is wrong with them.
    pub(super) fn columns(&self, table: &str, context: &Context<'_>) -> Parsed {
        let columns = self.request.columns();
        let (schema, mut found) = match &self.program.parse {
            Some(parse) => parse(table, context),
            None => Schema::parse(table, columns, context),
        };
        if let Some(advise) = &self.program.advise
            && (!found.is_empty() || columns.is_empty())
        {
            advise(&mut found, columns, context);
        }
        (schema, found)
    }

    /// Whether nothing was wrong so far.
    pub fn is_clean(&self) -> bool {
        self.found.is_empty()
    }

    /// What was wrong so far, if anything was.
    pub(super) fn check(&mut self) -> Result<(), Vec<Finding>> {
        if self.found.is_empty() { Ok(()) } else { Err(std::mem::take(&mut self.found)) }
    }

    /// Notes what is wrong with columns, files or templates.
    pub fn extend(&mut self, found: impl IntoIterator<Item = Diagnostic>) {
        self.found.extend(found.into_iter().map(Finding::Diagnostic));
    }

    /// Puts what was found into the order in which it is shown.
    pub(super) fn sort(&mut self) {
        self.found.sort_by(Finding::order);
    }

    /// What the user writes for an option.
    pub(super) fn name(&self, option: Opt) -> String {
        (self.program.option)(option, None)
    }

    /// What the user writes for an option with a value.
    pub(super) fn written(&self, option: Opt, value: &str) -> String {
        (self.program.option)(option, Some(value))
    }

    fn note(
        &mut self,
        option: Opt,
        value: Option<&str>,
        span: Option<Range<usize>>,
        message: impl Into<Message>,
    ) {
        let (value, message) = (value.map(str::to_owned), message.into());
        self.found.push(Finding::Option(Problem { option, value, other: None, span, message }));
    }

    /// Notes that the value of an option is wrong.
    pub(super) fn wrong(&mut self, option: Opt, value: &str, message: impl Into<Message>) {
        self.note(option, Some(value), Some(0..value.len()), message);
    }

    /// Notes that a part of the value of an option is wrong.
    pub(super) fn wrong_at(
        &mut self,
        option: Opt,
        value: &str,
        span: Range<usize>,
        message: impl Into<Message>,
    ) {
        self.note(option, Some(value), Some(span), message);
    }

    /// Notes that an option should not be there.
    pub(super) fn refuse(&mut self, option: Opt, message: impl Into<Message>) {
        self.note(option, None, None, message);
    }

    /// Notes that an option with its value should not be there.
    pub(super) fn refuse_value(&mut self, option: Opt, value: &str, message: impl Into<Message>) {
        self.note(option, Some(value), None, message);
    }

    /// Notes that two options do not go together.
    pub(super) fn conflict(
        &mut self,
        (option, value): (Opt, Option<&str>),
        (other, other_value): (Opt, Option<&str>),
        message: impl Into<Message>,
    ) {
        let owned = |value: Option<&str>| value.map(str::to_owned);
        self.found.push(Finding::Option(Problem {
            option,
            value: owned(value),
            other: Some((other, owned(other_value))),
            span: None,
            message: message.into(),
        }));
    }

    /// Notes that a value is none of the few that an option takes.
    pub(super) fn unknown<'n>(
        &mut self,
        option: Opt,
        value: &str,
        what: &str,
        names: impl IntoIterator<Item = &'n str>,
    ) {
        self.wrong(option, value, Message::unknown(format!("there is no such {what}"), value, names));
    }

    /// The number that is the value of an option.
    pub(super) fn count(&mut self, option: Opt, expected: &str) -> Option<u64> {
        let value = self.request.text(option)?;
        let count = parse_count(value);
        if count.is_none() {
            let message = Message::from(format!("expected {expected}"));
            self.wrong(option, value, message.suggest(of_exponent(value)));
        }
        count
    }

    /// Notes that a choice does not go with the format.
    pub(super) fn format_choice(&mut self, option: Opt, result: Result<(), impl Into<OptionError>>) {
        let Err(error) = result else { return };
        let error: OptionError = error.into();
        let text = match error {
            OptionError::Rows(FormatError::EmptyTag) => {
                format!("{error}, such as {}", self.written(Opt::Tag, "table"))
            }
            _ => error.to_string(),
        };
        match self.request.text(option).filter(|value| !value.is_empty()) {
            Some(value) => self.wrong(option, value, text),
            None => self.refuse(option, text),
        }
    }
}

/// The integer that is written with an exponent, such as 1e6, as we write it.
fn of_exponent(text: &str) -> Option<String> {
    let number =
        text.parse::<f64>().ok().filter(|number| text.contains(['e', 'E']) && number.fract() == 0.0)?;
    let factors = [(1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, "")];
    let (factor, letter) = factors.into_iter().find(|(factor, _)| number % factor == 0.0)?;
    (0.0..1e15).contains(&number).then(|| format!("{}{letter}", number / factor))
}
