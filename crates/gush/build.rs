//! Links release builds for Linux at a fixed address, so that no relocations are applied at each start: a third of the time that
//! `gush rows -l 1 noun` takes (docs/engineering/speed.md, Start-up). `GUSH_PIE=1` keeps the code at a random address.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=GUSH_PIE");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    let is_linux = is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu");
    if is_linux && is("PROFILE", "release") && !is("GUSH_PIE", "1") {
        println!("cargo::rustc-link-arg-bin=gush=-no-pie");
    }
}
