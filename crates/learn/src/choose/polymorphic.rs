//! References whose table another column says: `owner_type` and `owner_id`.

use std::collections::HashMap;

use super::draft::{Draft, Link};
use super::graph::Node;
use super::name::{singular, words};
use super::spec::{Source, Spec};
use super::text::quoted;
use super::type_words::{table_of, type_of};
use crate::model::{Kind, Table};

/// Makes columns of keys those of the tables that the words beside them name, if these are chosen already.
pub fn apply(
    draft: &mut Draft<'_>,
    nodes: &[Node<'_>],
    drafts: &HashMap<usize, Draft<'_>>,
    estimates: &[u64],
) {
    let table = draft.table;
    let tables: Vec<&Table> = nodes.iter().map(|node| node.table).collect();
    for column in &table.columns {
        let Some(of) = type_of(table, &column.name) else { continue };
        let is_unique = table.primary_key.iter().any(|key| [of, &column.name].contains(&key.as_str()))
            || table.uniques.iter().any(|unique| unique.names([of, &column.name]));
        let is_free = draft.link_of(&column.name).is_none()
            && draft.spec(&column.name).is_some_and(|spec| !spec.is_expression() && !spec.is_nested());
        let Some(Spec { source: Source::Words(words), null, .. }) = draft.spec(of) else { continue };
        if is_unique || !is_free {
            continue;
        }
        let targets: Vec<Target> = words
            .iter()
            .map(|(word, _)| Target {
                word: word.clone(),
                parent: table_of(&tables, word)
                    .filter(|parent| drafts.contains_key(parent))
                    .and_then(|parent| Some((parent, key(tables[parent], &column.kind)?))),
            })
            .collect();
        if targets.iter().all(|target| target.parent.is_none()) {
            continue;
        }
        let is_always = *null == 0.0;
        refer(draft, &column.name, of, &targets, is_always, (nodes, estimates));
    }
}

/// A word, and the table that it names with its key.
struct Target {
    word: String,
    parent: Option<(usize, String)>,
}

/// The key of a table, if a column of this type may have its values.
fn key(table: &Table, kind: &Kind) -> Option<String> {
    let [key] = &table.primary_key[..] else { return None };
    let column = table.column(key)?;
    let is_alike = matches!(
        (kind, &column.kind),
        (Kind::Int(_) | Kind::Decimal { .. } | Kind::Text { .. }, Kind::Int(_))
            | (Kind::Text { .. } | Kind::Uuid, Kind::Uuid)
            | (Kind::Text { .. }, Kind::Text { .. })
    );
    is_alike.then(|| key.clone())
}

/// Adds a link for each table, of which the column has the key.
fn refer(
    draft: &mut Draft<'_>,
    id: &str,
    of: &str,
    targets: &[Target],
    is_always: bool,
    (nodes, estimates): (&[Node<'_>], &[u64]),
) {
    let is_text = matches!(draft.table.column(id).map(|column| &column.kind), Some(Kind::Text { .. }));
    let mut parts = Vec::new();
    for target in targets {
        let Some((parent, key)) = &target.parent else { continue };
        let suffix = words(&nodes[*parent].table.name.name).join("_");
        let helper = draft.add_helper(id, &singular(&suffix), Spec::of("ref:"));
        let read = quoted(&helper);
        parts.push(if is_text { format!("{read}::text") } else { read });
        draft.links.push(Link {
            parent: *parent,
            parent_name: nodes[*parent].name.clone(),
            parent_rows: estimates[*parent],
            columns: vec![(helper, key.clone())],
            is_declared: false,
            is_seen: false,
            is_own: false,
            is_nullable: true,
            null: 0.0,
            is_unique: false,
            is_distinct: false,
            other: Vec::new(),
            within: None,
            when: Some((of.to_owned(), target.word.clone())),
            dist: None,
            reason: format!("where {of} is {}", target.word),
        });
    }
    let others: Vec<String> = targets
        .iter()
        .filter(|target| target.parent.is_none())
        .map(|target| format!("'{}'", target.word.replace('\'', "''")))
        .collect();
    if !others.is_empty() {
        let Some(spec) = draft.spec(id).cloned() else { return };
        let any = draft.add_helper(id, "any", Spec { null: 0.0, is_unique: false, ..spec });
        parts.push(match is_always {
            true => quoted(&any),
            false => format!("case when {} in ({}) then {} end", quoted(of), others.join(", "), quoted(&any)),
        });
    }
    let text = if parts.len() == 1 { parts.remove(0) } else { format!("coalesce({})", parts.join(", ")) };
    if let Some(column) = draft.column_mut(id) {
        column.spec = Some(Spec::expression(text));
        column.reason = format!("a row of the table that {of} names");
        column.doubts.clear();
        column.fallbacks.clear();
        if !others.is_empty() {
            column.doubts.push(format!("no table is known for {}", others.join(", ")));
        }
    }
}
