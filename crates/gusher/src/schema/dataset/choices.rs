//! Which parents the rows of a table choose.

use super::build::DatasetBuilder;
use super::given::{Asked, too_many};
use super::{Choice, Other, TableLink, TableRows};
use crate::links::{MAX_DISTINCT, PairOrder, pair_count, ranks};
use crate::schema::draft::Draft;
use crate::schema::file::{FileLink, FileOther, SpannedText};
use crate::schema::relation::Relation;
use gush_diagnostics::{Message, counted, grouped, nearest};

impl DatasetBuilder<'_> {
    /// Applies what the file declares of a link.
    pub(super) fn choose_one(&mut self, table: usize, index: usize) {
        let file = self.tables[table].file.links[index].clone();
        let asked = asked(&file);
        let FileLink { label, dist, null, shuffled, other, sparse, row, when, tree, .. } = file;
        let links = &self.tables[table].links;
        let Some(link) = links.iter().position(|link| link.label == label.text) else {
            let near = nearest(&label.text, links.iter().map(|link| link.label.as_str()));
            let text = Message::from("no column reads along this link").suggest(near);
            let text = text.otherwise("its label is the parent's name, or that of @of");
            return self.wrong(label.at, text);
        };
        let choice = links[link].choice.clone();
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
        if let Some(when) = when {
            self.choose_rows(table, link, &when);
        }
        if let Some(row) = row {
            let asked: Vec<_> = asked.into_iter().filter(|(name, _)| *name != "row").collect();
            return self.choose_given(table, link, &row, &asked);
        }
        if !self.choose_shape(table, link, &tree, other.as_ref()) {
            return;
        }
        if let Some((sparse, at)) = sparse {
            let besides = ["distinct", "other", "within"];
            let besides = asked.iter().find(|(name, at)| besides.contains(name) && at.is_some());
            if let Some((name, _)) = besides {
                let text = format!("`sparse` and `{name}` do not go together; leave one of the two out");
                return self.wrong(at, text);
            }
            if choice == Choice::Earlier {
                let text = "rows of a table that refer to rows before them choose among all of these; leave `sparse` out";
                return self.wrong(at, text);
            }
            self.tables[table].links[link].sparse = Some(sparse);
        }
        let mut ways = asked[..3].iter().filter_map(|(name, at)| at.clone().map(|at| (*name, at)));
        let Some((name, at)) = ways.next() else { return };
        let is_both = (name, dist.is_some()) == ("dist", true) && asked[1].1.is_none();
        if let Some((other, at)) = ways.next().filter(|_| !is_both) {
            return self
                .wrong(at, format!("`{name}` and `{other}` do not go together; leave one of the two out"));
        }
        if choice == Choice::Earlier && !matches!(other, Some(FileOther::Own(_))) {
            if let ("dist", Some(dist)) = (name, &dist) {
                match ranks(1, &dist.text) {
                    Ok(_) => self.tables[table].links[link].popular = Some(dist.text.clone()),
                    Err(error) => self.wrong(dist.part(&error.at), error.text),
                }
                return;
            }
            let text =
                format!("rows of a table that refer to rows before them choose evenly; leave `{name}` out");
            return self.wrong(at, text);
        }
        let chosen = match (name, dist) {
            ("unique", _) => Choice::Once,
            ("distinct", _) => Choice::Distinct(None),
            (_, Some(dist)) => {
                if let Err(error) = ranks(1, &dist.text) {
                    return self.wrong(dist.part(&error.at), error.text);
                }
                match asked[2].1 {
                    Some(_) => Choice::Distinct(Some(dist.text)),
                    None => Choice::Popular(dist.text),
                }
            }
            (_, None) => return,
        };
        let link = &mut self.tables[table].links[link];
        (link.choice, link.at) = (chosen, at);
    }

    /// Columns that are unique together, as they copy keys along several links.
    pub(super) fn choose_pairs(&mut self, table: usize) {
        for (at, list) in self.tables[table].file.unique.clone().into_iter().enumerate() {
            let order = list.order;
            let Some(columns) = self.columns(table, &list.columns) else { continue };
            let link = |&column: &usize| match &self.tables[table].relations[column] {
                Some(Relation::Copy(reading)) => reading.link,
                _ => None,
            };
            let mut links: Vec<usize> = columns.iter().filter_map(link).collect();
            links.dedup();
            if order != PairOrder::Any && !self.are_comparable(table, &list.columns, &columns, &links, order)
            {
                continue;
            }
            // One that is not the other's parent makes a pair of different ones.
            let narrowed = |&link: &usize| self.tables[table].links[link].others.clone();
            let order = match (order, &links[..]) {
                (PairOrder::Any, &[one, other])
                    if narrowed(&one).is_empty() && narrowed(&other) == [Other::ParentBy(one)]
                        || narrowed(&other).is_empty() && narrowed(&one) == [Other::ParentBy(other)] =>
                {
                    PairOrder::Different
                }
                _ => order,
            };
            let is_free = |index: &usize| {
                let link = &self.tables[table].links[*index];
                let is_whole = link.within.is_none()
                    && link.sparse.is_none()
                    && link.when.is_none()
                    && (link.others.is_empty() || order != PairOrder::Any);
                link.choice == Choice::Uniform && is_whole
            };
            // Others may be unique without that; keys are checked when all is known.
            if links.len() < 2 || links.len() != columns.len() || !links.iter().all(is_free) {
                if order != PairOrder::Any && list.order == order {
                    let text = "rows that are compared are chosen evenly among all; leave what is said of these links out";
                    self.wrong(list.columns[0].at.clone(), text);
                }
                continue;
            }
            self.tables[table].file.unique[at].order = order;
            for (which, &link) in links.iter().enumerate() {
                let link = &mut self.tables[table].links[link];
                link.choice = Choice::Pairs { links: links.clone(), which, order };
                link.others.clear();
                link.at = list.columns[which].at.clone();
            }
        }
    }

    /// Whether two columns refer to rows of one table, other than their own, which can be compared.
    fn are_comparable(
        &mut self,
        table: usize,
        names: &[SpannedText],
        columns: &[usize],
        links: &[usize],
        order: PairOrder,
    ) -> bool {
        let all = &self.tables[table].links;
        let text = match links {
            &[one, other] if columns.len() == 2 && all[one].parent == all[other].parent => {
                let parent = all[one].parent;
                let is_serial = |&column: &usize| match &self.tables[table].relations[column] {
                    Some(Relation::Copy(reading)) => match &self.tables[parent].columns[reading.column] {
                        Draft::Column(of) => of.generate.properties().is_serial,
                        Draft::Related(_) | Draft::Computed(_) | Draft::Broken(_) => false,
                    },
                    _ => false,
                };
                if order == PairOrder::Ascending && !columns.iter().all(is_serial) {
                    "rows are compared by the number that counts them; let both columns refer to a seq"
                } else if parent == table {
                    "rows of a table that refer to rows before them choose evenly; compare those of another table"
                } else {
                    return true;
                }
            }
            _ => "expected two columns that refer to rows of one table, each by a link of its own",
        };
        let at = names[0].at.start..names[names.len() - 1].at.end;
        self.wrong(at, text);
        false
    }

    /// Whether there are enough parents.
    pub(super) fn check_choice(&mut self, table: usize, index: usize) {
        let TableLink { parent, choice, at, null, .. } = &self.tables[table].links[index];
        let (parent, at, null) = (*parent, at.clone(), *null);
        let Some(rows) = self.row_count(table) else { return };
        let Some(parents) = self.row_count(parent) else { return };
        let parents = self.tables[table].links[index].sparse.map_or(parents, |sparse| sparse.count(parents));
        let others = self.tables[table].links[index].others.len() as u64;
        let name = self.tables[parent].file.name.text.clone();
        let asked = format!("{} {} asked for", counted(rows, "row"), if rows == 1 { "was" } else { "were" });
        let text = match choice {
            Choice::Counted(_) | Choice::Scattered(_) | Choice::Earlier => return,
            _ if parents == 0 && rows > 0 && null != Some(1.0) => {
                format!("`{name}` has no rows to refer to")
            }
            _ if others > 0 && parents <= others && rows > 0 && null != Some(1.0) => {
                let (rows, are) = (counted(parents, "row"), if others == 1 { "is" } else { "are" });
                format!(
                    "`{name}` has {rows}, of which {others} {are} left out, so that none remains to refer to"
                )
            }
            Choice::Once if rows > parents => {
                format!("there are {} of `{name}`, each for one row, but {asked}", counted(parents, "row"))
            }
            // Of several that choose together, the first reports.
            Choice::Uniform
            | Choice::Popular(_)
            | Choice::Once
            | Choice::Pairs { which: 1.., .. }
            | Choice::Given { is_distinct: false, .. } => return,
            Choice::Pairs { links, order, .. } => {
                let parents: Option<Vec<u64>> = (links.iter())
                    .map(|&link| self.row_count(self.tables[table].links[link].parent))
                    .collect();
                let Some(parents) = parents else { return };
                match pair_count(&parents, *order) {
                    Some(pairs) if rows > pairs => {
                        let mut product: Vec<String> =
                            parents.iter().map(|&parents| grouped(parents)).collect();
                        if *order != PairOrder::Any {
                            product[1] = grouped(parents[1].saturating_sub(1));
                        }
                        let half = if *order == PairOrder::Ascending { " / 2" } else { "" };
                        format!(
                            "there are {}{half} = {} pairs, but {asked}",
                            product.join(" × "),
                            grouped(pairs)
                        )
                    }
                    Some(_) => return,
                    None => "there are more pairs than 2^62, which is too many to tell apart".into(),
                }
            }
            Choice::Distinct(_) | Choice::Given { is_distinct: true, .. } => {
                let TableRows::Per(degrees) = &self.tables[table].rows else {
                    let text = "distinct applies to rows that are counted by another link, as with \
                                rows = { per = \"students\", each = 3 }";
                    return self.wrong(at, text);
                };
                let owners = self.tables[table].links.first().and_then(|link| self.row_count(link.parent));
                let most = degrees.most_of(owners.unwrap_or(0));
                let candidates = parents.saturating_sub(self.tables[table].links[index].others.len() as u64);
                if let Choice::Given { .. } = choice {
                    match too_many(most, candidates, &name) {
                        Some(text) => text,
                        None => return,
                    }
                } else if most > candidates && self.tables[table].links[index].within.is_none() {
                    format!(
                        "up to {} choose different rows of `{name}`, which has {}",
                        counted(most, "row"),
                        grouped(candidates)
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

/// What a file says of the choice of a link, and where it does. The ways to choose come first.
fn asked(of: &FileLink) -> [Asked; 12] {
    [
        ("dist", of.dist.as_ref().map(|text| text.at.clone())),
        ("unique", of.unique.clone()),
        ("distinct", of.distinct.clone()),
        ("null", of.null.as_ref().map(|(_, at)| at.clone())),
        ("other", of.other.as_ref().map(FileOther::at)),
        ("within", of.within.as_ref().map(|within| within.at.clone())),
        ("sparse", of.sparse.as_ref().map(|(_, at)| at.clone())),
        ("row", of.row.as_ref().map(|row| row.at.clone())),
        ("when", of.when.as_ref().map(|when| when.column.at.clone())),
        ("roots", of.tree.roots.as_ref().map(|(_, at)| at.clone())),
        ("levels", of.tree.levels.as_ref().map(|(_, at)| at.clone())),
        ("depth", of.tree.depth.as_ref().map(|(_, at)| at.clone())),
    ]
}
