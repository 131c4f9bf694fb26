//! From what was typed to what is to be done: every option and column is checked, and all mistakes come at once.

use gush_diagnostics::Diagnostic;

use super::check::Check;
use super::compat::Compat;
use super::flags::{EXPRESSION, SCHEMA, TEMPLATE};
use super::request::RowsRequest;
use super::{columns, dataset, template};
use crate::failure::Failure;
use crate::flags::Given;

/// Checks everything before anything is done. `mistakes` are those already found.
pub fn request(args: &Given, compat: &Compat, mistakes: Vec<Diagnostic>) -> Result<RowsRequest, Failure> {
    let mut check = Check { args, compat, mistakes };
    check.mistakes.extend(args.conflicts());
    if args.has(&TEMPLATE) || args.has(&EXPRESSION) {
        return template::request(check);
    }
    match args.path(&SCHEMA) {
        None => columns::request(check),
        Some(path) => dataset::request(check, path),
    }
}
