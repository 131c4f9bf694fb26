//! The tree of a regular expression.

use std::sync::Arc;

/// Which of several matches an expression prefers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Preference {
    Longest,
    Shortest,
}

/// A regular expression.
#[derive(Debug, Clone)]
pub(super) enum RegexNode {
    /// One letter.
    Letter(Arc<Class>),
    /// A condition on a position.
    At(Anchor),
    /// One after the other.
    Sequence(Vec<RegexNode>),
    Either(Vec<RegexNode>),
    Repeat {
        node: Box<RegexNode>,
        min: u32,
        max: Option<u32>,
        /// None for `{m}`, which has that of what it repeats.
        prefers: Option<Preference>,
    },
    /// A group whose match is remembered, by its number from 0.
    Group(Box<RegexNode>, usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    /// `^` and `\A`
    Start,
    /// `$` and `\Z`
    End,
    /// `^` of each line.
    LineStart,
    LineEnd,
    /// `\m`
    WordStart,
    /// `\M`
    WordEnd,
    /// `\y`
    WordBoundary,
    /// `\Y`
    NoBoundary,
}

/// Some letters.
#[derive(Debug, Clone, Default)]
pub(super) struct Class {
    pub ranges: Vec<(char, char)>,
    pub named: Vec<Named>,
    pub negated: bool,
    /// Whether a letter in another case is one of them too.
    pub folds: bool,
    /// Whether a new line is none of them.
    pub no_newline: bool,
}

/// A class with a name, such as `[:alpha:]`, and whether it is negated.
#[derive(Debug, Clone, Copy)]
pub(super) struct Named(pub Test, pub bool);

/// Whether a letter is of a class.
pub(super) type Test = fn(char) -> bool;

impl Class {
    pub fn of(letter: char, folds: bool) -> Class {
        Class { ranges: vec![(letter, letter)], folds, ..Class::default() }
    }

    pub fn contains(&self, letter: char) -> bool {
        if self.no_newline && letter == '\n' {
            return false;
        }
        let is = |letter: char| {
            self.ranges.iter().any(|&(low, high)| low <= letter && letter <= high)
                || self.named.iter().any(|Named(is, negated)| is(letter) != *negated)
        };
        let found = is(letter) || (self.folds && (is(lower(letter)) || is(upper(letter))));
        found != self.negated
    }
}

/// The letter in lower case, if that is one letter.
fn lower(letter: char) -> char {
    let mut letters = letter.to_lowercase();
    letters.next().filter(|_| letters.next().is_none()).unwrap_or(letter)
}

fn upper(letter: char) -> char {
    let mut letters = letter.to_uppercase();
    letters.next().filter(|_| letters.next().is_none()).unwrap_or(letter)
}

impl Anchor {
    /// Whether it holds at an index of the text.
    pub fn holds(self, text: &[char], at: usize) -> bool {
        let before = at.checked_sub(1).map(|before| text[before]);
        let after = text.get(at).copied();
        let [word_before, word_after] = [before, after].map(|letter| letter.is_some_and(is_word));
        match self {
            Anchor::Start => before.is_none(),
            Anchor::End => after.is_none(),
            Anchor::LineStart => before.is_none_or(|letter| letter == '\n'),
            Anchor::LineEnd => after.is_none_or(|letter| letter == '\n'),
            Anchor::WordStart => !word_before && word_after,
            Anchor::WordEnd => word_before && !word_after,
            Anchor::WordBoundary => word_before != word_after,
            Anchor::NoBoundary => word_before == word_after,
        }
    }
}

/// Whether `\w` matches a letter.
pub(super) fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

impl RegexNode {
    /// Which match it prefers, if it does: the first of its parts with a preference decides.
    pub fn prefers(&self) -> Option<Preference> {
        match self {
            RegexNode::Letter(_) | RegexNode::At(_) => None,
            RegexNode::Sequence(nodes) => nodes.iter().find_map(RegexNode::prefers),
            RegexNode::Either(_) => Some(Preference::Longest),
            RegexNode::Repeat { node, prefers, .. } => prefers.or_else(|| node.prefers()),
            RegexNode::Group(node, _) => node.prefers(),
        }
    }

    /// Whether a match of a group in it is remembered.
    pub fn remembers(&self) -> bool {
        match self {
            RegexNode::Letter(_) | RegexNode::At(_) => false,
            RegexNode::Sequence(nodes) | RegexNode::Either(nodes) => nodes.iter().any(RegexNode::remembers),
            RegexNode::Repeat { node, .. } => node.remembers(),
            RegexNode::Group(..) => true,
        }
    }

    /// Which preferences there are in it.
    pub fn preferences(&self, found: &mut (bool, bool)) {
        let mut add = |prefers| match prefers {
            Some(Preference::Longest) => found.0 = true,
            Some(Preference::Shortest) => found.1 = true,
            None => {}
        };
        match self {
            RegexNode::Letter(_) | RegexNode::At(_) => {}
            RegexNode::Sequence(nodes) => nodes.iter().for_each(|node| node.preferences(found)),
            RegexNode::Either(nodes) => {
                add(Some(Preference::Longest));
                nodes.iter().for_each(|node| node.preferences(found));
            }
            RegexNode::Repeat { node, prefers, .. } => {
                add(*prefers);
                node.preferences(found);
            }
            RegexNode::Group(node, _) => node.preferences(found),
        }
    }
}
