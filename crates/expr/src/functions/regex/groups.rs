//! The groups of an expression, once its complete match is known: by PostgreSQL's rules, by which earlier parts
//! take what they prefer, as long as the rest still matches.

use super::ast::{Preference, RegexNode};
use super::program::{RegexProgram, TooLong};

/// How the match of a node is divided among its groups.
#[derive(Debug)]
pub(super) enum Split {
    /// No group is in it.
    Nothing,
    /// A group, and what is in it.
    Group(usize, Box<Split>),
    /// Two parts: where the first may end, where the second may begin, and which is preferred.
    Two { first: RegexProgram, second: RegexProgram, prefers: Preference, splits: Box<(Split, Split)> },
    /// The first alternative that matches all of it.
    Either(Vec<(RegexProgram, Split)>),
    /// Repeated from no time to `max` times.
    Repeat { once: RegexProgram, more: Vec<RegexProgram>, prefers: Preference, split: Box<Split> },
}

/// The programs of an expression have at most this many steps together.
const MAX_STEPS: usize = 5000;

/// How the matches of an expression are divided.
pub(super) fn of(node: &RegexNode) -> Result<Split, TooLong> {
    split(node, &mut 0)
}

fn program(nodes: &[&RegexNode], backward: bool, count: &mut usize) -> Result<RegexProgram, TooLong> {
    let program = RegexProgram::of_all(nodes, backward)?;
    *count += program.len();
    if *count > MAX_STEPS { Err(TooLong) } else { Ok(program) }
}

fn split(node: &RegexNode, count: &mut usize) -> Result<Split, TooLong> {
    if !node.remembers() {
        return Ok(Split::Nothing);
    }
    match node {
        RegexNode::Letter(_) | RegexNode::At(_) => Ok(Split::Nothing),
        RegexNode::Group(node, number) => Ok(Split::Group(*number, Box::new(split(node, count)?))),
        RegexNode::Sequence(nodes) => sequence(&nodes.iter().collect::<Vec<_>>(), count),
        RegexNode::Either(nodes) => {
            let either = |node| Ok((program(&[node], false, count)?, split(node, count)?));
            nodes.iter().map(either).collect::<Result<_, _>>().map(Split::Either)
        }
        RegexNode::Repeat { node, min, max, prefers } => repeat(node, *min, *max, *prefers, count),
    }
}

/// Parts after each other: those without groups that prefer the same are one part.
fn sequence(nodes: &[&RegexNode], count: &mut usize) -> Result<Split, TooLong> {
    let mut found = (false, false);
    let plain = nodes.iter().take_while(|node| {
        node.preferences(&mut found);
        !node.remembers() && found != (true, true)
    });
    match plain.count() {
        _ if nodes.iter().all(|node| !node.remembers()) => Ok(Split::Nothing),
        0 if nodes.len() == 1 => split(nodes[0], count),
        0 => {
            let splits = (split(nodes[0], count)?, sequence(&nodes[1..], count)?);
            two(&nodes[..1], &nodes[1..], splits, count)
        }
        plain => {
            let splits = (Split::Nothing, sequence(&nodes[plain..], count)?);
            two(&nodes[..plain], &nodes[plain..], splits, count)
        }
    }
}

fn two(
    a: &[&RegexNode],
    b: &[&RegexNode],
    splits: (Split, Split),
    count: &mut usize,
) -> Result<Split, TooLong> {
    let prefers = a.iter().find_map(|node| node.prefers()).unwrap_or(Preference::Longest);
    let (first, second) = (program(a, false, count)?, program(b, true, count)?);
    Ok(Split::Two { first, second, prefers, splits: Box::new(splits) })
}

fn repeat(
    inner: &RegexNode,
    min: u32,
    max: Option<u32>,
    prefers: Option<Preference>,
    count: &mut usize,
) -> Result<Split, TooLong> {
    let repeated = |min, max| RegexNode::Repeat { node: Box::new(inner.clone()), min, max, prefers };
    let split = split(inner, count)?;
    if min > 0 {
        let preference = prefers.or_else(|| inner.prefers()).unwrap_or(Preference::Longest);
        // A group in a repetition has the match of the last iteration.
        let before = repeated(min - 1, max.map(|max| max - 1));
        let (first, second) = (program(&[&before], false, count)?, program(&[inner], true, count)?);
        let splits = Box::new((Split::Nothing, split));
        return Ok(Split::Two { first, second, prefers: preference, splits });
    }
    let more = match max {
        None => vec![program(&[&repeated(0, None)], true, count)?],
        Some(max) => (0..max)
            .map(|more| program(&[&repeated(0, Some(more))], true, count))
            .collect::<Result<_, _>>()?,
    };
    let once = program(&[inner], false, count)?;
    // Each time takes what the repeated part prefers.
    let preference = inner.prefers().unwrap_or(Preference::Longest);
    Ok(Split::Repeat { once, more, prefers: preference, split: Box::new(split) })
}

/// The match of each group, in an expression that matches this part of the text.
pub(super) type Groups = Vec<Option<(usize, usize)>>;

impl Split {
    /// Finds what the groups match.
    pub fn groups(&self, text: &[char], (start, end): (usize, usize), groups: &mut Groups) {
        match self {
            Split::Nothing => {}
            Split::Group(number, inner) => {
                groups[*number] = Some((start, end));
                inner.groups(text, (start, end), groups);
            }
            Split::Two { first, second, prefers, splits } => {
                let middle = preferred(first, second, text, (start, end), *prefers, start).unwrap_or(end);
                splits.0.groups(text, (start, middle), groups);
                splits.1.groups(text, (middle, end), groups);
            }
            Split::Either(branches) => {
                let of_all = |program: &RegexProgram| program.ends(text, (start, end)).contains(&end);
                if let Some((_, split)) = branches.iter().find(|(program, _)| of_all(program)) {
                    split.groups(text, (start, end), groups);
                }
            }
            Split::Repeat { once, more, prefers, split } => {
                // Nothing is repeated once where the longest is preferred, and no time otherwise.
                let is_none = *prefers == Preference::Shortest || once.ends(text, (start, end)).is_empty();
                if start == end && is_none {
                    return;
                }
                let (mut start, mut time) = (start, 0);
                loop {
                    // After the last time nothing is left.
                    let rest = if more.len() == 1 { &more[0] } else { &more[more.len() - 1 - time] };
                    match preferred(once, rest, text, (start, end), *prefers, start + 1) {
                        Some(middle) if middle < end => start = middle,
                        _ => return split.groups(text, (start, end), groups),
                    }
                    time = (time + 1).min(more.len() - 1);
                }
            }
        }
    }
}

/// The end of the first part, `min` or later, that is preferred among those after which the second part matches the rest.
fn preferred(
    first: &RegexProgram,
    second: &RegexProgram,
    text: &[char],
    (start, end): (usize, usize),
    prefers: Preference,
    min: usize,
) -> Option<usize> {
    let begins: Vec<usize> = second.ends(text, (start, end));
    // They are found from the last one on.
    let is_begin = |middle: &usize| begins.binary_search_by(|begin| middle.cmp(begin)).is_ok();
    let ends = first.ends(text, (start, end)).into_iter();
    let both = ends.filter(|middle| *middle >= min && is_begin(middle));
    match prefers {
        Preference::Longest => both.max(),
        Preference::Shortest => both.min(),
    }
}
