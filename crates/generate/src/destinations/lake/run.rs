//! A run that writes tables as folders.

use gush_pipe::Durability;

use super::super::monitor::Monitor;
use super::undo::Undo;
use crate::job::Job;
use crate::request::Layout;

/// The folder of the files of an Iceberg table.
pub(super) const DATA: &str = "data";

/// What all files of a run have in common.
pub(super) struct Run<'r> {
    pub job: &'r Job,
    pub layout: &'r Layout,
    pub durability: Durability,
    pub monitor: &'r Monitor,
    pub undo: &'r Undo,
}
