//! The choices as a table for people: of each column its type, what makes it and why.

use super::file::visible;
use crate::choose::{Choices, Source, Spec};

/// The widest column of the table; longer texts are cut.
const MAX_WIDTH: usize = 44;

/// The table of all choices.
#[must_use]
pub fn explained(choices: &Choices) -> String {
    let mut rows = vec![["column", "type", "made by", "why"].map(str::to_owned)];
    for table in &choices.tables {
        for column in visible(table) {
            let doubt = if column.doubts.is_empty() {
                String::new()
            } else {
                format!("? {}", column.doubts.join("; "))
            };
            let why = [column.reason.clone(), doubt]
                .iter()
                .filter(|text| !text.is_empty())
                .cloned()
                .collect::<Vec<_>>()
                .join(" ");
            let made = column.spec.as_ref().map_or_else(|| "(left out)".into(), made);
            rows.push([format!("{}.{}", table.name, column.name), column.type_text.clone(), made, why]);
        }
    }
    for row in &mut rows {
        for cell in row.iter_mut().take(3) {
            *cell = cut(cell);
        }
    }
    let width = |at: usize| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2)];
    let mut text = String::new();
    for row in &rows {
        let cells: Vec<String> =
            row.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        text += format!("{}  {}", cells.join("  "), row[3]).trim_end();
        text.push('\n');
    }
    text
}

fn made(spec: &Spec) -> String {
    spec.short().unwrap_or_else(|| match &spec.source {
        Source::Expression(text) => format!("expr: {text}"),
        Source::Struct(_) | Source::Items(_) | Source::Map(..) => spec.to_toml(),
        Source::Generator { name, constraint } => {
            if constraint.is_empty() {
                name.clone()
            } else {
                format!("{name}:{constraint}")
            }
        }
        Source::Words(words) => {
            format!("enum:{}", words.iter().map(|(word, _)| word.as_str()).collect::<Vec<_>>().join(","))
        }
    })
}

fn cut(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().count() <= MAX_WIDTH {
        text
    } else {
        text.chars().take(MAX_WIDTH - 1).collect::<String>() + "…"
    }
}
