//! Words of one list each, those of other topics among them.

pub(super) mod lexicon;
pub(super) mod list;
