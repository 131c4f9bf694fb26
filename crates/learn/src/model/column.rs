//! A column of a table, and the types that it may have, which are the same for all sources.

use super::{Rules, Statistics};

/// One column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// As the database has it: without quotes, in lower case where the source's SQL folds it.
    pub name: String,
    /// What type it has.
    pub kind: Kind,
    /// The type as the source writes it, for comments and for what is not understood.
    pub type_text: String,
    /// Whether the source allows null.
    pub is_nullable: bool,
    /// How the database numbers it, if it does.
    pub identity: Option<Identity>,
    /// What the database computes it from, if it does.
    pub generated: Option<Generated>,
    /// The expression of the default, as SQL.
    pub default: Option<String>,
    /// What the source says of it.
    pub comment: Option<String>,
    /// What is known of its values.
    pub statistics: Option<Statistics>,
    /// What is doubtful about it, each in a few words.
    pub doubts: Vec<String>,
    /// What a document of schemas allows of its values, beside its type.
    pub rules: Option<Box<Rules>>,
    /// The type that a typed file stores its values as, where it is not the usual one of the kind.
    pub stored: Option<String>,
}

impl Column {
    /// A column that may be null, of which nothing more is known.
    #[must_use]
    pub fn new(name: impl Into<String>, kind: Kind, type_text: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            kind,
            type_text: type_text.into(),
            is_nullable: true,
            identity: None,
            generated: None,
            default: None,
            comment: None,
            statistics: None,
            doubts: Vec::new(),
            rules: None,
            stored: None,
        }
    }
}

/// How a database numbers the rows of a column by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Whether the server refuses values of others (`GENERATED ALWAYS AS IDENTITY`).
    pub is_always: bool,
    /// The first number.
    pub start: i64,
    /// What is added for each row.
    pub step: i64,
}

/// A column that the database computes from others of its row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The expression, as SQL.
    pub expression: String,
    /// Whether the value is stored, not computed when it is read.
    pub is_stored: bool,
}

/// The type of a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A truth value.
    Bool,
    /// An integer.
    Int(IntSize),
    /// A decimal number; without bounds where the source sets none.
    Decimal {
        /// Digits in all.
        precision: Option<u32>,
        /// Digits behind the point.
        scale: Option<u32>,
    },
    /// A binary floating-point number.
    Float {
        /// 32 or 64.
        bits: u8,
    },
    /// An amount of money in a currency of the server.
    Money,
    /// A text, counted in characters.
    Text {
        /// How many at most.
        max: Option<u32>,
        /// Whether shorter ones are padded.
        is_fixed: bool,
        /// Whether case does not count where two are compared (`citext`).
        ignores_case: bool,
    },
    /// Bytes.
    Bytes {
        /// How many at most.
        max: Option<u32>,
    },
    /// Bits.
    Bits {
        /// How many; any number where the source says none.
        length: Option<u32>,
        /// Whether fewer are allowed.
        is_varying: bool,
    },
    /// A day.
    Date,
    /// A time of day.
    Time {
        /// Digits of a second behind the point.
        digits: u8,
        /// Whether the source knows its time zone.
        has_zone: bool,
    },
    /// A moment.
    DateTime {
        /// Digits of a second behind the point.
        digits: u8,
        /// Whether the source knows its time zone.
        has_zone: bool,
    },
    /// A year of MySQL.
    Year,
    /// A span of time of months, days and what is shorter.
    Interval,
    /// A number of seconds.
    Duration,
    /// A UUID.
    Uuid,
    /// A JSON document.
    Json {
        /// Whether it is stored parsed (`jsonb`).
        is_binary: bool,
    },
    /// A document of XML.
    Xml,
    /// One of these words.
    Enum(Vec<String>),
    /// Any of these words, as MySQL's `set` has them.
    Set(Vec<String>),
    /// A list.
    Array {
        /// What its items are.
        item: Box<Kind>,
    },
    /// One of PostgreSQL's ranges.
    Range {
        /// What its bounds are.
        of: RangeOf,
        /// Whether one value has several.
        is_multi: bool,
    },
    /// A list of floats, as `vector(3)` of pgvector.
    Vector {
        /// How many; any number where the source says none.
        length: Option<u32>,
    },
    /// An address of a host, with or without a network.
    Inet,
    /// A network.
    Cidr,
    /// The address of a network card.
    MacAddress,
    /// A shape, by the name that the source has for it (`point`, `geometry(Point,4326)`).
    Geometry(String),
    /// Named fields, as JSON Schema, Avro and Parquet have them. A column of them with a `type_text` is of a database's own type.
    Struct(Vec<Column>),
    /// Values by name, as a database's own type has them (`hstore`).
    Map {
        /// What its values are.
        value: Box<Kind>,
    },
    /// Values by their keys, as files and documents of schemas have them.
    Entries {
        /// What its keys are.
        key: Box<Column>,
        /// What its values are.
        value: Box<Column>,
        /// The fewest and the most entries.
        length: (u32, u32),
    },
    /// A list whose items are columns themselves, as files and documents of schemas have them.
    List {
        /// What its items are.
        item: Box<Column>,
        /// The fewest and the most items.
        length: (u32, u32),
        /// Whether no item comes twice.
        is_distinct: bool,
    },
    /// One of these values, each written as JSON.
    Literals(Vec<String>),
    /// Labels of letters, digits and `_`, joined by dots (`ltree`).
    LabelPath,
    /// Full-text search: `tsvector`, `tsquery`.
    Search,
    /// A type that is not understood: only its column is lost.
    Unknown,
}

/// The range of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntSize {
    /// 8, 16, 24, 32 or 64.
    pub bits: u8,
    /// Whether it has no numbers below 0.
    pub is_unsigned: bool,
}

/// What a range is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RangeOf {
    /// Integers of 32 bits.
    Int4,
    /// Integers of 64 bits.
    Int8,
    /// Decimal numbers.
    Numeric,
    /// Days.
    Date,
    /// Moments without a zone.
    Timestamp,
    /// Moments with one.
    TimestampTz,
}
