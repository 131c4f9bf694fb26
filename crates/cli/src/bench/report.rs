//! `gush bench report`: a run as a page, or one of its charts as a picture.

use std::path::PathBuf;

use clap::ValueHint;
use gush_rows::schema::Mistake;

use crate::exit::Failure;

/// Draw a run: one page that needs nothing else, or a chart for a README
#[derive(Debug, Default, clap::Args)]
pub struct Args {
    /// The database to read [default: bench.db]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub db: Option<PathBuf>,
}

pub fn run(_args: &Args, _mistakes: Vec<Mistake>) -> Result<(), Failure> {
    Err(anyhow::anyhow!("not written").into())
}
