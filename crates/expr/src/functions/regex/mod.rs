//! Regular expressions, as PostgreSQL has them: of the matches that begin first the longest is taken, or the shortest where
//! that is asked for, and groups follow its rules. The expression is known before the rows, and a text of n letters
//! takes at most n times as many steps as the expression has for each match.

mod ast;
mod groups;
mod parse;
mod program;
mod replacement;

use gusher::internal::computed::ExpressionError;

use self::ast::Preference;
use self::groups::Split;
use self::parse::Flags;
use self::program::{RegexProgram, TooLong};
use self::replacement::Replacement;
use super::rows::{to_bools, to_ints, to_optional_texts, to_texts};
use super::text::texts;
use super::{Args, Function};
use crate::run::{Checked, Typed};
use crate::types::TextBounds;
use crate::unify::text_of;

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new("~", (2, 2), "TEXT ~ 'REGEX'", |args| matches(args, false, false)),
    Function::new("~*", (2, 2), "TEXT ~* 'REGEX'", |args| matches(args, true, false)),
    Function::new("!~", (2, 2), "TEXT !~ 'REGEX'", |args| matches(args, false, true)),
    Function::new("!~*", (2, 2), "TEXT !~* 'REGEX'", |args| matches(args, true, true)),
    Function::new("regexp_like", (2, 3), "regexp_like(TEXT, 'REGEX', 'FLAGS')", |args| {
        matches(args, false, false)
    }),
    Function::new("regexp_count", (2, 2), "regexp_count(TEXT, 'REGEX')", count),
    Function::new("regexp_substr", (2, 2), "regexp_substr(TEXT, 'REGEX')", substring_of_match),
    Function::new("regexp_replace", (3, 4), "regexp_replace(TEXT, 'REGEX', TEXT, 'FLAGS')", replace),
];

/// The longest result, and the maximum number of steps for one text.
const MAX_BYTES: usize = 1 << 20;
const MAX_WORK: u64 = 1 << 32;

/// A compiled expression.
struct Regex {
    program: RegexProgram,
    prefers: Preference,
    /// How a match is divided among the groups, if that is asked for.
    split: Option<Split>,
    groups: usize,
}

impl Regex {
    fn of(text: &str, flags: Flags, with_groups: bool) -> Result<Regex, String> {
        let (node, groups) = parse::parse(text, flags)?;
        let too_long = |TooLong| "the regular expression repeats too much, or has too many groups".to_owned();
        let split = if with_groups && groups > 0 { Some(groups::of(&node).map_err(too_long)?) } else { None };
        Ok(Regex {
            program: RegexProgram::of(&node, false).map_err(too_long)?,
            prefers: node.prefers().unwrap_or(Preference::Longest),
            split,
            groups,
        })
    }

    fn find(&self, text: &[char], from: usize) -> Option<(usize, usize)> {
        self.program.find(text, from, self.prefers)
    }

    /// All matches, each after the one before; those of nothing are one letter apart.
    fn each(&self, text: &[char], mut use_match: impl FnMut((usize, usize))) {
        let mut from = 0;
        while let Some((start, end)) = self.find(text, from) {
            use_match((start, end));
            from = if start == end { end + 1 } else { end };
            if from > text.len() {
                return;
            }
        }
    }

    /// The spans of the groups of a match.
    fn groups_of(&self, text: &[char], found: (usize, usize)) -> groups::Groups {
        let mut groups = vec![None; self.groups];
        if let Some(split) = &self.split {
            split.groups(text, found, &mut groups);
        }
        groups
    }
}

/// The text and the expression, which is known, and how it is read; none where one of these is null.
struct Call {
    text: Typed,
    regex: Option<(String, Flags)>,
    at: Typed,
}

/// The arguments of a call that begin with a text and an expression; `flags` are the last, if there are any.
fn call(mut all: Vec<Typed>, folds: bool, flags: Option<Typed>) -> Result<Call, ExpressionError> {
    let pattern = all.remove(1);
    let text = all.remove(0);
    let mut found = Flags { folds, ..Flags::default() };
    let mut is_null = pattern.is_null();
    if let Some(flags) = flags {
        is_null |= flags.is_null();
        match flags.known_text() {
            Some(letters) => {
                for letter in letters.chars() {
                    match letter {
                        'g' => found.all = true,
                        letter => found.add(letter).map_err(|message| flags.error(message))?,
                    }
                }
            }
            None if flags.is_null() => {}
            None => return Err(flags.error("the flags have to be written here, such as 'gi'")),
        }
    }
    let regex = match pattern.known_text() {
        Some(regex) => Some((regex.to_string(), found)).filter(|_| !is_null),
        None if pattern.is_null() => None,
        None => {
            return Err(pattern.error("the regular expression has to be written here, such as '[a-z]+'"));
        }
    };
    Ok(Call { text, regex, at: pattern })
}

impl Call {
    fn compiled(&self, with_groups: bool, all: bool) -> Result<Option<Regex>, ExpressionError> {
        let Some((regex, flags)) = &self.regex else { return Ok(None) };
        let regex = Regex::of(regex, *flags, with_groups).map_err(|message| self.at.error(message))?;
        let longest = text_of(&self.text.ty).longest as u64;
        let work = (regex.program.len() as u64).saturating_mul(longest).saturating_mul(if all {
            longest
        } else {
            1
        });
        if work > MAX_WORK {
            return Err(self
                .text
                .error("the text may be too long for this; shorten it, as with left(x, 1000)"));
        }
        Ok(Some(regex))
    }
}

fn letters(text: &str) -> Vec<char> {
    text.chars().collect()
}

fn matches(args: Args<'_>, folds: bool, negated: bool) -> Checked {
    let is_call = args.name == "regexp_like";
    let mut all = texts(args)?;
    let flags = if all.len() > 2 { all.pop() } else { None };
    let call = call(all, folds, flags)?;
    if is_call && call.regex.as_ref().is_some_and(|(_, flags)| flags.all) {
        return Err(call.at.error("regexp_like has no flag g: it asks for any match"));
    }
    let regex = call.compiled(false, false)?;
    let Call { text, at: pattern, .. } = call;
    Ok(match regex {
        None => null(to_bools(vec![text, pattern], |_| false)),
        Some(regex) => to_bools(vec![text], move |row| regex.program.is_in(&letters(row.text(0))) != negated),
    })
}

/// A result that is null in all rows.
fn null(mut typed: Typed) -> Typed {
    let inner = typed.kernel;
    typed.kernel = crate::run::kernel(move |run| crate::value::Value {
        valid: Some(crate::value::Bits::NONE),
        ..inner(run)
    });
    typed.nullable = true;
    typed
}

fn count(args: Args<'_>) -> Checked {
    let call = call(texts(args)?, false, None)?;
    let regex = call.compiled(false, true)?;
    let max = text_of(&call.text.ty).longest as i64 + 1;
    let Some(regex) = regex else { return Ok(null(to_ints(vec![call.text], (0, 0), |_| 0))) };
    Ok(to_ints(vec![call.text], (0, max), move |row| {
        let mut count = 0;
        regex.each(&letters(row.text(0)), |_| count += 1);
        count
    }))
}

/// The first match, or null.
fn substring_of_match(args: Args<'_>) -> Checked {
    part(call(texts(args)?, false, None)?, false)
}

/// `substring(TEXT from 'REGEX')`: the first match, of an expression with groups what the first one matches, or null.
pub(super) fn substring(args: Args<'_>) -> Checked {
    part(call(texts(args)?, false, None)?, true)
}

fn part(call: Call, of_group: bool) -> Checked {
    let regex = call.compiled(of_group, false)?;
    let ty = text_of(&call.text.ty);
    let ty = TextBounds { plain: false, ..ty };
    let Some(regex) = regex else { return Ok(null(to_texts(vec![call.text], ty, |_, _| {}))) };
    Ok(to_optional_texts(vec![call.text], ty, move |row, out| {
        let text = letters(row.text(0));
        let found = regex.find(&text, 0);
        let found = match regex.split {
            Some(_) => found.and_then(|found| regex.groups_of(&text, found)[0]),
            None => found,
        };
        out.extend(found.iter().flat_map(|&(start, end)| &text[start..end]));
        found.is_some()
    }))
}

fn replace(args: Args<'_>) -> Checked {
    let at = args.at.clone();
    let mut all = texts(args)?;
    let flags = if all.len() > 3 { all.pop() } else { None };
    let to = all.pop().expect("the registry has counted them");
    let known = to.known_text().map(|text| Replacement::of(&text));
    let with_groups = known.as_ref().is_none_or(|known| known.groups() > 0);
    let call = call(all, false, flags)?;
    let is_all = call.regex.as_ref().is_some_and(|(_, flags)| flags.all);
    let regex = call.compiled(with_groups, is_all)?;
    let [ty, new] = [&call.text, &to].map(|typed| text_of(&typed.ty));
    // Each letter of the replacement may be half of a group, and each group all of the text.
    let parts = known.as_ref().map_or(new.longest / 2 + 1, Replacement::groups);
    let times = if is_all { ty.longest.saturating_add(1) } else { 1 };
    let longest = (new.longest.saturating_mul(times))
        .saturating_add(ty.longest.saturating_mul(parts.saturating_add(1)));
    if longest > MAX_BYTES {
        let text = format!("the text may have {longest} bytes then; shorten it first, as with left(x, 100)");
        return Err(crate::run::wrong(&at, text));
    }
    let ascii = ty.ascii && new.ascii;
    let mean = ty.mean.saturating_add(new.mean).min(longest);
    let ty = TextBounds { longest, mean, ascii, plain: false };
    let Some(regex) = regex else { return Ok(null(to_texts(vec![call.text], ty, |_, _| {}))) };
    Ok(to_texts(vec![call.text, to], ty, move |row, out| {
        let text = letters(row.text(0));
        let read;
        let new = match &known {
            Some(known) => known,
            None => {
                read = Replacement::of(row.text(1));
                &read
            }
        };
        let mut after = 0;
        let mut put = |found: (usize, usize)| {
            out.extend(&text[after..found.0]);
            new.write(&text, found, &regex.groups_of(&text, found), out);
            after = found.1;
        };
        match is_all {
            true => regex.each(&text, &mut put),
            false => regex.find(&text, 0).into_iter().for_each(&mut put),
        }
        out.extend(&text[after..]);
    }))
}

#[cfg(test)]
mod tests;
