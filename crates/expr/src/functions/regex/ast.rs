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
pub(super) enum Node {
    /// One letter.
    Letter(Arc<Class>),
    /// A condition on a position.
    At(Position),
    /// One after the other.
    Sequence(Vec<Node>),
    Either(Vec<Node>),
    Repeat {
        node: Box<Node>,
        min: u32,
        max: Option<u32>,
        /// None for `{m}`, which has that of what it repeats.
        prefers: Option<Preference>,
    },
    /// A group whose match is remembered, by its number from 0.
    Group(Box<Node>, usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Position {
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

impl Position {
    /// Whether it holds at an index of the text.
    pub fn holds(self, text: &[char], at: usize) -> bool {
        let before = at.checked_sub(1).map(|before| text[before]);
        let after = text.get(at).copied();
        let [word_before, word_after] = [before, after].map(|letter| letter.is_some_and(is_word));
        match self {
            Position::Start => before.is_none(),
            Position::End => after.is_none(),
            Position::LineStart => before.is_none_or(|letter| letter == '\n'),
            Position::LineEnd => after.is_none_or(|letter| letter == '\n'),
            Position::WordStart => !word_before && word_after,
            Position::WordEnd => word_before && !word_after,
            Position::WordBoundary => word_before != word_after,
            Position::NoBoundary => word_before == word_after,
        }
    }
}

/// What `\w` is.
pub(super) fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

impl Node {
    /// Which match it prefers, if it does: the first of its parts with a preference decides.
    pub fn prefers(&self) -> Option<Preference> {
        match self {
            Node::Letter(_) | Node::At(_) => None,
            Node::Sequence(nodes) => nodes.iter().find_map(Node::prefers),
            Node::Either(_) => Some(Preference::Longest),
            Node::Repeat { node, prefers, .. } => prefers.or_else(|| node.prefers()),
            Node::Group(node, _) => node.prefers(),
        }
    }

    /// Whether a match of a group in it is remembered.
    pub fn remembers(&self) -> bool {
        match self {
            Node::Letter(_) | Node::At(_) => false,
            Node::Sequence(nodes) | Node::Either(nodes) => nodes.iter().any(Node::remembers),
            Node::Repeat { node, .. } => node.remembers(),
            Node::Group(..) => true,
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
            Node::Letter(_) | Node::At(_) => {}
            Node::Sequence(nodes) => nodes.iter().for_each(|node| node.preferences(found)),
            Node::Either(nodes) => {
                add(Some(Preference::Longest));
                nodes.iter().for_each(|node| node.preferences(found));
            }
            Node::Repeat { node, prefers, .. } => {
                add(*prefers);
                node.preferences(found);
            }
            Node::Group(node, _) => node.preferences(found),
        }
    }
}
