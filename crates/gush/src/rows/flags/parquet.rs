//! What Parquet files are, for the readers that they are meant for.

use gush_generate::{
    DecimalForm, EncodingSet, HalfForm, IntervalForm, NameForm, PageVersion, READERS, Setting, TimeForm,
    TimestampForm, TimestampZone, UuidForm,
};

use super::template::WITHOUT_TEMPLATE;
use crate::flags::{Choice, Flag, Value};

const GROUP: &str = "Parquet";

/// The reader that files are for.
pub static FOR: Flag = Flag::new(
    GROUP,
    "for",
    "Write parquet as this READER needs it: encodings, pages, types, names, row groups and codec; the options below choose each alone, and win",
)
.value(Value::text("READER"))
.choices("reader", || READERS.iter().map(|reader| Choice { name: reader.name, about: reader.about }).collect())
.default("what all readers take")
.rules(WITHOUT_TEMPLATE);

/// The flag of a setting.
const fn of(setting: &Setting, form: &'static str, choices: fn() -> Vec<Choice>) -> Flag {
    Flag::new(GROUP, setting.name, setting.about)
        .value(Value::text(form))
        .choices("value", choices)
        .rules(WITHOUT_TEMPLATE)
}

fn choices(setting: &Setting) -> Vec<Choice> {
    setting.values.iter().map(|(name, about)| Choice { name, about }).collect()
}

/// The version of data pages.
pub static PARQUET_VERSION: Flag =
    of(&PageVersion::SETTING, "VERSION", || choices(&PageVersion::SETTING)).default("1");
/// The encodings of values.
pub static ENCODING: Flag =
    of(&EncodingSet::SETTING, "ENCODING", || choices(&EncodingSet::SETTING)).default("plain");
/// What UUIDs are stored as.
pub static UUID: Flag = of(&UuidForm::SETTING, "FORM", || choices(&UuidForm::SETTING)).default("text");
/// What times of day are stored as.
pub static TIME: Flag = of(&TimeForm::SETTING, "FORM", || choices(&TimeForm::SETTING)).default("logical");
/// What spans of time are stored as.
pub static INTERVALS: Flag =
    of(&IntervalForm::SETTING, "FORM", || choices(&IntervalForm::SETTING)).default("logical");
/// What floating-point numbers of 16 bits are stored as.
pub static FLOAT16: Flag = of(&HalfForm::SETTING, "FORM", || choices(&HalfForm::SETTING)).default("logical");
/// What points in time count.
pub static TIMESTAMPS: Flag =
    of(&TimestampForm::SETTING, "UNIT", || choices(&TimestampForm::SETTING)).default("declared");
/// Whether points in time are in UTC.
pub static TIMESTAMP_ZONE: Flag =
    of(&TimestampZone::SETTING, "ZONE", || choices(&TimestampZone::SETTING)).default("declared");
/// What decimals are stored as.
pub static DECIMALS: Flag =
    of(&DecimalForm::SETTING, "FORM", || choices(&DecimalForm::SETTING)).default("int");
/// The names of columns.
pub static NAMES: Flag = of(&NameForm::SETTING, "FORM", || choices(&NameForm::SETTING)).default("as-is");
/// About how many bytes a page has.
pub static PAGE_SIZE: Flag = Flag::new(
    GROUP,
    "page-size",
    "About how many bytes a data page has before it is compressed, from 1KiB to 256MiB; a wide row may be larger",
)
.value(Value::text("SIZE"))
.default("256 to 65,536 rows, by their width")
.rules(WITHOUT_TEMPLATE);
/// The columns that have bloom filters.
pub static BLOOM_FILTER: Flag = Flag::new(
    GROUP,
    "bloom-filter",
    "Write a bloom filter of each of these columns in each row group, by which readers skip groups that do not have a value; one value in \
     100 that is not there seems to be, at most",
)
.value(Value::text("COLUMN,…"))
.rules(WITHOUT_TEMPLATE);
