//! Whether a chunk gets a dictionary of the values that come in it.
//!
//! Where values repeat, the first pages of a chunk are written in the column's own form, and their values are collected in a
//! dictionary too. As soon as it is clear which of the two takes fewer bytes, the other one is dropped. It depends on nothing
//! but the rows of the chunk, so a file's bytes are the same at any number of threads.

use std::io;
use std::mem;

use super::chunk::Chunk;
use super::column::Column;
use super::found::FoundDictionary;
use super::packer::{Habits, IndexPage, Packer, PageFacts};
use super::physical::Physical;
use super::values::Values;
use crate::bits::width;

/// A dictionary is no larger: that of pyarrow, which readers have in memory for each column.
const MAX_BYTES: usize = 1 << 20;
/// A dictionary has to be shorter than this share of the column's own form: finding each value in it takes time, of which compressing less
/// gives back a part.
const WORTH: f64 = 0.8;
const WORTH_COMPRESSED: f64 = 0.95;
/// One of both forms is chosen after this number of pages at the latest.
const MAX_JUDGED: usize = 2;

/// What has come of it so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum State {
    /// The first page has not come.
    Begun,
    /// Both forms are written.
    Open,
    /// The values are collected and written at the end of the chunk.
    Won,
    /// Pages are written in the column's own form.
    #[default]
    Lost,
}

/// A page that is written when the dictionary is complete.
#[derive(Debug)]
struct Waiting {
    facts: PageFacts,
    levels: [usize; 2],
    values: usize,
}

/// A dictionary in the making, and the pages that want it.
#[derive(Debug, Default)]
pub(super) struct Contest {
    state: State,
    found: FoundDictionary,
    pages: Vec<Waiting>,
    /// The levels of these pages.
    levels: Vec<u8>,
    /// How many entries there were after half of the values.
    half: usize,
    /// Where the chunk begins in its buffer.
    start: usize,
}

/// How far a chunk has come: its rows that have been written, and all of them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Progress {
    pub rows: u64,
    pub all: u64,
}

impl Contest {
    /// Begins a chunk, whose bytes begin here in its buffer.
    pub fn begin(&mut self, column: &Column, start: usize) {
        self.state = if column.may_gain { State::Begun } else { State::Lost };
        self.found.clear();
        self.pages.clear();
        self.levels.clear();
        self.start = start;
    }

    /// Takes the values of a page. True where that is all: otherwise it is to be written in the column's own form, and then
    /// [judged](Contest::judge).
    pub fn take(
        &mut self,
        (column, values, facts): (&Column, &Values, &PageFacts),
        progress: Progress,
        packer: &mut Packer,
        chunk: &mut Chunk,
        out: &mut Vec<u8>,
    ) -> io::Result<bool> {
        if self.state == State::Lost {
            return Ok(false);
        }
        let view = values.view(column);
        let count = view.len();
        if self.state == State::Begun {
            let all = (count as u64).saturating_mul(progress.all) / progress.rows.max(1);
            // A page without values shows nothing.
            if count == 0 || !view.repeats(column, all, MAX_BYTES) {
                self.state = State::Lost;
                return Ok(false);
            }
            self.state = State::Open;
        }
        let is_first = self.pages.is_empty();
        let before = self.found.len();
        let mut fits = self.found.add(column, view, 0..count / 2, MAX_BYTES);
        self.half = if is_first { self.found.len() } else { before };
        let first_half = count / 2;
        if fits && !self.found.add(column, view, first_half..count, MAX_BYTES) {
            self.found.indices.truncate(self.found.indices.len() - first_half);
            fits = false;
        }
        if !fits {
            if mem::replace(&mut self.state, State::Lost) == State::Won {
                self.write(column, packer, chunk, out)?;
            }
            return Ok(false);
        }
        let levels = values.levels(column, packer.version, &mut self.levels);
        self.pages.push(Waiting { facts: facts.clone(), levels, values: count });
        Ok(self.state == State::Won)
    }

    /// Compares both forms after a page of each.
    pub fn judge(
        &mut self,
        column: &Column,
        progress: Progress,
        packer: &mut Packer,
        chunk: &mut Chunk,
        out: &mut Vec<u8>,
    ) -> io::Result<()> {
        // The last page is judged by all bytes.
        if self.state != State::Open || progress.rows == progress.all {
            return Ok(());
        }
        let own =
            (out.len() - self.start) as f64 * progress.all as f64 / progress.rows as f64 * worth(packer);
        self.state = self.verdict(column, own, progress, packer)?;
        if self.state == State::Won {
            out.truncate(self.start);
            chunk.clear();
        }
        Ok(())
    }

    /// What comes of it where all pages take `own` bytes in the column's own form.
    fn verdict(
        &self,
        column: &Column,
        own: f64,
        progress: Progress,
        packer: &mut Packer,
    ) -> io::Result<State> {
        let (now, share) = (self.found.len(), progress.all as f64 / progress.rows as f64);
        let pages = self.size_of_last_page(packer)? * self.pages.len() as f64 * share;
        let [few, many] = growth(self.half as f64, now as f64, share);
        // In order, an entry is seldom shorter than a byte.
        let cost = |entries: f64, bytes: f64| {
            let wider = f64::from(width(entries as u64)) / f64::from(width(now as u64 - 1));
            pages * wider.max(1.0) + entries * bytes
        };
        let plain = self.found.plain_bytes(column) as f64 / now as f64;
        let least = if packer.compressor.is_some() { 1.0 } else { plain };
        if few * plain > MAX_BYTES as f64 || cost(few, least) >= own {
            return Ok(State::Lost);
        }
        let mut entries = Vec::new();
        self.found.put_sorted(column, &mut entries);
        let bytes = packer.size(&entries)? as f64 / now as f64;
        let (low, high) = (cost(few, bytes), cost(many, bytes));
        Ok(if low >= own {
            State::Lost
        } else if high < own {
            State::Won
        } else if self.pages.len() < MAX_JUDGED {
            State::Open
        } else if f64::midpoint(low, high) < own {
            State::Won
        } else {
            State::Lost
        })
    }

    /// How many bytes the last page takes, with the dictionary as it is.
    fn size_of_last_page(&self, packer: &mut Packer) -> io::Result<f64> {
        let Some(page) = self.pages.last() else { return Ok(0.0) };
        let indices = &self.found.indices[self.found.indices.len() - page.values..];
        let [repetition, definition] = page.levels;
        let levels = &self.levels[self.levels.len() - repetition - definition..];
        let (mut chunk, mut out) = (Chunk::default(), Vec::new());
        let width = width(self.found.len() as u64 - 1);
        let facts = page.facts.clone();
        let page = IndexPage { facts, levels: page.levels, level_bytes: levels, indices, width };
        packer.index_page(page, &mut Habits::default(), &mut chunk, &mut out)?;
        Ok(out.len() as f64)
    }

    /// Ends the chunk: writes what is left to write.
    pub fn end(
        &mut self,
        column: &Column,
        packer: &mut Packer,
        chunk: &mut Chunk,
        out: &mut Vec<u8>,
    ) -> io::Result<()> {
        match mem::take(&mut self.state) {
            State::Won => {
                chunk.distinct = self.distinct(column);
                self.write(column, packer, chunk, out)
            }
            State::Open => {
                let (mut shorter, mut bytes) = (Chunk::default(), Vec::new());
                self.write(column, packer, &mut shorter, &mut bytes)?;
                if (bytes.len() as f64) < (out.len() - self.start) as f64 * worth(packer) {
                    out.truncate(self.start);
                    out.append(&mut bytes);
                    *chunk = Chunk { distinct: self.distinct(column), ..shorter };
                }
                Ok(())
            }
            State::Begun | State::Lost => Ok(()),
        }
    }

    /// How many different values all pages have. Floating-point numbers differ in other ways than by their bits.
    fn distinct(&self, column: &Column) -> Option<u64> {
        let is_float = matches!(column.physical, Some(Physical::Float { .. }));
        (!is_float).then_some(self.found.len() as u64)
    }

    /// Appends the dictionary and the pages that want it.
    fn write(
        &mut self,
        column: &Column,
        packer: &mut Packer,
        chunk: &mut Chunk,
        out: &mut Vec<u8>,
    ) -> io::Result<()> {
        let (start, count, mut entries) = (out.len(), self.found.len(), Vec::new());
        let ranks = self.found.put_sorted(column, &mut entries);
        chunk.uncompressed += packer.dictionary(count, &entries, out)?;
        chunk.dictionary = Some((out.len() - start) as u64);
        self.found.indices.iter_mut().for_each(|index| *index = ranks[*index as usize]);
        let width = width((count as u64).saturating_sub(1));
        let (mut at, mut level, mut habits) = (0, 0, Habits::default());
        for Waiting { facts, levels, values } in self.pages.drain(..) {
            let level_bytes = &self.levels[level..level + levels[0] + levels[1]];
            let indices = &self.found.indices[at..at + values];
            (at, level) = (at + values, level + level_bytes.len());
            let page = IndexPage { facts, levels, level_bytes, indices, width };
            packer.index_page(page, &mut habits, chunk, out)?;
        }
        Ok(())
    }
}

/// Which part of the bytes of the column's own form a dictionary may have.
fn worth(packer: &Packer) -> f64 {
    if packer.compressor.is_some() { WORTH_COMPRESSED } else { WORTH }
}

/// How many entries a dictionary has at the end that had `half` of them after half of the values and has `now` of them: at
/// least and at most. All values are `share` times as many. Where all entries are equally likely, the new ones become fewer
/// by the same factor from one half to the next; where few are common and many rare (Zipf), all become more by a factor
/// whenever the values double.
fn growth(half: f64, now: f64, share: f64) -> [f64; 2] {
    let factor = (now - half) / half.max(1.0);
    let (mut few, mut new) = (now, now - half);
    for _ in 0..(2.0 * (share - 1.0)).ceil() as u64 {
        new *= factor.min(1.0);
        few += new;
        if new < 0.5 {
            break;
        }
    }
    let (mut many, mut values) = (now, 1.0);
    while 2.0 * values <= share {
        many *= 1.0 + factor;
        values *= 2.0;
    }
    many += many * factor * (share - values) / values;
    [few, many.max(few)]
}

#[cfg(test)]
mod tests {
    use super::growth;

    #[test]
    fn growth_is_between_that_of_equal_and_of_rare_values() {
        // 10,000 equally likely values: after n of them about 10,000 (1 - e^(-n/10,000)) have come.
        let come = |n: f64| 10_000.0 * (1.0 - (-n / 10_000.0).exp());
        let [few, many] = growth(come(8192.0), come(16_384.0), 8.0);
        assert!((few - come(131_072.0)).abs() < 20.0 && many > few, "{few} {many}");
        // As the cube root of n.
        let [few, many] = growth(100.0, 125.992, 8.0);
        assert!((many - 251.98).abs() < 0.1 && few < many, "{few} {many}");
        assert_eq!(growth(5.0, 5.0, 100.0), [5.0, 5.0]);
        assert_eq!(growth(0.0, 1.0, 1.0), [1.0, 1.0]);
    }
}
