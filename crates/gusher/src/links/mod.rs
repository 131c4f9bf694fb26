//! Links: a child's row → its parent's row, by arithmetic alone.
//!
//! A link keeps nothing of any row, whatever the tables' sizes. The parent of a row is a pure function of the link's key and
//! the row; where a link is [counted](LinkWay::Counted), the children of a parent are one too.

mod class_index;
mod classes;
mod condition;
mod counted;
mod degrees;
mod degrees_text;
mod distinct;
mod given;
mod narrowed;
mod pairs;
mod popular;
mod rank_order;
mod scope;
mod shares;
mod siblings;
mod sparse;
mod tree;
mod validity;

use std::ops::Range;
use std::sync::Arc;

use crate::generators::Generate;
use crate::rng::{Draws, Key, Permutation, Rows};
use crate::types::{Array, LinkRows};
pub use class_index::{ClassIndex, ClassOrder};
pub(crate) use condition::Decide;
use counted::Counted;
pub use degrees::{ClassDegrees, Degrees, DegreesError};
pub(crate) use given::Locate;
pub use given::MAX_GIVEN;
pub use narrowed::Excluded;
use pairs::PairPart;
pub use pairs::{PairOrder, pair_count};
use popular::DistinctRanks;
pub use popular::ranks;
use rank_order::RankOrder;
pub use scope::{Groups, Index, MAX_INDEXED, Scope};
pub use shares::dealt_intervals;
pub(crate) use siblings::steps;
pub use siblings::{MAX_SUMMED, Sibling};
pub use sparse::Sparse;
pub use tree::{MAX_LEVELS, Tree};

/// The most children of one owner that choose different parents: choosing one takes as many steps.
pub const MAX_DISTINCT: u64 = 4096;

/// How the rows of one table choose rows of another, or of their own.
#[derive(Debug)]
pub struct Link {
    key: Key,
    parents: u64,
    way: Way,
    /// The share of rows without a parent.
    null: Option<f64>,
    /// Parents that are no candidates of a row.
    excluded: Vec<Excluded>,
    /// Where only some parents are candidates, which.
    scope: Option<Scope>,
    /// What says which row the parent is, where something does.
    given: Option<Arc<dyn Locate>>,
    /// The counted link whose parents have children that are given different ones each.
    given_owner: Option<Arc<Link>>,
    /// Which rows have a parent; all, where nothing decides.
    when: Option<Arc<dyn Decide>>,
    /// The first of how many parents are candidates and of how many, and how many parents there are in all.
    sparse: Option<(Sparse, u64)>,
    /// Whether a row may have no candidate.
    may_lack: bool,
    /// The shape of a tree, and where its levels end.
    tree: Tree,
    levels: Box<[u64]>,
}

/// A way to choose, as it is asked for.
#[derive(Debug, Clone)]
pub enum LinkWay {
    /// Each parent is as likely as any other.
    Uniform,
    /// Some parents are chosen more often: the generator's whole numbers from 1 to the number of parents are their ranks.
    Popular(Arc<dyn Generate>),
    /// Each parent has a given number of children; they follow each other.
    Counted(Degrees),
    /// The same, with the children in any order.
    Scattered(Degrees),
    /// Each parent has a number of children that the value of a column decides on.
    CountedByClass {
        /// How many.
        degrees: Arc<ClassDegrees>,
        /// The order of the parents by the value that each has.
        order: ClassOrder,
        /// Whether the children are in any order.
        is_scattered: bool,
    },
    /// No parent is chosen twice.
    Once,
    /// Rows of the own table before: a tree. The first row has none. Where there are ranks of as many parents as there are rows, the earlier
    /// ones of the candidates are chosen more often, otherwise each is as likely as any other.
    Earlier(Option<Arc<dyn Generate>>),
    /// One of several links that together never choose the same parents twice: which of them, and how many parents each has.
    Pairs {
        /// The key of all of them.
        key: Key,
        /// Its index among them.
        which: usize,
        /// How many parents each has.
        parents: Vec<u64>,
        /// Whether the two parents of a pair differ.
        order: PairOrder,
    },
    /// The children of one parent by `owner`, a counted link, choose different parents.
    Distinct {
        /// The counted link.
        owner: Arc<Link>,
        /// The ranks of popular parents; without them each parent is as likely as any other.
        ranks: Option<Arc<dyn Generate>>,
    },
}

#[derive(Debug)]
enum Way {
    Uniform,
    Popular { ranks: Arc<dyn Generate>, order: RankOrder },
    Counted(Counted),
    Scattered { counted: Counted, slots: Permutation },
    Once(Permutation),
    Earlier(Option<Arc<dyn Generate>>),
    Pairs { pairs: Permutation, part: PairPart },
    Distinct { owner: Arc<Link>, ranks: Option<DistinctRanks> },
}

impl Link {
    /// A link to `parents` parents, where `null` of the rows have none. `None` where a counted link would have more children
    /// than 64 bits count, or pairs would be more.
    ///
    /// # Panics
    /// If there are no parents, except for a counted link.
    pub fn new(key: Key, parents: u64, way: &LinkWay, null: Option<f64>) -> Option<Link> {
        let way = match way {
            LinkWay::Uniform => Way::Uniform,
            LinkWay::Popular(ranks) => {
                Way::Popular { ranks: Arc::clone(ranks), order: RankOrder::new(key, parents) }
            }
            LinkWay::Counted(degrees) => Way::Counted(Counted::new(key, degrees, parents)?),
            LinkWay::Scattered(degrees) => scattered(key, Counted::new(key, degrees, parents)?),
            LinkWay::CountedByClass { degrees, order, is_scattered } => {
                let counted = Counted::by_class(key, degrees, order.clone())?;
                if *is_scattered { scattered(key, counted) } else { Way::Counted(counted) }
            }
            LinkWay::Once => Way::Once(Permutation::new(key.derive("once"), parents)),
            LinkWay::Earlier(ranks) => Way::Earlier(ranks.clone()),
            LinkWay::Pairs { key, which, parents, order } => {
                let pairs = pair_count(parents, *order)?;
                let part = PairPart::new(*which, parents, *order);
                Way::Pairs { pairs: Permutation::new(key.derive("pairs"), pairs.max(1)), part }
            }
            LinkWay::Distinct { owner, ranks } => {
                let ranks = ranks.clone().map(|ranks| DistinctRanks::new(ranks, key, parents));
                Way::Distinct { owner: Arc::clone(owner), ranks }
            }
        };
        Some(Link {
            key,
            parents,
            way,
            null,
            excluded: Vec::new(),
            scope: None,
            given: None,
            given_owner: None,
            when: None,
            sparse: None,
            may_lack: false,
            tree: Tree::default(),
            levels: Box::default(),
        })
    }

    /// The same link, where these parents of a row are no candidates.
    #[must_use]
    pub fn without(self, excluded: Vec<Excluded>) -> Link {
        Link { excluded, ..self }
    }

    /// The same link, where a row chooses among the parents of this scope.
    #[must_use]
    pub fn within(self, scope: Scope) -> Link {
        Link { scope: Some(scope), ..self }
    }

    /// The same link, where only some rows have a parent.
    #[must_use]
    pub(crate) fn when(self, when: Arc<dyn Decide>) -> Link {
        Link { when: Some(when), ..self }
    }

    /// The same link, whose candidates are the rows of a table that are not left out, of `all` rows.
    #[must_use]
    pub fn among(self, sparse: Sparse, all: u64) -> Link {
        Link { sparse: Some((sparse, all)), ..self }
    }

    /// The same link, where a row may have no candidate, and so no parent.
    #[must_use]
    pub fn lacking(self, may_lack: bool) -> Link {
        Link { may_lack, ..self }
    }

    /// How many parents there are.
    pub fn parents(&self) -> u64 {
        self.sparse.map_or(self.parents, |(_, all)| all)
    }

    /// How many children a counted link has, which are all rows of its table.
    pub fn children(&self) -> Option<u64> {
        self.counted().map(Counted::slots)
    }

    /// Whether every parent of a counted link has a child.
    pub fn is_total(&self) -> bool {
        self.counted().is_some_and(Counted::is_total)
    }

    /// Whether a row may have no parent.
    pub fn is_optional(&self) -> bool {
        self.null.is_some() || self.may_lack || self.when.is_some() || matches!(self.way, Way::Earlier(_))
    }

    /// The different numbers of children that parents of a counted link have, 0 not among them.
    fn degrees(&self) -> Vec<u64> {
        self.counted().map(Counted::degrees).unwrap_or_default()
    }

    fn counted(&self) -> Option<&Counted> {
        match &self.way {
            Way::Counted(counted) | Way::Scattered { counted, .. } => Some(counted),
            Way::Uniform
            | Way::Popular { .. }
            | Way::Once(_)
            | Way::Earlier(_)
            | Way::Pairs { .. }
            | Way::Distinct { .. } => None,
        }
    }

    /// Finds the parent of each row, and which rows have none; those have any number for it.
    ///
    /// # Panics
    /// If a row is not one of the child's.
    pub(crate) fn fill(&self, rows: Rows<'_>, found: &mut LinkRows) {
        match self.tree.depth {
            None => self.choose_all(rows, found),
            Some(most) => self.fill_limited(most, rows, found),
        }
        if let Some(when) = &self.when {
            condition::apply(&**when, rows, found);
        }
    }

    /// The same, as if all rows had a parent.
    fn choose_all(&self, rows: Rows<'_>, found: &mut LinkRows) {
        if !self.excluded.is_empty() || self.scope.is_some() {
            return self.fill_narrowed(rows, found);
        }
        if let Some(given) = &self.given {
            self.fill_given(&**given, rows, found);
            return self.fill_validity(rows, found);
        }
        let LinkRows { parents, fractions, validity, array, .. } = found;
        parents.resize(rows.len(), 0);
        validity.clear();
        let key = self.key.draw(0);
        match &self.way {
            Way::Uniform => {
                key.fill_below(rows, self.parents, parents);
            }
            Way::Popular { ranks, order } => {
                fractions.resize(rows.len(), 0);
                ranks.fill(&mut Draws::new(self.key, self.key, rows, None, fractions), array);
                if let Array::Ints(ranks) = array {
                    let last = self.parents - 1;
                    let rank = |rank: &i64| (rank.saturating_sub(1).max(0) as u64).min(last);
                    parents.iter_mut().zip(ranks).for_each(|(parent, number)| *parent = rank(number));
                }
                order.fill(parents);
            }
            Way::Counted(counted) => match rows {
                Rows::Run { first, .. } => counted.fill_run(first, parents, None),
                Rows::At(rows) => {
                    parents.copy_from_slice(rows);
                    counted.fill_at(parents, None);
                }
            },
            Way::Scattered { counted, slots } => {
                slots.fill(rows, parents);
                counted.fill_at(parents, None);
            }
            Way::Once(indices) => indices.fill(rows, parents),
            Way::Earlier(ranks) => {
                key.fill_bits(rows, parents);
                match ranks {
                    None => self.choose_earlier(rows, parents),
                    Some(ranks) => self.choose_popular_earlier(ranks, rows, parents, array),
                }
            }
            Way::Pairs { pairs, part } => {
                pairs.fill(rows, parents);
                parents.iter_mut().for_each(|pair| *pair = part.of(*pair, self.parents));
            }
            Way::Distinct { owner, ranks: Some(ranks) } => {
                fractions.resize(rows.len(), 0);
                owner.fill_nths(rows, parents, fractions);
                ranks.fill(self.key, parents, fractions, array, |_| None);
            }
            Way::Distinct { owner, ranks: None } => {
                fractions.resize(rows.len(), 0);
                owner.fill_nths(rows, parents, fractions);
                for (parent, nth) in parents.iter_mut().zip(fractions.iter()) {
                    *parent = distinct::parent(self.key, *parent, *nth, self.parents);
                }
            }
        }
        if let Some((sparse, _)) = &self.sparse {
            found.parents.iter_mut().for_each(|parent| *parent = sparse.row(*parent));
        }
        self.fill_validity(rows, found);
    }

    /// For each row of a counted link its parent, and its index among that one's children, from 0.
    ///
    /// # Panics
    /// If the link is not counted.
    pub(crate) fn fill_nths(&self, rows: Rows<'_>, parents: &mut [u64], nths: &mut [u64]) {
        match (&self.way, rows) {
            (Way::Counted(counted), Rows::Run { first, .. }) => counted.fill_run(first, parents, Some(nths)),
            (Way::Counted(counted), Rows::At(rows)) => {
                parents.copy_from_slice(rows);
                counted.fill_at(parents, Some(nths));
            }
            (Way::Scattered { counted, slots }, _) => {
                slots.fill(rows, parents);
                counted.fill_at(parents, Some(nths));
            }
            (
                Way::Uniform
                | Way::Popular { .. }
                | Way::Once(_)
                | Way::Earlier(_)
                | Way::Pairs { .. }
                | Way::Distinct { .. },
                _,
            ) => {
                panic!("only the children of a counted link have positions")
            }
        }
    }

    /// Hands the slots of each of the parents to `each`: the slots of its children, which [`Link::rows_of_slots`] turns into rows.
    /// A link that is not counted has none.
    pub(crate) fn slots_of(&self, parents: Rows<'_>, each: impl FnMut(Range<u64>)) {
        if let Some(counted) = self.counted() {
            counted.slots_of(parents, each);
        }
    }

    /// The slot of a row of a counted link: the same, but where the children are scattered.
    pub(super) fn slot_of_row(&self, row: u64) -> u64 {
        match &self.way {
            Way::Scattered { slots, .. } => slots.index(row),
            _ => row,
        }
    }

    /// Turns slots of a counted link to the rows that they are: the same, but where the children are scattered.
    pub(crate) fn rows_of_slots(&self, slots: &mut [u64]) {
        let Way::Scattered { slots: indices, .. } = &self.way else { return };
        let mut chunk = [0; 256];
        for slots in slots.chunks_mut(chunk.len()) {
            let chunk = &mut chunk[..slots.len()];
            chunk.copy_from_slice(slots);
            indices.fill_inverse(Rows::At(chunk), slots);
        }
    }
}

/// Children of counted parents in any order.
fn scattered(key: Key, counted: Counted) -> Way {
    let slots = Permutation::new(key.derive("slots"), counted.slots().max(1));
    Way::Scattered { counted, slots }
}

#[cfg(test)]
mod narrowed_tests;
#[cfg(test)]
mod tests;
