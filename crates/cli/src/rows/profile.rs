//! What the rows of a request look like.

use gush_profile::TableProfile;

use super::request::RowsRequest;

/// The profiles of all tables, one after the other.
pub fn text(request: &RowsRequest) -> String {
    let profiles = request.job.tables().iter().filter_map(|table| {
        let plan = table.plan()?;
        let profile = TableProfile::of(plan, table.rows(request.job.shard()), request.job.threads());
        Some(profile.text(plan, table.name()))
    });
    profiles.collect::<Vec<_>>().join("\n")
}
