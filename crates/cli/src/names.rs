//! The names of other programs that the command also answers to, with their command lines.

/// GNU's program: `gush yes`.
pub const YES: &str = "yes";
/// The pipe viewer: `gush meter`.
pub const PV: &str = "pv";
/// The Go program: `gush rows` in its form.
pub const FAKEDATA: &str = "fakedata";
