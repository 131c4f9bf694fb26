//! The report on a valid schema file.

use std::fmt::Write as _;

use gush_diagnostics::{counted, grouped};
use gush_generate::Job;
use gusher::links::{Degrees, Tree};
use gusher::schema::{Choice, DatasetSpec, Other, Relation, TableLink, TableRows};
use indicatif::HumanBytes;

/// Where columns of several children together begin to take long.
const MANY: u64 = 1000;

/// The tables with their rows, sizes, keys and links, and what would take long.
pub(super) fn text(job: &Job, dataset: &DatasetSpec) -> String {
    let (mut text, mut all_rows, mut all_bytes) = (String::new(), 0u64, Some(0u64));
    // Writing to a string cannot fail.
    for table in job.tables() {
        let rows = table.all_rows().end - table.all_rows().start;
        let bytes = table.mean_row_bytes().map(|bytes| rows.saturating_mul(bytes as u64));
        all_rows = all_rows.saturating_add(rows);
        all_bytes = all_bytes.zip(bytes).map(|(all, bytes)| all.saturating_add(bytes));
        let size = if table.is_stream() { "without end".into() } else { sized(rows, bytes) };
        let _ = writeln!(text, "{}: {size}", table.name());
        if let Some(index) = dataset.find(table.name()) {
            keys(dataset, index, &mut text);
            links(dataset, index, &mut text);
        }
    }
    if job.tables().len() > 1 {
        let tables = counted(job.tables().len() as u64, "table");
        let _ = writeln!(text, "{tables}: {}", sized(all_rows, all_bytes));
    }
    text
}

fn sized(rows: u64, bytes: Option<u64>) -> String {
    let rows = counted(rows, "row");
    bytes.map_or_else(|| rows.clone(), |bytes| format!("{rows}, about {}", HumanBytes(bytes)))
}

fn keys(dataset: &DatasetSpec, table: usize, text: &mut String) {
    let names = |table: usize, columns: &[usize]| {
        let name = |&column: &usize| dataset.tables[table].schema.columns()[column].name();
        columns.iter().map(name).collect::<Vec<_>>().join(", ")
    };
    if let Some(key) = dataset.primary_key(table) {
        let _ = writeln!(text, "  key {}", names(table, &key));
    }
    for key in dataset.foreign_keys(table) {
        let parent = dataset.tables[key.parent].schema.table();
        let (columns, its) = (names(table, &key.columns), names(key.parent, &key.key));
        let _ = writeln!(text, "  {columns} refers to {parent} ({its})");
    }
    let of = &dataset.tables[table];
    for check in &of.checks {
        let _ = writeln!(text, "  check {}", check.text(&of.schema));
    }
}

fn links(dataset: &DatasetSpec, table: usize, text: &mut String) {
    let of = &dataset.tables[table];
    for (index, link) in of.links.iter().enumerate() {
        let parent = &dataset.tables[link.parent];
        let optional = match link.null {
            Some(share) => format!(", none for {} % of the rows", share * 100.0),
            None => String::new(),
        };
        let way = way(dataset, table, index, link);
        let _ = writeln!(text, "  link {}: {}, {way}{optional}", link.label, counted(parent.count(), "row"));
    }
    for column in of.schema.columns() {
        let Some(
            Relation::Aggregate { table: children, link, .. }
            | Relation::List { table: children, link, .. }
            | Relation::Extreme { table: children, link, .. },
        ) = column.relation()
        else {
            continue;
        };
        let child = &dataset.tables[*children];
        let (TableRows::Per(degrees), Choice::Counted(_) | Choice::Scattered(_)) =
            (&child.rows, &child.links[*link].choice)
        else {
            let (name, rows) = (child.schema.table(), grouped(child.count()));
            let _ = writeln!(
                text,
                "  {} reads the rows of {name} that refer to it (by an index of {rows} rows, which each run makes)",
                column.name()
            );
            continue;
        };
        let most = degrees.most_of(of.count());
        if most >= MANY {
            let name = dataset.tables[*children].schema.table();
            let _ = writeln!(
                text,
                "  slow: {} reads up to {} rows of {name} for each row",
                column.name(),
                grouped(most)
            );
        }
    }
}

/// How a link chooses.
fn way(dataset: &DatasetSpec, table: usize, index: usize, link: &TableLink) -> String {
    let counted_by = match (index, &dataset.tables[table].rows) {
        (0, TableRows::Per(degrees @ Degrees::Classes(classes))) if classes.is_drawn() => {
            let parents = grouped(dataset.tables[link.parent].count());
            format!("rows {degrees} (by an index of {parents} rows, which each run makes)")
        }
        (0, TableRows::Per(degrees @ Degrees::Classes(_))) => format!("rows {degrees}"),
        (0, TableRows::Per(degrees)) => format!("each has {degrees} rows"),
        _ => String::new(),
    };
    let way = match &link.choice {
        Choice::Uniform => "equal chance".into(),
        Choice::Popular(dist) => format!("chosen by {dist}"),
        Choice::Counted(_) => counted_by,
        Choice::Scattered(_) => format!("{counted_by}, shuffled"),
        Choice::Once => "each at most once".into(),
        Choice::Earlier => {
            let dist = link.popular.as_ref().map_or_else(String::new, |dist| format!(", chosen by {dist}"));
            format!("always an earlier row{}{dist}", shape(link.tree))
        }
        Choice::Pairs { .. } => "each combination at most once".into(),
        Choice::Distinct(None) => "different ones within a row's children".into(),
        Choice::Given { column, is_distinct } => {
            let name = dataset.tables[table].schema.columns()[*column].name();
            let distinct = if *is_distinct { ", different ones within a row's children" } else { "" };
            format!("the row of index {name}{distinct}")
        }
        Choice::Distinct(Some(dist)) => format!("different ones within a row's children, chosen by {dist}"),
    };
    way + &narrowed(dataset, table, link)
}

/// The shape of a tree.
fn shape(Tree { roots, levels, depth }: Tree) -> String {
    let roots = if roots > 1 { format!(", {} roots", grouped(roots)) } else { String::new() };
    let levels = levels.map_or_else(String::new, |levels| format!(", {levels} levels"));
    let depth = depth.map_or_else(String::new, |depth| format!(", up to {depth} rows above"));
    roots + &levels + &depth
}

/// Which parents are candidates.
fn narrowed(dataset: &DatasetSpec, table: usize, link: &TableLink) -> String {
    let label = |other: &Other| match other {
        Other::OwnRow => "the own row".to_owned(),
        Other::ParentBy(other) => format!("that of {}", dataset.tables[table].links[*other].label),
    };
    let mut text = String::new();
    if !link.others.is_empty() {
        let labels: Vec<String> = link.others.iter().map(label).collect();
        let _ = write!(text, ", but not {}", labels.join(" or "));
    }
    if let Some(when) = &link.when {
        let column = dataset.tables[table].schema.columns()[when.column].name();
        let _ = write!(text, ", where {column} is {}", when.words.join(" or "));
    }
    if let Some(sparse) = &link.sparse {
        let _ = write!(text, ", {sparse} of the rows");
    }
    if let Some(within) = &link.within {
        let ancestor = dataset.tables[within.ancestor].schema.table();
        let _ = write!(text, ", of the same row of {ancestor}");
        if within.is_indexed {
            let rows = grouped(dataset.tables[link.parent].count());
            let _ = write!(text, " (by an index of {rows} rows, which each run makes)");
        }
    }
    text
}
