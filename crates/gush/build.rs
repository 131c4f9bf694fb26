//! What a build says of itself, and how it is linked.
//!
//! `--version` names the target and, in a release build from a checkout, the commit. A development build leaves the commit out, as it
//! would be linked again after each of them; so does a build of a packed crate, which has no checkout. `GUSH_COMMIT` says it otherwise.
//!
//! Builds for Linux are linked at a fixed address, so that no relocations are applied at each start: a third of the time that
//! `gush rows -l 1 noun` takes (docs/engineering/speed.md, Start-up), and two thirds of it in a development build, which tests start
//! tens of thousands of times. `GUSH_PIE=1` keeps the code at a random address.

use std::path::Path;
use std::process::Command;
use std::{env, iter};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=GUSH_PIE");
    println!("cargo::rerun-if-env-changed=GUSH_COMMIT");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    let is_linux = is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu");
    let is_release = is("PROFILE", "release");
    if is_linux && !is("GUSH_PIE", "1") {
        println!("cargo::rustc-link-arg-bin=gush=-no-pie");
    }
    let given = env::var("GUSH_COMMIT").ok().filter(|commit| !commit.is_empty());
    let commit = given.or_else(|| is_release.then(commit).flatten());
    let built: Vec<String> = commit.into_iter().chain(env::var("TARGET").ok()).collect();
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    println!("cargo::rustc-env=GUSH_VERSION={version} ({})", built.join(", "));
}

/// The commit of the checkout that this file belongs to, with a `+` where tracked files are not as the commit has them.
fn commit() -> Option<String> {
    // A packed crate may lie within a checkout of something else.
    git(&["ls-files", "--error-unmatch", "build.rs"])?;
    let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
    // The program is built from all of this, so that it is built again anyway when some of it changes.
    let sources = ["../../crates", "../../Cargo.lock", "../../Cargo.toml"].map(str::to_owned);
    let paths = ["HEAD", "logs/HEAD"].iter().filter_map(|name| git(&["rev-parse", "--git-path", name]));
    for path in paths.chain(sources).filter(|path| Path::new(path).exists()) {
        println!("cargo::rerun-if-changed={path}");
    }
    let is_clean = git(&["status", "--porcelain", "--untracked-files=no"])?.is_empty();
    Some(commit + if is_clean { "" } else { "+" })
}

/// What git prints in the folder of this package, if it is there and succeeds.
fn git(arguments: &[&str]) -> Option<String> {
    let arguments = iter::once(&"--no-optional-locks").chain(arguments);
    let run = Command::new("git").args(arguments).output().ok().filter(|run| run.status.success())?;
    Some(String::from_utf8(run.stdout).ok()?.trim().to_owned())
}
