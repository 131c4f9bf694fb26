//! The types that databases bring along, by their names.

use crate::model::{IntSize, Kind, RangeOf};

/// An integer of n bits.
pub(super) fn int(bits: u8, is_unsigned: bool) -> Kind {
    Kind::Int(IntSize { bits, is_unsigned })
}

/// A text of at most n characters.
pub(super) fn text(max: Option<u32>) -> Kind {
    Kind::Text { max, is_fixed: false, ignores_case: false }
}

/// What the name alone says, of the types that need no argument.
pub(super) fn by_name(name: &str) -> Option<Kind> {
    numbers(name).or_else(|| texts(name)).or_else(|| ranges(name)).or_else(|| others(name))
}

fn numbers(name: &str) -> Option<Kind> {
    Some(match name {
        "smallint" | "int2" | "smallserial" | "serial2" => int(16, false),
        "int" | "integer" | "int4" | "serial" | "serial4" | "int32" => int(32, false),
        "bigint" | "int8" | "bigserial" | "serial8" | "int64" => int(64, false),
        "mediumint" | "middleint" | "int3" => int(24, false),
        "tinyint" | "int1" => int(8, false),
        "oid" | "xid" | "cid" | "regclass" | "regtype" | "regproc" | "regrole" | "regnamespace" => {
            int(32, true)
        }
        "uint64" | "ubigint" | "xid8" => int(64, true),
        "uint32" => int(32, true),
        "real" | "float4" => Kind::Float { bits: 32 },
        "float" | "double" | "double precision" | "float8" | "float64" | "binary_double" => {
            Kind::Float { bits: 64 }
        }
        "money" | "smallmoney" => Kind::Money,
        "bool" | "boolean" => Kind::Bool,
        _ => return None,
    })
}

fn texts(name: &str) -> Option<Kind> {
    Some(match name {
        "text"
        | "mediumtext"
        | "longtext"
        | "clob"
        | "nclob"
        | "ntext"
        | "string"
        | "long varchar"
        | "character large object"
        | "long" => text(None),
        "tinytext" => text(Some(255)),
        "name" | "sysname" => text(Some(63)),
        "citext" => Kind::Text { max: None, is_fixed: false, ignores_case: true },
        "bytea"
        | "blob"
        | "mediumblob"
        | "longblob"
        | "image"
        | "binary large object"
        | "bytes"
        | "long varbinary"
        | "raw" => Kind::Bytes { max: None },
        "tinyblob" => Kind::Bytes { max: Some(255) },
        "xml" | "xmltype" => Kind::Xml,
        "json" => Kind::Json { is_binary: false },
        "jsonb" => Kind::Json { is_binary: true },
        "ltree" => Kind::LabelPath,
        "tsvector" | "tsquery" => Kind::Search,
        "uuid" | "uniqueidentifier" | "guid" => Kind::Uuid,
        "hstore" => Kind::Map { value: Box::new(text(None)) },
        _ => return None,
    })
}

fn ranges(name: &str) -> Option<Kind> {
    let (name, is_multi) = match name.strip_suffix("multirange") {
        Some(start) => (start, true),
        None => (name.strip_suffix("range")?, false),
    };
    let of = match name {
        "int4" => RangeOf::Int4,
        "int8" => RangeOf::Int8,
        "num" => RangeOf::Numeric,
        "date" => RangeOf::Date,
        "ts" => RangeOf::Timestamp,
        "tstz" => RangeOf::TimestampTz,
        _ => return None,
    };
    Some(Kind::Range { of, is_multi })
}

fn others(name: &str) -> Option<Kind> {
    Some(match name {
        "date" => Kind::Date,
        "year" => Kind::Year,
        "inet" | "inet4" | "inet6" => Kind::Inet,
        "cidr" => Kind::Cidr,
        "macaddr" | "macaddr8" => Kind::MacAddress,
        "point" | "line" | "lseg" | "box" | "path" | "polygon" | "circle" | "geometry" | "geography"
        | "linestring" | "multipoint" | "multilinestring" | "multipolygon" | "geometrycollection"
        | "geomcollection" | "box2d" | "box3d" => Kind::Geometry(name.to_owned()),
        _ => return None,
    })
}
