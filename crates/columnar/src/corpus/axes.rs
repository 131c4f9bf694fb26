//! What files differ in, and which of it goes together.

use super::types::{Meaning, Order, Physical, TYPES, Type};

/// Lists an axis: its type, and each of its values with its name.
macro_rules! axis {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum $name {
            $($variant,)*
        }

        impl $name {
            pub const ALL: &[$name] = &[$($name::$variant,)*];

            /// What it is called in the manifest.
            pub fn name(self) -> &'static str {
                match self {
                    $($name::$variant => $text,)*
                }
            }
        }
    };
}

axis! {
    /// How values are encoded.
    Encoding {
        Plain = "PLAIN",
        PlainDictionary = "PLAIN_DICTIONARY",
        RleDictionary = "RLE_DICTIONARY",
        DictionaryThenPlain = "RLE_DICTIONARY+PLAIN",
        Rle = "RLE",
        DeltaBinaryPacked = "DELTA_BINARY_PACKED",
        DeltaLengthByteArray = "DELTA_LENGTH_BYTE_ARRAY",
        DeltaByteArray = "DELTA_BYTE_ARRAY",
        ByteStreamSplit = "BYTE_STREAM_SPLIT",
    }
}
axis! {
    /// How pages are compressed.
    Codec {
        None = "UNCOMPRESSED",
        Snappy = "SNAPPY",
        Gzip = "GZIP",
        Brotli = "BROTLI",
        Lz4 = "LZ4",
        Zstd = "ZSTD",
        Lz4Raw = "LZ4_RAW",
    }
}
axis! {
    /// The version of data pages.
    PageVersion {
        V1 = "1",
        V2 = "2",
    }
}
axis! {
    /// Which rows are null.
    Nulls {
        Required = "required",
        Absent = "none",
        All = "all",
        First = "first",
        Last = "last",
        Alternating = "alternating",
        Random = "random",
    }
}
axis! {
    /// How many rows there are, in which pages and groups.
    Rows {
        Zero = "0",
        One = "1",
        Seven = "7",
        Pages = "300 in 5 pages",
        Groups = "40 in 4 row groups",
    }
}
axis! {
    /// What the values are in.
    Nesting {
        Flat = "none",
        Struct = "struct",
        List = "list",
        ListOfLists = "list of lists",
        ListOfStructs = "list of structs",
        Map = "map",
        MapOfStructs = "map of structs",
        TwoLevelList = "list of two levels",
        Repeated = "repeated field",
    }
}
axis! {
    /// What is known of the values of a chunk.
    Statistics {
        Absent = "none",
        NullCount = "null_count",
        Exact = "exact",
        Truncated = "truncated",
        Deprecated = "deprecated",
    }
}
axis! {
    /// The indexes of pages.
    Index {
        Absent = "none",
        Offsets = "offset index",
        Full = "offset index and column index",
    }
}
axis! {
    /// How levels are encoded.
    Levels {
        Rle = "RLE",
        BitPacked = "BIT_PACKED",
    }
}
axis! {
    /// By which fields a logical type is written.
    Annotation {
        Both = "logical and converted",
        Logical = "logical",
        Converted = "converted",
    }
}
axis! {
    /// Whether there is something.
    Presence {
        Absent = "no",
        Present = "yes",
    }
}

/// What a valid file is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Traits {
    pub of: &'static Type,
    pub encoding: Encoding,
    pub codec: Codec,
    pub pages: PageVersion,
    pub nulls: Nulls,
    pub rows: Rows,
    pub nesting: Nesting,
    pub statistics: Statistics,
    pub index: Index,
    pub levels: Levels,
    pub annotation: Annotation,
    pub checksums: Presence,
    pub bloom: Presence,
}

/// The number of axes, and how many values each has.
pub(super) const AXES: usize = 13;

/// How many values each axis has.
pub(super) fn sizes() -> [usize; AXES] {
    [
        TYPES.len(),
        Encoding::ALL.len(),
        Codec::ALL.len(),
        PageVersion::ALL.len(),
        Nulls::ALL.len(),
        Rows::ALL.len(),
        Nesting::ALL.len(),
        Statistics::ALL.len(),
        Index::ALL.len(),
        Levels::ALL.len(),
        Annotation::ALL.len(),
        Presence::ALL.len(),
        Presence::ALL.len(),
    ]
}

impl Traits {
    /// The values of these indices.
    pub fn of(at: [usize; AXES]) -> Traits {
        Traits {
            of: &TYPES[at[0]],
            encoding: Encoding::ALL[at[1]],
            codec: Codec::ALL[at[2]],
            pages: PageVersion::ALL[at[3]],
            nulls: Nulls::ALL[at[4]],
            rows: Rows::ALL[at[5]],
            nesting: Nesting::ALL[at[6]],
            statistics: Statistics::ALL[at[7]],
            index: Index::ALL[at[8]],
            levels: Levels::ALL[at[9]],
            annotation: Annotation::ALL[at[10]],
            checksums: Presence::ALL[at[11]],
            bloom: Presence::ALL[at[12]],
        }
    }
}

/// Whether values of two axes go together, the first of which comes before the second.
pub(super) fn go_together((one, at): (usize, usize), (other, with): (usize, usize)) -> bool {
    match (one, other) {
        (0, 1) => is_encoded(&TYPES[at], Encoding::ALL[with]),
        (0, 4) => TYPES[at].meaning != Meaning::Null || Nulls::ALL[with] == Nulls::All,
        (0, 5) => TYPES[at].meaning != Meaning::Null || Rows::ALL[with] != Rows::Zero,
        (0, 6) => TYPES[at].meaning != Meaning::Null || Nesting::ALL[with] == Nesting::Flat,
        (0, 7) => has_statistics(&TYPES[at], Statistics::ALL[with]),
        (0, 8) => TYPES[at].order != Order::None || Index::ALL[with] != Index::Full,
        (0, 10) => is_annotated(&TYPES[at], Annotation::ALL[with]),
        (0, 12) => {
            let has_none = matches!(TYPES[at].meaning, Meaning::Bool | Meaning::Null);
            !has_none || Presence::ALL[with] == Presence::Absent
        }
        (1, 3) => Encoding::ALL[at] != Encoding::PlainDictionary || PageVersion::ALL[with] == PageVersion::V1,
        (1, 5) => Encoding::ALL[at] != Encoding::DictionaryThenPlain || Rows::ALL[with] == Rows::Pages,
        (3, 9) => PageVersion::ALL[at] == PageVersion::V1 || Levels::ALL[with] == Levels::Rle,
        (4, 5) => match Rows::ALL[with] {
            Rows::Zero => matches!(Nulls::ALL[at], Nulls::Required | Nulls::Absent),
            Rows::One => matches!(Nulls::ALL[at], Nulls::Required | Nulls::Absent | Nulls::All),
            Rows::Seven | Rows::Pages | Rows::Groups => true,
        },
        (4, 6) => Nesting::ALL[with] != Nesting::Repeated || Nulls::ALL[at] == Nulls::Required,
        (7, 8) => {
            let has_bounds = matches!(Statistics::ALL[at], Statistics::Exact | Statistics::Truncated);
            has_bounds || Index::ALL[with] != Index::Full
        }
        _ => true,
    }
}

fn is_encoded(of: &Type, encoding: Encoding) -> bool {
    match encoding {
        Encoding::Plain => true,
        _ if of.meaning == Meaning::Null => false,
        Encoding::PlainDictionary | Encoding::RleDictionary | Encoding::DictionaryThenPlain => {
            of.physical != Physical::Boolean
        }
        Encoding::Rle => of.physical == Physical::Boolean,
        Encoding::DeltaBinaryPacked => matches!(of.physical, Physical::Int32 | Physical::Int64),
        Encoding::DeltaLengthByteArray => of.physical == Physical::ByteArray,
        Encoding::DeltaByteArray => matches!(of.physical, Physical::ByteArray | Physical::Fixed(_)),
        Encoding::ByteStreamSplit => {
            !matches!(of.physical, Physical::Boolean | Physical::Int96 | Physical::ByteArray)
        }
    }
}

fn has_statistics(of: &Type, statistics: Statistics) -> bool {
    match statistics {
        Statistics::Absent | Statistics::NullCount => true,
        Statistics::Exact => of.order != Order::None,
        Statistics::Truncated => of.order == Order::Bytes && of.physical == Physical::ByteArray,
        // By the old fields, only the order of numbers with a sign is agreed on.
        Statistics::Deprecated => matches!(of.order, Order::Signed | Order::Float | Order::Bool),
    }
}

fn is_annotated(of: &Type, annotation: Annotation) -> bool {
    match (annotation, of.logical) {
        (Annotation::Both, _) | (Annotation::Logical, Some(_)) => true,
        (_, None) => false,
        (Annotation::Converted, Some(logical)) => logical.is_converted(),
    }
}
