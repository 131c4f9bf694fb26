//! What clap knows of the command line: the commands, and the options of those without a grammar of their own.

use std::ffi::OsString;

use clap::{Parser, Subcommand};

#[cfg(unix)]
use crate::bench;
use crate::rows;

/// Test data at pipe speed.
#[derive(Debug, Parser)]
#[command(name = "gush", version, max_term_width = 100, args_override_self = true)]
#[command(subcommand_required = true, disable_help_subcommand = true, propagate_version = true)]
pub struct CommandLine {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    #[command(display_name = "gush rows")]
    Rows(Box<rows::Args>),
    /// Write a line for ever, faster than anything else
    #[command(disable_help_flag = true)]
    Yes {
        /// What GNU yes takes, and more: see `gush yes --help`
        #[arg(value_name = "STRING", allow_hyphen_values = true, trailing_var_arg = true)]
        words: Vec<OsString>,
    },
    #[cfg(unix)]
    /// Show and limit what flows through a pipe
    #[command(disable_help_flag = true)]
    Meter {
        /// What pv takes, and more: see `gush meter --help`
        #[arg(value_name = "WORD", allow_hyphen_values = true, trailing_var_arg = true)]
        words: Vec<OsString>,
    },
    #[cfg(unix)]
    #[command(display_name = "gush bench")]
    Bench(Box<bench::Args>),
}
