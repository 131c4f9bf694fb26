//! What was asked for: built by `args`, and constant from then on.

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use gush_meter::display::{Settings, Shape};
use gush_meter::engine::Options;

use super::values::{Sides, Watch};
use crate::flags::{Flag, Typed};

/// What is to be done.
#[derive(Debug)]
pub enum Command {
    Help,
    /// Its first screen.
    Summary,
    Version,
    Run(Box<MeterRequest>),
}

/// All that was asked for.
#[derive(Debug, Default)]
pub struct MeterRequest {
    pub files: Vec<OsString>,
    pub settings: Settings,
    pub options: Options,
    pub limit: Option<u64>,
    pub size_given: bool,
    pub force: bool,
    pub stop_at_size: bool,
    pub errors_once: bool,
    pub discard: bool,
    pub output: Option<PathBuf>,
    pub store: Option<PathBuf>,
    pub watch: Vec<Watch>,
    /// The sides of a command that are metered, if one is run.
    pub monitor: Option<Sides>,
    /// The command to run, with its arguments.
    pub command: Vec<OsString>,
    /// The settings for what comes out of the command.
    pub output_settings: Settings,
    pub remote: Option<u32>,
    pub query: Option<u32>,
    pub pid_file: Option<PathBuf>,
    pub record: Option<PathBuf>,
    pub group: Option<String>,
    pub gave_display: bool,
    /// The names of the options, as far as they are valid, and their positions.
    pub given: Vec<(&'static str, Typed)>,
    /// The positions of the files.
    pub typed_files: Vec<Typed>,
    /// The options again, for another process: without files of ours.
    pub sent: Vec<String>,
}

impl MeterRequest {
    /// Whether this option was given.
    pub fn has<E>(&self, flag: &Flag<E>) -> bool {
        self.given.iter().any(|(given, _)| *given == flag.name)
    }

    /// Whether lines for people would not go to a terminal, and were not forced.
    pub fn is_unseen(&self) -> bool {
        self.settings.shape == Shape::Visual && !self.force && !io::stderr().is_terminal()
    }

    /// The file of `-o`, if bytes go there.
    pub fn output_file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|_| !self.discard)
    }

    /// The files that are written beside the output, and what each is.
    pub fn files_beside(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        let files = [("process id", &self.pid_file), ("recording", &self.record)];
        files.into_iter().filter_map(|(what, path)| Some((what, path.as_deref()?)))
    }
}
