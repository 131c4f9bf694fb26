//! The extension module of the Python package `gusher`: tables, values and the command, over the crates of gush. What is
//! Python's shape of it (pandas, Polars, pytest) is Python, in the folder `gusher`.

mod addresses;
#[cfg(target_os = "linux")]
mod allocator;
mod arguments;
mod classes;
mod described;
mod draw;
mod errors;
mod ffi;
mod function;
mod planned;
mod reader;
mod recent;
mod sampler;
mod signals;
mod table;
mod values;
mod write;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use gush_generate::System;
use gush_generate::request::Environment;
use gusher::catalogue::{ALIASES, GENERATORS, time_text};
use gusher::locale::LOCALES;
use gusher::rng::Key;
use gusher::schema::escape;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use table::RawTable;

#[cfg(target_os = "linux")]
#[global_allocator]
static ALLOCATOR: allocator::Allocator = allocator::Allocator;

/// Runs the command with these arguments, the first of which is its name, and gives the exit code.
#[pyfunction]
fn run(argv: Vec<OsString>) -> u8 {
    // The status is one of those that the command has: 0 to 2, or 128 and a signal.
    let code = gush::run(argv);
    (0..=u8::MAX).find(|&status| code == ExitCode::from(status)).unwrap_or(1)
}

/// The names of the generators, and what each makes.
#[pyfunction]
fn generators() -> Vec<(&'static str, &'static str)> {
    GENERATORS.iter().map(|spec| (spec.name, spec.about)).collect()
}

/// The names that another program has: each with our name for it, or with what is nearest where there is none.
#[pyfunction]
fn names_of(program: &str) -> Vec<(&'static str, &'static str, &'static str)> {
    let names = ALIASES.iter().filter(|alias| alias.tool == program);
    names.map(|alias| (alias.name, alias.spec, alias.nearest)).collect()
}

/// The names of the locales, and what each is in English.
#[pyfunction]
fn locales() -> Vec<&'static str> {
    LOCALES.iter().map(|locale| locale.name).collect()
}

/// The names of Faker's methods whose values are drawn here, and not in Python.
#[pyfunction]
fn drawn_methods() -> Vec<&'static str> {
    draw::names()
}

/// A number that follows from a text, as seeds of tests do.
#[pyfunction]
fn seed_of(seed: u64, text: &str) -> u64 {
    Key::seed(seed).derive(text).bits(0)
}

/// A seed by chance.
#[pyfunction]
fn random_seed() -> PyResult<u64> {
    let reason = |reason| errors::error(format!("there is no random seed: {reason}"));
    System.random_seed().map_err(reason)
}

/// A time in RFC 3339's form.
#[pyfunction]
fn time(seconds: i64) -> String {
    time_text(seconds)
}

/// Whether this is Python's main interpreter.
#[pyfunction]
fn is_main_interpreter(py: Python<'_>) -> bool {
    ffi::is_main_interpreter(py)
}

/// A text as it is written in a constraint.
#[pyfunction]
fn escaped(text: &str) -> String {
    escape(text)
}

/// Writes several tables into a directory, or without a path into a database.
#[pyfunction]
fn write_tables(
    py: Python<'_>,
    path: Option<PathBuf>,
    tables: Vec<Py<RawTable>>,
    options: &Bound<'_, PyDict>,
) -> PyResult<()> {
    let part = |table: &Py<RawTable>| (table.get().0.clone(), table.get().0.whole());
    write::write(py, path.as_deref(), tables.iter().map(part).collect(), options)
}

/// The module.
#[pymodule]
fn _gusher(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("Error", module.py().get_type::<errors::Error>())?;
    module.add("UniquenessException", module.py().get_type::<errors::UniquenessException>())?;
    module.add_class::<RawTable>()?;
    module.add_class::<sampler::Sampler>()?;
    module.add_class::<draw::Draw>()?;
    module.add_class::<draw::Drawn>()?;
    module.add_class::<draw::Present>()?;
    module.add_function(wrap_pyfunction!(run, module)?)?;
    module.add_function(wrap_pyfunction!(generators, module)?)?;
    module.add_function(wrap_pyfunction!(names_of, module)?)?;
    module.add_function(wrap_pyfunction!(locales, module)?)?;
    module.add_function(wrap_pyfunction!(drawn_methods, module)?)?;
    module.add_function(wrap_pyfunction!(seed_of, module)?)?;
    module.add_function(wrap_pyfunction!(random_seed, module)?)?;
    module.add_function(wrap_pyfunction!(time, module)?)?;
    module.add_function(wrap_pyfunction!(escaped, module)?)?;
    module.add_function(wrap_pyfunction!(addresses::domains_of_people, module)?)?;
    module.add_function(wrap_pyfunction!(addresses::address_of_person, module)?)?;
    module.add_function(wrap_pyfunction!(addresses::domain_of_company, module)?)?;
    module.add_function(wrap_pyfunction!(is_main_interpreter, module)?)?;
    module.add_function(wrap_pyfunction!(write_tables, module)?)?;
    module.add_function(wrap_pyfunction!(table::table, module)?)?;
    module.add_function(wrap_pyfunction!(table::tables, module)?)?;
    Ok(())
}
