//! A program, and how it is started.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Variables that change how programs of some language write, and so would make a rung another one.
pub const DISTURBING: [&str; 6] =
    ["PYTHONUNBUFFERED", "GOMAXPROCS", "GOGC", "GODEBUG", "LD_PRELOAD", "_STDBUF_O"];

/// A program, and what it is to find when it starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Launch {
    /// The program and its arguments.
    pub argv: Vec<OsString>,
    /// Variables of its environment, beside those that we have.
    pub env: Vec<(OsString, OsString)>,
    /// Variables that it is not to have.
    pub without: Vec<OsString>,
    /// Where it runs; where we do by default.
    pub folder: Option<PathBuf>,
    /// Whether it shares one core with the drain.
    pub pinned: bool,
}

impl Launch {
    /// The command without its outputs; it finds nothing on standard input.
    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(self.argv.first().cloned().unwrap_or_default());
        command.args(self.argv.iter().skip(1)).stdin(Stdio::null());
        command.envs(self.env.iter().map(|(name, value)| (name, value)));
        for name in &self.without {
            command.env_remove(name);
        }
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        command
    }

    /// Its name in messages.
    pub(super) fn name(&self) -> String {
        self.argv.first().map(|program| program.to_string_lossy().into_owned()).unwrap_or_default()
    }
}
