//! Branches of `oneOf`, `anyOf` and `if`: one after the other, until a column can be built.

use std::collections::BTreeSet;

use super::resolve::{Documents, Part};
use super::shape::{Group, Shape, Type};
use crate::model::Column;

/// As many schemas are looked at for one column.
const MAX_STEPS: u32 = 30_000;
/// What is not required is left out this deep.
pub const SOFT_DEPTH: usize = 5;
/// Nothing is deeper.
const MAX_DEPTH: usize = 12;
/// The most fields of a table, with those of its structs.
pub const MAX_FIELDS: u32 = 600;

/// Why there is no column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// No value fits.
    Impossible,
    /// A schema is within itself.
    Recursive,
    /// A schema is not there.
    Remote,
    /// It takes too long to find out.
    TooComplex,
    /// Alternatives of which one alone may hold cannot be kept apart.
    Overlapping,
}

/// Finds columns for schemas.
pub struct Solver<'d> {
    pub documents: Documents<'d>,
    /// Documents that are referred to and not there, each with the document that refers to it.
    pub remotes: BTreeSet<(usize, String)>,
    /// References to what their document does not have.
    pub unknown: BTreeSet<(usize, String)>,
    /// The fields of the table so far.
    pub fields: u32,
    /// Fields that are left out, with the reason.
    pub left_out: Vec<(String, Unfit)>,
    /// Whether alternatives may overlap, as a column is needed.
    pub may_overlap: bool,
    steps: u32,
}

/// Where a column is.
#[derive(Clone, Debug)]
pub struct At {
    /// Its name.
    pub name: String,
    /// The schemas that it is within, by their addresses.
    pub above: Vec<usize>,
    /// How many structs and lists it is within.
    pub depth: usize,
}

impl At {
    /// A part of a column whose schemas these are.
    pub fn part(&self, name: &str, entered: &[usize]) -> At {
        let above = self.above.iter().chain(entered).copied().collect();
        At { name: name.to_owned(), above, depth: self.depth + 1 }
    }
}

impl<'d> Solver<'d> {
    /// A solver for these documents.
    pub fn new(documents: Documents<'d>) -> Solver<'d> {
        Solver {
            documents,
            remotes: BTreeSet::new(),
            unknown: BTreeSet::new(),
            fields: 0,
            left_out: Vec::new(),
            may_overlap: false,
            steps: 0,
        }
    }

    /// Counts one schema that is looked at.
    pub fn step(&mut self) -> Result<(), Unfit> {
        self.steps += 1;
        if self.steps > MAX_STEPS { Err(Unfit::TooComplex) } else { Ok(()) }
    }

    /// Begins to count anew.
    pub fn rest(&mut self) {
        self.steps = 0;
    }

    /// The column of all of these schemas together.
    pub fn column(&mut self, parts: &[Part<'d>], at: &At) -> Result<Column, Unfit> {
        if at.depth > MAX_DEPTH {
            return Err(Unfit::Recursive);
        }
        let mut shape = Shape::any();
        for part in parts {
            self.collect(&mut shape, *part, &at.above)?;
        }
        self.solve(shape, at)
    }

    /// The column of a shape, once a branch of each of its groups is chosen.
    pub fn solve(&mut self, mut shape: Shape<'d>, at: &At) -> Result<Column, Unfit> {
        self.step()?;
        if shape.groups.is_empty() {
            return self.build(&shape, at);
        }
        match shape.groups.remove(0) {
            Group::Branches { branches, is_only } => self.branches(&shape, &branches, is_only, at),
            Group::If { condition, then, otherwise } => {
                self.condition(&shape, condition, then, otherwise, at)
            }
        }
    }

    fn branches(
        &mut self,
        shape: &Shape<'d>,
        branches: &[Part<'d>],
        is_only: bool,
        at: &At,
    ) -> Result<Column, Unfit> {
        let mut failed = Unfit::Impossible;
        let mut shape = shape.clone();
        let of_null: Vec<bool> = branches.iter().map(|branch| is_null(*branch)).collect();
        let has_null = of_null.contains(&true) && shape.types.contains(&Type::Null) && shape.values.is_none();
        let mut last = None;
        for (index, branch) in branches.iter().enumerate() {
            if of_null[index] && branches.len() > 1 {
                continue;
            }
            let mut one = shape.clone();
            if let Err(unfit) = self.collect(&mut one, *branch, &at.above) {
                failed = worse(failed, unfit);
                continue;
            }
            one.may_be_null |= has_null;
            if is_only && one.types.len() > 1 {
                // Null may be of each of them.
                one.types.retain(|of| *of != Type::Null);
            }
            let others = branches
                .iter()
                .enumerate()
                .filter(|(other, _)| is_only && *other != index && !of_null[*other]);
            let mut is_apart = true;
            for (_, other) in others {
                is_apart &= self.keep_apart(&mut one, *other, &at.above)?;
            }
            if !is_apart {
                last.get_or_insert(one);
                continue;
            }
            match self.solve(one, at) {
                Ok(column) => return Ok(column),
                Err(unfit) => failed = worse(failed, unfit),
            }
        }
        if let Some(mut one) = last {
            if !self.may_overlap {
                return Err(Unfit::Overlapping);
            }
            one.doubts.push("it may be one of several alternatives at once".into());
            return self.solve(one, at);
        }
        if has_null {
            shape.restrict(&[Type::Null]);
            return self.solve(shape, at);
        }
        Err(failed)
    }

    /// Keeps the shape from being another branch, too. Gives whether it can.
    fn keep_apart(&mut self, shape: &mut Shape<'d>, other: Part<'d>, above: &[usize]) -> Result<bool, Unfit> {
        let mut both = shape.clone();
        both.groups.clear();
        let before = both.clone();
        match self.collect(&mut both, other, above) {
            Err(Unfit::TooComplex) => return Err(Unfit::TooComplex),
            Err(_) => return Ok(true),
            Ok(()) => {}
        }
        if let (Some(mine), Some(theirs)) = (&before.values, &both.values) {
            let left: Vec<_> = mine.iter().copied().filter(|value| !theirs.contains(value)).collect();
            if !left.is_empty() {
                shape.values = Some(left);
                return Ok(true);
            }
        }
        // A field that only the other one needs.
        let own = |name: &&str| before.required.contains(name);
        if let Some(name) = both.required.iter().find(|name| !own(name)) {
            shape.forbidden.push(name);
            return Ok(true);
        }
        for (name, parts) in &both.properties {
            let mine = before.properties.iter().find(|(other, _)| other == name);
            let is_more = parts.len() > mine.map_or(0, |(_, parts)| parts.len());
            let mut field = Shape::any();
            let is_apart = is_more
                && !before.is_forbidden(name)
                && parts.iter().any(|part| self.collect(&mut field, *part, above).is_err());
            if is_apart {
                if !shape.required.contains(name) {
                    shape.required.push(name);
                }
                return Ok(true);
            }
        }
        // A name that the other one does not know.
        let is_closed = |name: &&str| !before.is_forbidden(name) && both.is_forbidden(name);
        let names: Vec<&str> = before.properties.iter().map(|(name, _)| *name).collect();
        if let Some(name) = names.into_iter().find(|name| is_closed(name)) {
            if !shape.required.contains(&name) {
                shape.required.push(name);
            }
            return Ok(true);
        }
        // Any text is hardly one of a few, or of a pattern.
        let narrows = (both.values.is_some() && before.values.is_none())
            || both.patterns.len() > before.patterns.len()
            || (both.format.is_some() && before.format.is_none())
            || both.min_items > before.min_items.max(1);
        Ok(narrows)
    }

    fn condition(
        &mut self,
        shape: &Shape<'d>,
        condition: Part<'d>,
        then: Option<Part<'d>>,
        otherwise: Option<Part<'d>>,
        at: &At,
    ) -> Result<Column, Unfit> {
        let mut failed = Unfit::Impossible;
        for holds in [false, true] {
            let mut one = shape.clone();
            let groups = std::mem::take(&mut one.groups);
            let condition = Part { is_not: !holds, ..condition };
            let collected = self.collect(&mut one, condition, &at.above).and_then(|()| {
                let branch = if holds { then } else { otherwise };
                branch.map_or(Ok(()), |branch| self.collect(&mut one, branch, &at.above))
            });
            one.groups.extend(groups);
            match collected.and_then(|()| self.solve(one, at)) {
                Ok(column) => return Ok(column),
                Err(unfit) => failed = worse(failed, unfit),
            }
        }
        Err(failed)
    }
}

/// Whether a schema is of null alone.
fn is_null(part: Part<'_>) -> bool {
    use crate::document::Json;
    let is_null = |value: &Json| *value == Json::Null;
    part.schema.get("type").and_then(Json::text) == Some("null")
        || part.schema.get("const").is_some_and(is_null)
        || matches!(part.schema.get("enum"), Some(Json::List(values)) if !values.is_empty() && values.iter().all(is_null))
}

/// Of two reasons the one that says more.
fn worse(one: Unfit, other: Unfit) -> Unfit {
    if other == Unfit::Impossible { one } else { other }
}
