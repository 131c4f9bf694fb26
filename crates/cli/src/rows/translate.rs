//! From what was typed to what is to be done: every option and column is checked, and all mistakes come at once.

use gush_diagnostics::Diagnostic;

use super::args::Args;
use super::check::Check;
use super::compat::Compat;
use super::request::Request;
use super::{columns, dataset, template};
use crate::failure::Failure;

/// Checks everything before anything is done. `mistakes` are those already found.
pub fn request(args: &Args, compat: &Compat, mistakes: Vec<Diagnostic>) -> Result<Request, Failure> {
    let check = Check { args, compat, mistakes };
    if args.template.is_empty() && args.expression.is_empty() {
        match &args.schema {
            None => columns::request(check),
            Some(path) => dataset::request(check, path),
        }
    } else {
        template::request(check)
    }
}
