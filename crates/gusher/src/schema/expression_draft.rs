//! A column of an expression, from its spec to its compiled form.

use std::ops::Range;

use gush_diagnostics::{Code, Diagnostic, Message};

use super::column_modifiers::Modifiers;
use super::dirty::Dirt;
use super::grammar::{EXPR, SpecParts};
use super::read_modifiers;
use super::{Column, ColumnSource, Relation};
use crate::computed::{Expression, ExpressionError};
use crate::generators::{self, ConstraintField, Context};
use crate::types::{Field, StorageType};

/// A column whose expression is not compiled yet.
#[derive(Debug)]
pub(super) struct ExpressionDraft {
    pub name: String,
    pub source: ColumnSource,
    parts: SpecParts,
    null: Option<f64>,
    hidden: bool,
    dirty: Option<ConstraintField>,
    /// The type that values are stored as, and where it is declared.
    storage: Option<(StorageType, Range<usize>)>,
}

/// Whether the spec is that of an expression.
pub(super) fn is_expression(source: &ColumnSource, parts: &SpecParts) -> bool {
    source.spec[parts.generator.clone()] == *EXPR
}

/// The column, if its spec is that of an expression.
pub(super) fn draft(source: ColumnSource, parts: SpecParts) -> Result<ExpressionDraft, Vec<Diagnostic>> {
    let mut diagnostics = Vec::new();
    let spec = &source.spec;
    let name = source.name.clone().or_else(|| parts.name.clone().map(|at| spec[at].to_owned()));
    let refuse = |at: Range<usize>, text: &str| source.diagnostic(Code::Constraint, at, text);
    if parts.constraint.as_ref().is_none_or(|at| spec[at.clone()].trim().is_empty()) {
        let end = parts.constraint.as_ref().unwrap_or(&parts.generator).end;
        diagnostics.push(refuse(end..end, "an expression is missing; write NAME=expr:'quantity * price'"));
    }
    diagnostics.extend(source.name_diagnostic(&parts));
    if name.is_none() {
        let text = "an expression needs a name, such as total=expr:'quantity * price'";
        diagnostics.push(source.diagnostic(Code::Name, parts.generator.clone(), text));
    }
    let modifiers = read_modifiers::parse(&source, &parts.modifiers, None, &mut diagnostics);
    refuse_modifiers(&source, &modifiers, &mut diagnostics);
    let storage = modifiers.storage.clone().zip(modifiers.span("type"));
    let Modifiers { null, hidden, dirty, .. } = modifiers;
    match name {
        Some(name) if diagnostics.is_empty() => {
            Ok(ExpressionDraft { name, source, parts, null, hidden, dirty, storage })
        }
        _ => Err(diagnostics),
    }
}

/// A diagnostic for each modifier that is about draws, or that the expression can replace.
fn refuse_modifiers(source: &ColumnSource, modifiers: &Modifiers, diagnostics: &mut Vec<Diagnostic>) {
    for (name, at) in &modifiers.spans {
        let text = match *name {
            "dirty" | "null" | "hidden" | "type" => continue,
            "lower" | "upper" => format!("write {name}(…) in the expression instead"),
            "title" => "write initcap(…) in the expression instead".into(),
            "prefix" | "suffix" => "write it in the expression instead, with ||".into(),
            "unique" => "nobody can promise that the values of an expression differ".into(),
            name => format!("`expr` does not take @{name}"),
        };
        diagnostics.push(source.diagnostic(Code::Modifier, at.clone(), text));
    }
}

impl ExpressionDraft {
    /// Whether it is only read by others.
    pub fn is_hidden(&self) -> bool {
        self.hidden
    }

    fn text(&self) -> &str {
        self.parts.constraint.clone().map_or("", |at| &self.source.spec[at])
    }

    /// The column of a compiled expression, which reads the columns at these indices, of these fields; where the fields hold
    /// for a number of rows only, that number is given.
    ///
    /// # Errors
    /// What is wrong with the types.
    pub fn column(
        &self,
        expression: &dyn Expression,
        reads: Vec<usize>,
        fields: &[Field],
        rows: Option<u64>,
    ) -> Result<Column, Vec<Diagnostic>> {
        let fields: Vec<&Field> = fields.iter().collect();
        let compute = expression.compile(&fields);
        let compute = compute
            .map_err(|errors| errors.into_iter().map(|error| self.diagnostic(error)).collect::<Vec<_>>())?;
        let end = self.parts.constraint.as_ref().map_or(self.parts.generator.end, |at| at.end);
        let mut field = compute.field();
        if let Some((storage, at)) = &self.storage {
            storage
                .check(&field, true)
                .map_err(|text| vec![self.source.diagnostic(Code::Modifier, at.clone(), text)])?;
            field = field.stored(storage.clone());
        }
        let dirt = Dirt::read(self.dirty.as_ref(), self.hidden, &field, &self.source);
        let generate = generators::of_field(field, compute.uses_now(), rows);
        Ok(Column {
            generator_at: self.parts.generator.start..end,
            null: self.null,
            hidden: self.hidden,
            dirt: dirt.map_err(|diagnostic| vec![diagnostic])?,
            relation: Some(Relation::Computed { compute, reads }),
            source: self.source.clone(),
            ..Column::new(&*self.name, generate)
        })
    }

    /// A diagnostic about the complete expression.
    pub fn column_diagnostic(&self, text: String) -> Diagnostic {
        self.diagnostic(ExpressionError { at: 0..self.text().len(), text })
    }

    /// The parsed expression.
    pub fn parse(
        &self,
        context: &Context<'_>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Box<dyn Expression>> {
        let Some(language) = context.expressions else {
            diagnostics.push(self.column_diagnostic("there are no expressions here".into()));
            return None;
        };
        let report = |errors: Vec<ExpressionError>| {
            diagnostics.extend(errors.into_iter().map(|error| self.diagnostic(error)));
        };
        language.parse(self.text(), context.now).map_err(report).ok()
    }

    fn diagnostic(&self, ExpressionError { at, text }: ExpressionError) -> Diagnostic {
        self.diagnostic_at(&at, text)
    }

    /// A diagnostic at a span of the expression.
    pub fn diagnostic_at(&self, at: &Range<usize>, message: impl Into<Message>) -> Diagnostic {
        let start = self.parts.constraint.as_ref().map_or(0, |at| at.start);
        self.source.diagnostic(Code::Constraint, start + at.start..start + at.end, message)
    }
}
