//! A table as the server has it: its columns with their types.

use crate::load::ForeignKey;

/// A type, by the form in which the server receives its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PgType {
    Int2,
    Int4,
    Int8,
    Float4,
    Float8,
    Numeric,
    Bool,
    /// Of any length.
    Text,
    Json,
    Jsonb,
    Xml,
    Enum,
    Uuid,
    Bytea,
    Date,
    /// With a zone or without one: both are microseconds in UTC.
    Timestamp,
    Time,
    Interval,
    Inet,
    Cidr,
    MacAddr,
    Bits,
    /// That of the extension pgvector.
    Vector,
    /// Items of this type, and its number.
    Array {
        item: Box<PgType>,
        item_type: u32,
    },
    /// One whose binary form is not known here.
    Other,
}

impl PgType {
    /// The type whose values this function of the server receives.
    pub fn received_by(function: &str) -> PgType {
        match function {
            "int2recv" => PgType::Int2,
            "int4recv" => PgType::Int4,
            "int8recv" => PgType::Int8,
            "float4recv" => PgType::Float4,
            "float8recv" => PgType::Float8,
            "numeric_recv" => PgType::Numeric,
            "boolrecv" => PgType::Bool,
            "textrecv" | "varcharrecv" | "bpcharrecv" | "namerecv" | "citextrecv" => PgType::Text,
            "json_recv" => PgType::Json,
            "jsonb_recv" => PgType::Jsonb,
            "xml_recv" => PgType::Xml,
            "enum_recv" => PgType::Enum,
            "uuid_recv" => PgType::Uuid,
            "bytearecv" => PgType::Bytea,
            "date_recv" => PgType::Date,
            "timestamp_recv" | "timestamptz_recv" => PgType::Timestamp,
            "time_recv" => PgType::Time,
            "interval_recv" => PgType::Interval,
            "inet_recv" => PgType::Inet,
            "cidr_recv" => PgType::Cidr,
            "macaddr_recv" => PgType::MacAddr,
            "bit_recv" | "varbit_recv" => PgType::Bits,
            "vector_recv" => PgType::Vector,
            _ => PgType::Other,
        }
    }
}

/// A column of a table.
#[derive(Debug)]
pub(super) struct PgColumn {
    pub name: String,
    pub of: PgType,
    /// The type as the server writes it.
    pub type_text: String,
    /// Whether a row needs a value for it: it is NOT NULL, and nothing else gives one.
    pub is_needed: bool,
    /// Whether the server computes it.
    pub is_generated: bool,
}

/// A table of the database.
#[derive(Debug)]
pub(super) struct PgTable {
    pub oid: String,
    /// What it is: `r` for a table, `p` for one of partitions, `v` for a view.
    pub kind: char,
    pub columns: Vec<PgColumn>,
    /// Whether it has foreign keys to other tables, or these to it, so that it is emptied together with those.
    pub is_linked: bool,
    /// Its foreign keys to other tables of the load.
    pub foreign_keys: Vec<ForeignKey>,
    pub may_insert: bool,
    pub may_select: bool,
    /// Whether the user may read some of its columns.
    pub may_select_some: bool,
}

impl PgTable {
    /// Whether it is a table, with partitions or without, and no view.
    pub fn is_loadable(&self) -> bool {
        matches!(self.kind, 'r' | 'p')
    }

    /// What it is, where it is no table.
    pub fn what(&self) -> &'static str {
        match self.kind {
            'v' | 'm' => "a view",
            'S' => "a sequence",
            'i' | 'I' => "an index",
            'c' => "a type",
            'f' => "a foreign table",
            _ => "no ordinary table",
        }
    }

    /// The column of a name.
    pub fn column(&self, name: &str) -> Option<&PgColumn> {
        self.columns.iter().find(|column| column.name == name)
    }
}
