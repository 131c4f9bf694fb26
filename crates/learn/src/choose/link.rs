//! References as links: what each column reads, which reference it belongs to where it is in several.

use std::collections::HashMap;

use super::draft::{Draft, Link};
use super::graph::{Node, Reference};
use super::spec::{Source, Spec};
use crate::model::Kind;

/// Adds the links of a table: of references that share a column the one that is never null, and then the longest, reads it.
pub fn add(draft: &mut Draft<'_>, index: usize, nodes: &[Node<'_>], estimates: &[u64]) {
    let table = draft.table;
    let is_nullable = |own: &str| {
        table.column(own).is_some_and(|column| column.is_nullable)
            && !table.primary_key.iter().any(|key| key == own)
            && !draft.facts.get(own).is_some_and(|facts| facts.is_filled)
    };
    let mut references: Vec<&Reference> =
        nodes[index].references.iter().filter(|reference| !reference.is_cut).collect();
    references.sort_by_key(|reference| {
        let nullable = reference.columns.iter().any(|(own, _)| is_nullable(own));
        (reference.parent == index, nullable, usize::MAX - reference.columns.len())
    });
    let (mut links, mut doubts): (Vec<Link>, Vec<String>) = Default::default();
    for reference in references {
        let is_read =
            |own: &String| links.iter().any(|link| link.columns.iter().any(|(column, _)| column == own));
        let is_made = |own: &String| table.column(own).is_none_or(|column| column.generated.is_some());
        let columns: Vec<(String, String)> =
            reference.columns.iter().filter(|(own, _)| !is_read(own) && !is_made(own)).cloned().collect();
        let parent_name = nodes[reference.parent].name.clone();
        if columns.is_empty() {
            let own: Vec<&str> = reference.columns.iter().map(|(own, _)| own.as_str()).collect();
            doubts
                .push(format!("({}) refers to {parent_name} too, which may lack such a row", own.join(", ")));
            continue;
        }
        let nullable = columns.iter().all(|(own, _)| is_nullable(own));
        links.push(Link {
            parent: reference.parent,
            parent_name,
            parent_rows: estimates[reference.parent],
            columns,
            is_declared: reference.is_declared,
            is_seen: reference.is_seen,
            is_own: reference.parent == index,
            is_nullable: nullable,
            null: if nullable { 0.1 } else { 0.0 },
            is_unique: false,
            is_distinct: false,
            other: Vec::new(),
            within: None,
            when: None,
            dist: None,
            reason: String::new(),
        });
    }
    draft.links = links;
    draft.doubts.extend(doubts);
    for link in 0..draft.links.len() {
        null_share(draft, link);
    }
}

/// The share of rows without a parent, where statistics know it.
fn null_share(draft: &mut Draft<'_>, link: usize) {
    let own = &draft.links[link].columns[0].0;
    let statistics = draft.table.column(own).and_then(|column| column.statistics.as_ref());
    if let (true, Some(statistics)) = (draft.links[link].is_nullable, statistics) {
        draft.links[link].null = statistics.null_share;
    }
}

/// Why a column reads a parent.
pub fn reason(draft: &Draft<'_>, column: &str) -> String {
    let Some(link) = draft.link_of(column).map(|link| &draft.links[link]) else { return String::new() };
    match (link.is_own, link.is_declared) {
        (true, _) => "a row before it: a tree".into(),
        (false, true) => "a foreign key".into(),
        (false, false) if link.is_seen => {
            format!("a row of {}, which has all of its values", link.parent_name)
        }
        (false, false) => format!("a row of {}", link.parent_name),
    }
}

/// What the columns of references are that have been left out, and of trees that cannot have a root.
pub fn leave_out(draft: &mut Draft<'_>, index: usize, nodes: &[Node<'_>]) {
    for reference in nodes[index].references.iter().filter(|reference| reference.is_cut) {
        let parent = &nodes[reference.parent].name;
        for (own, _) in &reference.columns {
            if draft.link_of(own).is_some() {
                continue;
            }
            let is_nullable = draft.table.column(own).is_some_and(|column| column.is_nullable);
            let Some(column) = draft.columns.iter_mut().find(|column| column.name == *own) else { continue };
            if let (true, Some(spec)) = (is_nullable, &mut column.spec) {
                *spec = Spec { null: 1.0, is_unique: false, ..spec.clone() };
                column.reason =
                    format!("null: {parent} refers to this table, and one of them has to be first");
                column.doubts.push("fill it by an UPDATE after loading".into());
            } else {
                column
                    .doubts
                    .push(format!("{parent} refers to this table too: no order of the two meets both keys"));
            }
        }
    }
    let trees: Vec<usize> = (0..draft.links.len()).filter(|&link| draft.links[link].is_own).collect();
    for link in trees.into_iter().rev() {
        let Link { is_nullable, columns, .. } = draft.links[link].clone();
        if is_nullable {
            continue;
        }
        // The first row has no row before it, so each row refers to itself.
        draft.links.remove(link);
        for (own, of) in columns {
            // The text of a number or a UUID is another type.
            let is_text =
                matches!(draft.table.column(&own).map(|column| &column.kind), Some(Kind::Text { .. }));
            if let Some(column) = draft.column_mut(&own) {
                let of = super::text::quoted(&of);
                let text = if is_text { format!("{of}::text") } else { of };
                column.spec = Some(Spec::expression(text));
                column.reason = "the row itself, as it is never null".into();
            }
        }
    }
}

/// Replaces keys of parents that a condition excludes by null, where that may be.
pub fn avoid_excluded(draft: &mut Draft<'_>) {
    let names: Vec<String> = draft.table.columns.iter().map(|column| column.name.clone()).collect();
    for name in names {
        let (Some(link), Some(facts)) = (draft.link_of(&name), draft.facts.get(&name)) else { continue };
        let excluded: Vec<i64> = facts.none_of.iter().filter_map(|word| word.parse().ok()).collect();
        let is_counted = draft.per.as_ref().is_some_and(|(per, _)| *per == link);
        let is_all = !excluded.is_empty() && excluded.len() == facts.none_of.len();
        let is_only = facts.one_of.is_none() && facts.min.is_none() && facts.max.is_none();
        if !(is_all && is_only && draft.links[link].is_nullable) || is_counted || draft.links[link].is_own {
            continue;
        }
        let helper = draft.add_helper(&name, "any", Spec::of("ref:"));
        for (own, _) in &mut draft.links[link].columns {
            if *own == name {
                own.clone_from(&helper);
            }
        }
        let list = excluded.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let any = super::text::quoted(&helper);
        if let Some(column) = draft.column_mut(&name) {
            column.spec =
                Some(Spec::expression(format!("case when {any} in ({list}) then null else {any} end")));
            column.reason = format!("{}, but for {list}, by a CHECK", column.reason);
            column.doubts.clear();
        }
    }
}

/// Makes the columns of references that have been left out and are never null numbers of rows of the parent, where those are counted.
pub fn fill_circles(nodes: &[Node<'_>], drafts: &mut HashMap<usize, Draft<'_>>) {
    for (index, node) in nodes.iter().enumerate() {
        for reference in node.references.iter().filter(|reference| reference.is_cut) {
            for (own, of) in &reference.columns {
                let Some(parent) = drafts.get(&reference.parent) else { continue };
                let (Some(first), rows) = (first_number(parent, of), fewest(reference.parent, drafts, 0))
                else {
                    continue;
                };
                let last = first.saturating_add(i64::try_from(rows).unwrap_or(i64::MAX) - 1);
                let name = parent.name.clone();
                if let Some(draft) = drafts.get_mut(&index) {
                    fill_circle(draft, own, first, last, &name);
                }
            }
        }
    }
}

fn fill_circle(draft: &mut Draft<'_>, own: &str, first: i64, last: i64, parent: &str) {
    let rows = draft.most_rows();
    let is_link = draft.link_of(own).is_some();
    let Some(column) = draft.column_mut(own) else { return };
    let Some(spec) = &mut column.spec else { return };
    let is_number = matches!(&spec.source, Source::Generator { name, .. } if name == "int");
    let has_room = !spec.is_unique || u64::try_from(last - first + 1).is_ok_and(|values| values >= rows);
    if is_link || !is_number || spec.null >= 1.0 || !has_room {
        return;
    }
    spec.source = Spec::of(&format!("int:{first},{last}")).source;
    spec.settings.retain(|(name, _)| *name != "dist");
    column.reason = format!("a row of {parent}");
    column.doubts.retain(|doubt| doubt.starts_with(parent));
}

/// The first number of a column that counts the rows, by one.
fn first_number(draft: &Draft<'_>, name: &str) -> Option<i64> {
    match &draft.spec(name)?.source {
        Source::Generator { name, constraint } if name == "seq" => match constraint.as_str() {
            "" => Some(1),
            text => text.parse().ok(),
        },
        _ => None,
    }
}

/// The fewest rows that a table may have.
fn fewest(table: usize, drafts: &HashMap<usize, Draft<'_>>, depth: usize) -> u64 {
    let Some(draft) = drafts.get(&table).filter(|_| depth < 64) else { return 1 };
    match &draft.per {
        Some((link, each)) => {
            fewest(draft.links[*link].parent, drafts, depth + 1).saturating_mul(each.least).max(1)
        }
        None => draft.rows.max(1),
    }
}

/// Links of several columns, of which one is read along another link: both lead to the same ancestor.
pub fn share_ancestors(
    draft: &mut Draft<'_>,
    index: usize,
    nodes: &[Node<'_>],
    drafts: &HashMap<usize, Draft<'_>>,
) {
    for link in 0..draft.links.len() {
        let of = draft.links[link].clone();
        let reference = nodes[index].references.iter().find(|reference| {
            reference.parent == of.parent
                && of.columns.iter().all(|column| reference.columns.contains(column))
                && reference.columns.len() > of.columns.len()
        });
        let Some(reference) = reference else { continue };
        let shared = reference.columns.iter().find(|column| !of.columns.contains(column));
        let Some((own, above)) = shared else { continue };
        let root_of_own = root(draft, own, drafts);
        let root_of_parent = match of.is_own {
            true => root(draft, above, drafts),
            false => drafts.get(&of.parent).and_then(|parent| root(parent, above, drafts)),
        };
        match (root_of_own, root_of_parent) {
            (Some(one), Some(other)) if one == other => {
                draft.links[link].within = Some(one.0);
                draft.links[link].reason = format!("of the same {}", one.1);
            }
            _ => draft.doubts.push(format!(
                "({own}, …) and {} may not belong together: no ancestor is shared",
                of.parent_name
            )),
        }
    }
}

/// The table and the column that a column is read from at the end.
fn root(draft: &Draft<'_>, column: &str, drafts: &HashMap<usize, Draft<'_>>) -> Option<(String, String)> {
    let mut at = draft;
    let mut column = column.to_owned();
    for depth in 0..16 {
        match at.link_of(&column) {
            Some(link) if !at.links[link].is_own => {
                let (_, above) = at.links[link].columns.iter().find(|(own, _)| *own == column)?;
                column.clone_from(above);
                at = drafts.get(&at.links[link].parent)?;
            }
            _ if depth == 0 => return None,
            _ => return Some((at.name.clone(), column)),
        }
    }
    None
}
