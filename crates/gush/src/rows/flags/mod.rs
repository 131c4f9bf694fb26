//! The flags of `gush rows`, one object each, one file a topic; and the list of all.

mod database;
mod format;
mod lists;
mod output;
mod parquet;
mod schema;
mod template;
mod values;
mod which;

use gusher::schema::MODIFIERS;

pub use database::{APPEND, CONNECTIONS, CREATE, DRY_RUN, TRUNCATE};
pub use format::{
    BATCH, CHECKSUMS, CREATE_TABLE, DIALECT, DROP, FORMAT, HEADER, INTS, METADATA, NEST, ROW_GROUP,
    SEPARATOR, SORT_BY, TABLE, TAG, TRANSACTION, WIDTH,
};
pub use lists::{
    COMPLETE_COLUMN, COMPLETE_LINE, COMPLETION, CONSTRAINED, FUNCTIONS, GENERATOR, GENERATORS, INFORMATION,
    LOCALE_LIST, MODIFIER_LIST,
};
pub use output::{
    COMPRESS, DIRT_LOG, FILE_SIZE, FILES, FSYNC, INTO, LAKE, LAKE_LOCATION, OUTPUT, PARTITION_BY, PROFILE,
    PROFILE_HTML, PROGRESS, RESUME, THREADS, WRITE_PARTITION_COLUMNS,
};
pub use parquet::{
    BLOOM_FILTER, DECIMALS, ENCODING, FLOAT16, FOR, INTERVALS, NAMES, PAGE_SIZE, PARQUET_VERSION, TIME,
    TIMESTAMP_ZONE, TIMESTAMPS, UUID,
};
pub use schema::{PRINT_SCHEMA, SAVE_SCHEMA, SCALE, SCHEMA, SHARD_BY, TABLES};
pub use template::{EXPRESSION, NO_TEMPLATE, TEMPLATE};
pub use values::{LOCALE, NOW, SEED, SHOW_SEED};
pub use which::{LIMIT, ROWS, SHARD, SIZE, STREAM};

use crate::color::COLOR;
use crate::flags::{Flag, Operand, Spec};

/// `gush rows`.
pub static SPEC: Spec = Spec {
    name: "rows",
    path: "gush rows",
    about: "Make rows of fake data",
    more: "A COLUMN is `[NAME=]GENERATOR[:CONSTRAINT][@MODIFIER…]`, as in: id=seq name email \
           plan=enum:free*8,pro*2 born=date:1950-01-01,2005-12-31 score=double@null=0.05. `gush rows -G` lists \
           the generators.\n\nThe same seed gives the same values on every machine, at any time, with any number of \
           threads, in any shard.",
    examples: "Examples:
  gush rows -l 5 name email city
  gush rows -l 1M -f csv -H -o people.csv id=seq name email born=birthdate
  gush rows --seed 7 -f ndjson 'age=int:18,90' 'plan=enum:free*8,pro*2'
  gush rows --schema shop.toml -o shop/
  gush rows -G credit        # find a generator
",
    operand: Some(Operand {
        form: "COLUMN",
        about: "The columns",
        more: Some(columns_explained),
        several: true,
        choices: lists::generator_names,
    }),
    flags: FLAGS,
    main: &[
        &LIMIT,
        &STREAM,
        &SEED,
        &LOCALE,
        &FORMAT,
        &HEADER,
        &OUTPUT,
        &INTO,
        &SCHEMA,
        &EXPRESSION,
        &GENERATORS,
        &GENERATOR,
        &PROFILE,
    ],
    commands: &[],
};

/// All flags, in the order of the help.
#[rustfmt::skip]
const FLAGS: &[&Flag] = &[
    &LIMIT, &SIZE, &STREAM, &ROWS, &SHARD,
    &SEED, &SHOW_SEED, &NOW, &LOCALE,
    &FORMAT, &SEPARATOR, &HEADER, &WIDTH, &TABLE, &TAG, &NEST, &INTS, &ROW_GROUP, &SORT_BY, &METADATA, &CHECKSUMS,
    &FOR, &PARQUET_VERSION, &ENCODING, &UUID, &TIME, &INTERVALS, &FLOAT16, &TIMESTAMPS, &TIMESTAMP_ZONE, &DECIMALS, &NAMES, &PAGE_SIZE, &BLOOM_FILTER,
    &DIALECT, &CREATE_TABLE, &DROP, &BATCH, &TRANSACTION,
    &OUTPUT, &INTO, &FILES, &PARTITION_BY, &WRITE_PARTITION_COLUMNS, &FILE_SIZE, &LAKE, &LAKE_LOCATION, &RESUME, &COMPRESS, &FSYNC, &DIRT_LOG, &PROFILE, &PROFILE_HTML,
    &CREATE, &APPEND, &TRUNCATE, &CONNECTIONS, &DRY_RUN,
    &THREADS, &PROGRESS,
    &SCHEMA, &TABLES, &SCALE, &SHARD_BY, &PRINT_SCHEMA, &SAVE_SCHEMA,
    &TEMPLATE, &EXPRESSION,
    &GENERATORS, &GENERATOR, &CONSTRAINED, &MODIFIER_LIST, &FUNCTIONS, &LOCALE_LIST, &COMPLETION, &COMPLETE_COLUMN,
    &COMPLETE_LINE,
    &COLOR,
];

/// What a column is, with all modifiers.
fn columns_explained() -> String {
    let form = |value: Option<&str>| value.map(|value| format!("={value}")).unwrap_or_default();
    let names: Vec<_> = MODIFIERS.iter().map(|help| format!("@{}{}", help.name, form(help.value))).collect();
    format!("The columns, in order. The modifiers are {}; `--modifiers` explains them", names.join(", "))
}
