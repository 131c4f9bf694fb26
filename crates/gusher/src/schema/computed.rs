//! Computed columns: expressions are parsed, the columns that they name are found, and each is compiled after those that
//! it reads. A circle is reported with all its columns.

use std::collections::HashMap;

use gush_diagnostics::{Code, Diagnostic, Message};

use super::expression_draft::ExpressionDraft;
use super::series::most_rows;
use super::{Column, Relation};
use crate::computed::{ColumnName, Expression};
use crate::generators::Context;
use crate::types::Field;

/// A column, or what is to become one.
pub(super) enum Pending {
    Column(Box<Column>),
    Computed(Box<ExpressionDraft>),
    /// Why it is broken was reported already.
    Broken {
        name: Option<String>,
    },
}

impl Pending {
    fn name(&self) -> Option<&str> {
        match self {
            Pending::Column(column) => Some(&column.name),
            Pending::Computed(draft) => Some(&draft.name),
            Pending::Broken { name } => name.as_deref(),
        }
    }

    fn expression(
        &self,
        context: &Context<'_>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Box<dyn Expression>> {
        match self {
            Pending::Computed(draft) => draft.parse(context, diagnostics),
            Pending::Column(_) | Pending::Broken { .. } => None,
        }
    }
}

/// Compiles all drafts. The valid columns are returned, and the diagnostics report all others.
pub(super) fn resolve(
    mut pending: Vec<Pending>,
    context: &Context<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Column> {
    let expressions: Vec<_> = pending.iter().map(|one| one.expression(context, diagnostics)).collect();
    let names = Names::of(pending.iter().map(Pending::name), &[]);
    let reads: Vec<Vec<usize>> = (expressions.iter().zip(&pending))
        .map(|(expression, pending)| match (expression, pending) {
            (Some(expression), Pending::Computed(draft)) => names.find_all(draft, &**expression, diagnostics),
            _ => Some(Vec::new()),
        })
        // A column that reads something unknown is not compiled, just as one that reads itself.
        .enumerate()
        .map(|(at, reads)| reads.unwrap_or_else(|| vec![at, usize::MAX]))
        .collect();
    let order = order(&reads);
    report_circles(&pending, &expressions, &reads, &order, diagnostics);
    for &at in &order {
        compile(&mut pending, at, &expressions, &reads, diagnostics);
    }
    survivors(pending)
}

/// The index of each name among the columns.
pub(super) struct Names<'p> {
    /// Other tables.
    tables: &'p [String],
    exact: HashMap<&'p str, Vec<usize>>,
    folded: HashMap<String, Vec<usize>>,
}

impl<'p> Names<'p> {
    /// The names of all columns, in order.
    pub fn of(names: impl Iterator<Item = Option<&'p str>>, tables: &'p [String]) -> Names<'p> {
        let (mut exact, mut folded) = (HashMap::new(), HashMap::new());
        for (at, name) in names.enumerate() {
            let Some(name) = name else { continue };
            exact.entry(name).or_insert_with(Vec::new).push(at);
            folded.entry(name.to_lowercase()).or_insert_with(Vec::new).push(at);
        }
        Names { tables, exact, folded }
    }

    /// The columns that an expression reads; none where a name is wrong.
    pub fn find_all(
        &self,
        draft: &ExpressionDraft,
        expression: &dyn Expression,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Vec<usize>> {
        let mut reads = Vec::new();
        let names = expression.columns();
        for name in names {
            match self.find(name, &draft.name) {
                Ok(at) => reads.push(at),
                Err(message) => diagnostics.push(draft.diagnostic_at(&name.at, message)),
            }
        }
        (reads.len() == names.len()).then_some(reads)
    }

    /// The column of a name that the expression of `reader` reads.
    fn find(&self, ColumnName { name, exact, .. }: &ColumnName, reader: &str) -> Result<usize, Message> {
        let found = self.exact.get(&name[..]);
        let found = found.or_else(|| self.folded.get(&name.to_lowercase()).filter(|_| !exact));
        match found.map(|found| &found[..]) {
            Some([at]) => Ok(*at),
            Some(_) => Err(format!("several columns are called `{name}`; give them different names").into()),
            None if name
                .split_once('.')
                .is_some_and(|(table, _)| self.tables.iter().any(|own| own == table)) =>
            {
                let column = name.replace('.', "_");
                Err(format!(
                    "an expression reads columns of its row; copy this one first: \
                     columns.{column} = {{ generator = \"ref:{name}\", hidden = true }}"
                )
                .into())
            }
            None => {
                // The column's own name is never suggested.
                let mut all: Vec<&str> = self.exact.keys().copied().filter(|name| *name != reader).collect();
                all.sort_unstable();
                let message = Message::unknown("the table has no column of this name", name, all);
                // In SQL, only single quotes make a text.
                Err(match *exact && message.suggestion.is_none() {
                    true => format!(
                        "the table has no column `{name}`; double quotes are for names, a text is '{}'",
                        name.replace('\'', "''")
                    )
                    .into(),
                    false => message,
                })
            }
        }
    }
}

/// The columns, each after those that it reads (Kahn, 1962); without those that are in a circle or after one.
fn order(reads: &[Vec<usize>]) -> Vec<usize> {
    let mut missing: Vec<usize> = reads.iter().map(Vec::len).collect();
    let mut readers = vec![Vec::new(); reads.len()];
    for (at, reads) in reads.iter().enumerate() {
        for &read in reads.iter().filter(|&&read| read != usize::MAX) {
            readers[read].push(at);
        }
    }
    let mut order: Vec<usize> = (0..reads.len()).filter(|&at| missing[at] == 0).collect();
    let mut next = 0;
    while let Some(&at) = order.get(next) {
        next += 1;
        for &reader in &readers[at] {
            missing[reader] -= 1;
            if missing[reader] == 0 {
                order.push(reader);
            }
        }
    }
    order
}

/// A diagnostic for each circle.
fn report_circles(
    pending: &[Pending],
    expressions: &[Option<Box<dyn Expression>>],
    reads: &[Vec<usize>],
    order: &[usize],
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut reached = vec![false; reads.len()];
    order.iter().for_each(|&at| reached[at] = true);
    // A column that waits for an unknown name is in no circle.
    let is_stopped = |at: usize| reads[at].contains(&usize::MAX);
    let mut seen = reached.clone();
    for start in 0..reads.len() {
        let (mut path, mut at) = (Vec::new(), start);
        while !seen[at] && !is_stopped(at) {
            seen[at] = true;
            path.push(at);
            let Some(&next) = reads[at].iter().find(|&&read| !reached[read]) else { break };
            at = next;
        }
        let Some(first) = path.iter().position(|&on| on == at) else { continue };
        let circle = &path[first..];
        let (Pending::Computed(draft), Some(expression)) = (&pending[circle[0]], &expressions[circle[0]])
        else {
            continue;
        };
        let next = circle.get(1).unwrap_or(&circle[0]);
        let Some(position) = reads[circle[0]].iter().position(|read| read == next) else { continue };
        let way: Vec<&str> = circle.iter().chain([&circle[0]]).filter_map(|&on| pending[on].name()).collect();
        let text = format!("a column cannot be computed from itself: {}", way.join(" → "));
        let at = expression.columns()[position].at.clone();
        diagnostics.push(draft.diagnostic_at(&at, text));
    }
}

/// Makes a column of a draft whose reads are all columns. What is computed from series may be possible for some rows only.
fn compile(
    pending: &mut [Pending],
    at: usize,
    expressions: &[Option<Box<dyn Expression>>],
    reads: &[Vec<usize>],
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Some(expression) = expressions[at].as_deref() else { return };
    let fields: Option<Vec<Field>> = (reads[at].iter())
        .map(|&read| match &pending[read] {
            Pending::Column(column) => Some(column.field()),
            Pending::Computed(_) | Pending::Broken { .. } => None,
        })
        .collect();
    let Pending::Computed(draft) = &pending[at] else { return };
    let name = Some(draft.name.clone());
    let make = |fields: &[Field], rows| draft.column(expression, reads[at].clone(), fields, rows);
    // A column that reads a reported one is not reported again.
    let narrow = |rows| {
        let within = |&read: &usize| field_within(pending, expressions, reads, read, rows);
        let fields: Vec<Field> = reads[at].iter().map(within).collect::<Option<_>>()?;
        make(&fields, Some(rows)).ok()
    };
    let built = fields.map(|fields| {
        make(&fields, None).or_else(|found| match reads_series(pending, reads, at) {
            true => most_rows(1, narrow).ok_or(found),
            false => Err(found),
        })
    });
    pending[at] = match built {
        Some(Ok(column)) => Pending::Column(Box::new(column)),
        Some(Err(found)) => {
            diagnostics.extend(found);
            Pending::Broken { name }
        }
        None => Pending::Broken { name },
    };
}

/// Whether a column follows from one whose values depend on the row number.
fn reads_series(pending: &[Pending], reads: &[Vec<usize>], at: usize) -> bool {
    let is_series = match &pending[at] {
        Pending::Column(column) => column.generate.properties().is_by_row,
        Pending::Computed(_) | Pending::Broken { .. } => false,
    };
    is_series || reads[at].iter().any(|&read| read != usize::MAX && reads_series(pending, reads, read))
}

/// The field of a column in the first `rows` rows.
fn field_within(
    pending: &[Pending],
    expressions: &[Option<Box<dyn Expression>>],
    reads: &[Vec<usize>],
    at: usize,
    rows: u64,
) -> Option<Field> {
    let Pending::Column(column) = &pending[at] else { return None };
    let Some(expression) = &expressions[at] else { return Some(column.field_within(rows)) };
    let within = |&read: &usize| field_within(pending, expressions, reads, read, rows);
    let fields: Vec<Field> = reads[at].iter().map(within).collect::<Option<_>>()?;
    let computed = expression.compile(&fields.iter().collect::<Vec<_>>());
    // It may have been built for fewer rows.
    Some(computed.map_or_else(|_| column.field(), |computed| column.field_like(computed.field())))
}

/// The columns, and the indices that computed ones read among them.
fn survivors(pending: Vec<Pending>) -> Vec<Column> {
    let mut indices = Vec::with_capacity(pending.len());
    let mut columns: Vec<Column> = Vec::with_capacity(pending.len());
    for one in pending {
        indices.push(columns.len());
        if let Pending::Column(column) = one {
            columns.push(*column);
        }
    }
    for column in &mut columns {
        if let Some(Relation::Computed { reads, .. }) = &mut column.relation {
            reads.iter_mut().for_each(|read| *read = indices[*read]);
        }
    }
    columns
}

/// A diagnostic where all columns are hidden.
pub(super) fn all_hidden(columns: &[Column]) -> Option<Diagnostic> {
    let last = columns.last().filter(|_| columns.iter().all(|column| column.hidden))?;
    let text = "every column is hidden, and nothing is left to write";
    Some(last.source.diagnostic(Code::Modifier, 0..last.source.spec.len(), text))
}
