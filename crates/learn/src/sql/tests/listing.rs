//! A model as lines of text.

use std::fmt::Write as _;

use crate::model::{Action, Column, Model, Table, TableName, Unique, UniquePart};

/// Every item of a model, one a line.
pub(super) fn listing(model: &Model) -> String {
    let mut text = String::new();
    for table in &model.tables {
        list_table(&mut text, table);
    }
    for function in &model.functions {
        line(&mut text, format_args!("function {function}"));
    }
    for note in &model.notes {
        line(&mut text, format_args!("note, line {}: {}: {}", note.origin.line, note.about, note.text));
    }
    text
}

fn line(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    writeln!(text, "{arguments}").expect("a text takes all");
}

fn list_table(text: &mut String, table: &Table) {
    line(text, format_args!("table {}, line {}", shown(&table.name), table.origin.line));
    let facts = [
        table.comment.as_ref().map(|comment| format!("comment {comment}")),
        table.parent.as_ref().map(|parent| format!("parent {}", shown(parent))),
        table.partition.as_ref().map(|partition| format!("partition {}", partition.bound)),
        table.partitioned_by.as_ref().map(|by| format!("partitioned by {by}")),
        table.rows.map(|rows| format!("{rows} rows")),
        Some(table.primary_key.join(", "))
            .filter(|key| !key.is_empty())
            .map(|key| format!("primary key {key}")),
    ];
    for column in &table.columns {
        list_column(text, column);
    }
    for fact in facts.into_iter().flatten() {
        line(text, format_args!("  {fact}"));
    }
    for unique in &table.uniques {
        line(text, format_args!("  {}", listed_unique(unique)));
    }
    for key in &table.foreign_keys {
        let parent = format!("{} ({})", shown(&key.parent), key.parent_columns.join(", "));
        let deferrable = if key.is_deferrable { ", deferrable" } else { "" };
        let action = if key.on_delete == Action::None {
            String::new()
        } else {
            format!(", on delete {:?}", key.on_delete)
        };
        line(
            text,
            format_args!(
                "  foreign key {}: {} to {parent}{deferrable}{action}",
                named(key.name.as_ref()),
                key.columns.join(", ")
            ),
        );
    }
    for check in &table.checks {
        let enforced = if check.is_enforced { "" } else { ", not enforced" };
        line(text, format_args!("  check {}: {}{enforced}", named(check.name.as_ref()), check.condition));
    }
    for exclusion in &table.exclusions {
        let parts: Vec<String> = exclusion
            .parts
            .iter()
            .map(|(part, operator)| format!("{} {operator}", listed_part(part)))
            .collect();
        line(
            text,
            format_args!(
                "  exclusion {}: {} {:?}",
                named(exclusion.name.as_ref()),
                parts.join(", "),
                exclusion.condition
            ),
        );
    }
    for trigger in &table.triggers {
        line(text, format_args!("  trigger {trigger}"));
    }
}

fn list_column(text: &mut String, column: &Column) {
    let mut facts = Vec::new();
    if !column.is_nullable {
        facts.push("not null".to_owned());
    }
    if let Some(identity) = &column.identity {
        facts.push(format!("identity {} {} {}", identity.is_always, identity.start, identity.step));
    }
    if let Some(generated) = &column.generated {
        facts.push(format!("generated {} stored {}", generated.expression, generated.is_stored));
    }
    facts.extend(column.default.as_ref().map(|default| format!("default {default}")));
    facts.extend(column.comment.as_ref().map(|comment| format!("comment {comment}")));
    line(
        text,
        format_args!("  {} {:?} [{}] {}", column.name, column.kind, column.type_text, facts.join("; ")),
    );
}

fn listed_unique(unique: &Unique) -> String {
    let parts: Vec<String> = unique.parts.iter().map(listed_part).collect();
    let condition =
        unique.condition.as_ref().map_or(String::new(), |condition| format!(" where {condition}"));
    let nulls = if unique.nulls_are_equal { ", nulls are equal" } else { "" };
    format!("unique {}: {}{condition}{nulls}", named(unique.name.as_ref()), parts.join(", "))
}

fn listed_part(part: &UniquePart) -> String {
    match part {
        UniquePart::Column(name) => name.clone(),
        UniquePart::Expression(sql) => format!("({sql})"),
    }
}

fn named(name: Option<&String>) -> &str {
    name.map_or("-", String::as_str)
}

fn shown(name: &TableName) -> String {
    match &name.schema {
        Some(schema) => format!("{schema}.{}", name.name),
        None => name.name.clone(),
    }
}
