//! Colors on a terminal: when they are used, and which part of a text has which.
//!
//! Standard output and stderr are looked at separately, so that a pipe gets plain text unless `--color always` asks for more.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal};
use std::sync::OnceLock;

use clap::builder::StyledStr;
use gush_diagnostics::Message;
use gush_profile::Part;

use crate::flags::{Choice, Flag, Value};

/// When colors are used.
pub static COLOR: Flag =
    Flag::new("Help", "color", "When to use colors in help, lists, messages and profiles")
        .value(Value::text("WHEN"))
        .choices("value", || ["auto", "always", "never"].map(|name| Choice { name, about: "" }).into())
        .default("auto: on a terminal, unless NO_COLOR is set")
        .brief("Use colors: auto, always or never");

/// The same for a command with a grammar of its own, whose help lists it in `group`.
pub const fn classic<E: Copy>(group: &'static str, own: E) -> Flag<E> {
    Flag::with(group, COLOR.name, "when to use colors in help and messages: auto, always, never", own)
        .value(Value::text("WHEN"))
        .completes("value", || ["auto", "always", "never"].map(|name| Choice { name, about: "" }).into())
        .brief("use colors: auto, always, never")
}

/// Checks a value of `--color`.
///
/// # Errors
/// What is wrong.
pub fn check(value: &OsStr) -> Result<(), String> {
    let names = ["auto", "always", "never"];
    let known = names.iter().any(|name| value == *name);
    let error = || Message::unknown("there is no such value", &value.to_string_lossy(), names).to_string();
    if known { Ok(()) } else { Err(error()) }
}

/// The value of `--color`; unset before [`set`], when no text has colors.
static WHEN: OnceLock<When> = OnceLock::new();

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum When {
    Auto,
    Always,
    Never,
}

/// Looks for `--color` among the arguments, before anything else is parsed: help and messages have colors too. Returns
/// the value if it is invalid.
pub fn set(arguments: &[OsString]) -> Option<String> {
    let value = typed(arguments);
    let when = match value.as_deref().map(OsStr::as_encoded_bytes) {
        Some(b"always") => When::Always,
        Some(b"never") => When::Never,
        Some(_) | None => When::Auto,
    };
    // The first call counts.
    let _ = WHEN.set(when);
    value.filter(|value| check(value).is_err()).map(|value| value.to_string_lossy().into_owned())
}

/// The last value of `--color`.
fn typed(arguments: &[OsString]) -> Option<OsString> {
    let mut value = None;
    let mut rest = arguments.iter().take_while(|argument| *argument != "--");
    while let Some(argument) = rest.next() {
        if argument == "--color" {
            value = rest.next().cloned();
        } else if let Some(after) = argument.to_str().and_then(|argument| argument.strip_prefix("--color=")) {
            value = Some(after.into());
        }
    }
    value
}

/// Whether texts for standard output have colors.
pub fn on_stdout() -> Paint {
    Paint(is_on(io::stdout().is_terminal()))
}

/// Whether messages have colors.
pub fn on_stderr() -> Paint {
    Paint(is_on(io::stderr().is_terminal()))
}

fn is_on(is_terminal: bool) -> bool {
    match WHEN.get() {
        Some(When::Auto) => by_environment(is_terminal, |name| env::var_os(name)),
        Some(When::Always) => true,
        Some(When::Never) | None => false,
    }
}

/// What the usual variables ask for (no-color.org and CLICOLOR), the first one that is set.
fn by_environment(is_terminal: bool, variable: impl Fn(&str) -> Option<OsString>) -> bool {
    let given = |name: &str| variable(name).filter(|value| !value.is_empty());
    if given("NO_COLOR").is_some() {
        return false;
    }
    if given("CLICOLOR_FORCE").is_some_and(|value| value != "0") {
        return true;
    }
    let refused = given("CLICOLOR").is_some_and(|value| value == "0");
    is_terminal && !refused && given("TERM").is_none_or(|term| term != "dumb")
}

/// Gives parts of a text their colors, or leaves it as it is.
#[derive(Debug, Clone, Copy)]
pub struct Paint(bool);

const BOLD: &str = "1";
const HEADING: &str = "1;4";
const DIM: &str = "2";
const RED: &str = "1;31";
const CYAN: &str = "36";

impl Paint {
    fn paint(self, code: &str, text: &str) -> String {
        if self.0 && !text.is_empty() { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// Whether there are any.
    pub fn is_on(self) -> bool {
        self.0
    }

    /// A heading.
    pub fn heading(self, text: &str) -> String {
        self.paint(HEADING, text)
    }

    /// A name that can be typed.
    pub fn name(self, text: &str) -> String {
        self.paint(BOLD, text)
    }

    /// A value as an example.
    pub fn example(self, text: &str) -> String {
        self.paint(CYAN, text)
    }

    /// What a line is about.
    pub fn label(self, text: &str) -> String {
        self.paint(DIM, text)
    }

    /// A part of a profile.
    pub fn part(self, part: Part, text: &str) -> String {
        match part {
            Part::Name => self.name(text),
            Part::Label => self.label(text),
            Part::Bar => self.example(text),
        }
    }

    /// A help text.
    pub fn help(self, text: &StyledStr) -> String {
        if self.0 { text.ansi().to_string() } else { text.to_string() }
    }

    /// A help text in the form of the classic tools: its headings, and the names of its options.
    pub fn classic_help(self, text: &str) -> String {
        let line = |line: &str| {
            let option = line.trim_start();
            if let Some(rest) = line.strip_prefix("Usage:") {
                return self.heading("Usage:") + rest;
            }
            if line.ends_with(":\n") && !line.starts_with(' ') {
                return self.heading(line.trim_end()) + "\n";
            }
            if !option.starts_with('-') {
                return line.to_owned();
            }
            let (indent, option) = line.split_at(line.len() - option.len());
            let (names, about) = option.split_at(option.find("  ").unwrap_or(option.trim_end().len()));
            format!("{indent}{}{about}", self.name(names))
        };
        text.split_inclusive('\n').map(line).collect()
    }

    /// A message: the name of the program, carets, and what can be typed.
    pub fn message(self, text: &str) -> String {
        if !self.0 {
            return text.to_owned();
        }
        let (program, rest) = text.split_at(text.find(": ").map_or(0, |at| at + 1));
        let lines = rest.split('\n').map(|line| {
            let indent = line.len() - line.trim_start_matches(' ').len();
            let carets = line[indent..].len() - line[indent..].trim_start_matches('^').len();
            let (before, after) = line.split_at(indent + carets);
            let (space, carets) = before.split_at(indent);
            format!("{space}{}{}", self.paint(RED, carets), self.quoted(after))
        });
        self.paint(RED, program) + &lines.collect::<Vec<_>>().join("\n")
    }

    /// A text in which what is between backticks is highlighted.
    fn quoted(self, text: &str) -> String {
        let parts: Vec<&str> = text.split('`').collect();
        // A single backtick is literal.
        if parts.len().is_multiple_of(2) {
            return text.to_owned();
        }
        let parts = parts.iter().enumerate();
        let parts = parts.map(|(at, part)| match at % 2 {
            0 => (*part).to_owned(),
            _ => self.name(&format!("`{part}`")),
        });
        parts.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Paint, by_environment, typed};

    fn wanted(is_terminal: bool, variables: &[(&str, &str)]) -> bool {
        by_environment(is_terminal, |name| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into())
        })
    }

    #[test]
    fn the_environment_decides_in_its_usual_order() {
        assert!(wanted(true, &[]) && !wanted(false, &[]));
        assert!(!wanted(true, &[("NO_COLOR", "1")]) && wanted(true, &[("NO_COLOR", "")]));
        assert!(wanted(false, &[("CLICOLOR_FORCE", "1")]) && !wanted(false, &[("CLICOLOR_FORCE", "0")]));
        assert!(!wanted(true, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
        assert!(!wanted(true, &[("CLICOLOR", "0")]) && !wanted(true, &[("TERM", "dumb")]));
    }

    #[test]
    fn the_last_value_before_the_operands_counts() {
        let of = |arguments: &str| {
            let arguments: Vec<_> = arguments.split_whitespace().map(Into::into).collect();
            typed(&arguments).map(|value| value.into_string().unwrap())
        };
        assert_eq!(of("gush rows --color always -G"), Some("always".into()));
        assert_eq!(of("gush --color=never rows --color=auto"), Some("auto".into()));
        assert_eq!((of("gush rows -- --color always"), of("gush rows --color")), (None, None));
    }

    #[test]
    fn a_classic_help_has_headings_and_names() {
        let text = "Usage: gush yes\n\nOptions:\n  -n, --lines N  write N lines\n      --zero\nSee: this\n";
        let painted = "\x1b[1;4mUsage:\x1b[0m gush yes\n\n\x1b[1;4mOptions:\x1b[0m\n  \x1b[1m-n, --lines N\x1b[0m  write N lines\n      \x1b[1m--zero\x1b[0m\nSee: this\n";
        assert_eq!(Paint(true).classic_help(text), painted);
        assert_eq!(Paint(false).classic_help(text), text);
    }

    #[test]
    fn messages_have_their_marks_in_color() {
        let text = "gush: error in the arguments\n  emial\n  ^^^^^ did you mean `email`?";
        let painted = "\x1b[1;31mgush:\x1b[0m error in the arguments\n  emial\n  \x1b[1;31m^^^^^\x1b[0m did you mean \x1b[1m`email`\x1b[0m?";
        assert_eq!(Paint(true).message(text), painted);
        assert_eq!(Paint(false).message(text), text);
    }
}
