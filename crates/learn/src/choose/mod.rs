//! Chooses what makes each column of a model.
//!
//! ```text
//! by_value.rs   what all values look like → their generator
//! bound.rs      the first and the last time of a condition
//! graph.rs      tables and references → parents before children
//! check/        conditions → facts of columns, and what they say of several
//! link.rs       references → links: who counts rows, which are unique, which share an ancestor
//! nested.rs     columns of fields, items and entries, and those of documents of schemas; format.rs their texts, step.rs their numbers
//! column.rs     a column → its generator: text.rs, amount.rs, moment.rs by type, name.rs by name
//! polymorphic.rs  references whose table another column says
//! correlate.rs  what rows say of several columns
//! relate.rs     what conditions say of several columns; pick.rs which of them are null
//! statistics.rs what is known of values, as far as privacy allows; kept.rs the values that may be kept
//! partition.rs  what partitions say of the column that rows are spread by
//! promise.rs    constraints as `check` lines
//! distinct.rs   keys and unique constraints; siblings.rs those that rows of one parent have
//! verify.rs     the file as the program reads it: what it refuses is taken back
//! ```
//! The order of what counts is: type, conditions, name, statistics.

mod amount;
mod asked;
mod bound;
mod by_value;
mod check;
mod children;
mod choices;
mod column;
mod correlate;
mod distinct;
mod draft;
mod exact;
mod facts;
mod format;
mod graph;
mod kept;
#[cfg(test)]
mod kept_tests;
mod link;
mod moment;
mod name;
mod nested;
mod number;
mod partition;
mod pick;
mod polymorphic;
#[cfg(test)]
mod privacy_tests;
mod probe;
mod promise;
#[cfg(test)]
mod random_tests;
mod relate;
mod room;
mod siblings;
mod spec;
mod statistics;
mod step;
mod stored;
#[cfg(test)]
mod tests;
mod text;
mod type_words;
mod verify;

pub use choices::{Choices, ColumnChoice, LinkChoice, Rows, TableChoice};
pub(crate) use number::Number;
pub use promise::CheckChoice;
pub(crate) use spec::share;
pub use spec::{Source, Spec};
pub use verify::verified;

use std::collections::HashMap;

use crate::model::{Model, Table};
use asked::Asked;
use check::{Says, parsed, read};
use choices::ColumnChoice as Choice;
use column::choose;
use draft::Draft;
use facts::Facts;
use graph::Node;
use name::{one_line, spelled};
use probe::Probe;

/// How to choose.
#[derive(Clone, Debug)]
pub struct Options {
    /// The rows of a table of which the source says no number.
    pub rows: u64,
    /// Whether values of the source may be in the file.
    pub keeps_values: bool,
    /// The tables that are asked for; all if there are none.
    pub tables: Vec<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self { rows: 1000, keeps_values: true, tables: Vec::new() }
    }
}

/// The choices for a model, before the program has seen them.
#[must_use]
pub fn choices(model: &Model, options: &Options) -> Choices {
    let mut nodes = graph::nodes(model, &options.tables);
    let order = graph::order(&mut nodes);
    let probe = Probe::default();
    let mut estimates = vec![options.rows; nodes.len()];
    let mut drafts: HashMap<usize, Draft<'_>> = HashMap::new();
    for &index in &order {
        let mut draft = table(&nodes, index, (&estimates, &drafts), options, &probe);
        link::share_ancestors(&mut draft, index, &nodes, &drafts);
        children::apply(&mut draft);
        estimates[index] = draft.estimate();
        drafts.insert(index, draft);
    }
    link::fill_circles(&nodes, &mut drafts);
    let has_values = drafts
        .values()
        .any(|draft| draft.columns.iter().any(|column| column.reason.contains(kept::OF_VALUES)));
    let tables = order.iter().filter_map(|index| drafts.remove(index)).map(Draft::finish).collect();
    Choices { tables, has_values }
}

/// The partitions among the tables that are asked for, each with the table that it is a part of.
#[must_use]
pub fn partitions(model: &Model, options: &Options) -> Vec<(String, String)> {
    graph::partitions(model, &options.tables)
}

/// The choices for one table, whose parents are chosen already.
fn table<'m>(
    nodes: &[Node<'m>],
    index: usize,
    (estimates, drafts): (&[u64], &HashMap<usize, Draft<'_>>),
    options: &Options,
    probe: &Probe,
) -> Draft<'m> {
    let node = &nodes[index];
    let table = node.table;
    let (mut facts, says, unread) = conditions(table);
    relate::fill(&mut facts, &says);
    if let Some((column, of)) = partition::facts(table, &node.partitions) {
        let facts = facts.entry(column).or_default();
        of.into_iter().for_each(|fact| _ = facts.add(fact));
    }
    let known = table.rows.filter(|rows| *rows > 0);
    let mut draft = Draft {
        table,
        name: node.name.clone(),
        dialect: node.dialect,
        facts,
        columns: Vec::new(),
        links: Vec::new(),
        per: None,
        rows: known.unwrap_or(options.rows),
        rows_reason: if known.is_some() { "as many as the source has".into() } else { String::new() },
        pairs: Vec::new(),
        picks: HashMap::new(),
        doubts: node.doubts.clone(),
    };
    draft.doubts.extend(unread);
    draft.doubts.extend(
        table.triggers.iter().map(|trigger| format!("a trigger may change its rows: {}", one_line(trigger))),
    );
    draft.doubts.extend(table.exclusions.iter().map(exclusion));
    link::add(&mut draft, index, nodes, estimates);
    columns(&mut draft, options, probe);
    link::leave_out(&mut draft, index, nodes);
    let doubts = relate::apply(&mut draft, &says);
    draft.doubts.extend(doubts);
    polymorphic::apply(&mut draft, nodes, drafts, estimates);
    if options.keeps_values {
        correlate::apply(&mut draft);
    }
    distinct::apply(&mut draft, probe);
    link::avoid_excluded(&mut draft);
    draft
}

/// What the conditions of a table say: of single columns, of several, and what is not understood.
fn conditions(table: &Table) -> (HashMap<String, Facts>, Vec<Says>, Vec<String>) {
    let (mut facts, mut says, mut unread): (HashMap<String, Facts>, Vec<Says>, Vec<String>) =
        Default::default();
    for check in &table.checks {
        let Some(found) = parsed(&check.condition).and_then(|expression| read(&expression)) else {
            let mark = if check.is_enforced { "" } else { " (not enforced)" };
            unread.push(format!("CHECK is not kept{mark}: {}", one_line(&check.condition)));
            continue;
        };
        for one in found {
            match one {
                Says::Of(name, fact) => {
                    let name = spelled(table, &name);
                    if !facts.entry(name).or_default().add(fact) {
                        unread.push(format!(
                            "CHECK may be broken by another one: {}",
                            one_line(&check.condition)
                        ));
                    }
                }
                more => says.push(relate::spelled(table, more)),
            }
        }
    }
    (facts, says, unread)
}

/// What an exclusion forbids, which no choice keeps.
fn exclusion(exclusion: &crate::model::Exclusion) -> String {
    let part = |(part, operator): &(crate::model::UniquePart, String)| match part {
        crate::model::UniquePart::Column(name) => format!("{name} with {operator}"),
        crate::model::UniquePart::Expression(text) => format!("{text} with {operator}"),
    };
    let parts: Vec<String> = exclusion.parts.iter().map(part).collect();
    format!("EXCLUDE is not kept: {}", one_line(&parts.join(", ")))
}

/// Chooses the columns that are no links.
fn columns(draft: &mut Draft<'_>, options: &Options, probe: &Probe) {
    let table = draft.table;
    for column in &table.columns {
        if draft.link_of(&column.name).is_some() {
            let spec = Spec::of("ref:");
            let mut choice = Choice::new(column.name.clone(), spec, link::reason(draft, &column.name));
            choice.type_text.clone_from(&column.type_text);
            let link = draft.link_of(&column.name).map(|link| &draft.links[link]);
            if link.is_some_and(|link| !link.is_declared && !link.is_seen) {
                choice.doubts.push("a key without a constraint, by its name".into());
            }
            if draft.facts.get(&column.name).is_some_and(Facts::excludes_keys) {
                choice.doubts.push("a CHECK of its values may be broken".into());
            }
            draft.columns.push(choice);
            continue;
        }
        let taken = draft.taken();
        let facts = draft.facts.get(&column.name).cloned().unwrap_or_default();
        let (dialect, keeps_values) = (draft.dialect, options.keeps_values);
        let asked = Asked { table, column, facts: &facts, taken: &taken, dialect, keeps_values };
        let is_single = nested::is_single(column);
        let mut chosen = match special(&asked) {
            Some(choice) => vec![choice],
            None if is_single => vec![nested::single(&asked, probe)],
            None => choose(&asked, probe),
        };
        if let Some(statistics) = column.statistics.as_ref().filter(|_| !is_single)
            && let Some(last) = chosen.last_mut()
        {
            let reads = last.spec.as_ref().is_some_and(Spec::is_expression);
            statistics::apply(last, column, statistics, &facts, options.keeps_values);
            last.doubts.extend(column.doubts.iter().cloned());
            if reads && last.spec.as_ref().is_some_and(|spec| !spec.is_expression()) {
                // Nothing reads the columns before it any more.
                chosen.drain(..chosen.len() - 1);
            }
        }
        if let Some(last) = chosen.last_mut().filter(|_| !is_single) {
            stored::keep(last, column, probe);
        }
        if let (Some(last), Some(plain)) = (chosen.last_mut(), column::plain(&column.kind))
            && column.generated.is_none()
            && !is_single
        {
            last.fallbacks.insert(0, plain);
        }
        draft.columns.extend(chosen);
    }
}

/// The choice for a column that the database numbers or computes, or that is the key.
fn special(asked: &Asked<'_>) -> Option<Choice> {
    let Asked { table, column, .. } = asked;
    let done = |mut choice: Choice| {
        choice.type_text.clone_from(&column.type_text);
        Some(choice)
    };
    if let Some(generated) = &column.generated {
        let spec = Spec::expression(one_line(&generated.expression));
        return done(Choice::new(column.name.clone(), spec, "the database computes it"));
    }
    let is_int = matches!(
        column.kind,
        crate::model::Kind::Int(_) | crate::model::Kind::Decimal { scale: None | Some(0), .. }
    );
    if let Some(identity) = &column.identity {
        let first = allowed(asked.facts, i128::from(identity.start));
        let head = match (first, identity.step) {
            (first, 1) => serial(first),
            (_, step) => format!("seq:{},{step}", identity.start),
        };
        let choice = Choice::new(column.name.clone(), Spec::of(&head), "the database numbers its rows");
        let is_broken = identity.step != 1 && first != i128::from(identity.start);
        return done(match is_broken {
            true => choice.doubt("a CHECK allows not all of these numbers"),
            false => choice,
        });
    }
    let is_key = table.primary_key.len() == 1 && table.primary_key[0] == column.name;
    if is_key && is_int && asked.facts.one_of.is_none() {
        let head = serial(allowed(asked.facts, 1));
        return done(Choice::new(column.name.clone(), Spec::of(&head), "the primary key"));
    }
    None
}

/// Numbers by one from the first one on.
fn serial(first: i128) -> String {
    if first == 1 { "seq".to_owned() } else { format!("seq:{first}") }
}

/// The first number from which on the conditions of a column exclude none at the lower end.
fn allowed(facts: &Facts, first: i128) -> i128 {
    let least = facts.min.map_or(first, |(min, is_included)| {
        let least = min.ceil(0);
        first.max(if is_included { least } else { least.max(min.floor(0) + 1) })
    });
    let excluded =
        facts.none_of.iter().filter_map(|word| number::Number::parse(word)?.floor(0).checked_add(1));
    excluded.fold(least, i128::max)
}
