//! The links of random schemas.

use super::model::{Column, Link, Promise, Rows, Type, Way};
use super::schema::{MAX, Random, of};

/// Shapes of trees.
const SHAPES: [(&str, u64, u64); 4] =
    [("roots = 3", 3, u64::MAX), ("levels = 3", 1, 2), ("depth = 2", 1, 2), ("roots = 2, levels = 4", 2, 3)];

impl Random {
    pub(super) fn add_links(&mut self, rng: &mut fastrand::Rng) {
        let table = self.tables.len() - 1;
        for number in 0..rng.usize(0..=3) {
            let parent = rng.usize(..=table);
            if parent == table {
                let label = (self.tables[table].links.iter().any(|link| link.parent == table))
                    .then(|| format!("own{number}"));
                let is_single = matches!(self.tables[table].rows, Rows::Given(1) | Rows::Per(..));
                let way = if rng.u8(0..3) == 0 && !is_single { Way::OtherRow } else { Way::Earlier };
                let shape = (way == Way::Earlier && rng.bool()).then(|| SHAPES[rng.usize(..SHAPES.len())]);
                let is_popular = way == Way::Earlier && rng.u8(0..3) == 0;
                self.add_link(
                    table,
                    Link {
                        is_optional: way == Way::Earlier,
                        shape,
                        is_popular,
                        ..Link::new(parent, way, label)
                    },
                );
                if way == Way::Earlier {
                    let index = self.tables[table].links.len() - 1;
                    let label = self.tables[table].links[index].label.clone();
                    let label = label.unwrap_or_else(|| format!("t{table}"));
                    self.tables[table].columns.push(Column {
                        name: format!("d{index}"),
                        text: format!("depth@of={label}"),
                        data_type: Type::Int(10_000),
                        promise: Promise::Depth(index),
                    });
                }
                continue;
            }
            let way = match (self.tables[table].rows, self.tables[parent].rows, rng.u8(0..4)) {
                (Rows::Given(rows), Rows::Given(parents), 0) if rows <= parents => Way::Once,
                (Rows::Per(_, _, most), Rows::Given(parents), 0) if most <= parents => Way::Distinct,
                (Rows::Per(_, _, most), Rows::Given(parents), 1) if most <= parents => Way::DistinctPopular,
                (_, _, 2) => Way::Popular,
                (_, _, _) => Way::Any,
            };
            let is_distinct = matches!(way, Way::Distinct | Way::DistinctPopular);
            let given = match self.tables[parent].rows {
                Rows::Given(parents) if rng.u8(0..3) == 0 => Some((format!("g{number}"), parents - 1)),
                Rows::Given(_) | Rows::Per(..) => None,
            };
            let way = match (&given, is_distinct) {
                (None, _) => way,
                (Some(_), true) => Way::GivenDistinct,
                (Some(_), false) => Way::Given,
            };
            if let Some((name, last)) = &given {
                self.tables[table].columns.push(Column {
                    name: name.clone(),
                    text: format!("int:0,{last}"),
                    data_type: Type::Int(200),
                    promise: Promise::Any,
                });
            }
            let given = given.map(|(name, _)| name);
            let is_optional = !is_distinct && rng.u8(0..3) == 0;
            let has_plan = self.tables[table].columns.iter().any(|column| column.name == "plan");
            let when = has_plan && matches!(way, Way::Any | Way::Popular) && rng.bool();
            let is_optional = is_optional || when;
            self.add_link(
                table,
                Link { is_optional, when, given, ..Link::new(parent, way, Some(format!("link{number}"))) },
            );
        }
        self.narrow(table, rng);
        self.add_pair(table, rng);
    }

    /// Some links leave out what another one leads to, or choose within an ancestor.
    fn narrow(&mut self, table: usize, rng: &mut fastrand::Rng) {
        for index in 1..self.tables[table].links.len() {
            let links = &self.tables[table].links;
            let link = &links[index];
            let is_distinct = matches!(link.way, Way::Distinct | Way::DistinctPopular);
            let is_chosen = matches!(link.way, Way::Counted | Way::Scattered | Way::Once | Way::OtherRow);
            if is_chosen || link.given.is_some() {
                continue;
            }
            let most = match (is_distinct, self.tables[table].rows) {
                (true, Rows::Per(_, _, most)) => most,
                _ => 1,
            };
            let is_large = matches!(self.tables[link.parent].rows, Rows::Given(parents) if parents > most);
            let others = (0..index).filter(|&other| {
                links[other].parent == link.parent
                    && (other == 0 && links[0].way == Way::Counted || !is_distinct)
            });
            let others: Vec<usize> = others.collect();
            let other =
                (!others.is_empty() && is_large && rng.bool()).then(|| others[rng.usize(..others.len())]);
            // One link of the parents leads to the table that one before leads to.
            let up = &self.tables[link.parent].links;
            let within = (0..index).filter_map(|own| {
                let above = links[own].parent;
                let mut all =
                    (0..up.len()).filter(|&of| up[of].parent == above && (link.parent, of) != (table, index));
                let one = all.next().filter(|_| all.next().is_none() && above != link.parent)?;
                Some([own, one])
            });
            let within: Vec<[usize; 2]> = within.collect();
            let is_scoped = !within.is_empty() && link.way != Way::DistinctPopular && rng.u8(0..3) > 0;
            let within = is_scoped.then(|| within[rng.usize(..within.len())]);
            let link = &mut self.tables[table].links[index];
            (link.other, link.within) = (other.filter(|_| link.shape.is_none()), within);
        }
    }

    /// Two links to one table, whose rows are compared.
    fn add_compared(&mut self, table: usize, rows: u64, rng: &mut fastrand::Rng) -> bool {
        let is_large = |&parent: &usize| matches!(self.tables[parent].rows, Rows::Given(parents) if parents * (parents - 1) / 2 >= rows);
        let Some(parent) = (0..table).find(is_large).filter(|_| rng.bool()) else { return false };
        let first = self.tables[table].links.len();
        for label in ["one", "two"] {
            self.add_link(table, Link::new(parent, Way::Any, Some(label.into())));
        }
        self.tables[table].pair = Some([first, first + 1]);
        self.tables[table].compared = Some(if rng.bool() { "<" } else { "<>" });
        true
    }

    fn add_pair(&mut self, table: usize, rng: &mut fastrand::Rng) {
        let Rows::Given(rows) = self.tables[table].rows else { return };
        if self.add_compared(table, rows, rng) {
            return;
        }
        let parents = |link: &Link| match self.tables[link.parent].rows {
            Rows::Given(parents) => parents,
            Rows::Per(..) => 0,
        };
        let links = &self.tables[table].links;
        let is_free = |&at: &usize| {
            let link = &links[at];
            link.way == Way::Any && !link.is_optional && link.other.is_none() && link.within.is_none()
        };
        let free: Vec<usize> = (0..links.len()).filter(is_free).collect();
        if let [one, other, ..] = free[..]
            && parents(&links[one]) * parents(&links[other]) >= rows
            && rng.bool()
        {
            // What is not evenly chosen among all is no pair that comes once.
            let is_read = links.iter().any(|link| link.other == Some(one) || link.other == Some(other));
            if !is_read {
                self.tables[table].pair = Some([one, other]);
            }
        }
    }

    /// A list of the rows of a table that refer to a row, with some of their columns.
    pub(super) fn add_list(
        &mut self,
        table: usize,
        (children, link): (usize, usize),
        label: &str,
        rng: &mut fastrand::Rng,
    ) {
        let all = &self.tables[children].columns;
        let mut columns: Vec<String> =
            all.iter().filter(|_| rng.bool()).map(|column| column.name.clone()).collect();
        if columns.is_empty() {
            columns.push("id".into());
        }
        rng.shuffle(&mut columns);
        let text = format!("list:t{children},{}{label}", columns.join(","));
        self.push(table, text, Type::Other, Promise::List { children, link, columns });
    }

    pub(super) fn add_link(&mut self, table: usize, mut link: Link) {
        let index = self.tables[table].links.len();
        link.column = format!("l{index}");
        let promise = Promise::Copy { link: index, of: "id".into() };
        let text = format!("ref:t{}.id{}", link.parent, of(&link));
        self.tables[table].columns.push(Column {
            name: link.column.clone(),
            text,
            data_type: Type::Int(MAX),
            promise,
        });
        self.tables[table].links.push(link);
    }
}
