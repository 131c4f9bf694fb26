//! `gush bench`, driven as a user drives it.
#![cfg(unix)]

mod bench {
    mod ladder;
    mod measure;
    mod ladder_docs;
    mod database;
}
