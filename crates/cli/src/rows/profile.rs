//! What the rows of a request look like, as text or as a page.

use std::path::Path;

use gush_diagnostics::Diagnostic;
use gush_pipe::output;
use gush_profile::{TableProfile, TableView, page};
use gusher::generators::time_text;

use super::flags::{PROFILE, PROFILE_HTML};
use super::request::RowsRequest;
use crate::colour;
use crate::failure::Failure;
use crate::flags::Given;
use crate::write;

/// Whether a profile is asked for, instead of rows.
pub fn is_asked(args: &Given) -> bool {
    args.has(&PROFILE) || args.has(&PROFILE_HTML)
}

/// What is wrong with the name of the page: another ending may be that of a file that is read.
pub fn mistake(args: &Given) -> Option<Diagnostic> {
    let path = args.path(&PROFILE_HTML)?;
    let ends_right = path.extension().is_some_and(|end| end == "html" || end == "htm");
    let is_right = ends_right || path == Path::new("-") || output::is_direct(path);
    let text = "this is a page; its name should end in .html";
    (!is_right).then(|| PROFILE_HTML.wrong(&path.display().to_string(), text))
}

/// Writes the profiles of all tables, as text and as a page, as is asked for.
pub fn write(args: &Given, request: &RowsRequest) -> Result<(), Failure> {
    let views = views(request);
    if let Some(path) = args.path(&PROFILE_HTML) {
        let time = time_text(request.run.now);
        let seed = request.job.seed();
        let note = format!("gush {} · --seed {seed} --now {time}", env!("CARGO_PKG_VERSION"));
        let page = page(&views, &note);
        if path == Path::new("-") {
            return write::text(&page);
        }
        write::file(path, &page, request.run.durability)?;
    }
    if !args.has(&PROFILE) {
        return Ok(());
    }
    let paint = colour::on_stdout();
    let texts = views.iter().map(|view| view.text(&|part, text| paint.part(part, text)));
    write::text(&texts.collect::<Vec<_>>().join("\n"))
}

fn views(request: &RowsRequest) -> Vec<TableView> {
    let views = request.job.tables().iter().filter_map(|table| {
        let plan = table.plan()?;
        let profile = TableProfile::of(plan, table.rows(request.job.shard()), request.job.threads());
        Some(profile.view(plan, table.name()))
    });
    views.collect()
}
