//! A request whose rows are counted by a number: a template, columns, or a schema file.

use gush_diagnostics::Diagnostic;

use super::environment::Environment;
use super::options::{Opt, Request};
use super::prepared::{Prepared, RequestError};
use super::resolver::{Program, Resolver};
use super::{columns, dataset, dirt_log, template};

/// The request, if nothing is wrong with it.
pub(super) fn checked(
    request: &Request,
    program: &Program<'_>,
    environment: &dyn Environment,
    found: Vec<Diagnostic>,
) -> Result<Prepared, RequestError> {
    let mut resolver = Resolver::new(request, program, environment, found);
    let prepared = match request.path(Opt::Schema) {
        _ if request.has(Opt::Template) || request.has(Opt::Expression) => template::prepared(&mut resolver),
        None => columns::prepared(&mut resolver),
        Some(path) => dataset::prepared(&mut resolver, path),
    };
    dirt_log::added(&mut resolver, prepared?)
}
