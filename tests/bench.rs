//! `gush bench`, driven as a user drives it.

mod database;
mod ladder;
mod ladder_docs;
mod measure;
mod programs;
mod recording;
mod report;
mod sample;
mod strays;
