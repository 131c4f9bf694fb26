//! A rung measures the program that it names: not gush, which answers to the names of others, nor another maker's. And what is
//! meant for programs is JSON and nothing else.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

use gush_store::Store;
use gush_testkit::{Program, Scratch, need};
use serde_json::Value;

use super::measure::{gush, query};
use super::{report, sample};

/// How gush may come to be on the `PATH` under another name.
const DISGUISES: [&str; 4] = ["link", "hard link", "copy", "script"];

/// Puts gush into a folder under a name.
fn disguise(bin: &Scratch, name: &str, how: &str) {
    let (gush, path) = (Path::new(env!("CARGO_BIN_EXE_gush")), bin.path(name));
    match how {
        "link" => symlink(gush, path).expect("a link can be created"),
        // Not between file systems.
        "hard link" => fs::hard_link(gush, &path).or_else(|_| symlink(gush, &path)).expect("a link"),
        "copy" => drop(fs::copy(gush, path).expect("it can be copied")),
        _ => script(bin, name, &format!("exec '{}' {} \"$@\"", gush.display(), name.replace("pv", "meter"))),
    }
}

fn script(bin: &Scratch, name: &str, text: &str) {
    let file = bin.write(name, format!("#!/bin/sh\n{text}\n"));
    fs::set_permissions(file, fs::Permissions::from_mode(0o755)).expect("it is ours");
}

/// A yes that prints its origin.
fn foreign(version: &str) -> Scratch {
    let bin = Scratch::new();
    script(
        &bin,
        "yes",
        &format!("case $1 in --version) echo '{version}';; *) while :; do echo n; done;; esac"),
    );
    bin
}

fn path(first: &Scratch) -> String {
    format!("{}:{}", first.folder().display(), std::env::var("PATH").unwrap_or_default())
}

fn installed(name: &str) -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut found =
        std::env::split_paths(&path).map(|folder| folder.join(name)).filter(|file| file.is_file());
    found.next().expect("it was asked for")
}

const SHORT: &str = "--rounds 1 --seconds 0.05 --no-trace --db bench.db";

#[test]
fn gush_under_the_name_of_another_program_is_not_measured_for_it() {
    need!("sqlite3", "yes", "pv");
    for how in DISGUISES {
        let (folder, bin) = (Scratch::new(), Scratch::new());
        ["yes", "pv"].iter().for_each(|name| disguise(&bin, name, how));
        let run =
            gush(&folder, &format!("--only yes,yes-pv,pv-zero {SHORT}")).env("PATH", path(&bin)).run().ok();
        let expected = format!(
            "gush: yes: {} is gush itself; {} is measured\n",
            bin.path("yes").display(),
            installed("yes").display()
        );
        run.stderr_has(&expected);
        let rungs = "SELECT name, command, version LIKE '%gush%', not_run IS NULL FROM rungs ORDER BY place";
        let (yes, pv) = (installed("yes").display().to_string(), installed("pv").display().to_string());
        let expected = format!("yes|{yes}|0|1\nyes-pv|{yes}|0|1\npv-zero|{pv} -q /dev/zero|0|1");
        assert_eq!(query(&folder, rungs), expected, "{how}");
        // Which pv has taken the bytes is known, too.
        let both = query(&folder, "SELECT version FROM rungs WHERE name = 'yes-pv'");
        let named = |name: &str| {
            let run = Program::new(installed(name)).arg("--version").run();
            run.lines().first().map_or(String::new(), |line| (*line).to_owned())
        };
        assert_eq!(both, format!("{}; {}", named("yes"), named("pv")), "{how}");
    }
}

#[test]
fn where_gush_is_all_that_answers_to_a_name_the_rung_is_left_out() {
    need!("sqlite3");
    let (folder, bin) = (Scratch::new(), Scratch::new());
    ["yes", "pv", "fakedata"].iter().for_each(|name| disguise(&bin, name, "link"));
    let sentence = format!("--only yes,yes-pv,pv-zero,fakedata,limit-memset {SHORT}");
    let run = gush(&folder, &sentence).env("PATH", bin.folder()).run().ok();
    let is_gush = |name: &str| format!(": {} is gush itself", bin.path(name).display());
    let why = "SELECT not_run FROM rungs WHERE name =";
    for (rung, name) in [("yes", "yes"), ("yes-pv", "pv"), ("pv-zero", "pv"), ("fakedata", "fakedata")] {
        let why = query(&folder, &format!("{why} '{rung}'"));
        assert!(why.starts_with("needs ") && why.ends_with(&is_gush(name)), "{rung}: {why}");
        // The table breaks long lines.
        let shown = run.text().split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(shown.contains(&why), "{}", run.text());
    }
    let list = gush(&folder, "--list --json --only yes,fakedata").env("PATH", bin.folder()).run().ok();
    let list: Value = serde_json::from_slice(&list.stdout).expect("JSON");
    for (at, name) in ["yes", "fakedata"].into_iter().enumerate() {
        assert_eq!(list[at]["available"], false, "{list}");
        assert!(list[at]["why_not"].as_str().is_some_and(|why| why.ends_with(&is_gush(name))), "{list}");
    }
    let refused = gush(&folder, "--drain pv --only limit").env("PATH", bin.folder()).run().code(2);
    refused.stderr_has(&is_gush("pv"));
}

#[test]
fn another_maker_s_yes_is_not_the_yardstick() {
    need!("sqlite3", "yes");
    for (version, whose) in [
        ("yes (uutils coreutils) 0.2.2", "uutils'"),
        ("BusyBox v1.36.1 multi-call binary.", "BusyBox's"),
        ("toybox 0.8.9", "Toybox's"),
    ] {
        let (folder, bin) = (Scratch::new(), foreign(version));
        let run = gush(&folder, &format!("--only yes {SHORT}")).env("PATH", path(&bin)).run().ok();
        run.stderr_has(&format!(
            "{} is {whose}; {} is measured",
            bin.path("yes").display(),
            installed("yes").display()
        ));
        assert_eq!(query(&folder, "SELECT command FROM rungs"), installed("yes").display().to_string());
    }
    // One that nothing is known against is taken as it is.
    let (folder, bin) = (Scratch::new(), foreign("yes (Example coreutils) 1"));
    gush(&folder, &format!("--only yes {SHORT}")).env("PATH", path(&bin)).run().ok();
    let kept = query(&folder, "SELECT command, version FROM rungs");
    assert_eq!(kept, "yes|yes (Example coreutils) 1");
}

/// No element of a list is null, and no value of those that must be there.
fn is_complete(value: &Value, path: &str) {
    match value {
        Value::Array(all) => {
            for one in all {
                assert!(!one.is_null(), "a null record in {path}");
                is_complete(one, path);
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                // What may be unknown, by the documents.
                let may_be_null = ["interval", "range", "enough_seconds", "why_not", "step", "note"]
                    .contains(&name.as_str());
                assert!(may_be_null || !field.is_null(), "{path}: {name} is null");
                is_complete(field, &format!("{path}.{name}"));
            }
        }
        _ => {}
    }
}

#[test]
fn output_for_programs_is_one_json_document() {
    let folder = Scratch::new();
    let mut odd = sample::ladder_at(1e-300);
    odd.rungs[0].rounds.truncate(2);
    odd.rungs[1].rounds.iter_mut().for_each(|(round, _)| round.wall = 0.0);
    odd.rungs[2].rounds.iter_mut().for_each(|(round, _)| round.wall = f64::MIN_POSITIVE);
    let records = [sample::ladder(), sample::buffers(), sample::ladder_at(0.8), odd];
    report::write(&folder.path("bench.db"), &records).expect("a new database can be written");
    Store::open(&folder.path("empty.db")).expect("a database");
    for sentence in [
        "--list --json",
        "--list --json -q --no-trace",
        "--list --json --buffer-sizes 512..1024",
        "--list --json --only fakedata-buffered,limit,own --rung a=yes",
        "compare --json 1 3",
        "compare --json 1 2",
        "compare --json 1 4",
        "compare --json 4 1",
        "compare --json latest~1 bench.db:2 --fail-if-slower 99%",
    ] {
        let run = gush(&folder, sentence).run().ok();
        let value: Value =
            serde_json::from_slice(&run.stdout).unwrap_or_else(|why| panic!("{sentence}: {why}"));
        is_complete(&value, sentence);
        assert!(
            run.errors().lines().all(|line| line.starts_with("gush: too few rounds")),
            "{}",
            run.errors()
        );
    }
    // Errors leave nothing on standard output that a program could take for a result.
    for sentence in
        ["--json", "--list --json -v", "compare --json 1", "compare --json 1 9", "compare --both --json 1 2"]
    {
        gush(&folder, sentence).run().code(2).stdout_is("");
    }
}
