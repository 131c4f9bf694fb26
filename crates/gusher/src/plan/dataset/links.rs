//! The links of the tables that are planned: how each chooses, among which parents, under which key.

use std::sync::Arc;

use super::{Planner, PlannerTable};
use crate::links::{ClassDegrees, ClassOrder, Degrees, Excluded, Groups, Link, LinkWay, Scope, Tree, ranks};
use crate::plan::derived::{HasWord, RowIndex};
use crate::rng::{Key, Permutation};
use crate::schema::{Choice, Other, TableLink, Within};

impl Planner<'_> {
    pub(super) fn link(&mut self, table: usize, index: usize) -> Arc<Link> {
        if let Some(link) = self.links.get(&(table, index)) {
            return Arc::clone(link);
        }
        let link = &self.tables[table].links[index];
        let way = self.way(table, link);
        let parents = self.tables[link.parent].rows.end;
        let planned = Link::new(self.link_key(table, link), candidates(link, parents), &way, link.null);
        let planned = planned.expect("the dataset was built without a diagnostic");
        let planned = match link.tree == Tree::default() {
            true => planned,
            false => planned.grown(link.tree),
        };
        let planned = match link.sparse {
            Some(sparse) => planned.among(sparse, parents),
            None => planned,
        };
        let planned = match link.choice {
            Choice::Given { column, is_distinct } => {
                let owner = is_distinct.then(|| self.link(table, 0));
                planned.given(Arc::new(RowIndex(self.column(table, column))), owner)
            }
            _ => planned,
        };
        let planned = match &link.when {
            Some(when) => planned.when(Arc::new(HasWord::new(self.column(table, when.column), &when.words))),
            None => planned,
        };
        let planned = Arc::new(self.narrowed(table, link, planned));
        self.links.insert((table, index), Arc::clone(&planned));
        planned
    }

    /// A link, where only some of the parents are candidates.
    fn narrowed(&mut self, table: usize, link: &TableLink, planned: Link) -> Link {
        let excluded = link.others.iter().map(|other| match other {
            Other::OwnRow => Excluded::OwnRow,
            Other::ParentBy(other) => Excluded::ParentBy(self.link(table, *other)),
        });
        let planned = planned.without(excluded.collect()).lacking(link.may_lack);
        let Some(within) = &link.within else { return planned };
        let dist = match &link.choice {
            Choice::Popular(dist) => Some(&dist[..]),
            _ => None,
        };
        planned.within(self.scope(table, link.parent, within, dist))
    }

    fn scope(&mut self, table: usize, parent: usize, within: &Within, dist: Option<&str>) -> Scope {
        let path = self.path(table, &within.path);
        let parents_path = self.path(parent, &within.parents_path);
        let groups = match (within.is_indexed, &parents_path[..]) {
            (false, [link]) => Groups::Counted(Arc::clone(link)),
            _ => Groups::Indexed(self.index(parent, &within.parents_path, within.ancestor)),
        };
        Scope::new(path, groups, dist)
    }

    /// The links of a path that begins in a table.
    pub(super) fn path(&mut self, mut table: usize, links: &[usize]) -> Vec<Arc<Link>> {
        let mut path = Vec::with_capacity(links.len());
        for &link in links {
            path.push(self.link(table, link));
            table = self.tables[table].links[link].parent;
        }
        path
    }

    fn way(&mut self, table: usize, link: &TableLink) -> LinkWay {
        let parents_of = |link: &TableLink| candidates(link, self.tables[link.parent].rows.end);
        // Where there are no parents there are no rows either, or none that has one.
        if parents_of(link) == 0 && !matches!(link.choice, Choice::Counted(_) | Choice::Scattered(_)) {
            return LinkWay::Uniform;
        }
        match &link.choice {
            Choice::Uniform | Choice::Given { .. } => LinkWay::Uniform,
            Choice::Popular(dist) => match ranks(parents_of(link), dist) {
                Ok(ranks) => LinkWay::Popular(ranks),
                // It was checked when the dataset was built.
                Err(_) => LinkWay::Uniform,
            },
            Choice::Counted(Degrees::Classes(degrees)) => self.by_class(link, degrees, false),
            Choice::Scattered(Degrees::Classes(degrees)) => self.by_class(link, degrees, true),
            Choice::Counted(degrees) => LinkWay::Counted(degrees.clone()),
            Choice::Scattered(degrees) => LinkWay::Scattered(degrees.clone()),
            Choice::Once => LinkWay::Once,
            Choice::Earlier => {
                let dist = link.popular.as_ref();
                LinkWay::Earlier(dist.and_then(|dist| ranks(parents_of(link), dist).ok()))
            }
            Choice::Pairs { links, which, order } => {
                let all = &self.tables[table].links;
                let labels = links.iter().map(|&link| all[link].label.as_str());
                let key = labels.fold(self.table_key(table).derive("pairs"), Key::derive);
                let parents = links.iter().map(|&link| parents_of(&all[link])).collect();
                LinkWay::Pairs { key, which: *which, parents, order: *order }
            }
            Choice::Distinct(dist) => {
                let ranks = dist.as_ref().and_then(|dist| ranks(parents_of(link), dist).ok());
                LinkWay::Distinct { owner: self.link(table, 0), ranks }
            }
        }
    }

    /// The way of a link whose parents have children by the value of one of their columns.
    fn by_class(&self, link: &TableLink, degrees: &Arc<ClassDegrees>, is_scattered: bool) -> LinkWay {
        let PlannerTable { schema, rows, .. } = &self.tables[link.parent];
        if rows.end == 0 {
            return LinkWay::Counted(Degrees::Constant(0));
        }
        let order = match degrees.index() {
            Some(index) => ClassOrder::Counted(Arc::clone(index)),
            None => {
                let by = schema.columns.iter().find(|column| column.name == degrees.by);
                let by = by.expect("the column was found when the dataset was built");
                let key = self.table_key(link.parent).column(&by.name, by.occurrence);
                ClassOrder::Dealt(Permutation::dealing(key, rows.end))
            }
        };
        LinkWay::CountedByClass { degrees: Arc::clone(degrees), order, is_scattered }
    }

    /// A link's key: the child table, the parents' table, the label.
    fn link_key(&self, table: usize, link: &TableLink) -> Key {
        let parent = &self.tables[link.parent].schema.table;
        self.table_key(table).derive("link").derive(parent).derive(&link.label)
    }
}

/// How many of these parents a link chooses among, before any is left out for a row.
fn candidates(link: &TableLink, parents: u64) -> u64 {
    link.sparse.map_or(parents, |sparse| sparse.count(parents))
}
