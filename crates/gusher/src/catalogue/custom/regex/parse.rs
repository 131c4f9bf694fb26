//! From a pattern to what is drawn: the syntax tree of `regex-syntax`, bounded and checked.

use std::ops::Range;

use regex_syntax::ast::{self, AssertionKind, Ast, ClassSetItem, Literal, Span};
use regex_syntax::hir::{Class, Hir, HirKind, translate::Translator};

use crate::generators::ConstraintError;
use crate::generators::constraint::NUL;
use gush_diagnostics::grouped;

/// How many more than its least number an open repeat may make.
const OPEN: u32 = 8;
/// The longest text that a pattern may make, in bytes.
const LONGEST: usize = 4096;
/// Larger classes are narrowed to their printable ASCII characters: they are `.`, `\w`, `\d` or a negation.
const LARGE: usize = 256;

/// A pattern, or a part of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Node {
    Literal(String),
    /// One of these characters, which differ and are sorted.
    Class(Vec<char>),
    Concat(Vec<Node>),
    Alternation(Vec<Node>),
    Repeat {
        node: Box<Node>,
        min: u32,
        max: u32,
    },
}

/// The pattern's tree, or what is wrong with it and where.
pub(super) fn parse(pattern: &str) -> Result<Node, ConstraintError> {
    let ast = ast::parse::Parser::new().parse(pattern).map_err(|error| fault(error.span(), error.kind()))?;
    let nul = ast::visit(&ast, Checks { len: pattern.len(), nul: None })?;
    let hir =
        Translator::new().translate(pattern, &ast).map_err(|error| fault(error.span(), error.kind()))?;
    let of_pattern = |text: String| ConstraintError { at: 0..pattern.len(), in_spec: false, text };
    let node = node(&hir).ok_or_else(|| of_pattern("nothing matches this pattern".into()))?;
    if node.has_nul() {
        let text = format!("the pattern can give {NUL}");
        return Err(ConstraintError { at: nul.unwrap_or(0..pattern.len()), in_spec: false, text });
    }
    let longest = node.longest();
    if longest > LONGEST {
        let text = match longest {
            usize::MAX => format!("its texts are longer than {} bytes", grouped(LONGEST as u64)),
            _ => {
                let [longest, most] = [longest, LONGEST].map(|n| grouped(n as u64));
                format!("its longest text has {longest} bytes; at most {most} are possible")
            }
        };
        return Err(of_pattern(text));
    }
    Ok(node)
}

fn fault(at: &Span, text: &impl ToString) -> ConstraintError {
    ConstraintError { at: at.start.offset..at.end.offset, in_spec: false, text: text.to_string() }
}

/// Refuses what says something of the text around, as a value has none, and finds where a NUL is first named.
struct Checks {
    len: usize,
    nul: Option<Range<usize>>,
}

impl Checks {
    fn literal(&mut self, literal: &Literal) {
        if literal.c == '\0' {
            let Span { start, end } = literal.span;
            self.nul.get_or_insert(start.offset..end.offset);
        }
    }
}

impl ast::Visitor for Checks {
    type Output = Option<Range<usize>>;
    type Err = ConstraintError;

    fn finish(self) -> Result<Option<Range<usize>>, ConstraintError> {
        Ok(self.nul)
    }

    fn visit_class_set_item_pre(&mut self, item: &ClassSetItem) -> Result<(), ConstraintError> {
        if let ClassSetItem::Literal(literal) = item {
            self.literal(literal);
        }
        Ok(())
    }

    fn visit_pre(&mut self, ast: &Ast) -> Result<(), ConstraintError> {
        if let Ast::Literal(literal) = ast {
            self.literal(literal);
        }
        let Ast::Assertion(assertion) = ast else { return Ok(()) };
        let span = &assertion.span;
        let fits = match assertion.kind {
            AssertionKind::StartLine | AssertionKind::StartText => span.start.offset == 0,
            AssertionKind::EndLine | AssertionKind::EndText => span.end.offset == self.len,
            _ => false,
        };
        if fits {
            return Ok(());
        }
        Err(fault(span, &"of anchors only a ^ that begins the pattern and a $ that ends it are possible"))
    }
}

/// The tree of a pattern; `None` where nothing matches it.
fn node(hir: &Hir) -> Option<Node> {
    Some(match hir.kind() {
        // Anchors that are left are at the ends of the entire pattern.
        HirKind::Empty | HirKind::Look(_) => Node::Concat(Vec::new()),
        HirKind::Literal(literal) => Node::Literal(std::str::from_utf8(&literal.0).ok()?.to_owned()),
        HirKind::Class(class) => {
            let chars = narrowed(class);
            if chars.is_empty() {
                return None;
            }
            Node::Class(chars)
        }
        HirKind::Repetition(repetition) => {
            let (min, max) = (repetition.min, repetition.max.unwrap_or(repetition.min.saturating_add(OPEN)));
            let node = Box::new(node(&repetition.sub)?);
            // Nothing, however often, is nothing.
            if node.longest() == 0 { Node::Concat(Vec::new()) } else { Node::Repeat { node, min, max } }
        }
        HirKind::Capture(capture) => node(&capture.sub)?,
        HirKind::Concat(parts) => Node::Concat(parts.iter().map(node).collect::<Option<_>>()?),
        HirKind::Alternation(branches) => {
            Node::Alternation(branches.iter().map(node).collect::<Option<_>>()?)
        }
    })
}

/// The characters of a class that are drawn: of large ones those of ASCII alone, and where there are others, no control
/// characters and no blanks but the space.
fn narrowed(class: &Class) -> Vec<char> {
    let ranges: Vec<(char, char)> = match class {
        Class::Unicode(class) => class.iter().map(|range| (range.start(), range.end())).collect(),
        Class::Bytes(class) => class.iter().map(|range| (range.start().into(), range.end().into())).collect(),
    };
    let size: usize = ranges.iter().map(|&(start, end)| end as usize - start as usize + 1).sum();
    let has = |wanted: char| ranges.iter().any(|&(start, end)| (start..=end).contains(&wanted));
    if size > LARGE {
        let printable: Vec<char> = (' '..='~').filter(|&c| has(c)).collect();
        if !printable.is_empty() {
            return printable;
        }
        // Of a script those signs that programs have letters for: few have those beyond the basic plane.
        let basic = ranges.iter().flat_map(|&(start, end)| start..=end.min('\u{FFFD}'));
        let basic: Vec<char> = basic.filter(|c| !c.is_control() && !c.is_whitespace()).collect();
        if !basic.is_empty() {
            return basic;
        }
    }
    let chars = || ranges.iter().flat_map(|&(start, end)| start..=end);
    // The long s and the sign for kelvins are s and k to a pattern that does not heed capitals.
    let double = |c: char| (c == '\u{17F}' && has('s')) || (c == '\u{212A}' && has('k'));
    let odd = |c: &char| *c != ' ' && (c.is_control() || c.is_whitespace() || double(*c));
    let plain: Vec<char> = chars().filter(|c| !odd(c)).collect();
    if plain.is_empty() { chars().collect() } else { plain }
}

impl Node {
    /// Whether a text of it can have a NUL character.
    fn has_nul(&self) -> bool {
        match self {
            Node::Literal(text) => text.contains('\0'),
            Node::Class(chars) => chars.contains(&'\0'),
            Node::Concat(parts) | Node::Alternation(parts) => parts.iter().any(Node::has_nul),
            Node::Repeat { node, max, .. } => *max > 0 && node.has_nul(),
        }
    }

    /// The most bytes that a text of it has.
    pub fn longest(&self) -> usize {
        match self {
            Node::Literal(text) => text.len(),
            Node::Class(chars) => chars.iter().map(|c| c.len_utf8()).max().unwrap_or(0),
            Node::Concat(parts) => parts.iter().fold(0, |sum, part| part.longest().saturating_add(sum)),
            Node::Alternation(branches) => branches.iter().map(Node::longest).max().unwrap_or(0),
            Node::Repeat { node, max, .. } => node.longest().saturating_mul(*max as usize),
        }
    }
}
