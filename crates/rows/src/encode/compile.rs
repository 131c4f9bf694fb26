//! Compiles columns and layout into the program of one row.

use std::sync::Arc;

use super::escape::Style;
use super::layout::Layout;
use super::row::Bound;
use super::table::{Table, Text};
use crate::batch::{Batch, Part, Shape, Values};
use crate::plan::Plan;
use crate::words::Words;

/// Numbers and dates of no more different values than this are written once, into a table.
const SMALL: u64 = 2048;

/// One step of a row's program.
#[derive(Debug)]
enum Op {
    /// Unchanging text.
    Text(Text),
    /// The word of a part.
    Word {
        column: usize,
        part: usize,
        table: Table,
    },
    /// A number or date of a small range, or a truth value, by its distance from `base`.
    Small {
        column: usize,
        base: i64,
        table: Table,
    },
    Int {
        column: usize,
    },
    Decimal {
        column: usize,
        scale: u32,
    },
    Date {
        column: usize,
    },
    Uuid {
        column: usize,
    },
    Ipv4 {
        column: usize,
    },
    /// Where the column is null: this text instead of the next `skip` steps.
    Null {
        column: usize,
        text: Text,
        skip: usize,
    },
}

/// The program that writes a row.
#[derive(Debug)]
pub(super) struct Program {
    ops: Vec<Op>,
    mean_bytes: usize,
    max_bytes: usize,
}

/// A step being compiled, while texts can still be joined.
enum Draft {
    Text(Vec<u8>),
    /// Prepared texts and where their index comes from.
    Table(Vec<Vec<u8>>, Source),
    /// Anything else, with its mean length or, for numbers, its greatest.
    Other(Op, usize),
}

enum Source {
    Word { column: usize, part: usize, words: Arc<Words> },
    Small { column: usize, base: i64 },
}

impl Source {
    /// How often each text comes, where that differs.
    fn shares(&self) -> Option<&[u32]> {
        match self {
            Source::Word { words, .. } => words.shares(),
            Source::Small { .. } => None,
        }
    }
}

impl Program {
    pub fn compile(plan: &Plan, layout: &Layout) -> Program {
        let mut drafts = Vec::new();
        for (column, planned) in plan.columns().iter().enumerate() {
            drafts.push(Draft::Text(layout.before[column].clone()));
            let value = drafts_of(column, &planned.shape(), &layout.style);
            if planned.is_nullable() {
                // A guarded value is not joined with what stands around it: that stays when it is null.
                let value = joined(value);
                let text = Text::of(layout.style.null().as_bytes());
                drafts.push(Draft::Other(Op::Null { column, text, skip: value.len() }, 0));
                drafts.extend(value.into_iter().map(fixed));
            } else {
                drafts.extend(value);
            }
        }
        drafts.push(Draft::Text(layout.after.clone()));
        let drafts = joined(drafts);
        let mean_bytes = drafts.iter().map(Draft::mean_bytes).sum();
        let ops: Vec<Op> = drafts.into_iter().map(Draft::into_op).collect();
        let max_bytes = ops.iter().map(Op::max_bytes).sum();
        Program { ops, mean_bytes, max_bytes }
    }

    /// The mean length of a row.
    pub fn mean_bytes(&self) -> usize {
        self.mean_bytes
    }

    /// The most bytes that writing a row touches.
    pub fn max_bytes(&self) -> usize {
        self.max_bytes
    }

    /// The program with each step's values of this batch in its hand. `indices` lends room for the indices of
    /// small ranges.
    pub fn bind<'a>(&'a self, batch: &'a Batch, indices: &'a mut Vec<Vec<u32>>) -> Vec<Bound<'a>> {
        indices.resize_with(self.ops.len(), Vec::new);
        let ops = self.ops.iter().zip(indices);
        ops.map(|(op, indices)| op.bind(batch, indices)).collect()
    }
}

/// The steps that write a value of this shape.
fn drafts_of(column: usize, shape: &Shape, style: &Style) -> Vec<Draft> {
    let quotes = || Draft::Text(style.quotes().into());
    let in_quotes = |draft| vec![quotes(), draft, quotes()];
    match *shape {
        Shape::Words(ref parts) => words(column, parts, style),
        Shape::Int { min, max } if max.abs_diff(min) < SMALL => {
            let texts = (min..=max).map(|n| n.to_string().into_bytes()).collect();
            vec![Draft::Table(texts, Source::Small { column, base: min })]
        }
        Shape::Int { min, max } => vec![Draft::Other(Op::Int { column }, most_digits(min, max))],
        Shape::Decimal { scale, min, max } => {
            vec![Draft::Other(Op::Decimal { column, scale }, most_digits(min, max) + 1)]
        }
        Shape::Date { min, max } if u64::from(max.abs_diff(min)) < SMALL => {
            let texts = (min..=max).map(|day| super::digits::date_text(day).to_vec()).collect();
            in_quotes(Draft::Table(texts, Source::Small { column, base: i64::from(min) }))
        }
        Shape::Date { .. } => in_quotes(Draft::Other(Op::Date { column }, 10)),
        Shape::Bool => {
            let texts = style.bools().iter().map(|text| text.as_bytes().to_vec()).collect();
            vec![Draft::Table(texts, Source::Small { column, base: 0 })]
        }
        Shape::Uuid => in_quotes(Draft::Other(Op::Uuid { column }, 36)),
        Shape::Ipv4 => in_quotes(Draft::Other(Op::Ipv4 { column }, 13)),
    }
}

fn most_digits(min: i64, max: i64) -> usize {
    min.to_string().len().max(max.to_string().len())
}

fn words(column: usize, parts: &[Part], style: &Style) -> Vec<Draft> {
    if let [only] = parts
        && only.after.is_empty()
    {
        let texts = only.words.iter().map(|word| style.text(word)).collect();
        return vec![Draft::Table(texts, Source::Word { column, part: 0, words: Arc::clone(&only.words) })];
    }
    // One text of several parts is quoted always or never: a part does not know of the others.
    let quoted = |part: &Part| {
        style.needs_quotes(part.after) || part.words.iter().any(|word| style.needs_quotes(word))
    };
    let quotes = if parts.iter().any(quoted) { "\"" } else { style.quotes() };
    let mut drafts = vec![Draft::Text(quotes.into())];
    for (part, Part { words, after }) in parts.iter().enumerate() {
        let escaped = |word: &str| {
            let mut text = Vec::new();
            style.escape(word, &mut text);
            style.escape(after, &mut text);
            text
        };
        let source = Source::Word { column, part, words: Arc::clone(words) };
        drafts.push(Draft::Table(words.iter().map(escaped).collect(), source));
    }
    drafts.push(Draft::Text(quotes.into()));
    drafts
}

/// The same steps, with texts joined to their neighbours wherever that saves a step and costs no wider slots.
fn joined(drafts: Vec<Draft>) -> Vec<Draft> {
    let mut joined: Vec<Draft> = Vec::with_capacity(drafts.len());
    for draft in drafts {
        match (joined.last_mut(), draft) {
            (_, Draft::Text(text)) if text.is_empty() => {}
            (Some(Draft::Text(before)), Draft::Text(text)) => before.extend(text),
            (Some(Draft::Table(texts, _)), Draft::Text(text)) if fits(texts, &text) => {
                for word in texts {
                    word.extend_from_slice(&text);
                }
            }
            (Some(Draft::Text(before)), Draft::Table(mut texts, source)) if fits(&texts, before) => {
                for word in &mut texts {
                    word.splice(0..0, before.iter().copied());
                }
                joined.pop();
                joined.push(Draft::Table(texts, source));
            }
            (_, draft) => joined.push(draft),
        }
    }
    joined
}

/// Whether `text` can stand in each slot of a table without making it wider; one or two bytes may.
fn fits(texts: &[Vec<u8>], text: &[u8]) -> bool {
    let longest = texts.iter().map(Vec::len).max().unwrap_or(0);
    let width = |len: usize| (len + 1).next_power_of_two().max(8);
    let (before, after) = (width(longest), width(longest + text.len()));
    after == before || (text.len() <= 2 && after <= 32)
}

/// The draft as it is, out of reach of its neighbours.
fn fixed(draft: Draft) -> Draft {
    let mean = draft.mean_bytes();
    Draft::Other(draft.into_op(), mean)
}

impl Draft {
    fn mean_bytes(&self) -> usize {
        match self {
            Draft::Text(text) => text.len(),
            Draft::Table(texts, source) => match source.shares() {
                Some(shares) => {
                    shares.iter().map(|&i| texts[i as usize].len()).sum::<usize>() / shares.len().max(1)
                }
                None => texts.iter().map(Vec::len).sum::<usize>() / texts.len().max(1),
            },
            Draft::Other(_, mean) => *mean,
        }
    }

    fn into_op(self) -> Op {
        match self {
            Draft::Text(text) => Op::Text(Text::of(&text)),
            Draft::Table(texts, Source::Word { column, part, .. }) => {
                Op::Word { column, part, table: Table::of(&texts) }
            }
            Draft::Table(texts, Source::Small { column, base }) => {
                Op::Small { column, base, table: Table::of(&texts) }
            }
            Draft::Other(op, _) => op,
        }
    }
}

impl Op {
    /// The most bytes that the step touches.
    fn max_bytes(&self) -> usize {
        match self {
            Op::Text(text) | Op::Null { text, .. } => text.blocks.len() * 16,
            Op::Word { table, .. } | Op::Small { table, .. } => table.max_bytes(),
            Op::Int { .. } | Op::Decimal { .. } => super::digits::NUMBER_ROOM,
            Op::Date { .. } | Op::Ipv4 { .. } => 16,
            Op::Uuid { .. } => 36,
        }
    }

    fn bind<'a>(&'a self, batch: &'a Batch, indices: &'a mut Vec<u32>) -> Bound<'a> {
        let values = |column: usize| &batch.columns[column].values;
        match *self {
            Op::Text(ref text) => Bound::Text(text),
            Op::Word { column, part, ref table } => match values(column) {
                Values::Words(parts) => Bound::table(table, &parts[part]),
                other => mismatch("words", other),
            },
            Op::Small { column, base, ref table } => {
                distances(values(column), base, indices);
                Bound::table(table, indices)
            }
            Op::Int { column } => Bound::Int(ints(values(column))),
            Op::Decimal { column, scale } => Bound::Decimal(ints(values(column)), scale),
            Op::Date { column } => match values(column) {
                Values::Dates(dates) => Bound::Date(dates),
                other => mismatch("dates", other),
            },
            Op::Uuid { column } => match values(column) {
                Values::Ids(ids) => Bound::Uuid(ids),
                other => mismatch("ids", other),
            },
            Op::Ipv4 { column } => match values(column) {
                Values::Ipv4s(addresses) => Bound::Ipv4(addresses),
                other => mismatch("addresses", other),
            },
            Op::Null { column, ref text, skip } => Bound::Null(&batch.columns[column].nulls, text, skip),
        }
    }
}

fn ints(values: &Values) -> &[i64] {
    match values {
        Values::Ints(ints) => ints,
        other => mismatch("ints", other),
    }
}

/// How far each value lies from `base`.
fn distances(values: &Values, base: i64, indices: &mut Vec<u32>) {
    indices.clear();
    match values {
        Values::Ints(ints) => indices.extend(ints.iter().map(|n| n.wrapping_sub(base) as u32)),
        Values::Dates(dates) => indices.extend(dates.iter().map(|day| day.wrapping_sub(base as i32) as u32)),
        Values::Bools(bools) => indices.extend(bools.iter().map(|&b| u32::from(b))),
        other => mismatch("numbers", other),
    }
}

/// A generator made other values than its shape announces: a fault in it, not in what was asked for.
fn mismatch(expected: &str, found: &Values) -> ! {
    panic!("a generator announced {expected} and made {found:?}")
}
