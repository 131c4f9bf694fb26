//! What a modifier is: its name, what help says of it, which generators take it.

use super::column_modifiers::Modifiers;
use crate::generators::ConstraintField;
use gush_diagnostics::Message;

/// A modifier that a column can have.
#[derive(Debug)]
pub struct ModifierHelp {
    /// Its name after the `@`.
    pub name: &'static str,
    /// The form of its value, where it takes one.
    pub value: Option<&'static str>,
    /// What it does, in one line.
    pub about: &'static str,
    /// Which generators take it.
    pub scope: Scope,
    pub(super) apply: fn(&mut Modifiers, ConstraintField) -> Result<(), Message>,
}

/// Which generators take a modifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// All.
    All,
    /// Those whose values have letters.
    Text,
    /// Those whose entry in the registry names it.
    Named,
    /// Those that draw a value from one fraction, in an order: numbers, times, lists; not those of an entity, and no series.
    Drawn,
}
