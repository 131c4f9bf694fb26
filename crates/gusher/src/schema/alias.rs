//! Columns whose generator has the name that another program uses: the spec gets our own name, and keeps what was typed.

use std::ops::Range;

use gush_diagnostics::{Code, Diagnostic};

use super::grammar::EXPR;
use super::piece::SourcePiece;
use super::source::{ColumnSource, Typed};
use crate::catalogue;
use crate::generators;

/// The source with our own name of its generator, with the constraint and the modifiers that the other name implies. What
/// was typed goes before those.
pub(super) fn expanded(source: ColumnSource) -> Result<ColumnSource, Diagnostic> {
    let parts = source.parts();
    let asked = &source.spec[parts.generator.clone()];
    let is_own = asked == EXPR
        || catalogue::find(asked).is_some()
        || generators::relation_of(asked, parts.constraint.is_some()).is_some();
    if is_own {
        // The table of other names is not read for our own, as that takes longer than all else of a short run.
        return Ok(source);
    }
    let Some(alias) = catalogue::alias(asked).filter(|alias| alias.is_ours()) else {
        return Ok(source);
    };
    if let Some(at) = parts.constraint.clone().filter(|_| alias.is_fixed()) {
        let text = format!("`{asked}` takes no constraint: it is {}", alias.spec);
        return Err(source.diagnostic(Code::Constraint, at, text));
    }
    let mut builder = SpecRewriter { typed: &source.spec, spec: String::new(), pieces: Vec::new() };
    let (generator, constraint) = alias.generator();
    builder.instead(generator, &parts.generator);
    match (&parts.constraint, constraint) {
        (Some(typed), _) => builder.same(typed.start - 1..typed.end),
        (None, Some(constraint)) => builder.instead(&format!(":{constraint}"), &parts.generator),
        (None, None) => {}
    }
    let name = |modifier: &str| modifier.split('=').next().unwrap_or_default().to_owned();
    let typed: Vec<String> = parts.modifiers.iter().map(|at| name(&source.spec[at.clone()])).collect();
    for modifier in alias.modifiers().filter(|modifier| !typed.contains(&name(modifier))) {
        builder.instead(&format!("@{modifier}"), &parts.generator);
    }
    parts.modifiers.iter().for_each(|at| builder.same(at.start - 1..at.end));
    let SpecRewriter { spec, pieces, .. } = builder;
    let given = parts.name.map(|at| source.spec[at].to_owned()).or_else(|| source.name.clone());
    let names_column = given.as_deref().is_none_or(|given| given == asked);
    let name = given.unwrap_or_else(|| asked.to_owned());
    let typed = Typed { spec: source.spec.clone(), pieces, names_column };
    Ok(source.rewritten(name, spec, typed))
}

/// Builds the new spec.
struct SpecRewriter<'a> {
    typed: &'a str,
    spec: String,
    pieces: Vec<SourcePiece>,
}

impl SpecRewriter<'_> {
    /// Adds a text that replaces these bytes of the typed spec.
    fn instead(&mut self, text: &str, from: &Range<usize>) {
        self.push(text, from.clone(), None);
    }

    /// Adds these bytes of the typed spec.
    fn same(&mut self, from: Range<usize>) {
        self.push(&self.typed[from.clone()], from.clone(), Some(from));
    }

    fn push(&mut self, text: &str, from: Range<usize>, same: Option<Range<usize>>) {
        let start = self.spec.len();
        self.spec.push_str(text);
        self.pieces.push(SourcePiece { spec: start..self.spec.len(), from, same });
    }
}

#[cfg(test)]
mod tests {
    use crate::generators::Context;
    use crate::schema::Schema;

    fn parsed(spec: &str) -> Result<(String, String), String> {
        let context = Context::default().now(0);
        let (schema, diagnostics) = Schema::parse("t", &[spec], &context);
        match &diagnostics[..] {
            [] => {
                let column = &schema.columns()[0];
                Ok((column.name().to_owned(), column.source.spec.clone()))
            }
            [diagnostic, ..] => {
                Err(format!("{}: {}", &diagnostic.text[diagnostic.span.clone()], diagnostic.message))
            }
        }
    }

    #[test]
    fn other_names_become_our_own_with_what_was_typed_after_them() {
        for (spec, name, own) in [
            ("first_name", "first_name", "name.first"),
            ("x=firstName@null=0.1", "x", "name.first@null=0.1"),
            ("pyint", "pyint", "int:0,9999"),
            ("n=pyint:5,7@unique", "n", "int:5,7@unique"),
            ("person.firstName@of=x", "person.firstName", "name.first@of=x"),
            ("UUID4", "UUID4", "uuidv4"),
            ("state_code", "state_code", "state.code"),
            ("x=stateCode@null=0.5", "x", "state.code@null=0.5"),
            ("future_date", "future_date", "date:today+1d,today+30d"),
            ("f=First Name (Female)@null=0.1", "f", "name.first@gender=female@null=0.1"),
        ] {
            assert_eq!(parsed(spec), Ok((name.into(), own.into())), "{spec}");
        }
        assert_eq!(parsed("name"), Ok(("name".into(), "name".into())));
    }

    #[test]
    fn diagnostics_show_what_was_typed() {
        for (spec, start) in [
            ("pyint:7,5", "7,5: "),
            ("x=pyint:0,1@nul=1", "nul=1: "),
            ("first_name:3", "3: "),
            ("x=first_name@unique", "unique: "),
            ("ram_type:a,b", "a,b: `ram_type` takes no constraint: it is "),
            ("=pyint", ": a name is missing"),
        ] {
            let text = parsed(spec).unwrap_err();
            assert!(text.starts_with(start), "{spec} {text}");
        }
    }
}
