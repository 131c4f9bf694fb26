//! A table while its choices are made.

use std::collections::{HashMap, HashSet};

use super::choices::{ColumnChoice, LinkChoice, Rows, TableChoice};
use super::facts::Facts;
use super::promise;
use super::spec::{Source, Spec};
use crate::model::{SqlDialect, Table};
use toml_writer::ToTomlValue as _;

/// A table while its choices are made.
#[derive(Debug)]
pub struct Draft<'m> {
    /// The table.
    pub table: &'m Table,
    /// What the file calls it.
    pub name: String,
    /// The dialect of its definition, if it has one.
    pub dialect: Option<SqlDialect>,
    /// What conditions say, by column.
    pub facts: HashMap<String, Facts>,
    /// The columns so far, each after those that it reads.
    pub columns: Vec<ColumnChoice>,
    /// Its links.
    pub links: Vec<Link>,
    /// The link that counts its rows, and how many each parent has.
    pub per: Option<(usize, Each)>,
    /// Its number of rows, without `per`.
    pub rows: u64,
    /// Why.
    pub rows_reason: String,
    /// Pairs of columns that come at most once, or `one < other` in one text.
    pub pairs: Vec<Vec<String>>,
    /// Of columns that are null by what another one is, the hidden ones that have their values.
    pub picks: HashMap<String, String>,
    /// What is not kept.
    pub doubts: Vec<String>,
}

/// How many rows a parent has.
#[derive(Clone, Debug, PartialEq)]
pub struct Each {
    /// The fewest.
    pub least: u64,
    /// The most.
    pub most: u64,
    /// How they are spread, by its text in a schema file and its mean; all numbers are as likely where there is none.
    pub spread: Option<(String, f64)>,
}

/// A link to a parent.
#[derive(Clone, Debug)]
pub struct Link {
    /// The index of the parent among all tables.
    pub parent: usize,
    /// What the file calls the parent.
    pub parent_name: String,
    /// About how many rows the parent has.
    pub parent_rows: u64,
    /// The columns that it is read for, each with that of the parent.
    pub columns: Vec<(String, String)>,
    /// Whether the source declares it.
    pub is_declared: bool,
    /// Whether its values are among those that it refers to, as far as the source was looked at.
    pub is_seen: bool,
    /// Whether it leads to the own table.
    pub is_own: bool,
    /// Whether its columns may be null.
    pub is_nullable: bool,
    /// The share of rows without a parent.
    pub null: f64,
    /// No parent twice.
    pub is_unique: bool,
    /// Rows of one parent by `per` have different ones.
    pub is_distinct: bool,
    /// Another parent than by these links.
    pub other: Vec<usize>,
    /// The ancestor that both ways lead to.
    pub within: Option<String>,
    /// The column and the word that say when there is a parent.
    pub when: Option<(String, String)>,
    /// Which parents are chosen more often.
    pub dist: Option<String>,
    /// Why it is not a plain one.
    pub reason: String,
}

impl Each {
    /// About how many it is.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.spread.as_ref().map_or((self.least + self.most) as f64 / 2.0, |(_, mean)| *mean)
    }

    /// The most rows of this number of parents: numbers that are spread are in exact shares.
    #[must_use]
    pub fn most_of(&self, parents: u64) -> u64 {
        match &self.spread {
            Some((_, mean)) => (parents as f64 * mean).ceil() as u64 + 1,
            None => parents.saturating_mul(self.most),
        }
    }

    fn text(&self) -> String {
        if let Some((spread, _)) = &self.spread {
            spread.to_toml_value()
        } else if self.least == self.most {
            self.least.to_string()
        } else {
            format!("int:{},{}", self.least, self.most).to_toml_value()
        }
    }
}

impl<'m> Draft<'m> {
    /// The choice of a column.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<&ColumnChoice> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// The same, to change it.
    pub fn column_mut(&mut self, name: &str) -> Option<&mut ColumnChoice> {
        self.columns.iter_mut().find(|column| column.name == name)
    }

    /// What makes a column.
    #[must_use]
    pub fn spec(&self, name: &str) -> Option<&Spec> {
        self.column(name).and_then(|column| column.spec.as_ref())
    }

    /// The column that has the values of a column: itself, or a hidden one where another column says when it is null.
    #[must_use]
    pub fn maker<'d>(&'d self, name: &'d str) -> &'d str {
        self.picks.get(name).map_or(name, String::as_str)
    }

    /// The link that a column reads.
    #[must_use]
    pub fn link_of(&self, column: &str) -> Option<usize> {
        self.links.iter().position(|link| link.columns.iter().any(|(own, _)| own == column))
    }

    /// Adds a column that others read, before the one of this name, and gives its name.
    pub fn add_helper(&mut self, before: &str, suffix: &str, spec: Spec) -> String {
        let name = super::asked::free_name(&format!("{before}_{suffix}"), &self.taken());
        let at = self.columns.iter().position(|column| column.name == before).unwrap_or(self.columns.len());
        self.columns.insert(at, ColumnChoice::new(name.clone(), spec.hidden(), ""));
        name
    }

    /// The names of its columns in small letters.
    #[must_use]
    pub fn taken(&self) -> HashSet<String> {
        let own = self.table.columns.iter().map(|column| column.name.to_lowercase());
        own.chain(self.columns.iter().map(|column| column.name.to_lowercase())).collect()
    }

    /// About how many rows it has.
    #[must_use]
    pub fn estimate(&self) -> u64 {
        match &self.per {
            Some((link, each)) => {
                ((self.links[*link].parent_rows as f64 * each.mean()).round() as u64).max(1)
            }
            None => self.rows,
        }
    }

    /// The most rows that it may have.
    #[must_use]
    pub fn most_rows(&self) -> u64 {
        match &self.per {
            Some((link, each)) => each.most_of(self.links[*link].parent_rows).max(1),
            None => self.rows.max(1),
        }
    }

    /// Limits its rows to n. Gives whether it can.
    pub fn limit(&mut self, rows: u64, reason: &str) -> bool {
        if self.per.is_some() {
            return self.most_rows() <= rows;
        }
        if rows < self.rows {
            self.rows = rows;
            reason.clone_into(&mut self.rows_reason);
        }
        true
    }

    /// Leaves out hidden columns that no expression reads any more.
    pub fn drop_unread(&mut self) {
        let is_read = |name: &str| {
            self.columns.iter().any(|column| match column.spec.as_ref().map(|spec| &spec.source) {
                Some(Source::Expression(text)) => text.contains(name),
                Some(Source::Generator { constraint, .. }) => constraint.split(',').any(|part| part == name),
                _ => false,
            }) || self.links.iter().any(|link| link.when.as_ref().is_some_and(|(column, _)| column == name))
        };
        let unread: Vec<String> = self
            .columns
            .iter()
            .filter(|column| {
                column.spec.as_ref().is_some_and(|spec| spec.is_hidden) && !is_read(&column.name)
            })
            .map(|column| column.name.clone())
            .collect();
        self.columns.retain(|column| !unread.contains(&column.name));
    }

    /// The labels of its links.
    fn labels(&self) -> Vec<String> {
        let mut taken: HashSet<String> = HashSet::new();
        let mut labels = vec![String::new(); self.links.len()];
        // The link that counts rows has the parent's name.
        let mut indices: Vec<usize> = (0..self.links.len()).collect();
        indices.sort_by_key(|index| self.per.as_ref().is_none_or(|(per, _)| per != index));
        for index in indices {
            let link = &self.links[index];
            let name = link.columns.first().map_or("link", |(own, _)| own.as_str());
            let short = name
                .strip_suffix("_id")
                .or_else(|| name.strip_suffix("Id"))
                .filter(|short| !short.is_empty())
                .unwrap_or(name);
            let candidates = [link.parent_name.clone(), short.to_owned(), name.to_owned()];
            let label = candidates.into_iter().find(|label| {
                // The parent's name is not written as a label.
                let is_plain = *label == link.parent_name || !label.contains('.');
                !taken.contains(label) && is_plain && !label.contains([' ', '"', '\\', '@'])
            });
            let label = label.unwrap_or_else(|| super::asked::free_name("link", &taken));
            taken.insert(label.clone());
            labels[index] = label;
        }
        labels
    }

    /// The choices as the file has them.
    #[must_use]
    pub fn finish(mut self) -> TableChoice {
        let labels = self.labels();
        for (index, link) in self.links.iter().enumerate() {
            for (own, of) in &link.columns {
                let mut spec = Spec::of(&format!("ref:{}.{of}", link.parent_name));
                if labels[index] != link.parent_name {
                    spec.of = Some(labels[index].clone());
                }
                if let Some(column) = self.columns.iter_mut().find(|column| column.name == *own) {
                    spec.is_hidden = column.spec.as_ref().is_some_and(|spec| spec.is_hidden);
                    column.spec = Some(spec);
                }
            }
        }
        let links =
            self.links.iter().enumerate().filter_map(|(index, link)| link.choice(&labels, index)).collect();
        let rows = match &self.per {
            Some((link, each)) => {
                Rows::Per { table: self.links[*link].parent_name.clone(), each: each.text() }
            }
            None => Rows::Number(self.rows),
        };
        let is_serial = |name: &String| {
            self.spec(name).is_some_and(|spec| {
                spec.short().is_some_and(|short| short == "seq" || short.starts_with("seq:"))
            })
        };
        let key = match &self.table.primary_key[..] {
            [] => Vec::new(),
            [one]
                if is_serial(one)
                    && self
                        .columns
                        .iter()
                        .find(|column| is_serial(&column.name))
                        .is_some_and(|column| column.name == *one) =>
            {
                Vec::new()
            }
            key if key.iter().all(|name| self.spec(name).is_some_and(|spec| !spec.is_hidden)) => key.to_vec(),
            _ => Vec::new(),
        };
        TableChoice {
            estimate: self.estimate(),
            name: self.name,
            source: self.table.name.clone(),
            origin: self.table.origin.clone(),
            comment: self.table.comment.clone(),
            checks: promise::checks(self.table),
            uncounted: Vec::new(),
            rows,
            rows_reason: self.rows_reason,
            key,
            pairs: self.pairs,
            links,
            columns: self.columns,
            doubts: self.doubts,
        }
    }
}

impl Link {
    /// Its settings, if it has some.
    fn choice(&self, labels: &[String], index: usize) -> Option<LinkChoice> {
        let mut settings = Vec::new();
        if self.is_unique {
            settings.push(("unique", "true".to_owned()));
        }
        if self.is_distinct {
            settings.push(("distinct", "true".to_owned()));
        }
        if let Some(dist) = &self.dist {
            settings.push(("dist", dist.to_toml_value()));
        }
        if let Some(within) = &self.within {
            settings.push(("within", within.to_toml_value()));
        }
        match &self.other[..] {
            [] => {}
            [own] if *own == usize::MAX => settings.push(("other", "true".into())),
            others => {
                let names: Vec<String> = others.iter().map(|&other| labels[other].to_toml_value()).collect();
                settings.push(("other", format!("[{}]", names.join(", "))));
            }
        }
        if let Some((column, word)) = &self.when {
            let column = toml_writer::ToTomlKey::to_toml_key(column.as_str());
            settings.push(("when", format!("{{ {column} = {} }}", word.to_toml_value())));
        } else if self.null > 0.0 {
            settings.push((
                "null",
                format!("{:.3}", self.null).trim_end_matches('0').trim_end_matches('.').to_owned(),
            ));
        }
        (!settings.is_empty()).then(|| LinkChoice {
            label: labels[index].clone(),
            settings,
            reason: self.reason.clone(),
        })
    }
}
