//! `gush bench`, driven as a user drives it.
#![cfg(unix)]

mod bench {
    mod ladder;
    mod ladder_docs;
}
