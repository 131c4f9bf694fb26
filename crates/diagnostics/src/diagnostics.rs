//! All that is wrong with what a user wrote, as one error.

use std::error::Error;
use std::fmt;
use std::ops::Deref;

use crate::diagnostic::Diagnostic;

/// All that is wrong with one input, in the order in which it was found. Displays each diagnostic on lines of its own.
///
/// ```
/// use gush_diagnostics::{Code, Diagnostic, Diagnostics};
///
/// let wrong = [
///     Diagnostic::for_argument(Code::Generator, "emial", "no generator has this name"),
///     Diagnostic::for_argument(Code::Name, "=int", "a column needs a name"),
/// ];
/// let wrong: Diagnostics = wrong.into_iter().collect();
/// assert_eq!(wrong.len(), 2);
/// assert_eq!(
///     wrong.to_string(),
///     "  emial\n  ^^^^^ no generator has this name\n  =int\n  ^^^^ a column needs a name"
/// );
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    /// The value, if nothing is wrong.
    ///
    /// # Errors
    /// All of these diagnostics, if there are any.
    pub fn check<T>(value: T, found: Vec<Diagnostic>) -> Result<T, Diagnostics> {
        if found.is_empty() { Ok(value) } else { Err(Diagnostics(found)) }
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, diagnostic) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            diagnostic.fmt(f)?;
        }
        Ok(())
    }
}

impl Error for Diagnostics {}

impl Deref for Diagnostics {
    type Target = [Diagnostic];

    fn deref(&self) -> &[Diagnostic] {
        &self.0
    }
}

impl From<Vec<Diagnostic>> for Diagnostics {
    fn from(found: Vec<Diagnostic>) -> Diagnostics {
        Diagnostics(found)
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(found: Diagnostic) -> Diagnostics {
        Diagnostics(vec![found])
    }
}

impl From<Diagnostics> for Vec<Diagnostic> {
    fn from(found: Diagnostics) -> Vec<Diagnostic> {
        found.0
    }
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(found: I) -> Diagnostics {
        Diagnostics(found.into_iter().collect())
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'d> IntoIterator for &'d Diagnostics {
    type Item = &'d Diagnostic;
    type IntoIter = std::slice::Iter<'d, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
