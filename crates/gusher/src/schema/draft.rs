//! Columns of a schema file before the tables and columns that they name are found.

use std::ops::Range;

use super::column_modifiers::Modifiers;
use super::computed::Pending;
use super::expression_draft::ExpressionDraft;
use super::grammar::SpecParts;
use super::read_modifiers;
use super::relation::Operation;
use super::{Column, ColumnSource};
use crate::generators::{self, ConstraintField, GeneratorSpec};
use crate::links::Sibling;
use crate::types::StorageType;
use gush_diagnostics::{Code, Diagnostic, Message};

/// A column, or what is to become one.
#[derive(Debug)]
pub(super) enum Draft {
    /// A column that reads no other.
    Column(Box<Column>),
    /// One that reads others.
    Related(Box<Related>),
    /// One that is computed.
    Computed(Box<ExpressionDraft>),
    /// Why it is broken was reported already.
    Broken(Option<String>),
}

/// A column that reads others, by their names.
#[derive(Debug, Clone)]
pub(super) struct Related {
    pub name: String,
    pub source: ColumnSource,
    pub kind: LinkKind,
    /// The fields of its constraint.
    pub fields: Vec<ConstraintField>,
    pub of: Option<String>,
    pub null: Option<f64>,
    pub hidden: bool,
    pub dirty: Option<ConstraintField>,
    /// The distribution of a length of time.
    pub dist: Option<ConstraintField>,
    pub prefix: String,
    /// The type that values are stored as, and where it is declared.
    pub storage: Option<(StorageType, Range<usize>)>,
    pub suffix: String,
    pub generator_at: Range<usize>,
    constraint_at: Option<Range<usize>>,
    of_at: Option<Range<usize>>,
}

/// The most rules of a chain.
const MAX_RULES: usize = 256;

/// The most columns that a list of children names.
const MAX_LISTED: usize = 4_096;

/// How it reads them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LinkKind {
    Ref,
    Nth,
    Depth,
    RowCount,
    After,
    Before,
    Between,
    Sibling(Sibling),
    IsEnd { is_last: bool },
    RunningSum,
    Split,
    Chain,
    Aggregate(Operation),
    Extreme { is_max: bool },
    List,
}

impl LinkKind {
    fn of(name: &str) -> Option<LinkKind> {
        Some(match name {
            "ref" => LinkKind::Ref,
            "nth" => LinkKind::Nth,
            "after" => LinkKind::After,
            "before" => LinkKind::Before,
            "between" => LinkKind::Between,
            "prev" => LinkKind::Sibling(Sibling::Previous),
            "first" => LinkKind::Sibling(Sibling::First),
            "last" => LinkKind::Sibling(Sibling::Last),
            "depth" => LinkKind::Depth,
            "rows" => LinkKind::RowCount,
            "is_first" => LinkKind::IsEnd { is_last: false },
            "is_last" => LinkKind::IsEnd { is_last: true },
            "cumsum" => LinkKind::RunningSum,
            "chain" => LinkKind::Chain,
            "split" => LinkKind::Split,
            "sum" => LinkKind::Aggregate(Operation::Sum),
            "count" => LinkKind::Aggregate(Operation::Count),
            "min" => LinkKind::Aggregate(Operation::Min),
            "max" => LinkKind::Aggregate(Operation::Max),
            "avg" => LinkKind::Aggregate(Operation::Avg),
            "argmin" => LinkKind::Extreme { is_max: false },
            "argmax" => LinkKind::Extreme { is_max: true },
            "list" => LinkKind::List,
            _ => return None,
        })
    }

    /// The smallest and the largest number of fields that its constraint has.
    fn fields(self) -> std::ops::RangeInclusive<usize> {
        match self {
            LinkKind::Ref
            | LinkKind::RowCount
            | LinkKind::Aggregate(_)
            | LinkKind::Sibling(_)
            | LinkKind::RunningSum
            | LinkKind::Split => 1..=1,
            LinkKind::Nth | LinkKind::Depth | LinkKind::IsEnd { .. } => 0..=0,
            LinkKind::Chain => 1..=MAX_RULES,
            LinkKind::List => 1..=1 + MAX_LISTED,
            LinkKind::After => 2..=3,
            LinkKind::Before | LinkKind::Between | LinkKind::Extreme { .. } => 2..=2,
        }
    }
}

impl From<Pending> for Draft {
    fn from(pending: Pending) -> Draft {
        match pending {
            Pending::Column(column) => Draft::Column(column),
            Pending::Computed(draft) => Draft::Computed(draft),
            Pending::Broken { name } => Draft::Broken(name),
        }
    }
}

impl Draft {
    /// The column's name, as far as it is known.
    pub fn name(&self) -> Option<&str> {
        match self {
            Draft::Column(column) => Some(&column.name),
            Draft::Related(related) => Some(&related.name),
            Draft::Computed(draft) => Some(&draft.name),
            Draft::Broken(name) => name.as_deref(),
        }
    }
}

impl Related {
    /// A diagnostic at a span of the constraint; at the generator where there is no constraint.
    pub fn diagnostic(&self, at: &Range<usize>, text: impl Into<Message>) -> Diagnostic {
        let at = match &self.constraint_at {
            Some(constraint) => constraint.start + at.start..constraint.start + at.end,
            None => self.generator_at.clone(),
        };
        self.source.diagnostic(Code::Constraint, at, text)
    }

    /// A diagnostic about the column.
    pub fn column_diagnostic(&self, text: impl Into<Message>) -> Diagnostic {
        self.source.diagnostic(Code::Constraint, self.generator_at.clone(), text)
    }

    /// A diagnostic about its label.
    pub fn label_diagnostic(&self, text: impl Into<Message>) -> Diagnostic {
        let at = self.of_at.clone().unwrap_or(self.generator_at.clone());
        self.source.diagnostic(Code::Modifier, at, text)
    }
}

/// The name in a column's spec.
pub(super) fn name_of(source: &ColumnSource) -> String {
    let parts = source.parts();
    let in_spec = || source.spec[parts.name.unwrap_or(parts.generator)].to_owned();
    source.name.clone().unwrap_or_else(in_spec)
}

/// The column, if its spec is that of one that reads others.
pub(super) fn related(source: &ColumnSource) -> Option<Result<Related, Vec<Diagnostic>>> {
    let parts = source.parts();
    let name = &source.spec[parts.generator.clone()];
    let spec = generators::relation_of(name, parts.constraint.is_some())?;
    let kind = LinkKind::of(name)?;
    Some(parse(source, parts, kind, spec))
}

fn parse(
    source: &ColumnSource,
    parts: SpecParts,
    kind: LinkKind,
    spec: &'static GeneratorSpec,
) -> Result<Related, Vec<Diagnostic>> {
    let column_spec = &source.spec;
    let mut diagnostics = Vec::new();
    if let Some(at) = column_spec.find('\0') {
        let text = format!("this is {}", generators::NUL);
        return Err(vec![source.diagnostic(Code::Constraint, at..at + 1, text)]);
    }
    if parts.name == Some(0..0) {
        diagnostics.push(source.diagnostic(Code::Name, 0..0, "a name is missing before the `=`"));
    }
    let modifiers = read_modifiers::parse(source, &parts.modifiers, Some(spec), &mut diagnostics);
    refuse_modifiers(source, kind, &modifiers, &mut diagnostics);
    let fields =
        parts.constraint.clone().map(|at| generators::split_fields(&column_spec[at])).unwrap_or_default();
    if !kind.fields().contains(&fields.len()) {
        let at = parts.constraint.clone().unwrap_or(parts.generator.end..parts.generator.end);
        let text = match spec.constraint {
            Some(help) => format!("the form is {}:{}, such as {}", spec.name, help.form, help.example),
            None => format!("`{}` takes no constraint", spec.name),
        };
        diagnostics.push(source.diagnostic(Code::Constraint, at, text));
    }
    if !diagnostics.is_empty() {
        return Err(diagnostics);
    }
    let (of_at, constraint_at) = (modifiers.span("of"), parts.constraint.clone());
    let storage = modifiers.storage.clone().zip(modifiers.span("type"));
    let Modifiers { null, hidden, dirty, of, prefix, suffix, settings, .. } = modifiers;
    Ok(Related {
        name: name_of(source),
        source: source.clone(),
        kind,
        fields,
        of: of_at.is_some().then_some(of),
        null,
        hidden,
        dirty,
        dist: settings.dist,
        prefix,
        storage,
        suffix,
        generator_at: parts.generator.start..parts.constraint.unwrap_or(parts.generator).end,
        constraint_at,
        of_at,
    })
}

/// A diagnostic for each modifier that the column does not support.
fn refuse_modifiers(
    source: &ColumnSource,
    kind: LinkKind,
    modifiers: &Modifiers,
    diagnostics: &mut Vec<Diagnostic>,
) {
    for (name, at) in &modifiers.spans {
        let text = match *name {
            "null" if kind == LinkKind::Ref => {
                "copies of one link are null together; say it of the link, as in link.LABEL = { null = 0.1 }"
                    .into()
            }
            "dist" if matches!(kind, LinkKind::After | LinkKind::Before) => continue,
            "null" | "dirty" if kind == LinkKind::Split => {
                "the rows of a parent add up to its number only if all of them are written; leave this out"
                    .into()
            }
            "prefix" | "suffix" if kind == LinkKind::List => {
                "a list has no text before or after it; say it of a column of its rows".into()
            }
            "dirty" | "of" | "prefix" | "suffix" | "null" | "hidden" | "type" => continue,
            "unique" if kind == LinkKind::Ref => {
                "say it of the link, as in link.LABEL = { unique = true }: no parent is chosen twice then"
                    .into()
            }
            name => format!("values that are read from others do not take @{name}"),
        };
        diagnostics.push(source.diagnostic(Code::Modifier, at.clone(), text));
    }
}
