//! The order of a load: what is there is looked at; tables get their rows, parents first, by one connection or by several; then come
//! foreign keys and statistics.
//!
//! The rows of a table of ordinary size are one transaction. Statements that make tables and keys are none there: each is committed by
//! itself. So what a load has made and not filled is dropped again when it fails (`tidy.rs`), unless it is noted in the table
//! `gush_loads` and can be resumed: then a note that a table is made precedes the making, and the note of rows is in their transaction.

mod changed;
mod finish;
mod look;
mod notes;
mod prepare;
mod refused;
mod session;
mod state;
mod tidy;
mod unfinished;
mod words;
mod work;

use gusher::text::Statements;

use super::config::Config;
use super::url::Url;
use crate::environment::Environment;
use crate::error::Error;
use crate::load::{Shared, Worker};
use crate::options::{LoadOptions, Summary, TableToLoad};
use crate::progress::Progress;
use session::{Context, Session};
use state::Load;

/// Loads tables, parents first, with the statements around their rows in the same order.
///
/// # Errors
/// Why rows are not there. Tables that were complete before stay, and parts of large ones that are noted; nothing else does.
pub fn load(
    url: &Url,
    environment: &dyn Environment,
    tables: &[TableToLoad<'_>],
    statements: &Statements,
    options: &LoadOptions,
    progress: &Progress,
) -> Result<Summary, Error> {
    let config =
        Config::of(url, environment).map_err(|reason| Error::Connect { server: url.to_string(), reason })?;
    let load = Load { config: &config, tables, statements, options, progress };
    let is = [options.is_dry, load.is_noted()];
    let context = Context::new(Shared::new(config.server().to_string(), is, Vec::new()), progress);
    let mut session = Session::open(&config, &context)?;
    let loaded = all(&mut session, &load);
    session.close();
    if let Err(error) = loaded {
        tidy::tidy(&context, &load);
        return Err(error);
    }
    let order: Vec<&str> = tables.iter().map(|table| table.name).collect();
    Ok(context.shared.into_summary(&order))
}

fn all(session: &mut Session<'_>, load: &Load<'_>) -> Result<(), Error> {
    let steps = look::steps(session, load)?;
    prepare::prepare(session, load, &steps)?;
    work::rows(session, load, &steps)?;
    finish::finish(session, load, &steps)
}
