//! One flag: all that is known of it.

use gush_diagnostics::{Code, Diagnostic, Message};

/// One flag of a command, with the data that only its command uses.
#[derive(Debug)]
pub struct Flag<E = ()> {
    /// The heading that the help lists it under.
    pub group: &'static str,
    /// Its name, without the hyphens.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// Its letter, where it has one.
    pub letter: Option<char>,
    /// What its value is, where it takes one.
    pub value: Option<Value>,
    /// What holds where it is not given.
    pub default: Option<&'static str>,
    /// The text of the short help instead.
    pub brief: Option<&'static str>,
    /// The text of the long help instead of `about`.
    pub more: Option<fn() -> String>,
    /// The values that it takes, where they are few.
    pub choices: Option<Choices>,
    /// Its conflicts and requirements.
    pub rules: &'static [Rule],
    /// Whether its name has no abbreviations where others have them.
    pub is_exact: bool,
    /// The data that only its command uses.
    pub own: E,
}

/// The value of a flag.
#[derive(Debug, Clone, Copy)]
pub struct Value {
    /// Its name in the help.
    pub form: &'static str,
    /// The kind of value.
    pub kind: ValueType,
    /// Whether it may begin with a hyphen.
    pub hyphens: bool,
    /// Its default where the flag is given without a value, if that is allowed.
    pub if_missing: Option<&'static str>,
    /// Whether all that are given count, and not only the last one.
    pub repeats: bool,
    /// Whether commas separate several.
    pub listed: bool,
}

/// What a value may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueType {
    /// A text in UTF-8.
    Text,
    /// The path of a file.
    File,
    /// Any bytes.
    Bytes,
}

/// The values that a flag takes.
#[derive(Debug, Clone, Copy)]
pub struct Choices {
    /// The noun for one of them, as in "there is no such format".
    pub what: &'static str,
    /// All of them.
    pub all: fn() -> Vec<Choice>,
    /// Whether the help lists them.
    pub shown: bool,
}

/// One of the values that a flag takes.
#[derive(Debug, Clone, Copy)]
pub struct Choice {
    /// The value.
    pub name: &'static str,
    /// What it means; may be empty.
    pub about: &'static str,
}

/// What a flag does not go with.
#[derive(Debug, Clone, Copy)]
pub enum Rule {
    /// Of the flags of a kind only one can be used; and why.
    OneOf(&'static str, &'static str),
    /// It cannot be used with this flag; and the reason.
    Not(&'static Flag, &'static str),
    /// It requires one of these flags; and the reason.
    Needs(&'static [&'static Flag], &'static str),
}

impl Flag {
    /// A flag without a value.
    pub const fn new(group: &'static str, name: &'static str, about: &'static str) -> Flag {
        Flag::with(group, name, about, ())
    }
}

impl<E: Copy> Flag<E> {
    /// A flag without a value, and the data that only its command uses.
    pub const fn with(group: &'static str, name: &'static str, about: &'static str, own: E) -> Flag<E> {
        Flag {
            group,
            name,
            about,
            letter: None,
            value: None,
            default: None,
            brief: None,
            more: None,
            choices: None,
            rules: &[],
            is_exact: false,
            own,
        }
    }

    /// It has this letter.
    pub const fn letter(mut self, letter: char) -> Flag<E> {
        self.letter = Some(letter);
        self
    }

    /// It takes this value.
    pub const fn value(mut self, value: Value) -> Flag<E> {
        self.value = Some(value);
        self
    }

    /// This holds where it is not given.
    pub const fn default(mut self, default: &'static str) -> Flag<E> {
        self.default = Some(default);
        self
    }

    /// Sets the text of the short help.
    pub const fn brief(mut self, brief: &'static str) -> Flag<E> {
        self.brief = Some(brief);
        self
    }

    /// Sets the text of the long help.
    pub const fn more(mut self, more: fn() -> String) -> Flag<E> {
        self.more = Some(more);
        self
    }

    /// It takes one of these values, which the help lists.
    pub const fn choices(mut self, what: &'static str, all: fn() -> Vec<Choice>) -> Flag<E> {
        self.choices = Some(Choices { what, all, shown: true });
        self
    }

    /// It takes one of these values, which only completion offers.
    pub const fn completes(mut self, what: &'static str, all: fn() -> Vec<Choice>) -> Flag<E> {
        self.choices = Some(Choices { what, all, shown: false });
        self
    }

    /// It does not go with these.
    pub const fn rules(mut self, rules: &'static [Rule]) -> Flag<E> {
        self.rules = rules;
        self
    }

    /// Its name is not abbreviated, where others may be.
    #[cfg(unix)]
    pub const fn exact(mut self) -> Flag<E> {
        self.is_exact = true;
        self
    }
}

impl<E> Flag<E> {
    /// Whether both are the same flag.
    pub fn is<F>(&self, other: &Flag<F>) -> bool {
        self.name == other.name
    }

    /// Whether it is one of the flags of a kind of which only one can be used.
    pub fn is_of(&self, kind: &str) -> bool {
        self.rules.iter().any(|rule| matches!(rule, Rule::OneOf(own, _) if *own == kind))
    }

    /// Its name with the hyphens.
    pub fn long(&self) -> String {
        format!("--{}", self.name)
    }

    /// What it does, in one line, with its choices and its default.
    pub fn summary(&self) -> String {
        let choices = self.choices.filter(|choices| choices.shown).map(|choices| (choices.all)());
        let names: Vec<&str> = choices.iter().flatten().map(|choice| choice.name).collect();
        let names = if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) };
        format!("{}{names}{}", self.about, self.default_text(" "))
    }

    /// The text of the long help.
    pub fn explanation(&self) -> String {
        let about = self.more.map_or_else(|| self.about.to_owned(), |more| more());
        let choices = self.choices.filter(|choices| choices.shown).map(|choices| (choices.all)());
        let choices = choices.unwrap_or_default();
        if choices.iter().all(|choice| choice.about.is_empty()) && self.more.is_none() {
            return self.summary();
        }
        let lines = choices.iter().map(|Choice { name, about }| format!("\n{name}: {about}"));
        let lines: String = lines.collect();
        if lines.is_empty() {
            return about + &self.default_text(" ");
        }
        format!("{about}:{lines}{}", self.default_text("\n"))
    }

    /// A line of a help text in the form of the classic tools, with the names in `names` columns.
    pub fn line(&self, names: usize) -> String {
        self.lines(self.about, names, usize::MAX)
    }

    /// The same, in as many lines as it takes to fit into `width` columns. Its description is `about`.
    pub fn lines(&self, about: &str, names: usize, width: usize) -> String {
        let letter = self.letter.map_or_else(|| "   ".into(), |letter| format!("-{letter},"));
        let value = self.value.map_or_else(String::new, |value| format!(" {}", value.form));
        let indent = names + "  -x, ".len();
        let mut text = format!("  {letter} {:names$}", format!("--{}{value}", self.name));
        let mut filled = indent;
        for argument in about.split(' ') {
            let gap = usize::from(filled > indent);
            if gap == 1 && width - filled <= argument.len() {
                text += &format!("\n{:indent$}", "");
                filled = indent;
            } else if gap == 1 {
                text.push(' ');
                filled += 1;
            }
            text += argument;
            filled += argument.len();
        }
        text + "\n"
    }

    fn default_text(&self, gap: &str) -> String {
        self.default.map(|default| format!("{gap}[default: {default}]")).unwrap_or_default()
    }

    /// A diagnostic for its value.
    pub fn wrong(&self, value: &str, message: impl Into<Message>) -> Diagnostic {
        let argument = format!("--{} {value}", self.name);
        let at = argument.len() - value.len()..argument.len();
        Diagnostic::new(Code::Option, argument, at, message)
    }

    /// A diagnostic for the flag itself.
    pub fn refused(&self, message: impl Into<Message>) -> Diagnostic {
        Diagnostic::for_argument(Code::Option, self.long(), message)
    }

    /// A diagnostic for a value that is not one of its choices.
    pub fn unknown(&self, value: &str) -> Diagnostic {
        let Choices { what, all, .. } =
            self.choices.unwrap_or(Choices { what: "value", all: Vec::new, shown: false });
        let names = all().into_iter().map(|choice| choice.name);
        self.wrong(value, Message::unknown(format!("there is no such {what}"), value, names))
    }
}

impl Value {
    /// A text, which does not begin with a hyphen.
    pub const fn text(form: &'static str) -> Value {
        Value { form, kind: ValueType::Text, hyphens: false, if_missing: None, repeats: false, listed: false }
    }

    /// A text that may begin with a hyphen, as a number may.
    pub const fn number(form: &'static str) -> Value {
        Value { hyphens: true, ..Value::text(form) }
    }

    /// The path of a file.
    pub const fn file(form: &'static str) -> Value {
        Value { kind: ValueType::File, ..Value::text(form) }
    }

    /// Any bytes.
    pub const fn bytes(form: &'static str) -> Value {
        Value { kind: ValueType::Bytes, ..Value::number(form) }
    }

    /// It may be left out, and is this then. Where it is given, it is so after an `=`.
    pub const fn or(mut self, if_missing: &'static str) -> Value {
        self.if_missing = Some(if_missing);
        self
    }

    /// All that are given count.
    pub const fn repeated(mut self) -> Value {
        self.repeats = true;
        self
    }

    /// All that are given count, and commas separate several.
    #[cfg(all(unix, feature = "bench"))]
    pub const fn listed(mut self) -> Value {
        self.listed = true;
        self.repeated()
    }
}
