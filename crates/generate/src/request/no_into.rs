//! Databases where there are none: without the feature `destinations`, rows go into no database.

use std::convert::Infallible;

use gusher::plan::Plan;
use gusher::schema::DatasetSpec;
use gusher::text::FormatOptions;

use super::options::Opt;
use super::resolver::Resolver;
use super::tables::Chosen;

/// A database that rows go into: there is none here.
#[derive(Debug)]
pub struct IntoDatabase(Infallible);

/// Refuses a database.
pub(super) fn check(resolver: &mut Resolver<'_>) {
    if resolver.request.has(Opt::Into) {
        resolver.refuse(Opt::Into, "databases cannot be reached from here");
    }
}

/// The format whose columns and values a database takes: there is none.
pub(super) fn rules(_resolver: &Resolver<'_>) -> FormatOptions {
    gusher::Format::COPY.into()
}

/// No database.
pub(super) fn database(
    _resolver: &mut Resolver<'_>,
    _dataset: &DatasetSpec,
    _chosen: &[Chosen],
    _plans: &[Plan],
    _seeds: (Option<u64>, u64),
    _schema: &str,
) -> Option<IntoDatabase> {
    None
}

/// What to say about a load before it begins.
pub(super) fn notes(
    _resolver: &Resolver<'_>,
    into: &IntoDatabase,
    _dataset: &DatasetSpec,
    _chosen: &[Chosen],
    _seed: u64,
) -> Vec<String> {
    match into.0 {}
}
