//! The CREATE TABLE that rows fit into: a type for each data type in each dialect.

use super::enums::{self, EnumTypes};
use super::letters::letters;
use crate::text::dialect::Dialect;
use crate::types::{
    ColumnHead, DataType, Field, FloatWidth, IntType, StorageType, StorageUnit, TextForm, TimeUnit,
};

/// Longer texts are TEXT: a VARCHAR counts towards what a row may have in MySQL.
const MAX_VARCHAR_LEN: usize = 255;
/// MySQL's indices take texts of up to this many letters: 3072 bytes of four a letter.
const MAX_INDEXED_LEN: usize = 768;
/// The bytes that MySQL's TEXT and VARBINARY have at most.
const MAX_TEXT_BYTES: usize = 65_535;
/// The most bytes of a letter.
const LETTER_BYTES: usize = 4;

/// The statements that make the table and the types of its columns, and before them those that drop both, if they are there.
pub(in crate::text) fn create_table(
    dialect: Dialect,
    table: &str,
    columns: &[ColumnHead],
    drops: bool,
) -> String {
    let types = EnumTypes::of(dialect, [(table, columns)]);
    // A table has one.
    let key = columns.iter().position(|column| column.is_serial && !column.field.nullable);
    let definition = |(i, column)| definition(dialect, types.name_of(0, i), column, key == Some(i));
    let columns: Vec<String> = columns.iter().enumerate().map(definition).collect();
    let (name, options) = (dialect.table(table), dialect.table_options());
    let dropped = match drops {
        true => format!("DROP TABLE IF EXISTS {name};\n{}", types.drops()),
        false => String::new(),
    };
    format!("{dropped}{}CREATE TABLE {name} (\n  {}\n){options};\n", types.creates(), columns.join(",\n  "))
}

fn definition(dialect: Dialect, enum_name: Option<&str>, column: &ColumnHead, is_key: bool) -> String {
    let field = &column.field;
    let mut text = format!(
        "{} {}",
        dialect.identifier(&field.name),
        type_name(dialect, enum_name, field, column.is_unique)
    );
    if !field.nullable {
        text.push_str(" NOT NULL");
    }
    let indexed = dialect != Dialect::MySql || letters(field) <= MAX_INDEXED_LEN;
    match indexed {
        true if is_key => text.push_str(" PRIMARY KEY"),
        true if column.is_unique => text.push_str(" UNIQUE"),
        _ => {}
    }
    text
}

/// A column of a table whose keys are declared for the table: its name, its type, whether it may be null. `enum_name` is the type of
/// its words, where that is created before.
pub(super) fn definition_of(
    dialect: Dialect,
    enum_name: Option<&str>,
    column: &ColumnHead,
    is_indexed: bool,
    is_key: bool,
) -> String {
    let field = &column.field;
    let null = if field.nullable && !is_key { "" } else { " NOT NULL" };
    format!("{} {}{null}", dialect.identifier(&field.name), type_name(dialect, enum_name, field, is_indexed))
}

fn type_name(dialect: Dialect, enum_name: Option<&str>, field: &Field, unique: bool) -> String {
    let as_text = || text(dialect, letters(field), unique);
    if field.storage() == StorageType::Text {
        return as_text();
    }
    let declared = field.declared.as_ref();
    if let Some(declared) = declared.and_then(|declared| declared_name(dialect, enum_name, field, declared)) {
        return declared;
    }
    match field.data_type {
        DataType::Float { width, .. } => float(dialect, width).into(),
        // All of SQLite's are one type, and only this name makes a key of the row's number.
        DataType::Int64 { .. } if dialect == Dialect::Sqlite => "INTEGER".into(),
        DataType::Int64 { min, max } => integer(min, max).into(),
        DataType::Decimal { scale, .. } | DataType::Wide { scale, .. } => {
            format!("NUMERIC({}, {scale})", field.data_type.precision().unwrap_or(scale))
        }
        DataType::Date32 { .. } => "DATE".into(),
        DataType::Timestamp { unit, .. } => timestamp(dialect, unit).into(),
        DataType::Time { .. } => "TIME".into(),
        // Only PostgreSQL reads what ISO 8601 has.
        DataType::Duration { .. } if dialect == Dialect::Postgres => "INTERVAL".into(),
        DataType::Interval { .. } => match (dialect, &field.display.form) {
            (Dialect::Postgres, _) => "INTERVAL".into(),
            // It reads what PostgreSQL writes.
            (Dialect::DuckDb, form) if !matches!(form, TextForm::IsoSpan) => "INTERVAL".into(),
            (
                Dialect::DuckDb
                | Dialect::Ansi
                | Dialect::MySql
                | Dialect::Sqlite
                | Dialect::Excel
                | Dialect::ExcelDe,
                _,
            ) => as_text(),
        },
        DataType::Utf8(_) | DataType::Duration { .. } => as_text(),
        DataType::List { .. } | DataType::Map { .. } | DataType::Struct(_) => {
            json(dialect, true).unwrap_or("TEXT").into()
        }
        DataType::Bool => "BOOLEAN".into(),
        DataType::Uuid => match dialect {
            Dialect::Postgres | Dialect::DuckDb => "UUID".into(),
            Dialect::Sqlite => "TEXT".into(),
            Dialect::Ansi | Dialect::MySql | Dialect::Excel | Dialect::ExcelDe => "CHAR(36)".into(),
        },
        DataType::FixedBinary { len: max } | DataType::Binary { max, .. } => match dialect {
            Dialect::Postgres => "BYTEA".into(),
            Dialect::Sqlite | Dialect::DuckDb => "BLOB".into(),
            Dialect::MySql if max > MAX_TEXT_BYTES => "LONGBLOB".into(),
            Dialect::Ansi | Dialect::MySql | Dialect::Excel | Dialect::ExcelDe => {
                format!("VARBINARY({})", max.max(1))
            }
        },
        DataType::Ipv4 | DataType::Ipv6 => match dialect {
            Dialect::Postgres => "INET".into(),
            Dialect::Sqlite
            | Dialect::DuckDb
            | Dialect::Ansi
            | Dialect::MySql
            | Dialect::Excel
            | Dialect::ExcelDe => as_text(),
        },
    }
}

/// The type of values that are stored as this one; none where the data type alone says it.
fn declared_name(
    dialect: Dialect,
    enum_name: Option<&str>,
    field: &Field,
    declared: &StorageType,
) -> Option<String> {
    Some(match *declared {
        StorageType::Int(int) => declared_int(dialect, int).into(),
        StorageType::Float(width) => float(dialect, width).into(),
        StorageType::Decimal { precision, scale } => format!("NUMERIC({precision}, {scale})"),
        StorageType::Timestamp { unit, has_zone } => declared_timestamp(dialect, unit, has_zone).into(),
        StorageType::Json { is_binary } => return json(dialect, is_binary).map(str::to_owned),
        StorageType::Enum { .. } => return enums::column_type(dialect, enum_name, field),
        StorageType::Vector { len } => return vector(dialect, len),
        StorageType::Array(_) => return array(dialect, field),
        StorageType::Xml => return postgres_alone(dialect, "XML"),
        StorageType::Inet => return postgres_alone(dialect, "INET"),
        StorageType::Cidr => return postgres_alone(dialect, "CIDR"),
        StorageType::MacAddr => return postgres_alone(dialect, "MACADDR"),
        StorageType::Geometry => return geometry(dialect).map(str::to_owned),
        StorageType::Bits { len, is_varying } => return bits(dialect, len, is_varying),
        StorageType::Date
        | StorageType::Time(_)
        | StorageType::Duration
        | StorageType::Interval
        | StorageType::Bool
        | StorageType::Uuid
        | StorageType::FixedBinary { .. }
        | StorageType::Binary
        | StorageType::Text
        | StorageType::Nested => return None,
    })
}

/// The type of JSON, where a database has one.
fn json(dialect: Dialect, is_binary: bool) -> Option<&'static str> {
    match (dialect, is_binary) {
        (Dialect::Postgres, true) => Some("JSONB"),
        (Dialect::Postgres, false) | (Dialect::MySql | Dialect::DuckDb, _) => Some("JSON"),
        (Dialect::Ansi | Dialect::Sqlite | Dialect::Excel | Dialect::ExcelDe, _) => None,
    }
}

/// The type of arrays, where a database has them: of any number of values, also where these are declared to have a length.
fn array(dialect: Dialect, field: &Field) -> Option<String> {
    let DataType::List { item, .. } = &field.data_type else { return None };
    match dialect {
        Dialect::Postgres | Dialect::DuckDb => Some(format!("{}[]", type_name(dialect, None, item, false))),
        Dialect::Ansi | Dialect::MySql | Dialect::Sqlite | Dialect::Excel | Dialect::ExcelDe => None,
    }
}

/// The type of vectors: that of pgvector, or a list of this length.
fn vector(dialect: Dialect, len: u32) -> Option<String> {
    match dialect {
        Dialect::Postgres => Some(format!("VECTOR({len})")),
        Dialect::DuckDb => Some(format!("FLOAT[{len}]")),
        // Theirs take numbers as bytes, and not as texts.
        Dialect::Ansi | Dialect::MySql | Dialect::Sqlite | Dialect::Excel | Dialect::ExcelDe => None,
    }
}

/// The type of points: that of PostGIS and DuckDB take them as text.
fn geometry(dialect: Dialect) -> Option<&'static str> {
    match dialect {
        Dialect::Postgres | Dialect::DuckDb => Some("GEOMETRY"),
        Dialect::Ansi | Dialect::MySql | Dialect::Sqlite | Dialect::Excel | Dialect::ExcelDe => None,
    }
}

/// A type that only PostgreSQL has; elsewhere such values are texts.
fn postgres_alone(dialect: Dialect, name: &str) -> Option<String> {
    match dialect {
        Dialect::Postgres => Some(name.into()),
        Dialect::Ansi
        | Dialect::MySql
        | Dialect::Sqlite
        | Dialect::DuckDb
        | Dialect::Excel
        | Dialect::ExcelDe => None,
    }
}

/// The type of binary digits, where a database has one that takes texts of them.
fn bits(dialect: Dialect, len: u32, is_varying: bool) -> Option<String> {
    match dialect {
        Dialect::Postgres => Some(format!("BIT{}({len})", if is_varying { " VARYING" } else { "" })),
        // A value has any number of them there.
        Dialect::DuckDb => Some("BIT".into()),
        // MySQL's BIT ends at 64 digits, and takes numbers only.
        Dialect::Ansi | Dialect::MySql | Dialect::Sqlite | Dialect::Excel | Dialect::ExcelDe => None,
    }
}

fn float(dialect: Dialect, width: FloatWidth) -> &'static str {
    match (dialect, width) {
        (Dialect::Ansi | Dialect::Excel | Dialect::ExcelDe | Dialect::Postgres, FloatWidth::Double) => {
            "DOUBLE PRECISION"
        }
        (Dialect::MySql | Dialect::DuckDb, FloatWidth::Double) => "DOUBLE",
        // MySQL's REAL has 64 bits.
        (Dialect::MySql, FloatWidth::Single | FloatWidth::Half) => "FLOAT",
        (Dialect::Sqlite, _)
        | (
            Dialect::Ansi | Dialect::Excel | Dialect::ExcelDe | Dialect::Postgres | Dialect::DuckDb,
            FloatWidth::Single | FloatWidth::Half,
        ) => "REAL",
    }
}

/// The narrowest type of the database that has all values of this one.
#[expect(clippy::match_same_arms, reason = "a table, in the order of its first cells")]
fn declared_int(dialect: Dialect, IntType { bits, is_signed }: IntType) -> &'static str {
    match (dialect, is_signed, bits) {
        (Dialect::Sqlite, _, _) => "INTEGER",
        (Dialect::MySql | Dialect::DuckDb, true, 8) => "TINYINT",
        (_, true, 8 | 16) => "SMALLINT",
        (_, true, 32) => "INTEGER",
        (_, true, _) => "BIGINT",
        (Dialect::MySql, false, 8) => "TINYINT UNSIGNED",
        (Dialect::MySql, false, 16) => "SMALLINT UNSIGNED",
        (Dialect::MySql, false, 32) => "INTEGER UNSIGNED",
        (Dialect::MySql, false, _) => "BIGINT UNSIGNED",
        (Dialect::DuckDb, false, 8) => "UTINYINT",
        (Dialect::DuckDb, false, 16) => "USMALLINT",
        (Dialect::DuckDb, false, 32) => "UINTEGER",
        (Dialect::DuckDb, false, _) => "UBIGINT",
        (Dialect::Ansi | Dialect::Excel | Dialect::ExcelDe | Dialect::Postgres, false, 8) => "SMALLINT",
        (Dialect::Ansi | Dialect::Excel | Dialect::ExcelDe | Dialect::Postgres, false, 16) => "INTEGER",
        (Dialect::Ansi | Dialect::Excel | Dialect::ExcelDe | Dialect::Postgres, false, 32) => "BIGINT",
        (Dialect::Ansi | Dialect::Excel | Dialect::ExcelDe | Dialect::Postgres, false, _) => "NUMERIC(20, 0)",
    }
}

#[expect(clippy::match_same_arms, reason = "a table, in the order of its first cells")]
fn declared_timestamp(dialect: Dialect, unit: StorageUnit, has_zone: bool) -> &'static str {
    match (dialect, has_zone, unit) {
        (Dialect::Sqlite, _, _) => "TIMESTAMP",
        (Dialect::DuckDb, true, _) => "TIMESTAMPTZ",
        (Dialect::DuckDb, false, StorageUnit::Second) => "TIMESTAMP_S",
        (Dialect::DuckDb, false, StorageUnit::Millisecond) => "TIMESTAMP_MS",
        (Dialect::DuckDb, false, StorageUnit::Microsecond) => "TIMESTAMP",
        (Dialect::DuckDb, false, StorageUnit::Nanosecond) => "TIMESTAMP_NS",
        // Its TIMESTAMP ends in 2038.
        (Dialect::MySql, _, StorageUnit::Second) => "DATETIME",
        (Dialect::MySql, _, StorageUnit::Millisecond) => "DATETIME(3)",
        (Dialect::MySql, _, StorageUnit::Microsecond | StorageUnit::Nanosecond) => "DATETIME(6)",
        (Dialect::Postgres, true, StorageUnit::Second) => "TIMESTAMPTZ(0)",
        (Dialect::Postgres, true, StorageUnit::Millisecond) => "TIMESTAMPTZ(3)",
        // Microseconds are the finest that it has, and what it has without a number.
        (Dialect::Postgres, true, _) => "TIMESTAMPTZ",
        (Dialect::Ansi | Dialect::Excel | Dialect::ExcelDe, true, StorageUnit::Second) => {
            "TIMESTAMP(0) WITH TIME ZONE"
        }
        (Dialect::Ansi | Dialect::Excel | Dialect::ExcelDe, true, StorageUnit::Millisecond) => {
            "TIMESTAMP(3) WITH TIME ZONE"
        }
        (Dialect::Ansi | Dialect::Excel | Dialect::ExcelDe, true, _) => "TIMESTAMP WITH TIME ZONE",
        (
            Dialect::Ansi | Dialect::Excel | Dialect::ExcelDe | Dialect::Postgres,
            false,
            StorageUnit::Second,
        ) => "TIMESTAMP(0)",
        (
            Dialect::Ansi | Dialect::Excel | Dialect::ExcelDe | Dialect::Postgres,
            false,
            StorageUnit::Millisecond,
        ) => "TIMESTAMP(3)",
        (Dialect::Ansi | Dialect::Excel | Dialect::ExcelDe | Dialect::Postgres, false, _) => "TIMESTAMP",
    }
}

fn timestamp(dialect: Dialect, unit: TimeUnit) -> &'static str {
    match (dialect, unit) {
        (Dialect::Postgres, _) => "TIMESTAMPTZ",
        // MySQL's TIMESTAMP ends in 2038.
        (Dialect::MySql, TimeUnit::Second) => "DATETIME",
        (Dialect::MySql, TimeUnit::Millisecond) => "DATETIME(3)",
        (Dialect::Ansi | Dialect::Excel | Dialect::ExcelDe, TimeUnit::Millisecond) => "TIMESTAMP(3)",
        (Dialect::Ansi | Dialect::Excel | Dialect::ExcelDe, TimeUnit::Second)
        | (Dialect::Sqlite | Dialect::DuckDb, _) => "TIMESTAMP",
    }
}

fn text(dialect: Dialect, letters: usize, unique: bool) -> String {
    match dialect {
        Dialect::Postgres | Dialect::Sqlite | Dialect::DuckDb => "TEXT".into(),
        Dialect::Ansi | Dialect::MySql | Dialect::Excel | Dialect::ExcelDe => {
            let most = if unique { MAX_INDEXED_LEN } else { MAX_VARCHAR_LEN };
            match letters {
                _ if letters <= most => format!("VARCHAR({})", letters.max(1)),
                _ if dialect == Dialect::MySql && letters > MAX_TEXT_BYTES / LETTER_BYTES => {
                    "LONGTEXT".into()
                }
                _ => "TEXT".into(),
            }
        }
    }
}

fn integer(min: i64, max: i64) -> &'static str {
    if i16::try_from(min).is_ok() && i16::try_from(max).is_ok() {
        "SMALLINT"
    } else if i32::try_from(min).is_ok() && i32::try_from(max).is_ok() {
        "INTEGER"
    } else {
        "BIGINT"
    }
}
