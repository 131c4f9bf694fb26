//! The parsed arguments: flags with their values, and operands.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use gush_diagnostics::Diagnostic;

use super::flag::{Flag, Rule};

/// The flags that were given, with their values, and the operands.
#[derive(Debug, Default, Clone)]
pub struct Given {
    flags: Vec<(&'static Flag, OsString)>,
    operands: Vec<String>,
}

impl Given {
    /// These operands, without any flag.
    pub fn new(operands: Vec<String>) -> Given {
        Given { flags: Vec::new(), operands }
    }

    /// Adds a flag; one without a value has an empty one.
    pub fn set(&mut self, flag: &'static Flag, value: impl Into<OsString>) {
        self.flags.push((flag, value.into()));
    }

    /// Adds an operand.
    pub fn push_operand(&mut self, operand: String) {
        self.operands.push(operand);
    }

    /// Takes a flag out; whether it was there.
    pub fn unset(&mut self, flag: &Flag) -> bool {
        let before = self.flags.len();
        self.flags.retain(|(given, _)| !given.is(flag));
        self.flags.len() < before
    }

    /// Whether nothing was given.
    pub fn is_empty(&self) -> bool {
        self.flags.is_empty() && self.operands.is_empty()
    }

    /// The operands.
    pub fn operands(&self) -> &[String] {
        &self.operands
    }

    /// Whether a flag was given.
    pub fn has(&self, flag: &Flag) -> bool {
        self.all(flag).next().is_some()
    }

    /// All flags that were given, with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Flag, &OsStr)> {
        self.flags.iter().map(|(flag, value)| (*flag, value.as_os_str()))
    }

    /// The value of a flag; of several the last one. Values that are not UTF-8 were refused before, except paths.
    pub fn text(&self, flag: &Flag) -> Option<&str> {
        self.all(flag).last().and_then(OsStr::to_str)
    }

    /// The value of a flag as a path; of several the last one.
    pub fn path(&self, flag: &Flag) -> Option<&Path> {
        self.all(flag).last().map(Path::new)
    }

    /// All values of a flag that may be repeated.
    pub fn all<'a>(&'a self, flag: &Flag) -> impl DoubleEndedIterator<Item = &'a OsStr> + use<'a> {
        let name = flag.name;
        self.flags.iter().filter(move |(given, _)| given.name == name).map(|(_, value)| value.as_os_str())
    }

    /// All values of a flag that may be repeated, as texts.
    pub fn texts<'a>(&'a self, flag: &Flag) -> impl Iterator<Item = &'a str> + use<'a> {
        self.all(flag).filter_map(OsStr::to_str)
    }

    /// Which of the flags that were given cannot be used together.
    pub fn conflicts(&self) -> Vec<Diagnostic> {
        let mut seen: Vec<&Flag> = Vec::new();
        let mut diagnostics = Vec::new();
        for (flag, _) in &self.flags {
            if seen.iter().any(|seen| seen.is(flag)) {
                continue;
            }
            diagnostics.extend(flag.rules.iter().filter_map(|rule| self.broken(flag, rule, &seen)));
            seen.push(flag);
        }
        diagnostics
    }

    /// The diagnostic where `flag` is given after those in `seen`, by one of its rules.
    fn broken(&self, flag: &Flag, rule: &Rule, seen: &[&Flag]) -> Option<Diagnostic> {
        let text = match rule {
            Rule::Not(other, why) => {
                let other = self.has(other).then(|| other.long())?;
                format!("cannot be used with {other}: {why}")
            }
            Rule::OneOf(kind, why) => {
                let other = seen.iter().find(|other| other.is_of(kind))?.long();
                format!("cannot be used with {other}: {why}")
            }
            Rule::Needs(others, why) => {
                let missing = !others.iter().any(|other| self.has(other));
                let others: Vec<String> = others.iter().map(|other| other.long()).collect();
                missing.then(|| format!("cannot be used without {}: {why}", others.join(" or ")))?
            }
        };
        Some(flag.refused(text))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Flag, Given, Rule, Value};

    static A: Flag = Flag::new("G", "a", "…").rules(&[Rule::Not(&B, "one is enough")]);
    static B: Flag = Flag::new("G", "b", "…").value(Value::text("X"));
    const ONE: &[Rule] = &[Rule::OneOf("question", "one at a time")];
    static D: Flag = Flag::new("G", "d", "…").rules(ONE);
    static E: Flag = Flag::new("G", "e", "…").rules(ONE);
    static C: Flag = Flag::new("G", "c", "…").rules(&[Rule::Needs(&[&A, &B], "it is about them")]);

    fn conflicts(flags: &[&'static Flag]) -> Vec<String> {
        let mut given = Given::default();
        flags.iter().for_each(|flag| given.set(flag, ""));
        given.conflicts().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn conflicting_flags_are_reported() {
        assert_eq!(conflicts(&[&A, &A, &B]), ["  --a\n  ^^^ cannot be used with --b: one is enough"]);
        assert_eq!(conflicts(&[&C]), ["  --c\n  ^^^ cannot be used without --a or --b: it is about them"]);
        assert_eq!(conflicts(&[&B, &C]), [""; 0]);
        assert_eq!(conflicts(&[&E, &D]), ["  --d\n  ^^^ cannot be used with --e: one at a time"]);
    }

    #[test]
    fn the_last_value_counts() {
        let mut given = Given::new(vec!["x".into()]);
        given.set(&B, "1");
        given.set(&B, "2");
        assert_eq!((given.text(&B), given.texts(&B).collect::<Vec<_>>()), (Some("2"), vec!["1", "2"]));
        assert!(given.unset(&B) && !given.has(&B) && !given.unset(&B));
    }
}
