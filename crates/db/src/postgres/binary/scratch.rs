//! What a node needs while a batch is written.

use std::cell::Cell;

use gusher::text::{Buffer, TextWriter};

/// The texts of a node's values in a batch.
#[derive(Default)]
pub(super) struct Scratch<'f> {
    pub writer: Option<TextWriter<'f>>,
    pub texts: Buffer,
    pub ends: Vec<usize>,
    /// A value that is outside of the range of its type.
    pub outside: Cell<Option<i64>>,
}

impl Scratch<'_> {
    /// Notes a value that is outside of the range of its type, in place of which another is written.
    #[cold]
    pub fn outside<T: Default>(&self, value: i64) -> T {
        self.outside.set(Some(value));
        T::default()
    }

    #[inline]
    pub fn text(&self, at: usize) -> &[u8] {
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.texts.as_ref()[start..self.ends[at]]
    }
}
