//! `@dirty`: which rows of a column are dirty, and what they are then. It comes last: all readers of the column read clean
//! values.

use std::sync::Arc;

use super::column::{Derive, PlannedColumn};
use super::corrupt_text::{MAX_FACTOR, MAX_GROWTH, corrupt_text, may_fail};
use super::dirt_range::widened;
use super::exact_sample::{ExactSample, Turn};
use crate::rng::{Key, Rows, bounded};
use crate::schema::{Dirt, DirtKind, SHARE_SCALE, shifts};
use crate::text::column_text::ColumnText;
use crate::text::engine::buffer::Buffer;
use crate::types::{Array, ColumnData, DataType, Field, Scratch, Utf8, float_span};

/// How many rows are tried instead of one that cannot be dirty, such as a null.
const MAX_TRIES: u64 = 16;

/// The dirt of one column.
#[derive(Debug)]
pub(super) struct PlannedDirt {
    clean: Arc<PlannedColumn>,
    /// Rows that have the value of an earlier one. All columns of a table have theirs in the same rows, if they have as many.
    duplicates: Option<Duplicates>,
    /// Other dirty rows, among those that are no duplicates.
    others: Option<Others>,
    /// By how much outliers may be off.
    shifts: Vec<i64>,
    /// The key of the details of a row's dirt.
    details: Key,
    /// Whether dirty values are of the column's own type.
    is_typed: bool,
    text: ColumnText,
    /// What is written: the column's own type, with a range that includes outliers, or texts.
    pub field: Field,
}

#[derive(Debug)]
struct Duplicates {
    sample: ExactSample,
    /// The key of the rows that the values come from.
    sources: Key,
}

#[derive(Debug)]
struct Others {
    sample: ExactSample,
    /// The kinds, each with what picks its dirty rows among those that are left by the ones before; the last has all.
    kinds: Vec<(DirtKind, Option<ExactSample>)>,
}

/// A row that is dirty.
#[derive(Debug, Clone, Copy)]
struct Hit {
    row: u64,
    kind: DirtKind,
    /// The row whose value is corrupted.
    source: u64,
}

/// A dirty value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DirtyValue {
    /// The number of the row, from 0.
    pub row: u64,
    /// What is wrong with it.
    pub kind: DirtKind,
    /// What it would be, as text; none for null.
    pub clean: Option<String>,
    /// What it is, as text; none for null.
    pub dirty: Option<String>,
}

/// A dirty column where no plan makes it dirty as its last step: as a field of a struct.
impl Derive for PlannedDirt {
    fn fill(&self, rows: Rows<'_>, fractions: &mut [u64], scratch: &mut Scratch, out: &mut ColumnData) {
        out.values.unpatch();
        self.clean.fill(rows, fractions, scratch, out);
        self.apply(rows, out);
    }
}

impl PlannedDirt {
    /// The dirt of a column of a table under these keys.
    pub fn new(dirt: &Dirt, clean: Arc<PlannedColumn>, table: Key) -> PlannedDirt {
        let key = clean.key().derive("dirty");
        let field = clean.field();
        let is_typed = !field.is_text() && dirt.kinds.iter().all(|(kind, _)| kind.keeps_type());
        let weight = |takes: fn(DirtKind) -> bool| -> u64 {
            dirt.kinds.iter().filter(|(kind, _)| takes(*kind)).map(|(_, weight)| weight).sum()
        };
        let copied = weight(|kind| kind == DirtKind::Duplicate);
        let all = weight(|_| true);
        let duplicates = ExactSample::new(table.derive("duplicates"), dirt.share * copied, SHARE_SCALE * all);
        let sample =
            ExactSample::new(key, dirt.share * (all - copied), SHARE_SCALE * all - dirt.share * copied);
        let has_outliers = dirt.kinds.iter().any(|(kind, _)| *kind == DirtKind::Outlier);
        let shifts = if has_outliers { shifts(field) } else { Vec::new() };
        let wide = widened(field, &shifts);
        let texts = if field.is_text() { field } else { &wide }.clone().plain_texts();
        let text = ColumnText::new(&texts);
        let written = if is_typed {
            wide
        } else {
            let longest = MAX_FACTOR * text.max_bytes() + MAX_GROWTH;
            let patched = Utf8::Patched { field: Box::new(texts.nullable(false)), longest };
            Field::from(DataType::Utf8(patched)).named(&field.name).nullable(field.nullable)
        };
        PlannedDirt {
            duplicates: duplicates.map(|sample| Duplicates {
                sample: sample.after_first(),
                sources: table.derive("duplicates").derive("sources"),
            }),
            others: sample.map(|sample| Others { sample, kinds: chain(key, dirt) }),
            shifts,
            details: key.derive("details"),
            is_typed,
            text,
            field: written,
            clean,
        }
    }

    /// Corrupts the values of the dirty rows among these.
    pub fn apply(&self, rows: Rows<'_>, out: &mut ColumnData) {
        let hits = self.hits(rows);
        let positions = positions(rows, &hits);
        if self.is_typed {
            let values = self.values(&hits);
            for (rank, hit) in positions {
                out.values.copy_row(rank, &values.values, hit);
                out.validity.set_row(rank, rows.len(), !values.validity.is_null(hit));
            }
            return;
        }
        let texts = self.texts(&hits);
        for &(rank, hit) in &positions {
            out.validity.set_row(rank, rows.len(), texts[hit].is_some());
        }
        let text = |hit: usize| texts[hit].as_deref().unwrap_or_default().as_bytes();
        out.values.patch(positions.into_iter().map(|(rank, hit)| (rank, text(hit))));
    }

    /// The dirty values of these rows, in the rows' order. A duplicate that equals its row's own value does not count.
    pub fn dirty_values(&self, rows: Rows<'_>) -> Vec<DirtyValue> {
        let hits = self.hits(rows);
        let clean: Vec<Hit> =
            hits.iter().map(|hit| Hit { source: hit.row, kind: DirtKind::Duplicate, ..*hit }).collect();
        let pairs = self.texts(&clean).into_iter().zip(self.texts(&hits));
        let values = hits.iter().zip(pairs);
        values
            .map(|(hit, (clean, dirty))| DirtyValue { row: hit.row, kind: hit.kind, clean, dirty })
            .filter(|value| value.clean != value.dirty)
            .collect()
    }

    /// Which of the rows are dirty, by their numbers.
    fn hits(&self, rows: Rows<'_>) -> Vec<Hit> {
        let (mut hits, mut strata) = (Vec::new(), Vec::new());
        match rows {
            Rows::Run { len: 0, .. } => return hits,
            Rows::Run { first, len } => {
                let end = first + len as u64;
                if let Some(Duplicates { sample, .. }) = &self.duplicates {
                    let picked = (sample.of(first)..=sample.of(end - 1)).map(|one| sample.picked(one, |_| 0));
                    hits.extend(
                        picked.filter(|row| (first..end).contains(row)).map(|row| self.duplicate(row)),
                    );
                }
                if let Some(others) = &self.others {
                    let (first, end) = (self.rank(first), self.rank(end));
                    if first < end {
                        strata.extend(others.sample.of(first)..=others.sample.of(end - 1));
                    }
                }
            }
            Rows::At(rows) => {
                for &row in rows {
                    match self.duplicates.as_ref().map_or(Turn::Left(row), |all| all.sample.turn(row)) {
                        Turn::Picked(_) => hits.push(self.duplicate(row)),
                        Turn::Left(rank) => {
                            strata.extend(self.others.as_ref().map(|others| others.sample.of(rank)));
                        }
                    }
                }
                strata.sort_unstable();
                strata.dedup();
            }
        }
        if let Some(others) = &self.others {
            self.find_others(others, strata, rows, &mut hits);
        }
        hits.sort_unstable_by_key(|hit| hit.row);
        hits.dedup_by_key(|hit| hit.row);
        hits
    }

    /// The first row of each stratum, from a random one on, that can be dirty in the stratum's kind.
    fn find_others(&self, others: &Others, strata: Vec<u64>, rows: Rows<'_>, hits: &mut Vec<Hit>) {
        let is_nullable = self.clean.field().nullable;
        let first_row = match rows {
            Rows::Run { first, .. } => first,
            Rows::At(_) => 0,
        };
        // Each with the rank of the row that is tried, and the one where its stratum ends.
        let mut open = Vec::new();
        for stratum in strata {
            let kind = others.kind(stratum);
            let is_sure = !is_nullable && !self.may_fail(kind);
            let spare = |len: u64| if is_sure { 0 } else { (len / 2).min(MAX_TRIES) };
            let (rank, end) = (others.sample.picked(stratum, spare), others.sample.first(stratum + 1));
            let row = self.row(rank);
            if is_sure {
                if (first_row..rows.end()).contains(&row) {
                    hits.push(Hit { row, kind, source: row });
                }
            } else {
                open.push((kind, rank, end));
            }
        }
        // Ranks after the last of the rows are not needed.
        while !open.is_empty() {
            let mut tried: Vec<_> = open
                .iter()
                .map(|&(kind, rank, _)| {
                    let row = self.row(rank);
                    Hit { row, kind, source: row }
                })
                .collect();
            tried.retain(|hit| hit.row < rows.end());
            open.retain(|&(_, rank, _)| self.row(rank) < rows.end());
            let texts = self.texts(&tried);
            let mut next = Vec::new();
            for ((hit, text), (kind, rank, end)) in tried.into_iter().zip(texts).zip(open) {
                if text.is_some() {
                    if hit.row >= first_row {
                        hits.push(hit);
                    }
                } else if rank + 1 < end {
                    next.push((kind, rank + 1, end));
                }
            }
            open = next;
        }
    }

    /// The rank of a row among those that are no duplicates; that of the next one, if it is a duplicate.
    fn rank(&self, row: u64) -> u64 {
        self.duplicates.as_ref().map_or(row, |duplicates| duplicates.sample.left_before(row))
    }

    /// The row of this rank.
    fn row(&self, rank: u64) -> u64 {
        self.duplicates.as_ref().map_or(rank, |duplicates| duplicates.sample.left(rank))
    }

    /// A duplicate of an earlier row that is none itself.
    fn duplicate(&self, row: u64) -> Hit {
        let mut source = row;
        if let Some(Duplicates { sample, sources }) = &self.duplicates {
            while source > 0 {
                source = bounded(sources.bits(source), source);
                if let Turn::Left(_) = sample.turn(source) {
                    break;
                }
            }
        }
        Hit { row, kind: DirtKind::Duplicate, source }
    }

    /// The values of dirty rows before they are corrupted: those of their sources, and outliers.
    fn values(&self, hits: &[Hit]) -> ColumnData {
        let mut values = ColumnData::default();
        if hits.is_empty() {
            return values;
        }
        let rows: Vec<u64> = hits.iter().map(|hit| hit.source).collect();
        let mut fractions = vec![0; rows.len()];
        self.clean.fill(Rows::At(&rows), &mut fractions, &mut Scratch::default(), &mut values);
        let shift = |hit: &Hit| {
            let which = bounded(self.details.bits(hit.row), self.shifts.len() as u64);
            self.shifts[which as usize]
        };
        let outliers = hits.iter().enumerate().filter(|(_, hit)| hit.kind == DirtKind::Outlier);
        for (at, hit) in outliers {
            match &mut values.values {
                Array::Ints(ints) => ints[at] = ints[at].wrapping_add(shift(hit)),
                Array::Dates(days) => days[at] = days[at].wrapping_add(shift(hit) as i32),
                Array::Floats(floats) => floats[at] = self.shifted(floats[at], shift(hit)),
                other => panic!("a number or a time was announced, and {other:?} made"),
            }
        }
        values
    }

    /// A floating-point number that is off by this many times the column's range.
    fn shifted(&self, value: f64, times: i64) -> f64 {
        let DataType::Float { width, min, max, .. } = self.clean.field().data_type else { return value };
        width.round(value + times as f64 * float_span(min, max))
    }

    /// Whether a value that is not null may have nothing that the dirt could change: nothing is off from NaN and infinity.
    fn may_fail(&self, kind: DirtKind) -> bool {
        let has_specials = match self.clean.field().data_type {
            DataType::Float { specials, .. } => specials.nan || specials.infinite,
            _ => false,
        };
        may_fail(kind) || kind == DirtKind::Outlier && has_specials
    }

    /// The dirty texts; none where a value is null or has nothing that its dirt could change.
    fn texts(&self, hits: &[Hit]) -> Vec<Option<String>> {
        let values = self.values(hits);
        if hits.is_empty() {
            return Vec::new();
        }
        let (mut out, mut ends) = (Buffer::default(), Vec::new());
        self.text.writer().write_each(&values, hits.len(), &mut out, &mut ends);
        let mut start = 0;
        let text = |(at, hit): (usize, &Hit)| {
            let text = &out.as_ref()[start..ends[at]];
            start = ends[at];
            let is_fixed = matches!(&values.values, Array::Floats(floats) if !floats[at].is_finite());
            if values.validity.is_null(at) || is_fixed && hit.kind == DirtKind::Outlier {
                return None;
            }
            corrupt_text(&String::from_utf8_lossy(text), hit.kind, self.details.bits(hit.row))
        };
        hits.iter().enumerate().map(text).collect()
    }
}

impl Others {
    /// What is wrong in the row of a stratum.
    fn kind(&self, mut stratum: u64) -> DirtKind {
        for (kind, picked) in &self.kinds {
            match picked.as_ref().map_or(Turn::Picked(0), |sample| sample.turn(stratum)) {
                Turn::Picked(_) => return *kind,
                Turn::Left(rank) => stratum = rank,
            }
        }
        unreachable!("the last kind has all that is left")
    }
}

/// The kinds but duplicates, each picking its share of what is left by the ones before.
fn chain(key: Key, dirt: &Dirt) -> Vec<(DirtKind, Option<ExactSample>)> {
    let kinds: Vec<_> = dirt.kinds.iter().filter(|(kind, _)| *kind != DirtKind::Duplicate).collect();
    let mut left: u64 = kinds.iter().map(|(_, weight)| weight).sum();
    let one = |(kind, weight): &(DirtKind, u64)| {
        let sample = ExactSample::new(key.derive(kind.name()), *weight, left).filter(|_| *weight < left);
        left -= weight;
        (*kind, sample)
    };
    kinds.into_iter().map(one).collect()
}

/// The positions of hits among the rows, in order; the hits are in the order of their rows.
fn positions(rows: Rows<'_>, hits: &[Hit]) -> Vec<(usize, usize)> {
    match rows {
        Rows::Run { first, .. } => {
            hits.iter().enumerate().map(|(at, hit)| ((hit.row - first) as usize, at)).collect()
        }
        Rows::At(rows) => {
            let found = |row: &u64| hits.binary_search_by_key(row, |hit| hit.row).ok();
            rows.iter().enumerate().filter_map(|(rank, row)| Some((rank, found(row)?))).collect()
        }
    }
}

#[cfg(test)]
#[path = "dirt_tests.rs"]
mod tests;
