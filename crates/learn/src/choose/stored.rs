//! The type that a typed file stores values as, kept where the chosen generator has another one.

use super::choices::ColumnChoice;
use super::column::plain;
use super::probe::Probe;
use super::spec::{Source, Spec};
use crate::model::Column;

/// Has the choice stored as the column is, if its source says how.
pub fn keep(choice: &mut ColumnChoice, column: &Column, probe: &Probe) {
    let Some(stored) = &column.stored else { return };
    let Some(spec) = choice.spec.as_mut().filter(|spec| !spec.is_nested() && spec.stored.is_none()) else {
        return;
    };
    // Only words of a list are those of an enumeration; what else there is, is a text.
    let stored = match stored.as_str() {
        "enum" if !matches!(spec.source, Source::Words(_)) => "text",
        stored => stored,
    };
    let typed = spec.clone().stored(stored);
    if probe.storage(&typed).is_none() {
        // Numbers of more digits than 64 bits have are spread evenly only.
        let even = Spec { settings: Vec::new(), ..typed.clone() };
        if !spec.settings.is_empty() && probe.storage(&even).is_some() {
            *spec = even;
            choice.reason = choice.reason.replace(", and its quantiles", "");
            return;
        }
    }
    match (probe.storage(spec), probe.storage(&typed)) {
        (Some(usual), Some(wanted)) if usual == wanted => {}
        // What reads other columns is refused by itself.
        (None, _) | (Some(_), Some(_)) => spec.stored = Some(stored.to_owned()),
        (Some(_), None) => {
            let fallback = plain(&column.kind).map(|fallback| fallback.stored(stored).null(spec.null));
            match fallback.filter(|fallback: &Spec| probe.storage(fallback).is_some()) {
                Some(fallback) => {
                    choice.spec = Some(fallback);
                    choice.doubts.push(format!("values within its range cannot be stored as {stored}"));
                }
                None => choice.doubts.push(format!("it is stored as {stored} in the source")),
            }
        }
    }
}
