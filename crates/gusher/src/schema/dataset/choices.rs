//! Which parents the rows of a table choose.

use super::build::DatasetBuilder;
use super::{Choice, TableLink, TableRows};
use crate::links::{MAX_DISTINCT, pair_count, ranks};
use crate::schema::file::FileLink;
use crate::schema::relation::Relation;
use gush_diagnostics::{Message, counted, grouped, nearest};

impl DatasetBuilder<'_> {
    /// Applies what the file declares of a link.
    pub(super) fn choose_one(&mut self, table: usize, index: usize) {
        let FileLink { label, dist, null, unique, distinct, shuffled } =
            self.tables[table].file.links[index].clone();
        let links = &self.tables[table].links;
        let Some(link) = links.iter().position(|link| link.label == label.text) else {
            let near = nearest(&label.text, links.iter().map(|link| link.label.as_str()));
            let text = Message::from("no column reads along this link").suggest(near);
            let text = text.otherwise("its label is the parent's name, or that of @of");
            return self.wrong(label.at, text);
        };
        let choice = links[link].choice.clone();
        let asked = [
            ("dist", dist.as_ref().map(|text| text.at.clone())),
            ("unique", unique),
            ("distinct", distinct),
            ("null", null.as_ref().map(|(_, at)| at.clone())),
        ];
        if let Choice::Counted(degrees) = choice {
            for (name, at) in asked {
                let Some(at) = at else { continue };
                let text =
                    format!("the rows are counted by this link, which leaves no choice; leave `{name}` out");
                self.wrong(at, text);
            }
            if shuffled.is_some() {
                self.tables[table].links[link].choice = Choice::Scattered(degrees);
            }
            return;
        }
        if let Some(at) = shuffled {
            let text =
                "only rows that are counted by this link have an order, as with rows = { per = …, each = … }";
            self.wrong(at, text);
        }
        self.tables[table].links[link].null = null.as_ref().map(|(share, _)| *share);
        let mut ways = asked[..3].iter().filter_map(|(name, at)| at.clone().map(|at| (*name, at)));
        let Some((name, at)) = ways.next() else { return };
        if let Some((other, at)) = ways.next() {
            return self
                .wrong(at, format!("`{name}` and `{other}` do not go together; leave one of the two out"));
        }
        if choice == Choice::Earlier {
            let text =
                format!("rows of a table that refer to rows before them choose evenly; leave `{name}` out");
            return self.wrong(at, text);
        }
        let chosen = match (name, dist) {
            ("unique", _) => Choice::Once,
            ("distinct", _) => Choice::Distinct,
            (_, Some(dist)) => {
                if let Err(error) = ranks(1, &dist.text) {
                    return self.wrong(dist.part(&error.at), error.text);
                }
                Choice::Popular(dist.text)
            }
            (_, None) => return,
        };
        let link = &mut self.tables[table].links[link];
        (link.choice, link.at) = (chosen, at);
    }

    /// Columns that are unique together, as they copy keys along several links.
    pub(super) fn choose_pairs(&mut self, table: usize) {
        for list in self.tables[table].file.unique.clone() {
            let Some(columns) = self.columns(table, &list) else { continue };
            let link = |&column: &usize| match &self.tables[table].relations[column] {
                Some(Relation::Copy(reading)) => reading.link,
                _ => None,
            };
            let mut links: Vec<usize> = columns.iter().filter_map(link).collect();
            links.dedup();
            let is_free = |link: &usize| self.tables[table].links[*link].choice == Choice::Uniform;
            // Others may be unique without that; keys are checked when all is known.
            if links.len() < 2 || links.len() != columns.len() || !links.iter().all(is_free) {
                continue;
            }
            for (which, &link) in links.iter().enumerate() {
                let link = &mut self.tables[table].links[link];
                link.choice = Choice::Pairs { links: links.clone(), which };
                link.at = list[which].at.clone();
            }
        }
    }

    /// Whether there are enough parents.
    pub(super) fn check_choice(&mut self, table: usize, index: usize) {
        let TableLink { parent, choice, at, null, .. } = &self.tables[table].links[index];
        let (parent, at, null) = (*parent, at.clone(), *null);
        let Some(rows) = self.row_count(table) else { return };
        let Some(parents) = self.row_count(parent) else { return };
        let name = self.tables[parent].file.name.text.clone();
        let asked = format!("{} {} asked for", counted(rows, "row"), if rows == 1 { "was" } else { "were" });
        let text = match choice {
            Choice::Counted(_) | Choice::Scattered(_) | Choice::Earlier => return,
            _ if parents == 0 && rows > 0 && null != Some(1.0) => {
                format!("`{name}` has no rows to refer to")
            }
            Choice::Once if rows > parents => {
                format!("there are {} of `{name}`, each for one row, but {asked}", counted(parents, "row"))
            }
            // Of several that choose together, the first reports.
            Choice::Uniform | Choice::Popular(_) | Choice::Once | Choice::Pairs { which: 1.., .. } => return,
            Choice::Pairs { links, .. } => {
                let parents: Option<Vec<u64>> = (links.iter())
                    .map(|&link| self.row_count(self.tables[table].links[link].parent))
                    .collect();
                let Some(parents) = parents else { return };
                match pair_count(&parents) {
                    Some(pairs) if rows > pairs => {
                        let product: Vec<String> = parents.iter().map(|&parents| grouped(parents)).collect();
                        format!("there are {} = {} pairs, but {asked}", product.join(" × "), grouped(pairs))
                    }
                    Some(_) => return,
                    None => "there are more pairs than 2^62, which is too many to tell apart".into(),
                }
            }
            Choice::Distinct => {
                let TableRows::Per(degrees) = &self.tables[table].rows else {
                    let text = "distinct applies to rows that are counted by another link, as with \
                                rows = { per = \"students\", each = 3 }";
                    return self.wrong(at, text);
                };
                let owners = self.tables[table].links.first().and_then(|link| self.row_count(link.parent));
                let most = degrees.most_of(owners.unwrap_or(0));
                if most > parents {
                    format!(
                        "up to {} choose different rows of `{name}`, which has {}",
                        counted(most, "row"),
                        grouped(parents)
                    )
                } else if most > MAX_DISTINCT {
                    format!(
                        "at most {} rows can choose different ones; here are up to {}",
                        grouped(MAX_DISTINCT),
                        grouped(most)
                    )
                } else {
                    return;
                }
            }
        };
        self.wrong(at, text);
    }

    pub(super) fn row_count(&self, table: usize) -> Option<u64> {
        self.tables[table].planned_rows.as_ref().map(|planned_rows| super::row_range(planned_rows).end)
    }
}
