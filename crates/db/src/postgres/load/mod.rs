//! The order of a load: what is there is looked at; tables get their rows, parents first, by one connection or by several; then come
//! foreign keys, indexes and sequences.
//!
//! A table of ordinary size is loaded in one transaction, with its keys. A large one, or one of a load that shall be resumed, is noted
//! in the table `gush_loads` with what it has so far, in the transaction that makes it so (`notes.rs`).

mod finish;
mod form;
mod look;
mod notes;
mod prepare;
mod session;
mod state;
mod work;

use gusher::text::Statements;

pub(super) use session::connect;

use super::config::Config;
use super::url::Url;
use crate::environment::Environment;
use crate::error::Error;
use crate::load::{Shared, Worker};
use crate::options::{LoadOptions, Summary, TableToLoad};
use crate::progress::Progress;
use session::Session;
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
    let shared = Shared::new(config.server().to_string(), is, config.notes.clone());
    let mut session = Session::open(&config, &shared, progress.stop_flag())?;
    progress.is_connected();
    // Whatever fails after someone has asked for the end is that.
    loaded(&mut session, &load)
        .map_err(|error| if progress.is_stopped() { Error::Stopped } else { error })?;
    session.close();
    let order: Vec<&str> = tables.iter().map(|table| table.name).collect();
    Ok(shared.into_summary(&order))
}

/// Looks, prepares, loads and finishes.
fn loaded(session: &mut Session<'_>, load: &Load<'_>) -> Result<(), Error> {
    let steps = look::steps(session, load)?;
    prepare::prepare(session, load, &steps)?;
    work::rows(session, load, &steps)?;
    finish::finish(session, load, &steps)
}
