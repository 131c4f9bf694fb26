//! What `--version` prints.

/// The version, the commit where it is known, and the target: `1.0.0 (0123456789ab, x86_64-unknown-linux-gnu)`.
pub const VERSION: &str = env!("GUSH_VERSION");

/// The line of the program that is called so.
pub fn line(program: &str) -> String {
    format!("{program} (gusher) {VERSION}\n")
}
