//! Programs of this machine that are measured beside the ladder.

use super::catalog;
use super::path::find_program;
use super::rung::{Recipe, Rung};

/// The peers that are on the `PATH`, in the order of the registry.
pub fn peers() -> Vec<Rung> {
    known_peers().into_iter().filter(is_here).collect()
}

/// All peers that are known, so that one that is asked for by name can be reported as missing.
pub fn known_peers() -> Vec<Rung> {
    catalog::peers()
}

fn is_here(peer: &Rung) -> bool {
    match &peer.recipe {
        Recipe::Command { argv, .. } => argv.first().is_some_and(|program| find_program(program).is_some()),
        _ => false,
    }
}
