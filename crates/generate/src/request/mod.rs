//! From what was asked for to a checked job: the rules of the product, once for all programs that take requests.
//!
//! A [`Request`] is plain data: options by their names, with their values as they were written. [`resolve`] checks all of it,
//! by what an [`Environment`] knows of clock, chance and files, and gives what is [`Prepared`], or every [`Finding`] at
//! once. A [`Problem`] names an option; how that is written is the [`Program`]'s business: `--format`, or `format=`.
//!
//! ```text
//! options.rs → resolver.rs → now values rows shard files format extension compression output tables → prepared.rs
//!                            (one rule a file)      columns.rs, dataset.rs, template.rs: in which order
//! ```
//!
//! Nothing here opens a file, a socket or a pipe.

mod again;
mod append;
mod bloom_filters;
mod byte_count;
mod catalog;
mod checked;
mod columns;
mod compression;
mod dataset;
mod dirt_log;
mod environment;
mod extension;
mod file_columns;
mod file_record;
mod files;
pub(crate) mod fingerprint;
mod foreign;
mod format;
#[cfg_attr(not(feature = "destinations"), path = "no_into.rs")]
mod into;
mod layout;
mod now;
mod options;
mod output;
mod parquet;
mod partitions;
mod plan;
mod prepared;
mod preview;
mod problem;
mod resolver;
mod row_groups;
mod rows;
mod script;
mod script_table;
mod settings;
mod shard;
mod size;
mod sorting;
#[cfg(feature = "destinations")]
mod sqlite_limits;
mod table_record;
pub(crate) mod table_state;
mod tables;
mod template;
mod values;

pub use catalog::{Catalog, LAKES};
pub use environment::{Environment, ReadLimit};
pub use fingerprint::{CompressionChoice, Fingerprint, Record, VERSION};
pub use format::{FormatChoices, INTS, TRANSACTIONS};
pub use into::IntoDatabase;
pub use layout::Layout;
pub use options::{Opt, Request};
pub use output::{Output, Progress};
pub use plan::{PlannedDataset, TablesToWrite};
pub use prepared::{Prepared, RequestError};
pub use problem::{Finding, Problem};
pub use resolver::{Advise, ParseColumns, Parsed, Program};
pub use settings::Settings;
pub use shard::NO_SUCH_SHARD;
pub use table_record::TableRecord;
pub use table_state::TableState;

use std::ops::Range;
use std::path::Path;

use gush_diagnostics::Diagnostic;
use gusher::locale::Locale;

use checked::checked;
use resolver::Resolver;

/// Checks everything that was asked for before anything is done. `found` is what is known to be wrong already.
///
/// # Errors
/// Everything that is wrong, at once.
pub fn resolve(
    request: &Request,
    program: &Program<'_>,
    environment: &dyn Environment,
    found: Vec<Diagnostic>,
) -> Result<Prepared, RequestError> {
    match request.has(Opt::Size) {
        true => size::resolved(request, program, environment, &found),
        false => checked(request, program, environment, found),
    }
}

/// The present and the locale of a request for examples. `seed` is the default.
///
/// # Errors
/// Everything that is wrong, with what was `found` before.
pub fn moment(
    request: &Request,
    program: &Program<'_>,
    environment: &dyn Environment,
    seed: Option<u64>,
    found: Vec<Diagnostic>,
) -> Result<(i64, &'static Locale), Vec<Finding>> {
    let mut resolver = Resolver::new(request, program, environment, found);
    let (now, locale) = (now::present(&mut resolver, None, seed).now, values::locale(&mut resolver, None));
    resolver.check().map(|()| (now, locale))
}

/// These rows of a table of columns, planned: for whoever reads the values.
///
/// # Errors
/// Everything that is wrong, at once.
pub fn plan_columns(
    request: &Request,
    program: &Program<'_>,
    environment: &dyn Environment,
    rows: Range<u64>,
) -> Result<PlannedDataset, RequestError> {
    plan::columns(&mut Resolver::new(request, program, environment, Vec::new()), rows)
}

/// The tables of the text of a schema file, planned. Messages call it `name`, and paths in it begin at `folder`.
///
/// # Errors
/// Everything that is wrong, at once.
pub fn plan_file(
    request: &Request,
    program: &Program<'_>,
    environment: &dyn Environment,
    (name, text): (&str, &str),
    folder: &Path,
) -> Result<PlannedDataset, RequestError> {
    plan::file(&mut Resolver::new(request, program, environment, Vec::new()), name, text, folder)
}

/// The job that writes tables which are planned already, and where to.
///
/// # Errors
/// Everything that is wrong, at once.
pub fn write(
    request: &Request,
    program: &Program<'_>,
    environment: &dyn Environment,
    tables: TablesToWrite<'_>,
) -> Result<Prepared, RequestError> {
    if request.has(Opt::Size) {
        return size::written(request, program, environment, &tables);
    }
    let mut resolver = Resolver::new(request, program, environment, Vec::new());
    let prepared = plan::write(&mut resolver, tables)?;
    dirt_log::added(&mut resolver, prepared)
}
