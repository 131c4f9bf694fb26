//! Where rows end, for those who ask.

use std::slice;

/// Is given where each row ends.
pub(super) trait Ends {
    fn add(&mut self, end: usize);
}

/// Nobody asks.
impl Ends for () {
    #[inline(always)]
    fn add(&mut self, _end: usize) {}
}

/// Where to note the ends of rows, the first of which begins at `before`.
pub(super) struct Noted<'a> {
    pub offsets: slice::IterMut<'a, usize>,
    pub before: usize,
}

impl Ends for Noted<'_> {
    #[inline(always)]
    fn add(&mut self, end: usize) {
        if let Some(offset) = self.offsets.next() {
            *offset = self.before + end;
        }
    }
}
