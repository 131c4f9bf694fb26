//! What the values of modifiers are: types, shares, lengths, locales.

use crate::generators::{ConstraintField, MAX_ITEMS};
use crate::locale;
use crate::types::{STORAGE_TYPES, StorageType, StorageTypeHelp};
use gush_diagnostics::{Message, Reach, Topic, nearest_within, parse_count, parse_share};

/// The type of this name.
pub(super) fn storage_type(name: &str) -> Result<StorageType, Message> {
    if let Some(known) = StorageType::named(name) {
        return Ok(known);
    }
    let base = name.trim_end_matches("[]").split('(').next().unwrap_or_default().trim().to_ascii_lowercase();
    if let Some(known) = STORAGE_TYPES.iter().find(|help| help.names.contains(&&*base)) {
        return Err(match known.parameters {
            _ if ["enum", "vector"].contains(&&*base) && name.ends_with("[]") => {
                format!("there are no arrays of {base}").into()
            }
            "" => format!("{base} takes no parameters").into(),
            _ if known.max_digits == 0 => {
                format!("the form is {}, such as {base}{}", known.form(), known.example).into()
            }
            _ => format!(
                "the form is {}, with up to {} digits, such as {base}{}",
                known.form(),
                known.max_digits,
                known.example
            )
            .into(),
        });
    }
    let names = STORAGE_TYPES.iter().flat_map(|help| help.names.iter().copied());
    let forms: Vec<String> = STORAGE_TYPES.iter().map(StorageTypeHelp::form).collect();
    let message = Message::from("no type has this name").suggest(nearest_within(Reach::Close, &base, names));
    Err(message.otherwise(format!("there are {}", forms.join(", "))))
}

/// The share of rows that a modifier asks for, and where it is.
pub(super) fn share(value: ConstraintField, name: &str) -> Result<(f64, ConstraintField), String> {
    let share = parse_share(&value.text);
    let share = share.ok_or_else(|| format!("expected a share from 0 to 1, such as @{name}=0.01"))?;
    Ok((share, value))
}

/// The fewest and the most items of a list.
pub(super) fn lengths(text: &str) -> Result<(u32, u32), String> {
    let (least, most) = text.split_once(',').unwrap_or((text, text));
    let count = |text: &str| parse_count(text.trim()).and_then(|count| u32::try_from(count).ok());
    let lengths = count(least).zip(count(most)).filter(|(least, most)| least <= most && *most <= MAX_ITEMS);
    lengths.ok_or_else(|| {
        "expected the fewest and the most values, such as @list=0,5, or one number; a list has at most 1,000".into()
    })
}

/// The locale that is meant by the English name of its language or country; of a language's, that of the country called like
/// it, or else the first.
fn locale_of(name: &str) -> Option<&'static locale::Locale> {
    let is_named = |part: &str| part.eq_ignore_ascii_case(name);
    let mut named = locale::LOCALES.iter().filter(|locale| locale.about.split(", ").any(is_named));
    let is_first = |locale: &&&locale::Locale| {
        locale.name.split_once('_').is_some_and(|(language, country)| language.eq_ignore_ascii_case(country))
    };
    named.clone().find(|locale| is_first(&locale)).or_else(|| named.next())
}

/// The message for a name that no locale has.
pub fn unknown_locale(name: &str) -> Message {
    if let Some((locale, feature)) = locale::left_out(name) {
        return format!(
            "the locale {locale} is not in this build: the feature {feature} of the crate gusher is off"
        )
        .into();
    }
    let names = locale::LOCALES.iter().map(|locale| locale.name);
    let name = match locale::mix_error(name) {
        Some(locale::MixError::Weight(weight)) => {
            return format!("`{weight}` is no weight; expected a number above 0, such as de_DE*6,fr_FR*3")
                .into();
        }
        Some(locale::MixError::Name("")) => {
            return "a locale is missing between commas, such as de_DE*6,fr_FR*3".into();
        }
        Some(locale::MixError::Name(piece)) => {
            let text = format!("there is no locale `{piece}`");
            return Message::unknown_of(Topic::Locales, &text, piece, names);
        }
        None => name,
    };
    let message = Message::unknown_of(Topic::Locales, "there is no such locale", name, names);
    // Of a language that we have, the first country comes nearest.
    let language = name.split(['_', '-']).next().unwrap_or(name);
    let same = locale::LOCALES.iter().find(|locale| locale.name.split('_').next() == Some(language));
    match (&message.suggestion, same.or_else(|| locale_of(name))) {
        (None, Some(same)) => message.suggest(Some(same.name)),
        _ => message,
    }
}
