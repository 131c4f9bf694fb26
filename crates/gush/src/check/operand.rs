//! The schema file, which is an operand of `gush check` and the value of an option of `gush rows`.

use crate::exit::Failure;
use crate::rows::flags::SCHEMA;

/// The diagnostics of the schema file, which is an operand here, not the value of an option.
pub(super) fn of_operand(failure: Failure) -> Failure {
    let Failure::Diagnostics(mut diagnostics) = failure else { return failure };
    let option = SCHEMA.long() + " ";
    for diagnostic in diagnostics.iter_mut().filter(|diagnostic| diagnostic.position.is_none()) {
        if let Some(path) = diagnostic.text.strip_prefix(&option).map(str::to_owned) {
            let moved = |at: usize| at.saturating_sub(option.len());
            diagnostic.span = moved(diagnostic.span.start)..moved(diagnostic.span.end);
            diagnostic.text = path;
        }
    }
    Failure::Diagnostics(diagnostics)
}
