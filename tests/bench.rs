//! `gush bench`, driven as a user drives it.
#![cfg(unix)]

mod bench {
    mod report;
    mod sample;
}
