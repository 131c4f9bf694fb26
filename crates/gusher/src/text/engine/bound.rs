//! A row's program with the values of one batch, and the loop over the runs of rows.

use std::mem;
use std::ops::Range;

use super::buffer::Buffer;
use super::ends::{Ends, Noted};
use super::fuse;
use super::groups::Group;
use super::row;
use super::scratch::{Vectors, emptied};
use super::step::Step;

/// Rows are written in runs that take no more than this many bytes, so that wide rows take no more memory than narrow ones.
const RUN_BYTES: usize = 64 << 10;

/// A program with each step's values of some rows.
pub(in crate::text) struct BoundRow<'a> {
    steps: Vec<Step<'a>>,
    /// The steps before they were joined; empty.
    unjoined: Vec<Step<'a>>,
    /// The groups of entries among the steps.
    groups: Vec<Group<'a>>,
    /// The most bytes that writing a row touches.
    max_bytes: usize,
    /// The same, but for texts that each row has of its own.
    fixed_bytes: usize,
    vectors: &'a mut Vectors,
}

impl<'a> BoundRow<'a> {
    /// These steps with the values of the given number of rows. Writing a row touches at most the first of these numbers of bytes, and the
    /// second besides the texts that are its own.
    pub(super) fn new(
        steps: impl Iterator<Item = Step<'a>>,
        rows: usize,
        [max_bytes, fixed_bytes]: [usize; 2],
        vectors: &'a mut Vectors,
    ) -> BoundRow<'a> {
        let mut unjoined = emptied(mem::take(&mut vectors.steps));
        let mut fused = emptied(mem::take(&mut vectors.fused));
        let mut groups: Vec<Group<'a>> = emptied(mem::take(&mut vectors.groups));
        unjoined.extend(steps);
        fuse::fused(&mut unjoined, rows, &mut fused);
        groups.extend(fused.iter().filter_map(Step::group));
        vectors.run.give_blocks(&mut fused);
        BoundRow { steps: fused, unjoined, groups, max_bytes, fixed_bytes, vectors }
    }

    /// Appends these rows.
    pub fn write(&mut self, rows: Range<usize>, out: &mut Buffer) {
        for run in self.runs(rows) {
            self.append(run, out, &mut ());
        }
    }

    /// Appends the first `rows` rows, and notes where each ends in `out`.
    pub fn write_each(&mut self, rows: usize, out: &mut Buffer, ends: &mut Vec<usize>) {
        let noted = ends.len();
        ends.resize(noted + rows, 0);
        for run in self.runs(0..rows) {
            let offsets = ends[noted + run.start..noted + run.end].iter_mut();
            let mut noted = Noted { offsets, before: out.len() };
            self.append(run, out, &mut noted);
        }
    }

    /// The rows, cut into runs.
    fn runs(&self, rows: Range<usize>) -> impl Iterator<Item = Range<usize>> + use<> {
        let run = (RUN_BYTES / self.max_bytes.max(1)).max(1);
        rows.clone().step_by(run).map(move |start| start..rows.end.min(start + run))
    }

    /// Appends the rows of a run.
    fn append(&mut self, rows: Range<usize>, out: &mut Buffer, ends: &mut impl Ends) {
        let buffer = out.space(self.capacity(&rows) + self.groups.len() * Group::CAPACITY);
        let scratch = &mut self.vectors.run;
        let written = row::write_run(&self.steps, &self.groups, scratch, rows, buffer, ends);
        out.advance(written);
    }
}

impl BoundRow<'_> {
    /// How many bytes writing these rows touches at most. Of rows whose largest would be very large, as of lists of lists, it is
    /// what their own texts take.
    fn capacity(&self, rows: &Range<usize>) -> usize {
        if self.max_bytes <= RUN_BYTES {
            return rows.len() * self.max_bytes;
        }
        let own = |step: &Step<'_>| step.bound.text_bytes(rows);
        rows.len() * self.fixed_bytes + self.steps.iter().filter_map(own).sum::<usize>()
    }
}

/// Gives the vectors back.
impl Drop for BoundRow<'_> {
    fn drop(&mut self) {
        self.vectors.steps = emptied(mem::take(&mut self.unjoined));
        self.vectors.fused = emptied(mem::take(&mut self.steps));
        self.vectors.groups = emptied(mem::take(&mut self.groups));
    }
}
