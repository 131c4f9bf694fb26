//! Wrong files: each is a valid one with one lie.

mod bases;
mod files;
mod footers;
mod heads;
mod indexes;
mod pages;

pub(super) use bases::Wrong;

/// All wrong files.
pub(super) fn all() -> impl Iterator<Item = &'static Wrong> {
    [files::ALL, footers::ALL, indexes::ALL, heads::ALL, pages::ALL].into_iter().flatten()
}
