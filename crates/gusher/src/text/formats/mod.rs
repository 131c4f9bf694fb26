//! The formats, one file each, and the list of them all: a new format is its file and a line here.

mod column;
mod columnar;
mod copy;
mod csv;
mod fakedata;
mod html;
mod json;
mod markdown;
mod ndjson;
mod raw;
mod sql;
mod xml;
mod yaml;

pub use fakedata::FAKEDATA_FORMATS;
pub use sql::{ScriptKey, ScriptTable, sql_script};

use super::format::FormatSpec;

/// All formats, the default first.
pub static FORMATS: &[&FormatSpec] = &[
    &column::SPEC,
    &csv::CSV,
    &csv::TSV,
    &ndjson::SPEC,
    &json::SPEC,
    &sql::SPEC,
    &copy::SPEC,
    &markdown::SPEC,
    &html::SPEC,
    &xml::SPEC,
    &yaml::SPEC,
    &raw::SPEC,
    &columnar::PARQUET,
    &columnar::ARROW,
    &columnar::ARROWS,
    &columnar::AVRO,
];
