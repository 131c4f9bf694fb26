//! The registry of rungs: the one file that lists them, as it is written.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::rung::{Drain, Limit, Maker, Rows};

/// The text of the file. A test checks that it can be read.
pub(super) static REGISTRY: LazyLock<Registry> =
    LazyLock::new(|| toml::from_str(include_str!("rungs.toml")).expect("a test reads this file"));

/// The programs of the ladder in other languages, so that an installed gush has them with it: folder and file, as in `c/write.c`,
/// and the text. By name; `build.rs` makes the list.
pub(super) static SOURCES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/ladder.rs"));

/// The text of the program with this folder and file.
pub(super) fn source(path: &str) -> Option<&'static str> {
    SOURCES.iter().find(|(name, _)| *name == path).map(|(_, text)| *text)
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Registry {
    toolchain: BTreeMap<String, Toolchain>,
    package: BTreeMap<String, BTreeMap<String, String>>,
    /// The rungs, in the order of the ladder.
    pub rung: Vec<Entry>,
    /// Programs that are measured beside them.
    pub peer: Vec<Entry>,
}

/// What a language needs.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Toolchain {
    /// The programs that must be there.
    pub needs: Vec<String>,
    /// What prints the version.
    pub version: Vec<String>,
    /// What builds a program; languages that are interpreted have none.
    #[serde(default)]
    pub build: Vec<String>,
    /// What runs a source.
    #[serde(default)]
    pub run: Vec<String>,
    /// The compiler's options, unless a rung has its own.
    #[serde(default)]
    pub flags: Vec<String>,
    /// What is added to the compiler's environment.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
}

/// A rung as the file has it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    pub name: String,
    pub step: Option<String>,
    pub title: String,
    pub language: String,
    pub program: Option<String>,
    pub flags: Option<Vec<String>>,
    pub module: Option<String>,
    pub source: Option<String>,
    pub file: Option<String>,
    pub gush: Option<Vec<String>>,
    pub strategy: Option<String>,
    pub command: Option<Vec<String>>,
    pub version: Option<Vec<String>>,
    pub limit: Option<Limit>,
    #[serde(default)]
    pub args: Vec<String>,
    pub output: Option<String>,
    pub rows: Option<Rows>,
    pub call: Option<u64>,
    #[serde(default)]
    pub unit: RatedBy,
    #[serde(default)]
    pub pinned: bool,
    pub drain: Option<Drain>,
    #[serde(default)]
    pub published: Vec<String>,
    #[serde(default)]
    pub shows: String,
    pub system: Option<String>,
    #[serde(default)]
    pub needs: Vec<String>,
    #[serde(default)]
    pub except: Vec<Maker>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum RatedBy {
    #[default]
    Bytes,
    Lines,
    Calls,
}

/// The toolchain of that name, which is the name of a folder of `ladder/`.
pub(super) fn toolchain(name: &str) -> Option<&'static Toolchain> {
    REGISTRY.toolchain.get(name)
}

/// The packages of `manager` that have `program`; empty, where none has.
pub(super) fn packages<'a>(program: &'a str, manager: &str) -> &'a str {
    let names = REGISTRY.package.get(program);
    let named = names.and_then(|names| names.get(manager).or_else(|| names.get("else")));
    named.map_or(program, String::as_str)
}

/// The command by which a toolchain installs `program` where no package manager of the system has it: cargo or go.
pub(super) fn installed_by(program: &str) -> Option<String> {
    let names = REGISTRY.package.get(program)?;
    let command = ["cargo", "go"].iter().find_map(|by| Some(format!("{by} install {}", names.get(*by)?)))?;
    Some(match names.get("binary") {
        Some(binary) => format!("{command}, and link its {binary} as {program}"),
        None => command,
    })
}
