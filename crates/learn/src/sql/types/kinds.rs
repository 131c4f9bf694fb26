//! What a type means, by its name, its arguments and its dialect.

use super::TypeRef;
use super::builtin::{by_name, int, text};
use crate::model::{Kind, SqlDialect};

/// What this type means; none if the database does not bring it along.
pub(in crate::sql) fn kind(found: &TypeRef, dialect: SqlDialect) -> Option<Kind> {
    let name = found.name.strip_prefix("national ").unwrap_or(&found.name);
    let kind = with_arguments(found, name, dialect).or_else(|| without_arguments(found, name, dialect));
    let kind = kind.or_else(|| (dialect == SqlDialect::Sqlite).then(|| affinity(found)))?;
    if found.dimensions > 0 { Some(Kind::Array { item: Box::new(kind) }) } else { Some(kind) }
}

/// Types whose arguments count.
fn with_arguments(found: &TypeRef, name: &str, dialect: SqlDialect) -> Option<Kind> {
    let length = found.number(0);
    let is_mysql = dialect == SqlDialect::MySql;
    Some(match name {
        "varchar" | "character varying" | "char varying" | "nvarchar" | "varchar2" | "nvarchar2"
        | "varying character" | "native character" => text(length),
        "character" | "char" | "nchar" | "bpchar"
            if found.spelled == "char" && found.text.starts_with('"') =>
        {
            text(length.or(Some(1)))
        }
        "bpchar" if length.is_none() => text(None),
        "character" | "char" | "nchar" | "bpchar" => {
            Kind::Text { max: Some(length.unwrap_or(1)), is_fixed: true, ignores_case: false }
        }
        "text" | "clob" | "string" if length.is_some() => text(length),
        "binary" => Kind::Bytes { max: Some(length.unwrap_or(1)) },
        "varbinary" | "blob" | "char byte" | "binary varying" | "raw" => Kind::Bytes { max: length },
        "bit" if is_mysql || dialect == SqlDialect::Postgres => {
            Kind::Bits { length: Some(length.unwrap_or(1)), is_varying: false }
        }
        "bit" => Kind::Bool,
        "bit varying" | "varbit" => Kind::Bits { length, is_varying: true },
        "numeric" | "decimal" | "dec" | "fixed" | "number" => decimal(found, is_mysql),
        "float" if length.is_some_and(|digits| digits <= 24) && (!is_mysql || found.arguments.len() == 1) => {
            Kind::Float { bits: 32 }
        }
        "float" if is_mysql && (length.is_none() || found.arguments.len() > 1) => Kind::Float { bits: 32 },
        "real" if dialect != SqlDialect::Postgres => Kind::Float { bits: 64 },
        "tinyint" if is_mysql && length == Some(1) && !found.is_unsigned => Kind::Bool,
        "enum" => Kind::Enum(found.arguments.clone()),
        "set" => Kind::Set(found.arguments.clone()),
        "geometry" | "geography" if !found.arguments.is_empty() => {
            Kind::Geometry(format!("{name}({})", found.arguments.join(",")))
        }
        "vector" | "halfvec" => Kind::Vector { length },
        _ if name.starts_with("interval") => Kind::Interval,
        _ => return times(found, name, dialect),
    })
}

fn decimal(found: &TypeRef, is_mysql: bool) -> Kind {
    let precision = found.number(0).or(is_mysql.then_some(10));
    let scale = found.number(1).or(precision.map(|_| 0));
    Kind::Decimal { precision, scale }
}

fn times(found: &TypeRef, name: &str, dialect: SqlDialect) -> Option<Kind> {
    let default = if dialect == SqlDialect::MySql { 0 } else { 6 };
    let digits = found.number(0).and_then(|digits| u8::try_from(digits).ok()).unwrap_or(default).min(9);
    Some(match name {
        "time" | "time without time zone" => Kind::Time { digits, has_zone: false },
        "timetz" | "time with time zone" => Kind::Time { digits, has_zone: true },
        "timestamp" | "timestamp without time zone" | "datetime" | "datetime2" | "smalldatetime" => {
            Kind::DateTime { digits, has_zone: false }
        }
        "timestamptz" | "timestamp with time zone" | "timestamp with local time zone" | "datetimeoffset" => {
            Kind::DateTime { digits, has_zone: true }
        }
        _ => return None,
    })
}

/// Types whose name says all, with MySQL's `unsigned`.
fn without_arguments(found: &TypeRef, name: &str, dialect: SqlDialect) -> Option<Kind> {
    let kind = by_name(name)?;
    Some(match kind {
        Kind::Int(size) if found.is_unsigned => int(size.bits, true),
        // `serial` is a BIGINT UNSIGNED there.
        Kind::Int(_) if dialect == SqlDialect::MySql && name == "serial" => int(64, true),
        // SQLite's integers all have 64 bits, and `int` is what everybody writes.
        Kind::Int(_) if dialect == SqlDialect::Sqlite && matches!(name, "int" | "integer") => int(64, false),
        other => other,
    })
}

/// What SQLite makes of a name that it does not know, by the letters in it.
fn affinity(found: &TypeRef) -> Kind {
    let name = found.name.as_str();
    let has = |part: &str| name.contains(part);
    if name.is_empty() {
        Kind::Unknown
    } else if has("int") {
        int(64, found.is_unsigned)
    } else if has("char") || has("clob") || has("text") {
        text(found.number(0))
    } else if has("blob") {
        Kind::Bytes { max: found.number(0) }
    } else if has("real") || has("floa") || has("doub") {
        Kind::Float { bits: 64 }
    } else if has("bool") {
        Kind::Bool
    } else if has("datetime") || has("timestamp") {
        Kind::DateTime { digits: 6, has_zone: false }
    } else if has("date") {
        Kind::Date
    } else {
        Kind::Decimal { precision: found.number(0), scale: found.number(1) }
    }
}
