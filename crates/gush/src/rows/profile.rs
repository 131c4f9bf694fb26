//! What the rows of a request look like, as text or as a page.

use std::convert::Infallible;
use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use gush_diagnostics::Diagnostic;
use gush_generate::request::Prepared;
use gush_generate::{Outcome, in_parallel};
use gush_pipe::output;
use gush_profile::{Charset, Counting, TableView, page};
use gusher::catalogue::time_text;

use super::flags::{PROFILE, PROFILE_HTML};
use super::progress::{self, Advance};
use crate::failure::Failure;
use crate::flags::Given;
use crate::{charset, color, write};

/// Whether a profile is asked for, instead of rows.
pub fn is_asked(args: &Given) -> bool {
    args.has(&PROFILE) || args.has(&PROFILE_HTML)
}

/// The diagnostic for the name of the page: another extension may be that of a file that is read.
pub fn diagnostic(args: &Given) -> Option<Diagnostic> {
    let path = args.path(&PROFILE_HTML)?;
    let ends_right = path.extension().is_some_and(|end| end == "html" || end == "htm");
    let is_right = ends_right || path == Path::new("-") || output::is_direct(path);
    let text = "this is a page; its name should end in .html";
    (!is_right).then(|| PROFILE_HTML.wrong(&path.display().to_string(), text))
}

/// Writes the profiles of all tables, as text and as a page, as is asked for.
pub fn write(args: &Given, request: &Prepared) -> Result<(), Failure> {
    let views = views(request);
    if let Some(path) = args.path(&PROFILE_HTML) {
        let time = time_text(request.now);
        let seed = request.job.seed();
        let note = format!("gush {} · --seed {seed} --now {time}", env!("CARGO_PKG_VERSION"));
        let page = page(&views, &note);
        if path == Path::new("-") {
            return write::text(&page);
        }
        write::file(path, &page, request.output.durability())?;
    }
    if !args.has(&PROFILE) {
        return Ok(());
    }
    let paint = color::on_stdout();
    let charset = if charset::is_utf8() { Charset::Unicode } else { Charset::Ascii };
    let texts = views.iter().map(|view| view.text(charset, &|part, text| paint.part(part, text)));
    write::text(&texts.collect::<Vec<_>>().join("\n"))
}

/// The profiles of all tables. How far they are is shown on stderr, as for rows.
fn views(request: &Prepared) -> Vec<TableView> {
    let (progress, mut views) = (Counted::default(), Vec::new());
    let work = || {
        for (index, table) in request.job.tables().iter().enumerate() {
            let Some(plan) = table.plan() else { continue };
            progress.begun.store(index + 1, Ordering::Relaxed);
            let count = |rows| {
                progress.rows.fetch_add(rows, Ordering::Relaxed);
            };
            let rows = table.rows(request.job.shard());
            let counting = Counting::new(plan, rows);
            let counted = |part| Ok::<_, Infallible>(counting.count(part, &count));
            let parts = in_parallel(counting.parts(), request.job.threads(), counted)?;
            views.push(counting.profile(parts).view(plan, table.name()));
        }
        Ok::<_, Infallible>(Outcome::Done)
    };
    // The profile is written at the end, so that a terminal can show how far it is until then.
    let Ok(_) = progress::shown(request.output.progress, true, &request.job, &progress, work);
    views
}

/// How many rows are counted.
#[derive(Default)]
struct Counted {
    /// How many tables were started.
    begun: AtomicUsize,
    rows: AtomicU64,
}

impl Advance for Counted {
    fn table(&self) -> Option<usize> {
        self.begun.load(Ordering::Relaxed).checked_sub(1)
    }

    fn rows(&self) -> u64 {
        self.rows.load(Ordering::Relaxed)
    }

    fn bytes(&self) -> Option<u64> {
        None
    }
}
