//! What is known of loops that are being unrolled.

use std::collections::HashMap;

/// What is known of loops that are being unrolled.
#[derive(Default)]
pub(in crate::compile) struct Unrolling {
    /// How many surrounding conditions vary by row.
    pub(super) uncertain: usize,
    /// How many surrounding loops and definitions run an unknown number of times.
    pub(super) repeated: usize,
    /// The conditions around the outermost loop that is being unrolled, if one is.
    pub(super) since: Option<usize>,
    /// How many copies of what is compiled now there are.
    pub(super) copies: usize,
    /// A draw was found whose iteration is unknown.
    pub(super) failed: bool,
    /// How often each draw was passed in the outermost loop, by its offset.
    pub(super) passed: HashMap<usize, u64>,
    /// Nothing of what is compiled now is kept.
    pub(super) is_dead: bool,
    /// How much all copies so far are.
    pub(super) spent: usize,
}

impl Unrolling {
    /// What the blocks around count.
    pub fn counts(&self) -> (usize, usize) {
        (self.uncertain, self.repeated)
    }

    pub fn recount(&mut self, counts: (usize, usize)) {
        (self.uncertain, self.repeated) = counts;
    }

    /// Whether the iterations of a loop are being compiled one by one.
    pub fn is_unrolling(&self) -> bool {
        self.since.is_some()
    }

    /// The iteration that the draw at this offset of the template begins with.
    pub fn pass(&mut self, offset: usize) -> u64 {
        let Some(since) = self.since.filter(|_| !self.is_dead) else { return 0 };
        self.failed |= self.uncertain > since;
        let passed = self.passed.entry(offset).or_default();
        *passed += 1;
        *passed - 1
    }
}
