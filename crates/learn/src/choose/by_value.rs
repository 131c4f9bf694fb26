//! What values are by what all of them look like, the same for all sources: identifiers and addresses.

use super::asked::Asked;
use super::probe::Probe;
use super::spec::Spec;
use crate::model::TextForm;

/// What makes values of the form that all values of a column have, and why. `None` where they have none, or nothing may be said of them.
pub fn form(asked: &Asked<'_>) -> Option<(Spec, &'static str)> {
    let form = asked.column.statistics.as_ref()?.form.filter(|_| asked.keeps_values)?;
    Some(match form {
        TextForm::Email => (Spec::of("email"), "all values are mail addresses"),
        TextForm::Url => (Spec::of("url"), "all values are addresses of the web"),
        TextForm::Uuid { version, has_capitals } => {
            let (head, reason) = match version {
                Some(1) => ("uuidv1", "all values are UUIDs of version 1"),
                Some(6) => ("uuidv6", "all values are UUIDs of version 6"),
                Some(7) => ("uuidv7", "all values are UUIDs of version 7"),
                _ => ("uuidv4", "all values are UUIDs"),
            };
            let spec = Spec::of(head);
            (if has_capitals { spec.with("upper", "") } else { spec }, reason)
        }
        TextForm::Ulid => (Spec::of("ulid"), "all values are ULIDs"),
        TextForm::ObjectId => (Spec::of("objectid"), "all values are object ids"),
        TextForm::Ipv4 => (Spec::of("ipv4"), "all values are addresses of hosts"),
        TextForm::Ipv6 => (Spec::of("ipv6"), "all values are addresses of hosts"),
        TextForm::MacAddress => (Spec::of("mac.address"), "all values are addresses of network cards"),
    })
}

/// The same as texts, where its type is another one.
pub fn as_text(spec: Spec, probe: &Probe) -> Spec {
    let text = spec.clone().stored("text");
    match (probe.storage(&spec), probe.storage(&text)) {
        (Some(usual), Some(wanted)) if usual != wanted => text,
        _ => spec,
    }
}
