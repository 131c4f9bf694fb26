//! Where rows end, for those who ask.

use std::slice;

/// Is told where each row ends.
pub(super) trait Ends {
    fn add(&mut self, end: usize);
}

/// Nobody asks.
impl Ends for () {
    #[inline(always)]
    fn add(&mut self, _end: usize) {}
}

/// Places for the ends of rows, the first of which begins at `before`.
pub(super) struct Noted<'a> {
    pub places: slice::IterMut<'a, usize>,
    pub before: usize,
}

impl Ends for Noted<'_> {
    #[inline(always)]
    fn add(&mut self, end: usize) {
        if let Some(place) = self.places.next() {
            *place = self.before + end;
        }
    }
}
