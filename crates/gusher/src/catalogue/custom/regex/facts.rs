//! Facts about a pattern: how many texts it makes, and whether a text shows how it was built.

use std::collections::{BTreeSet, HashSet};

use super::parse::Node;
use crate::generators::codes::MAX_ENTRIES;

/// Facts about a part of a pattern.
#[derive(Debug, Default)]
pub(super) struct Facts {
    /// The number of characters of its texts, where all have as many.
    fixed: Option<usize>,
    /// All characters that its texts have.
    chars: BTreeSet<char>,
    /// The characters that its texts begin with.
    first: BTreeSet<char>,
    /// Whether it makes the empty text.
    empty: bool,
    /// Whether each text is certainly composed in one way only.
    pub clear: bool,
}

/// The facts of this pattern.
pub(super) fn of(node: &Node) -> Facts {
    let mut facts = match node {
        Node::Literal(text) => Facts {
            fixed: Some(text.chars().count()),
            chars: text.chars().collect(),
            first: text.chars().take(1).collect(),
            empty: text.is_empty(),
            clear: true,
        },
        Node::Class(chars) => {
            let chars: BTreeSet<char> = chars.iter().copied().collect();
            Facts { fixed: Some(1), first: chars.clone(), chars, empty: false, clear: true }
        }
        Node::Concat(parts) => concat(&parts.iter().map(of).collect::<Vec<_>>()),
        Node::Alternation(branches) => alternation(&branches.iter().map(of).collect::<Vec<_>>()),
        Node::Repeat { node, min, max } => repeat(of(node), *min, *max),
    };
    // Few texts can simply be looked at.
    if !facts.clear
        && let Some(texts) = all(node, MAX_ENTRIES)
    {
        facts.clear = texts.iter().collect::<HashSet<_>>().len() == texts.len();
    }
    facts
}

fn concat(parts: &[Facts]) -> Facts {
    let mut facts = Facts { fixed: Some(0), empty: true, clear: split_is_clear(parts), ..Facts::default() };
    for part in parts {
        facts.fixed = facts.fixed.zip(part.fixed).map(|(sum, len)| sum + len);
        facts.chars.extend(&part.chars);
        if facts.empty {
            facts.first.extend(&part.first);
        }
        facts.empty &= part.empty;
    }
    facts
}

/// Whether a text of these parts can be taken apart in one way only: from the left, each part has a known length or
/// ends where a character comes that it cannot have; one part may be what is left when all after it, of known lengths,
/// is taken off the right.
fn split_is_clear(parts: &[Facts]) -> bool {
    let from_left = (0..parts.len()).take_while(|&at| ends(&parts[at], &parts[at + 1..])).count();
    let mut rest = parts.iter().skip(from_left + 1);
    parts.iter().all(|part| part.clear) && rest.all(|part| part.fixed.is_some())
}

/// Whether it shows where a part ends: by its length, or as nothing that may follow begins like a part of it.
fn ends(part: &Facts, behind: &[Facts]) -> bool {
    let reached = behind.iter().position(|next| !next.empty).map_or(behind.len(), |full| full + 1);
    part.fixed.is_some() || behind[..reached].iter().all(|next| next.first.is_disjoint(&part.chars))
}

fn alternation(branches: &[Facts]) -> Facts {
    let lens: BTreeSet<Option<usize>> = branches.iter().map(|branch| branch.fixed).collect();
    let differ = |a: &Facts, b: &Facts| {
        let lens = a.fixed.zip(b.fixed).is_some_and(|(a, b)| a != b);
        lens || (a.first.is_disjoint(&b.first) && !(a.empty && b.empty))
    };
    let pairs = || branches.iter().enumerate().flat_map(|(i, a)| branches[..i].iter().map(move |b| (a, b)));
    Facts {
        fixed: if lens.len() == 1 { branches[0].fixed } else { None },
        chars: branches.iter().flat_map(|branch| &branch.chars).copied().collect(),
        first: branches.iter().flat_map(|branch| &branch.first).copied().collect(),
        empty: branches.iter().any(|branch| branch.empty),
        clear: branches.iter().all(|branch| branch.clear) && pairs().all(|(a, b)| differ(a, b)),
    }
}

fn repeat(part: Facts, min: u32, max: u32) -> Facts {
    let once_at_most = max <= 1 && !part.empty;
    Facts {
        // Texts of one length tell by their own how many there are.
        clear: part.clear
            && (part.fixed.is_some_and(|len| len > 0 || min == max) || once_at_most || max == 0),
        fixed: part.fixed.filter(|&len| min == max || len == 0).map(|len| len * min as usize),
        chars: part.chars,
        first: part.first,
        empty: part.empty || min == 0,
    }
}

/// How many ways there are to make a text, as far as 128 bits count.
pub(super) fn ways(node: &Node) -> u128 {
    match node {
        Node::Literal(_) => 1,
        Node::Class(chars) => chars.len() as u128,
        Node::Concat(parts) => parts.iter().fold(1, |product, part| ways(part).saturating_mul(product)),
        Node::Alternation(branches) => {
            branches.iter().fold(0, |sum, branch| ways(branch).saturating_add(sum))
        }
        Node::Repeat { node, min, max } => {
            let one = ways(node);
            (*min..=*max).fold(0, |sum, count| sum.saturating_add(one.saturating_pow(count)))
        }
    }
}

/// All texts in all ways that they are composed, if there are few enough and they are not long.
fn all(node: &Node, most: usize) -> Option<Vec<String>> {
    const MAX_BYTES: u128 = 1 << 18;
    let ways = ways(node);
    let bytes = ways.saturating_mul(node.longest() as u128);
    (ways <= most as u128 && bytes <= MAX_BYTES).then(|| texts(node))
}

/// The texts of this part if they are few and each way to make one is as likely as another.
pub(super) fn equally_likely(node: &Node, most: usize) -> Option<Vec<String>> {
    is_even(node).then(|| all(node, most)).flatten()
}

/// Whether drawing each choice evenly makes all ways equally likely.
fn is_even(node: &Node) -> bool {
    match node {
        Node::Literal(_) | Node::Class(_) => true,
        Node::Concat(parts) => parts.iter().all(is_even),
        Node::Alternation(branches) => {
            let counts: BTreeSet<u128> = branches.iter().map(ways).collect();
            counts.len() == 1 && branches.iter().all(is_even)
        }
        Node::Repeat { node, min, max } => is_even(node) && (min == max || ways(node) == 1),
    }
}

fn texts(node: &Node) -> Vec<String> {
    match node {
        Node::Literal(text) => vec![text.clone()],
        Node::Class(chars) => chars.iter().map(char::to_string).collect(),
        Node::Concat(parts) => {
            parts.iter().fold(vec![String::new()], |fronts, part| joined(&fronts, &texts(part)))
        }
        Node::Alternation(branches) => branches.iter().flat_map(texts).collect(),
        Node::Repeat { node, min, max } => {
            let one = texts(node);
            let mut built = vec![String::new()];
            let mut texts = Vec::new();
            for count in 0..=*max {
                if count >= *min {
                    texts.extend_from_slice(&built);
                }
                if count < *max {
                    built = joined(&built, &one);
                }
            }
            texts
        }
    }
}

fn joined(fronts: &[String], ends: &[String]) -> Vec<String> {
    fronts.iter().flat_map(|front| ends.iter().map(move |end| format!("{front}{end}"))).collect()
}
