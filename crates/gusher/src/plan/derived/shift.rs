//! `after`, `before` and `between`: times that follow from others.

use super::read::Read;
use crate::plan::column::Derive;
use crate::rng::{Draws, Key, Rows, bounded};
use crate::schema::SpanDist;
use crate::types::{Array, ColumnData, Scratch};

/// A time that is later, or earlier, than another one by up to a length of time.
#[derive(Debug)]
pub(in crate::plan) struct Shifted {
    pub read: Read,
    pub key: Key,
    /// The fewest units that it is later, or earlier.
    pub least: u64,
    /// The most units; each number of them is as likely as any other, unless there is a distribution.
    pub most: u64,
    pub is_before: bool,
    /// No time is later than this, unless the one it follows is.
    pub end: Option<i64>,
    /// The distribution of the lengths of time.
    pub dist: Option<SpanDist>,
}

impl Shifted {
    /// A time that is null may be anything, and so may what follows from it.
    fn shifted(&self, time: i64, bits: u64) -> i64 {
        if self.is_before {
            let later = self.least + bounded(bits, self.most - self.least + 1);
            return time.wrapping_sub(later as i64);
        }
        let most = self.most_after(time);
        let least = self.least.min(most);
        time.wrapping_add((least + bounded(bits, most - least + 1)) as i64)
    }

    /// The most units that a time may be later than this one.
    fn most_after(&self, time: i64) -> u64 {
        self.end.map_or(self.most, |end| self.most.min(end.saturating_sub(time).max(0) as u64))
    }

    /// The same by a length of time that was drawn, in seconds.
    fn shifted_by(&self, time: i64, seconds: i64, dist: &SpanDist) -> i64 {
        let units = seconds * dist.per_second / dist.per_unit;
        match self.is_before {
            true => time.wrapping_sub(units),
            false => time.wrapping_add(units.min(self.most_after(time) as i64)),
        }
    }
}

impl Derive for Shifted {
    fn fill(&self, rows: Rows<'_>, fractions: &mut [u64], scratch: &mut Scratch, out: &mut ColumnData) {
        self.read.fill(rows, fractions, scratch, out);
        if let Some(dist) = &self.dist {
            let mut drawn = scratch.take();
            dist.seconds.fill(&mut Draws::new(self.key, self.key, rows, None, fractions), &mut drawn.values);
            let mut row = 0;
            change(&mut out.values, fractions, |one, _| {
                row += 1;
                self.shifted_by(one, time(&drawn.values, row - 1), dist)
            });
            return scratch.give(drawn);
        }
        self.key.draw(0).fill_bits(rows, fractions);
        change(&mut out.values, fractions, |time, bits| self.shifted(time, bits));
    }
}

/// A time between two others, both included, whichever of them is the later one.
#[derive(Debug)]
pub(in crate::plan) struct Between {
    pub from: Read,
    pub to: Read,
    pub key: Key,
}

impl Derive for Between {
    fn fill(&self, rows: Rows<'_>, fractions: &mut [u64], scratch: &mut Scratch, out: &mut ColumnData) {
        let mut other = scratch.take();
        self.to.fill(rows, fractions, scratch, &mut other);
        self.from.fill(rows, fractions, scratch, out);
        self.key.draw(0).fill_bits(rows, fractions);
        let mut row = 0;
        change(&mut out.values, fractions, |one, bits| {
            let (from, to) = {
                let other = time(&other.values, row);
                (one.min(other), one.max(other))
            };
            row += 1;
            from.wrapping_add(bounded(bits, to.abs_diff(from).wrapping_add(1)) as i64)
        });
        out.validity.intersect(&other.validity);
        scratch.give(other);
    }
}

/// The time of one row, in its units.
pub(super) fn time(values: &Array, row: usize) -> i64 {
    match values {
        Array::Ints(times) => times[row],
        Array::Dates(days) => i64::from(days[row]),
        Array::Indices(_)
        | Array::Wides(_)
        | Array::Floats(_)
        | Array::Bools(_)
        | Array::Ids(_)
        | Array::Ipv4s(_)
        | Array::FixedBytes(_)
        | Array::Strings(_)
        | Array::Joined(_)
        | Array::Patched(_)
        | Array::List(_)
        | Array::Struct(_) => 0,
    }
}

/// Changes each time.
fn change(values: &mut Array, bits: &[u64], mut change: impl FnMut(i64, u64) -> i64) {
    match values {
        Array::Ints(times) => {
            times.iter_mut().zip(bits).for_each(|(time, &bits)| *time = change(*time, bits));
        }
        Array::Dates(days) => {
            days.iter_mut().zip(bits).for_each(|(day, &bits)| *day = change(i64::from(*day), bits) as i32);
        }
        Array::Indices(_)
        | Array::Wides(_)
        | Array::Floats(_)
        | Array::Bools(_)
        | Array::Ids(_)
        | Array::Ipv4s(_)
        | Array::FixedBytes(_)
        | Array::Strings(_)
        | Array::Joined(_)
        | Array::Patched(_)
        | Array::List(_)
        | Array::Struct(_) => {}
    }
}
