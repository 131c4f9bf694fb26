//! `gush bench`, driven as a user drives it.
#![cfg(unix)]
