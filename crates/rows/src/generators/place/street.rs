//! Streets and whole addresses: `street`, `address`.

use std::sync::Arc;

use super::real::{self, Town};
use super::town::{ENGLISH_COUNTRY, us_state_code};
use crate::generators::person::name::last_names;
use crate::generators::phrase::{List, Phrase, part};
use crate::generators::{BuildResult, Constraint};
use crate::locale::Locale;
use crate::types::{Dictionary, Part};

/// How a locale writes streets and addresses. `fake` has templates too, but they part what is written as one word.
struct Form {
    locale: &'static str,
    /// With the fields `{name}` and `{kind}`.
    street: &'static str,
    /// With the fields `{street}`, `{number}` and `{town}`.
    address: &'static str,
    /// With the fields `{city}`, `{region}`, `{code}` and `{postcode}`.
    town: &'static str,
}

/// Locales that are missing have no kinds of streets.
const FORMS: &[Form] = &[
    Form {
        locale: "cy_GB",
        street: "{kind} {name}",
        address: "{number} {street}, {town}",
        town: "{city} {postcode}",
    },
    Form {
        locale: "de_DE",
        street: "{name}{kind}",
        address: "{street} {number}, {town}",
        town: "{postcode} {city}",
    },
    Form {
        locale: "en",
        street: "{name} {kind}",
        address: "{number} {street}, {town}",
        town: "{city}, {code} {postcode}",
    },
    Form {
        locale: "fa_IR",
        street: "{kind} {name}",
        address: "{town}، {street}، {number}",
        town: "{city} {postcode}",
    },
    Form {
        locale: "fr_FR",
        street: "{kind} {name}",
        address: "{number} {street}, {town}",
        town: "{postcode} {city}",
    },
    Form {
        locale: "it_IT",
        street: "{kind} {name}",
        address: "{street} {number}, {town}",
        town: "{postcode} {city}",
    },
    Form {
        locale: "nl_NL",
        street: "{name}{kind}",
        address: "{street} {number}, {town}",
        town: "{postcode} {city}",
    },
    Form {
        locale: "pt_BR",
        street: "{kind} {name}",
        address: "{street}, {number}, {town}",
        town: "{postcode} {city}",
    },
    Form {
        locale: "pt_PT",
        street: "{kind} {name}",
        address: "{street} {number}, {town}",
        town: "{postcode} {city}",
    },
    Form {
        locale: "tr_TR",
        street: "{name} {kind}",
        address: "{street} {number}, {town}",
        town: "{postcode} {city}",
    },
    Form {
        locale: "zh_CN",
        street: "{name}{kind}",
        address: "{town}{street}{number}号",
        town: "{postcode} {region}{city}",
    },
];

/// House numbers run from 1 to this.
const LAST_NUMBER: u32 = 999;
static NUMBERS: List = List::new(|| Arc::new(Dictionary::exactly((1..=LAST_NUMBER).map(|n| n.to_string()))));

/// The form of the locale, if it has one.
fn form(locale: &'static Locale) -> Option<(&'static Locale, &'static Form)> {
    let form = FORMS.iter().find(|form| form.locale == locale.name)?;
    locale.own(|lists| lists.street_kinds).map(|_| (locale, form))
}

/// `street`
pub(super) fn street(constraint: Constraint<'_>) -> BuildResult {
    let (locale, form) = constraint.local(form)?;
    let street = Street::of(locale);
    Ok(Arc::new(Phrase::new(parts(form.street, |field| street.field(field)))))
}

/// `address`
pub(super) fn address(constraint: Constraint<'_>) -> BuildResult {
    let (locale, form) = constraint.local(form)?;
    let street = Street::of(locale);
    let towns = real::of(locale.country.unwrap_or(ENGLISH_COUNTRY));
    let lines: Vec<String> = towns.iter().map(|town| line(form.town, town)).collect();
    let towns = Arc::new(Dictionary::of(lines.iter().map(String::as_str)));
    let found = parts(form.address, |field| match field {
        "street" => parts(form.street, |field| street.field(field)),
        "town" => vec![part(&towns, "")],
        _ => vec![part(&NUMBERS, "")],
    });
    Ok(Arc::new(Phrase::new(found)))
}

/// What streets are named of.
struct Street {
    names: Arc<Dictionary>,
    kinds: Arc<Dictionary>,
}

impl Street {
    fn of(locale: &Locale) -> Street {
        // The Welsh list offers two words for a court at once.
        let kinds = locale.street_kinds.iter().copied().filter(|kind| !kind.contains(" or "));
        Street { names: last_names(locale), kinds: Arc::new(Dictionary::of(kinds)) }
    }

    fn field(&self, field: &str) -> Vec<Part> {
        vec![part(if field == "kind" { &self.kinds } else { &self.names }, "")]
    }
}

/// The parts of a form that begins with a field: those of each field, with the text that follows it.
fn parts(form: &'static str, mut of: impl FnMut(&str) -> Vec<Part>) -> Vec<Part> {
    let mut found = Vec::new();
    for piece in form.split('{').skip(1) {
        let (field, after) = piece.split_once('}').expect("every field of a form is closed");
        let mut parts = of(field);
        if let Some(last) = parts.last_mut() {
            last.after = after;
        }
        found.append(&mut parts);
    }
    found
}

/// A town as it stands in an address.
fn line(form: &str, town: &Town) -> String {
    let code = us_state_code(town.region).unwrap_or(town.region);
    let fields = [("city", town.city), ("region", town.region), ("code", code), ("postcode", town.postcode)];
    fields.iter().fold(form.to_owned(), |text, (field, value)| text.replace(&format!("{{{field}}}"), value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_of_a_locale_and_begins_with_a_field() {
        for Form { locale, street, address, town } in FORMS {
            let locale = crate::locale::find(locale).unwrap();
            assert!(form(locale).is_some(), "{}", locale.name);
            for text in [street, address, town] {
                assert!(text.starts_with('{'), "{text}");
                assert_eq!(text.matches('{').count(), text.matches('}').count(), "{text}");
            }
        }
    }
}
