//! The methods whose values are made here.

use super::call::Maker;
use super::numbers::Reader;
use super::{choices, dates, decimals, numbers, passwords, periods, texts};

/// The methods that are made here. The functions in Python give the same values, and take what is left: `test_faker_draw.py`
/// compares them.
const MAKERS: [(&str, Maker); 31] = [
    ("date", dates::date),
    ("date_between", dates::date_between),
    ("date_object", dates::date_object),
    ("date_of_birth", dates::date_of_birth),
    ("date_this_century", periods::date_this_century),
    ("date_this_decade", periods::date_this_decade),
    ("date_this_month", periods::date_this_month),
    ("date_this_year", periods::date_this_year),
    ("date_time", dates::date_time),
    ("date_time_between", dates::date_time_between),
    ("date_time_this_century", periods::date_time_this_century),
    ("date_time_this_decade", periods::date_time_this_decade),
    ("date_time_this_month", periods::date_time_this_month),
    ("date_time_this_year", periods::date_time_this_year),
    ("future_date", dates::future_date),
    ("future_datetime", dates::future_datetime),
    ("paragraph", texts::paragraph),
    ("paragraphs", texts::paragraphs),
    ("password", passwords::password),
    ("past_date", dates::past_date),
    ("past_datetime", dates::past_datetime),
    ("random_choices", choices::random_choices),
    ("random_element", choices::random_element),
    ("random_elements", choices::random_elements),
    ("random_sample", choices::random_sample),
    ("sentence", texts::sentence),
    ("sentences", texts::sentences),
    ("text", texts::text),
    ("texts", texts::texts),
    ("unix_time", dates::unix_time),
    ("words", texts::words),
];

/// The methods whose arguments say which numbers are wanted, likewise.
const READERS: [(&str, Reader); 4] = [
    ("pydecimal", decimals::pydecimal),
    ("pyfloat", decimals::pyfloat),
    ("pyint", numbers::pyint),
    ("random_int", numbers::random_int),
];

/// The names of the methods that are made here.
pub fn names() -> Vec<&'static str> {
    MAKERS.iter().map(|(name, _)| *name).chain(READERS.iter().map(|(name, _)| *name)).collect()
}

/// What makes the values of the method by this name here.
pub fn maker(name: &str) -> Option<Maker> {
    MAKERS.iter().find(|(known, _)| *known == name).map(|(_, maker)| *maker)
}

/// What reads which numbers the method by this name is to make.
pub fn reader(name: &str) -> Option<Reader> {
    READERS.iter().find(|(known, _)| *known == name).map(|(_, reader)| *reader)
}
