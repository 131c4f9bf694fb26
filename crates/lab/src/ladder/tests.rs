//! The registry says only what has a meaning, and all that was published.

use std::collections::{BTreeMap, BTreeSet};

use super::catalog::{buffer_size, published, rungs};
use super::registry::{self, Entry, REGISTRY, SOURCES, packages};
use crate::ladder::rung::{Output, Recipe, Rung};
use crate::ladder::{known_peers, own};
use gush_store::model::{RungKind, Unit};

fn entries() -> impl Iterator<Item = &'static Entry> {
    REGISTRY.rung.iter().chain(&REGISTRY.peer)
}

#[test]
fn names_are_names_and_each_is_used_once() {
    let mut seen = BTreeSet::new();
    for rung in rungs().iter().chain(&known_peers()) {
        assert!(seen.insert(rung.name().to_owned()), "{} is there twice", rung.name());
        assert!(own(&format!("{}=x", rung.name()), &[]).is_ok(), "{}", rung.name());
        assert!(!rung.info.title.is_empty() && !rung.info.language.is_empty(), "{}", rung.name());
    }
}

#[test]
fn a_rung_is_one_thing_and_has_no_words_that_mean_nothing() {
    for entry in entries() {
        let ways = [
            entry.program.is_some(),
            entry.module.is_some(),
            entry.gush.is_some(),
            entry.command.is_some(),
            entry.limit.is_some(),
        ];
        let name = &entry.name;
        assert_eq!(ways.iter().filter(|&&way| way).count(), 1, "{name} is not one thing");
        assert!(entry.flags.is_none() || entry.program.is_some(), "{name}: flags");
        assert!(entry.file.is_none() || entry.module.is_some(), "{name}: file");
        assert_eq!(entry.source.is_some(), entry.module.is_some(), "{name}: source");
        assert!(entry.strategy.is_none() || entry.gush.is_some(), "{name}: strategy");
        assert!(entry.version.is_none() || entry.command.is_some(), "{name}: version");
        assert!(entry.except.is_empty() || entry.command.is_some(), "{name}: except");
        assert!(entry.args.is_empty() || entry.program.is_some() || entry.module.is_some(), "{name}: args");
        assert!(entry.output.is_none() || entry.rows.is_none(), "{name}: output and rows");
        assert!(entry.published.iter().all(|text| published(text).is_some()), "{name}: published");
    }
}

#[test]
fn every_program_is_there_and_no_file_is_left_over() {
    let named = |entry: &'static Entry| entry.program.iter().chain(&entry.file);
    let wanted: BTreeSet<&str> = entries().flat_map(named).map(String::as_str).collect();
    let there: BTreeSet<&str> = SOURCES.iter().map(|(path, _)| *path).collect();
    assert_eq!(wanted, there);
}

#[test]
fn every_program_begins_with_what_it_shows() {
    for (path, text) in SOURCES {
        let begins = ["/*", "//go:build ignore\n\n// ", "# ", "\"\"\"", "{{"]
            .iter()
            .any(|sign| text.starts_with(sign));
        assert!(begins, "{path} does not begin with a comment");
        assert!(text.ends_with('\n') && text.lines().all(|line| line.len() <= 125), "{path}");
    }
}

#[test]
fn every_folder_has_a_toolchain_that_can_make_or_run_a_program() {
    let folders: BTreeSet<&str> =
        SOURCES.iter().map(|(path, _)| path.split_once('/').expect("a folder and a file").0).collect();
    for name in folders {
        let toolchain = registry::toolchain(name).unwrap_or_else(|| panic!("{name} has no toolchain"));
        assert!(toolchain.build.is_empty() != toolchain.run.is_empty(), "{name} is built or run");
        let arguments = || toolchain.build.iter().chain(&toolchain.run);
        assert!(arguments().any(|argument| argument.contains("{source}")), "{name}");
        assert!(toolchain.needs.contains(&toolchain.version[0]), "{name}");
    }
}

/// The steps of the published ladder, and how many rungs each has here.
#[test]
fn all_steps_are_there_in_their_order() {
    let mut steps: Vec<(String, usize)> = Vec::new();
    for step in rungs().iter().filter_map(|rung| rung.info.step.clone()) {
        match steps.last_mut() {
            Some((last, count)) if *last == step => *count += 1,
            _ => steps.push((step, 1)),
        }
    }
    let expected = [
        ("1", 1),
        ("2", 1),
        ("3", 1),
        ("4", 1),
        ("5", 3),
        ("6", 6),
        ("7", 2),
        ("8", 4),
        ("9", 2),
        ("10", 2),
        ("11", 2),
        ("12", 1),
        ("13", 2),
        ("14", 2),
        ("15", 1),
        ("16", 1),
        ("17", 1),
        ("18", 6),
        ("19", 1),
        ("20", 1),
        ("21", 5),
        ("22", 5),
        ("L1", 2),
        ("L2", 1),
    ];
    let expected: Vec<(String, usize)> =
        expected.iter().map(|&(step, count)| (step.to_owned(), count)).collect();
    assert_eq!(steps, expected);
}

/// What was published, in the order of the ladder.
#[test]
fn the_published_figures_are_those_that_were_published() {
    let mib = f64::from(1 << 20);
    let gib = f64::from(1 << 30);
    let by_step = |step: &str| -> Vec<f64> {
        let is_of = |info: &gush_store::model::RungInfo| info.step.as_deref() == Some(step);
        let infos = rungs().into_iter().map(|rung| rung.info).filter(is_of);
        infos.flat_map(|info| info.published).map(|figure| figure.value).collect()
    };
    let expected: BTreeMap<&str, Vec<f64>> = BTreeMap::from([
        ("1", vec![6.21 * mib, 8.69 * mib]),
        ("2", vec![1.31 * mib]),
        ("3", vec![1.30 * mib]),
        ("4", vec![2.84 * mib]),
        ("5", vec![90.9 * mib, 90.5 * mib]),
        ("6", [577.0, 579.0, 540.0, 543.0, 577.0, 586.0].map(|value| value * mib).to_vec()),
        ("7", vec![89.8 * mib, 1.37 * gib]),
        ("8", vec![1.42 * gib, 1.63 * gib]),
        ("9", vec![1.63 * gib]),
        ("10", vec![1.28 * gib]),
        ("11", vec![1.73 * gib]),
        ("12", vec![5.11 * gib]),
        ("13", vec![7.16 * gib, 7.16 * gib]),
        ("14", vec![2.31 * gib, 2.31 * gib]),
        ("15", vec![3.71 * gib]),
        ("16", {
            let others = [141.0, 139.0, 139.0, 107.0, 23.4].map(|value| value * mib);
            [10.2 * gib, 7.13 * gib, 2.35 * gib].into_iter().chain(others).collect()
        }),
        ("17", vec![123.0 * gib]),
        ("18", vec![1.6e6, 12e6]),
        ("19", vec![1.58e6]),
        ("20", vec![80e6]),
        ("21", vec![]),
        ("22", vec![]),
    ]);
    for (step, figures) in expected {
        assert_eq!(by_step(step), figures, "step {step}");
    }
}

/// Which program a figure was published for: the name, what its compiler was given, and what it was given itself.
#[test]
fn a_figure_stands_beside_the_program_that_it_was_published_for() {
    let options = |rung: &Rung| match &rung.recipe {
        Recipe::Program { source, flags, args } => {
            (source.clone(), flags.clone().unwrap_or_default(), args.clone())
        }
        other => panic!("{}: {other:?}", rung.name()),
    };
    let mib = f64::from(1 << 20);
    let gib = f64::from(1 << 30);
    let native = &["-O3", "-march=native", "-mtune=native"][..];
    let all = "100000000";
    for (name, figure, source, flags, args) in [
        ("c-printf", 90.9 * mib, "c/printf.c", &[][..], &[][..]),
        ("c-printf-o3", 90.5 * mib, "c/printf.c", native, &[]),
        ("c-printf-512", 577.0 * mib, "c/printf_buffer.c", &[], &["512"]),
        ("c-printf-16384", 586.0 * mib, "c/printf_buffer.c", &[], &["16384"]),
        ("go-println-100m", 1.37 * gib, "go/println_copies.go", &[], &[all]),
        ("go-channel-strings", 1.42 * gib, "go/channel.go", &[], &["strings", all]),
        ("go-channel-bytes", 1.63 * gib, "go/channel.go", &[], &["bytes", all]),
        ("go-slice", 1.63 * gib, "go/slice.go", &[], &[all]),
        ("go-buffer", 1.28 * gib, "go/buffer.go", &[], &[all]),
        ("go-bufio", 1.73 * gib, "go/bufio.go", &[], &[all]),
    ] {
        let rung = rungs().into_iter().find(|rung| rung.name() == name).unwrap();
        assert_eq!(rung.info.published.first().map(|published| published.value), Some(figure), "{name}");
        let owned = |of: &[&str]| of.iter().map(|&argument| argument.to_owned()).collect::<Vec<_>>();
        assert_eq!(options(&rung), (source.to_owned(), owned(flags), owned(args)), "{name}");
    }
    // What is ours beside a published step claims no figure.
    for rung in
        rungs().iter().filter(|rung| rung.name().ends_with("-64k") || rung.name().ends_with("-checked"))
    {
        assert!(rung.info.published.is_empty(), "{}", rung.name());
    }
    for file in ["nim/writechars.nim", "nim/write.nim", "nim/template.nim"] {
        let text = registry::source(file).unwrap();
        assert!(text.contains("const size = 8192\n"), "{file}");
    }
}

#[test]
fn figures_are_rated_by_what_their_rung_is_rated_by() {
    for rung in rungs() {
        assert!(rung.info.published.iter().all(|figure| figure.unit == rung.unit()), "{}", rung.name());
    }
}

#[test]
fn a_published_figure_has_a_unit_and_may_have_a_note() {
    let figure = published("2.5 GiB/s: GNU, beside: that").unwrap();
    assert_eq!((figure.value, figure.unit), (2.5 * f64::from(1 << 30), Unit::Bytes));
    assert_eq!(figure.note.as_deref(), Some("GNU, beside: that"));
    assert_eq!(published("3 million lines/s").unwrap().unit, Unit::Lines);
    assert_eq!(published("3 furlongs"), None);
    assert_eq!(published("many MiB/s"), None);
}

#[test]
fn any_size_of_buffer_makes_a_rung() {
    assert_eq!(buffer_size(512), rungs().into_iter().find(|rung| rung.name() == "c-printf-512").unwrap());
    let rung = buffer_size(700);
    assert_eq!((rung.name(), rung.info.title.as_str()), ("c-printf-700", r#"printf("%s") of 700 bytes"#));
    assert!(rung.info.published.is_empty() && rung.info.command.ends_with(" 700"), "{rung:?}");
    assert!(matches!(&rung.recipe, Recipe::Program { args, .. } if args == &["700"]));
}

#[test]
fn limits_write_nothing_and_all_else_says_what_it_writes() {
    for rung in rungs().iter().chain(&known_peers()) {
        let is_limit = rung.info.kind == RungKind::Limit;
        assert_eq!(is_limit || rung.name() == "nothing", rung.output == Output::Nothing, "{}", rung.name());
        assert_ne!(rung.output, Output::Any, "{}", rung.name());
        assert_eq!(is_limit, rung.info.command.is_empty(), "{}", rung.name());
    }
}

#[test]
fn packages_are_called_as_the_manager_calls_them() {
    assert_eq!(packages("cc", "apt"), "gcc libc6-dev");
    assert_eq!(packages("cc", "pacman"), "gcc");
    assert_eq!(packages("nim", "apt"), "nim");
}
