//! The names of other programs that the command also answers to, with their command lines.

/// GNU's program: `gush yes`.
pub const YES: &str = "yes";
/// The pipe viewer: `gush meter`.
#[cfg(unix)]
pub const PV: &str = "pv";
/// `gush meter`, as its messages call it.
#[cfg(unix)]
pub const METER: &str = "gush meter";
/// The Go program: `gush rows` in its form.
pub const FAKEDATA: &str = "fakedata";
