//! Random schemas as schema files.

use std::fmt::Write as _;

use super::model::{Column, Link, Rows, Way};
use super::schema::Random;

impl Random {
    /// The schema file.
    pub fn text(&self, seed: u64) -> String {
        let mut text = format!("seed = {seed}\nnow = 2026-01-01\n");
        for (number, table) in self.tables.iter().enumerate() {
            let rows = match table.rows {
                Rows::Given(rows) => rows.to_string(),
                Rows::Per(each, ..) => format!("{{ per = \"t{}\", each = {each} }}", table.links[0].parent),
            };
            let _ = writeln!(text, "\n[table.t{number}]\nrows = {rows}");
            if let Some(key) = &table.key {
                let _ = writeln!(text, "key = [\"{key}\"]");
            }
            if let Some(pair) = table.pair {
                let [one, other] = pair.map(|link| &table.links[link].column);
                let _ = match table.compared {
                    Some(sign) => writeln!(text, "unique = [\"{one} {sign} {other}\"]"),
                    None => writeln!(text, "unique = [[\"{one}\", \"{other}\"]]"),
                };
            }
            for link in &table.links {
                let label_of =
                    |link: &Link| link.label.clone().unwrap_or_else(|| format!("t{}", link.parent));
                let label = label_of(link);
                // Where nearly all are chosen, those that hardly anybody chooses come last.
                let steep = if number % 2 == 0 { "dist = \"zipf:1.05\"" } else { "dist = \"zipf:3\"" };
                let mut settings = match link.way {
                    Way::Counted | Way::Any | Way::Earlier | Way::Given => Vec::new(),
                    Way::Scattered => vec!["order = \"shuffled\""],
                    Way::Popular => vec!["dist = \"zipf:1.05\""],
                    Way::Once => vec!["unique = true"],
                    Way::Distinct | Way::GivenDistinct => vec!["distinct = true"],
                    Way::DistinctPopular => vec!["distinct = true", steep],
                    Way::OtherRow => vec!["other = true"],
                };
                let other = link.other.map(|other| format!("other = \"{}\"", label_of(&table.links[other])));
                let within =
                    link.within.map(|[own, _]| format!("within = \"{}\"", label_of(&table.links[own])));
                let row = link.given.as_ref().map(|name| format!("row = \"{name}\""));
                settings.extend(row.as_deref());
                settings.extend(other.as_deref());
                settings.extend(link.is_popular.then_some("dist = \"zipf:1.1\""));
                settings.extend(link.shape.map(|(shape, ..)| shape));
                settings.extend(link.when.then_some("when = { plan = [\"gold\", \"trial\"] }"));
                settings.extend(within.as_deref());
                settings.extend((link.is_optional && link.way != Way::Earlier).then_some("null = 0.2"));
                if !settings.is_empty() {
                    let _ = writeln!(text, "link.{label} = {{ {} }}", settings.join(", "));
                }
            }
            for Column { name, text: column, .. } in &table.columns {
                let _ = match column.strip_prefix("expr:") {
                    Some(expression) => writeln!(text, "columns.{name} = {{ expr = \"{expression}\" }}"),
                    None => writeln!(text, "columns.{name} = \"{column}\""),
                };
            }
        }
        text
    }
}
