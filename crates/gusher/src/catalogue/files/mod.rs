//! Files and books.

pub(super) mod files_and_books;
