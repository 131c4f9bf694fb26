//! Draws texts of a pattern whose parts depend on each other: a small program that is walked once for each row.

use super::facts::ways;
use super::parse::Node;
use crate::generators::{Generate, MAX_VALUES, Properties};
use crate::rng::{Draws, bounded, take_digit};
use crate::types::{Array, Field, Strings};

/// The texts of a pattern.
#[derive(Debug)]
pub(super) struct Drawn {
    program: Step,
    longest: usize,
    mean: usize,
    plain: bool,
    /// How many fractions a row may take.
    lanes: usize,
    unique_support: Result<(), &'static str>,
}

/// A part of the pattern.
#[derive(Debug)]
struct Step {
    kind: StepKind,
    /// How many ways there are to make its texts, as far as 128 bits count.
    ways: u128,
}

#[derive(Debug)]
enum StepKind {
    Literal(Box<[u8]>),
    /// Some characters of a class of `n`; each character comes first in n pairs.
    Run {
        pairs: Box<[[u8; 2]]>,
        n: u64,
        times: Times,
    },
    Class(Box<[char]>),
    Concat(Box<[Step]>),
    Alternation(Box<[Step]>),
    Repeat {
        step: Box<Step>,
        times: Times,
    },
}

/// How often a part is repeated.
#[derive(Debug)]
struct Times {
    min: u32,
    max: u32,
    /// For each number of times the number of ways, as far as 64 bits count.
    ways: Box<[u64]>,
}

/// Fractions choose among at most this many ways: more would make some of them likelier in a way that could be seen.
const MAX_WAYS: u64 = 1 << 48;
/// Classes of ASCII are drawn two at a time if they are no larger.
const MAX_PAIRED: usize = 95;

impl Drawn {
    pub fn new(node: &Node, unique_support: Result<(), &'static str>) -> Drawn {
        let program = Step::of(node);
        let plain = |c: u8| c.is_ascii_alphanumeric() || b"-._".contains(&c);
        Drawn {
            longest: node.longest(),
            mean: mean(node),
            plain: program.shortest() > 0 && program.all_bytes(&plain),
            lanes: program.lanes(),
            program,
            unique_support,
        }
    }
}

fn mean(node: &Node) -> usize {
    match node {
        Node::Concat(parts) => parts.iter().map(mean).sum(),
        Node::Alternation(branches) => branches.iter().map(mean).sum::<usize>() / branches.len().max(1),
        Node::Repeat { node, min, max } => mean(node) * (min + max) as usize / 2,
        _ => node.longest(),
    }
}

impl Generate for Drawn {
    fn field(&self) -> Field {
        Field::free(self.longest, self.mean, self.plain)
    }

    fn cardinality(&self) -> u64 {
        u64::try_from(self.program.ways).unwrap_or(MAX_VALUES).min(MAX_VALUES)
    }

    fn properties(&self) -> Properties<'_> {
        Properties { unique_support: self.unique_support, ..Properties::default() }
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let (unique, len) = (draws.is_unique(), draws.len());
        // Once a batch, which is nothing for a row.
        let mut lanes = Vec::with_capacity(self.lanes * len);
        for lane in 0..self.lanes as u64 {
            lanes.extend_from_slice(draws.load(lane));
        }
        let texts = values.strings();
        for row in 0..len {
            // The first fraction tells the values apart.
            let mut bits =
                Bits { lanes: &lanes, len, next: row + if unique { len } else { 0 }, x: 0, ways: MAX_WAYS };
            texts.push_with(self.longest + Strings::SLACK, |buffer| {
                let mut out = Out { buffer, at: 0 };
                if unique {
                    let cardinality = self.cardinality();
                    self.program.numbered(bounded(lanes[row], cardinality), cardinality, &mut bits, &mut out);
                } else {
                    self.program.random(&mut bits, &mut out);
                }
                out.at
            });
        }
    }
}

/// The fractions of one row.
struct Bits<'a> {
    /// All rows of the first one, then all rows of the second one …
    lanes: &'a [u64],
    len: usize,
    next: usize,
    x: u64,
    /// How many ways `x` was taken apart into.
    ways: u64,
}

impl Bits<'_> {
    /// A number below `n`.
    #[inline]
    fn below(&mut self, n: u64) -> usize {
        self.ways = self.ways.saturating_mul(n);
        if self.ways > MAX_WAYS {
            self.x = self.lanes[self.next];
            self.next += self.len;
            self.ways = n;
        }
        take_digit(&mut self.x, n) as usize
    }

    /// A number from `min` to `max`.
    #[inline]
    fn between(&mut self, min: u32, max: u32) -> u32 {
        if min == max { min } else { min + self.below(u64::from(max - min) + 1) as u32 }
    }
}

/// A text being written.
struct Out<'a> {
    buffer: &'a mut [u8],
    at: usize,
}

impl Out<'_> {
    #[inline]
    fn push(&mut self, text: &[u8]) {
        self.buffer[self.at..self.at + text.len()].copy_from_slice(text);
        self.at += text.len();
    }

    fn push_char(&mut self, c: char) {
        self.at += c.encode_utf8(&mut self.buffer[self.at..]).len();
    }
}

impl Step {
    fn of(node: &Node) -> Step {
        let all = |nodes: &[Node]| nodes.iter().map(Step::of).collect();
        let kind = match node {
            Node::Literal(text) => StepKind::Literal(text.as_bytes().into()),
            Node::Class(chars) => run(chars, 1, 1).unwrap_or_else(|| StepKind::Class(chars.clone().into())),
            Node::Concat(parts) => StepKind::Concat(all(parts)),
            Node::Alternation(branches) => StepKind::Alternation(all(branches)),
            Node::Repeat { node, min, max } => {
                let class = match &**node {
                    Node::Class(chars) => run(chars, *min, *max),
                    _ => None,
                };
                class.unwrap_or_else(|| StepKind::Repeat {
                    step: Box::new(Step::of(node)),
                    times: Times::of(ways(node), *min, *max),
                })
            }
        };
        Step { kind, ways: ways(node) }
    }

    /// Writes a text, each choice at random.
    fn random(&self, bits: &mut Bits<'_>, out: &mut Out<'_>) {
        match &self.kind {
            StepKind::Literal(text) => out.push(text),
            StepKind::Run { pairs, n, times } => {
                let count = bits.between(times.min, times.max);
                for _ in 0..count / 2 {
                    out.push(&pairs[bits.below(n * n)]);
                }
                if count % 2 == 1 {
                    out.push(&pairs[bits.below(*n) * *n as usize][..1]);
                }
            }
            StepKind::Class(chars) => out.push_char(chars[bits.below(chars.len() as u64)]),
            StepKind::Concat(parts) => parts.iter().for_each(|part| part.random(bits, out)),
            StepKind::Alternation(branches) => branches[bits.below(branches.len() as u64)].random(bits, out),
            StepKind::Repeat { step, times } => {
                for _ in 0..bits.between(times.min, times.max) {
                    step.random(bits, out);
                }
            }
        }
    }

    /// Writes the text of number `index` of `range`, which is at most the number of ways: different numbers give texts
    /// that are composed differently. What the number leaves open is drawn at random.
    fn numbered(&self, mut index: u64, mut range: u64, bits: &mut Bits<'_>, out: &mut Out<'_>) {
        if range <= 1 {
            return self.random(bits, out);
        }
        match &self.kind {
            StepKind::Literal(text) => out.push(text),
            StepKind::Class(chars) => out.push_char(chars[index as usize]),
            StepKind::Concat(parts) => {
                for part in parts {
                    let (digit, own) = next_digit(&mut index, &mut range, part.ways);
                    part.numbered(digit, own, bits, out);
                }
            }
            StepKind::Alternation(branches) => {
                for branch in branches {
                    let own = at_most(branch.ways, range);
                    if index < own {
                        return branch.numbered(index, own, bits, out);
                    }
                    (index, range) = (index - own, range - own);
                }
            }
            StepKind::Run { pairs, n, times } => {
                for _ in 0..times.counted(&mut index, &mut range) {
                    let (digit, own) = next_digit(&mut index, &mut range, (*n).into());
                    let which = if own <= 1 { bits.below(*n) } else { digit as usize };
                    out.push(&pairs[which * *n as usize][..1]);
                }
            }
            StepKind::Repeat { step, times } => {
                for _ in 0..times.counted(&mut index, &mut range) {
                    let (digit, own) = next_digit(&mut index, &mut range, step.ways);
                    step.numbered(digit, own, bits, out);
                }
            }
        }
    }

    /// How many fractions a text may take, and one more that distinguishes texts.
    fn lanes(&self) -> usize {
        let (total, largest) = self.bits();
        // A fraction is used up to the last choice that does not fit.
        total.div_ceil(MAX_WAYS.ilog2() as usize - largest) + 2
    }

    /// The most bits that all choices take, and the most that one does.
    fn bits(&self) -> (usize, usize) {
        let bits = |n: u64| n.next_power_of_two().ilog2() as usize;
        let of_all =
            |(sum, largest): (usize, usize), (total, one): (usize, usize)| (sum + total, largest.max(one));
        let repeated = |one: (usize, usize), Times { min, max, .. }: &Times| {
            let count = bits(u64::from(max - min) + 1);
            (one.0 * *max as usize + count, one.1.max(count))
        };
        match &self.kind {
            StepKind::Literal(_) => (0, 0),
            // A pair is one choice, and a single character may be.
            StepKind::Run { n, times, .. } => repeated((bits(n * n), bits(n * n)), times),
            StepKind::Class(chars) => (bits(chars.len() as u64), bits(chars.len() as u64)),
            StepKind::Concat(parts) => parts.iter().map(Step::bits).fold((0, 0), of_all),
            StepKind::Alternation(branches) => {
                let which = bits(branches.len() as u64);
                let most = branches
                    .iter()
                    .map(Step::bits)
                    .fold((0, which), |(most, largest), (total, one)| (most.max(total), largest.max(one)));
                (most.0 + which, most.1)
            }
            StepKind::Repeat { step, times } => repeated(step.bits(), times),
        }
    }

    /// The fewest bytes that a text of it has.
    fn shortest(&self) -> usize {
        match &self.kind {
            StepKind::Literal(text) => text.len(),
            StepKind::Run { times, .. } => times.min as usize,
            StepKind::Class(_) => 1,
            StepKind::Concat(parts) => parts.iter().map(Step::shortest).sum(),
            StepKind::Alternation(branches) => branches.iter().map(Step::shortest).min().unwrap_or(0),
            StepKind::Repeat { step, times } => step.shortest() * times.min as usize,
        }
    }

    /// Whether all bytes that it may write are such.
    fn all_bytes(&self, are: &dyn Fn(u8) -> bool) -> bool {
        match &self.kind {
            StepKind::Literal(text) => text.iter().all(|&byte| are(byte)),
            StepKind::Run { pairs, .. } => pairs.iter().all(|pair| are(pair[0])),
            StepKind::Class(chars) => chars.iter().all(|&c| c.is_ascii() && are(c as u8)),
            StepKind::Concat(steps) | StepKind::Alternation(steps) => {
                steps.iter().all(|step| step.all_bytes(are))
            }
            StepKind::Repeat { step, .. } => step.all_bytes(are),
        }
    }
}

/// A run of this class, if it is one of ASCII.
fn run(chars: &[char], min: u32, max: u32) -> Option<StepKind> {
    let bytes: Option<Vec<u8>> = chars.iter().map(|&c| u8::try_from(c).ok().filter(u8::is_ascii)).collect();
    let bytes = bytes.filter(|bytes| bytes.len() <= MAX_PAIRED)?;
    let pairs = bytes.iter().flat_map(|&first| bytes.iter().map(move |&second| [first, second]));
    Some(StepKind::Run {
        pairs: pairs.collect(),
        n: bytes.len() as u64,
        times: Times::of(bytes.len() as u128, min, max),
    })
}

/// The number of ways, where it is no larger than the range.
fn at_most(ways: u128, range: u64) -> u64 {
    u64::try_from(ways).map_or(range, |ways| ways.min(range))
}

/// Takes the digit of a choice off the number, and returns of how many ways it is.
fn next_digit(index: &mut u64, range: &mut u64, ways: u128) -> (u64, u64) {
    let own = at_most(ways, *range);
    let digit = *index % own;
    (*index, *range) = (*index / own, range.div_ceil(own));
    (digit, own)
}

impl Times {
    fn of(one: u128, min: u32, max: u32) -> Times {
        let ways = (min..=max).map(|times| u64::try_from(one.saturating_pow(times)).unwrap_or(u64::MAX));
        Times { min, max, ways: ways.collect() }
    }

    /// How often the part is repeated in the text of this number, the fewest first; leaves its number among those.
    fn counted(&self, index: &mut u64, range: &mut u64) -> u32 {
        for (times, ways) in (self.min..self.max).zip(&self.ways) {
            let own = (*ways).min(*range);
            if *index < own {
                *range = own;
                return times;
            }
            (*index, *range) = (*index - own, *range - own);
        }
        self.max
    }
}
