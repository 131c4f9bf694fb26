//! The parser of PostgreSQL's advanced regular expressions. Unsupported syntax is reported by name.

use super::ast::{Anchor, Class, Named, Preference, RegexNode, Test, is_word};

/// How an expression is read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Flags {
    /// `i`: in any case.
    pub folds: bool,
    /// `n` and `p`: no `.` and no `[^…]` is a new line.
    pub stops_at_lines: bool,
    /// `n` and `w`: `^` and `$` are those of lines.
    pub by_lines: bool,
    /// `g`: all matches, where the function has a choice.
    pub all: bool,
}

impl Flags {
    /// Adds one, or says what is wrong with it.
    pub fn add(&mut self, letter: char) -> Result<(), String> {
        match letter {
            'i' => self.folds = true,
            'c' => self.folds = false,
            'n' | 'm' => (self.stops_at_lines, self.by_lines) = (true, true),
            's' => (self.stops_at_lines, self.by_lines) = (false, false),
            'p' => (self.stops_at_lines, self.by_lines) = (true, false),
            'w' => (self.stops_at_lines, self.by_lines) = (false, true),
            _ => {
                return Err(format!(
                    "`{letter}` is no flag here; there are i, c, n, m, s, p, w, and g to replace all"
                ));
            }
        }
        Ok(())
    }
}

/// The maximum of a repetition, as in PostgreSQL.
const MAX_REPEATS: u32 = 255;
/// Deeper expressions are refused.
const MAX_DEPTH: usize = 50;

/// The tree of an expression, how many groups it has, and the flags that it is read with.
pub(super) fn parse(text: &str, flags: Flags) -> Result<(RegexNode, usize), String> {
    let mut parser = Parser { rest: text, flags, groups: 0, depth: 0 };
    if text.starts_with("***") {
        return Err("a regular expression does not begin with *** here".into());
    }
    parser.options()?;
    let node = parser.alternatives()?;
    match parser.rest.is_empty() {
        true => Ok((node, parser.groups)),
        false => Err("this regular expression has a ) without its (".into()),
    }
}

struct Parser<'t> {
    rest: &'t str,
    flags: Flags,
    groups: usize,
    depth: usize,
}

/// An atom of a branch.
enum Atom {
    RegexNode(RegexNode),
    /// A position, which cannot be repeated.
    Fixed(RegexNode),
}

impl Parser<'_> {
    fn eat(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn next(&mut self) -> Option<char> {
        let letter = self.rest.chars().next()?;
        self.rest = &self.rest[letter.len_utf8()..];
        Some(letter)
    }

    /// Options at the beginning, as in `(?i)`.
    fn options(&mut self) -> Result<(), String> {
        let is_option = |rest: &str| rest.starts_with(|c: char| c.is_ascii_alphabetic());
        if let Some(rest) = self.rest.strip_prefix("(?").filter(|rest| is_option(rest)) {
            let (letters, rest) = rest
                .split_once(')')
                .ok_or("the options at the beginning of the regular expression have no end")?;
            letters.chars().try_for_each(|letter| self.flags.add(letter))?;
            self.rest = rest;
        }
        Ok(())
    }

    fn alternatives(&mut self) -> Result<RegexNode, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("the regular expression is nested too deeply".into());
        }
        let mut branches = vec![self.branch()?];
        while self.eat("|") {
            branches.push(self.branch()?);
        }
        self.depth -= 1;
        Ok(if branches.len() == 1 { branches.remove(0) } else { RegexNode::Either(branches) })
    }

    fn branch(&mut self) -> Result<RegexNode, String> {
        let mut nodes = Vec::new();
        while !self.rest.is_empty() && !self.rest.starts_with(['|', ')']) {
            nodes.push(match self.atom()? {
                Atom::Fixed(node) => {
                    if self.rest.starts_with(['*', '+', '?']) {
                        return Err("*, + and ? repeat a letter or a group, not a position".into());
                    }
                    node
                }
                Atom::RegexNode(node) => self.repeated(node)?,
            });
        }
        Ok(RegexNode::Sequence(nodes))
    }

    /// The atom with the quantifier after it.
    fn repeated(&mut self, node: RegexNode) -> Result<RegexNode, String> {
        let Some((min, max, is_exact)) = self.quantifier()? else { return Ok(node) };
        let prefers = if self.eat("?") { Preference::Shortest } else { Preference::Longest };
        if self.quantifier()?.is_some() {
            return Err("a quantifier follows another one; put what is repeated in (?: )".into());
        }
        let prefers = Some(prefers).filter(|_| !is_exact);
        Ok(match max {
            Some(0) => RegexNode::Sequence(Vec::new()),
            _ => RegexNode::Repeat { node: Box::new(node), min, max, prefers },
        })
    }

    /// How often the atom before is repeated, and whether that is `{m}`.
    fn quantifier(&mut self) -> Result<Option<(u32, Option<u32>, bool)>, String> {
        for (sign, min, max) in [("*", 0, None), ("+", 1, None), ("?", 0, Some(1))] {
            if self.eat(sign) {
                return Ok(Some((min, max, false)));
            }
        }
        let rest = self.rest.strip_prefix('{').filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        let Some(rest) = rest else { return Ok(None) };
        let (bounds, rest) = rest.split_once('}').ok_or("a { of the regular expression has no }")?;
        self.rest = rest;
        self.bounds(bounds).map(Some)
    }

    /// `m`, `m,` or `m,n` between braces.
    fn bounds(&mut self, text: &str) -> Result<(u32, Option<u32>, bool), String> {
        let number = |text: &str| {
            let is_number =
                !text.is_empty() && text.len() <= 3 && text.bytes().all(|byte| byte.is_ascii_digit());
            let number = text.parse::<u32>().ok().filter(|number| is_number && *number <= MAX_REPEATS);
            number.ok_or_else(|| format!("the numbers in {{{text}}} are from 0 to {MAX_REPEATS}"))
        };
        let Some((min, max)) = text.split_once(',') else {
            let count = number(text)?;
            return Ok((count, Some(count), true));
        };
        let (min, max) = (number(min)?, if max.is_empty() { None } else { Some(number(max)?) });
        match max.is_some_and(|max| max < min) {
            true => Err(format!("the numbers in {{{text}}} are in the wrong order")),
            false => Ok((min, max, false)),
        }
    }

    fn atom(&mut self) -> Result<Atom, String> {
        let flags = self.flags;
        let letter = self.next().expect("a branch goes on");
        Ok(match letter {
            '^' => Atom::Fixed(RegexNode::At(if flags.by_lines { Anchor::LineStart } else { Anchor::Start })),
            '$' => Atom::Fixed(RegexNode::At(if flags.by_lines { Anchor::LineEnd } else { Anchor::End })),
            '.' => {
                let all = vec![('\0', char::MAX)];
                let class = Class { ranges: all, no_newline: flags.stops_at_lines, ..Class::default() };
                Atom::RegexNode(RegexNode::Letter(class.into()))
            }
            '[' => Atom::RegexNode(RegexNode::Letter(self.bracket()?.into())),
            '(' => Atom::RegexNode(self.group()?),
            '\\' => self.escape()?,
            '*' | '+' | '?' => {
                return Err(format!("the {letter} repeats nothing; write \\{letter} for the sign"));
            }
            '{' if self.rest.starts_with(|c: char| c.is_ascii_digit()) => {
                return Err("the { repeats nothing; write \\{ for the sign".into());
            }
            letter => Atom::RegexNode(RegexNode::Letter(Class::of(letter, flags.folds).into())),
        })
    }

    fn group(&mut self) -> Result<RegexNode, String> {
        let number = match self.rest.strip_prefix('?') {
            None => {
                self.groups += 1;
                Some(self.groups - 1)
            }
            Some(rest) if rest.starts_with(':') => {
                self.rest = &rest[1..];
                None
            }
            Some(rest) if rest.starts_with(['=', '!', '<']) => {
                return Err("looking ahead and back, as by (?= and (?!, is not supported".into());
            }
            Some(_) => {
                return Err("after (? there is : here; options stand at the beginning, as in (?i)".into());
            }
        };
        let node = self.alternatives()?;
        if !self.eat(")") {
            return Err("a ( of the regular expression has no )".into());
        }
        Ok(match number {
            Some(number) => RegexNode::Group(Box::new(node), number),
            None => node,
        })
    }

    /// An escape after its backslash.
    fn escape(&mut self) -> Result<Atom, String> {
        let position = |position| Ok(Atom::Fixed(RegexNode::At(position)));
        match self.rest.chars().next() {
            None => return Err("the regular expression ends with a backslash; double it".into()),
            Some('1'..='9') => {
                return Err("back-references, such as \\1, are not supported in a regular expression".into());
            }
            _ => {}
        }
        let letter = self.next().unwrap_or_default();
        match letter {
            'A' => return position(Anchor::Start),
            'Z' => return position(Anchor::End),
            'm' => return position(Anchor::WordStart),
            'M' => return position(Anchor::WordEnd),
            'y' => return position(Anchor::WordBoundary),
            'Y' => return position(Anchor::NoBoundary),
            _ => {}
        }
        if let Some((is, negated)) = class_escape(letter) {
            let named = vec![Named(is, negated)];
            // Unlike `.` and `[^x]`, `\W` and `\D` take a line end in any case.
            return Ok(Atom::RegexNode(RegexNode::Letter(Class { named, ..Class::default() }.into())));
        }
        let letter = self.letter_escape(letter)?;
        Ok(Atom::RegexNode(RegexNode::Letter(Class::of(letter, self.flags.folds).into())))
    }

    /// The letter that an escape means.
    fn letter_escape(&mut self, letter: char) -> Result<char, String> {
        let digits = match letter {
            'a' => return Ok('\u{7}'),
            'b' => return Ok('\u{8}'),
            'B' => return Ok('\\'),
            'e' => return Ok('\u{1b}'),
            'f' => return Ok('\u{c}'),
            'n' => return Ok('\n'),
            'r' => return Ok('\r'),
            't' => return Ok('\t'),
            'v' => return Ok('\u{b}'),
            'u' => 4,
            'U' => 8,
            letter if !letter.is_ascii_alphanumeric() => return Ok(letter),
            letter => return Err(format!("\\{letter} means nothing in a regular expression here")),
        };
        let code = self.rest.get(..digits).and_then(|code| u32::from_str_radix(code, 16).ok());
        let found = code.and_then(char::from_u32).filter(|&found| found != '\0');
        self.rest = self.rest.get(digits..).unwrap_or_default();
        found.ok_or_else(|| format!("after \\{letter} there are {digits} hexadecimal digits of a letter"))
    }

    /// The letters between `[` and `]`.
    fn bracket(&mut self) -> Result<Class, String> {
        let negated = self.eat("^");
        let folds = self.flags.folds;
        let mut class =
            Class { negated, folds, no_newline: negated && self.flags.stops_at_lines, ..Class::default() };
        let mut is_first = true;
        loop {
            if !is_first && self.eat("]") {
                return Ok(class);
            }
            is_first = false;
            if self.eat("[:") {
                class.named.push(self.named_class()?);
                continue;
            }
            let Some(low) = self.bracket_letter(&mut class)? else { continue };
            let is_range = self.rest.starts_with('-') && !self.rest.starts_with("-]");
            if !is_range {
                class.ranges.push((low, low));
                continue;
            }
            self.eat("-");
            match self.bracket_letter(&mut class)? {
                Some(high) if low <= high => class.ranges.push((low, high)),
                _ => {
                    return Err("a range in [ ] goes from a lower letter to a higher one, as in [a-z]".into());
                }
            }
        }
    }

    fn named_class(&mut self) -> Result<Named, String> {
        let (name, rest) = self.rest.split_once(":]").ok_or("a [: of the regular expression has no :]")?;
        self.rest = rest;
        let found = CLASSES.iter().find(|(known, _)| *known == name);
        found.map(|(_, is)| Named(*is, false)).ok_or_else(|| {
            let names = CLASSES.map(|(name, _)| name).join(", ");
            format!("there is no class [:{name}:] of letters; there are {names}")
        })
    }

    /// A letter in `[ ]`; `None` for the escape of a class, which is added.
    fn bracket_letter(&mut self, class: &mut Class) -> Result<Option<char>, String> {
        if self.rest.starts_with("[.") || self.rest.starts_with("[=") {
            return Err("[. .] and [= =] are not supported in a regular expression".into());
        }
        let letter = self.next().ok_or("a [ of the regular expression has no ]")?;
        if letter != '\\' {
            return Ok(Some(letter));
        }
        let letter = self.next().ok_or("a [ of the regular expression has no ]")?;
        match class_escape(letter) {
            Some((is, false)) => {
                class.named.push(Named(is, false));
                Ok(None)
            }
            Some((_, true)) => Err(format!("\\{letter} does not stand in [ ]; write [^ ]")),
            None => self.letter_escape(letter).map(Some),
        }
    }
}

/// The class that an escape means, and whether it is negated.
fn class_escape(letter: char) -> Option<(Test, bool)> {
    let is: Test = match letter.to_ascii_lowercase() {
        'd' => |letter| letter.is_ascii_digit(),
        's' => char::is_whitespace,
        'w' => is_word,
        _ => return None,
    };
    Some((is, letter.is_ascii_uppercase()))
}

/// The classes by their names.
const CLASSES: [(&str, Test); 13] = [
    ("alnum", char::is_alphanumeric),
    ("alpha", char::is_alphabetic),
    ("blank", |letter| letter == ' ' || letter == '\t'),
    ("cntrl", char::is_control),
    ("digit", |letter| letter.is_ascii_digit()),
    ("graph", |letter| !letter.is_whitespace() && !letter.is_control()),
    ("lower", char::is_lowercase),
    ("print", |letter| !letter.is_control()),
    ("punct", |letter| letter.is_ascii_punctuation()),
    ("space", char::is_whitespace),
    ("upper", char::is_uppercase),
    ("word", is_word),
    ("xdigit", |letter| letter.is_ascii_hexdigit()),
];
