//! The tables and what they refer to, parents before children.

use std::collections::HashSet;

use super::name::{one_line, singular, words};
use super::type_words::{type_of, wanted};
use crate::model::{Column, ForeignKey, Kind, MAX_KEY_HASHES, Model, SqlDialect, Table, TableName};

/// A table and its references.
#[derive(Clone, Debug)]
pub struct Node<'m> {
    /// The table.
    pub table: &'m Table,
    /// What the file calls it.
    pub name: String,
    /// The dialect of its definition, if it has one.
    pub dialect: Option<SqlDialect>,
    /// Its references, without those that follow from others.
    pub references: Vec<Reference>,
    /// Tables that it may refer to, and that come before it where that is possible.
    pub wanted: Vec<usize>,
    /// Its partitions.
    pub partitions: Vec<&'m Table>,
    /// References that cannot be followed, each in one sentence.
    pub doubts: Vec<String>,
}

/// A reference to another table, or to the own one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The columns that refer, each with that of the parent.
    pub columns: Vec<(String, String)>,
    /// The index of the parent.
    pub parent: usize,
    /// Whether the source declares it.
    pub is_declared: bool,
    /// Whether its values are among those that it refers to, as far as the source was looked at.
    pub is_seen: bool,
    /// Whether it is left out, so that tables have an order.
    pub is_cut: bool,
}

/// The tables of a model that have columns and are asked for, in its order.
#[must_use]
pub fn nodes<'m>(model: &'m Model, only: &[String]) -> Vec<Node<'m>> {
    let is_asked = |table: &&Table| {
        let is_filled = only.is_empty() && is_filled(model, table);
        !table.columns.is_empty() && table.partition.is_none() && is_named(table, only) && !is_filled
    };
    let tables: Vec<&Table> = model.tables.iter().filter(is_asked).collect();
    let mut taken = HashSet::new();
    let mut nodes: Vec<Node<'m>> = tables
        .iter()
        .map(|table| {
            let plain = file_name(&loaded(&table.name));
            let name = match taken.insert(plain.to_lowercase()) {
                true => plain,
                false => {
                    let name =
                        super::asked::free_name(&file_name(&full(&table.name).replace('.', "_")), &taken);
                    taken.insert(name.to_lowercase());
                    name
                }
            };
            let is_part =
                |part: &&Table| part.partition.is_some() && part.parent.as_ref() == Some(&table.name);
            let partitions = model.tables.iter().filter(is_part).collect();
            Node {
                table,
                name,
                dialect: model.dialect,
                references: Vec::new(),
                wanted: Vec::new(),
                partitions,
                doubts: Vec::new(),
            }
        })
        .collect();
    for (index, node) in nodes.iter_mut().enumerate() {
        (node.references, node.doubts) = references(&tables, index);
        node.wanted = wanted(&tables, index);
        let filled = node.table.fills.iter().filter(|name| !tables.iter().any(|table| table.name == **name));
        node.doubts.extend(
            filled.map(|name| format!("a trigger fills {}, which is left out", one_line(&full(name)))),
        );
    }
    drop_implied(&mut nodes);
    nodes
}

/// What a load calls a table: with its schema, unless that is the one that names without one are in.
fn loaded(name: &TableName) -> String {
    match name.schema.as_deref() {
        None | Some("public" | "main" | "dbo") => name.name.clone(),
        Some(_) => full(name),
    }
}

/// Whether a table is one of those that are asked for.
fn is_named(table: &Table, only: &[String]) -> bool {
    let is_it = |name: &String| name.eq_ignore_ascii_case(&table.name.name) || *name == full(&table.name);
    only.is_empty() || only.iter().any(is_it)
}

/// Whether triggers fill a table, which nothing refers to.
fn is_filled(model: &Model, table: &Table) -> bool {
    let others = || model.tables.iter().filter(|other| other.name != table.name);
    others().any(|other| other.fills.contains(&table.name))
        && !others().flat_map(|other| &other.foreign_keys).any(|key| key.parent == table.name)
}

/// The partitions that are asked for, each with the table that it is a part of.
#[must_use]
pub fn partitions(model: &Model, only: &[String]) -> Vec<(String, String)> {
    let asked = model.tables.iter().filter(|table| is_named(table, only));
    asked
        .filter_map(|table| {
            Some((full(&table.name), full(table.partition.as_ref().and(table.parent.as_ref())?)))
        })
        .collect()
}

fn full(name: &TableName) -> String {
    name.schema.as_ref().map_or(name.name.clone(), |schema| format!("{schema}.{}", name.name))
}

/// The name without what a file cannot be called.
fn file_name(name: &str) -> String {
    let clean: String =
        name.chars().map(|c| if c.is_control() || r#"/\:*?"<>|"#.contains(c) { '_' } else { c }).collect();
    let clean = clean.trim_start_matches('.').chars().take(60).collect::<String>();
    if clean.is_empty() { "table".into() } else { clean }
}

/// The references of a table: those that it declares, and those that its names suggest.
fn references(tables: &[&Table], index: usize) -> (Vec<Reference>, Vec<String>) {
    let table = tables[index];
    let (mut references, mut doubts) = (Vec::new(), Vec::new());
    for key in &table.foreign_keys {
        match declared(tables, key) {
            Ok(reference) => references.push(reference),
            Err(doubt) => doubts.push(doubt),
        }
    }
    let is_declared = |name: &String| {
        references.iter().any(|reference: &Reference| reference.columns.iter().any(|(own, _)| own == name))
    };
    let is_key = |name: &String| table.primary_key.len() == 1 && table.primary_key[0] == *name;
    let guessed = table
        .columns
        .iter()
        .filter(|column| !is_declared(&column.name) && !is_key(&column.name) && column.generated.is_none());
    let guessed: Vec<Reference> = guessed.filter_map(|column| guess(tables, index, &column.name)).collect();
    references.extend(guessed);
    // A column that refers to itself says nothing.
    references
        .retain(|reference| reference.parent != index || reference.columns.iter().any(|(own, of)| own != of));
    (references, doubts)
}

fn declared(tables: &[&Table], key: &ForeignKey) -> Result<Reference, String> {
    let is_it = |table: &&Table| table.name == key.parent;
    let is_like = |table: &&Table| {
        table.name.name.eq_ignore_ascii_case(&key.parent.name)
            && (table.name.schema.is_none()
                || key.parent.schema.is_none()
                || table.name.schema == key.parent.schema)
    };
    let own = key.columns.join(", ");
    let parent = tables.iter().position(is_it).or_else(|| tables.iter().position(is_like));
    let Some(parent) = parent else {
        return Err(format!("({own}) refers to {}, which is not in the file", full(&key.parent)));
    };
    let of = if key.parent_columns.is_empty() { &tables[parent].primary_key } else { &key.parent_columns };
    let known = |name: &String| {
        tables[parent]
            .columns
            .iter()
            .find(|column| column.name.eq_ignore_ascii_case(name))
            .map(|column| column.name.clone())
    };
    let of: Option<Vec<String>> = of.iter().map(known).collect();
    match of {
        Some(of) if of.len() == key.columns.len() => Ok(Reference {
            columns: key.columns.iter().cloned().zip(of).collect(),
            parent,
            is_declared: key.is_declared,
            is_seen: false,
            is_cut: false,
        }),
        _ => Err(format!("({own}) refers to columns that {} does not have", full(&key.parent))),
    }
}

/// What a column without a constraint refers to, by its name: `author_user_id` to `users`, `parent_id` to the own table.
fn guess(tables: &[&Table], index: usize, name: &str) -> Option<Reference> {
    let table = tables[index];
    let stem = words(name);
    let (last, stem) = stem.split_last()?;
    if last != "id" || stem.is_empty() || type_of(table, name).is_some() {
        return None;
    }
    let column = table.column(name)?;
    let fits = |parent: &Table| match &parent.primary_key[..] {
        [key] => {
            let key = parent.column(key).filter(|key| is_alike(&key.kind, &column.kind))?;
            (are_among(column, key) != Some(false)).then(|| key.name.clone())
        }
        _ => None,
    };
    let reference = |parent: usize, key: String| Reference {
        is_seen: tables[parent].column(&key).and_then(|key| are_among(column, key)) == Some(true),
        columns: vec![(name.to_owned(), key)],
        parent,
        is_declared: false,
        is_cut: false,
    };
    if stem == ["parent"] && column.is_nullable {
        return fits(table).map(|key| reference(index, key));
    }
    let named = |from: usize| {
        let wanted = stem[from..].join("_");
        let is_it = |parent: &&Table| {
            let own = words(&parent.name.name).join("_");
            (singular(&own) == wanted || own == wanted) && fits(parent).is_some()
        };
        tables.iter().position(is_it)
    };
    // Another table rather than the own one: `child_theme_id` of `child_themes` is a theme.
    let other = (0..stem.len()).find_map(|from| named(from).filter(|&found| found != index));
    let found = other.or_else(|| (0..stem.len()).find_map(named))?;
    // A table cannot refer to itself in every row.
    if found == index && !column.is_nullable {
        return None;
    }
    fits(tables[found]).map(|key| reference(found, key))
}

/// Whether the values of a column are among those of a key, where both are known: by those of their hashes that would be among the smallest.
fn are_among(column: &Column, key: &Column) -> Option<bool> {
    let hashes = |column: &Column| column.statistics.as_ref().map(|statistics| statistics.key_hashes.clone());
    let (own, of) = (hashes(column)?, hashes(key)?);
    let last = of.last().filter(|_| of.len() == MAX_KEY_HASHES).copied().unwrap_or(u64::MAX);
    let comparable = own.partition_point(|hash| *hash <= last);
    if of.is_empty() || comparable == 0 {
        return None;
    }
    Some(own[..comparable].iter().all(|hash| of.binary_search(hash).is_ok()))
}

/// Whether values of the one kind may be those of the other.
fn is_alike(one: &Kind, other: &Kind) -> bool {
    match (one, other) {
        (Kind::Int(_) | Kind::Decimal { .. }, Kind::Int(_) | Kind::Decimal { .. })
        | (Kind::Text { .. }, Kind::Text { .. }) => true,
        (one, other) => std::mem::discriminant(one) == std::mem::discriminant(other),
    }
}

/// Leaves out references whose rows follow from another one: an order's customer is that of its basket, where both keys are one.
fn drop_implied(nodes: &mut [Node<'_>]) {
    let all: Vec<Vec<Reference>> = nodes.iter().map(|node| node.references.clone()).collect();
    for (index, node) in nodes.iter_mut().enumerate() {
        let mut kept: Vec<Reference> = Vec::new();
        let is_filled = |reference: &Reference| {
            reference
                .columns
                .iter()
                .all(|(own, _)| node.table.column(own).is_some_and(|column| !column.is_nullable))
        };
        // Of two that say the same, the first one stays.
        for reference in &all[index] {
            let by_other = all[index].iter().any(|other| {
                other != reference
                    && other.columns.len() >= reference.columns.len()
                    && is_filled(other)
                    && implies(&all, other, reference, 0)
                    && (kept.contains(other) || !implies(&all, reference, other, 0))
            });
            if !by_other && !kept.contains(reference) {
                kept.push(reference.clone());
            }
        }
        node.references = kept;
    }
}

/// Whether rows that follow the one reference follow the other too.
fn implies(all: &[Vec<Reference>], one: &Reference, other: &Reference, depth: usize) -> bool {
    let mapped: Option<Vec<(String, String)>> = other
        .columns
        .iter()
        .map(|(own, of)| {
            one.columns.iter().find(|(column, _)| column == own).map(|(_, above)| (above.clone(), of.clone()))
        })
        .collect();
    let Some(mapped) = mapped else { return false };
    if one.parent == other.parent && mapped.iter().all(|(above, of)| above == of) {
        return true;
    }
    depth < 6
        && all[one.parent].iter().any(|above| {
            above.parent != one.parent
                && implies(all, above, &Reference { columns: mapped.clone(), ..other.clone() }, depth + 1)
        })
}

/// The indices of the tables, parents first. References that go round in a circle are cut where they may be null.
pub fn order(nodes: &mut [Node<'_>]) -> Vec<usize> {
    let (mut order, mut is_done) = (Vec::new(), vec![false; nodes.len()]);
    while order.len() < nodes.len() {
        let waits = |node: &Node<'_>, index: usize, is_done: &[bool]| {
            node.references
                .iter()
                .any(|reference| !reference.is_cut && reference.parent != index && !is_done[reference.parent])
        };
        let ready: Vec<usize> = (0..nodes.len())
            .filter(|&index| !is_done[index] && !waits(&nodes[index], index, &is_done))
            .collect();
        if ready.is_empty() {
            cut(nodes, &is_done);
        }
        let is_wanting = |index: &usize| nodes[*index].wanted.iter().any(|&wanted| !is_done[wanted]);
        let (later, first): (Vec<usize>, Vec<usize>) = ready.into_iter().partition(is_wanting);
        for index in if first.is_empty() { later.into_iter().take(1).collect() } else { first } {
            is_done[index] = true;
            order.push(index);
        }
    }
    order
}

/// Cuts one reference of a circle.
fn cut(nodes: &mut [Node<'_>], is_done: &[bool]) {
    let waits = |index: usize| {
        nodes[index].references.iter().position(|reference| {
            !reference.is_cut && reference.parent != index && !is_done[reference.parent]
        })
    };
    let Some(mut at) = (0..nodes.len()).find(|&index| !is_done[index]) else { return };
    let (mut path, mut seen) = (Vec::new(), HashSet::new());
    while seen.insert(at) {
        let Some(reference) = waits(at) else { break };
        path.push((at, reference));
        at = nodes[at].references[reference].parent;
    }
    // The circle begins where the path came back to.
    let start = path.iter().position(|(index, _)| *index == at).unwrap_or(0);
    let circle = &path[start..];
    let may_be_null = |&&(index, reference): &&(usize, usize)| {
        let table = nodes[index].table;
        let columns = &nodes[index].references[reference].columns;
        columns.iter().all(|(own, _)| {
            table.column(own).is_some_and(|column| column.is_nullable) && !table.primary_key.contains(own)
        })
    };
    let is_guessed = |&&(index, reference): &&(usize, usize)| !nodes[index].references[reference].is_declared;
    let chosen =
        circle.iter().find(is_guessed).or_else(|| circle.iter().rfind(may_be_null)).or(circle.last());
    if let Some(&(index, reference)) = chosen {
        nodes[index].references[reference].is_cut = true;
    }
}
