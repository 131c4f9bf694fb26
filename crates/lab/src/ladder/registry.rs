//! The registry of rungs, read from the one file that lists them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::rung::{Drain, Limit, Maker, Output, Recipe, Rows, Rung};
use crate::model::{Published, RungInfo, RungKind, Unit};

/// The file as it stands. That it can be read is tested.
static REGISTRY: LazyLock<Registry> =
    LazyLock::new(|| toml::from_str(include_str!("rungs.toml")).expect("a test reads this very file"));

/// The programs of the ladder in other languages, so that an installed gush has them with it.
pub(super) static SOURCES: include_dir::Dir<'static> =
    include_dir::include_dir!("$CARGO_MANIFEST_DIR/../../ladder");

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Registry {
    toolchain: BTreeMap<String, Toolchain>,
    package: BTreeMap<String, BTreeMap<String, String>>,
    rung: Vec<Entry>,
    peer: Vec<Entry>,
}

/// What a language needs.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Toolchain {
    /// The programs that must be there.
    pub needs: Vec<String>,
    /// What says the version.
    pub version: Vec<String>,
    /// What makes a program; languages that are interpreted have none.
    #[serde(default)]
    pub build: Vec<String>,
    /// What runs a source.
    #[serde(default)]
    pub run: Vec<String>,
    /// What the compiler is told where a rung does not say.
    #[serde(default)]
    pub flags: Vec<String>,
    /// What is added to the compiler's environment.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
}

/// A rung as the file says it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    step: Option<String>,
    title: String,
    language: String,
    program: Option<String>,
    flags: Option<Vec<String>>,
    module: Option<String>,
    file: Option<String>,
    gush: Option<Vec<String>>,
    strategy: Option<String>,
    command: Option<Vec<String>>,
    version: Option<Vec<String>>,
    limit: Option<Limit>,
    #[serde(default)]
    args: Vec<String>,
    output: Option<String>,
    rows: Option<Rows>,
    call: Option<u64>,
    #[serde(default)]
    unit: RatedBy,
    #[serde(default)]
    pinned: bool,
    drain: Option<Drain>,
    #[serde(default)]
    published: Vec<String>,
    #[serde(default)]
    shows: String,
    system: Option<String>,
    #[serde(default)]
    needs: Vec<String>,
    #[serde(default)]
    except: Vec<Maker>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum RatedBy {
    #[default]
    Bytes,
    Lines,
    Calls,
}

/// All rungs, in the order of the ladder.
pub fn rungs() -> Vec<Rung> {
    REGISTRY.rung.iter().map(|entry| rung(entry, kind(entry))).collect()
}

/// The rung of step 6 with a buffer of `size` bytes, also one that nobody published.
///
/// # Panics
/// Never: the registry has the rung that it is made from.
pub fn buffer_size(size: u64) -> Rung {
    let all = rungs();
    let name = format!("c-printf-{size}");
    if let Some(published) = all.iter().find(|rung| rung.name() == name) {
        return published.clone();
    }
    let model = REGISTRY.rung.iter().find(|entry| entry.name == "c-printf-4096");
    let mut entry = model.expect("the registry has step 6, as a test sees").clone();
    entry.title = entry.title.replace("4096", &size.to_string());
    entry.args = vec![size.to_string()];
    entry.name = name;
    entry.published.clear();
    entry.step = None;
    rung(&entry, RungKind::Program)
}

/// The peers that are known, found or not.
pub(super) fn peers() -> Vec<Rung> {
    REGISTRY.peer.iter().map(|entry| rung(entry, RungKind::Peer)).collect()
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

fn kind(entry: &Entry) -> RungKind {
    match entry {
        Entry { limit: Some(_), .. } => RungKind::Limit,
        Entry { gush: Some(_), .. } => RungKind::Gush,
        _ => RungKind::Program,
    }
}

fn rung(entry: &Entry, kind: RungKind) -> Rung {
    let recipe = recipe(entry);
    let info = RungInfo {
        name: entry.name.clone(),
        title: entry.title.clone(),
        step: entry.step.clone(),
        language: entry.language.clone(),
        kind,
        command: super::workshop::typed(&recipe),
        version: None,
        unit: match entry.unit {
            RatedBy::Bytes => Unit::Bytes,
            RatedBy::Lines => Unit::Lines,
            RatedBy::Calls => Unit::Calls,
        },
        published: entry.published.iter().filter_map(|text| published(text)).collect(),
        drain: None,
        not_run: None,
    };
    Rung {
        info,
        recipe,
        output: output(entry),
        call: entry.call,
        pinned: entry.pinned,
        drain: entry.drain,
        shows: entry.shows.clone(),
        system: entry.system.clone(),
        needs: entry.needs.clone(),
        except: entry.except.clone(),
    }
}

fn recipe(entry: &Entry) -> Recipe {
    let args = entry.args.clone();
    if let Some(source) = &entry.program {
        Recipe::Program { source: source.clone(), flags: entry.flags.clone(), args }
    } else if let Some(module) = &entry.module {
        Recipe::Module { module: module.clone(), args, file: entry.file.clone() }
    } else if let Some(args) = &entry.gush {
        Recipe::Gush { args: args.clone(), strategy: entry.strategy.clone() }
    } else if let Some(limit) = entry.limit {
        Recipe::Limit(limit)
    } else {
        let argv = entry.command.clone().unwrap_or_default();
        let asked = || argv.iter().take(1).cloned().chain(["--version".into()]).collect();
        Recipe::Command { version: entry.version.clone().unwrap_or_else(asked), argv }
    }
}

fn output(entry: &Entry) -> Output {
    match (&entry.output, entry.rows) {
        (_, Some(rows)) => Output::Rows(rows),
        (Some(text), _) if text.is_empty() => Output::Nothing,
        (Some(text), _) => Output::Repeated(text.clone().into()),
        (None, _) if entry.limit.is_some() => Output::Nothing,
        (None, _) => Output::Repeated(b"y\n".to_vec()),
    }
}

/// A published figure, as in `2.35 GiB/s: GNU, beside step 14` or `1.6 million lines/s`.
fn published(text: &str) -> Option<Published> {
    let (figure, note) = match text.split_once(": ") {
        Some((figure, note)) => (figure, Some(note.to_owned())),
        None => (text, None),
    };
    let (number, unit) = figure.split_once(' ')?;
    let (factor, unit) = match unit {
        "MiB/s" => (f64::from(1 << 20), Unit::Bytes),
        "GiB/s" => (f64::from(1 << 30), Unit::Bytes),
        "million lines/s" => (1e6, Unit::Lines),
        _ => return None,
    };
    Some(Published { value: number.parse::<f64>().ok()? * factor, unit, note })
}

#[cfg(test)]
mod tests;
