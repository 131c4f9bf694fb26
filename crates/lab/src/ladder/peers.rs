//! Programs of this machine that are measured beside the ladder.

use super::catalog;
use super::rung::Rung;

/// All peers that are known, found here or not, in the order of the registry: one that is missing is listed with what to
/// install.
pub fn known_peers() -> Vec<Rung> {
    catalog::peers()
}
