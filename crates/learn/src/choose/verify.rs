//! The file as the program reads it: what it refuses is taken back, with a mark, until it accepts all.

use gush_expr::Sql;
use gusher::{Context, Dataset, Diagnostic};

use super::choices::{Choices, ColumnChoice};
use super::spec::{Source, Spec};
use crate::write::{Line, Written};

/// The most times that the file is read.
const MAX_ROUNDS: usize = 24;

/// The choices without what the program refuses, and their file. `write` is called again for each round.
///
/// # Errors
/// The diagnostics that remain, which is a defect of this crate.
pub fn verified(
    mut choices: Choices,
    write: &dyn Fn(&Choices) -> Written,
) -> Result<(Choices, Written), Vec<Diagnostic>> {
    let context = Context::default().expressions(&Sql);
    let mut found = Vec::new();
    for _ in 0..MAX_ROUNDS {
        let written = write(&choices);
        let Err(diagnostics) = Dataset::parse("schema.toml", &written.text, &context) else {
            return Ok((choices, written));
        };
        found = diagnostics.iter().cloned().collect::<Vec<_>>();
        let mut lines: Vec<(usize, &Diagnostic)> =
            found.iter().filter_map(|one| Some((one.position.as_ref()?.line, one))).collect();
        lines.sort_by_key(|(line, _)| *line);
        lines.dedup_by_key(|(line, _)| *line);
        let mut is_changed = false;
        for (line, diagnostic) in lines {
            let Some(at) = line.checked_sub(1).and_then(|line| written.lines.get(line)) else { continue };
            is_changed |= take_back(&mut choices, at, &diagnostic.message);
        }
        if !is_changed {
            break;
        }
    }
    Err(found)
}

/// Takes back what a line says. Gives whether there was something.
fn take_back(choices: &mut Choices, line: &Line, message: &str) -> bool {
    let is_key = ["may come twice", "a column of a key"].iter().any(|part| message.contains(part));
    match line {
        Line::Other => false,
        Line::Rows(table) => {
            let table = &mut choices.tables[*table];
            table.rows = super::Rows::Number(table.estimate.max(1));
            table.doubts.push(format!("its rows cannot be counted so: {message}"));
            true
        }
        Line::Key(table) => {
            let table = &mut choices.tables[*table];
            table.key.clear();
            table.pairs.clear();
            true
        }
        Line::Link(table, label) => {
            let table = &mut choices.tables[*table];
            table.links.retain(|link| link.label != *label);
            table.doubts.push(format!("link {label} is a plain one: {message}"));
            true
        }
        Line::Check(table, name) => {
            let table = &mut choices.tables[*table];
            let Some(at) = table.checks.iter().position(|check| check.name == *name) else { return false };
            table.uncounted.push(table.checks.remove(at).source);
            true
        }
        Line::Column(table, name) => {
            let table = &mut choices.tables[*table];
            if is_key {
                let had = !table.key.is_empty() || !table.pairs.is_empty();
                table.key.clear();
                table.pairs.clear();
                return had;
            }
            // A link's setting may be refused at the column that reads it.
            let found = table.columns.iter_mut().find(|column| column.name == *name);
            found.is_some_and(|column| take_back_column(column, message))
        }
        Line::Part(table, path) => {
            let mut parts = path.iter();
            let first = parts.next();
            let column = choices.tables[*table].columns.iter_mut().find(|column| Some(&column.name) == first);
            let found = parts.try_fold(column, |column, name| column.map(|column| column.part_mut(name)));
            found.flatten().is_some_and(|column| take_back_column(column, message))
        }
    }
}

/// Takes back what a column is chosen to be. Gives whether there was something.
fn take_back_column(column: &mut ColumnChoice, message: &str) -> bool {
    let Some(spec) = &column.spec else { return false };
    // It describes the same as another column: another person, place or file then.
    let own: String = column.name.chars().filter(|c| c.is_alphanumeric() || *c == '_').collect();
    let label = match spec.of.as_deref() {
        None => Some("other".to_owned()),
        Some("other") => Some(own).filter(|own| !own.is_empty()),
        Some(_) => None,
    };
    let is_same = ["would have the values of", "so that they would describe another"];
    if let (true, Some(label)) = (is_same.iter().any(|part| message.contains(part)), label) {
        column.spec = Some(Spec { of: Some(label), ..spec.clone() });
        return true;
    }
    if let Some(spec) = repaired(spec, message) {
        column.spec = Some(spec);
        return true;
    }
    let null = spec.null;
    let next = column.fallbacks.pop().map(|fallback| Spec { null, ..fallback });
    if spec.is_expression() && next.is_none() {
        column.doubts.push(format!("left out: {message}"));
    } else if next.is_none() {
        column.doubts.push(format!("refused: {message}"));
    }
    column.spec = next;
    true
}

/// A column that is refused, without what it is refused for, where no other choice is needed.
fn repaired(spec: &Spec, message: &str) -> Option<Spec> {
    if let (Source::Expression(text), true) = (&spec.source, message.contains("cast it to text")) {
        let is_cast = text.ends_with("::text");
        let source = Source::Expression(format!("({text})::text"));
        return (!is_cast).then(|| Spec { source, ..spec.clone() });
    }
    let has_dist = spec.settings.iter().any(|(name, _)| *name == "dist");
    if has_dist && message.contains("distribution") {
        let mut spec = spec.clone();
        spec.settings.retain(|(name, _)| *name != "dist");
        return Some(spec);
    }
    None
}
