//! `gush bench compare`: two runs, rung by rung, with a verdict where the intervals allow one.

use std::path::PathBuf;

use clap::ValueHint;
use gush_rows::schema::Mistake;

use crate::exit::Failure;

/// Compare two runs, rung by rung
#[derive(Debug, Default, clap::Args)]
pub struct Args {
    /// The database to read [default: bench.db]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub db: Option<PathBuf>,
}

pub fn run(_args: &Args, _mistakes: Vec<Mistake>) -> Result<(), Failure> {
    Err(anyhow::anyhow!("not written").into())
}
