//! A rung: what it is, how it comes to run, and what it must write.

use std::collections::BTreeMap;

use gush_store::model::{RungInfo, Unit};

/// One entry of the ladder: a program or a strategy.
#[derive(Clone, Debug, PartialEq)]
pub struct Rung {
    /// What is known of it. What only the machine knows (the version, why it is not run) is filled in later.
    pub info: RungInfo,
    /// How it comes to run.
    pub recipe: Recipe,
    /// What it writes.
    pub output: Output,
    /// The number of bytes of each writing call, where that is what it shows.
    pub call: Option<u64>,
    /// Whether it and its drain share one processor.
    pub pinned: bool,
    /// What takes its bytes, where it is about that; otherwise the drain of the run.
    pub drain: Option<Drain>,
    /// What it shows.
    pub shows: String,
    /// The one operating system that it is for, as in [`std::env::consts::OS`].
    pub system: Option<String>,
    /// Programs that must be on the `PATH` besides those that the recipe names.
    pub needs: Vec<String>,
    /// Makers whose programs of that name have rungs of their own. gush is never meant.
    pub except: Vec<Maker>,
}

/// The maker of a program that has the name of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Maker {
    /// gush, which has `yes`, `pv` and `fakedata` in it.
    Gush,
    /// The coreutils in Rust.
    Uutils,
    /// The tools of `BusyBox`.
    Busybox,
    /// The tools of Toybox.
    Toybox,
}

/// How a rung comes to run.
#[derive(Clone, Debug, PartialEq)]
pub enum Recipe {
    /// A program of ours in another language, built on demand.
    Program {
        /// Its file below `ladder/`; the folder is the toolchain's name.
        source: String,
        /// Its compiler's options; `None` is the usual ones.
        flags: Option<Vec<String>>,
        /// The program's arguments.
        args: Vec<String>,
    },
    /// A published Go program, which has to be fetched.
    Module(GoModule),
    /// gush itself.
    Gush {
        /// Its arguments.
        args: Vec<String>,
        /// The way to write that `gush yes` begins with.
        strategy: Option<String>,
    },
    /// A program that is on the `PATH` or not.
    Command {
        /// Its arguments.
        argv: Vec<String>,
        /// The arguments that make it print its version.
        version: Vec<String>,
    },
    /// A command of the user's, as it was typed, for a shell.
    Shell(String),
    /// Nothing is run: the machine itself is measured.
    Limit(Limit),
}

/// A published Go program.
#[derive(Clone, Debug, PartialEq)]
pub struct GoModule {
    /// The module and its version, as `go install` takes them.
    pub module: String,
    /// The name of the folder of its sources, where the user has those.
    pub source: String,
    /// The program's arguments; `{file}` is the path of the file.
    pub args: Vec<String>,
    /// A file below `ladder/` that it needs.
    pub file: Option<String>,
}

/// What the machine can do at most, measured in-process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    /// Filling a buffer of 256 KiB.
    Memset,
    /// Copying a buffer of 256 KiB.
    Memcpy,
    /// The cheapest system call.
    SystemCall,
    /// The drain, from a pipe that always has more.
    Drain,
}

/// What takes a rung's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Drain {
    /// Copies them to itself.
    Read,
    /// Moves them to `/dev/null` without looking.
    Splice,
    /// Copies them to itself and counts lines.
    Lines,
    /// Lets `pv` count lines.
    Pv,
    /// None: the program writes to `/dev/null`.
    Null,
}

/// What a rung writes.
#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    /// Nothing.
    Nothing,
    /// This, again and again.
    Repeated(Vec<u8>),
    /// Lines of this kind.
    Rows(Rows),
    /// Unknown.
    Any,
}

/// A kind of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rows {
    /// A word each.
    Words,
    /// An integer each, counted up from 1.
    Numbers,
    /// Comma-separated values.
    Csv,
    /// A JSON object each.
    Ndjson,
    /// SQL's INSERT.
    Sql,
}

/// What [`Builder::prepare`](super::Builder::prepare) returns.
#[derive(Clone, Debug, PartialEq)]
pub enum Ready {
    /// A program to be started. It gets `/dev/null` as its input.
    Child {
        /// The program and its arguments.
        argv: Vec<std::ffi::OsString>,
        /// What is added to the environment.
        env: BTreeMap<String, String>,
        /// Whether it and its drain share one processor.
        pinned: bool,
        /// The version that it reports, or that of its compiler.
        version: Option<String>,
        /// The command, where it is not the rung's: another program of that name comes before it on the `PATH`.
        instead: Option<String>,
    },
    /// The machine itself is measured.
    Limit(Limit),
}

/// Why a rung cannot be run here, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct NotRun {
    /// One line for a table, as in `needs nim (apt install nim)`.
    pub reason: String,
    /// The compiler's output.
    pub details: String,
}

impl NotRun {
    /// A reason without details.
    pub(super) fn because(reason: impl Into<String>) -> NotRun {
        NotRun { reason: reason.into(), details: String::new() }
    }
}

impl Drain {
    /// All of them, by the names that `--drain` takes.
    pub const ALL: [Drain; 5] = [Drain::Read, Drain::Splice, Drain::Lines, Drain::Pv, Drain::Null];

    /// The name that `--drain` takes.
    pub fn name(self) -> &'static str {
        match self {
            Drain::Read => "read",
            Drain::Splice => "splice",
            Drain::Lines => "lines",
            Drain::Pv => "pv",
            Drain::Null => "null",
        }
    }

    /// The drain of that name.
    pub fn find(name: &str) -> Option<Drain> {
        Drain::ALL.into_iter().find(|drain| drain.name() == name)
    }
}

impl Rung {
    /// The name to ask for it by.
    pub fn name(&self) -> &str {
        &self.info.name
    }

    /// What it is rated by.
    pub fn unit(&self) -> Unit {
        self.info.unit
    }
}
