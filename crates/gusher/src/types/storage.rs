//! How the values of a column are stored where columns have types: in Parquet, Arrow and Avro files and in the tables of databases.
//!
//! What values a column has is its [`DataType`](super::DataType), with bounds; how they are stored is apart from it, as the display is. Most columns are
//! stored as is usual for their data type. `@type` and the fields of some generators declare another [`StorageType`], which is checked
//! against the bounds before the first row (`storable.rs`). All names of types are in [`STORAGE_TYPES`].

use std::fmt;
use std::sync::Arc;

use super::sql_names;
use super::width::{FloatWidth, IntType, StorageUnit};

/// The type that values are stored as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StorageType {
    /// Integers.
    Int(IntType),
    /// Floating-point numbers (IEEE 754).
    Float(FloatWidth),
    /// Numbers of `precision` digits, `scale` of them after the point.
    Decimal {
        /// From 1 to 38.
        precision: u32,
        /// Decimal places.
        scale: u32,
    },
    /// Days.
    Date,
    /// Points in time in this unit, in UTC or in no zone.
    Timestamp {
        /// What is counted.
        unit: StorageUnit,
        /// Whether they are in UTC, and so moments; otherwise they are what a clock on the wall shows.
        has_zone: bool,
    },
    /// Times of day in this unit.
    Time(StorageUnit),
    /// Lengths of time.
    Duration,
    /// Spans of months, days and what is shorter.
    Interval,
    /// True or false.
    Bool,
    /// 128-bit ids.
    Uuid,
    /// Bytes, as many in each row.
    FixedBinary {
        /// How many.
        len: usize,
    },
    /// Bytes of any number.
    Binary,
    /// Text.
    Text,
    /// JSON: of texts, and of lists and structs, which are written as such.
    Json {
        /// Whether PostgreSQL stores it taken apart (`jsonb`), and not as the text that it was.
        is_binary: bool,
    },
    /// Words of an enumeration.
    Enum {
        /// The name of the type, where PostgreSQL is to have another one than those of the table and the column.
        name: Option<Arc<str>>,
    },
    /// XML: a type of PostgreSQL, and text elsewhere.
    Xml,
    /// Addresses of machines: a type of PostgreSQL, and text elsewhere.
    Inet,
    /// Addresses of networks: a type of PostgreSQL, and text elsewhere.
    Cidr,
    /// Hardware addresses: a type of PostgreSQL, and text elsewhere.
    MacAddr,
    /// Points of longitude and latitude: well-known binary in files, and a type of PostGIS and DuckDB.
    Geometry,
    /// Binary digits.
    Bits {
        /// How many, or the most.
        len: u32,
        /// Whether there may be fewer.
        is_varying: bool,
    },
    /// Lists of this many floating-point numbers: a type of pgvector's and others'.
    Vector {
        /// How many.
        len: u32,
    },
    /// Lists whose items are stored as this type: an array of PostgreSQL and DuckDB. In one of several dimensions the items are arrays.
    Array(Box<StorageType>),
    /// Lists, maps and structs, which have types within.
    Nested,
}

/// A type that `@type` takes.
#[derive(Debug)]
pub struct StorageTypeHelp {
    /// Its names, the first of which the help shows.
    pub names: &'static [&'static str],
    /// The form of what may follow it in parentheses.
    pub parameters: &'static str,
    /// An example of that.
    pub example: &'static str,
    /// The most digits that it can have, where it has parameters.
    pub max_digits: u32,
    /// What it is, in a few words.
    pub about: &'static str,
    build: fn(&[u32]) -> Option<StorageType>,
}

/// The most dimensions of a vector.
pub const MAX_DIMENSIONS: u32 = 16_000;
/// The most binary digits of a column.
pub const MAX_BITS: u32 = 4096;
/// The most digits that a decimal has everywhere.
pub const MAX_PRECISION: u32 = 38;

const fn int(bits: u32, is_signed: bool) -> Option<StorageType> {
    Some(StorageType::Int(IntType { bits, is_signed }))
}

const fn timestamp(unit: StorageUnit, has_zone: bool) -> Option<StorageType> {
    Some(StorageType::Timestamp { unit, has_zone })
}

fn bits(parameters: &[u32], is_varying: bool) -> Option<StorageType> {
    match *parameters {
        [len @ 1..=MAX_BITS] => Some(StorageType::Bits { len, is_varying }),
        _ => None,
    }
}

const fn entry(
    names: &'static [&'static str],
    about: &'static str,
    build: fn(&[u32]) -> Option<StorageType>,
) -> StorageTypeHelp {
    StorageTypeHelp { names, parameters: "", example: "", max_digits: 0, about, build }
}

/// All types that can be declared.
pub static STORAGE_TYPES: &[StorageTypeHelp] = &[
    entry(&["int8", "tinyint"], "whole numbers of 8 bits; PostgreSQL calls bigint so", |_| int(8, true)),
    entry(&["int16", "int2", "smallint"], "whole numbers of 16 bits", |_| int(16, true)),
    entry(&["int32", "int4", "integer", "int"], "whole numbers of 32 bits", |_| int(32, true)),
    entry(&["int64", "bigint"], "whole numbers of 64 bits", |_| int(64, true)),
    entry(&["uint8"], "whole numbers of 8 bits from 0 on", |_| int(8, false)),
    entry(&["uint16"], "whole numbers of 16 bits from 0 on", |_| int(16, false)),
    entry(&["uint32"], "whole numbers of 32 bits from 0 on", |_| int(32, false)),
    entry(&["uint64"], "whole numbers of 64 bits from 0 on", |_| int(64, false)),
    entry(&["float16", "half", "halffloat"], "floating-point numbers of 16 bits", |_| {
        Some(StorageType::Float(FloatWidth::Half))
    }),
    entry(&["float4", "float32", "real"], "floating-point numbers of 32 bits", |_| {
        Some(StorageType::Float(FloatWidth::Single))
    }),
    entry(
        &["float8", "float64", "double precision", "double", "float"],
        "floating-point numbers of 64 bits",
        |_| Some(StorageType::Float(FloatWidth::Double)),
    ),
    StorageTypeHelp {
        names: &["numeric", "decimal"],
        parameters: "DIGITS,PLACES",
        example: "(12,2)",
        max_digits: MAX_PRECISION,
        about: "decimals of up to 38 digits",
        build: |parameters| {
            let (precision, scale) = match *parameters {
                [precision] => (precision, 0),
                [precision, scale] => (precision, scale),
                _ => return None,
            };
            let is_known = (1..=MAX_PRECISION).contains(&precision) && scale <= precision;
            is_known.then_some(StorageType::Decimal { precision, scale })
        },
    },
    entry(&["date"], "days", |_| Some(StorageType::Date)),
    entry(
        &["timestamp", "timestamp_us", "datetime"],
        "points in time in no zone, to the microsecond",
        |_| timestamp(StorageUnit::Microsecond, false),
    ),
    entry(&["timestamp_s"], "the same, to the second", |_| timestamp(StorageUnit::Second, false)),
    entry(&["timestamp_ms"], "the same, to the millisecond", |_| timestamp(StorageUnit::Millisecond, false)),
    entry(&["timestamp_ns"], "the same, to the nanosecond", |_| timestamp(StorageUnit::Nanosecond, false)),
    entry(&["timestamptz", "timestamptz_us"], "points in time in UTC, to the microsecond", |_| {
        timestamp(StorageUnit::Microsecond, true)
    }),
    entry(&["timestamptz_s"], "the same, to the second", |_| timestamp(StorageUnit::Second, true)),
    entry(&["timestamptz_ms"], "the same, to the millisecond", |_| timestamp(StorageUnit::Millisecond, true)),
    entry(&["timestamptz_ns"], "the same, to the nanosecond", |_| timestamp(StorageUnit::Nanosecond, true)),
    entry(&["time", "time_us"], "times of day, to the microsecond", |_| {
        Some(StorageType::Time(StorageUnit::Microsecond))
    }),
    entry(&["time_s"], "the same, to the second", |_| Some(StorageType::Time(StorageUnit::Second))),
    entry(&["time_ms"], "the same, to the millisecond", |_| {
        Some(StorageType::Time(StorageUnit::Millisecond))
    }),
    entry(&["time_ns"], "the same, to the nanosecond", |_| Some(StorageType::Time(StorageUnit::Nanosecond))),
    entry(&["interval"], "spans of months, days and what is shorter", |_| Some(StorageType::Interval)),
    entry(&["boolean", "bool"], "true or false", |_| Some(StorageType::Bool)),
    entry(&["uuid"], "128-bit ids", |_| Some(StorageType::Uuid)),
    entry(&["bytea", "binary", "varbinary", "blob", "bytes"], "bytes, of any number", |_| {
        Some(StorageType::Binary)
    }),
    entry(&["jsonb"], "JSON, also of lists and structs; in PostgreSQL taken apart", |_| {
        Some(StorageType::Json { is_binary: true })
    }),
    entry(&["json"], "the same; in PostgreSQL the text as it is", |_| {
        Some(StorageType::Json { is_binary: false })
    }),
    entry(&["xml"], "XML", |_| Some(StorageType::Xml)),
    entry(&["inet"], "addresses of machines, with or without the length of a prefix", |_| {
        Some(StorageType::Inet)
    }),
    entry(&["cidr"], "addresses of networks", |_| Some(StorageType::Cidr)),
    entry(&["macaddr"], "hardware addresses", |_| Some(StorageType::MacAddr)),
    entry(&["geometry"], "points: well-known binary in files, a type of PostGIS and DuckDB", |_| {
        Some(StorageType::Geometry)
    }),
    StorageTypeHelp {
        names: &["bit"],
        parameters: "DIGITS",
        example: "(8)",
        max_digits: MAX_BITS,
        about: "binary digits, as many in each row",
        build: |parameters| bits(parameters, false),
    },
    StorageTypeHelp {
        names: &["varbit", "bit varying"],
        parameters: "DIGITS",
        example: "(8)",
        max_digits: MAX_BITS,
        about: "binary digits, at most DIGITS of them",
        build: |parameters| bits(parameters, true),
    },
    StorageTypeHelp {
        names: &["enum"],
        parameters: "NAME",
        example: "(mood)",
        max_digits: 0,
        about: "the values of an enumeration; NAME is that of PostgreSQL's type",
        build: |_| Some(StorageType::Enum { name: None }),
    },
    StorageTypeHelp {
        names: &["vector"],
        parameters: "DIMENSIONS",
        example: "(384)",
        max_digits: MAX_DIMENSIONS,
        about: "lists of DIMENSIONS floating-point numbers",
        build: |parameters| match *parameters {
            [len @ 1..=MAX_DIMENSIONS] => Some(StorageType::Vector { len }),
            _ => None,
        },
    },
    // Any type may be that of an array's values: see [`StorageType::named`].
    entry(
        &["int[]"],
        "lists as arrays of PostgreSQL and DuckDB, of any type: text[], date[], int[][]",
        |_| Some(StorageType::Array(Box::new(StorageType::Int(IntType { bits: 32, is_signed: true })))),
    ),
    entry(&["text", "varchar", "string"], "the text that text formats write", |_| Some(StorageType::Text)),
];

impl StorageTypeHelp {
    /// How it is written: `numeric(DIGITS,PLACES)`.
    pub fn form(&self) -> String {
        match self.parameters {
            "" => self.names[0].to_owned(),
            parameters => format!("{}({parameters})", self.names[0]),
        }
    }
}

impl StorageType {
    /// The type of this name, as SQL and Arrow have them, in any case: `numeric(38,10)`, `DOUBLE PRECISION`, `uint16`.
    pub fn named(text: &str) -> Option<StorageType> {
        if let Some(item) = text.trim().strip_suffix("[]") {
            let item = StorageType::named(item).filter(StorageType::has_arrays)?;
            return Some(StorageType::Array(Box::new(item)));
        }
        let spelled = sql_names::canonical(text);
        let text = spelled.as_deref().unwrap_or(text);
        let (name, inside) = match text.trim().split_once('(') {
            None => (text.trim(), None),
            Some((name, rest)) => (name.trim(), Some(rest.strip_suffix(')')?.trim())),
        };
        let name = name.to_ascii_lowercase();
        if name == "enum" {
            let own = inside.map(|inside| (!inside.is_empty()).then(|| Arc::from(inside)));
            return Some(StorageType::Enum { name: if let Some(own) = own { Some(own?) } else { None } });
        }
        let parameters = inside.map_or(Some(Vec::new()), |inside| {
            inside.split(',').map(|text| text.trim().parse().ok()).collect::<Option<Vec<u32>>>()
        })?;
        let found = STORAGE_TYPES.iter().find(|help| help.names.contains(&name.as_str()))?;
        (found.parameters.is_empty() == parameters.is_empty()).then_some(())?;
        (found.build)(&parameters)
    }
}

impl StorageType {
    /// Whether there are arrays of it: a type of PostgreSQL's own with a name that no column gives it.
    fn has_arrays(&self) -> bool {
        !matches!(self, StorageType::Enum { .. } | StorageType::Vector { .. } | StorageType::Nested)
    }
}

impl fmt::Display for StorageType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StorageType::Int(IntType { bits, is_signed }) => {
                write!(f, "{}int{bits}", if *is_signed { "" } else { "u" })
            }
            StorageType::Float(FloatWidth::Half) => f.write_str("float16"),
            StorageType::Float(FloatWidth::Single) => f.write_str("float4"),
            StorageType::Float(FloatWidth::Double) => f.write_str("float8"),
            StorageType::Decimal { precision, scale } => write!(f, "numeric({precision},{scale})"),
            StorageType::Date => f.write_str("date"),
            StorageType::Timestamp { unit, has_zone } => {
                write!(f, "timestamp{}{}", if *has_zone { "tz" } else { "" }, unit.suffix())
            }
            StorageType::Time(unit) => write!(f, "time{}", unit.suffix()),
            StorageType::Duration => f.write_str("duration"),
            StorageType::Interval => f.write_str("interval"),
            StorageType::Bool => f.write_str("boolean"),
            StorageType::Uuid => f.write_str("uuid"),
            StorageType::FixedBinary { len } => write!(f, "bytes of {len}"),
            StorageType::Binary => f.write_str("bytea"),
            StorageType::Text => f.write_str("text"),
            StorageType::Json { is_binary } => f.write_str(if *is_binary { "jsonb" } else { "json" }),
            StorageType::Enum { name: None } => f.write_str("enum"),
            StorageType::Enum { name: Some(name) } => write!(f, "enum({name})"),
            StorageType::Vector { len } => write!(f, "vector({len})"),
            StorageType::Xml => f.write_str("xml"),
            StorageType::Inet => f.write_str("inet"),
            StorageType::Cidr => f.write_str("cidr"),
            StorageType::MacAddr => f.write_str("macaddr"),
            StorageType::Geometry => f.write_str("geometry"),
            StorageType::Bits { len, is_varying } => {
                write!(f, "{}({len})", if *is_varying { "varbit" } else { "bit" })
            }
            StorageType::Array(item) => write!(f, "{item}[]"),
            StorageType::Nested => f.write_str("a nested type"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FloatWidth, IntType, STORAGE_TYPES, StorageType};

    #[test]
    fn types_have_the_names_of_sql_and_of_arrow() {
        let int = |bits, is_signed| Some(StorageType::Int(IntType { bits, is_signed }));
        let array = |item| StorageType::Array(Box::new(item));
        for (name, expected) in [
            ("SMALLINT", int(16, true)),
            ("int4", int(32, true)),
            ("uint8", int(8, false)),
            ("double precision", Some(StorageType::Float(FloatWidth::Double))),
            ("numeric(38, 10)", Some(StorageType::Decimal { precision: 38, scale: 10 })),
            ("decimal(5)", Some(StorageType::Decimal { precision: 5, scale: 0 })),
            ("numeric", None),
            ("numeric(39,0)", None),
            ("numeric(3,4)", None),
            ("int16(3)", None),
            ("enum", Some(StorageType::Enum { name: None })),
            ("ENUM( Mood )", Some(StorageType::Enum { name: Some("Mood".into()) })),
            ("enum()", None),
            ("INT [] []", Some(array(array(int(32, true).unwrap())))),
            ("numeric(5,2)[]", Some(array(StorageType::Decimal { precision: 5, scale: 2 }))),
            ("enum[]", None),
            ("vector(3)[]", None),
            ("[]", None),
            ("vector(3)", Some(StorageType::Vector { len: 3 })),
            ("vector", None),
            ("vector(0)", None),
            ("int12", None),
            ("", None),
        ] {
            assert_eq!(StorageType::named(name), expected, "{name}");
        }
    }

    #[test]
    fn a_type_is_displayed_by_a_name_that_it_has() {
        for help in STORAGE_TYPES {
            let name = format!("{}{}", help.names[0], help.example);
            let storage = StorageType::named(&name).unwrap();
            assert_eq!(StorageType::named(&storage.to_string()), Some(storage), "{name}");
        }
    }
}
