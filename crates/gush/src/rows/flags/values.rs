//! What values depend on.

use gusher::locale;

use crate::flags::{Choice, Flag, Value};

const GROUP: &str = "Values";

/// The number that all values follow from.
pub static SEED: Flag = Flag::new(GROUP, "seed", "The seed of all random values")
    .value(Value::number("N"))
    .default("a new one for each run")
    .brief("The seed of all random values; a new one for each run");

/// Whether the seed is shown.
pub static SHOW_SEED: Flag =
    Flag::new(GROUP, "show-seed", "Print on stderr the --seed and the --now that repeat this run");

/// The present.
pub static NOW: Flag = Flag::new(
    GROUP,
    "now",
    "The present, for dates and ids: Unix seconds, a date, an RFC 3339 time, or `now` for the start time",
)
.value(Value::number("TIME"))
.default("now; with a seed 2026-01-01T00:00:00Z, so that the same seed gives the same bytes at any time")
.brief("The present, for dates and ids [default: now; with a seed 2026-01-01]");

/// The locale of columns that name none.
pub static LOCALE: Flag = Flag::new(
    GROUP,
    "locale",
    "The locale of columns without @locale; several are mixed by weight, as in de_DE*6,fr_FR*3,it_IT, and world mixes \
     all by population",
)
.value(Value::text("NAME"))
.default("en")
.brief("The locale of names and places, as in de_DE [default: en]")
.completes("locale", locales);

fn locales() -> Vec<Choice> {
    locale::LOCALES.iter().map(|locale| Choice { name: locale.name, about: locale.about }).collect()
}
