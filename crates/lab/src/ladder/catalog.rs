//! The rungs of the ladder, from the entries of the registry.

use super::command_line::typed;
use super::registry::{Entry, REGISTRY, RatedBy};
use super::rung::{GoModule, Output, Recipe, Rung};
use gush_store::model::{Published, RungInfo, RungKind, Unit};

/// All rungs, in the order of the ladder.
pub fn rungs() -> Vec<Rung> {
    REGISTRY.rung.iter().map(|entry| rung(entry, kind(entry))).collect()
}

/// The rung of step 6 with a buffer of `size` bytes, also an unpublished one.
///
/// # Panics
/// Never: the registry has the rung that it is derived from.
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

/// Programs of this machine that are measured beside the ladder, in the order of the registry: all that are known, as one
/// that is missing is listed with what to install.
pub fn known_peers() -> Vec<Rung> {
    REGISTRY.peer.iter().map(|entry| rung(entry, RungKind::Peer)).collect()
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
        command: typed(&recipe),
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
        let source = entry.source.clone().unwrap_or_default();
        Recipe::Module(GoModule { module: module.clone(), source, args, file: entry.file.clone() })
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
pub(super) fn published(text: &str) -> Option<Published> {
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
